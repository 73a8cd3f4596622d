//! Firefox and `WebKitGTK`: found, or installed on Debian. Without them their tests are skipped.

use std::{env, ffi::OsStr, path::PathBuf, process::Command};

use super::{apt, apt_get, named};
use crate::{
    error::Result,
    process::{find, say},
};

/// What the tests of the other browsers start.
#[derive(Debug, Clone, Default)]
pub(crate) struct Others {
    firefox: Option<PathBuf>,
    /// `WebKitGTK`'s driver, which knows where its browser is.
    webkit: Option<PathBuf>,
    /// The screen that nobody sees: `WebKitGTK` has no mode without one.
    screen: Option<PathBuf>,
}

impl Others {
    /// Finds them, or installs what is missing where the system's package manager may be used.
    pub(crate) fn ready() -> Result<Self> {
        let found = Self::search()?;
        let packages = found.packages();
        if packages.is_empty() || env::consts::OS != "linux" {
            return Ok(found);
        }
        let Some(sudo) = apt() else {
            return Ok(found);
        };
        say(&format!("installing {} with apt-get", packages.join(", ")));
        // Each by itself: not every distribution has them all.
        let installed = apt_get(sudo, &["update"]).and_then(|()| {
            packages
                .iter()
                .map(|package| {
                    apt_get(
                        sudo,
                        &["install", "--yes", "--no-install-recommends", package],
                    )
                })
                .fold(Ok(()), Result::and)
        });
        if let Err(error) = installed {
            say(&format!("not all could be had: {error}"));
        }
        Self::search()
    }

    fn search() -> Result<Self> {
        let program =
            |variable, names: &[&str]| named(variable).map(|given| given.or_else(|| find(names)));
        Ok(Self {
            firefox: program("FIREFOX", &["firefox-esr", "firefox"])?,
            webkit: program("WEBKIT_DRIVER", &["WebKitWebDriver"])?,
            screen: program("XVFB", &["Xvfb"])?,
        })
    }

    /// Debian's names of what is missing.
    fn packages(&self) -> Vec<&'static str> {
        [
            (&self.firefox, "firefox-esr"),
            (&self.webkit, "webkit2gtk-driver"),
            (&self.screen, "xvfb"),
        ]
        .into_iter()
        .filter_map(|(program, package)| program.is_none().then_some(package))
        .collect()
    }

    /// Tells the tests where they are; an empty name is none, and they skip what needs it.
    pub(crate) fn tell(&self, command: &mut Command) {
        for (variable, program) in [
            ("FIREFOX", &self.firefox),
            ("WEBKIT_DRIVER", &self.webkit),
            ("XVFB", &self.screen),
        ] {
            command.env(
                variable,
                program.as_deref().map_or(OsStr::new(""), AsRef::as_ref),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_installed_and_told_as_empty() {
        let others = Others {
            firefox: Some("/usr/bin/firefox".into()),
            ..Others::default()
        };
        assert_eq!(others.packages(), ["webkit2gtk-driver", "xvfb"]);
        let mut command = Command::new("node");
        others.tell(&mut command);
        let told: Vec<_> = command.get_envs().collect();
        assert_eq!(
            told,
            [
                ("FIREFOX", "/usr/bin/firefox"),
                ("WEBKIT_DRIVER", ""),
                ("XVFB", "")
            ]
            .map(|(variable, value)| (OsStr::new(variable), Some(OsStr::new(value))))
        );
    }
}
