use crate::sim::scenario::{Scenario, shipped};

/// The shipped scenarios, one a line: name, title, source.
pub fn list() -> String {
    let scenarios: Vec<_> = shipped::names()
        .into_iter()
        .filter_map(|name| Some((name, Scenario::load(name, &[]).ok()?)))
        .collect();
    let names = scenarios.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let titles = scenarios.iter().map(|(_, scenario)| scenario.title.chars().count()).max().unwrap_or(0);
    scenarios
        .iter()
        .map(|(name, scenario)| format!("{name:names$}  {:titles$}  {}\n", scenario.title, scenario.source))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_has_a_line() {
        let listed = list();
        let names: Vec<_> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names, shipped::names());
    }
}
