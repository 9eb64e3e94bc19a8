//! A layer computed in pieces has the same states as a layer computed at once.

use caracole_core::Problem;

use super::*;
use crate::{Options, count};

fn question(board: &str, kind: Kind) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).of_kind(kind))
}

/// Counts with each layer computed in pieces, one for each value of its untouched digits.
fn in_pieces(question: &Question) -> Count {
    let job = Job::with_options(&Options::new().threads(1));
    let schedules = Schedule::all(question, &job).expect("a question with layers");
    let mut cycles = Vec::new();
    for schedule in &schedules {
        let mut layers = vec![Layer::initial()];
        for layer in 1..schedule.layers() {
            let before = &layers[schedule.source(layer)];
            let frontier = schedule.frontier(schedule.source(layer));
            let mut made = Vec::new();
            for piece in pieces(before, schedule.untouched(layer)) {
                let piece = Layer::from_blocks(frontier, borrowed(&piece)).expect("valid blocks");
                let patterns = schedule.reached(layer, &piece).expect("in memory");
                let after = schedule.compute(layer, &piece, &patterns, &job).expect("is computed");
                made.extend(owned(&after));
            }
            let whole = schedule.compute(layer, before, schedule.patterns(layer), &job);
            made.sort_unstable();
            let whole = owned(&whole.expect("is computed"));
            assert_eq!(made, whole, "layer {layer}: the same blocks");
            let made = Layer::from_blocks(schedule.frontier(layer), borrowed(&made));
            layers.push(made.expect("valid blocks"));
        }
        let [first, second] = schedule.joined().map(|layer| &layers[layer]);
        for (pattern, _) in owned(first) {
            assert_eq!(schedule.facing(schedule.opposite(pattern)), pattern);
        }
        cycles.push(schedule.join(first, second, &job).expect("joins"));
    }
    Schedule::total(&schedules, &cycles).expect("a result for each part")
}

#[test]
fn a_part_without_a_result_is_an_error() {
    let question = question("3x4", Kind::Open);
    let schedules = Schedule::all(&question, &Job::new()).expect("a question with layers");
    assert!(schedules.len() > 1);
    let cycles = vec![Count::from(1_u64); schedules.len()];
    let all = |cycles: &[Count]| Schedule::total(&schedules, cycles);
    assert!(all(&cycles[1..]).is_err(), "one is missing");
    // The closed tours of a board are subtracted, once for each square.
    assert!(all(&cycles).is_err(), "more is subtracted than was added");
}

type Owned = Vec<(u64, Vec<u8>)>;

fn owned(layer: &Layer) -> Owned {
    let mut list = Vec::new();
    let all = layer.for_each_block(|pattern, bytes| {
        list.push((pattern, bytes.to_vec()));
        Ok::<_, CountError>(())
    });
    all.expect("in memory");
    list
}

fn borrowed(list: &Owned) -> Vec<(u64, &[u8])> {
    list.iter().map(|(pattern, bytes)| (*pattern, &bytes[..])).collect()
}

fn pieces(before: &Layer, digits: u64) -> Vec<Owned> {
    let mut list = owned(before);
    list.sort_by_key(|(pattern, _)| pattern & digits);
    list.chunk_by(|a, b| a.0 & digits == b.0 & digits).map(<[_]>::to_vec).collect()
}

#[test]
fn pieces_lead_to_the_same_count() {
    for board in
        ["5x5", "6x6", "3x10", "6x5-c3,d4", "torus:4x4", "4x4-a1,d4", "box:3x2x3", "3x3-b2"]
    {
        for kind in [Kind::Any, Kind::Closed, Kind::Open] {
            let question = question(board, kind);
            let whole = count(&question, &Job::new()).expect("counts");
            assert_eq!(in_pieces(&question), whole, "{board}, {kind:?}");
        }
    }
}

/// Boards whose halves, separators or sweeps are empty.
#[test]
fn tiny_boards_lead_to_the_same_count() {
    for files in 1..=5 {
        for ranks in 1..=4 {
            if files * ranks <= 3 {
                continue;
            }
            for kind in [Kind::Any, Kind::Closed, Kind::Open] {
                let question = question(&format!("{files}x{ranks}"), kind);
                let whole = count(&question, &Job::new()).expect("counts");
                assert_eq!(in_pieces(&question), whole, "{files}x{ranks}, {kind:?}");
            }
        }
    }
}

/// Blocks that no worker computes.
#[test]
fn invalid_blocks_are_rejected() {
    // A pattern of two loose ends, whose only matching has the weight 7.
    let block: &[u8] = &[0, 1, 0, 7];
    let check = |list: Vec<(u64, &[u8])>| match Layer::from_blocks(3, list) {
        Err(CountError::Unsound(why)) => why,
        Err(error) => panic!("{error}"),
        Ok(_) => "valid".into(),
    };
    assert_eq!(check(vec![]), "valid");
    assert_eq!(check(vec![(0b01_01_00, block), (0b01_01, block)]), "valid");
    for (list, why) in [
        (vec![(0b01_01, block), (0b01_01, block)], "a pattern occurs twice"),
        (vec![(0b01_00, block)], "a pattern is impossible"),
        (vec![(0b11_01, block)], "a pattern is impossible"),
        (vec![(0b01_01_00_00, block)], "a pattern is impossible"),
        (vec![(u64::MAX, block)], "a pattern is impossible"),
        (vec![(0b01_01, &block[..3])], "a block has too few bytes"),
        (vec![(0b01_01, &[0, 1, 0, 7, 7])], "a block has too many bytes"),
        (vec![(0b01_01, &[7, 1, 0, 7])], "a block has an unknown encoding"),
    ] {
        assert_eq!(check(list), format!("damaged: {why}"));
    }
}

/// Each step keeps the untouched digits, at their places in the next layer.
#[test]
fn untouched_digits_are_carried_to_the_next_layer() {
    let job = Job::new();
    let schedule = Schedule::all(&question("5x6", Kind::Closed), &job).unwrap().remove(0);
    assert_eq!(schedule.listed().len(), schedule.layers());
    let mut carried = 0;
    for layer in 1..schedule.layers() {
        let untouched = schedule.untouched(layer);
        let mask = schedule.carried(layer, untouched);
        assert_eq!(mask.count_ones(), untouched.count_ones());
        let step = &schedule.layers[layer].step;
        for &pattern in schedule.patterns(schedule.source(layer)) {
            let targets = step.choices.iter().filter_map(|choice| step.target(choice, pattern));
            for target in targets {
                assert_eq!(target & mask, schedule.carried(layer, pattern & untouched));
                carried += u64::from(untouched.count_ones());
            }
        }
    }
    assert!(carried > 0);
    let other = Schedule::all(&question("6x6", Kind::Closed), &job).unwrap().remove(0);
    assert_ne!(schedule.fingerprint(), other.fingerprint());
}
