//! What the stages need before they can run: made at most once in a run, by the first stage that asks.

use std::{
    cell::OnceCell,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    browsers::{Browsers, Others},
    demo,
    error::{Error, Result},
    npm, package,
    process::path_with,
    project::Project,
    tools::Tools,
};

/// A step's lasting outcome. A failure is told in full to the stage that met it first, and by name to the others.
type Once<T> = OnceCell<std::result::Result<T, &'static str>>;

/// The project and what has been made ready in it.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) project: Project,
    tools: Once<Tools>,
    browsers: Once<Browsers>,
    others: Once<Others>,
    package: Once<PathBuf>,
    demo: Once<PathBuf>,
}

impl Context {
    pub(crate) fn new(project: Project) -> Self {
        Self {
            project,
            tools: OnceCell::new(),
            browsers: OnceCell::new(),
            others: OnceCell::new(),
            package: OnceCell::new(),
            demo: OnceCell::new(),
        }
    }

    pub(crate) fn tools(&self) -> Result<&Tools> {
        once(&self.tools, "the tools are not there", || {
            Tools::ready(&self.project)
        })
    }

    pub(crate) fn browsers(&self) -> Result<&Browsers> {
        once(&self.browsers, "there is no browser", Browsers::ready)
    }

    /// The browsers besides Chrome, as far as they can be had.
    pub(crate) fn others(&self) -> Result<&Others> {
        once(&self.others, "the other browsers cannot be sought", || {
            Others::ready()
        })
    }

    /// Builds the npm package; says where its tarball is.
    pub(crate) fn package(&self) -> Result<&Path> {
        let tarball = once(&self.package, "there is no package", || {
            package::build(&self.project, self.tools()?)?;
            npm::pack(&self.project)
        })?;
        Ok(tarball)
    }

    /// Builds the demo's pages and server; says where the server is.
    pub(crate) fn demo(&self) -> Result<&Path> {
        let server = once(&self.demo, "there is no demo", || {
            self.package()?;
            demo::pages(&self.project, self.tools()?)?;
            demo::server(&self.project)
        })?;
        Ok(server)
    }

    /// Node with the tests' environment.
    pub(crate) fn node(&self) -> Result<Command> {
        let tarball = self.package()?;
        let browsers = self.browsers()?;
        let mut command = self.project.command("node");
        command
            .env(
                "PATH",
                path_with(&[self.project.at("tests/node_modules/.bin")])?,
            )
            .env("CHROME", &browsers.chrome)
            .env("CHROMEDRIVER", &browsers.driver)
            .env("PACKAGE_TARBALL", tarball);
        Ok(command)
    }
}

fn once<'a, T>(
    cell: &'a Once<T>,
    lack: &'static str,
    make: impl FnOnce() -> Result<T>,
) -> Result<&'a T> {
    if cell.get().is_none() {
        let (kept, told) = match make() {
            Ok(value) => (Ok(value), None),
            Err(error) => (Err(lack), Some(error)),
        };
        // Nothing else can have filled it: `make` does not come back to its own cell.
        let _ = cell.set(kept);
        if let Some(error) = told {
            return Err(error);
        }
    }
    match cell.get() {
        Some(Ok(value)) => Ok(value),
        _ => Err(Error::Blocked(format!(
            "{lack}; an earlier stage tells why"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_made_once() {
        let cell = OnceCell::new();
        assert_eq!(*once(&cell, "no number", || Ok(7)).expect("made"), 7);
        assert_eq!(
            *once(&cell, "no number", || unreachable!("made before")).expect("kept"),
            7
        );
    }

    #[test]
    fn a_failure_is_told_in_full_once() {
        let cell: Once<u8> = OnceCell::new();
        let first = once(&cell, "no number", || {
            Err(Error::Blocked("a long story".into()))
        })
        .expect_err("fails");
        assert_eq!(first.to_string(), "a long story");
        let second = once(&cell, "no number", || unreachable!("tried before")).expect_err("still");
        assert_eq!(second.to_string(), "no number; an earlier stage tells why");
    }
}
