//! How does Core Erlang read as text?
//!
//! Much like OTP's `core_pp` writes it: quoted atoms, `case … of <Pattern> when Guard -> …`. What
//! is short stays on one line. Positions are comments, only where the line changes, and only if asked
//! for.

use crate::module::Module;
use crate::tree::{
    Clause, Expr, ExprId, Function, FunctionName, MapOperator, MapPair, Pattern, PatternSegment,
    Position, Segment, SegmentType, Variable, VariableName,
};
use crate::wire;
use std::fmt::{self, Write};
use term::{Atom, Fun, Term};

#[derive(Clone, Copy, Default)]
pub struct Options {
    /// Say in comments from where in the source things come.
    pub positions: bool,
}

/// What is longer than this is broken into lines where it can be.
const LINE: usize = 90;

/// The room that one level of printing needs at most, and what is added when it runs short.
const RED_ZONE: usize = 128 * 1024;
const PIECE: usize = 4 * 1024 * 1024;

pub fn module(module: &Module, options: Options) -> Result<String, wire::Error> {
    let exports: Vec<_> = module.exports.iter().map(|&name| quoted_name(name)).collect();
    let mut text = format!("module {} [{}]\n", quoted(module.name), exports.join(", "));
    for (name, value) in &module.attributes {
        let _ = writeln!(text, "  attribute {} = {}", quoted(*name), literal(value));
    }
    for stored in &module.functions {
        let decoded = module.decode(stored)?;
        text.push_str(&print_function(&decoded, &module.files, options));
    }
    text.push_str("end\n");
    Ok(text)
}

pub fn function(function: &Function) -> String {
    print_function(function, &[], Options::default())
}

fn print_function(function: &Function, files: &[String], options: Options) -> String {
    let mut printer =
        Printer { function, files, options, text: String::new(), last: Position::default() };
    printer.text.push_str(&quoted_name(function.name));
    printer.text.push_str(" =");
    printer.new_line(1);
    printer.expr(function.body, 1);
    printer.text.push('\n');
    printer.text
}

/// `lists:map/2` without the module: quotes only where Erlang needs them.
impl fmt::Display for FunctionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Term::Atom(self.name), self.arity)
    }
}

struct Printer<'a> {
    function: &'a Function,
    files: &'a [String],
    options: Options,
    text: String,
    /// What the last comment said.
    last: Position,
}

