mod ticks;

use proptest::prelude::*;

use super::ruler::{Role, Room, Ruler};
use super::{Axis, Bar, BarChart, LineChart, Scale, Series, Tone, Unit, panels, sheet};
use crate::scene::{Mark, Scene};
use crate::{png, svg};

const ROOM: Room = Room { length: 400.0, gap: 14.0, extent: |_| 12.0 };

fn ruler(scale: Scale, unit: Unit, role: Role, values: &[f64]) -> Ruler {
    let axis = Axis { label: String::new(), scale, unit };
    Ruler::new(&axis, values.iter().copied(), role, ROOM)
}

fn check(ruler: &Ruler, values: &[f64], scale: Scale) {
    assert!((2..=12).contains(&ruler.major.len()), "{ruler:?}");
    assert!(ruler.major.windows(2).all(|pair| pair[0].value < pair[1].value), "{ruler:?}");
    assert!(ruler.major.windows(2).all(|pair| pair[0].label != pair[1].label), "{ruler:?}");
    let within = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
    for value in ruler.major.iter().map(|tick| tick.value).chain(ruler.minor.iter().copied()) {
        assert!(ruler.share(value).is_some_and(within), "{value} {ruler:?}");
    }
    for &value in values.iter().filter(|value| scale.shows(**value)) {
        assert!(ruler.share(value).is_some_and(within), "{value} {ruler:?}");
    }
}

fn scales() -> impl Strategy<Value = Scale> {
    prop_oneof![Just(Scale::Linear), Just(Scale::Log)]
}

fn units() -> impl Strategy<Value = Unit> {
    prop_oneof![Just(Unit::Plain), Just(Unit::Seconds), Just(Unit::Bytes), Just(Unit::Percent)]
}

fn roles() -> impl Strategy<Value = Role> {
    prop_oneof![Just(Role::Tight), Just(Role::Height), Just(Role::Bar)]
}

/// Numbers that people plot, and numbers that nobody should.
fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..1e3,
        2 => (-12.0..12.0).prop_map(|power: f64| 10f64.powf(power)),
        2 => (0..1000).prop_map(f64::from),
        1 => any::<f64>(),
        1 => prop::sample::select(vec![
            0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN,
            f64::MIN_POSITIVE, 5e-324, 1e308, 1e200, -1e200, 1e-200, 1e16, 1e16 + 2.0,
        ]),
    ]
}

proptest! {
    #[test]
    fn ticks_are_few_growing_and_in_range(
        scale in scales(),
        unit in units(),
        role in roles(),
        values in prop::collection::vec(numbers(), 0..6),
    ) {
        check(&ruler(scale, unit, role, &values), &values, scale);
    }

    #[test]
    fn hostile_charts_are_drawn(
        scales in (scales(), scales()),
        units in (units(), units()),
        points in prop::collection::vec(prop::collection::vec((numbers(), prop::option::of(numbers())), 0..9), 0..20),
        name in any::<String>(),
    ) {
        let axis = |scale, unit| Axis { label: name.clone(), scale, unit };
        let series = |points: Vec<(f64, Option<f64>)>| Series { name: name.clone(), points };
        let bar = |point: &(f64, Option<f64>)| Bar {
            name: name.clone(),
            value: point.1,
            text: units.0.text(point.0),
            tone: Tone::Open,
        };
        let bars = BarChart {
            title: name.clone(),
            subtitle: name.clone(),
            axis: axis(scales.0, units.0),
            bars: points.iter().flatten().map(bar).collect(),
        };
        let lines = LineChart {
            title: name.clone(),
            subtitle: name.clone(),
            x: axis(scales.0, units.0),
            y: axis(scales.1, units.1),
            series: points.into_iter().map(series).collect(),
        };
        let scene = sheet(&name, vec![bars.scene(), lines.scene(), panels(&name, &name, &[lines.clone(), lines])]);
        // Everything is a number, and on the page.
        prop_assert!(scene.width.is_finite() && scene.height.is_finite());
        for place in places(&scene) {
            prop_assert!((0.0..=scene.width).contains(&place.0), "{place:?}");
            prop_assert!((0.0..=scene.height).contains(&place.1), "{place:?}");
        }
        svg::write(&scene, &mut Vec::new()).expect("memory takes everything");
    }
}

/// Every place on a scene that something is drawn at.
fn places(scene: &Scene) -> Vec<(f64, f64)> {
    let of = |mark: &Mark| match mark {
        Mark::Area { corners: points, .. } | Mark::Line { points, .. } => points.clone(),
        Mark::Disc { centre, .. } => vec![*centre],
        Mark::Words(words) => vec![words.at],
    };
    scene.marks.iter().flat_map(of).map(|point| (point.x, point.y)).collect()
}

#[test]
fn lines_break_where_values_are_missing() {
    let points = [1.0, 2.0, -1.0, 4.0, 5.0, f64::NAN, 7.0].map(Some);
    let mut points: Vec<(f64, Option<f64>)> =
        points.iter().enumerate().map(|(x, &y)| (x as f64, y)).collect();
    points.push((8.0, None));
    points.push((9.0, Some(3.0)));
    let y = Axis::log("", Unit::Plain);
    let series = vec![Series { name: String::new(), points }];
    let scene = LineChart { y, series, ..LineChart::default() }.scene();
    let runs: Vec<usize> = scene
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Line { points, stroke } if stroke.width > 1.9 && stroke.width < 2.1 => {
                Some(points.len())
            }
            _ => None,
        })
        .collect();
    assert_eq!(runs, [2, 2, 1, 1]);
}

#[test]
fn a_hundred_thousand_points() {
    let wave = |x: u32| (f64::from(x), Some((f64::from(x) / 900.0).sin() + 2.0));
    let series = vec![Series { name: "wave".to_owned(), points: (0..100_000).map(wave).collect() }];
    let chart = LineChart { series, ..LineChart::default() };
    let mut file = Vec::new();
    svg::write(&chart.scene(), &mut file).expect("memory takes everything");
    assert!(file.len() > 10_000);
    png::encode(&chart.scene(), 1.0).expect("a usual size");
}

#[test]
fn sixteen_lines_differ() {
    let looks: Vec<_> = (0..16).map(super::look::Look::new).collect();
    for (place, look) in looks.iter().enumerate() {
        for other in &looks[..place] {
            let mut drawn = [Vec::new(), Vec::new()];
            look.mark(crate::Point::default(), &mut drawn[0]);
            other.mark(crate::Point::default(), &mut drawn[1]);
            assert_ne!(drawn[0], drawn[1]);
            let (a, b) = (look.stroke, other.stroke);
            assert!(a.colour != b.colour || a.dash != b.dash);
        }
    }
}
