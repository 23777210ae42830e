//! How is a script told? As a person would type it: `{ok, Pid} = pool:start_link(2), pool:take(Pid)`. What a call
//! gave has a name where a later one takes it.

use crate::room::Written;
use crate::{Mfa, elixir, notation};
use std::collections::BTreeMap;
use term::script::{self, Call, Element, giver, referred};
use term::{Atom, Term};

/// The languages in which it can be told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Erlang,
    Elixir,
}

/// Is it no function, but calls in a row?
pub fn is_meant(mfa: Mfa) -> bool {
    mfa.function.name() == script::NAME && mfa.arity == 1
}

/// Are these the arguments of one?
pub fn is_one(arguments: &[Term]) -> bool {
    matches!(arguments, [script] if script::calls(script).is_some_and(|calls| !calls.is_empty()))
}

/// Who is called last.
pub fn last_called(mfa: Mfa, arguments: &[Term]) -> Option<Mfa> {
    let [script] = arguments else { return None };
    let calls = script::calls(script).filter(|_| is_meant(mfa))?;
    let script::Step { module, function, arity, .. } = calls.last()?.step;
    Some(Mfa { module, function, arity })
}

/// Its calls, one by one. `None` if this is a call of a function.
pub fn calls(
    mfa: Mfa,
    arguments: &[Term],
    language: Language,
    room: usize,
) -> Option<Vec<Written>> {
    let [script] = arguments else { return None };
    let calls = script::calls(script).filter(|_| is_meant(mfa))?;
    let names = names(&calls, language);
    let written = |(at, call)| written(&calls, at, call, &names, language, room);
    Some(calls.iter().enumerate().map(written).collect())
}

/// What stands between calls on lines of their own.
pub fn between(language: Language) -> &'static str {
    if language == Language::Erlang { "," } else { "" }
}

/// All of them on one line.
pub fn on_a_line(calls: Vec<Written>, language: Language) -> Written {
    let between = if language == Language::Erlang { ", " } else { "; " };
    let mut all = Written::empty();
    if language == Language::Elixir {
        all.ending = "";
    }
    for (number, call) in calls.into_iter().enumerate() {
        all.add(if number == 0 { "" } else { between });
        all.append(call);
    }
    all
}

/// What is taken has a name, after its kind, and a number if there are several of that kind.
fn names(calls: &[Call], language: Language) -> BTreeMap<usize, String> {
    let mut taken: BTreeMap<usize, Atom> = BTreeMap::new();
    for (at, call) in calls.iter().enumerate() {
        for (_, kind, target) in references(calls, at, call) {
            taken.insert(target, kind);
        }
    }
    let name = |(target, kind): (&usize, &Atom)| {
        let alike = || taken.iter().filter(|(_, other)| *other == kind);
        let number = alike().take_while(|(other, _)| *other < target).count() + 1;
        let number = if alike().count() > 1 { number.to_string() } else { String::new() };
        (*target, format!("{}{number}", variable(*kind, language)))
    };
    taken.iter().map(name).collect()
}

/// The references in a call, and to which call they lead.
fn references<'a>(calls: &[Call], at: usize, call: &'a Call) -> Vec<(&'a Term, Atom, usize)> {
    let mut found = Vec::new();
    for argument in call.arguments {
        term::visit(argument, &mut |part| {
            let referred = referred(part);
            let target = referred
                .and_then(|(kind, number)| Some((part, kind, giver(calls, at, kind, number)?)));
            found.extend(target);
            referred.is_none()
        });
    }
    found
}

/// `Tree` for a `gb_trees:tree`.
fn variable(kind: Atom, language: Language) -> String {
    let name = kind.name().rsplit(':').next().unwrap_or_default();
    let letters = name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_');
    let mut letters = letters.skip_while(|letter| !letter.is_ascii_alphabetic());
    let Some(first) = letters.next() else {
        return if language == Language::Erlang { "Value" } else { "value" }.to_owned();
    };
    let first = match language {
        Language::Erlang => first.to_ascii_uppercase(),
        Language::Elixir => first.to_ascii_lowercase(),
    };
    std::iter::once(first).chain(letters).collect()
}

fn written(
    calls: &[Call],
    at: usize,
    call: &Call,
    names: &BTreeMap<usize, String>,
    language: Language,
    room: usize,
) -> Written {
    let mut all = Written::empty();
    if let (Some(name), Some(gift)) = (names.get(&at), &call.step.gives) {
        let pattern =
            gift.element.map_or_else(|| name.clone(), |place| tuple(place, name, language));
        all.add(&format!("{pattern} = "));
    }
    let known: Vec<(&Term, String)> = references(calls, at, call)
        .into_iter()
        .filter_map(|(term, _, target)| Some((term, names.get(&target)?.clone())))
        .collect();
    let script::Step { module, function, arity, .. } = call.step;
    let mfa = Mfa { module, function, arity };
    all.append(match language {
        Language::Erlang => notation::call_named(mfa, call.arguments, &known, room),
        Language::Elixir => elixir::call_named(mfa, call.arguments, &known, room),
    });
    if language == Language::Elixir {
        all.ending = "";
    }
    all
}

/// `{ok, Pid}`
fn tuple(place: Element, name: &str, language: Language) -> String {
    let tag = |tag: Atom| match language {
        Language::Erlang => Term::Atom(tag).to_string(),
        Language::Elixir => elixir::within(&Term::Atom(tag), usize::MAX).text,
    };
    let element = |index: usize| match (index, place.tag) {
        (index, _) if index == place.index => name.to_owned(),
        (1, Some(first)) => tag(first),
        _ => "_".to_owned(),
    };
    let elements: Vec<String> = (1..=place.size).map(element).collect();
    format!("{{{}}}", elements.join(", "))
}
