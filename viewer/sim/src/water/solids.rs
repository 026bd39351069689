//! Bodies that are solids to the water, fixed or driven.

use lbm_boundary::Motion;
use lbm_core::Region;
use mask_raster::{Body, CellBox, CellMask, Grid, Outlines, WetCell};

use crate::Error;
use crate::scenario::{Kind, Scenario, Scheme, Wall};

/// Positions and motions of the solids.
#[derive(Debug)]
pub(crate) struct Solids {
    /// Whether any of them moves.
    pub(crate) driven: bool,
    /// Whether someone carries one in this step.
    pub(crate) carried: bool,
    /// Whether there are any: not looked up for each body, of which there may be thousands.
    exist: bool,
    /// Whether the body of each label is a solid; label 0 is the water.
    is_solid: Vec<bool>,
    /// Labels of solids that were removed, in order.
    pub(super) removed: Vec<u16>,
    /// Whether cells of removed solids are still solid to the boundaries.
    are_leaving: bool,
    /// Label of the solid over each cell, `[ny][nx]`, x fastest, 0 where there is none.
    pub(crate) labels: Vec<u16>,
    /// A box outside of which no label changed in the last update; none after the first one.
    pub(crate) changed: Option<Region>,
    /// The box around all solids at the last update.
    boxes: Option<Region>,
    /// Labels and motions of all solids.
    pub(crate) motions: Vec<(u16, Motion)>,
    /// Cells that are solid now or were before.
    either: Vec<bool>,
    /// Outlines of the solids, if walls of some are at their link distance instead of half-way.
    outlines: Option<Outlines>,
}

impl Solids {
    /// The solids of a scenario, nowhere yet; `is_no_wall` says of a body by its number whether it is above the water or a part of the bed.
    pub(crate) fn new(
        scenario: &Scenario,
        grid: Grid,
        is_no_wall: impl Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        let kinds = || scenario.bodies().into_iter().map(|(_, body)| body.kind());
        let at_outlines =
            |wall: Wall| matches!(wall.scheme, Some(Scheme::Interpolated | Scheme::Extrapolated));
        let outlines = match kinds().filter_map(Kind::wall).any(at_outlines) {
            true => Some(Outlines::new(grid)?.samples_per_side(scenario.coupling.samples_per_side)?),
            false => None,
        };
        let solid = kinds().enumerate().map(|(n, kind)| kind.wall().is_some() && !is_no_wall(n));
        let mut walls = kinds().zip(solid.clone()).filter_map(|(kind, is_solid)| is_solid.then_some(kind));
        Ok(Self {
            driven: walls.any(|kind| matches!(kind, Kind::Driven(..))),
            carried: false,
            removed: Vec::new(),
            are_leaving: false,
            exist: solid.clone().any(|is_solid| is_solid),
            is_solid: [false].into_iter().chain(solid).collect(),
            labels: Vec::new(),
            changed: None,
            boxes: None,
            motions: Vec::new(),
            either: Vec::new(),
            outlines,
        })
    }

    /// Takes the positions from the mask of `bodies`, which is drawn while their outlines are traced.
    pub(crate) fn update<'m>(
        &mut self,
        bodies: &[Body<'_>],
        mask: impl FnOnce() -> &'m CellMask + Send,
        motions: impl Iterator<Item = (u16, Motion)>,
    ) {
        let (mask, ()) = match &mut self.outlines {
            Some(outlines) => rayon::join(mask, || trace(outlines, bodies, &self.is_solid)),
            None => (mask(), ()),
        };
        if self.are_leaving {
            // They are water to the boundaries one update later.
            self.are_leaving = self.labels.iter().any(|label| self.is_removed(*label));
        }
        if self.are_leaving {
            self.uncover(mask.grid());
        }
        let Self { is_solid, removed, labels, changed, boxes, are_leaving, .. } = self;
        // A body afloat may hide a solid, but only inside the solid's own box.
        let now = around(mask.boxes().iter().filter(|own| is_solid[usize::from(own.label)]));
        *changed = boxes.map(|before| before.union(now)).filter(|_| !*are_leaving);
        *boxes = Some(now);
        let grid = mask.grid();
        labels.resize(grid.cells(), 0);
        let Region { i0, i1, j0, j1 } = changed.unwrap_or(Region { i0: 0, i1: grid.nx, j0: 0, j1: grid.ny });
        for j in j0..j1 {
            let row = j * grid.nx + i0..j * grid.nx + i1;
            for (label, &drawn) in labels[row.clone()].iter_mut().zip(&mask.labels()[row]) {
                let stays = removed.binary_search(label).is_ok();
                *label = match is_solid[usize::from(drawn)] {
                    true => drawn,
                    false if stays => *label,
                    false => 0,
                };
            }
        }
        self.set_motions(motions);
    }

    /// Sets how those that are in the lattice move, where they are.
    pub(crate) fn set_motions(&mut self, motions: impl Iterator<Item = (u16, Motion)>) {
        self.motions.clear();
        self.motions.extend(motions.filter(|(label, _)| self.is_solid[usize::from(*label)]));
    }

    /// Whether there are any.
    pub(crate) fn exist(&self) -> bool {
        self.exist
    }

    /// Label of the solid over each cell, where it is 0 there is none; nothing where there are no solids.
    pub(crate) fn over_cells(&self) -> &[u16] {
        if self.exist { &self.labels } else { &[] }
    }

