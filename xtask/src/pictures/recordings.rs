//! Recordings of methods: single moments of Warnsdorff's rule, and search trees.

use caracole_core::{Board, Problem, Square};
use caracole_play::recording::{Event, Frame, Player, Recorder};
use caracole_solve::{Method, MethodSettings, Run, TieBreak};

use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::{Ink, Point, Svg};

pub(super) fn board(text: &str) -> Result<Board, String> {
    text.parse().map_err(|_| format!("no board: {text}"))
}

pub(super) fn problem_from(text: &str, start: &str) -> Result<Problem, String> {
    Problem::new(board(text)?).start(start).map_err(|error| error.to_string())
}

/// Records a method with the default seed.
pub(super) fn record(method: Method, settings: &MethodSettings, problem: &Problem) -> Player {
    let mut recorder = Recorder::new(problem);
    // The recording shows the outcome.
    let _ = method.solver(settings).solve(problem, &mut Run::new().observed_by(&mut recorder));
    Player::new(recorder.into_recording())
}

/// Draws three moments on 5x5, with the degree of every free square.
pub(super) fn rule() -> Result<String, String> {
    const MOMENTS: [usize; 3] = [2, 9, 16];
    const TITLE: &str = "Warnsdorff's rule on 5x5 from a1, at three moments";
    let problem = problem_from("5x5", "a1")?;
    let mut player = record(Method::Warnsdorff, &MethodSettings::default(), &problem);
    player.seek(player.last_moment());
    let tour = player.frame().path().to_vec();
    let mut sketch = Sketch::strip(problem.board().clone(), 44, 3, TITLE);
    for (at, moment) in MOMENTS.into_iter().enumerate() {
        if at > 0 {
            sketch.next_board();
        }
        player.seek(moment);
        let next = *tour.get(moment).ok_or("the walk ends early")?;
        sketch.heading(&format!("after step {moment}"));
        draw_moment(&mut sketch, player.frame(), next);
    }
    sketch.explain_all(&[
        (Sign::Dot(Ink::Seal), "a step"),
        (Sign::Patch(Ink::Root), "can be visited next"),
        (Sign::Patch(Ink::Stage), "has the fewest onward moves: the next step"),
    ]);
    Ok(sketch.finish())
}

/// Draws the path, the onward moves of the knight, and the chosen one.
fn draw_moment(sketch: &mut Sketch, frame: &Frame, next: Square) {
    let choices: Vec<Square> =
        frame.knight().map(|knight| frame.onward_moves(knight).collect()).unwrap_or_default();
    for &choice in &choices {
        sketch.mark(&[choice], if choice == next { Ink::Stage } else { Ink::Root });
    }
    sketch.walk(frame.path(), Ink::Outward);
    for (step, &square) in (1..).zip(frame.path()) {
        sketch.seal(square, step);
    }
    for square in frame.board().squares() {
        if let Some(degree) = frame.degree(square) {
            let ink = if choices.contains(&square) { Ink::Heading } else { Ink::Note };
            sketch.write(square, &degree.to_string(), ink);
        }
    }
}

/// Draws the first move from d4 on 8x8, where four squares have the lowest degree.
pub(super) fn ties() -> Result<String, String> {
    const TITLE: &str = "The first move from d4, by the rule for ties";
    const INKS: [Ink; 4] = [Ink::Homeward, Ink::Outward, Ink::Farthest, Ink::Beside];
    let problem = problem_from("8x8", "d4")?;
    let mut sketch = Sketch::new("8x8", 38, 230, TITLE)?;
    // The tie-break rules that choose each square.
    let mut takes: Vec<(Square, Vec<&str>)> = Vec::new();
    for tie in TieBreak::ALL.into_iter().filter(|&tie| tie != TieBreak::Squirrel) {
        let settings = MethodSettings { tie, ..MethodSettings::default() };
        let mut player = record(Method::Warnsdorff, &settings, &problem);
        player.seek(2);
        let square = player.frame().knight().ok_or("no knight")?;
        match takes.iter_mut().find(|(taken, _)| *taken == square) {
            Some((_, ties)) => ties.push(tie.name()),
            None => takes.push((square, vec![tie.name()])),
        }
    }
    let mut player = record(Method::Warnsdorff, &MethodSettings::default(), &problem);
    player.seek(1);
    let (frame, knight) = (player.frame(), *player.frame().path().first().ok_or("no start")?);
    let choices: Vec<Square> = frame.onward_moves(knight).collect();
    let fewest = choices.iter().filter_map(|&choice| frame.degree(choice)).min();
    for &choice in &choices {
        let is_lowest = frame.degree(choice) == fewest;
        sketch.mark(&[choice], if is_lowest { Ink::Stage } else { Ink::Root });
    }
    sketch.explain(Sign::Patch(Ink::Root), "can be visited next");
    sketch.explain(Sign::Patch(Ink::Stage), "have the fewest onward moves");
    for ((square, ties), ink) in takes.iter().zip(INKS) {
        sketch.moves(&[[knight, *square]], ink);
        sketch.explain(Sign::Line(ink), &ties.join(", "));
    }
    sketch.seal(knight, 1);
    for choice in choices {
        if let Some(degree) = frame.degree(choice) {
            sketch.write(choice, &degree.to_string(), Ink::Heading);
        }
    }
    Ok(sketch.finish())
}

