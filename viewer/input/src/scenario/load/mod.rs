mod expand;
mod include;
mod overrides;
mod reader;
mod series;
pub mod shipped;
mod words;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Table, Value};

use self::reader::{Fault, Reader};
use super::check::check;
use super::{Error, Origin, Scenario, suggest};
use crate::{bounded, mesh_file};

/// Greatest length of a scenario file: 65,535 bodies of 200 letters each are less.
const MOST_BYTES: usize = 1 << 24;

/// Letters of a key or a value that are shown.
const LETTERS: usize = 200;

impl Scenario {
    /// Reads a shipped scenario or a file, applies the overrides and checks every value.
    ///
    /// `overrides` are `key.path=value` with the value as in TOML, a bare word as a string, and nothing to remove
    /// the key: `body.boat.mass_kg=1500`, `gauge.0.position_m=[1, 2]`, `solver.gravity_number=`.
    ///
    /// # Errors
    ///
    /// With the file, the key and what would be right. Meshes are not read here: see [`Scenario::body_mesh`].
    pub fn load(name: &str, overrides: &[String]) -> Result<Self, Error> {
        let is_shipped = shipped::text(name).is_some();
        let folder = Path::new(name).parent().filter(|_| !is_shipped).map(Path::to_path_buf);
        Self::parse(&Self::text(name)?, Origin { name: name.into(), folder }, overrides)
    }

    /// The text of a shipped scenario or a file.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Mesh`] and [`Error::Read`].
    pub fn text(name: &str) -> Result<String, Error> {
        if let Some(text) = shipped::text(name) {
            return Ok(text.to_owned());
        }
        let path = Path::new(name);
        if !path.exists() {
            return Err(Error::NotFound { name: name.into(), right: shipped::right_names(name) });
        }
        if mesh_file::is_mesh(path) {
            return Err(Error::Mesh { name: name.into() });
        }
        bounded::read_text(path, MOST_BYTES).map_err(|source| Error::Read { file: path.into(), source })
    }

    /// Writes the text of a scenario into a file, which is complete or unchanged.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn write_text(file: &Path, text: &str) -> std::io::Result<()> {
        whole_file::write(file, text.as_bytes())
    }

    /// Parses the text of a scenario file, applies the overrides and checks every value.
    ///
    /// # Errors
    ///
    /// As [`Scenario::load`].
    pub fn parse(text: &str, origin: Origin, overrides: &[String]) -> Result<Self, Error> {
        let mut table = words::parse_table(text, &origin.name)?;
        include::resolve(&mut table, &origin.name, origin.folder.as_deref())?;
        let bodies = overrides::names(&table, "body");
        for argument in overrides {
            overrides::apply(&mut table, argument)?;
        }
        let file = origin.name.clone();
        let wrong = |(key, message)| Error::Key { file: file.clone(), key, message };
        if table.contains_key("include") {
            let message = "--set cannot include files; a file of your own can";
            return Err(wrong(("include".into(), message.into())));
        }
        let mut scenario = deserialize(&table).map_err(|(key, message)| {
            overrides::of_nobody(&key, &bodies, overrides).unwrap_or_else(|| wrong((key, message)))
        })?;
        scenario.origin = origin;
        expand::expand(&mut scenario).map_err(wrong)?;
        series::read(&mut scenario).map_err(wrong)?;
        check(&mut scenario)?;
        Ok(scenario)
    }

    /// The scenario with a towed body at another speed.
    ///
    /// # Errors
    ///
    /// With the key, where the speed is out of range or the body is not towed.
    pub fn towed_at(&self, body: &str, speed_m_s: f64) -> Result<Self, Error> {
        let mut scenario = self.clone();
        let tow = scenario.body.get_mut(body).and_then(|body| body.tow.as_mut());
        let tow = tow.ok_or_else(|| Error::Key {
            file: self.origin.name.clone(),
            key: format!("body.{body}.tow"),
            message: "missing; a body that is towed needs it, such as { speed_m_s = 1.5 }".into(),
        })?;
        tow.speed_m_s = speed_m_s;
        check(&mut scenario)?;
        Ok(scenario)
    }

    /// The scenario with a key changed, as by `--set`.
    ///
    /// # Errors
    ///
    /// As [`Scenario::load`].
    pub fn changed(&self, change: &str) -> Result<Self, Error> {
        let changed = Self::parse(&self.to_toml()?, self.origin.clone(), &[change.to_owned()])?;
        Ok(Self { origin: self.origin.clone(), copies: self.copies.clone(), ..changed })
    }

    /// The text of a scenario file with these values, in which the files that it names have absolute paths: it means the same
    /// wherever it is read.
    ///
    /// # Errors
    ///
    /// With the key of a path that cannot be written in TOML, or made absolute.
    pub fn to_toml(&self) -> Result<String, Error> {
        let mut scenario = self.clone();
        for (name, body) in &mut scenario.body {
            let coefficients = body.radiation.as_mut().and_then(|radiation| radiation.coefficients.as_mut());
            let files = [
                ("mesh", body.mesh.as_mut()),
                ("look_mesh", body.look_mesh.as_mut()),
                ("radiation.coefficients", coefficients),
            ];
            for (leaf, file) in files {
                let Some(file) = file else { continue };
                *file = std::path::absolute(self.resolve(file)).map_err(|error| Error::Key {
                    file: self.origin.name.clone(),
                    key: format!("body.{name}.{leaf}"),
                    message: error.to_string(),
                })?;
            }
        }
        for (n, bed) in scenario.bed.iter_mut().enumerate() {
            let Some(file) = bed.file_mut() else { continue };
            *file = std::path::absolute(self.resolve(file)).map_err(|error| Error::Key {
                file: self.origin.name.clone(),
                key: format!("bed.{n}.file"),
                message: error.to_string(),
            })?;
        }
        toml::to_string(&scenario)
            .map_err(|error| Error::Syntax { file: self.origin.name.clone(), message: error.to_string() })
    }

    /// Path of a file named in the scenario: relative to the scenario file where it exists there, else as it is.
    pub fn resolve(&self, file: &Path) -> PathBuf {
        self.origin.resolve(file)
    }
}

