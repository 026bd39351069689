//! Lattices that cannot run are refused with the reason, and failures are reported in SI units.

use lbm_core::{Collision, Error, Forces, Lattice, LatticeBuilder, Units};

fn builder() -> LatticeBuilder {
    Lattice::builder(8, 6, Units::new(0.5, 0.04, 9.81).unwrap()).rest_depth_m(2.0)
}

#[test]
fn each_value_out_of_range_is_named() {
    let nan = f64::NAN;
    let cases: [(&str, LatticeBuilder); 12] = [
        ("relaxation time tau", builder().collision(Collision::Bgk { tau: 0.5 })),
        ("relaxation time tau", builder().collision(Collision::Bgk { tau: nan })),
        ("relaxation time tau", builder().collision(Collision::Trt { tau: 0.5, magic: 0.25 })),
        ("magic parameter", builder().collision(Collision::Trt { tau: 0.6, magic: 0.0 })),
        ("relaxation time tau", builder().collision(Collision::CentralMoments { tau: 0.5, bulk_tau: 1.0 })),
        (
            "relaxation time bulk_tau",
            builder().collision(Collision::CentralMoments { tau: 0.6, bulk_tau: 0.5 }),
        ),
        ("Smagorinsky constant", builder().smagorinsky(-0.1)),
        ("rest depth [m]", builder().rest_depth_m(0.0)),
        ("gravity number g h / e²", builder().rest_depth_m(9.7)),
        ("Manning's n [s/m^⅓]", builder().forces(Forces { manning_s_m13: -0.01, ..Forces::default() })),
        ("Coriolis parameter [1/s]", builder().forces(Forces { coriolis_1_s: nan, ..Forces::default() })),
        (
            "wind stress along y [m²/s²]",
            builder().forces(Forces { wind_m2_s2: [0.0, nan], ..Forces::default() }),
        ),
    ];
    for (name, builder) in cases {
        match builder.build() {
            Err(Error::OutOfRange { what, .. } | Error::NotFinite { what }) => assert_eq!(what, name),
            other => panic!("{name}: {:?}", other.map(|_| "built")),
        }
    }
    // g h / e² = 0.5989 of the 0.6 that are allowed.
    builder().rest_depth_m(9.54).build().unwrap();
}

#[test]
fn a_hole_too_deep_is_named() {
    let hole =
        |depth_m: f64| builder().bed_m(move |x, y| if [x, y] == [2.25, 1.25] { 2.0 - depth_m } else { 0.0 });
    hole(9.54).build().unwrap();
    let error = hole(10.0).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "depth of 10 m over the bed of cell (4, 2): its gravity number g h / e² is 0.628 and must be at most 0.6; \
         raise the bed or take a time step of at most 3.910e-2 s"
    );
    // A gas has no depth.
    builder().rest_depth_m(20.0).ideal_gas().build().unwrap();
}

#[test]
fn a_dry_cell_is_named_as_one() {
    for (depth_m, cause) in [(0.0, "no water"), (-1.0, "no water"), (f64::NAN, "not a number")] {
        let mut lattice = builder().build().unwrap();
        lattice.set_cell_m(5, 2, depth_m, [1.0, 0.0]);
        for trouble in [lattice.trouble(|_| true), lattice.check(|_| true).err()].map(Option::unwrap) {
            assert_eq!(trouble.cell, [5, 2], "{depth_m}: {trouble:?}");
            assert!(trouble.cause.starts_with(cause), "{depth_m}: {trouble:?}");
            assert!(
                depth_m.is_nan() || trouble.depth_m <= 0.0 && trouble.velocity_m_s == [0.0; 2],
                "{trouble:?}"
            );
        }
        // A single dry cell fills from its neighbors; negative mass and not-a-number do not recover.
        assert_eq!(lattice.step(), depth_m == 0.0, "{depth_m}");
    }
    // A large dry area stays dry for a while.
    let mut lattice = builder().build().unwrap();
    (0..24).for_each(|k| lattice.set_cell_m(4 + k % 4, k / 4, 0.0, [0.0; 2]));
    assert!(!lattice.step());
}

#[test]
fn trouble_is_reported_in_meters_and_seconds() {
    let mut lattice = builder().build().unwrap();
    lattice.set_cell_m(2, 3, 1.5, [5.0, -20.0]);
    let trouble = lattice.trouble(|_| true).unwrap();
    assert_eq!(trouble.cell, [2, 3]);
    assert!((trouble.depth_m - 1.5).abs() < 1e-5, "{trouble:?}");
    let [u, v] = trouble.velocity_m_s;
    assert!((u - 5.0).abs() < 1e-4 && (v + 20.0).abs() < 1e-4, "{trouble:?}");
    let text = trouble.to_string();
    assert!(
        text.starts_with("cell [2, 3]: depth 1.500 m, velocity [5.000, -20.000] m/s: faster than"),
        "{text}"
    );
}

#[test]
fn stepping_reports_and_does_not_fail_whatever_the_cells_hold() {
    let forces = Forces { manning_s_m13: 0.03, coriolis_1_s: 0.1, ..Forces::default() };
    for value in [f32::NAN, f32::INFINITY, -1e30, -100.0] {
        let mut lattice = builder().forces(forces).smagorinsky(0.1).build().unwrap();
        lattice.set_populations(lattice.layout().site(4, 4), [value; 9]);
        for _ in 0..10 {
            assert!(!lattice.step(), "{value}");
        }
        assert!(lattice.trouble(|_| true).is_some());
    }
}
