//! Matches that say "all the others": whoever adds a variant to one of our enums must be led by the compiler to every place
//! that depends on it, and nobody should read a list of variants that matter to nothing.
//!
//! What counts is told by the text alone. A slice needs a `_` for the lengths that nobody means, and a guarded `_` lets the
//! compiler ask for the rest: both are left alone.

use crate::mutants::{places::for_tests, rust_files};
use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    path::Path,
};
use syn::{Expr, Pat, punctuated::Punctuated, spanned::Spanned, visit::Visit};

/// So many variants that only say nothing are a list of all the others.
const MANY: usize = 8;

/// Stands for any variant, where a macro makes them.
const ANY: &str = "*";

/// A match that says "all the others".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line of the arm.
    pub line: usize,
    /// What is wrong with it.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.text)
    }
}

/// What is wrong in the game crates of a tree, as `file:line: text`.
///
/// # Errors
/// When a file cannot be read or is not Rust.
pub fn in_tree(tree: &Path) -> Result<Vec<String>> {
    let games = sources(tree, "crates/games")?;
    let games: Vec<_> = games.into_iter().filter(|(path, _)| path.contains("/src/")).collect();
    let mut enums = Enums::default();
    for (path, source) in games.iter().chain(&sources(tree, "crates/core/src")?) {
        enums.gather(source).with_context(|| format!("cannot parse {path}"))?;
    }
    let mut all = Vec::new();
    for (path, source) in &games {
        let found = faults(source, &enums).with_context(|| format!("cannot parse {path}"))?;
        all.extend(found.iter().map(|fault| format!("{path}:{fault}")));
    }
    Ok(all)
}

/// The Rust files of a folder, by their paths from the tree.
fn sources(tree: &Path, folder: &str) -> Result<Vec<(String, String)>> {
    let mut list = Vec::new();
    for path in rust_files(&tree.join(folder))? {
        let source = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        list.push((path.strip_prefix(tree)?.to_string_lossy().replace('\\', "/"), source));
    }
    Ok(list)
}

/// What is wrong in a file, in the order of the text.
///
/// # Errors
/// When it is not Rust.
pub fn faults(source: &str, enums: &Enums) -> syn::Result<Vec<Fault>> {
    let mut finder = Finder { source, enums, this: None, found: Vec::new() };
    finder.visit_file(&syn::parse_file(source)?);
    finder.found.sort_by_key(|fault| fault.line);
    Ok(finder.found)
}

/// Our own enums with their variants.
#[derive(Clone, Debug, Default)]
pub struct Enums(BTreeMap<String, BTreeSet<String>>);

impl Enums {
    /// Adds those of a file, written out or made by a macro.
    ///
    /// # Errors
    /// When it is not Rust.
    pub fn gather(&mut self, source: &str) -> syn::Result<()> {
        self.visit_file(&syn::parse_file(source)?);
        Ok(())
    }

    fn has(&self, name: &str, variant: &str) -> bool {
        self.0.get(name).is_some_and(|all| all.contains(variant) || (all.contains(ANY) && is_name(variant)))
    }

    fn put(&mut self, name: String, variants: impl IntoIterator<Item = String>) {
        self.0.entry(name).or_default().extend(variants);
    }

    /// `enum Name … { … }` anywhere in the tokens of a macro; where it is only called, `Name { … }` will do.
    fn scan(&mut self, tokens: TokenStream, called: bool) {
        let mut tokens = tokens.into_iter().peekable();
        // The enum that has been named, and the word before.
        let (mut named, mut before) = (None, None);
        while let Some(token) = tokens.next() {
            let word = if let TokenTree::Ident(word) = &token { Some(word.to_string()) } else { None };
            if let (Some("enum"), Some(TokenTree::Ident(name))) = (word.as_deref(), tokens.peek()) {
                named = Some(name.to_string());
            }
            if let TokenTree::Group(group) = token {
                let name = named.take().or(before.take().filter(|name: &String| called && is_name(name)));
                match name {
                    Some(name) if group.delimiter() == Delimiter::Brace => {
                        self.put(name, variants(group.stream()));
                    }
                    Some(_) | None => self.scan(group.stream(), called),
                }
            }
            before = word;
        }
    }
}

