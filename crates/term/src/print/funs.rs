//! How is a made-up fun written? As a person would write it in Erlang: `fun(G) when is_function(G, 1) ->
//! case G(0) of 1 -> 10; _ -> 0 end; (_) -> 0 end`.
//!
//! Local variables are called by their numbers, so that a fun within a fun calls them the same.

use super::line::{Around, Style, write_term};
use crate::canonical::{Action, Behaviour, Hole, HoleKind, Passed, Structure};
use crate::made_up_module::Exported;
use crate::{Atom, List, MadeUp, Map, Term};
use std::fmt::Write;

/// The name of a local variable.
pub fn local_name(number: u32) -> String {
    match number {
        0 => "G".into(),
        1 => "H".into(),
        2 => "K".into(),
        other => format!("G{other}"),
    }
}

/// `fun(1) -> true; (_) -> false end`
pub(super) fn write_made_up(fun: MadeUp, style: Style, out: &mut String) {
    out.push_str("fun");
    write_clauses(fun, ("", "; "), style, out);
    out.push_str(" end");
}

/// The source of a module that was made up, a form in each line.
pub fn module_source(module: Atom, functions: &[Exported]) -> Vec<String> {
    let names: Vec<String> = functions
        .iter()
        .map(|each| format!("{}/{}", Term::Atom(each.name), each.arity()))
        .collect();
    let mut behaviours: Vec<Atom> = functions.iter().filter_map(|each| each.behaviour).collect();
    behaviours.sort_by_key(|behaviour| behaviour.name());
    behaviours.dedup();
    let mut forms = vec![format!("-module({}).", Term::Atom(module))];
    forms.extend(behaviours.into_iter().map(|one| format!("-behaviour({}).", Term::Atom(one))));
    forms.push(format!("-export([{}]).", names.join(", ")));
    for each in functions {
        let Some(fun) = each.fun.as_fun().and_then(|fun| fun.made_up()) else { continue };
        let mut form = String::new();
        let name = Term::Atom(each.name).to_string();
        form.push_str(&name);
        write_clauses(fun, (&name, "; "), Style::READABLE, &mut form);
        form.push('.');
        forms.push(form);
    }
    forms
}

/// `(1) -> true; (_) -> false`, with a name before each clause but the first.
fn write_clauses(fun: MadeUp, (name, end): (&str, &str), style: Style, out: &mut String) {
    let next = format!("{end}{name}");
    for behaviour in fun.behaviours() {
        write_head(&behaviour.key, style, out);
        write_behaviour(&behaviour, style, out);
        out.push_str(&next);
    }
    for (arguments, result) in fun.cases() {
        let inner = write_head(arguments, style, out);
        write_term(result, inner, out);
        out.push_str(&next);
    }
    if fun.arity == 0 && (fun.cases().len() > 0 || !fun.only_answers()) {
        // There is one call only.
        out.truncate(out.len() - next.len());
        return;
    }
    let parameters = vec!["_"; usize::from(fun.arity)].join(", ");
    out.push('(');
    out.push_str(&parameters);
    out.push_str(") -> ");
    write_term(fun.otherwise, style, out);
}

/// Inside of a clause with this key.
fn inside<'t>(style: Style, key: impl IntoIterator<Item = &'t Term>) -> Style {
    let bound = Hole::all(key).last().map_or(0, |hole| hole.number + 1);
    let around = Around { locals: style.around.locals.max(bound), ..style.around };
    Style { around, ..style }
}

/// `(1, A2) when A2 =:= #{a => 1} -> `: as a pattern, a map would match all that have its keys.
fn write_head(arguments: &[Term], style: Style, out: &mut String) -> Style {
    let mut clause = Clause::new(style, true);
    let mut separator = "(";
    for (number, argument) in (1..).zip(arguments) {
        out.push_str(separator);
        separator = ", ";
        clause.write_pattern(argument, &format!("A{number}"), out);
    }
    out.push_str(if arguments.is_empty() { "()" } else { ")" });
    clause.write_guards(out);
    inside(style, arguments)
}

