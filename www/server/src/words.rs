//! Tokens and stems of free text. Not a linguist: just enough that "gardener" finds "garden".

/// The words of a text in lower case; apostrophes join ("doesn't" is `doesnt`), everything else that is no letter or
/// digit separates.
pub fn tokens(text: &str) -> Vec<String> {
    let joined: String = text
        .to_lowercase()
        .chars()
        .filter(|letter| !matches!(letter, '\'' | '’'))
        .collect();
    joined
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A text as stems, one space between them: the form in which phrases are compared.
pub fn key(text: &str) -> String {
    stems(text).join(" ")
}

/// The stems of a text's words.
pub fn stems(text: &str) -> Vec<String> {
    tokens(text).iter().map(|word| stem(word)).collect()
}

/// A word without its common English endings. The result need not be a word; equal stems is all that counts.
pub fn stem(word: &str) -> String {
    // Endings are cut by bytes; other scripts are left alone.
    if !word.is_ascii() {
        return word.to_owned();
    }
    let mut stem = singular(word);
    for ending in ["ing", "er", "ed"] {
        if let Some(rest) = stem.strip_suffix(ending)
            && rest.len() >= 3
            && has_vowel(rest)
        {
            stem = restored(rest);
            break;
        }
    }
    if stem.len() >= 5
        && let Some(rest) = stem.strip_suffix(['e', 'y'])
    {
        stem = rest.to_owned();
    }
    stem
}

fn singular(word: &str) -> String {
    if word.len() <= 3
        || ["ss", "us", "is"]
            .iter()
            .any(|ending| word.ends_with(ending))
    {
        return word.to_owned();
    }
    // "movie" and "movies", "baby" and "babies".
    for ending in ["ies", "ie"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.len() >= 2
        {
            return format!("{rest}y");
        }
    }
    for ending in ["sses", "xes", "zes", "ches", "shes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

/// "runn" is "run" again, "hik" is "hike".
fn restored(rest: &str) -> String {
    let bytes = rest.as_bytes();
    let [.., before, last] = *bytes else {
        return rest.to_owned();
    };
    let doubled = before == last && !is_vowel(last);
    if doubled && (!matches!(last, b'l' | b's' | b'f' | b'z') || last == b'l' && rest.len() > 5) {
        return rest[..rest.len() - 1].to_owned();
    }
    let short = bytes.len() == 3 && !is_vowel(bytes[0]) && is_vowel(before) && !is_vowel(last);
    if short && !matches!(last, b'w' | b'x' | b'y') {
        return format!("{rest}e");
    }
    rest.to_owned()
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

fn has_vowel(word: &str) -> bool {
    word.bytes()
        .any(|letter| is_vowel(letter) || letter == b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_family_share_a_stem() {
        for family in [
            &["garden", "gardens", "gardener", "gardening"][..],
            &["bake", "baker", "baking", "bakes"],
            &["hike", "hiker", "hiking", "hikers"],
            &["run", "runner", "running", "runs"],
            &["knit", "knitter", "knitting"],
            &["travel", "traveller", "travelling", "traveler"],
            &["dance", "dancer", "dancing", "dances"],
            &["movie", "movies"],
            &["baby", "babies"],
            &["watch", "watches"],
            &["photography", "photographer"],
            &["wine", "wines"],
            &["tie", "ties"],
        ] {
            let stems: Vec<_> = family.iter().map(|word| stem(word)).collect();
            assert!(
                stems.windows(2).all(|pair| pair[0] == pair[1]),
                "{family:?} became {stems:?}"
            );
        }
    }

    #[test]
    fn words_of_different_families_do_not() {
        for (one, other) in [
            ("car", "care"),
            ("win", "wine"),
            ("chess", "chest"),
            ("art", "party"),
            ("cat", "cater"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} and {other}");
        }
    }

    #[test]
    fn text_is_cut_into_words() {
        assert_eq!(
            tokens("Doesn’t like: Co-worker's TEA!"),
            ["doesnt", "like", "co", "workers", "tea"]
        );
        assert_eq!(tokens("  \u{202e} <b>&\u{0} "), ["b"]);
        assert_eq!(stem("чай"), "чай");
        assert_eq!(key("Board games"), key("board game"));
    }
}
