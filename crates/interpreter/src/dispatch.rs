//! What does a made-up fun do when it is called? It binds what it was given, finds what is to be done for
//! the key that is left, and answers, calls, hands back or raises: see [`term::canonical`].
//!
//! All of it is data that the fun holds; there is no code per fun. What takes more than a value, to call
//! and to raise, is done by two functions in Erlang, `ermine_canonical`.

use crate::library::Library;
use runtime::natives::types::{is_pid, is_port, is_reference};
use runtime::parts::any_part;
use runtime::{FunView, Heap, Value, compare};
use term::canonical::{Action, Hole, HoleKind, Passed, Structure};
use term::made_up_module::made_up_functions;
use term::{Term, atoms};

/// The module that calls and raises for made-up funs.
pub(crate) const MODULE: &str = "ermine_canonical";

/// What a made-up fun holds, in this order.
pub(crate) struct Held {
    pub otherwise: Value,
    pub cases: Value,
    pub behaviours: Value,
    /// The local variables around it, as a list.
    pub scope: Value,
}

impl Held {
    pub fn of(held: &[Value]) -> Held {
        match *held {
            [otherwise, cases, behaviours, scope] => Held { otherwise, cases, behaviours, scope },
            _ => unreachable!("a made-up fun holds four values"),
        }
    }
}

/// The arguments of a call without what is of this run only, which is bound instead.
pub(crate) struct Bound {
    pub key: Vec<Value>,
    /// All local variables, those from outside first.
    pub scope: Vec<Value>,
    /// The parts of the input among the arguments, and what those were bound to that had to be: the input could
    /// have something else there.
    pub symbolic: Vec<(Value, Option<HoleKind>)>,
}

/// What kind of local variable a value is bound to, if it is of this run only.
pub(crate) fn hole_kind(heap: &Heap, library: &Library, value: Value) -> Option<HoleKind> {
    let value = heap.concrete(value);
    if let Some(fun) = heap.fun(value) {
        let arity = match fun {
            FunView::Closure { code, .. } => library.code(code).arity(),
            FunView::External { arity, .. } => arity,
        };
        return Some(HoleKind::Function(u8::try_from(arity).unwrap_or(u8::MAX)));
    }
    match heap.foreign_term(value) {
        Some(Term::Fun(fun)) => Some(HoleKind::Function(fun.arity())),
        _ if is_pid(heap, value) => Some(HoleKind::Pid),
        _ if is_port(heap, value) => Some(HoleKind::Port),
        _ if is_reference(heap, value) => Some(HoleKind::Reference),
        _ => None,
    }
}

/// Is it the name of a module that was made up? It is made of what the functions of the module do, so none of them
/// can compare anything with it.
fn names_module(heap: &Heap, value: Value) -> bool {
    let name = heap.concrete(value).as_atom();
    name.is_some_and(|name| made_up_functions(name).is_some())
}

/// Something that can only be bound is where the fun cannot get at it: in the key of a map, or deep inside of
/// this part of the input, or it cannot be named.
pub(crate) struct Hidden(pub Option<Value>);

/// Binds what can only be bound.
pub(crate) fn bind(
    heap: &mut Heap,
    library: &Library,
    arguments: &[Value],
    scope: Value,
) -> Result<Bound, Hidden> {
    let scope = heap.list_parts(scope).0;
    let mut binding = Binding { heap, library, scope, symbolic: Vec::new(), inside: None };
    match arguments.iter().map(|&argument| binding.part(argument)).collect() {
        Some(key) => Ok(Bound { key, scope: binding.scope, symbolic: binding.symbolic }),
        None => Err(Hidden(binding.inside)),
    }
}

struct Binding<'h> {
    heap: &'h mut Heap,
    library: &'h Library,
    scope: Vec<Value>,
    symbolic: Vec<(Value, Option<HoleKind>)>,
    /// The part of the input in which something is hidden.
    inside: Option<Value>,
}

