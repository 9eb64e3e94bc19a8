use proptest::prelude::*;

use super::axis::{LabelSpace, RangePolicy, ScaledAxis};
use super::{Axis, Bar, BarChart, BarStatus, LineChart, Scale, Series, Unit, panels};
use crate::scene::{Mark, Scene};
use crate::{png, svg};

const ROOM: LabelSpace = LabelSpace { length: 400.0, gap: 14.0, extent: |_| 12.0 };

fn axis(scale: Scale, unit: Unit, policy: RangePolicy, values: &[f64]) -> ScaledAxis {
    let axis = Axis { label: String::new(), scale, unit };
    ScaledAxis::new(&axis, values.iter().copied(), policy, ROOM)
}

fn check(axis: &ScaledAxis, values: &[f64], scale: Scale) {
    assert!((2..=12).contains(&axis.major.len()), "{axis:?}");
    assert!(axis.major.windows(2).all(|pair| pair[0].value < pair[1].value), "{axis:?}");
    assert!(axis.major.windows(2).all(|pair| pair[0].label != pair[1].label), "{axis:?}");
    let within = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
    for value in axis.major.iter().map(|tick| tick.value).chain(axis.minor.iter().copied()) {
        assert!(axis.share(value).is_some_and(within), "{value} {axis:?}");
    }
    for &value in values.iter().filter(|value| scale.shows(**value)) {
        assert!(axis.share(value).is_some_and(within), "{value} {axis:?}");
    }
}

fn scales() -> impl Strategy<Value = Scale> {
    prop_oneof![Just(Scale::Linear), Just(Scale::Log)]
}

fn units() -> impl Strategy<Value = Unit> {
    prop_oneof![Just(Unit::Plain), Just(Unit::Seconds), Just(Unit::Bytes), Just(Unit::Percent)]
}

fn policies() -> impl Strategy<Value = RangePolicy> {
    prop_oneof![Just(RangePolicy::Tight), Just(RangePolicy::Height), Just(RangePolicy::Bar)]
}

/// Returns typical and extreme numbers.
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
        policy in policies(),
        values in prop::collection::vec(numbers(), 0..6),
    ) {
        check(&axis(scale, unit, policy, &values), &values, scale);
    }

    #[test]
    fn extreme_charts_are_drawn(
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
            status: BarStatus::Unknown,
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
        let scenes = [bars.scene(), lines.scene(), panels(&name, &name, &[lines.clone(), lines])];
        for scene in scenes {
            // All coordinates are finite and on the page.
            prop_assert!(scene.width.is_finite() && scene.height.is_finite());
            for place in points_of(&scene) {
                prop_assert!((0.0..=scene.width).contains(&place.0), "{place:?}");
                prop_assert!((0.0..=scene.height).contains(&place.1), "{place:?}");
            }
            svg::write(&scene, &mut Vec::new()).expect("memory takes everything");
        }
    }
}

/// Returns all points of a scene.
fn points_of(scene: &Scene) -> Vec<(f64, f64)> {
    let of = |mark: &Mark| match mark {
        Mark::Polygon { corners: points, .. } | Mark::Line { points, .. } => points.clone(),
        Mark::Disc { centre, .. } => vec![*centre],
        Mark::Text(words) => vec![words.at],
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
fn a_hundred_thousand_points_are_drawn() {
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
    let styles: Vec<_> = (0..16).map(super::line_style::LineStyle::new).collect();
    for (place, style) in styles.iter().enumerate() {
        for other in &styles[..place] {
            let mut drawn = [Vec::new(), Vec::new()];
            style.mark(crate::Point::default(), &mut drawn[0]);
            other.mark(crate::Point::default(), &mut drawn[1]);
            assert_ne!(drawn[0], drawn[1]);
            let (a, b) = (style.stroke, other.stroke);
            assert!(a.colour != b.colour || a.dash != b.dash);
        }
    }
}

fn labels(scale: Scale, unit: Unit, policy: RangePolicy, values: &[f64]) -> String {
    let axis = axis(scale, unit, policy, values);
    let labels: Vec<String> = axis.major.into_iter().map(|tick| tick.label).collect();
    labels.join(" | ")
}

#[test]
fn linear_ticks() {
    let ticks = |unit, policy, values: &[f64]| labels(Scale::Linear, unit, policy, values);
    let table: [(Unit, RangePolicy, &[f64], &str); 14] = [
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[5.0, 60.0],
            "5 | 10 | 15 | 20 | 25 | 30 | 35 | 40 | 45 | 50 | 55 | 60",
        ),
        (Unit::Plain, RangePolicy::Tight, &[5.0, 8.0], "5 | 6 | 7 | 8"),
        (Unit::Plain, RangePolicy::Tight, &[5.0], "4 | 5 | 6"),
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[5.5, 6.0],
            "5.50 | 5.55 | 5.60 | 5.65 | 5.70 | 5.75 | 5.80 | 5.85 | 5.90 | 5.95 | 6.00",
        ),
        (
            Unit::Plain,
            RangePolicy::Height,
            &[0.0, 12_345.0],
            "0 | 2,000 | 4,000 | 6,000 | 8,000 | 10,000 | 12,000",
        ),
        (Unit::Plain, RangePolicy::Tight, &[-3.0, 3.0], "-3 | -2 | -1 | 0 | 1 | 2 | 3"),
        (Unit::Plain, RangePolicy::Bar, &[7.0], "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7"),
        (Unit::Plain, RangePolicy::Bar, &[], "0 | 1"),
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[1e17, 3e17],
            "1.0e17 | 1.2e17 | 1.4e17 | 1.6e17 | 1.8e17 | 2.0e17 | 2.2e17 | 2.4e17 | 2.6e17 | 2.8e17 | 3.0e17",
        ),
        (
            Unit::Percent,
            RangePolicy::Height,
            &[0.1, 0.98],
            "0 % | 10 % | 20 % | 30 % | 40 % | 50 % | 60 % | 70 % | 80 % | 90 % | 100 %",
        ),
        (
            Unit::Percent,
            RangePolicy::Height,
            &[0.97, 1.0],
            "97.0 % | 97.5 % | 98.0 % | 98.5 % | 99.0 % | 99.5 % | 100.0 %",
        ),
        (
            Unit::Percent,
            RangePolicy::Height,
            &[1.0],
            "0 % | 10 % | 20 % | 30 % | 40 % | 50 % | 60 % | 70 % | 80 % | 90 % | 100 %",
        ),
        (
            Unit::Seconds,
            RangePolicy::Height,
            &[0.0, 0.0042],
            "0.0 ms | 0.5 ms | 1.0 ms | 1.5 ms | 2.0 ms | 2.5 ms | 3.0 ms | 3.5 ms | 4.0 ms",
        ),
        (
            Unit::Bytes,
            RangePolicy::Height,
            &[0.0, 5000.0],
            "0.0 KiB | 0.5 KiB | 1.0 KiB | 1.5 KiB | 2.0 KiB | 2.5 KiB | 3.0 KiB | 3.5 KiB | 4.0 KiB | 4.5 KiB | 5.0 KiB",
        ),
    ];
    for (unit, policy, values, expected) in table {
        assert_eq!(ticks(unit, policy, values), expected, "{unit:?} {policy:?} {values:?}");
    }
}

