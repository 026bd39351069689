//! Scattering with a grid's weights is the adjoint of sampling it.

use glam::DVec2;
use hydro_forces::{GriddedSurface, SurfaceGrid, WaterSurface};
use proptest::collection::vec;
use proptest::prelude::*;

/// A grid of up to 8 × 8 cells, a field on it, and a position in it or around it.
fn case() -> impl Strategy<Value = (SurfaceGrid, Vec<f32>, DVec2)> {
    (1usize..9, 1usize..9, 0.1..10.0, crate::inputs::plan(100.0), -0.5..1.5, -0.5..1.5).prop_flat_map(
        |(nx, ny, cell, origin, x, y)| {
            let grid = SurfaceGrid::new(nx, ny, cell, origin).unwrap();
            let position = origin + cell * DVec2::new(x * nx as f64, y * ny as f64);
            (Just(grid), vec(-10.0f32..10.0, nx * ny), Just(position))
        },
    )
}

proptest! {
    /// ⟨gather f, a⟩ = ⟨f, scatter a⟩ for level and velocity.
    #[test]
    fn the_weights_are_those_of_the_sample((grid, field, position) in case(), a in -5.0..5.0f64) {
        let surface = GriddedSurface::new(grid, &field, &field, &field).unwrap();
        let mut scattered = vec![0.0; grid.cells()];
        for (cell, weight) in grid.weights(position) {
            scattered[cell] += weight * a;
        }
        let adjoint: f64 = field.iter().zip(&scattered).map(|(&f, s)| f64::from(f) * s).sum();
        let sample = surface.sample(position);
        for gathered in [
            sample.level_m, sample.velocity_m_s.x, sample.velocity_m_s.y, surface.level_m(position),
        ] {
            prop_assert!((gathered * a - adjoint).abs() <= 1e-12, "{gathered} {adjoint}");
        }
    }

    #[test]
    fn the_weights_add_up_and_average_to_the_position((grid, _, position) in case()) {
        let weights = grid.weights(position);
        prop_assert!((weights.iter().map(|w| w.1).sum::<f64>() - 1.0).abs() <= 1e-14);
        prop_assert!(weights.iter().all(|&(cell, w)| cell < grid.cells() && (0.0..=1.0).contains(&w)));
    }

    /// A linear field is reproduced inside, and held at its border value outside.
    #[test]
    fn a_linear_field_is_sampled_exactly(
        nx in 1usize..9, ny in 1usize..9, x in -2.0..11.0, y in -2.0..11.0,
    ) {
        let grid = SurfaceGrid::new(nx, ny, 0.5, DVec2::new(-1.0, 2.0)).unwrap();
        let field: Vec<f32> = (0..nx * ny).map(|k| (3 * (k % nx)) as f32 - (2 * (k / nx)) as f32).collect();
        let surface = GriddedSurface::new(grid, &field, &field, &field).unwrap();
        let position = DVec2::new(-1.0, 2.0) + 0.5 * DVec2::new(x, y);
        let held = |t: f64, n: usize| (t - 0.5).clamp(0.0, n as f64 - 1.0);
        let want = 3.0 * held(x, nx) - 2.0 * held(y, ny);
        prop_assert!((surface.level_m(position) - want).abs() <= 1e-12);
    }

    #[test]
    fn no_sample_in_a_box_is_above_its_bound(
        (grid, field, position) in case(), size in crate::inputs::plan(30.0), at in [0.0..1.0, 0.0..1.0],
    ) {
        let surface = GriddedSurface::new(grid, &field, &field, &field).unwrap();
        let (min, max) = (position, position + size.abs());
        let inside = min + DVec2::from_array(at) * (max - min);
        prop_assert!(surface.level_m(inside) <= surface.highest_level_m(min, max));
    }
}
