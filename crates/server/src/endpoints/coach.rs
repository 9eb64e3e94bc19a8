//! `coach`: the judgement of a position and of each next move.

use std::time::Duration;

use caracole::formats::json;
use caracole::play::coach::{self, Advice, MoveJudgement, PositionJudgement, Takeback};
use caracole::play::{Game, GameError, GameState};
use caracole::solvers::Run;
use caracole::{Explain, Square};
use serde_json::{Map, Value};

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, SquareNames, squares_of, take};
use crate::response::Content;
use crate::work::WorkContext;

const MAX_SQUARES: u64 = 10_000;
/// The limit before the first move, when every square is judged.
const MAX_STARTS: u64 = 2500;
/// The time limit of a judgement, so that the player can go on.
const TIME_LIMIT: Duration = Duration::from_millis(300);

/// `coach` judges a game.
pub(crate) struct Coach {
    game: Game,
    /// True if the answer includes how many moves of a lost game must be undone.
    back: bool,
}

impl Endpoint for Coach {
    const NAME: &'static str = "coach";
    const HAS_TIME_LIMIT: bool = false;

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let problem = fields.problem_with_coordinates(MAX_SQUARES)?;
        take!(fields { played: SquareNames, back: bool });
        let played = squares_of(&problem, "played", played)?;
        let squares = problem.board().len();
        if played.is_empty() && squares > MAX_STARTS {
            let text = format!(
                "a board of {squares} squares has too many starts to judge them all: play the first \
                 square, or take a board of at most {MAX_STARTS}"
            );
            return Err(ApiError::too_much(text));
        }
        let game = Game::resume(problem, played, [])
            .map_err(|error| ApiError::contradiction(error.to_string()))?;
        Ok(Self { game, back: back.unwrap_or_default() })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { game, back } = self;
        let (problem, played) = (game.problem(), game.played());
        let run = || {
            let time = context.time_left().min(TIME_LIMIT);
            Run::with_options(&context.options().timeout(time))
        };
        let contradiction = |error: GameError| ApiError::contradiction(error.to_string());
        let mut advice = coach::judge(problem, played, &mut run()).map_err(contradiction)?;
        // The coach also judges moves that the game does not allow, for example because of a clue.
        advice.moves.retain(|&(square, _)| game.check(square).is_ok());
        let way_back = match advice.position {
            PositionJudgement::Lost(_) if back => {
                Some(coach::takeback(problem, played, &mut run()).map_err(contradiction)?)
            }
            _ => None,
        };
        Ok(Content::Json(object(&game, &advice, way_back.as_ref())))
    }
}

fn object(game: &Game, advice: &Advice, way_back: Option<&Takeback>) -> Value {
    let board = game.problem().board();
    let mut object = json::object("caracole.advice/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("position", advice.position.name().into());
    put("text", text(game, &advice.position).into());
    if let PositionJudgement::Lost(proof) = &advice.position {
        put("reason", json::reason(proof.certificate()));
        put("checked", proof.is_checked().into());
    }
    put(
        "moves",
        advice.moves.iter().map(|(square, judged)| move_object(game, *square, judged)).collect(),
    );
    put("hint", hint(game, advice).map(|square| board.name(square)).into());
    match way_back {
        None => {}
        Some(Takeback::To { keep, is_minimal, .. }) => {
            let fields = [("keep", json::number(*keep as u64)), ("proved", (*is_minimal).into())];
            let fields = fields.map(|(field, value)| (field.to_owned(), value));
            put("back", Map::from_iter(fields).into());
        }
        Some(Takeback::Never(proof)) => {
            put("back", Value::Null);
            put("never", json::reason(proof.certificate()));
        }
        Some(Takeback::Unknown(_)) => put("back", Value::Null),
    }
    object.into()
}

/// Returns the judgement of the game as one sentence. A dead end takes precedence over a proof.
fn text(game: &Game, position: &PositionJudgement) -> String {
    match (game.state(), position) {
        (GameState::Stuck(dead_end), _) => dead_end.to_string(),
        (_, PositionJudgement::Open(_)) => "the game can be won".to_owned(),
        (_, PositionJudgement::Finished(tour)) if tour.is_closed() => {
            "the game is won: a closed tour of the board".to_owned()
        }
        (_, PositionJudgement::Finished(_)) => "the game is won: a tour of the board".to_owned(),
        (_, PositionJudgement::Lost(proof)) => proof.text(),
        (_, PositionJudgement::Unknown(stop)) => {
            format!("it is not known whether the game can be won: {stop}")
        }
    }
}

fn move_object(game: &Game, square: Square, judged: &MoveJudgement) -> Value {
    let mut object = Map::new();
    object.insert("square".into(), game.problem().board().name(square).into());
    object.insert("judgement".into(), judged.name().into());
    match judged {
        MoveJudgement::Winning(_) => {}
        MoveJudgement::Losing(proof) => {
            object.insert("text".into(), proof.text().into());
            object.insert("reason".into(), json::reason(proof.certificate()));
            object.insert("checked".into(), proof.is_checked().into());
        }
        MoveJudgement::Unknown(stop) => drop(object.insert("text".into(), stop.to_string().into())),
    }
    object.into()
}

/// Returns the first move that is proved to win.
fn hint(game: &Game, advice: &Advice) -> Option<Square> {
    let mut winning = advice.moves.iter().filter(|(_, judged)| judged.is_winning());
    let on_tour = || match &advice.position {
        PositionJudgement::Open(tour) => tour.square_at(game.played().len() as u64 + 1),
        _ => None,
    };
    winning.next().map(|&(square, _)| square).or_else(on_tour)
}
