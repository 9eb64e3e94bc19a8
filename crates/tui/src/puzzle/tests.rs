use std::fs;

use caracole::Tour;
use caracole::formats::{ReadHint, puzzle as files};

use super::*;
use crate::app::Flow;
use crate::app::tests::Trial;

/// A puzzle that is made.
fn made(board: &str) -> Puzzle {
    let mut screen = Puzzle::new(board.parse().expect("a board"));
    let State::Making(job, _) = &screen.state else { panic!("it is made already") };
    let made = job.wait().expect("an answer");
    screen.hear(made);
    screen
}

fn game(screen: &Puzzle) -> &Game {
    let State::Playing(game) = &screen.state else { panic!("there is no puzzle") };
    game
}

/// The screen, its solution, and the squares without a clue.
fn trial(board: &str) -> (Trial, Tour, Vec<Square>) {
    let screen = made(board);
    let game = game(&screen);
    let solution = game.puzzle().solution().clone();
    let open = screen.wish.board.squares().filter(|&square| !game.is_clue(square)).collect();
    (Trial::new(screen), solution, open)
}

/// What is written beside the board, in one line.
fn panel(trial: &mut Trial) -> String {
    let text = trial.text();
    let lines = text.lines().map(|line| line.chars().skip(80 - usize::from(PANEL)));
    let words = lines.map(|line| line.collect::<String>().trim().to_owned());
    words.collect::<Vec<_>>().join(" ")
}

/// Goes from the lower left corner to a square.
fn go(trial: &mut Trial, board: &Board, square: Square) {
    let place = board.place(square);
    let steps = |trial: &mut Trial, code, times: u32| {
        for _ in 0..times {
            trial.press(code);
        }
    };
    steps(trial, KeyCode::Down, board.ranks());
    steps(trial, KeyCode::Left, board.files());
    steps(trial, KeyCode::Up, place.rank.index());
    steps(trial, KeyCode::Right, place.file.index());
}

fn put(trial: &mut Trial, board: &Board, square: Square, number: u64) {
    go(trial, board, square);
    trial.types(&number.to_string());
}

#[test]
fn a_puzzle_is_made_and_solved_by_typing() {
    let (mut trial, solution, open) = trial("5x5");
    let board = solution.board();
    let said = panel(&mut trial);
    assert!(said.contains("9 of 25 filled") && said.contains("9 clues, one solution: "), "{said}");
    assert_eq!(trial.text().matches('_').count(), 16, "{}", trial.text());
    let (last, others) = open.split_last().expect("there is something to do");
    let step = |square| solution.step_of(square).expect("a square of the tour");
    for &square in others {
        put(&mut trial, board, square, step(square));
    }
    assert!(panel(&mut trial).contains("24 of 25 filled"), "{}", trial.text());
    put(&mut trial, board, *last, step(*last));
    let said = panel(&mut trial);
    assert!(said.contains("Solved! It is an open tour, says the verifier."), "{said}");
    let text = trial.text();
    assert!(!text.contains('_'), "{text}");
    for step in 1..=25 {
        assert!(text.split_whitespace().any(|word| word == step.to_string()), "{step}: {text}");
    }
    // Nothing is lost by leaving.
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
}

#[test]
fn wrong_numbers_are_marked() {
    let (mut trial, solution, open) = trial("5x5");
    let board = solution.board();
    let name = |square| board.name(square);
    let start = solution.squares().next().expect("a start");
    put(&mut trial, board, open[0], 1);
    let said = panel(&mut trial);
    let expected = format!("{}: 1 is the clue of {}", name(open[0]), name(start));
    assert!(said.contains(&expected), "{said}");
    assert!(trial.text().contains("1!"), "{}", trial.text());
    // A number that is not a clue, behind one that is, on a square that is no move from there.
    let is_open = |step| solution.square_at(step).is_some_and(|square| open.contains(&square));
    let step = (1..25).find(|&step| !is_open(step) && is_open(step + 1)).expect("such a clue");
    let (number, clue) = (step + 1, solution.square_at(step).expect("a step"));
    let is_near = |square: Square| {
        let (a, b) = (board.place(square), board.place(clue));
        a.file.index().abs_diff(b.file.index()) * a.rank.index().abs_diff(b.rank.index()) == 2
    };
    let away = *open[1..].iter().find(|&&square| !is_near(square)).expect("a square far away");
    put(&mut trial, board, away, number);
    let said = panel(&mut trial);
    let expected = format!("{}: {number} is no move from {step} on {}", name(away), name(clue));
    assert!(said.contains(&expected), "{said}");
    put(&mut trial, board, open[0], number);
    let said = panel(&mut trial);
    let expected = format!("{}: {number} stands on {} too", name(open[0]), name(away));
    assert!(said.contains(&expected), "{said}");
    assert_eq!(trial.text().matches(&format!("{number}!")).count(), 2, "{}", trial.text());
    // It goes back number by number, and no further.
    trial.types("uuu");
    let text = trial.text();
    assert!(!text.contains('!') && text.contains("9 of 25 filled"), "{text}");
    trial.types("u");
    assert!(trial.text().contains("Nothing to undo"));
    put(&mut trial, board, start, 7);
    let text = trial.text();
    assert!(text.contains("A clue cannot be changed") && text.contains("1, a clue"), "{text}");
}

