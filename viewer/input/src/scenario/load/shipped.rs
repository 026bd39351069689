//! The scenarios that are part of the program.

use crate::scenario::suggest;

macro_rules! shipped {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../scenarios/", $name, ".toml")))),*]
    };
}

/// The scenarios that are part of the program, by name.
const SHIPPED: [(&str, &str); 29] = shipped![
    "boat-smoke",
    "bridge",
    "buoys",
    "buoys-paper",
    "canal",
    "complex-50",
    "complex-50-paper",
    "dam-break",
    "dam-break-full",
    "downburst",
    "floating",
    "harbor",
    "logs",
    "partial-breach",
    "propeller",
    "rudder",
    "sailboat-capsize",
    "sailboat-stable",
    "smoke",
    "smoke-2d",
    "speedboat",
    "spheres-10",
    "spheres-100",
    "spheres-200",
    "spheres-200-paper",
    "tide",
    "triangular-column",
    "weight-distribution",
    "wind-setup"
];

/// Names of the shipped scenarios, in alphabetical order.
pub fn names() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

/// The text of a shipped scenario.
pub fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

/// Suggestion for an unknown name: the nearest shipped one, and all of them.
pub fn right_names(unknown: &str) -> String {
    let names = names();
    let all = names.join(", ");
    match suggest::nearest(unknown, &names) {
        Some(nearest) => format!("did you mean `{nearest}`? Shipped are {all}"),
        None => format!("shipped are {all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn every_shipped_scenario_is_valid_and_described() {
        for name in names() {
            let scenario = Scenario::load(name, &[]).unwrap_or_else(|error| panic!("{error}"));
            assert!(!scenario.description.is_empty() && !scenario.source.is_empty(), "{name}");
            let comments = text(name).unwrap().lines().filter(|line| line.contains('#')).count();
            let is_variant = text(name).unwrap().contains("include = [");
            assert!(comments >= 10 || is_variant, "{name} has only {comments} lines of comments");
        }
    }
}
