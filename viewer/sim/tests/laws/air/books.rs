//! What the air gains is in its books; what is over the water leaves it in peace.

use viewer_sim::Air;

use super::chimney;
use crate::setup::{run, shipped, world};

#[test]
fn smoke_is_what_the_source_gave_less_what_left() {
    let wind = "sides.west = { kind = \"inflow\", velocity_m_s = [0.6, 0.0, 0.0] }";
    for (sides, leaves) in [("", false), (wind, true)] {
        let mut world = world(&chimney(sides));
        run(&mut world, 8.0);
        let air = world.air().unwrap();
        let books = air.balance();
        // The rate is that of the file, to the rounding of single precision.
        assert!((books.given_m3 / (0.05 * world.time_s()) - 1.0).abs() < 1e-6, "{books:?}");
        assert!(books.smoke_residual_m3().abs() < 1e-6 * books.given_m3, "{:e}", books.smoke_residual_m3());
        assert!(books.mass_residual_kg().abs() < 1e-7 * books.mass_kg, "{:e}", books.mass_residual_kg());
        let lost = books.momentum_residual_n_s().length();
        assert!(lost < 1e-5 * books.buoyancy_n_s, "{lost:e} of {:e} N s", books.buoyancy_n_s);
        let left = -books.smoke_through_sides_m3 / books.given_m3;
        assert_eq!(left > 0.3, leaves, "{left}");
        // Smoke presses the ball upwards, and the wind pushes it along.
        assert!(books.solids_n_s.z < 0.0 && (books.solids_n_s.x < -0.01) == leaves, "{:?}", books.solids_n_s);
    }
}

/// Air that two winds squeeze out between them is faster than its lattice carries: that is said once. Air that is not so fast is no news.
#[test]
fn air_beyond_what_its_lattice_carries_is_warned_of_once() {
    let winds = |u: f64| {
        let [west, south] = [[u, 0.0, 0.0], [0.0, u, 0.0]]
            .map(|velocity_m_s| format!("{{ kind = \"inflow\", velocity_m_s = {velocity_m_s:?} }}"));
        chimney(&format!("sides = {{ west = {west}, south = {south} }}"))
    };
    for (u_m_s, warnings) in [(0.2, 0), (0.79, 1)] {
        let mut world = world(&winds(u_m_s));
        // Winds blow from the start.
        assert!(world.air().unwrap().plume().fastest_m_s > u_m_s);
        while world.time_s() < 6.0 {
            let _ = world.step();
        }
        assert_eq!(world.warnings().len(), warnings, "{:?}", world.warnings());
        for warning in world.warnings() {
            let warning = warning.to_string();
            for part in
                ["air.fastest_flow_m_s: the air reaches", "its lattice carries 2.", "give a larger value"]
            {
                assert!(warning.contains(part), "{warning}");
            }
        }
    }
}

fn cell(air: &Air, at_m: [f64; 3]) -> usize {
    let corner = air.corner_m().to_array();
    let [i, j, k] = [0, 1, 2].map(|a| ((at_m[a] - corner[a]) / air.cell_size_m()) as usize);
    let [nx, ny, _] = air.cells();
    (k * ny + j) * nx + i
}

#[test]
fn a_body_over_the_water_is_a_solid_to_the_air_alone() {
    let mut world = world(&chimney(""));
    let air = world.air().unwrap();
    // Of a ball of 2.5 cells about a corner of eight cells.
    assert_eq!(air.labels().iter().filter(|label| **label == 1).count(), 56);
    assert_eq!(
        [[3.0, 2.4, 2.8], [3.0, 2.4, 2.2], [3.0, 2.4, 3.4]].map(|at| air.labels()[cell(air, at)]),
        [1, 0, 0]
    );
    run(&mut world, 7.0);
    assert!(
        world.solid().iter().all(|solid| !solid) && world.warnings().is_empty(),
        "{:?}",
        world.warnings()
    );
    assert!(world.fields().u_m_s.iter().chain(&world.fields().eta_m).all(|value| *value == 0.0));
    assert_eq!(world.body(0).force_n.length(), 0.0);
    // Smoke goes round it, on all sides.
    let air = world.air().unwrap();
    let mut smoke = Vec::new();
    air.write_concentrations(&mut smoke);
    let at = |x: f64, y: f64, z: f64| smoke[cell(air, [3.0 + x, 2.4 + y, z])];
    assert_eq!(at(0.0, 0.0, 2.8), 0.0);
    for beside in [at(0.7, 0.0, 2.6), at(-0.7, 0.0, 2.6), at(0.0, 0.7, 2.6), at(0.0, -0.7, 2.6)] {
        assert!(beside > 0.005, "{beside}");
    }
}

