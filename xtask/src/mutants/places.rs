//! Where a rule can be changed: the source is parsed, and every operator, number and condition of it is a place.

use proc_macro2::TokenTree;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use syn::{spanned::Spanned, visit::Visit};

/// A change of one expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The bytes of the expression.
    pub whole: (usize, usize),
    /// The bytes in it that are changed.
    pub edit: (usize, usize),
    /// What they become.
    pub into: String,
    /// The function it stands in.
    pub within: String,
    /// The line it begins in.
    pub line: usize,
    /// That line as it is.
    pub was: String,
    /// That line as it would be.
    pub is: String,
}

/// Files and folders that hold no rules: words, pictures, bots, the situation language, data and what checks them.
const NO_RULES: [&str; 39] = [
    "adjudicate",
    "aims",
    "asked",
    "audit",
    "beats",
    "chronicle",
    "coach",
    "crew_talk",
    "data",
    "event",
    "forecast",
    "happening",
    "ids",
    "idle",
    "instinct",
    "kinds",
    "label",
    "line",
    "lines",
    "menu",
    "nouns",
    "odds",
    "phrase",
    "picture",
    "prompts",
    "quiet",
    "reason",
    "reasons",
    "redeal",
    "saying",
    "scheme",
    "situation",
    "solve",
    "summary",
    "summary_tests",
    "tally",
    "view",
    "warnings",
    "words",
];

/// Functions that hold none, in files that do: what a decision is called, how it is read, how much a bot likes it, how a
/// state is written down, which of endless headings and spots are offered as examples. What only these call is none either.
const NO_RULE: [&str; 35] = [
    "about",
    "angles",
    "ask",
    "audit",
    "caption",
    "clicks",
    "cmp",
    "describe",
    "deserialize",
    "expecting",
    "face",
    "fair_spots",
    "fan",
    "fmt",
    "hash",
    "id",
    "idle",
    "label",
    "lean",
    "name",
    "parse",
    "prompt",
    "read",
    "reason",
    "safest",
    "serialize",
    "spell",
    "text",
    "think",
    "tips",
    "visit_seq",
    "why_not",
    "word",
    "words",
    "written",
];

/// Does this file of a crate's `src`, by its path from there, hold rules?
pub fn has_rules(path: &str) -> bool {
    let path = path.trim_end_matches(".rs");
    match path.strip_prefix("questions/") {
        // A decision is one whatever it is called: Space Alert's `data` draws and gives cards.
        Some(question) => question != "asked",
        None => !path.split('/').any(|part| NO_RULES.contains(&part)),
    }
}

/// Files without rules that hold things of the rules: who is called from there may be a rule.
const THINGS: [&str; 6] = ["asked", "data", "event", "ids", "kinds", "tally"];

fn has_things(path: &str) -> bool {
    path.trim_end_matches(".rs").split('/').any(|part| THINGS.contains(&part))
}

/// The functions of a crate that hold no rule, by their names: the ones known for it, all `…_words`, and what nobody but
/// these, or a file without rules, calls. The files come with their paths from `src`.
///
/// # Errors
/// When one is not Rust.
pub fn without_rules(files: &[(&str, &str)]) -> syn::Result<Vec<String>> {
    let mut all = Vec::new();
    let mut none: Vec<String> = NO_RULE.map(String::from).into();
    for &(path, source) in files {
        let mut found = Functions { all: Vec::new(), uses: Vec::new() };
        found.visit_file(&syn::parse_file(source)?);
        none.extend(found.all.iter().map(|f| &f.name).filter(|name| name.ends_with("_words")).cloned());
        let tells = !has_rules(path) && !has_things(path);
        all.push((found, mentions(source)?, tells));
    }
    // A name is that of many functions, or of something else: it holds no rule where none of its mentions does.
    let mut names: Vec<&str> = Vec::new();
    let mut open: BTreeSet<&str> = BTreeSet::new();
    for f in all.iter().flat_map(|(found, ..)| &found.all) {
        names.push(&f.name);
        if f.open {
            open.insert(&f.name);
        }
    }
    names.sort_unstable();
    names.dedup();
    loop {
        let before = none.len();
        for name in names.iter().filter(|n| !open.contains(*n)) {
            if none.iter().any(|n| n == name) {
                continue;
            }
            let mut by_none = false;
            let mut by_rule = false;
            for (found, mentions, tells) in &all {
                for &at in mentions.get(*name).into_iter().flatten() {
                    if found.uses.iter().any(|r| r.contains(&at)) || found.is_of(name, at) {
                        continue;
                    }
                    // A table that is ordered by its words is set up by rules.
                    let orders = found.within(at).any(|f| f.name == "setup");
                    let no_rule = *tells && !orders || found.within(at).any(|f| none.contains(&f.name));
                    by_none |= no_rule;
                    by_rule |= !no_rule;
                }
            }
            if by_none && !by_rule {
                none.push((*name).into());
            }
        }
        if none.len() == before {
            return Ok(none);
        }
    }
}

