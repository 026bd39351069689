//! The triangular column in the stream, as the dynamic-boundaries paper has it: 1000 steps, and far beyond them.

use viewer_sim::World;

use crate::setup::{run, shipped};

/// Where the column's tip points and where its wake is, m; its half-width and the stream's speed.
const MIDDLE_Y_M: f64 = 25.3;
const HALF_WIDTH_M: f64 = 4.0;
const STREAM_M_S: f64 = 0.9;

fn depth_m(world: &World, gauge: &str) -> f64 {
    world.gauges().find(|reading| reading.name == gauge).unwrap().h_m
}

/// Circulation around the cells in a box, m²/s, counter-clockwise: `Σ (∂v/∂x − ∂u/∂y) dx²` by central differences.
fn circulation(world: &World, x_m: [f64; 2], y_m: [f64; 2]) -> f64 {
    let ([nx, _], dx) = (world.cells(), world.cell_size_m());
    let fields = world.fields();
    let cells = |[from, to]: [f64; 2]| (from / dx) as usize..(to / dx) as usize;
    let turning = |i: usize, j: usize| {
        let k = j * nx + i;
        let across = f64::from(fields.v_m_s[k + 1]) - f64::from(fields.v_m_s[k - 1]);
        let along = f64::from(fields.u_m_s[k + nx]) - f64::from(fields.u_m_s[k - nx]);
        0.5 * (across - along) * dx
    };
    cells(y_m).map(|j| cells(x_m).map(|i| turning(i, j)).sum::<f64>()).sum()
}

/// At each of the paper's four pictures the water stands higher before the column than behind it, and two vortices have
/// parted from its corners by the last one, between which the water goes back. The start's waves still run up and down the
/// channel then: that as much leaves as comes in is a matter of longer runs.
#[test]
fn the_four_pictures_show_a_bow_rise_a_lee_and_vortices() {
    let mut world = shipped("triangular-column", &[]);
    let (mut before, mut behind) = (0.0, 0.0);
    for picture in 1..=4 {
        for _ in 0..250 {
            let until_s = world.time_s() + 0.5 * world.time_step_s();
            run(&mut world, until_s);
            if picture > 2 {
                before += depth_m(&world, "before") / 500.0;
                behind += depth_m(&world, "behind") / 500.0;
            }
        }
        let (rise, lee) = (depth_m(&world, "before"), depth_m(&world, "behind"));
        println!("step {}: {rise:.3} m before, {lee:.3} m behind", world.steps());
        assert!(rise > lee, "step {}: {rise} m before, {lee} m behind", world.steps());
    }
    println!("means {before:.4} m before, {behind:.4} m behind");
    assert!(before > 2.0 && behind < 2.0, "{before} m before, {behind} m behind in the mean");
    let wake = [22.0, 34.0];
    let north = circulation(&world, wake, [MIDDLE_Y_M, MIDDLE_Y_M + 2.0 * HALF_WIDTH_M]);
    let south = circulation(&world, wake, [MIDDLE_Y_M - 2.0 * HALF_WIDTH_M, MIDDLE_Y_M]);
    let back = world.gauges().find(|reading| reading.name == "behind").unwrap().u_m_s;
    println!("circulation {north:.3} north, {south:.3} south; {back:.3} m/s between");
    // That of a vortex as wide as half the column which turns with the stream's speed.
    let least = STREAM_M_S * HALF_WIDTH_M;
    assert!(north < -least && south > least, "circulation {north} and {south} m²/s");
    assert!(back < 0.0, "{back} m/s between the vortices");
}

/// Each kind of wall that the column can have, twice as long as the paper's run; not the printed one, which leaks.
#[test]
fn every_kind_of_wall_holds_for_long() {
    for (slip, scheme) in [
        ("no-slip", "half-way"),
        ("no-slip", "on-grid"),
        ("no-slip", "modified"),
        ("no-slip", "interpolated"),
        ("no-slip", "extrapolated"),
        ("free-slip", "half-way"),
        ("free-slip", "on-grid"),
    ] {
        let wall = format!("body.column.wall={{slip=\"{slip}\", scheme=\"{scheme}\"}}");
        let mut world = shipped("triangular-column", &[&wall]);
        for _ in 0..2000 {
            let report = world.step();
            assert_eq!(report, Default::default(), "{slip} {scheme}, step {}", world.steps());
        }
        let residual = world.mass().residual_relative();
        assert!(residual.abs() < 1e-6, "{slip} {scheme}: {residual}");
    }
}

/// The column at the inflow and in its corner, and at a bank, at the far end or in the middle, fed in each way: over 1000 steps the water comes
/// in where it can, and where it is drawn back through the far end nothing bursts.
#[test]
fn the_column_may_touch_any_side() {
    let fed = [
        "{kind=\"inflow\", velocity_m_s=0.9}",
        "{kind=\"inflow\", velocity_m_s=0.9, level_m=2.0}",
        "{kind=\"discharge\", discharge_m3_s=80.0}",
        "{kind=\"discharge\", discharge_m3_s=80.0, ramp_s=10.0}",
        "{kind=\"level\", level_m=2.0}",
        "{kind=\"characteristic\", level_m=2.0, velocity_m_s=0.9}",
        "{kind=\"sponge\", width_m=8.0}",
        "{kind=\"wall\", slip=\"no-slip\"}",
    ];
    for (n, side) in fed.into_iter().enumerate() {
        let away = ["18.0, 4.0", "49.0, 25.3", "18.0, 25.3"][n % 3];
        for place in ["1.0, 25.3", "2.0, 2.0", away] {
            let overrides = [format!("sides.west={side}"), format!("body.column.position_m=[{place}, 2.0]")];
            let mut world = shipped("triangular-column", &overrides.each_ref().map(String::as_str));
            for _ in 0..1000 {
                let report = world.step();
                assert_eq!(report, Default::default(), "{side} at [{place}], step {}", world.steps());
            }
        }
    }
    // A far end that lets nothing in: a stream that goes away from it is no longer fed.
    let mut world = shipped("triangular-column", &["sides.west={kind=\"outflow\"}"]);
    for _ in 0..300 {
        assert_eq!(world.step(), Default::default(), "step {}", world.steps());
    }
}
