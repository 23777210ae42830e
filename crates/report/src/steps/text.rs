//! The events of a call as a tree for people. It has a line for each function that was entered, what was decided
//! and bound in it, and its value. What one process did is told in one piece. Functions that are not watched are
//! a line with their value.

use super::{Entered, WatchedCode, Whereabouts, shown, stack_line};
use core_erlang::{Expr, ExprId, Position, Variable, VariableName};
use std::fmt::Write;
use term::{Atom, Term};
use trace::watched::{Event, Target, Watched, WatchedOutcome};

/// The events of a call as an indented tree.
pub fn text(watched: &Watched, code: &mut WatchedCode) -> String {
    let mut text = String::new();
    let processes =
        watched.events.iter().map(|noted| noted.process).max().map_or(1, |most| most + 1);
    for process in 0..processes {
        if process > 0 {
            let _ = writeln!(text, "\nprocess {}", process + 1);
        }
        let mut tree = StepsTree { text: &mut text, stack: Whereabouts::default(), awaited: None };
        for noted in watched.events.iter().filter(|noted| noted.process == process) {
            tree.event(&noted.event, code);
        }
        tree.flush();
    }
    let left = watched.count.saturating_sub(watched.events.len() as u64);
    if left > 0 {
        let _ = writeln!(text, "… {left} more events (see --events)");
    }
    outcome(&mut text, &watched.outcome);
    text
}

fn outcome(text: &mut String, outcome: &WatchedOutcome) {
    let _ = match outcome {
        WatchedOutcome::Returned(value) => writeln!(text, "\nreturned {}", shown(value)),
        WatchedOutcome::Raised { class, reason, stacktrace } => {
            let _ = writeln!(text, "\n** {}: {}", class.name(), shown(reason));
            let frames = stacktrace.as_list().unwrap_or_default();
            frames.iter().filter_map(stack_line).try_for_each(|line| writeln!(text, "   in {line}"))
        }
        WatchedOutcome::Signal(reason) => {
            writeln!(text, "\n** ended by a process that it is linked to: {}", shown(reason))
        }
        WatchedOutcome::TimedOut => writeln!(text, "\nnot over in time (see --time)"),
        WatchedOutcome::Killed => {
            writeln!(text, "\nkilled: it went beyond its memory, or another process did it")
        }
    };
}

struct StepsTree<'t> {
    text: &'t mut String,
    stack: Whereabouts,
    /// A call that may be of a function that is not watched: the next event tells.
    awaited: Option<(Target, bool)>,
}

impl StepsTree<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    /// A call of what is not watched, which did not come back before something else happened.
    fn flush(&mut self) {
        if let Some((target, is_tail)) = self.awaited.take() {
            let then = if is_tail { "then " } else { "" };
            self.line(self.stack.depth(), &format!("{then}{}", called(&target)));
        }
    }

    fn event(&mut self, event: &Event, code: &mut WatchedCode) {
        let answered = match event {
            Event::Call { .. } | Event::Back { .. } => self.awaited.take(),
            _ => {
                self.flush();
                None
            }
        };
        let depth = self.stack.depth();
        let is_told = self.stack.follow(event, code);
        match event {
            Event::Call { fun, arguments, .. } => {
                if let Some(function) = self.stack.top() {
                    self.line(depth, &entered(&function, *fun, arguments, code));
                }
            }
            Event::Back { value, .. } => {
                let depth = self.stack.depth();
                match answered {
                    Some((target, false)) => {
                        self.line(depth, &format!("{} = {}", called(&target), shown(value)));
                    }
                    _ if is_told => {}
                    _ => self.line(depth + 1, &format!("= {}", shown(value))),
                }
            }
            Event::Exit { value } => self.line(depth, &format!("= {}", shown(value))),
            Event::Go { target, .. } => {
                self.awaited = target.clone().map(|target| (target, false));
            }
            Event::Tail { target, .. } => {
                self.awaited = target.clone().map(|target| (target, true));
            }
            Event::Case { at, clause, values } => {
                let function = self.stack.top();
                let chosen =
                    function.and_then(|function| chosen(&function, *at, *clause, values, code));
                if let Some(line) = chosen {
                    self.line(depth, &line);
                }
            }
            Event::Bind { at, values } => {
                let Some(function) = self.stack.top() else { return };
                let Some(Expr::Let { variables, .. }) = function.expr(*at) else { return };
                if let Some(bound) = bound(&function, variables, values) {
                    self.line(depth, &bound);
                }
            }
            Event::ExitCase { .. } | Event::Try { .. } | Event::Tried { .. } => {}
            Event::Caught { class, reason, .. } => {
                let depth = self.stack.depth();
                self.line(depth, &format!("caught {}: {}", class.name(), shown(reason)));
            }
        }
    }
}

