//! What resembles an input that reached something new? The same input with a few of its parts changed:
//! lists grow, shrink and change their order, numbers change their size, parts take each other's
//! place. No solver is asked.
//!
//! One flip after the other, a search comes to a list of ten elements only after all shorter ones.
//! From such an input it can go on with flips at once: if its run reached something new, all that it
//! decided is put on the frontier, as after any other run. If not, the run is forgotten.

use super::Proposer;
use crate::Subject;
use crate::knowledge::Knowledge;
use crate::task::{News, Ran, Task};
use std::ops::RangeInclusive;
use std::sync::Arc;
use term::{Bits, List, Map, Term};
use trace::{Input, Label};
use typing::{Generator, Random};

/// Inputs that were the first to reach something: they are varied.
#[derive(Default)]
pub struct Variations {
    parents: Arc<Vec<Input>>,
    /// How many were proposed for want of anything else since one of them, or anybody, reached something.
    fruitless: u32,
}

/// So many in a row that reach nothing new are enough.
const MOST_FRUITLESS: u32 = 1_000;

/// An input to be made up. That takes a while, so the worker does it.
pub struct Variation {
    pub random: Random,
    pub parents: Parents,
}

/// What is varied.
pub enum Parents {
    /// Inputs that were the first to reach something.
    First(Arc<Vec<Input>>),
    /// The input that came closest to a way.
    Nearest(Label, Input),
}

/// Lists and binaries grow up to here: each element is decided about, and runs have a depth.
const LONGEST: usize = 40;

/// So much is inserted or left out at once.
const LONGEST_PIECE: usize = 6;

/// What is a digit or a letter most often stays one.
const CLASSES: [RangeInclusive<i64>; 3] =
    [b'0' as i64..=b'9' as i64, b'a' as i64..=b'z' as i64, b'A' as i64..=b'Z' as i64];

/// So many levels below the whole at most something is changed. At each level the chance to go on is
/// 7 of 8, so few come so far.
const DEEPEST: usize = 64;

/// So many attempts are made at an input that the types allow.
const ATTEMPTS: usize = 16;

impl Proposer for Variations {
    fn propose(&mut self, _: &Knowledge, chance: &mut Random) -> Option<Task> {
        let parents = Parents::First(self.parents.clone());
        Some(Task::Vary(Variation { random: chance.clone(), parents }))
    }

    fn learn(&mut self, ran: &Ran, news: News) {
        if news.gain() > 0 {
            self.fruitless = 0;
            Arc::make_mut(&mut self.parents).push(ran.input.clone());
        }
    }
}

impl Variations {
    /// Nothing else is left to do, and it is not known what all inputs do.
    pub fn propose_for_want(&mut self, knowledge: &Knowledge, chance: &mut Random) -> Option<Task> {
        if self.fruitless >= MOST_FRUITLESS {
            return None;
        }
        self.fruitless += 1;
        let mut own_chance = Random::new(chance.word());
        self.propose(knowledge, &mut own_chance)
    }
}

impl Variation {
    /// The way that it is to get closer to.
    pub fn aim(&self) -> Option<Label> {
        match self.parents {
            Parents::First(_) => None,
            Parents::Nearest(aim, _) => Some(aim),
        }
    }

    /// `None`: there is nothing to change, or the types allow nothing else.
    pub fn input(mut self, subject: &Subject) -> Option<Input> {
        (0..ATTEMPTS).find_map(|_| self.attempt(subject))
    }

    fn attempt(&mut self, subject: &Subject) -> Option<Input> {
        // Of what is close already only little is changed.
        let (parent, changes) = match &self.parents {
            Parents::First(inputs) => (latest(&mut self.random, inputs)?, 4),
            Parents::Nearest(_, input) => (input, 2),
        };
        if subject.arity == 0 {
            return None;
        }
        let mut arguments = parent.arguments.clone();
        loop {
            let at = self.random.below(arguments.len());
            arguments[at] = match self.random.one_in(8) {
                true => made_up(&mut self.random, subject, at)?,
                false => vary(&mut self.random, &arguments[at], &arguments, DEEPEST),
            };
            if self.random.one_in(changes) {
                break;
            }
        }
        let is_new = arguments != parent.arguments;
        (is_new && subject.allows(&arguments)).then(|| parent.with_arguments(arguments))
    }
}

/// One of these: the later it was found, the more it took to find it.
fn latest<'a>(random: &mut Random, inputs: &'a [Input]) -> Option<&'a Input> {
    let count = inputs.len();
    (count > 0).then(|| &inputs[random.below(count).max(random.below(count))])
}

