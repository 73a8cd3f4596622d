//! The gifts the server knows: a data file that is compiled in, with the stems that the scoring compares.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::words;

/// The currency of every price.
pub const CURRENCY: &str = "USD";

/// One gift.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// A stable name for programs.
    pub id: String,
    /// A name for people.
    pub name: String,
    /// In [`CURRENCY`].
    pub price: f64,
    /// Exactly one category.
    pub category: String,
    /// What it is about.
    pub tags: Vec<String>,
    /// The occasions it suits.
    pub occasions: Vec<String>,
    /// Where to read about it.
    pub url: Option<String>,
}

/// A gift and the stems of its texts.
#[derive(Debug)]
pub struct Entry {
    /// The gift.
    pub gift: Gift,
    /// The tags as [`words::key`], in the order of the gift.
    pub tags: Vec<String>,
    /// The category's stems.
    pub category: Vec<String>,
    /// The name's stems.
    pub name: Vec<String>,
}

/// All gifts, in the order of the data file.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl Catalogue {
    /// Reads the compiled-in data.
    ///
    /// # Errors
    /// When the data file is not what [`Gift`] describes.
    pub fn load() -> Result<Self, serde_json::Error> {
        Ok(Self::of(serde_json::from_str(include_str!(
            "../data/gifts.json"
        ))?))
    }

    /// A catalogue of the given gifts.
    pub fn of(gifts: Vec<Gift>) -> Self {
        let entries = gifts
            .into_iter()
            .map(|gift| Entry {
                tags: gift.tags.iter().map(|tag| words::key(tag)).collect(),
                category: words::stems(&gift.category),
                name: words::stems(&gift.name),
                gift,
            })
            .collect();
        Self { entries }
    }

    /// The gifts with their stems.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Every category, sorted.
    pub fn categories(&self) -> BTreeSet<&str> {
        self.entries
            .iter()
            .map(|entry| entry.gift.category.as_str())
            .collect()
    }

    /// Every occasion, sorted.
    pub fn occasions(&self) -> BTreeSet<&str> {
        self.entries
            .iter()
            .flat_map(|entry| entry.gift.occasions.iter().map(String::as_str))
            .collect()
    }

    /// Every tag, sorted.
    pub fn tags(&self) -> BTreeSet<&str> {
        self.entries
            .iter()
            .flat_map(|entry| entry.gift.tags.iter().map(String::as_str))
            .collect()
    }

    /// What a form needs for its filters.
    pub fn summary(&self) -> Value {
        let prices = || self.entries.iter().map(|entry| entry.gift.price);
        json!({
            "categories": self.categories(),
            "occasions": self.occasions(),
            "tags": self.tags(),
            "priceRange": {
                "min": number(prices().reduce(f64::min).unwrap_or(0.0)),
                "max": number(prices().reduce(f64::max).unwrap_or(0.0)),
            },
            "currency": CURRENCY,
            "count": self.entries.len(),
        })
    }
}

/// A number as JSON, without ".0" where it is whole.
pub fn number(value: f64) -> Value {
    // Up to 2^53 the integer says exactly the same.
    if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn catalogue() -> Catalogue {
        Catalogue::load().expect("the catalogue parses")
    }

    #[test]
    fn is_large_and_varied() {
        let catalogue = catalogue();
        assert!(catalogue.entries().len() >= 150);
        assert!(catalogue.categories().len() >= 10);
        for occasion in catalogue.occasions() {
            let count = catalogue
                .entries()
                .iter()
                .filter(|entry| entry.gift.occasions.iter().any(|o| o == occasion))
                .count();
            assert!(count >= 20, "only {count} gifts for {occasion}");
        }
        for occasion in [
            "anniversary",
            "birthday",
            "graduation",
            "holidays",
            "housewarming",
            "new baby",
            "retirement",
            "thank you",
            "valentine",
            "wedding",
        ] {
            assert!(
                catalogue.occasions().contains(occasion),
                "no gifts for {occasion}"
            );
        }
    }

    #[test]
    fn every_gift_is_well_formed() {
        let catalogue = catalogue();
        let mut ids = HashSet::new();
        for Entry { gift, .. } in catalogue.entries() {
            assert!(ids.insert(&gift.id), "{} twice", gift.id);
            assert!(
                gift.id
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
            assert!(
                !gift.name.is_empty() && !gift.tags.is_empty() && !gift.occasions.is_empty(),
                "{}",
                gift.id
            );
            assert!(
                (5.0..=600.0).contains(&gift.price),
                "{} costs {}",
                gift.id,
                gift.price
            );
            assert!(
                gift.url
                    .as_ref()
                    .is_none_or(|url| url.starts_with("https://")),
                "{}",
                gift.id
            );
        }
    }

    #[test]
    fn summary_is_what_filters_need() {
        let summary = catalogue().summary();
        assert_eq!(summary["priceRange"], json!({ "min": 5, "max": 600 }));
        assert_eq!(summary["count"], json!(catalogue().entries().len()));
        assert!(
            summary["occasions"]
                .as_array()
                .is_some_and(|occasions| occasions.contains(&json!("birthday")))
        );
        assert!(
            summary["categories"]
                .as_array()
                .is_some_and(|categories| categories.contains(&json!("games")))
        );
        assert!(
            summary["tags"]
                .as_array()
                .is_some_and(|tags| tags.contains(&json!("board games")))
        );
    }

    #[test]
    fn an_empty_catalogue_has_a_summary_too() {
        assert_eq!(
            Catalogue::of(Vec::new()).summary()["priceRange"],
            json!({ "min": 0, "max": 0 })
        );
    }

    #[test]
    fn whole_numbers_stay_whole() {
        assert_eq!(number(45.0).to_string(), "45");
        assert_eq!(number(45.5).to_string(), "45.5");
        assert_eq!(number(1e300).to_string(), "1e+300");
    }
}
