//! Both cases of the proof that 3x8 has no closed tour. The rules of forced moves that it takes are
//! two, and done here once more in the simplest way.

use caracole_core::{Case, Cases, Piece, Problem, Reason, Square};

use super::reasons::must_hold;
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

const INKS: [Ink; 2] = [Ink::Outward, Ink::Beside];

type Move = [Square; 2];

pub(super) fn draw() -> Result<String, String> {
    let mut sketch = Sketch::new("3x8", 34, 3 * 34 + 350, "Two cases on 3x8, and both fail")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    let supposed = sketch.squares("a2 c3")?;
    let [a, b] = supposed[..] else { return Err("a move has two squares".to_owned()) };
    let lines = vec![Case::Move([a, b]), Case::Forced, Case::Forced];
    must_hold(&problem, &Reason::Cases { cases: Cases::new(lines) })?;
    let moves = sketch.all_moves(&Piece::KNIGHT, |_, _| true)?;
    for (is_made, words) in [(true, "with a2-c3"), (false, "without it")] {
        if !is_made {
            sketch.once_more();
        }
        sketch.heading(words);
        let begun = |pair: &Move| (pair.contains(&a) && pair.contains(&b)).then_some(is_made);
        let made = forced(&moves, moves.iter().map(begun).collect());
        let loops = loops(&made);
        if loops.len() != INKS.len()
            || loops.iter().flatten().count() != sketch.board.len() as usize
        {
            return Err(format!("{words}: not two loops"));
        }
        for (one, ink) in loops.iter().zip(INKS) {
            let part: Vec<Move> =
                made.iter().copied().filter(|pair| one.contains(&pair[0])).collect();
            sketch.moves(&part, ink);
        }
        sketch.dots(&supposed, if is_made { Ink::Start } else { Ink::End });
    }
    sketch.beside();
    sketch.explain(Sign::Dot(Ink::Start), "suppose the tour makes this move");
    sketch.explain(Sign::Dot(Ink::End), "suppose it does not");
    for (ink, words) in INKS.into_iter().zip(["all lines are forced: one loop", "and another"]) {
        sketch.explain(Sign::Line(ink), words);
    }
    Ok(sketch.finish())
}

/// All moves that are made, once nothing more follows: every square needs two, and no line becomes a
/// ring too early.
fn forced(moves: &[Move], mut known: Vec<Option<bool>>) -> Vec<Move> {
    let squares: std::collections::BTreeSet<Square> = moves.iter().flatten().copied().collect();
    loop {
        let before = known.clone();
        for square in &squares {
            let of: Vec<usize> =
                (0..moves.len()).filter(|&at| moves[at].contains(square)).collect();
            let count = |what| of.iter().filter(|&&at| known[at] == what).count();
            let (made, open) = (count(Some(true)), count(None));
            let decided = if made == 2 { Some(false) } else { Some(true) };
            if made == 2 || made + open == 2 {
                for at in of {
                    known[at] = known[at].or(decided);
                }
            }
        }
        if known != before {
            continue;
        }
        let made = made(moves, &known);
        let lines = loops(&made);
        let closes = |pair: &Move| lines.iter().any(|line| pair.iter().all(|it| line.contains(it)));
        for (pair, known) in moves.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
            *known = closes(pair).then_some(false);
        }
        if known == before {
            return made;
        }
    }
}

fn made(moves: &[Move], known: &[Option<bool>]) -> Vec<Move> {
    moves
        .iter()
        .zip(known)
        .filter(|&(_, &known)| known == Some(true))
        .map(|(&pair, _)| pair)
        .collect()
}

/// The squares that moves join, line by line.
fn loops(moves: &[Move]) -> Vec<Vec<Square>> {
    let mut lines: Vec<Vec<Square>> = Vec::new();
    for pair in moves {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| pair.iter().any(|square| line.contains(square)));
        let mut line: Vec<Square> = joined.drain(..).flatten().collect();
        line.extend(
            pair.iter().filter(|square| !line.contains(square)).copied().collect::<Vec<_>>(),
        );
        lines = apart;
        lines.push(line);
    }
    lines
}