impl Origin {
    fn resolve(&self, file: &Path) -> PathBuf {
        let beside = self.folder.as_ref().map(|folder| folder.join(file));
        beside.filter(|path| path.exists()).unwrap_or_else(|| file.into())
    }
}

/// Converts a table to a scenario; an error is the full path of the wrong key and what is wrong with it.
fn deserialize(table: &Table) -> Result<Scenario, (String, String)> {
    let error = match from_table(table.clone()) {
        Ok(scenario) => return Ok(scenario),
        Err(error) => error,
    };
    let (message, parent) = (error.first_line(), error.path());
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (leaf, explanation) = match quoted[..] {
        [field, ref known @ ..] if message.starts_with("unknown field") => {
            // The path may or may not end with the unknown key itself.
            let leaf = (parent.rsplit('.').next() != Some(field)).then(|| field.to_string());
            (leaf, suggest::unknown_key(field, known))
        }
        [field, ..] if message.starts_with("missing field") => {
            (Some(field.to_string()), "missing; this key must be given".into())
        }
        _ => (culprit(table, &parent, message), words::of_toml(message)),
    };
    let key = [Some(parent), leaf].into_iter().flatten().filter(|part| !part.is_empty());
    let key: Vec<String> = key.map(|part| bounded::shown(&part, LETTERS)).collect();
    Err((key.join("."), bounded::ends(&explanation, 3 * LETTERS)))
}

/// Finds the key at fault in the table at `parent`: the one without which the error changes.
///
/// Serde buffers tables with a `kind` and does not report the key inside.
fn culprit(table: &Table, parent: &str, message: &str) -> Option<String> {
    let mut keys: Vec<String> = overrides::table_at(&mut table.clone(), parent)?.keys().cloned().collect();
    // Every other key depends on `kind`, so it is tried last.
    keys.sort_by_key(|key| key == "kind");
    // No table has as many; each takes a copy of the whole.
    keys.truncate(100);
    keys.into_iter().find(|key| {
        let mut without = table.clone();
        if let Some(inner) = overrides::table_at(&mut without, parent) {
            inner.remove(key);
        }
        match from_table(without) {
            Ok(_) => true,
            Err(other) => other.first_line() != message,
        }
    })
}

