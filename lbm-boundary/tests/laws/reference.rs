//! Populations and loads against formulas evaluated link by link, in `f64`.

use lbm_boundary::{Boundary, Motion, Side, SideKind, Wall};
use lbm_core::d2q9::{C, MIRROR_Y, OPPOSITE, Q, W};
use lbm_core::{Lattice, Site, Units};
use proptest::prelude::*;

const SIZE: [usize; 2] = [37, 23];

fn motion() -> impl Strategy<Value = Motion> {
    (prop::array::uniform2(-5.0f64..40.0), prop::array::uniform2(-0.3f64..0.3), -0.01f64..0.01)
        .prop_map(|(center_m, linvel_m_s, angvel_rad_s)| Motion { center_m, linvel_m_s, angvel_rad_s })
}

/// Waves over an uneven bed.
fn lattice() -> Lattice {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, y: f64| 0.1 * (0.3 * x).sin() * (0.2 * y).cos();
    let mut lattice = Lattice::builder(SIZE[0], SIZE[1], units).bed_m(bed).build().unwrap();
    for k in 0..SIZE[0] * SIZE[1] {
        let (i, j) = (k % SIZE[0], k / SIZE[0]);
        let (x, y) = (i as f64, j as f64);
        let wave = (0.7 * x).sin() * (0.5 * y + 0.3).cos();
        let bed = bed(x + 0.5, y + 0.5);
        lattice.set_cell_m(i, j, 1.0 - bed + 0.05 * wave, [0.3 * wave, -0.2 * wave]);
    }
    lattice
}

/// The full population, not its deviation from rest, in `f64`.
fn population(lattice: &Lattice, q: usize, site: Site) -> f64 {
    f64::from(lattice.population(q, site)) + f64::from(lattice.reference_population(q, site))
}

/// A turning plate pushes the water across it, with its velocity where a population meets it.
#[test]
fn a_turning_free_slip_wall_drives_each_link_at_its_half() {
    let mut lattice = lattice();
    let (layout, units, row) = (*lattice.layout(), *lattice.units(), 8);
    let solids: Vec<u16> = (0..SIZE[0] * SIZE[1]).map(|k| u16::from(k / SIZE[0] < row)).collect();
    let motion = Motion { center_m: [18.0, 3.0], linvel_m_s: [0.1, -0.05], angvel_rad_s: 0.01 };
    let moving = [(1, motion)];
    let builder = Boundary::builder().solids(&solids).solid_wall(Wall::FREE_SLIP).motions(&moving);
    let mut boundary = builder.build(&lattice).unwrap();
    let cells = || (1..SIZE[0] as isize - 1).flat_map(|i| [2, 3, 4].map(|q| (i, q)));
    let expected: Vec<f64> = cells()
        .map(|(i, q)| {
            let e = C[q].map(|c| c as isize);
            let site = layout.site(i, row as isize);
            let h: f64 = (0..Q).map(|q| population(&lattice, q, site)).sum();
            let at = [i as f64 + 0.5 - 0.5 * e[0] as f64, row as f64];
            let v = units.to_lattice_velocity(motion.velocity_m_s(at)[1]);
            let leaves = f64::from(lattice.population(MIRROR_Y[q], layout.site(i - e[0], row as isize)));
            // The bed's half of the force on the link by which it leaves is not that of the one by which it enters.
            let from = layout.site(i - e[0], row as isize);
            let [eta, eta_there] = [site, from].map(|site| f64::from(lattice.eta(site)));
            let ends = |of: Site, q: usize| {
                let depths = [of, layout.neighbor(of, q)].map(|end| f64::from(lattice.rest_depth(end)));
                depths[0] + depths[1]
            };
            let drop = ends(site, OPPOSITE[q]) - ends(from, MIRROR_Y[q]);
            let lift = f64::from(W[q]) * f64::from(lattice.gravity()) / 6.0 * 0.5 * (eta + eta_there) * drop;
            leaves + 2.0 * f64::from(W[q]) * h * v / 3.0 + lift
        })
        .collect();
    boundary.apply(&mut lattice);
    for ((i, q), expected) in cells().zip(expected) {
        let site = layout.site(i, row as isize);
        let entered = f64::from(lattice.population(q, layout.neighbor(site, OPPOSITE[q])));
        assert!((entered - expected).abs() < 2e-7, "{q} at {i}: {entered}, {expected}");
    }
}

