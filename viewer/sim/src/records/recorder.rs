use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::air::AirRow;
use super::error::Error;
use super::folder::RunFolder;
use super::instants::Instants;
use super::joints::JointRow;
use super::ledger::LedgerRow;
use super::paraview::{FrameSeries, FramesPosition};
use super::rows::{BodyRow, GaugeRow, TowRow};
use super::summary::{Columns, Summary, SummaryFile};
use super::table::{Row, Table};
use super::transects::TransectRow;
use crate::{Air, World};

/// Wall time after which rows that are kept are written, so that a run can be followed.
const FLUSH_EVERY: Duration = Duration::from_millis(500);

const BODIES: &str = "bodies.csv";
const GAUGES: &str = "gauges.csv";
const TOWING: &str = "towing.csv";
const JOINTS: &str = "joints.csv";
const TRANSECTS: &str = "transects.csv";
const AIR: &str = "air.csv";
const LEDGER: &str = "ledger.csv";

/// Writes all records of a run into its folder.
#[derive(Debug)]
pub struct Recorder {
    folder: RunFolder,
    bodies: Table<BodyRow>,
    gauges: Table<GaugeRow>,
    /// Started with the first towed body.
    towing: Option<Table<TowRow>>,
    /// Started with the first joint.
    joints: Option<Table<JointRow>>,
    /// Started with the first transect.
    transects: Option<Table<TransectRow>>,
    /// Started with the first air.
    air: Option<(Table<AirRow>, Instants)>,
    ledger: Option<(Table<LedgerRow>, Instants)>,
    frames: Option<(FrameSeries, Instants)>,
    summary: SummaryFile,
    flushed: Instant,
}

