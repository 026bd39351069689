//! Quarter turns and mirrors of the state turn and mirror the result: of water, in three dimensions, and of scalars.

use crate::common::{STORAGES, wrap};
use lbm_core::d2q9::{MIRROR_X, Q};
use lbm_core::{Collision, Ends, Lattice, Lattice3, Region, Scalar, Units, d3q19};
use proptest::prelude::*;

const COLLISIONS: [Collision; 3] = [
    Collision::Bgk { tau: 0.6 },
    Collision::Trt { tau: 0.6, magic: 0.1875 },
    Collision::CentralMoments { tau: 0.55, bulk_tau: 0.8 },
];

/// Largest difference, absolute or relative, after twenty steps. Sums over three axes have one order, so a turn changes their
/// rounding: by some 2⁻²⁴ of a concentration, a few times in each step.
const ROUNDING: f32 = 5e-6;

/// Along each axis of the result, the axis it comes from and its sign.
type Turn<const D: usize> = [(usize, i32); D];

/// Quarter turns about each axis, and a mirror of each.
const TURNS: [Turn<3>; 6] = [
    [(1, -1), (0, 1), (2, 1)],
    [(0, 1), (2, -1), (1, 1)],
    [(2, 1), (1, 1), (0, -1)],
    [(0, -1), (1, 1), (2, 1)],
    [(0, 1), (1, -1), (2, 1)],
    [(0, 1), (1, 1), (2, -1)],
];

fn turned<const D: usize>(turn: &Turn<D>, vector: [i32; D]) -> [i32; D] {
    turn.map(|(axis, sign)| sign * vector[axis])
}

/// A cell of a cube with sides of `n`.
fn moved<const D: usize>(turn: &Turn<D>, n: usize, cell: [usize; D]) -> [usize; D] {
    turn.map(|(axis, sign)| if sign > 0 { cell[axis] } else { n - 1 - cell[axis] })
}

fn cells<const D: usize>(n: usize) -> impl Iterator<Item = [usize; D]> {
    (0..n.pow(D as u32)).map(move |mut k| {
        [0; D].map(|_| {
            let at = k % n;
            k /= n;
            at
        })
    })
}

