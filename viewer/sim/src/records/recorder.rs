use rayon::prelude::*;

use super::air::AirRow;
use super::error::Error;
use super::folder::RunFolder;
use super::instants::Instants;
use super::joints::JointRow;
use super::ledger::LedgerRow;
use super::paraview::FrameSeries;
use super::position::Position;
use super::rows::{BodyRow, GaugeRow, TowRow};
use super::summary::{Columns, Summary, SummaryFile};
use super::tables::{AIR, BODIES, GAUGES, JOINTS, LEDGER, TOWING, TRANSECTS, Tables, described};
use super::transects::TransectRow;
use super::writer::Writer;
use crate::World;

/// Bodies whose rows a task brings into text.
const BODIES_PER_TASK: usize = 16;

/// Writes all records of a run into its folder, the tables on a thread of their own, to which the rows of bodies come as text.
#[derive(Debug)]
pub struct Recorder {
    tables: Writer,
    /// Due with the first air.
    air_due: Option<Instants>,
    ledger_due: Option<Instants>,
    frames: Option<(FrameSeries, Instants)>,
    summary: SummaryFile,
}

impl Recorder {
    /// Names of what a recorder writes, with or without fields, for [`RunFolder::claim`].
    pub fn names(with_fields: bool) -> Vec<&'static str> {
        let mut names =
            [&SummaryFile::NAMES[..], &[BODIES, GAUGES, TOWING, JOINTS, TRANSECTS, AIR, LEDGER]].concat();
        if with_fields {
            names.extend(FrameSeries::NAMES);
        }
        names
    }

    /// Starts the records in a folder. With `every_s` fields and hulls are written too, at the first step at or after each
    /// multiple of it.
    ///
    /// # Errors
    ///
    /// If the folder is not writable.
    pub fn create(folder: RunFolder, every_s: Option<f64>) -> Result<Self, Error> {
        let frames = |every_s| Ok((FrameSeries::create(folder.clone())?, Instants::every(every_s)));
        Ok(Self {
            tables: Writer::new(Tables::create(folder.clone())?),
            air_due: None,
            ledger_due: None,
            frames: every_s.map(frames).transpose()?,
            summary: SummaryFile::new(folder),
        })
    }

    /// Records the books too, at the first step at or after each multiple of `every_s`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn with_ledger(mut self, every_s: f64) -> Result<Self, Error> {
        let (mut tables, before) = self.tables.tables();
        before.and_then(|()| tables.start_ledger())?;
        drop(tables);
        self.ledger_due = Some(Instants::every(every_s));
        Ok(self)
    }

    /// Reopens the records of an earlier run at a position: what was recorded after it is removed. The folder is that
    /// of [`RunFolder::reopen`] at [`Position::listed`].
    ///
    /// # Errors
    ///
    /// If a record is shorter than it was, or cannot be written.
    pub fn reopen(folder: RunFolder, position: &Position) -> Result<Self, Error> {
        let frames = position
            .frames
            .as_ref()
            .map(|(at, due)| FrameSeries::reopen(folder.clone(), at).map(|frames| (frames, due.clone())));
        let due = |table: &Option<(u64, Instants)>| table.as_ref().map(|(_, due)| due.clone());
        Ok(Self {
            tables: Writer::new(Tables::reopen(folder.clone(), position)?),
            air_due: due(&position.air),
            ledger_due: due(&position.ledger),
            frames: frames.transpose()?,
            summary: SummaryFile::new(folder),
        })
    }

    /// The position of the records: all that was recorded so far is written.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn position(&mut self) -> Result<Position, Error> {
        let due = |due: &Option<Instants>| due.as_ref().map(|due| (0, due.clone()));
        let frames = self.frames.as_ref().map(|(frames, due)| (frames.position(), due.clone()));
        let (air, ledger) = (due(&self.air_due), due(&self.ledger_due));
        let mut position = Position { air, ledger, frames, ..Position::default() };
        let (mut tables, before) = self.tables.tables();
        before.and_then(|()| tables.lengths(&mut position))?;
        Ok(position)
    }

    /// Records the present state of a world: a row for every body, tow, gauge and transect, and books, fields and hulls when
    /// they are due. Rows are written twice a second, or when there are many.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), Error> {
        let (t_s, mut rows) = (world.time_s(), self.tables.gathered());
        rows.towing.extend(world.tows().map(|(name, tow)| TowRow::new(t_s, name.clone(), &tow)));
        let count = world.body_count();
        let texts = rows.next_texts(count.div_ceil(BODIES_PER_TASK));
        texts.par_iter_mut().zip((0..count).into_par_iter().step_by(BODIES_PER_TASK)).for_each(
            |(text, first)| {
                let bodies = first..count.min(first + BODIES_PER_TASK);
                text.write::<BodyRow, BodyRow>(bodies.map(|index| BodyRow::new(t_s, world.body(index))));
            },
        );
        rows.gauges.extend(world.gauges().map(|reading| GaugeRow::new(t_s, reading)));
        rows.joints.extend(world.joints().map(|reading| JointRow::new(t_s, reading)));
        rows.transects.extend(world.transects().map(|reading| TransectRow::new(t_s, reading)));
        if let Some(air) = world.air()
            && self.air_due.get_or_insert_with(|| Instants::every(air.every_s())).reached(t_s)
        {
            rows.air.push(AirRow::new(t_s, air));
        }
        if self.ledger_due.as_mut().is_some_and(|due| due.reached(t_s)) {
            rows.ledger.push(LedgerRow::new(world));
        }
        self.tables.write(rows)?;
        if let Some((frames, due)) = &mut self.frames
            && due.reached(t_s)
        {
            frames.write(world)?;
        }
        Ok(())
    }

    /// Writes all rows recorded so far.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        let (mut tables, before) = self.tables.tables();
        before.and_then(|()| tables.flush())
    }

    /// Writes all rows, and `summary.json`, which replaces the one before.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn summarize(&mut self, summary: &Summary) -> Result<(), Error> {
        self.flush()?;
        self.summary.replace(summary)
    }

    /// Writes all rows and waits until they are on the disk, where some file systems find only then that they are full.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<(), Error> {
        // What was not written before is tried again.
        let (mut tables, before) = self.tables.tables();
        let synced = tables.sync();
        before.and(synced)
    }

    /// Writes the rows that are left and the last summary, for which space is held since the first summary.
    ///
    /// # Errors
    ///
    /// If one cannot be written; all are tried.
    pub fn finish(mut self, summary: &Summary) -> Result<(), Error> {
        self.summary.make_room();
        let rows = self.sync();
        self.summary.finish(summary).and(rows)
    }

    /// Units and meanings of the columns and arrays of each file.
    pub fn columns(&self) -> Columns {
        let mut columns = self.tables.tables().0.columns();
        let frames = self.frames.iter().flat_map(|(frames, _)| frames.arrays());
        columns.extend(frames.map(|(name, arrays)| (name.to_string(), described(arrays))));
        columns
    }
}
