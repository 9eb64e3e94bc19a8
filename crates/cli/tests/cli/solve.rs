//! Outcomes, exit codes, formats, traces, limits.

use std::io::Read;
use std::process::Stdio;

use crate::support::{caracole, json, run, stderr, stdout};

#[test]
fn alone_it_shows_a_tour_and_where_to_go_on() {
    let output = run("");
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert_eq!(text.lines().take(8).flat_map(str::split_whitespace).count(), 64);
    assert!(text.contains("caracole --help"));
}

#[test]
fn the_three_answers_have_their_exit_codes() {
    for (line, code, word) in [
        ("solve 8x8", 0, "found"),
        ("solve 8x8 --closed --from e4", 0, "found"),
        ("solve 8x8 --open --from e4", 0, "found"),
        ("solve 1x1", 0, "found"),
        ("solve 4x4", 1, "impossible"),
        ("solve 7x7 --closed", 1, "impossible"),
        ("solve 4294967295x4294967295 --closed", 1, "impossible"),
        ("solve 8x8-a1,h8", 1, "impossible"),
        ("solve 5x5 --method brute-force --from b1", 1, "impossible"),
        ("solve 8x8 --method backtracking --max-steps 1000", 3, "unknown"),
        ("solve 12x12 --method backtracking --timeout 50ms", 3, "unknown"),
        ("solve 1000x1000 --method warnsdorff --memory 1M", 3, "unknown"),
        ("solve 4294967295x4294967295 --from a1", 3, "unknown"),
    ] {
        let output = run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
        let object = json(&output);
        assert_eq!(object["outcome"], word, "{line}");
        assert_eq!(object["schema"], "caracole.outcome/2", "{line}");
        match word {
            "impossible" => {
                assert!(object["reason"]["text"].is_string(), "{line}");
                assert_eq!(object["certificate"]["kind"], object["reason"]["kind"], "{line}");
                // The steps of a plain search are not recorded.
                let is_search = object["reason"]["kind"] == "exhausted";
                assert_eq!(object["checked"], !is_search, "{line}");
            }
            "unknown" => assert!(object["stopped_by"].is_string(), "{line}"),
            _ => assert_eq!(object["squares"][0].as_str().map(str::is_empty), Some(false)),
        }
        // And in words.
        let output = run(line);
        assert_eq!(output.status.code(), Some(code), "{line}");
        if word != "found" {
            assert!(stdout(&output).starts_with(&format!("{word}: ")), "{line}");
            let lines: Vec<_> = stdout(&output).lines().map(str::to_owned).collect();
            if object["checked"] == false {
                let why = "  not checked: the reason is a search, whose steps were not recorded";
                assert_eq!(lines[1..], [why], "{line}");
            } else {
                assert_eq!(lines.len(), 1, "{line}");
            }
        }
    }
}

#[test]
fn the_reason_names_the_squares() {
    let text = stdout(&run("solve 6x5 --from b3 --to c3"));
    assert_eq!(
        text,
        "impossible: 6x5: a tour with one end on b3 must have the other on a1 or a5, \
         because both of those corners need b3\n"
    );
}

#[test]
fn plain_warnsdorff_fails_exactly_where_people_say() {
    // Orders of the classic programs, which count rows from the top; the squares likewise.
    for (order, failing) in [("34567812", "c4"), ("12345678", "e3")] {
        for file in 'a'..='h' {
            for rank in 1..=8 {
                let from = format!("{file}{rank}");
                let line = format!("solve 8x8 --method warnsdorff --order {order} --from {from}");
                let output = run(&line);
                let code = if from == failing { 3 } else { 0 };
                assert_eq!(output.status.code(), Some(code), "{line}");
                if from == failing {
                    assert!(stdout(&output).contains("of 64 squares from"), "{}", stdout(&output));
                }
            }
        }
    }
}

