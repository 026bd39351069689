//! The bodies that are walls to the water, fixed or driven.

use lbm_boundary::Motion;
use mask_raster::{Body, CellMask, Outlines, WetCell};
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
        Self { driven, is_solid, labels: Vec::new(), motions: Vec::new(), either: Vec::new(), outlines }
    }

    /// Takes places from the mask that was drawn of `drawn`, and motions from the bodies.
    pub(super) fn look(
        &mut self,
        floating: &[Floating],
        bodies: &Bodies,
        drawn: &[Body<'_>],
        mask: &CellMask,
    ) {
        let Self { is_solid, labels, motions, outlines, .. } = self;
        if let Some(outlines) = outlines {
            let solid: Vec<Body<'_>> =
                drawn.iter().filter(|body| is_solid[usize::from(body.label)]).copied().collect();
            let traced = outlines.trace(&solid);
            debug_assert!(traced.is_ok(), "meshes were checked when they were drawn");
        }
        labels.clear();
        labels
            .extend(mask.labels().iter().map(|&label| if is_solid[usize::from(label)] { label } else { 0 }));
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
        Some(|label, from, to| outlines.share(label, from, to).unwrap_or(f64::NAN))
    }

    /// Leaves only what bodies afloat displace; a solid's cells hold no water, and those at its rim hold all of theirs.
    pub(super) fn keep_afloat(&self, wet: &mut Vec<WetCell>) {
        wet.retain(|cell| !self.is_solid[usize::from(cell.label)]);
    }

    /// Marks the cells that are solid now or were `before`.
    pub(super) fn either(&mut self, before: &[bool]) {
        self.either.clear();
        self.either.extend(before.iter().zip(&self.labels).map(|(before, label)| *before || *label != 0));
    }
}
