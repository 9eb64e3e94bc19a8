//! Web pages that play, stop and step a tour.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use crate::canvas::{Drawing, DrawingInfo};
use crate::picture::Picture;
use crate::scene::Colour;
use crate::svg::{Escaped, Hex, Number, Svg};

/// The largest number of stops of the slider. A stop of a longer walk is several moments. The limit
/// allows a closed tour of 10,000 squares a stop for every step and for the move back to the start.
const MAX_STOPS: u64 = 10_001;

/// Writes a page that plays the tour, forwards and backwards, or shows it step by step.
///
/// The file is complete: it loads nothing, and its content security policy forbids the browser to. At first
/// the page shows the whole tour; without scripts, and on paper, it shows only that. Up to 10,000 steps
/// have their own stops on the slider; a stop of a longer walk is several steps. Equal pictures give equal
/// bytes.
///
/// ```
/// use caracole_core::{Board, Path};
/// use caracole_draw::{Appearance, Picture, Walk, html};
///
/// let board: Board = "3x3".parse()?;
/// let squares = ["a1", "b3", "c1"].map(|name| board.parse_square(name));
/// let path: Path = squares.into_iter().collect::<Result<_, _>>()?;
/// let picture = Picture::new(&board, vec![Walk { path, is_closed: false }], Appearance::default());
/// let mut file = Vec::new();
/// html::write(&picture, &mut file)?;
/// assert!(String::from_utf8(file)?.contains("\"names\":\"a1 b3 c1\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    write_head(&picture.info(), out)?;
    write_picture(picture, out)?;
    out.write_all(include_bytes!("html/controls.html"))?;
    writeln!(out, "</main>")?;
    write_walk(picture, out)?;
    writeln!(out, "<script>\n{}</script>\n</body>\n</html>", include_str!("html/page.js"))
}

/// Writes the page up to the first element of the picture. All text from outside is here, escaped.
pub(crate) fn write_head(info: &DrawingInfo, out: &mut dyn Write) -> io::Result<()> {
    let title = Escaped(&info.title);
    out.write_all(include_bytes!("html/head.html"))?;
    writeln!(out, "<title>{title}</title>\n<style>\n{}", PageColours(info.background))?;
    out.write_all(include_bytes!("html/page.css"))?;
    writeln!(out, "</style>\n</head>\n<body>\n<main>\n<h1 id=\"title\">{title}</h1>")?;
    let (width, height) = (Number(info.width), Number(info.height));
    writeln!(
        out,
        "<svg id=\"picture\" role=\"img\" aria-labelledby=\"title\" viewBox=\"0 0 {width} {height}\">"
    )?;
    if !info.description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(&info.description))?;
    }
    Ok(())
}

/// Writes the board, a group for every stop, and a group for every knight.
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
    for walk in walks_with_knights(picture) {
        writeln!(out, "<g>")?;
        let mut canvas = Svg::new(out);
        picture.paint_knight(walk, 1, &mut canvas)?;
        canvas.finish()?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// Writes the data of the script: the squares of the knights at each stop, and their offsets from the start
/// in units.
fn write_walk(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let (moments, each) = (picture.moments(), moments_per_stop(picture));
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
    for (at, (_, moment)) in stops(picture).enumerate() {
        write!(out, "{}", if at > 0 { " " } else { "" })?;
        for (knight, walk) in walks_with_knights(picture).enumerate() {
            let [start, now] = [1, moment].map(|moment| picture.knight_at(walk, moment));
            let (start, now) = (start.unwrap_or_default(), now.unwrap_or_default());
            let comma = if knight > 0 { "," } else { "" };
            write!(out, "{comma}{},{}", Number(now.x - start.x), Number(now.y - start.y))?;
        }
    }
    writeln!(out, "\"}}\n</script>")
}

/// Returns the numbers of the walks that are not empty.
fn walks_with_knights(picture: &Picture) -> impl Iterator<Item = usize> {
    (0..picture.walks().len()).filter(|&walk| !picture.walks()[walk].path.is_empty())
}

/// Returns the number of moments of a stop.
fn moments_per_stop(picture: &Picture) -> u64 {
    picture.moments().div_ceil(MAX_STOPS).max(1)
}

/// Returns the first and the last moment of every stop.
fn stops(picture: &Picture) -> impl Iterator<Item = (u64, u64)> + use<> {
    let (moments, each) = (picture.moments(), moments_per_stop(picture));
    (0..moments.div_ceil(each)).map(move |stop| (stop * each + 1, ((stop + 1) * each).min(moments)))
}

/// The colours of a page around a picture with this background.
struct PageColours(Colour);

impl Display for PageColours {
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
        let info = DrawingInfo { width: 80.0, height: 60.5, title, description, background };
        let mut file = Vec::new();
        write_head(&info, &mut file).expect("writing to memory cannot fail");
        String::from_utf8(file).expect("a page is text")
    }

    #[test]
    fn titles_are_escaped() {
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
    fn the_colour_scheme_follows_the_background() {
        let dark = head("A tour", Colour(16, 20, 24));
        assert!(dark.contains("color-scheme: dark; --paper: #101418; --ink: #eeeeee;"));
        assert!(head("A tour", Colour(250, 248, 240)).contains("color-scheme: light;"));
    }
}
