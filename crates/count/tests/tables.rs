//! Ranks and tours are one to one, and tours are sampled uniformly.

use std::collections::{HashMap, HashSet};

use caracole_core::{Leaper, Piece, Problem, Square};
use caracole_count::{Count, CountError, Direction, Job, Options, Question, Tables, count, list};
use caracole_solve::Random;
use caracole_verify::{StopCause, Tour};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn tables(question: &Question) -> Tables {
    Tables::new(question, None, &Job::new()).unwrap()
}

fn squares(tour: &Tour) -> Vec<Square> {
    tour.squares().collect()
}

/// All ranks have different tours, and all tours have their ranks.
fn is_one_to_one(question: &Question) -> u64 {
    let tables = tables(question);
    let all: u64 = tables.count().to_string().parse().unwrap();
    let mut seen = HashSet::new();
    for number in 0..all {
        let number = Count::from(number);
        let tour = tables.unrank(&number).unwrap().unwrap();
        assert_eq!(tables.rank(&tour).unwrap(), number, "{}", tour.names());
        assert!(seen.insert(squares(&tour)), "{} twice", tour.names());
    }
    assert!(tables.unrank(&Count::from(all)).unwrap().is_none());
    // The listed tours have the same ranks.
    let mut ranks = HashSet::new();
    list(question, &Job::new(), &mut |tour| {
        ranks.insert(tables.rank(&tour).unwrap());
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(ranks.len() as u64, all);
    all
}

#[test]
fn all_closed_tours_of_6x6_have_a_number_each() {
    assert_eq!(is_one_to_one(&Question::new(problem("6x6").closed())), 9862);
}

#[test]
fn tours_of_every_kind_have_a_number_each() {
    let from = |board, square| problem(board).start(square).unwrap();
    let questions = [
        (Question::new(problem("5x6").closed()), 8),
        (Question::new(problem("5x6").closed()).counting(Direction::Directed), 16),
        (Question::new(from("5x6", "c2").closed()), 8),
        (Question::new(problem("5x6").closed().end("c2").unwrap()), 8),
        (Question::new(problem("3x10").closed()), 16),
        (Question::new(problem("5x5")), 1728),
        (Question::new(problem("5x5")).counting(Direction::Undirected), 864),
        (Question::new(from("5x5", "a1")), 304),
        (Question::new(problem("5x5").end("a1").unwrap()), 304),
        (Question::new(problem("4x5").open()), 82),
        (Question::new(problem("3x10").open()).counting(Direction::Directed), 2 * 2568),
        (Question::new(from("3x4", "a1").open()), 2),
    ];
    for (question, expected) in questions {
        let what = format!("{} {:?}", question.convention(), question.problem().board().title());
        assert_eq!(is_one_to_one(&question), expected, "{what}");
    }
}

#[test]
fn holes_surfaces_moves_and_other_pieces() {
    let wazir = Piece::from("0,1".parse::<Leaper>().unwrap());
    let with = |problem: Problem, a, b| problem.require(a, b).unwrap();
    let without = |problem: Problem, a, b| problem.forbid(a, b).unwrap();
    let questions = [
        Question::new(problem("5x5-c3")),
        Question::new(problem("torus:3x4").closed()),
        Question::new(problem("cylinder:5x3").closed()),
        Question::new(problem("cylinder:3x4")).counting(Direction::Undirected),
        Question::new(without(with(problem("6x6").closed(), "c3", "d5"), "a2", "b4")),
        Question::new(without(with(problem("5x5"), "a1", "b3"), "c3", "d5")),
        Question::new(without(problem("4x5").open(), "a1", "b3")),
        Question::new(Problem::with_piece("4x5".parse().unwrap(), wazir)),
    ];
    for question in questions {
        let all = is_one_to_one(&question);
        assert_eq!(count(&question, &Job::new()).unwrap(), Count::from(all));
    }
}

#[test]
fn tours_with_clues_are_numbered_in_the_order_of_the_list() {
    let question = Question::new(problem("5x5").clue("c3", 13).unwrap());
    let all = is_one_to_one(&question);
    assert!(all > 0);
    let tables = tables(&question);
    let first = tables.unrank(&Count::from(0_u64)).unwrap().unwrap();
    list(&question, &Job::new(), &mut |tour| {
        assert_eq!(squares(&tour), squares(&first));
        std::ops::ControlFlow::Break(())
    })
    .unwrap();
}

/// Returns Pearson's chi-squared statistic over all tours. For uniform samples its mean is the number of tours, and
/// its standard deviation the square root of twice that number.
fn is_uniform(question: &Question, draws: u64) {
    let tables = tables(question);
    let all: u64 = tables.count().to_string().parse().unwrap();
    let tour = |number: u64| tables.unrank(&Count::from(number)).unwrap().unwrap();
    let numbers: HashMap<_, _> = (0..all).map(|number| (squares(&tour(number)), number)).collect();
    let mut times = vec![0_u64; all as usize];
    let mut random = Random::new(7, "sample");
    for _ in 0..draws {
        let tour = tables.sample(&mut random).unwrap().unwrap();
        times[numbers[&squares(&tour)] as usize] += 1;
    }
    let expected = draws as f64 / all as f64;
    let sum: f64 = times.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let (middle, spread) = ((all - 1) as f64, (2.0 * (all - 1) as f64).sqrt());
    assert!((sum - middle).abs() < 4.0 * spread, "{sum} is far from {middle}");
}

#[test]
fn each_closed_tour_of_6x6_is_drawn_equally_often() {
    is_uniform(&Question::new(problem("6x6").closed()), 200_000);
}

#[test]
fn each_tour_of_a_board_with_holes_is_drawn_equally_often() {
    is_uniform(&Question::new(problem("6x6-a1,a6").closed().require("b1", "d2").unwrap()), 40_000);
    is_uniform(&Question::new(problem("5x5-c3")), 4_000);
}

#[test]
fn tables_in_a_folder_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let question = Question::new(problem("6x6").closed());
    let open = || Tables::new(&question, Some(&path), &Job::new());
    let number: Count = "4711".parse().unwrap();
    let tour = open().unwrap().unrank(&number).unwrap().unwrap();
    let again = open().unwrap();
    assert_eq!(squares(&again.unrank(&number).unwrap().unwrap()), squares(&tour));
    assert_eq!(again.rank(&tour).unwrap(), number);
    let other = Question::new(problem("6x7").closed());
    let refused = Tables::new(&other, Some(&path), &Job::new()).err().unwrap();
    assert!(matches!(refused, CountError::Damaged { .. }), "{refused}");
}

#[test]
fn damaged_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let question = Question::new(problem("5x6").closed());
    drop(Tables::new(&question, Some(folder.path()), &Job::new()).unwrap());
    let mut damaged = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "layer") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for at in [9, 30, bytes.len() / 2, bytes.len() - 3] {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            std::fs::write(&path, &wrong).unwrap();
            let answer = Tables::new(&question, Some(folder.path()), &Job::new());
            let error = match answer {
                Err(error) => Some(error),
                Ok(tables) => (0..8_u64).find_map(|n| tables.unrank(&Count::from(n)).err()),
            };
            if matches!(error, Some(CountError::Damaged { .. })) {
                damaged += 1;
            }
            assert!(error.is_none_or(|error| matches!(error, CountError::Damaged { .. })));
        }
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(damaged > 50, "{damaged}");
    assert!(Tables::new(&question, Some(folder.path()), &Job::new()).is_ok());
}

