//! Blindfold training: see the board with your eyes closed, and answer.
//!
//! ```sh
//! cargo run --release -p caracole --example blindfold
//! cargo run --release -p caracole --example blindfold -- --questions 20 --seed 7
//! cargo run --release -p caracole --example blindfold -- --board 6x6
//! ```
//!
//! Four kinds of questions come in turn: the colour of a square, the moves of a knight, a shortest way
//! between two squares, and the last squares of a tour. Answer with names of squares and spaces between
//! them; an empty line passes, `quit` ends. The same seed asks the same questions, and answers can come
//! through a pipe.

#[path = "shared/tool.rs"]
mod tool;

use caracole::Explain;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use caracole::board::Moves;
use caracole::solvers::{Construct, Decision, Random, decide};
use caracole::verify::Verdict;
use caracole::{Board, Options, Outcome, Piece, Problem, ProblemExt, Square, verify};

use tool::{Failure, Typed};

const USAGE: &str = "usage: blindfold [--board BOARD] [--questions N] [--seed N]";
/// The number of squares that the player must name.
const LEFT: usize = 5;

fn main() -> ExitCode {
    tool::run("blindfold", |words, screen| run(words, &mut io::stdin().lock(), screen))
}

pub(crate) fn run(
    words: &[String],
    keyboard: &mut dyn BufRead,
    screen: &mut dyn Write,
) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let board = typed.value("--board", Board::rectangle(8, 8)?)?;
    let questions: u64 = typed.value("--questions", 8)?;
    let seed: u64 = typed.value("--seed", 0)?;
    let [] = typed.alone(USAGE)?;
    let trainer = Trainer::new(board)?;
    let (mut asked, mut right) = (0, 0);
    for number in 1..=questions {
        let mut random = Random::numbered(seed, "blindfold", number);
        let question = trainer.question(number, &mut random)?;
        writeln!(screen, "{number}. {}", trainer.text(&question))?;
        let Some(answer) = trainer.hear(&question, keyboard, screen)? else { break };
        asked += 1;
        match trainer.judge(&question, &answer) {
            Ok(()) => {
                right += 1;
                writeln!(screen, "right")?;
            }
            Err(why) => writeln!(screen, "no: {why}")?,
        }
    }
    writeln!(screen, "\n{right} of {asked} right")?;
    Ok(())
}

enum Question {
    Colour(Square),
    Moves(Square),
    /// From, to, and in how many moves.
    Way(Square, Square, usize),
    /// A tour, of which the last few squares are not told.
    Finish(Vec<Square>),
}

enum Answer {
    Word(String),
    Squares(Vec<Square>),
}

struct Trainer {
    problem: Problem,
    squares: Vec<Square>,
    moves: Moves,
}

impl Trainer {
    fn new(board: Board) -> Result<Self, Failure> {
        if !board.is_plain() || !(12..=676).contains(&board.len()) {
            let why = "a plain board of 12 to 676 squares is enough for anybody";
            return Err(format!("--board {board}: {why}").into());
        }
        // Some questions are about tours.
        if let Decision::Impossible(proof) = decide(&Problem::new(board.clone())) {
            return Err(format!("--board {}", proof.text()).into());
        }
        let moves = Moves::new(&Piece::KNIGHT, &board);
        let squares = board.squares().collect();
        Ok(Self { problem: Problem::new(board), squares, moves })
    }

    fn question(&self, number: u64, random: &mut Random) -> Result<Question, Failure> {
        let mut any = |squares: &[Square]| squares[random.below(squares.len() as u64) as usize];
        let from = any(&self.squares);
        Ok(match number % 4 {
            1 => Question::Colour(from),
            2 => Question::Moves(from),
            3 => {
                let rings = self.rings(from);
                let far = &rings[rings.len().min(4) - 1];
                Question::Way(from, any(far), rings.len().min(4) - 1)
            }
            _ => {
                let construct = Construct { mix: Some(random.bits()), ..Construct::default() };
                let tour = match self.problem.solve_by(&construct, &Options::new()) {
                    Outcome::Found(tour) => tour,
                    Outcome::Impossible(proof) => return Err(proof.text().into()),
                    Outcome::Unknown(stop) => return Err(stop.to_string().into()),
                };
                Question::Finish(tour.squares().collect())
            }
        })
    }

