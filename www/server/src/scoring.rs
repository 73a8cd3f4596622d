//! Which gifts fit, in what order, and why. Deterministic: the same wish gets the same answer.
//!
//! A gift must suit the occasion and cost no more than the budget. Among those, everything that the recipient's
//! description matches counts one to three points. A price near two thirds of the budget counts up to one, and being
//! made for few occasions up to a half: together they order equals, and hardly ever beat an interest. What is made
//! for children counts less when no child is mentioned. So does each further gift of a category or of a price, so that a
//! wish without a description gets a varied answer.

use crate::{
    catalogue::{Catalogue, Entry, Gift},
    interests::{CHILDREN, Interests},
    occasion,
};

/// The share of the budget that a gift costs at best.
const BEST_SHARE: f64 = 0.7;
/// What a gift for this occasion alone gets; one for two occasions gets half of it, and so on.
const MADE_FOR_IT: f64 = 0.5;
/// What a gift for children loses when no child is mentioned.
const CHILDISH: f64 = 0.5;
/// What each earlier gift of the same category takes away.
const SAME_CATEGORY: f64 = 0.25;
/// What each earlier gift of about the same price takes away.
const SAME_PRICE: f64 = 0.1;
/// The share of the budget by which prices must differ not to be about the same.
const SAME_PRICE_WITHIN: f64 = 0.05;
/// The most that earlier gifts take away.
const MOST_REPEATED: f64 = 1.0;
/// With so many matches, gifts that match nothing are left out.
const ENOUGH: usize = 3;

/// What somebody is looking for.
#[derive(Debug, Clone, PartialEq)]
pub struct Wish {
    /// In the person's own words.
    pub occasion: String,
    /// In US dollars, finite, not negative.
    pub budget: f64,
    /// A description of the recipient; may be empty.
    pub recipient: String,
    /// At most so many ideas.
    pub limit: usize,
}

/// One idea.
#[derive(Debug, Clone, PartialEq)]
pub struct Idea<'a> {
    /// The gift.
    pub gift: &'a Gift,
    /// The real reasons for it.
    pub why: String,
}

/// The answer to a [`Wish`].
#[derive(Debug, PartialEq)]
pub struct Ideas<'a> {
    /// The best first; never empty.
    pub ideas: Vec<Idea<'a>>,
    /// The occasion as the catalogue calls it.
    pub occasion: &'a str,
    /// How many gifts suit the occasion and the budget.
    pub considered: usize,
}

/// Why there is no idea.
#[derive(Debug, PartialEq)]
pub enum NoIdea<'a> {
    /// The words name no occasion that the catalogue knows.
    UnknownOccasion {
        /// Those that it knows.
        known: Vec<&'a str>,
    },
    /// Everything for the occasion costs more.
    BudgetTooSmall {
        /// The occasion as the catalogue calls it.
        occasion: &'a str,
        /// The least that a gift for it costs.
        cheapest: &'a Gift,
    },
    /// The description rules out all that would fit.
    AllRuledOut {
        /// The occasion as the catalogue calls it.
        occasion: &'a str,
        /// How many would fit.
        considered: usize,
    },
}

struct Candidate<'a> {
    gift: &'a Gift,
    score: f64,
    reasons: Vec<String>,
}

/// Finds the gifts that fit a wish.
///
/// # Errors
/// When there is none.
pub fn suggest<'a>(wish: &Wish, catalogue: &'a Catalogue) -> Result<Ideas<'a>, NoIdea<'a>> {
    let occasion =
        occasion::recognise(&wish.occasion, catalogue).ok_or_else(|| NoIdea::UnknownOccasion {
            known: catalogue.occasions().into_iter().collect(),
        })?;
    let suitable: Vec<&Entry> = catalogue
        .entries()
        .iter()
        .filter(|entry| entry.gift.occasions.iter().any(|suits| suits == occasion))
        .collect();
    let affordable: Vec<&Entry> = suitable
        .iter()
        .copied()
        .filter(|entry| entry.gift.price <= wish.budget)
        .collect();
    if affordable.is_empty() {
        let cheapest = suitable
            .iter()
            .map(|entry| &entry.gift)
            .min_by(|a, b| a.price.total_cmp(&b.price));
        // A recognised occasion is one of some gift.
        return Err(cheapest.map_or_else(
            || NoIdea::UnknownOccasion { known: Vec::new() },
            |cheapest| NoIdea::BudgetTooSmall { occasion, cheapest },
        ));
    }
    let interests = Interests::read(&wish.recipient, catalogue);
    let mut candidates: Vec<Candidate<'a>> = affordable
        .iter()
        .filter(|entry| !interests.rule_out(entry))
        .map(|entry| candidate(entry, &interests, wish.budget))
        .collect();
    if candidates.is_empty() {
        return Err(NoIdea::AllRuledOut {
            occasion,
            considered: affordable.len(),
        });
    }
    if candidates
        .iter()
        .filter(|candidate| !candidate.reasons.is_empty())
        .count()
        >= ENOUGH
    {
        candidates.retain(|candidate| !candidate.reasons.is_empty());
    }
    candidates.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.gift.id.cmp(&b.gift.id))
    });
    let ideas = pick(candidates, wish)
        .into_iter()
        .map(|candidate| Idea {
            why: why(&candidate, occasion, wish, !interests.likes.is_empty()),
            gift: candidate.gift,
        })
        .collect();
    Ok(Ideas {
        ideas,
        occasion,
        considered: affordable.len(),
    })
}

