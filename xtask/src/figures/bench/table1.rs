//! Whole steps of the coupled world, stage by stage.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lbm_core::Lattice;
use viewer::sim::records::{Existing, Recorder, RunFolder};
use viewer::sim::scenario::{Origin, Scenario};
use viewer::sim::{Stages, World};

use super::row::Row;
use super::timing::{median, pool, timed};

/// Steps before those that are timed, in which bodies come to their draft.
const SETTLING: u64 = 40;
/// Steps that are timed, or as many as take so long for each thing that is compared.
const STEPS: usize = 300;
const LONGEST: Duration = Duration::from_secs(6);
/// Steps in a turn, of the things that are compared.
const TURN: usize = 20;

/// Bodies of the curve of cost, at the density of 200 on 175² cells.
const CROWDS: [usize; 4] = [10, 100, 1000, 10_000];

/// The shipped worlds of many bodies: milliseconds a step with records against what the paper took for a picture (Lazo et al., table 1),
/// each stage for a cell, triangle, contact or row, and one thread against two; the same with rigid lids against soft hulls. Then worlds of few bodies against their bare sweep, and
/// how the cost of a body grows with their number. Medians of the number of steps that the table says, what is compared in turns.
pub(super) fn measure() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, paper_ms) in [("spheres-200", 44.8), ("complex-50", 189.0), ("harbor", f64::NAN)] {
        let scenario = shipped(name, &[]);
        let mut worlds = [1, 2].map(|threads| Timed::with_records(&scenario, threads));
        {
            let [one, two] = &mut worlds;
            in_turns([&mut || one.step(), &mut || two.step()]);
        }
        for (world, threads) in worlds.iter().zip([1, 2]) {
            rows.extend(world.rows(name, threads, paper_ms));
        }
        let [value, bound] = worlds.each_ref().map(|world| world.median_ms(5));
        let case = format!("{name}: one thread / two");
        rows.push(Row { bench: "table1", case, threads: 2, value, unit: "ms", bound });
    }
    for name in ["complex-50", "spheres-200", "harbor"] {
        let hulls = ["lid", "soft"].map(|hull| shipped(name, &[format!("coupling.hull={hull:?}")]));
        for threads in [1, 2] {
            let mut worlds = hulls.each_ref().map(|scenario| Timed::new(scenario, threads));
            {
                let [lid, soft] = &mut worlds;
                in_turns([&mut || lid.step(), &mut || soft.step()]);
            }
            let case = format!("{name}: step with lids / soft hulls, {} steps", worlds[0].steps_ms.len());
            let [value, bound] = worlds.each_ref().map(|world| world.median_ms(5));
            rows.push(Row { bench: "table1", case, threads, value, unit: "ms", bound });
        }
    }
    for name in ["speedboat", "bridge", "propeller"] {
        let scenario = shipped(name, &[]);
        for threads in [1, 2] {
            let mut world = Timed::new(&scenario, threads);
            let (mut lattice, pool) = (bare(&scenario), pool(threads));
            let mut sweeps_ms = Vec::new();
            let mut sweep = || {
                let took = pool.install(|| timed(|| assert!(lattice.step())));
                sweeps_ms.push(1e3 * took.as_secs_f64());
            };
            in_turns([&mut || world.step(), &mut sweep]);
            let case = format!("{name}: step / bare sweep, {} steps", world.steps_ms.len());
            let (value, bound) = (world.median_ms(5), median(sweeps_ms));
            rows.push(Row { bench: "table1", case, threads, value, unit: "ms", bound });
        }
    }
    let mut few = None;
    for count in CROWDS {
        let side = (175.0 * (count as f64 / 200.0).sqrt()).ceil() as usize;
        let mut world = Timed::new(&spheres(count, side), 2);
        in_turns([&mut || world.step()]);
        let each_us = 1e3 * world.median_ms(5) / count as f64;
        let case = format!("a body of {count} / of {}, {} steps", CROWDS[1], world.steps_ms.len());
        let bound = if count < CROWDS[1] { f64::NAN } else { *few.get_or_insert(each_us) };
        rows.push(Row { bench: "table1", case, threads: 2, value: each_us, unit: "µs", bound });
    }
    rows
}

/// Calls works in turns, so that what else runs on the machine disturbs all alike.
fn in_turns<const N: usize>(mut works: [&mut dyn FnMut(); N]) {
    let begun = Instant::now();
    for _ in 0..STEPS / TURN {
        for work in &mut works {
            (0..TURN).for_each(|_| work());
        }
        if begun.elapsed() > LONGEST * N as u32 {
            break;
        }
    }
}

fn shipped(name: &str, set: &[String]) -> Scenario {
    Scenario::load(name, set).unwrap_or_else(|error| panic!("{error}"))
}