impl<'ast> Visit<'ast> for Enums {
    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.put(node.ident.to_string(), node.variants.iter().map(|variant| variant.ident.to_string()));
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        self.scan(node.mac.tokens.clone(), node.ident.is_none());
    }
}

/// The variants in the braces of an enum. Where a macro fills them in, they may be any.
fn variants(tokens: TokenStream) -> Vec<String> {
    let mut list = Vec::new();
    let (mut begins, mut attribute) = (true, false);
    for token in tokens {
        match token {
            TokenTree::Punct(mark) => match mark.as_char() {
                '$' => return vec![ANY.into()],
                '#' => attribute = true,
                ',' => begins = true,
                _ => {}
            },
            TokenTree::Group(_) if attribute => attribute = false,
            TokenTree::Group(_) | TokenTree::Literal(_) => begins = false,
            TokenTree::Ident(name) => {
                if begins {
                    list.push(name.to_string());
                }
                begins = false;
            }
        }
    }
    list
}

struct Finder<'a> {
    source: &'a str,
    enums: &'a Enums,
    /// What `Self` is.
    this: Option<String>,
    found: Vec<Fault>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !for_tests(&node.attrs) {
            syn::visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let this = if let syn::Type::Path(path) = &*node.self_ty { last(&path.path) } else { None };
        let outer = std::mem::replace(&mut self.this, this);
        syn::visit::visit_item_impl(self, node);
        self.this = outer;
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        self.lists(&node.arms);
        self.wildcards(&node.arms);
        syn::visit::visit_expr_match(self, node);
    }

    /// What stands in `vec![…]` or `format!(…)` counts like what stands outside.
    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let parts = node.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated);
        for part in parts.iter().flatten() {
            Visit::visit_expr(self, part);
        }
    }
}

