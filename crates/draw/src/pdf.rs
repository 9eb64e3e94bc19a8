//! Drawings as PDF, with text that can be selected, searched and copied.

use std::io::{self, Write};
use std::mem;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use ttf_parser::GlyphId;
use ttf_parser::cmap::Subtable;

use crate::DrawError;
use crate::canvas::{
    Canvas, Drawing, DrawingInfo, Paint, PathCommand, hundredths, point_in_hundredths, polygon,
};
use crate::font::Font;
use crate::scene::{Colour, Point, Stroke, TextLine};

/// Writes a drawing as PDF, on one page without a margin.
///
/// The page has the largest size that fits on A4 and on Letter with a margin of half an inch, in portrait
/// or landscape. The file contains the fonts of its text.
///
/// Equal drawings give equal bytes; the file contains no date.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point, Scene, pdf};
///
/// let scene = Scene {
///     width: 20.0,
///     height: 10.0,
///     title: "A dot".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Disc {
///         centre: Point::new(5.0, 5.0),
///         radius: 2.5,
///         fill: Colour(0, 114, 178),
///     }],
/// };
/// let mut file = Vec::new();
/// pdf::write(&scene, &mut file)?;
/// assert!(file.starts_with(b"%PDF-1.7") && file.ends_with(b"%%EOF"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
pub fn write(drawing: &dyn Drawing, out: &mut dyn Write) -> Result<(), DrawError> {
    write_page(Size::for_paper, drawing, out)
}

/// Writes a drawing as PDF on a page of its own size, such as a poster. 96 units are an inch, as on web
/// pages, and a side has at most 200 inches. Everything else is the same as in [`write()`].
///
/// ```
/// use caracole_draw::{Colour, Scene, pdf};
///
/// let poster = Scene {
///     width: 297.0 * 96.0 / 25.4,
///     height: 420.0 * 96.0 / 25.4,
///     title: "A3, and empty".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: Vec::new(),
/// };
/// let mut file = Vec::new();
/// pdf::write_full_size(&poster, &mut file)?;
/// let text = String::from_utf8_lossy(&file);
/// assert!(text.contains("/MediaBox [0 0 841.8898 1190.5511]"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
pub fn write_full_size(drawing: &dyn Drawing, out: &mut dyn Write) -> Result<(), DrawError> {
    write_page(Size::full, drawing, out)
}

/// The resource names of the regular and the bold face.
/// Writes several drawings, each on a page for A4 and Letter. The title is that of the first one.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{Appearance, Drawing, Picture, pdf};
///
/// let board: Board = "3x3".parse()?;
/// let picture = Picture::new(&board, Vec::new(), Appearance::default());
/// let mut file = Vec::new();
/// pdf::write_pages(&[&picture as &dyn Drawing, &picture], &mut file)?;
/// assert!(String::from_utf8_lossy(&file).contains("/Count 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there is no page.
pub fn write_pages(drawings: &[&dyn Drawing], out: &mut dyn Write) -> Result<(), DrawError> {
    let info = drawings[0].info();
    let mut uses_face = [false; 2];
    let mut pages = Vec::new();
    for drawing in drawings {
        let info = drawing.info();
        let size = Size::for_paper(&info)?;
        let mut page = Page::new(&info, size)?;
        drawing.paint(&mut page)?;
        for (used, uses) in uses_face.iter_mut().zip(page.uses_face) {
            *used |= uses;
        }
        pages.push((size, page.finish()?));
    }
    out.write_all(&document(&info, &pages, uses_face))?;
    Ok(())
}

const FONT_NAMES: [Name<'_>; 2] = [Name(b"F1"), Name(b"F2")];

fn write_page(
    size: fn(&DrawingInfo) -> Result<Size, DrawError>,
    drawing: &dyn Drawing,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    let info = drawing.info();
    let size = size(&info)?;
    let mut page = Page::new(&info, size)?;
    drawing.paint(&mut page)?;
    let uses_face = page.uses_face;
    out.write_all(&document(&info, &[(size, page.finish()?)], uses_face))?;
    Ok(())
}

/// The size of a page in points of 1/72 inch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size {
    width: f64,
    height: f64,
    /// Points per unit.
    scale: f64,
}

