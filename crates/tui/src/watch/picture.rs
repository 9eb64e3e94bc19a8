//! The board of a film: what stands on each square, and which lines are drawn.

use std::collections::HashMap;

use caracole::film::Stage;
use caracole::{Square, film};

use crate::board_view::{KNIGHT, Spot};
use crate::theme::Tone;

/// What is written on free squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notes {
    /// Nothing.
    None,
    /// How many ways on there are, next to the knight.
    Near,
    /// How many ways on there are.
    All,
    /// How many moves the network has switched on.
    Network,
    /// How strong the strongest trail is that leads there, from 0 to 99.
    Trails,
}

impl Notes {
    /// All that say something.
    const ALL: [Self; 5] = [Self::None, Self::Near, Self::All, Self::Network, Self::Trails];

    /// The next ones that there is anything to say by.
    pub(super) fn next(self, stage: &Stage) -> Self {
        let is_known = |notes: &Self| match notes {
            Self::Network => stage.network().is_some(),
            Self::Trails => stage.trails().is_some(),
            Self::None | Self::Near | Self::All => true,
        };
        let rest = Self::ALL.into_iter().skip_while(|&notes| notes != self).skip(1);
        rest.chain(Self::ALL).find(is_known).unwrap_or(Self::None)
    }

    /// What they tell; if there are none, keys that have no room in the line of keys.
    pub(super) const fn about(self) -> &'static str {
        match self {
            Self::None => {
                "Shift ←→: 10 steps; Home, End: the first and the last; l: lines; d: notes"
            }
            Self::Near => "·n next to the knight: n ways on",
            Self::All => "·n: n ways on",
            Self::Network => "·n: n moves of the network",
            Self::Trails => "·n: the strongest trail to here, from 0 to 99",
        }
    }
}

/// What is kept of a moment from one drawing to the next.
#[derive(Debug, Default)]
pub(super) struct Picture {
    /// The moment that the lines belong to, and whether there are any.
    drawn: Option<(usize, bool)>,
    /// The attempt and sweep, or the cycle, that the notes belong to.
    shot: Option<(u64, u64)>,
    lines: Vec<(Square, Square, Tone)>,
    /// The moves of the network or the trails.
    shot_lines: Vec<(Square, Square, Tone)>,
    /// For each square its moves of the network, or how strong its strongest trail is.
    marks: HashMap<Square, u32>,
}

/// Trails that are weaker than this are not drawn.
const FAINT: f32 = 0.1;
const MIDDLING: f32 = 0.3;
const STRONG: f32 = 0.7;

impl Picture {
    /// Makes the lines of a moment, unless they are there.
    pub(super) fn see(&mut self, stage: &Stage, moment: usize, has_lines: bool) {
        if self.drawn.replace((moment, has_lines)) == Some((moment, has_lines)) {
            return;
        }
        self.see_shot(stage);
        self.lines.clear();
        if has_lines {
            self.lines.extend_from_slice(&self.shot_lines);
            let moves = stage.path().windows(2);
            self.lines.extend(moves.map(|pair| (pair[0], pair[1], Tone::Visited)));
        }
    }

    pub(super) fn lines(&self) -> &[(Square, Square, Tone)] {
        &self.lines
    }

    fn see_shot(&mut self, stage: &Stage) {
        let network = stage.network().map(|shot| (shot.attempt(), shot.sweep()));
        let shot = network.or(stage.trails().map(|trails| (0, trails.cycle())));
        if std::mem::replace(&mut self.shot, shot) == shot {
            return;
        }
        self.shot_lines.clear();
        self.marks.clear();
        if let Some(network) = stage.network() {
            self.see_network(network);
        } else if let Some(trails) = stage.trails() {
            self.see_trails(trails);
        }
    }

    fn see_network(&mut self, network: &film::NetworkShot) {
        for (a, b) in network.active_moves() {
            *self.marks.entry(a).or_default() += 1;
            *self.marks.entry(b).or_default() += 1;
        }
        let is_settled = |square| self.marks.get(&square) == Some(&2);
        let line = |(a, b)| {
            let tone = if is_settled(a) && is_settled(b) { Tone::Legal } else { Tone::Unknown };
            (a, b, tone)
        };
        self.shot_lines.extend(network.active_moves().map(line));
    }

    fn see_trails(&mut self, trails: &film::TrailShot) {
        for (from, to, strength) in trails.strengths() {
            let mark = self.marks.entry(to).or_default();
            *mark = (*mark).max((strength * 99.0).round() as u32);
            let tone = match strength {
                STRONG.. => Tone::Start,
                MIDDLING.. => Tone::Legal,
                FAINT.. => Tone::Quiet,
                _ => continue,
            };
            self.shot_lines.push((from, to, tone));
        }
        // The strongest lie on top.
        self.shot_lines.sort_by_key(|line| match line.2 {
            Tone::Quiet => 0,
            Tone::Legal => 1,
            _ => 2,
        });
    }

    /// What stands on a square. The knight has a sign, and so has the square it has just left, for
    /// there may be no colours.
    pub(super) fn spot(&self, stage: &Stage, notes: Notes, square: Square) -> Spot {
        if let Some(step) = stage.step_of(square) {
            return match step {
                _ if stage.knight() == Some(square) => {
                    Spot { text: format!("{KNIGHT}{step}"), tone: Tone::Knight }
                }
                1 => Spot { text: step.to_string(), tone: Tone::Start },
                _ => Spot { text: step.to_string(), tone: Tone::Visited },
            };
        }
        if stage.left() == Some(square) {
            return Spot { text: "×".to_owned(), tone: Tone::Retreat };
        }
        let ways_on = || stage.degree(square).map(|ways| ways as u32);
        let note = match notes {
            Notes::None => None,
            Notes::Near => {
                let is_near = |knight| stage.ways_on(knight).any(|to| to == square);
                stage.knight().filter(|&knight| is_near(knight)).and_then(|_| ways_on())
            }
            Notes::All => ways_on(),
            Notes::Network | Notes::Trails => {
                Some(self.marks.get(&square).copied().unwrap_or_default())
            }
        };
        match (note, notes) {
            (Some(2), Notes::Network) => Spot { text: "·2".to_owned(), tone: Tone::Legal },
            (Some(note), Notes::Near) => Spot { text: format!("·{note}"), tone: Tone::Legal },
            (Some(note), _) => Spot { text: format!("·{note}"), tone: Tone::Quiet },
            (None, _) => Spot { text: "·".to_owned(), tone: Tone::Quiet },
        }
    }
}
