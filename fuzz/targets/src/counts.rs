//! Counts, lists and numbered tours against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use caracole_core::{Kind, Problem, Square, Symmetry};
use caracole_count::{
    Count, CountError, Direction, Job, Options, Question, Tables, by_start, count as ask_count,
    list, orbits as count_orbits,
};
use caracole_solve::Random;

use crate::bytes::Bytes;
use crate::search::{squares, with_tours};

/// A question with its answer.
struct Asked {
    question: Question,
    /// Every numbering.
    tours: Vec<Vec<Square>>,
    /// One numbering of each tour, as they are counted.
    keys: BTreeSet<Vec<Square>>,
}

/// The problem as in `small`, then a byte for the direction.
fn asked(bytes: &mut Bytes<'_>) -> Option<Asked> {
    let (problem, tours) = with_tours(bytes)?;
    let direction = bytes.one_of(&[Direction::Directed, Direction::Undirected]);
    let question = Question::new(problem).counting(direction);
    let keys = tours.iter().map(|tour| key(&question, tour)).collect();
    Some(Asked { question, tours, keys })
}

/// The least of the numberings that count as one.
fn key(question: &Question, tour: &[Square]) -> Vec<Square> {
    let least = |mut tour: Vec<Square>| {
        if question.problem().kind() == Kind::Closed {
            let first = (0..tour.len()).min_by_key(|&at| tour[at]).unwrap_or_default();
            tour.rotate_left(first);
        }
        tour
    };
    let forwards = least(tour.to_vec());
    match question.direction() {
        Direction::Directed => forwards,
        Direction::Undirected => least(tour.iter().rev().copied().collect()).min(forwards),
    }
}

fn job<'a>() -> Job<'a> {
    Job::with_options(&Options::new().threads(1)).in_memory()
}

/// The count, the list, the counts by start and the classes are those of brute force.
pub fn count(data: &[u8]) {
    let Some(Asked { question, tours, keys }) = asked(&mut Bytes::new(data)) else { return };
    let number = Count::from(keys.len() as u64);
    match ask_count(&question, &job()) {
        Ok(count) => assert_eq!(count, number, "{question:?}"),
        Err(CountError::Unanswerable(_)) => {}
        Err(error) => panic!("{question:?}: {error}"),
    }
    let mut listed = Vec::new();
    let said = list(&question, &job(), &mut |tour| {
        listed.push(key(&question, &squares(&tour)));
        ControlFlow::Continue(())
    });
    match said {
        Ok(said) => {
            assert_eq!(said, listed.len() as u64, "{question:?}");
            assert_eq!(listed.len(), keys.len(), "{question:?}");
            assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), keys, "{question:?}");
        }
        Err(CountError::Unanswerable(_)) => {}
        Err(error) => panic!("{question:?}: {error}"),
    }
    if question.direction() == Direction::Directed
        && question.problem().kind() != Kind::Closed
        && let Ok(starts) = by_start(&question, &job())
    {
        for (square, count) in starts {
            let from = tours.iter().filter(|tour| tour[0] == square).count();
            assert_eq!(count, Count::from(from as u64), "{question:?} {square:?}");
        }
    }
    if let Ok(found) = count_orbits(&question, &job()) {
        assert_eq!(found, Count::from(orbits(&question, &keys)), "{question:?}");
    }
}

/// How many tours differ by more than a turn or a mirror of the board.
fn orbits(question: &Question, keys: &BTreeSet<Vec<Square>>) -> u64 {
    let problem: &Problem = question.problem();
    let all = Symmetry::of(problem.board());
    let image = |tour: &[Square], symmetry: &Symmetry| {
        let turned: Vec<Square> =
            tour.iter().map(|&square| symmetry.apply(problem.board(), square)).collect();
        key(question, &turned)
    };
    let is_least = |tour: &&Vec<Square>| all.iter().all(|one| image(tour, one) >= **tour);
    keys.iter().filter(is_least).count() as u64
}

/// Numbers of tours: each leads to a tour of its own and back, and drawn tours are among them.
pub fn rank(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(Asked { question, keys, .. }) = asked(&mut bytes) else { return };
    let seed = u64::from(bytes.byte());
    let tables = match Tables::new(&question, None, &job()) {
        Ok(tables) => tables,
        Err(CountError::Unanswerable(_)) => return,
        Err(error) => panic!("{question:?}: {error}"),
    };
    let number = keys.len() as u64;
    assert_eq!(tables.count(), &Count::from(number), "{question:?}");
    assert!(tables.unrank(&Count::from(number)).is_ok_and(|none| none.is_none()), "{question:?}");
    let step = (number / 50).max(1) as usize;
    let mut numbered = BTreeSet::new();
    for rank in (0..number).step_by(step).map(Count::from) {
        let tour = tables.unrank(&rank).expect("tables").expect("a tour");
        assert_eq!(tables.rank(&tour).expect("tables"), rank, "{question:?}");
        let key = key(&question, &squares(&tour));
        assert!(keys.contains(&key) && numbered.insert(key), "{question:?} {rank}");
    }
    let drawn = tables.sample(&mut Random::new(seed, "fuzz")).expect("tables");
    assert_eq!(drawn.is_none(), keys.is_empty());
    assert!(drawn.is_none_or(|tour| keys.contains(&key(&question, &squares(&tour)))));
}