/// Squares in the right order with a wrong number are no solution.
#[test]
fn a_number_twice_is_never_solved() {
    let mut screen = made("5x5");
    let solution = game(&screen).puzzle().solution().clone();
    let State::Playing(game) = &mut screen.state else { panic!("no puzzle") };
    for (step, square) in (1..).zip(solution.squares()) {
        game.write(square, Some(step), false);
    }
    assert!(matches!(game.verdict(), Some(Ok(_))) && game.faults().is_empty());
    let mut pairs = (2..25).filter_map(|step| {
        let (one, next) = (solution.square_at(step)?, solution.square_at(step + 1)?);
        (one < next && !game.is_clue(next)).then_some((next, step))
    });
    let (square, step) = pairs.next().expect("a pair");
    game.write(square, Some(step), false);
    assert_eq!(
        game.verdict().map(|tour| tour.map(|_| ())),
        Some(Err(format!("{} is missing", step + 1)))
    );
    assert!(!game.faults().is_empty());
}

#[test]
fn hints_are_right_to_the_end() {
    let (mut trial, solution, open) = trial("6x6");
    let board = solution.board();
    let square = open[open.len() / 2];
    go(&mut trial, board, square);
    trial.types("h");
    let step = solution.step_of(square).expect("a square of the tour");
    let text = trial.text();
    assert!(text.contains(&format!("Hint: {} is {step}", board.name(square))), "{text}");
    // A wrong number is made right, and then the first that is missing comes.
    put(&mut trial, board, open[0], solution.step_of(open[1]).expect("a square of the tour"));
    trial.types("h");
    assert!(trial.text().contains(&format!("Hint: {} is ", board.name(open[0]))));
    for _ in 2..open.len() {
        assert!(!trial.text().contains("Solved"));
        trial.types("h");
        assert!(trial.text().contains("Hint: "));
    }
    assert!(trial.text().contains("Solved! It is "), "{}", trial.text());
}

#[test]
fn the_solution_can_be_looked_at_and_numbers_are_not_lost_by_mistake() {
    let (mut trial, solution, open) = trial("5x5");
    trial.types("s");
    let text = trial.text();
    assert!(text.contains("The only solution") && !text.contains('_'), "{text}");
    trial.types("4s");
    assert!(trial.text().contains("9 of 25 filled"));
    put(&mut trial, solution.board(), open[0], 13);
    trial.types("n");
    assert!(trial.text().contains("Your numbers will be lost"));
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    trial.press(KeyCode::Left);
    trial.types("n");
    assert!(!trial.text().contains("Making"));
    trial.types("n");
    assert!(trial.text().contains("Making a puzzle"));
    for _ in 0..3000 {
        trial.tick(10);
        if !trial.text().contains("Making") {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(trial.text().contains("Puzzle 2."), "{}", trial.text());
}

#[test]
fn the_mouse_chooses_and_numbers_are_typed_digit_by_digit() {
    let mut screen = made("5x5");
    let target = screen.wish.board.squares().find(|&square| !game(&screen).is_clue(square));
    let name = screen.wish.board.name(target.expect("an empty square"));
    screen.view = BoardView::default();
    let mut trial = Trial::new(screen);
    trial.text();
    // Wherever the board is drawn, one of the places is the square.
    let is_found = (1..23).any(|row| {
        (0..46).step_by(2).any(|column| {
            let kind = MouseEventKind::Down(MouseButton::Left);
            let modifiers = crossterm::event::KeyModifiers::NONE;
            let click = MouseEvent { kind, column, row, modifiers };
            trial.hear(&crossterm::event::Event::Mouse(click));
            trial.text().contains(&format!("{name}: empty"))
        })
    });
    assert!(is_found, "{}", trial.text());
    trial.types("0");
    assert!(trial.text().contains(&format!("{name}: empty")));
    trial.types("25");
    assert!(trial.text().contains(&format!("{name}: 25")));
    trial.types("3");
    assert!(trial.text().contains(&format!("{name}: 3")), "253 is too much");
    trial.types("0");
    assert!(trial.text().contains(&format!("{name}: 3")), "and so is 30");
    trial.press(KeyCode::Backspace);
    assert!(trial.text().contains(&format!("{name}: empty")));
}

#[test]
fn puzzles_are_saved_as_grids_or_sheets() {
    let folder = std::env::temp_dir().join(format!("caracole-puzzle-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let screen = made("5x5");
    let problem = game(&screen).puzzle().problem().clone();
    let mut trial = Trial::new(screen);
    let mut save = |name: &str, times: usize| {
        trial.types("w");
        for _ in 0.."puzzle.svg".len() {
            trial.press(KeyCode::Backspace);
        }
        trial.types(&folder.join(name).display().to_string());
        for _ in 0..times {
            trial.press(KeyCode::Enter);
        }
        panel(&mut trial)
    };
    assert!(save("one.txt", 1).contains("Saved as "));
    let text = fs::read(folder.join("one.txt")).expect("it is there");
    assert_eq!(files::read(&text, &ReadHint::default()).expect("a puzzle"), problem);
    assert!(save("two.svg", 1).contains("Saved as "));
    assert!(fs::read_to_string(folder.join("two.svg")).is_ok_and(|text| text.starts_with("<svg")));
    fs::write(folder.join("one.txt"), "mine").expect("written");
    assert!(save("one.txt", 1).contains("is there already: Enter"));
    assert_eq!(fs::read(folder.join("one.txt")).expect("it is there"), b"mine");
    trial.press(KeyCode::Enter);
    assert_eq!(fs::read(folder.join("one.txt")).expect("it is there"), text);
    fs::remove_dir_all(&folder).expect("it was ours");
}

#[test]
fn where_there_is_no_puzzle_the_reason_is_told() {
    let mut trial = Trial::new(made("4x4"));
    let text = trial.text();
    assert!(text.contains("No puzzle: there is no tour: "), "{text}");
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
    assert!(panel(&mut Trial::new(made("40x40"))).contains("at most 1024 squares"));
}
