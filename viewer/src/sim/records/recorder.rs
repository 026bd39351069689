use std::path::{Path, PathBuf};

use super::fields::{FieldFrame, FieldSeries};
use super::files::{Error, remove_numbered};
use super::instants::Instants;
use super::ledger::LedgerRow;
use super::rows::{BodyRow, GaugeRow, TowRow};
use super::summary::Summary;
use super::table::Table;
use super::transects::TransectRow;
use crate::sim::World;

/// Writes all records of a run into one folder.
#[derive(Debug)]
pub struct Recorder {
    out: PathBuf,
    bodies: Table<BodyRow>,
    gauges: Table<GaugeRow>,
    /// Started with the first towed body.
    towing: Option<Table<TowRow>>,
    /// Started with the first transect.
    transects: Option<Table<TransectRow>>,
    ledger: Option<(Table<LedgerRow>, Instants)>,
    fields: Option<Frames>,
}

/// Fields at regular instants.
#[derive(Debug)]
struct Frames {
    series: FieldSeries,
    due: Instants,
    h_m: Vec<f32>,
}

impl Recorder {
    /// Starts the records in a folder, which is created; files of an earlier run are replaced. With `every_s` fields are
    /// written too, at the first step at or after each multiple of it.
    ///
    /// # Errors
    ///
    /// If the folder is not writable.
    pub fn create(out: &Path, every_s: Option<f64>) -> Result<Self, Error> {
        std::fs::create_dir_all(out).map_err(Error::at(out))?;
        remove_numbered(&out.join("fields"), "", "vti")?;
        for earlier in ["fields.pvd", "towing.csv", "transects.csv", "ledger.csv"].map(|name| out.join(name))
        {
            if earlier.exists() {
                std::fs::remove_file(&earlier).map_err(Error::at(&earlier))?;
            }
        }
        let frames = |every_s| {
            let series = FieldSeries::create(out)?;
            Ok(Frames { series, due: Instants::every(every_s), h_m: Vec::new() })
        };
        Ok(Self {
            out: out.into(),
            bodies: Table::create(&out.join("bodies.csv"))?,
            gauges: Table::create(&out.join("gauges.csv"))?,
            towing: None,
            transects: None,
            ledger: None,
            fields: every_s.map(frames).transpose()?,
        })
    }

    /// Records the books too, at the first step at or after each multiple of `every_s`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn with_ledger(mut self, every_s: f64) -> Result<Self, Error> {
        self.ledger = Some((Table::create(&self.out.join("ledger.csv"))?, Instants::every(every_s)));
        Ok(self)
    }

    /// Writes the present state of a world: a row for every body and gauge, and the fields when they are due.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), Error> {
        let t_s = world.time_s();
        for state in world.bodies() {
            if let Some(tow) = &state.tow {
                let table = match self.towing.take() {
                    Some(table) => table,
                    None => Table::create(&self.out.join("towing.csv"))?,
                };
                self.towing.insert(table).write(&TowRow::new(t_s, &state.name, tow))?;
            }
            self.bodies.write(&BodyRow::new(t_s, state))?;
        }
        for reading in world.gauges() {
            self.gauges.write(&GaugeRow::new(t_s, reading))?;
        }
        for reading in world.transects() {
            let table = match self.transects.take() {
                Some(table) => table,
                None => Table::create(&self.out.join("transects.csv"))?,
            };
            self.transects.insert(table).write(&TransectRow::new(t_s, reading))?;
        }
        if let Some((table, due)) = &mut self.ledger
            && due.reached(t_s)
        {
            table.write(&LedgerRow::new(world))?;
            table.flush()?;
        }
        self.transects.as_mut().map_or(Ok(()), Table::flush)?;
        self.bodies.flush()?;
        self.gauges.flush()?;
        self.towing.as_mut().map_or(Ok(()), Table::flush)?;
        self.fields.as_mut().map_or(Ok(()), |frames| frames.record(world))
    }

    /// Writes `summary.json`, replacing the one before.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn summarize(&self, summary: &Summary) -> Result<(), Error> {
        summary.write(&self.out.join("summary.json"))
    }
}

impl Frames {
    fn record(&mut self, world: &World) -> Result<(), Error> {
        if !self.due.reached(world.time_s()) {
            return Ok(());
        }
        let fields = world.fields();
        let still_m = world.still_level_m();
        // The bed is flat, at the datum.
        self.h_m.clear();
        self.h_m.extend(fields.eta_m.iter().map(|eta| (still_m + f64::from(*eta)) as f32));
        self.series.write(&FieldFrame {
            time_s: world.time_s(),
            cells: world.cells(),
            cell_size_m: world.cell_size_m(),
            h_m: &self.h_m,
            eta_m: &fields.eta_m,
            u_m_s: &fields.u_m_s,
            v_m_s: &fields.v_m_s,
            label: world.labels(),
        })
    }
}
