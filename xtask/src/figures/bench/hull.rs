//! What one boat costs: steps of `speedboat` under way, beside those of the same tank without it.

use std::time::Instant;

use viewer::sim::World;
use viewer::sim::scenario::Scenario;

use super::row::Row;
use super::timing::{median, pool};

/// Times between which steps are timed, s: the boat is under way, and turns.
const UNDER_WAY_S: [f64; 2] = [5.0, 25.0];

/// Medians of steps under a hull that gives way, under a rigid lid and of the tank alone, taken in turns. The boat with the lid goes a way
/// of its own. `boat of all` is what is left of a step without that of the tank, `solve of all` what the stage of the water takes more with
/// a lid than without, where the lid's pressure is sought.
///
/// On a quiet machine of two cores, one run: on one thread 1.60 of the tank's step soft and 2.63 with a lid, of which the boat is 37 and 62 %, and the solve 28 %.
pub(super) fn measure() -> Vec<Row> {
    [1, 2].into_iter().flat_map(with_threads).collect()
}

fn with_threads(threads: usize) -> Vec<Row> {
    let load = |overrides: &[String]| {
        Scenario::load("speedboat", overrides).unwrap_or_else(|error| panic!("{error}"))
    };
    let (soft, lid) = (load(&[]), load(&["coupling.hull=lid".into()]));
    let mut tank = soft.clone();
    tank.body.clear();
    let each_us = pool(threads).install(|| {
        let mut worlds = [&soft, &lid, &tank]
            .map(|scenario| World::new(scenario).unwrap_or_else(|error| panic!("{error}")));
        // The whole step, and the stage of the water in it.
        let mut each_us = [const { [Vec::new(), Vec::new()] }; 3];
        while worlds[0].time_s() < UNDER_WAY_S[1] {
            for (world, each_us) in worlds.iter_mut().zip(&mut each_us) {
                let (before, start) = (world.stages().fluid, Instant::now());
                let report = world.step();
                let times = [start.elapsed(), world.stages().fluid - before];
                assert!(report.trouble.is_none() && report.stopped.is_none(), "{report:?}");
                if world.time_s() >= UNDER_WAY_S[0] {
                    for (all, time) in each_us.iter_mut().zip(times) {
                        all.push(1e6 * time.as_secs_f64());
                    }
                }
            }
        }
        each_us
    });
    let count = each_us[0][0].len();
    let [soft, lid, tank] = each_us.map(|stages| stages.map(median));
    let row = |case: &str, value, bound| {
        let case = format!("{case} ({count} steps)");
        Row { bench: "hull", case, threads, value, unit: "µs", bound }
    };
    vec![
        row("speedboat / its tank", soft[0], tank[0]),
        row("speedboat, lid / its tank", lid[0], tank[0]),
        row("speedboat: boat of all", soft[0] - tank[0], soft[0]),
        row("speedboat, lid: boat of all", lid[0] - tank[0], lid[0]),
        row("speedboat, lid: solve of all", lid[1] - soft[1], lid[0]),
    ]
}
