//! The program from outside: its line, its exit codes, its static files, its defence against other origins.

#[allow(dead_code, unreachable_pub)]
mod support;

use std::net::TcpListener;

use support::{Server, command, folder};

#[test]
fn pages_and_assets_have_their_types() {
    let server = Server::start(&[]);
    for (path, media_type, body) in [
        (
            "/",
            "text/html; charset=utf-8",
            "<!doctype html><title>host</title>",
        ),
        (
            "/index.html",
            "text/html; charset=utf-8",
            "<!doctype html><title>host</title>",
        ),
        (
            "/assets/app.js",
            "text/javascript; charset=utf-8",
            "export const one = 1;",
        ),
        ("/assets/style.css", "text/css; charset=utf-8", "body{}"),
        ("/assets/engine.wasm", "application/wasm", "\0asm"),
        ("/assets/a%20b.json", "application/json", "{}"),
    ] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some(media_type)),
            "{path}"
        );
        assert_eq!(answer.body, body, "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
    }
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let server = Server::start(&[]);
    let absolute = format!("/{}", server.root().with_file_name("secret.txt").display());
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/%252e%252e/secret.txt",
        "/....//secret.txt",
        "/.%00./secret.txt",
        "//../secret.txt",
        &absolute,
    ] {
        let answer = server.get(path);
        assert!(
            (400..500).contains(&answer.status),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.body.contains("the secret"), "{path}");
    }
    assert_eq!(server.get("/index.html").status, 200);
}

#[test]
fn there_is_no_icon_and_nothing_to_complain_of() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/favicon.ico").status, 204);
}

#[test]
fn folders_are_not_listed() {
    let server = Server::start(&[]);
    for path in ["/assets", "/assets/", "/missing", "/missing/"] {
        let answer = server.get(path);
        assert!(!answer.body.contains("app.js"), "{path}");
        assert_ne!(answer.status, 200, "{path}");
    }
    assert_eq!(server.get("/assets/").status, 404);
}

fn initialize(server: &Server, host: &str, origin: Option<&str>) -> u16 {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Type: application/json\r\nAccept: application/json, \
         text/event-stream\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    server.raw(&request).status
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    let own = format!("127.0.0.1:{port}");
    let same_origin = format!("http://{own}");
    assert_eq!(initialize(&server, &own, None), 200);
    assert_eq!(initialize(&server, &own, Some(&same_origin)), 200);
    assert_eq!(
        initialize(
            &server,
            &format!("localhost:{port}"),
            Some(&format!("http://localhost:{port}"))
        ),
        200
    );
    // A name that an attacker's DNS leads to this machine.
    assert_eq!(initialize(&server, "attacker.invalid", None), 403);
    assert_eq!(
        initialize(
            &server,
            &format!("attacker.invalid:{port}"),
            Some("http://attacker.invalid")
        ),
        403
    );
    for origin in [
        "https://attacker.invalid",
        "null",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "file://",
    ] {
        assert_eq!(initialize(&server, &own, Some(origin)), 403, "{origin}");
    }
}

#[test]
fn a_port_in_use_is_said_clearly() {
    let root = folder();
    std::fs::create_dir_all(&root).expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let output = command(&root, &port).output().expect("the program ends");
    std::fs::remove_dir_all(&root).expect("the folder goes");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        message,
        format!("gift-server: port {port} is in use on 127.0.0.1: choose another with --port\n")
    );
}

#[test]
fn what_cannot_work_ends_with_two() {
    let missing = folder();
    for (more, says) in [
        (&[][..], "is not a folder"),
        (&["--host", "0.0.0.0"], "expected a loopback address"),
        (&["--colour"], "unknown option --colour"),
    ] {
        let output = command(&missing, "0")
            .args(more)
            .output()
            .expect("the program ends");
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains(says),
            "{output:?}"
        );
    }
    let help = command(&missing, "0")
        .arg("--help")
        .output()
        .expect("the program ends");
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--hostile"));
}