/// Any argument that the types allow there.
fn made_up(random: &mut Random, subject: &Subject, at: usize) -> Option<Term> {
    if subject.types.is_empty() {
        return None;
    }
    let wanted = random.pick(subject.types).get(at)?;
    let size = 1 + random.below(LONGEST);
    let random = Random::new(random.word());
    Generator::new(subject.environment, random).term(wanted, size).filter(is_plain)
}

/// What has an identity means something to one node only, what a fun of that node does is not known,
/// and a fun that knows other funs cannot be written down.
fn is_plain(term: &Term) -> bool {
    !term::any(term, |part| match part {
        Term::Fun(fun) => fun.made_up().is_none_or(|fun| fun.knows_funs()),
        Term::Pid(_) | Term::Port(_) | Term::Reference(_) => true,
        _ => false,
    })
}

/// The term with one thing about it changed, not more than so many levels below; `around` is where it may
/// take something from.
fn vary(random: &mut Random, term: &Term, around: &[Term], levels: usize) -> Term {
    if random.one_in(8) || levels == 0 {
        return part(random, around);
    }
    match term {
        Term::Int(number) => integer(random, *number),
        Term::Float(number) => {
            Term::float(number * random.between(-4, 4) as f64 / 2.0).unwrap_or(Term::Float(0.0))
        }
        Term::Nil => Term::list(vec![part(random, around)]),
        Term::List(list) => {
            let List { elements, tail } = &**list;
            Term::list_with_tail(sequence(random, elements, around, levels), tail.clone())
        }
        Term::Tuple(elements) if !elements.is_empty() => {
            let mut elements = elements.to_vec();
            let at = random.below(elements.len());
            elements[at] = vary(random, &elements[at], around, levels - 1);
            Term::tuple(elements)
        }
        Term::Map(map) if !map.pairs().is_empty() => {
            let mut pairs = map.pairs().to_vec();
            let at = random.below(pairs.len());
            pairs[at].1 = vary(random, &pairs[at].1, around, levels - 1);
            Term::Map(Map::from_pairs(pairs).into())
        }
        Term::Bits(bits) if bits.is_binary() => {
            let bytes: Vec<Term> =
                bits.bytes().iter().map(|byte| Term::Int(i64::from(*byte))).collect();
            let varied = sequence(random, &bytes, &[Term::Int(i64::from(b'a'))], levels);
            let byte = |each: Term| if let Term::Int(number) = each { number as u8 } else { 0 };
            let bytes: Vec<u8> = varied.into_iter().map(byte).collect();
            let length = bytes.len() * 8;
            Bits::new(bytes, length).into()
        }
        _ => part(random, around),
    }
}

/// A few or many steps away, something small, or anything of a size at random; another character of its
/// class.
fn integer(random: &mut Random, number: i64) -> Term {
    if let Some(class) = CLASSES.iter().find(|class| class.contains(&number))
        && random.one_in(2)
    {
        return Term::Int(random.between(*class.start(), *class.end()));
    }
    Term::Int(match random.below(4) {
        0 => {
            let bits = 64 - number.unsigned_abs().leading_zeros();
            let step = 2 << random.below(bits as usize + 1).min(40);
            number.saturating_add(random.between(-step, step))
        }
        1 => random.between(-4, 20),
        2 => number.saturating_mul(random.between(-3, 10)),
        _ => {
            let size = random.between(1, 44);
            random.between(0, 1 << size).saturating_mul(if random.one_in(4) { -1 } else { 1 })
        }
    })
}

/// `levels` is that of the sequence; its elements are one below.
fn sequence(random: &mut Random, elements: &[Term], around: &[Term], levels: usize) -> Vec<Term> {
    let mut elements = elements.to_vec();
    let count = elements.len();
    if count == 0 {
        return vec![part(random, around)];
    }
    let from = random.below(count);
    let piece = from..count.min(from + 1 + random.below(LONGEST_PIECE));
    match random.below(6) {
        // A piece again, as it is or with other elements that are much like them.
        0 if count < LONGEST => {
            let copy = elements[piece].to_vec();
            let at = random.below(count + 1);
            elements.splice(at..at, copy);
        }
        1 | 2 if count < LONGEST => {
            let copy: Vec<Term> =
                elements[piece].iter().map(|each| vary(random, each, around, levels - 1)).collect();
            let at = random.below(count + 1);
            elements.splice(at..at, copy);
        }
        3 => elements.swap(from, random.below(count)),
        4 => {
            elements.drain(piece);
        }
        _ => elements[from] = vary(random, &elements[from], around, levels - 1),
    }
    elements
}

