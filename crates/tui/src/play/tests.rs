use std::collections::HashSet;
use std::fs;
use std::thread;

use caracole::{Exact, Outcome, Random, Run, Solver};
use crossterm::event::Event;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::app::Flow;
use crate::app::tests::Trial;

mod coached;
mod played;
mod saved;

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

/// A tour of 5x5 in the names of its squares.
fn five(from: &str) -> Vec<String> {
    let tour = problem("5x5").from(from).unwrap().solve().tour().unwrap();
    tour.squares().map(|square| tour.board().name(square)).collect()
}

fn press(play: &mut Play, code: KeyCode) {
    drop(play.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn types(play: &mut Play, letters: &str) {
    letters.chars().for_each(|letter| press(play, KeyCode::Char(letter)));
}

/// Plays squares by their names.
fn walk(play: &mut Play, names: &str) {
    for name in names.split(' ') {
        types(play, "t");
        types(play, name);
        press(play, KeyCode::Enter);
    }
}

/// Waits until the coach has said what he has to say.
fn settle(play: &mut Play) {
    while play.coach.is_busy() {
        thread::sleep(Duration::from_millis(1));
        drop(play.tick(Duration::from_millis(1)));
    }
}

/// The screen as text.
fn text(play: &mut Play) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 22)).unwrap();
    terminal.draw(|frame| play.draw(frame, frame.area(), &Theme::plain())).unwrap();
    let buffer = terminal.backend().buffer();
    let lines = buffer.content().chunks(80);
    let line = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    lines.map(line).collect::<Vec<_>>().join("\n")
}

/// What stands beside the board.
fn panel(play: &Play) -> String {
    let lines = play.panel(Theme::plain());
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// How many squares bear a sign.
fn signs(play: &Play, sign: &str) -> usize {
    let squares = play.game.problem().board().squares();
    squares.filter(|&square| play.spot(square).text == sign).count()
}