fn signed<const D: usize>(cell: [usize; D]) -> [isize; D] {
    cell.map(|at| at as isize)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Equal to the bit, in 16 bits too: their rounding depends neither on directions nor on signs.
    #[test]
    fn water_turns(n in 3usize..24, noise in prop::collection::vec(-0.004f32..0.004, 97)) {
        let quarter = |q: usize| if q == 0 { 0 } else { (q + 1) % 8 + 1 };
        for (collision, &storage) in COLLISIONS.into_iter().flat_map(|c| STORAGES.iter().map(move |s| (c, s))) {
            let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
            let builder = Lattice::builder(n, n, units).collision(collision).smagorinsky(0.1);
            let [mut lattice, mut turned, mut mirrored] =
                [0; 3].map(|_| builder.clone().storage(storage).build().unwrap());
            let site = |i: usize, j: usize| turned.layout().site(i as isize, j as isize);
            let sites: Vec<_> = cells::<2>(n)
                .map(|[i, j]| [site(i, j), site(n - 1 - j, i), site(n - 1 - i, j)])
                .collect();
            for (k, &[here, there, opposite]) in sites.iter().enumerate() {
                for q in 0..Q {
                    let f = noise[(9 * k + q) % noise.len()];
                    lattice.set_population(q, here, f);
                    turned.set_population(quarter(q), there, f);
                    mirrored.set_population(MIRROR_X[q], opposite, f);
                }
            }
            for lattice in [&mut lattice, &mut turned, &mut mirrored] {
                for _ in 0..20 {
                    wrap(lattice);
                    prop_assert!(lattice.step());
                }
            }
            for &[here, there, opposite] in &sites {
                for q in 0..Q {
                    let f = lattice.population(q, here);
                    prop_assert_eq!(f, turned.population(quarter(q), there), "{:?} does not turn", collision);
                    prop_assert_eq!(f, mirrored.population(MIRROR_X[q], opposite), "{:?} does not mirror", collision);
                }
            }
        }
    }

    /// Equal to the bit: depth and momentum of a cell are summed in one order, which turns only swap.
    #[test]
    fn fields_of_water_turn(n in 3usize..40, noise in prop::collection::vec(-0.02f32..0.02, 97)) {
        let quarter = |q: usize| if q == 0 { 0 } else { (q + 1) % 8 + 1 };
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let [mut lattice, mut turned] = [0; 2].map(|_| Lattice::builder(n, n, units).build().unwrap());
        for (k, [i, j]) in cells::<2>(n).enumerate() {
            let [here, there] =
                [[i, j], [n - 1 - j, i]].map(|[i, j]| lattice.layout().site(i as isize, j as isize));
            for q in 0..Q {
                let f = noise[(9 * k + q) % noise.len()];
                lattice.set_population(q, here, f);
                turned.set_population(quarter(q), there, f);
            }
        }
        let fields = |lattice: &Lattice| {
            let mut fields = [(); 3].map(|()| vec![0.0; n * n]);
            let out = fields.each_mut().map(|field| field.as_mut_slice());
            lattice.write_fields(Region::new(0..n, 0..n), out, &vec![false; n * n]);
            fields
        };
        let ([eta, u, v], [turned_eta, turned_u, turned_v]) = (fields(&lattice), fields(&turned));
        for [i, j] in cells::<2>(n) {
            let (here, there) = (j * n + i, i * n + (n - 1 - j));
            prop_assert_eq!([eta[here], u[here], v[here]], [turned_eta[there], turned_v[there], -turned_u[there]]);
        }
        prop_assert_eq!(lattice.max_froude(|_| true), turned.max_froude(|_| true));
        let [a, b] = [&lattice, &turned].map(|lattice| lattice.check(|_| true).unwrap());
        prop_assert_eq!((a.beyond, a.worst.map(|cell| cell.froude)), (b.beyond, b.worst.map(|cell| cell.froude)));
    }

    #[test]
    fn air_turns(n in 2usize..8, noise in prop::collection::vec(-0.004f32..0.004, 97), kind in 0usize..2, les: bool) {
        let push = [1, -2, 3];
        let run = |turn: &Turn<3>| {
            let direction = |q: usize| {
                let there = turned(turn, d3q19::C[q]);
                d3q19::C.iter().position(|&c| c == there).unwrap()
            };
            let mut air = Lattice3::builder([n; 3])
                .collision(COLLISIONS[kind])
                .smagorinsky(if les { 0.15 } else { 0.0 })
                .acceleration(turned(turn, push).map(|a| f64::from(a) * 1e-4))
                .build()
                .unwrap();
            for (k, cell) in cells::<3>(n).enumerate() {
                let there = signed(moved(turn, n, cell));
                for q in 0..d3q19::Q {
                    air.set_population(direction(q), there, noise[(19 * k + q) % noise.len()]);
                }
            }
            (0..20).for_each(|_| assert!(air.step()));
            let mut result = Vec::new();
            for cell in cells::<3>(n) {
                let there = signed(moved(turn, n, cell));
                result.extend((0..d3q19::Q).map(|q| air.population(direction(q), there)));
            }
            result
        };
        same(&TURNS, run)?;
    }

    #[test]
    fn what_a_flow_carries_turns(n in 2usize..8, noise in prop::collection::vec(-0.1f32..0.1, 97)) {
        let flat = [0, 3, 4].map(|k| [TURNS[k][0], TURNS[k][1]]);
        same(&flat, |turn| carried::<2, 5>(turn, 3 * n, &noise))?;
        same(&TURNS, |turn| carried::<3, 7>(turn, n, &noise))?;
    }
}

/// The concentration of a turned state, turned back.
fn carried<const D: usize, const Q: usize>(turn: &Turn<D>, n: usize, noise: &[f32]) -> Vec<f32> {
    let mut smoke = Scalar::<D, Q>::new([n; D], 0.03, [Ends::Walls; D]).unwrap();
    let mut flow: [Vec<f32>; D] = std::array::from_fn(|_| vec![0.0; n.pow(D as u32)]);
    let index = |cell: [usize; D]| cell.iter().rev().fold(0, |index, at| index * n + at);
    for (k, cell) in cells::<D>(n).enumerate() {
        let there = moved(turn, n, cell);
        smoke.set(there, 1.0 + noise[k % noise.len()]);
        for (axis, &(from, sign)) in turn.iter().enumerate() {
            flow[axis][index(there)] = sign as f32 * noise[(D * k + from + 7) % noise.len()];
        }
    }
    (0..20).for_each(|_| assert!(smoke.step(std::array::from_fn(|axis| flow[axis].as_slice()))));
    cells::<D>(n).map(|cell| smoke.concentration(moved(turn, n, cell))).collect()
}

/// All turns give the result of none.
fn same<const D: usize>(turns: &[Turn<D>], run: impl Fn(&Turn<D>) -> Vec<f32>) -> Result<(), TestCaseError> {
    let straight = run(&std::array::from_fn(|axis| (axis, 1)));
    for turn in turns {
        for (k, (a, b)) in straight.iter().zip(run(turn)).enumerate() {
            prop_assert!(
                (a - b).abs() < ROUNDING * a.abs().max(1.0),
                "{turn:?}, number {k}: {a} against {b}"
            );
        }
    }
    Ok(())
}