/// Position of the records of a run at an instant, from which a run continues with [`Recorder::reopen`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Position {
    listed: u64,
    bodies: u64,
    gauges: u64,
    towing: Option<u64>,
    joints: Option<u64>,
    transects: Option<u64>,
    air: Option<(u64, Instants)>,
    ledger: Option<(u64, Instants)>,
    frames: Option<(FramesPosition, Instants)>,
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
            bodies: Table::create(&folder.path().join(BODIES))?,
            gauges: Table::create(&folder.path().join(GAUGES))?,
            towing: None,
            joints: None,
            transects: None,
            air: None,
            ledger: None,
            frames: every_s.map(frames).transpose()?,
            summary: SummaryFile::new(folder.clone()),
            flushed: Instant::now(),
            folder,
        })
    }

    /// Records the books too, at the first step at or after each multiple of `every_s`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn with_ledger(mut self, every_s: f64) -> Result<Self, Error> {
        self.ledger = Some((Table::create(&self.folder.path().join(LEDGER))?, Instants::every(every_s)));
        Ok(self)
    }

    /// Reopens the records of an earlier run at a position: what was recorded after it is removed. The folder is that
    /// of [`RunFolder::reopen`] at [`Position::listed`].
    ///
    /// # Errors
    ///
    /// If a record is shorter than it was, or cannot be written.
    pub fn reopen(folder: RunFolder, position: &Position) -> Result<Self, Error> {
        let path = |name| folder.path().join(name);
        let towing = position.towing.map(|length| Table::reopen(&path(TOWING), length));
        let joints = position.joints.map(|length| Table::reopen(&path(JOINTS), length));
        let transects = position.transects.map(|length| Table::reopen(&path(TRANSECTS), length));
        let air = position.air.as_ref().map(|at| reopened(&path(AIR), at));
        let ledger = position.ledger.as_ref().map(|at| reopened(&path(LEDGER), at));
        let frames = position
            .frames
            .as_ref()
            .map(|(at, due)| FrameSeries::reopen(folder.clone(), at).map(|frames| (frames, due.clone())));
        Ok(Self {
            bodies: Table::reopen(&path(BODIES), position.bodies)?,
            gauges: Table::reopen(&path(GAUGES), position.gauges)?,
            towing: towing.transpose()?,
            joints: joints.transpose()?,
            transects: transects.transpose()?,
            air: air.transpose()?,
            ledger: ledger.transpose()?,
            frames: frames.transpose()?,
            summary: SummaryFile::new(folder.clone()),
            flushed: Instant::now(),
            folder,
        })
    }

    /// The position of the records: all that was recorded so far is written.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn position(&mut self) -> Result<Position, Error> {
        let frames = self.frames.as_ref().map(|(frames, due)| (frames.position(), due.clone()));
        Ok(Position {
            listed: self.folder.length()?,
            bodies: self.bodies.length()?,
            gauges: self.gauges.length()?,
            towing: self.towing.as_mut().map(Table::length).transpose()?,
            joints: self.joints.as_mut().map(Table::length).transpose()?,
            transects: self.transects.as_mut().map(Table::length).transpose()?,
            air: self.air.as_mut().map(position_of).transpose()?,
            ledger: self.ledger.as_mut().map(position_of).transpose()?,
            frames,
        })
    }

    /// Records the present state of a world: a row for every body, tow, gauge and transect, and books, fields and hulls when
    /// they are due. Rows are written twice a second, or when there are many.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn record(&mut self, world: &World) -> Result<(), Error> {
        let t_s = world.time_s();
        for (name, tow) in world.tows() {
            started(&mut self.towing, &self.folder, TOWING)?.write(&TowRow::new(t_s, name, &tow))?;
        }
        self.bodies.write_all(world.body_count(), |index| BodyRow::new(t_s, world.body(index)))?;
        for reading in world.gauges() {
            self.gauges.write(&GaugeRow::new(t_s, reading))?;
        }
        for reading in world.joints() {
            started(&mut self.joints, &self.folder, JOINTS)?.write(&JointRow::new(t_s, reading))?;
        }
        for reading in world.transects() {
            started(&mut self.transects, &self.folder, TRANSECTS)?.write(&TransectRow::new(t_s, reading))?;
        }
        if let Some(air) = world.air() {
            self.record_air(t_s, air)?;
        }
        if let Some((table, due)) = &mut self.ledger
            && due.reached(t_s)
        {
            table.write(&LedgerRow::new(world))?;
        }
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
        }
        match &mut self.frames {
            Some((frames, due)) => {
                if due.reached(t_s) {
                    frames.write(world)
                } else {
                    Ok(())
                }
            }
            None => Ok(()),
        }
    }

    fn record_air(&mut self, t_s: f64, air: &Air) -> Result<(), Error> {
        let before = self.air.take().map_or_else(
            || Ok((Table::create(&self.folder.path().join(AIR))?, Instants::every(air.every_s()))),
            Ok,
        );
        let (table, due) = self.air.insert(before?);
        if due.reached(t_s) { table.write(&AirRow::new(t_s, air)) } else { Ok(()) }
    }

    /// Writes all rows recorded so far.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        self.bodies.flush()?;
        self.gauges.flush()?;
        self.joints.as_mut().map_or(Ok(()), Table::flush)?;
        self.transects.as_mut().map_or(Ok(()), Table::flush)?;
        self.air.as_mut().map_or(Ok(()), |(table, _)| table.flush())?;
        self.ledger.as_mut().map_or(Ok(()), |(table, _)| table.flush())?;
        self.towing.as_mut().map_or(Ok(()), Table::flush)
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
        // All are tried.
        let towing = self.towing.as_mut().map_or(Ok(()), Table::sync);
        let joints = self.joints.as_mut().map_or(Ok(()), Table::sync);
        let transects = self.transects.as_mut().map_or(Ok(()), Table::sync);
        let air = self.air.as_mut().map_or(Ok(()), |(table, _)| table.sync());
        let ledger = self.ledger.as_mut().map_or(Ok(()), |(table, _)| table.sync());
        let others = towing.and(joints).and(transects).and(air).and(ledger);
        self.bodies.sync().and(self.gauges.sync()).and(others)
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
        let of = |columns: &[(&str, &str)]| -> BTreeMap<String, String> {
            columns.iter().map(|(name, meaning)| (name.to_string(), meaning.to_string())).collect()
        };
        let tables = [(BODIES, of(BodyRow::COLUMNS)), (GAUGES, of(GaugeRow::COLUMNS))];
        let towing = self.towing.iter().map(|_| (TOWING, of(TowRow::COLUMNS)));
        let joints = self.joints.iter().map(|_| (JOINTS, of(JointRow::COLUMNS)));
        let transects = self.transects.iter().map(|_| (TRANSECTS, of(TransectRow::COLUMNS)));
        let of_air = self.air.iter().map(|_| (AIR, of(AirRow::COLUMNS)));
        let ledger = self.ledger.iter().map(|_| (LEDGER, of(LedgerRow::COLUMNS)));
        let frames = self.frames.iter().flat_map(|(frames, _)| frames.arrays());
        let frames = frames.map(|(name, columns)| (name, of(columns)));
        let tables =
            tables.into_iter().chain(towing).chain(joints).chain(transects).chain(of_air).chain(ledger);
        tables.chain(frames).map(|(file, columns)| (file.to_string(), columns)).collect()
    }
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

/// A table with its instants, opened where it was.
fn reopened<R: Row>(path: &Path, (length, due): &(u64, Instants)) -> Result<(Table<R>, Instants), Error> {
    Ok((Table::reopen(path, *length)?, due.clone()))
}

/// Where a table with instants stands.
fn position_of<R: Row>((table, due): &mut (Table<R>, Instants)) -> Result<(u64, Instants), Error> {
    Ok((table.length()?, due.clone()))
}

impl Position {
    /// Length of the list of files, for [`RunFolder::reopen`].
    pub fn listed(&self) -> u64 {
        self.listed
    }
}
