//! The pinned Rust tools, wasm-bindgen and wasm-pack: fetched ready-made where that works, else built, once per user.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::{Error, Result},
    install::{Tool, install},
    manifest::locked_version,
    process::{find, output, path_with, run, say},
    project::Project,
};

const WASM_PACK: &str = "0.15.1";
const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The folders with the tools' programs.
#[derive(Debug, Clone)]
pub(crate) struct Tools {
    bindgen: PathBuf,
    pack: PathBuf,
    npm: PathBuf,
}

impl Tools {
    /// Finds the tools, installing what is not there.
    pub(crate) fn ready(project: &Project) -> Result<Self> {
        wasm_target()?;
        let lock = project.lock_file()?;
        let bindgen = locked_version(&lock, "wasm-bindgen").ok_or_else(|| {
            Error::missing(
                "Cargo.lock names no version of wasm-bindgen.",
                "Run `cargo generate-lockfile`.",
            )
        })?;
        Ok(Self {
            bindgen: install(project, &bindgen_tool(bindgen))?,
            pack: install(project, &pack_tool())?,
            npm: project.at("tests/node_modules/.bin"),
        })
    }

    /// wasm-pack, which finds wasm-bindgen and wasm-opt on its PATH and so downloads neither.
    pub(crate) fn wasm_pack(&self, project: &Project) -> Result<Command> {
        let mut command = project.command(self.pack.join("wasm-pack"));
        command.env(
            "PATH",
            path_with(&[self.bindgen.clone(), self.npm.clone()])?,
        );
        Ok(command)
    }
}

fn bindgen_tool(version: &str) -> Tool {
    Tool {
        name: "wasm-bindgen",
        crate_name: "wasm-bindgen-cli",
        version: version.to_owned(),
        binaries: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        release: format!(
            "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/{version}"
        ),
        archive: format!("wasm-bindgen-{version}"),
        // Its own lock file is older than what its dependencies have repaired since.
        locked: false,
    }
}

fn pack_tool() -> Tool {
    Tool {
        name: "wasm-pack",
        crate_name: "wasm-pack",
        version: WASM_PACK.to_owned(),
        binaries: &["wasm-pack"],
        release: format!(
            "https://github.com/wasm-bindgen/wasm-pack/releases/download/v{WASM_PACK}"
        ),
        archive: format!("wasm-pack-v{WASM_PACK}"),
        locked: true,
    }
}

/// Adds the WebAssembly target to the toolchain if it is not there.
pub(crate) fn wasm_target() -> Result<()> {
    let libraries =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    if find(&["rustup"]).is_none() {
        return Err(Error::missing(
            format!(
                "The Rust toolchain has no target {WASM_TARGET}, and there is no rustup to add it."
            ),
            "Install Rust from https://rustup.rs, or your distribution's package of that target's standard library.",
        ));
    }
    say(&format!("adding the target {WASM_TARGET}"));
    run(Command::new("rustup").args(["target", "add", WASM_TARGET]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_named_as_released() {
        let tool = bindgen_tool("0.2.130");
        assert_eq!(
            tool.address("x86_64-unknown-linux-musl"),
            "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/0.2.130/\
             wasm-bindgen-0.2.130-x86_64-unknown-linux-musl.tar.gz"
        );
    }
}
