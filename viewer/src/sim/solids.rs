//! The bodies that are walls to the water, fixed or driven.

use lbm_boundary::Motion;
use lbm_core::Region;
use mask_raster::{Body, CellBox, CellMask, Outlines, WetCell};
use rigid_sim::World as Bodies;

use super::floating::Floating;

/// Where the solids are and how they move.
#[derive(Debug)]
pub(super) struct Solids {
    /// Whether any of them moves.
    pub(super) driven: bool,
    /// By label, whether it is a solid; label 0 is the water.
    is_solid: Vec<bool>,
    /// Label of the solid over each cell, `[ny][nx]`, x fastest, 0 where there is none.
    pub(super) labels: Vec<u16>,
    /// A box outside of which no label has changed since the last look; none at the first one.
    pub(super) changed: Option<Region>,
    /// Boxes of the solids at the last look.
    boxes: Option<Region>,
    /// Motion of each, by label.
    pub(super) motions: Vec<(u16, Motion)>,
    /// Cells that are solid now or were before.
    pub(super) either: Vec<bool>,
    /// Where the solids' walls stand, if some do not stand half-way between cells.
    outlines: Option<Outlines>,
}

impl Solids {
    /// `outlines` are traced where walls are interpolated.
    pub(super) fn new(floating: &[Floating], driven: bool, outlines: Option<Outlines>) -> Self {
        let is_solid = [false].into_iter().chain(floating.iter().map(|float| float.solid)).collect();
        Self {
            driven,
            is_solid,
            labels: Vec::new(),
            changed: None,
            boxes: None,
            motions: Vec::new(),
            either: Vec::new(),
            outlines,
        }
    }

    /// Takes places from the mask that was drawn of `drawn`, and motions from the bodies.
    pub(super) fn look(
        &mut self,
        floating: &[Floating],
        bodies: &Bodies,
        drawn: &[Body<'_>],
        mask: &CellMask,
    ) {
        let Self { is_solid, labels, changed, boxes, motions, outlines, .. } = self;
        if let Some(outlines) = outlines {
            let solid: Vec<Body<'_>> =
                drawn.iter().filter(|body| is_solid[usize::from(body.label)]).copied().collect();
            let traced = outlines.trace(&solid);
            debug_assert!(traced.is_ok(), "meshes were checked when they were drawn");
        }
        // A body afloat may hide a solid, but only inside the solid's own box.
        let now = around(mask.boxes().iter().filter(|own| is_solid[usize::from(own.label)]));
        *changed = boxes.map(|before| union(before, now));
        *boxes = Some(now);
        let grid = mask.grid();
        labels.resize(grid.cells(), 0);
        let Region { i0, i1, j0, j1 } = changed.unwrap_or(Region { i0: 0, i1: grid.nx, j0: 0, j1: grid.ny });
        for j in j0..j1 {
            let row = j * grid.nx + i0..j * grid.nx + i1;
            for (label, &drawn) in labels[row.clone()].iter_mut().zip(&mask.labels()[row]) {
                *label = if is_solid[usize::from(drawn)] { drawn } else { 0 };
            }
        }
        motions.clear();
        motions.extend(
            floating
                .iter()
                .filter(|float| float.solid)
                .map(|float| (float.label, Floating::drive(&bodies[float.handle]))),
        );
    }

    /// Where the wall of a solid crosses a link ([`lbm_boundary::WallDistance`]).
    pub(super) fn distance(&self) -> Option<impl Fn(u16, [f64; 2], [f64; 2]) -> f64 + use<'_>> {
        let outlines = self.outlines.as_ref()?;
        Some(|label, from, to| outlines.link_distance(label, from, to).unwrap_or(f64::NAN))
    }

    /// Leaves only what bodies afloat displace; a solid's cells hold no water, and those at its rim hold all of theirs.
    pub(super) fn keep_afloat(&self, wet: &mut Vec<WetCell>) {
        wet.retain(|cell| !self.is_solid[usize::from(cell.label)]);
    }

    /// The label of a moving solid next to a cell, at most [`BESIDE`] cells away, on a grid of `[nx, ny]` cells.
    pub(super) fn moving_near(&self, cell: [usize; 2], [nx, ny]: [usize; 2]) -> Option<u16> {
        let [columns, rows] = [0, 1]
            .map(|axis| cell[axis].saturating_sub(BESIDE)..(cell[axis] + BESIDE + 1).min([nx, ny][axis]));
        let labels = rows.flat_map(|j| columns.clone().map(move |i| j * nx + i)).map(|k| self.labels.get(k));
        let moves = |label: u16| {
            let motion = self.motions.iter().find(|(of, _)| *of == label).map(|(_, motion)| *motion);
            motion.is_some_and(|motion| motion.linvel_m_s != [0.0; 2] || motion.angvel_rad_s != 0.0)
        };
        labels.flatten().copied().find(|&label| label != 0 && moves(label))
    }

    /// Marks the cells that are solid now or were `before`.
    pub(super) fn either(&mut self, before: &[bool]) {
        self.either.clear();
        self.either.extend(before.iter().zip(&self.labels).map(|(before, label)| *before || *label != 0));
    }
}

/// How far from a solid, in cells, what goes wrong is laid at its door.
const BESIDE: usize = 3;

/// The least box around those of bodies; an empty one around none.
fn around<'a>(boxes: impl Iterator<Item = &'a CellBox>) -> Region {
    let each = boxes.map(|own| Region { i0: own.x.start, i1: own.x.end, j0: own.y.start, j1: own.y.end });
    each.fold(Region { i0: 0, i1: 0, j0: 0, j1: 0 }, union)
}

/// The least box around two of them.
fn union(a: Region, b: Region) -> Region {
    let empty = |r: &Region| r.i0 >= r.i1 || r.j0 >= r.j1;
    match (empty(&a), empty(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => Region { i0: a.i0.min(b.i0), i1: a.i1.max(b.i1), j0: a.j0.min(b.j0), j1: a.j1.max(b.j1) },
    }
}