#[test]
fn smoke_does_not_depend_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = world(&chimney(""));
            run(&mut world, 1.0);
            (world.checkpoint(), world.air().map(|air| (air.balance(), air.plume())))
        })
    };
    assert_eq!(on(1), on(3));
}

/// One layer of cells along y, periodic: nothing moves or varies across it.
#[test]
fn a_plane_stays_one() {
    let mut world =
        shipped("smoke-2d", &["air.cells=[50, 1, 60]", "air.cell_size_m=0.08", "air.from_m=[0.4, 0.46]"]);
    run(&mut world, 2.0);
    let air = world.air().unwrap();
    let (books, plume) = (air.balance(), air.plume());
    assert_eq!((air.cells(), books.momentum_n_s.y), ([50, 1, 60], 0.0));
    assert!(books.smoke_residual_m3().abs() < 1e-6 * books.given_m3 && plume.top_m > 0.5, "{plume:?}");
}

/// A table stands over the source: air and smoke are under its top as beside it.
#[test]
fn there_is_air_in_the_hollows_of_a_body() {
    let folder = tempfile::tempdir().unwrap();
    let parts = [
        ([-1.0, -0.8, 1.0], [1.0, 0.8, 1.4]),
        ([-1.0, -0.8, 0.0], [-0.6, 0.8, 1.0]),
        ([0.6, -0.8, 0.0], [1.0, 0.8, 1.0]),
    ];
    let corners = parts.into_iter().flat_map(|(low, high): ([f64; 3], [f64; 3])| {
        (0..8).map(move |n| [0, 1, 2].map(|axis| if n >> axis & 1 == 0 { low[axis] } else { high[axis] }))
    });
    let vertices: String = corners.map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces = (0..3).flat_map(|part| sides.map(|side| side.map(|corner| 8 * part + corner + 1)));
    let faces: String = faces.map(|[a, b, c, d]| format!("f {a} {b} {c} {d}\n")).collect();
    let file = folder.path().join("table.obj");
    std::fs::write(&file, format!("{vertices}{faces}")).unwrap();
    let text = chimney("").replace(
        "hull = { kind = \"sphere\", radius_m = 0.5, subdivisions = 3 }",
        &format!("center_of_mass_m = [0.0, 0.0, 0.0]\nmesh = {:?}", file.display().to_string()),
    );
    let mut world = world(&text.replace("2.4, 2.8]", "2.4, 1.0]"));
    let under = [3.0, 2.4, 1.6];
    let air = world.air().unwrap();
    let labels = |at: [[f64; 3]; 4]| at.map(|at| air.labels()[cell(air, at)]);
    assert_eq!(labels([under, [3.0, 2.4, 2.1], [2.3, 2.4, 1.5], [3.0, 2.4, 2.5]]), [0, 1, 1, 0]);
    run(&mut world, 6.0);
    let air = world.air().unwrap();
    let mut smoke = Vec::new();
    air.write_concentrations(&mut smoke);
    assert!(smoke[cell(air, under)] > 0.1, "{}", smoke[cell(air, under)]);
    // It is led out to both sides, not through the top.
    assert_eq!(smoke[cell(air, [3.0, 2.4, 2.1])], 0.0);
    let beside = smoke[cell(air, [3.0, 3.4, 1.9])];
    assert!(beside > 0.01, "{beside}");
}
