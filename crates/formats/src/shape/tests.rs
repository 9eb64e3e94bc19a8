use super::*;

#[test]
fn a_shape_with_holes_inside_has_36_squares() {
    let text = "\
.xxx....
.x.xx...
.xxxxxxx
xxx..x.x
x.x..xxx
Sxxxxxx.
..xx.x..
...xxx..
";
    let shape = read(text.as_bytes()).unwrap();
    assert_eq!(shape.board.len(), 36);
    assert_eq!((shape.board.files(), shape.board.ranks()), (8, 8));
    assert_eq!(shape.start, shape.board.parse_square("a3").ok());
    // Windows ends lines in two characters; the zeros and ones of other programs; no holes
    // to the right of the last square of a line.
    let other = text.replace('\n', "\r\n").replace('x', "1").replace('.', " ");
    assert_eq!(read(other.as_bytes()).unwrap(), shape);
}

#[test]
fn nearly_empty_pictures_are_refused_before_allocation() {
    let text = format!("{}\n{}", "#".repeat(100_000), "#\n".repeat(100_000));
    let error = read(text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("the picture is 100000 wide and 100001 high"), "{error}");
}

/// A picture with one long line and short ones.
fn wedge(files: usize, ranks: usize, short: usize) -> String {
    let line = "#".repeat(short) + "\n";
    format!("{}\n{}", "#".repeat(files), line.repeat(ranks - 1))
}

#[test]
fn pictures_may_have_short_lines() {
    for (files, ranks, short) in
        [(100, 100, 1), (1024, 1024, 1), (1100, 1100, 1100), (2000, 2000, 300)]
    {
        let shape = read(wedge(files, ranks, short).as_bytes()).unwrap();
        assert_eq!(shape.board.len() as usize, files + (ranks - 1) * short);
    }
    assert!(read(wedge(1025, 1024, 1).as_bytes()).is_err());
}

#[test]
fn characters_are_refused_with_their_place() {
    for (text, place) in [("?#\n", "line 1, column 1"), ("##\n#é?\n", "line 2, column 2")] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(place), "{error}");
    }
}

#[test]
fn a_single_1_among_0_is_the_start() {
    let shape = read(b" 00\n10\n").unwrap();
    assert_eq!(shape.board.to_string(), "3x2-c1,a2");
    assert_eq!(shape.start.map(|start| shape.board.name(start)).as_deref(), Some("a1"));
    assert_eq!(read(b"11\n11\n").unwrap().start, None);
    for (text, place) in [("0110\n", "column 2"), ("##1\n", "column 3"), ("01\n10\n", "column 2")] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line 1, {place}: '1' is the start")), "{error}");
    }
    assert!(read(b"01S\n").unwrap_err().to_string().contains("second start"));
}

/// A PNG picture, encoded here independently of the `png` crate.
struct Picture {
    sides: [u32; 2],
    /// Bits per sample, and PNG's number of the colour type.
    format: [u8; 2],
    is_interlaced: bool,
    /// The chunks before the pixels.
    before: Vec<([u8; 4], Vec<u8>)>,
    /// The pixel rows, each after its filter 0.
    lines: Vec<u8>,
}

impl Picture {
    /// Creates a picture without interlacing.
    fn new(sides: [u32; 2], format: [u8; 2], lines: &[&[u8]]) -> Self {
        let lines = lines.iter().flat_map(|line| [&[0], *line].concat()).collect();
        Self { sides, format, is_interlaced: false, before: Vec::new(), lines }
    }

    fn with(mut self, name: [u8; 4], content: &[u8]) -> Self {
        self.before.push((name, content.to_vec()));
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        let [width, height] = self.sides.map(u32::to_be_bytes);
        let [depth, colour] = self.format;
        let rest = [depth, colour, 0, 0, u8::from(self.is_interlaced)];
        chunk(&mut bytes, *b"IHDR", &[&width[..], &height, &rest].concat());
        for (name, content) in &self.before {
            chunk(&mut bytes, *name, content);
        }
        chunk(&mut bytes, *b"IDAT", &stored(&self.lines));
        chunk(&mut bytes, *b"IEND", &[]);
        bytes
    }

