//! How is a made-up fun written in Elixir that does more than answer? `fn g when is_function(g, 1) -> case
//! g.(0) do 1 -> 10; _ -> 0 end; _ -> 0 end`

use super::within;
use std::fmt::Write;
use term::canonical::{Action, Behaviour, Hole, HoleKind, Passed, Structure};
use term::{MadeUp, Map, Term};

/// What is around what is written.
#[derive(Clone, Copy, Default)]
struct Around {
    locals: u32,
    calls: u32,
}

impl Around {
    /// Inside of a clause with this key.
    fn inside<'t>(self, key: impl IntoIterator<Item = &'t Term>) -> Around {
        let bound = Hole::all(key).last().map_or(0, |hole| hole.number + 1);
        Around { locals: self.locals.max(bound), ..self }
    }
}

pub(super) fn text(fun: MadeUp) -> String {
    fun_text(fun, Around::default())
}

fn name(number: u32) -> String {
    match number {
        0 => "g".into(),
        1 => "h".into(),
        2 => "k".into(),
        other => format!("g{other}"),
    }
}

/// A value, or a fun that knows what is around it.
fn value(term: &Term, around: Around) -> String {
    match term.as_fun().and_then(|fun| fun.made_up()) {
        Some(fun) if fun.knows_locals() => fun_text(fun, around),
        _ => {
            // A local variable is an expression, for which there is no term.
            let holes = Hole::all([term]);
            let stand_in = |hole: Hole| format!("local {}", hole.number);
            let named = term::rewrite(term, &|part| Some(Term::atom(&stand_in(Hole::of(part)?))));
            holes.into_iter().fold(within(&named, usize::MAX).text, |text, hole| {
                text.replace(&format!(":\"{}\"", stand_in(hole)), &name(hole.number))
            })
        }
    }
}

fn fun_text(fun: MadeUp, around: Around) -> String {
    let mut clauses = Vec::new();
    for behaviour in fun.behaviours() {
        let head = Head::of(&behaviour.key, around, true).text;
        clauses.push(format!("{head}{}", deed(&behaviour, around)));
    }
    for (key, result) in fun.cases() {
        let head = Head::of(key, around, true).text;
        clauses.push(format!("{head}{}", value(result, around.inside(key))));
    }
    if fun.arity > 0 || clauses.is_empty() {
        let others = vec!["_"; fun.arity.into()].join(", ");
        let space = if others.is_empty() { "" } else { " " };
        clauses.push(format!("{others}{space}-> {}", value(fun.otherwise, around)));
    }
    format!("fn {} end", clauses.join("; "))
}

/// `g, 1 when is_function(g, 1) -> `
struct Head {
    text: String,
    guards: Vec<String>,
    named: Vec<Hole>,
    around: Around,
    is_fun: bool,
    /// So many names were made up for maps.
    maps: usize,
}

impl Head {
    fn of(key: &[Term], around: Around, is_fun: bool) -> Head {
        let mut head = Head {
            text: String::new(),
            guards: Vec::new(),
            named: Vec::new(),
            around,
            is_fun,
            maps: 0,
        };
        for (number, part) in (1..).zip(key) {
            head.text.push_str(if number == 1 { "" } else { ", " });
            let letter = if is_fun { format!("a{number}") } else { format!("v{}", around.calls) };
            head.argument(part, &letter);
        }
        if !head.guards.is_empty() {
            let _ = write!(head.text, " when {}", head.guards.join(" and "));
        }
        let space = if key.is_empty() { "" } else { " " };
        let _ = write!(head.text, "{space}-> ");
        head
    }

    /// As a pattern, a map would match all that have its keys, and one zero the other.
    fn argument(&mut self, part: &Term, letter: &str) {
        let is_loose = |part: &Term| match part {
            Term::Map(_) => true,
            Term::Float(number) => *number == 0.0,
            _ => false,
        };
        if term::any(part, is_loose) && Hole::all([part]).is_empty() {
            self.equal(part, letter);
        } else {
            self.part(part);
        }
    }

    /// A variable, with what it is equal to.
    fn equal(&mut self, part: &Term, letter: &str) {
        self.text.push_str(letter);
        self.guards.push(format!("{letter} === {}", within(part, usize::MAX).text));
    }

    /// A name that no other part of the head has, nor a `case` around it.
    fn fresh(&mut self) -> String {
        self.maps += 1;
        format!("m{}_{}", self.around.calls, self.maps)
    }

    /// `%{:token => g} = m0_1` of one size
    fn map(&mut self, map: &Map) {
        let name = self.fresh();
        self.text.push_str("%{");
        for (number, (key, value)) in map.pairs().iter().enumerate() {
            self.text.push_str(if number == 0 { "" } else { ", " });
            let _ = write!(self.text, "{} => ", within(key, usize::MAX).text);
            self.part(value);
        }
        let _ = write!(self.text, "}} = {name}");
        self.guards.push(format!("map_size({name}) === {}", map.pairs().len()));
    }

