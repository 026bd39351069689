//! Scattering with a grid's weights is the adjoint of sampling it.

use glam::DVec2;
use hydro_forces::{
    Cut, Exchange, Exchanges, ForceModel, ForceOptions, GriddedSurface, Hull, Motion, Plane, SurfaceGrid,
    WaterSurface,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water, vector};

/// A grid of up to 8 × 8 cells, a field on it, and a position in it or around it.
fn case() -> impl Strategy<Value = (SurfaceGrid, Vec<f32>, DVec2)> {
    (1usize..20, 1usize..9, 0.1..10.0, crate::inputs::plan(100.0), -0.5..1.5, -0.5..1.5).prop_flat_map(
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

/// The exchanged forces of a hull by the index of the triangle.
fn exchanged(
    model: &ForceModel,
    hull: &Hull,
    motion: &Motion,
    water: &impl WaterSurface,
) -> Vec<Option<Exchange>> {
    let mut of_triangle = vec![None; hull.triangle_count()];
    let mut exchanges = Exchanges::default();
    model.forces(hull, motion, water, ForceOptions::default().exchanges(&mut exchanges));
    exchanges.iter().for_each(|e| of_triangle[e.triangle] = Some(*e));
    of_triangle
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Σ F · u over the triangles of a hull is that over the cells.
    #[test]
    fn the_water_gives_the_power_that_the_body_takes(
        mesh in mesh(), motion in motion(), water in rough_water(), c in coefficients(),
        cut in prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)],
    ) {
        let (hull, surface) = (mesh.hull(), water.surface());
        let model = ForceModel::new(sea_water(), c).unwrap().cut(cut);
        let (grid, [_, u, v]) = (surface.grid(), water.fields());
        let mut scattered = vec![DVec2::ZERO; grid.cells()];
        let (mut power, mut scale) = (0.0, 0.0);
        for e in exchanged(&model, &hull, &motion, &surface).into_iter().flatten() {
            for (cell, weight) in grid.weights(e.sample_m) {
                scattered[cell] += weight * e.force_n;
            }
            power += e.force_n.dot(surface.sample(e.sample_m).velocity_m_s);
            scale += e.force_n.length();
        }
        let mut exchanges = Exchanges::default();
        model.forces(&hull, &motion, &surface, ForceOptions::default().exchanges(&mut exchanges).parallel());
        exchanges.scatter(grid);
        let mut at_once = Exchanges::default();
        model.forces(&hull, &motion, &surface, ForceOptions::default().exchanges_on(grid, &mut at_once));
        prop_assert!(at_once.cell_forces().eq(exchanges.cell_forces()) && at_once.iter().next().is_none());
        let mut of_exchanges = vec![DVec2::ZERO; grid.cells()];
        exchanges.cell_forces().for_each(|(cell, force)| of_exchanges[cell] += force);
        for (got, want) in of_exchanges.iter().zip(&scattered) {
            prop_assert!((*got - *want).length() <= 1e-12 * scale, "{got} {want}");
        }
        let current = |cell: usize| DVec2::new(u[cell].into(), v[cell].into());
        let of_cells: f64 = scattered.iter().enumerate().map(|(cell, f)| f.dot(current(cell))).sum();
        prop_assert!((power - of_cells).abs() <= 1e-11 * scale, "{power} {of_cells}");
    }

    /// What one cell's velocity, or its level where the centroid's cuts, does to a triangle is what its weight
    /// at `sample_m` of it does: those are the weights that the forces gather with.
    #[test]
    fn a_cell_moves_triangles_by_the_weights_that_scatter_to_it(
        mesh in mesh(), motion in motion(), c in coefficients(), current in vector(1.0),
        change in 0.5f32..1.0, which in 0usize..1000, what in 0usize..3,
    ) {
        let hull = mesh.hull();
        let grid = SurfaceGrid::new(60, 60, 2.0, DVec2::splat(-60.0)).unwrap();
        // Even numbers of f32, level last.
        let calm = current.as_vec3().with_z(0.125).to_array();
        let motion = Motion { translation_m: motion.translation_m.with_z(0.0), ..motion };
        for cut in if what == 2 { &[Cut::Centroid][..] } else { &[Cut::Centroid, Cut::Corners] } {
            let model = ForceModel::new(sea_water(), c).unwrap().cut(*cut);
            let plane = |[u, v, level]: [f64; 3]| Plane::flat(level).with_velocity(DVec2::new(u, v));
            let before = exchanged(&model, &hull, &motion, &plane(calm.map(f64::from)));
            let exchanges: Vec<_> = before.iter().flatten().collect();
            prop_assume!(!exchanges.is_empty());
            let (cell, _) = grid.weights(exchanges[which % exchanges.len()].sample_m)[which % 4];
            let mut fields = calm.map(|value| vec![value; grid.cells()]);
            fields[what][cell] += change;
            let difference = f64::from(fields[what][cell]) - f64::from(calm[what]);
            let [u, v, level] = &fields;
            let surface = GriddedSurface::new(grid, level, u, v).unwrap();
            let after = exchanged(&model, &hull, &motion, &surface);
            for e in exchanges.iter().step_by(exchanges.len().div_ceil(16)).chain([&exchanges[which % exchanges.len()]]) {
                let weight: f64 =
                    grid.weights(e.sample_m).iter().filter(|w| w.0 == cell).map(|w| w.1).sum();
                let mut changed = calm.map(f64::from);
                changed[what] += weight * difference;
                let force_n = |of: &[Option<Exchange>]| of[e.triangle].map_or(DVec2::ZERO, |exchange| exchange.force_n);
                let want = force_n(&exchanged(&model, &hull, &motion, &plane(changed)));
                let got = force_n(&after);
                prop_assert!((got - want).length() <= 1e-9 * 1e5 * hull.area_m2(), "{got:?} {want:?}");
            }
        }
    }
}
