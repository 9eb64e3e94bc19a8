use std::collections::HashSet;
use std::{fs, thread};

use caracole::solvers::Run;
use caracole::solvers::{Exact, Random, Solver};
use caracole::{Outcome, ProblemExt};
use crossterm::event::Event;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::app::Flow;
use crate::app::tests::TestApp;

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

/// A tour of 5x5 in the names of its squares.
fn five(from: &str) -> Vec<String> {
    let tour = problem("5x5").start(from).unwrap().solve().found().unwrap();
    tour.squares().map(|square| tour.board().name(square)).collect()
}

fn press(play: &mut PlayScreen, code: KeyCode) {
    drop(play.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn types(play: &mut PlayScreen, letters: &str) {
    letters.chars().for_each(|letter| press(play, KeyCode::Char(letter)));
}

/// Plays squares by their names.
fn walk(play: &mut PlayScreen, names: &str) {
    for name in names.split(' ') {
        types(play, "t");
        types(play, name);
        press(play, KeyCode::Enter);
    }
}

/// Waits until the coach has answered.
fn settle(play: &mut PlayScreen) {
    while play.coach.is_busy() {
        thread::sleep(Duration::from_millis(1));
        drop(play.tick(Duration::from_millis(1)));
    }
}

/// The screen as text.
fn text(play: &mut PlayScreen) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 22)).unwrap();
    terminal.draw(|frame| play.draw(frame, frame.area(), &TerminalTheme::plain())).unwrap();
    let buffer = terminal.backend().buffer();
    let lines = buffer.content().chunks(80);
    let line = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    lines.map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the text beside the board.
