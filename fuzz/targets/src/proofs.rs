//! Certificates, honest and forged.

use caracole_core::{
    Case, Cases, Certificate, ClauseLine, Clauses, CutVertex, Literal, Problem, Reason, Square,
    Theorem,
};
use caracole_draw::{Appearance, ProofPicture, svg};
use caracole_explain::Explain;
use caracole_formats::json::{certificate as written, checked_proof, read_certificate, reason};
use caracole_verify::Evidence;
use caracole_verify::no_progress;
use caracole_verify::{Checked, check_proof};

use crate::bytes::Bytes;
use crate::words::one_line;
use crate::{brute, small};

/// The largest board whose check is fast.
const CHECKED: u64 = 1 << 9;

/// Boards on which brute force has the last word.
const WALKED: u64 = 20;

/// A certificate: what is read is written, and read again the same; checking it does not panic, and
/// what it proves is true.
pub fn certificate(data: &[u8]) {
    let proof = match read_certificate(data) {
        Ok(proof) => proof,
        Err(error) => return one_line(&error),
    };
    let file = written(&proof).to_string();
    assert_eq!(read_certificate(file.as_bytes()).ok().as_ref(), Some(&proof), "{file}");
    if proof.problem().board().area() <= CHECKED {
        judge(&proof);
    }
}

/// A proof of any kind with any squares in it, on a small board: what the checker lets pass is true.
///
/// The problem as in `small`; then a byte for the kind of reason, and its squares and numbers, a byte
/// each. Lists have their length before them.
pub fn proof(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(problem) = small::problem(&mut bytes, 16) else { return };
    let reason = any_reason(&problem, &mut bytes);
    judge(&Certificate::new(problem, reason));
}

fn judge(proof: &Certificate) {
    let problem = proof.problem();
    let checked = check_proof(problem, proof.reason(), &no_progress);
    one_line(&proof.text());
    show(proof);
    assert!(
        reason(proof).is_object()
            && checked_proof(&Evidence::check(proof.clone(), &no_progress)).is_object()
    );
    match checked {
        Ok(Checked::NotChecked(_)) => {}
        Ok(_) => assert_no_tour(proof),
        Err(flaw) => one_line(&flaw.text(problem.board())),
    }
}

/// What is shown of a proof, whether it holds or not, is on its board, and can be drawn.
fn show(proof: &Certificate) {
    let board = proof.problem().board();
    for highlight in proof.highlights() {
        let ends = highlight.moves.iter().flatten();
        assert!(highlight.squares.iter().chain(ends).all(|&square| board.contains(square)));
        if let Some(text) = &highlight.text {
            one_line(text);
        }
    }
    let mut file = Vec::new();
    svg::write(&ProofPicture::new(proof, Appearance::default()), &mut file)
        .expect("memory is enough");
}

/// Brute force finds no tour either, on boards that it can walk over.
pub(crate) fn assert_no_tour(proof: &Certificate) {
    let problem = proof.problem();
    if problem.board().len() > WALKED || problem.knights() > 1 {
        return;
    }
    if let Some(tours) = brute::tours(problem) {
        assert!(tours.is_empty(), "{problem:?}: {}, but {:?}", proof.text(), tours[0]);
    }
}

fn any_reason(problem: &Problem, bytes: &mut Bytes<'_>) -> Reason {
    let square = |bytes: &mut Bytes<'_>| small::square(problem.board(), bytes.byte());
    let pair = |bytes: &mut Bytes<'_>| [square(bytes), square(bytes)];
    let list = |bytes: &mut Bytes<'_>| -> Vec<Square> {
        (0..bytes.below(9)).map(|_| square(bytes)).collect()
    };
    let number = |bytes: &mut Bytes<'_>| u64::from(bytes.byte());
    match bytes.below(18) {
        0 => Reason::TooFewSquares,
        1 => Reason::Colours { counts: problem.board().colour_counts() },
        2 => Reason::StepColour {
            square: square(bytes),
            step: number(bytes),
            counts: problem.board().colour_counts(),
        },
        3 => Reason::StepColours { squares: pair(bytes), steps: [number(bytes), number(bytes)] },
        4 => Reason::EndsNotAMoveApart { start: square(bytes), end: square(bytes) },
        5 => Reason::EndsAMoveApart { start: square(bytes), end: square(bytes) },
        6 => Reason::NoMove { square: square(bytes) },
        7 => Reason::DeadEnds { squares: list(bytes) },
        8 => Reason::Disconnected { squares: pair(bytes) },
        9 => Reason::SharedNeighbour { end: square(bytes), needed_by: list(bytes) },
        10 => Reason::OuterLines { end: (bytes.below(2) == 1).then(|| square(bytes)) },
        11 => Reason::ForcedPath { path: list(bytes) },
        12 => Reason::ForcedCycle { cycle: list(bytes) },
        13 => Reason::Theorem { theorem: bytes.one_of(&[Theorem::Schwenk, Theorem::ChiaOng]) },
        14 => Reason::VertexCut { squares: list(bytes) },
        15 => Reason::DeficientSet { squares: list(bytes) },
        16 => {
            let holds = |bytes: &mut Bytes<'_>| bytes.below(2) == 0;
            let literal = |bytes: &mut Bytes<'_>| match bytes.below(4) {
                0 => Literal::End { square: square(bytes), holds: holds(bytes) },
                _ => Literal::Move { squares: pair(bytes), holds: holds(bytes) },
            };
            let lines = (0..=bytes.below(16)).map(|_| match bytes.below(6) {
                0 => ClauseLine::Cut { part: list(bytes), except: CutVertex::None },
                1 => {
                    let part = list(bytes);
                    ClauseLine::Cut { part, except: CutVertex::Square(square(bytes)) }
                }
                2 => ClauseLine::Cut { part: list(bytes), except: CutVertex::Ends },
                3 => ClauseLine::Deleted(vec![u64::from(bytes.byte())]),
                _ => ClauseLine::Learned((0..bytes.below(5)).map(|_| literal(bytes)).collect()),
            });
            Reason::Clauses { clauses: Clauses::new(lines.collect()) }
        }
        _ => {
            let lines = (0..=bytes.below(16)).map(|_| match bytes.below(7) {
                0 => Case::Move(pair(bytes)),
                6 => Case::Orbit(pair(bytes)),
                1 => Case::End(square(bytes)),
                2 => Case::TightSet(list(bytes)),
                3 => Case::DeficientSet(list(bytes)),
                4 => Case::VertexCut(list(bytes)),
                _ => Case::Forced,
            });
            Reason::Cases { cases: Cases::new(lines.collect()) }
        }
    }
}
