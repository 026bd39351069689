//! A drop falls into a periodic basin: prints its height while it spreads, and the change of the water's volume.

use lbm_core::{Lattice, Units};

fn main() -> Result<(), lbm_core::Error> {
    let n = 128;
    let units = Units::from_gravity_number(0.1, 1.0, 0.15, 9.81)?;
    let mut lattice = Lattice::builder(n, n, units).rest_depth_m(1.0).build()?;
    for j in 0..n {
        for i in 0..n {
            let r2 = [i, j].map(|k| (k as f64 - 63.5) * 0.1).iter().map(|d| d * d).sum::<f64>();
            lattice.set_cell_m(i, j, 1.0 + 0.1 * (-r2 / 0.5).exp(), [0.0, 0.0]);
        }
    }
    let before = lattice.totals(|_| true).mass;
    for step in 0..=300u32 {
        if step % 60 == 0 {
            let height = lattice.cell_m(64, 64).eta_m;
            println!("t = {:5.2} s   {height:+.4} m in the middle", f64::from(step) * units.time_step_s());
        }
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    let change = lattice.totals(|_| true).mass / before - 1.0;
    println!("water changed by {change:.1e} of its volume; it should be below 1e-8");
    Ok(())
}

/// Makes the basin periodic: populations that leave on one side enter on the other. `lbm-boundary` has all kinds of sides.
fn wrap(lattice: &mut Lattice) {
    let n = lattice.layout().nx() as isize;
    for k in -1..=n {
        for (i, j) in [(k, -1), (k, n), (-1, k), (n, k)] {
            let inside = lattice.layout().site(i.rem_euclid(n), j.rem_euclid(n));
            lattice.set_populations(lattice.layout().site(i, j), lattice.populations(inside));
        }
    }
}
