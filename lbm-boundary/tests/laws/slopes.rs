//! Solids over a bed that slopes: still water pushes them by `−ρ g ∫ d ∇d dA` over their section, with the depth `d`.

use std::f64::consts::PI;

use crate::setups::solid;
use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind, Slip, Wall};
use lbm_core::{Lattice, Units};

const WALLS: [Wall; 7] = [
    Wall::NO_SLIP,
    Wall::FREE_SLIP,
    Wall::OnGrid(Slip::NoSlip),
    Wall::OnGrid(Slip::FreeSlip),
    Wall::Modified,
    Wall::Interpolated(Slip::NoSlip),
    Wall::Extrapolated,
];

const SLOPES: [[f64; 2]; 3] = [[0.04, 0.0], [0.0, -0.07], [0.03, 0.05]];

/// A basin of 8 × 7 m over a plane bed, 2 m deep in the middle, with one solid of label 1.
struct Basin {
    lattice: Lattice,
    size: [usize; 2],
    cell_m: f64,
    /// Of the bed.
    slope: [f64; 2],
    /// Of the water, above the still one.
    level_m: f64,
}

impl Basin {
    const MIDDLE_M: [f64; 2] = [4.0, 3.5];

    fn new(cell_m: f64, slope: [f64; 2], level_m: f64) -> Self {
        let units = Units::from_gravity_number(cell_m, 2.0, 0.15, 9.81).unwrap();
        let size = [8.0, 7.0].map(|length: f64| (length / cell_m).round() as usize);
        let bed = |x: f64, y: f64| slope[0] * (x - Self::MIDDLE_M[0]) + slope[1] * (y - Self::MIDDLE_M[1]);
        let builder = Lattice::builder(size[0], size[1], units).rest_depth_m(2.0);
        let mut lattice = builder.bed_m(bed).bed_beyond_m(bed).build().unwrap();
        for k in 0..size[0] * size[1] {
            let [i, j] = [k % size[0], k / size[0]];
            let depth_m = lattice.cell_m(i, j).depth_m + level_m;
            lattice.set_cell_m(i, j, depth_m, [0.0; 2]);
        }
        Self { lattice, size, cell_m, slope, level_m }
    }

    fn center_m(&self, k: usize) -> [f64; 2] {
        [k % self.size[0], k / self.size[0]].map(|c| (c as f64 + 0.5) * self.cell_m)
    }

    fn labels(&self, is_inside: impl Fn([f64; 2]) -> bool) -> Vec<u16> {
        (0..self.size[0] * self.size[1]).map(|k| u16::from(is_inside(self.center_m(k)))).collect()
    }

    fn depth_m(&self, at_m: [f64; 2]) -> f64 {
        2.0 + self.level_m
            - (0..2).map(|axis| self.slope[axis] * (at_m[axis] - Self::MIDDLE_M[axis])).sum::<f64>()
    }

    /// Force and torque about a center on a section of these moments: its area, the first moment from the center, and the second ones.
    fn closed_form(
        &self,
        center_m: [f64; 2],
        area_m2: f64,
        first_m3: [f64; 2],
        second_m4: [[f64; 2]; 2],
    ) -> [f64; 3] {
        let [sx, sy] = self.slope;
        let depth_m = self.depth_m(center_m);
        let of_depth = area_m2 * depth_m - sx * first_m3[0] - sy * first_m3[1];
        let arm =
            [0, 1].map(|axis| depth_m * first_m3[axis] - sx * second_m4[axis][0] - sy * second_m4[axis][1]);
        [sx * of_depth, sy * of_depth, arm[0] * sy - arm[1] * sx].map(|each| 9810.0 * each)
    }

    /// The same on cells.
    fn on_cells(&self, labels: &[u16], center_m: [f64; 2]) -> [f64; 3] {
        let (mut area, mut first, mut second) = (0.0, [0.0; 2], [[0.0; 2]; 2]);
        let of_cell = self.cell_m * self.cell_m;
        for k in (0..labels.len()).filter(|&k| labels[k] != 0) {
            let at = self.center_m(k);
            let arm = [at[0] - center_m[0], at[1] - center_m[1]];
            area += of_cell;
            for a in 0..2 {
                first[a] += of_cell * arm[a];
                second[a][a] += of_cell * of_cell / 12.0;
                (0..2).for_each(|b| second[a][b] += of_cell * arm[a] * arm[b]);
            }
        }
        self.closed_form(center_m, area, first, second)
    }

