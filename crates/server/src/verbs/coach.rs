//! `coach`: how a game stands, and where each move leads.

use std::time::Duration;

use caracole::coach::{Advice, Judgement, Position, WayBack, judge, way_back};
use caracole::formats::json;
use caracole::{Game, Limits, Square, Standing};
use serde_json::{Map, Value};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// Beyond so many squares a judgement takes longer than anybody waits.
const MOST_SQUARES: u64 = 10_000;
/// The same before the first move, where every square is judged.
const MOST_STARTS: u64 = 2500;
/// A judgement takes no longer, for somebody waits to play on.
const PATIENCE: Duration = Duration::from_millis(300);

/// A game, and whether it shall be said how far it must be taken back.
pub(crate) struct Coach {
    game: Game,
    back: bool,
}

impl Verb for Coach {
    const NAME: &'static str = "coach";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let problem = fields.problem(MOST_SQUARES)?;
        let played = fields.squares("played", &problem)?;
        let back = fields.flag("back")?;
        let squares = problem.board().len();
        if played.is_empty() && squares > MOST_STARTS {
            let text = format!(
                "a board of {squares} squares has too many starts to judge them all: play the first \
                 square, or take a board of at most {MOST_STARTS}"
            );
            return Err(Refusal::too_much(text));
        }
        let game = Game::resume((*problem).clone(), played, [])
            .map_err(|error| Refusal::contradiction(error.to_string()))?;
        Ok(Self { game, back })
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { game, back } = self;
        let (problem, played) = (game.problem(), game.played());
        let run = || {
            let time = desk.time_left().min(PATIENCE);
            desk.run().limits(Limits { time: Some(time), ..desk.limits() })
        };
        let refused =
            |error: caracole::coach::CoachError| Refusal::contradiction(error.to_string());
        let mut advice = judge(problem, played, &mut run()).map_err(refused)?;
        // The coach judges squares too that the rules of the game forbid.
        advice.moves.retain(|&(square, _)| game.check(square).is_ok());
        let way = match advice.position {
            Position::Lost(_) if back => {
                Some(way_back(problem, played, &mut run()).map_err(refused)?)
            }
            _ => None,
        };
        Ok(Answer::Json(object(&game, &advice, way.as_ref())))
    }
}

fn object(game: &Game, advice: &Advice, way: Option<&WayBack>) -> Value {
    let board = game.problem().board();
    let mut object = json::object("caracole.advice/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("position", advice.position.word().into());
    put("text", text(game, &advice.position).into());
    if let Position::Lost(proof) = &advice.position {
        put("reason", json::reason(proof));
    }
    put(
        "moves",
        advice.moves.iter().map(|(square, judged)| of_move(game, *square, judged)).collect(),
    );
    put("hint", hint(game, advice).map(|square| board.name(square)).into());
    match way {
        None => {}
        Some(WayBack::To { keep, is_nearest, .. }) => {
            let fields = [("keep", json::number(*keep as u64)), ("proved", (*is_nearest).into())];
            let fields = fields.map(|(field, value)| (field.to_owned(), value));
            put("back", Map::from_iter(fields).into());
        }
        Some(WayBack::Nowhere(proof)) => {
            put("back", Value::Null);
            put("never", json::reason(proof));
        }
        Some(WayBack::Unknown(_)) => put("back", Value::Null),
    }
    object.into()
}

/// How the game stands, in a line. That the knight cannot go on comes before any proof.
fn text(game: &Game, position: &Position) -> String {
    match (game.standing(), position) {
        (Standing::Stuck(impasse), _) => impasse.to_string(),
        (_, Position::Open(_)) => "it can be won".to_owned(),
        (_, Position::Finished(tour)) if tour.is_closed() => {
            "it is won: a closed tour of the whole board".to_owned()
        }
        (_, Position::Finished(_)) => "it is won: a tour of the whole board".to_owned(),
        (_, Position::Lost(proof)) => proof.text(),
        (_, Position::Unknown(stop)) => format!("nobody knows yet whether it can be won: {stop}"),
    }
}

fn of_move(game: &Game, square: Square, judged: &Judgement) -> Value {
    let mut object = Map::new();
    object.insert("square".into(), game.problem().board().name(square).into());
    object.insert("judgement".into(), judged.word().into());
    match judged {
        Judgement::Winning(_) => {}
        Judgement::Losing(proof) => {
            object.insert("text".into(), proof.text().into());
            object.insert("reason".into(), json::reason(proof));
        }
        Judgement::Unknown(stop) => drop(object.insert("text".into(), stop.to_string().into())),
    }
    object.into()
}

/// A move that is proved to win: the first of them.
fn hint(game: &Game, advice: &Advice) -> Option<Square> {
    let mut winning = advice.moves.iter().filter(|(_, judged)| judged.is_winning());
    let on_tour = || match &advice.position {
        Position::Open(tour) => tour.square_at(game.played().len() as u64 + 1),
        _ => None,
    };
    winning.next().map(|&(square, _)| square).or_else(on_tour)
}
