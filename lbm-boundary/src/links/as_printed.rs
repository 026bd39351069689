use lbm_core::d2q9::{C, OPPOSITE, Q};

use super::link::{Link, Rule};
use super::surroundings::{Place, Surroundings};
use crate::ledger::Owner;
use crate::spec::Wall;

/// Replaces the correct `links` of a cell by those that Tables 1 and 2 of the dynamic-boundaries paper print.
///
/// A solid next to the cell along an axis sets three populations by Eq. 10, known ones among them. A solid that touches the
/// cell at a corner should set the population that comes from it, `f6 = f2` for one to the upper right; the table's
/// swapped name gives `f2 = f6`. Where an axis has set `f6` that changes nothing; elsewhere `f6` keeps its dummy value.
pub(super) fn as_printed(around: &Surroundings<'_>, cell: [usize; 2], links: &[Link]) -> Vec<Link> {
    let layout = around.layout();
    let cell = cell.map(|c| c as isize);
    let water = layout.site(cell[0], cell[1]);
    let place = |[x, y]: [isize; 2]| around.place(cell[0] + x, cell[1] + y);
    let label_at = |at| match place(at) {
        Place::Wall(Wall::AsPrinted, Owner::Solid(label)) => Some(label),
        _ => None,
    };
    // The solid that sets `q` along an axis: the one it comes from, straight or by one of its components.
    let by_axis = |q: usize| {
        let [x, y] = C[q].map(|c| -c as isize);
        if x == 0 || y == 0 { label_at([x, y]) } else { label_at([x, 0]).or_else(|| label_at([0, y])) }
    };
    let mut corrected = Vec::new();
    for q in 1..Q {
        let printed = links.iter().find(|link| usize::from(link.q) == q).copied();
        let [x, y] = C[q].map(|c| c as isize);
        let diagonal = x != 0 && y != 0;
        let overwritten = if diagonal && by_axis(OPPOSITE[q]).is_none() { label_at([x, y]) } else { None };
        let dummy = diagonal && by_axis(q).is_none() && label_at([-x, -y]).is_some();
        let set = |label, rule| Link {
            origin: layout.neighbor(water, OPPOSITE[q]),
            q: q as u8,
            owner: Owner::Solid(label),
            rule,
            bed: 0.0,
            // Of a population that was known the other one leaves for water.
            at_rest: printed.map_or(0.0, |link| link.at_rest),
        };
        let bounced = || match place([x, y]) {
            Place::Water([i, j]) => {
                Rule::Undriven { from: layout.site(i as isize, j as isize), q: OPPOSITE[q] as u8 }
            }
            _ => Rule::Rest,
        };
        let link = match (overwritten, by_axis(q), printed) {
            (Some(label), ..) => Some(set(label, Rule::Rest)),
            (_, Some(label), _) => Some(set(label, bounced())),
            (_, _, Some(link)) if dummy => Some(Link { rule: Rule::Rest, bed: 0.0, ..link }),
            (_, _, other) => other,
        };
        corrected.extend(link);
    }
    corrected
}
