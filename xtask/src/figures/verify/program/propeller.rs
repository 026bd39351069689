//! The shipped propeller over 10⁵ steps, run by the program itself.

use std::fs;
use std::path::Path;

use super::shipped::{simulate, summary};
use crate::shell::root;
use crate::verify::row::Row;

/// Steps of the run.
const STEPS: usize = 100_000;

/// Time after which the propeller has been at its full speed for a while, s; its ramp takes 5 s.
const STEADY_S: f64 = 10.0;

/// Largest change of the torque from one step to the next over its root mean square, and the root mean square of these
/// changes. Cells that the blades cover and leave change it in every step; 1.0 and 0.20 were seen.
const LARGEST_JUMP: f64 = 1.25;
const USUAL_JUMP: f64 = 0.25;

const FOLDER: &str = "target/verify/propeller";

pub(in crate::verify) fn rows() -> Vec<Row> {
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "propeller, 1e5 steps",
        quantity: quantity.into(),
        value,
        reference,
        tolerance,
    };
    let steps = STEPS.to_string();
    let run = simulate("propeller", &["--steps", &steps, "--out", FOLDER]);
    let figures = run.and_then(|()| Figures::read(&root().join(FOLDER)));
    // A failed run is printed and gives a failing row.
    let figures = figures.unwrap_or_else(|message| {
        eprintln!("propeller: {message}");
        Figures {
            steps: 0,
            warnings: f64::NAN,
            residual: f64::NAN,
            jump: f64::NAN,
            usual_jump: f64::NAN,
            mean: f64::NAN,
        }
    });
    vec![
        row("steps done, all of them finite", figures.steps as f64, STEPS as f64, 0.0),
        row("warnings", figures.warnings, 0.0, 0.0),
        row("mass residual", figures.residual, 0.0, 1e-6),
        row("torque: largest jump of a step / rms", figures.jump, 0.0, LARGEST_JUMP),
        row("torque: rms of its jumps / rms", figures.usual_jump, 0.0, USUAL_JUMP),
        row("torque: sign, against the turn", figures.mean.signum(), 1.0, 0.0),
    ]
}

/// What is looked at.
struct Figures {
    /// Steps whose body has a finite force and torque.
    steps: usize,
    warnings: f64,
    residual: f64,
    /// Largest change of the torque from one step to the next over its root mean square.
    jump: f64,
    /// Root mean square of these changes, over the same.
    usual_jump: f64,
    /// Mean torque, N m.
    mean: f64,
}

impl Figures {
    fn read(folder: &Path) -> Result<Self, String> {
        let summary = summary(folder)?;
        let path = folder.join("bodies.csv");
        let table = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut lines = table.lines();
        let columns: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let column = |name: &str| {
            columns.iter().position(|column| *column == name).ok_or(format!("no column {name} in bodies.csv"))
        };
        let wanted = [column("t_s")?, column("fx_n")?, column("fy_n")?, column("tz_n_m")?];
        let number = |text: Option<&&str>| text.and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
        // The first row is the start, before any step.
        let rows: Vec<[f64; 4]> = lines
            .skip(1)
            .map(|line| line.split(',').collect::<Vec<_>>())
            .map(|cells| wanted.map(|at| number(cells.get(at))))
            .collect();
        let torques: Vec<f64> = rows.iter().filter(|row| row[0] > STEADY_S).map(|row| row[3]).collect();
        let mean_of =
            |values: &dyn Fn(&f64) -> f64| torques.iter().map(values).sum::<f64>() / torques.len() as f64;
        let rms = mean_of(&|torque| torque * torque).sqrt();
        let jumps = || torques.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let square: f64 = jumps().map(|jump| jump * jump).sum();
        Ok(Self {
            steps: rows.iter().filter(|row| row.iter().all(|value| value.is_finite())).count(),
            warnings: summary["warnings"].as_array().map_or(f64::NAN, |warnings| warnings.len() as f64),
            residual: summary["mass"]["residual_relative"].as_f64().unwrap_or(f64::NAN),
            jump: jumps().fold(0.0, f64::max) / rms,
            usual_jump: (square / (torques.len() - 1) as f64).sqrt() / rms,
            mean: mean_of(&|torque| *torque),
        })
    }
}
