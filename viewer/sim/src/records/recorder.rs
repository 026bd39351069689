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
use super::tables::{
    AIR, BODIES, GAUGES, JOINTS, LEDGER, Rows, SOME, TOWING, TRANSECTS, Tables, columns, described,
};
use super::transects::TransectRow;
use super::writer::Writer;
use crate::World;

/// Bodies whose rows a task brings into text.
const BODIES_PER_TASK: usize = 16;

/// Writes all records of a run into its folder, tables and running summaries on a thread of their own, to which the rows of bodies come as text.
#[derive(Debug)]
pub struct Recorder {
    pub(super) tables: Writer,
    /// Whether each table of [`SOME`] has rows.
    has: [bool; SOME.len()],
    /// None where rows are due at every step.
    rows_due: Option<Instants>,
    /// Due with the first air.
    air_due: Option<Instants>,
    ledger_due: Option<Instants>,
    frames: Option<(FrameSeries, Instants)>,
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
            has: [false; SOME.len()],
            rows_due: None,
            air_due: None,
            ledger_due: None,
            frames: every_s.map(frames).transpose()?,
        })
    }

    /// Records rows of bodies, tows, gauges, joints and transects not at every step, but at the first at or after each multiple of `every_s`, which
    /// must be above 0. The last step has a row only if it is such a one: a run that goes on has the same rows as one that was not stopped.
    pub fn with_rows_every(mut self, every_s: f64) -> Self {
        self.rows_due = Some(Instants::every(every_s));
        self
    }

    /// Records the books too, at the first step at or after each multiple of `every_s`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn with_ledger(mut self, every_s: f64) -> Result<Self, Error> {
        let (mut tables, before) = self.tables.tables();
        before.and_then(|()| tables.start_ledger())?;
        self.has = tables.has();
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
        let tables = Tables::reopen(folder, position)?;
        Ok(Self {
            has: tables.has(),
            tables: Writer::new(tables),
            rows_due: position.rows.clone(),
            air_due: due(&position.air),
            ledger_due: due(&position.ledger),
            frames: frames.transpose()?,
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
        let rows = self.rows_due.clone();
        let mut position = Position { rows, air, ledger, frames, ..Position::default() };
        let (mut tables, before) = self.tables.tables();
        before.and_then(|()| tables.lengths(&mut position))?;
        Ok(position)
    }

    /// Records the present state of a world: a row for every body, tow, gauge, joint and transect, books, fields and hulls, each when
    /// it is due. Rows are written twice a second, or when there are many.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), Error> {
        let (t_s, mut rows) = (world.time_s(), self.tables.gathered());
        if self.rows_due.as_mut().is_none_or(|due| due.reached(t_s)) {
            add_rows(&mut rows, world);
        }
        if let Some(air) = world.air()
            && self.air_due.get_or_insert_with(|| Instants::every(air.every_s())).reached(t_s)
        {
            rows.air.push(AirRow::new(t_s, air));
        }
        if self.ledger_due.as_mut().is_some_and(|due| due.reached(t_s)) {
            rows.ledger.push(LedgerRow::new(world));
        }
        self.has.iter_mut().zip(rows.has()).for_each(|(has, has_rows)| *has |= has_rows);
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

    /// Has all rows so far written, and then `summary.json`, which replaces the one before, while the run goes on.
    ///
    /// # Errors
    ///
    /// If what was recorded before cannot be written; what becomes of the summary is returned by a later call.
    pub fn summarize(&mut self, summary: Summary) -> Result<(), Error> {
        let mut rows = self.tables.gathered();
        rows.summary = Some(Box::new(summary));
        self.tables.write(rows)
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
        self.tables.tables_as_they_are().summary.make_room();
        let rows = self.sync();
        self.tables.tables_as_they_are().summary.finish(summary).and(rows)
    }

    /// Units and meanings of the columns and arrays of each file.
    pub fn columns(&self) -> Columns {
        let mut columns = columns(self.has);
        let frames = self.frames.iter().flat_map(|(frames, _)| frames.arrays());
        columns.extend(frames.map(|(name, arrays)| (name.to_string(), described(arrays))));
        columns
    }
}

/// Adds a row for every body, tow, gauge, joint and transect.
fn add_rows(rows: &mut Rows, world: &World) {
    let (t_s, count) = (world.time_s(), world.body_count());
    rows.towing.extend(world.tows().map(|(name, tow)| TowRow::new(t_s, name.clone(), &tow)));
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
}