    /// Whether any cells become solid or water.
    pub(crate) fn change(&self) -> bool {
        self.driven || self.carried || self.are_leaving
    }

    /// Leaves all solids in the cells where they are.
    pub(crate) fn stop(&mut self) {
        (self.driven, self.carried, self.are_leaving) = (false, false, false);
    }

    /// Lets the water into the places of the solids that were removed, `is_removed` by label.
    pub(crate) fn leave(&mut self, is_removed: impl Iterator<Item = bool>) {
        let labels = (1..).zip(is_removed).filter(|&(label, removed)| removed && self.is_solid(label));
        self.removed = labels.map(|(label, _)| label).collect();
        self.are_leaving = self.labels.iter().any(|label| self.is_removed(*label));
        // The next update compares the whole grid.
        (self.changed, self.boxes) = (None, None);
    }

    /// Whether the solid of a label was removed.
    pub(super) fn is_removed(&self, label: u16) -> bool {
        self.removed.binary_search(&label).is_ok()
    }

    /// Whether cells of removed solids become water.
    pub(super) fn are_leaving(&self) -> bool {
        self.are_leaving
    }

    /// Makes cells of removed solids water, as far as water comes from beside them across faces.
    fn uncover(&mut self, grid: &Grid) {
        let Self { labels, removed, .. } = self;
        let (nx, ny) = (grid.nx, grid.ny);
        let is_removed = |label: u16| removed.binary_search(&label).is_ok();
        let beside = |k: usize| {
            let (i, j) = (k % nx, k / nx);
            let all = [(i > 0, 1), (j > 0, nx)].map(|(is, step)| is.then(|| k - step));
            let others = [(i + 1 < nx, 1), (j + 1 < ny, nx)].map(|(is, step)| is.then(|| k + step));
            all.into_iter().chain(others).flatten()
        };
        let is_reached = |k: &usize| is_removed(labels[*k]) && beside(*k).any(|other| labels[other] == 0);
        let mut reached: Vec<usize> = (0..nx * ny).filter(is_reached).collect();
        while let Some(k) = reached.pop() {
            labels[k] = 0;
            reached.extend(beside(k).filter(|other| is_removed(labels[*other])));
        }
    }

    /// Whether the body of a label is a solid.
    pub(super) fn is_solid(&self, label: u16) -> bool {
        self.is_solid.get(usize::from(label)).copied().unwrap_or_default()
    }

    /// Goes back, or on, to what another update left: whether any solid moves, labels and motions. The next update compares the
    /// whole grid.
    pub(super) fn restore(&mut self, driven: bool, labels: Vec<u16>, motions: Vec<(u16, Motion)>) {
        (self.driven, self.labels, self.motions) = (driven, labels, motions);
        (self.changed, self.boxes) = (None, None);
    }

    /// Link distances to the outlines ([`lbm_boundary::WallDistance`]); none where all walls are half-way or on the grid.
    pub(crate) fn distance(&self) -> Option<impl Fn(u16, [f64; 2], [f64; 2]) -> f64 + Sync + use<'_>> {
        let outlines = self.outlines.as_ref()?;
        Some(|label, from, to| outlines.link_distance(label, from, to).unwrap_or(f64::NAN))
    }

    /// Removes the cells of solids from a wet section: they hold no water, so that solids displace none.
    pub(crate) fn remove_from(&self, wet: &mut Vec<WetCell>) {
        if self.exist() {
            wet.retain(|cell| !self.is_solid[usize::from(cell.label)]);
        }
    }

    /// Label of a moving solid at most [`BESIDE`] cells from a cell, on a grid of `[nx, ny]` cells.
    pub(crate) fn moving_near(&self, cell: [usize; 2], [nx, ny]: [usize; 2]) -> Option<u16> {
        let [columns, rows] = [0, 1]
            .map(|axis| cell[axis].saturating_sub(BESIDE)..(cell[axis] + BESIDE + 1).min([nx, ny][axis]));
        let labels = rows.flat_map(|j| columns.clone().map(move |i| j * nx + i)).map(|k| self.labels.get(k));
        let moves = |label: u16| {
            let motion = self.motions.iter().find(|(of, _)| *of == label).map(|(_, motion)| *motion);
            motion.is_some_and(|motion| motion.linvel_m_s != [0.0; 2] || motion.angvel_rad_s != 0.0)
        };
        labels.flatten().copied().find(|&label| label != 0 && moves(label))
    }

    /// Marks in `either` the cells that are solid now or were `before`.
    pub(crate) fn mark_either(&mut self, before: &[bool]) -> &[bool] {
        self.either.clear();
        self.either.extend(before.iter().zip(&self.labels).map(|(before, label)| *before || *label != 0));
        &self.either
    }
}

/// Distance in cells within which an instability is attributed to a moving solid.
const BESIDE: usize = 3;

/// Traces the outlines of those bodies that are solids.
fn trace(outlines: &mut Outlines, bodies: &[Body<'_>], is_solid: &[bool]) {
    let solid: Vec<Body<'_>> =
        bodies.iter().filter(|body| is_solid[usize::from(body.label)]).copied().collect();
    let traced = outlines.trace(&solid);
    debug_assert!(traced.is_ok(), "meshes were checked when they were read");
}

/// The least box around the boxes of bodies; empty without any.
fn around<'a>(boxes: impl Iterator<Item = &'a CellBox>) -> Region {
    let each = boxes.map(|own| Region::new(own.x.clone(), own.y.clone()));
    each.fold(Region::EMPTY, Region::union)
}
