//! The column of water that a cover leaves, and volumes that come to it.

use lbm_core::{Collision, Lattice, Units};

const DEPTH: f64 = 10.0;

fn still() -> Lattice {
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    Lattice::builder(8, 4, units).rest_depth_m(DEPTH).collision(Collision::Bgk { tau: 0.7 }).build().unwrap()
}

/// `min(h, max(h − b, 0.05 d, |m| / 0.25))`, on both sides of each bound.
#[test]
fn the_column_under_a_cover_has_its_bounds() {
    let lattice = still();
    let site = lattice.layout().site(5, 2);
    for k in 0..40 * 40 * 8 {
        let (b, m) = (0.3 * f64::from(k % 40), 0.08 * f64::from(k / 40 % 40));
        let (h, angle) = (DEPTH + 0.5 * f64::from(k / 1600) - 2.0, f64::from(k));
        let momentum = [(m * angle.cos()) as f32, (m * angle.sin()) as f32];
        let column = f64::from(lattice.covered_column(site, b as f32, h as f32, momentum));
        let wanted = h.min((h - b).max(0.05 * DEPTH).max(m / 0.25));
        assert!((column - wanted).abs() < 1e-5, "b = {b}, |m| = {m}, h = {h}: {column}, not {wanted}");
    }
}

#[test]
fn a_volume_comes_as_the_equilibrium_of_the_deeper_water_has_it() {
    let (mut lattice, mut deeper) = (still(), still());
    let site = lattice.layout().site(5, 2);
    for (eta, dh) in [(0.3, 0.8), (-0.6, 0.5), (0.0, -1.5)] {
        lattice.set_equilibrium(site, eta, 0.0, 0.0);
        lattice.add_volume(site, dh);
        deeper.set_equilibrium(site, eta + dh, 0.0, 0.0);
        for (got, want) in lattice.populations(site).into_iter().zip(deeper.populations(site)) {
            assert!((got - want).abs() < 1e-6, "{eta} and {dh}: {got}, not {want}");
        }
    }
}
