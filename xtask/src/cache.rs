//! The folder of tools and downloads that all clones of one user share.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    path::{Path, PathBuf},
};

use crate::{
    error::{Error, Result},
    process::say,
};

/// Paths inside the per-user cache folder.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    root: PathBuf,
}

impl Cache {
    /// Finds the folder; `MCP_WIDGET_CACHE` moves it.
    pub(crate) fn locate() -> Result<Self> {
        let root = place(env::consts::OS, |name| {
            env::var_os(name).filter(|value| !value.is_empty())
        })
        .ok_or_else(|| {
            Error::missing(
                "There is no home folder to keep the tools in.",
                "Set MCP_WIDGET_CACHE to a folder of your choice.",
            )
        })?;
        let root = std::path::absolute(root).map_err(Error::io("finding the cache folder"))?;
        fs::create_dir_all(root.join("tools"))
            .map_err(Error::io(format!("making {}", root.display())))?;
        Ok(Self { root })
    }

    /// Where a tool lives, one folder per version.
    pub(crate) fn tool(&self, name: &str, version: &str) -> PathBuf {
        self.root.join("tools").join(format!("{name}-{version}"))
    }

    /// npm's own cache.
    pub(crate) fn npm(&self) -> PathBuf {
        self.root.join("npm")
    }

    /// Cargo's intermediate files: crates of the registry are compiled once for all clones.
    pub(crate) fn build(&self) -> PathBuf {
        self.root.join("build")
    }
}

/// The cache folder on the given system, where `var` looks up the environment.
fn place(os: &str, var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(own) = var("MCP_WIDGET_CACHE") {
        return Some(own.into());
    }
    let base = match os {
        "windows" => PathBuf::from(var("LOCALAPPDATA")?),
        "macos" => PathBuf::from(var("HOME")?).join("Library/Caches"),
        _ => match var("XDG_CACHE_HOME") {
            Some(xdg) => xdg.into(),
            None => PathBuf::from(var("HOME")?).join(".cache"),
        },
    };
    Some(base.join("mcp-widget"))
}

/// Holds a lock file until it is dropped, so that two runs do not do the same work into the same place.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock; says so if it has to.
    pub(crate) fn wait(path: &Path, what: &str) -> Result<Self> {
        let doing = || format!("locking {}", path.display());
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::io(doing()))?;
        }
        let file = File::create(path).map_err(Error::io(doing()))?;
        if file.try_lock().is_err() {
            say(&format!("waiting for another run that works on {what}"));
            file.lock().map_err(Error::io(doing()))?;
        }
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_with(os: &str, vars: &[(&str, &str)]) -> Option<PathBuf> {
        place(os, |name| {
            vars.iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| OsString::from(*value))
        })
    }

    #[test]
    fn the_own_variable_comes_first() {
        let vars = [
            ("MCP_WIDGET_CACHE", "/own"),
            ("XDG_CACHE_HOME", "/xdg"),
            ("HOME", "/home/ada"),
        ];
        for os in ["linux", "macos", "windows"] {
            assert_eq!(place_with(os, &vars), Some("/own".into()));
        }
    }

    #[test]
    fn each_system_has_its_place() {
        let home = ("HOME", "/home/ada");
        assert_eq!(
            place_with("linux", &[home]),
            Some("/home/ada/.cache/mcp-widget".into())
        );
        assert_eq!(
            place_with("linux", &[home, ("XDG_CACHE_HOME", "/xdg")]),
            Some("/xdg/mcp-widget".into())
        );
        assert_eq!(
            place_with("macos", &[home]),
            Some("/home/ada/Library/Caches/mcp-widget".into())
        );
        let local = Path::new("C:/Local").join("mcp-widget");
        assert_eq!(
            place_with("windows", &[("LOCALAPPDATA", "C:/Local")]),
            Some(local)
        );
    }

    #[test]
    fn without_a_home_there_is_none() {
        assert_eq!(place_with("linux", &[]), None);
    }

    #[test]
    fn a_lock_excludes_until_it_is_dropped() {
        let path = env::temp_dir().join(format!("mcp-widget-lock-{}", std::process::id()));
        let held = Lock::wait(&path, "a test").expect("free");
        let other = File::create(&path).expect("same file");
        assert!(other.try_lock().is_err());
        drop(held);
        assert!(other.try_lock().is_ok());
        fs::remove_file(&path).expect("made above");
    }
}
