use serde::Serialize;
use std::fmt::Write;

use super::theory::Theory;
use crate::commands::terminal::significant;
use crate::sim::records;

/// Largest change between the halves of a measurement that counts as steady.
pub(super) const STEADY: f64 = 0.05;

/// One speed, a row of `tow.csv`: means over the last part of the run, and what theory says.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Row {
    pub(super) speed_m_s: f64,
    /// Froude number of the depth.
    pub(super) froude: f64,
    pub(super) length_froude: f64,
    /// Force of the water against the heading.
    pub(super) resistance_n: Option<f64>,
    /// Depth of the center of mass below its height at the start.
    pub(super) sinkage_m: Option<f64>,
    /// Change of trim since the start, positive with the bow up.
    pub(super) trim_deg: Option<f64>,
    /// Force of the water to port.
    pub(super) side_force_n: Option<f64>,
    /// Moment of the water about the vertical, positive where it turns the bow to port.
    pub(super) yaw_moment_n_m: Option<f64>,
    /// Largest change of resistance, sinkage and trim between the halves of the measurement, as a fraction.
    pub(super) change: Option<f64>,
    /// Whether the change is at most [`STEADY`].
    pub(super) steady: Option<bool>,
    /// Times between which the means are taken.
    pub(super) from_s: Option<f64>,
    pub(super) to_s: Option<f64>,
    /// Values by theory, where it applies.
    pub(super) thin_ship_resistance_n: Option<f64>,
    pub(super) tuck_sinkage_m: Option<f64>,
    pub(super) tuck_trim_deg: Option<f64>,
    pub(super) schijf_sinkage_m: Option<f64>,
    /// Why there is no result; empty where there is.
    pub(super) failure: String,
}

impl records::Row for Row {
    const COLUMNS: &[(&str, &str)] = &[
        ("speed_m_s", "m/s, speed of the carriage"),
        ("froude", "Froude number of the depth"),
        ("length_froude", "Froude number of the wet length"),
        (
            "resistance_n",
            "N, force of the water against the heading, as all that follows a mean from from_s to to_s",
        ),
        ("sinkage_m", "m, depth of the center of mass below its height at the start"),
        ("trim_deg", "degrees, change of trim since the start, positive with the bow up"),
        ("side_force_n", "N, force of the water to port"),
        (
            "yaw_moment_n_m",
            "N m, moment of the water about the vertical, positive where it turns the bow to port",
        ),
        (
            "change",
            "largest change of resistance, sinkage and trim between the halves of that time, as a fraction",
        ),
        ("steady", "whether that is small"),
        ("from_s", "s, simulated time"),
        ("to_s", "s, simulated time"),
        ("thin_ship_resistance_n", "N, wave resistance by theory"),
        ("tuck_sinkage_m", "m, sinkage by theory"),
        ("tuck_trim_deg", "degrees, trim by theory"),
        ("schijf_sinkage_m", "m, drawdown by theory, between banks"),
        ("failure", "why there is no result"),
    ];
}

impl Row {
    /// Whether the run reached its end.
    pub(super) fn is_measured(&self) -> bool {
        self.failure.is_empty()
    }
}

/// The rows as text, with the theory's values in brackets.
pub(super) fn table(rows: &[Row], theory: &Theory) -> String {
    let mut text = String::new();
    append(&mut text, rows, theory).expect("a string takes all text");
    text
}

fn append(text: &mut String, rows: &[Row], theory: &Theory) -> std::fmt::Result {
    writeln!(
        text,
        "{:>9} {:>6} {:>22} {:>20} {:>20}  theory in brackets",
        "speed m/s", "Fr", "resistance N", "sinkage mm", "trim °"
    )?;
    for row in rows {
        write!(text, "{:>9} {:>6.3}", significant(row.speed_m_s), row.froude)?;
        let Some(change) = row.change else {
            writeln!(text, " no result: {}", row.failure)?;
            continue;
        };
        let both = |measured: Option<f64>, theory: Option<f64>, text: &dyn Fn(f64) -> String| {
            let theory = theory.map_or(String::new(), |value| format!("({})", text(value)));
            format!("{:>10} {theory:>9}", text(measured.unwrap_or(f64::NAN)))
        };
        write!(text, " {:>22}", both(row.resistance_n, row.thin_ship_resistance_n, &significant))?;
        let mm = |sinkage_m: f64| significant(1e3 * sinkage_m);
        write!(text, " {}", both(row.sinkage_m, row.tuck_sinkage_m, &mm))?;
        // Hardly any trim is none.
        let degrees = |trim_deg: f64| format!("{:.3}", (1e3 * trim_deg).round() / 1e3 + 0.0);
        write!(text, " {}", both(row.trim_deg, row.tuck_trim_deg, &degrees))?;
        let unsteady = if row.steady == Some(true) {
            String::new()
        } else {
            format!("  not steady: {:.0} %", 100.0 * change)
        };
        writeln!(text, "{unsteady}")?;
    }
    theory.schijf().map_or(Ok(()), |canal| {
        let [slow, fast] = canal.limiting_froude();
        writeln!(
            text,
            "by Schijf no steady flow passes the ship from Fr {slow:.3} to {fast:.3} (blockage {:.1} %)",
            100.0 * canal.blockage
        )
    })
}