/// What is known of a clause while its head is written.
struct Clause {
    style: Style,
    /// In the head of a fun, a variable from outside would be a new one.
    is_fun: bool,
    guards: Vec<String>,
    named: Vec<Hole>,
    /// So many names were made up for maps.
    maps: usize,
}

impl Clause {
    fn new(style: Style, is_fun: bool) -> Clause {
        Clause { style, is_fun, guards: Vec::new(), named: Vec::new(), maps: 0 }
    }

    fn write_pattern(&mut self, term: &Term, name: &str, out: &mut String) {
        if holds_map(term) && !holds_hole(term) {
            self.write_equal(term, name, out);
        } else {
            self.write_part(term, out);
        }
    }

    /// A variable, with what it is equal to.
    fn write_equal(&mut self, term: &Term, name: &str, out: &mut String) {
        out.push_str(name);
        let mut guard = format!("{name} =:= ");
        write_term(term, self.style, &mut guard);
        self.guards.push(guard);
    }

    /// A name that no other part of the head has, nor a `case` around it.
    fn fresh(&mut self) -> String {
        self.maps += 1;
        format!("M{}_{}", self.style.around.calls, self.maps)
    }

    /// `#{token := G} = M0_1` of one size
    fn write_map(&mut self, map: &Map, out: &mut String) {
        let name = self.fresh();
        let mut separator = "#{";
        for (key, value) in map.pairs() {
            out.push_str(separator);
            write_term(key, self.style, out);
            out.push_str(" := ");
            self.write_part(value, out);
            separator = ", ";
        }
        let _ = write!(out, "}} = {name}");
        self.guards.push(format!("map_size({name}) =:= {}", map.pairs().len()));
    }

    fn write_part(&mut self, term: &Term, out: &mut String) {
        if let Some(hole) = Hole::of(term) {
            return self.write_hole(hole, out);
        }
        let holds_hole = holds_hole(term);
        match term {
            Term::Map(map) if holds_hole => self.write_map(map, out),
            _ if !holds_hole && holds_map(term) => {
                let name = self.fresh();
                self.write_equal(term, &name, out);
            }
            Term::Tuple(elements) if holds_hole => {
                self.write_parts(elements, "{", out);
                out.push('}');
            }
            Term::List(list) if holds_hole => {
                let List { elements, tail } = &**list;
                self.write_parts(elements, "[", out);
                if *tail != Term::Nil {
                    out.push('|');
                    self.write_part(tail, out);
                }
                out.push(']');
            }
            _ => write_term(term, self.style, out),
        }
    }

    fn write_parts(&mut self, terms: &[Term], opening: &str, out: &mut String) {
        let mut separator = opening;
        for term in terms {
            out.push_str(separator);
            self.write_part(term, out);
            separator = ",";
        }
    }

    fn write_hole(&mut self, hole: Hole, out: &mut String) {
        let is_outer = hole.number < self.style.around.locals;
        let name = local_name(hole.number);
        let is_new = !self.named.contains(&hole);
        let others = hole.told_apart_from(&self.named, self.style.around.locals);
        if is_new {
            self.named.push(hole);
        }
        if is_outer && self.is_fun {
            let inner = format!("Same{name}");
            if is_new {
                self.guards.push(format!("{inner} =:= {name}"));
            }
            out.push_str(&inner);
            return;
        }
        out.push_str(&name);
        if is_new && !is_outer {
            self.guards.push(match hole.kind {
                HoleKind::Function(arity) => format!("is_function({name}, {arity})"),
                HoleKind::Pid => format!("is_pid({name})"),
                HoleKind::Port => format!("is_port({name})"),
                HoleKind::Reference => format!("is_reference({name})"),
            });
            let differs = |other: u32| format!("{name} =/= {}", local_name(other));
            self.guards.extend(others.into_iter().map(differs));
        }
    }

    fn write_guards(self, out: &mut String) {
        if !self.guards.is_empty() {
            out.push_str(" when ");
            out.push_str(&self.guards.join(", "));
        }
        out.push_str(" -> ");
    }
}

