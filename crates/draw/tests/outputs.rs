//! SVG files are rendered by another program and compared with PNG files.

#[path = "outputs/pictures.rs"]
mod pictures;

use caracole_draw::{
    Align, Axis, Bar, BarChart, BarStatus, Colour, DrawError, LineChart, Mark, Point, Rotation,
    Scene, Series, Stroke, TextLine, Unit, png, svg,
};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

const WHITE: Colour = Colour(255, 255, 255);
const BLUE: Colour = Colour(0, 114, 178);

fn scene(marks: Vec<Mark>) -> Scene {
    let (title, description) = ("A picture".to_owned(), String::new());
    Scene { width: 80.0, height: 60.0, title, description, background: WHITE, marks }
}

fn text_mark(text: &str) -> Mark {
    Mark::Text(TextLine {
        at: Point::new(40.0, 30.0),
        text: text.to_owned(),
        size: 12.0,
        colour: BLUE,
        align: Align::Middle,
        rotation: Rotation::None,
        is_bold: false,
    })
}

fn svg_of(scene: &Scene) -> String {
    let mut file = Vec::new();
    svg::write(scene, &mut file).expect("writing to memory cannot fail");
    String::from_utf8(file).expect("SVG is text")
}

fn pixels_of(scene: &Scene, scale: f64) -> Pixmap {
    let file = png::encode(scene, scale).expect("a usual size");
    Pixmap::decode_png(&file).expect("a PNG file")
}

/// Renders the SVG by another program.
fn rendered_svg(scene: &Scene, scale: f32) -> Pixmap {
    let tree = Tree::from_str(&svg_of(scene), &Options::default()).expect("SVG is well-formed");
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    let mut pixmap = Pixmap::new(width as u32, height as u32).expect("a usual size");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap
}

fn line_chart() -> LineChart {
    let series = |number: i32| Series {
        name: format!("line {number}"),
        points: (5..30)
            .map(|x| (f64::from(x), (x % 9 != number).then(|| f64::from(x * x * (number + 1)))))
            .collect(),
    };
    LineChart {
        title: "Squares & more".to_owned(),
        subtitle: "n < 30".to_owned(),
        x: Axis::linear("n", Unit::Plain),
        y: Axis::log("time", Unit::Seconds),
        series: (0..16).map(series).collect(),
    }
}

fn bar_chart() -> BarChart {
    let bar = |number: u32| Bar {
        name: format!("method {number}"),
        value: (number != 3).then(|| 2f64.powi(number as i32)),
        text: format!("{number} done"),
        status: [BarStatus::Success, BarStatus::Failure, BarStatus::Unknown, BarStatus::Neutral]
            [number as usize % 4],
    };
    BarChart {
        title: "Powers".to_owned(),
        subtitle: String::new(),
        axis: Axis::log("memory", Unit::Bytes),
        bars: (0..15).map(bar).collect(),
    }
}

#[test]
fn svg_and_png_show_the_same_shapes() {
    let dashed = |on, off| Stroke { colour: BLUE, width: 3.0, dash: Some((on, off)) };
    let zigzag = |y: f64| vec![Point::new(5.0, y), Point::new(40.0, y + 8.0), Point::new(75.0, y)];
    let shapes = scene(vec![
        Mark::rectangle(Point::new(3.25, 4.5), Point::new(30.0, 20.0), Colour(230, 159, 0)),
        Mark::Disc { centre: Point::new(50.0, 14.0), radius: 9.0, fill: Colour(0, 158, 115) },
        Mark::Line { points: zigzag(28.0), stroke: dashed(6.0, 5.0) },
        Mark::Line { points: zigzag(36.0), stroke: dashed(0.0, 5.0) },
        Mark::Line { points: zigzag(44.0), stroke: Stroke::solid(Colour(0, 0, 0), 1.0) },
        Mark::Line { points: vec![Point::new(70.0, 12.0)], stroke: Stroke::solid(BLUE, 6.0) },
        Mark::Line { points: zigzag(f64::NAN), stroke: dashed(1.0, 1.0) },
        Mark::Disc { centre: Point::new(50.0, 14.0), radius: -9.0, fill: BLUE },
    ]);
    let mut charts = vec![shapes, line_chart().scene(), bar_chart().scene()];
    for scene in &mut charts {
        scene.marks.retain(|mark| !matches!(mark, Mark::Text(_)));
        let (ours, others) = (pixels_of(scene, 2.0), rendered_svg(scene, 2.0));
        assert_eq!((ours.width(), ours.height()), (others.width(), others.height()));
        let off = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 48;
        let wrong = ours.data().iter().zip(others.data()).filter(|&(a, b)| off((a, b))).count();
        // Rounding to two decimals moves some edges slightly.
        assert!(wrong * 10_000 < ours.data().len(), "{wrong} of {}", ours.data().len());
        let inked = ours.data().iter().filter(|&&value| value < 200).count();
        assert!(inked * 50 > ours.data().len(), "there is something to compare");
    }
}

