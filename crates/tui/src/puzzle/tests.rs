use std::fs;

use caracole::Tour;
use caracole::formats::{ReadHint, puzzle as files};

use super::*;
use crate::app::Flow;
use crate::app::tests::TestApp;

/// A puzzle that is made.
fn made(board: &str) -> PuzzleScreen {
    let mut screen = PuzzleScreen::new(board.parse().expect("a board"));
    let State::Making(task, _) = &screen.state else { panic!("it is made already") };
    let made = task.wait().expect("an answer");
    screen.handle(made);
    screen
}

fn grid(screen: &PuzzleScreen) -> &PuzzleGrid {
    let State::Playing(grid) = &screen.state else { panic!("there is no puzzle") };
    grid
}

/// The screen, its solution, and the squares without a clue.
fn app(board: &str) -> (TestApp, Tour, Vec<Square>) {
    let screen = made(board);
    let grid = grid(&screen);
    let solution = grid.puzzle().solution().clone();
    let open = screen.request.board.squares().filter(|&square| !grid.is_clue(square)).collect();
    (TestApp::new(screen), solution, open)
}

/// What is written beside the board, in one line.
fn panel(app: &mut TestApp) -> String {
    let text = app.text();
    let lines = text.lines().map(|line| line.chars().skip(80 - usize::from(PANEL)));
    let words = lines.map(|line| line.collect::<String>().trim().to_owned());
    words.collect::<Vec<_>>().join(" ")
}

/// Goes from the lower left corner to a square.
fn go(app: &mut TestApp, board: &Board, square: Square) {
    let place = board.coord(square);
    let steps = |app: &mut TestApp, code, times: u32| {
        for _ in 0..times {
            app.press(code);
        }
    };
    steps(app, KeyCode::Down, board.ranks());
    steps(app, KeyCode::Left, board.files());
    steps(app, KeyCode::Up, place.rank.index());
    steps(app, KeyCode::Right, place.file.index());
}

fn put(app: &mut TestApp, board: &Board, square: Square, number: u64) {
    go(app, board, square);
    app.type_text(&number.to_string());
}

