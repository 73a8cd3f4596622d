//! `cargo xtask size`: what a widget ships, against budgets, and what the bytes are.

use std::{ffi::OsString, path::PathBuf};

use crate::{
    error::{Error, Result},
    package,
    process::{path_with, run, say},
    project::Project,
    tools::Tools,
};

/// Measures the bundles, writes their table into the README and fails above a budget; `--why` explains them instead.
pub(crate) fn command(args: &[String]) -> Result<()> {
    let why = match args {
        [] => false,
        [only] if only == "--why" => true,
        _ => return Err(Error::Usage("size takes --why, or nothing".into())),
    };
    let project = Project::locate()?;
    let tools = Tools::ready(&project)?;
    package::build(&project, &tools)?;
    if why {
        let module = named(&project)?;
        return run(project
            .command("node")
            .arg(project.at("tests/bench/why.mjs"))
            .arg(module)
            .env("PATH", path(&project, &tools)?));
    }
    run(project
        .command("node")
        .arg(project.at("tests/bench/size.mjs"))
        .arg(project.at("README.md"))
        .env("PATH", path(&project, &tools)?))
    .map_err(|error| match error {
        Error::Failed { .. } => Error::Blocked(
            "The bundles are not in their budgets; what was told above says why.".into(),
        ),
        other => other,
    })
}

/// The PATH on which wasm-pack finds its tools: the scripts need the same ones.
fn path(project: &Project, tools: &Tools) -> Result<OsString> {
    let pack = tools.wasm_pack(project)?;
    let path = pack
        .get_envs()
        .find_map(|(name, value)| if name == "PATH" { value } else { None });
    path.map_or_else(|| path_with(&[]), |path| Ok(path.to_owned()))
}

/// The engine's module as the compiler leaves it, with the names of its functions; says where. In a folder of its own,
/// so that the package's module is not compiled anew afterwards.
fn named(project: &Project) -> Result<PathBuf> {
    const TARGET: &str = "wasm32-unknown-unknown";

    say("compiling the engine with names");
    let folder = project.target.join("why");
    run(project
        .cargo(&["build", "--quiet", "--package", "mcp-widget-engine"])
        .args(["--profile", "engine", "--target", TARGET])
        .env("CARGO_TARGET_DIR", &folder)
        .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-cpu=mvp")
        .env_remove("RUSTFLAGS")
        .env("CARGO_PROFILE_ENGINE_STRIP", "none"))?;
    Ok(folder.join(TARGET).join("engine/mcp_widget_engine.wasm"))
}