impl Size {
    /// The largest sides on both A4 and Letter with a margin of half an inch.
    const SHORT: f64 = 540.0;
    const LONG: f64 = 720.0;
    /// The limits of a side in PDF viewers.
    const MIN_SIDE: f64 = 3.0;
    const MAX_SIDE: f64 = 14_400.0;
    /// Points per unit on web pages.
    const UNIT: f64 = 0.75;

    /// Returns the size that fits on both papers.
    fn for_paper(info: &DrawingInfo) -> Result<Self, DrawError> {
        Self::scaled(info, |short, long| (Self::SHORT / short).min(Self::LONG / long))
    }

    /// Returns the size of the drawing.
    fn full(info: &DrawingInfo) -> Result<Self, DrawError> {
        Self::scaled(info, |_, long| Self::UNIT.min(Self::MAX_SIDE / long))
    }

    /// Returns the size for a scale that depends on the shorter and the longer side.
    fn scaled(info: &DrawingInfo, scale: impl Fn(f64, f64) -> f64) -> Result<Self, DrawError> {
        let DrawingInfo { width, height, .. } = *info;
        let is_side = |side: f64| side.is_finite() && side > 0.0;
        if !(is_side(width) && is_side(height)) {
            return Err(DrawError::Size { width, height });
        }
        let scale = scale(width.min(height), width.max(height));
        let side = |side: f64| (side * scale).max(Self::MIN_SIDE);
        Ok(Self { width: side(width), height: side(height), scale })
    }
}

/// Returns the file with its pages: their sizes and contents.
fn document(info: &DrawingInfo, pages: &[(Size, Vec<u8>)], uses_face: [bool; 2]) -> Vec<u8> {
    const PAGE_OBJECTS: i32 = 2;
    let [catalog, tree, properties] = [1, 2, 5].map(Ref::new);
    // The first object of each face that the pages use.
    let faces = [(false, Ref::new(6)), (true, Ref::new(6 + FONT_OBJECTS))];
    let behind = 6 + 2 * FONT_OBJECTS;
    let faces = faces.into_iter().filter(|&(is_bold, _)| uses_face[usize::from(is_bold)]);
    // The objects of the first page come before the fonts, those of the other pages behind them.
    let page_at = |at: usize| match at {
        0 => 3,
        at => behind + PAGE_OBJECTS * (at as i32 - 1),
    };
    let refs = (0..pages.len()).map(|at| [page_at(at), page_at(at) + 1].map(Ref::new));
    let refs: Vec<[Ref; 2]> = refs.collect();
    let bytes: usize = pages.iter().map(|(_, content)| content.len()).sum();
    let mut pdf = Pdf::with_capacity(bytes + 4096);
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.pages(tree).kids(refs.iter().map(|&[page, _]| page)).count(pages.len() as i32);

    for ((size, _), &[page, contents]) in pages.iter().zip(&refs) {
        let mut one = pdf.page(page);
        one.parent(tree).contents(contents);
        one.media_box(Rect::new(0.0, 0.0, size.width as f32, size.height as f32));
        let mut resources = one.resources();
        let mut fonts = resources.fonts();
        for (is_bold, first) in faces.clone() {
            fonts.pair(FONT_NAMES[usize::from(is_bold)], first);
        }
        fonts.finish();
        resources.finish();
        one.finish();
    }

    for (is_bold, first) in faces {
        write_font(is_bold, first, &mut pdf);
    }
    for ((_, content), &[_, contents]) in pages.iter().zip(&refs) {
        pdf.stream(contents, content).filter(Filter::FlateDecode);
    }
    let mut about = pdf.document_info(properties);
    about.title(TextStr(&info.title));
    if !info.description.is_empty() {
        about.subject(TextStr(&info.description));
    }
    about.creator(TextStr("Caracole"));
    about.finish();
    pdf.finish()
}

/// The number of objects of an embedded font.
const FONT_OBJECTS: i32 = 5;

