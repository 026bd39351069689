use std::ops::Range;

use lbm_core::{Lattice, Units};

use crate::contour::Contour;
use crate::motion::LatticeMotion;
use crate::open::Beyond;
use crate::side_checks::side_cells;
use crate::{Side, SideKind};

/// Gaps between solids and sides that bring in what they are told to, whatever the level.
///
/// In front of a solid `L` wide that moves inwards with `W`, a distance `d` from a side through which water comes in with
/// `U`, `(U − W) L` leaves through both ends of the gap (or comes in there, if negative), `(U − W) L / 2d` fast, or twice that
/// through one in a corner; about the solid's edges it is twice as fast again. The head of that, `u² / 2g`, grows without
/// bound as the gap closes, and no stream holds on to its flow against it: past a quarter of the speed `c` of waves the side
/// is open to waves there, like the water beside the gap.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// The velocity inwards that each side is given, cells a step.
    given: [Option<f64>; 4],
    /// Cells along the sides.
    cells: Vec<(Side, Range<usize>)>,
    /// Kept from step to step: what is found anew.
    found: Vec<(Side, Range<usize>)>,
}

/// How fast water passes the ends of a gap before the side gives way, in units of the speed of waves.
const BEARABLE: f64 = 0.25;

/// The box of the water next to a solid: its first cell, and that beyond its last one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Around {
    from: [usize; 2],
    to: [usize; 2],
}

/// A part of a solid that faces a side: the cells along the side that see it, and how many lie between, at least one.
#[derive(Debug)]
struct Face {
    cells: Range<usize>,
    distance: usize,
}

impl Gaps {
    /// None yet. `open` says how many cells of a side are water.
    pub(crate) fn new(
        sides: &[SideKind; 4],
        units: &Units,
        depth_m: f64,
        open: impl Fn(Side) -> usize,
    ) -> Self {
        let given = Side::ALL.map(|side| match sides[side.index()] {
            SideKind::Inflow { velocity_m_s, .. } => Some(units.to_lattice_velocity(velocity_m_s)),
            SideKind::Discharge { discharge_m3_s, .. } => {
                let section_m2 = units.to_metres(open(side) as f64) * depth_m;
                Some(units.to_lattice_velocity(discharge_m3_s / section_m2))
            }
            _ => None,
        });
        Self { given, ..Self::default() }
    }

    /// Whether a cell at a side is in a gap.
    pub(crate) fn contains(&self, side: Side, [i, j]: [usize; 2]) -> bool {
        let along = [j, i][across(side)];
        self.cells.iter().any(|(of, cells)| *of == side && cells.contains(&along))
    }

    /// Finds the gaps anew when the cells `changed` (`j · nx + i`) are about to get their `labels`, and the solids their
    /// `motions`. Returns the cells that were in a gap or are now; none if the gaps are as they were.
    pub(crate) fn find(
        &mut self,
        contour: &Contour,
        (changed, labels): (&[usize], &[u16]),
        motions: &[LatticeMotion],
        lattice: &Lattice,
    ) -> Vec<usize> {
        if self.given.iter().all(Option::is_none) {
            return Vec::new();
        }
        let size = [lattice.layout().nx(), lattice.layout().ny()];
        let mut boxes = contour.boxes(motions.len());
        for &k in changed.iter().filter(|&&k| labels[k] != 0) {
            let cell = [k % size[0], k / size[0]];
            let (from, to) =
                (cell.map(|c| c.saturating_sub(1)), [0, 1].map(|axis| size[axis].min(cell[axis] + 2)));
            boxes[usize::from(labels[k])].add(Around { from, to });
        }
        let celerity = f64::from(lattice.gravity() * lattice.reference_depth()).sqrt();
        self.found.clear();
        for ((label, around), motion) in
            (0..).zip(&boxes).zip(motions).filter(|((_, around), _)| !around.is_empty())
        {
            for (side, given) in Side::ALL.into_iter().zip(self.given) {
                let (Some(given), axis) = (given, across(side)) else { continue };
                let shut = |face: &Face, against: f64| {
                    0.5 * against * face.width(side, size) > BEARABLE * celerity * face.distance as f64
                };
                let against = |face: &Face| {
                    let place = face.cell(side, size).map(|c| c as f64 + 0.5);
                    (given - side.inward()[axis] * motion.velocity(place)[axis]).abs()
                };
                // Most are far from all sides. A face `l` of the box's `L` has its middle within `(L − l) / 2` of the box's:
                // by the solid's turning, `|U − W| l` is greater by at most `ω L² / 8`.
                let whole = around.face(side, size);
                let turning = motion.angvel.abs() * whole.cells.len() as f64 / 8.0;
                if !shut(&whole, against(&whole) + turning) {
                    continue;
                }
                let faces = around.faces(side, size, |k| labels[k] == label);
                let shut = faces.into_iter().filter(|face| shut(face, against(face)));
                self.found.extend(shut.map(|face| (side, face.cells)));
            }
        }
        if self.cells == self.found {
            return Vec::new();
        }
        std::mem::swap(&mut self.cells, &mut self.found);
        let at_side = |(side, cells): &(Side, Range<usize>)| {
            side_cells(*side, size[0], size[1]).skip(cells.start).take(cells.len())
        };
        self.cells.iter().chain(&self.found).flat_map(at_side).collect()
    }

