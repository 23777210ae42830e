//! What does a test tell of the variables in it? If `is_integer(X)` is true, X is an integer; if `X > 0` is
//! not, an integer X is at most 0; if `tuple_size(T)` is 2, T is a pair.

use super::environment::{Changes, either_possible};
use super::evaluate::Evaluator;
use core_erlang::{Expr, ExprId};
use term::{Atom, BigInt, Term, atoms};
use typing::lattice::atoms::Atoms;
use typing::lattice::integers::{Integers, Range};
use typing::lattice::lengths::Lengths;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Funs, Kinds, Tuples, ValueSet, order};

/// What is known if an expression is true, and if it is false; `None` if it cannot be.
#[derive(Default)]
pub struct Tested {
    pub yes: Option<Changes>,
    pub no: Option<Changes>,
    /// It may be something else.
    pub other: bool,
}

/// Definitions of definitions are followed so far.
const DEEPEST: usize = 32;

impl Evaluator<'_, '_> {
    /// Evaluates a test.
    pub fn test(&mut self, id: ExprId) -> Tested {
        if !self.summaries.take_step() {
            return Tested::default();
        }
        crate::deeper(|| self.test_here(id))
    }

    fn test_here(&mut self, id: ExprId) -> Tested {
        let code = self.code.clone();
        let mark = self.environment.mark();
        let tested = match code.function.expr(id) {
            Expr::Let { variables, argument, body } if variables.len() == 1 => {
                match self.value(*argument) {
                    None => Tested::default(),
                    Some(value) => {
                        self.environment.bind(variables[0], value, Some(*argument));
                        self.test(*body)
                    }
                }
            }
            Expr::Case { argument, clauses } => {
                let mut tested = Tested::default();
                let outside = self.each_clause(*argument, clauses, &mut |evaluator, body, mark| {
                    let inner = evaluator.test(body);
                    let known = evaluator.environment.changes_since(mark);
                    tested.or(inner.after(&known));
                });
                if outside {
                    self.raise(id, super::raised::Classes::ERROR, &ValueSet::Any);
                }
                tested
            }
            Expr::Try { argument, variables, body, handler, .. }
                if self.is_plain(*body, variables)
                    && code.function.literal_atom(*handler) == Some(atoms::false_) =>
            {
                let outer = std::mem::take(&mut self.raised);
                let mut tested = self.test(*argument);
                let caught = std::mem::replace(&mut self.raised, outer);
                self.raised.join(&caught.waiting());
                if caught.can_be_caught() {
                    tested.no = Some(Changes::new());
                }
                tested
            }
            _ => self.plain_test(id),
        };
        // Where the variables of a `let` end, what is known of others goes on.
        let known = self.environment.changes_since(mark);
        self.environment.back_to(mark);
        tested.after(&known)
    }

    /// Is it the variable that was just bound?
    fn is_plain(&self, body: ExprId, variables: &[core_erlang::Variable]) -> bool {
        matches!((self.code.function.expr(body), variables),
            (Expr::Variable(variable), [bound]) if variable == bound)
    }

    /// Evaluates it as any expression, and asks what true and false would mean.
    fn plain_test(&mut self, id: ExprId) -> Tested {
        let Some(value) = self.value(id) else { return Tested::default() };
        let lattice = self.lattice();
        let truths = [atoms::true_, atoms::false_].map(|truth| {
            let truth = ValueSet::atom(truth);
            let mark = self.environment.mark();
            let is_possible = lattice.overlap(&value, &truth) && self.learn(id, &truth);
            let changes = self.environment.changes_since(mark);
            self.environment.back_to(mark);
            is_possible.then_some(changes)
        });
        let other = !lattice.is_subset(&value, &ValueSet::boolean());
        let [yes, no] = truths;
        Tested { yes, no, other }
    }

    /// The value of the expression is in the set: what follows from that? `false`: it cannot be.
    pub fn learn(&mut self, id: ExprId, set: &ValueSet) -> bool {
        self.learn_within(id, set, DEEPEST)
    }

