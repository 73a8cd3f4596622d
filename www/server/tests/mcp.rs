//! The server as the SDK's own client sees it, over Streamable HTTP.

#[allow(dead_code, unreachable_pub)]
mod support;

use std::{sync::Mutex, time::Duration};

use rmcp::{
    ClientHandler, RoleClient, ServiceExt,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode,
        ErrorData, GetPromptRequestParams, JsonObject, ProgressNotificationParam,
        ReadResourceRequestParams, ServerResult, object,
    },
    service::{
        NotificationContext, PeerRequestOptions, RequestHandle, RunningService, ServiceError,
    },
    transport::StreamableHttpClientTransport,
};
use serde_json::{Value, json};
use support::{Server, WIDGET_HTML};

const CATALOGUE: &str = "mcp://gift-server/resources/gift_catalog";
const WIDGET: &str = "ui://gift-server/gifts.html";
const RUST_WIDGET: &str = "ui://gift-server/rust.html";

/// Remembers the progress that it was told.
#[derive(Debug, Default)]
struct Client {
    progress: Mutex<Vec<ProgressNotificationParam>>,
}

impl Client {
    fn progress(&self) -> Vec<ProgressNotificationParam> {
        self.progress.lock().expect("nobody panicked").clone()
    }
}

impl ClientHandler for Client {
    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.progress
            .lock()
            .expect("nobody panicked")
            .push(progress);
    }
}

type Connection = RunningService<RoleClient, Client>;

async fn connect(server: &Server) -> Connection {
    let transport =
        StreamableHttpClientTransport::from_uri(format!("http://127.0.0.1:{}/mcp", server.port));
    Client::default()
        .serve(transport)
        .await
        .expect("the handshake")
}

fn request(name: &'static str, arguments: Value) -> ClientRequest {
    ClientRequest::CallToolRequest(CallToolRequest::new(
        CallToolRequestParams::new(name).with_arguments(object(arguments)),
    ))
}

async fn begin(connection: &Connection, arguments: Value) -> RequestHandle<RoleClient> {
    let options = PeerRequestOptions::no_options();
    connection
        .send_cancellable_request(request("suggest_gifts", arguments), options)
        .await
        .expect("a request")
}

async fn call(
    connection: &Connection,
    name: &'static str,
    arguments: Value,
) -> Result<CallToolResult, ErrorData> {
    let options = PeerRequestOptions::with_timeout(Duration::from_secs(20));
    let handle = connection
        .send_cancellable_request(request(name, arguments), options)
        .await
        .expect("a request");
    match handle.await_response().await {
        Ok(ServerResult::CallToolResult(result)) => Ok(result),
        Err(ServiceError::McpError(error)) => Err(error),
        other => panic!("neither a result nor an error: {other:?}"),
    }
}

fn json_of(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}

fn no_nulls(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => items.iter().all(no_nulls),
        Value::Object(members) => members.values().all(no_nulls),
        _ => true,
    }
}

