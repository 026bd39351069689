//! Books of the coupled world: volume and momentum, in cases of their own and in the shipped scenarios with bodies afloat; and a crowd of
//! two hundred spheres for ten minutes.

use viewer::sim::World;
use viewer::sim::scenario::shipped;

use super::one_body;
use crate::verify::row::Row;

/// A basin 20 m × 16 m and 2 m deep with two boxes of 2 t, one pushed by a propeller, the other thrown.
const BOXES: &str = r#"
    title = "boxes"
    duration_s = 8.0
    grid = { cells = [80, 64], cell_size_m = 0.25 }
    water = { level_m = 2.0 }
    [body.pushed]
    hull = { kind = "box", length_m = 4.0, beam_m = 1.0, depth_m = 1.0 }
    mass_kg = 2000.0
    position_m = [6.0, 6.0]
    heading_deg = 20.0
    propeller = { position_m = [-2.0, 0.0, 0.1], thrust_n = 500.0, schedule = [{ time_s = 0, thrust = 1, angle_deg = 10 }] }
    [body.thrown]
    hull = { kind = "box", length_m = 2.0, beam_m = 2.0, depth_m = 1.0 }
    mass_kg = 2000.0
    position_m = [14.0, 10.0, 2.5]
    velocity_m_s = [-1.0, 0.5, 0.0]
    "#;

/// A hull in a canal 1 m deep and 4 m wide, towed at Fr 0.5 over ground.
const TOWED: &str = r#"
    title = "canal"
    duration_s = 12.0
    grid = { cells = [320, 40], cell_size_m = 0.1 }
    water = { level_m = 1.0 }
    sides = { west = { kind = "periodic" }, east = { kind = "periodic" } }
    [body.ship]
    hull = { kind = "parabolic", length_m = 4.0, beam_m = 0.8, depth_m = 0.4 }
    mass_kg = 250.0
    position_m = [5.0, 2.0]
    drag = 0.0
    tow = { speed_m_s = 1.5, ramp_s = 2.0 }
    "#;

/// The same hull held in a stream of Froude number 0.3 by a soft head or a lid.
fn held(under: &str) -> String {
    let tow = "tow = { speed_m_s = 0.0, ramp_s = 0.0, free = [] }";
    let stream = "column = [{ x_m = [0.0, 32.0], level_m = 1.0, velocity_m_s = [0.94, 0.0] }]";
    let text = TOWED.replace("tow = { speed_m_s = 1.5, ramp_s = 2.0 }", tow);
    let text = text.replace("water = { level_m = 1.0 }", &format!("water = {{ level_m = 1.0, {stream} }}"));
    format!("coupling.hull = \"{under}\"\n{text}")
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (case, text, seconds) in [
        ("two boxes", BOXES.to_owned(), 8.0),
        ("towed in a canal", TOWED.to_owned(), 12.0),
        ("held in a stream", held("soft"), 12.0),
        ("held in a stream, lid", held("lid"), 12.0),
    ] {
        rows.extend(left_over(case, one_body::world(&text), seconds));
    }
    for name in shipped::names() {
        const SECONDS: f64 = 10.0;
        let world = one_body::world(shipped::text(name).expect("it is shipped"));
        let is_afloat = world.wet_section().iter().any(|wet| wet.thickness_m > 0.0);
        if is_afloat {
            rows.extend(left_over(name, world, SECONDS));
        }
    }
    rows.extend([bits("two boxes", BOXES), bits("held in a stream, lid", &held("lid"))]);
    rows
}

/// Momentum, N s, below which what is left over is no longer a part of it: where the water is still.
const LEAST_N_S: f64 = 1.0;

/// What is left over of volume and momentum after a time.
///
/// The impulse exchanged grows with the time that a run takes, so what is left over is held against the momentum in the open water too.
fn left_over(case: &'static str, mut world: World, seconds: f64) -> [Row; 3] {
    let mut most_n_s = held_n_s(&world);
    let finished = one_body::run(&mut world, seconds, |world| {
        if world.steps().is_multiple_of(64) {
            most_n_s = most_n_s.max(held_n_s(world));
        }
    });
    let momentum = world.momentum();
    let of_held = momentum.residual_n_s().length() / most_n_s.max(LEAST_N_S);
    let row = |quantity: &str, value: f64, tolerance: f64| Row {
        case,
        quantity: quantity.to_owned(),
        value: if finished { value } else { f64::NAN },
        reference: 0.0,
        tolerance,
    };
    [
        row("volume left over, of all", world.mass().residual_relative(), 1e-9),
        row("momentum left over, of initial and exchanged", momentum.residual_relative(), 1e-8),
        row("momentum left over, of the most in the water", of_held, 1e-8),
    ]
}

/// Sum of the magnitudes of the momentum of each cell of open water, N s.
fn held_n_s(world: &World) -> f64 {
    let (fields, area_m2, still_m) = (world.fields(), world.cell_size_m().powi(2), world.still_level_m());
    let mut closed = world.solid().to_vec();
    world.wet_section().iter().for_each(|wet| closed[wet.index as usize] = true);
    let of_cell = |cell: usize| {
        let [eta, u, v] = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].map(|field| f64::from(field[cell]));
        let depth = still_m + eta - world.bed_m().map_or(0.0, |bed_m| f64::from(bed_m[cell]));
        1000.0 * area_m2 * depth * u.hypot(v)
    };
    (0..closed.len()).filter(|cell| !closed[*cell]).map(of_cell).sum()
}

