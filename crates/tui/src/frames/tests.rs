//! Frames as they are printed.

use caracole::{Method, MethodSettings, Neural, Problem, StopCause};

use super::*;

fn work(board: &str, from: &str, method: Method) -> Work {
    Work {
        problem: Problem::new(board.parse().unwrap()).from(from).unwrap(),
        method,
        settings: MethodSettings::default(),
        seed: 0,
        pause: Duration::ZERO,
    }
}

fn printed(work: &Work, every: u64) -> String {
    let mut text = Vec::new();
    Frames::of(work).every(every).write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn the_three_runs_of_the_report_end_where_they_should() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let mut work = work("8x8", from, Method::Warnsdorff);
        work.settings.order = Some("76543218".parse().unwrap());
        let text = printed(&work, 1);
        let frames: Vec<&str> = text.split("\n\n").collect();
        assert_eq!(frames.len(), 65, "64 frames, and the answer");
        assert_eq!(
            frames[64],
            format!("found: an open tour of 64 squares, from {from} to {end}\n")
        );
        let last: Vec<&str> = frames[63].lines().collect();
        assert_eq!(last[0], format!("step 64: visiting {end}"));
        assert_eq!(last[1], "64 of 64 squares visited; 63 steps, 0 retreats, 1 walk");
        let square = work.problem.board().parse_square(end).unwrap();
        let place = work.problem.board().place(square);
        let row = last[2 + 7 - place.rank.index() as usize];
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!((words.len(), words[place.file.index() as usize]), (8, "[64]"));
        // Only so many frames as asked for, and the last.
        assert_eq!(printed(&work, 10).split("\n\n").count(), 6 + 1 + 1);
        assert_eq!(printed(&work, 64), printed(&work, 0));
        assert!(printed(&work, 0).starts_with("step 64: "));
    }
}

#[test]
fn retreats_are_marked() {
    let work = work("5x5", "a1", Method::Backtracking);
    let text = printed(&work, 1);
    let back = text.split("\n\n").find(|frame| frame.contains("going back to")).unwrap();
    let before = text.split("\n\n").take_while(|frame| *frame != back).last().unwrap();
    let step = |frame: &str| frame[5..].split(':').next().unwrap().parse::<u32>().unwrap();
    assert_eq!(step(back) + 1, step(before));
    // Where the knight stood there is an x, and it stands where it had been.
    let words = |frame: &str| -> Vec<String> {
        frame.lines().skip(2).flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let (back, before) = (words(back), words(before));
    let at = |words: &[String], what: &str| words.iter().position(|word| word == what);
    assert_eq!(at(&back, "x"), before.iter().position(|word| word.starts_with('[')));
    let knight = back.iter().position(|word| word.starts_with('[')).unwrap();
    assert_eq!(format!("[{}]", before[knight]), back[knight]);
    assert_eq!(text, printed(&work, 1), "the same work, the same frames");
}

#[test]
fn holes_levels_and_networks() {
    let text = printed(&work("3x4-a4", "a1", Method::Backtracking), 1);
    let board = text.lines().skip(2).take(4).collect::<Vec<_>>();
    assert_eq!(board, ["      .   .", "  .   .   .", "  .   .   .", " [1]  .   ."]);
    let text = printed(&work("box:3x4x2", "a1:1", Method::Exact), 0);
    assert_eq!(text.lines().filter(|line| line.starts_with("level ")).count(), 2, "{text}");
    let mut network = work("6x6", "a1", Method::Neural);
    network.problem = network.problem.closed();
    network.settings.neural = Neural { attempts: 50.try_into().unwrap(), ..Neural::default() };
    let text = printed(&network, 1);
    let settled = text.split("\n\n").find(|frame| frame.contains("36 of 36 squares have two"));
    let rows = settled.unwrap().lines().skip(2).collect::<Vec<_>>();
    assert_eq!(rows, ["  2   2   2   2   2   2"; 6]);
}

/// Breaks after some bytes.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Backtracking from a8 would walk for a long time, if nobody stopped it.
#[test]
fn a_closed_pipe_and_a_raised_flag_stop_it() {
    let work = work("8x8", "a8", Method::Backtracking);
    let error = Frames::of(&work).write(&mut Pipe(10_000)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    let flag = AtomicBool::new(true);
    let mut text = Vec::new();
    let outcome = Frames::of(&work).interrupted_by(&flag).write(&mut text).unwrap();
    assert!(matches!(outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt));
    let limits = Limits { steps: Some(100), ..Limits::default() };
    let mut text = Vec::new();
    let outcome = Frames::of(&work).every(0).limits(limits).write(&mut text).unwrap();
    assert!(matches!(outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Steps));
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("; 100 steps, ") && text.contains("\nunknown: the limit of steps"));
}
