//! Which terms are plainer than this one, the plainest first?
//!
//! One part of the term is plainer in each of them: first the whole itself, then its parts, each before
//! what is in it. They are made one at a time, when somebody asks: of a term that is nested 200,000
//! levels deep there are as many, and each is as large as the term.

use num_bigint::BigInt;
use term::canonical::{Behaviour, Hole};
use term::made_up_module::{Exported, made_up_functions, made_up_module};
use term::{Bits, List, MadeUp, Term};

/// Of a list or tuple with more elements than this, not every element is tried to be left out or to
/// be made plainer: each try is a copy.
const LARGE: usize = 10_000;

/// So many elements of a list or tuple are left out or made plainer, the first ones.
const MOST_ELEMENTS: usize = 50;

pub struct Smaller<'t> {
    /// From the whole term down to the part whose turn it is, each with how many of its own parts had
    /// their turn.
    path: Vec<(&'t Term, usize)>,
    /// What else may take the place of that part.
    plainer: Box<dyn Iterator<Item = Term>>,
}

impl<'t> Smaller<'t> {
    pub fn than(term: &'t Term) -> Smaller<'t> {
        Smaller { path: vec![(term, 0)], plainer: plainer(term) }
    }

    /// Turns to the next part; `None` if all had their turn.
    fn turn(&mut self) -> Option<()> {
        loop {
            let (term, turned) = self.path.last_mut()?;
            if let Some(part) = part(term, *turned) {
                *turned += 1;
                self.path.push((part, 0));
                self.plainer = plainer(part);
                return Some(());
            }
            self.path.pop();
        }
    }

    /// The whole term with this in the place of the part.
    fn with(&self, plainer: Term) -> Term {
        let around = self.path.iter().rev().skip(1);
        around.fold(plainer, |inner, (outer, turned)| with_part(outer, turned - 1, inner))
    }
}

impl Iterator for Smaller<'_> {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        loop {
            if let Some(plainer) = self.plainer.next() {
                return Some(self.with(plainer));
            }
            self.turn()?;
        }
    }
}

/// The part of a term that has this number among those that can be made plainer.
fn part(term: &Term, number: usize) -> Option<&Term> {
    match term {
        Term::List(list) if list.elements.len() <= LARGE => {
            let elements = &list.elements[..list.elements.len().min(MOST_ELEMENTS)];
            let tail = (number == elements.len()).then_some(&list.tail);
            elements.get(number).or(tail)
        }
        Term::Tuple(elements) if elements.len() <= LARGE => {
            elements.get(number).filter(|_| number < MOST_ELEMENTS)
        }
        Term::Fun(fun) => fun_parts(fun.made_up()?).nth(number),
        _ => None,
    }
}

/// The term with something else in the place of that part.
fn with_part(term: &Term, number: usize, part: Term) -> Term {
    match term {
        Term::List(list) if number == list.elements.len().min(MOST_ELEMENTS) => {
            Term::list_with_tail(list.elements.clone(), part)
        }
        Term::List(list) => {
            let mut elements = list.elements.clone();
            elements[number] = part;
            Term::list_with_tail(elements, list.tail.clone())
        }
        Term::Tuple(elements) => {
            let mut elements = elements.to_vec();
            elements[number] = part;
            Term::tuple(elements)
        }
        Term::Fun(fun) => {
            let fun = fun.made_up().expect("only made-up funs have such parts");
            with_fun_part(fun, number, part)
        }
        _ => unreachable!("it has no such parts: {term:?}"),
    }
}

/// What is plainer than the term as a whole, whatever its parts are.
fn plainer(term: &Term) -> Box<dyn Iterator<Item = Term>> {
    let modules = match term {
        Term::Atom(name) => made_up_functions(*name),
        _ => None,
    };
    let others = plainer_terms(term).into_iter();
    match modules {
        Some(functions) => Box::new(others.chain(modules_with_less(&functions))),
        None => Box::new(others),
    }
}

/// So many ways are tried to make a function of a module plainer, one at a time.
const MOST_OF_A_FUNCTION: usize = 60;

/// Modules with fewer functions, and with plainer ones. Each is made when somebody asks: their names stay.
fn modules_with_less(functions: &[Exported]) -> impl Iterator<Item = Term> + 'static {
    let mut less: Vec<Vec<Exported>> = Vec::new();
    for number in 0..functions.len() {
        let mut fewer = functions.to_vec();
        fewer.remove(number);
        less.push(fewer);
    }
    for (number, each) in functions.iter().enumerate() {
        for plainer in Smaller::than(&each.fun).take(MOST_OF_A_FUNCTION) {
            let mut others = functions.to_vec();
            others[number].fun = plainer;
            less.push(others);
        }
    }
    less.into_iter().filter_map(made_up_module).map(Term::Atom)
}

