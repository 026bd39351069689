/// Message for an unknown key: the nearest known one, or all of them.
pub(super) fn unknown_key(unknown: &str, known: &[&str]) -> String {
    match nearest(unknown, known) {
        Some(nearest) => format!("unknown key; did you mean `{nearest}`? Known here: {}", known.join(", ")),
        None if known.is_empty() => "unknown key; nothing goes with this kind".into(),
        None => format!("unknown key; known here: {}", known.join(", ")),
    }
}

/// Message for a word that is none of a choice: the nearest one, and all of them.
pub(super) fn unknown_word(unknown: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(unknown, known) {
        Some(nearest) => format!("unknown word `{unknown}`; did you mean `{nearest}`? Known here: {all}"),
        None => format!("unknown word `{unknown}`; known here: {all}"),
    }
}

/// Keys that are asked for under the name of something else: a height above the datum is a level, and no depth.
const MEANT: [(&str, &str); 1] = [("depth_m", "level_m")];

/// The known word that is meant by `word`, or else the nearest to it, if at most a third of its letters differ.
pub(super) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_meant = |key: &&str| MEANT.contains(&(word, *key));
    if let Some(meant) = known.iter().copied().find(|key| is_meant(key)) {
        return Some(meant);
    }
    // Longer ones are like none, and take long to compare.
    let word = Some(word).filter(|word| word.len() <= 100)?;
    let (distance, nearest) = known.iter().map(|known| (distance(word, known), *known)).min()?;
    (distance <= 1.max(word.chars().count() / 3)).then_some(nearest)
}

/// Levenshtein distance: insertions, deletions and replacements from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_is_that_of_levenshtein() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn near_words_are_suggested_and_far_ones_are_not() {
        assert_eq!(nearest("mas_kg", &["drag", "mass_kg"]), Some("mass_kg"));
        assert_eq!(nearest("depth_m", &["least_depth_m", "level_m"]), Some("level_m"));
        assert_eq!(nearest("velocity", &["drag", "mass_kg"]), None);
    }
}
