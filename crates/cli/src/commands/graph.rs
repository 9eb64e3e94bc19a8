//! `caracole graph`: the move graph, its facts, or the graph for other programs.

use caracole::formats::{Format, json, write_graph};
use caracole::{Board, GraphFacts, MoveGraph, Moves};

use crate::Exit;
use crate::args::GraphArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::problem;

pub(crate) fn run(args: &GraphArgs) -> Result<Exit, Failure> {
    let board = problem::board(&args.board)?.board;
    let piece = problem::piece(&args.leaper)?;
    // Facts unless a format is asked for by name or by a file's ending.
    let wants_facts =
        args.output.json || (args.output.format.is_none() && args.output.output.is_none());
    let format = if wants_facts { Format::Json } else { args.output.format_or(Format::Json)? };
    if format != Format::Json && !format.writes_graphs() {
        let why = "writes tours, not graphs: choose tsplib, dimacs, dot, graph6, graphml or json";
        return Err(Failure::of(format!("--format {format}"), why));
    }
    let output = Output::open(args.output.output.as_deref())?;
    let Some(graph) = MoveGraph::new(&board, &Moves::new(&piece, &board)) else {
        let most = MoveGraph::MAX_SQUARES;
        let why = format!("the graph holds every move, and is built for {most} squares at most");
        return Err(Failure::of(format!("a board of {} squares", board.len()), why));
    };
    if format == Format::Json {
        let facts = graph.facts();
        let object = json::graph_facts(&facts);
        let as_text = wants_facts && !args.output.json;
        output.write(|out| {
            let text = if as_text { words(&board, &facts) } else { format!("{object}\n") };
            Ok(out.write_all(text.as_bytes())?)
        })?;
    } else {
        output.write(|out| write_graph(out, &board, &graph, format))?;
    }
    Ok(Exit::Yes)
}

fn words(board: &Board, facts: &GraphFacts) -> String {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let degrees: Vec<String> =
        facts.degrees.iter().map(|(degree, squares)| format!("{squares} with {degree}")).collect();
    let colours = facts.colours.map_or("no: some moves keep the colour".to_owned(), |[a, b]| {
        format!("yes, {a} and {b} squares")
    });
    let rows = [
        ("board", board.to_string()),
        ("squares", facts.squares.to_string()),
        ("moves", facts.moves.to_string()),
        ("degrees", degrees.join(", ")),
        ("bipartite", colours),
        ("connected", yes(facts.connected).to_owned()),
    ];
    let lines: Vec<String> =
        rows.into_iter().map(|(name, value)| format!("{name:<11}{value}\n")).collect();
    lines.concat()
}
