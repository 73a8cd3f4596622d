//! The occasion that somebody's words mean. Not a guess: words that name no occasion stay unknown.

use crate::{catalogue::Catalogue, words};

/// Other names of the catalogue's occasions.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("christmas", "holidays"),
    ("xmas", "holidays"),
    ("hanukkah", "holidays"),
    ("advent", "holidays"),
    ("new year", "holidays"),
    ("holiday season", "holidays"),
    ("baby shower", "new baby"),
    ("birth", "new baby"),
    ("newborn", "new baby"),
    ("baby", "new baby"),
    ("new home", "housewarming"),
    ("new house", "housewarming"),
    ("new apartment", "housewarming"),
    ("moving in", "housewarming"),
    ("house warming", "housewarming"),
    ("marriage", "wedding"),
    ("engagement", "wedding"),
    ("bridal shower", "wedding"),
    ("jubilee", "anniversary"),
    ("thanks", "thank you"),
    ("gratitude", "thank you"),
    ("appreciation", "thank you"),
    ("valentine day", "valentine"),
    ("goodbye", "farewell"),
    ("leaving", "farewell"),
    ("recovery", "get well"),
    ("commencement", "graduation"),
    ("bday", "birthday"),
];

/// The catalogue's name of the occasion that a text means: "30th birthday" is `birthday`, "Christmas" is `holidays`.
///
/// The longest name in the text counts, and of two equally long ones the last: a "wedding anniversary" is an
/// anniversary.
pub fn recognise<'a>(text: &str, catalogue: &'a Catalogue) -> Option<&'a str> {
    let said = words::stems(text);
    let occasions = catalogue.occasions();
    let own = occasions.iter().map(|occasion| (*occasion, *occasion));
    let other = OTHER_NAMES
        .iter()
        .filter_map(|(name, occasion)| occasions.get(occasion).map(|occasion| (*name, *occasion)));
    own.chain(other)
        .filter_map(|(name, occasion)| {
            let name = words::stems(name);
            let position = said
                .windows(name.len())
                .rposition(|window| window == name)?;
            Some(((name.len(), position), occasion))
        })
        .max_by_key(|(rank, _)| *rank)
        .map(|(_, occasion)| occasion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_what_people_say() {
        let catalogue = Catalogue::load().expect("the catalogue");
        for (said, meant) in [
            ("birthday", Some("birthday")),
            ("BIRTHDAYS", Some("birthday")),
            ("my sister's 30th birthday", Some("birthday")),
            ("Christmas", Some("holidays")),
            ("wedding anniversary", Some("anniversary")),
            ("Valentine’s Day", Some("valentine")),
            ("baby shower", Some("new baby")),
            ("housewarming party", Some("housewarming")),
            ("thank-you", Some("thank you")),
            ("thanks", Some("thank you")),
            ("Retirement", Some("retirement")),
            ("moon landing", None),
            ("", None),
            ("   ", None),
        ] {
            assert_eq!(recognise(said, &catalogue), meant, "{said}");
        }
    }

    #[test]
    fn every_other_name_leads_to_an_occasion() {
        let catalogue = Catalogue::load().expect("the catalogue");
        for (name, occasion) in OTHER_NAMES {
            assert!(catalogue.occasions().contains(occasion), "{occasion}");
            assert_eq!(recognise(name, &catalogue), Some(*occasion), "{name}");
        }
    }
}
