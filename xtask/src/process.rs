//! Running other programs: visibly, or with their output kept for later.

use std::{
    env,
    ffi::OsString,
    fmt::Write as _,
    io::{BufRead, BufReader, Write, pipe},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use crate::error::{Error, Result};

/// A line about what the command is doing now.
pub(crate) fn say(text: &str) {
    println!("· {text}");
    // Children write to the same terminal; without this, a pipe would show our lines after theirs.
    let _ = std::io::stdout().flush();
}

/// The command as a person would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut text = program
        .file_name()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

/// Runs a program with the terminal as its own; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(Error::io(format!("starting `{}`", line(command))))?;
    if status.success() {
        return Ok(());
    }
    Err(Error::Failed {
        command: line(command),
        status: status.to_string(),
    })
}

/// Puts another program in the place of this one, so that whatever ends this process ends the program.
#[cfg(unix)]
pub(crate) fn become_program(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;

    let source = command.exec();
    let doing = format!("starting `{}`", line(command));
    Err(Error::Io { doing, source })
}

/// Runs another program to its end.
#[cfg(not(unix))]
pub(crate) fn become_program(command: &mut Command) -> Result<()> {
    run(command)
}

/// What a program prints, if it runs and succeeds; `None` covers "not installed" too.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    out.status
        .success()
        .then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

/// The first program of these names on the PATH.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    names.iter().find_map(|name| {
        folders
            .iter()
            .map(|folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
            .find(|file| file.is_file())
    })
}

/// The PATH with these folders in front.
pub(crate) fn path_with(folders: &[PathBuf]) -> Result<OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.iter().cloned().chain(env::split_paths(&old))).map_err(|error| {
        Error::missing(
            format!("The PATH cannot be extended: {error}."),
            "Keep the clone in a folder without `:` in its name.",
        )
    })
}

/// What a captured run came to.
#[derive(Debug)]
pub(crate) struct Captured {
    /// Whether the program ended with success.
    pub(crate) success: bool,
    /// Both its streams, in the order in which they were written.
    pub(crate) output: String,
}

/// Runs a program and keeps what it prints; now and then shows its newest line, so that a long run is seen to move.
/// A program that prints nothing for `patience` is ended: it hangs.
pub(crate) fn capture(mut command: Command, patience: Duration) -> Result<Captured> {
    const TICK: Duration = Duration::from_secs(1);
    const BEAT: Duration = Duration::from_secs(20);

    let name = line(&command);
    let (reader, writer) = pipe().map_err(Error::io("making a pipe"))?;
    let twin = writer.try_clone().map_err(Error::io("making a pipe"))?;
    command.stdin(Stdio::null()).stdout(writer).stderr(twin);
    let mut child = command
        .spawn()
        .map_err(Error::io(format!("starting `{name}`")))?;
    // The command holds the pipe's writing ends; with them open the reader would never see the end.
    drop(command);

    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(reader);
        let mut bytes = Vec::new();
        while reader
            .read_until(b'\n', &mut bytes)
            .is_ok_and(|count| count > 0)
        {
            if sender
                .send(String::from_utf8_lossy(&bytes).into_owned())
                .is_err()
            {
                return;
            }
            bytes.clear();
        }
    });

    let mut output = String::new();
    let started = Instant::now();
    let (mut heard, mut beat) = (started, started);
    let mut ended = false;
    loop {
        match lines.recv_timeout(TICK) {
            Ok(text) => {
                output.push_str(&text);
                heard = Instant::now();
            }
            Err(RecvTimeoutError::Disconnected) => break,
            // A grandchild may hold the pipe open after its parent's end; nobody waits for it.
            Err(RecvTimeoutError::Timeout) if ended => break,
            Err(RecvTimeoutError::Timeout) => ended = matches!(child.try_wait(), Ok(Some(_))),
        }
        if heard.elapsed() > patience {
            let _ = child.kill();
            let _ = writeln!(
                output,
                "\n`{name}` was ended: no output for {} s",
                patience.as_secs()
            );
            break;
        }
        if beat.elapsed() > BEAT {
            beat = Instant::now();
            let newest = output
                .lines()
                .rev()
                .find(|text| !text.trim().is_empty())
                .unwrap_or("")
                .trim();
            say(&format!(
                "{:>4} s  {}",
                started.elapsed().as_secs(),
                newest.chars().take(100).collect::<String>()
            ));
        }
    }
    let status = child
        .wait()
        .map_err(Error::io(format!("waiting for `{name}`")))?;
    Ok(Captured {
        success: status.success(),
        output,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_streams_are_kept_in_order() {
        let run = capture(
            shell("echo one; echo two >&2; echo three; exit 3"),
            Duration::from_secs(20),
        )
        .expect("sh");
        assert_eq!(run.output, "one\ntwo\nthree\n");
        assert!(!run.success);
    }

    #[test]
    fn a_silent_program_is_ended() {
        let run =
            capture(shell("echo started; exec sleep 60"), Duration::from_secs(1)).expect("sh");
        assert!(run.output.starts_with("started\n"));
        assert!(run.output.contains("no output for 1 s"));
        assert!(!run.success);
    }

    #[test]
    fn a_grandchild_is_not_waited_for() {
        let started = Instant::now();
        let run = capture(shell("sleep 30 & echo done"), Duration::from_secs(20)).expect("sh");
        assert!(run.success);
        assert!(started.elapsed() < Duration::from_secs(15));
    }
}
