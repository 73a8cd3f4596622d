//! Where things are in the clone, and how its tools are started.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    cache::Cache,
    error::{Error, Result},
    link,
    process::become_program,
};

/// The clone that this command works in.
#[derive(Debug)]
pub(crate) struct Project {
    /// The repository's top folder.
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// What all clones share.
    pub(crate) cache: Cache,
    /// This program, if cargo's intermediate files are shared with other clones; see [`wrap`]. Whoever has chosen a
    /// target folder has arranged that himself.
    wrapper: Option<PathBuf>,
}

impl Project {
    /// The clone whose `cargo xtask` this is.
    pub(crate) fn locate() -> Result<Self> {
        // Cargo sets the variable for `cargo run`; the compiled-in path serves a binary that is started by itself.
        let own = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = own
            .parent()
            .filter(|root| root.join("pkg-template").is_dir())
            .ok_or_else(|| {
                Error::missing(
                    format!("{} is not in a clone of the project.", own.display()),
                    "Run `cargo xtask` there.",
                )
            })?;
        let chosen = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let shares = chosen.is_none();
        let target = std::path::absolute(chosen.unwrap_or_else(|| root.join("target")))
            .map_err(Error::io("finding the target folder"))?;
        Ok(Self {
            root: root.to_owned(),
            target,
            cache: Cache::locate()?,
            wrapper: shares
                .then(env::current_exe)
                .transpose()
                .map_err(Error::io("finding this program"))?,
        })
    }

    /// A path below the top folder.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The assembled npm package.
    pub(crate) fn pkg(&self) -> PathBuf {
        self.at("pkg")
    }

    /// A program that runs in the top folder, with cargo's folders set for whatever it starts.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("npm_config_cache", self.cache.npm());
        if let Some(wrapper) = &self.wrapper {
            command
                .env("CARGO_BUILD_BUILD_DIR", self.cache.build())
                .env("RUSTC_WORKSPACE_WRAPPER", wrapper);
        }
        command
    }

    /// Cargo, with its arguments.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.command("cargo");
        command.args(args);
        command
    }

    /// Cargo without the shared folder: for clippy, which has to be the wrapper itself.
    pub(crate) fn cargo_alone(&self, args: &[&str]) -> Command {
        let mut command = self.cargo(args);
        command
            .env_remove("CARGO_BUILD_BUILD_DIR")
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        command
    }

    pub(crate) fn lock_file(&self) -> Result<String> {
        fs::read_to_string(self.at("Cargo.lock")).map_err(Error::io("reading Cargo.lock"))
    }
}

/// Whether cargo has started this program in the place of a compiler.
pub(crate) fn wraps(args: &[String]) -> bool {
    let compiler = args.first().and_then(|arg| Path::new(arg).file_stem());
    compiler.is_some_and(|name| name == "rustc") && env::var_os("RUSTC_WORKSPACE_WRAPPER").is_some()
}

/// Compiles a crate of the workspace, just as the compiler would without this program in between; only the engine is
/// linked by this program too.
///
/// Cargo tells the workspace's crates apart by their paths *inside* the workspace. Two clones that share intermediate
/// files would therefore take each other's for their own, and run old code. The wrapper's path is part of a crate's
/// identity as well, for crates of the workspace only: with each clone's `xtask` as the wrapper, the crates of the
/// registry are shared and those of the clones are not.
pub(crate) fn wrap(args: &[String]) -> Result<()> {
    let Some((compiler, rest)) = args.split_first() else {
        return Err(Error::Usage("a wrapper needs a compiler".into()));
    };
    become_program(Command::new(compiler).args(rest).args(link::flags(rest)?))
}
