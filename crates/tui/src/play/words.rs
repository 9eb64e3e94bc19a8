//! What is said of a position, in sentences.

use caracole::coach::{Advice, Position, WayBack};
use caracole::{Game, Proof, Square};

use crate::numbers::number_of;
use crate::theme::Tone;

/// Why something is lost. The board is on the screen, and need not be named.
pub(super) fn reason(proof: &Proof) -> String {
    let text = proof.text();
    let title = format!("{}: ", proof.problem().board().title());
    text.strip_prefix(&title).map(ToOwned::to_owned).unwrap_or(text)
}

/// How the position stands.
pub(super) fn position(position: &Position) -> (String, Tone) {
    match position {
        Position::Open(_) => ("open: it can be won".to_owned(), Tone::Winning),
        Position::Finished(_) => ("finished: it is won".to_owned(), Tone::Winning),
        Position::Lost(proof) => (format!("lost: {}", reason(proof)), Tone::Losing),
        Position::Unknown(stop) => (format!("unknown: {stop}"), Tone::Unknown),
    }
}

/// How many moves win, how many lose, and of how many nobody knows.
pub(super) fn tally(advice: &Advice) -> String {
    let count = |word| advice.moves.iter().filter(|(_, judged)| judged.word() == word).count();
    let parts = ["winning", "losing", "unknown"].map(|word| (count(word), word));
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

/// A move that is proved to win: the one on the tour that shows it, if that is known.
pub(super) fn winning_move(game: &Game, advice: &Advice) -> Option<Square> {
    let next = match &advice.position {
        Position::Open(tour) => tour.square_at(game.played().len() as u64 + 1),
        _ => None,
    };
    let mut winning =
        advice.moves.iter().filter(|(_, judged)| judged.is_winning()).map(|&(square, _)| square);
    next.or_else(|| winning.next()).filter(|&square| game.check(square).is_ok())
}

/// The answer to somebody who wants a hint, or the rest of the tour, where there is none.
pub(super) fn no_winning_move(advice: &Advice) -> (String, Tone) {
    match &advice.position {
        Position::Lost(proof) => (format!("Lost: {}.", reason(proof)), Tone::Losing),
        Position::Open(_) | Position::Finished(_) => {
            ("The tour is finished.".to_owned(), Tone::Winning)
        }
        Position::Unknown(stop) => {
            let text = format!("No move is proved to win ({}): {stop}.", tally(advice));
            (text, Tone::Unknown)
        }
    }
}

/// How far to go back, after the reason why a position is lost.
pub(super) fn way_back(game: &Game, way: &WayBack) -> String {
    match way {
        WayBack::To { keep, is_nearest, .. } => {
            let back = number_of((game.played().len() - keep) as u64, "move");
            if *is_nearest {
                format!("Take back {back}, and it can be won.")
            } else {
                format!("Take back {back}, and it can be won; fewer may do.")
            }
        }
        WayBack::Nowhere(proof) => {
            format!("It could never be won: {}.", reason(proof))
        }
        WayBack::Unknown(_) => "How far to take it back is not known.".to_owned(),
    }
}
