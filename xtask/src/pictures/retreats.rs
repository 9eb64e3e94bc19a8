//! Every step of a search as a tree: where it went on, and where it went back.

use caracole_core::Square;
use caracole_solve::film::Event;
use caracole_solve::{Method, MethodSettings};

use super::moments::{film, problem_from};
use crate::svg::{Ink, Point, Svg};

const BOARD: &str = "3x4";
const START: &str = "b1";
const STEP: i32 = 58;
const ROW: i32 = 40;
const MARGIN: i32 = 40;
const HEAD: i32 = 64;

/// A visit: the square, the visit it came from, and where it stands in the tree.
struct Visit {
    square: Square,
    before: Option<usize>,
    depth: usize,
    row: usize,
}

/// All visits of a search, each new branch in a row of its own; which of them are the tour; and the
/// numbers of steps and retreats.
struct Tree {
    visits: Vec<Visit>,
    tour: Vec<usize>,
    rows: usize,
    steps: u64,
    retreats: u64,
}

impl Tree {
    fn of(method: Method) -> Result<Self, String> {
        let problem = problem_from(BOARD, START)?;
        let mut film = film(method, &MethodSettings::default(), &problem);
        film.jump(film.moments());
        let counts = film.stage().counts();
        let (mut visits, mut path): (Vec<Visit>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut row, mut has_gone_back) = (0, false);
        for event in film.film().events() {
            match event {
                Event::Attempt { start: square } | Event::Visit { square, .. } => {
                    if has_gone_back {
                        row += 1;
                    }
                    has_gone_back = false;
                    visits.push(Visit {
                        square,
                        before: path.last().copied(),
                        depth: path.len(),
                        row,
                    });
                    path.push(visits.len() - 1);
                }
                Event::Retreat { .. } => {
                    has_gone_back = true;
                    path.pop();
                }
                Event::Sweep { .. } | Event::Trails { .. } => {}
            }
        }
        let (steps, retreats) = (counts.steps, counts.retreats);
        Ok(Self { visits, tour: path, rows: row + 1, steps, retreats })
    }

    const fn height(&self) -> i32 {
        HEAD + self.rows as i32 * ROW
    }

    fn draw(&self, svg: &mut Svg, top: i32, words: &str, name: impl Fn(Square) -> String) {
        let point = |visit: &Visit| Point {
            x: MARGIN + visit.depth as i32 * STEP,
            y: top + HEAD + visit.row as i32 * ROW,
        };
        let retreats = match self.retreats {
            0 => "no retreat".to_owned(),
            many => format!("{many} retreats"),
        };
        let heading = format!("{words}: {} steps, {retreats}", self.steps);
        svg.text(Point { x: MARGIN - 14, y: top + 30 }, &heading, Ink::Label);
        for (number, visit) in self.visits.iter().enumerate() {
            let Some(before) = visit.before.map(|at| &self.visits[at]) else { continue };
            let (from, to) = (point(before), point(visit));
            // A branch goes down where it forks, then to the right.
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

pub(super) fn draw() -> Result<String, String> {
    let board = super::moments::board(BOARD)?;
    let trees = [
        ("moves in a fixed order", Tree::of(Method::Backtracking)?),
        ("lonely squares first", Tree::of(Method::BruteForce)?),
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
