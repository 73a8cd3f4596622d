//! A running `gift-server` with a folder of its own.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

/// The HTML that stands for the widget.
pub const WIDGET_HTML: &str = "<!doctype html><title>widget</title>";

/// The process and its folder; both end with it.
#[derive(Debug)]
pub struct Server {
    child: Child,
    folder: PathBuf,
    pub port: u16,
}

impl Server {
    /// Starts the program on a free port and waits for its line.
    pub fn start(more: &[&str]) -> Self {
        let folder = folder();
        let root = folder.join("root");
        std::fs::create_dir_all(root.join("assets")).expect("a folder");
        for (file, text) in [
            ("root/index.html", "<!doctype html><title>host</title>"),
            ("root/widget.html", WIDGET_HTML),
            ("root/assets/app.js", "export const one = 1;"),
            ("root/assets/style.css", "body{}"),
            ("root/assets/engine.wasm", "\0asm"),
            ("root/assets/a b.json", "{}"),
            ("secret.txt", "the secret"),
        ] {
            std::fs::write(folder.join(file), text).expect("a file");
        }
        let mut child = command(&root, "0")
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("stdout"))
            .read_line(&mut line)
            .expect("a line");
        let port = line
            .strip_prefix("gift-server listening on http://127.0.0.1:")
            .and_then(|port| port.trim_end().parse().ok())
            .unwrap_or_else(|| panic!("unexpected line {line:?}"));
        Self {
            child,
            folder,
            port,
        }
    }

    /// The folder of static files.
    pub fn root(&self) -> PathBuf {
        self.folder.join("root")
    }

    /// Sends a request exactly as it is written here, which no HTTP library would, and returns the whole answer.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .expect("a timeout");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("no head in {text:?}"));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .expect("a status");
        Answer {
            status,
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    /// GET of a path, sent as it is.
    pub fn get(&self, path: &str) -> Answer {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// In lower case.
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// The program on a folder and a port.
pub fn command(root: &Path, port: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gift-server"));
    command.arg("--root").arg(root).args(["--port", port]);
    command
}

/// A path for a new folder.
pub fn folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "gift-server-{}-{}",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
