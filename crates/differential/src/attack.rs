//! Does the analysis say what is so about built-ins? For every row of its table: sets of arguments, what the
//! table says about them, and what the BEAM does with members of these sets.
//!
//! A call that raised must have been said to be one that may raise. What a call returned must be in the
//! result, and what it was called with in what was learned.
//!
//! `ERMINE_SEED`, `ERMINE_CALLS` and `ERMINE_ONLY` are as for a campaign.

use crate::campaign::{Campaign, is_chosen, number_from};
use crate::members::{member, some_set};
use crate::outcome::Outcome;
use crate::{arguments, beam_side, hints};
use analysis::safety::built_ins::{self, Effect, Row};
use beam::Call;
use core_erlang::FunctionName;
use std::fmt::Write;
use term::{Atom, BigInt, Term};
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Lattice, ValueSet};
use typing::{Generator, Random, SpecClause, hostile};

/// What the BEAM did with the calls of a row.
#[derive(Default)]
pub struct Tally {
    pub calls: usize,
    pub returned: usize,
    /// Calls that were said to be safe, and returned.
    pub safe: usize,
    pub wrong: Vec<String>,
}

/// Sets of arguments, and what the table says about them.
struct Trial {
    sets: Vec<ValueSet>,
    effect: Effect,
}

/// Arguments that no random term comes to.
const EXAMPLES: &[(&str, &str)] = &[
    ("list_to_pid", "[\"<0.1.0>\"]"),
    ("list_to_ref", "[\"#Ref<0.1.2.3>\"]"),
    ("list_to_port", "[\"#Port<0.5>\"]"),
    ("binary_to_term", "[<<131, 97, 1>>]"),
];

/// So many members of the sets are tried.
const MEMBERS: usize = 6;

/// So many mistakes of one row are told.
const SHOWN: usize = 3;

struct Attack<'a> {
    generator: Generator<'a>,
    lattice: Lattice<'a>,
    module: Atom,
    function: FunctionName,
    clauses: Vec<SpecClause>,
    /// What the arguments of every call that returns are.
    domain: Vec<ValueSet>,
    /// Arguments of calls that returned.
    good: Vec<Vec<Term>>,
    /// Few terms, so that arguments often have something to do with each other: one is a key of another, or
    /// smaller by one.
    pool: Vec<Term>,
    tally: Tally,
}

impl Campaign {
    /// Tries to break a row: so many calls as they come, and as many with members of sets.
    pub fn attack(&self, row: &Row, calls: usize) -> anyhow::Result<Tally> {
        let calls = number_from("ERMINE_CALLS").map_or(calls, |calls| calls as usize);
        let (module, name) = (Atom::new(row.module), Atom::new(row.name));
        let function = FunctionName { name, arity: row.arity as u32 };
        if !is_chosen(&function) {
            return Ok(Tally { returned: 1, safe: 1, ..Tally::default() });
        }
        let label = format!("{}:{}/{}", row.module, row.name, row.arity);
        let mut generator = Generator::new(&self.types, Random::for_label(self.seed, &label));
        generator.funs = Some(&self.funs);
        generator.texts = hints::texts(module);
        let lattice = Lattice::new(&self.types);
        let anything = vec![ValueSet::Any; row.arity];
        let effect = built_ins::call(&lattice, module, name, &anything);
        let domain = effect.expect("it is a row of the table").learned;
        let spec = self.types.spec(module, function);
        let clauses = spec.map_or_else(Vec::new, |spec| spec.clauses);
        let mut attack = Attack {
            generator,
            lattice,
            module,
            function,
            clauses,
            domain,
            good: Vec::new(),
            pool: Vec::new(),
            tally: Tally::default(),
        };
        let mut plain: Vec<Vec<Term>> = (0..calls).map(|_| attack.arguments()).collect();
        plain.extend(EXAMPLES.iter().filter(|(of, _)| *of == row.name).map(|(_, text)| {
            let read = term::read::term(text).expect("an example is a term");
            read.as_list().expect("it is a list of arguments").to_vec()
        }));
        attack.run(self, plain.into_iter().map(|arguments| (arguments, None)).collect())?;
        let (mut trials, mut members) = (Vec::new(), Vec::new());
        for index in 0..calls / MEMBERS {
            attack.fill_pool();
            let trial = attack.trial();
            for _ in 0..MEMBERS {
                members.extend(attack.members_of(&trial.sets).map(|found| (found, index)));
            }
            trials.push(trial);
        }
        let members = members.into_iter().map(|(found, index)| (found, Some(&trials[index])));
        attack.run(self, members.collect())?;
        Ok(attack.tally)
    }
}