/// The streams of an embedded font.
struct FontStreams {
    /// The compressed font file.
    program: Vec<u8>,
    /// The character of each glyph, for search and copy.
    characters: Vec<u8>,
}

impl FontStreams {
    /// Returns the streams of the regular or the bold face.
    fn of(is_bold: bool) -> &'static Self {
        static FACES: [LazyLock<FontStreams>; 2] = [
            LazyLock::new(|| FontStreams::new(Font::of(false))),
            LazyLock::new(|| FontStreams::new(Font::of(true))),
        ];
        &FACES[usize::from(is_bold)]
    }

    fn new(font: &Font) -> Self {
        let mut program = ZlibEncoder::new(Vec::new(), Compression::best());
        let program = program.write_all(font.file).and_then(|()| program.finish());
        let program = program.expect("writing to memory cannot fail");
        let mut map = UnicodeCmap::new(Name(b"Characters"), SYSTEM);
        let tables = font.face().tables().cmap;
        let mut tables = tables.into_iter().flat_map(|table| table.subtables);
        if let Some(table) = tables.find(Subtable::is_unicode) {
            table.codepoints(|code| {
                if let (Some(id), Some(letter)) = (table.glyph_index(code), char::from_u32(code)) {
                    map.pair(id.0, letter);
                }
            });
        }
        Self { program, characters: map.finish().to_vec() }
    }
}

/// The meaning of the codes of a font: they are its glyph indices.
const SYSTEM: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Writes the objects of a font.
fn write_font(is_bold: bool, first: Ref, pdf: &mut Pdf) {
    let [descendant, descriptor, program, characters] =
        [1, 2, 3, 4].map(|at| Ref::new(first.get() + at));
    let (font, streams) = (Font::of(is_bold), FontStreams::of(is_bold));
    // A subset has a name with six letters and a plus sign.
    let name = format!("CARACO+{}", font.name);
    let name = Name(name.as_bytes());
    let face = font.face();
    let thousandths = |units: f64| (units * font.unit() * 1000.0) as f32;

    pdf.type0_font(first)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(characters);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM);
    cid.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
    let advance = |id| face.glyph_hor_advance(GlyphId(id)).unwrap_or_default();
    let widths = (0..face.number_of_glyphs()).map(|id| thousandths(advance(id).into()));
    cid.widths().consecutive(0, widths);
    cid.finish();

    let bounds = face.global_bounding_box();
    let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
        .map(|units| thousandths(units.into()));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(thousandths(face.ascender().into()))
        .descent(thousandths(face.descender().into()))
        .cap_height(CAP_HEIGHT)
        .stem_v(STEM)
        .font_file2(program);
    pdf.stream(program, &streams.program)
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), font.file.len() as i32);
    pdf.cmap(characters, &streams.characters);
}

/// The height of capital letters and the width of vertical stems, in thousandths of the font size. Viewers
/// use them to replace a font that they cannot read.
const CAP_HEIGHT: f32 = 729.0;
const STEM: f32 = 90.0;

/// A canvas that writes the content stream of a page. Consecutive paths with the same paint become one
/// path.
struct Page {
    compressed: ZlibEncoder<Vec<u8>>,
    content: Content,
    open: Option<Paint>,
    /// The number of commands of the open path.
    commands: usize,
    /// The start and the end of the open path, in hundredths.
    start: (i64, i64),
    at: (i64, i64),
    /// The current fill colour and stroke.
    fill: Option<Colour>,
    stroke: Option<Stroke>,
    /// The current face and font size.
    font: Option<(usize, f64)>,
    /// True for a face of the font that the page uses: regular, bold.
    uses_face: [bool; 2],
}

/// The largest number of commands of a path. Viewers are slow with longer paths.
const MAX_COMMANDS: usize = 4096;
/// The compression level. Higher levels hardly compress lines of numbers further.
const COMPRESSION_LEVEL: u32 = 3;
/// The content is compressed in chunks of this size.
const CHUNK_BYTES: usize = 1 << 16;

