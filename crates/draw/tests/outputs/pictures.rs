//! Pictures of tours: the same in every output, in films as at once, on any board.

use std::io;

use caracole_core::{Board, Outcome, Path, Problem, Square, Tour};
use caracole_draw::{
    Canvas, Colour, Drawing, Leg, Look, Picture, Point, Sheet, Stroke, Style, Theme, Walk, Words,
    png, svg,
};
use caracole_solve::{Auto, Run, Solver};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

const STYLES: [Style; 4] = [Style::Line, Style::Numbers, Style::Celtic, Style::Heat];
const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

/// Closed, with holes, joined, by levels, open.
fn tours() -> Vec<Tour> {
    let closed = |board: &str| Problem::new(board.parse().expect("a board")).closed();
    let open = Problem::new("5x5".parse().expect("a board"));
    let boards = ["8x8", "8x8-d4,e4,d5,e5", "torus:6x6", "box:3x4x2"];
    let problems = boards.iter().map(|board| closed(board)).chain([open]);
    let tour = |problem| match Auto.solve(&problem, &mut Run::new()) {
        Outcome::Found(tour) => tour,
        other => panic!("there is a tour: {other:?}"),
    };
    problems.map(tour).collect()
}

/// A drawing without its words, whose letters are each output's own.
struct Silent<'a>(&'a dyn Drawing);

impl Drawing for Silent<'_> {
    fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.0.paint(&mut Mute(canvas))
    }
}

struct Mute<'a>(&'a mut dyn Canvas);

impl Canvas for Mute<'_> {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.0.fill(fill, legs)
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.0.stroke(stroke, legs)
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.0.disc(centre, radius, fill)
    }

    fn words(&mut self, _: &Words) -> io::Result<()> {
        Ok(())
    }
}

/// A picture as a film leaves it after its last moment.
struct Film<'a>(&'a Picture<'a>);

impl Drawing for Film<'_> {
    fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.0.paint_board(canvas)?;
        (1..=self.0.moments()).try_for_each(|moment| self.0.paint_moment(moment, canvas))
    }
}

fn pixels(drawing: &dyn Drawing) -> Pixmap {
    let file = png::encode(drawing, 2.0).expect("a usual size");
    Pixmap::decode_png(&file).expect("a PNG file")
}

fn others_pixels(drawing: &dyn Drawing) -> Pixmap {
    let tree = Tree::from_str(&text(drawing), &Options::default()).expect("SVG is well-formed");
    let (width, height) = (tree.size().width() * 2.0, tree.size().height() * 2.0);
    let mut pixmap = Pixmap::new(width as u32, height as u32).expect("a usual size");
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut pixmap.as_mut());
    pixmap
}

fn text(drawing: &dyn Drawing) -> String {
    let mut file = Vec::new();
    svg::write(drawing, &mut file).expect("memory takes everything");
    String::from_utf8(file).expect("SVG is text")
}

/// How many of a thousand values differ by more than an eye would see in a thin edge.
fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let pairs = a.data().iter().zip(b.data());
    let far = pairs.filter(|(a, b)| a.abs_diff(**b) > 48).count();
    far as f64 * 1000.0 / a.data().len() as f64
}

#[test]
fn another_program_sees_the_same_pictures_and_films_end_with_them() {
    for tour in tours() {
        for (style, theme) in STYLES.iter().flat_map(|style| THEMES.map(|theme| (*style, theme))) {
            let picture = Picture::of_tour(&tour, Look { style, theme, ..Look::default() });
            let name = format!("{} {style:?} {theme:?}", tour.board());
            let silent = Silent(&picture);
            let ours = pixels(&silent);
            let off = difference(&ours, &others_pixels(&silent));
            assert!(off < 0.2, "{name}: {off} of a thousand values differ in SVG and PNG");
            let off = difference(&ours, &pixels(&Silent(&Film(&picture))));
            assert!(off < 2.0, "{name}: {off} of a thousand values differ at the end of a film");
            let bare =
                Picture::new(tour.board(), Vec::new(), Look { style, theme, ..Look::default() });
            let inked = difference(&ours, &pixels(&Silent(&bare)));
            let expected = if style == Style::Numbers { 0.0 } else { 20.0 };
            assert!(inked > expected, "{name}: there is something to compare: {inked}");
        }
    }
}

