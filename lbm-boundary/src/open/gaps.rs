use std::ops::Range;

use lbm_core::{Lattice, Region};

use super::beyond::Beyond;
use crate::spec::{LatticeMotion, Side, SideKind};

/// Gaps between solids and sides with a given velocity.
///
/// In front of a solid of width `L` that moves inwards with `W`, at a distance `d` from a side through which water enters with
/// `U`, `(U − W) L` leaves through both ends of the gap (or enters there, if negative), with `(U − W) L / 2d`, or twice that
/// through the one end in a corner; around the solid's edges it is twice as fast again. The head of that, `u² / 2g`, grows
/// without bound as the gap closes, and no stream keeps its flow against it: beyond a quarter of the wave speed `c` the side
/// is open to waves there, like the water beside the gap.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// Given velocity into the grid of each side, cells per step.
    given: [Option<f64>; 4],
    cells: Vec<GapCells>,
    /// Kept from step to step: memory for the next search.
    found: Vec<GapCells>,
}

/// Cells along a side that lie in a gap.
#[derive(Debug, PartialEq)]
pub(crate) struct GapCells {
    side: Side,
    along: Range<usize>,
}

impl GapCells {
    /// Whether they contain a `cell` at a `side`.
    pub(crate) fn contain(&self, side: Side, cell: [usize; 2]) -> bool {
        self.side == side && self.along.contains(&cell[1 - side.axis()])
    }
}

/// Speed of the water at the ends of a gap above which the side is opened to waves, in units of the wave speed.
const MAX_SPEED: f64 = 0.25;

/// A part of a solid that faces a side: its cells along the side, and the number of cells between, at least one.
#[derive(Debug)]
struct Face {
    cells: Range<usize>,
    distance: usize,
}

impl Gaps {
    /// No gaps yet. `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn new(sides: &[SideKind; 4], lattice: &Lattice, labels: &[u16]) -> Self {
        let units = lattice.units();
        let given = Side::ALL.map(|side| match sides[side.index()] {
            SideKind::Inflow { velocity_m_s, .. } => Some(units.to_lattice_velocity(velocity_m_s)),
            SideKind::Discharge { discharge_m3_s, .. } => {
                let section_m2 = still_section_m2(side, lattice, labels);
                Some(units.to_lattice_velocity(discharge_m3_s / section_m2))
            }
            _ => None,
        });
        Self { given, ..Self::default() }
    }

    /// The cells in gaps.
    pub(crate) fn cells(&self) -> &[GapCells] {
        &self.cells
    }

    /// Updates the gaps for new `labels`, which differ from the last ones in the cells `changed` (`j · nx + i`), and new
    /// `motions`; `regions` returns, by label, those of the water cells next to the solids before. Returns the cells that
    /// were in a gap or are now; none if the gaps are as they were.
    pub(crate) fn find(
        &mut self,
        regions: impl FnOnce() -> Vec<Region>,
        (changed, labels): (&[usize], &[u16]),
        motions: &[LatticeMotion],
        lattice: &Lattice,
    ) -> Vec<usize> {
        if self.given.iter().all(Option::is_none) {
            return Vec::new();
        }
        let size = [lattice.layout().nx(), lattice.layout().ny()];
        let mut regions = regions();
        let grid = Region::new(0..size[0], 0..size[1]);
        for &k in changed.iter().filter(|&&k| labels[k] != 0) {
            let (i, j) = (k % size[0], k / size[0]);
            let around = Region::new(i..i + 1, j..j + 1).grown(1).intersection(grid);
            let region = &mut regions[usize::from(labels[k])];
            *region = region.union(around);
        }
        let celerity = f64::from(lattice.gravity() * lattice.reference_depth()).sqrt();
        self.found.clear();
        for ((label, region), motion) in
            (0..).zip(&regions).zip(motions).filter(|((_, region), _)| !region.is_empty())
        {
            for (side, given) in Side::ALL.into_iter().zip(self.given) {
                let (Some(given), axis) = (given, side.axis()) else { continue };
                let is_gap = |face: &Face, relative: f64| {
                    0.5 * relative * face.width(side, size) > MAX_SPEED * celerity * face.distance as f64
                };
                let relative_speed = |face: &Face| {
                    let velocity = motion.velocity_in(face.cell(side, size));
                    (given - side.inward()[axis] * velocity[axis]).abs()
                };
                // Most solids are far from all sides. A face `l` of the region's `L` has its middle within `(L − l) / 2` of the
                // region's: rotation makes `|U − W| l` greater by at most `ω L² / 8`.
                let whole = Face::of_region(region, side, size);
                let rotation = motion.angvel.abs() * whole.cells.len() as f64 / 8.0;
                if !is_gap(&whole, relative_speed(&whole) + rotation) {
                    continue;
                }
                let faces = Face::of_solid(region, side, size, |k| labels[k] == label);
                let gaps = faces.into_iter().filter(|face| is_gap(face, relative_speed(face)));
                self.found.extend(gaps.map(|face| GapCells { side, along: face.cells }));
            }
        }
        if self.cells == self.found {
            return Vec::new();
        }
        std::mem::swap(&mut self.cells, &mut self.found);
        let at_side = |GapCells { side, along }: &GapCells| {
            side.cells(size[0], size[1]).skip(along.start).take(along.len())
        };
        self.cells.iter().chain(&self.found).flat_map(at_side).collect()
    }

    /// The water beyond the gaps of a side, given that beyond the `side` itself: it has the velocity of that water and the
    /// mean elevation of the side's other water cells, or that at rest if there are none. `None` without gaps. `labels` is
    /// `[ny][nx]`, 0 for water.
    pub(crate) fn beyond(
        &self,
        side: Side,
        given: &Beyond,
        lattice: &Lattice,
        labels: &[u16],
    ) -> Option<Beyond> {
        let Beyond::Driven { velocity, .. } = *given else { return None };
        if self.cells.iter().all(|gap| gap.side != side) {
            return None;
        }
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let in_gap = |k: usize| self.cells.iter().any(|gap| gap.contain(side, [k % nx, k / nx]));
        let (mut count, mut eta) = (0.0, 0.0);
        for k in side.cells(nx, ny).filter(|&k| labels[k] == 0 && !in_gap(k)) {
            let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
            count += 1.0;
            eta += f64::from(lattice.moments(site).eta);
        }
        let eta = if count > 0.0 { eta / count } else { 0.0 };
        Some(Beyond::Characteristic { velocity: velocity.map(f64::from), eta, inward: side.inward() })
    }
}

