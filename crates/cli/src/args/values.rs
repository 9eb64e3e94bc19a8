//! Parsers of argument values: times, sizes, seeds, and names from tables.

use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::time::Duration;

use caracole::compare::StudyCurve;
use caracole::draw::{PictureFormat, Style, Theme};
use caracole::formats::Format;
use caracole::puzzle::Grade;
use caracole::solvers::ConstructionStyle;
use caracole::{Method, TieBreak};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::commands::convert::{ConvertFormat, ProofFormat};
use crate::tour_format::TourFormat;

/// Parses names from a table, which help lists. An error suggests the nearest name.
fn named<T>(names: impl IntoIterator<Item = PossibleValue>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

pub(crate) fn methods() -> impl TypedValueParser<Value = Method> {
    named(Method::ALL.map(|method| {
        PossibleValue::new(method.name()).help(method.about()).aliases(method.aliases())
    }))
}

pub(crate) fn ties() -> impl TypedValueParser<Value = TieBreak> {
    named(TieBreak::ALL.map(|tie| PossibleValue::new(tie.name()).help(tie.about())))
}

pub(crate) fn curves() -> impl TypedValueParser<Value = StudyCurve> {
    named(StudyCurve::ALL.map(|curve| PossibleValue::new(curve.name())))
}

pub(crate) fn grades() -> impl TypedValueParser<Value = Grade> {
    named(Grade::ALL.map(|grade| {
        let alias = if grade == Grade::Fiendish { &["expert"][..] } else { &[] };
        PossibleValue::new(grade.name()).aliases(alias)
    }))
}

pub(crate) fn looks() -> impl TypedValueParser<Value = ConstructionStyle> {
    named(ConstructionStyle::ALL.map(|look| PossibleValue::new(look.name()).help(look.about())))
}

pub(crate) fn styles() -> impl TypedValueParser<Value = Style> {
    named(Style::ALL.map(|style| PossibleValue::new(style.name()).help(style.about())))
}

pub(crate) fn themes() -> impl TypedValueParser<Value = Theme> {
    named(Theme::ALL.map(|theme| PossibleValue::new(theme.name()).help(theme.about())))
}

pub(crate) fn picture_formats() -> impl TypedValueParser<Value = PictureFormat> {
    named(PictureFormat::ALL.map(|format| PossibleValue::new(format.name()).help(format.about())))
}

/// Parses formats that satisfy a condition.
fn formats(can: impl Fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let some: Vec<Format> = Format::ALL.into_iter().filter(|&format| can(format)).collect();
    named(some.into_iter().map(|format| PossibleValue::new(format.name())))
}

/// Parses all formats of tours and graphs, pictures, and formats of proofs.
pub(crate) fn forms_to_convert() -> impl TypedValueParser<Value = ConvertFormat> {
    let tours = Format::ALL.into_iter().map(TourFormat::Format);
    let pictures = PictureFormat::ALL.into_iter().map(TourFormat::of_picture);
    let tours = tours.chain(pictures).map(|form| (form.name(), ConvertFormat::Tour(form)));
    let proofs = ProofFormat::ALL.into_iter().map(|form| (form.name(), ConvertFormat::Proof(form)));
    let all: Vec<(&str, ConvertFormat)> = tours.chain(proofs).collect();
    let values: Vec<_> = all.iter().map(|(name, _)| PossibleValue::new(*name)).collect();
    PossibleValuesParser::new(values).try_map(move |name| {
        let form = all.iter().find(|(known, _)| *known == name);
        form.map(|(_, form)| *form).ok_or("no such format")
    })
}

/// Parses all formats of tours.
pub(crate) fn forms_of_tours() -> impl TypedValueParser<Value = TourFormat> {
    forms(Format::writes_tours)
}

/// Parses formats that satisfy a condition, and pictures.
fn forms(can: impl Fn(Format) -> bool) -> impl TypedValueParser<Value = TourFormat> {
    let formats = Format::ALL.into_iter().filter(|&format| can(format)).map(TourFormat::Format);
    let pictures = PictureFormat::ALL.into_iter().map(TourFormat::of_picture);
    let all: Vec<TourFormat> = formats.chain(pictures).collect();
    let values: Vec<_> = all.iter().map(|form| PossibleValue::new(form.name())).collect();
    PossibleValuesParser::new(values).try_map(move |name| {
        let form = all.iter().find(|form| form.name() == name);
        form.copied().ok_or("no such format")
    })
}

/// Parses formats of paths through some of the squares.
pub(crate) fn formats_of_paths() -> impl TypedValueParser<Value = Format> {
    formats(|format| matches!(format, Format::Grid | Format::Squares | Format::Json))
}

/// Parses formats for many tours in a file.
pub(crate) fn formats_of_many_tours() -> impl TypedValueParser<Value = Format> {
    formats(holds_many_tours)
}

/// Returns true if a file of this format can contain many tours.
pub(crate) const fn holds_many_tours(format: Format) -> bool {
    matches!(format, Format::Grid | Format::Squares | Format::Json | Format::Moves)
}

pub(crate) fn formats_of_graphs() -> impl TypedValueParser<Value = Format> {
    formats(|format| format.writes_graphs() || format == Format::Json)
}

pub(crate) fn formats_to_read() -> impl TypedValueParser<Value = Format> {
    formats(|format| format.reads_tours() || format.reads_graphs())
}

/// A number of steps.
pub(crate) fn steps(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}", u64::MAX))
}

