//! The screen as text, at 80x24 unless told otherwise.

mod board;
mod time;

use caracole::Neural;
use crossterm::event::Event;

use super::*;
use crate::app::tests::Trial;
use crate::theme::Tone;

fn work(board: &str, from: Option<&str>, method: Method) -> Work {
    let problem = Problem::new(board.parse().unwrap());
    Work {
        problem: from.into_iter().fold(problem, |problem, from| problem.from(from).unwrap()),
        method,
        settings: MethodSettings::default(),
        seed: 0,
        pause: Duration::from_millis(100),
    }
}

/// One of the three runs of the report.
fn report(from: &str) -> Work {
    let mut work = work("8x8", Some(from), Method::Warnsdorff);
    work.settings.order = Some("76543218".parse().unwrap());
    work
}

/// The screen after all work was done, before anything was played.
fn trial(work: Work) -> Trial {
    Trial::new(Watch::new(work).answered())
}

/// The lines below the board: caption, counts, story, slider.
fn below(trial: &mut Trial) -> [String; 4] {
    let text = trial.text();
    let lines: Vec<&str> = text.lines().collect();
    std::array::from_fn(|at| lines[lines.len() - 5 + at].to_owned())
}

#[test]
fn the_three_runs_of_the_report_end_where_they_should() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let mut trial = trial(report(from));
        trial.press(KeyCode::End);
        let [caption, counts, story, slider] = below(&mut trial);
        assert_eq!(caption, format!("step 64: visiting {end}"));
        assert_eq!(counts, "64 of 64 squares visited; 63 steps, 0 retreats, 1 walk");
        assert_eq!(story, format!("found: an open tour of 64 squares, from {from} to {end}"));
        assert!(slider.starts_with("the end ━"), "{slider}");
        assert!(trial.text().contains("♞64"));
    }
}

#[test]
fn a_click_on_a_square_goes_back_to_its_step() {
    let mut trial = trial(report("a8"));
    trial.press(KeyCode::End);
    let text = trial.text();
    let place = text.lines().zip(0_u16..).find_map(|(line, row)| {
        let bytes = line.find(" 32")?;
        Some((line[..bytes].chars().count() as u16 + 1, row))
    });
    let (column, row) = place.unwrap();
    let (kind, modifiers) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
    trial.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert!(below(&mut trial)[0].starts_with("step 32: visiting "));
    trial.press(KeyCode::Home);
    trial.text();
    trial.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert_eq!(below(&mut trial)[0], "before the first step", "a free square has no step");
}

#[test]
fn free_squares_show_their_ways_on() {
    let mut trial = trial(report("a8"));
    trial.press(KeyCode::Right);
    let notes = |trial: &mut Trial| {
        let text = trial.text();
        let words = text.split_whitespace().filter(|word| word.starts_with('·'));
        words.filter_map(|word| word[2..].parse::<u32>().ok()).collect::<Vec<_>>()
    };
    assert!(notes(&mut trial).is_empty());
    trial.types("d");
    assert_eq!(notes(&mut trial), [5, 5], "c7 and b6");
    assert_eq!(below(&mut trial)[2], "·n next to the knight: n ways on");
    trial.types("d");
    // Each of the 168 moves is a way on for both of its squares; a8 has two.
    let all = notes(&mut trial);
    assert_eq!((all.len(), all.iter().sum::<u32>()), (63, 2 * 168 - 4));
    trial.types("d");
    assert!(notes(&mut trial).is_empty(), "there is neither a network nor a trail");
}