impl Binding<'_> {
    fn holds_any(&self, value: Value) -> bool {
        let (heap, library) = (&*self.heap, self.library);
        any_part(heap, value, |part| {
            hole_kind(heap, library, part).is_some() || names_module(heap, part)
        })
    }

    fn part(&mut self, value: Value) -> Option<Value> {
        if names_module(self.heap, value) {
            return None;
        }
        let kind = hole_kind(self.heap, self.library, value);
        self.symbolic.extend(value.is_symbolic().then_some((value, kind)));
        if let Some(kind) = kind {
            return Some(self.hole(value, kind));
        }
        if value.is_symbolic() {
            let concrete = self.heap.concrete(value);
            if self.holds_any(concrete) {
                self.inside = Some(value);
                return None;
            }
            return Some(value);
        }
        if !self.holds_any(value) {
            return Some(value);
        }
        crate::deep(|| self.compound(value))
    }

    fn compound(&mut self, value: Value) -> Option<Value> {
        if value.is_cons() {
            let (elements, tail) = self.heap.list_parts(value);
            let elements: Option<Vec<Value>> =
                elements.into_iter().map(|element| self.part(element)).collect();
            let tail = self.part(tail)?;
            return Some(self.heap.list_with_tail(&elements?, tail));
        }
        if let Some(elements) = self.heap.as_tuple(value) {
            let elements = elements.to_vec();
            let elements: Option<Vec<Value>> =
                elements.into_iter().map(|element| self.part(element)).collect();
            return Some(self.heap.tuple(&elements?));
        }
        if self.heap.is_map(value) {
            let mut map = value;
            let pairs: Vec<(Value, Value)> = self.heap.map_pairs(value).collect();
            for (key, value) in pairs {
                if self.holds_any(key) {
                    return None;
                }
                let value = self.part(value)?;
                map = self.heap.map_put(map, key, value);
            }
            return Some(map);
        }
        None
    }

    /// One that was bound before is the same variable again. Of funs nobody can tell.
    fn hole(&mut self, value: Value, kind: HoleKind) -> Value {
        let is_fun = matches!(kind, HoleKind::Function(_));
        let heap = &*self.heap;
        let is_same = |known: &Value| {
            let (known, value) = (heap.concrete(*known), heap.concrete(value));
            !is_fun && compare::exactly_equal(heap, known, value)
        };
        let number = self.scope.iter().position(is_same).unwrap_or_else(|| {
            self.scope.push(value);
            self.scope.len() - 1
        });
        self.heap.from_term(&Hole { number: number as u32, kind }.to_term())
    }
}

/// What a made-up fun returns for a key, by its table.
pub(crate) fn answer_for(heap: &Heap, held: &Held, key: &[Value]) -> Value {
    find(heap, held.cases, key).map_or(held.otherwise, |case| case[1])
}

/// What it does for a key instead, as data: the action, its values, and what goes on.
pub(crate) struct Found {
    pub action: Action,
    pub values: Vec<Value>,
    pub then: Value,
}

/// What a made-up fun does for a key, if it does not answer.
pub(crate) fn behaviour_for(heap: &Heap, held: &Held, key: &[Value]) -> Option<Found> {
    let entry = find(heap, held.behaviours, key)?;
    let action = Action::of(&heap.to_term(entry[1])).expect("checked when the fun was made");
    let values = heap.as_tuple(entry[2]).expect("a tuple of values").to_vec();
    Some(Found { action, values, then: entry[3] })
}

/// What a made-up fun puts together of these parts.
pub(crate) fn built(heap: &mut Heap, structure: Structure, parts: &[Value]) -> Value {
    match structure {
        Structure::Tuple => heap.tuple(parts),
        Structure::List => heap.list(parts),
        Structure::OpenList => match parts.split_last() {
            Some((tail, elements)) => heap.list_with_tail(elements, *tail),
            None => Value::NIL,
        },
    }
}

/// Which function of [`MODULE`] calls for it.
pub(crate) fn caller(action: &Action) -> &'static str {
    match action {
        Action::Attempt { .. } => "attempt",
        _ => "call",
    }
}

/// The entry of a list whose first element is the key.
fn find<'h>(heap: &'h Heap, mut entries: Value, key: &[Value]) -> Option<&'h [Value]> {
    while entries.is_cons() {
        let entry = heap.as_tuple(heap.head(entries)).expect("a tuple");
        let known = heap.as_tuple(entry[0]).expect("a key");
        let mut pairs = known.iter().zip(key);
        if pairs.all(|(&known, &part)| compare::exactly_equal(heap, known, part)) {
            return Some(entry);
        }
        entries = heap.tail(entries);
    }
    None
}