/// Ten minutes of `spheres-200`: all are still there, none has gone through the floor or a wall, the books close, and the mean level of
/// the open water is `h = (V + D) / A`, of the water's volume `V` and what the spheres displace, `D`.
///
/// Hulls displace water below the still level alone. Here it stands some 45 mm above that, and what the spheres displace in between, 7.6 mm
/// over the whole basin, is water in the books: with `n m/ρ` for `D` the level would be 2.0525 m, not 2.0449 m.
pub(in crate::verify) fn crowd() -> Vec<Row> {
    const NAME: &str = "spheres-200";
    const SECONDS: f64 = 600.0;
    /// From the lowest point of a ball to its center of mass, m; that within which soft contacts hold it off a wall or the floor.
    const LOWEST_M: f64 = 0.5;
    const SOFT_M: f64 = 0.02;
    let mut world = one_body::world(shipped::text(NAME).expect("it is shipped"));
    let count = world.body_count();
    let size_m = world.cells().map(|cells| cells as f64 * world.cell_size_m());
    let (mut through, mut lowest_m, mut levels) = (0, f64::INFINITY, Vec::new());
    let mut most_n_s = held_n_s(&world);
    let finished = one_body::run(&mut world, SECONDS, |world| {
        for body in world.bodies() {
            let [x, y, z] = body.position_m.to_array();
            let is_within = |at_m: f64, size_m: f64| at_m > 0.0 && at_m < size_m;
            through += usize::from(!is_within(x, size_m[0]) || !is_within(y, size_m[1]));
            lowest_m = lowest_m.min(z);
        }
        if world.steps().is_multiple_of(64) {
            most_n_s = most_n_s.max(held_n_s(world));
            if world.time_s() > SECONDS - 60.0 {
                levels.push(open_level_m(world));
            }
        }
    });
    let (mass, momentum) = (world.mass(), world.momentum());
    let of_held = momentum.residual_n_s().length() / most_n_s.max(LEAST_N_S);
    let exact_m = (mass.initial_m3 + mass.displaced_m3) / (size_m[0] * size_m[1]);
    let level_m = levels.iter().sum::<f64>() / levels.len() as f64;
    let row = |quantity: &str, value: f64, reference: f64, tolerance: f64| Row {
        case: "spheres-200, 600 s",
        quantity: quantity.to_owned(),
        value: if finished { value } else { f64::NAN },
        reference,
        tolerance,
    };
    let lost = count - world.body_count() + world.quarantined().count();
    vec![
        row("spheres lost", lost as f64, 0.0, 0.0),
        row("spheres beyond a wall, in all steps", through as f64, 0.0, 0.0),
        row("least depth of a sphere into the floor [m]", (LOWEST_M - lowest_m).max(0.0), 0.0, SOFT_M),
        row("volume left over, of all", mass.residual_relative(), 0.0, 1e-8),
        row("momentum left over, of initial and exchanged", momentum.residual_relative(), 0.0, 1e-8),
        row("momentum left over, of the most in the water", of_held, 0.0, 1e-6),
        // The waves that are left are 3.4 mm high (σ); in the mean over the basin and a minute they are a tenth of that.
        row("mean level in the last minute [m]", level_m, exact_m, 5e-4),
    ]
}

/// Mean level of the cells without a hull, m.
fn open_level_m(world: &World) -> f64 {
    let mut open = vec![true; world.solid().len()];
    world.wet_section().iter().for_each(|wet| open[wet.index as usize] = false);
    let levels = world.fields().eta_m.iter().zip(&open).filter(|(_, open)| **open);
    let (sum, count) = levels.fold((0.0, 0.0), |(sum, count), (eta, _)| (sum + f64::from(*eta), count + 1.0));
    world.still_level_m() + sum / count
}

/// The state after 200 steps on 1, 2 and 3 threads.
fn bits(case: &'static str, text: &str) -> Row {
    let states = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        pool.install(|| {
            let mut world = one_body::world(text);
            (0..200).for_each(|_| drop(world.step()));
            state(&world)
        })
    });
    let apart = states[1..].iter().flat_map(|other| other.iter().zip(&states[0])).filter(|(a, b)| a != b);
    Row {
        case,
        quantity: "numbers apart on 1, 2, 3 threads".to_owned(),
        value: apart.count() as f64,
        reference: 0.0,
        tolerance: 0.0,
    }
}

/// All numbers of a world's state and books, as bits.
fn state(world: &World) -> Vec<u64> {
    let fields = world.fields();
    let water =
        [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten().map(|v| u64::from(v.to_bits()));
    let bodies = world.bodies().flat_map(|body| {
        let [position, velocity] = [body.position_m, body.linvel_m_s].map(|v| v.to_array());
        position.into_iter().chain(velocity).chain(body.rotation.to_array())
    });
    let energy = world.energy();
    let books = [energy.now.total_j(), energy.dissipated_j(), world.angular_momentum().final_n_m_s];
    water.chain(bodies.chain(books).map(f64::to_bits)).collect()
}
