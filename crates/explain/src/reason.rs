//! Reasons in words.

use caracole_core::{Board, Case, Cases, Clauses, Kind, Problem, Reason, Square, list_names};

use crate::analysis::{ConflictSite, conflict_site};
use crate::snapshot::{cut_counts, demand_and_supply};

/// Returns the reason in one line that begins with the board.
pub(super) fn sentence(problem: &Problem, reason: &Reason) -> String {
    let whose = match problem.piece() {
        piece if piece.is_knight() => String::new(),
        piece => format!(" for the {piece}"),
    };
    format!("{}{whose}: {}", problem.board().title(), argument(problem, reason))
}

/// Returns the reason without the board.
pub(super) fn argument(problem: &Problem, reason: &Reason) -> String {
    let board = problem.board();
    let name = |square: &Square| board.name(*square);
    match reason {
        Reason::TooFewSquares => {
            let squares = if board.len() == 1 { "one square" } else { "two squares" };
            format!("a closed tour needs at least three squares, and the board has {squares}")
        }
        Reason::Colours { counts } => colours(problem, *counts),
        Reason::StepColour { square, step, counts } => {
            step_colour(problem, *square, *step, *counts)
        }
        Reason::StepColours { squares, steps } => step_colours(problem, *squares, *steps),
        Reason::EndsNotAMoveApart { start, end } => format!(
            "a closed tour ends a move away from its start, and {} is not a move away from {}",
            name(end),
            name(start)
        ),
        Reason::EndsAMoveApart { start, end } => format!(
            "{} is a move away from {}, so every tour between them is closed",
            name(end),
            name(start)
        ),
        Reason::NoMove { square } => {
            format!("{} has no move{}", name(square), left(problem))
        }
        Reason::DeadEnds { squares } => dead_ends(problem, squares),
        Reason::Disconnected { squares: [from, to] } => no_connection(problem, *from, *to),
        Reason::SharedNeighbour { end, needed_by } => shared(problem, *end, needed_by),
        Reason::OuterLines { end } => outer_lines(board, *end),
        Reason::ForcedPath { path } => format!(
            "with these ends the path {} is forced, and it leaves out the rest of the board",
            walk(board, path)
        ),
        Reason::ForcedCycle { cycle } => forced_cycle(problem, cycle),
        Reason::Theorem { theorem } => format!("{} ({})", theorem.statement(), theorem.source()),
        Reason::Searched { ends } => searched(problem, ends),
        Reason::VertexCut { squares } => vertex_cut(problem, squares),
        Reason::DeficientSet { squares } => deficient_set(problem, squares),
        Reason::Cases { cases } => cases_summary(problem, cases),
        Reason::Clauses { clauses } => clauses_summary(clauses),
        Reason::Exhausted { method, steps } => {
            format!("{method} tried every path, {steps} steps in all, and none is a tour")
        }
    }
}

fn colours(problem: &Problem, [same, other]: [u64; 2]) -> String {
    let verdict = match problem.knights() {
        _ if problem.kind() == Kind::Closed => "a closed tour needs equal numbers".to_owned(),
        1 => "the numbers can differ by one at most".to_owned(),
        knights => format!("with {knights} knights the numbers can differ by {knights} at most"),
    };
    if problem.board().graph().is_some() {
        return format!(
            "the graph is bipartite, with parts of {same} and {other} vertices; \
             a tour changes the part with every move, so {verdict}"
        );
    }
    format!(
        "the board has {same} squares of a1's colour and {other} of the other; \
         a tour changes colour with every move, so {verdict}"
    )
}

fn step_colour(problem: &Problem, square: Square, step: u64, [same, other]: [u64; 2]) -> String {
    let board = problem.board();
    let first = match board.graph() {
        Some(graph) => format!("{}'s colour", graph.name(0)),
        None => "a1's colour".to_owned(),
    };
    let (odd, even) =
        if same > other { (&*first, "the other") } else { ("the other colour", &*first) };
    let name = board.name(square);
    let has = if board.colour(square) == 0 { &*first } else { "the other" };
    let verdict = if step == 1 || step == board.len() {
        format!("a tour must start and end on {odd}; {name} has {has}")
    } else if step % 2 == 1 {
        format!("odd steps are on {odd}; step {step} on {name} is on {has}")
    } else {
        format!("even steps are on {even}; step {step} on {name} is on {has}")
    };
    let (board, squares) =
        if board.graph().is_some() { ("graph", "vertices") } else { ("board", "squares") };
    format!("the {board} has {same} {squares} of {first} and {other} of the other, so {verdict}")
}