    /// The water beyond the gaps of a side, given that beyond the `side` itself: of its velocity, and of the mean level of
    /// the side's other water cells, or at rest if there are none. `None` without gaps. `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn beyond(
        &self,
        side: Side,
        given: &Beyond,
        lattice: &Lattice,
        labels: &[u16],
    ) -> Option<Beyond> {
        let Beyond::Driven { velocity, .. } = *given else { return None };
        if self.cells.iter().all(|(of, _)| *of != side) {
            return None;
        }
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let outside = |&k: &usize| labels[k] == 0 && !self.contains(side, [k % nx, k / nx]);
        let (mut count, mut level) = (0.0, 0.0);
        for k in side_cells(side, nx, ny).filter(outside) {
            let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
            count += 1.0;
            level += f64::from(lattice.moments(site).eta);
        }
        let level = if count > 0.0 { level / count } else { 0.0 };
        Some(Beyond::Alongside { velocity: velocity.map(f64::from), level, inward: side.inward() })
    }
}

impl Around {
    pub(crate) const EMPTY: Self = Self { from: [usize::MAX; 2], to: [0; 2] };

    pub(crate) fn new([from, to]: [[usize; 2]; 2]) -> Self {
        Self { from, to }
    }

    pub(crate) fn add(&mut self, other: Self) {
        for axis in 0..2 {
            self.from[axis] = self.from[axis].min(other.from[axis]);
            self.to[axis] = self.to[axis].max(other.to[axis]);
        }
    }

    fn is_empty(&self) -> bool {
        self.from[0] >= self.to[0]
    }

    /// What would face a side if the solid filled the box. `size` is that of the grid.
    fn face(&self, side: Side, size: [usize; 2]) -> Face {
        let (normal, along) = (across(side), 1 - across(side));
        let distance = if side.inward()[normal] > 0.0 {
            self.from[normal] + 1
        } else {
            size[normal] + 1 - self.to[normal]
        };
        Face { cells: self.from[along]..self.to[along], distance }
    }

    /// The parts of the solid without a gap that face a side; `is_solid` says which cells (`j · nx + i`) it covers.
    fn faces(&self, side: Side, size: [usize; 2], is_solid: impl Fn(usize) -> bool) -> Vec<Face> {
        let (normal, along) = (across(side), 1 - across(side));
        let mut faces: Vec<Face> = Vec::new();
        for k in self.from[along]..self.to[along] {
            let covered = |&distance: &usize| {
                let [i, j] = Face { cells: k..k + 1, distance }.at(side, size, distance);
                is_solid(j * size[0] + i)
            };
            let Some(distance) = (0..size[normal]).take(self.reach(side, size)).find(covered) else {
                continue;
            };
            // A cell that touches the side shuts its row, but not those beside it.
            let distance = distance.max(1);
            match faces.last_mut() {
                Some(face) if face.cells.end == k => {
                    face.cells.end = k + 1;
                    face.distance = face.distance.min(distance);
                }
                _ => faces.push(Face { cells: k..k + 1, distance }),
            }
        }
        faces
    }

    /// How many cells from a side the box ends.
    fn reach(&self, side: Side, size: [usize; 2]) -> usize {
        let normal = across(side);
        if side.inward()[normal] > 0.0 { self.to[normal] } else { size[normal] - self.from[normal] }
    }
}

impl Face {
    /// In cells, twice that in a corner, where water passes one end alone.
    fn width(&self, side: Side, size: [usize; 2]) -> f64 {
        let in_corner = self.cells.start == 0 || self.cells.end == size[1 - across(side)];
        self.cells.len() as f64 * if in_corner { 2.0 } else { 1.0 }
    }

    /// The cell before its middle.
    fn cell(&self, side: Side, size: [usize; 2]) -> [usize; 2] {
        self.at(side, size, self.distance - 1)
    }

    /// The cell before its middle, `distance` cells from the side.
    fn at(&self, side: Side, size: [usize; 2], distance: usize) -> [usize; 2] {
        let normal = across(side);
        let mut cell = [self.cells.start.midpoint(self.cells.end); 2];
        cell[normal] = if side.inward()[normal] > 0.0 { distance } else { size[normal] - 1 - distance };
        cell
    }
}

/// The axis across a side.
fn across(side: Side) -> usize {
    match side {
        Side::West | Side::East => 0,
        Side::South | Side::North => 1,
    }
}
