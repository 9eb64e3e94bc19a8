use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use caracole_core::{Board, Mixture, Path, Problem, Square, Tour};

use super::super::sides::{narrow, wide};
use super::ways::{back, bit};
use super::window::{NEAR, first, go};
use super::*;
use crate::{Construct, Limits, Solver, Tie, Warnsdorff};

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).unwrap()
}

fn constructed(problem: &Problem) -> Option<Tour> {
    Construct::default().solve(problem, &mut Run::new()).tour()
}

fn ends(tour: &Tour) -> [Square; 2] {
    [1, tour.len()].map(|step| tour.square_at(step).unwrap())
}

fn links_of(tour: &Tour) -> Links {
    let mut links = {
        let mut run = Run::new();
        Links::new(tour.len(), run.reserve(0).unwrap(), &mut run).unwrap()
    };
    links.join_all(tour.squares().map(narrow));
    if tour.is_closed() {
        let [start, end] = ends(tour).map(narrow);
        links.join(end, start);
    }
    links
}

/// A tour mixed, and checked against its own ends.
fn mixed(tour: &Tour, seed: u64) -> Tour {
    let mut links = links_of(tour);
    mix(Sides::of(tour.board()), &mut links, seed, &mut Run::new()).unwrap();
    let [start, end] = ends(tour);
    let mut path = Path::new();
    path.extend(links.walk(narrow(start)).map(wide));
    let any = Problem::new(tour.board().clone());
    let problem =
        if tour.is_closed() { any.closed() } else { any.from(start).unwrap().to(end).unwrap() };
    Tour::verify(&problem, path).unwrap()
}

/// Mixes all kinds of tours of a board, and counts those that became others.
fn mix_all(board: &Board, seeds: u64) -> u64 {
    let any = Problem::new(board.clone());
    let first = board.squares().next().unwrap();
    let problems = [any.clone().closed(), any.clone().open(), any.from(first).unwrap()];
    let tours: Vec<Tour> = problems.iter().filter_map(constructed).collect();
    let cases = tours.iter().flat_map(|tour| (0..seeds).map(move |seed| (tour, seed)));
    let other = cases.filter(|&(tour, seed)| {
        let mixed = mixed(tour, seed);
        Mixture::of(tour, &mixed).unwrap().differing > 0
    });
    other.count() as u64
}

#[test]
fn small_boards_keep_one_tour_with_its_ends() {
    for files in 5..=10 {
        for ranks in 5..=10 {
            let others = mix_all(&board(files, ranks), 5);
            assert!(others >= 5, "{files}x{ranks}: {others}");
        }
    }
}

#[test]
fn thin_boards_keep_one_tour_with_its_ends() {
    let mut others = 0;
    for length in 1..=16 {
        for width in 1..=4 {
            others += mix_all(&board(length, width), 2) + mix_all(&board(width, length), 2);
        }
    }
    assert!(others > 60, "{others}");
}

#[test]
fn boards_of_several_windows_keep_one_tour_with_its_ends() {
    for (files, ranks) in [(61, 60), (60, 61), (130, 65), (7, 200), (200, 6), (3, 190), (151, 4)] {
        let others = mix_all(&board(files, ranks), 3);
        assert!(others >= 3, "{files}x{ranks}: {others}");
    }
}

