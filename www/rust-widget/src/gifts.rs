//! What is asked for and what comes back, as the tool's schemas have it.

use serde::{Deserialize, Serialize};

/// The arguments of `suggest_gifts`.
#[derive(Serialize, Debug)]
pub(crate) struct Wish {
    pub(crate) occasion: String,
    pub(crate) budget: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) recipient: String,
    pub(crate) limit: u32,
}

/// Its result. What is not named here is ignored.
#[derive(Deserialize, Debug)]
pub(crate) struct Answer {
    pub(crate) gifts: Vec<Gift>,
    pub(crate) occasion: String,
    pub(crate) budget: f64,
}

/// One idea.
#[derive(Deserialize, Debug)]
pub(crate) struct Gift {
    pub(crate) name: String,
    pub(crate) price: f64,
    pub(crate) currency: String,
    #[serde(default)]
    pub(crate) category: String,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) why: String,
}

impl Gift {
    /// The price for people.
    pub(crate) fn price(&self) -> String {
        let amount = amount(self.price);
        match self.currency.as_str() {
            "USD" => format!("${amount}"),
            "EUR" => format!("€{amount}"),
            other => format!("{amount} {other}"),
        }
    }
}

/// `49.5` → `49.50`; whole amounts without decimals.
pub(crate) fn amount(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}
