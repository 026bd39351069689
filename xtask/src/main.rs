//! The project's own tasks, run as `cargo xtask TASK`.
//!
//! This program depends on nothing that takes long to compile. What simulates or measures is the program `figures` of the
//! same crate, which is built in release when it is asked for.

mod ci;
mod demo;
mod shell;
mod test;
mod tidy;

use std::ffi::OsString;
use std::process::ExitCode;

use lexopt::prelude::*;

const HELP: &str = "\
Tasks of the Estela workspace

Usage: cargo xtask TASK

Tasks:
  demo [SCENARIO] [--pictures]  Shows a scenario (speedboat unless named, or a scenario file) in a window, or as pictures in
                                target/demo where there is no display or --pictures is given
  test [--all]                  Runs the tests of all crates, where there is no display without window and GPU; --all runs
                                these everywhere, and those of translated shaders and of the program of the last four
  ci                            Formatting, tidy, clippy, documentation, tests: what a change has to pass
  tidy                          Checks the workspace's invariants
  verify [CASE…] [--all]        Holds simulated figures against exact ones and prints the table
  bench [NAME…]                 Measures kernels against what this machine could do at best
  gallery [EXHIBIT]             Draws the shipped scenarios and their records: target/gallery/index.html
  fuzz [TARGET…] [--minutes N] [--seed S]
                                Reads scenarios, meshes and height maps changed at random; keeps what crashes or hangs

`cargo xtask verify --help`, and so on, tells the options of the last four, which run in a release build.
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Task {
    Help,
    Demo {
        /// A shipped scenario or a scenario file.
        scenario: String,
        /// Draws pictures even where there is a display.
        pictures: bool,
    },
    Test {
        /// Window, GPU and all features even where there is no display.
        all: bool,
    },
    Ci,
    Tidy,
    /// Arguments of the program `figures`.
    Figures(Vec<OsString>),
}

fn main() -> ExitCode {
    let task = match parse(lexopt::Parser::from_env()) {
        Ok(task) => task,
        Err(error) => {
            eprintln!("error: {error}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    shell::exit_code(match task {
        Task::Help => {
            print!("{HELP}");
            Ok(())
        }
        Task::Demo { scenario, pictures } => demo::demo(&scenario, pictures),
        Task::Test { all } => test::test(all),
        Task::Ci => ci::ci(),
        Task::Tidy => tidy::tidy(),
        Task::Figures(arguments) => figures(&arguments),
    })
}

/// Builds the program `figures` and runs it from where the task was started, so that files are named from there.
fn figures(arguments: &[OsString]) -> Result<(), String> {
    let program = ["run", "--release", "--package=xtask", "--features=figures", "--bin=figures", "--"];
    let mut command = shell::cargo(&program);
    command.args(arguments);
    command.current_dir(std::env::current_dir().map_err(|error| format!("no current folder: {error}"))?);
    shell::run(command)
}

fn parse(mut arguments: lexopt::Parser) -> Result<Task, lexopt::Error> {
    let name = match arguments.next()? {
        None | Some(Long("help") | Short('h')) => return Ok(Task::Help),
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected()),
    };
    let task = match name.as_str() {
        "verify" | "bench" | "gallery" | "fuzz" => {
            let rest = arguments.raw_args()?;
            return Ok(Task::Figures(std::iter::once(name.into()).chain(rest).collect()));
        }
        "demo" => Task::Demo { scenario: "speedboat".into(), pictures: false },
        "test" => Task::Test { all: false },
        "ci" => Task::Ci,
        "tidy" => Task::Tidy,
        "help" => Task::Help,
        _ => return Err(format!("there is no task `{name}`").into()),
    };
    with_options(task, arguments)
}

/// The task with the arguments after its name.
fn with_options(mut task: Task, mut arguments: lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut named = false;
    while let Some(argument) = arguments.next()? {
        match (argument, &mut task) {
            (Long("help") | Short('h'), _) => return Ok(Task::Help),
            (Long("pictures"), Task::Demo { pictures, .. }) => *pictures = true,
            (Long("all"), Task::Test { all }) => *all = true,
            (Value(name), Task::Demo { scenario, .. }) if !named => {
                *scenario = name.string()?;
                named = true;
            }
            (other, _) => return Err(other.unexpected()),
        }
    }
    Ok(task)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, lexopt::Error> {
        parse(lexopt::Parser::from_iter(std::iter::once("xtask").chain(line.split_whitespace())))
    }

    fn demo(scenario: &str, pictures: bool) -> Task {
        Task::Demo { scenario: scenario.into(), pictures }
    }

    #[test]
    fn command_lines_are_understood() {
        for (line, task) in [
            ("", Task::Help),
            ("--help", Task::Help),
            ("test -h", Task::Help),
            ("demo", demo("speedboat", false)),
            ("demo bridge --pictures", demo("bridge", true)),
            ("demo --pictures", demo("speedboat", true)),
            ("tidy", Task::Tidy),
            ("fuzz --seed 7", Task::Figures(vec!["fuzz".into(), "--seed".into(), "7".into()])),
            ("verify --all", Task::Figures(vec!["verify".into(), "--all".into()])),
        ] {
            assert_eq!(parsed(line).expect(line), task, "{line}");
        }
    }

    #[test]
    fn wrong_command_lines_are_errors_that_name_the_word() {
        for (line, word) in [
            ("tests", "`tests`"),
            ("test --pictures", "--pictures"),
            ("demo one two", "two"),
            ("--all", "--all"),
        ] {
            let message = parsed(line).expect_err(line).to_string();
            assert!(message.contains(word), "{line}: {message}");
        }
    }
}
