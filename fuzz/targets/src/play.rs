//! What is asked beside tours: a game, the longest path, the starts, several knights.

use caracole::solvers::StartVerdict;
use caracole::{Options, StartMap};
use caracole_core::{Kind, Path, Problem, Square};
use caracole_explain::Explain;
use caracole_play::coach::{MoveJudgement, PositionJudgement, Takeback, judge, takeback};
use caracole_solve::supports_longest;
use caracole_solve::{Exact, Run, Solver, Support, cover, longest as ask_longest, starts as known};
use caracole_verify::{Cover, Outcome, StopCause};

use crate::bytes::Bytes;
use crate::search::squares;
use crate::{brute, small};

/// The coach judges a position and each next move as brute force does.
///
/// The problem as in `small`, then the game: a byte for each square that was played, mostly as one
/// of the moves from the square before.
pub fn coach(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(problem) = small::problem(&mut bytes, 14) else { return };
    let played = game(&problem, &mut bytes);
    let tours = |played: &[Square]| brute::tours_from(&problem, played);
    let Some(all) = tours(&played) else { return };
    let Ok(advice) = judge(&problem, &played, &mut Run::new()) else {
        return assert!(all.is_empty(), "{problem:?} {played:?}: refused, but {:?}", all[0]);
    };
    match &advice.position {
        PositionJudgement::Open(tour) | PositionJudgement::Finished(tour) => {
            assert!(all.contains(&squares(tour)), "{problem:?} {played:?}");
        }
        PositionJudgement::Lost(_) => assert!(all.is_empty(), "{problem:?} {played:?}"),
        PositionJudgement::Unknown(stop) => panic!("{problem:?} {played:?}: {stop}"),
    }
    let mut winning: Vec<Square> =
        all.iter().filter_map(|tour| tour.get(played.len()).copied()).collect();
    winning.sort_unstable();
    winning.dedup();
    for (square, judgement) in &advice.moves {
        let is_winning = winning.contains(square);
        match judgement {
            MoveJudgement::Winning(tour) => assert!(is_winning && all.contains(&squares(tour))),
            MoveJudgement::Losing(_) => assert!(!is_winning, "{problem:?} {played:?} {square:?}"),
            MoveJudgement::Unknown(stop) => panic!("{problem:?} {played:?}: {stop}"),
        }
    }
    let is_judged = |square: &Square| advice.moves.iter().any(|(judged, _)| judged == square);
    assert!(winning.iter().all(is_judged), "{problem:?} {played:?}");
    match takeback(&problem, &played, &mut Run::new()) {
        Ok(Takeback::To { keep, is_minimal, .. }) => {
            let lost = |keep: usize| tours(&played[..keep]).is_none_or(|tours| tours.is_empty());
            assert!(tours(&played[..keep]).is_none_or(|tours| !tours.is_empty()));
            assert!(!is_minimal || (keep + 1..=played.len()).all(lost), "{problem:?} {played:?}");
        }
        Ok(Takeback::Never(_)) => assert!(all.is_empty()),
        // It has little patience with each position.
        Ok(Takeback::Unknown(stop)) => assert_eq!(stop.cause, StopCause::Heuristic, "{problem:?}"),
        Err(error) => panic!("{problem:?} {played:?}: {error}"),
    }
}

fn game(problem: &Problem, bytes: &mut Bytes<'_>) -> Vec<Square> {
    let near = brute::neighbours(problem);
    let mut played: Vec<Square> = Vec::new();
    for _ in 0..bytes.below(16) {
        let choice = bytes.byte();
        let next = match played.last().map(|last| &near[last.index() as usize]) {
            Some(near) if !near.is_empty() && choice < 0xf0 => near[choice as usize % near.len()],
            _ => small::square(problem.board(), choice),
        };
        played.push(next);
    }
    played
}

/// The longest path is as long as that of brute force, and proved to be.
pub fn longest(data: &[u8]) {
    let Some(problem) = small::problem(&mut Bytes::new(data), 16) else { return };
    if matches!(supports_longest(&problem), Support::No(_)) {
        return assert!(ask_longest(&problem, &mut Run::new()).is_err());
    }
    let (start, end) = (problem.start_square(), problem.end_square());
    let mut best = 0;
    let walked = brute::walk(&problem, &[], &mut |path| {
        if start.is_some_and(|start| path[0] != start) {
            return false;
        }
        if end.is_none_or(|end| path[path.len() - 1] == end) {
            best = best.max(path.len() as u64);
        }
        true
    });
    if walked.is_none() {
        return;
    }
    let found = ask_longest(&problem, &mut Run::new()).expect("a supported problem");
    assert_eq!((found.len(), found.upper_bound()), (best, best), "{problem:?}");
    assert_eq!(found.squares().count() as u64, best);
    assert!(!found.reason().is_empty());
}