impl Finder<'_> {
    fn put(&mut self, line: usize, text: String) {
        self.found.push(Fault { line, text });
    }

    /// Variants one after the other that only say nothing, in one arm or in several.
    fn lists(&mut self, arms: &[syn::Arm]) {
        let mut rest = arms;
        while let [first, ..] = rest {
            let body = self.text(&first.body);
            let alike = |arm: &&syn::Arm| !is_guarded(arm) && self.text(&arm.body) == body;
            let n = rest.iter().take_while(alike).count();
            let (run, tail) = rest.split_at(n.max(1));
            rest = tail;
            let named = run.iter().flat_map(|arm| alternatives(&arm.pat)).filter(|p| self.names(p)).count();
            if n > 0 && named >= MANY && says_nothing(&first.body) {
                let text = format!("{named} variants only say `{body}`: ask for the ones that matter");
                self.put(line(&first.pat), text);
            }
        }
    }

    /// Arms that take whatever variant is left.
    fn wildcards(&mut self, arms: &[syn::Arm]) {
        for (i, arm) in arms.iter().enumerate().filter(|(_, arm)| !is_guarded(arm)) {
            let others = arms.iter().enumerate().filter(|(j, _)| *j != i);
            let others: Vec<&Pat> = others.flat_map(|(_, other)| alternatives(&other.pat)).collect();
            let wide =
                alternatives(&arm.pat).into_iter().find(|wide| others.iter().any(|p| self.hides(wide, p)));
            if let Some(wide) = wide {
                let text = format!("`{}` takes variants that nobody named", self.text(wide));
                self.put(line(wide), text);
            }
        }
    }

    /// Does `wide` take all that is left, where `other` names a variant of ours?
    fn hides(&self, wide: &Pat, other: &Pat) -> bool {
        if is_wild(wide) {
            return self.names(other);
        }
        match (wide, other) {
            (Pat::Reference(wide), Pat::Reference(other)) => self.hides_any(&wide.pat, &other.pat),
            (Pat::TupleStruct(wide), Pat::TupleStruct(other)) => {
                // `Some(_)` beside `Some(Kind::Big)`.
                last(&wide.path) == last(&other.path)
                    && match (wide.elems.first(), other.elems.first()) {
                        (Some(a), Some(b)) if wide.elems.len() == 1 && other.elems.len() == 1 => {
                            self.hides_any(a, b)
                        }
                        (Some(_), Some(_)) => {
                            wide.elems.iter().all(is_wild) && other.elems.iter().any(|p| self.names(p))
                        }
                        (_, _) => false,
                    }
            }
            (_, _) => false,
        }
    }

    fn hides_any(&self, wide: &Pat, other: &Pat) -> bool {
        let others = alternatives(other);
        alternatives(wide).iter().any(|wide| others.iter().any(|other| self.hides(wide, other)))
    }

    /// Is a variant of ours named in it?
    fn names(&self, pat: &Pat) -> bool {
        match pat {
            Pat::Guard(p) => self.names(&p.pat),
            Pat::Ident(p) => p.subpat.as_ref().is_some_and(|(_, inner)| self.names(inner)),
            Pat::Or(p) => p.cases.iter().any(|p| self.names(p)),
            Pat::Paren(p) => self.names(&p.pat),
            Pat::Path(p) => self.is_ours(&p.path),
            Pat::Reference(p) => self.names(&p.pat),
            Pat::Struct(p) => self.is_ours(&p.path) || p.fields.iter().any(|f| self.names(&f.pat)),
            Pat::Tuple(p) => p.elems.iter().any(|p| self.names(p)),
            Pat::TupleStruct(p) => self.is_ours(&p.path) || p.elems.iter().any(|p| self.names(p)),
            _ => false,
        }
    }

    fn is_ours(&self, path: &syn::Path) -> bool {
        let mut words = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let (Some(variant), Some(name)) = (words.next(), words.next()) else { return false };
        let name = if name == "Self" { self.this.clone().unwrap_or_default() } else { name };
        self.enums.has(&name, &variant)
    }

    fn text(&self, node: &impl Spanned) -> String {
        let text = self.source.get(node.span().byte_range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn line(node: &impl Spanned) -> usize {
    node.span().start().line
}

fn last(path: &syn::Path) -> Option<String> {
    path.segments.last().map(|segment| segment.ident.to_string())
}

/// The name of a type or a variant, not of a binding or a constant.
fn is_name(word: &str) -> bool {
    let constant = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    word.starts_with(|c: char| c.is_ascii_uppercase()) && !constant
}

fn is_guarded(arm: &syn::Arm) -> bool {
    matches!(arm.pat, Pat::Guard(_))
}

/// What a pattern is made of, where it takes one thing or another.
fn alternatives(pat: &Pat) -> Vec<&Pat> {
    match pat {
        Pat::Guard(p) => alternatives(&p.pat),
        Pat::Or(p) => p.cases.iter().flat_map(alternatives).collect(),
        Pat::Paren(p) => alternatives(&p.pat),
        _ => vec![pat],
    }
}

/// Does it take anything?
fn is_wild(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(p) => match &p.subpat {
            Some((_, inner)) => is_wild(inner),
            // What begins with a capital is a constant.
            None => !p.ident.to_string().starts_with(|c: char| c.is_ascii_uppercase()),
        },
        Pat::Or(p) => p.cases.iter().any(is_wild),
        Pat::Paren(p) => is_wild(&p.pat),
        Pat::Reference(p) => is_wild(&p.pat),
        Pat::Tuple(p) => !p.elems.is_empty() && p.elems.iter().all(is_wild),
        _ => false,
    }
}

/// Is it something that any arm could say: nothing, no, a bare number?
fn says_nothing(body: &Expr) -> bool {
    match body {
        Expr::Lit(_) | Expr::Continue(_) => true,
        Expr::Return(node) => node.expr.as_deref().is_none_or(says_nothing),
        Expr::Tuple(node) => node.elems.is_empty(),
        Expr::Path(node) => node.path.is_ident("None"),
        Expr::Macro(node) => node.mac.path.is_ident("vec") && node.mac.tokens.is_empty(),
        Expr::Block(node) => match node.block.stmts.as_slice() {
            [] => true,
            [syn::Stmt::Expr(only, _)] => says_nothing(only),
            _ => false,
        },
        Expr::Call(node) => {
            let Expr::Path(called) = &*node.func else { return false };
            let word = last(&called.path).unwrap_or_default();
            (word == "new" && node.args.is_empty()) || (word == "Ok" && node.args.iter().all(says_nothing))
        }
        _ => false,
    }
}
