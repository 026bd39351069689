//! Residual of the water's volume in pictures.

use viewer::scene::{Field, Scene, WaterSheet, values};
use viewer::sim::World;
use viewer::staging::{Extras, Foam, Past, Residual, Tracks, stage};

use crate::setup::{boxed, pool, run, world};

/// Columns of the water less what bodies displace, above an arbitrary height, m.
fn columns_m(world: &World) -> Vec<f64> {
    let mut columns_m: Vec<f64> = world.fields().eta_m.iter().map(|eta_m| f64::from(*eta_m)).collect();
    for wet in world.wet_section() {
        columns_m[wet.index as usize] -= f64::from(wet.thickness_m);
    }
    columns_m
}

/// How fast the columns change in a step, and the residual of that, in each cell, mm/s.
fn of_a_step(world: &mut World) -> [Vec<f64>; 2] {
    let (mut residual, mut scene) = (Residual::default(), Scene::default());
    residual.watch(world);
    let before_m = columns_m(world);
    let _ = world.step();
    residual.watch(world);
    let now_m = columns_m(world);
    let past = Past { foam: &Foam::default(), tracks: &Tracks::default(), residual: &residual };
    stage(world, past, Extras { residual: true, ..Extras::default() }, &mut scene);
    let change = |(now_m, before_m): (f64, &f64)| 1e3 * (now_m - before_m) / world.time_step_s();
    let residual = values(&scene.water, Field::Residual);
    [now_m.into_iter().zip(&before_m).map(change).collect(), residual.into_iter().map(f64::from).collect()]
}

fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt()
}

/// Waves of a wave maker that run through a channel, with cells of this size; after two periods, of which the wave maker takes one to start.
fn waves(cell_size_m: f64) -> World {
    let [nx, ny] = [20.0, 2.0].map(|length_m| (length_m / cell_size_m).round());
    let mut world = world(&format!(
        "title = \"waves\"\nduration_s = 9.0\n[grid]\ncells = [{nx}, {ny}]\ncell_size_m = {cell_size_m}\n[water]\ndepth_m = 2.0\n\
         [sides.west]\nkind = \"characteristic\"\nlevel_m = 2.0\nwave = {{ kind = \"sine\", height_m = 0.02, period_s = 2.0 }}\n\
         [sides.east]\nkind = \"characteristic\"\nlevel_m = 2.0\n"
    ));
    run(&mut world, 4.0);
    world
}

#[test]
fn the_residual_of_waves_falls_with_the_square_of_the_cell() {
    let [coarse, fine] = [0.4, 0.2].map(|cell_size_m| {
        let mut world = waves(cell_size_m);
        let [nx, _] = world.cells();
        let [change, residual] = of_a_step(&mut world);
        // Away from the sides, at which the difference is one-sided.
        let middle = |values: &[f64]| {
            rms(&values.chunks(nx).flat_map(|row| &row[nx / 4..nx / 2]).copied().collect::<Vec<_>>())
        };
        middle(&residual) / middle(&change)
    });
    assert!(coarse < 0.03, "{coarse} and {fine} of the change");
    assert!((3.2..5.0).contains(&(coarse / fine)), "{coarse} and {fine} of the change");
}

/// Beside walls and under a hull that rises and falls too: what one cell loses its neighbors gain.
#[test]
fn the_residuals_of_a_closed_pool_cancel() {
    let mut world = world(&format!("{}{}", pool(""), boxed("box", "[5.0, 6.0, 2.6]", "")));
    run(&mut world, 1.5);
    let [change, residual] = of_a_step(&mut world);
    assert!(world.wet_section().len() > 12);
    let (sum, all) = (residual.iter().sum::<f64>(), residual.iter().map(|r| r.abs()).sum::<f64>());
    assert!(sum.abs() < 1e-3 * all, "{sum} of {all} mm/s");
    // Half a meter of hull in cells of half a meter: a tenth of the change. Without what the hull displaces it would be as large as that.
    let share = rms(&residual) / rms(&change);
    assert!(share < 0.12, "{share} of the change");
}

#[test]
fn nothing_is_shown_of_a_step_that_was_not_seen() {
    let mut world = waves(0.4);
    let mut residual = Residual::default();
    let is_known = |residual: &Residual, world: &World| {
        let mut sheet = WaterSheet::default();
        residual.write(world, &mut sheet);
        !sheet.residual_mm_s.is_empty()
    };
    residual.watch(&world);
    assert!(!is_known(&residual, &world), "nothing is known of the state before");
    let _ = world.step();
    assert!(!is_known(&residual, &world));
    residual.watch(&world);
    assert!(is_known(&residual, &world));
    let _ = world.step();
    let _ = world.step();
    residual.watch(&world);
    assert!(!is_known(&residual, &world), "two steps in one");
}
