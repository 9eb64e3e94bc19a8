//! The straight lines of a path.

use tiny_skia::{Path, PathSegment};

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) from: (f32, f32),
    pub(super) to: (f32, f32),
    /// Does nothing lead to it?
    pub(super) is_first: bool,
    /// Does nothing follow it?
    pub(super) is_last: bool,
}

/// All lines of a path, in order.
pub(super) fn of(path: &Path) -> impl Iterator<Item = Line> + '_ {
    let mut start = (0.0, 0.0);
    let mut at = start;
    let mut is_first = true;
    let mut segments = path.segments().peekable();
    std::iter::from_fn(move || {
        loop {
            let to = match segments.next()? {
                PathSegment::MoveTo(point) => {
                    start = (point.x, point.y);
                    at = start;
                    is_first = true;
                    continue;
                }
                PathSegment::Close => start,
                // Nobody draws curves.
                PathSegment::LineTo(point)
                | PathSegment::QuadTo(_, point)
                | PathSegment::CubicTo(_, _, point) => (point.x, point.y),
            };
            let is_last = matches!(segments.peek(), None | Some(PathSegment::MoveTo(_)));
            let line = Line { from: at, to, is_first, is_last };
            at = to;
            is_first = false;
            return Some(line);
        }
    })
}
