//! Names that read back, and texts that name nothing.

use super::*;

#[test]
fn file_names_read_back() {
    for index in (0..2000).chain([18_277, 18_278, 475_253, 475_254, u32::MAX - 1, u32::MAX]) {
        assert_eq!(File::parse(&File::new(index).to_string()), Some(File::new(index)));
    }
    assert_eq!(File::parse("mwlqkwv"), Some(File::new(u32::MAX)));
    assert_eq!(File::parse("mwlqkww"), None);
    assert_eq!(File::parse(""), None);
    assert_eq!(File::parse("a1"), None);
}

#[test]
fn places_print_as_pairs_beyond_four_letters() {
    let place = |file| Place::flat(File::new(file), Rank::new(4)).name(false);
    assert_eq!(place(475_253), "zzzz5");
    assert_eq!(place(475_254), "475254,4");
}

#[test]
fn odd_texts_are_refused() {
    for text in
        ["", "a", "1", "a0", "1a", "a1:", "a1:0", "+1,2", "a-1", "a1b", "é1", "a99999999999"]
    {
        assert_eq!(Place::parse(text), None, "{text}");
    }
    assert!(Place::parse("A1:3").is_some_and(|(place, level)| level && place.level.index() == 2));
}