fn candidate<'a>(entry: &'a Entry, interests: &Interests, budget: f64) -> Candidate<'a> {
    let matches = interests.matches(entry);
    let points: f64 = matches.iter().map(|found| found.points).sum();
    let made_for_it = MADE_FOR_IT / entry.gift.occasions.len() as f64;
    let childish = entry.gift.tags.iter().any(|tag| tag == CHILDREN) && !interests.for_a_child();
    Candidate {
        gift: &entry.gift,
        score: points + price_fit(entry.gift.price, budget) + made_for_it
            - if childish { CHILDISH } else { 0.0 },
        reasons: matches.into_iter().map(|found| found.reason).collect(),
    }
}

/// 1 at the best share of the budget, less to both sides, never below 0.
fn price_fit(price: f64, budget: f64) -> f64 {
    if budget <= 0.0 {
        return 0.0;
    }
    (1.0 - (price / budget - BEST_SHARE).abs() / BEST_SHARE).max(0.0)
}

/// The best `limit` of sorted candidates, repetitions counting less.
fn pick<'a>(mut candidates: Vec<Candidate<'a>>, wish: &Wish) -> Vec<Candidate<'a>> {
    let mut picked: Vec<Candidate<'a>> = Vec::new();
    while picked.len() < wish.limit && !candidates.is_empty() {
        let worth: Vec<f64> = candidates
            .iter()
            .map(|candidate| candidate.score - repetition(candidate, &picked, wish))
            .collect();
        let mut best = 0;
        for at in 1..worth.len() {
            // Equal worth keeps the sorted order.
            if worth[at] > worth[best] {
                best = at;
            }
        }
        picked.push(candidates.remove(best));
    }
    picked
}

fn repetition(candidate: &Candidate<'_>, picked: &[Candidate<'_>], wish: &Wish) -> f64 {
    let repeated = picked.iter().map(|earlier| {
        let apart = (earlier.gift.price - candidate.gift.price).abs();
        let price = if apart < wish.budget * SAME_PRICE_WITHIN {
            SAME_PRICE
        } else {
            0.0
        };
        let category = if earlier.gift.category == candidate.gift.category {
            SAME_CATEGORY
        } else {
            0.0
        };
        price + category
    });
    repeated.sum::<f64>().min(MOST_REPEATED)
}

fn why(candidate: &Candidate<'_>, occasion: &str, wish: &Wish, described: bool) -> String {
    let mut reasons = candidate.reasons.clone();
    if reasons.is_empty() && described {
        reasons.push("matches nothing in the description".to_owned());
    }
    let fits = if candidate.gift.occasions.len() == 1 {
        "made for"
    } else {
        "suits"
    };
    reasons.push(format!("{fits} the occasion ({occasion})"));
    let share = (candidate.gift.price / wish.budget * 100.0).round();
    reasons.push(format!(
        "{} is {share}% of the budget",
        dollars(candidate.gift.price)
    ));
    let mut text = reasons.join("; ");
    if let Some(first) = text.get(..1) {
        let first = first.to_uppercase();
        text.replace_range(..1, &first);
    }
    text
}

/// A price in words: "$45", "$45.50".
pub fn dollars(amount: f64) -> String {
    if amount.fract() == 0.0 {
        format!("${amount}")
    } else {
        format!("${amount:.2}")
    }
}

#[cfg(test)]
mod tests;