    fn load(&self, boundary: &Boundary) -> [f64; 3] {
        let ([x, y], torque) = boundary.ledger().load(1).to_si(self.lattice.units(), 1000.0);
        [x, y, torque]
    }
}

fn apart(got: [f64; 3], exact: [f64; 3]) -> f64 {
    (got[0] - exact[0]).hypot(got[1] - exact[1])
}

/// A solid of any cells, of every wall half a link away, at any level: force and torque to rounding.
#[test]
fn still_water_pushes_solids_on_slopes_by_the_depth_over_their_cells() {
    type Shape = (&'static str, fn([f64; 2]) -> bool);
    let shapes: [Shape; 5] = [
        ("square", |[x, y]| (x - 4.0).abs() < 1.5 && (y - 3.5).abs() < 1.5),
        ("square aside", |[x, y]| (x - 2.9).abs() < 1.3 && (y - 4.1).abs() < 1.0),
        ("round", |[x, y]| (x - 4.13).hypot(y - 3.29) < 1.5),
        ("hook", |[x, y]| {
            (2.0..5.0).contains(&x)
                && (2.0..5.0).contains(&y)
                && !((3.0..4.0).contains(&x) && y > 3.0)
                && x + y < 9.0
        }),
        // Cells that touch at corners.
        ("diagonal", |[x, y]| (2.0..5.0).contains(&x) && (x - y - 0.6).abs() < 0.13),
    ];
    let center_m = [3.7, 2.8];
    for (slope, wall, (name, inside)) in
        SLOPES.iter().flat_map(|slope| WALLS.map(|wall| shapes.map(|shape| (*slope, wall, shape)))).flatten()
    {
        for level_m in [0.0, 0.3] {
            let mut basin = Basin::new(0.25, slope, level_m);
            let labels = basin.labels(inside);
            let exact = basin.on_cells(&labels, center_m);
            // At rest, and so slow that it takes the path of moving ones.
            for linvel_m_s in [[0.0; 2], [1e-12, 0.0]] {
                let motions = [(1, Motion { center_m, linvel_m_s, ..Motion::default() })];
                let builder = Boundary::builder().solids(&labels).solid_wall(wall).motions(&motions);
                let mut boundary = builder.build(&basin.lattice).unwrap();
                boundary.apply(&mut basin.lattice);
                let got = basin.load(&boundary);
                let size = exact[0].hypot(exact[1]);
                let text = format!("{name}, {wall:?}, {slope:?}, {level_m} m: {got:?} of {exact:?}");
                // Pressures on opposite faces, a hundred times as great, have the digits of f32.
                assert!(apart(got, exact) < 2e-5 * size, "{text}");
                assert!((got[2] - exact[2]).abs() < 4e-5 * size, "{text}");
            }
        }
    }
}

/// A round pier with walls where it has them: what is left falls with the cells.
#[test]
fn still_water_pushes_round_piers_on_slopes_by_the_depth_over_their_section() {
    let radius_m = 1.5;
    let area_m2 = PI * radius_m * radius_m;
    for wall in [Wall::Interpolated(Slip::NoSlip), Wall::Extrapolated] {
        let mut worst = Vec::new();
        for cell_m in [0.5, 0.25, 0.125] {
            let mut off = 0.0f64;
            for (slope, level_m, [x, y]) in SLOPES.iter().flat_map(|slope| {
                [(*slope, 0.0, [0.0, 0.0]), (*slope, 0.3, [0.31, 0.17]), (*slope, 0.0, [0.13, 0.41])]
            }) {
                let mut basin = Basin::new(cell_m, slope, level_m);
                let center_m = [4.0 + x * cell_m, 3.5 + y * cell_m];
                let from_edge = |at: [f64; 2]| (at[0] - center_m[0]).hypot(at[1] - center_m[1]) - radius_m;
                let distance = |_: u16, water: [f64; 2], solid: [f64; 2]| {
                    // Where the link meets the circle.
                    let (mut near, mut far) = (0.0, 1.0);
                    for _ in 0..40 {
                        let middle = 0.5 * (near + far);
                        let at = [0, 1].map(|axis| water[axis] + middle * (solid[axis] - water[axis]));
                        if from_edge(at) > 0.0 { near = middle } else { far = middle }
                    }
                    near
                };
                let labels = basin.labels(|at| from_edge(at) < 0.0);
                let motions = [(1, Motion { center_m, ..Motion::default() })];
                let builder = Boundary::builder().solids(&labels).solid_wall(wall).motions(&motions);
                let mut boundary = builder.distance(&distance).build(&basin.lattice).unwrap();
                boundary.apply(&mut basin.lattice);
                let exact = basin.closed_form(center_m, area_m2, [0.0; 2], [[0.0; 2]; 2]);
                let got = basin.load(&boundary);
                off = off.max(apart(got, exact) / exact[0].hypot(exact[1]));
            }
            worst.push(off);
        }
        assert!(worst[0] < 0.03 && worst[1] < 0.01 && worst[2] < 0.003, "{wall:?}: {worst:?}");
    }
}

/// A box that is driven slowly over a slope, in cells of a quarter of a meter: the books close in every step, and it is pushed by as much more than over
/// a level bed as still water pushes it.
#[test]
fn a_solid_driven_over_a_slope_keeps_the_books() {
    for wall in WALLS {
        let [slope, level] = [[0.04, 0.02], [0.0; 2]].map(|slope| driven(slope, wall));
        let got = [0, 1].map(|axis| slope.0[axis] - level.0[axis]);
        let off = (got[0] - slope.1[0]).hypot(got[1] - slope.1[1]) / slope.1[0].hypot(slope.1[1]);
        // Link distances at the corners of the box are those of no plane.
        let limit =
            if matches!(wall, Wall::Interpolated(Slip::NoSlip) | Wall::Extrapolated) { 0.03 } else { 0.004 };
        assert!(off < limit, "{wall:?}: {got:?} of {:?}", slope.1);
    }
}

/// The mean load on a box that is driven over a bed, and that of still water.
fn driven(slope: [f64; 2], wall: Wall) -> ([f64; 3], [f64; 3]) {
    let mut basin = Basin::new(0.25, slope, 0.2);
    let units = *basin.lattice.units();
    let mut motion = Motion { center_m: [2.6, 3.4], linvel_m_s: [0.05, 0.02], ..Motion::default() };
    let from_edge = |center_m: [f64; 2], at: [f64; 2]| {
        let beyond = |axis: usize| (at[axis] - center_m[axis]).abs() - [0.75, 0.5][axis];
        beyond(0).max(beyond(1))
    };
    let mut labels = basin.labels(|at| from_edge(motion.center_m, at) < 0.0);
    let motions = [(1, motion)];
    let mut builder = Boundary::builder().solids(&labels).solid_wall(wall).motions(&motions);
    for side in Side::ALL {
        builder = builder.side(side, SideKind::Wall(Wall::FREE_SLIP));
    }
    let mut boundary = builder.build(&basin.lattice).unwrap();
    let (mut mean, mut still) = ([0.0; 3], [0.0; 3]);
    let steps = (20.0 / units.time_step_s()) as usize;
    for step in 0..steps {
        let before = basin.lattice.totals(|cell| labels[cell] == 0);
        for axis in 0..2 {
            motion.center_m[axis] += motion.linvel_m_s[axis] * units.time_step_s();
        }
        let leaving = basin.lattice.bed_impulse(&solid(&labels));
        labels = basin.labels(|at| from_edge(motion.center_m, at) < 0.0);
        let distance = |_: u16, water: [f64; 2], solid: [f64; 2]| {
            let [near, far] = [water, solid].map(|at| from_edge(motion.center_m, at));
            near / (near - far)
        };
        let mask = Mask::new(&labels).distance(&distance);
        boundary.move_solids(&mut basin.lattice, &mask, &[(1, motion)]).unwrap();
        let at_rest = boundary.impulse_at_rest(&basin.lattice);
        boundary.apply(&mut basin.lattice);
        assert!(basin.lattice.step());
        let after = basin.lattice.totals(|cell| labels[cell] == 0);
        let arriving = basin.lattice.bed_impulse(&solid(&labels));
        let ledger = boundary.ledger();
        let booked = [ledger.sides(), ledger.solids(), ledger.bed()];
        for axis in 0..2 {
            let booked: f64 = booked.iter().map(|of| of.momentum[axis]).sum();
            let bed = leaving.momentum[axis] + arriving.momentum[axis] - at_rest.momentum[axis];
            let left = after.momentum[axis] - before.momentum[axis] - booked - bed;
            assert!(left.abs() < 1e-5, "{wall:?}, step {step}: {left} of momentum");
        }
        if 2 * step > steps {
            let share = 2.0 / steps as f64;
            let exact = basin.closed_form(motion.center_m, 1.5, [0.0; 2], [[0.125, 0.0], [0.0, 0.28125]]);
            let got = basin.load(&boundary);
            for k in 0..3 {
                mean[k] += share * got[k];
                still[k] += share * exact[k];
            }
        }
    }
    (mean, still)
}
