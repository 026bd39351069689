use clap::CommandFactory;
use clap_complete::Shell;

use crate::commands::Cli;

/// The script that completes commands and options in a shell.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "estela", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The man page, in roff.
pub fn man() -> String {
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(Cli::command()).render(&mut page);
    debug_assert!(written.is_ok(), "a vector takes all bytes");
    String::from_utf8_lossy(&page).into_owned()
}
