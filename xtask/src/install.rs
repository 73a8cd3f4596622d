//! Installing a pinned tool into the cache: a ready-made release where it can be had, else a build from source.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use crate::{
    cache::Lock,
    error::{Error, Result},
    process::{output, run, say},
    project::Project,
};

/// A program of the Rust world in the one version that the project works with.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) crate_name: &'static str,
    pub(crate) version: String,
    pub(crate) binaries: &'static [&'static str],
    /// A release's address up to the archive's name, and that name up to the platform.
    pub(crate) release: String,
    pub(crate) archive: String,
    pub(crate) locked: bool,
}

impl Tool {
    /// Where the release for a platform is.
    pub(crate) fn address(&self, platform: &str) -> String {
        format!("{}/{}-{platform}.tar.gz", self.release, self.archive)
    }
}

/// Where the tool's programs are; installs them first if they are not there.
pub(crate) fn install(project: &Project, tool: &Tool) -> Result<PathBuf> {
    let home = project.cache.tool(tool.name, &tool.version);
    let bin = home.join("bin");
    if complete(&bin, tool) {
        return Ok(bin);
    }
    let _lock = Lock::wait(
        &home.with_file_name(format!("{}.lock", tool.name)),
        tool.name,
    )?;
    // Another run may have finished it while this one waited.
    if complete(&bin, tool) {
        return Ok(bin);
    }
    let making = home.with_file_name(format!(".{}-{}", tool.name, process::id()));
    let moved = fetch(tool, &making)
        .or_else(|reason| {
            say(&format!(
                "no ready-made {} {} ({reason}); building it, which takes minutes",
                tool.name, tool.version
            ));
            build(project, tool, &making)
        })
        .and_then(|()| {
            let _ = fs::remove_dir_all(&home);
            fs::rename(&making, &home)
                .map_err(Error::io(format!("moving {} into its place", tool.name)))
        });
    let _ = fs::remove_dir_all(&making);
    moved?;
    if complete(&bin, tool) {
        return Ok(bin);
    }
    Err(Error::missing(
        format!("{} does not hold {}.", bin.display(), tool.name),
        "Remove the folder and try again.",
    ))
}

fn complete(bin: &Path, tool: &Tool) -> bool {
    tool.binaries.iter().all(|name| {
        bin.join(format!("{name}{}", env::consts::EXE_SUFFIX))
            .is_file()
    })
}

/// The platform's name in the tools' releases.
fn platform(os: &str, arch: &str) -> Option<&'static str> {
    match (os, arch) {
        ("linux", "x86_64") => Some("x86_64-unknown-linux-musl"),
        ("linux", "aarch64") => Some("aarch64-unknown-linux-musl"),
        ("macos", "x86_64") => Some("x86_64-apple-darwin"),
        ("macos", "aarch64") => Some("aarch64-apple-darwin"),
        ("windows", "x86_64") => Some("x86_64-pc-windows-msvc"),
        _ => None,
    }
}

/// Unpacks the project's own release of the tool into `making/bin`.
fn fetch(tool: &Tool, making: &Path) -> Result<()> {
    let platform = platform(env::consts::OS, env::consts::ARCH)
        .ok_or_else(|| Error::Blocked("not released for this platform".into()))?;
    let bin = making.join("bin");
    fs::create_dir_all(&bin).map_err(Error::io(format!("making {}", bin.display())))?;
    let archive = making.join("archive.tar.gz");
    let address = tool.address(platform);
    say(&format!("fetching {} {}", tool.name, tool.version));
    run(Command::new("curl")
        .args([
            "--fail",
            "--silent",
            "--location",
            "--proto",
            "=https",
            "--connect-timeout",
            "5",
            "--max-time",
            "300",
        ])
        .arg("--output")
        .arg(&archive)
        .arg(&address))
    .map_err(|_| Error::Blocked("the release cannot be reached".into()))?;
    run(Command::new("tar")
        .arg("-xzf")
        .arg(&archive)
        .args(["--strip-components", "1", "-C"])
        .arg(&bin))
    .map_err(|_| Error::Blocked("the release cannot be unpacked".into()))?;
    let _ = fs::remove_file(&archive);
    let program = bin.join(tool.name);
    let version = output(Command::new(&program).arg("--version"));
    if complete(&bin, tool)
        && version.is_some_and(|text| text.split_whitespace().any(|word| word == tool.version))
    {
        return Ok(());
    }
    Err(Error::Blocked("the release does not run here".into()))
}

/// Compiles the tool from the registry's source into `making/bin`.
fn build(project: &Project, tool: &Tool, making: &Path) -> Result<()> {
    let mut command = project.cargo_alone(&[
        "install",
        tool.crate_name,
        "--version",
        &tool.version,
        "--no-track",
        "--force",
    ]);
    if tool.locked {
        command.arg("--locked");
    }
    let scratch = making.join("scratch");
    command
        .arg("--root")
        .arg(making)
        .current_dir(project.cache.tool("", "").parent().unwrap_or(&project.root))
        .env("CARGO_TARGET_DIR", &scratch)
        .env("CARGO_BUILD_BUILD_DIR", &scratch)
        .env_remove("RUSTFLAGS")
        // The tools run for a second at a time: what counts is how soon they are there.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut command)?;
    let _ = fs::remove_dir_all(&scratch);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_platforms_build() {
        assert_eq!(platform("freebsd", "x86_64"), None);
        assert_eq!(platform("linux", "riscv64"), None);
    }
}
