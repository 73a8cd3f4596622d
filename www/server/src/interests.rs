//! What a description of the recipient asks for, and what it rules out.

use std::collections::HashSet;

use crate::{
    catalogue::{Catalogue, Entry},
    synonyms, words,
};

/// From here on, what follows in the clause is not wanted.
const NEGATIONS: &[&str] = &[
    "allergic", "avoids", "cannot", "cant", "dislikes", "doesnt", "dont", "except", "hate",
    "hates", "isnt", "never", "no", "not", "without",
];

/// From here on, it is wanted again.
const TURNS: &[&str] = &[
    "adores", "but", "enjoys", "likes", "loves", "prefers", "who",
];

/// The tag of what is made for children.
pub const CHILDREN: &str = "kids";

/// What a child is not given.
const FOR_ADULTS: &[&str] = &["alcohol", "beer", "cocktails", "whisky", "wine"];

/// One thing that a description mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interest {
    /// As it was said.
    pub said: String,
    /// As [`words::key`].
    key: String,
    /// The tags it stands for by way of synonyms.
    related: &'static [&'static str],
}

/// Why a gift matches an interest.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// The more, the closer.
    pub points: f64,
    /// What of the gift matches: two words for the same thing count once.
    pub about: String,
    /// In words.
    pub reason: String,
}

/// All that a description mentions.
#[derive(Debug, Default)]
pub struct Interests {
    /// Wanted, in the order of the text.
    pub likes: Vec<Interest>,
    /// Not wanted.
    pub dislikes: Vec<Interest>,
}

impl Interests {
    /// Reads a description such as "friend who loves board games but hates coffee".
    pub fn read(description: &str, catalogue: &Catalogue) -> Self {
        let phrases = known_phrases(catalogue);
        let mut interests = Self::default();
        for clause in description.split([',', '.', ';', '!', '?', ':', '\n']) {
            interests.read_clause(&words::tokens(clause), &phrases);
        }
        interests
    }

    fn read_clause(&mut self, tokens: &[String], phrases: &HashSet<String>) {
        let stems: Vec<String> = tokens.iter().map(|token| words::stem(token)).collect();
        let mut negated_at = None;
        let mut at = 0;
        while at < tokens.len() {
            let length = (1..=synonyms::LONGEST_PHRASE.min(tokens.len() - at))
                .rev()
                .find(|length| *length == 1 || phrases.contains(&stems[at..at + length].join(" ")))
                .unwrap_or(1);
            let word = tokens[at].as_str();
            if length == 1 && NEGATIONS.contains(&word) {
                negated_at = Some(at);
            } else if length == 1
                && TURNS.contains(&word)
                && negated_at.is_none_or(|negation| negation + 1 < at)
            {
                negated_at = None;
            } else if length > 1 || !synonyms::is_stop_word(word) {
                let key = stems[at..at + length].join(" ");
                let interest = Interest {
                    said: tokens[at..at + length].join(" "),
                    related: synonyms::related(&key),
                    key,
                };
                let list = if negated_at.is_some() {
                    &mut self.dislikes
                } else {
                    &mut self.likes
                };
                if !list.iter().any(|known| known.key == interest.key) {
                    list.push(interest);
                }
            }
            at += length;
        }
    }

    /// How the gift matches what is wanted, in the order of the text, each thing about it once.
    pub fn matches(&self, entry: &Entry) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::new();
        for found in self
            .likes
            .iter()
            .filter_map(|interest| interest.find_in(entry))
        {
            match matches.iter_mut().find(|known| known.about == found.about) {
                Some(known) if known.points < found.points => *known = found,
                Some(_) => {}
                None => matches.push(found),
            }
        }
        matches
    }

    /// Whether the description mentions a child.
    pub fn for_a_child(&self) -> bool {
        self.likes
            .iter()
            .any(|interest| interest.related.contains(&CHILDREN) || interest.key == "kid")
    }

    /// Whether the gift is out of the question for this recipient.
    pub fn rule_out(&self, entry: &Entry) -> bool {
        let adults_only = entry
            .gift
            .tags
            .iter()
            .any(|tag| FOR_ADULTS.contains(&tag.as_str()));
        let disliked = |dislike: &Interest| {
            dislike
                .find_in(entry)
                .is_some_and(|found| found.points >= 2.0)
        };
        adults_only && self.for_a_child() || self.dislikes.iter().any(disliked)
    }
}

