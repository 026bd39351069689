//! Whole steps of the coupled world, stage by stage.

use std::path::Path;
use std::time::{Duration, Instant};

use lbm_core::Lattice;
use viewer::sim::records::{Existing, Recorder, RunFolder};
use viewer::sim::scenario::{Origin, Scenario};
use viewer::sim::{Stages, World};

use super::row::Row;
use super::timing::{median, pool};

/// Steps before those that are timed, in which bodies come to their draft.
const SETTLING: u64 = 40;
/// Steps that are timed, or as many as take this long.
const STEPS: u64 = 300;
const LONGEST: Duration = Duration::from_secs(6);

/// Bodies of the curve of cost, at the density of 200 on 175² cells.
const CROWDS: [usize; 4] = [10, 100, 1000, 10_000];

/// The worlds of Lazo et al., table 1, and a larger one: milliseconds a step with records against what the paper took for a
/// picture, each stage for a triangle or cell, and two threads against one. Then worlds of few bodies against their bare sweep, and
/// how the cost of a body grows with their number. Medians of up to 300 steps.
pub(super) fn measure() -> Vec<Row> {
    let mut rows = Vec::new();
    let worlds = [
        ("spheres-200", spheres(200, 175), Some(44.8)),
        ("complex-50", boats(), Some(189.0)),
        ("harbor-1000", spheres(1000, 512), None),
    ];
    for (name, scenario, paper_ms) in &worlds {
        let [one, two] = [1, 2].map(|threads| Times::of(scenario, threads));
        for (times, threads) in [(&one, 1), (&two, 2)] {
            let row = |case: &str, value, unit, bound| {
                let case = format!("{name}{case}");
                Row { bench: "table1", case, threads, value, unit, bound }
            };
            rows.push(row(" / paper", times.step_ms, "ms", paper_ms.unwrap_or(f64::NAN)));
            let per = |count: usize| 1e6 / count as f64;
            for (stage, time_ms, each, unit) in [
                (" fluid of all", times.stages_ms[0], per(times.cells), "ns/cell"),
                (" masks of all", times.stages_ms[1], per(times.triangles), "ns/tri"),
                (" forces of all", times.stages_ms[2], per(times.triangles), "ns/tri"),
                (" bodies of all", times.stages_ms[3], per(times.bodies), "ns/body"),
                (" records of all", times.stages_ms[4], per(times.bodies), "ns/row"),
            ] {
                rows.push(row(stage, time_ms * each, unit, times.step_ms * each));
            }
        }
        let case = format!("{name} / one thread");
        rows.push(Row {
            bench: "table1",
            case,
            threads: 2,
            value: two.step_ms,
            unit: "ms",
            bound: one.step_ms,
        });
    }
    for name in ["speedboat", "bridge", "propeller"] {
        let scenario = Scenario::load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        for threads in [1, 2] {
            let (value, bound) = (Times::of(&scenario, threads).step_ms, bare_ms(&scenario, threads));
            let case = format!("{name} / its bare sweep");
            rows.push(Row { bench: "table1", case, threads, value, unit: "ms", bound });
        }
    }
    let mut few = None;
    for count in CROWDS {
        let side = (175.0 * (count as f64 / 200.0).sqrt()).ceil() as usize;
        let each_us = 1e3 * Times::of(&spheres(count, side), 2).step_ms / count as f64;
        let case = format!("a body of {count} / of {}", CROWDS[1]);
        let bound = if count < CROWDS[1] { f64::NAN } else { *few.get_or_insert(each_us) };
        rows.push(Row { bench: "table1", case, threads: 2, value: each_us, unit: "µs", bound });
    }
    rows
}