const BOARD: &str = "3x4";
const START: &str = "b1";
const STEP: i32 = 58;
const ROW: i32 = 40;
const MARGIN: i32 = 40;
const HEAD: i32 = 64;

/// A visit: the square, the visit before it, and its position in the tree.
struct Visit {
    square: Square,
    before: Option<usize>,
    depth: usize,
    row: usize,
}

/// All visits of a search, with a row for each branch, the indices of the tour, and the numbers of steps and
/// backtracks.
struct Tree {
    visits: Vec<Visit>,
    tour: Vec<usize>,
    rows: usize,
    steps: u64,
    backtracks: u64,
}

impl Tree {
    fn of(method: Method) -> Result<Self, String> {
        let problem = problem_from(BOARD, START)?;
        let mut player = record(method, &MethodSettings::default(), &problem);
        player.seek(player.last_moment());
        let counts = player.frame().counts();
        let (mut visits, mut path): (Vec<Visit>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut row, mut has_backtracked) = (0, false);
        for event in player.recording().events() {
            match event {
                Event::Attempt { start: square } | Event::Visit { square, .. } => {
                    if has_backtracked {
                        row += 1;
                    }
                    has_backtracked = false;
                    visits.push(Visit {
                        square,
                        before: path.last().copied(),
                        depth: path.len(),
                        row,
                    });
                    path.push(visits.len() - 1);
                }
                Event::Backtrack { .. } => {
                    has_backtracked = true;
                    path.pop();
                }
                Event::Sweep { .. } | Event::Trails { .. } => {}
            }
        }
        let (steps, backtracks) = (counts.steps, counts.backtracks);
        Ok(Self { visits, tour: path, rows: row + 1, steps, backtracks })
    }

    const fn height(&self) -> i32 {
        HEAD + self.rows as i32 * ROW
    }

    fn draw(&self, svg: &mut Svg, top: i32, words: &str, name: impl Fn(Square) -> String) {
        let point = |visit: &Visit| Point {
            x: MARGIN + visit.depth as i32 * STEP,
            y: top + HEAD + visit.row as i32 * ROW,
        };
        let backtracks = match self.backtracks {
            0 => "no backtrack".to_owned(),
            many => format!("{many} backtracks"),
        };
        let heading = format!("{words}: {} steps, {backtracks}", self.steps);
        svg.text(Point { x: MARGIN - 14, y: top + 30 }, &heading, Ink::Label);
        for (number, visit) in self.visits.iter().enumerate() {
            let Some(before) = visit.before.map(|at| &self.visits[at]) else { continue };
            let (from, to) = (point(before), point(visit));
            // A branch is a vertical line and a horizontal line.
            let line = [from, Point { x: from.x, y: to.y }, to];
            let ink = if self.tour.contains(&number) { Ink::PutIn } else { Ink::Tour };
            svg.lines([&line[usize::from(from.y == to.y)..]], ink);
        }
        for (number, visit) in self.visits.iter().enumerate() {
            let Point { x, y } = point(visit);
            let is_left = self.visits.iter().any(|other| other.before == Some(number));
            let is_tour = self.tour.contains(&number);
            svg.circle(Point { x, y }, 15, Ink::Seal);
            if !is_left {
                svg.circle(Point { x, y }, 15, if is_tour { Ink::Goal } else { Ink::DeadEnd });
            }
            svg.text(Point { x, y: y + 4 }, &name(visit.square), Ink::Number);
        }
    }
}

/// Draws the search trees of two methods.
pub(super) fn search_trees() -> Result<String, String> {
    let board = board(BOARD)?;
    let trees = [
        ("moves in a fixed order", Tree::of(Method::Backtracking)?),
        ("lowest degree first", Tree::of(Method::BruteForce)?),
    ];
    let width = 2 * MARGIN + STEP * (board.len() as i32 - 1);
    let height = trees.iter().map(|(_, tree)| tree.height()).sum::<i32>() + 8;
    let mut svg = Svg::new(width, height, "Two searches for a tour of 3x4 from b1");
    let mut top = 0;
    for (words, tree) in trees {
        tree.draw(&mut svg, top, words, |square| board.name(square));
        top += tree.height();
    }
    Ok(svg.finish())
}
