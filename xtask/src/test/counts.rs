//! How many tests passed: read from what the test runners print.

use std::{fmt::Write as _, ops::AddAssign};

/// Tests by their outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

/// Which runner's summary to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// No tests inside: the program's success counts as one.
    Check,
    /// Cargo's, and that of wasm-bindgen, which prints the same line.
    Cargo,
    /// Node's `spec` and `tap` reporters.
    Node,
}

impl Counts {
    pub(crate) const PASSED: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
    };
    pub(crate) const FAILED: Self = Self {
        passed: 0,
        failed: 1,
        skipped: 0,
    };

    /// Judges a finished run. One that failed without naming a test, and one that ran no test, count as a failure.
    pub(crate) fn of(runner: Runner, success: bool, output: &str) -> Self {
        let mut counts = match runner {
            Runner::Check => return if success { Self::PASSED } else { Self::FAILED },
            Runner::Cargo => cargo(output),
            Runner::Node => node(output),
        };
        if counts.failed == 0 && (!success || counts.passed == 0) {
            counts.failed = 1;
        }
        counts
    }

    /// The last line of the whole run.
    pub(crate) fn line(self) -> String {
        let mut line = format!("{} passed, {} failed", self.passed, self.failed);
        if self.skipped > 0 {
            let _ = write!(line, ", {} skipped", self.skipped);
        }
        line
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Sums the lines `test result: ok. 3 passed; 0 failed; 1 ignored; …`, one for each test program.
fn cargo(output: &str) -> Counts {
    let mut counts = Counts::default();
    for line in output.lines() {
        let Some(result) = line.trim_start().strip_prefix("test result: ") else {
            continue;
        };
        let words: Vec<&str> = result.split_whitespace().collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<u32>() else {
                continue;
            };
            match pair[1].trim_end_matches(';') {
                "passed" => counts.passed += number,
                "failed" => counts.failed += number,
                "ignored" => counts.skipped += number,
                _ => {}
            }
        }
    }
    counts
}

/// Reads the summary at the end: `ℹ pass 3` or `# pass 3`. A test may print such a line too, so the last one holds.
fn node(output: &str) -> Counts {
    let last = |key: &str| {
        output.lines().rev().find_map(|line| {
            let rest = line
                .strip_prefix("ℹ ")
                .or_else(|| line.strip_prefix("# "))?;
            rest.strip_prefix(key)?
                .strip_prefix(' ')?
                .trim()
                .parse::<u32>()
                .ok()
        })
    };
    let sum = |keys: &[&str]| keys.iter().filter_map(|key| last(key)).sum();
    Counts {
        passed: sum(&["pass"]),
        failed: sum(&["fail", "cancelled"]),
        skipped: sum(&["skipped", "todo"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn counts(passed: u32, failed: u32, skipped: u32) -> Counts {
        Counts {
            passed,
            failed,
            skipped,
        }
    }

    #[test]
    fn cargo_programs_add_up() {
        let output = "running 2 tests\n\
            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n\
            test result: FAILED. 40 passed; 3 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.10s\n";
        assert_eq!(Counts::of(Runner::Cargo, false, output), counts(42, 3, 1));
    }

    #[test]
    fn node_reporters_are_read() {
        let spec = "✔ adds (1ms)\nℹ tests 9\nℹ suites 2\nℹ pass 5\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 1\n";
        assert_eq!(Counts::of(Runner::Node, false, spec), counts(5, 2, 2));
        let tap = "ok 1 - adds\n# pass 77\n1..1\n# tests 1\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n";
        assert_eq!(Counts::of(Runner::Node, true, tap), counts(1, 0, 0));
    }

    #[test]
    fn a_failure_without_a_failed_test_counts() {
        assert_eq!(
            Counts::of(Runner::Cargo, false, "error: could not compile"),
            counts(0, 1, 0)
        );
        let crashed =
            "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured\nsignal: 6, SIGABRT\n";
        assert_eq!(Counts::of(Runner::Cargo, false, crashed), counts(4, 1, 0));
    }

    #[test]
    fn no_tests_is_a_failure() {
        assert_eq!(Counts::of(Runner::Cargo, true, "Finished"), counts(0, 1, 0));
        assert_eq!(
            Counts::of(Runner::Node, true, "ℹ tests 0\nℹ pass 0\nℹ fail 0\n"),
            counts(0, 1, 0)
        );
    }

    #[test]
    fn a_check_is_one() {
        assert_eq!(Counts::of(Runner::Check, true, "anything"), Counts::PASSED);
        assert_eq!(Counts::of(Runner::Check, false, ""), Counts::FAILED);
    }

    #[test]
    fn the_last_line_names_skipped_tests_only_if_there_are_any() {
        assert_eq!(counts(3, 0, 0).line(), "3 passed, 0 failed");
        assert_eq!(counts(3, 1, 2).line(), "3 passed, 1 failed, 2 skipped");
    }
}
