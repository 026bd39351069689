//! Fields and Froude numbers of whole grids, computed with vector instructions, equal the moments of each cell.

use crate::common::{narrowest, wrap};
use lbm_core::{Forces, Instructions, Lattice, Region, Units};
use proptest::prelude::*;

proptest! {
    /// Holds for grids of any size, over flat and sloping beds, and for any included cells.
    #[test]
    fn fields_and_froude_numbers_are_those_of_the_moments(
        (nx, ny) in (3usize..40, 3usize..6),
        slope in prop_oneof![Just(0.0), -0.02..0.02f64],
        plain in any::<bool>(),
        cells in prop::collection::vec((-0.05..0.05f64, -0.5..0.5f64, -0.5..0.5f64), 240),
        corners in (0usize..40, 0usize..40, 0usize..6, 0usize..6),
        left_out in 1usize..9,
    ) {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut builder = Lattice::builder(nx, ny, units).rest_depth_m(1.0);
        if slope != 0.0 {
            builder = builder.bed_m(|x, y| slope * (x - 2.0 * y));
        }
        let mut lattice = builder.build().unwrap();
        if plain {
            lattice.set_instructions(narrowest());
        }
        for k in 0..nx * ny {
            let (eta, u, v) = cells[k];
            let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
            lattice.set_equilibrium(site, eta as f32, 0.2 * u as f32, 0.2 * v as f32);
        }
        let span = |a: usize, b: usize, n: usize| [a.min(b).min(n), a.max(b).min(n)];
        let ([i0, i1], [j0, j1]) = (span(corners.0, corners.1, nx), span(corners.2, corners.3, ny));

        let mut fields = [(); 3].map(|()| vec![7.0f32; nx * ny]);
        let include = |k: usize| !k.is_multiple_of(left_out);
        let solid: Vec<bool> = (0..nx * ny).map(|k| !include(k)).collect();
        let out = fields.each_mut().map(|field| field.as_mut_slice());
        let froude = lattice.write_fields(Region { i0, i1, j0, j1 }, out, &solid);
        let cells: Vec<usize> = (0..nx * ny).filter(|k| (i0..i1).contains(&(k % nx)) && (j0..j1).contains(&(k / nx))).collect();
        let mut at_cells = [(); 3].map(|()| vec![7.0f32; nx * ny]);
        lattice.write_fields_at(&cells, at_cells.each_mut().map(|field| field.as_mut_slice()));
        let bits = |fields: &[Vec<f32>; 3]| fields.clone().map(|field| field.into_iter().map(f32::to_bits).collect::<Vec<_>>());
        prop_assert_eq!(bits(&at_cells), bits(&fields));
        let (dx, e) = (units.cell_size_m() as f32, units.lattice_speed_m_s() as f32);
        let (mut fastest, mut fastest_inside) = (0.0f32, 0.0f32);
        for k in 0..nx * ny {
            let (i, j) = (k % nx, k / nx);
            let m = lattice.moments(lattice.layout().site(i as isize, j as isize));
            let inside = (i0..i1).contains(&i) && (j0..j1).contains(&j);
            if include(k) {
                let squared = (m.u * m.u + m.v * m.v) / (lattice.gravity() * m.h);
                fastest = fastest.max(squared);
                fastest_inside = fastest_inside.max(if inside { squared } else { 0.0 });
            }
            let want = if inside { [m.eta * dx, m.u * e, m.v * e] } else { [7.0; 3] };
            for (field, want) in fields.iter().zip(want) {
                prop_assert!((field[k] - want).abs() < 1e-5, "cell {k}: {} against {want}", field[k]);
            }
        }
        prop_assert!((lattice.max_froude(include) - f64::from(fastest.sqrt())).abs() < 1e-6);
        prop_assert!((froude - f64::from(fastest_inside.sqrt())).abs() < 1e-6);
    }
}

/// With all forces and after a step: of whole grids and of single cells, with any vectors.
#[test]
fn fields_under_forces_have_the_same_bits_however_they_are_read() {
    let (nx, ny) = (37, 5);
    let units = Units::from_gravity_number(1.0, 2.0, 0.15, 9.81).unwrap();
    let forces = Forces {
        acceleration_m_s2: [0.02, -0.01],
        wind_m2_s2: [0.4, 0.3],
        coriolis_1_s: 0.3,
        manning_s_m13: 0.4,
    };
    let read = |instructions: Instructions| {
        let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(2.0).forces(forces).build().unwrap();
        lattice.set_instructions(instructions);
        for k in 0..nx * ny {
            let wave = |phase: f64| (0.37 * k as f64 + phase).sin();
            lattice.set_cell_m(k % nx, k / nx, 2.0 + 0.1 * wave(0.0), [0.4 * wave(1.0), 0.3 * wave(2.0)]);
        }
        wrap(&mut lattice);
        assert!(lattice.step());
        let mut fields = [(); 3].map(|()| vec![0.0f32; nx * ny]);
        let all = Region { i0: 0, i1: nx, j0: 0, j1: ny };
        lattice.write_fields(all, fields.each_mut().map(|field| &mut field[..]), &vec![false; nx * ny]);
        let mut at_cells = [(); 3].map(|()| vec![0.0f32; nx * ny]);
        let cells: Vec<usize> = (0..nx * ny).collect();
        lattice.write_fields_at(&cells, at_cells.each_mut().map(|field| &mut field[..]));
        assert_eq!(fields, at_cells, "{instructions:?}");
        fields
    };
    let wanted = read(Instructions::all()[0]);
    for instructions in Instructions::all() {
        assert_eq!(read(instructions), wanted, "{instructions:?}");
    }
}
