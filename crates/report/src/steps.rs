//! What happened in a call, step by step? The events of a watched program as a tree for people, and as a
//! line of JSON each for programs.
//!
//! The tree has a line for each function that was entered, what was decided and bound in it, and its value.
//! What one process did is told in one piece. Functions that are not watched are a line with their value.

use core_erlang::{Expr, ExprId, Function, FunctionName, Module, Position, Variable, VariableName};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::Arc;
use term::{Atom, Term};
use trace::watched::{CUT, Event, Target, Watched, WatchedOutcome};

/// The code that was watched.
pub struct WatchedCode<'a> {
    modules: &'a [Arc<Module>],
    functions: FxHashMap<(Atom, FunctionName), Option<Arc<Function>>>,
}

impl<'a> WatchedCode<'a> {
    pub fn new(modules: &'a [Arc<Module>]) -> WatchedCode<'a> {
        WatchedCode { modules, functions: FxHashMap::default() }
    }

    fn module(&self, name: Atom) -> Option<&'a Module> {
        self.modules.iter().find(|module| module.name == name).map(|module| &**module)
    }

    fn function(&mut self, module: Atom, name: FunctionName) -> Option<Arc<Function>> {
        let code = self.module(module);
        let decode = || code?.function(name)?.ok().map(Arc::new);
        self.functions.entry((module, name)).or_insert_with(decode).clone()
    }
}

/// Where a process is.
enum Level {
    /// In a function.
    Frame(Frame),
    /// Somebody waits here for the value of a call.
    Waiting { at: ExprId, has_value: bool },
    /// Exceptions are caught here.
    Trying,
}

#[derive(Clone)]
struct Frame {
    module: Atom,
    name: FunctionName,
    function: Option<Arc<Function>>,
}

impl Frame {
    fn position(&self, at: ExprId) -> Option<Position> {
        let function = self.function.as_ref()?;
        let position = *function.positions.get(at.0 as usize)?;
        (position.line > 0).then_some(position)
    }

    fn expr(&self, at: ExprId) -> Option<&Expr> {
        self.function.as_ref()?.exprs.get(at.0 as usize)
    }
}