#[test]
fn a_seed_gives_one_tour_and_another_seed_another() {
    let before = constructed(&Problem::new(board(20, 30))).unwrap();
    let tours: Vec<Tour> = (0..10).map(|seed| mixed(&before, seed)).collect();
    assert_eq!(tours[3], mixed(&before, 3));
    for (at, tour) in tours.iter().enumerate() {
        assert!(!tours[..at].contains(tour), "{at}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let problem = Problem::new(board(401, 300)).closed();
    let ways = Ways::of(Sides::of(problem.board()), &links_of(&constructed(&problem).unwrap()));
    let [one, two, seven] = [1, 2, 7].map(|threads| {
        let mut ways = ways.clone();
        mix_ways(&mut ways, 5, NonZeroUsize::new(threads).unwrap(), &mut Run::new()).unwrap();
        ways
    });
    assert!(ways != one && one == two && one == seven);
}

/// Two tours that know nothing of each other differ in 0.71 of their moves on 60x60, as mixing
/// many times as long shows; and tours by Warnsdorff's rule have their own echo.
#[test]
fn a_mixed_tour_does_not_look_tiled() {
    let problem = Problem::new(board(60, 60));
    let before = constructed(&problem).unwrap();
    let echoes = |tour: &Tour| [Mixture::echo(tour, 6, 0), Mixture::echo(tour, 0, 6)];
    assert!(echoes(&before).iter().all(|&echo| echo > 0.9));
    let walked =
        Warnsdorff { tie: Tie::Random, ..Warnsdorff::default() }.solve(&problem, &mut Run::new());
    let walked = echoes(&walked.tour().unwrap());
    for seed in 0..5 {
        let after = mixed(&before, seed);
        let mixture = Mixture::of(&before, &after).unwrap();
        let (share, slant, echoes) = (mixture.share_differing(), mixture.slant(), echoes(&after));
        let text = format!("{share} {slant} {echoes:?} {walked:?}");
        assert!(share > 0.65 && slant < 0.025, "{text}");
        assert!(
            echoes.iter().all(|&echo| echo < 0.06 && echo < walked[0].min(walked[1])),
            "{text}"
        );
    }
}

/// Windows do not repeat each other: at the distance of one, a tour has no more of an echo than at
/// others. One stream of chance for all of them would leave 0.35.
#[test]
fn windows_are_mixed_by_different_chances() {
    let before = constructed(&Problem::new(board(360, 60))).unwrap();
    for seed in 0..3 {
        let echo = Mixture::echo(&mixed(&before, seed), SIDE as u32, 0);
        assert!(echo < 0.1, "{seed}: {echo}");
    }
}

/// A small board leaves little room: switches lead from this tour of 6x6 to 1136 of its 9862
/// closed tours, as a walk of two million sweeps found, and not to the others.
#[test]
fn many_tours_are_reached() {
    let before = constructed(&Problem::new(board(6, 6)).closed()).unwrap();
    let sides = Sides::of(before.board());
    let reached: HashSet<Vec<u32>> = (0..1500)
        .map(|seed| {
            let mut links = links_of(&before);
            mix(sides, &mut links, seed, &mut Run::new()).unwrap();
            let walk: Vec<u32> = links.walk(0).collect();
            // Either way round is the same tour.
            let back: Vec<u32> =
                walk.iter().take(1).chain(walk.iter().skip(1).rev()).copied().collect();
            walk.min(back)
        })
        .collect();
    assert!((300..=1136).contains(&reached.len()), "{}", reached.len());
}

/// Places on the line follow the strands after any number of switches.
#[test]
fn the_line_follows_the_strands() {
    let before = constructed(&Problem::new(board(70, 70))).unwrap();
    let ways = Ways::of(Sides::of(before.board()), &links_of(&before));
    let mut random = Random::new(0, "test");
    let mut band = ways.clone();
    let band = band.bands(&[[0, 50]]).next().unwrap();
    let mut window = Window::new();
    window.load(band, 70, 9..69);
    for _ in 0..20 {
        window.sweep(&mut random);
        let mut seen = 0;
        let mut tops = Vec::new();
        for square in window.squares().filter(|&square| window.ways[square].count_ones() < 2) {
            let (mut at, mut ways, mut places) = (square, window.ways[square], Vec::new());
            places.push(window.line[at]);
            while ways != 0 {
                let way = first(ways);
                at = go(at, way);
                ways = window.ways[at] & !bit(back(way));
                places.push(window.line[at]);
            }
            if square == at || places[0] < window.line[at] {
                assert!(places.is_sorted_by(|a, b| a < b), "{places:?}");
                seen += places.len();
                tops.push((places[0], window.line[at]));
            }
        }
        assert_eq!(seen, 60 * 50);
        tops.sort_unstable();
        assert!(tops.windows(2).all(|pair| pair[1].0 - pair[0].1 > NEAR));
    }
}

/// A million squares are mixed between two looks at the flag: here, one pass of several.
#[test]
fn a_flag_raised_while_the_tour_is_mixed_stops_it() {
    let before = constructed(&Problem::new(board(1000, 1000))).unwrap();
    let mut ways = Ways::of(Sides::of(before.board()), &links_of(&before));
    let flag = AtomicBool::new(false);
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            flag.store(true, Ordering::Relaxed);
        });
        mix_ways(&mut ways, 0, NonZeroUsize::MIN, &mut Run::new().interrupted_by(&flag))
    });
    assert_eq!(answer, Err(StopCause::Interrupt));
}

#[test]
fn limits_hold() {
    let before = constructed(&Problem::new(board(8, 8))).unwrap();
    let sides = Sides::of(before.board());
    let flag = AtomicBool::new(true);
    let mut run = Run::new().interrupted_by(&flag);
    assert_eq!(mix(sides, &mut links_of(&before), 0, &mut run), Err(StopCause::Interrupt));
    let mut run = Run::new().limits(Limits { memory: Some(63), ..Limits::default() });
    assert_eq!(mix(sides, &mut links_of(&before), 0, &mut run), Err(StopCause::Memory));
}