/// From which squares tours start: what theorems and searches say is what the exact search finds.
pub fn starts(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(problem) = small::problem(&mut bytes, 28) else { return };
    let exact = |square| match problem.clone().start(square) {
        Ok(problem) => match Exact::default().solve(&problem, &mut Run::new()) {
            Outcome::Found(_) => StartVerdict::Yes,
            Outcome::Impossible(_) => StartVerdict::No,
            Outcome::Unknown(_) => StartVerdict::Unknown,
        },
        Err(_) => StartVerdict::No,
    };
    if let Some(starts) = known(&problem) {
        for square in problem.board().squares() {
            let says = starts.contains(square);
            // A start of another square than the given one is not what the map is about.
            let bare = problem.start_square().is_none();
            assert!(
                !bare || says == (exact(square) == StartVerdict::Yes),
                "{problem:?} {square:?}"
            );
        }
        assert_eq!(starts.iter().count() as u64, starts.count(), "{problem:?}");
        assert!(!starts.rule().is_empty());
    }
    if problem.board().len() <= 16 {
        let map = StartMap::by_search(&problem, &Options::new(), None);
        for &(square, verdict) in map.listed().expect("a small board") {
            assert_eq!(verdict, exact(square), "{problem:?} {square:?}");
        }
    }
}

/// Several knights cover a board where brute force finds a way.
///
/// The board, piece and holes as in `small`, then the number of knights and how many starts are given,
/// a byte for each.
pub fn knights(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(problem) = small::bare_problem(&mut bytes, 9) else { return };
    let problem = problem.of_kind(Kind::Any);
    let count = 2 + bytes.below(4) as u32;
    let mut starts: Vec<Square> =
        (0..bytes.below(4)).map(|_| small::square(problem.board(), bytes.byte())).collect();
    starts.sort_unstable();
    starts.dedup();
    let Ok(problem) = problem.with_knights(count, starts) else { return };
    let Some(exists) = is_covered(&problem) else { return };
    match cover(&problem, &mut Run::new()) {
        Outcome::Found(_) => assert!(exists, "{problem:?}"),
        Outcome::Impossible(proof) => assert!(!exists, "{problem:?}: {}", proof.text()),
        Outcome::Unknown(stop) => panic!("{problem:?}: {stop}"),
    }
}

/// Is there a way to cover the board? Paths are laid one after the other, each by moves.
fn is_covered(problem: &Problem) -> Option<bool> {
    let near = brute::neighbours(problem);
    let (all, count): (Vec<Square>, _) =
        (problem.board().squares().collect(), problem.knights() as usize);
    let mut left = 50_000_u32;
    let mut waiting: Vec<Vec<Vec<Square>>> = vec![Vec::new()];
    while let Some(paths) = waiting.pop() {
        left = left.checked_sub(1)?;
        let visited: Vec<Square> = paths.iter().flatten().copied().collect();
        if visited.len() == all.len() && paths.len() == count {
            let paths = paths.iter().map(|path| path.iter().copied().collect::<Path>());
            if Cover::verify(problem, paths.collect()).is_ok() {
                return Some(true);
            }
            continue;
        }
        let is_new = |square: &&Square| !visited.contains(square);
        if let Some(last) = paths.last().and_then(|path| path.last()) {
            for &next in near[last.index() as usize].iter().filter(is_new) {
                let mut longer = paths.clone();
                longer.last_mut().expect("a path").push(next);
                waiting.push(longer);
            }
        }
        if paths.len() < count {
            // Paths that begin in rising order: which knight is which does not matter.
            let least = paths.last().map(|path| path[0]);
            let later = |square: &&Square| least.is_none_or(|least| **square > least);
            for &next in all.iter().filter(is_new).filter(later) {
                waiting.push(paths.iter().cloned().chain([vec![next]]).collect());
            }
        }
    }
    Some(false)
}
