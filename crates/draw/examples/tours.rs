//! Draws tours in every style into a folder, and says how long each picture took:
//! `cargo run --release -p caracole-draw --example tours -- FOLDER [BOARD [STYLE]]`.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Instant;

use caracole_core::Problem;
use caracole_draw::{
    Appearance, Canvas, Drawing, DrawingInfo, Picture, Style, Theme, Walk, png, svg,
};
use caracole_solve::{Auto, Patch, Run, Solver};
use caracole_verify::Tour;

const STYLES: [(&str, Style); 4] = [
    ("line", Style::Line),
    ("numbers", Style::Numbers),
    ("celtic", Style::Celtic),
    ("heat", Style::Heat),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("which folder?")?);
    fs::create_dir_all(folder)?;
    let is_asked = |name: &str| arguments.get(2).is_none_or(|asked| asked == name);
    let boards = match arguments.get(1) {
        Some(board) => vec![board.as_str()],
        None => vec![
            "5x5",
            "6x6",
            "8x8",
            "20x20",
            "100x100",
            "12x12-c3,d3,c4,d4,i3,j3,i4,j4,f8,g8,f9,g9",
            "torus:6x6",
            "cylinder:6x8",
            "box:4x4x4",
            "3x40",
        ],
    };
    for board in boards {
        let tour = tour(board)?;
        for (name, style) in STYLES.into_iter().filter(|(name, _)| is_asked(name)) {
            for (theme_name, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
                let look = Appearance { style, theme, ..Appearance::default() };
                let board = board.replace([':', ','], "-");
                let file = folder.join(format!("{board}-{name}-{theme_name}"));
                save(&file, &Picture::from_tour(&tour, look))?;
                if arguments.len() < 2 && board == "8x8" {
                    save(&folder.join(format!("game-{name}-{theme_name}")), &game(&tour, look))?;
                }
            }
        }
    }
    Ok(())
}

/// A closed tour, unless there is none.
fn tour(board: &str) -> Result<Tour, Box<dyn Error>> {
    for problem in [Problem::new(board.parse()?).closed(), Problem::new(board.parse()?)] {
        for solver in [Box::new(Patch) as Box<dyn Solver>, Box::new(Auto)] {
            if let caracole_verify::Outcome::Found(tour) = solver.solve(&problem, &mut Run::new()) {
                return Ok(tour);
            }
        }
    }
    Err(format!("no tour of {board} was found").into())
}

/// Two knights in the middle of their walks.
struct Game<'a>(Picture<'a>);

impl Drawing for Game<'_> {
    fn info(&self) -> DrawingInfo {
        self.0.info()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.0.paint(canvas)?;
        self.0.paint_knights(self.0.moments(), canvas)
    }
}

fn game(tour: &Tour, look: Appearance) -> Game<'_> {
    let walk = |first: u64| {
        let steps = first..first + tour.len() / 3;
        Walk { path: steps.filter_map(|step| tour.square_at(step)).collect(), is_closed: false }
    };
    Game(Picture::new(tour.board(), vec![walk(1), walk(tour.len() / 2)], look))
}

fn save(file: &Path, picture: &dyn Drawing) -> Result<(), Box<dyn Error>> {
    // Small pictures are looked at more closely.
    let scale = if picture.info().width < 1000.0 { 2.0 } else { 1.0 };
    let began = Instant::now();
    svg::write(picture, &mut File::create(file.with_extension("svg"))?)?;
    let svg = began.elapsed().as_secs_f64();
    let began = Instant::now();
    fs::write(file.with_extension("png"), png::encode(picture, scale)?)?;
    let png = began.elapsed().as_secs_f64();
    println!("{}: SVG {svg:.3} s, PNG {png:.3} s", file.display());
    Ok(())
}
