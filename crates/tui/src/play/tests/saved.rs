//! Games that are saved and loaded.

use super::*;

/// A folder of its own for a test, taken away at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("caracole-play-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Types the name of a file for a key, and Enter.
fn with_file(play: &mut Play, key: char, file: &str) {
    types(play, &key.to_string());
    (0..200).for_each(|_| press(play, KeyCode::Backspace));
    types(play, file);
    press(play, KeyCode::Enter);
}

#[test]
fn a_saved_game_is_the_same_when_it_is_loaded() {
    let folder = Folder::new("same");
    let file = folder.file("game.json");
    let mut play = Play::new(problem("5x5-e5").avoiding("a1", "b3").unwrap());
    walk(&mut play, "a1 c2 e1 d3");
    types(&mut play, "uu");
    with_file(&mut play, 's', &file);
    assert_eq!(play.said.0, format!("Saved in {file}."));
    assert!(matches!(play.leave(), Turn::Back), "everything is saved");
    let saved = play.game.clone();
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing else is left");

    let mut other = Play::new(problem("8x8"));
    walk(&mut other, "a1 b3");
    with_file(&mut other, 'l', &file);
    assert_eq!(other.said.0, "The game is not saved: Enter again gives it up.");
    assert_eq!(other.game.played().len(), 2);
    press(&mut other, KeyCode::Enter);
    assert_eq!(other.said.0, format!("Loaded {file}."));
    assert_eq!(other.game, saved);
    types(&mut other, "rr");
    assert_eq!(other.game.played().len(), 4);
    assert_eq!(Play::open(Path::new(&file)).unwrap().game, saved);

    // Its own file is replaced at once, another only if that is asked for twice.
    types(&mut other, "s");
    press(&mut other, KeyCode::Enter);
    assert_eq!(other.said.0, format!("Saved in {file}."));
    let mut third = Play::new(problem("3x4"));
    with_file(&mut third, 's', &file);
    assert_eq!(third.said.0, format!("{file} is there already: Enter again replaces it."));
    assert_eq!(Play::open(Path::new(&file)).unwrap().game, other.game);
    press(&mut third, KeyCode::Enter);
    assert_eq!(third.said.0, format!("Saved in {file}."));
    assert_eq!(Play::open(Path::new(&file)).unwrap().game, third.game);
}

#[test]
fn what_cannot_be_saved_or_loaded_is_told_in_a_line() {
    let folder = Folder::new("trouble");
    let here = folder.0.display().to_string();
    let mut play = Play::new(problem("5x5"));
    walk(&mut play, "a1 c2");
    let before = play.game.clone();
    let nowhere = folder.file("nowhere/game.json");
    for (key, file, why) in [
        ('s', &here, format!("Not saved: {here}: is a folder: name a file in it.")),
        (
            's',
            &nowhere,
            format!("Not saved: {nowhere}: there is no folder {here}/nowhere: create it first."),
        ),
        ('l', &here, format!("Not loaded: {here}: is not a file.")),
        ('l', &nowhere, format!("Not loaded: {nowhere}: there is no such file.")),
    ] {
        with_file(&mut play, key, file);
        assert_eq!((&play.said.0, &play.game), (&why, &before));
    }
    types(&mut play, "s");
    press(&mut play, KeyCode::Esc);
    assert!(play.prompt.is_none() && fs::read_dir(&folder.0).unwrap().next().is_none());
}

/// Whatever a file holds, the game on the board stays as it is, and one line says why.
#[test]
fn no_malformed_game_is_played() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/malformed-games");
    let mut found = Vec::new();
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "expected.tsv" {
            continue;
        }
        let error = Play::open(&path).err().unwrap_or_else(|| panic!("{name} was read"));
        let error = error.to_string();
        assert!(!error.contains('\n'), "{error}");
        if name.starts_with("rules-") {
            found.push(error.rsplit_once("json: ").unwrap().1.to_owned());
        }
    }
    found.sort();
    let expected = [
        "step 1: the tour starts on c3, not on a1",
        "step 2: a1 and c3 are not a knight's move apart",
        "step 2: the move a1-c2 cannot be both used and avoided",
        "step 3: a1 was visited at step 1",
        "step 3: c2 and a2 are not a knight's move apart",
        "the coach judges the game of one knight",
    ];
    assert_eq!(found, expected);
}

/// A tour from elsewhere, or its beginning, is a game.
#[test]
fn a_begun_tour_is_gone_on_with() {
    let folder = Folder::new("begun");
    let file = folder.file("begun.txt");
    fs::write(&file, "# board 5x5\na1 c2 e1\n").unwrap();
    let mut play = Play::open(Path::new(&file)).unwrap();
    assert!(text(&mut play).contains("Step 3 of 25, on e1."));
    types(&mut play, "f");
    settle(&mut play);
    assert_eq!(play.game.missing(), 0, "{}", play.said.0);
}
