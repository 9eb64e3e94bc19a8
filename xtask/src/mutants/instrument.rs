//! Turns mutants into branches of the source text.

use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Mutant;

/// A source text with a branch for each mutant.
pub(crate) struct Instrumented {
    pub(crate) text: String,
    /// First and last line of each branch, and its mutant.
    pub(crate) branches: Vec<(usize, usize, usize)>,
    /// Mutants that cannot be branches.
    pub(crate) skipped: Vec<usize>,
    /// Mutants that are not Rust, such as `a || let Some(b) = c`.
    pub(crate) invalid: Vec<usize>,
}

/// Instruments one file. Mutants are given with their numbers. Functions lose their `const`, except `constants`.
pub(crate) fn instrument(
    text: &str,
    mutants: &[(usize, &Mutant)],
    constants: &HashSet<String>,
) -> syn::Result<Instrumented> {
    let file = syn::parse_file(text)?;
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut by_place: HashMap<(usize, usize), Vec<(usize, &Mutant)>> = HashMap::new();
    for &(id, mutant) in mutants {
        let [start, _] = mutant.span;
        by_place.entry(start).or_default().push((id, mutant));
    }
    let mut visitor = Visitor {
        text,
        starts,
        by_place,
        constants,
        words: Vec::new(),
        functions: Vec::new(),
        is_const: false,
        has_rest: false,
        nodes: Vec::new(),
        invalid: Vec::new(),
    };
    visitor.visit_file(&file);
    visitor.function_bodies(mutants);
    let done: Vec<usize> =
        visitor.nodes.iter().flat_map(|node| node.branches.iter().map(|&(id, _)| id)).collect();
    let is_skipped = |id: &usize| !done.contains(id) && !visitor.invalid.contains(id);
    let skipped = mutants.iter().map(|&(id, _)| id).filter(is_skipped).collect();
    let mut text = text.to_owned();
    for &(start, end) in &visitor.words {
        text.replace_range(start..end, &" ".repeat(end - start));
    }
    let (text, branches) = write(&text, visitor.nodes);
    Ok(Instrumented { text, branches, skipped, invalid: visitor.invalid })
}

/// How the branches of a node are written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Around an expression.
    Expression,
    /// At the start of a function body.
    Body,
    /// Behind the pattern of a match arm without a guard, which is empty text.
    NewGuard,
    /// Around the guard of a match arm that may be taken out.
    Guard,
    /// Before the guard of a match arm with `let` in it, which is empty text.
    LetGuard,
    /// Around the body of a function that returns an iterator.
    Iterator,
}

/// A part of the text with its mutants.
struct Node {
    start: usize,
    end: usize,
    form: Form,
    /// Number and text of each mutant.
    branches: Vec<(usize, String)>,
}

struct Visitor<'a> {
    text: &'a str,
    starts: Vec<usize>,
    by_place: HashMap<(usize, usize), Vec<(usize, &'a Mutant)>>,
    /// Functions that stay `const`.
    constants: &'a HashSet<String>,
    /// Bodies of the functions that are not `const`.
    functions: Vec<(usize, usize)>,
    is_const: bool,
    /// True if the innermost match has an arm for everything.
    has_rest: bool,
    /// The words `const` that are taken out.
    words: Vec<(usize, usize)>,
    nodes: Vec<Node>,
    invalid: Vec<usize>,
}