/// Powers of two that are large for something.
const LARGE: &[u32] = &[16, 32, 59, 64, 1023, 1024, 1100];

/// So many parts of arguments are in a pool.
const MOST_PARTS: usize = 8;

/// The term, what is directly in it, and numbers next to it.
fn parts(term: &Term) -> Vec<Term> {
    let mut parts = vec![term.clone()];
    match term {
        Term::List(list) => parts.extend(list.elements.iter().take(2).cloned()),
        Term::Tuple(elements) => parts.extend(elements.iter().take(2).cloned()),
        Term::Map(map) => parts.extend(map.pairs().iter().take(2).map(|(key, _)| key.clone())),
        Term::Int(number) => {
            let near = [number.checked_sub(1), number.checked_add(1)];
            parts.extend(near.into_iter().flatten().map(Term::Int));
        }
        Term::Bits(bits) => parts.push(Term::Int(bits.bit_length() as i64 / 8)),
        _ => {}
    }
    parts
}

impl Attack<'_> {
    fn arity(&self) -> usize {
        self.function.arity as usize
    }

    /// Arguments as the spec wants them, or not, or as all calls that return have them.
    fn arguments(&mut self) -> Vec<Term> {
        if self.generator.random.one_in(2) {
            let domain = self.domain.clone();
            let found = self.members_of(&domain);
            if let Some(found) = found {
                return found;
            }
        }
        let Attack { generator, module, function, clauses, .. } = self;
        arguments::call(generator, *module, *function, clauses).arguments
    }

    /// A member of each set, with sizes that a machine can have.
    fn members_of(&mut self, sets: &[ValueSet]) -> Option<Vec<Term>> {
        let mut found = Vec::with_capacity(sets.len());
        for (index, set) in sets.iter().enumerate() {
            let mut term = self.member_of(set)?;
            let (module, name) = (self.module, self.function.name);
            if let Some(most) = hints::largest(module, name, self.arity(), index + 1) {
                arguments::tame(&mut self.generator, &mut term, most);
            }
            if !self.lattice.contains(set, &term) {
                return None;
            }
            found.push(term);
        }
        Some(found)
    }

    /// A term of a set, often one that other arguments are, too.
    fn member_of(&mut self, set: &ValueSet) -> Option<Term> {
        let random = &mut self.generator.random;
        if !self.pool.is_empty() && random.one_in(2) {
            let first = random.below(self.pool.len());
            let (before, from) = self.pool.split_at(first);
            let mut all = from.iter().chain(before);
            if let Some(found) = all.find(|term| self.lattice.contains(set, term)) {
                return Some(found.clone());
            }
        }
        let budget = random.below(10);
        member(&mut self.generator, &self.lattice, set, budget)
    }

    fn fill_pool(&mut self) {
        let random = &mut self.generator.random;
        let number = random.between(-3, 9);
        if random.one_in(2) {
            let large = BigInt::from(1) << *random.pick(LARGE);
            let large = Term::integer(if random.one_in(2) { large } else { -large });
            self.pool = [number - 1, number, number + 1, number + 2].map(Term::Int).into();
            self.pool.push(large);
            return;
        }
        self.pool = vec![Term::Int(number)];
        self.pool.extend(["a", "ok", "true"].map(Term::atom));
        if self.good.is_empty() {
            return;
        }
        let good = random.pick(&self.good);
        let parts = good.iter().flat_map(parts).take(MOST_PARTS);
        self.pool.extend(parts);
    }

    /// A set of few terms of the pool, or of lists of them, or of any tuple or map with one of them.
    fn pool_set(&mut self) -> ValueSet {
        let terms = [(); 2].map(|()| self.generator.random.pick(&self.pool).clone());
        let [one, other] = terms.each_ref().map(ValueSet::of_term);
        let both = self.lattice.join(&one, &other);
        match self.generator.random.below(7) {
            0 => one,
            1..=3 => both,
            4 => ValueSet::list(both),
            5 => ValueSet::tuple(vec![one, other]),
            _ => {
                let known = |is_required| Known { value: ValueSet::Any, is_required };
                let [one, other] = terms;
                let known = [(one, known(true)), (other, known(self.generator.random.one_in(2)))];
                ValueSet::maps(Some(Maps { known: known.into(), ..Maps::all() }))
            }
        }
    }

    fn effect(&self, sets: &[ValueSet]) -> Effect {
        let effect = built_ins::call(&self.lattice, self.module, self.function.name, sets);
        effect.expect("it is a row of the table")
    }

    fn trial(&mut self) -> Trial {
        let sets = match self.generator.random.below(3) {
            0 if !self.good.is_empty() => self.around_good(),
            _ => (0..self.arity()).map(|index| self.argument_set(index)).collect(),
        };
        let effect = self.effect(&sets);
        Trial { sets, effect }
    }

    /// Arguments of a call that returned, with something else for some of them.
    fn around_good(&mut self) -> Vec<ValueSet> {
        let good = self.generator.random.pick(&self.good).clone();
        let another = self.generator.random.pick(&self.good).clone();
        let around = |(index, term): (usize, &Term)| {
            let set = ValueSet::of_term(term);
            let more = match self.generator.random.below(4) {
                0 => ValueSet::of_term(&hostile::spoil(&mut self.generator.random, term)),
                1 => ValueSet::of_term(&another[index]),
                2 => some_set(&mut self.generator, &self.lattice, 1),
                _ => return set,
            };
            self.lattice.join(&set, &more)
        };
        good.iter().enumerate().map(around).collect()
    }

    fn argument_set(&mut self, index: usize) -> ValueSet {
        let domain = self.domain[index].clone();
        let some = match self.generator.random.one_in(2) {
            true if !self.pool.is_empty() => self.pool_set(),
            _ => some_set(&mut self.generator, &self.lattice, 2),
        };
        let set = match self.generator.random.below(8) {
            0 => domain,
            1..=3 => self.lattice.meet(&domain, &some),
            4 | 5 => match &self.clauses[..] {
                [] => some,
                clauses => {
                    let clause = self.generator.random.pick(clauses);
                    ValueSet::of_type(&clause.closed_parameters()[index])
                }
            },
            6 => self.lattice.join(&self.lattice.meet(&domain, &some), &domain),
            _ => some,
        };
        if set.is_empty() { self.domain[index].clone() } else { set }
    }

    /// Makes calls on the BEAM and compares them with what was said about the sets that they are from, and
    /// about the sets that hold nothing else.
    fn run(
        &mut self,
        campaign: &Campaign,
        calls: Vec<(Vec<Term>, Option<&Trial>)>,
    ) -> anyhow::Result<()> {
        let (module, function) = (self.module, self.function.name);
        let call = |(arguments, _): &(Vec<Term>, _)| Call {
            module,
            function,
            arguments: arguments.clone(),
        };
        let on_beam: Vec<Call> = calls.iter().map(call).collect();
        let outcomes = beam_side::run(campaign.loader.node(), &on_beam)?;
        for ((arguments, trial), outcome) in calls.into_iter().zip(outcomes) {
            if !outcome.is_finished() {
                continue;
            }
            self.tally.calls += 1;
            let sets: Vec<ValueSet> = arguments.iter().map(ValueSet::of_term).collect();
            let effect = self.effect(&sets);
            self.judge(&arguments, &outcome, &Trial { sets, effect });
            if let Some(trial) = trial {
                self.judge(&arguments, &outcome, trial);
            }
            if matches!(outcome, Outcome::Value(_)) {
                self.tally.returned += 1;
                self.good.push(arguments);
            }
        }
        Ok(())
    }

    fn judge(&mut self, arguments: &[Term], outcome: &Outcome, trial: &Trial) {
        let Effect { result, may_raise, learned, .. } = &trial.effect;
        let wrong = match outcome {
            Outcome::Value(value) => {
                self.tally.safe += usize::from(!may_raise);
                let is_learned = |(set, term): (&ValueSet, &Term)| self.lattice.contains(set, term);
                if !self.lattice.contains(result, value) {
                    format!("it returned {value}, which is not in {result:?}")
                } else if !learned.iter().zip(arguments).all(is_learned) {
                    format!("it returned, and the arguments are not in {learned:?}")
                } else {
                    return;
                }
            }
            _ if *may_raise => return,
            outcome => format!("it is said to be safe: {outcome}"),
        };
        let mut text = format!("{}:{}(", Term::from(self.module), Term::from(self.function.name));
        for (index, argument) in arguments.iter().enumerate() {
            let _ = write!(text, "{}{argument}", if index == 0 { "" } else { ", " });
        }
        let _ = write!(text, "): {wrong}\n    with arguments in {:?}", trial.sets);
        if self.tally.wrong.len() < SHOWN {
            self.tally.wrong.push(text);
        }
    }
}
