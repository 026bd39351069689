//! The commands of the program `estela`, callable from code and tests.
//!
//! Exit codes: 0 done, 2 bad input, or a folder with the records of another run, or in use by one, 3 the run became unstable, lost a body or had to
//! stop one that is driven, 4 something could not be written, 130 stopped by Ctrl-C, SIGTERM or SIGHUP.

mod appearance;
mod chart;
mod check;
mod cli;
mod failure;
mod hydrostatics;
mod list;
mod open;
mod plot;
mod reference;
mod run;
mod selection;
mod terminal;
mod tow;

use std::process::ExitCode;

pub use appearance::Appearance;
pub use check::check;
pub use cli::{
    Cli, Command, DrawnBy, KeyFormat, Options, Products, ResumeOptions, Selection, Speeds, TowOptions, Vessel,
};
pub use failure::Failure;
pub use hydrostatics::hydrostatics;
pub use list::list;
pub use open::open;
pub use plot::plot;
pub use reference::{completions, keys, man, new, show};
pub use run::{maps, render, resume, run};
pub use tow::tow;

/// Executes the command line; errors go to the standard error.
pub fn main(cli: Cli) -> ExitCode {
    terminal::survive_file_limits();
    let done = selection::start_threads(cli.command.threads()).and_then(|()| execute(cli.command));
    match done.and_then(|text| terminal::out(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal::error(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn execute(command: Command) -> Result<String, Failure> {
    match command {
        Command::List => Ok(list()),
        Command::Show { name } => show(&name),
        Command::New { name, from } => new(&name, &from),
        Command::Keys { prefix, format } => keys(&prefix, format),
        Command::Completions { shell } => Ok(completions(shell)),
        Command::Man => Ok(man()),
        Command::Check { selection } => check(&selection),
        Command::Run { options } => run(&options, &terminal::on_ctrl_c()),
        Command::Render { options, appearance, products } => {
            render(&options, &appearance, &products, &terminal::on_ctrl_c())
        }
        Command::Resume { options } => resume(&options, &terminal::on_ctrl_c()),
        Command::Maps { selection, out } => maps(&selection, out.as_deref(), &terminal::on_ctrl_c()),
        Command::Open { selection, appearance, renderer, out } => {
            open(&selection, &appearance, renderer, out)
        }
        Command::Plot { folder, beside } => plot(&folder, beside.as_deref()),
        Command::Tow { options } => tow(&options, &terminal::on_ctrl_c()),
        Command::Hydrostatics { vessel } => hydrostatics(&vessel),
    }
}