    fn learn_within(&mut self, id: ExprId, set: &ValueSet, depth: usize) -> bool {
        if depth == 0 || *set == ValueSet::Any {
            return true;
        }
        let code = self.code.clone();
        match code.function.expr(id) {
            Expr::Variable(variable) => {
                let before = self.environment.set(*variable);
                let met = self.lattice().meet(&before, set);
                if met.is_empty() {
                    return false;
                }
                if met != before {
                    self.environment.narrow(*variable, met);
                }
                match self.environment.definition(*variable) {
                    Some(definition) => self.learn_within(definition, set, depth - 1),
                    None => true,
                }
            }
            Expr::Call { module, name, arguments }
                if code.function.literal_atom(*module) == Some(atoms::erlang) =>
            {
                let Some(name) = code.function.literal_atom(*name) else { return true };
                match truth(set) {
                    Some(truth) => self.learn_truth(name, arguments, truth, depth - 1),
                    None => self.learn_size(name, arguments, set, depth - 1),
                }
            }
            Expr::Case { .. } | Expr::Let { .. } | Expr::Try { .. } => match truth(set) {
                Some(truth) => self.learn_compound(id, truth),
                None => true,
            },
            _ => true,
        }
    }

    /// A test that is made of several. It was evaluated before, so what it raises is known.
    fn learn_compound(&mut self, id: ExprId, truth: bool) -> bool {
        let raised = self.raised.clone();
        let tested = self.test(id);
        self.raised = raised;
        match if truth { tested.yes } else { tested.no } {
            Some(changes) => {
                self.environment.apply(&changes);
                true
            }
            // It could be nothing else a moment ago, or we have not looked to the end.
            None => self.summaries.has_given_up(),
        }
    }

    fn learn_truth(&mut self, name: Atom, arguments: &[ExprId], truth: bool, depth: usize) -> bool {
        match (name.name(), arguments) {
            ("not", [test]) => {
                self.learn_within(*test, &ValueSet::atom(Atom::from_bool(!truth)), depth)
            }
            ("and", [one, other]) if truth => self.learn_both(*one, *other, true, depth),
            ("or", [one, other]) if !truth => self.learn_both(*one, *other, false, depth),
            ("and" | "or", [one, other]) => self.learn_either(*one, *other, truth, depth),
            ("=:=", [one, other]) => self.learn_equal(*one, *other, truth, depth),
            ("=/=", [one, other]) => self.learn_equal(*one, *other, !truth, depth),
            ("==", [one, other]) => self.learn_same(*one, *other, truth, depth),
            ("/=", [one, other]) => self.learn_same(*one, *other, !truth, depth),
            ("<", [one, other]) => self.learn_less(*one, *other, truth, depth),
            (">", [one, other]) => self.learn_less(*other, *one, truth, depth),
            (">=", [one, other]) => self.learn_less(*one, *other, !truth, depth),
            ("=<", [one, other]) => self.learn_less(*other, *one, !truth, depth),
            ("is_map_key", [key, map]) => self.learn_key(*key, *map, truth, depth),
            ("is_record", [record, tag, size]) => {
                self.learn_record(*record, *tag, *size, truth, depth)
            }
            (_, [tested]) => match kind(name) {
                Some(kind) if truth => self.learn_within(*tested, &kind, depth),
                Some(kind) => self.learn_not(*tested, &kind, depth),
                None => true,
            },
            _ => true,
        }
    }

    fn learn_both(&mut self, one: ExprId, other: ExprId, truth: bool, depth: usize) -> bool {
        let truth = ValueSet::atom(Atom::from_bool(truth));
        self.learn_within(one, &truth, depth) && self.learn_within(other, &truth, depth)
    }

    /// One of the two is so.
    fn learn_either(&mut self, one: ExprId, other: ExprId, truth: bool, depth: usize) -> bool {
        let truth = ValueSet::atom(Atom::from_bool(truth));
        let ways = [one, other].map(|id| {
            let mark = self.environment.mark();
            let is_possible = self.learn_within(id, &truth, depth);
            let changes = self.environment.changes_since(mark);
            self.environment.back_to(mark);
            is_possible.then_some(changes)
        });
        let [one, other] = ways;
        match either_possible(one, other) {
            Some(changes) => {
                self.environment.apply(&changes);
                true
            }
            None => false,
        }
    }

    /// What an expression without effects is, as far as it is known already.
    fn known(&mut self, id: ExprId) -> ValueSet {
        let code = self.code.clone();
        match code.function.expr(id) {
            Expr::Variable(variable) => self.variable(*variable),
            Expr::Literal(literal) if !matches!(literal, Term::Fun(_)) => {
                ValueSet::of_term(literal)
            }
            _ => ValueSet::Any,
        }
    }

    fn learn_not(&mut self, id: ExprId, set: &ValueSet, depth: usize) -> bool {
        let known = self.known(id);
        let rest = self.lattice().difference(&known, set);
        !rest.is_empty() && self.learn_within(id, &rest, depth)
    }

