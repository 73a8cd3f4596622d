//! `gift-server`: the demo's MCP server. Everything it does stands in the library beside it.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use gift_server::{
    http::HttpServer,
    options::{self, Command, USAGE},
};

/// The command line, the folder or the port cannot be used.
const CANNOT_START: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    let options = match options::read(std::env::args_os().skip(1)) {
        Ok(Command::Serve(options)) => options,
        Ok(Command::Help) => return say(USAGE).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(error) => return complain(&format!("{error}\n\n{USAGE}"), CANNOT_START),
    };
    let server = match HttpServer::bind(&options).await {
        Ok(server) => server,
        Err(error) => return complain(&error, CANNOT_START),
    };
    // Whoever started the server reads its port from this line; a reader that has gone does not stop it.
    let _ = say(&format!("gift-server listening on {}", server.url()));
    match server.run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&error, 1),
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

fn complain(error: &dyn std::fmt::Display, code: u8) -> ExitCode {
    eprintln!("gift-server: {error}");
    ExitCode::from(code)
}