proptest! {
    /// Ladd 1994 for the populations that enter, Wen et al. 2014 for the loads, with velocities at half of each link.
    #[test]
    fn moving_walls_drive_and_feel_each_link(
        solids in prop::collection::vec(prop_oneof![4 => Just(0u16), 1 => 1u16..4], SIZE[0] * SIZE[1]),
        motions in prop::array::uniform3(motion()),
    ) {
        let mut lattice = lattice();
        let layout = *lattice.layout();
        let units = *lattice.units();
        let moving: Vec<_> = (1..4).zip(motions).collect();
        let mut boundary = Boundary::builder().solids(&solids).motions(&moving).build(&lattice).unwrap();
        let label = |i: isize, j: isize| {
            let inside = (0..SIZE[0] as isize).contains(&i) && (0..SIZE[1] as isize).contains(&j);
            inside.then(|| solids[j as usize * SIZE[0] + i as usize])
        };
        let (mut expected, mut loads) = (Vec::new(), [[0.0f64; 3]; 4]);
        for k in (0..solids.len()).filter(|&k| solids[k] == 0) {
            let (i, j) = ((k % SIZE[0]) as isize, (k / SIZE[0]) as isize);
            let site = layout.site(i, j);
            let h: f64 = (0..Q).map(|q| population(&lattice, q, site)).sum();
            for q in 1..Q {
                let e = C[q].map(f64::from);
                let [x, y] = C[q].map(|c| -c as isize);
                let mut owner = label(i + x, j + y);
                if owner == Some(0) {
                    // Between two solids that touch at a corner nothing passes; it is that of the lower label.
                    owner = label(i + x, j).min(label(i, j + y)).filter(|_| x != 0 && y != 0);
                    if owner.unwrap_or_default() == 0 {
                        continue;
                    }
                }
                let at = [i as f64 + 0.5 - 0.5 * e[0], j as f64 + 0.5 - 0.5 * e[1]];
                let motion = |of: Option<u16>| of.map_or(Motion::default(), |label| motions[usize::from(label) - 1]);
                let velocity = |of| motion(of).velocity_m_s(at).map(|c| units.to_lattice_velocity(c));
                let beside = [[-C[q][0], 0], [0, -C[q][1]]];
                let owners = beside.map(|[x, y]| label(i + x as isize, j + y as isize));
                let is_corner = e[0] != 0.0 && e[1] != 0.0 && !owners.contains(&Some(0));
                // Into a corner either wall drives with its velocity across.
                let across = if is_corner { owners } else { [owner; 2] };
                let driven = [0, 1].map(|k| 2.0 * f64::from(W[q]) * h * e[k] * velocity(across[k])[k] / 3.0);
                let leaves = population(&lattice, OPPOSITE[q], site);
                let enters = leaves + driven[0] + driven[1];
                expected.push((q, site, enters));
                // The still water presses on the wall by its depth in the middle of the link.
                let [here, there] = [site, layout.neighbor(site, OPPOSITE[q])].map(|end| f64::from(lattice.rest_depth(end)));
                let more = 0.25 * (here + there).powi(2) - here * here;
                let [leaves, enters] = [leaves, enters].map(|f| f + f64::from(W[q] * lattice.gravity()) / 6.0 * more);
                let load = &mut loads[usize::from(owner.unwrap_or_default())];
                let force = [0, 1].map(|k| {
                    let u_w = velocity(owner)[k];
                    (-e[k] - u_w) * leaves - (e[k] - u_w) * enters
                });
                let center = motion(owner).center_m;
                let arm = [at[0] - center[0], at[1] - center[1]];
                load[0] += force[0];
                load[1] += force[1];
                load[2] += arm[0] * force[1] - arm[1] * force[0];
                // In a corner of two walls each has its component of the impulse, and the mass that it drives.
                for axis in (0..2).filter(|_| is_corner) {
                    let mut part = [0.0; 2];
                    part[axis] = -e[axis] * (leaves + enters);
                    for (of, sign) in [(owner, -1.0), (owners[axis], 1.0)] {
                        let Some(label) = of else { continue };
                        let center = motion(of).center_m;
                        let arm = [at[0] - center[0], at[1] - center[1]];
                        let part = [0, 1].map(|k| part[k] + velocity(of)[k] * driven[axis]);
                        let load = &mut loads[usize::from(label)];
                        load[0] += sign * part[0];
                        load[1] += sign * part[1];
                        load[2] += sign * (arm[0] * part[1] - arm[1] * part[0]);
                    }
                }
            }
        }
        boundary.apply(&mut lattice);
        for (q, site, enters) in expected {
            let origin = layout.neighbor(site, OPPOSITE[q]);
            let rest = f64::from(lattice.reference_population(q, site));
            let entered = f64::from(lattice.population(q, origin)) + rest;
            prop_assert!((entered - enters).abs() < 2e-7, "{q} at {:?}: {entered}, {enters}", layout.cell(site));
        }
        for label in 1..4u16 {
            let load = boundary.ledger().load(label);
            let [x, y, torque] = loads[usize::from(label)];
            let off = [load.force[0] - x, load.force[1] - y, load.torque - torque].map(f64::abs);
            // Some hundred links of order 0.1 and arms of order 30.
            prop_assert!(off[0] < 5e-6 && off[1] < 5e-6 && off[2] < 1e-4, "{label}: {off:?}, {load:?}");
        }
    }

    /// Cells at a side are rebuilt in batches, those that also touch something else one by one: a row of posts along the
    /// side mixes both, and each cell must get what it gets alone. The inflow is so slow that no row of posts makes a gap:
    /// 23 cells in a corner allow 0.03 m/s.
    #[test]
    fn each_cell_at_an_open_side_is_for_itself(
        posts in prop::collection::vec(any::<bool>(), SIZE[1]),
        kind in prop_oneof![
            Just(SideKind::Outflow),
            Just(SideKind::Level { level_m: 1.02 }),
            Just(SideKind::Inflow { velocity_m_s: 0.02, level_m: None }),
            Just(SideKind::Inflow { velocity_m_s: 0.02, level_m: Some(0.97) }),
            Just(SideKind::Characteristic { level_m: 1.02, velocity_m_s: 0.1 }),
            Just(SideKind::Characteristic { level_m: 0.97, velocity_m_s: -0.1 }),
        ],
        west in any::<bool>(),
    ) {
        let side = if west { Side::West } else { Side::East };
        let column = if west { 0 } else { SIZE[0] - 1 };
        let entering = |labels: &[u16]| {
            let mut lattice = lattice();
            Boundary::builder().side(side, kind).solids(labels).build(&lattice).unwrap().apply(&mut lattice);
            let layout = *lattice.layout();
            move |q: usize, j: usize| {
                let origin = layout.neighbor(layout.site(column as isize, j as isize), OPPOSITE[q]);
                lattice.population(q, origin)
            }
        };
        // Cells of the side next to a post have links to it.
        let beside = if west { 1 } else { SIZE[0] - 2 };
        let mut labels = vec![0u16; SIZE[0] * SIZE[1]];
        let free = entering(&labels);
        for (j, _) in posts.iter().enumerate().filter(|(_, post)| **post) {
            labels[j * SIZE[0] + beside] = 1;
        }
        let posted = entering(&labels);
        let inward = if west { 1 } else { -1 };
        for j in 1..SIZE[1] - 1 {
            for q in (1..Q).filter(|&q| C[q][0] == inward) {
                prop_assert_eq!(free(q, j), posted(q, j), "{} at row {}", q, j);
            }
        }
    }
}