    fn part(&mut self, part: &Term) {
        if let Some(hole) = Hole::of(part) {
            return self.hole(hole);
        }
        let parts = |head: &mut Head, parts: &[Term]| {
            for (number, part) in parts.iter().enumerate() {
                head.text.push_str(if number == 0 { "" } else { ", " });
                head.part(part);
            }
        };
        match part {
            _ if Hole::all([part]).is_empty()
                && term::any(part, |part| matches!(part, Term::Map(_))) =>
            {
                let name = self.fresh();
                self.equal(part, &name);
            }
            Term::Map(map) if !Hole::all([part]).is_empty() => self.map(map),
            _ if Hole::all([part]).is_empty() => self.text.push_str(&within(part, usize::MAX).text),
            Term::Tuple(elements) => {
                self.text.push('{');
                parts(self, elements);
                self.text.push('}');
            }
            Term::List(list) => {
                self.text.push('[');
                parts(self, &list.elements);
                if !list.is_proper() {
                    self.text.push_str(" | ");
                    self.part(&list.tail);
                }
                self.text.push(']');
            }
            other => self.text.push_str(&within(other, usize::MAX).text),
        }
    }

    fn hole(&mut self, hole: Hole) {
        let is_outer = hole.number < self.around.locals;
        let is_new = !self.named.contains(&hole);
        let others = hole.told_apart_from(&self.named, self.around.locals);
        let name = name(hole.number);
        if is_new {
            self.named.push(hole);
        }
        match (is_outer, self.is_fun) {
            (true, true) => {
                let inner = format!("same_{name}");
                if is_new {
                    self.guards.push(format!("{inner} === {name}"));
                }
                self.text.push_str(&inner);
            }
            (true, false) => {
                let _ = write!(self.text, "^{name}");
            }
            (false, _) => {
                self.text.push_str(&name);
                if is_new {
                    self.guards.push(match hole.kind {
                        HoleKind::Function(arity) => format!("is_function({name}, {arity})"),
                        HoleKind::Pid => format!("is_pid({name})"),
                        HoleKind::Port => format!("is_port({name})"),
                        HoleKind::Reference => format!("is_reference({name})"),
                    });
                    let differs = |other: u32| format!("{name} !== {}", self::name(other));
                    self.guards.extend(others.into_iter().map(differs));
                }
            }
        }
    }
}

fn deed(behaviour: &Behaviour, around: Around) -> String {
    let around = around.inside(&behaviour.key);
    let mut values = behaviour.values.iter().map(|term| value(term, around));
    match &behaviour.action {
        Action::Answer => unreachable!("an answer is no behaviour"),
        Action::Return(local) => name(*local),
        Action::Raise(class) => {
            let reason = values.next().unwrap_or_default();
            match class.name() {
                "error" => format!(":erlang.error({reason})"),
                class => format!("{class}({reason})"),
            }
        }
        Action::Build { structure, parts } => {
            let mut parts = written(parts, values);
            match structure {
                Structure::Tuple => format!("{{{}}}", parts.join(", ")),
                Structure::List => format!("[{}]", parts.join(", ")),
                Structure::OpenList => {
                    let tail = parts.pop().unwrap_or_default();
                    format!("[{} | {tail}]", parts.join(", "))
                }
            }
        }
        Action::Call { local, passed } | Action::Attempt { local, passed } => {
            let mut call = format!("{}.({})", name(*local), written(passed, values).join(", "));
            if matches!(behaviour.action, Action::Attempt { .. }) {
                call = format!("(try do {call} catch _, _ -> :caught end)");
            }
            let then = behaviour.then.as_ref().and_then(Term::as_fun).and_then(|fun| fun.made_up());
            then.map_or(call.clone(), |then| following(&call, then, around))
        }
    }
}

/// Local variables and values, in the order in which they are passed.
fn written(parts: &[Passed], mut values: impl Iterator<Item = String>) -> Vec<String> {
    let part = |part: &Passed| match part {
        Passed::Local(local) => name(*local),
        Passed::Value => values.next().unwrap_or_default(),
    };
    parts.iter().map(part).collect()
}

fn following(call: &str, then: MadeUp, around: Around) -> String {
    let around = Around { calls: around.calls + 1, ..around };
    let otherwise = value(then.otherwise, around);
    if then.cases().len() == 0 && then.only_answers() {
        return format!("({call}; {otherwise})");
    }
    let mut clauses = Vec::new();
    for behaviour in then.behaviours() {
        let head = Head::of(&behaviour.key, around, false).text;
        clauses.push(format!("{head}{}", deed(&behaviour, around)));
    }
    for (key, result) in then.cases() {
        let head = Head::of(key, around, false).text;
        clauses.push(format!("{head}{}", value(result, around.inside(key))));
    }
    clauses.push(format!("_ -> {otherwise}"));
    format!("case {call} do {} end", clauses.join("; "))
}
