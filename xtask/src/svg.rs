//! A small writer of SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A point, from the upper left corner of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) corner: Point,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// The style of an element. All colours are defined here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ink {
    Sheet,
    LightSquare,
    DarkSquare,
    Paper,
    Root,
    Stage,
    Tooth,
    Hole,
    Cut,
    Block,
    Tour,
    Outward,
    Beside,
    Farthest,
    Homeward,
    Loop,
    OutwardBar,
    FarthestBar,
    HomewardBar,
    TakenOut,
    PutIn,
    Start,
    End,
    Seal,
    DeadEnd,
    Goal,
    FaintTrail,
    Trail,
    StrongTrail,
    Heading,
    Label,
    Number,
    Note,
    OnBar,
}

impl Ink {
    /// Returns the name and the declarations of the CSS class.
    const fn class(self) -> (&'static str, &'static str) {
        match self {
            Self::Sheet => ("sheet", "fill:#fffdf8;stroke:#d9cfbb"),
            Self::LightSquare => ("light", "fill:#f7f2e7"),
            Self::DarkSquare => ("dark", "stroke:#ebe1cd"),
            Self::Paper => ("paper", "fill:#fffdf8"),
            Self::Root => ("root", "fill:#f2b632;fill-opacity:.42"),
            Self::Stage => ("stage", "fill:#79b473;fill-opacity:.34"),
            Self::Tooth => ("tooth", "fill:#8fa9c9;fill-opacity:.26"),
            Self::Hole => ("hole", "fill:#8d8574"),
            Self::Cut => ("cut", "fill:#d0103a;fill-opacity:.5"),
            Self::Block => ("block", "fill:none;stroke:#6d6250;stroke-width:1.6"),
            Self::Tour => {
                ("tour", "fill:none;stroke:#4d5a70;stroke-width:1.5;stroke-linejoin:round")
            }
            Self::Outward => {
                ("outward", "fill:none;stroke:#0072b2;stroke-width:2;stroke-linejoin:round")
            }
            Self::Beside => {
                ("beside", "fill:none;stroke:#12804a;stroke-width:2;stroke-linejoin:round")
            }
            Self::Farthest => {
                ("farthest", "fill:none;stroke:#7b4fa3;stroke-width:2;stroke-linejoin:round")
            }
            Self::Homeward => {
                ("homeward", "fill:none;stroke:#d55e00;stroke-width:3;stroke-linejoin:round")
            }
            Self::Loop => ("loop", "fill:none;stroke:#b8860b;stroke-width:2;stroke-linejoin:round"),
            Self::OutwardBar => ("outward-bar", "fill:#0072b2;stroke:#fffdf8;stroke-width:2"),
            Self::FarthestBar => ("farthest-bar", "fill:#7b4fa3;stroke:#fffdf8;stroke-width:2"),
            Self::HomewardBar => ("homeward-bar", "fill:#d55e00;stroke:#fffdf8;stroke-width:2"),
            Self::TakenOut => {
                ("out", "fill:none;stroke:#d0103a;stroke-width:2.4;stroke-dasharray:5 4")
            }
            Self::PutIn => ("in", "fill:none;stroke:#0072b2;stroke-width:3.2;stroke-linecap:round"),
            Self::Start => ("start", "fill:#12804a;stroke:#fffdf8;stroke-width:1.5"),
            Self::End => ("end", "fill:#fffdf8;stroke:#12804a;stroke-width:3.5"),
            Self::Seal => ("seal", "fill:#fffdf8;stroke:#4d5a70;stroke-width:1.2"),
            Self::DeadEnd => ("dead-end", "fill:none;stroke:#d0103a;stroke-width:2.6"),
            Self::Goal => ("goal", "fill:none;stroke:#12804a;stroke-width:3.2"),
            Self::FaintTrail => ("faint-trail", "fill:none;stroke:#c8bda8;stroke-width:1"),
            Self::Trail => ("trail", "fill:none;stroke:#d9924a;stroke-width:2"),
            Self::StrongTrail => {
                ("strong-trail", "fill:none;stroke:#b8420b;stroke-width:3.4;stroke-linecap:round")
            }
            Self::Heading => {
                ("heading", "fill:#37332b;font:600 15px sans-serif;text-anchor:middle")
            }
            Self::Label => ("label", "fill:#37332b;font:14px sans-serif"),
            Self::Number => ("number", "fill:#37332b;font:600 12px sans-serif;text-anchor:middle"),
            Self::Note => ("note", "fill:#6d6250;font:13px sans-serif;text-anchor:middle"),
            Self::OnBar => ("on-bar", "fill:#fffdf8;font:600 14px sans-serif;text-anchor:middle"),
        }
    }
}

