//! Simulated figures against reference values, with tolerances.

mod air;
mod bodies;
mod coupled;
mod program;
mod reference;
mod row;
mod tank;
mod walls;
mod water;

use std::path::Path;

use row::Row;

use crate::json;

/// A case: its name on the command line, whether it takes a minute or more, and what makes its rows.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) takes_long: bool,
    rows: fn() -> Vec<Row>,
}

const fn quick(name: &'static str, rows: fn() -> Vec<Row>) -> Case {
    Case { name, takes_long: false, rows }
}

const fn long(name: &'static str, rows: fn() -> Vec<Row>) -> Case {
    Case { name, takes_long: true, rows }
}

/// All cases, in the order in which they are run.
pub(crate) const CASES: [Case; 51] = [
    quick("stream", water::stream::rows),
    quick("dam-break", water::dam_break::rows),
    quick("circular-dam", water::circular_dam::rows),
    quick("lake", water::lake::rows),
    quick("bump", water::bump::rows),
    quick("seiche", water::seiche::rows),
    quick("poiseuille", walls::poiseuille::rows),
    quick("couette", walls::cavity::couette),
    quick("taylor-green", water::taylor_green::rows),
    quick("cavity-100", walls::cavity::cavity_100),
    quick("absorbing", walls::absorbing::rows),
    quick("mass-ledger", walls::mass_ledger::rows),
    quick("gaussian-hill", water::gaussian_hill::rows),
    quick("air-vortices", air::taylor_green),
    quick("air-hill", air::gaussian_hill),
    quick("particles", air::particles),
    quick("thermal", air::thermal),
    quick("reflection", walls::reflection::rows),
    quick("closed-mesh", bodies::closed_mesh),
    quick("box-at-rest", bodies::box_at_rest),
    quick("box-let-go", bodies::box_let_go),
    quick("sphere-drop", bodies::sphere_drop),
    quick("spin", bodies::spin),
    quick("collisions", bodies::collisions),
    quick("chain", bodies::chain),
    quick("stack", bodies::stack),
    quick("moored", coupled::moored),
    quick("wave-maker", coupled::wave_maker),
    quick("heave", coupled::heave),
    quick("resistance", coupled::resistance),
    quick("side-by-side", coupled::side_by_side),
    quick("sphere", coupled::sphere),
    quick("books", coupled::books),
    quick("energy", coupled::energy),
    quick("slow", coupled::slow),
    quick("bed-lake", coupled::bed_lake),
    quick("ridge", coupled::ridge),
    quick("wind", coupled::wind),
    quick("inertial", coupled::inertial),
    quick("tide", coupled::tide),
    long("plume", air::plume),
    long("stability", coupled::stability),
    long("squat", coupled::squat),
    long("canal", coupled::canal),
    long("cylinder-steady", walls::cylinder::steady),
    long("cylinder-shedding", walls::cylinder::shedding),
    long("cavity-1000", walls::cavity::cavity_1000),
    long("shipped", program::shipped::rows),
    long("propeller", program::propeller::rows),
    long("still", coupled::still),
    long("crowd", coupled::crowd),
];

/// The cases of these names; without names those that are quick, or all.
///
/// # Errors
///
/// For a name that is none, with those that are.
fn chosen(names: &[String], all: bool) -> Result<Vec<&'static Case>, String> {
    if names.is_empty() {
        return Ok(CASES.iter().filter(|case| all || !case.takes_long).collect());
    }
    let find = |name: &String| {
        CASES.iter().find(|case| case.name == name).ok_or_else(|| {
            let known: Vec<&str> = CASES.iter().map(|case| case.name).collect();
            format!("there is no case `{name}`; the cases are {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Runs the cases of these names, or the quick ones, or all; prints the table, writes the rows as JSON; an error if one does
/// not pass.
pub(crate) fn verify(names: &[String], all: bool, file: Option<&Path>) -> Result<(), String> {
    let cases = chosen(names, all)?;
    println!(
        "{:<22} {:<38} {:>11} {:>11} {:>10} {:>10}",
        "case", "quantity", "value", "reference", "error", "tolerance"
    );
    let mut rows = Vec::new();
    for case in cases {
        for row in (case.rows)() {
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
    use super::*;

    #[test]
    fn cases_are_chosen_by_name_and_have_one_of_their_own() {
        let of = |names: &[&str], all| -> Result<Vec<&str>, String> {
            let names: Vec<String> = names.iter().map(|name| (*name).into()).collect();
            Ok(chosen(&names, all)?.iter().map(|case| case.name).collect())
        };
        assert_eq!(of(&["squat", "lake"], false), Ok(vec!["squat", "lake"]));
        assert_eq!(of(&[], true).unwrap().len(), CASES.len());
        assert!(!of(&[], false).unwrap().contains(&"squat"));
        assert!(of(&["lakes"], false).unwrap_err().contains("`lakes`; the cases are stream, dam-break"));
        let mut names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CASES.len());
    }
}