/// Any part of any of these.
fn part(random: &mut Random, around: &[Term]) -> Term {
    let mut part = random.pick(around).clone();
    while !random.one_in(3) {
        let inner = match &part {
            Term::List(list) => random.pick(&list.elements).clone(),
            Term::Tuple(elements) if !elements.is_empty() => random.pick(elements).clone(),
            _ => break,
        };
        part = inner;
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Promises;
    use std::collections::BTreeSet;
    use typing::{Type, Types};

    fn variations(parents: &[&str], types: &[Vec<Arc<Type>>], count: usize) -> Vec<Vec<Term>> {
        let parent = |text: &&str| term::read::arguments(text).expect("a list of terms");
        let inputs = parents.iter().map(|text| Input::new(parent(text)));
        let parents = Arc::new(inputs.collect::<Vec<Input>>());
        let mut chance = Random::new(1);
        let environment = Types::new(Box::new(|_| None));
        let promises = Promises::default();
        let subject = Subject {
            module: term::Atom::new("m"),
            types,
            environment: &environment,
            arity: 1,
            promises: &promises,
        };
        let mut draw = || {
            let random = Random::new(chance.word());
            Variation { random, parents: Parents::First(parents.clone()) }
        };
        let drawn = (0..count).filter_map(|_| draw().input(&subject));
        drawn.map(|input| input.arguments).collect()
    }

    fn length(arguments: &[Term]) -> usize {
        arguments[0].as_list().expect("a list").len()
    }

    #[test]
    fn lists_grow_in_what_they_hold() {
        let integers = Arc::new(Type::list(Arc::new(Type::at_least(0))));
        let varied = variations(&["[[1, 2, 3]]"], &[vec![integers]], 300);
        let lengths: BTreeSet<usize> = varied.iter().map(|each| length(each)).collect();
        assert!(lengths.contains(&2) && lengths.iter().any(|length| *length > 9), "{lengths:?}");
    }

    #[test]
    fn digits_become_other_digits() {
        let byte = Arc::new(Type::list(Arc::new(Type::range(0, 255))));
        let varied = variations(&["[\"2000-01-01\"]"], &[vec![byte]], 6000);
        let years: BTreeSet<String> = (varied.iter())
            .filter_map(|arguments| arguments[0].as_string())
            .filter(|text| text.len() == 10 && text.ends_with("000-01-01"))
            .collect();
        assert!(
            years.iter().filter(|year| year.as_bytes()[0].is_ascii_digit()).count() > 5,
            "{years:?}"
        );
    }

    #[test]
    fn only_what_the_types_allow_and_is_new() {
        let boolean = Arc::new(Type::list(Arc::new(Type::boolean())));
        let varied = variations(&["[[true]]"], &[vec![boolean.clone()]], 200);
        let environment = Types::new(Box::new(|_| None));
        assert!(varied.len() > 100);
        for arguments in varied {
            assert!(environment.contains(&boolean, &arguments[0]).is_ok(), "{arguments:?}");
        }
        assert_eq!(
            variations(&["[a]"], &[vec![Arc::new(Type::AtomLiteral(term::Atom::new("a")))]], 9),
            Vec::<Vec<Term>>::new()
        );
    }

    #[test]
    fn without_inputs_that_came_somewhere_there_are_none() {
        assert!(variations(&[], &[], 5).is_empty());
    }

    #[test]
    fn depth_takes_no_stack() {
        let wraps: [fn(Term) -> Term; 3] = [
            |inner| Term::tuple(vec![inner]),
            |inner| Term::list(vec![inner]),
            |inner| Term::map(vec![(Term::Int(7), inner)]),
        ];
        let mut random = Random::new(1);
        for wrap in wraps {
            let deep = (0..1_000_000).fold(Term::Int(0), |inner, _| wrap(inner));
            let around = [deep.clone()];
            for _ in 0..100 {
                vary(&mut random, &deep, &around, DEEPEST);
            }
        }
    }

    #[test]
    fn the_same_chance_gives_the_same() {
        let parents = ["[[{a, 1.5}, <<\"text\">>, #{k => -7}]]", "[[]]"];
        assert_eq!(variations(&parents, &[], 50), variations(&parents, &[], 50));
    }
}
