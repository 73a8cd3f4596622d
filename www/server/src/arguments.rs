//! The arguments of `suggest_gifts`, checked by hand so that each complaint names the argument.
//!
//! A missing or mistyped argument becomes the JSON-RPC error -32602, as the protocol had it until 2025-06-18 and as most
//! courses teach it. From 2025-11-25 on the specification prefers a result with `isError: true`, which a model can read
//! and correct; this server keeps the error, so that the demo shows a protocol error beside a tool that failed.

use std::{fmt, time::Duration};

use serde_json::{Map, Value};

use crate::scoring::Wish;

/// How many ideas there are without `limit`.
pub const DEFAULT_LIMIT: usize = 8;
/// The largest `limit`.
pub const MAX_LIMIT: usize = 50;
/// The longest `delay`, in milliseconds.
pub const MAX_DELAY: u64 = 60_000;
/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 2_000;

/// Checked arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Arguments {
    /// What to look for.
    pub wish: Wish,
    /// How long to pretend to work.
    pub delay: Duration,
}

/// An argument that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadArgument {
    /// Which one.
    pub name: &'static str,
    /// What it must be.
    pub expected: &'static str,
    /// What it is.
    pub found: String,
}

impl fmt::Display for BadArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Invalid argument “{}”: expected {}, found {}",
            self.name, self.expected, self.found
        )
    }
}

impl std::error::Error for BadArgument {}

impl Arguments {
    /// Reads the `arguments` member of a call.
    ///
    /// # Errors
    /// For the first argument that is missing or not what the input schema says.
    pub fn read(arguments: &Map<String, Value>) -> Result<Self, BadArgument> {
        let occasion = text(arguments, "occasion", "a text of at most 2000 bytes")?;
        let wish = Wish {
            occasion: occasion
                .ok_or_else(|| bad(arguments, "occasion", "a text of at most 2000 bytes"))?,
            budget: budget(arguments)?,
            recipient: text(arguments, "recipient", "a text of at most 2000 bytes")?
                .unwrap_or_default(),
            limit: whole(
                arguments,
                "limit",
                1,
                MAX_LIMIT as u64,
                "a whole number from 1 to 50",
            )?
            .map_or(DEFAULT_LIMIT, |limit| limit as usize),
        };
        let delay = whole(
            arguments,
            "delay",
            0,
            MAX_DELAY,
            "milliseconds, a whole number from 0 to 60000",
        )?;
        Ok(Self {
            wish,
            delay: Duration::from_millis(delay.unwrap_or(0)),
        })
    }
}

fn budget(arguments: &Map<String, Value>) -> Result<f64, BadArgument> {
    // NaN and infinity have no form in JSON; clients send null for them.
    arguments
        .get("budget")
        .and_then(Value::as_f64)
        .filter(|budget| budget.is_finite() && *budget >= 0.0)
        .ok_or_else(|| bad(arguments, "budget", "a number that is not negative"))
}

fn text(
    arguments: &Map<String, Value>,
    name: &'static str,
    expected: &'static str,
) -> Result<Option<String>, BadArgument> {
    match arguments.get(name) {
        None => Ok(None),
        Some(Value::String(text)) if text.len() <= MAX_TEXT => Ok(Some(text.clone())),
        Some(_) => Err(bad(arguments, name, expected)),
    }
}

fn whole(
    arguments: &Map<String, Value>,
    name: &'static str,
    min: u64,
    max: u64,
    expected: &'static str,
) -> Result<Option<u64>, BadArgument> {
    match arguments.get(name) {
        None => Ok(None),
        // JSON Schema counts 5.0 as an integer.
        Some(value) => value
            .as_f64()
            .filter(|number| {
                number.fract() == 0.0 && *number >= min as f64 && *number <= max as f64
            })
            .map(|number| Some(number as u64))
            .ok_or_else(|| bad(arguments, name, expected)),
    }
}

fn bad(arguments: &Map<String, Value>, name: &'static str, expected: &'static str) -> BadArgument {
    let found = match arguments.get(name) {
        None => "nothing".to_owned(),
        Some(Value::Null) => "null".to_owned(),
        Some(Value::Bool(_)) => "a boolean".to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) if text.len() > MAX_TEXT => {
            format!("a text of {} bytes", text.len())
        }
        Some(Value::String(_)) => "a text".to_owned(),
        Some(Value::Array(_)) => "an array".to_owned(),
        Some(Value::Object(_)) => "an object".to_owned(),
    };
    BadArgument {
        name,
        expected,
        found,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(arguments: Value) -> Result<Arguments, BadArgument> {
        let Value::Object(arguments) = arguments else {
            panic!("{arguments} is no object")
        };
        Arguments::read(&arguments)
    }

    #[test]
    fn good_arguments() {
        let all = json!({ "occasion": "birthday", "budget": 99.5, "recipient": "a friend", "limit": 3.0, "delay": 250 });
        let expected = Wish {
            occasion: "birthday".into(),
            budget: 99.5,
            recipient: "a friend".into(),
            limit: 3,
        };
        assert_eq!(
            read(all),
            Ok(Arguments {
                wish: expected,
                delay: Duration::from_millis(250)
            })
        );
        let few = read(json!({ "occasion": "x", "budget": 0, "colour": "red" }))
            .expect("the required ones suffice");
        assert_eq!(
            (few.wish.limit, few.delay, few.wish.recipient.as_str()),
            (DEFAULT_LIMIT, Duration::ZERO, "")
        );
    }

    #[test]
    fn bad_arguments_are_named() {
        for (name, arguments) in [
            ("occasion", json!({ "budget": 1 })),
            ("occasion", json!({ "occasion": null, "budget": 1 })),
            ("occasion", json!({ "occasion": 7, "budget": 1 })),
            (
                "occasion",
                json!({ "occasion": "x".repeat(2001), "budget": 1 }),
            ),
            ("budget", json!({ "occasion": "birthday" })),
            ("budget", json!({ "occasion": "birthday", "budget": "100" })),
            ("budget", json!({ "occasion": "birthday", "budget": null })),
            ("budget", json!({ "occasion": "birthday", "budget": -1 })),
            ("budget", json!({ "occasion": "birthday", "budget": [100] })),
            (
                "recipient",
                json!({ "occasion": "birthday", "budget": 1, "recipient": {} }),
            ),
            (
                "limit",
                json!({ "occasion": "birthday", "budget": 1, "limit": 0 }),
            ),
            (
                "limit",
                json!({ "occasion": "birthday", "budget": 1, "limit": 51 }),
            ),
            (
                "limit",
                json!({ "occasion": "birthday", "budget": 1, "limit": 1.5 }),
            ),
            (
                "delay",
                json!({ "occasion": "birthday", "budget": 1, "delay": 60001 }),
            ),
            (
                "delay",
                json!({ "occasion": "birthday", "budget": 1, "delay": -1 }),
            ),
            (
                "delay",
                json!({ "occasion": "birthday", "budget": 1, "delay": "soon" }),
            ),
        ] {
            let error = read(arguments.clone()).expect_err(&arguments.to_string());
            assert_eq!(error.name, name, "{arguments}");
        }
    }

    #[test]
    fn complaints_read_well() {
        let error = read(json!({ "occasion": "birthday", "budget": "100" }))
            .expect_err("a text is no budget");
        assert_eq!(
            error.to_string(),
            "Invalid argument “budget”: expected a number that is not negative, found a text"
        );
    }
}