#[test]
fn all_text_is_escaped() {
    let text = "<a href=\"x\">&amp; 'quoted' ]]> \0\u{1}\u{b}\u{1f}\u{fffe}\u{ffff} \t\r\n µ ♞ 🐴";
    let mut scene = scene(vec![text_mark(text)]);
    text.clone_into(&mut scene.title);
    text.clone_into(&mut scene.description);
    let svg = svg_of(&scene);
    Tree::from_str(&svg, &Options::default()).expect("SVG is well-formed");
    assert_eq!(svg.matches("&lt;a href=\"x\"&gt;&amp;amp; 'quoted' ]]&gt;").count(), 3);
    png::encode(&scene, 1.0).expect("a usual size");
}

#[test]
fn a_small_svg_is_exact() {
    let mut turned = text_mark("a < b");
    if let Mark::Text(line) = &mut turned {
        line.rotation = Rotation::CounterClockwise;
        line.is_bold = true;
    }
    let marks = vec![
        Mark::Polygon {
            corners: vec![Point::new(-0.001, 1.0), Point::new(2.5, 3.456), Point::new(1e3, -2.0)],
            fill: Colour(1, 2, 255),
        },
        Mark::Line {
            points: vec![Point::new(1.0, 2.0), Point::new(3.0, 4.0)],
            stroke: Stroke { colour: BLUE, width: 1.5, dash: Some((4.0, 2.25)) },
        },
        turned,
    ];
    let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"80\" height=\"60\" viewBox=\"0 0 80 60\">
<title>A picture</title>
<rect width=\"80\" height=\"60\" fill=\"#ffffff\"/>
<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" font-family=\"DejaVu Sans,Verdana,sans-serif\" xml:space=\"preserve\">
<path fill=\"#0102ff\" d=\"m1000-2l-997.5 5.46l-2.5-2.46z\"/>
<path stroke=\"#0072b2\" stroke-width=\"1.5\" stroke-dasharray=\"4 2.25\" d=\"m1 2l2 2\"/>
<text x=\"40\" y=\"30\" font-size=\"12\" fill=\"#0072b2\" text-anchor=\"middle\" transform=\"rotate(-90 40 30)\" font-weight=\"bold\" textLength=\"35.1\">a &lt; b</text>
</g>
</svg>
";
    assert_eq!(svg_of(&scene(marks)), expected);
}

#[test]
fn upside_down_text_is_rotated_by_half_a_turn() {
    let turned = |rotation: Rotation| {
        let Mark::Text(line) = text_mark("F5 of 7") else { unreachable!("the mark is text") };
        let scene = scene(vec![Mark::Text(TextLine { rotation, ..line })]);
        pixels_of(&scene, 4.0).pixels().iter().map(|pixel| pixel.red()).collect::<Vec<u8>>()
    };
    let (upright, mut over) = (turned(Rotation::None), turned(Rotation::HalfTurn));
    assert_ne!(upright, over);
    // The text is in the middle of the picture, so the whole picture is rotated.
    over.reverse();
    let differs = upright.iter().zip(&over).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    assert_eq!(differs, 0);
}