/// `shop:average([1,2])  shop.erl:12`
fn entered(function: &Entered, fun: ExprId, arguments: &[Term], code: &WatchedCode) -> String {
    let is_whole = function.is_whole(fun);
    let arguments = list(arguments);
    let Entered { module, name, .. } = function;
    let name = match is_whole {
        true => format!("{}:{}", Term::Atom(*module), Term::Atom(name.name)),
        false => {
            let (module, owner) = (Term::Atom(*module), Term::Atom(name.name));
            format!("fun in {module}:{owner}/{}, called with ", name.arity)
        }
    };
    let place = function.position(fun).and_then(|position| line(function.module, position, code));
    match place {
        Some(place) => format!("{name}({arguments})  % {place}"),
        None => format!("{name}({arguments})"),
    }
}

fn line(module: Atom, position: Position, code: &WatchedCode) -> Option<String> {
    let file = code.module(module)?.files.get(usize::from(position.file))?;
    let name = file.rsplit('/').next().unwrap_or(file);
    Some(format!("{name}:{}", position.line))
}

/// `clause 2 of 3, line 14: X = 1`
fn chosen(
    function: &Entered,
    at: ExprId,
    number: usize,
    values: &[Term],
    code: &WatchedCode,
) -> Option<String> {
    let Expr::Case { clauses, .. } = function.expr(at)? else { return None };
    let clause = clauses.get(number.checked_sub(1)?)?;
    let written = clauses.iter().filter(|clause| !clause.position.generated).count();
    let bound = bound(function, &clause.variables(), values);
    if clause.position.generated || (written < 2 && bound.is_none()) {
        return None;
    }
    let position = Some(clause.position).filter(|position| position.line > 0);
    let position = position.or_else(|| function.position(clause.body));
    let line = position.and_then(|position| line(function.module, position, code));
    // What the compiler adds comes last, or in the middle of a comprehension.
    let count = if number > written { clauses.len() } else { written };
    let clause = (count > 1).then(|| format!("clause {number} of {count}"));
    let place: Vec<String> = clause.into_iter().chain(line).collect();
    let place = place.join(", ");
    Some(match bound {
        Some(bound) => format!("{place}: {bound}"),
        None => place,
    })
}

/// `X = 1, Y = 2`: what has a name in the source.
fn bound(function: &Entered, variables: &[Variable], values: &[Term]) -> Option<String> {
    let named = variables.iter().zip(values).filter_map(|(variable, value)| {
        let name = variable_name(function, *variable)?;
        Some(format!("{name} = {}", shown(value)))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

fn variable_name(function: &Entered, variable: Variable) -> Option<&'static str> {
    match function.function.as_ref()?.variables.get(variable.0 as usize)? {
        VariableName::Named(name) if is_written(name.name()) => Some(name.name()),
        _ => None,
    }
}

/// Is it a name that a person gave? The compiler's begin with a small letter or a digit, or have a mark
/// in them.
fn is_written(name: &str) -> bool {
    let begins = name.chars().next().is_some_and(|first| first.is_uppercase() || first == '_');
    begins && name != "_" && !name.contains(['@', '$', '^'])
}

/// `lists:reverse([1,2])`
fn called(target: &Target) -> String {
    let arguments = list(&target.arguments);
    match target.callee.as_tuple() {
        Some([module, name]) => format!("{module}:{name}({arguments})"),
        _ => format!("({})({arguments})", shown(&target.callee)),
    }
}

fn list(values: &[Term]) -> String {
    let values: Vec<String> = values.iter().map(shown).collect();
    values.join(", ")
}
