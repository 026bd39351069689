//! How much of the depth hulls may draw: what becomes of the flow by draft, relaxation time, shape, mode and motion. A run goes on to its
//! end with a flow that can be, or it is stopped by a message with body, cell and cause; the table of which is docs/STABILITY.md.

mod run;
mod table;

use rayon::prelude::*;

use crate::verify::row::Row;
use run::{DRAFTS, MARGINAL_TAU, MOTIONS, Outcome, SHAPES, Setting, TAUS, UNDER};
use table::{PUBLISHED, details, published_ends, table};

pub(in crate::verify) fn rows() -> Vec<Row> {
    let settings: Vec<Setting> = MOTIONS
        .into_iter()
        .flat_map(|motion| SHAPES.map(|shape| UNDER.map(|under| (motion, shape, under))))
        .flatten()
        .flat_map(|(motion, shape, under)| DRAFTS.map(|draft| (motion, shape, under, draft)))
        .flat_map(|(motion, shape, under, draft)| {
            TAUS.map(|tau| Setting { motion, shape, under, draft, tau })
        })
        .collect();
    let outcomes: Vec<Outcome> = settings.par_iter().map(|setting| setting.run()).collect();
    let mut rows = Vec::new();
    let of_case = DRAFTS.len() * TAUS.len();
    for (settings, outcomes) in settings.chunks(of_case).zip(outcomes.chunks(of_case)) {
        let Setting { motion, shape, under, .. } = settings[0];
        let quantity = format!("{}, {}, {}: unsound runs", motion.name(), shape.name(), under.key());
        println!("{quantity}");
        print!("{}", details(settings, outcomes));
        let unsound = outcomes.iter().filter(|outcome| !outcome.is_sound()).count();
        rows.push(Row { case: "stability", quantity, value: unsound as f64, reference: 0.0, tolerance: 0.0 });
    }
    let table = table(&outcomes);
    println!("{table}");
    let apart = table.lines().filter(|line| !PUBLISHED.lines().any(|published| published == *line)).count();
    let ended = settings.iter().zip(&outcomes).filter(|(setting, _)| setting.tau == MARGINAL_TAU);
    let ended = ended.filter(|(_, outcome)| !matches!(outcome, Outcome::Finite { .. })).count();
    rows.push(Row {
        case: "stability",
        quantity: format!("runs at τ {MARGINAL_TAU} that end"),
        value: ended as f64,
        reference: published_ends().unwrap_or(f64::NAN),
        tolerance: 8.0,
    });
    rows.push(Row {
        case: "stability",
        quantity: "lines that docs/STABILITY.md lacks".to_owned(),
        value: apart as f64,
        reference: 0.0,
        tolerance: 0.0,
    });
    rows
}