fn panel(play: &PlayScreen) -> String {
    let lines = play.panel(TerminalTheme::plain());
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// How many squares bear a sign.
fn signs(play: &PlayScreen, sign: &str) -> usize {
    let squares = play.game.problem().board().squares();
    squares.filter(|&square| play.label(square).text == sign).count()
}

#[test]
fn the_coach_marks_each_move_and_tells_why_one_loses() {
    let mut play = PlayScreen::new(problem("5x5"));
    types(&mut play, "c");
    settle(&mut play);
    assert!(panel(&play).contains("Coach: open: it can be won\n13 winning, 12 losing"));
    assert_eq!((signs(&play, "+"), signs(&play, "x")), (13, 12));
    // The reason for the square under the cursor is shown.
    press(&mut play, KeyCode::Right);
    assert!(panel(&play).contains("b1 has the other"), "{}", panel(&play));

    // On to the first position in which moves win and others lose.
    walk(&mut play, "a1");
    let advice = loop {
        settle(&mut play);
        let advice = play.coach.advice.clone().unwrap();
        if advice.moves.iter().any(|(_, judged)| judged.name() == "losing") {
            break advice;
        }
        play.play(advice.moves[0].0);
    };
    assert!(matches!(advice.position, caracole::play::coach::PositionJudgement::Open(_)));
    let judged = |word| advice.moves.iter().filter(|(_, judged)| judged.name() == word).count();
    assert_eq!((signs(&play, "+"), signs(&play, "x")), (judged("winning"), judged("losing")));

    let loses = advice.moves.iter().find(|(_, judged)| judged.name() == "losing").unwrap().0;
    let name = play.game.problem().board().name(loses);
    walk(&mut play, &name);
    assert!(play.message.0.starts_with(&format!("{name} loses: ")), "{}", play.message.0);
    assert!(play.message.0.len() > name.len() + 12, "the reason: {}", play.message.0);
    settle(&mut play);
    assert!(panel(&play).starts_with("Coach: lost: "), "{}", panel(&play));
    types(&mut play, "h");
    settle(&mut play);
    let expected = "Take back 1 move, and it can be won. Lost: ";
    assert!(play.message.0.starts_with(expected), "{}", play.message.0);
    assert_eq!(play.hint, None);
    types(&mut play, "uh");
    settle(&mut play);
    assert!(play.message.0.starts_with("Hint: "), "{}", play.message.0);
    assert!(advice.moves.iter().any(|(to, judged)| play.hint == Some(*to) && judged.is_winning()));
}

/// An answer to an earlier position is ignored.
#[test]
fn late_answers_are_ignored() {
    let mut play = PlayScreen::new(problem("5x5"));
    types(&mut play, "h");
    assert!(play.coach.is_busy());
    press(&mut play, KeyCode::Enter);
    settle(&mut play);
    assert!(play.coach.advice.is_none() && play.hint.is_none(), "{}", play.message.0);
    types(&mut play, "hc");
    settle(&mut play);
    types(&mut play, "u");
    settle(&mut play);
    assert_eq!(play.coach.advice.as_ref().unwrap().moves.len(), 25);
}

#[test]
fn a_board_without_tours_is_never_hinted_at() {
    let mut play = PlayScreen::new(problem("4x4"));
    types(&mut play, "h");
    settle(&mut play);
    assert!(play.message.0.starts_with("Lost: "), "{}", play.message.0);
    press(&mut play, KeyCode::Enter);
    types(&mut play, "h");
    settle(&mut play);
    assert!(play.message.0.starts_with("It could never be won: "), "{}", play.message.0);
    types(&mut play, "f");
    assert!(play.message.0.starts_with("Lost: "), "{}", play.message.0);
    assert_eq!(play.game.played().len(), 1);
}

#[test]
fn the_rest_is_played_for_the_player() {
    for problem in [problem("5x5"), problem("6x6").closed(), problem("3x4")] {
        let is_closed = problem.kind() == caracole::Kind::Closed;
        let mut play = PlayScreen::new(problem);
        types(&mut play, "f");
        settle(&mut play);
        let GameState::Finished(tour) = play.state.clone() else { panic!("{}", play.message.0) };
        assert!(tour.is_closed() || !is_closed);
        // Taken back by half it is finished again, and the first half stays.
        let half = play.game.played()[..play.game.played().len() / 2].to_vec();
        types(&mut play, &"u".repeat(tour.len() as usize - half.len()));
        types(&mut play, "f");
        settle(&mut play);
        assert!(matches!(play.state, GameState::Finished(_)), "{}", play.message.0);
        assert!(play.game.played().starts_with(&half));
        types(&mut play, "h");
        assert!(play.message.0.contains("the verifier agrees"), "{}", play.message.0);
    }
}

/// Every hint, on random positions, is a move after which there is a tour: the search finds one
/// with the steps so far given as clues, which it takes another way than the coach does.
#[test]
fn hints_are_never_wrong() {
    let mut seen = HashSet::new();
    for (board, games) in [("5x5", 8), ("3x4", 8), ("6x6-a1,f6", 4), ("6x6-c3,d4", 4)] {
        for number in 0..games {
            let mut random = Random::numbered(6, board, number);
            let mut play = PlayScreen::new(problem(board));
            loop {
                types(&mut play, "h");
                settle(&mut play);
                let position = clues(&play.game, play.hint);
                let outcome = Exact::default().solve(&position, &mut Run::new());
                let names: caracole::Path = play.game.played().iter().copied().collect();
                let names = names.names(position.board());
                match (play.hint, outcome) {
                    (Some(_), Outcome::Found(_)) => seen.insert("hint"),
                    (None, Outcome::Impossible(_)) => seen.insert("lost"),
                    (None, Outcome::Found(_)) if play.game.unvisited() == 0 => seen.insert("won"),
                    (hint, outcome) => {
                        panic!(
                            "{board}: {names}: {hint:?}, but {}: {}",
                            outcome.name(),
                            play.message.0
                        )
                    }
                };
                let legal: Vec<Square> = play.game.legal().collect();
                let Some(last) = (legal.len() as u64).checked_sub(1) else { break };
                // Mostly by the hint, so that games become long.
                let other = legal[random.below(last + 1) as usize];
                let next = play.hint.filter(|_| random.below(6) > 0).unwrap_or(other);
                play.play(next);
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

fn clues(game: &Game, hint: Option<Square>) -> caracole::Problem {
    let steps = game.played().iter().copied().chain(hint).zip(1..);
    let problem = caracole::Problem::new(game.problem().board().clone());
    steps.fold(problem, |problem, (square, step)| problem.clue(square, step).unwrap())
}

/// Moves the cursor to a square by arrow keys, or plays the number of the direction.
#[test]
fn a_whole_game_is_played_by_keys() {
    let names = five("c3");
    let mut play = PlayScreen::new(problem("5x5"));
    let board = play.game.problem().board().clone();
    for (at, name) in names.iter().enumerate() {
        let square = board.parse_square(name).unwrap();
        let number = (1..=8).find(|&number| play.game.target(number) == Some(square));
        match number {
            // The first square, and each fourth: by arrows.
            Some(number) if at % 4 != 0 => types(&mut play, &number.to_string()),
            _ => {
                let (to, at) = (board.coord(square), board.coord(play.cursor));
                let files = i64::from(to.file.index()) - i64::from(at.file.index());
                let ranks = i64::from(to.rank.index()) - i64::from(at.rank.index());
                let [across, along] = [
                    (files, [KeyCode::Left, KeyCode::Right]),
                    (ranks, [KeyCode::Down, KeyCode::Up]),
                ]
                .map(|(by, keys)| (by.unsigned_abs(), keys[usize::from(by > 0)]));
                for (times, key) in [across, along] {
                    (0..times).for_each(|_| press(&mut play, key));
                }
                press(&mut play, KeyCode::Enter);
            }
        }
        assert_eq!(play.game.played().len(), at + 1, "{name}: {}", play.message.0);
    }
    let GameState::Finished(tour) = &play.state else { panic!("{}", play.message.0) };
    assert_eq!(tour.names(), names.join(" "));
    assert_eq!(play.message.0, "An open tour of 25 squares, and the verifier agrees.");
    let screen = text(&mut play);
    for step in ["1", "13", "25"] {
        assert!(screen.split_whitespace().any(|word| word == step), "{screen}");
    }
    assert!(screen.contains("Step 25 of 25"), "{screen}");
}

/// The squares are clicked where they were drawn.
#[test]
fn a_whole_game_is_played_by_clicks() {
    let names = five("a1");
    let mut play = PlayScreen::new(problem("5x5"));
    for name in &names {
        drop(text(&mut play));
        let square = play.game.problem().board().parse_square(name).unwrap();
        let (column, row) = (0..22)
            .flat_map(|row| (0..80).map(move |column| (column, row)))
            .find(|&(column, row)| play.view.square_at(column, row) == Some(square))
            .unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        drop(play.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }
    let GameState::Finished(tour) = &play.state else { panic!("{}", play.message.0) };
    assert_eq!(tour.names(), names.join(" "));
}

#[test]
fn a_dead_end_is_told_with_its_reason() {
    let mut app = TestApp::new(PlayScreen::new(problem("3x3")));
    for name in "b1 a3 c2 a1 b3 c1 a2 c3".split(' ') {
        app.type_text(&format!("t{name}"));
        app.press(KeyCode::Enter);
    }
    let screen = app.text();
    let expected = "Stuck, dead end: no unvisited square is a move away from c3; 1 square is";
    assert!(screen.contains(expected), "{screen}");
    assert!(screen.contains("Step 8 of 9, on c3."), "{screen}");
    app.type_text("u");
    assert!(app.text().contains("Step 7 of 9, on a2."));
}

#[test]
fn what_may_not_be_played_is_told() {
    let mut play = PlayScreen::new(problem("5x5").start("a1").unwrap().closed());
    assert_eq!(play.game.played().len(), 1, "a fixed start is played");
    for (name, why) in [
        ("a2", "Not possible: step 2: a1 and a2 are not a knight's move apart."),
        ("a1", "Not possible: step 2: a1 was visited at step 1."),
        ("f9", "Not possible: 'f9' is not on the board: files a to e, ranks 1 to 5."),
        ("pony", "Not possible: 'pony' is not a square: write it as e4, or as x,y from 0,0 = a1."),
    ] {
        walk(&mut play, name);
        assert_eq!((play.message.0.as_str(), play.game.played().len()), (why, 1));
    }
    for (keys, why) in [
        ("5", "Move 5 leads from a1 to no square."),
        ("z", "z does nothing here"),
        ("r", "There is nothing to play again."),
        ("uu", "There is nothing to take back."),
        ("3", "Choose the first square before a direction."),
    ] {
        types(&mut play, keys);
        assert_eq!(play.message.0, why);
    }
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut play = PlayScreen::new(problem("5x5"));
    walk(&mut play, "a1 c2 e1");
    let whole = play.game.clone();
    types(&mut play, "uu");
    assert_eq!(play.game.played().len(), 1);
    types(&mut play, "rr");
    assert_eq!(play.game, whole);
    types(&mut play, "n");
    assert!(play.game.played().is_empty());
    assert!(play.message.0.starts_with("A new game"));
    types(&mut play, "rrr");
    assert_eq!(play.game, whole);
}

#[test]
fn the_cursor_goes_round_the_legal_moves_and_over_holes() {
    let mut play = PlayScreen::new(problem("5x5-c3").start("a1").unwrap());
    let name = |play: &PlayScreen| play.game.problem().board().name(play.cursor);
    let mut seen = Vec::new();
    for key in [KeyCode::Tab, KeyCode::Tab, KeyCode::Tab, KeyCode::BackTab] {
        press(&mut play, key);
        seen.push(name(&play));
    }
    assert_eq!(seen, ["b3", "c2", "b3", "c2"]);
    press(&mut play, KeyCode::Up);
    assert_eq!(name(&play), "c4", "c3 is a hole");
    (0..9).for_each(|_| press(&mut play, KeyCode::Right));
    assert_eq!(name(&play), "e4");

    // Without a first square Tab goes over all that one can start from, on any board.
    let mut vast = PlayScreen::new(problem("1000000x1000000"));
    press(&mut vast, KeyCode::Tab);
    press(&mut vast, KeyCode::Enter);
    press(&mut vast, KeyCode::Char('1'));
    assert_eq!(vast.status(), "Step 2 of 1000000000000, on c3.");
    types(&mut vast, "h");
    assert!(vast.message.0.starts_with("The coach judges boards of up to 10000 squares"));
    let mut large = PlayScreen::new(problem("100x100"));
    types(&mut large, "h");
    let expected = "On 10000 squares the coach waits for the first one: choose it.";
    assert_eq!((large.message.0.as_str(), large.coach.is_busy()), (expected, false));
}

#[test]
fn marks_say_without_colours_what_may_be_played() {
    let mut play = PlayScreen::new(problem("5x5").clue("e5", 9).unwrap());
    walk(&mut play, "a1");
    assert_eq!((signs(&play, "o"), signs(&play, "=9"), signs(&play, "1")), (2, 1, 1));
    types(&mut play, "m");
    assert_eq!((signs(&play, "o"), signs(&play, "·")), (0, 23));
}

/// The dialogue of a blindfold game on the screen.
#[test]
fn blindfold_games_are_played_in_words() {
    let mut app = TestApp::new(PlayScreen::new(problem("5x5")));
    app.type_text("b");
    for typed in ["a1", "c2", "e1", "c2", "d4", "x1", "d3", "undo", "knight", "d3"] {
        app.type_text(typed);
        app.press(KeyCode::Enter);
    }
    let expected = "\
Play 5x5, blindfold
Step 4 of 25, on d3.
The board is hidden: type squares.
Choose the first of 25 squares.
> a1
Step 1 of 25, on a1.
> c2
Step 2 of 25, on c2.
> e1
Step 3 of 25, on e1.
> c2
Not possible: step 4: c2 was visited at step 2.
> d4
Not possible: step 4: e1 and d4 are not a knight's move apart.
> x1
Not possible: 'x1' is not on the board: files a to e, ranks 1 to 5.
> d3
Step 4 of 25, on d3.
> undo
Step 3 of 25, on e1.
> knight
Not possible: 'knight' is not a square: write it as e4, or as x,y from 0,0 = a1.
> d3
Step 4 of 25, on d3.
Square: _
 Enter play  undo redo hint coach finish save load as words  Esc show  F1 keys
";
    let screen = app.text();
    let shown: Vec<&str> = screen.trim_start().lines().collect();
    // The first lines have scrolled away.
    let expected: Vec<&str> = expected.lines().collect();
    assert_eq!(shown[..2], expected[..2]);
    let (shown, expected) = (&shown[2..], &expected[2..]);
    assert_eq!(shown, &expected[expected.len() - shown.len()..]);
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    assert!(app.text().starts_with(" Play 5x5\n"), "{}", app.text());
}

/// On any terminal, however small.
#[test]
fn small_terminals_do_no_harm() {
    for (columns, lines) in [(80, 24), (40, 12), (20, 5), (1, 1), (3, 2)] {
        let mut app = TestApp::sized(PlayScreen::new(problem("8x8")), columns, lines);
        for keys in ["", "1", "t", "zz"] {
            app.type_text(keys);
            drop(app.text());
        }
        app.press(KeyCode::Esc);
        app.type_text("b");
        drop(app.text());
        let click = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 500,
            row: 500,
            modifiers: KeyModifiers::NONE,
        };
        assert_eq!(app.handle(&Event::Mouse(click)), Flow::Continue);
    }
}

#[test]
fn unsaved_moves_are_not_lost_by_one_key() {
    let mut app = TestApp::new(PlayScreen::new(problem("5x5")));
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit, "nothing was played");
    let mut app = TestApp::new(PlayScreen::new(problem("5x5")));
    app.press(KeyCode::Enter);
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    app.press(KeyCode::Tab);
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue, "something else was pressed between");
    app.type_text("u");
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue, "what was taken back can be played again");
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

/// All keys fit on a terminal of the usual size, to the last word.
#[test]
fn all_keys_are_listed() {
    let mut app = TestApp::new(PlayScreen::new(problem("5x5")));
    app.type_text("?");
    let text = app.text();
    for words in ["PgUp PgDn", "1-8", "l ", "move the board ", "leave at once"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    app.type_text("xt?");
    assert!(app.text().contains("Square: ?_"), "a letter like any other");
}

/// A folder of its own for a test, taken away at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("caracole-play-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Types the name of a file for a key, and Enter.
fn with_file(play: &mut PlayScreen, key: char, file: &str) {
    types(play, &key.to_string());
    (0..200).for_each(|_| press(play, KeyCode::Backspace));
    types(play, file);
    press(play, KeyCode::Enter);
}

#[test]
fn a_saved_game_is_the_same_when_it_is_loaded() {
    let folder = Folder::new("same");
    let file = folder.file("game.json");
    let mut play = PlayScreen::new(problem("5x5-e5").forbid("a1", "b3").unwrap());
    walk(&mut play, "a1 c2 e1 d3");
    types(&mut play, "uu");
    with_file(&mut play, 's', &file);
    assert_eq!(play.message.0, format!("Saved in {file}."));
    assert!(matches!(play.leave(), Turn::Back), "everything is saved");
    let saved = play.game.clone();
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing else is left");

    let mut other = PlayScreen::new(problem("8x8"));
    walk(&mut other, "a1 b3");
    with_file(&mut other, 'l', &file);
    assert_eq!(other.message.0, "The game is not saved: Enter again gives it up.");
    assert_eq!(other.game.played().len(), 2);
    press(&mut other, KeyCode::Enter);
    assert_eq!(other.message.0, format!("Loaded {file}."));
    assert_eq!(other.game, saved);
    types(&mut other, "rr");
    assert_eq!(other.game.played().len(), 4);
    assert_eq!(PlayScreen::open(Path::new(&file)).unwrap().game, saved);

    // Its own file is replaced immediately, another one only after a second Enter.
    types(&mut other, "s");
    press(&mut other, KeyCode::Enter);
    assert_eq!(other.message.0, format!("Saved in {file}."));
    let mut third = PlayScreen::new(problem("3x4"));
    with_file(&mut third, 's', &file);
    assert_eq!(third.message.0, format!("{file} is there already: Enter again replaces it."));
    assert_eq!(PlayScreen::open(Path::new(&file)).unwrap().game, other.game);
    press(&mut third, KeyCode::Enter);
    assert_eq!(third.message.0, format!("Saved in {file}."));
    assert_eq!(PlayScreen::open(Path::new(&file)).unwrap().game, third.game);
}

#[test]
fn what_cannot_be_saved_or_loaded_is_told_in_a_line() {
    let folder = Folder::new("trouble");
    let here = folder.0.display().to_string();
    let mut play = PlayScreen::new(problem("5x5"));
    walk(&mut play, "a1 c2");
    let before = play.game.clone();
    let nowhere = folder.file("nowhere/game.json");
    for (key, file, why) in [
        ('s', &here, format!("Not saved: {here}: is a folder: name a file in it.")),
        (
            's',
            &nowhere,
            format!("Not saved: {nowhere}: there is no folder {here}/nowhere: create it first."),
        ),
        ('l', &here, format!("Not loaded: {here}: is not a file.")),
        ('l', &nowhere, format!("Not loaded: {nowhere}: there is no such file.")),
    ] {
        with_file(&mut play, key, file);
        assert_eq!((&play.message.0, &play.game), (&why, &before));
    }
    types(&mut play, "s");
    press(&mut play, KeyCode::Esc);
    assert!(play.prompt.is_none() && fs::read_dir(&folder.0).unwrap().next().is_none());
}

/// An invalid file does not change the game, and a line states the reason.
#[test]
fn no_malformed_game_is_played() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/malformed-games");
    let mut found = Vec::new();
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "expected.tsv" {
            continue;
        }
        let error = PlayScreen::open(&path).err().unwrap_or_else(|| panic!("{name} was read"));
        let error = error.to_string();
        assert!(!error.contains('\n'), "{error}");
        if name.starts_with("rules-") {
            found.push(error.rsplit_once("json: ").unwrap().1.to_owned());
        }
    }
    found.sort();
    let expected = [
        "step 1: the tour starts on c3, not on a1",
        "step 2: a1 and c3 are not a knight's move apart",
        "step 2: the move a1-c2 cannot be both used and avoided",
        "step 3: a1 was visited at step 1",
        "step 3: c2 and a2 are not a knight's move apart",
        "the coach judges the game of one knight",
    ];
    assert_eq!(found, expected);
}

/// A tour from elsewhere, or its beginning, is a game.
#[test]
fn a_begun_tour_is_gone_on_with() {
    let folder = Folder::new("begun");
    let file = folder.file("begun.txt");
    fs::write(&file, "# board 5x5\na1 c2 e1\n").unwrap();
    let mut play = PlayScreen::open(Path::new(&file)).unwrap();
    assert!(text(&mut play).contains("Step 3 of 25, on e1."));
    types(&mut play, "f");
    settle(&mut play);
    assert_eq!(play.game.unvisited(), 0, "{}", play.message.0);
}
