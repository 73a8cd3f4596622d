//! What the scoring promises.

use super::*;

fn wish(occasion: &str, budget: f64, recipient: &str) -> Wish {
    Wish {
        occasion: occasion.into(),
        budget,
        recipient: recipient.into(),
        limit: 8,
    }
}

fn catalogue() -> Catalogue {
    Catalogue::load().expect("the catalogue")
}

fn ids(ideas: &Ideas<'_>) -> Vec<String> {
    ideas
        .ideas
        .iter()
        .map(|idea| idea.gift.id.clone())
        .collect()
}

#[test]
fn board_games_for_who_loves_them() {
    let catalogue = catalogue();
    let ideas = suggest(
        &wish("birthday", 100.0, "friend who loves board games"),
        &catalogue,
    )
    .expect("ideas");
    assert!(
        ids(&ideas).contains(&"board-game-catan".to_owned()),
        "{:?}",
        ids(&ideas)
    );
    for idea in &ideas.ideas {
        assert!(
            idea.gift.tags.iter().any(|tag| tag == "board games"),
            "{}",
            idea.gift.id
        );
        assert!(
            idea.why
                .starts_with("Matches “board games”; suits the occasion (birthday); $"),
            "{}",
            idea.why
        );
    }
}

#[test]
fn occasion_and_budget_always_hold() {
    let catalogue = catalogue();
    for occasion in catalogue.occasions() {
        for budget in [10.0, 25.0, 60.0, 150.0, 1000.0] {
            for recipient in ["", "gardener", "kids who like space", "hates books"] {
                let wish = Wish {
                    limit: 50,
                    ..wish(occasion, budget, recipient)
                };
                let Ok(ideas) = suggest(&wish, &catalogue) else {
                    continue;
                };
                assert!(ideas.considered >= ideas.ideas.len() && !ideas.ideas.is_empty());
                for idea in ideas.ideas {
                    assert!(idea.gift.price <= budget, "{} for {budget}", idea.gift.id);
                    assert!(
                        idea.gift.occasions.iter().any(|suits| suits == occasion),
                        "{}",
                        idea.gift.id
                    );
                }
            }
        }
    }
}

#[test]
fn the_same_wish_gets_the_same_answer() {
    let (one, other) = (catalogue(), catalogue());
    let wish = wish("holidays", 80.0, "colleague who drinks tea");
    assert_eq!(suggest(&wish, &one), suggest(&wish, &other));
}

#[test]
fn an_exact_budget_is_enough() {
    let catalogue = catalogue();
    let ideas = suggest(&wish("thank you", 5.0, ""), &catalogue).expect("ideas");
    assert_eq!(ids(&ideas), ["chocolate-bar-with-a-message"]);
    assert_eq!(
        ideas.ideas[0].why,
        "Suits the occasion (thank you); $5 is 100% of the budget"
    );
}

#[test]
fn too_small_a_budget_names_the_cheapest() {
    let catalogue = catalogue();
    for budget in [0.0, 4.99] {
        let Err(NoIdea::BudgetTooSmall { occasion, cheapest }) =
            suggest(&wish("Thanks!", budget, ""), &catalogue)
        else {
            panic!("{budget} was enough");
        };
        assert_eq!(
            (occasion, cheapest.id.as_str()),
            ("thank you", "chocolate-bar-with-a-message")
        );
    }
}

#[test]
fn an_unknown_occasion_names_the_known_ones() {
    let catalogue = catalogue();
    let Err(NoIdea::UnknownOccasion { known }) =
        suggest(&wish("moon landing", 50.0, ""), &catalogue)
    else {
        panic!("there are gifts for a moon landing");
    };
    assert!(known.contains(&"birthday"));
}

#[test]
fn what_is_not_wanted_does_not_come() {
    let catalogue = catalogue();
    let all = suggest(
        &Wish {
            limit: 50,
            ..wish("birthday", 400.0, "loves tea, hates coffee")
        },
        &catalogue,
    );
    for idea in all.expect("ideas").ideas {
        assert!(
            !idea.gift.tags.iter().any(|tag| tag == "coffee"),
            "{}",
            idea.gift.id
        );
    }
    let out = suggest(&wish("thank you", 5.0, "hates chocolate"), &catalogue);
    assert_eq!(
        out,
        Err(NoIdea::AllRuledOut {
            occasion: "thank you",
            considered: 1
        })
    );
}

#[test]
fn a_description_that_matches_nothing_says_so() {
    let catalogue = catalogue();
    let ideas = suggest(&wish("birthday", 100.0, "zeppelin captain"), &catalogue).expect("ideas");
    assert!(
        ideas
            .ideas
            .iter()
            .all(|idea| idea.why.starts_with("Matches nothing in the description; "))
    );
}

#[test]
fn without_a_description_the_answer_is_varied() {
    let catalogue = catalogue();
    let ideas = suggest(&wish("birthday", 100.0, ""), &catalogue).expect("ideas");
    let categories: std::collections::HashSet<_> =
        ideas.ideas.iter().map(|idea| &idea.gift.category).collect();
    assert_eq!(ideas.ideas.len(), 8);
    assert!(categories.len() >= 4, "{categories:?}");
    assert!(
        !categories.contains(&"kids".to_owned()),
        "nobody mentioned a child"
    );
    let prices: std::collections::HashSet<_> = ideas
        .ideas
        .iter()
        .map(|idea| idea.gift.price.to_bits())
        .collect();
    assert!(prices.len() >= 4, "only {} prices", prices.len());
}

#[test]
fn what_is_made_for_the_occasion_comes_first() {
    let catalogue = catalogue();
    let ideas = suggest(&wish("new baby", 50.0, ""), &catalogue).expect("ideas");
    assert_eq!(ideas.ideas[0].gift.category, "baby");
    assert!(
        ideas.ideas[0]
            .why
            .starts_with("Made for the occasion (new baby); "),
        "{}",
        ideas.ideas[0].why
    );
}

#[test]
fn an_interest_beats_any_price() {
    let catalogue = catalogue();
    let ideas = suggest(&wish("birthday", 600.0, "origami"), &catalogue).expect("ideas");
    assert_eq!(ideas.ideas[0].gift.id, "origami-paper-collection");
    assert!(
        ideas.ideas[0].why.starts_with("Its name says “origami”"),
        "{}",
        ideas.ideas[0].why
    );
}

#[test]
fn the_limit_holds() {
    let catalogue = catalogue();
    let ideas = suggest(
        &Wish {
            limit: 1,
            ..wish("birthday", 100.0, "")
        },
        &catalogue,
    )
    .expect("ideas");
    assert_eq!(ideas.ideas.len(), 1);
    assert!(ideas.considered > 50);
}

#[test]
fn prices_in_words() {
    assert_eq!(
        (dollars(45.0), dollars(45.5)),
        ("$45".into(), "$45.50".into())
    );
}