/// What is done after the arrow.
fn write_behaviour(behaviour: &Behaviour, style: Style, out: &mut String) {
    let style = inside(style, &behaviour.key);
    let mut values = behaviour.values.iter();
    match &behaviour.action {
        Action::Answer => unreachable!("an answer is no behaviour"),
        Action::Return(local) => out.push_str(&local_name(*local)),
        Action::Raise(class) => {
            let _ = write!(out, "{}(", class.name());
            values.by_ref().for_each(|value| write_term(value, style, out));
            out.push(')');
        }
        Action::Build { structure, parts } => {
            let mut parts = written(parts, values, style);
            match structure {
                Structure::Tuple => {
                    let _ = write!(out, "{{{}}}", parts.join(","));
                }
                Structure::List => {
                    let _ = write!(out, "[{}]", parts.join(","));
                }
                Structure::OpenList => {
                    let tail = parts.pop().unwrap_or_default();
                    let _ = write!(out, "[{}|{tail}]", parts.join(","));
                }
            }
        }
        Action::Call { local, passed } | Action::Attempt { local, passed } => {
            let passed = written(passed, values, style).join(", ");
            let mut call = format!("{}({passed})", local_name(*local));
            if matches!(behaviour.action, Action::Attempt { .. }) {
                call = format!("try {call} catch _:_ -> caught end");
            }
            let then = behaviour.then.as_ref().and_then(Term::as_fun).and_then(|fun| fun.made_up());
            if let Some(then) = then {
                write_then(&call, then, style, out);
            }
        }
    }
}

/// Local variables and values, in the order in which they are passed.
fn written<'t>(
    parts: &[Passed],
    mut values: impl Iterator<Item = &'t Term>,
    style: Style,
) -> Vec<String> {
    let part = |part: &Passed| match part {
        Passed::Local(local) => local_name(*local),
        Passed::Value => {
            let mut text = String::new();
            values.by_ref().take(1).for_each(|value| write_term(value, style, &mut text));
            text
        }
    };
    parts.iter().map(part).collect()
}

/// `case G(0) of 1 -> 10; _ -> 0 end`, or `G(0), 0` where it does not matter what comes back
fn write_then(call: &str, then: MadeUp, style: Style, out: &mut String) {
    let around = Around { calls: style.around.calls + 1, ..style.around };
    let style = Style { around, ..style };
    if then.cases().len() == 0 && then.only_answers() {
        out.push_str(call);
        out.push_str(", ");
        return write_term(then.otherwise, style, out);
    }
    let _ = write!(out, "case {call} of ");
    let name = format!("V{}", style.around.calls);
    let write_pattern = |key: &[Term], out: &mut String| {
        let mut clause = Clause::new(style, false);
        key.iter().for_each(|part| clause.write_pattern(part, &name, out));
        clause.write_guards(out);
    };
    for behaviour in then.behaviours() {
        write_pattern(&behaviour.key, out);
        write_behaviour(&behaviour, style, out);
        out.push_str("; ");
    }
    for (arguments, result) in then.cases() {
        write_pattern(arguments, out);
        write_term(result, inside(style, arguments), out);
        out.push_str("; ");
    }
    out.push_str("_ -> ");
    write_term(then.otherwise, style, out);
    out.push_str(" end");
}

fn holds_hole(term: &Term) -> bool {
    crate::any(term, |part| Hole::of(part).is_some())
}

/// As a pattern, a map would match all that have its keys. And before OTP 27, `0.0` matches `-0.0`.
fn holds_map(term: &Term) -> bool {
    crate::any(term, |part| matches!(part, Term::Map(_)))
}

#[cfg(test)]
mod tests {
    use crate::canonical::{Action, Behaviour, Hole, HoleKind, Passed, Structure};
    use crate::made_up_module::Exported;
    use crate::{Atom, Term, read};

    fn hole(number: u32) -> Term {
        Hole { number, kind: HoleKind::Function(1) }.to_term()
    }

    fn call(key: Vec<Term>, local: u32, value: i64, then: Term) -> Behaviour {
        let action = Action::Call { local, passed: vec![Passed::Value] };
        Behaviour { key, action, values: vec![Term::Int(value)], then: Some(then) }
    }

    fn term(text: &str) -> Term {
        read::term(text).expect("a term")
    }

