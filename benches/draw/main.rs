//! Pictures of large tours: time, bytes and memory, compared with a picture that is a list of marks.
//!
//! `cargo bench -p caracole-benches --bench draw`; another board after `--`. Memory is that of the
//! whole process so far, so the pictures come before the lists.

use std::io::{self, Write};
use std::time::Duration;

use caracole_benches::{peak_bytes, timed};
use caracole_core::{Board, Problem};
use caracole_draw::{
    Appearance, Colour, Mark, Paint, PathCommand, Picture, Point, Scene, Stroke, Style, TextLine,
    png, svg,
};
use caracole_solve::{Construct, Run, Solver};
use caracole_verify::{Outcome, Tour};

const BOARD: &str = "1000x1000";
const STYLES: [(Style, &str); 4] = [
    (Style::Line, "line"),
    (Style::Numbers, "numbers"),
    (Style::Celtic, "celtic"),
    (Style::Heat, "heat"),
];

fn main() {
    // Cargo adds options of its own, such as `--bench`.
    let given = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let text = given.unwrap_or_else(|| BOARD.to_owned());
    match text.parse::<Board>() {
        Ok(board) => measure(board),
        Err(error) => println!("{text}: {error}"),
    }
}

fn measure(board: Board) {
    let squares = board.len();
    println!("{board}: a mixed tour, one core, one run each");
    let construct = Construct { mix: Some(7), ..Construct::default() };
    let Outcome::Found(tour) = construct.solve(&Problem::new(board), &mut Run::new()) else {
        return println!("  no tour by construction: try another board");
    };
    println!("  {:8} {:>4} {:>10} {:>12} {:>10}", "style", "", "seconds", "bytes", "peak MiB");
    let mut ours = (0, Duration::ZERO);
    for (style, name) in STYLES {
        let picture = Picture::from_tour(&tour, Appearance { style, ..Appearance::default() });
        let written = timed(|| {
            let mut file = Counted(0);
            svg::write(&picture, &mut file).expect("nothing is written anywhere");
            file.0
        });
        print_row(name, "svg", written);
        if style == Style::Line {
            assert_eq!(moves(&picture), squares - u64::from(!tour.is_closed()));
            ours = written;
        }
        let painted = timed(|| png::encode(&picture, 1.0).expect("a usual size").len() as u64);
        print_row(name, "png", painted);
    }
    let listed = timed(|| {
        let mut file = Counted(0);
        svg::write(&marks(&tour), &mut file).expect("nothing is written anywhere");
        file.0
    });
    print_row("marks", "svg", listed);
    println!(
        "  a list of marks takes {:.2} times as long as the line, and {:.2} times as many bytes",
        listed.1.as_secs_f64() / ours.1.as_secs_f64(),
        listed.0 as f64 / ours.0 as f64
    );
}

/// Returns a scene in which every square and every move is an element, as in most programs.
fn marks(tour: &Tour) -> Scene {
    let board = tour.board();
    let centre = |square| {
        let place = board.coord(square);
        let middle = |index: u32| f64::from(index) * 4.0 + 2.0;
        Point::new(middle(place.file.index()), middle(board.ranks() - 1 - place.rank.index()))
    };
    let squares = board.squares().map(|square| {
        let (middle, shade) = (centre(square), 200 + 40 * board.colour(square));
        let fill = Colour(shade, shade, shade);
        Mark::rectangle(middle.translated(-2.0, -2.0), middle.translated(2.0, 2.0), fill)
    });
    // Widths differ invisibly, so that no two marks are joined.
    let line = |(at, (from, to))| {
        let width = if at % 2 == 0 { 1.0 } else { 1.01 };
        let stroke = Stroke::solid(Colour(0, 0, 0), width);
        Mark::Line { points: vec![centre(from), centre(to)], stroke }
    };
    let lines = tour.squares().zip(tour.squares_from(2)).enumerate().map(line);
    Scene {
        width: f64::from(board.files()) * 4.0,
        height: f64::from(board.ranks()) * 4.0,
        title: String::new(),
        description: String::new(),
        background: Colour(255, 255, 255),
        marks: squares.chain(lines).collect(),
    }
}

/// Returns the number of lines of a picture.
fn moves(picture: &Picture<'_>) -> u64 {
    let mut tally = Tally(0);
    let paint = |moment| picture.paint_moment(moment, &mut tally);
    (1..=picture.moments()).try_for_each(paint).expect("counting never fails");
    tally.0
}

/// A canvas that counts lines.
struct Tally(u64);

impl caracole_draw::Canvas for Tally {
    fn path(&mut self, _: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        self.0 += path.filter(|command| matches!(command, PathCommand::LineTo(_))).count() as u64;
        Ok(())
    }

    fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
        Ok(())
    }

    fn text(&mut self, _: &TextLine) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that counts bytes and discards them.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn print_row(name: &str, output: &str, (bytes, time): (u64, Duration)) {
    let peak = peak_bytes().map_or_else(|| "?".to_owned(), |bytes| (bytes >> 20).to_string());
    println!("  {name:8} {output:>4} {:10.3} {bytes:12} {peak:>10}", time.as_secs_f64());
}
