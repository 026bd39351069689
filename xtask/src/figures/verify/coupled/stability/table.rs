//! Outcomes as tables: those that are printed, and that of the documentation.

use std::fmt::Write;

use super::run::{DRAFTS, MARGINAL_TAU, MOTIONS, Outcome, SHAPES, Setting, TAUS, UNDER};

/// The documentation with the table.
pub(super) const PUBLISHED: &str = include_str!("../../../../../../docs/STABILITY.md");

/// How many runs end at [`MARGINAL_TAU`] as the documentation says.
pub(super) fn published_ends() -> Option<f64> {
    let (_, rest) = PUBLISHED.split_once(&format!("With τ = {MARGINAL_TAU} "))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The outcomes of the runs of a motion, shape and mode: rows by draft, columns by relaxation time; then why runs ended.
pub(super) fn details(settings: &[Setting], outcomes: &[Outcome]) -> String {
    let (mut grid, mut reasons) = (String::new(), String::new());
    for (row, outcomes) in outcomes.chunks(TAUS.len()).enumerate() {
        let _ = write!(grid, "  b/H {:<5}", DRAFTS[row]);
        for (column, outcome) in outcomes.iter().enumerate() {
            let Setting { draft, tau, .. } = settings[row * TAUS.len() + column];
            let entry = match outcome {
                Outcome::Finite { level, froude } => format!("{level:.3} Fr {froude:.3}"),
                Outcome::Stopped { time_s, message } => {
                    let _ = writeln!(reasons, "    b/H {draft}, τ {tau}, t = {time_s:.2} s: {message}");
                    "stopped".to_owned()
                }
                Outcome::Nonsense { time_s, what } => {
                    let _ = writeln!(reasons, "    b/H {draft}, τ {tau}, t = {time_s:.2} s NONSENSE: {what}");
                    "NONSENSE".to_owned()
                }
            };
            let _ = write!(grid, "  τ {:<4} {entry:<17}", TAUS[column]);
        }
        grid.push('\n');
    }
    grid + &reasons
}

/// The table of the documentation: a row by motion and draft, a column by mode and shape.
pub(super) fn table(outcomes: &[Outcome]) -> String {
    let mut table = "| motion | draft over depth |".to_owned();
    for shape in SHAPES {
        for under in UNDER {
            let _ = write!(table, " {}, `{}` |", shape.name(), under.key());
        }
    }
    table += "\n| --- | --- | --- | --- | --- | --- |\n";
    let of_case = DRAFTS.len() * TAUS.len();
    for (motion, of_motion) in MOTIONS.iter().zip(outcomes.chunks(of_case * SHAPES.len() * UNDER.len())) {
        for (row, draft) in DRAFTS.iter().enumerate() {
            let _ = write!(table, "| {} | {draft} |", motion.name());
            for of_column in of_motion.chunks(of_case) {
                let runs = &of_column[row * TAUS.len()..][..TAUS.len()];
                let ended: Vec<String> = TAUS
                    .iter()
                    .zip(runs)
                    .filter(|(tau, outcome)| {
                        **tau != MARGINAL_TAU && !matches!(outcome, Outcome::Finite { .. })
                    })
                    .map(|(tau, _)| tau.to_string())
                    .collect();
                let entry = if ended.is_empty() {
                    "ok".to_owned()
                } else {
                    format!("ends at τ {}", ended.join(", "))
                };
                let _ = write!(table, " {entry} |");
            }
            table.push('\n');
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_table_has_a_line_for_every_motion_and_draft() {
        for motion in MOTIONS {
            for draft in DRAFTS {
                let start = format!("| {} | {draft} | ", motion.name());
                let lines: Vec<&str> = PUBLISHED.lines().filter(|line| line.starts_with(&start)).collect();
                let [line] = lines[..] else { panic!("{start}: {lines:?}") };
                let entries: Vec<&str> = line[start.len()..].trim_end_matches(" |").split(" | ").collect();
                assert_eq!(entries.len(), SHAPES.len() * UNDER.len(), "{line}");
                let known = |entry: &&str| *entry == "ok" || entry.starts_with("ends at τ ");
                assert!(entries.iter().all(known), "{line}");
            }
        }
        assert!(published_ends().is_some_and(|ends| (0.0..=100.0).contains(&ends)));
    }
}
