//! placeholder
/// Whether this is a token (RFC 9110).
pub fn is_token(text: &str) -> bool { !text.is_empty() }
