use super::*;

mod pictures;

#[test]
fn the_shape_of_the_coaches_has_36_squares() {
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
fn pictures_of_nearly_nothing_are_refused_at_once() {
    let text = format!("{}\n{}", "#".repeat(100_000), "#\n".repeat(100_000));
    let error = read(text.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("the picture is 100000 wide and 100001 high"), "{error}");
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