#[tokio::test]
async fn handshake_and_lists() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let info = json_of(client.peer_info().expect("the server's answer").as_ref());
    assert_eq!(info["serverInfo"]["name"], json!("gift-server"), "{info}");
    for capability in ["tools", "resources", "prompts"] {
        assert!(info["capabilities"][capability].is_object(), "{info}");
    }

    let tools = json_of(client.list_tools(None).await.expect("tools"));
    assert!(no_nulls(&tools), "{tools}");
    let [tool] = tools["tools"].as_array().expect("an array").as_slice() else {
        panic!("not one tool: {tools}")
    };
    assert_eq!(tool["name"], json!("suggest_gifts"));
    assert_eq!(tool["inputSchema"]["type"], json!("object"));
    assert_eq!(
        tool["inputSchema"]["required"],
        json!(["occasion", "budget"])
    );
    assert_eq!(
        tool["inputSchema"]["properties"]["budget"]["type"],
        json!("number")
    );
    assert_eq!(
        tool["outputSchema"]["properties"]["gifts"]["items"]["type"],
        json!("object")
    );
    assert_eq!(tool["annotations"]["readOnlyHint"], json!(true));
    assert_eq!(tool["_meta"]["ui"]["resourceUri"], json!(WIDGET));
    assert!(tool["title"].is_string() && tool["description"].is_string());

    let resources = json_of(client.list_resources(None).await.expect("resources"));
    assert!(no_nulls(&resources), "{resources}");
    let uris: Vec<_> = resources["resources"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|item| &item["uri"])
        .collect();
    assert_eq!(uris, [CATALOGUE, WIDGET]);
    assert_eq!(resources["resources"][0]["name"], json!("gift_catalog"));
    assert_eq!(
        resources["resources"][1]["mimeType"],
        json!("text/html;profile=mcp-app")
    );
    assert_eq!(
        resources["resources"][1]["_meta"],
        json!({ "ui": { "csp": {}, "prefersBorder": true } })
    );
    let templates = json_of(
        client
            .list_resource_templates(None)
            .await
            .expect("templates"),
    );
    assert_eq!(templates["resourceTemplates"], json!([]));
    assert!(no_nulls(&templates), "{templates}");

    let prompts = json_of(client.list_prompts(None).await.expect("prompts"));
    assert!(no_nulls(&prompts), "{prompts}");
    assert_eq!(prompts["prompts"][0]["name"], json!("gift_congrats_style"));
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn calls() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let good = json!({ "occasion": "birthday", "budget": 100, "recipient": "friend who loves board games", "limit": 4 });
    let result = json_of(
        call(&client, "suggest_gifts", good)
            .await
            .expect("a result"),
    );
    assert_eq!(result["isError"], json!(false));
    assert!(no_nulls(&result), "{result}");
    let structured = &result["structuredContent"];
    assert_eq!(
        (&structured["occasion"], &structured["budget"]),
        (&json!("birthday"), &json!(100))
    );
    let gifts = structured["gifts"].as_array().expect("gifts");
    assert_eq!(gifts.len(), 4);
    for gift in gifts {
        assert!(
            gift["tags"]
                .as_array()
                .is_some_and(|tags| tags.contains(&json!("board games"))),
            "{gift}"
        );
        assert!(
            gift["price"].as_f64().is_some_and(|price| price <= 100.0),
            "{gift}"
        );
        assert_eq!(gift["currency"], json!("USD"));
    }
    let text: Value =
        serde_json::from_str(result["content"][1]["text"].as_str().expect("a text")).expect("JSON");
    assert_eq!(&text, structured);

    let none = call(
        &client,
        "suggest_gifts",
        json!({ "occasion": "wedding", "budget": 2 }),
    )
    .await
    .expect("a result");
    assert_eq!(none.is_error, Some(true));
    let words = &none.content[0].as_text().expect("a text").text;
    assert!(
        words.starts_with("No gift for this budget: $2 is not enough"),
        "{words}"
    );

    for budget in [json!("100"), json!(-1), Value::Null, json!({})] {
        let error = call(
            &client,
            "suggest_gifts",
            json!({ "occasion": "birthday", "budget": budget }),
        )
        .await
        .expect_err("no number is no budget");
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        assert!(error.message.contains("“budget”"), "{}", error.message);
    }
    let missing = call(&client, "suggest_gifts", json!({ "occasion": "birthday" }))
        .await
        .expect_err("no budget");
    assert_eq!(
        (missing.code, missing.data),
        (
            ErrorCode::INVALID_PARAMS,
            Some(json!({ "argument": "budget" }))
        )
    );
    for name in ["hostile_gifts", "nothing"] {
        let error = call(&client, name, json!({}))
            .await
            .expect_err("no such tool");
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    }
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn resources() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let read = async |uri: &str| match client
        .read_resource(ReadResourceRequestParams::new(uri))
        .await
    {
        Ok(result) => Ok(json_of(result)["contents"][0].clone()),
        Err(ServiceError::McpError(error)) => Err(error),
        Err(other) => panic!("{other}"),
    };
    let catalogue = read(CATALOGUE).await.expect("the catalogue");
    assert_eq!(catalogue["mimeType"], json!("application/json"));
    let summary: Value =
        serde_json::from_str(catalogue["text"].as_str().expect("a text")).expect("JSON");
    assert_eq!(summary["priceRange"], json!({ "min": 5, "max": 600 }));
    assert!(summary["count"].as_u64().is_some_and(|count| count >= 150));

    let widget = read(WIDGET).await.expect("the widget");
    assert_eq!(
        (&widget["uri"], &widget["text"]),
        (&json!(WIDGET), &json!(WIDGET_HTML))
    );
    assert_eq!(widget["mimeType"], json!("text/html;profile=mcp-app"));
    assert_eq!(
        widget["_meta"]["ui"],
        json!({ "csp": {}, "prefersBorder": true })
    );

    for uri in [
        "mcp://gift-server/resources/nothing",
        RUST_WIDGET,
        "ui://gift-server/../secret.txt",
        "",
    ] {
        let error = read(uri).await.expect_err("no such resource");
        assert_eq!(
            (error.code, error.data),
            (ErrorCode::RESOURCE_NOT_FOUND, Some(json!({ "uri": uri })))
        );
    }

    // A rebuilt, a missing and a new file show without a restart.
    std::fs::write(server.root().join("widget.html"), "rebuilt").expect("a file");
    assert_eq!(
        read(WIDGET).await.expect("the widget")["text"],
        json!("rebuilt")
    );
    std::fs::remove_file(server.root().join("widget.html")).expect("a file");
    let error = read(WIDGET).await.expect_err("no file");
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert!(
        error.message.contains("build the widget first"),
        "{}",
        error.message
    );
    std::fs::write(server.root().join("rust-widget.html"), "rust").expect("a file");
    assert_eq!(
        read(RUST_WIDGET).await.expect("the widget")["text"],
        json!("rust")
    );
    let listed = client
        .list_resources(None)
        .await
        .expect("resources")
        .resources;
    assert!(listed.iter().any(|resource| resource.uri == RUST_WIDGET));
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn prompts() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let get = async |name: &str, arguments: JsonObject| {
        client
            .get_prompt(GetPromptRequestParams::new(name).with_arguments(arguments))
            .await
    };
    let prompt = get("gift_congrats_style", object(json!({ "name": "Ada" })))
        .await
        .expect("the prompt");
    let prompt = json_of(prompt);
    assert_eq!(prompt["messages"][0]["role"], json!("user"));
    assert_eq!(prompt["messages"][0]["content"]["type"], json!("text"));
    assert!(
        prompt["messages"][0]["content"]["text"]
            .as_str()
            .is_some_and(|text| text.contains("for Ada"))
    );
    let Err(ServiceError::McpError(error)) = get("nothing", JsonObject::new()).await else {
        panic!("a prompt")
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn progress_comes_before_the_result() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let handle = begin(
        &client,
        json!({ "occasion": "birthday", "budget": 50, "delay": 300 }),
    )
    .await;
    let token = handle.progress_token.clone();
    assert!(matches!(
        handle.await_response().await,
        Ok(ServerResult::CallToolResult(_))
    ));
    // Handlers of notifications run as tasks of their own.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let progress = client.service().progress();
    assert_eq!(progress.len(), 5, "{progress:?}");
    for (at, step) in progress.iter().enumerate() {
        assert_eq!((step.progress, step.total), (at as f64 + 1.0, Some(5.0)));
        assert!(step.progress_token == token && step.message.is_some());
    }
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn a_cancelled_call_ends_and_the_next_one_works() {
    let server = Server::start(&[]);
    let client = connect(&server).await;
    let handle = begin(
        &client,
        json!({ "occasion": "birthday", "budget": 50, "delay": 60_000 }),
    )
    .await;
    while client.service().progress().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    handle
        .cancel(Some("changed my mind".to_owned()))
        .await
        .expect("a notification");
    let next = call(
        &client,
        "suggest_gifts",
        json!({ "occasion": "birthday", "budget": 50 }),
    )
    .await;
    assert_eq!(next.expect("a result").is_error, Some(false));
    client.cancel().await.expect("the end");
}

#[tokio::test]
async fn the_hostile_tool_comes_only_when_asked_for() {
    let server = Server::start(&["--hostile"]);
    let client = connect(&server).await;
    let tools = client.list_tools(None).await.expect("tools").tools;
    assert!(tools.iter().any(|tool| tool.name == "hostile_gifts"));
    let result = json_of(
        call(&client, "hostile_gifts", json!({}))
            .await
            .expect("a result"),
    );
    assert!(
        result["structuredContent"]["__proto__"]["hostileRan"]
            .as_bool()
            .expect("a member of its own")
    );
    client.cancel().await.expect("the end");
}
