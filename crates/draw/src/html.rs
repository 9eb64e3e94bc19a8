//! Pictures as a page for the browser: one file with which anybody can play, stop and step.

mod knights;

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use crate::canvas::{Drawing, Sheet};
use crate::picture::Picture;
use crate::scene::Colour;
use crate::svg::{Escaped, Hex, Number, Svg};

use knights::Knights;

/// So many stops the slider has at most; on longer walks several moments are one. A closed tour of
/// ten thousand squares still has one for every step and one for the way back.
const MOST_STOPS: u64 = 10_001;

/// Writes a page on which the tour can be watched, step by step or as a film, forward and back.
///
/// The file is all that is needed: it asks for nothing from anywhere, and forbids the browser to.
/// At first the whole tour is seen; without scripts, and on paper, it stays so. Up to 10,000 steps
/// each has its own stop on the slider; on longer walks several go together, so that the page stays
/// quick. The same picture gives the same bytes.
///
/// ```
/// use caracole_core::{Board, Path};
/// use caracole_draw::{Look, Picture, Walk, html};
///
/// let board: Board = "3x3".parse()?;
/// let squares = ["a1", "b3", "c1"].map(|name| board.parse_square(name));
/// let path: Path = squares.into_iter().collect::<Result<_, _>>()?;
/// let picture = Picture::new(&board, vec![Walk { path, is_closed: false }], Look::default());
/// let mut file = Vec::new();
/// html::write(&picture, &mut file)?;
/// assert!(String::from_utf8(file)?.contains("\"names\":\"a1 b3 c1\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    write_head(&picture.sheet(), out)?;
    write_picture(picture, out)?;
    out.write_all(include_bytes!("html/controls.html"))?;
    writeln!(out, "</main>")?;
    write_walk(picture, out)?;
    writeln!(out, "<script>\n{}</script>\n</body>\n</html>", include_str!("html/page.js"))
}

/// Everything before the first mark: all that is not ours, and may be anything, is here.
fn write_head(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    let title = Escaped(&sheet.title);
    out.write_all(include_bytes!("html/head.html"))?;
    writeln!(out, "<title>{title}</title>\n<style>\n{}", Tones(sheet.background))?;
    out.write_all(include_bytes!("html/page.css"))?;
    writeln!(out, "</style>\n</head>\n<body>\n<main>\n<h1 id=\"title\">{title}</h1>")?;
    let (width, height) = (Number(sheet.width), Number(sheet.height));
    writeln!(
        out,
        "<svg id=\"picture\" role=\"img\" aria-labelledby=\"title\" viewBox=\"0 0 {width} {height}\">"
    )?;
    if !sheet.description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(&sheet.description))?;
    }
    Ok(())
}

/// The picture: the board, a group for every stop, and a group for every knight.
fn write_picture(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<g id=\"board\">")?;
    let mut canvas = Svg::new(out);
    picture.paint_board(&mut canvas)?;
    canvas.finish()?;
    writeln!(out, "</g>\n<g id=\"stops\">")?;
    for (from, to) in stops(picture) {
        writeln!(out, "<g>")?;
        let mut canvas = Svg::new(out);
        picture.paint_moments(from..=to, &mut canvas)?;
        canvas.finish()?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</g>\n<g id=\"knights\">")?;
    let knights = Knights::of(picture)?;
    for knight in 0..knights.count() {
        writeln!(out, "<g>")?;
        let mut canvas = Svg::new(out);
        knights.paint(picture, knight, &mut canvas)?;
        canvas.finish()?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// What the script has to know: where the knights are at each stop, in words and in units from
/// where they began.
fn write_walk(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let (moments, each) = (picture.moments(), moments_a_stop(picture));
    let steps = picture.walks().iter().map(|walk| walk.path.len()).max().unwrap_or(0);
    write!(out, "<script type=\"application/json\" id=\"walk\">\n{{")?;
    write!(out, "\"moments\":{moments},\"steps\":{steps},\"each\":{each},\n\"names\":\"")?;
    for (at, (_, moment)) in stops(picture).enumerate() {
        write!(out, "{}", if at > 0 { " " } else { "" })?;
        let squares = picture.walks().iter().filter_map(|walk| walk.at(moment));
        for (knight, square) in squares.enumerate() {
            write!(out, "{}{}", if knight > 0 { "/" } else { "" }, picture.board().name(square))?;
        }
    }
    write!(out, "\",\n\"places\":\"")?;
    let knights = Knights::of(picture)?;
    for (at, (_, moment)) in stops(picture).enumerate() {
        write!(out, "{}", if at > 0 { " " } else { "" })?;
        for (knight, (right, down)) in knights.offsets(picture, moment)?.into_iter().enumerate() {
            let comma = if knight > 0 { "," } else { "" };
            write!(out, "{comma}{},{}", Number(right), Number(down))?;
        }
    }
    writeln!(out, "\"}}\n</script>")
}

/// How many moments go into one stop.
fn moments_a_stop(picture: &Picture) -> u64 {
    picture.moments().div_ceil(MOST_STOPS).max(1)
}

/// The first and the last moment of every stop.
fn stops(picture: &Picture) -> impl Iterator<Item = (u64, u64)> + use<> {
    let (moments, each) = (picture.moments(), moments_a_stop(picture));
    (0..moments.div_ceil(each)).map(move |stop| (stop * each + 1, ((stop + 1) * each).min(moments)))
}

/// The colours around a picture with this background.
struct Tones(Colour);

impl Display for Tones {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self.0;
        let light = 3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue);
        let (scheme, ink) = if light > 1275 {
            ("light", Colour(34, 34, 34))
        } else {
            ("dark", Colour(238, 238, 238))
        };
        let (paper, ink) = (Hex(self.0), Hex(ink));
        write!(f, ":root {{ color-scheme: {scheme}; --paper: {paper}; --ink: {ink}; }}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(title: &str, background: Colour) -> String {
        let (title, description) = (title.to_owned(), title.to_owned());
        let sheet = Sheet { width: 80.0, height: 60.5, title, description, background };
        let mut file = Vec::new();
        write_head(&sheet, &mut file).expect("memory takes everything");
        String::from_utf8(file).expect("a page is text")
    }

    #[test]
    fn no_title_can_break_out() {
        let white = Colour(255, 255, 255);
        let usual = head("A tour", white);
        let hostile = head("</title></h1><script>alert(1)</script> & <!-- \0 -->", white);
        for mark in ["<script", "<!--", "</title>", "</h1>", "\0"] {
            assert_eq!(hostile.matches(mark).count(), usual.matches(mark).count(), "{mark}");
        }
        let shown = "&lt;/title&gt;&lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;!--";
        assert_eq!(hostile.matches(shown).count(), 3);
        assert!(usual.contains("viewBox=\"0 0 80 60.5\""));
    }

    #[test]
    fn the_page_is_as_dark_as_the_picture() {
        let dark = head("A tour", Colour(16, 20, 24));
        assert!(dark.contains("color-scheme: dark; --paper: #101418; --ink: #eeeeee;"));
        assert!(head("A tour", Colour(250, 248, 240)).contains("color-scheme: light;"));
    }
}
