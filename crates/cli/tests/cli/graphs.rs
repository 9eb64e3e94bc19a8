//! Graphs as boards: files in every format, known graphs, and the commands that need files and ranks.

use std::fs;

use tempfile::tempdir;

use crate::support::{json, run, stderr, stdout};

/// Returns the standard output of a line with this exit code.
fn out(line: &str, code: i32) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
    stdout(&output)
}

/// Cubic, planar and other graphs that are known to have no Hamiltonian cycle.
#[test]
fn known_graphs_have_no_cycle_and_the_certificates_hold() {
    let folder = tempdir().expect("a folder");
    for name in ["petersen.g6", "coxeter.s6", "tutte.col", "herschel.edges"] {
        let file = folder.path().join(name).with_extension("json");
        let line = format!("solve @data/graphs/{name} --closed --json -o {}", file.display());
        out(&line, 1);
        let checked = out(&format!("check-proof {}", file.display()), 0);
        assert!(checked.starts_with("holds: "), "{name}: {checked}");
    }
    // All but the last have Hamiltonian paths, which the reader takes back.
    for name in ["petersen.g6", "coxeter.s6", "tutte.col"] {
        let file = folder.path().join(name).with_extension("squares");
        out(&format!("solve @data/graphs/{name} --quiet -o {}", file.display()), 0);
        out(&format!("check {}", file.display()), 0);
    }
}

#[test]
fn known_numbers_of_cycles_are_counted() {
    for (name, cycles) in [
        ("dodecahedron.hcp", "30"),
        ("icosahedron.graphml", "1280"),
        ("tesseract.json", "1344"),
        ("petersen.g6", "0"),
        ("coxeter.s6", "0"),
        ("herschel.edges", "0"),
    ] {
        let object = json(&run(&format!("count @data/graphs/{name} --closed --json")));
        assert_eq!(object["count"], cycles, "{name}");
    }
    // A complete graph of n vertices has (n-1)!/2 cycles and n! directed paths.
    let (mut edges, mut cycles, mut paths) = (vec!["1".to_owned()], 1_u64, 1_u64);
    for n in 2..=8_u64 {
        edges.extend((1..n).map(|other| format!("{n}-{other}")));
        (cycles, paths) = (cycles * (n - 1), paths * n);
        let graph = format!("graph:{}", edges.join(","));
        if n > 2 {
            let object = json(&run(&format!("count {graph} --closed --json")));
            assert_eq!(object["count"], (cycles / 2).to_string(), "{n}");
        }
        let object = json(&run(&format!("count {graph} --json")));
        assert_eq!(object["count"], paths.to_string(), "{n}");
    }
}

/// 906,545,760 undirected Hamiltonian cycles of the five-dimensional cube.
#[test]
#[ignore = "takes minutes"]
fn cycles_of_the_five_dimensional_cube_are_counted() {
    let vertex = |v: u32| {
        (1..=5_u32)
            .fold(String::new(), |name, bit| name + if v >> (bit - 1) & 1 == 1 { "1" } else { "0" })
    };
    let edges =
        (0..32_u32).flat_map(|v| (0..5).map(move |bit| (v, v ^ 1 << bit)).filter(|(v, w)| v < w));
    let edges: Vec<String> = edges.map(|(v, w)| format!("{}-{}", vertex(v), vertex(w))).collect();
    let object = json(&run(&format!("count graph:{} --closed --json", edges.join(","))));
    assert_eq!(object["count"], "906545760");
}