#[test]
fn retreats_are_marked() {
    let mut trial = trial(work("5x5", Some("a1"), Method::Backtracking));
    let mut steps = 0;
    while !below(&mut trial)[0].contains("going back to") {
        trial.press(KeyCode::Right);
        steps += 1;
        assert!(steps < 500);
    }
    assert!(trial.text().contains('×'));
    assert!(below(&mut trial)[1].contains(", 1 retreat, 1 walk"));
    trial.press(KeyCode::Left);
    assert!(!trial.text().contains('×'));
    assert!(below(&mut trial)[1].contains(", 0 retreats, 1 walk"));
    trial.press(KeyCode::End);
    assert!(below(&mut trial)[2].starts_with("found: an open tour of 25 squares, from a1 to "));
}

#[test]
fn a_network_settles() {
    let mut work = work("6x6", None, Method::Neural);
    work.problem = work.problem.closed();
    work.settings.neural = Neural { attempts: 50.try_into().unwrap(), ..Neural::default() };
    let mut watch = Watch::new(work).answered();
    watch.player.jump(usize::MAX);
    // The tour that is walked in the end takes 36 moments.
    watch.player.step(-36);
    let stage = watch.player.stage();
    let mut picture = Picture::default();
    picture.see(stage, watch.player.moment(), true);
    assert_eq!(picture.lines().len(), 36);
    assert!(picture.lines().iter().all(|line| line.2 == Tone::Legal));
    let mut trial = Trial::new(watch);
    let text = trial.text();
    assert_eq!(text.split_whitespace().filter(|&word| word == "·2").count(), 36);
    let [caption, _, story, _] = below(&mut trial);
    assert!(caption.ends_with(": 36 moves on, 36 of 36 squares have two"), "{caption}");
    assert_eq!(story, "·n: n moves of the network");
    trial.press(KeyCode::End);
    assert_eq!(below(&mut trial)[2], "found: a closed tour of 36 squares");
    assert!(trial.text().contains("♞36"));
}

#[test]
fn trails_are_drawn_by_their_strength() {
    let mut watch = Watch::new(work("5x5", None, Method::Ants)).answered();
    // After 25 walks the first cycle is over.
    while watch.player.stage().trails().is_none() {
        watch.player.step(1);
    }
    let mut picture = Picture::default();
    picture.see(watch.player.stage(), watch.player.moment(), true);
    let strong = picture.lines().iter().filter(|line| line.2 == Tone::Start).count();
    let weak = picture.lines().iter().filter(|line| line.2 == Tone::Quiet).count();
    assert!(strong > 0 && weak > 0, "{strong} {weak}");
    picture.see(watch.player.stage(), watch.player.moment(), false);
    assert!(picture.lines().is_empty());
    let mut trial = Trial::new(watch);
    let [caption, counts, _, _] = below(&mut trial);
    assert!(caption.starts_with("cycle 1: the strongest trail leads from "), "{caption}");
    assert!(counts.ends_with(", 0 retreats, 25 walks"), "{counts}");
}

#[test]
fn an_answer_without_a_step_is_seen_at_once() {
    let mut trial = trial(work("4x4", None, Method::Auto));
    trial.tick(100);
    let text = trial.text();
    assert!(text.contains("\nbefore the first step\n"), "{text}");
    assert!(text.contains("\nimpossible: "), "{text}");
    assert!(text.contains("\nthe end ●") && text.contains(" 0 of 0, "), "{text}");
}

/// Any size of terminal, any board.
#[test]
fn large_boards_and_small_terminals() {
    for (board, method) in [
        ("300x300", Method::Warnsdorff),
        ("1x1", Method::Auto),
        ("box:3x4x4", Method::Exact),
        ("torus:5x5", Method::BruteForce),
    ] {
        for (columns, lines) in [(80, 24), (20, 6), (1, 1), (200, 3)] {
            let from = (board == "300x300").then_some("a1");
            let watch = Watch::new(work(board, from, method)).answered();
            let mut trial = Trial::sized(watch, columns, lines);
            trial.tick(1000);
            trial.text();
            trial.press(KeyCode::End);
            trial.types("dd");
            let text = trial.text();
            assert!(lines < 24 || text.contains("found"), "{text}");
        }
    }
}
