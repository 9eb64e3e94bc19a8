//! What is taken apart makes the same count together.

use caracole_core::Problem;

use super::*;
use crate::count;

fn question(board: &str, kind: Kind) -> Question {
    Question::new(Problem::new(board.parse().expect("a board")).of_kind(kind))
}

/// The count by relays, each leg cut in as many pieces as there are values of the digits it leaves alone.
fn in_pieces(question: &Question) -> Count {
    let job = Job::new().threads(1);
    let relays = Relay::all(question, &job).expect("is for loops");
    let mut loops = Vec::new();
    for relay in &relays {
        let mut layers: Vec<Blocks> = Vec::new();
        for leg in 0..relay.legs() {
            let start = Blocks::first();
            let before = relay.source(leg).map_or(&start, |earlier| &layers[earlier]);
            let open = relay.source(leg).map_or(0, |earlier| relay.open(earlier));
            let mut made = Vec::new();
            for piece in pieces(before, relay.untouched(leg)) {
                let piece = Blocks::from_unsorted(open, borrowed(&piece)).expect("is sound");
                let classes = relay.reached(leg, &piece).expect("in memory");
                let after = relay.run(leg, &piece, &classes, &job).expect("runs");
                made.extend(owned(&after));
            }
            let whole = relay.run(leg, before, relay.classes(leg), &job).expect("runs");
            made.sort_unstable();
            assert_eq!(made, owned(&whole), "leg {leg}: no class twice, none missing, same states");
            let made = Blocks::from_unsorted(relay.open(leg), borrowed(&made));
            layers.push(made.expect("is sound"));
        }
        let [first, second] = relay.joined().map(|leg| &layers[leg]);
        for (class, _) in owned(first) {
            assert_eq!(relay.facing(relay.opposite(class)), class);
        }
        loops.push(relay.join(first, second, &job).expect("joins"));
    }
    Relay::total(&relays, &loops)
}

type Owned = Vec<(u64, Vec<u8>)>;

fn owned(blocks: &Blocks) -> Owned {
    let mut list = Vec::new();
    let all = blocks.for_each(|class, bytes| {
        list.push((class, bytes.to_vec()));
        Ok::<_, CountError>(())
    });
    all.expect("in memory");
    list
}

fn borrowed(list: &Owned) -> Vec<(u64, &[u8])> {
    list.iter().map(|(class, bytes)| (*class, &bytes[..])).collect()
}

fn pieces(before: &Blocks, digits: u64) -> Vec<Owned> {
    let mut list = owned(before);
    list.sort_by_key(|(class, _)| class & digits);
    list.chunk_by(|a, b| a.0 & digits == b.0 & digits).map(<[_]>::to_vec).collect()
}

#[test]
fn pieces_make_the_same_count() {
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

/// Where sides, seams or sweeps have nothing in them.
#[test]
fn tiny_boards_make_the_same_count() {
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

/// What another process, or a file, should not have sent.
#[test]
fn unsound_blocks_are_refused() {
    // One class of two loose ends, with its only matching in 7 ways.
    let block: &[u8] = &[0, 1, 0, 7];
    let refused = |list: Vec<(u64, &[u8])>| match Blocks::from_unsorted(3, list) {
        Err(CountError::Unsound(why)) => why,
        Err(error) => panic!("{error}"),
        Ok(_) => "sound".into(),
    };
    assert_eq!(refused(vec![]), "sound");
    assert_eq!(refused(vec![(0b01_01_00, block), (0b01_01, block)]), "sound");
    for (list, why) in [
        (vec![(0b01_01, block), (0b01_01, block)], "a class came twice"),
        (vec![(0b01_00, block)], "a class cannot be"),
        (vec![(0b11_01, block)], "a class cannot be"),
        (vec![(0b01_01_00_00, block)], "a class cannot be"),
        (vec![(u64::MAX, block)], "a class cannot be"),
        (vec![(0b01_01, &block[..3])], "a block has too few bytes"),
        (vec![(0b01_01, &[0, 1, 0, 7, 7])], "a block has too many bytes"),
        (vec![(0b01_01, &[7, 1, 0, 7])], "a block is of no known kind"),
    ] {
        assert_eq!(refused(list), format!("damaged: {why}"));
    }
}
