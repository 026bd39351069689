//! Simulated figures against reference values, with tolerances.

mod bodies;
mod coupled;
mod program;
#[allow(dead_code, unused_imports, reason = "for rows of towed and heaving hulls")]
mod reference;
mod row;
mod tank;
mod walls;
mod water;

use std::path::Path;

use row::Row;

use crate::json;

/// Cases that take some seconds each at most.
const QUICK: [fn() -> Vec<Row>; 20] = [
    water::stream::rows,
    water::dam_break::rows,
    water::circular_dam::rows,
    water::lake::rows,
    water::bump::rows,
    water::seiche::rows,
    walls::poiseuille::rows,
    walls::lid::couette,
    water::taylor_green::rows,
    walls::lid::cavity_100,
    walls::absorbing::rows,
    walls::mass_ledger::rows,
    water::gaussian_hill::rows,
    walls::reflection::rows,
    bodies::closed_mesh,
    bodies::box_at_rest,
    bodies::box_let_go,
    bodies::sphere_drop,
    coupled::heave,
    coupled::resistance,
];

/// Cases that take a minute each.
const LONG: [fn() -> Vec<Row>; 5] = [
    walls::cylinder::steady,
    walls::cylinder::shedding,
    walls::lid::cavity_1000,
    program::shipped::rows,
    program::propeller::rows,
];

/// Runs the quick cases, or all of them, prints the table, writes the rows as JSON; an error if one does not pass.
pub(crate) fn verify(all: bool, file: Option<&Path>) -> Result<(), String> {
    let long = if all { &LONG[..] } else { &[] };
    println!(
        "{:<22} {:<38} {:>11} {:>11} {:>10} {:>10}",
        "case", "quantity", "value", "reference", "error", "tolerance"
    );
    let mut rows = Vec::new();
    for case in QUICK.iter().chain(long) {
        for row in case() {
            let verdict = if row.passes() { "pass" } else { "FAIL" };
            println!(
                "{:<22} {:<38} {:>11.5} {:>11.5} {:>10.2e} {:>10.2e} {verdict}",
                row.case,
                row.quantity,
                row.value,
                row.reference,
                row.error(),
                row.tolerance
            );
            rows.push(row);
        }
    }
    json::write(file, rows.iter().map(Row::to_json).collect())?;
    match rows.iter().filter(|row| !row.passes()).count() {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} figures are not what they must be", rows.len())),
    }
}
