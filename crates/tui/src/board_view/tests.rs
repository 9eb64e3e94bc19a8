use super::*;

fn picture(view: &mut BoardView, board: &Board, area: (u16, u16), sketch: &Sketch<'_>) -> String {
    let area = Rect::new(0, 0, area.0, area.1);
    let mut buffer = Buffer::empty(area);
    view.draw(sketch, &mut buffer, area, &Theme::plain());
    let _ = board;
    if area.is_empty() {
        return String::new();
    }
    let line = |cells: &[ratatui::buffer::Cell]| {
        let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        line.trim_end().to_owned() + "\n"
    };
    buffer.content().chunks(area.width.into()).map(line).collect()
}

fn show(board: &str, area: (u16, u16)) -> String {
    let board: Board = board.parse().expect("a board");
    let spot =
        |square: Square| Spot { text: (square.index() + 1).to_string(), tone: Tone::Visited };
    let sketch = Sketch { board: &board, spot: &spot, lines: &[], cursor: None };
    picture(&mut BoardView::default(), &board, area, &sketch)
}

#[test]
fn look_at_it() {
    for (board, area) in [
        ("5x5", (80, 22)),
        ("5x5", (40, 12)),
        ("5x5", (24, 8)),
        ("8x8", (80, 22)),
        ("8x8-a1,d4,h8", (40, 10)),
        ("box:4x4x3", (80, 22)),
        ("box:4x4x3", (44, 8)),
        ("box:8x8x8", (80, 22)),
        ("torus:6x6", (40, 12)),
        ("cylinder:6x8", (40, 12)),
        ("40x40", (80, 22)),
        ("300x100", (80, 22)),
        ("12x12", (80, 22)),
    ] {
        println!("{board} {area:?}\n{}", show(board, area));
    }
}
