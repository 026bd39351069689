//! The folder of a run: one run at a time, and the list of what it writes there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::Error;
use whole_file::draft_of;

/// Name of the list in the folder of a run.
pub const LIST: &str = "records.txt";

/// What starts the line of the list that says which run writes; all other lines name what it writes.
const RUN: &str = "# ";

/// Treatment of the records of an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The folder is refused.
    Refuse,
    /// Files that the earlier run has listed are removed, nothing else.
    Remove,
}

/// A folder that one run writes into.
///
/// `records.txt` says which run that is and lists all files before they are written, a folder with a `/` after its name. It is
/// locked while a run writes; the lock goes with the process, however that ends, so a list left behind by a process that
/// died does not block the folder. Where the file system knows no locks, nothing keeps two runs apart.
#[derive(Debug, Clone)]
pub struct RunFolder {
    path: PathBuf,
    list: Arc<Locked>,
}

/// A file whose lock goes when this does, also where a child of the process still holds a copy of its descriptor, as between its fork
/// and the program that it starts.
#[derive(Debug)]
struct Locked(File);

/// Whether they are one claim.
impl PartialEq for RunFolder {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.list, &other.list)
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl RunFolder {
    /// Takes a folder, which is created where it is missing, for a run of the scenario `of` that will write `names`.
    ///
    /// # Errors
    ///
    /// If another run writes there, if it holds the records of an earlier one that are not to be removed, if a file is in the
    /// way that no run has written, or if it is not writable.
    pub fn claim(path: &Path, of: &str, existing: Existing, names: &[&str]) -> Result<Self, Error> {
        let (folder, text) = Self::lock(path)?;
        let claimed = folder.clear(&text, existing, names).and_then(|()| {
            folder.list.0.set_len(0).map_err(Error::at(&folder.list_path()))?;
            folder.append(&[&[&*this_run(of)], names].concat())
        });
        if claimed.is_err() && text.is_empty() {
            // It is not the folder of a run.
            let _ = fs::remove_file(folder.list_path());
        }
        claimed.map(|()| folder)
    }

    /// Takes the folder of an earlier run of the scenario `of` to go on from where its list had `length` bytes: what it has
    /// listed since is removed.
    ///
    /// # Errors
    ///
    /// If another run writes there, its list is shorter or names no files of a run, or it is not writable.
    pub fn reopen(path: &Path, of: &str, length: u64) -> Result<Self, Error> {
        let (folder, text) = Self::lock(path)?;
        let list = folder.list_path();
        let Some((_, later)) = usize::try_from(length).ok().and_then(|length| text.split_at_checked(length))
        else {
            return Err(Error::Shorter { path: list, before_bytes: length, bytes: text.len() as u64 });
        };
        folder.remove(&folder.listed(later)?)?;
        folder.list.0.set_len(length).map_err(Error::at(&list))?;
        folder.append(&[&this_run(of)])?;
        Ok(folder)
    }

    /// Lists files that another command writes beside the records of a run, so that `--overwrite` removes them too; nothing where
    /// no run has written. What a run that goes on from a checkpoint has not listed itself, it removes.
    ///
    /// Files of the scenario or mesh `of` need the folder alone: they would be in the way of a run that writes. Returns the folder then, which is locked as
    /// long as that is kept. Those that are drawn of the records themselves, of `None`, do not.
    ///
    /// # Errors
    ///
    /// If the list cannot be written, or, where the files need the folder alone, another run writes there or has written what is of something else.
    pub fn beside(path: &Path, of: Option<&str>, names: &[&str]) -> Result<Option<Self>, Error> {
        if !path.join(LIST).is_file() {
            return Ok(None);
        }
        let (folder, text) = match Self::lock(path) {
            Err(Error::InUse { .. }) if of.is_none() => Self::open(path)?,
            locked => locked?,
        };
        let by = last_run(&text);
        if of.is_some_and(|of| !by.starts_with(&run_of(of))) {
            return Err(Error::OfAnother { folder: path.into(), by });
        }
        let new: Vec<&str> =
            names.iter().copied().filter(|name| text.lines().all(|line| line != *name)).collect();
        folder.append(&new)?;
        Ok(of.is_some().then_some(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds files, or folders with a `/` after their names, to the list, before they are written; returns the path of the
    /// first.
    ///
    /// # Errors
    ///
    /// If the list cannot be written, or the folder has been removed.
    pub fn list(&self, names: &[&str]) -> Result<PathBuf, Error> {
        self.verify()?;
        self.append(names)?;
        Ok(self.path.join(names.first().copied().unwrap_or_default()))
    }

    /// Length of the list, to go on from with [`reopen`](Self::reopen).
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn length(&self) -> Result<u64, Error> {
        Ok(self.list.0.metadata().map_err(Error::at(&self.list_path()))?.len())
    }

    /// Whether the folder is still the one that was taken; files that are open can be written even when they are removed.
    pub(super) fn verify(&self) -> Result<(), Error> {
        if is_at(&self.list.0, &self.list_path()) {
            Ok(())
        } else {
            Err(Error::Removed { path: self.path.clone() })
        }
    }

    /// Opens and locks the list of a folder; also returns what is in it.
    fn lock(path: &Path) -> Result<(Self, String), Error> {
        let (folder, text) = Self::open(path)?;
        match folder.list.0.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(Error::at(&folder.list_path())(error)),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::InUse { folder: path.into(), by: last_run(&text) });
            }
        }
        Ok((folder, text))
    }

    /// Opens the list of a folder, both made where they are missing; also returns what is in it.
    fn open(path: &Path) -> Result<(Self, String), Error> {
        make_folder(path)?;
        let list_path = path.join(LIST);
        let at = Error::at(&list_path);
        let mut list =
            OpenOptions::new().read(true).append(true).create(true).open(&list_path).map_err(&at)?;
        let mut text = String::new();
        list.read_to_string(&mut text).map_err(at)?;
        Ok((Self { path: path.into(), list: Arc::new(Locked(list)) }, text))
    }

    /// Removes the records listed in `text`, or refuses to; also refuses where something unlisted is in the way of `names`.
    fn clear(&self, text: &str, existing: Existing, names: &[&str]) -> Result<(), Error> {
        let listed = self.listed(text)?;
        let is_listed =
            |path: &Path| listed.iter().any(|(_, known)| path == known || path == draft_of(known));
        for name in names {
            let path = self.path.join(name);
            let inside = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
            let found = if path.is_dir() { inside.collect() } else { vec![path.clone()] };
            if let Some(path) = found.into_iter().find(|path| path.exists() && !is_listed(path)) {
                return Err(Error::NotListed { path, list: self.list_path() });
            }
        }
        if existing == Existing::Refuse && listed.iter().any(|(_, path)| path.exists()) {
            return Err(Error::Taken { folder: self.path.clone(), by: last_run(text) });
        }
        self.remove(&listed)
    }

    /// Names and paths in the text of a list.
    fn listed(&self, text: &str) -> Result<Vec<(String, PathBuf)>, Error> {
        let names = text.lines().filter(|line| !line.starts_with(RUN));
        let listed = names.map(|name| {
            let mut parts = Path::new(name).components().peekable();
            if parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_))) {
                Ok((name.into(), self.path.join(name)))
            } else {
                Err(Error::BadList { path: self.list_path(), line: name.into() })
            }
        });
        listed.collect()
    }

    /// Removes what is listed, with drafts that were never finished; folders only if nothing is left in them. Files go in the
    /// order of the list, which names the summary and the lists for ParaView before what they speak of: if the removal ends
    /// early, nothing is named that is gone.
    fn remove(&self, listed: &[(String, PathBuf)]) -> Result<(), Error> {
        let (folders, files): (Vec<_>, Vec<_>) = listed.iter().partition(|(name, _)| name.ends_with('/'));
        for path in files.iter().flat_map(|(_, path)| [path.clone(), draft_of(path)]) {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(Error::at(&path)(error)),
                _ => {}
            }
        }
        for (_, path) in folders.iter().rev() {
            // Something else may be in it.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }

    fn append(&self, lines: &[&str]) -> Result<(), Error> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        (&self.list.0).write_all(text.as_bytes()).map_err(Error::at(&self.list_path()))
    }

    fn list_path(&self) -> PathBuf {
        self.path.join(LIST)
    }
}