    fn learn_equal(&mut self, one: ExprId, other: ExprId, truth: bool, depth: usize) -> bool {
        let (left, right) = (self.known(one), self.known(other));
        if truth {
            return self.learn_within(one, &right, depth) && self.learn_within(other, &left, depth);
        }
        let mut is_possible = true;
        if is_single(&right) {
            is_possible &= self.learn_not(one, &right, depth);
        }
        if is_single(&left) {
            is_possible &= self.learn_not(other, &left, depth);
        }
        is_possible
    }

    /// `==`: integers and floats may be the same.
    fn learn_same(&mut self, one: ExprId, other: ExprId, truth: bool, depth: usize) -> bool {
        let (left, right) = (self.known(one), self.known(other));
        if !truth {
            let mut is_possible = true;
            if is_single(&right) {
                is_possible &= self.learn_not(one, &right, depth);
            }
            if is_single(&left) {
                is_possible &= self.learn_not(other, &left, depth);
            }
            return is_possible;
        }
        // Of what holds numbers somewhere inside nothing is said.
        let mut is_possible = true;
        if let Some(same) = same_as(&right) {
            is_possible &= self.learn_within(one, &same, depth);
        }
        if let Some(same) = same_as(&left) {
            is_possible &= self.learn_within(other, &same, depth);
        }
        is_possible
    }

    /// `one < other`, or not.
    fn learn_less(&mut self, one: ExprId, other: ExprId, truth: bool, depth: usize) -> bool {
        let (left, right) = (self.known(one), self.known(other));
        let mut is_possible = true;
        if let Some(bounds) = bounds(&right) {
            // Only a number is less than a number.
            let bound = match truth {
                true => Range::new(None, bounds.high.map(|high| high - 1)),
                false => Range::new(bounds.low, None),
            };
            let integers = Integers::of([bound]);
            let set = match truth {
                true => Kinds { integers, floats: true, ..Kinds::default() },
                false => Kinds { integers, ..Kinds::all() },
            };
            is_possible &= self.learn_within(one, &set.into(), depth);
        }
        if let Some(bounds) = self::bounds(&left) {
            let bound = match truth {
                true => Range::new(bounds.low.map(|low| low + 1), None),
                false => Range::new(None, bounds.high),
            };
            let integers = Integers::of([bound]);
            let set = match truth {
                true => Kinds { integers, ..Kinds::all() },
                false => Kinds { integers, floats: true, ..Kinds::default() },
            };
            is_possible &= self.learn_within(other, &set.into(), depth);
        }
        is_possible
    }

    fn learn_key(&mut self, key: ExprId, map: ExprId, truth: bool, depth: usize) -> bool {
        let code = self.code.clone();
        let Expr::Literal(key) = code.function.expr(key) else { return true };
        let mut maps = Maps::all();
        let value = if truth { ValueSet::Any } else { ValueSet::none() };
        maps.known.insert(key.clone(), Known { value, is_required: truth });
        self.learn_within(map, &ValueSet::maps(Some(maps)), depth)
    }

    fn learn_record(
        &mut self,
        record: ExprId,
        tag: ExprId,
        size: ExprId,
        truth: bool,
        depth: usize,
    ) -> bool {
        let code = self.code.clone();
        let (Some(tag), Expr::Literal(Term::Int(size))) =
            (code.function.literal_atom(tag), code.function.expr(size))
        else {
            return true;
        };
        let Some(rest) = usize::try_from(*size).ok().and_then(|size| size.checked_sub(1)) else {
            return true;
        };
        let elements = [ValueSet::atom(tag)].into_iter();
        let elements = elements.chain(std::iter::repeat_n(ValueSet::Any, rest.min(255)));
        let set = ValueSet::tuple(elements.collect());
        match truth {
            _ if rest > 255 => true,
            true => self.learn_within(record, &set, depth),
            false => self.learn_not(record, &set, depth),
        }
    }