/// Water of `side`² cells of half a meter, 4 m deep, with spheres of 80 triangles at random places.
fn spheres(count: usize, side: usize) -> Scenario {
    let last_m = 0.5 * side as f64 - 4.0;
    let text = format!(
        "title = \"Crowd\"
        description = \"Spheres at random.\"
        duration_s = 1000.0
        [grid]
        cells = [{side}, {side}]
        cell_size_m = 0.5
        [water]
        level_m = 4.0
        [solver]
        tau = 0.6
        gravity_number = 0.15
        [body.one]
        hull = {{ kind = \"sphere\", radius_m = 1.0, subdivisions = 1 }}
        mass_kg = 2000.0
        position_m = [4.0, 4.0, 4.0]
        heading_deg = 0.0
        drag = 0.4
        lift = 0.1
        repeat = {{ kind = \"random\", count = {count}, to_m = [{last_m}, {last_m}], spacing_m = 2.2, seed = 3 }}"
    );
    let origin = Origin { name: "bench".into(), folder: None };
    Scenario::parse(&text, origin, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The lattice of a scenario alone.
fn bare(scenario: &Scenario) -> Lattice {
    let [nx, ny] = scenario.grid.cells;
    let units = scenario.units().expect("the scenario was checked");
    let builder = Lattice::builder(nx, ny, units).rest_depth_m(scenario.water.level_m);
    builder.collision(scenario.solver.operator()).build().expect("the scenario was checked")
}

/// A world, past its first steps, with the times of those that follow.
struct Timed {
    world: World,
    pool: rayon::ThreadPool,
    /// Writes the records of each step.
    records: Option<(Recorder, PathBuf)>,
    contacts: usize,
    /// Times of fluid with boundaries, masks, forces, bodies, records, and of the whole step.
    steps_ms: Vec<[f64; 6]>,
}

impl Timed {
    fn new(scenario: &Scenario, threads: usize) -> Self {
        let pool = pool(threads);
        let mut world = pool.install(|| World::new(scenario).unwrap_or_else(|error| panic!("{error}")));
        pool.install(|| (0..SETTLING).for_each(|_| drop(world.step())));
        Self { world, pool, records: None, contacts: 0, steps_ms: Vec::new() }
    }

    fn with_records(scenario: &Scenario, threads: usize) -> Self {
        let path = std::env::temp_dir().join(format!("estela-bench-{}-{threads}", std::process::id()));
        let folder = RunFolder::claim(&path, "bench", Existing::Remove, &Recorder::names(false));
        let recorder = folder.and_then(|folder| Recorder::create(folder, None));
        let recorder = recorder.unwrap_or_else(|error| panic!("{error}"));
        let mut world = Self::new(scenario, threads);
        world.records = Some((recorder, path));
        world
    }

    fn step(&mut self) {
        let Self { world, pool, records, contacts, steps_ms } = self;
        pool.install(|| {
            let (before, begun) = (*world.stages(), Instant::now());
            let report = world.step();
            let stepped = Instant::now();
            if let Some((recorder, _)) = records {
                recorder.record(world).unwrap_or_else(|error| panic!("{error}"));
            }
            let [recorded, whole] = [stepped, begun].map(|start| 1e3 * start.elapsed().as_secs_f64());
            assert!(report.trouble.is_none() && report.quarantined.is_empty(), "{report:?}");
            *contacts += world.contacts();
            let after = *world.stages();
            let stage = |of: fn(&Stages) -> Duration| 1e3 * (of(&after) - of(&before)).as_secs_f64();
            steps_ms.push([
                stage(|stages| stages.fluid + stages.boundary),
                stage(|stages| stages.mask),
                stage(|stages| stages.forces),
                stage(|stages| stages.bodies),
                recorded,
                whole,
            ]);
        });
    }

    fn median_ms(&self, part: usize) -> f64 {
        median(self.steps_ms.iter().map(|parts| parts[part]).collect())
    }

    fn rows(&self, name: &str, threads: usize, paper_ms: f64) -> Vec<Row> {
        let steps = self.steps_ms.len();
        let row =
            |case: String, value, unit, bound| Row { bench: "table1", case, threads, value, unit, bound };
        let whole_ms = self.median_ms(5);
        let mut rows = vec![row(format!("{name}: step, {steps} steps / paper"), whole_ms, "ms", paper_ms)];
        let (cells, bodies) = (self.world.cells(), self.world.body_count() as f64);
        let triangles = self.world.hull_triangles().of_bodies as f64;
        let contacts = self.contacts as f64 / steps as f64;
        let stages = [
            (0, "fluid", (cells[0] * cells[1]) as f64, "ns/cell"),
            (1, "masks", triangles, "ns/tri"),
            (2, "forces", triangles, "ns/tri"),
            (3, "bodies", bodies, "ns/body"),
            (3, "bodies", contacts, "ns/cont."),
            (4, "records", bodies, "ns/row"),
        ];
        for (part, stage, count, unit) in stages.into_iter().filter(|(_, _, count, _)| *count > 0.0) {
            let each = 1e6 / count;
            let case = format!("{name}: {stage} of all");
            rows.push(row(case, self.median_ms(part) * each, unit, whole_ms * each));
        }
        rows
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        if let Some((recorder, path)) = self.records.take() {
            drop(recorder);
            // What is left there does no harm.
            let _ = std::fs::remove_dir_all(path);
        }
    }
}
