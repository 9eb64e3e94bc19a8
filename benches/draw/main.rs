//! Pictures of large tours: time, bytes and memory, against a picture that is a list of marks.
//!
//! `cargo bench -p caracole-benches --bench draw`; another board after `--`. Memory is that of the
//! whole process so far, so the pictures come before the lists.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use caracole_core::{Board, Outcome, Problem, Tour};
use caracole_draw::{
    Colour, Leg, Look, Mark, Picture, Point, Scene, Stroke, Style, Words, png, svg,
};
use caracole_solve::{Construct, Run, Solver};

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
    let mut ours = (Duration::ZERO, 0);
    for (style, name) in STYLES {
        let picture = Picture::of_tour(&tour, Look { style, ..Look::default() });
        let written = timed(|| {
            let mut file = Counted(0);
            svg::write(&picture, &mut file).expect("nothing is written anywhere");
            file.0
        });
        tell(name, "svg", written);
        if style == Style::Line {
            assert_eq!(moves(&picture), squares - u64::from(!tour.is_closed()));
            ours = written;
        }
        let painted = timed(|| png::encode(&picture, 1.0).expect("a usual size").len() as u64);
        tell(name, "png", painted);
    }
    let listed = timed(|| {
        let mut file = Counted(0);
        svg::write(&marks(&tour), &mut file).expect("nothing is written anywhere");
        file.0
    });
    tell("marks", "svg", listed);
    println!(
        "  a list of marks takes {:.2} times as long as the line, and {:.2} times as many bytes",
        listed.0.as_secs_f64() / ours.0.as_secs_f64(),
        listed.1 as f64 / ours.1 as f64
    );
}

/// What most programs write: every square and every move is an element of its own.
fn marks(tour: &Tour) -> Scene {
    let board = tour.board();
    let centre = |square| {
        let place = board.place(square);
        let middle = |index: u32| f64::from(index) * 4.0 + 2.0;
        Point::new(middle(place.file.index()), middle(board.ranks() - 1 - place.rank.index()))
    };
    let squares = board.squares().map(|square| {
        let (middle, shade) = (centre(square), 200 + 40 * board.colour(square));
        let fill = Colour(shade, shade, shade);
        Mark::rectangle(middle.moved(-2.0, -2.0), middle.moved(2.0, 2.0), fill)
    });
    // Widths differ by nothing that can be seen, so that no two marks become one element.
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

/// How many moves are drawn, as a canvas sees them.
fn moves(picture: &Picture<'_>) -> u64 {
    let mut tally = Tally(0);
    let paint = |moment| picture.paint_moment(moment, &mut tally);
    (1..=picture.moments()).try_for_each(paint).expect("counting never fails");
    tally.0
}

/// Counts the legs of lines, and paints nothing.
struct Tally(u64);

impl caracole_draw::Canvas for Tally {
    fn fill(&mut self, _: Colour, _: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        Ok(())
    }

    fn stroke(&mut self, _: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.0 += legs.filter(|leg| matches!(leg, Leg::To(_))).count() as u64;
        Ok(())
    }

    fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
        Ok(())
    }

    fn words(&mut self, _: &Words) -> io::Result<()> {
        Ok(())
    }
}

/// Counts bytes, and writes them nowhere.
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

fn timed(work: impl FnOnce() -> u64) -> (Duration, u64) {
    let begun = Instant::now();
    let bytes = work();
    (begun.elapsed(), bytes)
}

fn tell(name: &str, output: &str, (time, bytes): (Duration, u64)) {
    let peak = peak_bytes().map_or_else(|| "?".to_owned(), |bytes| (bytes >> 20).to_string());
    println!("  {name:8} {output:>4} {:10.3} {bytes:12} {peak:>10}", time.as_secs_f64());
}

/// The most memory the process has had, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
