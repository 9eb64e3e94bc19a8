//! A PNG picture whose pixels are put in the order of a knight's tour, and back again.
//!
//! ```sh
//! cargo run --release -p caracole --example scramble -- scramble picture.png riddle.png --key 7
//! cargo run --release -p caracole --example scramble -- restore riddle.png picture.png --key 7
//! ```
//!
//! The pixels are the squares of a board. A knight walks over it by a tour that `--key` mixes, and picks
//! up every pixel; then a second one, by another tour, puts them down in the same order. Who knows the
//! key knows both tours, and can walk them the other way round. The pixels come back exactly; what a
//! file says beside them, such as its date or its resolution, does not.
//!
//! **This is a toy, not encryption.** All colours stay in the picture, neighbours often stay
//! neighbours, keys can be tried one after the other, and its security was never studied.
//! It is for riddles and class rooms.

#[path = "shared/files.rs"]
mod files;
#[path = "shared/tool.rs"]
mod tool;

use caracole::Explain;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use caracole::solvers::{Construct, Random};
use caracole::{Board, Options, Outcome, Problem, ProblemExt, Tour};
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

use tool::{Failure, Typed};

const USAGE: &str = "usage: scramble scramble|restore FROM.png TO.png [--key N]";

/// Tours take more than twenty bytes for each pixel.
const MOST_BYTES: usize = 1 << 26;

fn main() -> ExitCode {
    tool::run("scramble", run)
}

pub(crate) fn run(words: &[String], screen: &mut dyn Write) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let key: u64 = typed.value("--key", 0)?;
    let [verb, from, to] = typed.alone(USAGE)?;
    let is_restored = match verb {
        "scramble" => false,
        "restore" => true,
        other => return Err(format!("{other}: write scramble or restore").into()),
    };
    let in_file = |error: Failure| format!("{from}: {error}");
    let mut picture = Pixels::read(Path::new(from)).map_err(in_file)?;
    let [picked, put] = picture.ways(key).map_err(in_file)?;
    if is_restored {
        picture.carry(&put, &picked);
    } else {
        picture.carry(&picked, &put);
    }
    files::write_whole(Path::new(to), &picture.encoded()?)?;
    let Pixels { width, height, .. } = picture;
    let done = if is_restored { "restored" } else { "scrambled" };
    writeln!(screen, "{done} {width} x {height} pixels along two tours of key {key}: {to}")?;
    Ok(())
}

/// A picture, row by row from the top.
struct Pixels {
    width: u32,
    height: u32,
    colour: ColorType,
    depth: BitDepth,
    /// The bytes of a pixel.
    size: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    fn read(file: &Path) -> Result<Self, Failure> {
        let mut decoder = Decoder::new(BufReader::new(File::open(file)?));
        // So that every pixel has whole bytes of its own.
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let size = reader.output_buffer_size().filter(|&size| size <= MOST_BYTES);
        let mut bytes = vec![0; size.ok_or("this picture is too large")?];
        let frame = reader.next_frame(&mut bytes)?;
        bytes.truncate(frame.buffer_size());
        let (width, height, colour, depth) =
            (frame.width, frame.height, frame.color_type, frame.bit_depth);
        let size = colour.samples() * if depth == BitDepth::Sixteen { 2 } else { 1 };
        Ok(Self { width, height, colour, depth, size, bytes })
    }

    fn encoded(&self) -> Result<Vec<u8>, Failure> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(self.colour);
        encoder.set_depth(self.depth);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(file)
    }

    /// The places of pixels along the two tours of a key.
    fn ways(&self, key: u64) -> Result<[Vec<usize>; 2], Failure> {
        let board = Board::rectangle(self.width, self.height)?;
        let mut random = Random::new(key, "scramble");
        let (one, other) = (tour(&board, random.bits())?, tour(&board, random.bits())?);
        let mut put = places(&other);
        // Both tours grow from the same plan. Begun elsewhere and walked back, they part.
        put.rotate_left(random.below(board.len()) as usize);
        put.reverse();
        Ok([places(&one), put])
    }

    /// Carries the pixel at each place of one way to that of another.
    fn carry(&mut self, picked: &[usize], put: &[usize]) {
        let old = self.bytes.clone();
        for (&from, &to) in picked.iter().zip(put) {
            let [from, to] = [from * self.size, to * self.size];
            self.bytes[to..to + self.size].copy_from_slice(&old[from..from + self.size]);
        }
    }
}

/// A tour that a seed has mixed.
fn tour(board: &Board, seed: u64) -> Result<Tour, Failure> {
    let construct = Construct { mix: Some(seed), ..Construct::default() };
    match Problem::new(board.clone()).solve_by(&construct, &Options::new()) {
        Outcome::Found(tour) => Ok(tour),
        Outcome::Impossible(proof) => Err(format!("has no tour: {}", proof.text()).into()),
        Outcome::Unknown(stop) => Err(stop.to_string().into()),
    }
}

/// Squares count from the bottom and pixels from the top, but either will do as a place.
fn places(tour: &Tour) -> Vec<usize> {
    tour.squares().map(|square| square.index() as usize).collect()
}
