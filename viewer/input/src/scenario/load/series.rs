//! Values over time from files.

use crate::bounded;
use crate::scenario::Scenario;

/// Greatest length of a table of values over time.
const MOST_BYTES: usize = 1 << 24;

/// Takes the values of all series that name a file from there; an error is the key and what is wrong.
pub(super) fn read(scenario: &mut Scenario) -> Result<(), (String, String)> {
    let Scenario { origin, sides, .. } = scenario;
    let named = [
        ("west", &mut sides.west),
        ("east", &mut sides.east),
        ("south", &mut sides.south),
        ("north", &mut sides.north),
    ];
    for (name, side) in named {
        let Some(series) = side.series_mut() else { continue };
        let Some(file) = series.file.take() else { continue };
        let path = origin.resolve(&file);
        let wrong =
            |message: String| (format!("sides.{name}.series.file"), format!("{}: {message}", path.display()));
        if !series.time_s.is_empty() || series.lists().next().is_some() {
            return Err(wrong("is given, and so are lists; give one of them".into()));
        }
        let text = bounded::read_text(&path, MOST_BYTES)
            .map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let mut table = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let head = table.headers().map_err(|error| wrong(error.to_string()))?.clone();
        let mut columns = vec![Vec::new(); head.len()];
        for line in table.records() {
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let at = line.position().map_or(0, csv::Position::line);
            for (column, (value, name)) in columns.iter_mut().zip(line.iter().zip(&head)) {
                let value = value.parse().map_err(|_| {
                    wrong(format!("line {at}: `{}` of {name} is not a number", bounded::shown(value, 40)))
                })?;
                column.push(value);
            }
        }
        if columns.iter().all(Vec::is_empty) {
            return Err(wrong(
                "holds no values; it must be a table with names such as time_s,level_m in its first line and a line for each time"
                    .into(),
            ));
        }
        for (name, column) in head.iter().zip(columns) {
            let list = match name {
                "time_s" => {
                    series.time_s = column;
                    continue;
                }
                "level_m" => &mut series.level_m,
                "velocity_m_s" => &mut series.velocity_m_s,
                "discharge_m3_s" => &mut series.discharge_m3_s,
                other => {
                    let message = format!(
                        "has a column `{}`; it must be one of time_s, level_m, velocity_m_s, discharge_m3_s",
                        bounded::shown(other, 40)
                    );
                    return Err(wrong(message));
                }
            };
            *list = Some(column);
        }
    }
    Ok(())
}
