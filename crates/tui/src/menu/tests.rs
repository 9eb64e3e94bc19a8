use crossterm::event::{KeyCode, MouseButton};

use super::Menu;
use crate::app::Flow;
use crate::app::tests::Trial;

#[test]
fn the_menu_lists_eight_choices() {
    let text = Trial::new(Menu::default()).text();
    let choices = "
 > 1 Open tour    from one square to another, all over the board
   2 Closed tour  that ends a move from where it began
   3 Watch        a method at work, step by step
   4 Play         a tour of your own, with a coach
   5 Compare      all methods on one board
   6 Count        all tours of a board
   7 Puzzle       a tour to be found from a few clues
   8 Exit         back to the shell
";
    assert!(text.starts_with(&format!(" Caracole\n{choices}")), "{text}");
    assert!(text.ends_with(" 1-8 choose  ↑↓ Enter choose  first letter choose  q exit  ? keys\n"));
}

#[test]
fn bad_choices_are_answered_and_asked_again() {
    let mut trial = Trial::new(Menu::default());
    for bad in ['9', '0', 'z', 'é'] {
        assert_eq!(trial.types(&bad.to_string()), Flow::On);
        let text = trial.text();
        assert!(text.contains(&format!("'{bad}' is no choice: press 1 to 8")), "{text}");
        assert!(text.starts_with(" Caracole\n"));
    }
    assert_eq!(trial.types("8"), Flow::Left);
}

#[test]
fn choices_are_made_by_number_letter_arrows_and_mouse() {
    let title = |act: &dyn Fn(&mut Trial)| {
        let mut trial = Trial::new(Menu::default());
        trial.text();
        act(&mut trial);
        trial.text().lines().next().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(title(&|trial| _ = trial.types("2")), "Closed tour");
    assert_eq!(title(&|trial| _ = trial.types("w")), "Watch");
    assert_eq!(title(&|trial| _ = trial.click(MouseButton::Left, 5, 5)), "Play");
    assert_eq!(title(&|trial| _ = trial.click(MouseButton::Left, 5, 20)), "Caracole");
    let arrows = |trial: &mut Trial| {
        trial.presses(&[KeyCode::Down, KeyCode::Down, KeyCode::Up, KeyCode::Enter]);
    };
    assert_eq!(title(&arrows), "Closed tour");
    // Three begin with a c: each press goes to the next of them.
    let letters = |trial: &mut Trial| {
        trial.types("cc");
        trial.press(KeyCode::Enter);
    };
    assert_eq!(title(&letters), "Compare");
}

#[test]
fn all_keys_are_listed_on_request() {
    let mut trial = Trial::sized(Menu::default(), 40, 12);
    assert!(trial.text().ends_with(" 1-8 choose  ↑↓ Enter choose  ? keys\n"), "{}", trial.text());
    trial.types("?");
    let text = trial.text();
    for key in ["│ 1-8           choose", "│ first letter  choose", "│ Ctrl-C        leave at once"]
    {
        assert!(text.contains(key), "{text}");
    }
    // Any key closes the list, and does nothing else.
    assert_eq!(trial.types("8"), Flow::On);
    assert!(!trial.text().contains("Ctrl-C"));
    let control = crossterm::event::KeyModifiers::CONTROL;
    let key = crossterm::event::KeyEvent::new(KeyCode::Char('c'), control);
    assert_eq!(trial.hear(&crossterm::event::Event::Key(key)), Flow::Interrupted);
}