    /// The squares that a knight reaches with no move, with one, with two and so on.
    fn rings(&self, from: Square) -> Vec<Vec<Square>> {
        let mut seen = BTreeSet::from([from]);
        let mut rings = vec![vec![from]];
        while let Some(last) = rings.last().filter(|ring| !ring.is_empty()) {
            let next =
                last.iter().flat_map(|&square| self.moves.from(self.problem.board(), square));
            let next = next.filter(|&square| seen.insert(square)).collect();
            rings.push(next);
        }
        rings.pop();
        rings
    }

    fn names(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let names = squares.into_iter().map(|square| self.problem.board().name(square));
        names.collect::<Vec<_>>().join(" ")
    }

    fn text(&self, question: &Question) -> String {
        let name = |square: &Square| self.problem.board().name(*square);
        match question {
            Question::Colour(square) => format!("Is {} light or dark?", name(square)),
            Question::Moves(square) => {
                format!("A knight stands on {}: where can it go?", name(square))
            }
            Question::Way(from, to, moves) => {
                format!("Lead a knight from {} to {} in {moves} moves.", name(from), name(to))
            }
            Question::Finish(tour) => {
                let (told, rest) = tour.split_at(tour.len() - LEFT);
                let last = told.last().map(name).unwrap_or_default();
                let left = self.names(rest.iter().copied().collect::<BTreeSet<_>>());
                format!("A tour has come to {last}; left are {left}. Finish it.")
            }
        }
    }

    /// The answer to a question, asked for again while it cannot be read; none at the end.
    fn hear(
        &self,
        question: &Question,
        keyboard: &mut dyn BufRead,
        screen: &mut dyn Write,
    ) -> Result<Option<Answer>, Failure> {
        loop {
            write!(screen, "> ")?;
            screen.flush()?;
            let mut line = String::new();
            if keyboard.read_line(&mut line)? == 0 || line.trim() == "quit" {
                return Ok(None);
            }
            if let Question::Colour(_) = question {
                return Ok(Some(Answer::Word(line.trim().to_lowercase())));
            }
            let squares =
                line.split_whitespace().map(|word| self.problem.board().parse_square(word));
            match squares.collect() {
                Ok(squares) => return Ok(Some(Answer::Squares(squares))),
                Err(error) => writeln!(screen, "once more: {error}")?,
            }
        }
    }

    fn judge(&self, question: &Question, answer: &Answer) -> Result<(), String> {
        let board = self.problem.board();
        let first = |verdict: &Verdict| {
            verdict.defects().first().map(|defect| defect.text(board)).unwrap_or_default()
        };
        match (question, answer) {
            (Question::Colour(square), Answer::Word(word)) => {
                let colour = if board.colour(*square) == 0 { "dark" } else { "light" };
                if word == colour { Ok(()) } else { Err(format!("it is {colour}, as a1 is dark")) }
            }
            (Question::Moves(square), Answer::Squares(squares)) => {
                let reached: BTreeSet<Square> = self.moves.from(board, *square).collect();
                let named: BTreeSet<Square> = squares.iter().copied().collect();
                if named == reached { Ok(()) } else { Err(self.names(reached)) }
            }
            (Question::Way(from, to, moves), Answer::Squares(squares)) => {
                // The first square may be named or not.
                let way =
                    || std::iter::once(*from).chain(squares.iter().copied().filter(|s| s != from));
                let asked = self.problem.clone().start(*from).and_then(|asked| asked.end(*to));
                let asked = asked.map_err(|error| error.to_string())?;
                let verdict = verify::check_simple_path(&asked, way);
                match way().count() - 1 {
                    _ if !verdict.is_valid() => Err(first(&verdict)),
                    made if made > *moves => Err(format!("these are {made} moves, and {moves} do")),
                    _ => Ok(()),
                }
            }
            (Question::Finish(tour), Answer::Squares(squares)) => {
                let (told, rest) = tour.split_at(tour.len() - LEFT);
                let verdict = verify::check(&self.problem, || told.iter().chain(squares).copied());
                let one =
                    || format!("{}; one way is {}", first(&verdict), self.names(rest.to_vec()));
                if verdict.is_valid() { Ok(()) } else { Err(one()) }
            }
            _ => Err("squares and colours are two things".to_owned()),
        }
    }
}