fn plainer_terms(term: &Term) -> Vec<Term> {
    match term {
        Term::Int(0) | Term::Nil => Vec::new(),
        Term::Int(number) => integers(*number),
        Term::BigInt(number) => {
            let half: BigInt = &**number / 2;
            vec![Term::Int(0), Term::Int(1), Term::from(half)]
        }
        Term::Float(number) => floats(*number),
        Term::Atom(name) if name.name() == "a" => Vec::new(),
        Term::Atom(_) => vec![Term::atom("a")],
        Term::List(list) => lists(list),
        Term::Bits(bits) if bits.bit_length() > 0 => shorter_bits(bits),
        Term::Fun(fun) => fun.made_up().map_or_else(Vec::new, funs),
        _ => Vec::new(),
    }
}

/// What can be made plainer in a fun: what it returns otherwise, then the results of its cases, then what
/// its behaviours pass and how they go on.
fn fun_parts(fun: MadeUp<'_>) -> impl Iterator<Item = &Term> {
    let results = fun.cases().map(|(_, result)| result);
    std::iter::once(fun.otherwise).chain(results).chain(fun.parts_of_behaviours())
}

fn with_fun_part(fun: MadeUp, number: usize, part: Term) -> Term {
    let (mut cases, mut otherwise) = (cases(fun), fun.otherwise.clone());
    let mut behaviours: Vec<Behaviour> = fun.behaviours().collect();
    let inner = behaviours
        .iter_mut()
        .flat_map(|behaviour| behaviour.values.iter_mut().chain(behaviour.then.iter_mut()));
    let results = cases.iter_mut().map(|(_, result)| result);
    let mut parts = std::iter::once(&mut otherwise).chain(results).chain(inner);
    *parts.nth(number).expect("it has such a part") = part;
    drop(parts);
    Term::canonical_fun(fun.arity, cases, otherwise, &behaviours)
}

/// Fewer cases, and fewer behaviours; or always the same.
fn funs(fun: MadeUp) -> Vec<Term> {
    let cases = cases(fun);
    let behaviours: Vec<Behaviour> = fun.behaviours().collect();
    let with = |cases, behaviours: &[Behaviour]| {
        Term::canonical_fun(fun.arity, cases, fun.otherwise.clone(), behaviours)
    };
    let none = (cases.len() > 1).then(|| with(Vec::new(), &behaviours));
    let mut results: Vec<&Term> = Vec::new();
    for (_, result) in &cases {
        let acts = |part: &Term| match part {
            Term::Fun(fun) => fun.made_up().is_some_and(|fun| fun.knows_locals()),
            part => Hole::of(part).is_some(),
        };
        // What acts may name a local variable, which is bound in this case only.
        let is_new = !results.contains(&result) && result != fun.otherwise;
        if is_new && !term::any(result, acts) {
            results.push(result);
        }
    }
    let constants = results
        .into_iter()
        .map(|result| Term::canonical_fun(fun.arity, Vec::new(), result.clone(), &behaviours));
    let constants: Vec<Term> = constants.collect();
    let one_less = (0..cases.len()).map(|number| {
        let mut fewer = cases.clone();
        fewer.remove(number);
        with(fewer, &behaviours)
    });
    let does_less = (0..behaviours.len()).map(|number| {
        let mut fewer = behaviours.clone();
        fewer.remove(number);
        with(cases.clone(), &fewer)
    });
    let answers = (0..behaviours.len()).filter_map(|number| {
        let mut fewer = behaviours.clone();
        let Behaviour { key, then, .. } = fewer.remove(number);
        // What a call returns does not matter if all that follows is an answer.
        let following = then.as_ref()?.as_fun()?.made_up()?;
        let is_plain = following.cases().len() == 0 && following.only_answers();
        let mut cases = cases.clone();
        cases.push((key, following.otherwise.clone()));
        is_plain.then(|| with(cases, &fewer))
    });
    let calls_less = (0..behaviours.len()).flat_map(|number| {
        let mut others = behaviours.clone();
        let replaced = |shorter: Behaviour| {
            others[number] = shorter;
            with(cases.clone(), &others)
        };
        without_a_call(&behaviours[number]).into_iter().map(replaced).collect::<Vec<_>>()
    });
    let does_less = does_less.chain(answers).chain(calls_less);
    none.into_iter().chain(does_less).chain(constants).chain(one_less).collect()
}