impl Page {
    /// Creates a page in the background colour.
    fn new(info: &DrawingInfo, size: Size) -> io::Result<Self> {
        let mut page = Self {
            compressed: ZlibEncoder::new(Vec::new(), Compression::new(COMPRESSION_LEVEL)),
            content: Content::new(),
            open: None,
            commands: 0,
            start: (0, 0),
            at: (0, 0),
            fill: None,
            stroke: None,
            font: None,
            uses_face: [false; 2],
        };
        // The origin of PDF is at the bottom, that of a drawing at the top.
        let scale = size.scale as f32;
        page.content
            .transform([scale, 0.0, 0.0, -scale, 0.0, size.height as f32])
            .set_line_cap(LineCapStyle::RoundCap)
            .set_line_join(LineJoinStyle::RoundJoin);
        let (right, down) = (size.width / size.scale, size.height / size.scale);
        let corners = [(0.0, 0.0), (right, 0.0), (right, down), (0.0, down)];
        let corners = corners.map(|(right, down)| Point::new(right, down));
        page.path(Paint::Fill(info.background), &mut polygon(corners))?;
        page.end()?;
        Ok(page)
    }

    /// Returns the compressed content.
    fn finish(mut self) -> io::Result<Vec<u8>> {
        self.end()?;
        self.compress()?;
        self.compressed.finish()
    }

    /// Ends the open path.
    fn end(&mut self) -> io::Result<()> {
        let open = self.open.take();
        // PDF has no empty paths.
        if mem::take(&mut self.commands) > 0 {
            match open {
                Some(Paint::Stroke(_)) => self.content.stroke(),
                _ => self.content.fill_nonzero(),
            };
        }
        if self.content.len() > CHUNK_BYTES { self.compress() } else { Ok(()) }
    }

    fn compress(&mut self) -> io::Result<()> {
        let content = mem::replace(&mut self.content, Content::new()).finish();
        self.compressed.write_all(&content)?;
        self.compressed.write_all(b"\n")
    }

    /// Begins a path, unless one with the same paint is open.
    fn begin(&mut self, ink: Paint) -> io::Result<()> {
        if self.open == Some(ink) {
            return Ok(());
        }
        self.end()?;
        match ink {
            Paint::Fill(fill) => self.set_fill(fill),
            Paint::Stroke(stroke) => self.set_stroke(&stroke),
        }
        self.open = Some(ink);
        Ok(())
    }

    fn set_fill(&mut self, fill: Colour) {
        if self.fill.replace(fill) != Some(fill) {
            let [red, green, blue] = shares(fill);
            self.content.set_fill_rgb(red, green, blue);
        }
    }

    fn set_stroke(&mut self, stroke: &Stroke) {
        let last = self.stroke.replace(*stroke);
        if last.map(|last| last.colour) != Some(stroke.colour) {
            let [red, green, blue] = shares(stroke.colour);
            self.content.set_stroke_rgb(red, green, blue);
        }
        if last.map(|last| last.width) != Some(stroke.width) {
            self.content.set_line_width(number(stroke.width));
        }
        // Lines are solid by default.
        if last.and_then(|last| last.dashes()) != stroke.dashes() {
            let dashes = stroke.dashes().map(|(on, off)| [number(on), number(off)]);
            self.content.set_dash_pattern(dashes.into_iter().flatten(), 0.0);
        }
    }
}

