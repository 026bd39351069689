//! Radiation of a heaving half-immersed sphere on deep water.

use hydro_forces::radiation::{DampingCurve, Matrix6};

use crate::verify::tank::GRAVITY;

/// Added mass at infinite frequency over the displaced mass.
pub(super) const ADDED_MASS: f64 = 0.5;

/// k R and the damping over the displaced mass and ω (Hulme 1982).
const DAMPING: [[f64; 2]; 26] = [
    [0.05, 0.1036],
    [0.1, 0.1816],
    [0.2, 0.2793],
    [0.3, 0.3254],
    [0.4, 0.3410],
    [0.5, 0.3391],
    [0.6, 0.3271],
    [0.7, 0.3098],
    [0.8, 0.2899],
    [0.9, 0.2691],
    [1.0, 0.2484],
    [1.2, 0.2096],
    [1.4, 0.1756],
    [1.6, 0.1469],
    [1.8, 0.1229],
    [2.0, 0.1031],
    [2.5, 0.0674],
    [3.0, 0.0452],
    [4.0, 0.0219],
    [5.0, 0.0116],
    [6.0, 0.0066],
    [7.0, 0.0040],
    [8.0, 0.0026],
    [9.0, 0.0017],
    [10.0, 0.0012],
    [20.0, 0.0],
];

/// Damping of the heave of a sphere that displaces `displaced_kg` with its lower half.
pub(super) fn heave_damping(radius_m: f64, displaced_kg: f64) -> DampingCurve {
    let frequency = |row: &[f64; 2]| (GRAVITY * row[0] / radius_m).sqrt();
    let frequencies: Vec<f64> = DAMPING.iter().map(frequency).collect();
    let heave = |row: &[f64; 2]| in_heave(row[1] * displaced_kg * frequency(row));
    let damping: Vec<Matrix6> = DAMPING.iter().map(heave).collect();
    DampingCurve::new(&frequencies, &damping).expect("the table rises in frequency")
}

/// The same with the added mass as a file of `radiation.coefficients`.
pub(in crate::verify) fn heave_table(radius_m: f64, displaced_kg: f64) -> String {
    let line = |row: &[f64; 2]| {
        let frequency = (GRAVITY * row[0] / radius_m).sqrt();
        format!("{frequency},3,3,0,{}\n", row[1] * displaced_kg * frequency)
    };
    let finite: String = DAMPING.iter().map(line).collect();
    format!("frequency_rad_s,i,j,added_mass,damping\n{finite}inf,3,3,{},0\n", ADDED_MASS * displaced_kg)
}

pub(super) fn in_heave(element: f64) -> Matrix6 {
    let mut matrix = [[0.0; 6]; 6];
    matrix[2][2] = element;
    matrix
}
