//! `cargo xtask bench`: measurements, apart from the tests.

use crate::{
    browsers::Browsers,
    error::{Error, Result},
    package,
    process::{path_with, run, say},
    project::Project,
    tools::Tools,
};

/// What can be measured: `tests/bench/<name>.mjs`.
const BENCHES: [&str; 8] = [
    "payload",
    "start",
    "calls",
    "roundtrip",
    "burst",
    "memory",
    "widgets",
    "client",
];
/// What takes minutes, or writes its table into a document, is done only if named.
const ON_REQUEST: [&str; 3] = ["memory", "widgets", "client"];
/// The document that has the table of widgets.
const DOCUMENT: &str = "docs/ext-apps.md";

/// Measures what is named, or everything that is short, and writes `bench.json` into the target folder. Fails where a
/// limit is passed, after all has been measured.
pub(crate) fn command(args: &[String]) -> Result<()> {
    let names = chosen(args)?;
    let project = Project::locate()?;
    package::build(&project, &Tools::ready(&project)?)?;
    let browsers = Browsers::ready()?;
    let json = project.target.join("bench.json");
    let mut missed = Vec::new();
    for name in names {
        let measured = run(project
            .command("node")
            .arg(project.at(&format!("tests/bench/{name}.mjs")))
            .args((name == "widgets").then(|| project.at(DOCUMENT)))
            .env("PATH", path_with(&[project.at("tests/node_modules/.bin")])?)
            .env("CHROME", &browsers.chrome)
            .env("BENCH_JSON", &json));
        match measured {
            Ok(()) => {}
            Err(Error::Failed { .. }) => missed.push(name),
            Err(other) => return Err(other),
        }
        println!();
    }
    say(&format!("the figures are in {}", json.display()));
    if missed.is_empty() {
        return Ok(());
    }
    Err(Error::Blocked(format!(
        "Limits are missed, as told above: {}",
        missed.join(", ")
    )))
}

fn chosen(args: &[String]) -> Result<Vec<&str>> {
    if args.is_empty() {
        let short = BENCHES
            .into_iter()
            .filter(|name| !ON_REQUEST.contains(name));
        return Ok(short.collect());
    }
    let named: Vec<&str> = args.iter().map(String::as_str).collect();
    match named.iter().find(|name| !BENCHES.contains(name)) {
        None => Ok(named),
        Some(unknown) => Err(Error::Usage(format!(
            "bench does not know `{unknown}`; it has {}",
            BENCHES.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn some_are_done_only_if_named() {
        let all = chosen(&[]).expect("fine");
        assert!(ON_REQUEST.iter().all(|name| !all.contains(name)));
        assert_eq!(
            chosen(&args("memory calls")).expect("fine"),
            ["memory", "calls"]
        );
    }

    #[test]
    fn an_unknown_one_is_told() {
        let told = chosen(&args("call")).expect_err("unknown").to_string();
        assert!(
            told.contains("`call`") && told.contains("roundtrip"),
            "{told}"
        );
    }
}
