//! Every link from a solid or a side into the water is found exactly once.

use lbm_boundary::{Boundary, Side, SideKind, Wall, classify};
use lbm_core::d2q9::{C, OPPOSITE, Q};
use lbm_core::{Lattice, Units};
use proptest::prelude::*;

fn masks() -> impl Strategy<Value = (usize, usize, Vec<u16>)> {
    (3usize..14, 3usize..14).prop_flat_map(|(nx, ny)| {
        (Just(nx), Just(ny), prop::collection::vec(prop_oneof![3 => Just(0u16), 1 => 1u16..4], nx * ny))
    })
}

proptest! {
    /// The reference counts from the other end: from every cell that is not water to its water neighbors, and from water to water on the
    /// other side of a corner at which solids meet.
    #[test]
    fn every_link_is_classified_exactly_once((nx, ny, labels) in masks()) {
        let contour = classify(nx, ny, &labels).unwrap();
        let at = |i: i32, j: i32| (0..nx as i32).contains(&i) && (0..ny as i32).contains(&j);
        let water = |i: i32, j: i32| at(i, j) && labels[j as usize * nx + i as usize] == 0;
        let mut expected = Vec::new();
        for j in -1..=ny as i32 {
            for i in -1..=nx as i32 {
                for q in 1..Q {
                    let (x, y) = (i + C[q][0], j + C[q][1]);
                    let is_closed = x != i && y != j && !water(x, j) && !water(i, y);
                    if water(x, y) && (!water(i, j) || is_closed) {
                        expected.push((y, x, OPPOSITE[q]));
                    }
                }
            }
        }
        let mut found: Vec<(i32, i32, usize)> = contour
            .iter()
            .flat_map(|c| {
                let [i, j] = c.cell.map(|k| k as i32);
                (1..Q).filter(|&q| c.is_adjacent(q)).map(move |q| (j, i, q))
            })
            .collect();
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    /// Every population is marked with its cell and direction and found after the walls have returned it: each that leaves the
    /// water must return exactly once, for any shape and any mix of walls.
    #[test]
    fn half_way_walls_return_each_population_exactly_once(
        (nx, ny, mut labels) in masks(), slip in prop::array::uniform5(any::<bool>()), periodic in any::<bool>(),
    ) {
        labels[0] = 0;
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice = Lattice::builder(nx, ny, units).build().unwrap();
        let wall = |free: bool| if free { Wall::FREE_SLIP } else { Wall::NO_SLIP };
        let mut builder = Boundary::builder().solids(&labels).solid_wall(wall(slip[4]));
        for (side, free) in Side::ALL.into_iter().zip(slip) {
            let along_x = matches!(side, Side::West | Side::East);
            let kind = if periodic && along_x { SideKind::Periodic } else { SideKind::Wall(wall(free)) };
            builder = builder.side(side, kind);
        }
        let mut boundary = builder.build(&lattice).unwrap();
        let layout = *lattice.layout();
        let cells: Vec<(isize, isize)> = (0..nx * ny)
            .filter(|&k| labels[k] == 0)
            .map(|k| ((k % nx) as isize, (k / nx) as isize))
            .collect();
        let mut marks = Vec::new();
        for (n, &(i, j)) in cells.iter().enumerate() {
            for q in 1..Q {
                lattice.set_population(q, layout.site(i, j), (9 * n + q) as f32);
                marks.push(9 * n + q);
            }
        }
        boundary.apply(&mut lattice);
        let mut arrived: Vec<usize> = cells
            .iter()
            .flat_map(|&(i, j)| (1..Q).map(move |q| (i, j, q)))
            .map(|(i, j, q)| lattice.population(q, layout.neighbor(layout.site(i, j), OPPOSITE[q])) as usize)
            .collect();
        arrived.sort_unstable();
        prop_assert_eq!(arrived, marks);
    }
}