impl Canvas for Page {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        // Each dashed line starts with a new dash.
        if self.commands >= MAX_COMMANDS || ink.dashes().is_some() {
            self.end()?;
        }
        let goes_on = self.open == Some(ink);
        self.begin(ink)?;
        for (count, command) in path.enumerate() {
            match command {
                // A line that starts at the end of the last one continues it.
                PathCommand::MoveTo(point)
                    if count == 0 && goes_on && self.at == point_in_hundredths(point) => {}
                PathCommand::MoveTo(point) => {
                    self.at = point_in_hundredths(point);
                    self.start = self.at;
                    self.content.move_to(unit(self.at.0), unit(self.at.1));
                }
                PathCommand::LineTo(point) => {
                    if self.commands >= MAX_COMMANDS && ink.can_split() {
                        self.end()?;
                        self.begin(ink)?;
                        self.content.move_to(unit(self.at.0), unit(self.at.1));
                    }
                    self.at = point_in_hundredths(point);
                    self.content.line_to(unit(self.at.0), unit(self.at.1));
                }
                PathCommand::Close => {
                    self.at = self.start;
                    match ink {
                        Paint::Fill(_) => self.content.close_path(),
                        // The path may have been split after its start.
                        Paint::Stroke(_) => {
                            self.content.line_to(unit(self.start.0), unit(self.start.1))
                        }
                    };
                }
            }
            self.commands += 1;
        }
        Ok(())
    }

    /// Draws a circle as four cubic curves.
    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        /// The length of the handles of a quarter, as a share of the radius.
        const HANDLE: f64 = 0.552_284_75;

        self.end()?;
        self.set_fill(fill);
        let at = |(right, down): (f64, f64)| {
            let point = centre.translated(right * radius, down * radius);
            (number(point.x), number(point.y))
        };
        let (x, y) = at((1.0, 0.0));
        self.content.move_to(x, y);
        // Each quarter continues the one before.
        let (mut right, mut down) = (1.0, 0.0);
        for _ in 0..4 {
            let next = (-down, right);
            let (x1, y1) = at((right + HANDLE * next.0, down + HANDLE * next.1));
            let (x2, y2) = at((next.0 + HANDLE * right, next.1 + HANDLE * down));
            let (x3, y3) = at(next);
            self.content.cubic_to(x1, y1, x2, y2, x3, y3);
            (right, down) = next;
        }
        self.content.fill_nonzero();
        Ok(())
    }

    fn text(&mut self, line: &TextLine) -> io::Result<()> {
        self.end()?;
        self.set_fill(line.colour);
        let face = usize::from(line.is_bold);
        self.uses_face[face] = true;
        let glyphs = Font::of(line.is_bold).glyphs(&line.text);
        let codes: Vec<u8> = glyphs.flat_map(|glyph| glyph.id.0.to_be_bytes()).collect();
        let (start, (right, down)) = line.base_line();
        let (right, down) = (right as f32, down as f32);
        self.content.begin_text();
        if self.font.replace((face, line.size)) != Some((face, line.size)) {
            self.content.set_font(FONT_NAMES[face], number(line.size));
        }
        self.content
            // The page is mirrored, so the text is mirrored back.
            .set_text_matrix([right, down, down, -right, number(start.x), number(start.y)])
            .show(Str(&codes))
            .end_text();
        Ok(())
    }
}

fn unit(hundredths: i64) -> f32 {
    (hundredths as f64 / 100.0) as f32
}

fn number(value: f64) -> f32 {
    unit(hundredths(value))
}

/// Returns red, green and blue from 0 to 1, with four decimals.
fn shares(colour: Colour) -> [f32; 3] {
    let share = |part: u8| (f32::from(part) / 255.0 * 1e4).round() / 1e4;
    [share(colour.0), share(colour.1), share(colour.2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Colour;

    #[test]
    fn pages_fit_on_both_papers() {
        let size = |width, height| {
            let (title, description) = (String::new(), String::new());
            let background = Colour(0, 0, 0);
            Size::for_paper(&DrawingInfo { width, height, title, description, background }).ok()
        };
        let of = |width, height, scale| Some(Size { width, height, scale });
        assert_eq!(size(360.0, 360.0), of(540.0, 540.0, 1.5));
        assert_eq!(size(1000.0, 500.0), of(720.0, 360.0, 0.72));
        assert_eq!(size(500.0, 1000.0), of(360.0, 720.0, 0.72));
        assert_eq!(size(7.2e6, 1.0), of(720.0, 3.0, 1e-4));
        for side in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            assert_eq!(size(side, 10.0), None);
        }
        let full = |width| {
            let (title, description) = (String::new(), String::new());
            let background = Colour(0, 0, 0);
            Size::full(&DrawingInfo { width, height: 96.0, title, description, background }).ok()
        };
        assert_eq!(full(960.0), of(720.0, 72.0, 0.75));
        assert_eq!(full(57_600.0), of(14_400.0, 24.0, 0.25));
        assert_eq!(full(f64::NAN), None);
    }
}
