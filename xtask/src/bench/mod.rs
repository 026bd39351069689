//! How fast the kernels are, as ratios to what this machine could do at best, measured in the same run.

mod boundary;
mod lbm;
mod update_bound;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::json;

/// One measured figure.
#[derive(Debug, Clone)]
struct Row {
    bench: &'static str,
    case: String,
    threads: usize,
    value: f64,
    unit: &'static str,
    /// What `value` is held against, in the same unit: what it could be at best, or the work that it goes along with.
    bound: f64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.value / self.bound
    }

    fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "bench": self.bench,
            "case": self.case,
            "threads": self.threads,
            "value": self.value,
            "unit": self.unit,
            "bound": self.bound,
            "ratio": self.ratio(),
        })
    }
}

/// Runs a bench, prints its table and writes its rows as JSON.
pub(crate) fn bench(name: &str, sizes: &[usize], walks: &[usize], file: Option<&Path>) -> Result<(), String> {
    if cfg!(debug_assertions) {
        eprintln!("warning: this is not a release build; the figures mean nothing");
    }
    let rows = match name {
        "lbm" => lbm::measure(sizes, walks),
        "boundary" => boundary::measure(),
        _ => return Err(format!("there is no bench `{name}`; there are: lbm, boundary")),
    };
    println!(
        "{:<8} {:<34} {:>7} {:>9} {:<8} {:>9} {:>6}",
        "bench", "case", "threads", "value", "unit", "bound", "ratio"
    );
    for row in &rows {
        println!(
            "{:<8} {:<34} {:>7} {:>9.1} {:<8} {:>9.1} {:>6.2}",
            row.bench,
            row.case,
            row.threads,
            row.value,
            row.unit,
            row.bound,
            row.ratio()
        );
    }
    json::write(file, rows.iter().map(Row::to_json).collect())
}

/// Shortest time of one call of each of `works`, taken in turns so that all meet the same disturbances.
fn best_times<const N: usize>(mut works: [&mut dyn FnMut(); N], rounds: usize, burst: Duration) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            while begin.elapsed() < burst {
                let start = Instant::now();
                work();
                *best = best.min(start.elapsed().as_secs_f64());
            }
        }
    }
    best
}
