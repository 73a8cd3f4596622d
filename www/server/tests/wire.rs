//! The server's messages as they are written, through a bare pipe: the SDK's own client drops nulls while it reads, and
//! over HTTP the SDK withholds what a cancelled request still says.

use std::{path::PathBuf, sync::Arc, time::Duration};

use gift_server::{catalogue::Catalogue, server::GiftServer};
use rmcp::{RoleServer, ServiceExt, service::RunningService};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    time::{Instant, timeout},
};

struct Pipe {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    /// The server ends with it.
    _server: RunningService<RoleServer, GiftServer>,
}

impl Pipe {
    /// Starts a server and shakes hands; the second is the server's answer.
    async fn connect(version: &str) -> (Self, Value) {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let catalogue = Arc::new(Catalogue::load().expect("the catalogue"));
        let serving =
            tokio::spawn(GiftServer::new(catalogue, PathBuf::from("unused"), false).serve(theirs));
        let (reader, mut writer) = tokio::io::split(ours);
        let mut lines = BufReader::new(reader).lines();
        let info = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
        write(
            &mut writer,
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }),
        )
        .await;
        let line = lines
            .next_line()
            .await
            .expect("the server writes")
            .expect("an answer");
        write(
            &mut writer,
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        )
        .await;
        let server = serving.await.expect("no panic").expect("the handshake");
        (
            Self {
                lines,
                writer,
                _server: server,
            },
            serde_json::from_str(&line).expect("JSON"),
        )
    }

    async fn send(&mut self, message: Value) {
        write(&mut self.writer, message).await;
    }

    /// The next message, if there is one in time.
    async fn next(&mut self, within: Duration) -> Option<Value> {
        let line = timeout(within, self.lines.next_line())
            .await
            .ok()?
            .expect("the server writes")?;
        Some(serde_json::from_str(&line).expect("JSON"))
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params }))
            .await;
        let answer = self.next(Duration::from_secs(10)).await.expect("an answer");
        assert_eq!(answer["id"], json!(method));
        answer
    }
}

async fn write(writer: &mut WriteHalf<DuplexStream>, message: Value) {
    writer
        .write_all(format!("{message}\n").as_bytes())
        .await
        .expect("the server reads");
}

#[tokio::test]
async fn every_version_with_a_handshake_is_spoken() {
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // The SDK's client asks for this inside a handshake that this version no longer has.
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let (mut pipe, handshake) = Pipe::connect(asked).await;
        assert_eq!(
            handshake["result"]["protocolVersion"],
            json!(spoken),
            "{handshake}"
        );
        assert!(
            pipe.ask("tools/list", json!({})).await["result"]["tools"].is_array(),
            "{asked}"
        );
    }
}

#[tokio::test]
async fn nothing_is_null() {
    let (mut pipe, handshake) = Pipe::connect("2025-06-18").await;
    let mut answers = vec![handshake];
    for method in [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ] {
        answers.push(pipe.ask(method, json!({})).await);
    }
    let name = json!("suggest_gifts");
    let arguments = json!({ "occasion": "birthday", "budget": 600, "limit": 50 });
    answers.push(
        pipe.ask(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        )
        .await,
    );
    answers.push(
        pipe.ask(
            "tools/call",
            json!({ "name": name, "arguments": { "occasion": "x", "budget": 1 } }),
        )
        .await,
    );
    answers.push(pipe.ask("tools/call", json!({ "name": name })).await);
    answers.push(
        pipe.ask("prompts/get", json!({ "name": "gift_congrats_style" }))
            .await,
    );
    answers.push(
        pipe.ask(
            "resources/read",
            json!({ "uri": "mcp://gift-server/resources/gift_catalog" }),
        )
        .await,
    );
    answers.push(
        pipe.ask("resources/read", json!({ "uri": "nothing" }))
            .await,
    );
    for answer in answers {
        assert!(!answer.to_string().contains(":null"), "{answer}");
    }
}

#[tokio::test]
async fn a_cancelled_wait_ends() {
    let (mut pipe, _) = Pipe::connect("2024-11-05").await;
    // Progress every 100 ms for two seconds.
    let arguments = json!({ "occasion": "birthday", "budget": 50, "delay": 2_000 });
    let params = json!({ "name": "suggest_gifts", "arguments": arguments, "_meta": { "progressToken": "p" } });
    pipe.send(json!({ "jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": params }))
        .await;
    for _ in 0..2 {
        let progress = pipe.next(Duration::from_secs(10)).await.expect("progress");
        assert_eq!(progress["method"], json!("notifications/progress"));
        assert_eq!(progress["params"]["progressToken"], json!("p"));
    }
    pipe.send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "slow" } })).await;
    pipe.send(json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" }))
        .await;

    // What was under way may still come; a second later at most one step has.
    let mut steps = 0;
    let end = Instant::now() + Duration::from_secs(1);
    while let Some(message) = pipe
        .next(end.saturating_duration_since(Instant::now()))
        .await
    {
        assert_ne!(
            message["id"],
            json!("slow"),
            "a cancelled request gets no response"
        );
        steps += u32::from(message["method"] == json!("notifications/progress"));
    }
    assert!(steps <= 1, "{steps} steps after the cancellation");
}
