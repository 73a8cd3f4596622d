//! One HTTP server on a loopback address: MCP at `/mcp`, the static files of the demo page everywhere else.

use std::{fmt, io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Router,
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::Response,
    routing::get,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;
use tower_http::services::ServeDir;

use crate::{catalogue::Catalogue, options::Options, server::GiftServer};

/// How long a page may lie idle before its session ends. The SDK's five minutes are shorter than a coffee, and the next
/// click would fail; the few sessions that closed pages leave behind weigh nothing here.
const IDLE_SESSION: Duration = Duration::from_hours(12);

/// A server that has its port but does not answer yet.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
}

/// Why the server does not start.
#[derive(Debug)]
pub enum StartError {
    /// The compiled-in catalogue cannot be read.
    Catalogue(serde_json::Error),
    /// `--root` is no folder.
    Root(PathBuf),
    /// Somebody else listens there.
    PortInUse(SocketAddr),
    /// Listening fails for another reason.
    Listen(SocketAddr, io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalogue(error) => write!(f, "the gift catalogue is damaged: {error}"),
            Self::Root(root) => write!(
                f,
                "{} is not a folder: build the demo first, or name another --root",
                root.display()
            ),
            Self::PortInUse(address) => {
                write!(
                    f,
                    "port {} is in use on {}: choose another with --port",
                    address.port(),
                    address.ip()
                )
            }
            Self::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

impl HttpServer {
    /// Takes the port.
    ///
    /// # Errors
    /// When the folder or the port cannot be had.
    pub async fn bind(options: &Options) -> Result<Self, StartError> {
        let catalogue = Catalogue::load().map_err(StartError::Catalogue)?;
        if !options.root.is_dir() {
            return Err(StartError::Root(options.root.clone()));
        }
        let wanted = SocketAddr::new(options.host, options.port);
        let listening = match TcpListener::bind(wanted).await {
            Ok(listener) => listener.local_addr().map(|address| (listener, address)),
            Err(error) => Err(error),
        };
        let (listener, address) = listening.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => StartError::PortInUse(wanted),
            _ => StartError::Listen(wanted, error),
        })?;
        let server = GiftServer::new(Arc::new(catalogue), options.root.clone(), options.hostile);
        let router = Router::new()
            .route_service("/mcp", mcp(server, address.port()))
            // Browsers ask for it. A widget's page cannot say that it has none: hosts forbid images from `data:`.
            .route("/favicon.ico", get(StatusCode::NO_CONTENT))
            .fallback_service(ServeDir::new(&options.root))
            .layer(middleware::map_response(headers));
        Ok(Self {
            listener,
            address,
            router,
        })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// When the listener fails for good.
    pub async fn run(self) -> io::Result<()> {
        axum::serve(self.listener, self.router).await
    }
}

/// A page of another origin may neither reach the server under a name that leads to loopback (the host is checked) nor
/// call it across origins (the origin is checked, with the port). Programs send no origin and pass.
fn mcp(server: GiftServer, port: u16) -> StreamableHttpService<GiftServer, LocalSessionManager> {
    let hosts = ["127.0.0.1", "localhost", "::1"];
    let origins = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("http://{host}:{port}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation();
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(IDLE_SESSION);
    StreamableHttpService::new(move || Ok(server.clone()), sessions.into(), config)
}

/// Texts are UTF-8; types are not guessed; a rebuilt file shows at the next reload.
async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let charset = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .filter(|value| {
            value.starts_with("text/")
                && !value.contains("charset")
                && *value != "text/event-stream"
        })
        .and_then(|value| HeaderValue::from_str(&format!("{value}; charset=utf-8")).ok());
    if let Some(value) = charset {
        headers.insert(header::CONTENT_TYPE, value);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-cache"));
    response
}
