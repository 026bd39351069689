//! The commands of the program `estela`, callable from code and tests.
//!
//! Exit codes: 0 done, 2 bad input or no place to write, 3 the run became unstable, lost a body or had to stop one that is driven, 130 stopped by Ctrl-C.

mod chart;
mod check;
mod cli;
mod failure;
mod hydrostatics;
mod list;
mod open;
mod plot;
mod run;
mod selection;
mod terminal;

use std::process::ExitCode;

pub use check::check;
pub use cli::{Cli, Command, Options, Selection, Vessel};
pub use failure::Failure;
pub use hydrostatics::hydrostatics;
pub use list::list;
pub use open::open;
pub use plot::plot;
pub use run::{maps, render, run};

/// Executes the command line; errors go to the standard error.
pub fn main(cli: Cli) -> ExitCode {
    let done = selection::start_threads(cli.command.threads()).and_then(|()| execute(cli.command));
    match done {
        Ok(text) => {
            terminal::out(&text);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            terminal::error(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn execute(command: Command) -> Result<String, Failure> {
    match command {
        Command::List => Ok(list()),
        Command::Check { selection } => check(&selection),
        Command::Run { options } => run(&options, &terminal::on_ctrl_c()),
        Command::Render { options } => render(&options, &terminal::on_ctrl_c()),
        Command::Maps { selection, out } => maps(&selection, out.as_deref(), &terminal::on_ctrl_c()),
        Command::Open { selection } => open(&selection),
        Command::Plot { folder, beside } => plot(&folder, beside.as_deref()),
        Command::Hydrostatics { vessel } => hydrostatics(&vessel),
    }
}
