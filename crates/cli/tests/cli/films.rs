//! `watch -o`: films of a method.

use std::fs;

use crate::support::{assert_one_line, caracole, stderr};

fn watch(folder: &std::path::Path, words: &str) -> std::process::Output {
    let words = ["watch"].into_iter().chain(words.split_whitespace());
    caracole(words).current_dir(folder).output().expect("runs")
}

/// The delays of the frames of a GIF, in hundredths of a second.
fn delays(bytes: &[u8]) -> Vec<u16> {
    // A graphic control extension: 21 F9 04, flags, two bytes of delay, a colour, 00.
    let blocks = bytes.windows(8).filter(|part| part.starts_with(&[0x21, 0xf9, 4]) && part[7] == 0);
    blocks.map(|part| u16::from_le_bytes([part[4], part[5]])).collect()
}

#[test]
fn a_gif_plays_every_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = watch(folder.path(), "3x4 --method backtracking --from b1 -o film.gif");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // Twelve squares, and two moves for each one that was taken back.
    let text = stderr(&output);
    assert!(text.starts_with("film.gif: backtracking on 3x4, "), "{text}");
    assert!(text.trim_end().ends_with("found a tour"), "{text}");
    let film = fs::read(folder.path().join("film.gif")).expect("a film");
    assert!(film.starts_with(b"GIF89a"));
    let delays = delays(&film);
    let steps: usize = text
        .split(", ")
        .nth(1)
        .and_then(|part| part.split(' ').next()?.parse().ok())
        .expect("steps");
    assert!(steps > 12, "backtracks are shown: {text}");
    assert_eq!(delays.len(), steps, "{text}");
    assert!(delays[..steps - 1].iter().all(|&delay| delay == 20), "{delays:?}");
}

#[test]
fn a_long_film_plays_in_half_a_minute() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "5x5 --method backtracking --from a1 --max-steps 3000 -o film.gif";
    let output = watch(folder.path(), line);
    let film = fs::read(folder.path().join("film.gif")).expect("a film");
    let delays = delays(&film);
    let total: u32 = delays.iter().map(|&delay| u32::from(delay)).sum();
    assert!((2900..=3400).contains(&total), "{total}: {}", stderr(&output));
    // A shorter one, if asked.
    watch(folder.path(), &format!("{line} --duration 2s"));
    let film = fs::read(folder.path().join("film.gif")).expect("a film");
    let total: u32 = self::delays(&film).iter().map(|&delay| u32::from(delay)).sum();
    assert!((200..=600).contains(&total), "{total}");
}

#[test]
fn a_page_has_every_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = watch(folder.path(), "3x4 --method backtracking --from b1 -o film.html");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = fs::read_to_string(folder.path().join("film.html")).expect("a page");
    let events = page.split("\"events\":[").nth(1).and_then(|rest| rest.split(']').next());
    let events: Vec<i64> =
        events.expect("events").split(',').map(|event| event.parse().expect("a number")).collect();
    assert_eq!(events[0], -2 - 1, "the start is b1");
    let backtracks = events.iter().filter(|&&event| event == -1).count();
    assert!(backtracks > 0);
    assert_eq!(events.len(), 12 + 2 * backtracks);
}

#[test]
fn films_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, why) in [
        ("5x5 -o film.mp4", "film.mp4: a film is a .gif or an .html file"),
        ("5x5 --method neural -o film.gif", "--method neural: does not walk"),
        ("101x101 -o film.gif", "101x101: a film shows at most 10000 squares"),
        ("5x5 -o film.gif --plain", "--output"),
        ("5x5 -o film.gif --pause 1s --duration 2s", "--duration"),
        ("5x5 --plain --duration 2s", "--duration: goes with a film"),
        ("5x5 --plain --max-steps 9", "--max-steps: goes with a film"),
    ] {
        assert_one_line(words, &watch(folder.path(), words), why);
    }
}