/// What follows a call without the call, and the call without catching what it raises. What a call returns that is of
/// one run only may be named in what follows.
fn without_a_call(behaviour: &Behaviour) -> Vec<Behaviour> {
    let following = behaviour.then.as_ref().and_then(Term::as_fun).and_then(|fun| fun.made_up());
    let inner = following.into_iter().flat_map(|fun| fun.behaviours());
    let inner = inner.filter(|inner| Hole::all(&inner.key).is_empty());
    let mut shorter: Vec<Behaviour> =
        inner.map(|inner| Behaviour { key: behaviour.key.clone(), ..inner }).collect();
    let uncaught = behaviour.action.uncaught();
    if uncaught != behaviour.action {
        shorter.push(Behaviour { action: uncaught, ..behaviour.clone() });
    }
    shorter
}

fn cases(fun: MadeUp) -> Vec<(Vec<Term>, Term)> {
    fun.cases().map(|(arguments, result)| (arguments.to_vec(), result.clone())).collect()
}

fn integers(number: i64) -> Vec<Term> {
    let mut smaller = vec![0, number / 2, number - number.signum()];
    if number < 0 {
        smaller.insert(0, number.saturating_neg());
    }
    smaller
        .retain(|other| other.unsigned_abs() < number.unsigned_abs() || *other > 0 && number < 0);
    smaller.dedup();
    smaller.into_iter().map(Term::Int).collect()
}

fn floats(number: f64) -> Vec<Term> {
    let candidates = [0.0, 1.0, number.trunc(), number / 2.0];
    let is_plainer =
        |other: &f64| other.abs() < number.abs() || *other == number.trunc() && *other != number;
    candidates.into_iter().filter(is_plainer).map(Term::Float).collect()
}

/// So many bits from this one on.
pub fn slice(bits: &Bits, first: usize, length: usize) -> Term {
    let mut bytes = vec![0_u8; length.div_ceil(8)];
    for index in (0..length).filter(|index| bits.bit(first + index)) {
        bytes[index / 8] |= 128 >> (index % 8);
    }
    Term::Bits(Bits::new(bytes, length))
}

/// Of a bitstring with more bits than this, only halves are tried: each try is a copy.
pub const LONG_BITS: usize = 80_000;

/// A part of it, or nothing but zeros.
fn shorter_bits(bits: &Bits) -> Vec<Term> {
    let length = bits.bit_length();
    let half = length / 16 * 8;
    let mut smaller = vec![Term::binary(&[])];
    if half > 0 {
        smaller.extend([slice(bits, 0, half), slice(bits, half, length - half)]);
    }
    if length <= LONG_BITS {
        // A byte or a bit less, at either end.
        for less in [8, length % 8, 1] {
            if (1..length).contains(&less) {
                smaller.extend([0, less].map(|first| slice(bits, first, length - less)));
            }
        }
        if bits.bytes().iter().any(|byte| *byte != 0) {
            smaller.push(Term::Bits(Bits::new(vec![0; bits.bytes().len()], length)));
        }
    }
    smaller
}

