//! The water that hulls leave over the ground.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};
use rigid_sim::RigidBody;

use super::Projection;
use crate::bodies::Body;
use crate::water::{Cells, Water};

/// The water under a hull at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Clearance {
    pub(crate) at_m: DVec2,
    /// From the hull's lowest surface to the bed, m; below 0 where it reaches into it.
    pub(crate) left_m: f64,
    /// Depth of the still water, m.
    pub(crate) depth_m: f64,
}

impl Clearance {
    /// The water under a point of a hull at a height.
    pub(crate) fn under(water: &Water, at_m: DVec2, z_m: f64) -> Self {
        let fluid = &water.fluid;
        Self { at_m, left_m: z_m - fluid.bed_at_m(at_m), depth_m: fluid.still_depth_at_m(at_m) }
    }

    /// The part of the depth that is left.
    pub(crate) fn part(&self) -> f64 {
        self.left_m / self.depth_m
    }

    /// Its place and cell, as text.
    pub(crate) fn place(&self, cells: Cells) -> String {
        let (DVec2 { x, y }, cell) = (self.at_m, cells.at(self.at_m));
        format!("at [{x:.3}, {y:.3}] m, cell [{}, {}]", cell % cells.nx, cell / cells.nx)
    }

    /// Of two, the one with the smaller part of the depth.
    pub(crate) fn less(self, other: Self) -> Self {
        if other.part() < self.part() { other } else { self }
    }
}

impl Projection {
    /// Points of the underside of a body in its pose, with heights, m: corners of its triangles, and the lowest surface at the centers of
    /// cells, as rasterized last.
    fn underside<'a>(
        &'a self,
        (body, rigid): (&'a Body, &'a RigidBody),
        cells: Cells,
    ) -> impl Iterator<Item = (DVec2, f64)> + use<'a> {
        let (mask, label) = (self.mask(), body.label);
        let within = mask.boxes().iter().filter(move |within| within.label == label);
        let covered = within
            .flat_map(move |within| within.y.clone().map(move |j| (j, within.x.clone())))
            .flat_map(move |(j, columns)| columns.map(move |i| j * cells.nx + i));
        let covered = covered.filter(move |cell| mask.labels()[*cell] == label);
        let at_centers = covered.map(move |cell| (cells.center_m(cell as u32), mask.bottom_m()[cell].into()));
        let (rotation, origin_m) = (rigid.rotation(), rigid.origin_m());
        let corners =
            body.hull.mesh.vertices.iter().map(move |corner| origin_m + rotation * corner.as_dvec3());
        let size_m = cells.size_m();
        let inside = move |corner: &DVec3| {
            let at_m = corner.truncate();
            at_m.cmpge(DVec2::ZERO).all() && at_m.cmple(size_m).all()
        };
        at_centers.chain(corners.filter(inside).map(|corner| (corner.truncate(), corner.z)))
    }

    /// The lowest of these points in each cell.
    pub(crate) fn keel(&self, body: (&Body, &RigidBody), cells: Cells) -> Vec<(DVec2, f64)> {
        let mut lowest = BTreeMap::new();
        for (at_m, z_m) in self.underside(body, cells) {
            let known = lowest.entry(cells.at(at_m)).or_insert((at_m, z_m));
            if z_m < known.1 {
                *known = (at_m, z_m);
            }
        }
        lowest.into_values().collect()
    }

    /// The water under a body where it is least, beside the depth; nothing where it is all beyond the grid.
    pub(crate) fn clearance(&self, body: (&Body, &RigidBody), water: &Water) -> Option<Clearance> {
        let points = self.underside(body, water.fluid.cells());
        points.map(|(at_m, z_m)| Clearance::under(water, at_m, z_m)).reduce(Clearance::less)
    }
}
