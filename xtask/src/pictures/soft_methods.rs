//! The neural network and its cycles, and the pheromone trails of the ants.

use caracole_core::{MoveGraph, Moves, Piece, Problem, Square};
use caracole_play::recording::{Event, Frame, Player};
use caracole_solve::{Method, MethodSettings};

use super::cycles::{Beside, all_cycles, apply_exchange, exchange};
use super::recordings::{board, record};
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

const INKS: [Ink; 4] = [Ink::Tour, Ink::Homeward, Ink::Beside, Ink::Farthest];

fn network() -> Result<Player, String> {
    let problem = Problem::new(board("8x8")?);
    Ok(record(Method::Neural, &MethodSettings::default(), &problem))
}

/// Draws the network of 8x8 after some sweeps and at the end.
pub(super) fn sweeps() -> Result<String, String> {
    const TITLE: &str = "The network on 8x8 after some sweeps";
    let mut player = network()?;
    let last = player.last_moment();
    let mut sketch = Sketch::strip(board("8x8")?, 32, 3, TITLE);
    for (at, moment) in [1, 10, last].into_iter().enumerate() {
        if at > 0 {
            sketch.next_board();
        }
        player.seek(moment);
        let frame = player.frame();
        let network = frame.network().ok_or("no network")?;
        let two = network.squares_with_two();
        sketch.heading(&format!("sweep {}: {two} of 64 of degree 2", network.sweep()));
        let moves: Vec<[Square; 2]> = network.active_moves().map(|(a, b)| [a, b]).collect();
        let others = frame.board().squares();
        let others: Vec<Square> = others
            .filter(|square| moves.iter().flatten().filter(|end| *end == square).count() != 2)
            .collect();
        sketch.mark(&others, Ink::Cut);
        if moment == last {
            let beside = beside(&sketch_graph(&sketch)?, frame)?;
            draw_cycles(&mut sketch, &beside)?;
        } else {
            sketch.moves(&moves, Ink::Tour);
        }
    }
    sketch.explain_all(&[
        (Sign::Line(Ink::Tour), "active moves"),
        (Sign::Patch(Ink::Cut), "squares of another degree than 2"),
        (Sign::Line(Ink::Homeward), "cycles, in colours, if all have degree 2"),
    ]);
    Ok(sketch.finish())
}

/// Draws how the cycles of the network are joined.
pub(super) fn switch() -> Result<String, String> {
    const TITLE: &str = "Loops of 8x8, joined to one tour";
    let mut player = network()?;
    player.seek(player.last_moment());
    let mut sketch = Sketch::strip(board("8x8")?, 32, 3, TITLE);
    let graph = sketch_graph(&sketch)?;
    let mut beside = beside(&graph, player.frame())?;
    let mut at = 0;
    loop {
        if at > 0 {
            sketch.next_board();
        }
        at += 1;
        let loops = all_cycles(&beside).len();
        sketch.heading(&if loops == 1 { "one tour".to_owned() } else { format!("{loops} cycles") });
        draw_cycles(&mut sketch, &beside)?;
        let Some([a, b, c, d]) = exchange(graph.graph(), &beside) else { break };
        let pair = |one, other| [one, other].map(|vertex| graph.square(vertex));
        sketch.moves(&[pair(a, b), pair(c, d)], Ink::TakenOut);
        sketch.moves(&[pair(a, c), pair(b, d)], Ink::PutIn);
        apply_exchange(&mut beside, [a, b, c, d]);
    }
    if (at, all_cycles(&beside).len()) != (3, 1) {
        return Err("three boards do not show how the loops are joined".to_owned());
    }
    sketch.explain_all(&[
        (Sign::Line(Ink::TakenOut), "two moves of different cycles, removed"),
        (Sign::Line(Ink::PutIn), "two that join their ends, added"),
    ]);
    Ok(sketch.finish())
}

fn sketch_graph(sketch: &Sketch) -> Result<MoveGraph, String> {
    let moves = Moves::new(&Piece::KNIGHT, &sketch.board);
    MoveGraph::new(&sketch.board, &moves).ok_or_else(|| "no graph of moves".to_owned())
}

/// Returns the two neighbours of each square by the active moves.
fn beside(graph: &MoveGraph, frame: &Frame) -> Result<Beside, String> {
    let network = frame.network().ok_or("no network")?;
    let mut beside: Beside = vec![Vec::new(); graph.graph().vertices() as usize];
    for (a, b) in network.active_moves() {
        let [a, b] = [a, b].map(|square| graph.vertex(square));
        let (a, b) = a.zip(b).ok_or("a move beside the board")?;
        beside[a as usize].push(b);
        beside[b as usize].push(a);
    }
    if beside.iter().any(|near| near.len() != 2) {
        return Err("the network has not converged".to_owned());
    }
    Ok(beside)
}

fn draw_cycles(sketch: &mut Sketch, beside: &Beside) -> Result<(), String> {
    let graph = sketch_graph(sketch)?;
    let loops = all_cycles(beside);
    for (walk, &ink) in loops.iter().zip(INKS.iter().cycle()) {
        let round = walk.iter().chain(walk.first());
        let squares: Vec<Square> = round.map(|&vertex| graph.square(vertex)).collect();
        sketch.walk(&squares, ink);
    }
    Ok(())
}

/// Draws the trails of a colony on 6x6 after the first cycle, some cycles later, and when a tour is found.
pub(super) fn trails() -> Result<String, String> {
    const TITLE: &str = "The trails of the ants on 6x6";
    const FAINT: f32 = 0.05;
    const CLEAR: f32 = 0.25;
    const STRONG: f32 = 0.6;
    let problem = Problem::new(board("6x6")?);
    let mut player = record(Method::Ants, &MethodSettings::default(), &problem);
    let events: Vec<Event> = player.recording().events().collect();
    let mut moments: Vec<(u64, usize)> = (1..)
        .zip(&events)
        .filter_map(|(moment, event)| match event {
            Event::Trails { cycle } => Some((*cycle, moment)),
            _ => None,
        })
        .collect();
    let last = moments.pop().ok_or("no cycles")?;
    let early = [1, 4].map(|cycle| moments.iter().copied().find(|&(at, _)| at == cycle));
    let mut sketch = Sketch::strip(board("6x6")?, 42, 3, TITLE);
    for (at, moment) in early.into_iter().flatten().chain([last]).enumerate() {
        if at > 0 {
            sketch.next_board();
        }
        let (cycle, moment) = moment;
        player.seek(moment);
        let trails = player.frame().trails().ok_or("no trails")?;
        sketch.heading(&if cycle == 1 {
            "after 1 cycle".to_owned()
        } else {
            format!("after {cycle} cycles")
        });
        let strengths: Vec<_> = trails.strengths().collect();
        for (low, high, ink) in [
            (FAINT, CLEAR, Ink::FaintTrail),
            (CLEAR, STRONG, Ink::Trail),
            (STRONG, f32::INFINITY, Ink::StrongTrail),
        ] {
            let is_such = |&&(_, _, trail): &&(Square, Square, f32)| (low..high).contains(&trail);
            let moves: Vec<[Square; 2]> =
                strengths.iter().filter(is_such).map(|&(from, to, _)| [from, to]).collect();
            sketch.moves(&moves, ink);
        }
    }
    sketch.explain_all(&[
        (Sign::Line(Ink::FaintTrail), "from a twentieth of the strongest"),
        (Sign::Line(Ink::Trail), "from a quarter"),
        (Sign::Line(Ink::StrongTrail), "from six tenths"),
    ]);
    Ok(sketch.finish())
}