fn parse(text: &str) -> Scenario {
    let origin = Origin { name: "bench".into(), folder: None };
    Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Water of `side`² cells of half a meter, 4 m deep, with copies of a body at random places at least `spacing_m` apart.
fn crowd(body: &str, count: usize, spacing_m: f64, side: usize) -> Scenario {
    let last_m = 0.5 * side as f64 - 4.0;
    parse(&format!(
        "title = \"Crowd\"
        description = \"Bodies at random.\"
        duration_s = 1000.0
        [grid]
        cells = [{side}, {side}]
        cell_size_m = 0.5
        [water]
        depth_m = 4.0
        [solver]
        tau = 0.6
        gravity_number = 0.15
        [body.one]
        {body}
        heading_deg = 0.0
        drag = 0.4
        lift = 0.1
        repeat = {{ kind = \"random\", count = {count}, to_m = [{last_m}, {last_m}], spacing_m = {spacing_m}, seed = 3 }}"
    ))
}

/// Spheres of 80 triangles.
fn spheres(count: usize, side: usize) -> Scenario {
    let sphere = "hull = { kind = \"sphere\", radius_m = 1.0, subdivisions = 1 }
        mass_kg = 2000.0
        position_m = [4.0, 4.0, 4.0]";
    crowd(sphere, count, 2.2, side)
}

/// Fifty boats of 460 triangles.
fn boats() -> Scenario {
    let boat = "hull = { kind = \"speedboat\", length_m = 5.0, beam_m = 1.6, depth_m = 1.0 }
        mass_kg = 1500.0
        center_of_mass_m = [-0.6, 0.0, 0.4]
        position_m = [6.0, 6.0]";
    crowd(boat, 50, 6.5, 175)
}

/// Median times of a step.
struct Times {
    cells: usize,
    triangles: usize,
    bodies: usize,
    /// A step with its records.
    step_ms: f64,
    /// Means of fluid with boundaries, masks, forces, bodies and records.
    stages_ms: [f64; 5],
}

impl Times {
    fn of(scenario: &Scenario, threads: usize) -> Self {
        let folder = std::env::temp_dir().join(format!("estela-bench-{}", std::process::id()));
        let times = pool(threads).install(|| Self::in_folder(scenario, &folder));
        // What is left there does no harm.
        let _ = std::fs::remove_dir_all(&folder);
        times
    }

    fn in_folder(scenario: &Scenario, folder: &Path) -> Self {
        let mut world = World::new(scenario).unwrap_or_else(|error| panic!("{error}"));
        let folder = RunFolder::claim(folder, "bench", Existing::Remove, &Recorder::names(false));
        let recorder = folder.and_then(|folder| Recorder::create(folder, None));
        let mut recorder = recorder.unwrap_or_else(|error| panic!("{error}"));
        let step = |world: &mut World| {
            let report = world.step();
            assert!(report.trouble.is_none() && report.quarantined.is_empty(), "{report:?}");
        };
        (0..SETTLING).for_each(|_| step(&mut world));
        let (before, begun) = (*world.stages(), Instant::now());
        let (mut each_ms, mut records) = (Vec::new(), Duration::ZERO);
        while (each_ms.len() as u64) < STEPS && begun.elapsed() < LONGEST {
            let start = Instant::now();
            step(&mut world);
            let stepped = Instant::now();
            recorder.record(&world).unwrap_or_else(|error| panic!("{error}"));
            records += stepped.elapsed();
            each_ms.push(1e3 * start.elapsed().as_secs_f64());
        }
        let steps = each_ms.len() as f64;
        let after = *world.stages();
        let stage = |of: fn(&Stages) -> Duration| 1e3 * (of(&after) - of(&before)).as_secs_f64() / steps;
        Self {
            cells: world.cells()[0] * world.cells()[1],
            triangles: world.hull_triangles().of_bodies,
            bodies: world.body_count(),
            step_ms: median(each_ms),
            stages_ms: [
                stage(|stages| stages.fluid + stages.boundary),
                stage(|stages| stages.mask),
                stage(|stages| stages.forces),
                stage(|stages| stages.bodies),
                1e3 * records.as_secs_f64() / steps,
            ],
        }
    }
}

/// Median time of a step of the scenario's lattice alone.
fn bare_ms(scenario: &Scenario, threads: usize) -> f64 {
    let [nx, ny] = scenario.grid.cells;
    let units = scenario.units().expect("the scenario was checked");
    let builder = Lattice::builder(nx, ny, units).rest_depth_m(scenario.water.depth_m);
    let mut lattice =
        builder.collision(scenario.solver.operator()).build().expect("the scenario was checked");
    pool(threads).install(|| {
        let mut each_ms = Vec::new();
        for _ in 0..STEPS {
            let start = Instant::now();
            assert!(lattice.step());
            each_ms.push(1e3 * start.elapsed().as_secs_f64());
        }
        median(each_ms)
    })
}
