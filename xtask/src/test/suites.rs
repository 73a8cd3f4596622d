//! The suites that run under Node's test runner, against the assembled package.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use super::{context::Context, counts::Runner, stages::Step};
use crate::error::{Error, Result};

/// Node's test runner over `tests/<folder>/**/*.test.mjs`.
fn suite(context: &Context, folder: &str, one_by_one: bool) -> Result<Command> {
    let files = test_files(&context.project.at("tests").join(folder))?;
    let mut command = context.node()?;
    command.args([
        "--test",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        "--test-timeout=300000",
    ]);
    if one_by_one {
        command.arg("--test-concurrency=1");
    }
    command.args(files);
    Ok(command)
}

fn node_step(command: Command) -> Vec<Step> {
    vec![Step {
        name: "node --test",
        command,
        runner: Runner::Node,
    }]
}

pub(crate) fn node(context: &Context) -> Result<Vec<Step>> {
    suite(context, "node", false).map(node_step)
}

pub(crate) fn browser(context: &Context) -> Result<Vec<Step>> {
    suite(context, "browser", true).map(node_step)
}

/// The policies of hosts and the behaviour suite in the browsers that there are.
pub(crate) fn engines(context: &Context) -> Result<Vec<Step>> {
    let mut command = suite(context, "engines", true)?;
    context.others()?.tell(&mut command);
    Ok(node_step(command))
}

pub(crate) fn packaging(context: &Context) -> Result<Vec<Step>> {
    suite(context, "packaging", true).map(node_step)
}

/// The client against servers of all kinds, the demo's among them.
pub(crate) fn client(context: &Context) -> Result<Vec<Step>> {
    let mut command = suite(context, "client", true)?;
    command.env("GIFT_SERVER", context.demo()?);
    Ok(node_step(command))
}

pub(crate) fn e2e(context: &Context) -> Result<Vec<Step>> {
    let mut command = suite(context, "e2e", true)?;
    command
        .env("GIFT_SERVER", context.demo()?)
        .env("WWW_DIST", context.project.at("www/dist"));
    Ok(node_step(command))
}

/// The test files below a folder, sorted; none is an error, because then nothing would be tested.
fn test_files(folder: &Path) -> Result<Vec<OsString>> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let name = entry.file_name();
            if entry.file_type()?.is_dir() {
                if name != "node_modules" {
                    walk(&path, files)?;
                }
            } else if name.to_string_lossy().ends_with(".test.mjs") {
                files.push(path);
            }
        }
        Ok(())
    }

    let mut files = Vec::new();
    walk(folder, &mut files).map_err(Error::io(format!(
        "looking for tests in {}",
        folder.display()
    )))?;
    if files.is_empty() {
        return Err(Error::missing(
            format!("{} holds no *.test.mjs.", folder.display()),
            "Its tests belong there.",
        ));
    }
    files.sort();
    Ok(files.into_iter().map(PathBuf::into_os_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_files_are_found_below_and_sorted() {
        let folder = std::env::temp_dir().join(format!("mcp-widget-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("b/node_modules")).expect("temporary folder");
        for name in [
            "c.test.mjs",
            "a.mjs",
            "b/d.test.mjs",
            "b/node_modules/e.test.mjs",
        ] {
            fs::write(folder.join(name), "").expect("temporary file");
        }
        let found = test_files(&folder);
        assert!(matches!(
            test_files(&folder.join("b/node_modules/none")),
            Err(Error::Io { .. })
        ));
        fs::remove_dir_all(&folder).expect("made above");
        let expected =
            ["b/d.test.mjs", "c.test.mjs"].map(|name| folder.join(name).into_os_string());
        assert_eq!(found.expect("readable"), expected);
    }
}
