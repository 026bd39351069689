//! Rotating propellers on a square grid, the cases on which the boundaries' part of a step is measured.

use std::hint::black_box;
use std::time::Instant;

use lbm_boundary::{Boundary, BoundaryBuilder, ContourCell, Mask, Motion, Side, SideKind, Wall};
use lbm_core::d2q9::{OPPOSITE, Q};
use lbm_core::{Collision, Lattice, Region, Units};

/// Speed of the blade tips, in cells per step.
const TIP_SPEED: f64 = 0.05;
/// Number of positions, taken forwards and backwards.
const POSITIONS: usize = 32;
/// Number of steps until the first position is reached again.
const LAP: usize = 2 * POSITIONS - 2;

/// `per_side²` propellers of three blades with a radius of `reach` cells, on `n × n` cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) n: usize,
    pub(crate) reach: f64,
    pub(crate) per_side: usize,
    /// Whether a stream enters at the west side and leaves at the east; otherwise all sides are walls.
    pub(crate) stream: bool,
    /// Kind of the propellers' walls.
    pub(crate) wall: Wall,
}

impl Setup {
    /// The scenario's propeller, in the middle of the grid.
    pub(crate) fn propeller(n: usize, stream: bool) -> Self {
        Self { n, reach: 0.2 * n as f64, per_side: 1, stream, wall: Wall::NO_SLIP }
    }

    /// The scenario's water.
    fn lattice(&self) -> Lattice {
        let units = Units::from_gravity_number(0.25, 1.0, 0.1, 9.81).expect("in range");
        let collision = Collision::CentralMoments { tau: 0.55, bulk_tau: 0.55 };
        let builder = Lattice::builder(self.n, self.n, units).rest_depth_m(1.0).collision(collision);
        builder.build().expect("in range")
    }

    fn sides(&self, units: &Units) -> BoundaryBuilder<'static> {
        let builder = Boundary::builder();
        if !self.stream {
            return builder;
        }
        let speed = units.to_m_s(0.05);
        builder
            .side(Side::West, SideKind::Inflow { velocity_m_s: speed, level_m: None })
            .side(Side::East, SideKind::Characteristic { level_m: 1.0, velocity_m_s: -speed })
    }

    /// Time of the sides in a step without a propeller, s: the best of the steps of `laps` laps.
    pub(crate) fn sides_alone(&self, laps: usize) -> f64 {
        let mut lattice = self.lattice();
        let mut boundary = self.sides(lattice.units()).build(&lattice).expect("in range");
        let mut best = f64::INFINITY;
        for _ in 0..laps * LAP {
            let start = Instant::now();
            boundary.apply(&mut lattice);
            best = best.min(start.elapsed().as_secs_f64());
            assert!(lattice.step());
        }
        best
    }

    fn centers(&self) -> impl Iterator<Item = [f64; 2]> + use<> {
        let (count, spacing) = (self.per_side, self.n as f64 / self.per_side as f64);
        (0..count * count).map(move |k| [k % count, k / count].map(|c| (c as f64 + 0.5) * spacing))
    }

    /// Labels of all propellers, rotated by `angle`.
    fn labels(&self, angle: f64) -> Vec<u16> {
        let n = self.n;
        let inside = |k: usize, [x, y]: [f64; 2]| {
            let [x, y] = [(k % n) as f64 + 0.5 - x, (k / n) as f64 + 0.5 - y];
            let (r, phi) = (x.hypot(y), y.atan2(x) - angle);
            let blade = (1.5 * phi).cos().abs() > 1.0 - 0.02 * (1.0 + self.reach / r);
            r < 0.2 * self.reach || (r < self.reach && blade)
        };
        let mut labels = vec![0; n * n];
        for (label, center) in (1u16..).zip(self.centers()) {
            let [rows, columns] = [1, 0].map(|axis: usize| {
                let from = (center[axis] - self.reach - 1.0).max(0.0) as usize;
                from..((center[axis] + self.reach + 2.0) as usize).min(n)
            });
            for k in rows.flat_map(|j| columns.clone().map(move |i| j * n + i)) {
                if inside(k, center) {
                    labels[k] = label;
                }
            }
        }
        labels
    }
}

/// A set-up and the state of its run.
pub(crate) struct Case {
    pub(crate) lattice: Lattice,
    pub(crate) boundary: Boundary,
    masks: Vec<Vec<u16>>,
    /// The present mask.
    mask: Vec<u16>,
    motions: Vec<(u16, Motion)>,
    swept: Region,
    step: usize,
}

impl Case {
    pub(crate) fn new(setup: Setup) -> Self {
        let n = setup.n;
        let lattice = setup.lattice();
        let units = *lattice.units();
        let turn = TIP_SPEED / setup.reach;
        let masks: Vec<_> = (0..POSITIONS).map(|k| setup.labels(turn * k as f64)).collect();
        let motion = |center: [f64; 2]| Motion {
            center_m: center.map(|c| units.to_meters(c)),
            angvel_rad_s: turn / units.time_step_s(),
            ..Motion::default()
        };
        let motions = (1..).zip(setup.centers().map(motion)).collect();
        let boundary = setup.sides(&units).solids(&masks[0]).solid_wall(setup.wall);
        let boundary = boundary.build(&lattice).expect("in range");
        let margin = (0.5 * n as f64 / setup.per_side as f64 - setup.reach - 1.0).max(0.0) as usize;
        let swept = Region { i0: margin, i1: n - margin, j0: margin, j1: n - margin };
        let mask = masks[0].clone();
        Self { lattice, boundary, masks, mask, motions, swept, step: 0 }
    }

