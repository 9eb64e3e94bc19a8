use super::*;

fn message(text: &str, format: GraphFormat) -> String {
    read(text.as_bytes(), Some(format)).unwrap_err().to_string()
}

/// A path of three vertices in every format, with the names of the format.
#[test]
fn every_format_reads_the_same_path() {
    use GraphFormat::{Dimacs, EdgeList, Graph6, Graphml, Json, Sparse6, Tsplib};
    let graphml = "<?xml version='1.0'?><!-- <node id=\"z\"/> --><graphml><graph id='g' edgedefault='undirected'>\
                   <node id='a'><data key='k'>x</data></node><node id=\"b\"/><node id='c'/>\
                   <edge source='b' target='a'/><edge target='c' source='b'></edge></graph></graphml>";
    let tsplib = "NAME : p\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\n\
                  EDGE_DATA_SECTION\n1 2\n3 2\n-1\nEOF\n";
    let links = r#"{"directed":false,"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],
                    "links":[{"source":"a","target":"b"},{"source":"b","target":"c"}]}"#;
    for (text, format, expected) in [
        (tsplib, Tsplib, "1,2-1,3-2"),
        ("c a comment\np edge 3 2\ne 2 1\ne 2 3\n", Dimacs, "1,2-1,3-2"),
        ("p col 3 4\ne 2 1\ne 1 2\ne 2 3\ne 3 2\n", Dimacs, "1,2-1,3-2"),
        ("Bg\n", Graph6, "0,1-0,2-1"),
        (":Bd\n", Sparse6, "0,1-0,2-1"),
        ("# a comment\na b\nb,c\nc b {}\n", EdgeList, "a,b-a,c-b"),
        ("10 9\n9 2\n", EdgeList, "2,9-2,10-9"),
        (graphml, Graphml, "a,b-a,c-b"),
        (r#"{"vertices":["a","b","c"],"edges":[["a","b"],["c","b"]]}"#, Json, "a,b-a,c-b"),
        (r#"{"edges":[[1,2],[2,3]]}"#, Json, "1,2-1,3-2"),
        (links, Json, "a,b-a,c-b"),
    ] {
        let file = read(text.as_bytes(), Some(format)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.graph.to_string(), expected, "{format:?}");
        assert_eq!(file.fixed, [], "{format:?}");
        if format != EdgeList {
            assert_eq!(GraphFormat::recognise(text.as_bytes()), Some(format), "{text}");
        }
    }
    let edges = GraphFormat::recognise(b"# a comment\nwest east\neast north\n");
    assert_eq!(edges, Some(EdgeList));
}

#[test]
fn fixed_edges_are_required() {
    let text = "NAME : c\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n\
                1 2\n2 3\n3 4\n4 1\n1 3\n-1\nFIXED_EDGES_SECTION\n 2 1\n3 4\n-1\nEOF\n";
    let file = read(text.as_bytes(), None).unwrap();
    assert_eq!(file.fixed, [(1, 0), (2, 3)]);
    let problem = file.problem().unwrap();
    assert_eq!(problem.required().len(), 2);
    let other = text.replace("3 4\n-1\nEOF", "2 4\n-1\nEOF");
    let error = read(other.as_bytes(), None).unwrap_err().to_string();
    assert_eq!(error, "line 14, column 3: the fixed edge 2-4 is not an edge of the graph");
    let other = text.replace("3 4\n-1\nEOF", "3\n-1\nEOF");
    let error = read(other.as_bytes(), None).unwrap_err().to_string();
    assert!(error.ends_with("the last fixed edge has only one end, 3"), "{error}");
    let old = text.replace("FIXED_EDGES_SECTION", "FIXED_EDGES :");
    assert_eq!(read(old.as_bytes(), None).unwrap().fixed, [(1, 0), (2, 3)]);
}

#[test]
fn errors_name_the_place() {
    use GraphFormat::{Dimacs, EdgeList, Graphml, Json};
    for (text, format, expected) in [
        ("e 1 2\n", Dimacs, "line 1: the file has no p edge"),
        ("p edge 2 1\ne 1 3\n", Dimacs, "line 2: '3' is not a vertex: they run from 1 to 2"),
        (
            "p edge 2 1\nx\n",
            Dimacs,
            "line 2: 'x' is not a DIMACS line: they begin with c, p edge, or e",
        ),
        ("p edge 2 5\ne 1 2\n", Dimacs, "the file says 5 edges, but 1 lines with edges follow"),
        ("p edge 2 1\ne 1 1\n", Dimacs, "line 2: an edge joins vertex 1 to itself"),
        (
            "a b\na b c\n",
            EdgeList,
            "line 2: 'a b c' is not an edge: write the names of two vertices",
        ),
        ("a a\n", EdgeList, "line 1: an edge joins vertex a to itself"),
        (
            "a b=c\n",
            EdgeList,
            "'b=c' is not the name of a vertex: names have no white space and none of - , ; = ! # \" \\ < > &",
        ),
        ("<graphml></graphml>", Graphml, "the file has no <graph>"),
        ("<graphml><graph>", Graphml, "the file has no </graphml>"),
        ("<graphml><graph><node/>", Graphml, "line 1: <node> has no attribute id"),
        ("<graphml>\n<graph><node id=\"a", Graphml, "line 2: the text ends before '\"'"),
        (
            "<graphml><graph edgedefault='directed'>",
            Graphml,
            "line 1: the file has directed edges: one undirected graph is read",
        ),
        (
            "<graphml><graph><node id='a'/>\n<edge source='a' target='b'/></graph></graphml>",
            Graphml,
            "line 2: there is no vertex 'b' in the list of vertices",
        ),
        ("[]", Json, "graph: must be an object with vertices and edges"),
        (
            r#"{"edges":[["a"]]}"#,
            Json,
            "edges[0]: must be a list of pairs of vertices, such as [\"a\",\"b\"]",
        ),
        (r#"{"edges":[],"vertices":["a","a"]}"#, Json, "two vertices have the name 'a'"),
        (r#"{"edges":[["a","b"],["b","a"]]}"#, Json, "the edge a-b is given twice"),
        (
            r#"{"edges":[["a","b"]],"vertices":["a"]}"#,
            Json,
            "there is no vertex 'b' in the list of vertices",
        ),
        (
            r#"{"edges":[],"directed":true}"#,
            Json,
            "directed: must be false: the graph is undirected and simple",
        ),
        (
            r#"{"edges":[],"edge":1}"#,
            Json,
            "edge: must be left out: a graph has vertices and edges",
        ),
        (r#"{"edges":[]}"#, Json, "the graph has no vertices"),
    ] {
        assert_eq!(message(text, format), expected, "{text}");
    }
}
