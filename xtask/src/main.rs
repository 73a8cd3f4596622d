//! The project's commands: `cargo xtask <command>`.

mod bench;
mod browsers;
mod cache;
mod demo;
mod error;
mod fuzz;
mod install;
mod link;
mod manifest;
mod npm;
mod object;
mod package;
mod process;
mod project;
mod size;
mod test;
mod tools;

use std::{env, process::ExitCode};

use crate::{
    browsers::Browsers,
    error::{Error, Result},
    process::{run, say},
    project::Project,
    tools::Tools,
};

const USAGE: &str = "\
cargo xtask <command>

  setup                      install what the other commands need
  package                    build the npm package in pkg
  demo [--port N] [--open]   build the demo and serve it on 127.0.0.1 (port 8787)
  test [--only STAGE ...]    run the tests, all or some stages; --list names the stages
  bench [NAME ...]           measure: payload, start, calls, roundtrip, burst, and by name memory and widgets, which
                             writes its table into docs/ext-apps.md; fails where a limit is passed
  fuzz [TARGET ...] [--seconds N]
                             think up inputs for what reads the network: sse, challenges; each for N seconds (120)
  size [--why]               measure what a widget ships; fails above budget; --why tells what the bytes are

Tools are kept in a cache folder of the user; MCP_WIDGET_CACHE moves it.
CHROME and CHROMEDRIVER name the browser for the tests.";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a command; `false` is a failure that has been told already.
fn dispatch(args: &[String]) -> Result<bool> {
    if project::wraps(args) {
        return project::wrap(args).map(|()| true);
    }
    if link::links(args) {
        return link::link(args).map(|()| true);
    }
    let Some((command, rest)) = args.split_first() else {
        println!("{USAGE}");
        return Ok(true);
    };
    match command.as_str() {
        "setup" => setup(&Project::locate()?)?,
        "package" => {
            let project = Project::locate()?;
            package::build(&project, &Tools::ready(&project)?)?;
            package::report(&project)?;
        }
        "demo" => demo::serve(&Project::locate()?, &demo::Options::parse(rest)?)?,
        "bench" => bench::command(rest)?,
        "fuzz" => fuzz::command(rest)?,
        "size" => size::command(rest)?,
        // Started by `demo --open`.
        "open" => demo::open(rest.first().map_or("", String::as_str))?,
        "test" => return test::command(rest),
        "help" | "--help" | "-h" => println!("{USAGE}"),
        other => {
            return Err(Error::Usage(format!(
                "there is no command `{other}`\n\n{USAGE}"
            )));
        }
    }
    Ok(true)
}

/// Everything that can be had before the package exists; `www` links the package and follows in `demo`.
fn setup(project: &Project) -> Result<()> {
    Tools::ready(project)?;
    run(&mut project.cargo(&["fetch", "--quiet"]))?;
    npm::install(project, "tests")?;
    let browsers = Browsers::ready()?;
    say(&format!(
        "ready; the browser is {}",
        browsers.chrome.display()
    ));
    Ok(())
}
