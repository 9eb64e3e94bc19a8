//! The constraints, attempts, limits and observers of the network.

use caracole_explain::Explain;
use caracole_verify::no_progress;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use caracole_core::{Kind, Problem, Square};
use caracole_solve::{Limits, NetworkView, Neural, Observer, Options, Run, Solver};
use caracole_verify::{Checked, check_proof};
use caracole_verify::{Outcome, StopCause, Tour};

use super::{PLAIN, REPAIR, problem};

type Moves = BTreeSet<(Square, Square)>;

/// Returns the moves of a tour, with the closing move of a closed one.
fn moves_of(tour: &Tour) -> Moves {
    let squares: Vec<Square> = tour.squares().collect();
    let home = tour.is_closed().then(|| (squares[squares.len() - 1], squares[0]));
    let moves = squares.windows(2).map(|pair| (pair[0], pair[1])).chain(home);
    moves.map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// Tours meet all constraints, with repair and without.
#[test]
fn what_is_fixed_is_kept() {
    let with = |problem: Problem| {
        problem.require("c3", "d5").unwrap().require("d5", "b4").unwrap().forbid("c1", "d3")
    };
    let problems = [
        problem("6x6", Kind::Closed).start("c3").unwrap(),
        problem("6x6", Kind::Closed).end("d4").unwrap(),
        problem("6x6", Kind::Closed).start("a1").unwrap().end("b3").unwrap(),
        problem("6x6", Kind::Any).start("e2").unwrap(),
        problem("6x6", Kind::Any).end("e2").unwrap(),
        problem("6x6", Kind::Any).start("a1").unwrap().end("f5").unwrap(),
        problem("6x6", Kind::Open).start("b2").unwrap(),
        problem("5x5", Kind::Any).start("a1").unwrap(),
        problem("5x5", Kind::Any).end("c3").unwrap(),
        with(problem("6x7", Kind::Closed)).unwrap(),
        with(problem("6x7", Kind::Any)).unwrap().start("f7").unwrap(),
        with(problem("6x7", Kind::Open)).unwrap(),
        with(problem("7x7", Kind::Any)).unwrap(),
    ];
    for problem in problems {
        for solver in [Neural { attempts: 50.try_into().unwrap(), ..PLAIN }, REPAIR] {
            let found = (0..20).filter_map(|seed| {
                let tour = solver
                    .solve(&problem, &mut Run::with_options(&Options::new().seed(seed)))
                    .found()?;
                let moves = moves_of(&tour);
                assert!(problem.required().iter().all(|used| moves.contains(used)), "{problem:?}");
                assert!(problem.forbidden().iter().all(|it| !moves.contains(it)), "{problem:?}");
                Some(Tour::verify(&problem, tour.into_path()).expect("an answer to the problem"))
            });
            let tours: BTreeSet<String> = found.map(|tour| tour.names()).collect();
            assert!(tours.len() >= 10, "{} tours: {problem:?}", tours.len());
        }
    }
}

/// Attempts are equal to single runs, and the first tour ends them.
#[test]
fn attempts_go_on_until_one_leads_to_a_tour() {
    let problem = problem("8x8", Kind::Closed);
    let solve = |attempts: u32, seed: u64| {
        let mut run = Run::with_options(&Options::new().seed(seed));
        let solver = Neural { attempts: attempts.try_into().unwrap(), ..PLAIN };
        let outcome = solver.solve(&problem, &mut run);
        (outcome, run.stats())
    };
    for seed in 0..20 {
        let mut sweeps = 0;
        let first = (1..=100).find(|&attempts| {
            let (outcome, stats) = solve(attempts, seed);
            let network = stats.network.unwrap();
            assert!(network.sweeps > sweeps, "each attempt adds sweeps");
            sweeps = network.sweeps;
            assert_eq!(stats.updates, sweeps * 168, "8x8 has 168 moves");
            assert_eq!(outcome.is_found(), network.cycles == Some(1));
            outcome.is_found()
        });
        let first = first.expect("about one attempt in five leads to a tour");
        let (Outcome::Found(tour), stats) = solve(first, seed) else { unreachable!() };
        let (Outcome::Found(again), more) = solve(first + 10, seed) else {
            panic!("more attempts find what fewer do")
        };
        assert_eq!((tour.names(), stats), (again.names(), more));
    }
}

/// Stores the last state, and stops after a number of sweeps.
#[derive(Default)]
struct Last {
    moves: Moves,
    sweeps: u64,
    most: Option<u64>,
}

impl Observer for Last {
    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        self.sweeps += 1;
        assert_eq!((network.attempt(), network.sweep()), (1, self.sweeps));
        self.moves = network.active_moves().map(|(a, b)| (a.min(b), a.max(b))).collect();
        if self.most == Some(self.sweeps) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The last observed state is the tour, even if the ends are joined by the apex.
#[test]
fn the_last_state_shown_is_the_tour() {
    for (text, kind) in [("6x6", Kind::Closed), ("5x5", Kind::Any), ("3x4", Kind::Open)] {
        let mut seen = 0;
        for seed in 0..40 {
            let mut last = Last::default();
            let mut run = Run::with_options(&Options::new().seed(seed)).observed_by(&mut last);
            let outcome = PLAIN.solve(&problem(text, kind), &mut run);
            if let Outcome::Found(tour) = outcome {
                assert_eq!(last.moves, moves_of(&tour), "{text}");
                seen += 1;
            }
        }
        assert!(seen >= 4, "{text}: {seen}");
    }
}

#[test]
fn endings_are_told_in_words() {
    let story = |solver: Neural, problem: &Problem, seed: u64| match solver
        .solve(problem, &mut Run::with_options(&Options::new().seed(seed)))
    {
        Outcome::Unknown(stop) => stop.tried,
        outcome => outcome.name().to_owned(),
    };
    let closed = problem("8x8", Kind::Closed);
    let short = Neural { sweeps: 2.try_into().unwrap(), ..PLAIN };
    let thrice = Neural { attempts: 3.try_into().unwrap(), ..short };
    for (told, expected) in [
        (
            story(PLAIN, &closed, 0),
            "the network settled after 38 sweeps with two moves at every square, but in 3 loops; \
             repair may join them",
        ),
        (
            story(short, &closed, 0),
            "the network did not settle in 2 sweeps: 37 of 64 squares had two moves",
        ),
        (
            story(thrice, &closed, 0),
            "3 attempts failed; in the last the network did not settle in 2 sweeps: 33 of 64 \
             squares had two moves",
        ),
        (
            story(short, &problem("5x5", Kind::Any), 0),
            "the network did not settle in 2 sweeps: 13 of 25 squares had two moves, or one and an \
             end of the path",
        ),
        (
            story(PLAIN, &problem("5x5", Kind::Any), 2),
            "the network settled after 7 sweeps, but in a path and 1 loop; repair may join them",
        ),
        (
            story(REPAIR, &problem("3x7", Kind::Any), 5),
            "the network settled after 19 sweeps, but in a path and 1 loop; repair left a path and \
             1 loop",
        ),
    ] {
        assert_eq!(told, expected);
    }
    let ending = "sweeps, but on a path whose ends are a move apart";
    let open = problem("6x6", Kind::Open);
    assert!((0..200).any(|seed| story(PLAIN, &open, seed).ends_with(ending)));
}

/// On a board of a million squares the network reserves memory first, and stops early.
#[test]
fn network_1000() {
    let problem = problem("1000x1000", Kind::Closed);
    let mut last = Last { most: Some(1), ..Last::default() };
    let mut run = Run::new().observed_by(&mut last);
    let Outcome::Unknown(stop) = REPAIR.solve(&problem, &mut run) else { panic!("too soon") };
    assert_eq!(stop.cause, StopCause::Interrupt);
    assert_eq!(run.stats().updates, 4 * 999 * 998, "one sweep");
    let limits = Limits { steps: Some(5_000_001), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits));
    let Outcome::Unknown(stop) = PLAIN.solve(&problem, &mut run) else { panic!("too soon") };
    assert_eq!((stop.cause, run.stats().updates), (StopCause::Steps, 5_000_001));
    assert_eq!(
        stop.tried,
        "the network of 1000000 squares had 1 sweep, which took 5000001 updates of neurons"
    );
    let limits = Limits { memory: Some(100 << 20), ..Limits::default() };
    let Outcome::Unknown(stop) =
        PLAIN.solve(&problem, &mut Run::with_options(&Options::new().limits(limits)))
    else {
        panic!("too large")
    };
    assert_eq!(stop.cause, StopCause::Memory);
}

/// The network returns proofs that need no search.
#[test]
fn proofs_are_passed_on() {
    for problem in [
        problem("2x5", Kind::Any),
        problem("5x5", Kind::Closed),
        problem("torus:3x3", Kind::Closed)
            .start("a1")
            .unwrap()
            .end("b3")
            .unwrap()
            .forbid("a1", "b3")
            .unwrap(),
    ] {
        let mut run = Run::new();
        let Outcome::Impossible(proof) = PLAIN.solve(&problem, &mut run) else {
            panic!("{problem:?}")
        };
        let checked = check_proof(&problem, proof.reason(), &no_progress);
        assert!(matches!(checked, Ok(Checked::Proved { .. })), "{checked:?} {}", proof.text());
        assert_eq!(run.stats().updates, 0);
    }
}
