//! What is generated from the definition of the command line: completions and manual pages.

use clap::CommandFactory;

use crate::Exit;
use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "caracole", &mut script);
    Output::standard().write(|out| Ok(out.write_all(&script)?))?;
    Ok(Exit::Yes)
}

pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let page = match &args.command {
        None => clap_mangen::Man::new(command),
        Some(name) => {
            let Some(found) = command.find_subcommand(name) else {
                let names: Vec<_> =
                    command.get_subcommands().map(clap::Command::get_name).collect();
                let why = format!("no such command: the commands are {}", names.join(", "));
                return Err(Failure::of(format!("'{name}'"), why));
            };
            clap_mangen::Man::new(found.clone())
        }
    };
    Output::standard().write(|out| Ok(page.render(out)?))?;
    Ok(Exit::Yes)
}