#[test]
fn log_ticks() {
    let table: [(Unit, RangePolicy, &[f64], &str); 9] = [
        (
            Unit::Seconds,
            RangePolicy::Height,
            &[1e-6, 10.0],
            "1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms | 1 s | 10 s",
        ),
        (
            Unit::Seconds,
            RangePolicy::Bar,
            &[1.2e-5, 0.9],
            "1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms",
        ),
        (Unit::Seconds, RangePolicy::Height, &[2e-3], "1 ms | 2 ms | 3 ms | 4 ms"),
        (Unit::Plain, RangePolicy::Tight, &[5.0, 60.0], "5 | 6 | 8 | 10 | 20 | 30 | 40 | 50 | 60"),
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[1.0, 1e9],
            "1 | 10 | 100 | 1,000 | 10,000 | 100,000 | 1,000,000 | 10,000,000 | 100,000,000 | 1,000,000,000",
        ),
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[1e-30, 1e30],
            "1e-30 | 1e-20 | 1e-10 | 1 | 10,000,000,000 | 1e20 | 1e30",
        ),
        (
            Unit::Plain,
            RangePolicy::Tight,
            &[11.0, 12.0],
            "11.0 | 11.1 | 11.2 | 11.3 | 11.4 | 11.5 | 11.6 | 11.7 | 11.8 | 11.9 | 12.0",
        ),
        (
            Unit::Bytes,
            RangePolicy::Height,
            &[700.0, 3e6],
            "1 KiB | 4 KiB | 16 KiB | 64 KiB | 256 KiB | 1 MiB",
        ),
        (Unit::Percent, RangePolicy::Height, &[0.001, 1.0], "0.1 % | 1 % | 10 % | 100 %"),
    ];
    for (unit, policy, values, expected) in table {
        assert_eq!(
            labels(Scale::Log, unit, policy, values),
            expected,
            "{unit:?} {policy:?} {values:?}"
        );
    }
}

#[test]
fn values_have_units() {
    let table = [
        (Unit::Seconds, 0.0, "0 s"),
        (Unit::Seconds, 3e-9, "3 ns"),
        (Unit::Seconds, 1.5e-10, "0.15 ns"),
        (Unit::Seconds, 0.999_96, "1 s"),
        (Unit::Seconds, 12_345.6, "12,300 s"),
        (Unit::Bytes, 0.0, "0 B"),
        (Unit::Bytes, 1023.0, "1,023 B"),
        (Unit::Bytes, 1536.0, "1.5 KiB"),
        (Unit::Percent, 1.0, "100 %"),
        (Unit::Percent, 1.0 / 3.0, "33.3 %"),
        (Unit::Plain, -1234.0, "-1,230"),
        (Unit::Plain, -0.0, "0"),
        (Unit::Plain, 0.076, "0.076"),
        (Unit::Plain, 1.234e-8, "1.23e-8"),
        (Unit::Plain, 26_534_728_821_064.0, "2.65e13"),
        (Unit::Plain, f64::NAN, "NaN"),
    ];
    for (unit, value, expected) in table {
        assert_eq!(unit.text(value), expected);
    }
}

#[test]
fn labels_of_a_short_axis_do_not_touch() {
    let axis = Axis::linear("", Unit::Plain);
    let extent = |label: &str| 8.0 * label.len() as f64;
    let room = LabelSpace { length: 200.0, gap: 10.0, extent };
    let axis = ScaledAxis::new(&axis, [1e6, 9e6].into_iter(), RangePolicy::Tight, room);
    let labels: Vec<&str> = axis.major.iter().map(|tick| tick.label.as_str()).collect();
    assert_eq!(labels, ["2,000,000", "", "6,000,000", ""]);
}
