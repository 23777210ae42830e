//! What can a made-up fun do besides looking its answer up? It calls what it was given, hands it back, or
//! raises.
//!
//! A fun of the input may be given values that are of one run only: funs, pids, ports, references. None of
//! them can be named in a table. So they are bound, like variables: in the arguments of a call each is
//! replaced by a [`Hole`], whose number says which local variable it is. What is left, the *key*, can be
//! looked up. A [`Behaviour`] says what the fun does for a key instead of returning an answer.
//!
//! This is the canonical form of higher-order inputs by which the search for them is complete (You, Findler,
//! Dimoulas: Sound and Complete Concolic Testing for Higher-order Functions, ESOP 2021), with two
//! differences: a clause takes all arguments apart at once, and what decides on the result of a call is
//! a made-up fun again, so that its answers are found as all others are.

use crate::nesting::deeper;
use crate::{Atom, Term};

/// What a made-up fun does in a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// It returns what its table says.
    Answer,
    /// It calls a local variable. What comes back goes to the fun that follows.
    Call { local: u32, passed: Vec<Passed> },
    /// The same, and what is raised there is caught: what follows is given the atom `caught` then.
    Attempt { local: u32, passed: Vec<Passed> },
    /// It returns a local variable.
    Return(u32),
    /// It returns something new with local variables in it.
    Build { structure: Structure, parts: Vec<Passed> },
    /// It raises an exception of this class; the reason is a value.
    Raise(Atom),
}

/// What a made-up fun puts local variables into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Structure {
    Tuple,
    List,
    /// `[A, B | Tail]`: the last part is the tail.
    OpenList,
}

impl Structure {
    const ALL: [Structure; 3] = [Structure::Tuple, Structure::List, Structure::OpenList];

    fn name(self) -> &'static str {
        match self {
            Structure::Tuple => "tuple",
            Structure::List => "list",
            Structure::OpenList => "open_list",
        }
    }

    /// What is put together of these parts.
    pub fn of(self, mut parts: Vec<Term>) -> Term {
        match self {
            Structure::Tuple => Term::tuple(parts),
            Structure::List => Term::list(parts),
            Structure::OpenList => {
                let tail = parts.pop().unwrap_or(Term::Nil);
                Term::list_with_tail(parts, tail)
            }
        }
    }
}

/// What a made-up fun passes to the fun that it calls, or puts into what it returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passed {
    /// The next of its values.
    Value,
    Local(u32),
}

/// What a made-up fun does for a key.
#[derive(Clone, Debug)]
pub struct Behaviour {
    pub key: Vec<Term>,
    pub action: Action,
    /// What is passed, or the reason.
    pub values: Vec<Term>,
    /// The made-up fun of one parameter that is given what a call returns.
    pub then: Option<Term>,
}

/// The place of a value in a key that is of one run only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    /// Which local variable it is. The fun's surroundings have the first numbers.
    pub number: u32,
    pub kind: HoleKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoleKind {
    /// A fun of so many parameters.
    Function(u8),
    Pid,
    Port,
    Reference,
}

const HOLE: &str = "$local";

impl Hole {
    pub fn to_term(self) -> Term {
        let kind = match self.kind {
            HoleKind::Function(arity) => {
                Term::tuple(vec![Term::atom("function"), Term::Int(arity.into())])
            }
            HoleKind::Pid => Term::atom("pid"),
            HoleKind::Port => Term::atom("port"),
            HoleKind::Reference => Term::atom("reference"),
        };
        Term::tuple(vec![Term::atom(HOLE), Term::Int(self.number.into()), kind])
    }

    pub fn of(term: &Term) -> Option<Hole> {
        let [Term::Atom(tag), Term::Int(number), kind] = term.as_tuple()? else { return None };
        if tag.name() != HOLE {
            return None;
        }
        let kind = match kind {
            Term::Atom(name) => match name.name() {
                "pid" => HoleKind::Pid,
                "port" => HoleKind::Port,
                "reference" => HoleKind::Reference,
                _ => return None,
            },
            kind => match kind.as_tagged_tuple(Atom::new("function"))? {
                [Term::Int(arity)] => HoleKind::Function(u8::try_from(*arity).ok()?),
                _ => return None,
            },
        };
        Some(Hole { number: u32::try_from(*number).ok()?, kind })
    }

