//! Draws charts of every kind, with made-up numbers, into a folder:
//! `cargo run -p caracole-draw --example charts -- FOLDER`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use caracole_draw::{
    Axis, Bar, BarChart, BarStatus, LineChart, Scene, Series, Unit, panels, png, svg,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    fs::create_dir_all(&folder)?;
    let save = |name: &str, scene: &Scene| -> Result<(), Box<dyn Error>> {
        let file = Path::new(&folder).join(name);
        svg::write(scene, &mut fs::File::create(file.with_extension("svg"))?)?;
        fs::write(file.with_extension("png"), png::encode(scene, 2.0)?)?;
        Ok(())
    };
    save("growth", &growth().scene())?;
    save("success", &success().scene())?;
    save("bars", &bars().scene())?;
    save("memory", &memory().scene())?;
    save(
        "panels",
        &panels("Two charts with one legend", "made-up numbers", &[growth(), memory()]),
    )?;
    Ok(())
}

/// Numbers between 0 and 1 that look random.
fn noise(a: usize, b: i32) -> f64 {
    let mixed = (a as u64 * 7919 + u64::from(b.unsigned_abs())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) as f64 / u64::MAX as f64
}

const LINES: [(&str, f64, f64, i32); 12] = [
    ("soon lost", 4e-6, 5.2, 7),
    ("lost a little later", 1e-6, 3.7, 8),
    ("steady", 1.0e-7, 0.0, 60),
    ("steady and noisy", 1.5e-7, 0.0, 60),
    ("a longer name than most", 2.2e-7, 0.0, 60),
    ("pawn", 4.0e-7, 0.0, 60),
    ("bishop", 3.0e-7, 0.0, 60),
    ("rook", 4e-8, 0.0, 60),
    ("one with gaps", 2e-6, 0.12, 60),
    ("queen", 8e-7, 0.0, 60),
    ("steep", 3e-5, 0.12, 30),
    ("steeper", 4e-4, 0.1, 44),
];

fn growth() -> LineChart {
    let series = LINES.iter().enumerate().map(|(number, &(name, unit, power, last))| {
        let time = |n: i32| {
            let side = f64::from(n);
            let time = unit * side * side * (power * (side - 5.0)).exp();
            let is_missing = n > last || (name == "one with gaps" && n % 17 == 3);
            (!is_missing).then_some(time * (0.7 + 0.8 * noise(number, n)))
        };
        Series {
            name: name.to_owned(),
            points: (5..=60).map(|n| (f64::from(n), time(n))).collect(),
        }
    });
    LineChart {
        title: "Growth, in made-up numbers".to_owned(),
        subtitle: "many lines over a long range, some of which end early or have gaps".to_owned(),
        x: Axis::linear("side of the board, n", Unit::Plain),
        y: Axis::log("time", Unit::Seconds),
        series: series.collect(),
    }
}

fn success() -> LineChart {
    let rules = ["one", "two", "three", "four", "five", "six"];
    let series = rules.iter().enumerate().map(|(number, name)| {
        let rate = |n: i32| {
            let fall = f64::from(n - 5) * [0.012, 0.010, 0.0004, 0.0015, 0.002, 0.006][number];
            (1.0 - fall - 0.08 * noise(number, n) * fall.sqrt()).clamp(0.0, 1.0)
        };
        Series {
            name: (*name).to_owned(),
            points: (5..=60).map(|n| (f64::from(n), Some(rate(n)))).collect(),
        }
    });
    LineChart {
        title: "Rates, in made-up numbers".to_owned(),
        subtitle: "lines that crowd at the top".to_owned(),
        x: Axis::linear("side of the board, n", Unit::Plain),
        y: Axis::linear("starts with a tour", Unit::Percent),
        series: series.collect(),
    }
}

fn memory() -> LineChart {
    let series = LINES.iter().enumerate().skip(5).map(|(number, &(name, _, power, last))| {
        let bytes =
            |n: i32| 900.0 * f64::from(n * n) * (1.0 + 40.0 * power) * (1.0 + noise(number, n));
        let points = (5..=last).step_by(5).map(|n| (f64::from(n), Some(bytes(n)))).collect();
        Series { name: name.to_owned(), points }
    });
    LineChart {
        title: "Bytes, in made-up numbers".to_owned(),
        subtitle: String::new(),
        x: Axis::log("side of the board, n", Unit::Plain),
        y: Axis::log("most bytes held at once", Unit::Bytes),
        series: series.collect(),
    }
}

fn bars() -> BarChart {
    let bar = |(number, &(name, unit, _, last)): (usize, &(&str, f64, f64, i32))| {
        let (outcome, status) = match last {
            ..=8 => ("ended after", BarStatus::Unknown),
            30 => ("went wrong after", BarStatus::Failure),
            _ => ("done,", BarStatus::Success),
        };
        let time = if last < 9 { 1.0 } else { unit * 64.0 * (0.7 + noise(number, 8)) };
        let text = format!("{outcome} {}", Unit::Seconds.text(time));
        Bar { name: name.to_owned(), value: Some(time), text, status }
    };
    let mut bars: Vec<Bar> = LINES.iter().enumerate().map(bar).collect();
    for name in ["nothing", "nothing at all", "nothing with quite a long name"] {
        let (name, text) = (name.to_owned(), "no value".to_owned());
        bars.push(Bar { name, value: None, text, status: BarStatus::Neutral });
    }
    BarChart {
        title: "Bars, in made-up numbers".to_owned(),
        subtitle: "one of each status, and some without a value".to_owned(),
        axis: Axis::log("time", Unit::Seconds),
        bars,
    }
}
