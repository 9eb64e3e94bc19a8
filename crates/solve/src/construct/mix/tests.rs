use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use caracole_core::{Board, Path, Problem, Square};
use caracole_explain::MixingQuality;
use caracole_verify::Tour;

use super::super::sides::{narrow, wide};
use super::window::{NEAR, bit, first, go, opposite};
use super::*;
use crate::{Construct, Options, Solver, TieBreak, Warnsdorff};

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).unwrap()
}

fn constructed(problem: &Problem) -> Option<Tour> {
    Construct::default().solve(problem, &mut Run::new()).found()
}

fn ends(tour: &Tour) -> [Square; 2] {
    [1, tour.len()].map(|step| tour.square_at(step).unwrap())
}

fn links_of(tour: &Tour) -> Links {
    let mut links = Links::new(tour.len() as usize);
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
        if tour.is_closed() { any.closed() } else { any.start(start).unwrap().end(end).unwrap() };
    Tour::verify(&problem, path).unwrap()
}

/// Mixes all kinds of tours of a board, and counts those that became others.
fn mix_all(board: &Board, seeds: u64) -> u64 {
    let any = Problem::new(board.clone());
    let first = board.squares().next().unwrap();
    let problems = [any.clone().closed(), any.clone().open(), any.start(first).unwrap()];
    let tours: Vec<Tour> = problems.iter().filter_map(constructed).collect();
    let cases = tours.iter().flat_map(|tour| (0..seeds).map(move |seed| (tour, seed)));
    let other = cases.filter(|&(tour, seed)| {
        let mixed = mixed(tour, seed);
        MixingQuality::of(tour, &mixed).unwrap().differing > 0
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
    let links = links_of(&constructed(&problem).unwrap());
    let before = MoveDirections::of(Sides::of(problem.board()), &links);
    let [one, two, seven] = [1, 2, 7].map(|threads| {
        let mut mixed = before.clone();
        let threads = NonZeroUsize::new(threads).unwrap();
        mix_on_threads(&mut mixed, 5, threads, &mut Run::new()).unwrap();
        mixed
    });
    assert!(before != one && one == two && one == seven);
}

/// Two independent tours differ in 0.71 of their moves on 60x60, as a mix of many times the length shows. Tours
/// by Warnsdorff's rule have some translation similarity, too.
#[test]
fn a_mixed_tour_does_not_look_tiled() {
    let problem = Problem::new(board(60, 60));
    let before = constructed(&problem).unwrap();
    let similarities = |tour: &Tour| {
        [
            MixingQuality::translation_similarity(tour, 6, 0),
            MixingQuality::translation_similarity(tour, 0, 6),
        ]
    };
    assert!(similarities(&before).iter().all(|&similarity| similarity > 0.9));
    let walked = Warnsdorff { tie: TieBreak::Random, ..Warnsdorff::default() }
        .solve(&problem, &mut Run::new());
    let walked = similarities(&walked.found().unwrap());
    for seed in 0..5 {
        let after = mixed(&before, seed);
        let mixture = MixingQuality::of(&before, &after).unwrap();
        let (share, slope, similarities) =
            (mixture.share_differing(), mixture.slope_deviation(), similarities(&after));
        let text = format!("{share} {slope} {similarities:?} {walked:?}");
        assert!(share > 0.65 && slope < 0.025, "{text}");
        assert!(
            similarities
                .iter()
                .all(|&similarity| similarity < 0.06 && similarity < walked[0].min(walked[1])),
            "{text}"
        );
    }
}

/// Windows do not repeat each other: the translation similarity at the distance of a window is as low as at other
/// distances. With one random stream for all windows it would be 0.35.
#[test]
fn windows_have_different_random_streams() {
    let before = constructed(&Problem::new(board(360, 60))).unwrap();
    for seed in 0..3 {
        let similarity =
            MixingQuality::translation_similarity(&mixed(&before, seed), SIDE as u32, 0);
        assert!(similarity < 0.1, "{seed}: {similarity}");
    }
}

/// On a small board few switches are possible: they lead from this tour of 6x6 to 1136 of its 9862 closed tours,
/// which two million sweeps found, and not to the others.
#[test]
fn many_tours_are_reached() {
    let before = constructed(&Problem::new(board(6, 6)).closed()).unwrap();
    let sides = Sides::of(before.board());
    let reached: HashSet<Vec<u32>> = (0..1500)
        .map(|seed| {
            let mut links = links_of(&before);
            mix(sides, &mut links, seed, &mut Run::new()).unwrap();
            let walk: Vec<u32> = links.walk(0).collect();
            // The reverse is the same tour.
            let back: Vec<u32> =
                walk.iter().take(1).chain(walk.iter().skip(1).rev()).copied().collect();
            walk.min(back)
        })
        .collect();
    assert!((300..=1136).contains(&reached.len()), "{}", reached.len());
}

/// Positions rise or fall along each path after any number of switches.
#[test]
fn positions_follow_the_paths() {
    let before = constructed(&Problem::new(board(70, 70))).unwrap();
    let mut directions = MoveDirections::of(Sides::of(before.board()), &links_of(&before));
    let mut random = Random::new(0, "test");
    let band = directions.bands(&[[0, 50]]).next().unwrap();
    let mut window = Window::new();
    window.load(band, 70, 9..69);
    for _ in 0..20 {
        window.sweep(&mut random);
        let mut seen = 0;
        let mut ends = Vec::new();
        for square in window.squares().filter(|&square| window.inside[square].count_ones() < 2) {
            let (mut at, mut set) = (square, window.inside[square]);
            let mut positions = vec![window.positions[at]];
            while set != 0 {
                let direction = first(set);
                at = go(at, direction);
                set = window.inside[at] & !bit(opposite(direction));
                positions.push(window.positions[at]);
            }
            if square == at || positions[0] < window.positions[at] {
                assert!(positions.is_sorted_by(|a, b| a < b), "{positions:?}");
                seen += positions.len();
                ends.push((positions[0], window.positions[at]));
            }
        }
        assert_eq!(seen, 60 * 50);
        ends.sort_unstable();
        assert!(ends.windows(2).all(|pair| pair[1].0 - pair[0].1 > NEAR));
    }
}

/// A million squares are mixed between two checks of the limits: here one pass of several.
#[test]
fn a_flag_raised_while_the_tour_is_mixed_stops_it() {
    let before = constructed(&Problem::new(board(1000, 1000))).unwrap();
    let mut directions = MoveDirections::of(Sides::of(before.board()), &links_of(&before));
    let flag = AtomicBool::new(false);
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            flag.store(true, Ordering::Relaxed);
        });
        let run = &mut Run::with_options(&Options::new().cancel_flag(&flag));
        mix_on_threads(&mut directions, 0, NonZeroUsize::MIN, run)
    });
    assert_eq!(answer, Err(StopCause::Interrupt));
}

#[test]
fn limits_hold() {
    let before = constructed(&Problem::new(board(8, 8))).unwrap();
    let sides = Sides::of(before.board());
    let flag = AtomicBool::new(true);
    let mut run = Run::with_options(&Options::new().cancel_flag(&flag));
    assert_eq!(mix(sides, &mut links_of(&before), 0, &mut run), Err(StopCause::Interrupt));
    let mut run = Run::with_options(&Options::new().memory(63));
    assert_eq!(mix(sides, &mut links_of(&before), 0, &mut run), Err(StopCause::Memory));
}
