//! The command line. Four options need no parser library.

use std::{ffi::OsString, fmt, net::IpAddr, path::PathBuf};

/// What `--help` prints.
pub const USAGE: &str = "\
The demo's MCP server: gift ideas over Streamable HTTP at /mcp, and the static files of the demo page.

usage: gift-server [--port N] [--root DIR] [--host ADDRESS] [--hostile]

  --port N         listen on this port; 0 takes any free one (default 8080)
  --root DIR       serve the files of this folder (default www/dist)
  --host ADDRESS   listen on this loopback address (default 127.0.0.1)
  --hostile        also offer the tool hostile_gifts, for tests
  --help           print this";

/// How to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// 0 takes any free port.
    pub port: u16,
    /// A loopback address.
    pub host: IpAddr,
    /// The folder of static files.
    pub root: PathBuf,
    /// Whether to offer `hostile_gifts`.
    pub hostile: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 8080,
            host: IpAddr::from([127, 0, 0, 1]),
            root: PathBuf::from("www/dist"),
            hostile: false,
        }
    }
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Serve.
    Serve(Options),
    /// Print [`USAGE`].
    Help,
}

/// A command line that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UsageError {
    /// No such option.
    Unknown(String),
    /// The option needs a value.
    Missing(&'static str),
    /// The value cannot be used.
    Bad {
        /// The option.
        option: &'static str,
        /// What it got.
        value: String,
        /// What it needs.
        expected: &'static str,
    },
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(option) => write!(f, "unknown option {option}"),
            Self::Missing(option) => write!(f, "{option} needs a value"),
            Self::Bad {
                option,
                value,
                expected,
            } => write!(f, "{option} {value}: expected {expected}"),
        }
    }
}

impl std::error::Error for UsageError {}

/// Reads the arguments after the program's name; `--port=N` is `--port N`.
///
/// # Errors
/// For the first option that is unknown or whose value cannot be used.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, UsageError> {
    let mut options = Options::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        let (name, given) = match text.split_once('=') {
            Some((name, value)) => (name, Some(OsString::from(value))),
            None => (text.as_str(), None),
        };
        let mut value = |option| {
            given
                .clone()
                .or_else(|| arguments.next())
                .ok_or(UsageError::Missing(option))
        };
        match name {
            "--help" | "-h" => return Ok(Command::Help),
            "--hostile" if given.is_none() => options.hostile = true,
            "--root" => options.root = value("--root")?.into(),
            "--port" => {
                options.port = parse("--port", &value("--port")?, "a number from 0 to 65535")?;
            }
            "--host" => options.host = host(&value("--host")?)?,
            _ => return Err(UsageError::Unknown(text)),
        }
    }
    Ok(Command::Serve(options))
}

fn parse<T: std::str::FromStr>(
    option: &'static str,
    value: &OsString,
    expected: &'static str,
) -> Result<T, UsageError> {
    let value = value.to_string_lossy();
    value.parse().map_err(|_| UsageError::Bad {
        option,
        value: value.into_owned(),
        expected,
    })
}

/// The demo has no log-in: nothing but this machine may reach it.
fn host(value: &OsString) -> Result<IpAddr, UsageError> {
    const EXPECTED: &str = "a loopback address: 127.0.0.1, ::1 or localhost";
    if value == "localhost" {
        return Ok(Options::default().host);
    }
    let host: IpAddr = parse("--host", value, EXPECTED)?;
    if host.is_loopback() {
        Ok(host)
    } else {
        Err(UsageError::Bad {
            option: "--host",
            value: host.to_string(),
            expected: EXPECTED,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(arguments: &[&str]) -> Result<Command, UsageError> {
        read(arguments.iter().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        assert_eq!(read_all(&[]), Ok(Command::Serve(Options::default())));
        let all = Options {
            port: 0,
            host: "::1".parse().expect("an address"),
            root: "a b".into(),
            hostile: true,
        };
        assert_eq!(
            read_all(&["--port", "0", "--root=a b", "--host", "::1", "--hostile"]),
            Ok(Command::Serve(all))
        );
        assert_eq!(
            read_all(&["--host", "localhost"]),
            Ok(Command::Serve(Options::default()))
        );
        assert_eq!(read_all(&["--port", "1", "--help"]), Ok(Command::Help));
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(
            read_all(&["--prot", "1"]),
            Err(UsageError::Unknown("--prot".into()))
        );
        assert_eq!(read_all(&["--port"]), Err(UsageError::Missing("--port")));
        for arguments in [
            ["--port", "65536"],
            ["--port", "x"],
            ["--host", "0.0.0.0"],
            ["--host", "192.168.0.1"],
            ["--host", "a"],
        ] {
            assert!(
                matches!(read_all(&arguments), Err(UsageError::Bad { .. })),
                "{arguments:?}"
            );
        }
    }
}
