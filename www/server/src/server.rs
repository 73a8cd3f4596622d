//! The MCP server: the life of each request. What it offers stands in `tools`, `resources` and `prompts`.

use std::{path::PathBuf, sync::Arc, time::Duration};

use rmcp::{
    ErrorData, Peer, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
        GetPromptResponse, Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ProgressNotificationParam, ProgressToken,
        ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};
use serde_json::json;

use crate::{
    arguments::{Arguments, BadArgument},
    catalogue::Catalogue,
    hostile, prompts, resources, scoring, tools,
};

/// One session's server; clones share the catalogue.
#[derive(Debug, Clone)]
pub struct GiftServer {
    catalogue: Arc<Catalogue>,
    root: Arc<PathBuf>,
    hostile: bool,
}

impl GiftServer {
    /// A server that reads the widgets' HTML from `root` and offers `hostile_gifts` only if asked to.
    pub fn new(catalogue: Arc<Catalogue>, root: PathBuf, hostile: bool) -> Self {
        Self {
            catalogue,
            root: Arc::new(root),
            hostile,
        }
    }

    async fn suggest(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let arguments = Arguments::read(
            request
                .arguments
                .as_ref()
                .unwrap_or(&serde_json::Map::new()),
        )
        .map_err(|error| invalid(&error))?;
        self.work(arguments.delay, context).await?;
        let wish = &arguments.wish;
        Ok(tools::result(
            wish,
            &scoring::suggest(wish, &self.catalogue),
        ))
    }

    /// Reports progress, and takes as long as it was asked to; ends at once when the request is cancelled.
    async fn work(
        &self,
        delay: Duration,
        context: &RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let progress = Progress::of(context);
        let pauses = Pauses::of(delay);
        // One step before the pauses, one after them.
        let total = pauses.count + 2;
        progress
            .report(
                1,
                total,
                format!("Looking through {} gifts", self.catalogue.entries().len()),
            )
            .await;
        for pause in 0..pauses.count {
            tokio::select! {
                // The SDK drops what is returned now: a cancelled request gets no response.
                () = context.ct.cancelled() => return Err(ErrorData::internal_error("The request was cancelled", None)),
                () = tokio::time::sleep(pauses.length) => {}
            }
            let percent = (pause + 1) * 100 / pauses.count;
            progress
                .report(
                    pause + 2,
                    total,
                    format!("Comparing gifts, {percent}% done"),
                )
                .await;
        }
        progress
            .report(total, total, "Sorting the best ideas".to_owned())
            .await;
        Ok(())
    }
}

/// A delay in equal parts, so that there is something to report in between.
#[derive(Debug, PartialEq, Eq)]
struct Pauses {
    count: u32,
    length: Duration,
}

impl Pauses {
    fn of(delay: Duration) -> Self {
        if delay.is_zero() {
            return Self {
                count: 0,
                length: Duration::ZERO,
            };
        }
        let count = (delay.as_millis() / 100).clamp(1, 20) as u32;
        Self {
            count,
            length: delay / count,
        }
    }
}

/// Where progress goes; nowhere if nobody asked for it.
struct Progress<'a> {
    peer: &'a Peer<RoleServer>,
    token: Option<ProgressToken>,
}

impl<'a> Progress<'a> {
    fn of(context: &'a RequestContext<RoleServer>) -> Self {
        Self {
            peer: &context.peer,
            token: context.meta.get_progress_token(),
        }
    }

    async fn report(&self, done: u32, total: u32, message: String) {
        if let Some(token) = self.token.clone() {
            let progress = ProgressNotificationParam::new(token, f64::from(done))
                .with_total(f64::from(total))
                .with_message(message);
            // A client that has gone misses its progress, and nothing else follows from it.
            let _ = self.peer.notify_progress(progress).await;
        }
    }
}

fn invalid(error: &BadArgument) -> ErrorData {
    ErrorData::invalid_params(error.to_string(), Some(json!({ "argument": error.name })))
}

impl ServerHandler for GiftServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("gift-server", env!("CARGO_PKG_VERSION"))
                    .with_title("Gift ideas"),
            )
            .with_instructions("Call suggest_gifts with an occasion and a budget in US dollars.")
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = vec![tools::suggest_gifts()];
        if self.hostile {
            list.push(hostile::hostile_gifts());
        }
        Ok(ListToolsResult::with_all_items(list))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match request.name.as_ref() {
            tools::SUGGEST_GIFTS => self.suggest(&request, &context).await.map(Into::into),
            hostile::HOSTILE_GIFTS if self.hostile => Ok(hostile::result().into()),
            name => Err(ErrorData::invalid_params(
                "Unknown tool",
                Some(json!({ "name": name })),
            )),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(
            resources::list(&self.root).await,
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&request.uri, &self.catalogue, &self.root)
            .await
            .map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![
            prompts::congrats_style(),
        ]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request.name, request.arguments.as_ref()).map(Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_add_up_to_the_delay() {
        for delay in [1, 99, 100, 250, 1_000, 60_000].map(Duration::from_millis) {
            let pauses = Pauses::of(delay);
            let total = pauses.length * pauses.count;
            assert!((1..=20).contains(&pauses.count));
            assert!(
                total <= delay && delay.saturating_sub(total) < Duration::from_millis(1),
                "{pauses:?}"
            );
        }
        assert_eq!(Pauses::of(Duration::ZERO).count, 0);
    }
}