#[test]
fn every_command_takes_a_graph() {
    let pentagon = "graph:a-b,b-c,c-d,d-e,e-a";
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(
        out(&format!("solve {pentagon} --closed --from a --quiet"), 0).lines().last(),
        Some("a b c d e")
    );
    assert_eq!(json(&run(&format!("count {pentagon} --json")))["count"], "10");
    assert_eq!(
        json(&run(&format!("list {pentagon} --json")))["tours"].as_array().map(Vec::len),
        Some(10)
    );
    assert_eq!(
        out(&format!("list {pentagon} --from a"), 0)
            .lines()
            .filter(|line| line.starts_with('a'))
            .count(),
        2
    );
    assert!(out(&format!("sample {pentagon} -n 3"), 0).lines().count() >= 3);
    let made = path("tour.json");
    out(&format!("unrank {pentagon} 7 -o {made}"), 0);
    assert!(out(&format!("rank {made}"), 0).starts_with("7 of 10"));
    let starts = out(&format!("starts {pentagon}"), 0);
    assert!(
        starts.ends_with("a yes\nb yes\nc yes\nd yes\ne yes\n")
            || starts.contains("5 of 5 vertices"),
        "{starts}"
    );
    let star = "graph:m-a,m-b,m-c";
    assert!(
        out(&format!("longest {star} --format squares"), 0)
            .lines()
            .last()
            .is_some_and(|line| line.split(' ').count() == 3)
    );
    assert!(out(&format!("compare {pentagon} --methods backtracking,exact"), 0).contains("exact"));
    assert!(out(&format!("graph {pentagon}"), 0).contains("edges      5\n"));
    assert!(
        out(&format!("puzzle unique {pentagon} --clue a=1 --clue b=2"), 0).starts_with("unique: ")
    );
    assert!(
        out(&format!("puzzle unique {pentagon} --clue a=1"), 1)
            .starts_with("several solutions: step 2 can be ")
    );
    // A TSPLIB tour numbers the vertices; the board comes from its comment or from the option.
    let tour = path("t.tour");
    out(&format!("solve {pentagon} --quiet -o {tour}"), 0);
    out(&format!("check {tour}"), 0);
    let text: String = fs::read_to_string(&tour)
        .expect("a file")
        .lines()
        .filter(|line| !line.starts_with("COMMENT"))
        .fold(String::new(), |text, line| text + line + "\n");
    fs::write(&tour, text).expect("a file");
    out(&format!("check {tour} --board {pentagon}"), 0);
    let names = path("names.txt");
    fs::write(&names, "a b c\nd e\n").expect("a file");
    assert!(
        out(&format!("check {names} --board {pentagon}"), 0)
            .contains("closed tour of a graph of 5 vertices")
    );
    fs::write(&names, "a c b d e\n").expect("a file");
    assert!(
        out(&format!("check {names} --board {pentagon}"), 1).contains("from a to c is no move")
    );
}

#[test]
fn fixed_edges_of_a_file_are_required() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("k4.hcp");
    let text = "NAME : k4\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n\
                1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n-1\nFIXED_EDGES_SECTION\n1 2\n-1\nEOF\n";
    fs::write(&path, text).expect("a file");
    let object = json(&run(&format!("count @{} --closed --json", path.display())));
    assert_eq!(object["count"], "2", "of three cycles, two use the edge 1-2");
    assert_eq!(object["problem"]["use"][0], "1-2");
}

#[test]
fn commands_for_files_and_ranks_refuse_graphs() {
    let graph = "graph:a-b,b-c,c-a";
    for (line, words) in [
        (format!("solve {graph} --format grid"), "grid: needs files and ranks"),
        (format!("solve {graph} -o t.svg"), "svg: needs files and ranks"),
        (format!("solve {graph} -o t.csv"), "csv: needs files and ranks"),
        (format!("solve {graph} --format moves"), "moves: needs files and ranks"),
        (format!("solve {graph} --method construct"), "construct"),
        (format!("solve {graph} --leaper 1,2"), "--leaper: the moves of a graph are its edges"),
        (format!("solve {graph} --piece king"), "--piece: the moves of a graph are its edges"),
        (format!("solve {graph} --from z"), "--from: the graph has no vertex 'z'"),
        (format!("solve {graph} --use a-z"), "--use: the graph has no vertex 'z'"),
        (
            "solve graph:a-b,b-c --use a-c".to_owned(),
            "--use: the graph has no edge between a and c",
        ),
        ("solve graph:a-a".to_owned(), "an edge joins vertex a to itself"),
        ("solve graph:a-b,b-a".to_owned(), "the edge a-b is given twice"),
        (format!("locate {graph} --step 1"), "a graph of 3 vertices"),
        (format!("puzzle make {graph}"), "puzzle make: needs squares with files and ranks"),
        (format!("watch {graph} --plain"), "watch: needs squares with files and ranks"),
        (
            format!("puzzle letters ABC {graph}"),
            "puzzle letters: needs squares with files and ranks",
        ),
        (format!("play {graph}"), "play: needs squares with files and ranks"),
        (format!("list {graph} --format grid"), "grid: needs files and ranks"),
        (format!("count {graph} --classes"), "--classes"),
    ] {
        let output = run(&line);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains(words) && error.lines().count() == 1, "{line}: {error}");
    }
}
