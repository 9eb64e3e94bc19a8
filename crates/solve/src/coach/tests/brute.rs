//! Against a plain method on small boards.

use super::*;

/// Tries everything, and knows nothing but which squares are a move apart.
struct Brute {
    near: Vec<u64>,
    full: u64,
    kind: Kind,
}

impl Brute {
    fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(0, |set, square| set | 1 << square.index())
        };
        let near = (0..board.area()).map(Square::from_index).map(|square| {
            if board.contains(square) { set(&mut moves.from(board, square)) } else { 0 }
        });
        Self { near: near.collect(), full: set(&mut board.squares()), kind: problem.kind() }
    }

    /// Can the game be won?
    fn is_won(&self, played: &[Square]) -> bool {
        let seen = played.iter().fold(0, |set, square| set | 1 << square.index());
        let [first, last] = [played[0], played[played.len() - 1]].map(|end| end.index() as usize);
        self.goes_on(first, last, seen)
    }

    fn goes_on(&self, first: usize, at: usize, seen: u64) -> bool {
        if seen == self.full {
            let closes = self.near[at] >> first & 1 == 1;
            return self.kind == Kind::Any || closes == (self.kind == Kind::Closed);
        }
        let mut onward = self.near[at] & !seen;
        while onward != 0 {
            let next = onward.trailing_zeros() as usize;
            if self.goes_on(first, next, seen | 1 << next) {
                return true;
            }
            onward &= onward - 1;
        }
        false
    }
}

#[test]
fn brute_force_agrees_on_small_boards() {
    for (board, kind, games) in [
        ("5x5", Kind::Any, 40),
        ("5x5", Kind::Open, 6),
        ("3x10", Kind::Closed, 4),
        ("5x6-a1,e6", Kind::Closed, 2),
    ] {
        let problem = Problem::new(board.parse().unwrap()).of_kind(kind);
        let brute = Brute::new(&problem);
        let mut words = HashSet::new();
        for game in 0..games {
            let mut random = Random::numbered(2, board, game);
            let played = play(&problem, 64, &mut random);
            for len in 1..=played.len() {
                let mut played = played[..len].to_vec();
                let advice = judge(&problem, &played, &mut Run::new()).unwrap();
                let is_won = match &advice.position {
                    Position::Open(_) | Position::Finished(_) => true,
                    Position::Lost(_) => false,
                    Position::Unknown(stop) => panic!("{stop}"),
                };
                assert_eq!(brute.is_won(&played), is_won);
                words.insert(advice.position.word());
                for (square, judgement) in &advice.moves {
                    played.push(*square);
                    assert_eq!(brute.is_won(&played), judgement.is_winning());
                    played.pop();
                    words.insert(judgement.word());
                }
                confirm(&problem, &played, &advice);
            }
        }
        assert!(words.contains("losing") && words.contains("lost"), "{board}: {words:?}");
    }
}
