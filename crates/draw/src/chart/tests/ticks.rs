//! The marks of an axis, and the words beside them.

use super::super::ruler::{Role, Room, Ruler};
use super::super::{Axis, Scale, Unit};
use super::ruler;

fn labels(scale: Scale, unit: Unit, role: Role, values: &[f64]) -> String {
    let ruler = ruler(scale, unit, role, values);
    let labels: Vec<String> = ruler.major.into_iter().map(|tick| tick.label).collect();
    labels.join(" | ")
}

#[test]
fn linear_ticks() {
    let ticks = |unit, role, values: &[f64]| labels(Scale::Linear, unit, role, values);
    let table: [(Unit, Role, &[f64], &str); 14] = [
        (
            Unit::Plain,
            Role::Tight,
            &[5.0, 60.0],
            "5 | 10 | 15 | 20 | 25 | 30 | 35 | 40 | 45 | 50 | 55 | 60",
        ),
        // Boards have whole sides.
        (Unit::Plain, Role::Tight, &[5.0, 8.0], "5 | 6 | 7 | 8"),
        (Unit::Plain, Role::Tight, &[5.0], "4 | 5 | 6"),
        (
            Unit::Plain,
            Role::Tight,
            &[5.5, 6.0],
            "5.50 | 5.55 | 5.60 | 5.65 | 5.70 | 5.75 | 5.80 | 5.85 | 5.90 | 5.95 | 6.00",
        ),
        (
            Unit::Plain,
            Role::Height,
            &[0.0, 12_345.0],
            "0 | 2,000 | 4,000 | 6,000 | 8,000 | 10,000 | 12,000",
        ),
        (Unit::Plain, Role::Tight, &[-3.0, 3.0], "-3 | -2 | -1 | 0 | 1 | 2 | 3"),
        (Unit::Plain, Role::Bar, &[7.0], "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7"),
        (Unit::Plain, Role::Bar, &[], "0 | 1"),
        (
            Unit::Plain,
            Role::Tight,
            &[1e17, 3e17],
            "1.0e17 | 1.2e17 | 1.4e17 | 1.6e17 | 1.8e17 | 2.0e17 | 2.2e17 | 2.4e17 | 2.6e17 | 2.8e17 | 3.0e17",
        ),
        (
            Unit::Percent,
            Role::Height,
            &[0.1, 0.98],
            "0 % | 10 % | 20 % | 30 % | 40 % | 50 % | 60 % | 70 % | 80 % | 90 % | 100 %",
        ),
        (
            Unit::Percent,
            Role::Height,
            &[0.97, 1.0],
            "97.0 % | 97.5 % | 98.0 % | 98.5 % | 99.0 % | 99.5 % | 100.0 %",
        ),
        (
            Unit::Percent,
            Role::Height,
            &[1.0],
            "0 % | 10 % | 20 % | 30 % | 40 % | 50 % | 60 % | 70 % | 80 % | 90 % | 100 %",
        ),
        (
            Unit::Seconds,
            Role::Height,
            &[0.0, 0.0042],
            "0.0 ms | 0.5 ms | 1.0 ms | 1.5 ms | 2.0 ms | 2.5 ms | 3.0 ms | 3.5 ms | 4.0 ms",
        ),
        (
            Unit::Bytes,
            Role::Height,
            &[0.0, 5000.0],
            "0.0 KiB | 0.5 KiB | 1.0 KiB | 1.5 KiB | 2.0 KiB | 2.5 KiB | 3.0 KiB | 3.5 KiB | 4.0 KiB | 4.5 KiB | 5.0 KiB",
        ),
    ];
    for (unit, role, values, expected) in table {
        assert_eq!(ticks(unit, role, values), expected, "{unit:?} {role:?} {values:?}");
    }
}

#[test]
fn log_ticks() {
    let table: [(Unit, Role, &[f64], &str); 9] = [
        (
            Unit::Seconds,
            Role::Height,
            &[1e-6, 10.0],
            "1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms | 1 s | 10 s",
        ),
        (Unit::Seconds, Role::Bar, &[1.2e-5, 0.9], "1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms"),
        (Unit::Seconds, Role::Height, &[2e-3], "1 ms | 2 ms | 3 ms | 4 ms"),
        (Unit::Plain, Role::Tight, &[5.0, 60.0], "5 | 6 | 8 | 10 | 20 | 30 | 40 | 50 | 60"),
        (
            Unit::Plain,
            Role::Tight,
            &[1.0, 1e9],
            "1 | 10 | 100 | 1,000 | 10,000 | 100,000 | 1,000,000 | 10,000,000 | 100,000,000 | 1,000,000,000",
        ),
        (
            Unit::Plain,
            Role::Tight,
            &[1e-30, 1e30],
            "1e-30 | 1e-20 | 1e-10 | 1 | 10,000,000,000 | 1e20 | 1e30",
        ),
        (
            Unit::Plain,
            Role::Tight,
            &[11.0, 12.0],
            "11.0 | 11.1 | 11.2 | 11.3 | 11.4 | 11.5 | 11.6 | 11.7 | 11.8 | 11.9 | 12.0",
        ),
        (
            Unit::Bytes,
            Role::Height,
            &[700.0, 3e6],
            "1 KiB | 4 KiB | 16 KiB | 64 KiB | 256 KiB | 1 MiB",
        ),
        (Unit::Percent, Role::Height, &[0.001, 1.0], "0.1 % | 1 % | 10 % | 100 %"),
    ];
    for (unit, role, values, expected) in table {
        assert_eq!(
            labels(Scale::Log, unit, role, values),
            expected,
            "{unit:?} {role:?} {values:?}"
        );
    }
}

#[test]
fn values_in_words() {
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
fn labels_of_a_narrow_axis_keep_apart() {
    let axis = Axis::linear("", Unit::Plain);
    let extent = |label: &str| 8.0 * label.len() as f64;
    let room = Room { length: 200.0, gap: 10.0, extent };
    let ruler = Ruler::new(&axis, [1e6, 9e6].into_iter(), Role::Tight, room);
    let labels: Vec<&str> = ruler.major.iter().map(|tick| tick.label.as_str()).collect();
    assert_eq!(labels, ["2,000,000", "", "6,000,000", ""]);
}