    /// Unknown populations of cells that touch a propeller and no side.
    pub(crate) fn links(&self) -> u32 {
        let beside = |cell: &ContourCell| !self.is_at_side(cell);
        self.boundary.contour().filter(beside).map(|cell| cell.adjacency.count_ones()).sum()
    }

    fn is_at_side(&self, cell: &ContourCell) -> bool {
        let inner = 1..self.lattice.layout().nx() - 1;
        !cell.cell.iter().all(|k| inner.contains(k))
    }

    /// Rotates the propellers, and writes their mask as a rasterizer would have just before.
    pub(crate) fn turn(&mut self) {
        self.step += 1;
        let lap = self.step % LAP;
        let forwards = lap < POSITIONS;
        let position = if forwards { lap } else { LAP - lap };
        if lap == 0 || lap == POSITIONS {
            self.motions.iter_mut().for_each(|(_, motion)| motion.angvel_rad_s = -motion.angvel_rad_s);
        }
        let Region { i0, i1, j0, j1 } = self.swept;
        let n = self.lattice.layout().nx();
        for row in (j0..j1).map(|j| j * n + i0..j * n + i1) {
            self.mask[row.clone()].copy_from_slice(&self.masks[position][row]);
        }
    }

    /// Moves the solids to their cells of the mask and rebuilds the populations.
    pub(crate) fn boundaries(&mut self) {
        let mask = Mask { changed: Some(self.swept), ..Mask::new(&self.mask) };
        let moved = self.boundary.move_solids(&mut self.lattice, &mask, &self.motions);
        moved.expect("a tenth of a cell a step");
        self.boundary.apply(&mut self.lattice);
    }

    /// Sweeps the water; the propellers' cells, in which it may be anything, are no water.
    fn sweep(&mut self) {
        if !self.lattice.step() {
            let trouble = self.lattice.trouble(|cell| self.boundary.labels()[cell] == 0);
            assert!(trouble.is_none(), "{trouble:?}");
        }
    }

    /// Times of the boundaries and the sweep in a step, s: means over a lap of the best time of each of its steps in `laps`
    /// laps.
    pub(crate) fn times(&mut self, laps: usize) -> [f64; 2] {
        let mut best = [[f64::INFINITY; 2]; LAP];
        for _ in 0..laps {
            for best in &mut best {
                self.turn();
                let start = Instant::now();
                self.boundaries();
                let between = Instant::now();
                self.sweep();
                best[0] = best[0].min((between - start).as_secs_f64());
                best[1] = best[1].min(between.elapsed().as_secs_f64());
            }
        }
        [0, 1].map(|k| best.iter().map(|times| times[k]).sum::<f64>() / LAP as f64)
    }
}

impl Case {
    /// Lower bound of the boundaries' time in a step, s: that of the memory accesses between two sweeps. All populations of each
    /// cell beside a propeller are read, for its depth drives the wall, and each that leaves is written to the place of the
    /// unknown one. Nothing is computed or booked, and all slots are known beforehand.
    pub(crate) fn floor(&mut self, laps: usize) -> f64 {
        let layout = *self.lattice.layout();
        let (mut read, mut copied) = (Vec::new(), Vec::new());
        for cell in self.boundary.contour() {
            let water = layout.site(cell.cell[0] as isize, cell.cell[1] as isize);
            if !self.is_at_side(&cell) {
                read.extend((0..Q).map(|q| layout.slot(q, water) as u32));
            }
            for s in (1..Q).filter(|&s| cell.is_adjacent(s)) {
                let to = layout.slot(OPPOSITE[s], layout.neighbor(water, s));
                copied.push([layout.slot(s, water) as u32, to as u32]);
            }
        }
        let mut best = f64::INFINITY;
        for _ in 0..laps * LAP {
            let start = Instant::now();
            let f = self.lattice.as_mut_slice();
            // Side by side, so that no sum depends on the one before.
            let mut sums = [0.0; Q];
            for slots in read.chunks_exact(Q) {
                for q in 0..Q {
                    sums[q] += f[slots[q] as usize];
                }
            }
            for &[from, to] in &copied {
                f[to as usize] = f[from as usize];
            }
            black_box(sums);
            best = best.min(start.elapsed().as_secs_f64());
            self.sweep();
        }
        best
    }
}

/// One propeller on larger and larger grids, then more and more propellers on one grid.
pub(crate) const GROWTH: [Setup; 6] =
    [growing(100, 1), growing(200, 1), growing(400, 1), growing(400, 2), growing(400, 4), growing(400, 8)];

const fn growing(n: usize, per_side: usize) -> Setup {
    Setup { n, reach: 20.0, per_side, stream: false, wall: Wall::NO_SLIP }
}
