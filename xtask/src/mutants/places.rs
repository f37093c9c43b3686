//! Where a rule can be changed: the source is parsed, and every operator, number and condition of it is a place.

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
const NO_RULES: [&str; 43] = [
    "adjudicate",
    "aims",
    "asked",
    "audit",
    "beats",
    "chronicle",
    "coach",
    "data",
    "depth",
    "event",
    "forecast",
    "happening",
    "ids",
    "idle",
    "instinct",
    "intend",
    "kinds",
    "label",
    "labels",
    "line",
    "lines",
    "list",
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
    "short",
    "situation",
    "solve",
    "summary",
    "summary_tests",
    "tally",
    "view",
    "warnings",
    "words",
];

/// Functions that hold none, in files that do: what a decision is called, how it is read, how much a bot likes it.
const NO_RULE: [&str; 25] = [
    "about", "ask", "audit", "caption", "clicks", "cmp", "describe", "face", "fmt", "hash", "id", "label",
    "lean", "name", "prompt", "read", "reason", "spell", "text", "think", "tips", "why_not", "word", "words",
    "written",
];

/// Does this file of a crate's `src`, by its path from there, hold rules?
pub fn has_rules(path: &str) -> bool {
    !path.trim_end_matches(".rs").split('/').any(|part| NO_RULES.contains(&part))
}

/// The places of a file, in the order of the text.
///
/// # Errors
/// When it is not Rust.
pub fn places(source: &str) -> syn::Result<Vec<Place>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { source, within: Vec::new(), found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'a> {
    source: &'a str,
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
        if constant || for_tests(attrs) || NO_RULE.contains(&name.as_str()) {
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