impl Printer<'_> {
    fn new_line(&mut self, level: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", level));
    }

    fn comment(&mut self, position: Position, level: usize) {
        let is_news = (position.file, position.line) != (self.last.file, self.last.line);
        if self.options.positions && position.line != 0 && is_news {
            let file = self.files.get(usize::from(position.file)).map_or("", String::as_str);
            let _ = write!(self.text, "% {file}:{}", position.line);
            self.new_line(level);
            self.last = position;
        }
    }

    fn expr(&mut self, id: ExprId, level: usize) {
        stacker::maybe_grow(RED_ZONE, PIECE, || {
            if let Some(text) = self.short(id, LINE.saturating_sub(2 * level)) {
                self.text.push_str(&text);
            } else {
                self.comment(self.function.position(id), level);
                self.long(id, level);
            }
        });
    }

    /// An expression that has to be spread over lines.
    fn long(&mut self, id: ExprId, level: usize) {
        let function = self.function;
        match function.expr(id) {
            Expr::Variable(_) | Expr::Name(_) | Expr::Literal(_) => {
                let text = self.short(id, usize::MAX).unwrap_or_default();
                self.text.push_str(&text);
            }
            Expr::Cons { head, tail } => self.bracketed("[", &[*head, *tail], " |", "]", level),
            Expr::Tuple { elements } => self.bracketed("{", elements, ",", "}", level),
            Expr::Values { elements } => self.bracketed("<", elements, ",", ">", level),
            Expr::Map { base, pairs } => self.map(*base, pairs, level),
            Expr::Binary { segments } => self.binary(segments, level),
            Expr::Fun { parameters, body, .. } => {
                let _ = write!(self.text, "fun ({}) ->", self.variables(parameters));
                self.block(*body, level);
            }
            Expr::Let { variables, argument, body } => {
                let _ = write!(self.text, "let <{}> =", self.variables(variables));
                self.on_this_line_or_next(*argument, level);
                self.new_line(level);
                self.text.push_str("in ");
                self.expr(*body, level);
            }
            Expr::Seq { first, then } => {
                self.text.push_str("do");
                self.on_this_line_or_next(*first, level);
                self.new_line(level);
                self.expr(*then, level);
            }
            Expr::Letrec { functions, body, is_goto } => {
                self.text.push_str(if *is_goto { "letrec % of labels" } else { "letrec" });
                functions.iter().for_each(|function| self.local_function(function, level + 1));
                self.new_line(level);
                self.text.push_str("in ");
                self.expr(*body, level);
            }
            Expr::Case { argument, clauses } => {
                self.text.push_str("case ");
                self.expr(*argument, level + 1);
                self.text.push_str(" of");
                clauses.iter().for_each(|clause| self.clause(clause, level + 1));
                self.new_line(level);
                self.text.push_str("end");
            }
            Expr::Apply { function, arguments } => {
                self.text.push_str("apply ");
                self.expr(*function, level);
                self.bracketed("(", arguments, ",", ")", level);
            }
            Expr::Call { module, name, arguments } => {
                self.text.push_str("call ");
                self.expr(*module, level);
                self.text.push(':');
                self.expr(*name, level);
                self.bracketed("(", arguments, ",", ")", level);
            }
            Expr::Primop { name, arguments, .. } => {
                let _ = write!(self.text, "primop {}", quoted(*name));
                self.bracketed("(", arguments, ",", ")", level);
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.text.push_str("try");
                self.block(*argument, level);
                self.new_line(level);
                let _ = write!(self.text, "of <{}> ->", self.variables(variables));
                self.block(*body, level);
                self.new_line(level);
                let _ = write!(self.text, "catch <{}> ->", self.variables(handler_variables));
                self.block(*handler, level);
            }
            Expr::Catch { body } => {
                self.text.push_str("catch");
                self.block(*body, level);
            }
        }
    }

    fn map(&mut self, base: ExprId, pairs: &[MapPair], level: usize) {
        self.text.push_str("~{");
        for (index, pair) in pairs.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { "," });
            self.block(pair.key, level);
            self.text.push_str(map_operator(pair.operator));
            self.expr(pair.value, level + 1);
        }
        self.text.push_str(" | ");
        self.expr(base, level + 1);
        self.text.push_str("}~");
    }

    fn binary(&mut self, segments: &[Segment], level: usize) {
        self.text.push_str("#{");
        for (index, segment) in segments.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { "," });
            self.new_line(level + 1);
            self.text.push_str("#<");
            self.expr(segment.value, level + 1);
            self.text.push_str(">(");
            self.expr(segment.size, level + 1);
            let Segment { unit, kind, signed, little, .. } = *segment;
            self.text.push_str(&segment_shape(unit, kind, signed, little));
        }
        self.text.push_str("}#");
    }

    fn local_function(&mut self, (name, fun): &(FunctionName, ExprId), level: usize) {
        self.new_line(level);
        let _ = write!(self.text, "{} =", quoted_name(*name));
        self.block(*fun, level);
    }

    fn block(&mut self, id: ExprId, level: usize) {
        self.new_line(level + 1);
        self.expr(id, level + 1);
    }

    fn on_this_line_or_next(&mut self, id: ExprId, level: usize) {
        match self.short(id, LINE.saturating_sub(2 * level + 20)) {
            Some(text) => {
                self.text.push(' ');
                self.text.push_str(&text);
            }
            None => self.block(id, level),
        }
    }

    fn bracketed(&mut self, open: &str, ids: &[ExprId], comma: &str, close: &str, level: usize) {
        self.text.push_str(open);
        for (index, &id) in ids.iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { comma });
            self.block(id, level);
        }
        self.text.push_str(close);
    }

    fn clause(&mut self, clause: &Clause, level: usize) {
        self.new_line(level);
        self.comment(clause.position, level);
        let patterns: Vec<_> =
            clause.patterns.iter().map(|pattern| self.pattern(pattern)).collect();
        let _ = write!(self.text, "<{}> when ", patterns.join(", "));
        self.expr(clause.guard, level + 1);
        self.text.push_str(" ->");
        self.block(clause.body, level);
    }

    /// The expression on one line, if that takes no more than this many bytes.
    fn short(&self, id: ExprId, room: usize) -> Option<String> {
        let text = self.one_line(id, room)?;
        (text.len() <= room).then_some(text)
    }

    fn one_line(&self, id: ExprId, room: usize) -> Option<String> {
        // What is around the parts takes room too; so we never look deep in vain.
        let room = room.checked_sub(2)?;
        Some(match self.function.expr(id) {
            Expr::Variable(variable) => self.variable(*variable),
            Expr::Name(name) => quoted_name(*name),
            Expr::Literal(term) => literal(term),
            Expr::Cons { head, tail } => {
                format!("[{}|{}]", self.short(*head, room)?, self.short(*tail, room)?)
            }
            Expr::Tuple { elements } => format!("{{{}}}", self.short_list(elements, room)?),
            Expr::Values { elements } => format!("<{}>", self.short_list(elements, room)?),
            Expr::Apply { function, arguments } => format!(
                "apply {}({})",
                self.short(*function, room)?,
                self.short_list(arguments, room)?
            ),
            Expr::Call { module, name, arguments } => format!(
                "call {}:{}({})",
                self.short(*module, room)?,
                self.short(*name, room)?,
                self.short_list(arguments, room)?
            ),
            Expr::Primop { name, arguments, .. } => {
                format!("primop {}({})", quoted(*name), self.short_list(arguments, room)?)
            }
            _ => return None,
        })
    }

    fn short_list(&self, ids: &[ExprId], room: usize) -> Option<String> {
        let mut text = String::new();
        for (index, &id) in ids.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { ", " });
            text.push_str(&self.short(id, room.checked_sub(text.len())?)?);
        }
        Some(text)
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Variable(variable) => self.variable(*variable),
            Pattern::Literal(term) => literal(term),
            Pattern::Cons { head, tail } => {
                format!("[{}|{}]", self.pattern(head), self.pattern(tail))
            }
            Pattern::Tuple { elements } => {
                let elements: Vec<_> =
                    elements.iter().map(|element| self.pattern(element)).collect();
                format!("{{{}}}", elements.join(", "))
            }
            Pattern::Map { pairs } => {
                let pairs: Vec<_> = pairs
                    .iter()
                    .map(|pair| format!("{}:={}", self.leaf(pair.key), self.pattern(&pair.value)))
                    .collect();
                format!("~{{{}}}~", pairs.join(", "))
            }
            Pattern::Binary { segments } => {
                let segments: Vec<_> =
                    segments.iter().map(|segment| self.segment_pattern(segment)).collect();
                format!("#{{{}}}#", segments.join(", "))
            }
            Pattern::Alias { variable, pattern } => {
                format!("{} = {}", self.variable(*variable), self.pattern(pattern))
            }
        }
    }

    fn segment_pattern(&self, segment: &PatternSegment) -> String {
        let shape = segment_shape(segment.unit, segment.kind, segment.signed, segment.little);
        format!("#<{}>({}{shape}", self.pattern(&segment.value), self.leaf(segment.size))
    }

    /// A key or a size in a pattern: a variable or a literal.
    fn leaf(&self, id: ExprId) -> String {
        self.short(id, usize::MAX).unwrap_or_else(|| "…".to_owned())
    }

    fn variable(&self, variable: Variable) -> String {
        match self.function.variables[variable.0 as usize] {
            VariableName::Named(name) => name.name().to_owned(),
            VariableName::Numbered(number) => format!("_{number}"),
        }
    }

    fn variables(&self, variables: &[Variable]) -> String {
        let names: Vec<_> = variables.iter().map(|&variable| self.variable(variable)).collect();
        names.join(", ")
    }
}

