//! Which words mean a tag, and which mean nothing: `data/synonyms.txt` and `data/stop-words.txt`, compiled in.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use crate::words;

/// How many words a phrase may have that is looked up as one.
pub const LONGEST_PHRASE: usize = 3;

/// From a phrase's [`words::key`] to tags.
static SYNONYMS: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut synonyms: HashMap<String, Vec<&str>> = HashMap::new();
    for line in lines(include_str!("../data/synonyms.txt")) {
        let (said, tags) = line.split_once('=').unwrap_or((line, ""));
        for phrase in said.split(',') {
            synonyms
                .entry(words::key(phrase))
                .or_default()
                .extend(tags.split(',').map(str::trim));
        }
    }
    synonyms
});

static STOP_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    lines(include_str!("../data/stop-words.txt"))
        .flat_map(str::split_whitespace)
        .collect()
});

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a word says nothing about what somebody likes.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word) || word.chars().all(|letter| letter.is_ascii_digit())
}

/// The tags that a phrase, given as [`words::key`], stands for; none for a phrase without synonyms.
pub fn related(phrase: &str) -> &'static [&'static str] {
    SYNONYMS.get(phrase).map_or(&[], Vec::as_slice)
}

/// Every phrase that has synonyms, as [`words::key`].
pub fn phrases() -> impl Iterator<Item = &'static str> {
    SYNONYMS.keys().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn synonyms_lead_to_tags() {
        assert_eq!(related(&words::key("bookworms")), ["books", "reading"]);
        assert_eq!(related(&words::key("green thumb")), ["plants", "garden"]);
        assert!(related("zeppelin").is_empty());
    }

    #[test]
    fn every_synonym_leads_to_tags_of_the_catalogue() {
        let catalogue = Catalogue::load().expect("the catalogue");
        let tags = catalogue.tags();
        for (phrase, targets) in &*SYNONYMS {
            assert!(
                (1..=LONGEST_PHRASE).contains(&phrase.split(' ').count()),
                "{phrase}"
            );
            for target in targets {
                assert!(
                    tags.contains(target),
                    "{phrase}: no gift is tagged “{target}”"
                );
            }
        }
    }

    #[test]
    fn stop_words_are_words() {
        for word in &*STOP_WORDS {
            assert_eq!(words::tokens(word), [*word]);
        }
        assert!(is_stop_word("who") && is_stop_word("30") && !is_stop_word("tea"));
    }
}