impl<'a> Visitor<'a> {
    fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.starts[line - 1];
        let rest = &self.text[start..];
        start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    }

    fn range(&self, span: Span) -> (usize, usize) {
        let (start, end) = (span.start(), span.end());
        (self.offset(start.line, start.column), self.offset(end.line, end.column))
    }

    fn mutants_at(&self, span: Span, genre: &str) -> Vec<(usize, &'a Mutant)> {
        if self.is_const {
            return Vec::new();
        }
        let start = span.start();
        let here = self.by_place.get(&(start.line, start.column + 1)).into_iter().flatten();
        here.copied().filter(|(_, mutant)| mutant.genre == genre).collect()
    }

    /// A branch for each mutant of an operator.
    fn operator(&mut self, whole: Span, operator: Span, genre: &str) {
        let mutants = self.mutants_at(operator, genre);
        let ((start, end), (from, to)) = (self.range(whole), self.range(operator));
        let branches: Vec<_> = mutants
            .into_iter()
            .map(|(id, mutant)| {
                (
                    id,
                    format!(
                        "{}{}{}",
                        &self.text[start..from],
                        mutant.replacement,
                        &self.text[to..end]
                    ),
                )
            })
            .collect();
        self.push(start, end, Form::Expression, branches);
    }

    fn push(&mut self, start: usize, end: usize, form: Form, branches: Vec<(usize, String)>) {
        if !branches.is_empty() {
            self.nodes.push(Node { start, end, form, branches });
        }
    }

    fn within(&mut self, is_const: bool, visit: impl FnOnce(&mut Self)) {
        let before = self.is_const;
        self.is_const |= is_const;
        visit(self);
        self.is_const = before;
    }

    /// Notes a function. Returns true if it stays `const`.
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) -> bool {
        let word = signature.constness.as_ref();
        if word.is_some() && self.constants.contains(&signature.ident.to_string()) {
            return true;
        }
        if let Some(word) = word {
            self.words.push(self.range(word.span()));
        }
        if !self.is_const {
            self.functions.push(self.range(block.span()));
        }
        false
    }

    /// Mutants that replace a whole body: the innermost function around the start of their span has it.
    fn function_bodies(&mut self, mutants: &[(usize, &Mutant)]) {
        let mut bodies: HashMap<(usize, usize), Vec<(usize, String)>> = HashMap::new();
        for (id, mutant) in mutants.iter().filter(|(_, mutant)| mutant.genre == "FnValue") {
            let (line, column) = mutant.span[0];
            let at = self.offset(line, column - 1);
            let around = self.functions.iter().filter(|(start, end)| (*start..*end).contains(&at));
            if let Some(&body) = around.min_by_key(|(start, end)| end - start) {
                bodies.entry(body).or_default().push((*id, mutant.replacement.clone()));
            }
        }
        for ((start, end), branches) in bodies {
            // All branches of a function that returns `impl Iterator` need the same type.
            if !branches[0].1.starts_with("::std::iter::") {
                self.push(start + 1, end, Form::Body, branches);
            } else if !self.text[start..end].contains("return") {
                self.push(start + 1, end - 1, Form::Iterator, branches);
            }
        }
    }
}

