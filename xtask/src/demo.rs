//! `cargo xtask demo`: builds the gift ideas and serves them on this machine.

use std::{
    env,
    net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream},
    path::PathBuf,
    process::Command,
    thread,
    time::Duration,
};

use crate::{
    error::{Error, Result},
    npm, package,
    process::{become_program, run, say},
    project::Project,
    tools::Tools,
};

/// What the command line of `demo` says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    port: u16,
    open: bool,
}

impl Options {
    pub(crate) fn parse(args: &[String]) -> Result<Self> {
        let mut options = Self {
            port: 8787,
            open: false,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--open" => options.open = true,
                "--port" => {
                    let text = args.next().map_or("", String::as_str);
                    options.port = text.parse().ok().filter(|port| *port > 0).ok_or_else(|| {
                        Error::Usage(format!(
                            "--port needs a number from 1 to 65535, not `{text}`"
                        ))
                    })?;
                }
                other => {
                    return Err(Error::Usage(format!(
                        "demo does not know `{other}`; it takes --port N and --open"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// Builds and serves; ends with the server.
pub(crate) fn serve(project: &Project, options: &Options) -> Result<()> {
    // Better now than after the build.
    free(options.port)?;
    let tools = Tools::ready(project)?;
    package::build(project, &tools)?;
    pages(project, &tools)?;
    let server = server(project)?;
    free(options.port)?;

    let address = format!("http://127.0.0.1:{}/", options.port);
    say(&format!("serving {address} (Ctrl-C ends it)"));
    if options.open {
        let own = env::current_exe().map_err(Error::io("finding this program"))?;
        Command::new(own)
            .args(["open", &address])
            .spawn()
            .map_err(Error::io("starting the browser"))?;
    }
    let mut command = project.command(server);
    command
        .args(["--port", &options.port.to_string(), "--root"])
        .arg(project.at("www/dist"));
    become_program(&mut command)
}

/// Builds the demo's pages around the assembled package, and the one that needs no package.
pub(crate) fn pages(project: &Project, tools: &Tools) -> Result<()> {
    npm::install(project, "www")?;
    say("compiling the widget in Rust");
    let widget = project.target.join("rust-widget");
    package::compile(project, tools, "www/rust-widget", "web", &widget)?;
    say("building the demo's pages");
    run(project.command("node").arg("www/build.mjs").arg(widget))
}

/// Builds the server and says where it is.
pub(crate) fn server(project: &Project) -> Result<PathBuf> {
    say("building the gift server");
    run(&mut project.cargo(&["build", "--package", "gift-server"]))?;
    Ok(project
        .target
        .join("debug")
        .join(format!("gift-server{}", env::consts::EXE_SUFFIX)))
}

fn free(port: u16) -> Result<()> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map(drop)
        .map_err(|error| {
            Error::missing(
                format!("Port {port} of 127.0.0.1 cannot be had: {error}."),
                "End the program that has it, or choose another with `cargo xtask demo --port N`.",
            )
        })
}

/// Opens the page once the server answers. Runs as a process of its own, because the one that built has become the server.
pub(crate) fn open(address: &str) -> Result<()> {
    let port = address
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .and_then(|text| text.parse().ok());
    let port = port.ok_or_else(|| Error::Usage(format!("`{address}` has no port")))?;
    let socket = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
    for _ in 0..100 {
        if TcpStream::connect(socket).is_ok() {
            let mut command = match env::consts::OS {
                "macos" => Command::new("open"),
                "windows" => Command::new("explorer"),
                _ => Command::new("xdg-open"),
            };
            return run(command.arg(address));
        }
        thread::sleep(Duration::from_millis(100));
    }
    Err(Error::missing(
        "The server does not answer.",
        format!("Open {address} yourself once it does."),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options> {
        Options::parse(
            &text
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn options_are_read() {
        assert_eq!(
            parse("").expect("fine"),
            Options {
                port: 8787,
                open: false
            }
        );
        assert_eq!(
            parse("--open --port 9000").expect("fine"),
            Options {
                port: 9000,
                open: true
            }
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "--port",
            "--port x",
            "--port 0",
            "--port 70000",
            "--prot 1",
            "now",
        ] {
            assert!(matches!(parse(text), Err(Error::Usage(_))), "{text}");
        }
    }

    #[test]
    fn a_port_in_use_is_told() {
        let held = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = held.local_addr().expect("bound").port();
        let told = free(port).expect_err("in use").to_string();
        assert!(
            told.contains(&port.to_string()) && told.contains("--port"),
            "{told}"
        );
    }
}
