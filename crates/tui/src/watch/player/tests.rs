use caracole::{Method, MethodSettings, Problem};

use super::*;

#[test]
fn a_full_film_is_played_while_the_method_goes_on() {
    let work = Work {
        problem: Problem::new("8x8".parse().unwrap()).from("a8").unwrap(),
        method: Method::Backtracking,
        settings: MethodSettings::default(),
        seed: 0,
        pause: Duration::ZERO,
    };
    let mut player = Player::with_room(work, 8 * 1000);
    player.wait();
    assert!(player.is_cut() && player.is_at_work() && !player.is_over());
    assert_eq!(player.moments(), 1000 - size_of::<Box<[u8]>>() / 8);
    player.tick(Duration::from_secs(1));
    assert!(player.is_over() && !player.is_playing());
    assert_eq!(player.answer(), None, "the method is at work");
    assert!(player.rest().is_some(), "an answer may come");
}
