//! What becomes of an input, and what the message of a scenario that is refused must say.

/// Memory of a scenario beyond which its world is not set up.
pub(super) const LARGE: u64 = 500_000_000;

/// Cells and triangles of a world up to which it is stepped.
pub(super) const SMALL: usize = 20_000;

/// What became of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Read,
    /// With a message as it should be.
    Refused,
    /// Too large to be set up by the hundred thousand.
    Large,
}

/// The message of a scenario names the file and a key, or the place of what is no TOML.
pub(super) fn scenario_message(message: &str, name: &str) -> Result<Outcome, String> {
    const KEYS: [&str; 23] = [
        "include",
        "title",
        "description",
        "source",
        "duration_s",
        "grid",
        "water",
        "bed",
        "friction",
        "wind",
        "coriolis",
        "air",
        "solver",
        "sides",
        "coupling",
        "body",
        "joint",
        "wave",
        "gauge",
        "transect",
        "records",
        "view",
        "not TOML: TOML parse error at line",
    ];
    // An error in an included file has the name of that file.
    let rest = match message.strip_prefix("beside/") {
        Some(included) => included.split_once(": ").map(|(_, rest)| rest),
        None => message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")),
    };
    let known = rest.is_some_and(|rest| KEYS.iter().any(|key| rest.starts_with(key)));
    let unknown = rest.is_some_and(|rest| rest.contains("unknown key"));
    let unreadable = rest.is_some_and(|rest| rest.starts_with("cannot be read"));
    let shown = message.len() < 5000 && !message.chars().any(|letter| letter.is_control() && letter != '\n');
    match (known || unknown || unreadable) && shown {
        true => Ok(Outcome::Refused),
        false => Err(format!("message without its key: {message}")),
    }
}
