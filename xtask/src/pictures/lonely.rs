//! Warnsdorff's rule at work: what it sees, and how it breaks ties.

use caracole_core::Square;
use caracole_solve::film::Stage;
use caracole_solve::{Method, MethodSettings, Tie};

use super::moments::{film, problem_from};
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// Three moments on 5x5, with the ways on of every free square.
pub(super) fn rule() -> Result<String, String> {
    const MOMENTS: [usize; 3] = [2, 9, 16];
    const TITLE: &str = "Warnsdorff's rule on 5x5 from a1, at three moments";
    let problem = problem_from("5x5", "a1")?;
    let mut film = film(Method::Warnsdorff, &MethodSettings::default(), &problem);
    film.jump(film.moments());
    let tour = film.stage().path().to_vec();
    let mut sketch = Sketch::strip(problem.board().clone(), 44, 3, TITLE);
    for (at, moment) in MOMENTS.into_iter().enumerate() {
        if at > 0 {
            sketch.once_more();
        }
        film.jump(moment);
        let next = *tour.get(moment).ok_or("the walk ends early")?;
        sketch.heading(&format!("after step {moment}"));
        draw_moment(&mut sketch, film.stage(), next);
    }
    sketch.explain_all(&[
        (Sign::Dot(Ink::Seal), "a step"),
        (Sign::Patch(Ink::Root), "can be gone to"),
        (Sign::Patch(Ink::Stage), "has the fewest ways on: the next step"),
    ]);
    Ok(sketch.finish())
}

/// The walk until now, what the knight can choose from, and what it takes.
fn draw_moment(sketch: &mut Sketch, stage: &Stage, next: Square) {
    let choices: Vec<Square> =
        stage.knight().map(|knight| stage.ways_on(knight).collect()).unwrap_or_default();
    for &choice in &choices {
        sketch.mark(&[choice], if choice == next { Ink::Stage } else { Ink::Root });
    }
    sketch.walk(stage.path(), Ink::Outward);
    for (step, &square) in (1..).zip(stage.path()) {
        sketch.seal(square, step);
    }
    for square in stage.board().squares() {
        if let Some(ways) = stage.degree(square) {
            let ink = if choices.contains(&square) { Ink::Heading } else { Ink::Note };
            sketch.write(square, &ways.to_string(), ink);
        }
    }
}

/// The first move from d4 on the chessboard, where four squares have equally few ways on.
pub(super) fn ties() -> Result<String, String> {
    const TITLE: &str = "The first move from d4, by the rule for ties";
    const INKS: [Ink; 4] = [Ink::Homeward, Ink::Outward, Ink::Farthest, Ink::Beside];
    let problem = problem_from("8x8", "d4")?;
    let mut sketch = Sketch::new("8x8", 38, 230, TITLE)?;
    // The rules that take a square, by the square.
    let mut takes: Vec<(Square, Vec<&str>)> = Vec::new();
    for tie in Tie::ALL.into_iter().filter(|&tie| tie != Tie::Squirrel) {
        let settings = MethodSettings { tie, ..MethodSettings::default() };
        let mut film = film(Method::Warnsdorff, &settings, &problem);
        film.jump(2);
        let square = film.stage().knight().ok_or("nobody moves")?;
        match takes.iter_mut().find(|(taken, _)| *taken == square) {
            Some((_, ties)) => ties.push(tie.name()),
            None => takes.push((square, vec![tie.name()])),
        }
    }
    let mut film = film(Method::Warnsdorff, &MethodSettings::default(), &problem);
    film.jump(1);
    let (stage, knight) = (film.stage(), *film.stage().path().first().ok_or("no start")?);
    let choices: Vec<Square> = stage.ways_on(knight).collect();
    let fewest = choices.iter().filter_map(|&choice| stage.degree(choice)).min();
    for &choice in &choices {
        let is_lonely = stage.degree(choice) == fewest;
        sketch.mark(&[choice], if is_lonely { Ink::Stage } else { Ink::Root });
    }
    sketch.explain(Sign::Patch(Ink::Root), "can be gone to");
    sketch.explain(Sign::Patch(Ink::Stage), "have the fewest ways on");
    for ((square, ties), ink) in takes.iter().zip(INKS) {
        sketch.moves(&[[knight, *square]], ink);
        sketch.explain(Sign::Line(ink), &ties.join(", "));
    }
    sketch.seal(knight, 1);
    for choice in choices {
        if let Some(ways) = stage.degree(choice) {
            sketch.write(choice, &ways.to_string(), Ink::Heading);
        }
    }
    Ok(sketch.finish())
}