fn step_colours(problem: &Problem, [a, b]: [Square; 2], [first, second]: [u64; 2]) -> String {
    let board = problem.board();
    let (a, b) = (board.name(a), board.name(b));
    let moves = second.abs_diff(first);
    let (needs, have) =
        if moves % 2 == 1 { ("different colours", "the same") } else { ("one colour", "two") };
    let whole = first == 1 && second == board.len();
    let (from, to) =
        if whole { ("start".into(), "end".into()) } else { (step(first), step(second)) };
    let moves = if moves == 1 { "one move".into() } else { format!("{moves} moves") };
    format!(
        "a tour changes colour with every move; from {from} to {to} it makes {moves}, \
         so {a} and {b} would need {needs}, and they have {have}"
    )
}

fn step(number: u64) -> String {
    format!("step {number}")
}

fn dead_ends(problem: &Problem, squares: &[Square]) -> String {
    let names = list(problem.board(), squares, "and");
    let left = left(problem);
    let have = if squares.len() == 1 { "has" } else { "have" };
    if problem.kind() == Kind::Closed {
        return format!(
            "{names} {have} only one move{left}, and a closed tour enters and leaves every square"
        );
    }
    let fixed = match (problem.start_square(), problem.end_square()) {
        (Some(start), Some(end)) => {
            format!(", here {}", list(problem.board(), &[start, end], "and"))
        }
        (Some(one), None) | (None, Some(one)) => {
            format!(", here {} and one more", problem.board().name(one))
        }
        (None, None) => String::new(),
    };
    format!(
        "{names} {have} only one move{left}, so the tour would have to start or end there, \
         and it has only two ends{fixed}"
    )
}

fn no_connection(problem: &Problem, from: Square, to: Square) -> String {
    let board = problem.board();
    let (a, b) = (board.name(from), board.name(to));
    let by_two = "every move goes two";
    match (board.files(), board.ranks()) {
        _ if !board.is_plain() || !problem.piece().is_knight() => {
            format!("no moves{} lead from {a} to {b}", left(problem))
        }
        (2, _) => format!("{by_two} ranks up or down, so no moves lead from {a} to {b}"),
        (_, 2) => format!("{by_two} files left or right, so no moves lead from {a} to {b}"),
        _ => format!("no moves{} lead from {a} to {b}", left(problem)),
    }
}

/// Returns a word that is added if moves are forbidden, because squares then have fewer moves than on the board.
pub(super) fn left(problem: &Problem) -> &'static str {
    if problem.forbidden().is_empty() { "" } else { " left" }
}

fn shared(problem: &Problem, end: Square, needed_by: &[Square]) -> String {
    let board = problem.board();
    let x = board.name(end);
    if needed_by.len() > 2 {
        let names = list(board, needed_by, "and");
        return format!(
            "{names} have two moves each and all need {x}; \
             one of them at most can be an end, so {x} cannot be one as well"
        );
    }
    let names = list(board, needed_by, "or");
    let squares = if needed_by.iter().all(|&square| is_corner(board, square)) {
        "corners"
    } else {
        "squares, with two moves each,"
    };
    let open = problem.start_square().is_none() || problem.end_square().is_none();
    let closes = if open {
        format!("; both are a move away from {x}, so such a tour is closed")
    } else {
        String::new()
    };
    format!(
        "a tour with one end on {x} must have the other on {names}, \
         because both of those {squares} need {x}{closes}"
    )
}

const fn is_corner(board: &Board, square: Square) -> bool {
    let place = board.coord(square);
    let (file, rank) = (place.file.index(), place.rank.index());
    !board.is_box()
        && (file == 0 || file + 1 == board.files())
        && (rank == 0 || rank + 1 == board.ranks())
}

fn outer_lines(board: &Board, end: Option<Square>) -> String {
    let (outer, inner) = if board.ranks() == 4 {
        ("ranks 1 and 4", "ranks 2 and 3")
    } else {
        ("files a and d", "files b and c")
    };
    let tour = match end {
        Some(end) => format!("a tour with an end on {}", board.name(end)),
        None => "a closed tour".to_owned(),
    };
    format!(
        "from {outer}, half of all squares, a knight goes to {inner} only; {tour} would have to \
         change between the halves with every move, and each half would have one colour, \
         but it has squares of both"
    )
}

