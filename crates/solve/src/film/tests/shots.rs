//! Networks and trails.

use super::*;

#[test]
fn a_settled_network_has_two_moves_everywhere() {
    let problem = problem("6x6").closed();
    let settings = MethodSettings {
        neural: Neural { attempts: 50.try_into().unwrap(), ..Neural::default() },
        ..MethodSettings::default()
    };
    let mut camera = Camera::new(&problem);
    let solver = Method::Neural.solver(&settings);
    let outcome = solver.solve(&problem, &mut Run::new().observed_by(&mut camera));
    assert!(outcome.is_found());
    let mut projector = Projector::new(camera.film());
    projector.jump(usize::MAX);
    let stage = projector.stage();
    let shot = stage.network().unwrap();
    assert_eq!((shot.moves_on(), shot.squares_with_two()), (36, 36));
    // What the network settled on is the tour that is walked in the end.
    let mut on: Vec<_> = shot.active_moves().map(|(a, b)| (a.min(b), a.max(b))).collect();
    let path = stage.path();
    let next = path.iter().cycle().skip(1);
    let mut tour: Vec<_> = path.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))).collect();
    on.sort_unstable();
    tour.sort_unstable();
    assert_eq!(on, tour);
    // Before it was walked there were sweeps, and nobody on the board.
    projector.jump(projector.moments() - 36);
    assert!(matches!(projector.stage().event(), Some(Event::Sweep { .. })));
    assert_eq!(projector.stage().knight(), None);
    projector.jump(1);
    let first = projector.stage().network().unwrap();
    assert_eq!((first.attempt(), first.sweep()), (1, 1));
    assert_ne!(first.squares_with_two(), 36);
}

#[test]
fn trails_grow_from_nothing_to_one() {
    let problem = problem("5x5");
    let ants = Ants { cycles: 5.try_into().unwrap(), until: Until::LastCycle, ..Ants::default() };
    let settings = MethodSettings { ants, ..MethodSettings::default() };
    let (film, _, stats) = shoot(Method::Ants, &settings, &problem);
    assert_eq!(stats.attempts, 5 * 25);
    let mut projector = Projector::new(film);
    let mut cycles = 0;
    while projector.forward() {
        let stage = projector.stage();
        if let Some(Event::Trails { cycle }) = stage.event() {
            cycles += 1;
            assert_eq!((cycle, stage.counts().attempts), (cycles, cycles * 25));
            let trails = stage.trails().unwrap();
            let strengths: Vec<f32> = trails.strengths().map(|trail| trail.2).collect();
            assert_eq!(strengths.len(), 2 * 48, "each of the 48 moves both ways");
            assert!(strengths.iter().all(|&trail| (0.0..=1.0).contains(&trail)));
            let (from, to) = trails.strongest().unwrap();
            assert!(trails.strengths().any(|trail| trail == (from, to, 1.0)));
        }
    }
    assert_eq!(cycles, 5);
}
