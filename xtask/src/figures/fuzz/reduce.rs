//! Making an input smaller that still shows its fault.

use super::target::Target;
use super::tree;
use super::worker::{Finding, Folder, try_alone};

/// Greatest number of attempts; of those that take as long as a hang.
const ATTEMPTS: usize = 400;
const LONG_ATTEMPTS: usize = 10;

/// The smallest input found that shows the same fault.
pub(super) fn reduce(
    target: Target,
    input: Vec<u8>,
    finding: &Finding,
    folder: &Folder,
) -> Result<Vec<u8>, String> {
    let mut left = if finding.message.starts_with("hangs") { LONG_ATTEMPTS } else { ATTEMPTS };
    let mut shows = |input: &[u8]| -> Result<bool, String> {
        if left == 0 {
            return Ok(false);
        }
        left -= 1;
        let found = try_alone(target, input, folder)?;
        Ok(found.is_some_and(|message| Finding { number: 0, message }.key() == finding.key()))
    };
    let mut best = input;
    if let Some((mut tree, rest)) = target.tree(&best) {
        let mut number = tree::nodes(&tree);
        while number > 1 {
            number -= 1;
            let Some(smaller) = tree::without(&tree, number) else { continue };
            let text = target.text(&smaller, &rest);
            if text.len() < best.len() && shows(&text)? {
                (tree, best) = (smaller, text);
                number = number.min(tree::nodes(&tree));
            }
        }
    }
    // Halves, quarters and so on, of lines where there are some.
    let mut piece = best.len() / 2;
    while piece > 0 {
        let mut start = 0;
        while start < best.len() {
            let mut smaller = best.clone();
            smaller.drain(start..(start + piece).min(best.len()));
            if shows(&smaller)? { best = smaller } else { start += piece }
        }
        piece /= 2;
    }
    Ok(best)
}
