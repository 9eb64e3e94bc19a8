//! What is generated from the definition of the command line: completions and manual pages.

use clap::CommandFactory;

use crate::Exit;
use crate::args::{Cli, CompletionsArgs, ManArgs, command_named};
use crate::failure::Failure;
use crate::output::Output;

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