    #[test]
    fn calls() {
        let then = Term::made_up_fun(1, vec![(vec![Term::Int(1)], Term::Int(10))], Term::Int(0));
        let fun = |then: Term| {
            Term::canonical_fun(1, vec![], Term::Int(0), &[call(vec![hole(0)], 0, 7, then)])
        };
        assert_eq!(
            fun(then.clone()).to_string(),
            "fun(G) when is_function(G, 1) -> case G(7) of 1 -> 10; _ -> 0 end; (_) -> 0 end"
        );
        let constant = Term::constant_fun(1, Term::atom("ok"));
        assert_eq!(
            fun(constant).to_string(),
            "fun(G) when is_function(G, 1) -> G(7), ok; (_) -> 0 end"
        );
        let again = call(vec![Term::map(vec![])], 0, 8, then);
        let twice = Term::canonical_fun(1, vec![], Term::Nil, &[again]);
        assert_eq!(
            fun(twice).to_string(),
            "fun(G) when is_function(G, 1) -> case G(7) of V1 when V1 =:= #{} -> case G(8) of 1 -> 10; \
             _ -> 0 end; _ -> [] end; (_) -> 0 end"
        );
    }

    #[test]
    fn modules() {
        let init = Term::made_up_fun(1, vec![(vec![term("[]")], term("ignore"))], term("{ok, 0}"));
        let stop = Term::constant_fun(0, Term::atom("ok"));
        let exported =
            |name: &str, fun: Term| Exported { name: Atom::new(name), fun, behaviour: None };
        let functions = [exported("init", init), exported("stop", stop)];
        assert_eq!(
            super::module_source(Atom::new("callback_1"), &functions),
            [
                "-module(callback_1).",
                "-export([init/1, stop/0]).",
                "init([]) -> ignore; init(_) -> {ok,0}.",
                "stop() -> ok."
            ]
        );
    }

    #[test]
    fn tokens_in_maps() {
        let token = Hole { number: 0, kind: HoleKind::Reference }.to_term();
        let map = Term::map(vec![(term("n"), Term::Int(3)), (term("token"), token)]);
        let key = vec![Term::tuple(vec![term("#{}"), map])];
        let parts = vec![Passed::Local(0), Passed::Value];
        let action = Action::Build { structure: Structure::OpenList, parts };
        let behaviour = Behaviour { key, action, values: vec![Term::Nil], then: None };
        let fun = Term::canonical_fun(1, vec![], Term::Nil, &[behaviour]);
        assert_eq!(
            fun.to_string(),
            "fun({M0_1,#{n := 3, token := G} = M0_2}) when M0_1 =:= #{}, is_reference(G), \
             map_size(M0_2) =:= 2 -> [G|[]]; (_) -> [] end"
        );
    }

    #[test]
    fn tokens_and_exceptions() {
        let token = |number| Hole { number, kind: HoleKind::Reference }.to_term();
        let give_back = Behaviour {
            key: vec![term("[]"), Term::tuple(vec![token(0), token(0)])],
            action: Action::Return(0),
            values: vec![],
            then: None,
        };
        let raise = Behaviour {
            key: vec![Term::Int(1), Term::Int(2)],
            action: Action::Raise(Atom::new("throw")),
            values: vec![term("{no, 1}")],
            then: None,
        };
        let inner_key = vec![Term::tuple(vec![token(0), token(1)])];
        let inner =
            Behaviour { key: inner_key, action: Action::Return(1), values: vec![], then: None };
        let inner = Term::canonical_fun(1, vec![], Term::Nil, &[inner]);
        let cases = vec![(vec![token(0), Term::Nil], inner)];
        let fun = Term::canonical_fun(2, cases, Term::Nil, &[give_back, raise]);
        assert_eq!(
            fun.to_string(),
            "fun([], {G,G}) when is_reference(G) -> G; (1, 2) -> throw({no,1}); \
             (G, []) when is_reference(G) -> fun({SameG,H}) when SameG =:= G, is_reference(H), H =/= G -> H; \
             (_) -> [] end; (_, _) -> [] end"
        );
    }
}
