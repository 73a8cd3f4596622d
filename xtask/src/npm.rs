//! Node and the npm packages of `tests` and `www`.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    cache::Lock,
    error::{Error, Result},
    process::{output, run, say},
    project::Project,
};

/// What Vite, the newest of our tools, asks for.
const NODE: (u32, u32) = (20, 19);

/// Fails unless a Node that is new enough is on the PATH.
fn node() -> Result<()> {
    let remedy = format!(
        "Install Node {}.{} or newer, with npm, from https://nodejs.org.",
        NODE.0, NODE.1
    );
    let Some(version) = output(Command::new("node").arg("--version")) else {
        return Err(Error::missing("There is no Node on the PATH.", remedy));
    };
    if node_version(&version).is_some_and(|found| found >= NODE) {
        return Ok(());
    }
    Err(Error::missing(
        format!("Node {version} is too old."),
        remedy,
    ))
}

fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Npm, with its arguments.
pub(crate) fn npm(project: &Project, args: &[&str]) -> Command {
    let mut command = project.command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args);
    command
}

/// Installs a folder's packages as its lock file says, unless that has been done.
pub(crate) fn install(project: &Project, folder: &str) -> Result<()> {
    node()?;
    let home = project.at(folder);
    let stamp = home.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|old| wanted(&home).is_ok_and(|new| new == old)) {
        return Ok(());
    }
    let _lock = Lock::wait(
        &project.target.join(format!("npm-{folder}.lock")),
        &format!("{folder}/node_modules"),
    )?;
    let wanted = wanted(&home)?;
    if fs::read(&stamp).is_ok_and(|old| old == wanted) {
        return Ok(());
    }
    say(&format!("installing the npm packages of {folder}"));
    // Scripts are not needed by any of them, and npm would ask for them to be approved.
    run(npm(
        project,
        &[
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefer-offline",
        ],
    )
    .current_dir(&home))?;
    fs::write(&stamp, wanted).map_err(Error::io(format!("writing {}", stamp.display())))
}

/// What an installation follows from: the two files themselves serve as their own hash.
fn wanted(home: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for name in ["package.json", "package-lock.json"] {
        let file = home.join(name);
        bytes.extend(fs::read(&file).map_err(Error::io(format!("reading {}", file.display())))?);
    }
    Ok(bytes)
}

/// Lets the tests import the assembled package by its name. It cannot stand in their manifest: making the package
/// needs the tools that the manifest installs.
pub(crate) fn link_package(project: &Project) -> Result<()> {
    let link = project.at("tests/node_modules/mcp-widget");
    let pkg = project.pkg();
    if fs::read_link(&link).is_ok_and(|to| to == pkg) {
        return Ok(());
    }
    let _ = fs::remove_file(&link);
    symlink(&pkg, &link).map_err(Error::io(format!("linking {}", link.display())))
}

#[cfg(unix)]
fn symlink(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(windows)]
fn symlink(to: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(to, link)
}

/// Packs the assembled package as npm would publish it, and says where.
pub(crate) fn pack(project: &Project) -> Result<PathBuf> {
    let folder = project.target.join("tarball");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(Error::io(format!("making {}", folder.display())))?;
    let mut command = npm(
        project,
        &["pack", "--silent", "--ignore-scripts", "--pack-destination"],
    );
    let text = output(command.arg(&folder).current_dir(project.pkg()));
    let name = text
        .as_deref()
        .and_then(|text| text.lines().last())
        .unwrap_or("");
    let tarball = folder.join(name);
    if tarball.is_file() {
        return Ok(tarball);
    }
    Err(Error::missing(
        "npm packed nothing.",
        "Run `npm pack` in pkg to see why.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_as_numbers() {
        assert_eq!(node_version("v20.19.0\n"), Some((20, 19)));
        assert!(node_version("v20.9.0").expect("a version") < NODE);
        assert!(node_version("v22.1.0").expect("a version") > NODE);
        assert_eq!(node_version("20.19.0"), None);
    }
}