    /// What the size of something is, or a part of it.
    fn learn_size(
        &mut self,
        name: Atom,
        arguments: &[ExprId],
        set: &ValueSet,
        depth: usize,
    ) -> bool {
        let Some(bounds) = bounds(set) else { return true };
        let zero = BigInt::from(0);
        let is_zero = bounds.high.as_ref().is_some_and(|high| *high <= zero);
        let is_positive = bounds.low.as_ref().is_some_and(|low| *low > zero);
        match (name.name(), arguments) {
            ("length", [list]) => {
                let list_of = |nil, cons: bool| {
                    let cons = cons.then(|| typing::lattice::Cons {
                        element: ValueSet::Any,
                        tail: ValueSet::nil(),
                    });
                    ValueSet::from(Kinds { nil, cons, ..Kinds::default() })
                };
                self.learn_within(*list, &list_of(!is_positive, !is_zero), depth)
            }
            ("tuple_size", [tuple]) => {
                let (Some(low), Some(high)) = (bounds.low, bounds.high) else { return true };
                let (Ok(low), Ok(high)) = (usize::try_from(low), usize::try_from(high)) else {
                    return true;
                };
                if high > 64 || high.saturating_sub(low) > 8 {
                    return true;
                }
                let sizes = (low..=high).map(|size| vec![ValueSet::Any; size]);
                let tuples = Tuples::These(sizes.collect());
                self.learn_within(*tuple, &Kinds { tuples, ..Kinds::default() }.into(), depth)
            }
            ("byte_size" | "bit_size", [bits]) if is_zero => {
                self.learn_within(*bits, &ValueSet::bits(Lengths { size: 0, unit: 0 }), depth)
            }
            _ => true,
        }
    }
}

impl Tested {
    /// What was known before still holds, unless more is known.
    fn after(self, known: &Changes) -> Tested {
        let with = |changes: Option<Changes>| {
            changes.map(|mut changes| {
                let is_there = |variable| changes.iter().any(|(each, _)| *each == variable);
                let more: Changes =
                    known.iter().filter(|(each, _)| !is_there(*each)).cloned().collect();
                changes.extend(more);
                changes
            })
        };
        Tested { yes: with(self.yes), no: with(self.no), other: self.other }
    }

    fn or(&mut self, other: Tested) {
        self.yes = either_possible(self.yes.take(), other.yes);
        self.no = either_possible(self.no.take(), other.no);
        self.other |= other.other;
    }
}

/// The truth value that a set is.
fn truth(set: &ValueSet) -> Option<bool> {
    if *set == ValueSet::atom(atoms::true_) {
        return Some(true);
    }
    (*set == ValueSet::atom(atoms::false_)).then_some(false)
}

/// Is there one term in it, and none that only looks like it?
fn is_single(set: &ValueSet) -> bool {
    let ValueSet::Of(kinds) = set else { return false };
    *set == ValueSet::nil()
        || kinds.atoms.single().is_some_and(|atom| *set == ValueSet::atom(atom))
        || kinds.integers.single().is_some_and(|number| *set == ValueSet::integer(number.clone()))
}

/// What can be `==` to something in the set, if it has no numbers but plain ones.
fn same_as(set: &ValueSet) -> Option<ValueSet> {
    let ValueSet::Of(kinds) = set else { return None };
    let plain = Kinds {
        atoms: kinds.atoms.clone(),
        integers: kinds.integers.clone(),
        floats: kinds.floats,
        nil: kinds.nil,
        ..Kinds::default()
    };
    if ValueSet::from(plain.clone()) != *set {
        return None;
    }
    let has_numbers = kinds.floats || !kinds.integers.is_empty();
    let integers = if kinds.floats { Integers::all() } else { kinds.integers.clone() };
    Some(Kinds { floats: has_numbers, integers, ..plain }.into())
}

/// Between which integers all of the set is; `None` if there is anything else in it.
fn bounds(set: &ValueSet) -> Option<Range> {
    let ValueSet::Of(kinds) = set else { return None };
    if kinds.integers.is_empty() || ValueSet::integers(kinds.integers.clone()) != *set {
        return None;
    }
    let ranges = kinds.integers.ranges();
    Some(Range::new(ranges.first()?.low.clone(), ranges.last()?.high.clone()))
}

/// Whatever a test of types is true for, and nothing else.
pub fn kind(test: Atom) -> Option<ValueSet> {
    let set = match test.name() {
        "is_atom" => ValueSet::atoms(Atoms::all()),
        "is_boolean" => ValueSet::boolean(),
        "is_integer" => ValueSet::integers(Integers::all()),
        "is_float" => ValueSet::float(),
        "is_number" => order::join(&ValueSet::float(), &ValueSet::integers(Integers::all())),
        "is_list" => order::join(&ValueSet::nil(), &ValueSet::cons(ValueSet::Any, ValueSet::Any)),
        "is_tuple" => ValueSet::tuples(),
        "is_map" => ValueSet::maps(Some(Maps::all())),
        "is_binary" => ValueSet::bits(Lengths { size: 0, unit: 8 }),
        "is_bitstring" => ValueSet::bits(Lengths::ALL),
        "is_function" => ValueSet::funs(Funs::All),
        "is_pid" => ValueSet::pids(),
        "is_port" => ValueSet::ports(),
        "is_reference" => ValueSet::references(),
        _ => return None,
    };
    Some(set)
}
