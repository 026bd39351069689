//! Bodies placed on the grid, and the cells in which they displace water.

use glam::{Quat, Vec3};
use mask_raster::{Grid, Section, WetCell};
use rayon::prelude::*;

use super::spline::finer;
use super::spread::Spread;
use crate::bodies::{Afloat, Bodies, Filter, SharedMesh};
use crate::codec::coded;
use crate::reuse::emptied;
use crate::water::Levels;

/// Bodies whose sections are spread in a task.
const SPREAD_PER_TASK: usize = 8;

/// Bodies at their places: all that were not removed, in their order.
#[derive(Debug, Default)]
pub(super) struct Bodily {
    pub(super) placed: Vec<Placed>,
    /// Cells in which those afloat reach below their mean levels.
    section: Section,
    /// The same on a [`finer`] grid of those that a spline spreads.
    fine: Section,
    /// The section of each of these as it is spread, if it is.
    spread: Vec<Spread>,
    /// Memory for what the section is found of.
    afloat: Vec<mask_raster::Body<'static>>,
    /// Number of each body placed among those of the section; none of a solid.
    of_section: Vec<Option<usize>>,
}

/// Where a body was placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// x, y, z, w.
    rotation: [f32; 4],
    translation_m: Vec3,
    mean_eta_m: f64,
}

coded!(Place { rotation, translation_m, mean_eta_m });

impl Place {
    pub(super) fn is_finite(&self) -> bool {
        Quat::from_array(self.rotation).is_finite()
            && self.translation_m.is_finite()
            && self.mean_eta_m.is_finite()
    }
}

/// A body at a place.
#[derive(Debug)]
pub(super) struct Placed {
    mesh: SharedMesh,
    rotation: Quat,
    translation_m: Vec3,
    label: u16,
    /// Elevation of the level below which it displaces water, m.
    pub(super) mean_eta_m: f64,
    /// The same in the step before, m.
    pub(super) before_eta_m: f64,
    /// By which its section is spread, if it is.
    pub(super) filter: Option<Filter>,
    /// Whether it displaces water at the height over the mean level that it has at rest.
    is_at_rest: bool,
}

impl Placed {
    pub(super) fn place(&self) -> Place {
        let Self { rotation, translation_m, mean_eta_m, .. } = *self;
        Place { rotation: rotation.to_array(), translation_m, mean_eta_m }
    }

    pub(super) fn go_to(&mut self, place: &Place) {
        self.rotation = Quat::from_array(place.rotation);
        (self.translation_m, self.mean_eta_m) = (place.translation_m, place.mean_eta_m);
    }

    pub(super) fn outline(&self) -> mask_raster::Body<'_> {
        let Self { mesh, rotation, translation_m, label, .. } = self;
        mask_raster::Body {
            vertices: &mesh.vertices,
            triangles: &mesh.triangles,
            rotation: *rotation,
            translation_m: *translation_m,
            label: *label,
        }
    }

    /// As it displaces water.
    pub(super) fn displacing(&self) -> mask_raster::Body<'_> {
        self.raised(if self.is_at_rest { self.mean_eta_m } else { 0.0 })
    }

    /// As it displaces water, lowered with its mean level to the still level.
    fn over_still(&self) -> mask_raster::Body<'_> {
        self.raised(if self.is_at_rest { 0.0 } else { -self.mean_eta_m })
    }

    fn raised(&self, by_m: f64) -> mask_raster::Body<'_> {
        let mut body = self.outline();
        body.translation_m.z += by_m as f32;
        body
    }
}

impl Bodily {
    pub(super) fn place(&mut self, bodies: &Bodies) {
        self.placed.truncate(bodies.iter().len());
        for (number, (body, rigid)) in bodies.iter().enumerate() {
            let mask_raster::Body { rotation, translation_m, label, .. } = body.outline(rigid);
            match self.placed.get_mut(number) {
                Some(placed) if placed.label == label && placed.mesh.is_one_with(&body.mesh) => {
                    (placed.rotation, placed.translation_m) = (rotation, translation_m);
                    placed.before_eta_m = placed.mean_eta_m;
                    placed.mean_eta_m = body.mean_eta_m();
                }
                before => {
                    let is_at_rest = body.afloat().is_some_and(Afloat::displaces_at_rest);
                    let filter = body.afloat().and_then(|afloat| afloat.filter);
                    let (mesh, mean_eta_m) = (body.mesh.clone(), body.mean_eta_m());
                    let before_eta_m = mean_eta_m;
                    let placed = Placed {
                        mesh,
                        rotation,
                        translation_m,
                        label,
                        mean_eta_m,
                        before_eta_m,
                        filter,
                        is_at_rest,
                    };
                    match before {
                        Some(before) => *before = placed,
                        None => self.placed.push(placed),
                    }
                }
            }
        }
    }

    /// Finds the section by areas, as water is displaced as smoothly as bodies move.
    pub(super) fn find_section(&mut self, grid: &Grid, bodies: &Bodies, water: &Levels<'_>) {
        let Self { placed, section, fine, spread, afloat, of_section } = self;
        of_section.clear();
        let mut outlines = emptied(std::mem::take(afloat));
        let (mut count, mut of_fine) = (0, 0);
        for (placed, (body, _)) in placed.iter().zip(bodies.iter()) {
            of_section.push((!body.is_solid()).then_some(count));
            if !body.is_solid() {
                outlines.push(placed.over_still());
                spread.resize_with(spread.len().max(count + 1), Spread::default);
                (spread[count].filter, spread[count].of_fine) = (placed.filter, of_fine);
                of_fine += usize::from(placed.filter == Some(Filter::Spline));
                count += 1;
            }
        }
        let found = section.find(grid, &outlines, water.still_level_m());
        debug_assert!(found.is_ok(), "meshes were checked when they were read");
        let mut splined = spread[..count].iter().map(|spread| spread.filter == Some(Filter::Spline));
        outlines.retain(|_| splined.next() == Some(true));
        let found = fine.find(&finer(grid), &outlines, water.still_level_m());
        debug_assert!(found.is_ok(), "meshes were checked when they were read");
        *afloat = emptied(outlines);
        let (size, solids) = ([grid.nx, grid.ny], water.solids.over_cells());
        let each = spread[..count].par_iter_mut().with_min_len(SPREAD_PER_TASK).enumerate();
        each.for_each(|(number, spread)| match spread.filter {
            None => {}
            Some(Filter::Even) => spread.find(size, section.of_body(number), solids),
            Some(Filter::Spline) => spread.find(size, fine.of_body(spread.of_fine), solids),
        });
    }

    /// Cells in which those afloat displace water, of one body after the other.
    pub(super) fn displaced(&self) -> impl ExactSizeIterator<Item = &[WetCell]> {
        self.section.of_bodies().zip(&self.spread).map(|(found, spread)| spread.or(found))
    }

    /// The same of the body of a number among those placed; none of a solid.
    pub(super) fn displaced_by(&self, number: usize) -> &[WetCell] {
        self.of_section[number].map_or(&[], |index| self.spread[index].or(self.section.of_body(index)))
    }

    /// The same as it was found, before it was spread.
    pub(super) fn found(&self, number: usize) -> &[WetCell] {
        self.of_section[number].map_or(&[], |index| self.section.of_body(index))
    }

    /// Replaces `out` by the cells that all of them wet, sorted by cell, as they are.
    pub(super) fn collect(&self, out: &mut Vec<WetCell>) {
        self.section.collect(out);
    }
}
