//! Walls as the dynamic-boundaries paper prints them, against its corrected rules.

use lbm_boundary::{Boundary, Mask, Motion, Slip, Wall};
use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{Lattice, Units};

const N: usize = 11;
/// Cells of the solid, along x and y.
const BLOCK: std::ops::RangeInclusive<usize> = 4..=6;

fn inside(i: usize, j: usize) -> bool {
    BLOCK.contains(&i) && BLOCK.contains(&j)
}

/// Populations that stream into every cell, `[ny][nx][9]`, when each population has a value of its own.
fn arrivals(wall: Wall) -> Vec<[f32; Q]> {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(N, N, units).build().unwrap();
    let labels: Vec<u16> = (0..N * N).map(|k| u16::from(inside(k % N, k / N))).collect();
    let mut boundary = Boundary::builder().solids(&labels).solid_wall(wall).build(&lattice).unwrap();
    // The solid moves: a wall that drives the water would change the result.
    let motion = Motion { linvel_m_s: [0.1, 0.2], ..Motion::default() };
    let motions = if wall == Wall::AsPrinted { vec![(1, motion)] } else { Vec::new() };
    boundary.move_solids(&mut lattice, &Mask::new(&labels), &motions).unwrap();
    let site = |k: usize| lattice.layout().site((k % N) as isize, (k / N) as isize);
    for (k, site) in (0..N * N).map(|k| (k, site(k))).collect::<Vec<_>>() {
        (1..Q).for_each(|q| lattice.set_population(q, site, (9 * k + q) as f32));
    }
    boundary.apply(&mut lattice);
    let layout = lattice.layout();
    (0..N * N)
        .map(|k| layout.site((k % N) as isize, (k / N) as isize))
        .map(|site| {
            let from = |q: usize| lattice.population(q, layout.neighbor(site, OPPOSITE[q]));
            std::array::from_fn(|q| if q == 0 { 0.0 } else { from(q) })
        })
        .collect()
}

#[test]
fn corners_keep_the_dummy_and_lose_what_is_known() {
    let (meant, printed) = (arrivals(Wall::OnGrid(Slip::NoSlip)), arrivals(Wall::AsPrinted));
    for k in 0..N * N {
        let (i, j) = (k % N, k / N);
        if inside(i, j) {
            continue;
        }
        let solid = |q: usize| inside((i as i32 + C[q][0]) as usize, (j as i32 + C[q][1]) as usize);
        let axis = [1, 3, 5, 7].into_iter().find(|&q| solid(q));
        let corner = [2, 4, 6, 8].into_iter().find(|&q| axis.is_none() && solid(q));
        for q in 1..Q {
            let (meant, printed) = (meant[k][q], printed[k][q]);
            let expected = match (axis, corner) {
                (_, Some(towards)) if q == towards || q == OPPOSITE[towards] => 0.0,
                // Beside a face all three populations away from it are bounced back, also the known ones at its ends.
                (Some(towards), _) if C[q][0] * C[towards][0] + C[q][1] * C[towards][1] < 0 => {
                    let from = (9 * k + OPPOSITE[q]) as i32 + 9 * (C[q][0] + N as i32 * C[q][1]);
                    from as f32
                }
                _ => meant,
            };
            assert_eq!(printed, expected, "cell ({i}, {j}), population {q}; meant {meant}");
        }
        if let Some(towards) = corner {
            assert_ne!(meant[k][OPPOSITE[towards]], 0.0);
            assert_ne!(meant[k][towards], 0.0);
        }
    }
}