#[test]
fn text_is_at_its_position() {
    let ink = |mark: Mark| {
        let pixmap = pixels_of(&scene(vec![mark]), 1.0);
        let dark = pixmap.pixels().iter().enumerate().filter(|(_, pixel)| pixel.red() < 200);
        let places: Vec<(u32, u32)> =
            dark.map(|(k, _)| (k as u32 % pixmap.width(), k as u32 / pixmap.width())).collect();
        let span = |values: Vec<u32>| (values.iter().min().copied(), values.iter().max().copied());
        (
            span(places.iter().map(|place| place.0).collect()),
            span(places.iter().map(|place| place.1).collect()),
        )
    };
    // Between the base line at 30 and the height of a capital above it, around 40.
    let ((Some(left), Some(right)), (Some(top), Some(bottom))) = ink(text_mark("HOH")) else {
        panic!("no ink");
    };
    assert!((25..36).contains(&left) && (44..55).contains(&right), "{left} to {right}");
    assert!((19..25).contains(&top) && (28..32).contains(&bottom), "{top} to {bottom}");
    assert_eq!(ink(text_mark("  ")), ((None, None), (None, None)));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A viewer without the font fits the text into the width that the file states.
#[test]
fn text_of_charts_is_inside_the_picture() {
    for scene in [line_chart().scene(), bar_chart().scene()] {
        let svg = svg_of(&scene);
        let lines = scene.marks.iter().filter_map(|mark| match mark {
            Mark::Text(line) => Some(line),
            _ => None,
        });
        for line in lines {
            let from = match line.align {
                Align::Start => line.at.x,
                Align::Middle => line.at.x - line.width() / 2.0,
                Align::End => line.at.x - line.width(),
            };
            assert!(from >= 0.0 && from + line.width() <= scene.width, "{line:?}");
            let text = svg.split("<text ").find(|text| {
                text.starts_with(&format!("x=\"{}\" ", (line.at.x * 100.0).round() / 100.0))
                    && text.contains(&format!(">{}</text>", escaped(&line.text)))
            });
            let text = text.expect("the line is in the file");
            let width = format!("textLength=\"{}\"", (line.width() * 100.0).round() / 100.0);
            assert!(text.contains(&width), "{text}: {width}");
        }
    }
}

#[test]
fn equal_scenes_give_equal_bytes() {
    for scene in [line_chart().scene(), bar_chart().scene()] {
        assert_eq!(svg_of(&scene), svg_of(&scene.clone()));
        let png = || png::encode(&scene, 1.5).expect("a usual size");
        assert_eq!(png(), png());
    }
    assert_eq!(line_chart().scene(), line_chart().scene());
}

#[test]
fn invalid_sizes_are_errors() {
    let sizes = [
        (f64::NAN, 10.0, 1.0),
        (10.0, f64::INFINITY, 1.0),
        (0.0, 10.0, 1.0),
        (-5.0, -5.0, 1.0),
        (-5.0, -5.0, -1.0),
        (10.0, 10.0, f64::NAN),
        (10.0, 10.0, 0.0),
        (65_536.0, 1.0, 1.0),
        (40_000.0, 40_000.0, 1.0),
        (1e200, 1e200, 1e200),
    ];
    for (width, height, scale) in sizes {
        let mut scene = scene(vec![text_mark("here")]);
        (scene.width, scene.height) = (width, height);
        let error = png::encode(&scene, scale).expect_err("no picture has this size");
        assert!(matches!(error, DrawError::Size { .. }), "{width} {height} {scale}");
        // An SVG of any size must be well-formed.
        assert!(svg_of(&scene).ends_with("</svg>\n"));
    }
    let mut wide = scene(Vec::new());
    (wide.width, wide.height) = (65_535.0, 1.0);
    png::encode(&wide, 1.0).expect("the largest side");
}

#[test]
fn distant_marks_are_clipped() {
    let far = |x: f64| vec![Point::new(x, 5.0), Point::new(-x, 50.0), Point::new(20.0, x)];
    for x in [1e4, 1e9, 1e30, 1e300, f64::MAX] {
        let stroke = Stroke { colour: BLUE, width: 2.0, dash: Some((3.0, 3.0)) };
        let marks = vec![
            Mark::Polygon { corners: far(x), fill: BLUE },
            Mark::Line { points: far(x), stroke },
            Mark::Line { points: far(5.0), stroke: Stroke { width: x, ..stroke } },
            Mark::Disc { centre: Point::new(x, x), radius: x, fill: BLUE },
        ];
        png::encode(&scene(marks), 3.0).expect("a usual size");
    }
}

#[test]
fn overlapping_polygons_of_opposite_directions_are_filled() {
    let square =
        |from: f64, to: f64| Mark::rectangle(Point::new(from, 10.0), Point::new(to, 40.0), BLUE);
    // The corners of the second square run counterclockwise.
    let scene = scene(vec![square(10.0, 40.0), square(60.0, 20.0)]);
    for pixels in [pixels_of(&scene, 1.0), rendered_svg(&scene, 1.0)] {
        for (x, is_blue) in [(5, false), (15, true), (30, true), (50, true), (70, false)] {
            let pixel = pixels.pixel(x, 20).expect("it is on the picture");
            assert_eq!(pixel.red() == 0, is_blue, "{x}");
        }
    }
}
