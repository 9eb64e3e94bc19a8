//! Caracole in the terminal.