#[test]
fn where_there_is_no_tour_none_is_drawn() {
    let tables = tables(&Question::new(problem("4x4").closed()));
    assert!(tables.count().is_zero());
    assert!(tables.sample(&mut Random::new(0, "sample")).unwrap().is_none());
    let tour = problem("5x5");
    let mut first = None;
    list(&Question::new(tour), &Job::new(), &mut |tour| {
        first = Some(tour);
        std::ops::ControlFlow::Break(())
    })
    .unwrap();
    assert!(tables.rank(&first.unwrap()).is_err(), "a tour of another board");
}

#[test]
fn tables_of_which_a_layer_was_removed_are_mended() {
    let folder = tempfile::tempdir().unwrap();
    let question = Question::new(problem("5x6").closed());
    let open = || Tables::new(&question, Some(folder.path()), &Job::new()).unwrap();
    let tours = |tables: &Tables| -> Vec<_> {
        (0..8_u64).map(|n| squares(&tables.unrank(&n.into()).unwrap().unwrap())).collect()
    };
    let all = tours(&open());
    let layers: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "layer"))
        .collect();
    for path in layers {
        std::fs::remove_file(&path).unwrap();
        assert_eq!(tours(&open()), all, "{}", path.display());
    }
    // A count neither uses nor removes the files of tables.
    let job = Job::new().checkpoint(folder.path());
    assert!(matches!(count(&question, &job), Err(CountError::Damaged { .. })));
}

#[test]
fn tours_that_are_kept_one_by_one_heed_the_memory_too() {
    let question = Question::new(problem("6x6").start("a1").unwrap().clue("b3", 2).unwrap());
    let job = Job::with_options(&Options::new().memory(64 << 10));
    let Err(CountError::Stopped(stop)) = Tables::new(&question, None, &job).map(drop) else {
        panic!("64 kB hold all of them");
    };
    assert_eq!(stop.cause, StopCause::Memory);
}
