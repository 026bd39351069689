//! A world continues from a checkpoint with the same bits as without; what is no checkpoint of it is refused and changes nothing.

mod going_on;
mod refusals;

use viewer_sim::scenario::{Origin, Scenario};
use viewer_sim::{Helm, World};

/// A scenario and what is done before some steps.
struct Case {
    name: String,
    scenario: Scenario,
    /// Helms that are given to the boat before steps.
    helms: &'static [(u64, Helm)],
}

impl Case {
    fn parse(name: &str, text: &str) -> Self {
        let origin = Origin { name: name.into(), folder: None };
        let scenario = Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"));
        Self { name: name.into(), scenario, helms: &[] }
    }

    fn world(&self) -> World {
        World::new(&self.scenario).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn run(&self, world: &mut World, until: u64) {
        while world.steps() < until {
            if let Some((_, helm)) = self.helms.iter().find(|(step, _)| *step == world.steps()) {
                assert!(world.steer("boat", *helm), "{}", self.name);
            }
            let _ = world.step();
        }
    }

    /// Worlds that were saved after some steps go on as the one that was not, on any number of threads.
    fn holds(&self, steps: &[u64], end: u64) -> World {
        let mut world = self.world();
        let mut saved = Vec::new();
        for &step in steps {
            self.run(&mut world, step);
            saved.push((step, file(&world), seen(&world), world.checkpoint()));
        }
        self.run(&mut world, end);
        let (at_end, seen_at_end) = (file(&world), seen(&world));
        for (k, (step, bytes, before, checkpoint)) in saved.iter().enumerate() {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + 2 * (k % 2)).build().unwrap();
            pool.install(|| {
                let place = format!("{}, saved at step {step}", self.name);
                let mut other = self.world();
                other.load(&bytes[..]).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(seen(&other), *before, "{place}");
                assert!(file(&other) == *bytes, "{place}: it saves something else than it loaded");
                self.run(&mut other, end);
                assert_eq!(seen(&other), seen_at_end, "{place}");
                assert!(file(&other) == at_end, "{place}: the state at the end differs");
                // Back in place, as the window may go.
                other.restore(checkpoint).unwrap();
                assert_eq!(seen(&other), *before, "{place}, back in place");
                assert!(file(&other) == *bytes, "{place}, back in place");
            });
        }
        // And from the end back to the first, and on.
        let (step, bytes, before, checkpoint) = &saved[0];
        world.restore(checkpoint).unwrap();
        assert!(
            seen(&world) == *before && file(&world) == *bytes,
            "{}: back from the end to {step}",
            self.name
        );
        self.run(&mut world, end);
        assert!(file(&world) == at_end, "{}: from {step} on again", self.name);
        world
    }
}

fn file(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

/// All that a user sees of a world, to the bit.
fn seen(world: &World) -> String {
    let fields = world.fields();
    let water = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten();
    let cells = water.fold(0u64, |sum, x| (sum ^ u64::from(x.to_bits())).wrapping_mul(0x100_0000_01b3));
    let labels = world.labels().iter().fold(0u64, |sum, label| sum.wrapping_mul(31) + u64::from(*label));
    let solid = world.solid().iter().filter(|solid| **solid).count();
    let mut levels = Vec::new();
    world.write_levels(&mut levels);
    let level: f64 = levels.iter().map(|level| f64::from(*level)).sum();
    let surfaces = world.surfaces().map(|surface| {
        (surface.rotation, surface.origin_m, surface.pressure_pa.map(<[f32]>::to_vec), surface.forces)
    });
    format!(
        "t {} water {cells} {level} labels {labels} solid {solid}\nbodies {:?}\nsurfaces {:?}\ngauges {:?}\n\
         wet {:?}\nforces {:?}\nmass {:?}\nmomentum {:?} {:?}\nenergy {:?}\ntransects {:?}\njoints {:?}\nFroude {} warnings {:?}",
        world.time_s(),
        world.bodies().collect::<Vec<_>>(),
        surfaces.collect::<Vec<_>>(),
        world.gauges().collect::<Vec<_>>(),
        world.wet_section(),
        world.forces_on_water_n().collect::<Vec<_>>(),
        world.mass(),
        world.momentum(),
        world.angular_momentum(),
        world.energy(),
        world.transects().collect::<Vec<_>>(),
        world.joints().collect::<Vec<_>>(),
        world.max_froude(),
        world.warnings(),
    )
}