    fn shape(&self) -> Shape {
        read(&self.bytes()).unwrap_or_else(|error| panic!("{:?}: {error}", self.format))
    }
}

fn chunk(bytes: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    bytes.extend((content.len() as u32).to_be_bytes());
    let body = [&name[..], content].concat();
    bytes.extend(&body);
    bytes.extend(crc(&body).to_be_bytes());
}

/// The CRC of PNG's annex D.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 }
        })
    })
}

/// Returns a zlib stream of one uncompressed block.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u16).to_le_bytes();
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65521;
        (low, (high + low) % 65521)
    });
    let adler = (high << 16 | low).to_be_bytes();
    let length_again = length.map(|byte| !byte);
    [&[0x78, 1, 1][..], &length, &length_again, bytes, &adler].concat()
}

/// Two pixels wide and three high: `.#`, `##`, `.#`, with a1 at the bottom.
fn expected() -> Shape {
    read(b".#\n##\n.#\n").unwrap()
}

#[test]
fn all_colour_types_and_depths_give_the_same_shape() {
    let grey = |depth: u8, lines: &[&[u8]]| Picture::new([2, 3], [depth, 0], lines);
    // Half of 255 is 127.5: 127 is dark and 128 is not; 16 bits by their upper half.
    let pictures = [
        grey(1, &[&[0x80], &[0x00], &[0x80]]),
        grey(2, &[&[0xd0], &[0x10], &[0x80]]),
        grey(4, &[&[0xf0], &[0x70], &[0x87]]),
        grey(8, &[&[255, 0], &[127, 0], &[128, 127]]),
        grey(16, &[&[255, 255, 0, 0], &[127, 255, 0, 9], &[128, 0, 1, 1]]),
        // Pure green is bright, pure red and blue are dark.
        Picture::new(
            [2, 3],
            [8, 2],
            &[&[0, 255, 0, 255, 0, 0], &[0, 0, 255, 0, 0, 0], &[255, 255, 255, 9, 9, 9]],
        ),
        Picture::new(
            [2, 3],
            [16, 2],
            &[
                &[255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0],
                &[0; 12],
                &[255, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0],
            ],
        )
        .with(*b"tEXt", b"Comment\0nothing"),
        // Transparent pixels are holes: 127 is below half, 128 above.
        Picture::new([2, 3], [8, 4], &[&[0, 0, 0, 255], &[0, 128, 0, 200], &[0, 127, 0, 255]]),
        Picture::new(
            [2, 3],
            [8, 6],
            &[
                &[0, 0, 0, 0, 1, 1, 1, 255],
                &[1, 1, 1, 255, 0, 0, 0, 128],
                &[255, 255, 255, 255, 0, 0, 0, 255],
            ],
        ),
        Picture::new(
            [2, 3],
            [16, 4],
            &[
                &[0, 0, 0, 0, 0, 0, 255, 255],
                &[0, 0, 255, 255, 0, 0, 128, 0],
                &[0, 0, 127, 255, 0, 0, 255, 0],
            ],
        ),
    ];
    for picture in &pictures {
        assert_eq!(picture.shape(), expected(), "{:?}", picture.format);
    }
}

#[test]
fn a_pixel_of_half_the_luminance_is_not_dark() {
    // 299 * 4 + 587 * 194 + 114 * 109 = 127,500.
    for (rgb, is_dark) in [([4, 194, 109], false), ([4, 194, 108], true)] {
        let line = [&rgb[..], &[0, 0, 0]].concat();
        let shape = Picture::new([2, 1], [8, 2], &[&line]).shape();
        assert_eq!(shape.board.len(), if is_dark { 2 } else { 1 });
    }
}

#[test]
fn a_picture_may_have_more_pixels_than_its_file_has_bytes() {
    let lines = [[0_u8; 13]; 50];
    let lines: Vec<&[u8]> = lines.iter().map(|line| &line[..]).collect();
    assert_eq!(Picture::new([100, 50], [1, 0], &lines).shape().board.len(), 5000);
}