impl Interest {
    /// The closest way in which a gift matches.
    pub fn find_in(&self, entry: &Entry) -> Option<Match> {
        let words: Vec<&str> = self.key.split(' ').collect();
        let (gift, said) = (&entry.gift, &self.said);
        let found = |points, about: &str, reason| {
            let about = about.to_owned();
            Some(Match {
                points,
                about,
                reason,
            })
        };
        if let Some(at) = entry.tags.iter().position(|tag| *tag == self.key) {
            return found(3.0, &gift.tags[at], format!("matches “{said}”"));
        }
        let name: Vec<&str> = entry.name.iter().map(String::as_str).collect();
        if name.windows(words.len()).any(|window| window == words) {
            return found(2.0, &self.key, format!("its name says “{said}”"));
        }
        if entry.category.iter().any(|category| words == [category]) {
            return found(
                2.0,
                &gift.category,
                format!("belongs to “{}”", gift.category),
            );
        }
        if let Some(tag) = gift
            .tags
            .iter()
            .find(|tag| self.related.contains(&tag.as_str()))
        {
            return found(2.0, tag, format!("“{said}” goes with “{tag}”"));
        }
        let near = entry
            .tags
            .iter()
            .position(|tag| tag.split(' ').any(|part| words == [part]))?;
        let tag = &gift.tags[near];
        found(1.0, tag, format!("“{said}” is near to “{tag}”"))
    }
}

/// Phrases of several words that mean something as a whole: "board games" is not about boards.
fn known_phrases(catalogue: &Catalogue) -> HashSet<String> {
    let tags = catalogue.tags().into_iter().map(words::key);
    let said = synonyms::phrases().map(str::to_owned);
    tags.chain(said).filter(|key| key.contains(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(description: &str) -> (Vec<String>, Vec<String>) {
        let catalogue = Catalogue::load().expect("the catalogue");
        let interests = Interests::read(description, &catalogue);
        let said = |list: Vec<Interest>| list.into_iter().map(|interest| interest.said).collect();
        (said(interests.likes), said(interests.dislikes))
    }

    #[test]
    fn finds_phrases_and_words() {
        assert_eq!(
            read("friend who loves board games"),
            (vec!["board games".into()], vec![])
        );
        assert_eq!(
            read("my 8-year-old nephew"),
            (vec!["nephew".into()], vec![])
        );
        assert_eq!(
            read("Coworker from marketing"),
            (vec!["coworker".into(), "marketing".into()], vec![])
        );
        assert_eq!(read("tea, tea and more TEA"), (vec!["tea".into()], vec![]));
        assert_eq!(read(""), (vec![], vec![]));
    }

    #[test]
    fn hears_what_is_not_wanted() {
        assert_eq!(
            read("loves tea but hates coffee"),
            (vec!["tea".into()], vec!["coffee".into()])
        );
        assert_eq!(
            read("doesn't like chocolate, likes cheese"),
            (vec!["cheese".into()], vec!["chocolate".into()])
        );
        assert_eq!(read("no alcohol"), (vec![], vec!["alcohol".into()]));
    }

    #[test]
    fn two_words_for_one_thing_count_once() {
        let catalogue = Catalogue::load().expect("the catalogue");
        let interests = Interests::read("geek who works with computers and tech", &catalogue);
        let power_bank = catalogue
            .entries()
            .iter()
            .find(|entry| entry.gift.id == "power-bank");
        let matches = interests.matches(power_bank.expect("a power bank"));
        assert_eq!(matches.len(), 1, "{matches:?}");
        assert_eq!(
            matches[0].reason, "matches “tech”",
            "the closest one counts"
        );
    }

    #[test]
    fn a_child_gets_no_wine() {
        let catalogue = Catalogue::load().expect("the catalogue");
        let child = Interests::read("my daughter", &catalogue);
        let adult = Interests::read("my neighbour", &catalogue);
        let wine = catalogue
            .entries()
            .iter()
            .find(|entry| entry.gift.id == "bottle-of-champagne")
            .expect("champagne");
        assert!(child.rule_out(wine));
        assert!(!adult.rule_out(wine));
    }
}
