//! Chrome and its driver for the browser tests: found, or installed on Debian and Ubuntu.

mod others;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) use self::others::Others;
use crate::{
    error::{Error, Result},
    process::{find, output, run, say},
    project::Project,
};

/// A browser and the driver that belongs to it.
#[derive(Debug, Clone)]
pub(crate) struct Browsers {
    pub(crate) chrome: PathBuf,
    pub(crate) driver: PathBuf,
}

impl Browsers {
    /// Finds both, or installs them where the system's package manager may be used.
    pub(crate) fn ready() -> Result<Self> {
        if let Some(found) = Self::search()? {
            return Ok(found);
        }
        if let Some(sudo) = apt() {
            say("installing chromium and chromium-driver with apt-get");
            apt_get(sudo, &["update"])?;
            apt_get(
                sudo,
                &[
                    "install",
                    "--yes",
                    "--no-install-recommends",
                    "chromium",
                    "chromium-driver",
                    // A recommendation that counts: without any font, pages have boxes for letters.
                    "fonts-liberation",
                ],
            )?;
        }
        Self::search()?.ok_or_else(|| {
            Error::missing(
                "The browser tests need Chrome or Chromium, and a chromedriver of the same version.",
                "Debian: apt-get install chromium chromium-driver fonts-liberation. Elsewhere:\n  \
                 npx @puppeteer/browsers install chrome@stable --path chrome\n  \
                 npx @puppeteer/browsers install chromedriver@stable --path chrome\n  \
                 and set CHROME and CHROMEDRIVER to the two programs that these commands name.",
            )
        })
    }

    fn search() -> Result<Option<Self>> {
        let chrome = match named("CHROME")? {
            Some(file) => Some(file),
            None => find(&[
                "chromium",
                "google-chrome",
                "google-chrome-stable",
                "chromium-browser",
                "chrome",
            ])
            .or_else(|| places().into_iter().find(|file| file.is_file())),
        };
        let driver = match named("CHROMEDRIVER")? {
            Some(file) => Some(file),
            None => find(&["chromedriver"]).or_else(hosted_driver),
        };
        Ok(chrome
            .zip(driver)
            .map(|(chrome, driver)| Self { chrome, driver }))
    }

    /// Tells wasm-bindgen's test runner which browser to start; says where.
    pub(crate) fn webdriver_json(&self, project: &Project) -> Result<PathBuf> {
        let file = project.target.join("webdriver.json");
        let text = format!(
            "{{\"goog:chromeOptions\":{{\"binary\":{}}}}}\n",
            json_text(&self.chrome)
        );
        fs::write(&file, text).map_err(Error::io(format!("writing {}", file.display())))?;
        Ok(file)
    }
}

/// The program that a variable names; naming one that is not there is a mistake worth hearing of.
fn named(variable: &str) -> Result<Option<PathBuf>> {
    let Some(file) = env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
    else {
        return Ok(None);
    };
    if file.is_file() {
        return Ok(Some(file));
    }
    Err(Error::missing(
        format!("{variable} is {}, which is not a file.", file.display()),
        format!("Set {variable} to the program, or unset it to have one found."),
    ))
}

/// Where installers that leave the PATH alone put the browser.
fn places() -> Vec<PathBuf> {
    let mut places = vec![
        PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        PathBuf::from("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ];
    for variable in ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"] {
        places.extend(
            env::var_os(variable)
                .map(|base| Path::new(&base).join("Google/Chrome/Application/chrome.exe")),
        );
    }
    places
}

/// Hosted CI machines name the driver's folder.
fn hosted_driver() -> Option<PathBuf> {
    let folder = env::var_os("CHROMEWEBDRIVER")?;
    let file = Path::new(&folder).join(format!("chromedriver{}", env::consts::EXE_SUFFIX));
    file.is_file().then_some(file)
}

/// Whether packages can be installed without asking anybody, and whether that takes sudo.
fn apt() -> Option<bool> {
    find(&["apt-get"])?;
    if output(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Some(false);
    }
    output(Command::new("sudo").args(["-n", "true"])).map(|_| true)
}

fn apt_get(sudo: bool, args: &[&str]) -> Result<()> {
    let mut command = Command::new(if sudo { "sudo" } else { "env" });
    command
        .args([
            "DEBIAN_FRONTEND=noninteractive",
            "apt-get",
            "-qq",
            "-o",
            "DPkg::Lock::Timeout=300",
        ])
        .args(args);
    run(&mut command)
}

fn json_text(path: &Path) -> String {
    format!(
        "\"{}\"",
        path.to_string_lossy()
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_json() {
        assert_eq!(
            json_text(Path::new("/usr/bin/chromium")),
            r#""/usr/bin/chromium""#
        );
        assert_eq!(
            json_text(Path::new(r"C:\Chrome\chrome.exe")),
            r#""C:\\Chrome\\chrome.exe""#
        );
    }
}