fn forced_cycle(problem: &Problem, cycle: &[Square]) -> String {
    let board = problem.board();
    let ends: Vec<Square> =
        problem.start_square().into_iter().chain(problem.end_square()).collect();
    let walk = walk(board, cycle);
    format!(
        "with ends on {} every corner must use both its moves, and these close the cycle {walk}, \
         which leaves out the rest of the board",
        list(board, &ends, "and")
    )
}

fn searched(problem: &Problem, ends: &[Square]) -> String {
    let board = problem.board();
    let kind = match problem.kind() {
        Kind::Any => "tour",
        Kind::Closed => "closed tour",
        Kind::Open => "open tour",
    };
    match ends {
        [] => format!("an exhaustive search finds no {kind}"),
        [end] => {
            format!("an exhaustive search finds no {kind} with an end on {}", board.name(*end))
        }
        _ => {
            let names = list(board, ends, "and");
            format!("an exhaustive search finds no {kind} between {names}")
        }
    }
}

/// Returns names such as `a1, b3 and c5`; long lists end in `and 20 more squares`.
fn list(board: &Board, squares: &[Square], word: &str) -> String {
    let names = squares.iter().map(|&square| board.name(square));
    list_names(names, squares.len() as u64, word, "squares")
}

fn walk(board: &Board, squares: &[Square]) -> String {
    squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ")
}

fn vertex_cut(problem: &Problem, squares: &[Square]) -> String {
    let left = left(problem);
    let is_closed = problem.kind() == Kind::Closed;
    let tour = match problem.knights() {
        _ if is_closed => "a closed tour".to_owned(),
        1 => "a tour".to_owned(),
        knights => format!("the paths of {knights} knights"),
    };
    let Some([parts, needed, most]) = cut_counts(problem, squares) else {
        // Only propagation shows the numbers.
        return match squares {
            [] => format!("the board{left} falls into parts that {tour} cannot join"),
            _ => format!(
                "without {} the board{left} falls into more parts than {tour} can leave there",
                list(problem.board(), squares, "and")
            ),
        };
    };
    let parts_word = if parts == 1 { "one part".to_owned() } else { format!("{parts} parts") };
    let is_uneven = parts == 1 || needed > 2 * parts;
    let which = if is_uneven {
        "whose moves change between two colours, with more squares of the one than of the other"
    } else {
        "with no moves from one to another"
    };
    if squares.is_empty() {
        let needs = match problem.knights() {
            _ if is_closed => "and a closed tour needs one part with as many of each".to_owned(),
            1 => "and there is one knight".to_owned(),
            knights => format!("and there are only {knights} knights"),
        };
        return format!("the board{left} is {parts_word} {which}, {needs}");
    }
    let names = list(problem.board(), squares, "and");
    let (those, have) = match squares.len() {
        1 => (names.clone(), "which has"),
        2..=4 => (names.clone(), "which have"),
        count => (format!("those {count} squares"), "which have"),
    };
    let falls = if parts == 1 { "is" } else { "falls into" };
    format!(
        "without {names} the board{left} {falls} {parts_word} {which}; {tour} would need at \
         least {needed} moves between there and {those}, {have} only {most}"
    )
}

fn deficient_set(problem: &Problem, squares: &[Square]) -> String {
    let names = list(problem.board(), squares, "and");
    let left = left(problem);
    let Some([need, supply]) = demand_and_supply(problem, squares) else {
        // Only propagation shows the numbers.
        return match squares {
            [_] => format!("{names} has too few moves{left} for a tour to pass"),
            _ => format!(
                "{names} need two moves each, and all their neighbours together have too few"
            ),
        };
    };
    let is_closed = problem.kind() == Kind::Closed;
    let what = if is_closed { "moves" } else { "moves or ends" };
    let from = match (squares.len(), is_closed) {
        (1, true) => "its neighbours have",
        (_, true) => "their neighbours have",
        (1, false) => "its neighbours and the ends of the tour have",
        (_, false) => "their neighbours and the ends of the tour have",
    };
    let needs = if squares.len() == 1 {
        format!("{names} needs two {what}")
    } else {
        format!("{names} need {need} {what} together")
    };
    format!("{needs}, and {from} only {supply}")
}