#[test]
fn a_trace_has_every_visit_and_every_backtrack() {
    let text = stdout(&run("solve 5x5 --method backtracking --from a5 --trace"));
    let visits = text.lines().filter(|line| line.starts_with("visiting ")).count();
    let backtracks = text.lines().filter(|line| line.starts_with("backtracking to ")).count();
    // 25 squares are visited and not left again.
    assert_eq!(visits, backtracks + 25);
    assert!(backtracks > 0);

    let text = stdout(&run("solve 5x5 --method backtracking --from a5 --jsonl"));
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (outcome, events) = lines.split_last().expect("lines");
    let count = |event| events.iter().filter(|line| line["event"] == event).count();
    assert_eq!(count("visit"), visits);
    assert_eq!(count("backtrack"), backtracks);
    assert_eq!(outcome["stats"]["steps"], visits - 1);
    assert_eq!(outcome["stats"]["backtracks"], backtracks);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let line = "solve 20x20 --method warnsdorff --tie random --seed 7";
    assert_eq!(stdout(&run(line)), stdout(&run(line)));
    assert_ne!(stdout(&run(line)), stdout(&run(&line.replace("seed 7", "seed 8"))));
    let drawn = run("solve 6x6 --method warnsdorff --tie random --seed random");
    assert!(stderr(&drawn).starts_with("seed "), "{}", stderr(&drawn));
}

#[test]
fn the_answer_says_how_the_tour_looks() {
    let object = json(&run("solve 16x12 --look braided --json"));
    assert_eq!(object["look"], "braided");
    assert!(object.get("mix").is_none());
    let object = json(&run("solve 16x12 --mix 5 --json"));
    assert_eq!(object["mix"], 5);
    assert!(object.get("look").is_none());
}

#[test]
fn every_format_is_written_and_what_can_be_read_is_a_tour() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, readable) in [
        ("tour.txt", true),
        ("tour.squares", true),
        ("tour.json", true),
        ("tour.moves", true),
        ("tour.tour", true),
        ("tour.csv", false),
    ] {
        let path = folder.path().join(name);
        let output = caracole(["solve", "7x6-a1,b1", "-o"]).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stdout(&output));
        assert!(path.exists(), "{name}");
        if readable {
            let output = caracole(["check"]).arg(&path).output().expect("runs");
            assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
            let output = caracole(["convert"]).arg(&path).output().expect("runs");
            assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        }
    }
    for format in ["tsplib", "dimacs", "dot", "graph6", "graphml", "json"] {
        let output = run(&format!("graph 5x5 --format {format}"));
        assert_eq!(output.status.code(), Some(0), "{format}: {}", stderr(&output));
        assert!(!stdout(&output).is_empty(), "{format}");
    }
}

#[test]
fn graphs_go_from_one_format_to_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let (hcp, graph6, back) =
        (folder.path().join("a.hcp"), folder.path().join("a.g6"), folder.path().join("b.hcp"));
    let run = |args: &[&str], from: Option<&std::path::Path>, to: &std::path::Path| {
        let output = caracole(args).args(from).arg("-o").arg(to).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    run(&["graph", "5x6-a1"], None, &hcp);
    run(&["convert"], Some(&hcp), &graph6);
    run(&["convert"], Some(&graph6), &back);
    let edges = |path: &std::path::Path| {
        let text = std::fs::read_to_string(path).expect("a file");
        let mut edges: Vec<String> = text
            .lines()
            .filter(|line| line.starts_with(char::is_numeric))
            .map(str::to_owned)
            .collect();
        edges.sort();
        edges
    };
    assert_eq!(edges(&hcp), edges(&back));
    assert_eq!(edges(&hcp).len(), 2 * (4 * 4 + 3 * 5) - 2);
}

#[test]
fn numbering_from_0() {
    let from_1 = stdout(&run("solve 5x5"));
    let from_0 = stdout(&run("solve 5x5 --base 0"));
    let numbers = |text: &str| -> Vec<u32> {
        text.split_whitespace().map(|word| word.parse().expect("a number")).collect()
    };
    let lowered: Vec<u32> = numbers(&from_1).iter().map(|number| number - 1).collect();
    assert_eq!(numbers(&from_0), lowered);
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    for line in
        ["solve 300x300", "solve 8x8 --method backtracking --trace", "graph 50x50 --format dot"]
    {
        let mut child = caracole(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut some = [0; 100];
        child.stdout.take().expect("piped").read_exact(&mut some).expect("some bytes");
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    }
}

#[test]
fn shapes_come_from_files_and_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shape.txt");
    let shape = ".xxx....\n.x.xx...\n.xxxxxxx\nxxx..x.x\nx.x..xxx\nSxxxxxx.\n..xx.x..\n...xxx..\n";
    std::fs::write(&path, shape).expect("a file");
    let board = format!("@{}", path.display());
    let output = caracole(["solve", &board, "--json"]).output().expect("runs");
    let object = json(&output);
    assert_eq!(object["outcome"], "found");
    assert_eq!(object["squares"][0], "a3");
    assert_eq!(object["squares"].as_array().map(Vec::len), Some(36));
}

