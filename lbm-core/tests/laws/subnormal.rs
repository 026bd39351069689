//! Ahead of waves and smoke populations fall by orders of magnitude from cell to cell. None becomes subnormal, as operations with
//! such numbers take a hundred times as long as others.

use lbm_core::d2q9::Q;
use lbm_core::{Air, AirMoments, Collision, Ends, Instructions, Lattice, Lattice3, Scalar, Units};

const COLLISIONS: [Collision; 3] = [
    Collision::Bgk { tau: 0.6 },
    Collision::Trt { tau: 0.6, magic: 0.1875 },
    Collision::CentralMoments { tau: 0.55, bulk_tau: 0.8 },
];

/// Asserts that of these populations none is small enough to become subnormal in a product, but some are small and some 0.
fn assert_none_is_subnormal(populations: &[f32], what: &str) {
    let sizes: Vec<f32> = populations.iter().map(|f| f.abs()).filter(|f| *f > 0.0).collect();
    let least = sizes.iter().copied().fold(f32::INFINITY, f32::min);
    assert!(least > 1e-25, "{what}: {least:e}");
    assert!(least < 1e-13, "{what}: the front is not there, {least:e}");
    assert!(sizes.len() < populations.len(), "{what}: nothing is at rest");
}

/// Populations of each set of instructions, with the same bits.
fn alike(run: impl Fn(Instructions) -> Vec<f32>, what: &str) -> Vec<f32> {
    let mut all = Instructions::all().into_iter().map(run);
    let first = all.next().unwrap();
    let bits = |populations: &[f32]| populations.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
    assert!(all.all(|populations| bits(&populations) == bits(&first)), "{what}");
    first
}

#[test]
fn waves_that_spread_over_still_water_have_no_subnormal_populations() {
    let (nx, ny) = (101, 87);
    for (collision, constant) in
        COLLISIONS.into_iter().flat_map(|collision| [(collision, 0.0), (collision, 0.15)])
    {
        let what = format!("{collision:?}, {constant}");
        let run = |instructions| {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let builder = Lattice::builder(nx, ny, units).collision(collision).smagorinsky(constant);
            let mut lattice = builder.build().unwrap();
            lattice.set_instructions(instructions);
            let site = |i, j| lattice.layout().site(i, j);
            let sites: Vec<_> = (0..ny * nx).map(|k| site((k % nx) as isize, (k / nx) as isize)).collect();
            lattice.set_equilibrium(site(50, 43), 0.05, 0.01, 0.0);
            let before = lattice.totals(|_| true);
            let mut seen = Vec::new();
            for step in 0..40 {
                assert!(lattice.step());
                if step >= 30 {
                    seen.extend(sites.iter().flat_map(|&site| lattice.populations(site)));
                }
            }
            let after = lattice.totals(|_| true);
            assert!((after.mass - before.mass).abs() < 1e-8, "{what}: {}", after.mass - before.mass);
            assert!((after.momentum[0] - before.momentum[0]).abs() < 1e-8, "{what}: {after:?}");
            seen
        };
        let seen = alike(run, &what);
        seen.chunks_exact(nx * ny * Q).for_each(|seen| assert_none_is_subnormal(seen, &what));
    }
}

/// A hull that has come to rest but for the last digits pushes the water around it with hardly anything.
#[test]
fn the_smallest_momenta_leave_water_at_rest() {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(40, 40, units).build().unwrap();
    let site = lattice.layout().site(20, 20);
    lattice.add_momentum(site, [1e-30, -1e-38]);
    assert_eq!(lattice.populations(site), [0.0; Q]);
    lattice.add_momentum(site, [1e-10, 1e-30]);
    assert!((lattice.moments(site).u / (1e-10 / lattice.moments(site).h) - 1.0).abs() < 1e-5);
    assert_eq!(lattice.moments(site).v, 0.0);
}

#[test]
fn air_and_smoke_have_no_subnormal_populations() {
    let cells = [37, 31, 33];
    for constant in [0.0, 0.15] {
        let run = |instructions| {
            let builder = Air::builder(cells).smagorinsky(constant).buoyancy(1e-3).ends([Ends::Walls; 3]);
            let mut air = builder.build().unwrap();
            air.set_instructions(instructions);
            let moments = air.moments([18, 15, 16]);
            air.set_cell([18, 15, 16], AirMoments { concentration: 0.1, ..moments });
            (0..14).for_each(|_| assert!(air.step()));
            let each = (0..cells.iter().product()).map(|k| {
                [k % cells[0], k / cells[0] % cells[1], k / (cells[0] * cells[1])].map(|at| at as isize)
            });
            each.flat_map(|cell| air.populations(cell)).collect()
        };
        let seen = alike(run, "air");
        assert_none_is_subnormal(&seen, &format!("air, {constant}"));
    }
}

#[test]
fn sound_has_no_subnormal_populations() {
    let cells = [37, 31, 33];
    let run = |instructions| {
        let mut gas = Lattice3::builder(cells).ends([Ends::Walls; 3]).build().unwrap();
        gas.set_instructions(instructions);
        gas.set_cell([18, 15, 16], 1.01, [0.0, 0.001, 0.0]);
        (0..14).for_each(|_| assert!(gas.step()));
        let each = (0..cells.iter().product()).map(|k| {
            [k % cells[0], k / cells[0] % cells[1], k / (cells[0] * cells[1])].map(|at| at as isize)
        });
        each.flat_map(|cell| (0..19).map(move |q| (q, cell)))
            .map(|(q, cell)| gas.population(q, cell))
            .collect()
    };
    assert_none_is_subnormal(&alike(run, "gas"), "gas");
}

#[test]
fn scalars_have_no_subnormal_populations() {
    let cells = [101, 99];
    let run = |instructions| {
        let mut scalar = Scalar::<2, 5>::new(cells, 0.01, [Ends::Walls; 2]).unwrap();
        scalar.set_instructions(instructions);
        scalar.set([50, 49], 1.0);
        let still = vec![0.0; cells[0] * cells[1]];
        (0..40).for_each(|_| assert!(scalar.step([&still, &still])));
        let each = (0..cells[0] * cells[1]).map(|k| [k % cells[0], k / cells[0]].map(|at| at as isize));
        each.flat_map(|cell| (0..5).map(move |q| (q, cell)))
            .map(|(q, cell)| scalar.population(q, cell))
            .collect()
    };
    assert_none_is_subnormal(&alike(run, "scalar"), "scalar");
}