/// Returns the summary of a tree of cases.
fn cases_summary(problem: &Problem, cases: &Cases) -> String {
    let board = problem.board();
    let lines = cases.lines();
    let first = lines.iter().find(|case| !matches!(case, Case::TightSet(_)));
    let tight = lines.iter().take_while(|case| matches!(case, Case::TightSet(_))).last();
    let decision = match first {
        Some(Case::Move([a, b])) => format!("makes the move {}-{}", board.name(*a), board.name(*b)),
        Some(Case::Orbit([a, b])) => {
            format!(
                "makes the move {}-{}, or one alike by symmetry,",
                board.name(*a),
                board.name(*b)
            )
        }
        Some(Case::End(square)) => format!("has an end on {}", board.name(*square)),
        _ => return single_case(problem, tight, first),
    };
    let subject = if problem.knights() == 1 { "the tour" } else { "a knight" };
    format!(
        "whether {subject} {decision} or not, a contradiction follows: in all, {} cases were followed, \
         and in each the forced moves contradict each other or too few are left",
        cases.closed()
    )
}

/// Returns the conflict of a proof with one case, after the tight sets.
fn single_case(problem: &Problem, tight: Option<&Case>, last: Option<&Case>) -> String {
    let board = problem.board();
    let Some(Case::TightSet(squares)) = tight else {
        return match last {
            Some(Case::VertexCut(squares)) => {
                format!("with the moves that are forced, {}", { cut_after(board, squares) })
            }
            Some(Case::DeficientSet(squares)) => format!(
                "with the moves that are forced, too few are left for {}",
                list(board, squares, "and")
            ),
            _ => forced(problem),
        };
    };
    let after = match last {
        Some(Case::VertexCut(squares)) => cut_after(board, squares),
        Some(Case::DeficientSet(squares)) => {
            format!("too few are left for {}", list(board, squares, "and"))
        }
        _ => "those that are left contradict each other".to_owned(),
    };
    format!(
        "{} need all moves that their neighbours have, so these neighbours make no others; \
         without the others {after}",
        list(board, squares, "and")
    )
}

fn cut_after(board: &Board, squares: &[Square]) -> String {
    match squares {
        [] => "the board falls apart".to_owned(),
        _ => format!("the board falls apart without {}", list(board, squares, "and")),
    }
}

/// Returns the place where the forced moves contradict each other.
fn forced(problem: &Problem) -> String {
    let board = problem.board();
    let name = |square: Square| board.name(square);
    match conflict_site(problem) {
        Some(ConflictSite::TooManyMoves { square, to, ends: 0 }) => format!(
            "the moves from {} to {} are all forced, and a tour makes two of them at most",
            name(square),
            list(board, &to, "and")
        ),
        Some(ConflictSite::TooManyMoves { square, to, .. }) => format!(
            "{} is an end, and yet the moves from there to {} are all forced",
            name(square),
            list(board, &to, "and")
        ),
        Some(ConflictSite::TooFewMoves(square)) => {
            format!("the forced moves leave too few moves for {}", name(square))
        }
        Some(ConflictSite::Cycle(cycle)) => format!(
            "the moves round {} are all forced, and this cycle leaves out the rest of the board",
            shortened_walk(board, &cycle)
        ),
        Some(ConflictSite::Path(path)) => format!(
            "the path {} from one end to another is forced, and it leaves out the rest of the \
             board",
            shortened_walk(board, &path)
        ),
        Some(ConflictSite::Ends { squares, most }) => {
            let of_colour =
                if most < 2 * u64::from(problem.knights()) { " of their colour" } else { "" };
            let most = match most {
                0 => "no end".to_owned(),
                1 => "one end".to_owned(),
                _ => format!("{most} ends"),
            };
            let ends = if squares.len() == 1 { "an end" } else { "ends" };
            format!(
                "the forced moves make {} {ends}, and there can be {most}{of_colour}",
                list(board, &squares, "and")
            )
        }
        None => "the moves that the board forces contradict each other".to_owned(),
    }
}

/// Returns the squares of a walk, without the middle of a long one.
fn shortened_walk(board: &Board, squares: &[Square]) -> String {
    const MAX_NAMED: usize = 12;
    if squares.len() <= MAX_NAMED {
        return walk(board, squares);
    }
    let (head, tail) = (&squares[..MAX_NAMED - 4], &squares[squares.len() - 2..]);
    format!("{} ... {}", walk(board, head), walk(board, tail))
}

/// Returns the summary of a proof by clauses.
fn clauses_summary(clauses: &Clauses) -> String {
    format!(
        "every tour would satisfy conditions that contradict each other; {} of them were derived, one \
         after the other",
        clauses.learned()
    )
}
