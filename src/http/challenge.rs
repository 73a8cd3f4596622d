//! Challenges: what `WWW-Authenticate` asks for. Not the answer to it.

use super::value::is_token_byte;

/// One way in that a server offers.
///
/// ```
/// use mcp_widget::http::challenge::challenges;
///
/// let found = challenges(r#"Basic realm="gifts", Negotiate YWJj"#);
/// assert_eq!(found[0].scheme, "Basic");
/// assert_eq!(found[0].params, [("realm".to_owned(), "gifts".to_owned())]);
/// assert_eq!(found[1].params, [(String::new(), "YWJj".to_owned())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The scheme's name, as sent; compare it without regard to case.
    pub scheme: String,
    /// Names, in small letters, and values without their quotes. What stands there in one piece (a `token68`) has no name.
    pub params: Vec<(String, String)>,
}

/// What a `Bearer` challenge says, as far as MCP needs it.
///
/// ```
/// use mcp_widget::http::challenge::{Bearer, bearer};
///
/// let expected = Bearer { error: Some("invalid_token".to_owned()), ..Bearer::default() };
/// assert_eq!(bearer("Bearer error=invalid_token"), Some(expected));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bearer {
    /// Where the metadata of the protected resource is (RFC 9728).
    pub resource_metadata: Option<String>,
    /// What the token has to allow, separated by spaces.
    pub scope: Option<String>,
    /// Why a token was refused: `invalid_token`, `insufficient_scope`, …
    pub error: Option<String>,
    /// The same for people.
    pub error_description: Option<String>,
}

/// The challenges of a `WWW-Authenticate`; of several headers, joined with commas, those of all. Takes time in proportion to the text.
///
/// What does not fit the grammar (RFC 9110, 11.6.1) is read as it must be meant: a comma too many or too few, or a semicolon instead, a quote that does not end, a value
/// that should be quoted, such as an address. Where nothing can be meant, it is passed over.
///
/// ```
/// use mcp_widget::http::challenge::challenges;
///
/// let found = challenges(r#"Bearer realm="a, \"b\"", scope = read,, Basic"#);
/// assert_eq!(found[0].params[0].1, r#"a, "b""#);
/// assert_eq!(found[0].params[1].1, "read");
/// assert_eq!(found[1].scheme, "Basic");
/// ```
pub fn challenges(header: &str) -> Vec<Challenge> {
    let mut found: Vec<Challenge> = Vec::new();
    let mut rest = Rest { text: header };
    loop {
        rest.take(|byte| is_blank(byte) || byte == b',');
        let name = rest.take(is_token_byte);
        if name.is_empty() {
            if rest.first().is_none() {
                return found;
            }
            rest.junk();
            continue;
        }
        let blanks = rest.take(is_blank);
        if rest.first() == Some(b'=') {
            let value = rest.value();
            // Without a scheme it belongs to nothing.
            if let Some(challenge) = found.last_mut() {
                challenge.params.push((name.to_ascii_lowercase(), value));
            }
            continue;
        }
        let mut params = Vec::new();
        if !blanks.is_empty()
            && let Some(piece) = rest.token68()
        {
            params.push((String::new(), piece.to_owned()));
        }
        found.push(Challenge {
            scheme: name.to_owned(),
            params,
        });
    }
}

/// What the `Bearer` challenges of a `WWW-Authenticate` say; `None` if there is none. Where several say the same, the first one counts.
///
/// ```
/// use mcp_widget::http::challenge::bearer;
///
/// let header = r#"Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource", scope="gifts:read""#;
/// assert_eq!(bearer(header).and_then(|bearer| bearer.scope).as_deref(), Some("gifts:read"));
/// assert_eq!(bearer("Basic realm=gifts"), None);
/// ```
pub fn bearer(header: &str) -> Option<Bearer> {
    let mut found = None;
    for challenge in challenges(header) {
        if !challenge.scheme.eq_ignore_ascii_case("bearer") {
            continue;
        }
        let bearer: &mut Bearer = found.get_or_insert_default();
        for (name, value) in challenge.params {
            let place = match name.as_str() {
                "resource_metadata" => &mut bearer.resource_metadata,
                "scope" => &mut bearer.scope,
                "error" => &mut bearer.error,
                "error_description" => &mut bearer.error_description,
                _ => continue,
            };
            place.get_or_insert(value);
        }
    }
    found
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// What is still to be read.
struct Rest<'a> {
    text: &'a str,
}

impl<'a> Rest<'a> {
    fn first(&self) -> Option<u8> {
        self.text.bytes().next()
    }

    /// What stands in front of `at`, which is the end or a byte of ASCII.
    fn cut(&mut self, at: usize) -> &'a str {
        // A slice that might panic brings along how to print it.
        let (front, text) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        self.text = text;
        front
    }

    /// Takes bytes as long as they are of a kind.
    fn take(&mut self, of_kind: impl Fn(u8) -> bool) -> &'a str {
        let end = self.text.bytes().position(|byte| !of_kind(byte));
        self.cut(end.unwrap_or(self.text.len()))
    }

    /// Passes over what can be no name: a quoted string as a whole.
    fn junk(&mut self) {
        if self.first() == Some(b'"') {
            self.quoted();
        } else {
            self.take(|byte| !is_token_byte(byte) && !matches!(byte, b' ' | b'\t' | b',' | b'"'));
        }
    }

    /// A value behind its `=`.
    fn value(&mut self) -> String {
        self.cut(1);
        self.take(is_blank);
        if self.first() == Some(b'"') {
            self.quoted()
        } else {
            let value = self.take(|byte| !is_blank(byte) && byte != b',');
            value.trim_end_matches(';').to_owned()
        }
    }

    /// A quoted string, without its quotes and escapes.
    fn quoted(&mut self) -> String {
        self.cut(1);
        let mut value = String::new();
        loop {
            value.push_str(self.take(|byte| !matches!(byte, b'"' | b'\\')));
            match self.first() {
                Some(b'\\') => {
                    self.cut(1);
                    let escaped = self.text.chars().next();
                    value.push_str(self.cut(escaped.map_or(0, char::len_utf8)));
                }
                Some(_) => {
                    self.cut(1);
                    return value;
                }
                None => return value,
            }
        }
    }

    /// What stands alone between a scheme and the next comma, or the end.
    fn token68(&mut self) -> Option<&'a str> {
        let mut ahead = Rest { text: self.text };
        ahead.take(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/')
        });
        ahead.take(|byte| byte == b'=');
        let length = self.text.len() - ahead.text.len();
        ahead.take(is_blank);
        let alone = length > 0 && matches!(ahead.first(), None | Some(b','));
        alone.then(|| self.cut(length))
    }
}
