//! Oddities: what a peer sent that no specification allows, and what was done about it. Never thrown, never logged.
//!
//! The npm package has the texts in TypeScript, by their numbers: `pkg-template/build.mjs` reads them here, one a line, and of the oddities
//! those before the first that only the front end for text finds.

/// An enum whose variants stand for fixed texts: a number travels, the text is looked up where it is shown.
macro_rules! texts {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$attribute:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $name { $($(#[$attribute])* #[doc = concat!("`", $text, "`")] $variant,)* }

        impl $name {
            /// All of them, by their numbers.
            #[cfg(any(feature = "app", feature = "client"))]
            pub(crate) const ALL: &[Self] = &[$($(#[$attribute])* Self::$variant,)*];

            /// The text.
            pub const fn as_str(self) -> &'static str {
                match self { $($(#[$attribute])* Self::$variant => $text,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}

texts! {
    /// Where in a message: a JSON pointer (RFC 6901).
    pub enum Path {
        Root = "",
        Jsonrpc = "/jsonrpc",
        Id = "/id",
        Method = "/method",
        Params = "/params",
        Arguments = "/params/arguments",
        ProgressToken = "/params/progressToken",
        RequestId = "/params/requestId",
        ParamsContent = "/params/content",
        ParamsIsError = "/params/isError",
        ParamsMeta = "/params/meta",
        Error = "/error",
        ErrorCode = "/error/code",
        ErrorMessage = "/error/message",
        Result = "/result",
        Content = "/result/content",
        IsError = "/result/isError",
        Meta = "/result/meta",
        ResultType = "/result/resultType",
        Task = "/result/task",
        HostInfo = "/result/hostInfo",
        HostName = "/result/hostInfo/name",
        HostVersion = "/result/hostInfo/version",
        HostCapabilities = "/result/hostCapabilities",
        HostContext = "/result/hostContext",
        ProtocolVersion = "/result/protocolVersion",
        Contents = "/result/contents",
        Resources = "/result/resources",
        ResourceTemplates = "/result/resourceTemplates",
        Prompts = "/result/prompts",
        Messages = "/result/messages",
        Tools = "/result/tools",
        #[cfg(feature = "client")]
        InputRequests = "/result/inputRequests",
    }
}

impl Path {
    /// The same place where the result is the params of a notification.
    const fn in_params(self) -> Self {
        match self {
            Self::Content => Self::ParamsContent,
            Self::IsError => Self::ParamsIsError,
            Self::Meta => Self::ParamsMeta,
            _ => Self::Params,
        }
    }
}

texts! {
    /// Why an answer is of no use.
    pub enum Reason {
        NotAnObject = "a result must be an object",
        NotAnArray = "must be an array",
        NotAToolResult = "a tool result must be an object",
        Unreadable = "a tool result could not be read",
        Unfinished = "the tool has not finished",
        #[cfg(feature = "client")]
        NoVersion = "a version of MCP that is not spoken here",
        #[cfg(feature = "client")]
        UnknownType = "a type of result that is not known",
        #[cfg(feature = "client")]
        NobodyAnswers = "asks for what nobody here answers",
        #[cfg(feature = "client")]
        TooManyRounds = "asks again and again",
    }
}

macro_rules! oddities {
    ($($(#[$attribute:meta])* $variant:ident = $code:literal, $message:literal;)*) => {
        /// What was odd. The list only grows: a code keeps its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Oddity { $($(#[$attribute])* #[doc = $message] $variant,)* }

        impl Oddity {
            /// All of them, by their numbers.
            #[cfg(any(feature = "app", feature = "http"))]
            pub(crate) const ALL: &[Self] = &[$($(#[$attribute])* Self::$variant,)*];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self { $($(#[$attribute])* Self::$variant => $code,)* }
            }

            /// What was met and what was done, in a sentence.
            pub const fn message(self) -> &'static str {
                match self { $($(#[$attribute])* Self::$variant => $message,)* }
            }
        }
    };
}

oddities! {
    JsonrpcMissing = "jsonrpc-missing", "no \"jsonrpc\": \"2.0\"; accepted as the reply that it is";
    IdNull = "id-null", "an id must not be null; the message belongs to no request";
    IdFraction = "id-fraction", "an id must not have a fraction; the message belongs to no request";
    IdType = "id-type", "an id must be a string or an integer; the message belongs to no request";
    IdSpelled = "id-spelled", "a string answered a number's id; accepted";
    IdUnsafe = "id-unsafe", "an id beyond 2^53 may have been rounded";
    MethodType = "method-type", "a method must be a string";
    ParamsType = "params-type", "params must be an object; refused or read as none";
    ResultAndError = "result-and-error", "both result and error; the one that is not null was taken, an error before a result";
    ResultType = "result-type", "a result must be an object; read as {}";
    ErrorShape = "error-shape", "an error must have an integer code and a text; passed on as it came";
    ExtraMember = "extra-member", "a member that JSON-RPC does not have; ignored";
    Batch = "batch", "an array of messages; split";
    NotAMessage = "not-a-message", "no JSON-RPC message; ignored";
    UnknownReply = "unknown-reply", "a reply to no request of ours; ignored";
    LateReply = "late-reply", "a reply to a request that was given up; ignored";
    DuplicateReply = "duplicate-reply", "a second reply to one request; ignored";
    UnknownProgress = "unknown-progress", "progress of no pending request; ignored";
    UnknownCancel = "unknown-cancel", "a request that is not being served was cancelled; ignored";
    ContentMissing = "content-missing", "a tool result without content; read as []";
    ContentType = "content-type", "content must be an array of blocks; made into one";
    BlockUnknown = "block-unknown", "a content block of unknown type; kept as it is";
    BlockType = "block-type", "a content block must be an object with a type; kept as it is";
    IsErrorType = "is-error-type", "isError must be true or false; read as its truth";
    Wrapped = "wrapped", "the tool result stood inside another member; unwrapped";
    MetaName = "meta-name", "meta instead of _meta; read as _meta";
    ArgumentsType = "arguments-type", "tool arguments must be an object; a text is read as JSON, anything else as {}";
    StalePartial = "stale-partial", "partial tool input after the final one; dropped";
    FieldMissing = "field-missing", "a required member is missing; a default was taken";
    FieldType = "field-type", "a member has the wrong type; a default was taken";
    NotCloneable = "not-cloneable", "a value could not be cloned; sent as its JSON";
    SendFailed = "send-failed", "the transport refused a message";
    TransportError = "transport-error", "the transport reported an error";
    Reused = "id-reused", "a request came with the id of one that is still being served; both are answered";
    #[cfg(feature = "client")]
    ToolHeader = "tool-header", "a tool with an invalid x-mcp-header; left out";
    #[cfg(feature = "client")]
    ServerRequest = "server-request", "a request of the server's where its version has none; ignored";
    #[cfg(feature = "client")]
    EventName = "event-name", "a server-sent event of unknown name; ignored";
    #[cfg(feature = "client")]
    EventData = "event-data", "a server-sent event that is no JSON; ignored";
    #[cfg(feature = "json")]
    Bom = "bom", "a byte order mark before the text; skipped";
    #[cfg(feature = "json")]
    Surrogate = "surrogate", "half of a surrogate pair; replaced by U+FFFD";
    #[cfg(feature = "json")]
    DuplicateKey = "duplicate-key", "a member stands twice; the last one was taken";
    #[cfg(feature = "json")]
    Depth = "depth", "nested too deep; the request that it answers fails";
    #[cfg(feature = "json")]
    NumberRange = "number-range", "a number that no double can hold; its digits are kept";
    #[cfg(feature = "widget")]
    SizeLoop = "size-loop", "the page follows its own height; it is kept where it is";
}

/// One oddity in one message: what, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was odd.
    pub oddity: Oddity,
    /// Where, as far as it is known.
    pub path: Path,
    /// The number of the odd item of the array at `path`, counted from 1; 0 if it is not about one item.
    pub(crate) item: u32,
}

impl Finding {
    /// An oddity at this place.
    pub const fn new(oddity: Oddity, path: Path) -> Self {
        Self {
            oddity,
            path,
            item: 0,
        }
    }

    /// The item of the array at `path`, where it is one item that is odd.
    pub const fn index(self) -> Option<u32> {
        self.item.checked_sub(1)
    }
}

/// The oddities of one message.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    all: Vec<Finding>,
    /// The result that is being read is the params of a notification.
    pub(crate) in_params: bool,
}

impl Findings {
    /// None yet.
    pub const fn new() -> Self {
        Self {
            all: Vec::new(),
            in_params: false,
        }
    }

    /// Notes an oddity.
    pub fn add(&mut self, oddity: Oddity, path: Path) {
        self.push(oddity, path, 0);
    }

    /// Notes an oddity of one item.
    pub fn add_item(&mut self, oddity: Oddity, path: Path, index: usize) {
        self.push(oddity, path, index as u32 + 1);
    }

    #[inline(never)]
    fn push(&mut self, oddity: Oddity, path: Path, item: u32) {
        let path = if self.in_params {
            path.in_params()
        } else {
            path
        };
        self.all.push(Finding { oddity, path, item });
    }

    /// The oddities, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.all.iter()
    }

    /// Whether this one is among them.
    pub fn has(&self, oddity: Oddity) -> bool {
        self.all.iter().any(|finding| finding.oddity == oddity)
    }

    /// Takes all of it back: the message is not for us.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Whether nothing was odd.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// An oddity and how often it was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What and where.
    pub finding: Finding,
    /// How often.
    pub count: u32,
}

/// All oddities of a session: merged, and bounded.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// How many different oddities are kept. Further new ones are not; known ones are still counted.
    pub const LIMIT: usize = 100;

    /// None yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Counts an oddity. Returns its entry, unless the list is full.
    pub fn count(&mut self, finding: Finding) -> Option<Diagnostic> {
        // Items of one array are one oddity: a host that sends a thousand odd blocks fills one entry, not the list.
        let same = |known: &&mut Diagnostic| {
            known.finding.oddity == finding.oddity && known.finding.path == finding.path
        };
        if let Some(known) = self.0.iter_mut().find(same) {
            known.count = known.count.saturating_add(1);
            return Some(*known);
        }
        if self.0.len() == Self::LIMIT {
            return None;
        }
        let new = Diagnostic { finding, count: 1 };
        self.0.push(new);
        Some(new)
    }

    /// The entries, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }
}
