//! Header values: what may stand in one, and what stands in some. Not a map of headers.

use std::borrow::Cow;

use crate::session::Millis;

const ENCODED: (&str, &str) = ("=?base64?", "?=");
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const MONTHS: &[u8; 36] = b"janfebmaraprmayjunjulaugsepoctnovdec";
const SECOND: Millis = 1000.0;
const DAY: Millis = 86_400.0 * SECOND;
/// Beyond this a timer of the browser fires at once.
const LONGEST_WAIT: Millis = i32::MAX as Millis;

/// Whether this is a token of HTTP, as the name of a header has to be.
///
/// ```
/// use mcp_widget::http::value::is_token;
///
/// assert!(is_token("Mcp-Param-Region"));
/// assert!(!is_token("Mcp Param") && !is_token("größe") && !is_token(""));
/// ```
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_token_byte)
}

pub(super) const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'.'
                | b'^'
                | b'_'
                | b'`'
                | b'|'
                | b'~'
        )
}

/// Whether a header can carry this text as it is, so that it arrives unchanged and is not taken for an encoded one: it is visible ASCII, spaces and
/// tabs, with none of these at either end, and does not have the form that [`encode`] gives. Nothing at all is not plain, for a header that is
/// empty may get lost.
///
/// ```
/// use mcp_widget::http::value::is_plain;
///
/// assert!(is_plain("gift ideas"));
/// assert!(!is_plain(" gift") && !is_plain("größe") && !is_plain("") && !is_plain("=?base64?Zw==?="));
/// ```
pub fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return false;
    };
    let (start, end) = ENCODED;
    // A server that does not care for case would decode it.
    let begins = bytes
        .get(..start.len())
        .is_some_and(|begin| begin.eq_ignore_ascii_case(start.as_bytes()));
    let looks_encoded = begins && text.ends_with(end);
    first.is_ascii_graphic()
        && last.is_ascii_graphic()
        && bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t'))
        && !looks_encoded
}

/// A text as the value of `Mcp-Name` or `Mcp-Param-…`: as it is if that [is plain](is_plain), else its UTF-8 in base64, between `=?base64?` and `?=`.
///
/// ```
/// use mcp_widget::http::value::encode;
///
/// assert_eq!(encode("suggest_gifts"), "suggest_gifts");
/// assert_eq!(encode("größe"), "=?base64?Z3LDtsOfZQ==?=");
/// assert_eq!(encode(""), "=?base64??=");
/// ```
pub fn encode(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let (start, end) = ENCODED;
    let mut value = String::with_capacity(start.len() + text.len().div_ceil(3) * 4 + end.len());
    value.push_str(start);
    for group in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | usize::from(group.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            value.push(if at <= group.len() {
                char::from(DIGITS[bits >> (18 - 6 * at) & 63])
            } else {
                '='
            });
        }
    }
    value.push_str(end);
    Cow::Owned(value)
}

/// Whether a caller may add this header to a request: one that a browser takes as it is, and that is not the protocol's own.
///
/// ```
/// use mcp_widget::http::value::is_header;
///
/// assert!(is_header("X-Tenant", "gifts"));
/// assert!(!is_header("X Tenant", "gifts") && !is_header("x-tenant", "a\nb") && !is_header("Mcp-Session-Id", "1"));
/// ```
pub fn is_header(name: &str, value: &str) -> bool {
    const OURS: [&str; 4] = [
        "accept",
        "content-type",
        "mcp-session-id",
        "mcp-protocol-version",
    ];
    is_token(name) && is_plain(value) && !OURS.iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// Whether this may be the id of a session: visible ASCII, and not nothing.
///
/// ```
/// use mcp_widget::http::value::is_session_id;
///
/// assert!(is_session_id("1868a90c-4e8b"));
/// assert!(!is_session_id("") && !is_session_id("a b") && !is_session_id("a\nb"));
/// ```
pub fn is_session_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The media type that a `Content-Type` names: in small letters, without parameters. Of several that were joined it is the first.
///
/// ```
/// use mcp_widget::http::value::essence;
///
/// assert_eq!(essence("Text/Event-Stream; charset=utf-8"), "text/event-stream");
/// assert_eq!(essence(""), "");
/// ```
pub fn essence(content_type: &str) -> String {
    let end = content_type
        .bytes()
        .position(|byte| matches!(byte, b';' | b','));
    let named = end.and_then(|end| content_type.get(..end));
    named
        .unwrap_or(content_type)
        .trim_ascii()
        .to_ascii_lowercase()
}

/// How long `Retry-After` says to wait, in milliseconds: a number of seconds, or a date in any of the forms of HTTP, which is looked at from `now`
/// (milliseconds since 1970). Never negative, and no more than a timer can wait; `None` if it is neither.
///
/// ```
/// use mcp_widget::http::value::retry_after;
///
/// assert_eq!(retry_after("120", 0.0), Some(120_000.0));
/// assert_eq!(retry_after("Thu, 01 Jan 1970 00:00:30 GMT", 10_000.0), Some(20_000.0));
/// assert_eq!(retry_after("soon", 0.0), None);
/// ```
pub fn retry_after(value: &str, now: Millis) -> Option<Millis> {
    let value = value.as_bytes().trim_ascii();
    let wait = match digits(value) {
        Some(seconds) => seconds * SECOND,
        None => date(value, now)? - now,
    };
    Some(wait.clamp(0.0, LONGEST_WAIT))
}

fn digits(text: &[u8]) -> Option<f64> {
    let sum = |sum, byte: &u8| sum * 10.0 + f64::from(byte - b'0');
    let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0.0, sum))
}