#[test]
fn the_same_tour_gives_the_same_bytes() {
    for (tour, again) in tours().iter().zip(tours()) {
        for style in STYLES {
            let picture = Picture::of_tour(tour, Look { style, ..Look::default() });
            let other = Picture::of_tour(&again, Look { style, ..Look::default() });
            assert_eq!(text(&picture), text(&other));
            let file = |picture| png::encode(picture, 1.0).expect("a usual size");
            assert_eq!(file(&picture), file(&other));
        }
    }
}

#[test]
fn a_picture_says_what_it_shows() {
    let tours = tours();
    let sheet =
        |tour: &Tour, style| Picture::of_tour(tour, Look { style, ..Look::default() }).sheet();
    let first = |tour: &Tour| tour.board().name(tour.square_at(1).expect("a square"));
    let closed = sheet(&tours[0], Style::Line);
    assert_eq!(closed.title, "A closed knight's tour of 8x8");
    assert_eq!(
        closed.description,
        format!(
            "The board 8x8 has 64 squares. The walk visits 64 squares and is closed: it starts and \
             ends on {}. It is drawn as a line.",
            first(&tours[0])
        )
    );
    assert!(
        sheet(&tours[2], Style::Heat).description.contains("Opposite edges, dashed, are joined")
    );
    assert_eq!(sheet(&tours[4], Style::Celtic).title, "An open knight's tour of 5x5");
    // A million numbers on a sheet that fits a screen could not be read.
    let board: Board = "1000x1000".parse().expect("a board");
    let path: Path = (0..1_000_000).map(Square::from_index).collect();
    let walk = Walk { path, is_closed: false };
    let look = Look { style: Style::Numbers, ..Look::default() };
    let sheet = Picture::new(&board, vec![walk], look).sheet();
    assert!((4000.0..5000.0).contains(&sheet.width), "{}", sheet.width);
    assert!(sheet.description.ends_with("It is drawn as a line."), "{}", sheet.description);
}

#[test]
fn strange_boards_and_walks_do_no_harm() {
    let walk = |squares: &[u64], is_closed| Walk {
        path: squares.iter().copied().map(Square::from_index).collect(),
        is_closed,
    };
    let boards =
        ["1x1", "1x1000", "3000x3", "torus:1x1", "cylinder:2x1", "box:1x1x9", "4x1-b1,c1", "8x8"];
    for board in boards {
        let board: Board = board.parse().expect("a board");
        let last = board.area() - 1;
        let jumps: Vec<u64> = (0..200).map(|step| step * step * 7919 % board.area()).collect();
        let walks = [
            vec![],
            vec![walk(&[], true), walk(&[0], true), walk(&[0], false)],
            vec![walk(&[0, last, 0, last], true), walk(&[last, u64::MAX - 1, board.area()], false)],
            vec![walk(&jumps, true), walk(&[0; 300], false)],
        ];
        for (walks, style) in walks.iter().flat_map(|walks| STYLES.map(|style| (walks, style))) {
            let look = Look { style, has_coordinates: walks.len() != 1, ..Look::default() };
            let picture = Picture::new(&board, walks.clone(), look);
            Tree::from_str(&text(&picture), &Options::default()).expect("SVG is well-formed");
            png::encode(&picture, 0.5).expect("a usual size");
            let mut canvas = Nothing;
            for moment in [0, 1, 2, picture.moments(), picture.moments() + 1, u64::MAX] {
                picture.paint_moment(moment, &mut canvas).expect("nothing fails");
                picture.paint_knights(moment, &mut canvas).expect("nothing fails");
            }
        }
    }
}

/// A canvas that only looks at what it is given.
struct Nothing;

impl Canvas for Nothing {
    fn fill(&mut self, _: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        legs.for_each(drop);
        Ok(())
    }

    fn stroke(&mut self, _: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        legs.for_each(drop);
        Ok(())
    }

    fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
        Ok(())
    }

    fn words(&mut self, _: &Words) -> io::Result<()> {
        Ok(())
    }
}
