//! Inputs changed at random: scenarios, meshes, height maps, checkpoints, replays and tables. None may crash or hang the readers, take all
//! memory, or be refused without the place of its fault.
//!
//! Inputs are read by workers, processes with limits of time and memory, thousands in each. What a worker dies of is made as
//! small as possible and kept as a regression file, which the crates' tests read from then on.

mod bytes;
mod checkpoints;
mod frames;
mod outcome;
mod png;
mod random;
mod reduce;
mod replays;
mod scenarios;
mod seeds;
mod tables;
mod target;
mod tree;
mod worker;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use crate::shell::root;
use target::{Inputs, Target};
pub(crate) use worker::{Batch, work};
use worker::{Finding, Folder, Report};

/// What to fuzz, and for how long.
#[derive(Args)]
pub(crate) struct Options {
    /// Kinds of files; else all.
    #[arg(value_enum)]
    targets: Vec<Target>,
    /// Ends after this time.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Ends after this many inputs of each kind instead.
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// Another seed gives other inputs.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Inputs of a worker, for a weight of 1.
const BATCH: u64 = 50;

/// What was done of a kind of files.
#[derive(Default)]
struct Tally {
    next: u64,
    report: Report,
    took: Duration,
}

/// Fuzzes, prints what was done, and keeps what was found.
pub(crate) fn fuzz(options: &Options) -> Result<(), String> {
    let targets = match options.targets.is_empty() {
        true => Target::value_variants(),
        false => &options.targets[..],
    };
    let folder = Folder::create()?;
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(60.0 * options.minutes.clamp(0.0, 1e5));
    let mut tallies: Vec<Tally> = targets.iter().map(|_| Tally::default()).collect();
    let mut findings: BTreeMap<String, (Target, Finding, usize)> = BTreeMap::new();
    let goes_on = |tally: &Tally| match options.inputs {
        Some(inputs) => tally.next < inputs,
        None => Instant::now() < end,
    };
    while tallies.iter().any(goes_on) {
        for (target, tally) in targets.iter().zip(&mut tallies) {
            if !goes_on(tally) {
                continue;
            }
            let mut count = BATCH * target.weight();
            if let Some(inputs) = options.inputs {
                count = count.min(inputs - tally.next);
            }
            let batch = Batch { target: *target, seed: options.seed, from: tally.next, count };
            let began = Instant::now();
            let report = batch.run(&folder, options.inputs.is_none().then_some(end))?;
            tally.took += began.elapsed();
            tally.next += report.inputs();
            for finding in &report.findings {
                let known = findings.entry(format!("{target:?} {}", finding.key()));
                known
                    .or_insert_with(|| {
                        eprintln!("{target:?} {}: {:.300}", finding.number, finding.message);
                        (*target, finding.clone(), 0)
                    })
                    .2 += 1;
            }
            tally.report.add(report);
        }
    }
    println!("{:10} {:>10} {:>10} {:>10} {:>8} {:>9}", "", "inputs", "read", "refused", "large", "inputs/s");
    for (target, Tally { report, took, .. }) in targets.iter().zip(&tallies) {
        println!(
            "{:10} {:>10} {:>10} {:>10} {:>8} {:>9.0}",
            format!("{target:?}").to_lowercase(),
            report.inputs(),
            report.read,
            report.refused,
            report.large,
            report.inputs() as f64 / took.as_secs_f64().max(1e-3)
        );
    }
    println!("{} findings in {:.0} s, seed {}", findings.len(), start.elapsed().as_secs_f64(), options.seed);
    for (target, finding, times) in findings.values() {
        let input = Inputs::of(*target).input(options.seed, finding.number);
        let reduced = reduce::reduce(*target, input, finding, &folder)?;
        let kept = keep(*target, &reduced)?;
        println!(
            "{target:?}, {times} times: {}\n  kept in {} ({} bytes)",
            finding.message,
            kept.display(),
            reduced.len()
        );
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("{} kinds of inputs were found", findings.len())) }
}

/// Writes a regression file.
fn keep(target: Target, input: &[u8]) -> Result<PathBuf, String> {
    let owner = if matches!(target, Target::Asc | Target::Png) { "lbm-core" } else { "viewer" };
    let folder = root().join(owner).join("tests/regressions");
    let hash = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let path = folder.join(format!("{:08x}.{}", hash as u32, target.extension()));
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, input));
    written.map(|()| path.clone()).map_err(|error| format!("{}: {error}", path.display()))
}