/// The value, with the local variables around the made-up funs in it.
pub(crate) fn within(heap: &mut Heap, library: &Library, value: Value, scope: &[Value]) -> Value {
    let is_made_up = |heap: &Heap, value: Value| match heap.fun(value) {
        Some(FunView::Closure { code, .. }) => library.is_made_up(code),
        _ => false,
    };
    let is_changed =
        |heap: &Heap, part| is_made_up(heap, part) || filled(heap, part, scope).is_some();
    if scope.is_empty() || !any_part(heap, value, |part| is_changed(heap, part)) {
        return value;
    }
    if is_made_up(heap, value) {
        let Some(FunView::Closure { code, .. }) = heap.fun(value) else { return value };
        let mut held = heap.free_variables(value).to_vec();
        held[3] = heap.list(scope);
        return heap.closure(code, &held);
    }
    if let Some(local) = filled(heap, value, scope) {
        return local;
    }
    let inner = |heap: &mut Heap, part| crate::deep(|| within(heap, library, part, scope));
    if value.is_cons() {
        let (elements, tail) = heap.list_parts(value);
        let elements: Vec<Value> =
            elements.into_iter().map(|element| inner(heap, element)).collect();
        let tail = inner(heap, tail);
        return heap.list_with_tail(&elements, tail);
    }
    if let Some(elements) = heap.as_tuple(value) {
        let elements = elements.to_vec();
        let elements: Vec<Value> =
            elements.into_iter().map(|element| inner(heap, element)).collect();
        return heap.tuple(&elements);
    }
    if heap.is_map(value) {
        let mut pairs: Vec<(Value, Value)> = heap.map_pairs(value).collect();
        for (key, part) in &mut pairs {
            (*key, *part) = (inner(heap, *key), inner(heap, *part));
        }
        return heap.map_from_list(pairs);
    }
    value
}

/// The local variable that a hole stands for.
fn filled(heap: &Heap, value: Value, scope: &[Value]) -> Option<Value> {
    if heap.as_tuple(value)?.len() != 3 {
        return None;
    }
    let hole = Hole::of(&heap.to_term(value))?;
    scope.get(hole.number as usize).copied()
}

/// So many actions are offered for a call: of more, the oldest variables are left alone.
const MOST_ACTIONS: usize = 24;

/// What a made-up fun could do in a call, besides to answer, and whether there are more such actions. Those that
/// are likely to lead somewhere come first.
pub(crate) fn offered(
    kinds: &[HoleKind],
    calls_more: bool,
    is_caught: bool,
) -> (Vec<Action>, bool) {
    let mut actions = Vec::new();
    let locals = || (0..kinds.len() as u32).zip(kinds).rev();
    let funs = || {
        locals().filter_map(|(local, kind)| match kind {
            HoleKind::Function(arity) => Some((local, usize::from(*arity))),
            _ => None,
        })
    };
    if calls_more {
        let plain = |(local, arity)| Action::Call { local, passed: vec![Passed::Value; arity] };
        actions.extend(funs().map(plain));
    }
    actions.extend(locals().map(|(local, _)| Action::Return(local)));
    if is_caught {
        let classes = [atoms::throw, atoms::error, atoms::exit];
        actions.extend(classes.map(Action::Raise));
    }
    if calls_more {
        for (local, arity) in funs() {
            for (other, _) in locals().filter(|(other, _)| *other != local) {
                actions.extend((0..arity).map(|at| {
                    let mut passed = vec![Passed::Value; arity];
                    passed[at] = Passed::Local(other);
                    Action::Call { local, passed }
                }));
            }
        }
    }
    let is_cut = actions.len() > MOST_ACTIONS;
    actions.truncate(MOST_ACTIONS);
    (actions, is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered() {
        let all = |kinds: &[HoleKind], calls_more, is_caught| {
            let (actions, is_cut) = offered(kinds, calls_more, is_caught);
            assert!(!is_cut);
            actions
        };
        assert!(all(&[], true, false).is_empty(), "answers are all there is");
        let classes = [atoms::throw, atoms::error, atoms::exit];
        assert_eq!(all(&[], true, true), classes.map(Action::Raise));
        let kinds = [HoleKind::Function(1), HoleKind::Reference];
        let call = |passed| Action::Call { local: 0, passed: vec![passed] };
        let simple = [Action::Return(1), Action::Return(0)];
        let first = [vec![call(Passed::Value)], simple.to_vec(), vec![call(Passed::Local(1))]];
        assert_eq!(all(&kinds, true, false), first.concat());
        assert_eq!(all(&kinds, false, false), simple);
        let (actions, is_cut) = offered(&[HoleKind::Function(3); 9], true, true);
        assert_eq!((actions.len(), is_cut), (MOST_ACTIONS, true));
    }
}
