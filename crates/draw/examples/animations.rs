//! Draws a knight's walk over a small board as GIF, PDF and a page for the browser, into a folder:
//! `cargo run -p caracole-draw --example animations -- FOLDER`.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;

use caracole_core::{Path, Problem};
use caracole_draw::{Appearance, Picture, gif, html, pdf};
use caracole_verify::Tour;

/// A closed tour of the board with 6 files and 6 ranks.
const TOUR: &str = "b2 d1 f2 e4 f6 d5 b6 c4 a5 c6 e5 f3 e1 d3 f4 e6 c5 a6 b4 a2 c1 e2 d4 b3 a1 c2 a3 \
                    b1 d2 f1 e3 f5 d6 b5 c3 a4";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    fs::create_dir_all(&folder)?;
    let problem = Problem::new("6x6".parse()?);
    let squares = TOUR.split_whitespace().map(|name| problem.board().parse_square(name));
    let tour = Tour::verify(&problem, squares.collect::<Result<Path, _>>()?)?;
    let picture = Picture::from_tour(&tour, Appearance::default());

    let file = |name: &str| File::create(format!("{folder}/{name}")).map(BufWriter::new);
    gif::write(&picture, &gif::AnimationOptions::default(), &mut file("tour.gif")?)?;
    pdf::write(&picture, &mut file("tour.pdf")?)?;
    html::write(&picture, &mut file("tour.html")?)?;
    Ok(())
}
