//! JSON that is cut off: what a model has written so far. Not a parser: what comes out is JSON text, for whatever parser there is.

use std::borrow::Cow;

const WORDS: [&str; 3] = ["true", "false", "null"];

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    /// A value, or the end of an array in which there is nothing yet.
    FirstItem,
    Name,
    /// A name, or the end of an object in which there is nothing yet.
    FirstName,
    Colon,
    /// A comma or the end of what is open.
    More,
}

/// Where something that has begun comes to its end.
enum Ending {
    /// Here.
    Whole(usize),
    /// Behind the end of the text; up to here it is certain.
    Cut(usize),
}

/// The JSON text of the value of a JSON text of which only the beginning is there; `None` if no JSON begins so. The longer the text, the more
/// there is of the value, and nothing is taken back: strings and arrays grow at their end, objects get members. Of two members of one name the
/// last counts, for most parsers.
///
/// A string is there as far as it goes, without half an escape or half a surrogate pair. `tru` can only be `true`. A number inside an array or
/// an object is left out until its end is seen: half of it would be another number. So is a name without a value. What stands behind the value
/// is not looked at. Takes time in proportion to the text, and however deep it is nested no stack.
///
/// ```
/// use mcp_widget::wire::heal_json;
///
/// let so_far = r#"{"occasion": "birth"#;
/// assert_eq!(heal_json(so_far).as_deref(), Some(r#"{"occasion": "birth"}"#));
/// assert_eq!(heal_json(r#"{"gifts": ["Kite", "Tea"#).as_deref(), Some(r#"{"gifts": ["Kite", "Tea"]}"#));
/// assert_eq!(heal_json(r#"{"budget": 10"#).as_deref(), Some("{}"));
/// assert_eq!(heal_json("Certainly! Here"), None);
/// ```
pub fn heal_json(text: &str) -> Option<Cow<'_, str>> {
    let bytes = text.as_bytes();
    let mut closers: Vec<u8> = Vec::new();
    let mut next = Next::Value;
    let mut at = 0;
    // What stands in front of it is kept.
    let mut end = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        let takes_value = matches!(next, Next::Value | Next::FirstItem);
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b',' if next == Next::More => {
                let in_object = closers.last() == Some(&b'}');
                next = if in_object { Next::Name } else { Next::Value };
                continue;
            }
            b':' if next == Next::Colon => {
                next = Next::Value;
                continue;
            }
            b'"' if matches!(next, Next::Name | Next::FirstName) => {
                match string(bytes, at)? {
                    Ending::Whole(behind) => at = behind,
                    Ending::Cut(_) => break,
                }
                next = Next::Colon;
                continue;
            }
            b'"' if takes_value => match string(bytes, at)? {
                Ending::Whole(behind) => at = behind,
                Ending::Cut(certain) => return Some(finish(text, certain, "\"", closers)),
            },
            b'{' if takes_value => {
                closers.push(b'}');
                next = Next::FirstName;
                end = at;
                continue;
            }
            b'[' if takes_value => {
                closers.push(b']');
                next = Next::FirstItem;
                end = at;
                continue;
            }
            b'}' | b']' => {
                let empty = if byte == b'}' {
                    Next::FirstName
                } else {
                    Next::FirstItem
                };
                if (next != Next::More && next != empty) || closers.pop() != Some(byte) {
                    return None;
                }
            }
            _ if takes_value && !is_delimiter(byte) => {
                let length = bytes[start..].iter().position(|byte| is_delimiter(*byte));
                at = length.map_or(bytes.len(), |length| start + length);
                let (token, cut) = (&bytes[start..at], length.is_none());
                let begun = |word: &&&str| word.as_bytes().starts_with(token);
                match WORDS.iter().find(begun) {
                    Some(word) if cut => return Some(finish(text, start, word, closers)),
                    Some(word) if word.len() == token.len() => {}
                    Some(_) => return None,
                    None => {
                        let whole = is_number(token)?;
                        // On its own a number may end with the text.
                        if cut && !closers.is_empty() {
                            break;
                        }
                        if !whole {
                            return None;
                        }
                    }
                }
            }
            _ => return None,
        }
        // A value has come to its end.
        next = Next::More;
        end = at;
        if closers.is_empty() {
            break;
        }
    }
    (end > 0).then(|| finish(text, end, "", closers))
}

/// The text up to `end`, completed.
fn finish<'a>(text: &'a str, end: usize, ending: &str, closers: Vec<u8>) -> Cow<'a, str> {
    let kept = &text[..end];
    if ending.is_empty() && closers.is_empty() {
        return Cow::Borrowed(kept);
    }
    let mut healed = String::with_capacity(end + ending.len() + closers.len());
    healed.push_str(kept);
    healed.push_str(ending);
    healed.extend(closers.into_iter().rev().map(char::from));
    Cow::Owned(healed)
}

/// Reads a string whose quote stands before `at`; `None` if it is none.
fn string(bytes: &[u8], mut at: usize) -> Option<Ending> {
    // The escape of the first half of a surrogate pair, while the second may follow.
    let mut half = None;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'"' => return Some(Ending::Whole(at)),
            b'\\' => {
                let cut = Some(Ending::Cut(half.unwrap_or(start)));
                let Some(kind) = bytes.get(at) else {
                    return cut;
                };
                at += 1;
                let mut unit = 0;
                match kind {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                    b'u' => {
                        for _ in 0..4 {
                            let Some(&digit) = bytes.get(at) else {
                                return cut;
                            };
                            unit = unit * 16 + char::from(digit).to_digit(16)?;
                            at += 1;
                        }
                    }
                    _ => return None,
                }
                half = (0xD800..=0xDBFF).contains(&unit).then_some(start);
            }
            0..=0x1F => return None,
            _ => half = None,
        }
    }
    Some(Ending::Cut(half.unwrap_or(at)))
}

/// Whether these are a whole number and not only the beginning of one; `None` if they are neither.
fn is_number(token: &[u8]) -> Option<bool> {
    let digits = |bytes: &[u8]| {
        bytes
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let rest = token.strip_prefix(b"-").unwrap_or(token);
    let count = digits(rest);
    if count == 0 || (count > 1 && rest[0] == b'0') {
        return (token == b"-").then_some(false);
    }
    let mut rest = &rest[count..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let count = digits(fraction);
        rest = &fraction[count..];
        if count == 0 {
            return rest.is_empty().then_some(false);
        }
    }
    if let Some((b'e' | b'E', exponent)) = rest.split_first() {
        let unsigned = exponent
            .strip_prefix(b"+")
            .or_else(|| exponent.strip_prefix(b"-"));
        let exponent = unsigned.unwrap_or(exponent);
        let count = digits(exponent);
        rest = &exponent[count..];
        if count == 0 {
            return rest.is_empty().then_some(false);
        }
    }
    rest.is_empty().then_some(true)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'[' | b']' | b'{' | b'}' | b',' | b':'
    )
}
