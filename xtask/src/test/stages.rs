//! The stages of `cargo xtask test`: what each one runs.

use std::process::Command;

use super::{
    context::Context,
    counts::Runner,
    suites::{browser, client, e2e, engines, node, packaging},
};
use crate::{
    error::{Error, Result},
    manifest::wasm_crates,
    npm, tools,
};

/// Features of the library that native builds turn on.
const NATIVE: &str = "mcp-widget/http,mcp-widget/json";
const WASM: &str = "wasm32-unknown-unknown";

/// One program of a stage.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) command: Command,
    pub(crate) runner: Runner,
}

/// A part of the tests that can be run by itself.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// Gets everything ready and says what to run; preparing counts as a check where `prepared` names it.
    pub(crate) steps: fn(&Context) -> Result<Vec<Step>>,
    pub(crate) prepared: Option<&'static str>,
}

/// All stages, in the order in which they run: what fails fastest comes first.
pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "fmt",
        steps: fmt,
        prepared: None,
    },
    Stage {
        name: "clippy",
        steps: clippy,
        prepared: None,
    },
    Stage {
        name: "doc",
        steps: doc,
        prepared: None,
    },
    Stage {
        name: "native",
        steps: native,
        prepared: None,
    },
    Stage {
        name: "browser-rust",
        steps: browser_rust,
        prepared: None,
    },
    Stage {
        name: "package",
        steps: package,
        prepared: Some("package"),
    },
    Stage {
        name: "types",
        steps: types,
        prepared: None,
    },
    Stage {
        name: "node",
        steps: node,
        prepared: None,
    },
    Stage {
        name: "browser",
        steps: browser,
        prepared: None,
    },
    Stage {
        name: "engines",
        steps: engines,
        prepared: None,
    },
    Stage {
        name: "packaging",
        steps: packaging,
        prepared: None,
    },
    Stage {
        name: "client",
        steps: client,
        prepared: None,
    },
    Stage {
        name: "e2e",
        steps: e2e,
        prepared: Some("demo"),
    },
];

fn check(name: &'static str, command: Command) -> Step {
    Step {
        name,
        command,
        runner: Runner::Check,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the other stages can fail here")]
fn fmt(context: &Context) -> Result<Vec<Step>> {
    Ok(vec![check(
        "cargo fmt",
        context.project.cargo(&["fmt", "--all", "--check"]),
    )])
}

/// Cargo over the crates that build natively, with the library's native features.
fn workspace(context: &Context, mut command: Command) -> Result<Command> {
    command.args(["--workspace", "--features", NATIVE]);
    for name in wasm_crates(&context.project.root)? {
        command.args(["--exclude", &name]);
    }
    Ok(command)
}

fn clippy(context: &Context) -> Result<Vec<Step>> {
    tools::wasm_target()?;
    let strict = |mut command: Command| {
        command.args(["--", "-D", "warnings"]);
        command
    };
    let wasm = |args: &[&str]| {
        let mut command = context.project.cargo_alone(&["clippy", "--target", WASM]);
        command.args(args);
        strict(command)
    };
    let library = ["--package", "mcp-widget", "--lib"];
    let mut steps = vec![
        check(
            "clippy",
            strict(workspace(
                context,
                context.project.cargo_alone(&["clippy", "--all-targets"]),
            )?),
        ),
        check("clippy wasm32", wasm(&library)),
        check(
            "clippy wasm32 js",
            wasm(
                &[
                    &library[..],
                    &["--no-default-features", "--features", "app,js"],
                ]
                .concat(),
            ),
        ),
        check(
            "clippy wasm32 js client",
            wasm(
                &[
                    &library[..],
                    &["--no-default-features", "--features", "client,js"],
                ]
                .concat(),
            ),
        ),
        check(
            "clippy wasm32 client",
            wasm(&[&library[..], &["--features", "client"]].concat()),
        ),
        check(
            "clippy wasm32 http",
            wasm(
                &[
                    &library[..],
                    &["--no-default-features", "--features", "http"],
                ]
                .concat(),
            ),
        ),
        check(
            "clippy wasm32 tests",
            wasm(&[
                "--package",
                "mcp-widget",
                "--test",
                "web",
                "--features",
                "http",
            ]),
        ),
    ];
    for name in wasm_crates(&context.project.root)? {
        steps.push(check("clippy wasm32 cdylib", wasm(&["--package", &name])));
    }
    Ok(steps)
}

fn doc(context: &Context) -> Result<Vec<Step>> {
    let mut command = workspace(context, context.project.cargo(&["doc", "--no-deps"]))?;
    command.env("RUSTDOCFLAGS", "-Dwarnings");
    Ok(vec![check("cargo doc", command)])
}

fn native(context: &Context) -> Result<Vec<Step>> {
    let command = workspace(context, context.project.cargo(&["test", "--no-fail-fast"]))?;
    Ok(vec![Step {
        name: "cargo test",
        command,
        runner: Runner::Cargo,
    }])
}

/// The Rust surface in Chrome. `mvp` and `strip` give the tests the engine's kind of handles; with one of the two
/// alone, wasm-bindgen looks for helpers that the other left out.
fn browser_rust(context: &Context) -> Result<Vec<Step>> {
    let browsers = context.browsers()?;
    let mut command = context.tools()?.wasm_pack(&context.project)?;
    command
        .args(["test", "--headless", "--chrome", "--chromedriver"])
        .arg(&browsers.driver)
        .args([
            "--mode",
            "no-install",
            "--",
            "--test",
            "web",
            "--features",
            "http",
        ])
        .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-cpu=mvp")
        .env_remove("RUSTFLAGS")
        .env("CARGO_PROFILE_DEV_STRIP", "true")
        .env(
            "WASM_BINDGEN_TEST_WEBDRIVER_JSON",
            browsers.webdriver_json(&context.project)?,
        )
        .env("WASM_BINDGEN_TEST_TIMEOUT", "180")
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60");
    Ok(vec![Step {
        name: "wasm-pack test",
        command,
        runner: Runner::Cargo,
    }])
}

fn package(context: &Context) -> Result<Vec<Step>> {
    let tarball = context.package()?;
    let mut publint = context.project.command("node");
    publint
        .arg("tests/node_modules/publint/src/cli.js")
        .args(["run", "--strict"])
        .arg(tarball);
    Ok(vec![check("publint", publint)])
}

fn types(context: &Context) -> Result<Vec<Step>> {
    context.package()?;
    let project = context.project.at("tests/types/tsconfig.json");
    if !project.is_file() {
        return Err(Error::missing(
            "tests/types has no tsconfig.json.",
            "The type tests belong there.",
        ));
    }
    let mut tsc = npm::npm(
        &context.project,
        &["exec", "--offline", "--", "tsc", "--noEmit", "--project"],
    );
    tsc.arg(project).current_dir(context.project.at("tests"));
    Ok(vec![check("tsc", tsc)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        for (at, stage) in STAGES.iter().enumerate() {
            assert!(
                STAGES[..at]
                    .iter()
                    .all(|earlier| earlier.name != stage.name),
                "{}",
                stage.name
            );
        }
    }
}
