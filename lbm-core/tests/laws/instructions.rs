//! Every instruction set of this machine gives the same bits: no operation is contracted, reordered or approximated on any
//! of them.

use lbm_core::d2q9::{C, OPPOSITE};
use lbm_core::{
    Air, BorderRow, Collision, Ends, Forces, Instructions, Lattice, Lattice3, LatticeBuilder, Policy, Scalar,
    Storage, Units,
};

/// Sides that are no multiples of any vector's length.
const NX: usize = 37;
const NY: usize = 75;

const OPERATORS: [Collision; 3] = [
    Collision::Bgk { tau: 0.6 },
    Collision::Trt { tau: 0.6, magic: 0.1875 },
    Collision::CentralMoments { tau: 0.55, bulk_tau: 0.8 },
];

/// Pseudo-random numbers between −1 and 1.
fn scattered(k: usize) -> f32 {
    (((k * 7919 + 13) % 1009) as f32 / 504.5) - 1.0
}

fn walls(row: &mut BorderRow<'_>) {
    let (nx, ny, j) = (NX as isize, NY as isize, row.j());
    let inside = |i, j| (0..nx).contains(&i) && (0..ny).contains(&j);
    for q in 1..9 {
        let [dx, dy] = C[q].map(|c| c as isize);
        for i in -1..=nx {
            if !inside(i, j) && inside(i + dx, j + dy) {
                row.set_population(q, i, row.population(OPPOSITE[q], i + dx, j + dy));
            }
        }
    }
}

/// Builders for each sweep that is compiled.
fn builders() -> Vec<(String, LatticeBuilder)> {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let plain = || Lattice::builder(NX, NY, units).steps_per_traversal(4);
    let forces = Forces {
        acceleration_m_s2: [0.01, -0.02],
        coriolis_1_s: 0.03,
        wind_m2_s2: [2e-3, 1e-3],
        manning_s_m13: 0.05,
    };
    let mut all = Vec::new();
    for collision in OPERATORS {
        for constant in [None, Some(0.15)] {
            for policy in [Policy::Warn, Policy::AdaptViscosity] {
                if policy == Policy::AdaptViscosity && !matches!(collision, Collision::Bgk { .. }) {
                    continue;
                }
                for uneven in [false, true] {
                    let mut builder = plain().collision(collision).policy(policy);
                    if let Some(constant) = constant {
                        builder = builder.smagorinsky(constant);
                    }
                    if uneven {
                        let bed = |x: f64, y: f64| 0.2 * (0.9 * x).sin() * (0.7 * y).cos();
                        builder = builder.bed_m(bed).forces(forces);
                    }
                    all.push((format!("{collision:?}, {constant:?}, {policy:?}, {uneven}"), builder));
                }
            }
        }
    }
    all.push(("a gas".to_owned(), plain().ideal_gas()));
    all
}

#[test]
fn sweeps_of_all_operators_beds_and_storages_have_the_same_bits() {
    let storages = [
        Storage::Single,
        #[cfg(feature = "half")]
        Storage::Half,
    ];
    for (name, builder) in builders() {
        for storage in storages {
            let run = |instructions: Instructions| {
                let mut lattice = builder.clone().storage(storage).build().unwrap();
                lattice.set_instructions(instructions);
                for k in 0..NX * NY {
                    let site = lattice.layout().site((k % NX) as isize, (k / NX) as isize);
                    lattice.set_populations(site, std::array::from_fn(|q| 0.01 * scattered(9 * k + q)));
                }
                // Traversals of one step, of four and of two.
                assert!([1, 4, 2].into_iter().all(|steps| lattice.steps_with(steps, &walls)));
                lattice.state_hash()
            };
            let plain = run(plain());
            for instructions in Instructions::all() {
                assert_eq!(run(instructions), plain, "{name}, {storage:?} on {instructions:?}");
            }
        }
    }
}

