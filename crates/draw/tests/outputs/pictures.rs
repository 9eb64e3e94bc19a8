//! Pictures of tours in all formats and styles, painted at once and moment by moment.

use std::io;

use caracole_core::{Board, Path, Problem, Square};
use caracole_draw::{
    Appearance, Canvas, Colour, Drawing, DrawingInfo, Paint, PathCommand, Picture, Point, Style,
    TextLine, Theme, Walk, png, svg,
};
use caracole_solve::{Auto, Run, Solver};
use caracole_verify::{Outcome, Tour};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

const STYLES: [Style; 4] = [Style::Line, Style::Numbers, Style::Celtic, Style::Heat];
const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

/// Returns tours on a square board, with holes, on a torus, in a box, and an open tour.
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

/// A drawing without text, because fonts differ between formats.
struct WithoutText<'a>(&'a dyn Drawing);

impl Drawing for WithoutText<'_> {
    fn info(&self) -> DrawingInfo {
        self.0.info()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.0.paint(&mut WithoutTextCanvas(canvas))
    }
}

struct WithoutTextCanvas<'a>(&'a mut dyn Canvas);

impl Canvas for WithoutTextCanvas<'_> {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        self.0.path(ink, path)
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.0.disc(centre, radius, fill)
    }

    fn text(&mut self, _: &TextLine) -> io::Result<()> {
        Ok(())
    }
}

/// A picture that is painted moment by moment.
struct ByMoment<'a>(&'a Picture<'a>);

impl Drawing for ByMoment<'_> {
    fn info(&self) -> DrawingInfo {
        self.0.info()
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

fn rendered_svg(drawing: &dyn Drawing) -> Pixmap {
    let tree = Tree::from_str(&text(drawing), &Options::default()).expect("SVG is well-formed");
    let (width, height) = (tree.size().width() * 2.0, tree.size().height() * 2.0);
    let mut pixmap = Pixmap::new(width as u32, height as u32).expect("a usual size");
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut pixmap.as_mut());
    pixmap
}

fn text(drawing: &dyn Drawing) -> String {
    let mut file = Vec::new();
    svg::write(drawing, &mut file).expect("writing to memory cannot fail");
    String::from_utf8(file).expect("SVG is text")
}

/// Returns the number of values in a thousand that differ by more than an anti-aliased edge.
fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()));
    let pairs = a.data().iter().zip(b.data());
    let far = pairs.filter(|(a, b)| a.abs_diff(**b) > 48).count();
    far as f64 * 1000.0 / a.data().len() as f64
}

#[test]
fn svg_png_and_single_moments_show_the_same_picture() {
    for tour in tours() {
        for (style, theme) in STYLES.iter().flat_map(|style| THEMES.map(|theme| (*style, theme))) {
            let picture =
                Picture::from_tour(&tour, Appearance { style, theme, ..Appearance::default() });
            let name = format!("{} {style:?} {theme:?}", tour.board());
            let without_text = WithoutText(&picture);
            let ours = pixels(&without_text);
            let off = difference(&ours, &rendered_svg(&without_text));
            assert!(off < 0.2, "{name}: {off} of a thousand values differ in SVG and PNG");
            let off = difference(&ours, &pixels(&WithoutText(&ByMoment(&picture))));
            assert!(off < 2.0, "{name}: {off} of a thousand values differ when painted by moment");
            let bare = Picture::new(
                tour.board(),
                Vec::new(),
                Appearance { style, theme, ..Appearance::default() },
            );
            let inked = difference(&ours, &pixels(&WithoutText(&bare)));
            let expected = if style == Style::Numbers { 0.0 } else { 20.0 };
            assert!(inked > expected, "{name}: there is something to compare: {inked}");
        }
    }
}

#[test]
fn equal_tours_give_equal_bytes() {
    for (tour, again) in tours().iter().zip(tours()) {
        for style in STYLES {
            let picture = Picture::from_tour(tour, Appearance { style, ..Appearance::default() });
            let other = Picture::from_tour(&again, Appearance { style, ..Appearance::default() });
            assert_eq!(text(&picture), text(&other));
            let file = |picture| png::encode(picture, 1.0).expect("a usual size");
            assert_eq!(file(&picture), file(&other));
        }
    }
}

#[test]
fn titles_and_descriptions() {
    let tours = tours();
    let info = |tour: &Tour, style| {
        Picture::from_tour(tour, Appearance { style, ..Appearance::default() }).info()
    };
    let first = |tour: &Tour| tour.board().name(tour.square_at(1).expect("a square"));
    let closed = info(&tours[0], Style::Line);
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
        info(&tours[2], Style::Heat).description.contains("Opposite edges, dashed, are joined")
    );
    assert_eq!(info(&tours[4], Style::Celtic).title, "An open knight's tour of 5x5");
    // A million numbers would not be readable.
    let board: Board = "1000x1000".parse().expect("a board");
    let path: Path = (0..1_000_000).map(Square::from_index).collect();
    let walk = Walk { path, is_closed: false };
    let appearance = Appearance { style: Style::Numbers, ..Appearance::default() };
    let info = Picture::new(&board, vec![walk], appearance).info();
    assert!((4000.0..5000.0).contains(&info.width), "{}", info.width);
    assert!(info.description.ends_with("It is drawn as a line."), "{}", info.description);
}

#[test]
fn unusual_boards_and_walks_are_drawn() {
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
            let appearance =
                Appearance { style, has_coordinates: walks.len() != 1, ..Appearance::default() };
            let picture = Picture::new(&board, walks.clone(), appearance);
            Tree::from_str(&text(&picture), &Options::default()).expect("SVG is well-formed");
            png::encode(&picture, 0.5).expect("a usual size");
            let mut canvas = NullCanvas;
            for moment in [0, 1, 2, picture.moments(), picture.moments() + 1, u64::MAX] {
                picture.paint_moment(moment, &mut canvas).expect("nothing fails");
                picture.paint_knights(moment, &mut canvas).expect("nothing fails");
            }
        }
    }
}

/// A canvas that draws nothing.
struct NullCanvas;

impl Canvas for NullCanvas {
    fn path(&mut self, _: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        path.for_each(drop);
        Ok(())
    }

    fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
        Ok(())
    }

    fn text(&mut self, _: &TextLine) -> io::Result<()> {
        Ok(())
    }
}