/// Creates a folder, and those above it, where they are missing.
///
/// # Errors
///
/// If it or one above it is a file, or it cannot be written.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => Error::NotAFolder { path: path.into() },
        _ => Error::at(path)(source),
    })
}

/// The line for this process.
fn this_run(of: &str) -> String {
    let started_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    format!("{RUN}{}{}, started {}", run_of(of), std::process::id(), utc(started_s))
}

/// Its words up to the number of the process.
fn run_of(of: &str) -> String {
    let of: String = of.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("run of {of}, process ")
}

/// The run that the text of a list names last.
fn last_run(text: &str) -> String {
    let run = text.lines().rev().find_map(|line| line.strip_prefix(RUN));
    run.unwrap_or("run of another process").into()
}

/// Date and time in UTC of a number of seconds since 1970.
fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years of 400 have 146,097 days; the year starts in March, so that a leap day is its last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + next;
    let [hour, minute, second] = [second / 3600, second / 60 % 60, second % 60];
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// Whether an open file is the one that is found at a path.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    fs::metadata(path).is_ok_and(|there| file.metadata().is_ok_and(|open| place(open) == place(there)))
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let dates = [0, 951_782_399, 951_868_799, 951_868_800, 1_798_761_599, 4_107_542_400].map(utc);
        let wanted = [
            "1970-01-01 00:00:00 UTC",
            "2000-02-28 23:59:59 UTC",
            "2000-02-29 23:59:59 UTC",
            "2000-03-01 00:00:00 UTC",
            "2026-12-31 23:59:59 UTC",
            "2100-03-01 00:00:00 UTC",
        ];
        assert_eq!(dates, wanted);
    }

    #[test]
    fn a_folder_is_free_when_its_run_ends_whoever_still_holds_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFolder::claim(folder.path(), "x", Existing::Refuse, &[]).unwrap();
        let copy = run.list.0.try_clone().unwrap();
        assert!(RunFolder::claim(folder.path(), "y", Existing::Refuse, &[]).is_err());
        drop(run);
        assert!(RunFolder::claim(folder.path(), "y", Existing::Refuse, &[]).is_ok());
        drop(copy);
    }

    #[test]
    fn a_folder_in_use_names_the_run_that_goes_on_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = RunFolder::claim(folder.path(), "x", Existing::Refuse, &[]).unwrap();
        let length = first.length().unwrap();
        drop(first);
        let _second = RunFolder::reopen(folder.path(), "y", length).unwrap();
        let error = RunFolder::claim(folder.path(), "z", Existing::Refuse, &[]).unwrap_err();
        assert!(matches!(&error, Error::InUse { by, .. } if by.starts_with("run of y")), "{error}");
    }

    #[test]
    fn a_list_that_leads_out_of_the_folder_removes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        for line in ["../mine.csv", "/etc/passwd", "", "a/../../mine.csv"] {
            fs::write(folder.path().join("mine.csv"), "1").unwrap();
            fs::write(out.join(LIST), format!("# run of x\n{line}\n")).unwrap();
            let error = RunFolder::claim(&out, "x", Existing::Remove, &[]).unwrap_err();
            assert!(matches!(&error, Error::BadList { line: named, .. } if named == line), "{error}");
            assert!(folder.path().join("mine.csv").exists());
        }
    }
}