/// Wet section of a side in still water, m². `labels` is `[ny][nx]`, 0 for water.
pub(super) fn still_section_m2(side: Side, lattice: &Lattice, labels: &[u16]) -> f64 {
    let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
    let site = |k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
    let open = side.cells(nx, ny).filter(|&k| labels[k] == 0);
    let section: f64 = open.map(|k| f64::from(lattice.rest_depth(site(k)))).sum();
    section * lattice.units().cell_area_m2()
}

/// Columns (axis 0) or rows (axis 1) of a region.
fn extent(region: &Region, axis: usize) -> Range<usize> {
    if axis == 0 { region.columns() } else { region.rows() }
}

impl Face {
    /// The face towards a side of a solid that fills the inner of `region`, the region of the water cells next to it. `size`
    /// is that of the grid.
    fn of_region(region: &Region, side: Side, size: [usize; 2]) -> Self {
        let across = extent(region, side.axis());
        let distance = if side.inward()[side.axis()] > 0.0 {
            across.start + 1
        } else {
            size[side.axis()] + 1 - across.end
        };
        Self { cells: extent(region, 1 - side.axis()), distance }
    }

    /// The connected faces towards a side of the solid in `region`; `is_solid` returns whether it covers a cell
    /// (`j · nx + i`).
    fn of_solid(
        region: &Region,
        side: Side,
        size: [usize; 2],
        is_solid: impl Fn(usize) -> bool,
    ) -> Vec<Self> {
        let across = extent(region, side.axis());
        // Number of cells from the side to the far edge of the region.
        let reach =
            if side.inward()[side.axis()] > 0.0 { across.end } else { size[side.axis()] - across.start };
        let mut faces: Vec<Self> = Vec::new();
        for k in extent(region, 1 - side.axis()) {
            let covered = |&distance: &usize| {
                let [i, j] = Self { cells: k..k + 1, distance }.at(side, size, distance);
                is_solid(j * size[0] + i)
            };
            let Some(distance) = (0..size[side.axis()]).take(reach).find(covered) else {
                continue;
            };
            // A solid cell at the side closes its row, but not those beside it.
            let distance = distance.max(1);
            match faces.last_mut() {
                Some(face) if face.cells.end == k => {
                    face.cells.end = k + 1;
                    face.distance = face.distance.min(distance);
                }
                _ => faces.push(Self { cells: k..k + 1, distance }),
            }
        }
        faces
    }

    /// Width in cells; twice that in a corner, where water passes one end alone.
    fn width(&self, side: Side, size: [usize; 2]) -> f64 {
        let in_corner = self.cells.start == 0 || self.cells.end == size[1 - side.axis()];
        self.cells.len() as f64 * if in_corner { 2.0 } else { 1.0 }
    }

    /// The water cell in front of its middle.
    fn cell(&self, side: Side, size: [usize; 2]) -> [usize; 2] {
        self.at(side, size, self.distance - 1)
    }

    /// The cell in front of its middle, `distance` cells from the side.
    fn at(&self, side: Side, size: [usize; 2], distance: usize) -> [usize; 2] {
        let normal = side.axis();
        let mut cell = [self.cells.start.midpoint(self.cells.end); 2];
        cell[normal] = if side.inward()[normal] > 0.0 { distance } else { size[normal] - 1 - distance };
        cell
    }
}