/// A date of HTTP, in milliseconds since 1970. Its parts are known by their looks, for the three forms have them in different orders:
/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`. All of them are in GMT.
fn date(text: &[u8], now: Millis) -> Option<Millis> {
    let (mut day, mut month, mut year, mut time) = (None, None, None, None);
    let parts = text.split(|byte| matches!(byte, b' ' | b',' | b'-'));
    for part in parts.filter(|part| !part.is_empty()) {
        let (place, found) = if let Some(number) = digits(part) {
            // In all of them the day stands before the year.
            (if day.is_none() { &mut day } else { &mut year }, number)
        } else if part.contains(&b':') {
            (&mut time, seconds(part)? * SECOND)
        } else if !part.iter().all(u8::is_ascii_alphabetic) {
            return None;
        } else if let Some(number) = month_of(part) {
            (&mut month, number)
        } else {
            // The day of the week, or `GMT`.
            continue;
        };
        if place.replace(found).is_some() {
            return None;
        }
    }
    let (day, month, year, time) = (day?, month?, year?, time?);
    if !(1.0..=31.0).contains(&day) || year > 9999.0 {
        return None;
    }
    if year >= 100.0 {
        return Some(days(year, month, day) * DAY + time);
    }
    // Of two digits more than fifty years ahead are meant to be in the past.
    let recent = days(2000.0 + year, month, day) * DAY + time;
    let too_far = recent - now > 50.0 * 365.25 * DAY;
    Some(if too_far {
        days(1900.0 + year, month, day) * DAY + time
    } else {
        recent
    })
}

/// The number of the month with these three letters, from 0.
fn month_of(name: &[u8]) -> Option<f64> {
    let found = MONTHS
        .chunks(3)
        .position(|month| month.eq_ignore_ascii_case(name));
    found.map(|month| month as f64)
}

/// The seconds that `hh:mm:ss` are.
fn seconds(time: &[u8]) -> Option<f64> {
    let mut parts = time.split(|byte| *byte == b':').map(digits);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    // A leap second is one as well.
    let is_time = parts.next().is_none() && hours < 24.0 && minutes < 60.0 && seconds <= 60.0;
    is_time.then_some((hours * 60.0 + minutes) * 60.0 + seconds)
}

/// The days from 1970 to a day of the Gregorian calendar; the month is counted from 0. A day behind the month's end is one of the next month.
fn days(year: f64, month: f64, day: f64) -> f64 {
    // With a year that begins in March the leap day is its last one.
    let (year, month) = if month < 2.0 {
        (year - 1.0, month + 10.0)
    } else {
        (year, month - 2.0)
    };
    let leap_days = (year / 4.0).floor() - (year / 100.0).floor() + (year / 400.0).floor();
    // Months have 31, 30, 31, 30, 31 days, and again from the start.
    let months = ((153.0 * month + 2.0) / 5.0).floor();
    // 1 March of the year 0 lies so many days before 1970.
    365.0 * year + leap_days + months + (day - 1.0) - 719_468.0
}
