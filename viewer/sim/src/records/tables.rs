//! The tables of a run, and the rows that a step adds to them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::air::AirRow;
use super::error::Error;
use super::folder::RunFolder;
use super::joints::JointRow;
use super::ledger::LedgerRow;
use super::position::Position;
use super::rows::{BodyRow, GaugeRow, TowRow};
use super::summary::{Columns, Summary, SummaryFile};
use super::table::{Row, Table, Text};
use super::transects::TransectRow;

/// Wall time after which rows that are kept are written, so that a run can be followed.
const FLUSH_EVERY: Duration = Duration::from_millis(500);

/// Most steps whose rows are written at once, and most texts of bodies; the time after which they are: to wake the thread that writes takes as long
/// as a step of a small world.
const TOGETHER: usize = 64;
const MANY: usize = 64;
const LONGEST: Duration = Duration::from_millis(20);

pub(super) const BODIES: &str = "bodies.csv";
pub(super) const GAUGES: &str = "gauges.csv";
pub(super) const TOWING: &str = "towing.csv";
pub(super) const JOINTS: &str = "joints.csv";
pub(super) const TRANSECTS: &str = "transects.csv";
pub(super) const AIR: &str = "air.csv";
pub(super) const LEDGER: &str = "ledger.csv";

/// A table and its columns.
type Kind = (&'static str, &'static [(&'static str, &'static str)]);

/// Tables of every run.
const EVERY: [Kind; 2] = [(BODIES, BodyRow::COLUMNS), (GAUGES, GaugeRow::COLUMNS)];

/// Tables that not every run has.
pub(super) const SOME: [Kind; 5] = [
    (TOWING, TowRow::COLUMNS),
    (JOINTS, JointRow::COLUMNS),
    (TRANSECTS, TransectRow::COLUMNS),
    (AIR, AirRow::COLUMNS),
    (LEDGER, LedgerRow::COLUMNS),
];

/// The rows of an instant, or of several.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Rows as text, by tasks: there are many of them.
    bodies: Vec<Text>,
    /// Number of texts that rows were written into, of steps, and when the first of them ended, since the last [`Self::clear`].
    texts: usize,
    steps: usize,
    since: Option<Instant>,
    pub(super) gauges: Vec<GaugeRow>,
    pub(super) towing: Vec<TowRow>,
    pub(super) joints: Vec<JointRow>,
    pub(super) transects: Vec<TransectRow>,
    pub(super) air: Vec<AirRow>,
    pub(super) ledger: Vec<LedgerRow>,
    /// Written when all rows are.
    pub(super) summary: Option<Box<Summary>>,
}

impl Rows {
    /// Removes all rows and keeps their memory.
    pub(super) fn clear(&mut self) {
        let Self { bodies, texts, steps, since, gauges, towing, joints, transects, air, ledger, summary } =
            self;
        (*texts, *steps, *since, *summary) = (0, 0, None, None);
        bodies.iter_mut().for_each(Text::clear);
        gauges.clear();
        towing.clear();
        joints.clear();
        transects.clear();
        air.clear();
        ledger.clear();
    }

    /// So many texts for rows of bodies, to be written after those before.
    pub(super) fn next_texts(&mut self, count: usize) -> &mut [Text] {
        let first = self.texts;
        self.texts += count;
        if self.bodies.len() < self.texts {
            self.bodies.resize_with(self.texts, Text::default);
        }
        &mut self.bodies[first..self.texts]
    }

    /// Ends the rows of a step; returns whether they should not wait for those of more.
    pub(super) fn end_step(&mut self) -> bool {
        self.steps += 1;
        let waited = self.since.get_or_insert_with(Instant::now).elapsed();
        self.texts >= MANY || self.steps >= TOGETHER || waited >= LONGEST || self.summary.is_some()
    }

    /// Whether there are rows of each of [`SOME`].
    pub(super) fn has(&self) -> [bool; SOME.len()] {
        let Self { towing, joints, transects, air, ledger, .. } = self;
        [towing.is_empty(), joints.is_empty(), transects.is_empty(), air.is_empty(), ledger.is_empty()]
            .map(|is_empty| !is_empty)
    }
}

/// The tables of a run; those of what not every run has are started with their first row.
#[derive(Debug)]
pub(super) struct Tables {
    folder: RunFolder,
    bodies: Table<BodyRow>,
    gauges: Table<GaugeRow>,
    towing: Option<Table<TowRow>>,
    joints: Option<Table<JointRow>>,
    transects: Option<Table<TransectRow>>,
    air: Option<Table<AirRow>>,
    ledger: Option<Table<LedgerRow>>,
    pub(super) summary: SummaryFile,
    flushed: Instant,
}

impl Tables {
    /// Starts the tables in a folder.
    pub(super) fn create(folder: RunFolder) -> Result<Self, Error> {
        Ok(Self {
            bodies: Table::create(&folder.path().join(BODIES))?,
            gauges: Table::create(&folder.path().join(GAUGES))?,
            towing: None,
            joints: None,
            transects: None,
            air: None,
            ledger: None,
            summary: SummaryFile::new(folder.clone()),
            flushed: Instant::now(),
            folder,
        })
    }

