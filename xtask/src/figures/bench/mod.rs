//! How fast the kernels are, as ratios to what this machine could do at best, measured in the same run.

mod boundary;
mod bounds;
mod forces;
mod lbm;
mod masks;

use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::json;
use crate::shell::{cargo, run};

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

    fn print(&self) {
        let Self { bench, case, threads, value, unit, bound } = self;
        println!(
            "{bench:<8} {case:<46} {threads:>7} {value:>9.1} {unit:<8} {bound:>9.1} {:>6.2}",
            self.ratio()
        );
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

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Name {
    /// The sweep of the shallow water lattice.
    Lbm,
    /// Moving solids and open sides.
    Boundary,
    /// From triangles to labels and depths.
    Masks,
    /// The water's forces on triangle meshes.
    Forces,
}

impl Name {
    /// Whose criterion benches belong to it.
    fn package(self) -> &'static str {
        match self {
            Self::Lbm => "lbm-core",
            Self::Boundary => "lbm-boundary",
            Self::Masks => "mask-raster",
            Self::Forces => "hydro-forces",
        }
    }
}

/// Runs benches, prints their tables and writes their rows as JSON; all benches if none is named.
pub(crate) fn bench(
    names: &[Name],
    sizes: &[usize],
    walks: &[usize],
    criterion: bool,
    file: Option<&Path>,
) -> Result<(), String> {
    let names = if names.is_empty() { Name::value_variants() } else { names };
    let mut rows = Vec::new();
    println!(
        "{:<8} {:<46} {:>7} {:>9} {:<8} {:>9} {:>6}",
        "bench", "case", "threads", "value", "unit", "bound", "ratio"
    );
    for name in names {
        let measured = match name {
            Name::Lbm => lbm::measure(sizes, walks),
            Name::Boundary => boundary::measure(),
            Name::Masks => masks::measure(),
            Name::Forces => forces::measure(),
        };
        measured.iter().for_each(Row::print);
        rows.extend(measured);
    }
    json::write(file, rows.iter().map(Row::to_json).collect())?;
    for name in names.iter().filter(|_| criterion) {
        run(cargo(&["bench", "--package", name.package(), "--bench", "*", "--", "--noplot"]))?;
    }
    Ok(())
}

/// Shortest time of one call of each of `works`, taken in turns so that all meet the same disturbances.
fn best_times<const N: usize>(works: [&mut dyn FnMut(); N], rounds: usize, burst: Duration) -> [f64; N] {
    best_timed(works.map(|work| || timed(&mut *work)), rounds, burst)
}

/// The same of works that time themselves.
fn best_timed<W: FnMut() -> Duration, const N: usize>(
    mut works: [W; N],
    rounds: usize,
    burst: Duration,
) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            while begin.elapsed() < burst {
                *best = best.min(work().as_secs_f64());
            }
        }
    }
    best
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
