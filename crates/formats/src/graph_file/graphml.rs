//! `GraphML`: the nodes and edges of the first graph; other elements are skipped.

use caracole_core::{GraphError, NamedGraph, shorten};

use super::NameTable;
use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};

/// A start tag, or an end tag without attributes.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    line: u64,
}

impl Tag<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    fn required(&self, name: &'static str) -> Result<&str, ReadError> {
        let error = || GraphFileError::NoAttribute { tag: shorten(self.name), attribute: name };
        self.attribute(name).ok_or_else(|| self.error(error()))
    }

    fn error(&self, kind: impl Into<ReadErrorKind>) -> ReadError {
        ReadError::new(Position::line(self.line), kind)
    }
}

/// Reads the tags of a text. Comments, declarations and character data are skipped.
struct Tags<'a> {
    rest: &'a str,
    line: u64,
}

impl<'a> Tags<'a> {
    /// Returns the text up to a mark and continues behind it.
    fn until(&mut self, mark: &'static str) -> Result<&'a str, ReadError> {
        let Some((before, rest)) = self.rest.split_once(mark) else {
            let error = GraphFileError::Unclosed { mark };
            return Err(ReadError::new(Position::line(self.line), error));
        };
        self.line += before.matches('\n').count() as u64;
        self.rest = rest;
        Ok(before)
    }

    fn next_tag(&mut self) -> Result<Option<Tag<'a>>, ReadError> {
        loop {
            if !self.rest.contains('<') {
                return Ok(None);
            }
            self.until("<")?;
            for (start, end) in [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")] {
                if self.rest.starts_with(start) {
                    self.until(end)?;
                    return self.next_tag();
                }
            }
            if self.rest.starts_with('!') {
                self.until(">")?;
                continue;
            }
            return self.tag().map(Some);
        }
    }

    fn tag(&mut self) -> Result<Tag<'a>, ReadError> {
        let line = self.line;
        let end = self.rest.find(|c: char| {
            c.is_whitespace() || c == '>' || c == '/' && !self.rest.starts_with('/')
        });
        let end = end.unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        self.rest = &self.rest[end..];
        let mut attributes = Vec::new();
        loop {
            let trimmed = self.rest.trim_start();
            let skipped = &self.rest[..self.rest.len() - trimmed.len()];
            self.line += skipped.matches('\n').count() as u64;
            self.rest = trimmed;
            if let Some(rest) = trimmed.strip_prefix("/>").or_else(|| trimmed.strip_prefix('>')) {
                self.rest = rest;
                return Ok(Tag { name, attributes, line });
            }
            let key = self.until("=")?.trim();
            self.rest = self.rest.trim_start();
            let quote = if self.rest.starts_with('\'') { "'" } else { "\"" };
            let is_name = !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c == '<');
            let Some(rest) = self.rest.strip_prefix(quote).filter(|_| is_name) else {
                let error = GraphFileError::Attribute { text: shorten(key) };
                return Err(ReadError::new(Position::line(self.line), error));
            };
            self.rest = rest;
            attributes.push((key, self.until(quote)?));
        }
    }
}

/// Reads the first graph of a file. It must be undirected, and its nodes and edges must be simple.
pub(super) fn read(text: &str) -> Result<NamedGraph, ReadError> {
    let mut tags = Tags { rest: text, line: 1 };
    let mut table = NameTable::default();
    let mut edges = Vec::new();
    let (mut has_graph, mut is_closed) = (false, false);
    while let Some(tag) = tags.next_tag()? {
        let refused = |text: &'static str| Err(tag.error(GraphFileError::NotSimple { text }));
        match tag.name {
            "graph" if has_graph => return refused("a second graph"),
            "graph" => {
                has_graph = true;
                if tag.attribute("edgedefault") == Some("directed") {
                    return refused("directed edges");
                }
            }
            "hyperedge" => return refused("a hyperedge"),
            "node" => {
                let name = tag.required("id")?;
                if table.numbers.contains_key(name) {
                    return Err(tag.error(GraphError::NameTwice { text: shorten(name) }));
                }
                table.vertex(name);
            }
            "edge" => {
                if tag.attribute("directed") == Some("true") {
                    return refused("directed edges");
                }
                let ends = [tag.required("source")?, tag.required("target")?].map(str::to_owned);
                edges.push((ends, tag.line));
            }
            "/graphml" => is_closed = true,
            _ => {}
        }
    }
    if !has_graph || !is_closed {
        let keyword = if has_graph { "</graphml>" } else { "<graph>" };
        return Err(GraphFileError::NoElement { keyword }.into());
    }
    let mut pairs = Vec::new();
    for ([a, b], line) in edges {
        let vertex = |name: &str| {
            table.declared(name).map_err(|kind| ReadError::new(Position::line(line), kind))
        };
        pairs.push((vertex(&a)?, vertex(&b)?));
    }
    Ok(table.graph(pairs)?)
}