#[test]
fn three_dimensions_have_the_same_bits() {
    let cells = [NX, 5, 6];
    for (collision, constant, ends) in [
        (OPERATORS[0], 0.0, Ends::Walls),
        (OPERATORS[0], 0.15, Ends::Periodic),
        (OPERATORS[1], 0.0, Ends::Periodic),
        (OPERATORS[1], 0.15, Ends::Walls),
    ] {
        let run = |instructions: Instructions| {
            let builder = Lattice3::builder(cells).collision(collision).smagorinsky(constant).ends([ends; 3]);
            let mut air = builder.acceleration([1e-3, -2e-3, 3e-3]).build().unwrap();
            air.set_instructions(instructions);
            let places: Vec<[isize; 3]> = each(cells).map(|cell| cell.map(|at| at as isize)).collect();
            for (k, &cell) in places.iter().enumerate() {
                (0..19).for_each(|q| air.set_population(q, cell, 0.004 * scattered(19 * k + q)));
            }
            (0..5).for_each(|_| assert!(air.step()));
            let bits = places.iter().flat_map(|&cell| [0; 19].map(|_| cell).into_iter().enumerate());
            bits.map(|(q, cell)| air.population(q, cell).to_bits()).collect::<Vec<_>>()
        };
        let plain = run(plain());
        for instructions in Instructions::all() {
            assert!(run(instructions) == plain, "{collision:?}, {constant}, {ends:?} on {instructions:?}");
        }
    }
}

#[test]
fn air_with_smoke_has_the_same_bits() {
    let cells = [NX, 5, 6];
    for (collision, constant) in [(OPERATORS[0], 0.15), (OPERATORS[1], 0.0)] {
        let run = |instructions: Instructions| {
            let builder = Air::builder(cells).collision(collision).smagorinsky(constant).buoyancy(1e-3);
            let mut air = builder.ends([Ends::Walls; 3]).build().unwrap();
            air.set_instructions(instructions);
            for (k, cell) in each(cells).enumerate() {
                let f = std::array::from_fn(|q| 0.004 * scattered(26 * k + q));
                air.set_populations(cell.map(|at| at as isize), f);
            }
            (0..5).for_each(|_| assert!(air.step()));
            air.state().populations.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        };
        let plain = run(plain());
        for instructions in Instructions::all() {
            assert!(run(instructions) == plain, "{collision:?}, {constant} on {instructions:?}");
        }
    }
}

#[test]
fn what_a_flow_carries_has_the_same_bits() {
    fn same<const D: usize, const Q: usize>(cells: [usize; D]) {
        let count = cells.iter().product();
        let run = |instructions: Instructions| {
            let mut smoke = Scalar::<D, Q>::new(cells, 0.03, [Ends::Walls; D]).unwrap();
            smoke.set_instructions(instructions);
            let flow: [Vec<f32>; D] =
                std::array::from_fn(|axis| (0..count).map(|k| 0.1 * scattered(3 * k + axis)).collect());
            for (k, cell) in each(cells).enumerate() {
                smoke.set(cell, 1.0 + scattered(k));
            }
            (0..5).for_each(|_| assert!(smoke.step(std::array::from_fn(|axis| flow[axis].as_slice()))));
            let populations = |cell: [usize; D]| {
                std::array::from_fn::<u32, Q, _>(|q| {
                    smoke.population(q, cell.map(|at| at as isize)).to_bits()
                })
            };
            each(cells).map(populations).collect::<Vec<_>>()
        };
        let plain = run(plain());
        for instructions in Instructions::all() {
            assert!(run(instructions) == plain, "{D} dimensions on {instructions:?}");
        }
    }
    same::<2, 5>([NX, 20]);
    same::<3, 7>([NX, 5, 6]);
}

/// Holds at any position of the cell in a vector.
#[test]
fn the_same_cell_is_reported() {
    for instructions in Instructions::all() {
        for i in 0..NX {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let mut lattice = Lattice::builder(NX, NY, units).build().unwrap();
            lattice.set_instructions(instructions);
            lattice.set_population(0, lattice.layout().site(i as isize, 33), -2.0);
            assert!(!lattice.steps_with(8, &walls));
            let trouble = lattice.trouble(|_| true).unwrap();
            assert_eq!((trouble.cell, trouble.depth_m), ([i, 33], -1.0), "{instructions:?}");
        }
    }
}

/// Otherwise the tests above might compare a set only with itself.
#[test]
fn each_set_is_another() {
    let lanes: Vec<usize> = Instructions::all().into_iter().map(Instructions::lanes).collect();
    if cfg!(target_arch = "x86_64") {
        assert_eq!(lanes, [16, 8, 4, 1][4 - lanes.len()..]);
    }
    assert_eq!(lanes.last(), Some(&1));
}

/// No vectors.
fn plain() -> Instructions {
    *Instructions::all().last().unwrap()
}

fn each<const D: usize>(cells: [usize; D]) -> impl Iterator<Item = [usize; D]> {
    (0..cells.iter().product()).map(move |mut k| {
        cells.map(|n| {
            let at = k % n;
            k /= n;
            at
        })
    })
}
