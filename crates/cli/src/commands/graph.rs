//! `caracole graph`: the move graph, its facts, or the graph for other programs.

use caracole::board::{GraphFacts, MoveGraph, Moves};
use caracole::formats::{Format, json, write_graph};
use caracole::text::pluralize;
use caracole::{Board, Problem};
use clap::Args;

use crate::args::values::formats_of_graphs;
use crate::args::{BOARD, PieceArgs};
use crate::failure::Failure;
use crate::output::{Output, OutputArgs};
use crate::{Exit, memory, problem};

/// Show the graph of a board's moves, or write it for other programs
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole graph 8x8
  caracole graph 8x8-a1,h8 --json
  caracole graph 8x8 -o board.dot           for graphviz: neato -n2 -Tsvg board.dot
  caracole graph 8x8 --format tsplib        for LKH and concorde")]
pub(crate) struct GraphArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) piece: PieceArgs,
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = formats_of_graphs(), help_heading = "Output")]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn run(args: &GraphArgs) -> Result<Exit, Failure> {
    let typed = problem::board(&args.board)?;
    let (piece, board) = (typed.piece(&args.piece)?, typed.board);
    let format = args.output.format(args.format, Format::Json)?;
    if format != Format::Json && !format.writes_graphs() {
        let why = "holds tours, not graphs: choose tsplib, dimacs, dot, graph6, graphml or json";
        return Err(Failure::of(format, why));
    }
    let output = Output::open(args.output.output.as_deref())?;
    // Facts in words, unless something else is asked for by name or by a file's ending.
    let in_words = !args.output.json && args.format.is_none() && output.is_standard();
    // Building it takes up to 80 bytes a square.
    if board.len().saturating_mul(80) > memory::free().unwrap_or(memory::DEFAULT_LIMIT) {
        let why = "the graph holds every move, and there is not enough memory for it";
        return Err(Failure::of(format!("a board of {}", pluralize(board.len(), "square")), why));
    }
    let Some(graph) = MoveGraph::new(&board, &Moves::new(&piece, &board)) else {
        let most = MoveGraph::MAX_SQUARES;
        let why = format!("the graph holds every move, and is built for {most} squares at most");
        return Err(Failure::of(format!("a board of {}", pluralize(board.len(), "square")), why));
    };
    if format == Format::Json {
        let (facts, problem) = (graph.facts(), Problem::with_piece(board.clone(), piece));
        output.write(|out| {
            let object = json::graph_facts(&problem, &facts);
            let text = if in_words { words(&board, &facts) } else { format!("{object}\n") };
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
    let is_graph = board.graph().is_some();
    let (squares, moves) = if is_graph { ("vertices", "edges") } else { ("squares", "moves") };
    let why = if is_graph { "no" } else { "no: some moves keep the colour" };
    let colours =
        facts.colours.map_or(why.to_owned(), |[a, b]| format!("yes, {a} and {b} {squares}"));
    let rows = [
        ("board", board.title()),
        (squares, facts.squares.to_string()),
        (moves, facts.moves.to_string()),
        ("degrees", degrees.join(", ")),
        ("bipartite", colours),
        ("connected", yes(facts.connected).to_owned()),
    ];
    let lines: Vec<String> =
        rows.into_iter().map(|(name, value)| format!("{name:<11}{value}\n")).collect();
    lines.concat()
}
