//! Which tests were ignored, and why: nextest counts them and keeps the reasons to itself.

use std::process::Command;

use serde_json::Value;

use crate::shell::cargo;

/// Prints each ignored test of the workspace with its reason; `features` is an argument of cargo.
pub(crate) fn print(features: &str) -> Result<(), String> {
    let arguments =
        ["nextest", "list", "--workspace", features, "--run-ignored=only", "--message-format=json"];
    let listed = cargo(&arguments).output().map_err(|error| format!("`cargo nextest list`: {error}"))?;
    let tests: Value = serde_json::from_slice(&listed.stdout)
        .map_err(|error| format!("`cargo nextest list` wrote no JSON: {error}"))?;
    let suites = tests["rust-suites"].as_object().into_iter().flatten();
    for (suite, names) in
        suites.map(|(suite, tests)| (suite, ignored(tests))).filter(|(_, names)| !names.is_empty())
    {
        // Asked for by name, but not to run what is ignored, the test binary tells why it does not.
        let binary = tests["rust-suites"][suite]["binary-path"].as_str().unwrap_or_default();
        let told = Command::new(binary).arg("--exact").args(&names).output();
        let told = told.map_err(|error| format!("{binary}: {error}"))?;
        for line in reasons(&String::from_utf8_lossy(&told.stdout)) {
            println!("ignored: {suite} {line}");
        }
    }
    Ok(())
}

/// Names of the ignored tests of a suite.
fn ignored(suite: &Value) -> Vec<&str> {
    let tests = suite["testcases"].as_object().into_iter().flatten();
    tests.filter(|(_, test)| test["ignored"] == true).map(|(name, _)| name.as_str()).collect()
}

/// From what a test binary writes, the names of the tests that it did not run, each with the reason.
fn reasons(written: &str) -> impl Iterator<Item = String> {
    written.lines().filter_map(|line| {
        let (name, reason) = line.strip_prefix("test ")?.split_once(" ... ignored")?;
        Some(format!("{name}: {}", reason.strip_prefix(", ").unwrap_or("no reason given")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_does_not_run_says_why() {
        let written = "\nrunning 3 tests\ntest a ... ignored, needs a GPU adapter\ntest b::c ... ignored\ntest d ... ok\n";
        let told: Vec<_> = reasons(written).collect();
        assert_eq!(told, ["a: needs a GPU adapter", "b::c: no reason given"]);
    }
}
