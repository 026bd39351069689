use serde::{Deserialize, Serialize};

use super::air::{self, AirPosition, AirSeries};
use super::fields::{self, FieldFrame, FieldSeries};
use super::hulls::{self, HullSeries};
use super::series::SeriesPosition;
use crate::World;
use crate::records::error::Error;
use crate::records::folder::RunFolder;

/// The water, the bodies and the air at some instants, for ParaView: [`FieldSeries`], [`HullSeries`] and [`AirSeries`].
#[derive(Debug)]
pub struct FrameSeries {
    folder: RunFolder,
    fields: FieldSeries,
    /// Started with the first body.
    hulls: Option<HullSeries>,
    /// Started with the first air.
    air: Option<AirSeries>,
    h_m: Vec<f32>,
    bed_m: Vec<f32>,
}

/// Where the series stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::records) struct FramesPosition {
    fields: SeriesPosition,
    hulls: Option<SeriesPosition>,
    air: Option<AirPosition>,
}

impl FrameSeries {
    /// Files and folders of the series, for the list of the folder.
    pub const NAMES: [&str; 8] = {
        let ([fields, of_fields], [hulls, of_hulls]) = (FieldSeries::NAMES, HullSeries::NAMES);
        let [air, of_air, particles, of_particles] = AirSeries::NAMES;
        [fields, of_fields, hulls, of_hulls, air, of_air, particles, of_particles]
    };

    /// Starts the series in a folder.
    ///
    /// # Errors
    ///
    /// When the folder is not writable.
    pub fn create(folder: RunFolder) -> Result<Self, Error> {
        let fields = FieldSeries::create(&folder)?;
        Ok(Self { folder, fields, hulls: None, air: None, h_m: Vec::new(), bed_m: Vec::new() })
    }

    pub(in crate::records) fn reopen(folder: RunFolder, at: &FramesPosition) -> Result<Self, Error> {
        let fields = FieldSeries::open(&folder, Some(at.fields))?;
        let hulls = at.hulls.map(|hulls| HullSeries::open(&folder, Some(hulls))).transpose()?;
        let air = at.air.map(|air| AirSeries::open(&folder, Some(air))).transpose()?;
        Ok(Self { folder, fields, hulls, air, h_m: Vec::new(), bed_m: Vec::new() })
    }

    pub(in crate::records) fn position(&self) -> FramesPosition {
        FramesPosition {
            fields: self.fields.position(),
            hulls: self.hulls.as_ref().map(HullSeries::position),
            air: self.air.as_ref().map(AirSeries::position),
        }
    }

    /// Names, units and meanings of the arrays of each list.
    pub(in crate::records) fn arrays(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'static [(&'static str, &'static str)])> {
        let hulls = self.hulls.iter().map(|_| (HullSeries::NAMES[0], &hulls::ARRAYS[..]));
        let airs = self.air.iter().flat_map(|series| {
            let particles = series.has_particles().then_some((AirSeries::NAMES[2], &air::OF_PARTICLES[..]));
            [(AirSeries::NAMES[0], &air::ARRAYS[..])].into_iter().chain(particles)
        });
        [(FieldSeries::NAMES[0], &fields::ARRAYS[..])].into_iter().chain(hulls).chain(airs)
    }

    /// Writes the present state of a world and adds it to the lists.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, world: &World) -> Result<(), Error> {
        let time_s = world.time_s();
        let fields = world.fields();
        let still_m = world.still_level_m();
        self.bed_m.clear();
        match world.bed_m() {
            Some(bed_m) => self.bed_m.extend_from_slice(bed_m),
            None => self.bed_m.resize(fields.eta_m.len(), 0.0),
        }
        self.h_m.clear();
        let depth_m = |(eta, bed): (&f32, &f32)| (still_m + f64::from(*eta) - f64::from(*bed)) as f32;
        self.h_m.extend(fields.eta_m.iter().zip(&self.bed_m).map(depth_m));
        self.fields.write(&FieldFrame {
            time_s,
            cells: world.cells(),
            cell_size_m: world.cell_size_m(),
            h_m: &self.h_m,
            eta_m: &fields.eta_m,
            u_m_s: &fields.u_m_s,
            v_m_s: &fields.v_m_s,
            bed_m: &self.bed_m,
            label: world.labels(),
        })?;
        if let Some(air) = world.air() {
            let before = self.air.take().map_or_else(|| AirSeries::open(&self.folder, None), Ok)?;
            self.air.insert(before).write(&self.folder, time_s, air)?;
        }
        if world.bodies().len() == 0 {
            return Ok(());
        }
        let hulls = match self.hulls.take() {
            Some(hulls) => hulls,
            None => HullSeries::create(&self.folder)?,
        };
        self.hulls.insert(hulls).write(time_s, world.surfaces())
    }
}