fn map_operator(operator: MapOperator) -> &'static str {
    match operator {
        MapOperator::Assoc => "=>",
        MapOperator::Exact => ":=",
    }
}

/// What follows the size of a segment, up to the closing parenthesis.
fn segment_shape(unit: u32, kind: SegmentType, signed: bool, little: bool) -> String {
    let kind = match kind {
        SegmentType::Integer => "integer",
        SegmentType::Float => "float",
        SegmentType::Binary => "binary",
        SegmentType::Utf8 => "utf8",
        SegmentType::Utf16 => "utf16",
        SegmentType::Utf32 => "utf32",
    };
    let sign = if signed { "signed" } else { "unsigned" };
    let endian = if little { "little" } else { "big" };
    format!(",{unit},'{kind}',['{sign}'|['{endian}']])")
}

fn quoted_name(name: FunctionName) -> String {
    format!("{}/{}", quoted(name.name), name.arity)
}

/// Core Erlang quotes every atom.
fn quoted(atom: Atom) -> String {
    let mut text = String::from("'");
    for character in atom.name().chars() {
        match character {
            '\'' | '\\' => text.extend(['\\', character]),
            control if control.is_control() => {
                let _ = write!(text, "\\x{{{:X}}}", u32::from(control));
            }
            plain => text.push(plain),
        }
    }
    text.push('\'');
    text
}

fn literal(term: &Term) -> String {
    stacker::maybe_grow(RED_ZONE, PIECE, || match term {
        Term::Atom(atom) => quoted(*atom),
        // Texts are written by `Display` as texts.
        Term::List(list) if !is_text(term) => {
            let elements: Vec<_> = list.elements.iter().map(literal).collect();
            let tail = match &list.tail {
                Term::Nil => String::new(),
                tail => format!("|{}", literal(tail)),
            };
            format!("[{}{tail}]", elements.join(", "))
        }
        Term::Tuple(elements) => {
            let elements: Vec<_> = elements.iter().map(literal).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Term::Map(map) => {
            let pairs: Vec<_> = map
                .pairs()
                .iter()
                .map(|(key, value)| format!("{}=>{}", literal(key), literal(value)))
                .collect();
            format!("~{{{}}}~", pairs.join(", "))
        }
        Term::Fun(fun) => match &**fun {
            Fun::External { module, function, arity } => {
                format!("fun {}:{}/{arity}", quoted(*module), quoted(*function))
            }
            Fun::Closure(_) => term.to_string(),
        },
        other => other.to_string(),
    })
}

fn is_text(term: &Term) -> bool {
    term.as_string().is_some_and(|text| {
        !text
            .chars()
            .any(|character| character.is_control() && !matches!(character, '\n' | '\t' | '\r'))
    })
}
