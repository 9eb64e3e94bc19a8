//! Bad usage in one line.

use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::failure;

/// Prints help and version as they are, and any mistake as one line.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // A closed pipe is success.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        _ => {
            failure::tell(&one_line(&error.render().to_string()));
            ExitCode::from(2)
        }
    }
}

/// clap's message up to its usage, in one line.
fn one_line(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        }
        // A tip for those who want to pass a flag as a value: nobody does, and it misleads.
        if !line.is_empty() && !line.contains("as a value, use '-- ") {
            parts.push(shorten(line.strip_prefix("error: ").unwrap_or(line)));
        }
    }
    parts.join("; ").replace(":;", ":").replace("; [", " [") + "; see --help"
}

/// No part of a message is longer than this: what was typed may be a book.
fn shorten(part: &str) -> String {
    const MOST: usize = 240;
    match part.char_indices().nth(MOST) {
        None => part.to_owned(),
        Some((cut, _)) => format!("{}...", &part[..cut]),
    }
}
