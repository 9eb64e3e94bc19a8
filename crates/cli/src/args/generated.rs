//! Commands that print what is generated from this definition.

use clap::Args;

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(before_long_help = "Example:
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
    /// The command it is about; without one, all of them in short
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