/// A ring of eight dark pixels round a bright one, which has a closed tour.
fn ring() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 3);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[0, 0, 0, 0, 255, 0, 0, 0, 0]).expect("nine pixels");
    writer.finish().expect("an end");
    bytes
}

#[test]
fn shapes_come_from_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first bytes tell that it is a picture, so the name may be any.
    for name in ["ring.png", "ring.txt"] {
        let path = folder.path().join(name);
        std::fs::write(&path, ring()).expect("a file");
        let board = format!("@{}", path.display());
        let output = caracole(["solve", &board, "--closed", "--json"]).output().expect("runs");
        assert_eq!(json(&output)["problem"]["board"], "3x3-b2", "{name}");
        assert_eq!(json(&output)["outcome"], "found", "{name}");
    }
    let mut command = caracole(["solve", "@-", "--json"]);
    let file = std::fs::File::open(folder.path().join("ring.png")).expect("the file");
    let output = command.stdin(file).output().expect("runs");
    assert_eq!(json(&output)["squares"].as_array().map(Vec::len), Some(8));
}

#[test]
fn starts_of_boards_without_a_theorem_are_tried() {
    let object = json(&run("starts 4x4-a1,d1,a4,d4 --json"));
    let count = object["count"].as_u64().expect("a number");
    assert!(count > 0, "twelve squares, and a classroom favourite");
    assert_eq!(object["starts"].as_array().map(|all| all.len() as u64), Some(count));
    let vast = json(&run("starts 4294967295x4294967295 --json"));
    assert_eq!(vast["count"], "9223372032559808513");
}

#[test]
fn colour_comes_when_it_is_wanted() {
    for (line, is_coloured) in [
        ("solve 4x4", false),
        ("solve 4x4 --color always", true),
        ("starts 3x4 --color never", false),
    ] {
        assert_eq!(stdout(&run(line)).contains('\u{1b}'), is_coloured, "{line}");
    }
}

/// Every method that takes a seed gives another tour for another seed, and the same for the same.
#[test]
fn a_seed_gives_its_own_tour() {
    for words in [
        "8x8",
        "8x8 --closed --from e4",
        "8x8 --open",
        "7x7 --from a1 --to g7",
        "300x300 --format moves",
        "8x8-a1,b1",
        "torus:6x6",
        "8x8 --knights 3",
        "8x8 --method construct",
        "20x20 --look braided",
        "8x8 --method exact",
        "20x20-a1,b1 --method patch",
        "8x8 --method warnsdorff --tie random --from a1",
        "8x8 --method warnsdorff --tie pohl --from a1",
        "5x5 --method ants --from a1",
        "6x6 --method neural --repair --attempts 50",
    ] {
        let tour = |seed: u32| stdout(&run(&format!("solve {words} --seed {seed} --quiet")));
        let tours: std::collections::HashSet<String> = (0..4).map(tour).collect();
        assert!(tours.len() > 2, "{words}");
        assert_eq!(tour(3), tour(3), "{words}");
        let plain = stdout(&run(&format!("solve {words} --quiet")));
        assert_eq!(plain, tour(0), "{words}: the default seed is 0");
    }
    let object = stdout(&run("solve 8x8 --seed 5 --json"));
    assert!(object.contains("\"seed\":5"), "{object}");
    let located = stdout(&run("locate 8x8 --seed 5 --step 64"));
    let last = stdout(&run("solve 8x8 --seed 5 --format squares --quiet"));
    let last = last.split_whitespace().last().unwrap_or_default().to_owned();
    assert!(located.contains(&last), "{located}: the last square is {last}");
}
