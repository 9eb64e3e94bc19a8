//! Draws charts of every kind, with made-up numbers, into a folder:
//! `cargo run -p caracole-draw --example charts -- FOLDER`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use caracole_draw::{
    Axis, Bar, BarChart, LineChart, Scene, Series, Tone, Unit, panels, png, sheet, svg,
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
    save("methods", &methods().scene())?;
    save("memory", &memory().scene())?;
    save("sheet", &sheet("All methods, all sizes", vec![methods().scene(), success().scene()]))?;
    save("panels", &panels("Time and memory", "corner start", &[growth(), memory()]))?;
    Ok(())
}

/// Numbers between 0 and 1 that look like chance.
fn noise(a: usize, b: i32) -> f64 {
    let mixed = (a as u64 * 7919 + u64::from(b.unsigned_abs())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) as f64 / u64::MAX as f64
}

const METHODS: [(&str, f64, f64, i32); 12] = [
    ("brute-force", 4e-6, 5.2, 7),
    ("backtracking", 1e-6, 3.7, 8),
    ("warnsdorff first", 1.0e-7, 0.0, 60),
    ("warnsdorff random", 1.5e-7, 0.0, 60),
    ("warnsdorff roth", 2.2e-7, 0.0, 60),
    ("warnsdorff pohl", 4.0e-7, 0.0, 60),
    ("warnsdorff squirrel", 3.0e-7, 0.0, 60),
    ("construct", 4e-8, 0.0, 60),
    ("exact", 2e-6, 0.12, 60),
    ("patch", 8e-7, 0.0, 60),
    ("neural", 3e-5, 0.12, 30),
    ("ants", 4e-4, 0.1, 44),
];

fn growth() -> LineChart {
    let series = METHODS.iter().enumerate().map(|(number, &(name, unit, power, last))| {
        let time = |n: i32| {
            let side = f64::from(n);
            let time = unit * side * side * (power * (side - 5.0)).exp();
            let is_missing = n > last || (name == "exact" && n % 17 == 3);
            (!is_missing).then_some(time * (0.7 + 0.8 * noise(number, n)))
        };
        Series {
            name: name.to_owned(),
            points: (5..=60).map(|n| (f64::from(n), time(n))).collect(),
        }
    });
    LineChart {
        title: "Time to the first tour".to_owned(),
        subtitle: "n x n boards from the corner a1, median of 5 runs, at most 10 s each".to_owned(),
        x: Axis::linear("side of the board, n", Unit::Plain),
        y: Axis::log("time", Unit::Seconds),
        series: series.collect(),
    }
}

fn success() -> LineChart {
    let rules = ["first", "random", "roth", "pohl", "squirrel", "farthest"];
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
        title: "How often Warnsdorff's rule succeeds".to_owned(),
        subtitle: "share of start squares with a tour, by tie rule".to_owned(),
        x: Axis::linear("side of the board, n", Unit::Plain),
        y: Axis::linear("starts with a tour", Unit::Percent),
        series: series.collect(),
    }
}

fn memory() -> LineChart {
    let series = METHODS.iter().enumerate().skip(5).map(|(number, &(name, _, power, last))| {
        let bytes =
            |n: i32| 900.0 * f64::from(n * n) * (1.0 + 40.0 * power) * (1.0 + noise(number, n));
        let points = (5..=last).step_by(5).map(|n| (f64::from(n), Some(bytes(n)))).collect();
        Series { name: name.to_owned(), points }
    });
    LineChart {
        title: "Memory".to_owned(),
        subtitle: String::new(),
        x: Axis::log("side of the board, n", Unit::Plain),
        y: Axis::log("most bytes held at once", Unit::Bytes),
        series: series.collect(),
    }
}

fn methods() -> BarChart {
    let bar = |(number, &(name, unit, _, last)): (usize, &(&str, f64, f64, i32))| {
        let (outcome, tone) = match last {
            ..=8 => ("unknown: time limit after", Tone::Open),
            30 => ("unknown: several loops after", Tone::Bad),
            _ => ("found,", Tone::Good),
        };
        let time = if last < 9 { 1.0 } else { unit * 64.0 * (0.7 + noise(number, 8)) };
        let text = format!("{outcome} {}", Unit::Seconds.text(time));
        Bar { name: name.to_owned(), value: Some(time), text, tone }
    };
    let mut bars: Vec<Bar> = METHODS.iter().enumerate().map(bar).collect();
    for name in ["sat", "dynamic programming", "a method with quite a long name"] {
        let (name, text) = (name.to_owned(), "does not take this problem".to_owned());
        bars.push(Bar { name, value: None, text, tone: Tone::Quiet });
    }
    BarChart {
        title: "Every method on 8x8".to_owned(),
        subtitle: "any tour from a1, at most 1 s each".to_owned(),
        axis: Axis::log("time", Unit::Seconds),
        bars,
    }
}
