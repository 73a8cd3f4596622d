//! `cargo xtask test`: every check and test of the project, stage by stage.

mod context;
mod counts;
mod stages;
mod suites;

use std::time::{Duration, Instant};

use self::{
    context::Context,
    counts::Counts,
    stages::{STAGES, Stage, Step},
};
use crate::{
    error::{Error, Result},
    process::{capture, line, say},
    project::Project,
};

/// A program that prints nothing for so long hangs; compiling and testing both print more often.
const PATIENCE: Duration = Duration::from_mins(10);

/// What the command line of `test` asks for.
#[derive(Debug, PartialEq, Eq)]
enum Request {
    List,
    Run(Vec<String>),
}

impl Request {
    fn parse(args: &[String]) -> Result<Self> {
        let mut only = Vec::new();
        let mut args = args.iter().peekable();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--list" => return Ok(Self::List),
                "--only" => {
                    let before = only.len();
                    while let Some(names) = args.next_if(|next| !next.starts_with('-')) {
                        only.extend(names.split(',').map(str::to_owned));
                    }
                    if only.len() == before {
                        return Err(Error::Usage(
                            "--only needs the name of a stage; --list names them".into(),
                        ));
                    }
                }
                other => {
                    return Err(Error::Usage(format!(
                        "test does not know `{other}`; it takes --only and --list"
                    )));
                }
            }
        }
        if let Some(unknown) = only
            .iter()
            .find(|name| STAGES.iter().all(|stage| stage.name != name.as_str()))
        {
            return Err(Error::Usage(format!(
                "there is no stage `{unknown}`; --list names them"
            )));
        }
        Ok(Self::Run(only))
    }

    fn includes(&self, stage: &Stage) -> bool {
        matches!(self, Self::Run(only) if only.is_empty() || only.iter().any(|name| name == stage.name))
    }
}

/// Runs what the arguments ask for; `false` if anything failed.
pub(crate) fn command(args: &[String]) -> Result<bool> {
    let request = Request::parse(args)?;
    if request == Request::List {
        for stage in STAGES {
            println!("{}", stage.name);
        }
        return Ok(true);
    }
    let context = Context::new(Project::locate()?);
    let mut rows = Vec::new();
    for stage in STAGES.iter().filter(|stage| request.includes(stage)) {
        println!("── {}", stage.name);
        let started = Instant::now();
        let counts = run(stage, &context);
        rows.push((stage.name, counts, started.elapsed()));
    }
    Ok(summary(&rows))
}

/// Runs a stage to its end, whatever fails on the way.
fn run(stage: &Stage, context: &Context) -> Counts {
    let started = Instant::now();
    let steps = match (stage.steps)(context) {
        Ok(steps) => steps,
        Err(error) => {
            println!("   {} cannot run: {error}", stage.name);
            return Counts::FAILED;
        }
    };
    let mut counts = Counts::default();
    if let Some(name) = stage.prepared {
        tell(name, Counts::PASSED, started.elapsed());
        counts += Counts::PASSED;
    }
    for step in steps {
        counts += execute(step);
    }
    counts
}

fn execute(step: Step) -> Counts {
    let started = Instant::now();
    let typed = line(&step.command);
    let counts = match capture(step.command, PATIENCE) {
        Ok(run) => {
            let counts = Counts::of(step.runner, run.success, &run.output);
            if counts.failed > 0 {
                println!("{}", run.output.trim_end());
                say(&format!("failed: {typed}"));
            }
            counts
        }
        Err(error) => {
            println!("   {error}");
            Counts::FAILED
        }
    };
    tell(step.name, counts, started.elapsed());
    counts
}

fn tell(name: &str, counts: Counts, time: Duration) {
    let mark = if counts.failed > 0 { "✗" } else { "✓" };
    println!(
        "   {mark} {name:<22} {:<28} {:>6.1} s",
        counts.line(),
        time.as_secs_f32()
    );
}

/// Prints the table and the totals; `true` if all is well.
fn summary(rows: &[(&str, Counts, Duration)]) -> bool {
    let mut total = Counts::default();
    let mut time = Duration::ZERO;
    println!(
        "\n{:<14}{:>8}{:>8}{:>9}{:>10}",
        "stage", "passed", "failed", "skipped", "seconds"
    );
    for (name, counts, seconds) in rows {
        let Counts {
            passed,
            failed,
            skipped,
        } = counts;
        println!(
            "{name:<14}{passed:>8}{failed:>8}{skipped:>9}{:>10.1}",
            seconds.as_secs_f32()
        );
        total += *counts;
        time += *seconds;
    }
    println!("{:<14}{:>35.1}\n", "all", time.as_secs_f32());
    println!("{}", total.line());
    total.failed == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request> {
        Request::parse(
            &text
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn without_arguments_all_stages_run() {
        let request = parse("").expect("fine");
        assert!(STAGES.iter().all(|stage| request.includes(stage)));
    }

    #[test]
    fn stages_are_chosen_in_any_notation() {
        for text in ["--only fmt doc", "--only fmt,doc", "--only doc --only fmt"] {
            let request = parse(text).expect("fine");
            let chosen: Vec<&str> = STAGES
                .iter()
                .filter(|stage| request.includes(stage))
                .map(|stage| stage.name)
                .collect();
            assert_eq!(chosen, ["fmt", "doc"], "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["--only", "--only --list", "--only ftm", "fmt", "--fast"] {
            assert!(matches!(parse(text), Err(Error::Usage(_))), "{text}");
        }
    }

    #[test]
    fn the_list_can_be_asked_for() {
        assert_eq!(parse("--list").expect("fine"), Request::List);
    }
}