/// The events of a call as an indented tree.
pub fn text(watched: &Watched, code: &mut WatchedCode) -> String {
    let mut text = String::new();
    let processes =
        watched.events.iter().map(|noted| noted.process).max().map_or(1, |most| most + 1);
    for process in 0..processes {
        if process > 0 {
            let _ = writeln!(text, "\nprocess {}", process + 1);
        }
        let mut tree = Tree { text: &mut text, levels: Vec::new(), awaited: None };
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
            frames.iter().filter_map(frame).try_for_each(|frame| writeln!(text, "   in {frame}"))
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

/// `shop:average/1 (shop.erl:12)`
fn frame(frame: &Term) -> Option<String> {
    let [module, function, arity, place] = frame.as_tuple()? else { return None };
    let find = |key: &str| {
        let mut pairs = place.as_list()?.iter().filter_map(Term::as_tuple);
        let is_it = |pair: &&[Term]| pair.first().and_then(Term::as_atom_name) == Some(key);
        pairs.find(is_it)?.get(1)
    };
    let name = format!("{}:{}/{}", module, function, arity);
    Some(match (find("file").and_then(Term::as_string), find("line")) {
        (Some(file), Some(line)) => format!("{name} ({file}:{line})"),
        _ => name,
    })
}

struct Tree<'t> {
    text: &'t mut String,
    levels: Vec<Level>,
    /// A call that may be of a function that is not watched: the next event tells.
    awaited: Option<(Target, bool)>,
}

impl Tree<'_> {
    fn depth(&self) -> usize {
        self.levels.iter().filter(|level| matches!(level, Level::Frame(_))).count()
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn top(&self) -> Option<Frame> {
        self.levels.iter().rev().find_map(|level| match level {
            Level::Frame(frame) => Some(frame.clone()),
            _ => None,
        })
    }

    /// A call of what is not watched, which did not come back before something else happened.
    fn flush(&mut self) {
        if let Some((target, is_tail)) = self.awaited.take() {
            let then = if is_tail { "then " } else { "" };
            self.line(self.depth(), &format!("{then}{}", called(&target)));
        }
    }

    fn event(&mut self, event: &Event, code: &mut WatchedCode) {
        match event {
            Event::Call { module, function, fun, arguments } => {
                self.awaited = None;
                let known = code.function(*module, *function);
                let frame = Frame { module: *module, name: *function, function: known };
                let line = entered(&frame, *fun, arguments, code);
                self.line(self.depth(), &line);
                self.levels.push(Level::Frame(frame));
            }
            Event::Back { at, value } => {
                let answered = self.awaited.take();
                let is_told = self.leave(*at);
                let depth = self.depth();
                match answered {
                    Some((target, false)) => {
                        self.line(depth, &format!("{} = {}", called(&target), shown(value)));
                    }
                    _ if is_told => {}
                    _ => self.line(depth + 1, &format!("= {}", shown(value))),
                }
            }
            event => {
                self.flush();
                self.inside(event, code);
            }
        }
    }

    /// The innermost call at this expression is over, and all that it entered. Was its value told?
    fn leave(&mut self, place: ExprId) -> bool {
        while let Some(level) = self.levels.pop() {
            if let Level::Waiting { at, has_value } = level
                && at == place
            {
                return has_value;
            }
        }
        false
    }

    fn inside(&mut self, event: &Event, code: &mut WatchedCode) {
        let depth = self.depth();
        match event {
            Event::Call { .. } | Event::Back { .. } => unreachable!("these were looked at before"),
            Event::Exit { value } => {
                self.line(depth, &format!("= {}", shown(value)));
                while let Some(level) = self.levels.pop() {
                    if matches!(level, Level::Frame(_)) {
                        break;
                    }
                }
                if let Some(Level::Waiting { has_value, .. }) = self.levels.last_mut() {
                    *has_value = true;
                }
            }
            Event::Go { at, target } => {
                self.levels.push(Level::Waiting { at: *at, has_value: false });
                self.awaited = target.clone().map(|target| (target, false));
            }
            Event::Tail { target, .. } => {
                // Who calls is gone; what comes next is on its level.
                while let Some(level) = self.levels.pop() {
                    if matches!(level, Level::Frame(_)) {
                        break;
                    }
                }
                self.awaited = target.clone().map(|target| (target, true));
            }
            Event::Case { at, clause, values } => {
                if let Some(line) =
                    self.top().and_then(|frame| chosen(&frame, *at, *clause, values, code))
                {
                    self.line(depth, &line);
                }
            }
            Event::Bind { at, values } => {
                let Some(frame) = self.top() else { return };
                let Some(Expr::Let { variables, .. }) = frame.expr(*at) else { return };
                if let Some(bound) = bound(&frame, variables, values) {
                    self.line(depth, &bound);
                }
            }
            Event::ExitCase { .. } => {}
            Event::Try { .. } => self.levels.push(Level::Trying),
            Event::Tried { .. } => self.caught(),
            Event::Caught { class, reason, .. } => {
                self.caught();
                self.line(self.depth(), &format!("caught {}: {}", class.name(), shown(reason)));
            }
        }
    }

    /// An exception comes to the innermost place where one is caught.
    fn caught(&mut self) {
        while let Some(level) = self.levels.pop() {
            if matches!(level, Level::Trying) {
                return;
            }
        }
    }
}

/// `shop:average([1,2])  shop.erl:12`
fn entered(frame: &Frame, fun: ExprId, arguments: &[Term], code: &WatchedCode) -> String {
    let is_whole = frame.function.as_ref().is_none_or(|function| function.body == fun);
    let arguments = list(arguments);
    let Frame { module, name, .. } = frame;
    let name = match is_whole {
        true => format!("{}:{}", Term::Atom(*module), Term::Atom(name.name)),
        false => {
            let (module, function) = (Term::Atom(*module), Term::Atom(name.name));
            format!("fun in {module}:{function}/{}, called with ", name.arity)
        }
    };
    let place = frame.position(fun).and_then(|position| line(frame.module, position, code));
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
    frame: &Frame,
    at: ExprId,
    number: usize,
    values: &[Term],
    code: &WatchedCode,
) -> Option<String> {
    let Expr::Case { clauses, .. } = frame.expr(at)? else { return None };
    let clause = clauses.get(number.checked_sub(1)?)?;
    let written = clauses.iter().filter(|clause| !clause.position.generated).count();
    let bound = bound(frame, &clause.variables(), values);
    if clause.position.generated || (written < 2 && bound.is_none()) {
        return None;
    }
    let position = Some(clause.position).filter(|position| position.line > 0);
    let position = position.or_else(|| frame.position(clause.body));
    let line = position.and_then(|position| line(frame.module, position, code));
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
fn bound(frame: &Frame, variables: &[Variable], values: &[Term]) -> Option<String> {
    let named = variables.iter().zip(values).filter_map(|(variable, value)| {
        let name = variable_name(frame, *variable)?;
        Some(format!("{name} = {}", shown(value)))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

fn variable_name(frame: &Frame, variable: Variable) -> Option<&'static str> {
    match frame.function.as_ref()?.variables.get(variable.0 as usize)? {
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

/// A value as far as it was kept.
fn shown(value: &Term) -> String {
    value.to_string().replace(&format!("'{CUT}'"), CUT)
}

/// Each event as an object on a line of its own, then how the call ended. `docs/trace.md` tells the fields.
pub fn json_lines(watched: &Watched, code: &mut WatchedCode) -> String {
    let mut text = String::new();
    let mut frames: FxHashMap<usize, Vec<Level>> = FxHashMap::default();
    for noted in &watched.events {
        let levels = frames.entry(noted.process).or_default();
        let value = json_event(&noted.event, levels, code);
        let mut object = Map::new();
        object.insert("process".to_owned(), noted.process.into());
        object.insert("event".to_owned(), noted.event.name().into());
        if let Value::Object(fields) = value {
            object.extend(fields);
        }
        let _ = writeln!(text, "{}", Value::Object(object));
    }
    let _ = writeln!(text, "{}", json_outcome(watched));
    text
}

fn json_outcome(watched: &Watched) -> Value {
    let mut value = match &watched.outcome {
        WatchedOutcome::Returned(value) => json!({ "outcome": "returned", "value": shown(value) }),
        WatchedOutcome::Raised { class, reason, stacktrace } => json!({
            "outcome": "raised",
            "class": class.name(),
            "reason": shown(reason),
            "stack": stacktrace.as_list().unwrap_or_default().iter().filter_map(frame).collect::<Vec<_>>(),
        }),
        WatchedOutcome::Signal(reason) => json!({ "outcome": "signal", "reason": shown(reason) }),
        WatchedOutcome::TimedOut => json!({ "outcome": "timed_out" }),
        WatchedOutcome::Killed => json!({ "outcome": "killed" }),
    };
    value["event"] = "end".into();
    value["events"] = watched.count.into();
    value["kept"] = watched.events.len().into();
    value
}

/// The fields of an event. The stack is kept as far as it takes to know in which function it is.
fn json_event(event: &Event, levels: &mut Vec<Level>, code: &mut WatchedCode) -> Value {
    let texts = |values: &[Term]| values.iter().map(shown).collect::<Vec<String>>();
    if let Event::Call { module, function, fun, arguments } = event {
        let frame =
            Frame { module: *module, name: *function, function: code.function(*module, *function) };
        let position = frame.position(*fun);
        let is_fun = frame.function.as_ref().is_some_and(|function| function.body != *fun);
        levels.push(Level::Frame(frame));
        return json!({
            "module": module.name(),
            "function": function.name.name(),
            "arity": function.arity,
            "is_fun": is_fun,
            "line": position.map(|position| position.line),
            "arguments": texts(arguments),
        });
    }
    let frame = levels.iter().rev().find_map(|level| match level {
        Level::Frame(frame) => Some(frame.clone()),
        _ => None,
    });
    let place = |at: ExprId| {
        let position = frame.as_ref().and_then(|frame| frame.position(at));
        (at.0, position.map(|position| position.line))
    };
    let target = |target: &Option<Target>| {
        target.as_ref().map(|target| {
            let callee = match target.callee.as_tuple() {
                Some([module, name]) => format!("{module}:{name}"),
                _ => shown(&target.callee),
            };
            json!({ "callee": callee, "arguments": texts(&target.arguments) })
        })
    };
    match event {
        Event::Call { .. } => unreachable!("it was looked at before"),
        Event::Exit { value } => {
            while levels.pop().is_some_and(|level| !matches!(level, Level::Frame(_))) {}
            json!({ "value": shown(value) })
        }
        Event::Go { at, target: to } => {
            levels.push(Level::Waiting { at: *at, has_value: false });
            let (at, line) = place(*at);
            json!({ "at": at, "line": line, "target": target(to) })
        }
        Event::Tail { at, target: to } => {
            let (at, line) = place(*at);
            while levels.pop().is_some_and(|level| !matches!(level, Level::Frame(_))) {}
            json!({ "at": at, "line": line, "target": target(to) })
        }
        Event::Back { at, value } => {
            while levels.pop().is_some_and(
                |level| !matches!(level, Level::Waiting { at: waiting, .. } if waiting == *at),
            ) {}
            json!({ "at": at.0, "value": shown(value) })
        }
        Event::Case { at, clause, values } => {
            let (at, line) = place(*at);
            json!({ "at": at, "line": line, "clause": clause, "values": texts(values) })
        }
        Event::ExitCase { at, values } | Event::Bind { at, values } => {
            let (at, line) = place(*at);
            json!({ "at": at, "line": line, "values": texts(values) })
        }
        Event::Try { at } => {
            levels.push(Level::Trying);
            json!({ "at": at.0 })
        }
        Event::Tried { at, values } => {
            while levels.pop().is_some_and(|level| !matches!(level, Level::Trying)) {}
            json!({ "at": at.0, "values": texts(values) })
        }
        Event::Caught { at, class, reason } => {
            while levels.pop().is_some_and(|level| !matches!(level, Level::Trying)) {}
            json!({ "at": at.0, "class": class.name(), "reason": shown(reason) })
        }
    }
}