/// A number of knights.
pub(crate) fn knights(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a whole number from 1".to_owned())
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    let threads = text.parse().ok().filter(|threads| (1..=MOST).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MOST}"))
}

/// A port to listen on.
pub(crate) fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}", u16::MAX))
}

/// An address to listen on.
pub(crate) fn host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| "write an address such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

/// A host name, or an address, without a port.
pub(crate) fn host_name(text: &str) -> Result<String, String> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_name = !text.is_empty() && !text.starts_with(['-', '.']) && text.bytes().all(is_part);
    if is_name || text.parse::<IpAddr>().is_ok() {
        return Ok(text.trim_end_matches('.').to_owned());
    }
    Err("write a host name such as tours.example.org, without a port".to_owned())
}

/// The number of a process.
pub(crate) fn process(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number from 0".to_owned())
}

/// A number from 1.
pub(crate) fn from_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "write a whole number from 1".to_owned())
}

/// A number of pixels.
pub(crate) fn pixels(text: &str) -> Result<u32, String> {
    const FEW: u32 = 16;
    const MOST: u32 = 65_535;
    let pixels = text.parse().ok().filter(|pixels| (FEW..=MOST).contains(pixels));
    pixels.ok_or_else(|| format!("write a whole number from {FEW} to {MOST}"))
}

/// The number of the first step.
pub(crate) fn base(text: &str) -> Result<u8, String> {
    text.parse().ok().filter(|&base| base <= 1).ok_or_else(|| "write 0 or 1".to_owned())
}

/// A time such as `500ms`, `10s`, `5m` or `1h`; a bare number is seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DurationArg(pub(crate) Duration);

impl FromStr for DurationArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a time such as 500ms, 10s, 5m or 1h".to_owned();
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let number: f64 = text[..digits].parse().map_err(|_| wrong())?;
        let unit = match &text[digits..] {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        Duration::try_from_secs_f64(number * unit).map(Self).map_err(|_| wrong())
    }
}

/// A size such as `1000`, `512M` or `8G`, in powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SizeArg(pub(crate) u64);

impl FromStr for SizeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a size such as 512M or 8G".to_owned();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
        let unit = text[digits..].to_ascii_uppercase();
        let unit = match unit.trim_end_matches("IB").trim_end_matches('B') {
            "" => 1,
            "K" => 1 << 10,
            "M" => 1 << 20,
            "G" => 1 << 30,
            "T" => 1_u64 << 40,
            _ => return Err(wrong()),
        };
        number.checked_mul(unit).map(Self).ok_or_else(wrong)
    }
}

/// A seed: a number, or `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seed {
    /// A given seed.
    Fixed(u64),
    /// A seed that is drawn at random.
    Random,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        text.parse()
            .map(Self::Fixed)
            .map_err(|_| "write a whole number from 0, or random".to_owned())
    }
}

impl Seed {
    /// Returns the seed, drawn now for `random`.
    pub(crate) fn draw(self) -> u64 {
        use std::hash::{BuildHasher, RandomState};
        match self {
            Self::Fixed(seed) => seed,
            // The standard library seeds its hashers from the system.
            Self::Random => RandomState::new().hash_one("seed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let seconds = |text: &str| text.parse::<DurationArg>().map(|pause| pause.0.as_secs_f64());
        assert_eq!(seconds("500ms"), Ok(0.5));
        assert_eq!(seconds("1.5"), Ok(1.5));
        assert_eq!(seconds("2h"), Ok(7200.0));
        for text in ["", "-1s", "s", "1d", "1e99h", "nan", "1..2s", "99999999999999999999999h"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!("8G".parse(), Ok(SizeArg(8 << 30)));
        assert_eq!("512MiB".parse(), Ok(SizeArg(512 << 20)));
        assert_eq!("7".parse(), Ok(SizeArg(7)));
        for text in ["", "G", "-1", "1X", "99999999999999T"] {
            assert!(text.parse::<SizeArg>().is_err(), "{text}");
        }
    }
}