#[test]
fn palettes_and_transparent_colours_are_supported() {
    // White, black, and a black that is transparent.
    let palette = [255, 255, 255, 0, 0, 0, 0, 0, 0];
    for (depth, lines) in [
        (2, [&[0b0001_0000][..], &[0b0101_0000], &[0b1001_0000]]),
        (4, [&[0x01], &[0x11], &[0x21]]),
        (8, [&[0, 1], &[1, 1], &[2, 1]]),
    ] {
        let picture = Picture::new([2, 3], [depth, 3], &lines)
            .with(*b"PLTE", &palette)
            .with(*b"tRNS", &[255, 255, 0]);
        assert_eq!(picture.shape(), expected(), "{depth} bits");
    }
    // One transparent grey.
    let picture =
        Picture::new([2, 3], [8, 0], &[&[7, 8], &[9, 10], &[7, 11]]).with(*b"tRNS", &[0, 7]);
    assert_eq!(picture.shape(), expected());
}

/// The seven passes of Adam7: first column and line, steps to the right and down.
const PASSES: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

#[test]
fn interlaced_pictures_are_supported() {
    let text = b"#.......#\n.##......\n..###....\n...####..\n....#.#.#\n.....#.#.\n##.......\n########.\n.#.#.#.#.\n#........\n";
    let rows: Vec<&[u8]> =
        text.split(|&byte| byte == b'\n').filter(|row| !row.is_empty()).collect();
    let mut lines = Vec::new();
    for [first, top, right, down] in PASSES {
        for row in rows.iter().skip(top).step_by(down) {
            lines.push(0);
            lines.extend(
                row.iter().skip(first).step_by(right).map(|&c| if c == b'#' { 0 } else { 255 }),
            );
        }
    }
    let sides = [9, rows.len() as u32];
    let picture = Picture { sides, format: [8, 0], is_interlaced: true, before: Vec::new(), lines };
    assert_eq!(picture.shape(), read(text).unwrap());
}

#[test]
fn margins_are_kept() {
    let picture = Picture::new([4, 3], [8, 0], &[&[255; 4], &[255, 255, 0, 255], &[255; 4]]);
    assert_eq!(
        picture.shape().board.to_string(),
        read(b"....\n..#.\n....\n").unwrap().board.to_string()
    );
    assert_eq!(picture.shape().board.files(), 4);
}

#[test]
fn errors_of_pictures() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let white = Picture::new([2, 2], [8, 0], &[&[255, 200], &[128, 255]]);
    assert!(error(&white.bytes()).contains("no dark pixel"), "{}", error(&white.bytes()));
    // Claims of size are not believed, and cost nothing.
    let vast = Picture::new([100_000, 100_000], [8, 0], &[&[0]]);
    assert_eq!(
        error(&vast.bytes()),
        "the PNG picture has 100000x100000 pixels, more than 67108864: make it smaller"
    );
    let large = Picture::new([8192, 8192], [1, 0], &[&[0]]);
    assert_eq!(error(&large.bytes()), "the PNG picture cannot be read: the file ends too early");
    // A wrong colour type, a missing palette, a check sum that does not fit.
    assert!(read(&Picture::new([2, 2], [8, 5], &[&[0]]).bytes()).is_err());
    assert!(read(&Picture::new([1, 1], [8, 3], &[&[0]]).bytes()).is_err());
    let mut bytes = Picture::new([1, 1], [8, 0], &[&[0]]).bytes();
    assert!(read(&bytes).is_ok());
    let at = bytes.len() - 14;
    bytes[at] ^= 1;
    assert!(read(&bytes).is_err());
}

#[test]
fn damaged_pictures_are_errors_in_one_line() {
    let whole = Picture::new([2, 3], [8, 0], &[&[255, 0], &[0, 0], &[255, 0]]).bytes();
    for length in 0..whole.len() {
        assert!(read(&whole[..length]).is_err(), "the first {length} bytes");
    }
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            if let Err(error) = read(&damaged) {
                let text = error.to_string();
                assert!(text.chars().count() < 200 && !text.contains(char::is_control), "{text}");
            }
        }
    }
}