/// Shorter ones.
fn lists(list: &List) -> Vec<Term> {
    let (elements, tail) = (&list.elements, &list.tail);
    let with = |elements: Vec<Term>| Term::list_with_tail(elements, tail.clone());
    let mut shorter = vec![Term::Nil];
    if elements.len() > 2 {
        let (left, right) = elements.split_at(elements.len() / 2);
        shorter.extend([with(left.to_vec()), with(right.to_vec())]);
    }
    if elements.len() > LARGE {
        return shorter;
    }
    for index in 0..elements.len().min(MOST_ELEMENTS) {
        let mut others = elements.clone();
        others.remove(index);
        shorter.push(with(others));
    }
    if !matches!(tail, Term::Nil) {
        shorter.push(Term::list(elements.clone()));
    }
    shorter
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::canonical::{Action, Hole, HoleKind, Passed};

    fn smaller(text: &str) -> String {
        let term = term::read::term(text).expect("it is a term");
        Smaller::than(&term).map(|term| term.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_whole_comes_before_its_parts() {
        assert_eq!(smaller("[b]"), "[] [] [a]");
        assert_eq!(smaller("{b, [1]}"), "{a,[1]} {b,[]} {b,[]} {b,[0]}");
        assert_eq!(smaller("[0, 0, 0]"), "[] [0] [0,0] [0,0] [0,0] [0,0]");
        assert_eq!(smaller("[a | b]"), "[] b [a] [a|a]");
        assert_eq!(smaller("{{}, a, []}"), "");
    }

    #[test]
    fn calls_that_do_not_matter_are_taken_out() {
        let key = |number: i64| vec![Term::Int(number)];
        let passed = vec![Passed::Value];
        let attempt = Action::Attempt { local: 0, passed: passed.clone() };
        let call = Action::Call { local: 0, passed };
        let behaviour = |key: Vec<Term>, action: Action, then: Term| Behaviour {
            key,
            action,
            values: vec![Term::Int(5)],
            then: Some(then),
        };
        let last = Term::made_up_fun(1, vec![(key(3), Term::Int(4))], Term::Nil);
        let inner = behaviour(key(1), call.clone(), last);
        let then = Term::canonical_fun(1, vec![], Term::Nil, &[inner]);
        let fun = Term::canonical_fun(1, vec![], Term::Nil, &[behaviour(key(0), attempt, then)]);
        let texts: Vec<String> = Smaller::than(&fun).map(|fun| fun.to_string()).collect();
        let expected = [
            "fun(0) -> case G(5) of 3 -> 4; _ -> [] end; (_) -> [] end",
            "fun(0) -> case G(5) of 1 -> case G(5) of 3 -> 4; _ -> [] end; _ -> [] end; (_) -> [] end",
        ];
        for text in expected {
            assert!(texts.iter().any(|each| each == text), "{texts:#?}");
        }
    }

    #[test]
    fn results_of_funs_are_parts() {
        let case = |number: i64| (vec![Term::Int(number)], Term::Int(1));
        let fun = Term::made_up_fun(1, vec![case(3), case(4)], Term::Int(1));
        let results = |term: Term| -> Vec<i64> {
            let Term::Fun(fun) = &term else { panic!("it is a fun: {term:?}") };
            let fun = fun.made_up().expect("it is made up");
            fun.results().filter_map(Term::as_i64).collect()
        };
        let smaller: Vec<Vec<i64>> = Smaller::than(&fun).map(results).collect();
        let wanted: [&[i64]; 6] = [&[1], &[1, 1], &[1, 1], &[1, 1, 0], &[0, 1, 1], &[1, 0, 1]];
        assert_eq!(smaller, wanted);
    }

    #[test]
    fn what_funs_pass_and_how_they_go_on_are_parts() {
        let case = (vec![Term::Int(3)], Term::Int(1));
        let then = Term::made_up_fun(1, vec![case], Term::Int(0));
        let hole = Hole { number: 0, kind: HoleKind::Function(1) }.to_term();
        let behaviour = Behaviour {
            key: vec![hole],
            action: Action::Call { local: 0, passed: vec![Passed::Value] },
            values: vec![Term::Int(1)],
            then: Some(then),
        };
        let fun = Term::canonical_fun(1, Vec::new(), Term::Int(0), &[behaviour]);
        let smaller: Vec<String> = Smaller::than(&fun).map(|term| term.to_string()).collect();
        let acts = |does: &str| format!("fun(G) when is_function(G, 1) -> {does}; (_) -> 0 end");
        assert_eq!(
            smaller,
            [
                "fun(_) -> 0 end".to_owned(),
                acts("case G(0) of 3 -> 1; _ -> 0 end"),
                acts("G(1), 1"),
                acts("G(1), 0"),
                acts("case G(1) of 3 -> 0; _ -> 0 end"),
            ]
        );
    }

    #[test]
    fn depth_takes_neither_stack_nor_time() {
        let wraps: [fn(Term) -> Term; 4] = [
            |inner| Term::tuple(vec![inner]),
            |inner| Term::list(vec![inner]),
            |inner| Term::map(vec![(Term::Int(7), inner)]),
            |inner| Term::made_up_fun(0, Vec::new(), inner),
        ];
        for wrap in wraps {
            let deep = (0..1_000_000).fold(Term::atom("b"), |inner, _| wrap(inner));
            let count = Smaller::than(&deep).take(400).count();
            let wanted = match deep {
                Term::List(_) => 400,
                // They have no plainer values.
                Term::Map(_) => 0,
                _ => 1,
            };
            assert_eq!(count, wanted);
        }
    }

    #[test]
    fn bits_of_any_length_become_shorter() {
        let smaller = smaller("<<1, 2:2>>");
        assert!(smaller.split(' ').any(|each| each == "<<1>>"), "{smaller}");
        assert!(smaller.split(' ').any(|each| each == "<<2:2>>"), "{smaller}");
    }
}
