//! `caracole completions` and `caracole man`.

use clap::{Args, CommandFactory};

use crate::Exit;
use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Output;
use crate::usage::command_named;

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole completions bash > ~/.local/share/bash-completion/completions/caracole")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole man > caracole.1
  caracole man solve | man -l -")]
pub(crate) struct ManArgs {
    /// The command [default: an overview of all commands]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "caracole", &mut script);
    Output::standard().write(|out| Ok(out.write_all(&script)?))?;
    Ok(Exit::Yes)
}

pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let command = command_named(&args.command).map_err(Failure::new)?;
    let page = clap_mangen::Man::new(command);
    Output::standard().write(|out| Ok(page.render(out)?))?;
    Ok(Exit::Yes)
}