    /// Opens the tables of an earlier run at a position; rows after it are removed.
    pub(super) fn reopen(folder: RunFolder, position: &Position) -> Result<Self, Error> {
        let path = |name| folder.path().join(name);
        let towing = position.towing.map(|length| Table::reopen(&path(TOWING), length));
        let joints = position.joints.map(|length| Table::reopen(&path(JOINTS), length));
        let transects = position.transects.map(|length| Table::reopen(&path(TRANSECTS), length));
        let air = position.air.as_ref().map(|(length, _)| Table::reopen(&path(AIR), *length));
        let ledger = position.ledger.as_ref().map(|(length, _)| Table::reopen(&path(LEDGER), *length));
        Ok(Self {
            bodies: Table::reopen(&path(BODIES), position.bodies)?,
            gauges: Table::reopen(&path(GAUGES), position.gauges)?,
            towing: towing.transpose()?,
            joints: joints.transpose()?,
            transects: transects.transpose()?,
            air: air.transpose()?,
            ledger: ledger.transpose()?,
            summary: SummaryFile::new(folder.clone()),
            flushed: Instant::now(),
            folder,
        })
    }

    /// Starts the table of the books.
    pub(super) fn start_ledger(&mut self) -> Result<(), Error> {
        started(&mut self.ledger, &self.folder, LEDGER).map(drop)
    }

    /// Adds rows; writes what is kept twice a second, or when it is much, and before a summary.
    pub(super) fn write(&mut self, rows: &Rows) -> Result<(), Error> {
        // A folder that is gone is said, not its first table.
        self.folder.verify()?;
        let Self { folder, bodies, gauges, towing, joints, transects, air, ledger, .. } = self;
        // All are taken in: what cannot be written is kept for another try.
        let mut of_bodies = Ok(());
        for text in &rows.bodies {
            let kept = bodies.write_text(text);
            of_bodies = of_bodies.and(kept);
        }
        let written = [
            of_bodies,
            gauges.write_all(&rows.gauges),
            add(towing, (folder, TOWING), &rows.towing),
            add(joints, (folder, JOINTS), &rows.joints),
            add(transects, (folder, TRANSECTS), &rows.transects),
            add(air, (folder, AIR), &rows.air),
            add(ledger, (folder, LEDGER), &rows.ledger),
        ];
        written.into_iter().collect::<Result<(), _>>()?;
        if self.flushed.elapsed() >= FLUSH_EVERY || rows.summary.is_some() {
            self.flush()?;
        }
        rows.summary.as_ref().map_or(Ok(()), |summary| self.summary.replace(summary))
    }

    /// Writes all rows so far.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        self.folder.verify()?;
        self.flushed = Instant::now();
        self.bodies.flush()?;
        self.gauges.flush()?;
        self.joints.as_mut().map_or(Ok(()), Table::flush)?;
        self.transects.as_mut().map_or(Ok(()), Table::flush)?;
        self.air.as_mut().map_or(Ok(()), Table::flush)?;
        self.ledger.as_mut().map_or(Ok(()), Table::flush)?;
        self.towing.as_mut().map_or(Ok(()), Table::flush)
    }

    /// Writes all rows and waits until they are on the disk; all tables are tried.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        self.folder.verify()?;
        let all = [
            self.bodies.sync(),
            self.gauges.sync(),
            self.towing.as_mut().map_or(Ok(()), Table::sync),
            self.joints.as_mut().map_or(Ok(()), Table::sync),
            self.transects.as_mut().map_or(Ok(()), Table::sync),
            self.air.as_mut().map_or(Ok(()), Table::sync),
            self.ledger.as_mut().map_or(Ok(()), Table::sync),
        ];
        all.into_iter().collect()
    }

    /// Writes all rows; sets the lengths of the tables in a position.
    pub(super) fn lengths(&mut self, position: &mut Position) -> Result<(), Error> {
        position.listed = self.folder.length()?;
        position.bodies = self.bodies.length()?;
        position.gauges = self.gauges.length()?;
        position.towing = self.towing.as_mut().map(Table::length).transpose()?;
        position.joints = self.joints.as_mut().map(Table::length).transpose()?;
        position.transects = self.transects.as_mut().map(Table::length).transpose()?;
        if let (Some(table), Some((length, _))) = (&mut self.air, &mut position.air) {
            *length = table.length()?;
        }
        if let (Some(table), Some((length, _))) = (&mut self.ledger, &mut position.ledger) {
            *length = table.length()?;
        }
        Ok(())
    }

    /// Whether there is each of [`SOME`].
    pub(super) fn has(&self) -> [bool; SOME.len()] {
        let Self { towing, joints, transects, air, ledger, .. } = self;
        [towing.is_some(), joints.is_some(), transects.is_some(), air.is_some(), ledger.is_some()]
    }
}

/// Units and meanings of the columns of each table of a run that has these of [`SOME`].
pub(super) fn columns(has: [bool; SOME.len()]) -> Columns {
    let some = SOME.into_iter().zip(has).filter_map(|(table, has)| has.then_some(table));
    let all = EVERY.into_iter().chain(some);
    all.map(|(file, columns)| (file.to_string(), described(columns))).collect()
}

/// Units and meanings of columns by their names.
pub(super) fn described(columns: &[(&str, &str)]) -> BTreeMap<String, String> {
    columns.iter().map(|(name, meaning)| (name.to_string(), meaning.to_string())).collect()
}

/// Adds rows to a table, which is started with the first.
fn add<R: Row>(
    table: &mut Option<Table<R>>,
    (folder, name): (&RunFolder, &str),
    rows: &[R],
) -> Result<(), Error> {
    if rows.is_empty() { Ok(()) } else { started(table, folder, name)?.write_all(rows) }
}

/// The table of a file, started where it is not yet.
fn started<'a, R: Row>(
    table: &'a mut Option<Table<R>>,
    folder: &RunFolder,
    name: &str,
) -> Result<&'a mut Table<R>, Error> {
    let before = table.take();
    Ok(table.insert(before.map_or_else(|| Table::create(&folder.path().join(name)), Ok)?))
}
