//! Drawings as PDF: lines that stay sharp on paper, and words that can be found and copied.

mod font;
mod page;

use std::io::Write;

use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use crate::DrawError;
use crate::canvas::{Drawing, Sheet};

use font::Font;
use page::Page;

/// Writes a drawing as PDF, on one page without a margin.
///
/// The page is as large as fits on A4 and on Letter, upright or sideways: printed in its own size
/// it fills the paper and leaves half an inch around it, and in a document it stands without white
/// around it. Words are set in Helvetica, which every reader has; words with letters that it lacks
/// are drawn with the letters of [`png`](crate::png).
///
/// The same drawing gives the same bytes: there is no date in it.
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
    write_on(Size::of, drawing, out)
}

/// Writes a drawing as PDF on a page of its own size, for posters and for paper that is known: 96
/// units are an inch, as they are on web pages, and a page has 200 inches a side at most. All else is
/// as [`write()`] has it.
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
    write_on(Size::full, drawing, out)
}

fn write_on(
    size: fn(&Sheet) -> Result<Size, DrawError>,
    drawing: &dyn Drawing,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    let sheet = drawing.sheet();
    let size = size(&sheet)?;
    let mut page = Page::new(&sheet, size)?;
    drawing.paint(&mut page)?;
    out.write_all(&document(&sheet, size, &page.finish()?))?;
    Ok(())
}

/// How large a page is, in points of 1/72 inch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size {
    width: f64,
    height: f64,
    /// How many points a unit of the sheet has.
    scale: f64,
}

impl Size {
    /// What both A4 and Letter can hold, half an inch from the rim.
    const SHORT: f64 = 540.0;
    const LONG: f64 = 720.0;
    /// The shortest side that readers accept, and the longest.
    const LEAST: f64 = 3.0;
    const MOST: f64 = 14_400.0;
    /// How many points a unit has on web pages.
    const UNIT: f64 = 0.75;

    /// As large as fits on both papers.
    fn of(sheet: &Sheet) -> Result<Self, DrawError> {
        Self::scaled(sheet, |short, long| (Self::SHORT / short).min(Self::LONG / long))
    }

    /// As large as the sheet is.
    fn full(sheet: &Sheet) -> Result<Self, DrawError> {
        Self::scaled(sheet, |_, long| Self::UNIT.min(Self::MOST / long))
    }

    /// The scale depends on the shorter side of the sheet and on the longer one.
    fn scaled(sheet: &Sheet, scale: impl Fn(f64, f64) -> f64) -> Result<Self, DrawError> {
        let Sheet { width, height, .. } = *sheet;
        let is_side = |side: f64| side.is_finite() && side > 0.0;
        if !(is_side(width) && is_side(height)) {
            return Err(DrawError::Size { width, height });
        }
        let scale = scale(width.min(height), width.max(height));
        let side = |side: f64| (side * scale).max(Self::LEAST);
        Ok(Self { width: side(width), height: side(height), scale })
    }
}

/// The whole file around what is painted.
fn document(sheet: &Sheet, size: Size, content: &[u8]) -> Vec<u8> {
    let [catalog, pages, page, contents, info, regular, bold] = [1, 2, 3, 4, 5, 6, 7].map(Ref::new);
    let mut pdf = Pdf::with_capacity(content.len() + 4096);
    let mut root = pdf.catalog(catalog);
    root.pages(pages).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.pages(pages).kids([page]).count(1);

    let mut only = pdf.page(page);
    only.parent(pages).contents(contents);
    only.media_box(Rect::new(0.0, 0.0, size.width as f32, size.height as f32));
    let mut resources = only.resources();
    let mut fonts = resources.fonts();
    fonts.pair(Font::Regular.name(), regular).pair(Font::Bold.name(), bold);
    fonts.finish();
    resources.finish();
    only.finish();

    for (font, id) in [(Font::Regular, regular), (Font::Bold, bold)] {
        pdf.type1_font(id)
            .base_font(Name(font.face()))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.stream(contents, content).filter(Filter::FlateDecode);
    let mut about = pdf.document_info(info);
    about.title(TextStr(&sheet.title));
    if !sheet.description.is_empty() {
        about.subject(TextStr(&sheet.description));
    }
    about.creator(TextStr("Caracole"));
    about.finish();
    pdf.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Colour;

    #[test]
    fn a_page_fits_on_both_papers() {
        let size = |width, height| {
            let (title, description) = (String::new(), String::new());
            let background = Colour(0, 0, 0);
            Size::of(&Sheet { width, height, title, description, background }).ok()
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
            Size::full(&Sheet { width, height: 96.0, title, description, background }).ok()
        };
        assert_eq!(full(960.0), of(720.0, 72.0, 0.75));
        assert_eq!(full(57_600.0), of(14_400.0, 24.0, 0.25));
        assert_eq!(full(f64::NAN), None);
    }
}
