//! The app on a real terminal.
