//! Files and pictures of tours.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use caracole_draw::{Appearance, DrawOptions, Picture, PictureFormat, Style, Theme};
use caracole_explain::Facts;
use caracole_formats::{Format, ParsedTour, ReadHint, WriteOptions, read_tour, write_tour};
use caracole_verify::Tour;

use crate::Error;

/// Files and pictures of a [`Tour`]. Import the trait to call them as methods.
///
/// ```
/// use caracole::{Problem, ProblemExt, TourExt, draw, formats};
///
/// let folder = tempfile::tempdir()?;
/// let tour = Problem::new("8x8".parse()?).closed().solve().into_result()?;
/// tour.write(folder.path().join("tour.json"))?;
/// tour.draw(draw::Style::Celtic).save(folder.path().join("tour.svg"))?;
///
/// let parsed = formats::read(folder.path().join("tour.json"))?;
/// assert!(parsed.check().is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TourExt {
    /// Writes the tour to a file, in the format of the file extension.
    ///
    /// ```
    /// use caracole::{Error, Problem, ProblemExt, TourExt};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let tour = Problem::new("3x4".parse()?).solve().into_result()?;
    /// tour.write(folder.path().join("tour.squares"))?;
    /// let text = std::fs::read_to_string(folder.path().join("tour.squares"))?;
    /// assert!(text.lines().any(|line| line.split(' ').count() == 12));
    /// assert!(matches!(tour.write("tour.doc"), Err(Error::UnknownExtension { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the extension names no format, or if the file cannot be written.
    fn write(&self, path: impl AsRef<Path>) -> Result<(), Error>;

    /// Returns the symmetry, the magic sums, the turns and the crossings of the tour.
    ///
    /// ```
    /// use caracole::verify::SymmetryClass;
    /// use caracole::{Path, Problem, Tour, TourExt};
    ///
    /// let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
    /// let tour = Tour::verify(&Problem::new("3x4".parse()?), Path::from_indices(steps))?;
    /// assert_eq!(tour.facts().symmetry_class(), Some(SymmetryClass::Rotary));
    /// assert_eq!(tour.facts().crossings, Some(20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn facts(&self) -> Facts;

    /// Returns a picture of the tour, which [`TourPicture::save`] writes to a file.
    ///
    /// ```
    /// use caracole::draw::{Style, Theme};
    /// use caracole::{Problem, ProblemExt, TourExt};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let tour = Problem::new("8x8".parse()?).closed().solve().into_result()?;
    /// tour.draw(Style::Heat).theme(Theme::Dark).size(200).save(folder.path().join("tour.png"))?;
    /// assert!(std::fs::read(folder.path().join("tour.png"))?.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`TourPicture::save`]: crate::draw::TourPicture::save
    fn draw(&self, style: Style) -> TourPicture<'_>;
}

impl TourExt for Tour {
    fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let format =
            Format::from_extension(path).ok_or_else(|| Error::unknown_tour_format(path))?;
        let mut file = File::create(path).map_err(Error::of_file(path))?;
        Ok(write_tour(&mut file, self, format, &WriteOptions::default())?)
    }

    fn facts(&self) -> Facts {
        Facts::of(self)
    }

    fn draw(&self, style: Style) -> TourPicture<'_> {
        TourPicture {
            tour: self,
            appearance: Appearance { style, ..Appearance::default() },
            size: None,
        }
    }
}

/// A picture of a tour that is not written yet.
///
/// ```
/// use caracole::draw::{Style, Theme};
/// use caracole::{Problem, ProblemExt, TourExt};
///
/// let folder = tempfile::tempdir()?;
/// let tour = Problem::new("5x5".parse()?).solve().into_result()?;
/// let picture = tour.draw(Style::Line).theme(Theme::Dark);
/// picture.save(folder.path().join("tour.pdf"))?;
/// picture.size(100).save(folder.path().join("tour.gif"))?;
/// assert!(picture.size(100).save("tour.svg").is_err(), "SVG has no pixels");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TourPicture<'a> {
    tour: &'a Tour,
    appearance: Appearance,
    size: Option<u64>,
}

impl TourPicture<'_> {
    /// Sets the colours.
    #[must_use]
    pub const fn theme(mut self, theme: Theme) -> Self {
        self.appearance.theme = theme;
        self
    }

    /// Sets the longer side in pixels, for PNG and GIF.
    #[must_use]
    pub const fn size(self, pixels: u64) -> Self {
        Self { size: Some(pixels), ..self }
    }

    /// Writes the picture to a file, in the format of the file extension: svg, png, gif, pdf or html.
    ///
    /// # Errors
    /// Fails if the extension names no format, if the format has no size, or if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let format =
            PictureFormat::from_extension(path).ok_or_else(|| Error::UnknownExtension {
                path: path.to_owned(),
                formats: PictureFormat::ALL.map(PictureFormat::name).to_vec(),
            })?;
        let options = DrawOptions::new(format, self.appearance, self.size, None)?;
        let mut file = BufWriter::new(File::create(path).map_err(Error::of_file(path))?);
        options.write(&Picture::from_tour(self.tour, self.appearance), &mut file)?;
        file.flush().map_err(Error::of_file(path))
    }
}

/// Reads a tour from a file in any format. It is a claim until [`ParsedTour::check`] accepts it.
///
/// ```
/// use caracole::formats;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("homework.txt");
/// std::fs::write(&path, "1 4 7 10\n8 11 2 5\n3 6 9 12\n")?;
/// let parsed = formats::read(&path)?;
/// assert!(parsed.check().is_valid());
/// std::fs::write(&path, "1 4 7 10\n8 11 2 5\n3 6 12 9\n")?;
/// let verdict = formats::read(&path)?.check();
/// assert_eq!(verdict.defects()[0].text(&parsed.board), "step 9: from a2 to d1 is no move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the file cannot be read, or contains no tour in a known format.
pub fn read(path: impl AsRef<Path>) -> Result<ParsedTour, Error> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(Error::of_file(path))?;
    Ok(read_tour(&bytes, &ReadHint::default())?)
}