    /// The term with these local variables in its holes. A hole that none of them fills stays.
    pub fn fill(term: &Term, locals: &[Term]) -> Term {
        crate::rewrite(term, &|part| locals.get(Hole::of(part)?.number as usize).cloned())
    }

    /// The same, where it is what a fun returns or passes: the made-up funs in it remember the local variables
    /// around them, and differ from those that have others, or none.
    pub fn fill_within(term: &Term, locals: &[Term]) -> Term {
        if locals.is_empty() {
            return term.clone();
        }
        crate::rewrite(term, &|part| match part {
            Term::Fun(fun) if fun.made_up().is_some() => fun.within(locals),
            part => locals.get(Hole::of(part)?.number as usize).cloned(),
        })
    }

    /// The term with holes where these local variables are, as far as they are compared by their identity.
    pub fn dig(term: &Term, locals: &[Term]) -> Term {
        crate::rewrite(term, &|part| {
            let kind = match part {
                Term::Pid(_) => HoleKind::Pid,
                Term::Port(_) => HoleKind::Port,
                Term::Reference(_) => HoleKind::Reference,
                _ => return None,
            };
            let number = locals.iter().position(|local| local == part)?;
            Some(Hole { number: number as u32, kind }.to_term())
        })
    }

    /// The local variables that a value in this hole is not: those before it in its key, and those from
    /// outside. Otherwise it would have been one of them. Of funs nobody can tell.
    pub fn told_apart_from(self, before: &[Hole], outside: u32) -> Vec<u32> {
        if matches!(self.kind, HoleKind::Function(_)) {
            return Vec::new();
        }
        let is_alike = |hole: &&Hole| hole.kind == self.kind && hole.number >= outside;
        let before = before.iter().filter(is_alike).map(|hole| hole.number);
        (0..outside).chain(before).collect()
    }

    /// The holes in a key, each once, in the order of their numbers.
    pub fn all<'t>(key: impl IntoIterator<Item = &'t Term>) -> Vec<Hole> {
        let mut holes: Vec<Hole> = Vec::new();
        for term in key {
            crate::visit(term, &mut |part| {
                if let Some(hole) = Hole::of(part)
                    && !holes.contains(&hole)
                {
                    holes.push(hole);
                }
                true
            });
        }
        holes.sort_by_key(|hole| hole.number);
        holes
    }
}

impl Action {
    pub fn to_term(&self) -> Term {
        let tagged = |tag: &str, mut rest: Vec<Term>| {
            rest.insert(0, Term::atom(tag));
            Term::tuple(rest)
        };
        let parts = |parts: &[Passed]| {
            let part = |passed: &Passed| match passed {
                Passed::Value => Term::atom("value"),
                Passed::Local(number) => Term::Int((*number).into()),
            };
            Term::list(parts.iter().map(part).collect())
        };
        match self {
            Action::Answer => Term::atom("answer"),
            Action::Call { local, passed } => {
                tagged("call", vec![Term::Int((*local).into()), parts(passed)])
            }
            Action::Attempt { local, passed } => {
                tagged("attempt", vec![Term::Int((*local).into()), parts(passed)])
            }
            Action::Build { structure, parts: built } => {
                tagged("build", vec![Term::atom(structure.name()), parts(built)])
            }
            Action::Return(local) => tagged("return", vec![Term::Int((*local).into())]),
            Action::Raise(class) => tagged("raise", vec![Term::Atom(*class)]),
        }
    }

    pub fn of(term: &Term) -> Option<Action> {
        let local = |term: &Term| term.as_i64().and_then(|number| u32::try_from(number).ok());
        if let Term::Atom(name) = term {
            return (name.name() == "answer").then_some(Action::Answer);
        }
        let parts = |list: &Term| -> Option<Vec<Passed>> {
            let part = |passed: &Term| match passed {
                Term::Atom(name) if name.name() == "value" => Some(Passed::Value),
                passed => Some(Passed::Local(local(passed)?)),
            };
            list.as_list()?.iter().map(part).collect()
        };
        let [Term::Atom(tag), rest @ ..] = term.as_tuple()? else { return None };
        match (tag.name(), rest) {
            ("call", [number, passed]) => {
                Some(Action::Call { local: local(number)?, passed: parts(passed)? })
            }
            ("attempt", [number, passed]) => {
                Some(Action::Attempt { local: local(number)?, passed: parts(passed)? })
            }
            ("build", [Term::Atom(name), built]) => {
                let structure =
                    Structure::ALL.into_iter().find(|each| each.name() == name.name())?;
                Some(Action::Build { structure, parts: parts(built)? })
            }
            ("return", [number]) => Some(Action::Return(local(number)?)),
            ("raise", [Term::Atom(class)]) => Some(Action::Raise(*class)),
            _ => None,
        }
    }

