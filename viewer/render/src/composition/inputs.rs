//! What the last picture was made of, with a number for each part of it that grows when that changes.

use std::sync::Arc;

use crate::made::{is_same_number, take};
use crate::scene::{BodyModel, Foam, Smoke, WaterSheet};

/// The water of the last picture.
#[derive(Default)]
pub(crate) struct Water {
    pub(crate) sheet: WaterSheet,
    pub(crate) revisions: Revisions,
    /// The same of the last scene whose waves go on beyond its sides, with these.
    wide: WaterSheet,
}

/// Numbers of the parts of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revisions {
    /// Its cells, where they are, its height at rest and its sides.
    pub(crate) frame: u64,
    pub(crate) level: u64,
    pub(crate) solid: u64,
    pub(crate) velocity: u64,
    pub(crate) bed: u64,
    pub(crate) thickness: u64,
    pub(crate) residual: u64,
    pub(crate) foam: u64,
}

impl Water {
    /// Becomes that of a scene; its foam, and waves beyond its sides, only where they are seen.
    pub(super) fn take(&mut self, new: &WaterSheet, is_water: bool) {
        if is_water && new.beyond.cells > 0 {
            let mut wide = std::mem::take(&mut self.wide);
            new.widen(&mut wide);
            self.take_all(&wide, is_water);
            self.wide = wide;
        } else {
            self.take_all(new, is_water);
        }
    }

    fn take_all(&mut self, new: &WaterSheet, with_foam: bool) {
        let frame = |sheet: &WaterSheet| {
            let WaterSheet { nx, ny, cell_size_m, origin_m, still_level_m, edges, .. } = *sheet;
            ([nx, ny], [cell_size_m, still_level_m], origin_m, edges, sheet.solids_are_bodies)
        };
        let Self { sheet, revisions, .. } = self;
        revisions.frame += u64::from(frame(sheet) != frame(new));
        (sheet.nx, sheet.ny, sheet.cell_size_m, sheet.origin_m) =
            (new.nx, new.ny, new.cell_size_m, new.origin_m);
        (sheet.still_level_m, sheet.edges, sheet.solids_are_bodies) =
            (new.still_level_m, new.edges, new.solids_are_bodies);
        // These are single numbers, which stand in the keys of what follows from them.
        (sheet.sea_level_m, sheet.gravity_m_s2, sheet.time_step_s) =
            (new.sea_level_m, new.gravity_m_s2, new.time_step_s);
        let is_same =
            |a: &glam::Vec2, b: &glam::Vec2| is_same_number(&a.x, &b.x) && is_same_number(&a.y, &b.y);
        let Revisions { frame: _, level, solid, velocity, bed, thickness, residual, foam } = revisions;
        *level += u64::from(take(&mut sheet.level_m, &new.level_m, is_same_number));
        *solid += u64::from(take(&mut sheet.solid, &new.solid, PartialEq::eq));
        *velocity += u64::from(take(&mut sheet.velocity_m_s, &new.velocity_m_s, is_same));
        *bed += u64::from(take(&mut sheet.bed_m, &new.bed_m, is_same_number));
        *thickness += u64::from(take(&mut sheet.thickness_m, &new.thickness_m, is_same_number));
        *residual += u64::from(take(&mut sheet.residual_mm_s, &new.residual_mm_s, is_same_number));
        if with_foam {
            let Foam { per_cell, density } = &new.foam;
            *foam += u64::from(sheet.foam.per_cell != *per_cell);
            sheet.foam.per_cell = *per_cell;
            *foam += u64::from(take(&mut sheet.foam.density, density, is_same_number));
        }
    }
}

/// The bodies of the last picture.
#[derive(Default)]
pub(super) struct Bodies {
    pub(super) models: Vec<BodyModel>,
    pub(super) revision: u64,
}

impl Bodies {
    pub(super) fn take(&mut self, new: &[BodyModel]) {
        let is_same = self.models.len() == new.len()
            && self.models.iter().zip(new).all(|(model, new)| is_drawn_alike(model, new));
        if !is_same {
            self.models.clear();
            self.models.extend_from_slice(new);
            self.revision += 1;
        }
    }
}

/// Whether two bodies have the same triangles in the same place and paint.
fn is_drawn_alike(a: &BodyModel, b: &BodyModel) -> bool {
    let decorations = match (&a.decoration, &b.decoration) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    decorations
        && Arc::ptr_eq(&a.vertices, &b.vertices)
        && Arc::ptr_eq(&a.triangles, &b.triangles)
        && (a.rotation, a.translation_m, a.color, a.waterline_m)
            == (b.rotation, b.translation_m, b.color, b.waterline_m)
        && a.pressure_pa.len() == b.pressure_pa.len()
        && a.pressure_pa.iter().zip(&b.pressure_pa).all(|(a, b)| is_same_number(a, b))
}

/// The smoke of the last picture.
#[derive(Default)]
pub(super) struct Air {
    pub(super) smoke: Smoke,
    pub(super) revision: u64,
}

impl Air {
    pub(super) fn take(&mut self, new: &Smoke) {
        let numbers = |smoke: &Smoke| {
            let Smoke { cells, cell_size_m, corner_m, extinction_1_m, albedo, .. } = *smoke;
            (cells, [cell_size_m, extinction_1_m, albedo], corner_m)
        };
        let differs = numbers(&self.smoke) != numbers(new);
        let concentration = std::mem::take(&mut self.smoke.concentration);
        self.smoke = Smoke { concentration, ..*new };
        let differs = take(&mut self.smoke.concentration, &new.concentration, is_same_number) || differs;
        self.revision += u64::from(differs);
    }
}