/// A picture with a background, so that it is readable on any page.
#[derive(Debug)]
pub(crate) struct Svg {
    width: i32,
    height: i32,
    title: String,
    body: String,
    inks: BTreeSet<Ink>,
}

impl Svg {
    pub(crate) fn new(width: i32, height: i32, title: &str) -> Self {
        let (title, body, inks) = (title.to_owned(), String::new(), BTreeSet::new());
        let mut svg = Self { width, height, title, body, inks };
        let class = svg.use_ink(Ink::Sheet);
        svg.add(&format!(
            r#"<rect class="{class}" x=".5" y=".5" width="{}" height="{}" rx="8"/>"#,
            width - 1,
            height - 1
        ));
        svg
    }

    fn add(&mut self, element: &str) {
        self.body += element;
        self.body += "\n";
    }

    fn use_ink(&mut self, ink: Ink) -> &'static str {
        self.inks.insert(ink);
        ink.class().0
    }

    pub(crate) fn rectangle(&mut self, area: Area, ink: Ink) {
        let class = self.use_ink(ink);
        let Area { corner: Point { x, y }, width, height } = area;
        self.add(&format!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        ));
    }

    /// Draws squares of two colours. The lower left one is dark.
    pub(crate) fn squares(&mut self, area: Area, unit: i32) {
        self.rectangle(area, Ink::LightSquare);
        let Area { corner: Point { x, y }, width, height } = area;
        // A row of dark squares is one dashed line with the width of a square.
        let mut rows = String::new();
        for up in 0..height / unit {
            let first = up % 2 * unit;
            let middle = y + height - up * unit - unit / 2;
            let _ = write!(rows, "M{} {middle}h{}", x + first, width - first);
        }
        let class = self.use_ink(Ink::DarkSquare);
        self.add(&format!(
            r#"<path class="{class}" d="{rows}" stroke-width="{unit}" stroke-dasharray="{unit}"/>"#
        ));
    }

    /// Draws lines, each through a list of points.
    pub(crate) fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a [Point]>, ink: Ink) {
        let mut path = String::new();
        for line in lines {
            let Some(first) = line.first() else { continue };
            let _ = write!(path, "M{} {}", first.x, first.y);
            for pair in line.windows(2) {
                let (x, y) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
                let gap = if y < 0 { "" } else { " " };
                let _ = write!(path, "l{x}{gap}{y}");
            }
        }
        if !path.is_empty() {
            let class = self.use_ink(ink);
            self.add(&format!(r#"<path class="{class}" d="{path}"/>"#));
        }
    }

    pub(crate) fn circle(&mut self, Point { x, y }: Point, radius: i32, ink: Ink) {
        let class = self.use_ink(ink);
        self.add(&format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// Writes a text without `<` and `&`.
    pub(crate) fn text(&mut self, Point { x, y }: Point, words: &str, ink: Ink) {
        let class = self.use_ink(ink);
        self.add(&format!(r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#));
    }

    pub(crate) fn finish(self) -> String {
        let Self { width, height, title, body, inks } = self;
        let mut style = String::new();
        for ink in inks {
            let (name, look) = ink.class();
            let _ = writeln!(style, ".{name}{{{look}}}");
        }
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<style>
{style}</style>
{body}</svg>
"#
        )
    }
}