/// An expression with `let` in it, as in a chain of conditions, cannot be put in parentheses.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let is_const = self.function(&item.sig, &item.block);
        self.within(is_const, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let is_const = self.function(&item.sig, &item.block);
        self.within(is_const, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.within(true, |this| visit::visit_item_const(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.within(true, |this| visit::visit_impl_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.within(true, |this| visit::visit_item_static(this, item));
    }

    fn visit_type(&mut self, item: &'ast syn::Type) {
        // The length of an array is a constant.
        self.within(true, |this| visit::visit_type(this, item));
    }

    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
        self.within(true, |this| this.visit_expr(&item.len));
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        if !has_let(&item.left) && !has_let(&item.right) {
            self.operator(item.span(), item.op.span(), "BinaryOperator");
        } else {
            let mutants = self.mutants_at(item.op.span(), "BinaryOperator");
            self.invalid.extend(mutants.into_iter().map(|(id, _)| id));
        }
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        self.operator(item.span(), item.op.span(), "UnaryOperator");
        visit::visit_expr_unary(self, item);
    }

    fn visit_expr_struct(&mut self, item: &'ast syn::ExprStruct) {
        let (start, end) = self.range(item.span());
        for field in &item.fields {
            let mutants = self.mutants_at(field.span(), "StructField");
            let without = |(id, mutant): (usize, &Mutant)| {
                let [from, to] = mutant.span.map(|(line, column)| self.offset(line, column - 1));
                (id, format!("{}{}", &self.text[start..from], &self.text[to..end]))
            };
            let branches = mutants.into_iter().map(without).collect();
            self.push(start, end, Form::Expression, branches);
        }
        visit::visit_expr_struct(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        let before = self.has_rest;
        self.has_rest = item.arms.iter().any(|arm| {
            arm.guard.is_none() && matches!(arm.pat, syn::Pat::Wild(_) | syn::Pat::Ident(_))
        });
        visit::visit_expr_match(self, item);
        self.has_rest = before;
    }

    fn visit_arm(&mut self, item: &'ast syn::Arm) {
        // Without an arm for everything, the match would not be exhaustive.
        let mut gone = self.mutants_at(item.span(), "MatchArm");
        gone.retain(|_| self.has_rest);
        let gone: Vec<_> = gone.into_iter().map(|(id, _)| (id, "false".to_owned())).collect();
        match &item.guard {
            None => {
                let (_, end) = self.range(item.pat.span());
                self.push(end, end, Form::NewGuard, gone);
            }
            Some((_, guard)) if !has_let(guard) => {
                let (start, end) = self.range(guard.span());
                let changed = self.mutants_at(guard.span(), "MatchArmGuard");
                let changed =
                    changed.into_iter().map(|(id, mutant)| (id, mutant.replacement.clone()));
                self.push(start, end, Form::Guard, gone.into_iter().chain(changed).collect());
            }
            Some((_, guard)) => {
                let (start, _) = self.range(guard.span());
                let changed = self.mutants_at(guard.span(), "MatchArmGuard");
                // Without `let`, the arm has no value for its names.
                let (taken, never): (Vec<_>, Vec<_>) =
                    changed.into_iter().partition(|(_, mutant)| mutant.replacement == "true");
                self.invalid.extend(taken.into_iter().map(|(id, _)| id));
                let never = never.into_iter().map(|(id, _)| (id, "false".to_owned()));
                self.push(start, start, Form::LetGuard, gone.into_iter().chain(never).collect());
            }
        }
        visit::visit_arm(self, item);
    }
}

/// Writes the text with the branches of all nodes. A node's own text stays, with the nodes in it, as the last
/// branch; the other branches have the text of the source.
fn write(text: &str, mut nodes: Vec<Node>) -> (String, Vec<(usize, usize, usize)>) {
    // At one place an outer node starts first and ends last.
    nodes.sort_by_key(|node| (node.start, std::cmp::Reverse(node.end), node.form != Form::Guard));
    let mut out = Output { text: String::new(), lines: 1, branches: Vec::new() };
    let mut open: Vec<(usize, &'static str)> = Vec::new();
    let mut at = 0;
    for node in &nodes {
        while let Some(&(end, suffix)) = open.last().filter(|(end, _)| *end <= node.start) {
            out.push(&text[at..end]);
            out.push(suffix);
            at = end;
            open.pop();
        }
        out.push(&text[at..node.start]);
        at = node.start;
        let suffix = out.start(node);
        if node.start == node.end {
            out.push(suffix);
        } else {
            open.push((node.end, suffix));
        }
    }
    while let Some((end, suffix)) = open.pop() {
        out.push(&text[at..end]);
        out.push(suffix);
        at = end;
    }
    out.push(&text[at..]);
    (out.text, out.branches)
}

/// The type of all branches of a function that returns an iterator.
const EITHER: &str = "crate::mutant_switch::Either";

struct Output {
    text: String,
    lines: usize,
    branches: Vec<(usize, usize, usize)>,
}

impl Output {
    fn push(&mut self, text: &str) {
        self.lines += text.matches('\n').count();
        self.text.push_str(text);
    }

    /// Writes the branches of a node, each on lines of its own. Returns what belongs behind the node.
    fn start(&mut self, node: &Node) -> &'static str {
        let asked: Vec<String> = node
            .branches
            .iter()
            .map(|(id, _)| format!("crate::mutant_switch::is_active({id})"))
            .collect();
        if node.form == Form::NewGuard {
            self.push(" if true");
        }
        if matches!(node.form, Form::Expression | Form::Guard) {
            self.push("(");
        }
        for (condition, (id, branch)) in asked.iter().zip(&node.branches) {
            match node.form {
                Form::Body => self.push(&format!(" if {condition} {{ return \n")),
                Form::NewGuard => self.push(&format!(" && !({condition}) \n")),
                Form::LetGuard => self.push(&format!("!({condition}) && \n")),
                Form::Expression | Form::Guard => self.push(&format!("if {condition} {{\n")),
                Form::Iterator => {
                    self.push(&format!(" if {condition} {{ {EITHER}::Mutant(Vec::from_iter(\n"));
                }
            }
            let first = self.lines;
            if !matches!(node.form, Form::NewGuard | Form::LetGuard) {
                self.push(branch);
                self.push("\n");
            }
            self.branches.push((first, self.lines - 1, *id));
            match node.form {
                Form::Body => self.push("; }"),
                Form::NewGuard | Form::LetGuard => {}
                Form::Expression | Form::Guard => self.push("} else "),
                Form::Iterator => self.push(").into_iter()) } else "),
            }
        }
        match node.form {
            Form::Body | Form::NewGuard | Form::LetGuard => "",
            Form::Expression | Form::Guard => {
                self.push("{");
                "})"
            }
            Form::Iterator => {
                self.push(&format!("{{ {EITHER}::Source({{"));
                "}) }"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(genre: &str, replacement: &str, line: usize, column: usize) -> Mutant {
        Mutant {
            name: String::new(),
            file: String::new(),
            genre: genre.to_owned(),
            replacement: replacement.to_owned(),
            span: [(line, column), (line, column + 1)],
            key: String::new(),
        }
    }

    #[test]
    fn every_kind_of_mutant_becomes_a_branch() {
        let text = "fn f(a: u32) -> u32 {\n    match a {\n        1 if !x => a + a * 2,\n        _ => 0,\n    }\n}\n";
        let mutants = [
            mutant("FnValue", "7", 2, 5),
            mutant("MatchArm", "", 3, 9),
            mutant("MatchArmGuard", "true", 3, 14),
            mutant("UnaryOperator", "", 3, 14),
            mutant("BinaryOperator", "-", 3, 22),
            mutant("BinaryOperator", "/", 3, 26),
        ];
        let numbered: Vec<_> = (1..).zip(&mutants).collect();
        let made = instrument(text, &numbered, &HashSet::new()).expect("it parses");
        assert!(made.skipped.is_empty(), "{:?}", made.skipped);
        assert_eq!(made.branches.len(), 6);
        syn::parse_file(&made.text).expect("still Rust");
        let lines: Vec<&str> = made.text.lines().collect();
        let branch = |id| {
            let &(first, last, _) =
                made.branches.iter().find(|branch| branch.2 == id).expect("there");
            lines[first - 1..last].join(" ")
        };
        assert_eq!(branch(1), "7");
        assert_eq!(branch(4), "x");
        assert_eq!(branch(5), "a - a * 2");
        assert_eq!(branch(6), "a / 2");
    }

    #[test]
    fn fields_iterators_and_conditions_with_let() {
        let text = "fn f() -> S {\n    S { a: 1, ..g() }\n}\nfn h() -> impl Iterator<Item = u32> {\n    0..3\n}\n\
            fn k(a: u32) -> u32 {\n    match a {\n        b if let Some(c) = m(b) => c,\n        _ if a > 1 && let Some(d) = m(a) => d,\n        _ => 0,\n    }\n}\n";
        let field = Mutant { span: [(2, 9), (2, 14)], ..mutant("StructField", "", 2, 9) };
        let mutants = [
            field,
            mutant("FnValue", "::std::iter::empty()", 5, 5),
            mutant("MatchArmGuard", "false", 9, 14),
            mutant("MatchArmGuard", "true", 9, 14),
            mutant("BinaryOperator", "||", 10, 20),
            mutant("BinaryOperator", "<", 10, 16),
        ];
        let numbered: Vec<_> = (1..).zip(&mutants).collect();
        let made = instrument(text, &numbered, &HashSet::new()).expect("it parses");
        assert_eq!((made.skipped, made.invalid), (vec![], vec![4, 5]));
        assert_eq!(made.branches.len(), 4);
        syn::parse_file(&made.text).expect("still Rust");
        for part in [
            "S {  ..g() }",
            "Vec::from_iter(\n::std::iter::empty()\n)",
            "!(crate::mutant_switch::is_active(3)) && \nlet Some(c)",
            "a < 1\n",
        ] {
            assert!(made.text.contains(part), "{}", made.text);
        }
    }

    #[test]
    fn constants_are_skipped() {
        let text = "const fn f(a: u32) -> u32 { a + 1 }\n";
        let plus = mutant("BinaryOperator", "-", 1, 31);
        let constants = HashSet::from(["f".to_owned()]);
        let made = instrument(text, &[(1, &plus)], &constants).expect("it parses");
        assert_eq!((made.text.as_str(), made.skipped), (text, vec![1]));
        let made = instrument(text, &[(1, &plus)], &HashSet::new()).expect("it parses");
        assert!(made.text.starts_with("      fn f") && made.skipped.is_empty());
    }
}
