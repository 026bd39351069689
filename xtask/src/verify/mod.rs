//! Simulated figures against exact ones: what has to come out, and how close.

mod absorbing;
mod bodies;
mod bump;
mod circular_dam;
mod cylinder;
mod dam_break;
mod gaussian_hill;
mod lake;
mod lid;
mod mass_ledger;
mod poiseuille;
mod propeller;
mod reflection;
mod seiche;
mod shipped;
mod stream;
mod tank;
mod taylor_green;

use std::path::Path;

use crate::json;

/// One figure and what it should be.
#[derive(Debug, Clone)]
struct Row {
    case: &'static str,
    quantity: String,
    value: f64,
    reference: f64,
    /// Largest |value − reference| that passes.
    tolerance: f64,
}

impl Row {
    fn error(&self) -> f64 {
        (self.value - self.reference).abs()
    }

    /// Not a number passes nothing.
    fn passes(&self) -> bool {
        self.error() <= self.tolerance
    }

    fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "case": self.case,
            "quantity": self.quantity,
            "value": self.value,
            "reference": self.reference,
            "error": self.error(),
            "tolerance": self.tolerance,
            "pass": self.passes(),
        })
    }
}

/// Cases that take some seconds each at most.
const QUICK: [fn() -> Vec<Row>; 18] = [
    stream::rows,
    dam_break::rows,
    circular_dam::rows,
    lake::rows,
    bump::rows,
    seiche::rows,
    poiseuille::rows,
    lid::couette,
    taylor_green::rows,
    lid::cavity_100,
    absorbing::rows,
    mass_ledger::rows,
    gaussian_hill::rows,
    reflection::rows,
    bodies::closed_mesh,
    bodies::box_at_rest,
    bodies::box_let_go,
    bodies::sphere_drop,
];

/// Cases that take a minute each.
const LONG: [fn() -> Vec<Row>; 5] =
    [cylinder::steady, cylinder::shedding, lid::cavity_1000, shipped::rows, propeller::rows];

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

#[cfg(test)]
mod tests {
    use super::Row;

    fn row(value: f64) -> Row {
        Row { case: "", quantity: String::new(), value, reference: 1.0, tolerance: 0.1 }
    }

    #[test]
    fn only_what_is_near_the_reference_passes() {
        assert!(row(1.05).passes() && row(0.95).passes());
        assert!(!row(1.2).passes() && !row(0.8).passes() && !row(f64::NAN).passes());
    }
}