#[test]
fn a_puzzle_is_made_and_solved_by_typing() {
    let (mut app, solution, open) = app("5x5");
    let board = solution.board();
    let said = panel(&mut app);
    assert!(said.contains("9 of 25 filled") && said.contains("9 clues, one solution: "), "{said}");
    assert_eq!(app.text().matches('_').count(), 16, "{}", app.text());
    let (last, others) = open.split_last().expect("there is something to do");
    let step = |square| solution.step_of(square).expect("a square of the tour");
    for &square in others {
        put(&mut app, board, square, step(square));
    }
    assert!(panel(&mut app).contains("24 of 25 filled"), "{}", app.text());
    put(&mut app, board, *last, step(*last));
    let said = panel(&mut app);
    assert!(said.contains("Solved! It is an open tour, says the verifier."), "{said}");
    let text = app.text();
    assert!(!text.contains('_'), "{text}");
    for step in 1..=25 {
        assert!(text.split_whitespace().any(|word| word == step.to_string()), "{step}: {text}");
    }
    // Nothing is lost by leaving.
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

#[test]
fn wrong_numbers_are_marked() {
    let (mut app, solution, open) = app("5x5");
    let board = solution.board();
    let name = |square| board.name(square);
    let start = solution.squares().next().expect("a start");
    put(&mut app, board, open[0], 1);
    let said = panel(&mut app);
    let expected = format!("{}: 1 is the clue of {}", name(open[0]), name(start));
    assert!(said.contains(&expected), "{said}");
    assert!(app.text().contains("1!"), "{}", app.text());
    // A number that is not a clue, behind one that is, on a square that is not a move away.
    let is_open = |step| solution.square_at(step).is_some_and(|square| open.contains(&square));
    let step = (1..25).find(|&step| !is_open(step) && is_open(step + 1)).expect("such a clue");
    let (number, clue) = (step + 1, solution.square_at(step).expect("a step"));
    let is_near = |square: Square| {
        let (a, b) = (board.coord(square), board.coord(clue));
        a.file.index().abs_diff(b.file.index()) * a.rank.index().abs_diff(b.rank.index()) == 2
    };
    let away = *open[1..].iter().find(|&&square| !is_near(square)).expect("a square far away");
    put(&mut app, board, away, number);
    let said = panel(&mut app);
    let expected = format!("{}: {number} is not a move from {step} on {}", name(away), name(clue));
    assert!(said.contains(&expected), "{said}");
    put(&mut app, board, open[0], number);
    let said = panel(&mut app);
    let expected = format!("{}: {number} is on {} too", name(open[0]), name(away));
    assert!(said.contains(&expected), "{said}");
    assert_eq!(app.text().matches(&format!("{number}!")).count(), 2, "{}", app.text());
    // It goes back number by number, and no further.
    app.type_text("uuu");
    let text = app.text();
    assert!(!text.contains('!') && text.contains("9 of 25 filled"), "{text}");
    app.type_text("u");
    assert!(app.text().contains("Nothing to undo"));
    put(&mut app, board, start, 7);
    let text = app.text();
    assert!(text.contains("A clue cannot be changed") && text.contains("1, a clue"), "{text}");
}

/// Squares in the right order with a wrong number are no solution.
#[test]
fn a_number_twice_is_never_solved() {
    let mut screen = made("5x5");
    let solution = grid(&screen).puzzle().solution().clone();
    let State::Playing(grid) = &mut screen.state else { panic!("no puzzle") };
    for (step, square) in (1..).zip(solution.squares()) {
        grid.write(square, Some(step), false);
    }
    assert!(matches!(grid.verdict(), Some(Ok(_))) && grid.violations().is_empty());
    let mut pairs = (2..25).filter_map(|step| {
        let (one, next) = (solution.square_at(step)?, solution.square_at(step + 1)?);
        (one < next && !grid.is_clue(next)).then_some((next, step))
    });
    let (square, step) = pairs.next().expect("a pair");
    grid.write(square, Some(step), false);
    assert_eq!(
        grid.verdict().map(|tour| tour.map(|_| ())),
        Some(Err(format!("{} is missing", step + 1)))
    );
    assert!(!grid.violations().is_empty());
}

#[test]
fn hints_are_right_to_the_end() {
    let (mut app, solution, open) = app("6x6");
    let board = solution.board();
    let square = open[open.len() / 2];
    go(&mut app, board, square);
    app.type_text("h");
    let step = solution.step_of(square).expect("a square of the tour");
    let text = app.text();
    assert!(text.contains(&format!("Hint: {} is {step}", board.name(square))), "{text}");
    // A wrong number is made right, and then the first that is missing comes.
    put(&mut app, board, open[0], solution.step_of(open[1]).expect("a square of the tour"));
    app.type_text("h");
    assert!(app.text().contains(&format!("Hint: {} is ", board.name(open[0]))));
    for _ in 2..open.len() {
        assert!(!app.text().contains("Solved"));
        app.type_text("h");
        assert!(app.text().contains("Hint: "));
    }
    assert!(app.text().contains("Solved! It is "), "{}", app.text());
}

#[test]
fn the_solution_can_be_looked_at_and_numbers_are_not_lost_by_mistake() {
    let (mut app, solution, open) = app("5x5");
    app.type_text("s");
    let text = app.text();
    assert!(text.contains("The only solution") && !text.contains('_'), "{text}");
    app.type_text("4s");
    assert!(app.text().contains("9 of 25 filled"));
    put(&mut app, solution.board(), open[0], 13);
    app.type_text("n");
    assert!(app.text().contains("Your numbers will be lost"));
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    app.press(KeyCode::Left);
    app.type_text("n");
    assert!(!app.text().contains("Making"));
    app.type_text("n");
    assert!(app.text().contains("Making a puzzle"));
    for _ in 0..3000 {
        app.tick(10);
        if !app.text().contains("Making") {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(app.text().contains("Puzzle 2."), "{}", app.text());
}

#[test]
fn the_mouse_chooses_and_numbers_are_typed_digit_by_digit() {
    let mut screen = made("5x5");
    let target = screen.request.board.squares().find(|&square| !grid(&screen).is_clue(square));
    let name = screen.request.board.name(target.expect("an empty square"));
    screen.view = BoardView::default();
    let mut app = TestApp::new(screen);
    app.text();
    // Wherever the board is drawn, one of the places is the square.
    let is_found = (1..23).any(|row| {
        (0..46).step_by(2).any(|column| {
            let kind = MouseEventKind::Down(MouseButton::Left);
            let modifiers = crossterm::event::KeyModifiers::NONE;
            let click = MouseEvent { kind, column, row, modifiers };
            app.handle(&crossterm::event::Event::Mouse(click));
            app.text().contains(&format!("{name}: empty"))
        })
    });
    assert!(is_found, "{}", app.text());
    app.type_text("0");
    assert!(app.text().contains(&format!("{name}: empty")));
    app.type_text("25");
    assert!(app.text().contains(&format!("{name}: 25")));
    app.type_text("3");
    assert!(app.text().contains(&format!("{name}: 3")), "253 is too much");
    app.type_text("0");
    assert!(app.text().contains(&format!("{name}: 3")), "and so is 30");
    app.press(KeyCode::Backspace);
    assert!(app.text().contains(&format!("{name}: empty")));
}

#[test]
fn puzzles_are_saved_as_grids_or_sheets() {
    let folder = std::env::temp_dir().join(format!("caracole-puzzle-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let screen = made("5x5");
    let problem = grid(&screen).puzzle().problem().clone();
    let mut app = TestApp::new(screen);
    let mut save = |name: &str, times: usize| {
        app.type_text("w");
        for _ in 0.."puzzle.svg".len() {
            app.press(KeyCode::Backspace);
        }
        app.type_text(&folder.join(name).display().to_string());
        for _ in 0..times {
            app.press(KeyCode::Enter);
        }
        panel(&mut app)
    };
    assert!(save("one.txt", 1).contains("Saved as "));
    let text = fs::read(folder.join("one.txt")).expect("it is there");
    assert_eq!(files::read(&text, &ReadHint::default()).expect("a puzzle"), problem);
    assert!(save("two.svg", 1).contains("Saved as "));
    assert!(fs::read_to_string(folder.join("two.svg")).is_ok_and(|text| text.starts_with("<svg")));
    fs::write(folder.join("one.txt"), "mine").expect("written");
    assert!(save("one.txt", 1).contains("is there already: Enter"));
    assert_eq!(fs::read(folder.join("one.txt")).expect("it is there"), b"mine");
    app.press(KeyCode::Enter);
    assert_eq!(fs::read(folder.join("one.txt")).expect("it is there"), text);
    fs::remove_dir_all(&folder).expect("it was ours");
}

#[test]
fn where_there_is_no_puzzle_the_reason_is_told() {
    let mut app = TestApp::new(made("4x4"));
    let text = app.text();
    assert!(text.contains("No puzzle: there is no tour: "), "{text}");
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
    assert!(panel(&mut TestApp::new(made("40x40"))).contains("at most 1024 squares"));
}