    /// How many values of its own it needs.
    pub fn values(&self) -> usize {
        match self {
            Action::Answer | Action::Return(_) => 0,
            Action::Call { passed: parts, .. }
            | Action::Attempt { passed: parts, .. }
            | Action::Build { parts, .. } => {
                parts.iter().filter(|part| **part == Passed::Value).count()
            }
            Action::Raise(_) => 1,
        }
    }

    /// Does something come back that the fun goes on with?
    pub fn goes_on(&self) -> bool {
        self.called().is_some()
    }

    /// The same, except that it does not catch what is raised.
    pub fn uncaught(&self) -> Action {
        match self {
            Action::Attempt { local, passed } => {
                Action::Call { local: *local, passed: passed.clone() }
            }
            other => other.clone(),
        }
    }

    /// The same, except that it catches what is raised.
    pub fn caught(self) -> Action {
        match self {
            Action::Call { local, passed } => Action::Attempt { local, passed },
            other => other,
        }
    }

    /// Which local variable it calls.
    pub fn called(&self) -> Option<u32> {
        match self {
            Action::Call { local, .. } | Action::Attempt { local, .. } => Some(*local),
            _ => None,
        }
    }
}

impl Behaviour {
    /// With other values and another fun that goes on.
    pub fn map(self, change: &dyn Fn(&Term) -> Term) -> Behaviour {
        let values = self.values.iter().map(change).collect();
        let then = self.then.as_ref().map(change);
        Behaviour { values, then, ..self }
    }

    pub fn to_term(&self) -> Term {
        let then = self.then.clone().unwrap_or(Term::Nil);
        let values = Term::tuple(self.values.clone());
        Term::tuple(vec![Term::tuple(self.key.clone()), self.action.to_term(), values, then])
    }

    /// `None`: it is none of a fun of so many parameters. Its parts are what they are after this change.
    pub fn of(term: &Term, arity: u8, change: &dyn Fn(&Term) -> Term) -> Option<Behaviour> {
        let [Term::Tuple(key), action, Term::Tuple(values), then] = term.as_tuple()? else {
            return None;
        };
        let action = Action::of(action).filter(|action| *action != Action::Answer)?;
        let is_one = key.len() == usize::from(arity) && values.len() == action.values();
        let then = match then {
            Term::Nil => None,
            fun => {
                let fun = change(fun);
                deeper(|| fun.as_fun()?.made_up().map(drop))?;
                Some(fun)
            }
        };
        (is_one && then.is_some() == action.goes_on()).then(|| Behaviour {
            key: key.to_vec(),
            action,
            values: values.iter().map(change).collect(),
            then,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_terms_and_back() {
        let actions = [
            Action::Answer,
            Action::Call { local: 2, passed: vec![Passed::Value, Passed::Local(0)] },
            Action::Attempt { local: 0, passed: vec![] },
            Action::Return(1),
            Action::Build { structure: Structure::OpenList, parts: vec![Passed::Local(0)] },
            Action::Raise(Atom::new("throw")),
        ];
        for action in actions {
            assert_eq!(Action::of(&action.to_term()), Some(action));
        }
        let kinds = [HoleKind::Function(2), HoleKind::Pid, HoleKind::Port, HoleKind::Reference];
        for (number, kind) in (0..).zip(kinds) {
            let hole = Hole { number, kind };
            assert_eq!(Hole::of(&hole.to_term()), Some(hole));
        }
        assert_eq!(Action::of(&Term::atom("other")), None);
        assert_eq!(Hole::of(&Term::tuple(vec![Term::atom(HOLE)])), None);
    }

    #[test]
    fn holes_of_a_key() {
        let hole = |number| Hole { number, kind: HoleKind::Pid };
        let key = [
            Term::list(vec![hole(3).to_term(), hole(1).to_term()]),
            Term::tuple(vec![Term::Int(1), hole(3).to_term()]),
        ];
        assert_eq!(Hole::all(&key), [hole(1), hole(3)]);
    }
}