/// Deserializes a scenario; the one place where the derived code is instantiated.
fn from_table(table: Table) -> Result<Scenario, Fault> {
    Scenario::deserialize(Reader(&Value::Table(table)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POOL: &str = r#"
        title = "Pool"
        duration_s = 1
        grid = { cells = [20, 10], cell_size_m = 0.5 }
        water = { level_m = 2.0 }
        sides.west = { kind = "wall", slip = "no-slip" }
        [body.boat]
        hull = { kind = "box", length_m = 2.0, beam_m = 1.0, depth_m = 0.5 }
        mass_kg = 200
        position_m = [5.0, 2.5]
    "#;

    fn pool(overrides: &[&str]) -> Result<Scenario, Error> {
        let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
        Scenario::parse(POOL, Origin { name: "pool.toml".into(), folder: None }, &overrides)
    }

    #[test]
    fn integers_pass_for_numbers_and_defaults_fill_the_rest() {
        let pool = pool(&[]).unwrap();
        assert_eq!(
            (pool.duration_s, pool.body["boat"].mass_kg, pool.water.gravity_m_s2),
            (1.0, Some(200.0), 9.81)
        );
        assert!((pool.gravity_number() - 0.15).abs() < 1e-12);
    }

    #[track_caller]
    fn refused(set: &str, key: &str, parts: &[&str]) {
        let message = pool(&[set]).unwrap_err().to_string();
        let start = format!("pool.toml: {key}: ");
        assert!(message.starts_with(&start), "{message:?} does not start with {start:?}");
        for part in parts {
            assert!(message.contains(part), "{message:?} does not say {part:?}");
        }
    }

    #[test]
    fn unknown_keys_are_named_with_their_path_and_the_nearest_known_one() {
        refused("duratoin_s=3", "duratoin_s", &["unknown key", "did you mean `duration_s`"]);
        refused("body.boat.mas_kg=3", "body.boat.mas_kg", &["did you mean `mass_kg`"]);
        refused("body.boat.hull.beem_m=3", "body.boat.hull.beem_m", &["did you mean `beam_m`"]);
        refused("water.depth_m=3", "water.depth_m", &["unknown key; did you mean `level_m`"]);
        refused("sides.west.slop=1", "sides.west.slop", &["did you mean `slip`"]);
    }

    #[test]
    fn a_key_that_belongs_to_another_kind_is_unknown() {
        refused("sides.west.kind=periodic", "sides.west.slip", &["nothing goes with this kind"]);
    }

    #[test]
    fn wrong_types_are_named_with_their_path() {
        refused("duration_s=long", "duration_s", &["\"long\"; it must be a number"]);
        refused("grid.cells=[3, -4]", "grid.cells.1", &["-4"]);
        refused("body.boat.hull.beam_m=wide", "body.boat.hull.beam_m", &["\"wide\"; it must be a number"]);
        refused(
            "body.boat.hull.kind=raft",
            "body.boat.hull.kind",
            &["`raft`", "known here: speedboat", "sphere"],
        );
        refused("sides.west.slip=ice", "sides.west.slip", &["`ice`", "free-slip"]);
        refused("sides.west.kind=hole", "sides.west.kind", &["`hole`", "sponge"]);
        refused(
            "solver.collision=magic",
            "solver.collision",
            &["unknown word `magic`; known here: bgk, trt, central-moments"],
        );
        refused("body.boat.position_m=[1]", "body.boat.position_m", &["[x, y] or [x, y, z]"]);
        refused("solver.collision=3", "solver.collision", &["3; it must be one of its words in quotes"]);
        refused("solver.collision={bgk={}}", "solver.collision", &["a table; it must be one of its words"]);
        refused("sides.west.kind=3", "sides.west.kind", &["3; it must be one of its words in quotes"]);
        refused("grid.cells=[1, 2, 3]", "grid.cells", &["3 values; it must be a shorter list"]);
        refused("grid=[[20, 10], 0.5]", "grid", &["a list; it must be a table"]);
        refused("duration_s=1979-05-27", "duration_s", &["\"1979-05-27\"; it must be a number"]);
    }

    #[test]
    fn missing_keys_are_named_with_their_path() {
        refused("body.boat.mass_kg=", "body.boat.mass_kg", &["missing"]);
        refused("body.boat.hull.beam_m=", "body.boat.hull.beam_m", &["missing"]);
        refused("grid=", "grid", &["missing"]);
    }

    #[test]
    fn a_file_that_is_no_toml_is_shown_with_the_line() {
        let error = Scenario::parse("title = \n", Origin { name: "x.toml".into(), folder: None }, &[]);
        let message = error.unwrap_err().to_string();
        assert!(message.starts_with("x.toml: not TOML: ") && message.contains("line 1"), "{message}");
    }

    #[test]
    fn a_scenario_survives_writing_and_reading() {
        let pool =
            pool(&["body.boat.position_m=[5, 2.5, 2]", "sides.east={kind=\"sponge\", width_m=1}"]).unwrap();
        let text = toml::to_string(&pool).unwrap();
        assert_eq!(Scenario::parse(&text, pool.origin.clone(), &[]).unwrap(), pool);
    }

    #[test]
    fn every_shipped_scenario_survives_writing_and_reading() {
        for name in shipped::names() {
            // Written as bodies of their own, copies are none any more.
            let scenario = Scenario { copies: Default::default(), ..Scenario::load(name, &[]).unwrap() };
            let text = scenario.to_toml().unwrap();
            assert_eq!(Scenario::parse(&text, scenario.origin.clone(), &[]).unwrap(), scenario, "{name}");
        }
        let beyond = pool(&["body.boat.part=[{from_m=[-inf, -1, -1], to_m=[inf, 1, 1], drag=2}]"]).unwrap();
        let text = beyond.to_toml().unwrap();
        assert_eq!(Scenario::parse(&text, beyond.origin.clone(), &[]).unwrap(), beyond);
    }

    #[test]
    fn a_written_scenario_finds_its_files_from_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("hull.stl"), "").unwrap();
        std::fs::write(folder.path().join("pool.toml"), POOL).unwrap();
        let path = folder.path().join("pool.toml");
        let set =
            ["body.boat.mesh=hull.stl".into(), "body.boat.radiation={coefficients=\"table.csv\"}".into()];
        let pool = Scenario::load(path.to_str().unwrap(), &set).unwrap();
        let text = pool.to_toml().unwrap();
        let again = Scenario::parse(&text, Origin { name: "again".into(), folder: None }, &[]).unwrap();
        let boat = &again.body["boat"];
        assert_eq!(boat.mesh, Some(folder.path().join("hull.stl")));
        let table = boat.radiation.as_ref().unwrap().coefficients.as_ref().unwrap();
        assert!(table.is_absolute() && table.ends_with("table.csv"), "{table:?}");
    }

    #[test]
    fn copies_take_the_place_of_what_is_repeated() {
        let grid = "body.boat.repeat={kind=\"grid\", count=[2, 1], step_m=[3, 0]}";
        let pool = pool(&[
            grid,
            "gauge=[{name=\"g\", position_m=[1, 1], repeat={kind=\"line\", count=3, to_m=[3, 1]}}]",
        ])
        .unwrap();
        assert_eq!(pool.body.keys().collect::<Vec<_>>(), ["boat-1", "boat-2"]);
        assert_eq!((pool.body["boat-2"].position_m.x_m, &pool.body["boat-2"].repeat), (8.0, &None));
        assert_eq!(pool.body["boat-1"].color, pool.body["boat-2"].color);
        let gauges: Vec<_> = pool.gauge.iter().map(|gauge| (&*gauge.name, gauge.position_m[0])).collect();
        assert_eq!(gauges, [("g-1", 1.0), ("g-2", 2.0), ("g-3", 3.0)]);
        refused(
            "body.boat.repeat={kind=\"line\", count=0, to_m=[3, 3]}",
            "body.boat.repeat.count",
            &["0 copies"],
        );
        refused("body.boat.repeat={kind=\"circle\"}", "body.boat.repeat.kind", &["known here: grid, line"]);
        refused(
            "body.boat.repeat={kind=\"line\", count=30, to_m=[90, 3]}",
            "body.boat-03.position_m",
            &["outside the domain"],
        );
    }

    #[test]
    fn bodies_without_a_color_differ() {
        let other =
            "body.other={mass_kg=1, position_m=[1, 1], hull={kind=\"box\", length_m=1, beam_m=1, depth_m=1}}";
        let pool = pool(&[other]).unwrap();
        assert_ne!(pool.body["boat"].color, pool.body["other"].color);
    }

    #[test]
    fn a_mesh_is_looked_for_beside_the_scenario_first() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("hull.stl"), "").unwrap();
        std::fs::write(folder.path().join("pool.toml"), POOL).unwrap();
        let pool = Scenario::load(folder.path().join("pool.toml").to_str().unwrap(), &[]).unwrap();
        assert_eq!(pool.resolve(Path::new("hull.stl")), folder.path().join("hull.stl"));
        assert_eq!(pool.resolve(Path::new("elsewhere.stl")), Path::new("elsewhere.stl"));
    }
}
