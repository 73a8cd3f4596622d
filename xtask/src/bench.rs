//! `cargo xtask bench`: measurements, apart from the tests.

use crate::{
    browsers::Browsers,
    error::{Error, Result},
    package,
    process::{path_with, run},
    project::Project,
    tools::Tools,
};

/// What can be measured: `tests/bench/<name>.mjs`.
const BENCHES: [&str; 1] = ["payload"];

/// Measures what is named, or everything. A program that finds its limit passed fails.
pub(crate) fn command(args: &[String]) -> Result<()> {
    let named: Vec<&str> = if args.is_empty() {
        BENCHES.to_vec()
    } else {
        args.iter().map(String::as_str).collect()
    };
    if let Some(unknown) = named.iter().find(|name| !BENCHES.contains(name)) {
        return Err(Error::Usage(format!(
            "bench does not know `{unknown}`; it has {}",
            BENCHES.join(", ")
        )));
    }
    let project = Project::locate()?;
    package::build(&project, &Tools::ready(&project)?)?;
    let browsers = Browsers::ready()?;
    for name in named {
        run(project
            .command("node")
            .arg(project.at(&format!("tests/bench/{name}.mjs")))
            .env("PATH", path_with(&[project.at("tests/node_modules/.bin")])?)
            .env("CHROME", &browsers.chrome))?;
    }
    Ok(())
}
