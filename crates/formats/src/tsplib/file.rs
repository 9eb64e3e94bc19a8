//! What TOUR and HCP files have in common: keywords, then a section of numbers.

use caracole_core::shorten;

use crate::error::{Fault, GraphFault, Position, ReadError};
use crate::head::Head;

/// A file up to the section with the numbers.
pub(super) struct File<'a> {
    pub(super) head: Head,
    pub(super) dimension: Option<u64>,
    pub(super) edge_format: Option<EdgeFormat>,
    pub(super) section: Option<Section>,
    /// What follows the name of the section, and the line it begins in.
    rest: &'a str,
    line: u64,
    /// Bytes of the whole file.
    pub(super) length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Tour,
    Edges,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeFormat {
    EdgeList,
    AdjList,
}

/// A word of a section, with its place.
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    line_text: &'a str,
    line: u64,
}

impl<'a> File<'a> {
    pub(super) fn open(text: &'a str) -> Result<Self, ReadError> {
        let mut file = Self {
            head: Head::default(),
            dimension: None,
            edge_format: None,
            section: None,
            rest: text,
            line: 1,
            length: text.len(),
        };
        while file.section.is_none() && !file.rest.is_empty() {
            let (line, rest) = file.rest.split_once('\n').unwrap_or((file.rest, ""));
            file.rest = rest;
            file.keyword(line.trim())
                .map_err(|fault| ReadError::new(Position::line(file.line), fault))?;
            file.line += 1;
        }
        Ok(file)
    }

    fn keyword(&mut self, line: &str) -> Result<(), Fault> {
        let (keyword, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.trim();
        match keyword.trim() {
            "TYPE" if !["TOUR", "HCP", "HPP"].contains(&value) => {
                let expected = "TOUR and HCP files are read";
                Err(GraphFault::Keyword { keyword: "TYPE", text: shorten(value), expected }.into())
            }
            "COMMENT" => self.head.comment(value, self.line),
            "DIMENSION" => {
                let dimension = value.parse().ok().filter(|&dimension| dimension > 0);
                self.dimension = Some(dimension.ok_or_else(|| GraphFault::Keyword {
                    keyword: "DIMENSION",
                    text: shorten(value),
                    expected: "it is a number from 1",
                })?);
                Ok(())
            }
            "EDGE_DATA_FORMAT" => {
                self.edge_format = Some(match value {
                    "EDGE_LIST" => EdgeFormat::EdgeList,
                    "ADJ_LIST" => EdgeFormat::AdjList,
                    _ => {
                        return Err(GraphFault::Keyword {
                            keyword: "EDGE_DATA_FORMAT",
                            text: shorten(value),
                            expected: "EDGE_LIST and ADJ_LIST are read",
                        }
                        .into());
                    }
                });
                Ok(())
            }
            "TOUR_SECTION" => self.enter(Section::Tour),
            "EDGE_DATA_SECTION" => self.enter(Section::Edges),
            // Sections of numbers that have nothing to say of a tour or a Hamiltonian graph.
            other if other.ends_with("_SECTION") => Err(GraphFault::Keyword {
                keyword: "section",
                text: shorten(other),
                expected: "TOUR_SECTION and EDGE_DATA_SECTION are read",
            }
            .into()),
            _ => Ok(()),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "an arm of a match of results")]
    const fn enter(&mut self, section: Section) -> Result<(), Fault> {
        self.section = Some(section);
        Ok(())
    }

    /// The words of the section.
    pub(super) fn words(&self) -> impl Iterator<Item = Word<'a>> {
        self.rest.lines().zip(self.line..).flat_map(|(line_text, line)| {
            line_text.split_ascii_whitespace().map(move |text| Word { text, line_text, line })
        })
    }
}

impl Word<'_> {
    /// The vertex it names, from 1 to `last`.
    pub(super) fn vertex(&self, last: u64) -> Result<u64, ReadError> {
        let vertex = self.text.parse().ok().filter(|vertex| (1..=last).contains(vertex));
        vertex.ok_or_else(|| {
            let text = shorten(self.text);
            self.fault(GraphFault::NoSuchVertex { text, last })
        })
    }

    /// A fault at this word.
    pub(super) fn fault(&self, fault: impl Into<Fault>) -> ReadError {
        let before = self.text.as_ptr() as usize - self.line_text.as_ptr() as usize;
        let column = self.line_text[..before].chars().count() as u64 + 1;
        ReadError::new(Position::new(self.line, column), fault.into())
    }
}
