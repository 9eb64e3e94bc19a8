//! A puzzle on paper, as a drawing.

use std::fmt::Write as _;
use std::io::Write;

use caracole_core::Problem;

use super::sheet::Sheet;
use super::{Mark, is_enclosed, rows};
use crate::WriteError;

/// A page of A4, in tenths of a millimetre.
const PAGE: [f64; 2] = [2100.0, 2970.0];
const MARGIN: f64 = 150.0;
/// Where the board begins, below the title.
const TOP: f64 = 430.0;
/// The largest board, and the largest solution.
const BOARD: [f64; 2] = [1800.0, 1800.0];
const SOLUTION: [f64; 2] = [560.0, 560.0];

/// Writes a sheet as a drawing of one page of A4: the puzzle, and its solution below, upside down.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::puzzle::{Sheet, write_svg};
///
/// let problem = Problem::new("4x3".parse()?).from("a3")?.to("d1")?;
/// let mut page = Vec::new();
/// write_svg(&mut page, &Sheet { problem: &problem, solution: None, grade: "" })?;
/// let page = String::from_utf8(page)?;
/// assert!(page.starts_with("<svg") && page.contains("Knight's tour puzzle, 4x3<"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_svg(out: &mut dyn Write, sheet: &Sheet<'_>) -> Result<(), WriteError> {
    out.write_all(svg(sheet).as_bytes())?;
    Ok(())
}

fn svg(sheet: &Sheet<'_>) -> String {
    let [width, height] = PAGE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let line = |y: f64, size: u32, words: &str| {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        format!("<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{size}\">{words}</text>\n")
    };
    text += &line(220.0, 78, &sheet.title());
    text += &line(305.0, 38, &sheet.task());
    if let Some(joined) = sheet.joined() {
        text += &line(355.0, 38, joined);
    }
    text += &board(sheet.problem, [MARGIN, TOP], BOARD);
    if let Some(solved) = sheet.solved() {
        // Turned about the middle of the page, the lower end is the upper one.
        let _ = writeln!(text, "<g transform=\"rotate(180 {} {})\">", width / 2.0, height / 2.0);
        text += &board(&solved, [MARGIN, 100.0], SOLUTION);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

/// The squares and numbers of all levels side by side, in the middle of a rectangle whose upper left
/// corner is given.
fn board(problem: &Problem, [left, top]: [f64; 2], room: [f64; 2]) -> String {
    let board = problem.board();
    let (files, ranks) = (f64::from(board.files()), f64::from(board.ranks()));
    let levels = f64::from(board.levels());
    // A gap of half a square between two levels.
    let all_files = files * levels + (levels - 1.0) / 2.0;
    let side = (room[0] / all_files).min(room[1] / ranks).min(200.0);
    // The board stands in the middle of the page.
    let left = if room == BOARD { left + (room[0] - side * all_files) / 2.0 } else { left };
    let mut squares = String::new();
    let mut numbers = String::new();
    for (at, row) in rows(problem).enumerate() {
        let (level, from_top) = (at / board.ranks() as usize, at % board.ranks() as usize);
        let y = top + side * from_top as f64;
        for (file, &mark) in row.iter().enumerate() {
            let x = left + side * ((files + 0.5) * level as f64 + file as f64);
            if mark != Mark::Hole || is_enclosed(&row, file) {
                let fill = if mark == Mark::Hole { " fill=\"#777\"" } else { "" };
                let _ = writeln!(
                    squares,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\"{fill}/>"
                );
            }
            if let Mark::Step(step) = mark {
                let (x, y) = (x + side / 2.0, y + side * 0.66);
                let _ = writeln!(numbers, "<text x=\"{x:.1}\" y=\"{y:.1}\">{step}</text>");
            }
        }
    }
    // Four digits fit into a square.
    let digits = board.len().to_string().len().max(2) as f64;
    let (stroke, height) = (side / 45.0, side * (0.92 / digits).min(0.46));
    format!(
        "<g fill=\"none\" stroke=\"#000\" stroke-width=\"{stroke:.1}\">\n{squares}</g>\n\
         <g font-size=\"{height:.1}\" text-anchor=\"middle\">\n{numbers}</g>\n"
    )
}
