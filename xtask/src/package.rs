//! `cargo xtask package`: the npm package out of the engine crate, the TypeScript sources and the template.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use crate::{
    cache::Lock,
    error::{Error, Result},
    npm,
    process::{path_with, run, say},
    project::Project,
    tools::Tools,
};

/// Builds `pkg`.
pub(crate) fn build(project: &Project, tools: &Tools) -> Result<()> {
    npm::install(project, "tests")?;
    let _lock = Lock::wait(&project.target.join("package.lock"), "the package")?;
    let engine = project.target.join("wasm-pack");
    let client = project.target.join("wasm-pack-client");
    say("compiling the engines");
    compile(project, tools, "pkg-template", "bundler", &engine)?;
    compile(project, tools, "pkg-template/client", "bundler", &client)?;

    say("assembling pkg");
    let bin = project.at("tests/node_modules/.bin");
    run(project
        .command("node")
        .arg(project.at("pkg-template/build.mjs"))
        .args([&engine, &client, &project.pkg()])
        .env("PATH", path_with(&[bin])?))?;
    npm::link_package(project)
}

/// Compiles a crate for the browser as the engine is compiled, and puts wasm-pack's output into a folder of its own.
pub(crate) fn compile(
    project: &Project,
    tools: &Tools,
    folder: &str,
    target: &str,
    to: &Path,
) -> Result<()> {
    clear(to)?;
    let mut pack = tools.wasm_pack(project)?;
    pack.args(["--log-level", "error", "build", folder])
        .args(["--profile", "engine", "--target", target])
        .args(["--mode", "no-install", "--no-pack", "--out-dir"])
        .arg(to)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(project).join("\x1f"))
        .env_remove("RUSTFLAGS")
        // It links the engine, whoever's the target folder is.
        .env(
            "RUSTC_WORKSPACE_WRAPPER",
            env::current_exe().map_err(Error::io("finding this program"))?,
        );
    run(&mut pack)
}

/// Tells what the package holds.
pub(crate) fn report(project: &Project) -> Result<()> {
    let pkg = project.pkg();
    let mut files = Vec::new();
    list(&pkg, &mut files).map_err(Error::io(format!("listing {}", pkg.display())))?;
    files.sort();
    let mut total = 0;
    for (file, size) in &files {
        let name = file.strip_prefix(&pkg).unwrap_or(file).display();
        println!("{size:>9}  pkg/{name}");
        total += size;
    }
    println!("{total:>9}  bytes in {} files", files.len());
    Ok(())
}

/// The engine's compiler flags. `mvp` is what lets the module be lowered to JavaScript as well; the paths of the
/// machine that builds are of no use to anybody who runs it. (Those in the clone are relative already.)
fn flags(project: &Project) -> Vec<String> {
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    let mut flags = vec!["-Ctarget-cpu=mvp".to_owned()];
    let mut remap =
        |from: &Path, to: &str| flags.push(format!("--remap-path-prefix={}={to}", from.display()));
    if let Some(home) = cargo_home {
        remap(&home, "/cargo");
    }
    remap(&project.cache.build(), "/build");
    flags
}

fn clear(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::Io {
            doing: format!("clearing {}", folder.display()),
            source: error,
        }),
        _ => Ok(()),
    }
}

fn list(folder: &Path, files: &mut Vec<(PathBuf, u64)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else {
            files.push((entry.path(), entry.metadata()?.len()));
        }
    }
    Ok(())
}
