//! `cargo xtask fuzz`: inputs that a fuzzer thinks up, for what reads bytes from the network.

use std::{fs, process::Command};

use crate::{
    error::{Error, Result},
    process::{output, run, say},
    project::Project,
};

/// The programs of `tests/fuzz`.
const TARGETS: [&str; 2] = ["sse", "challenges"];
/// What libFuzzer needs to see the ways that an input takes. There is no unsafe code for a sanitizer to watch, so no nightly compiler is needed.
const INSTRUMENTS: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];

#[derive(Debug, PartialEq, Eq)]
struct Options {
    targets: Vec<&'static str>,
    seconds: u32,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self> {
        let mut options = Self {
            targets: Vec::new(),
            seconds: 120,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "--seconds" {
                let text = args.next().map_or("", String::as_str);
                // Without end is what 0 means to libFuzzer.
                options.seconds =
                    text.parse()
                        .ok()
                        .filter(|count| *count > 0)
                        .ok_or_else(|| {
                            Error::Usage(format!("--seconds needs a number from 1, not `{text}`"))
                        })?;
                continue;
            }
            let known = TARGETS.into_iter().find(|target| target == arg);
            options.targets.push(known.ok_or_else(|| {
                Error::Usage(format!(
                    "fuzz does not know `{arg}`; it has {}, and takes --seconds N",
                    TARGETS.join(", ")
                ))
            })?);
        }
        if options.targets.is_empty() {
            options.targets.extend(TARGETS);
        }
        Ok(options)
    }
}

/// Runs the targets one after another, each for its time; fails at the first input that one does not stand.
///
/// What was found worth keeping stays in the target folder, and the next run begins with it.
pub(crate) fn command(args: &[String]) -> Result<()> {
    let options = Options::parse(args)?;
    let project = Project::locate()?;
    let host = output(Command::new("rustc").args(["--print", "host-tuple"])).ok_or_else(|| {
        Error::missing(
            "rustc does not name its host.",
            "Install Rust from https://rustup.rs.",
        )
    })?;
    let folder = project.target.join("fuzz");
    for target in options.targets {
        let corpus = folder.join("corpus").join(target);
        let failures = folder.join("failures").join(target);
        for folder in [&corpus, &failures] {
            fs::create_dir_all(folder)
                .map_err(Error::io(format!("making {}", folder.display())))?;
        }
        say(&format!("fuzzing {target} for {} s", options.seconds));
        let fuzzed = run(project
            .cargo_alone(&["run", "--quiet", "--release", "--manifest-path"])
            .arg(project.at("tests/fuzz/Cargo.toml"))
            // With a target named, build scripts go without the instruments.
            .args(["--target", &host, "--bin", target, "--"])
            .arg(&corpus)
            .arg(project.at("tests/fuzz/seeds").join(target))
            .arg(format!("-max_total_time={}", options.seconds))
            .arg(format!("-artifact_prefix={}/", failures.display()))
            .args(["-timeout=180", "-print_final_stats=1", "-verbosity=0"])
            .env("CARGO_TARGET_DIR", &folder)
            .env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTS.join("\u{1f}"))
            .env_remove("RUSTFLAGS"));
        match fuzzed {
            Err(Error::Failed { .. }) => {
                return Err(Error::Blocked(format!(
                    "{target} fails; if an input is to blame, it is in {}",
                    failures.display()
                )));
            }
            other => other?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Options::parse(&args)
    }

    #[test]
    fn all_targets_run_for_two_minutes() {
        let options = parse("").expect("fine");
        assert_eq!((&options.targets[..], options.seconds), (&TARGETS[..], 120));
    }

    #[test]
    fn one_can_be_chosen_and_its_time() {
        for text in ["sse --seconds 5", "--seconds 5 sse"] {
            let options = parse(text).expect("fine");
            assert_eq!((&options.targets[..], options.seconds), (&["sse"][..], 5));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["see", "--seconds", "--seconds 0", "--seconds ten", "--fast"] {
            assert!(matches!(parse(text), Err(Error::Usage(_))), "{text}");
        }
    }
}