/// Where each name stands in a source, comments aside.
fn mentions(source: &str) -> syn::Result<BTreeMap<String, Vec<usize>>> {
    fn collect(tokens: proc_macro2::TokenStream, all: &mut BTreeMap<String, Vec<usize>>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => collect(group.stream(), all),
                TokenTree::Ident(name) => {
                    all.entry(name.to_string()).or_default().push(name.span().byte_range().start);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    let mut all = BTreeMap::new();
    collect(source.parse()?, &mut all);
    Ok(all)
}

/// The places of a file, in the order of the text, but for those in functions that hold no rule.
///
/// # Errors
/// When it is not Rust.
pub fn places(source: &str, none: &[String]) -> syn::Result<Vec<Place>> {
    let file = syn::parse_file(source)?;
    let mut found = Functions { all: Vec::new(), uses: Vec::new() };
    found.visit_file(&file);
    let none = found.more_without_rules(none, &mentions(source)?);
    let mut finder = Finder { source, none, within: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

/// A function of a file.
struct Function {
    name: String,
    /// Is it one that a trait asks for? Then it is called from who knows where.
    open: bool,
    /// Can this file alone call it?
    private: bool,
    /// The byte of its name.
    at: usize,
    /// The bytes of what it does.
    block: Range<usize>,
}

struct Functions {
    all: Vec<Function>,
    /// The bytes of what brings names in.
    uses: Vec<Range<usize>>,
}

impl Functions {
    fn put(&mut self, name: &syn::Ident, vis: &syn::Visibility, block: &syn::Block, open: bool) {
        self.all.push(Function {
            name: name.to_string(),
            open,
            private: !open && matches!(vis, syn::Visibility::Inherited),
            at: bytes(name).0,
            block: block.span().byte_range(),
        });
    }

    /// The functions around a byte.
    fn within(&self, at: usize) -> impl Iterator<Item = &Function> {
        self.all.iter().filter(move |f| f.block.contains(&at))
    }

    /// Is this mention of a function its own: where it begins, or within itself?
    fn is_of(&self, name: &str, at: usize) -> bool {
        self.all.iter().any(|f| f.name == name && (f.at == at || f.block.contains(&at)))
    }

    /// The names without rules, and those that only this file can call and where only such do: another file may have rules
    /// of the same name.
    fn more_without_rules(&self, none: &[String], mentions: &BTreeMap<String, Vec<usize>>) -> Vec<String> {
        let mut none = none.to_vec();
        loop {
            let before = none.len();
            for f in self.all.iter().filter(|f| f.private) {
                let calls =
                    mentions.get(&f.name).into_iter().flatten().filter(|at| !self.is_of(&f.name, **at));
                let mut calls = calls.peekable();
                if !none.contains(&f.name)
                    && calls.peek().is_some()
                    && calls.all(|&at| self.within(at).any(|g| none.contains(&g.name)))
                {
                    none.push(f.name.clone());
                }
            }
            if none.len() == before {
                return none;
            }
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.uses.push(node.span().byte_range());
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.put(&node.sig.ident, &node.vis, &node.block, false);
        syn::visit::visit_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.put(&node.sig.ident, &syn::Visibility::Inherited, block, true);
        }
        syn::visit::visit_trait_item_fn(self, node);
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        for item in &node.items {
            if let syn::ImplItem::Fn(f) = item {
                self.put(&f.sig.ident, &f.vis, &f.block, node.trait_.is_some());
            }
        }
        syn::visit::visit_item_impl(self, node);
    }
}

struct Finder<'a> {
    source: &'a str,
    none: Vec<String>,
    within: Vec<String>,
    found: Vec<Place>,
}

impl Finder<'_> {
    fn put(&mut self, whole: &impl Spanned, edit: &impl Spanned, into: &str) {
        let Some(within) = self.within.last().cloned() else { return };
        let (whole, edit) = (bytes(whole), bytes(edit));
        let from = self.source[..edit.0].rfind('\n').map_or(0, |i| i + 1);
        let to = self.source[edit.0..].find('\n').map_or(self.source.len(), |i| edit.0 + i);
        let rest = if edit.1 < to { &self.source[edit.1..to] } else { "" };
        let is = format!("{}{into}{rest}", &self.source[from..edit.0]);
        self.found.push(Place {
            whole,
            edit,
            into: into.into(),
            within,
            line: self.source[..edit.0].matches('\n').count() + 1,
            was: self.source[from..to].trim().into(),
            is: is.trim().into(),
        });
    }

    fn function(
        &mut self,
        name: &syn::Ident,
        attrs: &[syn::Attribute],
        constant: bool,
        walk: impl FnOnce(&mut Self),
    ) {
        let name = name.to_string();
        if constant || for_tests(attrs) || self.none.contains(&name) {
            return;
        }
        self.within.push(name);
        walk(self);
        self.within.pop();
    }

    /// A condition that guards something: it never holds.
    fn never(&mut self, condition: &syn::Expr) {
        // A single operator or call is changed as such; `false` would be the same change under another name.
        if !binds(condition) && !matches!(condition, syn::Expr::Lit(_)) {
            self.put(condition, condition, "false");
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !for_tests(&node.attrs) {
            syn::visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        let sig = &node.sig;
        self.function(&sig.ident, &node.attrs, sig.constness.is_some(), |f| f.visit_block(&node.block));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        let sig = &node.sig;
        self.function(&sig.ident, &node.attrs, sig.constness.is_some(), |f| f.visit_block(&node.block));
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            let sig = &node.sig;
            self.function(&sig.ident, &node.attrs, sig.constness.is_some(), |f| f.visit_block(block));
        }
    }

    // What must be known when it is compiled cannot be switched when it runs.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    // How much a bot likes something is no rule, wherever it is written down.
    fn visit_field_value(&mut self, node: &'ast syn::FieldValue) {
        if !matches!(&node.member, syn::Member::Named(name) if name == "lean") {
            syn::visit::visit_field_value(self, node);
        }
    }

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.never(&node.cond);
        syn::visit::visit_expr_if(self, node);
    }

    /// A pattern stays as it is; what must hold besides is a condition like any other.
    fn visit_pat(&mut self, node: &'ast syn::Pat) {
        if let syn::Pat::Guard(node) = node {
            self.never(&node.guard);
            self.visit_expr(&node.guard);
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        use syn::BinOp::*;
        let into = match node.op {
            Lt(_) => "<=",
            Le(_) => "<",
            Gt(_) => ">=",
            Ge(_) => ">",
            Eq(_) => "!=",
            Ne(_) => "==",
            And(_) => "||",
            Or(_) => "&&",
            Add(_) => "-",
            Sub(_) => "+",
            AddAssign(_) => "-=",
            SubAssign(_) => "+=",
            _ => "",
        };
        if !into.is_empty() && !binds(&node.left) && !binds(&node.right) {
            self.put(node, &node.op, into);
        }
        syn::visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        if let syn::UnOp::Not(not) = &node.op {
            self.put(node, not, "");
        }
        syn::visit::visit_expr_unary(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        let into = match (node.method.to_string().as_str(), node.args.len()) {
            ("min", 1) => "max",
            ("max", 1) => "min",
            ("any", 1) => "all",
            ("all", 1) => "any",
            ("is_some", 0) => "is_none",
            ("is_none", 0) => "is_some",
            _ => "",
        };
        if !into.is_empty() {
            self.put(node, &node.method, into);
        }
        syn::visit::visit_expr_method_call(self, node);
    }

    fn visit_expr_lit(&mut self, node: &'ast syn::ExprLit) {
        match &node.lit {
            syn::Lit::Int(n) => {
                let (digits, suffix) = (n.base10_digits(), n.suffix());
                if let Ok(value) = digits.parse::<u64>() {
                    let other = if value < 100 { value + 1 } else { value - 1 };
                    self.put(node, node, &format!("{other}{suffix}"));
                }
            }
            syn::Lit::Bool(b) => self.put(node, node, if b.value { "false" } else { "true" }),
            _ => {}
        }
    }
}

fn bytes(node: &impl Spanned) -> (usize, usize) {
    let range = node.span().byte_range();
    (range.start, range.end)
}

/// Is it built for tests alone?
pub(crate) fn for_tests(attrs: &[syn::Attribute]) -> bool {
    attrs
        .iter()
        .any(|a| a.path().is_ident("cfg") && a.parse_args::<syn::Path>().is_ok_and(|p| p.is_ident("test")))
}

/// Is it, or does it begin or end with, a `let` that binds a name?
fn binds(node: &syn::Expr) -> bool {
    match node {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(b) => binds(&b.left) || binds(&b.right),
        _ => false,
    }
}
