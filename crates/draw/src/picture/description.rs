//! What can be seen, in words.

use caracole_core::Surface;

use super::{Picture, Style, Walk, style};

/// The board, the walks, how they are shown, and what is special.
pub(super) fn of(picture: &Picture) -> String {
    let board = picture.board;
    let mut text = format!("The board {} has {} squares.", board.title(), board.len());
    for (number, walk) in picture.walks.iter().enumerate() {
        let name = match picture.walks.len() {
            1 => "The walk".to_owned(),
            _ => format!("Walk {}", number + 1),
        };
        text += &walked(picture, walk, &name);
    }
    text += match style::shown(picture) {
        Style::Line => " It is drawn as a line.",
        Style::Numbers => " Each square has the number of its step.",
        Style::Celtic => " It is drawn as a ribbon that goes over and under itself.",
        Style::Heat => " The colour of a square tells its step, from dark to light.",
    };
    text + match board.surface() {
        Surface::Cylinder => {
            " The left and the right edge, dashed, are joined: a move that leaves over one comes in \
             over the other."
        }
        Surface::Torus => {
            " Opposite edges, dashed, are joined: a move that leaves over one comes in over the \
             other."
        }
        _ if board.is_box() => " The levels stand side by side.",
        _ => "",
    }
}

/// From where to where a walk goes.
fn walked(picture: &Picture, walk: &Walk, name: &str) -> String {
    let (Some(first), Some(last)) = (walk.path.first(), walk.path.last()) else {
        return String::new();
    };
    let squares = match walk.path.len() {
        1 => "1 square".to_owned(),
        len => format!("{len} squares"),
    };
    let first = picture.board.name(first);
    if walk.is_closed {
        return format!(" {name} visits {squares} and is closed: it starts and ends on {first}.");
    }
    format!(" {name} visits {squares} from {first} to {}.", picture.board.name(last))
}
