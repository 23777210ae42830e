//! How large are the arguments of each call in a function, compared with its own? Goes through a body once, as
//! an evaluation that computes with [`Measures`].
//!
//! Funs inside are not entered: each is a function of its own, that is called with what it takes along.

use super::super::code::Code;
use super::super::summaries::Target;
use super::measures::{Bound, Measure, Measures, Parts, Step};
use core_erlang::{
    Clause, Expr, ExprId, FunctionName, Pattern, PatternSegment, SegmentType, Variable,
};
use rustc_hash::FxHashMap;
use term::{Atom, Term, atoms};

/// What is known at one place about arguments of the function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fact {
    /// A list has so many cells at least.
    IsLonger { argument: usize, than: i64 },
    /// The first is larger than the second by so much at least, if both are integers.
    Differs { larger: usize, smaller: usize, by: i64 },
}

/// A call, and what is known there.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The arguments, then what a function of a `letrec` takes along.
    pub given: Vec<Measures>,
    pub facts: Vec<Fact>,
    /// Which ways lead there, outer ones first: an expression that goes one of several, and the number of the way.
    pub ways: Vec<(ExprId, usize)>,
}

impl Site {
    /// Can a call of the function come to both?
    pub fn is_with(&self, other: &Site) -> bool {
        let mut pairs =
            self.ways.iter().flat_map(|way| other.ways.iter().map(move |also| (way, also)));
        !pairs.any(|((one, way), (other, also))| one == other && way != also)
    }
}

/// Where calls of functions that are known by their names lead, and what these return.
pub trait Results {
    /// `None`: it does not return, as far as is known now.
    fn result(&mut self, target: Target) -> Option<Measures>;
    fn local(&mut self, module: Atom, name: FunctionName) -> Option<Target>;
    fn remote(&mut self, module: Atom, name: FunctionName) -> Option<Target>;
}

pub struct Walk<'w> {
    code: &'w Code,
    /// Functions of the `letrec`s around, inner ones last.
    names: Vec<(FunctionName, ExprId)>,
    variables: Vec<Measures>,
    facts: Vec<Fact>,
    /// Which ways lead to where we are.
    ways: Vec<(ExprId, usize)>,
    /// So many patterns of bitstrings were met.
    bit_patterns: usize,
    /// What was taken apart: whoever builds it from the same variables has the same again.
    apart: Vec<(Apart, Measures)>,
    results: &'w mut dyn Results,
    pub sites: FxHashMap<ExprId, Site>,
}

#[derive(PartialEq)]
struct Apart {
    is_tuple: bool,
    elements: Vec<Variable>,
}

/// `None`: the expression does not return.
type Found = Option<Vec<Measures>>;

impl<'w> Walk<'w> {
    /// The calls in a fun, and what it returns.
    pub fn through(
        code: &'w Code,
        fun: ExprId,
        results: &'w mut dyn Results,
    ) -> (FxHashMap<ExprId, Site>, Option<Measures>) {
        let Expr::Fun { parameters, body, .. } = code.function.expr(fun) else {
            return (FxHashMap::default(), Some(Measures::unknown()));
        };
        let variables = vec![Measures::unknown(); code.function.variables.len()];
        let mut walk = Walk {
            code,
            names: code.names(fun).to_vec(),
            variables,
            facts: Vec::new(),
            ways: Vec::new(),
            bit_patterns: 0,
            apart: Vec::new(),
            results,
            sites: FxHashMap::default(),
        };
        for (number, variable) in arguments_of(code, fun, parameters).enumerate() {
            walk.variables[variable.0 as usize] = Measures::argument(number);
        }
        let result = walk.value(*body);
        (walk.sites, result)
    }

    fn value(&mut self, id: ExprId) -> Option<Measures> {
        let mut values = self.expr(id)?;
        Some(match (values.pop(), values.is_empty()) {
            (Some(value), true) => value,
            _ => Measures::unknown(),
        })
    }

    fn values(&mut self, ids: &[ExprId]) -> Found {
        ids.iter().map(|id| self.value(*id)).collect()
    }

    fn expr(&mut self, id: ExprId) -> Found {
        crate::deeper(|| self.expr_here(id))
    }

    fn expr_here(&mut self, id: ExprId) -> Found {
        let code = self.code;
        match code.function.expr(id) {
            Expr::Variable(variable) => Some(vec![self.variables[variable.0 as usize].clone()]),
            Expr::Literal(literal) => Some(vec![Measures::of_literal(literal)]),
            Expr::Name(_) | Expr::Fun { .. } => Some(vec![Measures::plain()]),
            Expr::Values { elements } => self.values(elements),
            Expr::Cons { head, tail } => {
                let rebuilt = self.rebuilt(false, &[*head, *tail]);
                let (head, tail) = (self.value(*head)?, self.value(*tail)?);
                Some(vec![rebuilt.unwrap_or_else(|| Measures::cell(head, tail))])
            }
            Expr::Tuple { elements } => {
                let rebuilt = self.rebuilt(true, elements);
                let values = self.values(elements)?;
                Some(vec![rebuilt.unwrap_or_else(|| Measures::tuple(values))])
            }
            Expr::Let { variables, argument, body } => {
                let values = self.expr(*argument)?;
                self.bind_all(variables, values);
                self.expr(*body)
            }
            Expr::Letrec { functions, body, .. } => {
                let mark = self.names.len();
                self.names.extend(functions.iter().copied());
                let values = self.expr(*body);
                self.names.truncate(mark);
                values
            }
            Expr::Seq { first, then } => {
                self.expr(*first)?;
                self.expr(*then)
            }
            Expr::Case { argument, clauses } => self.case(id, *argument, clauses),
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                let values = self.expr(*argument);
                self.ways.push((id, 0));
                let after = values.and_then(|values| {
                    self.bind_all(variables, values);
                    self.expr(*body)
                });
                self.bind_all(handler_variables, Vec::new());
                // What the body raises is not caught there.
                self.ways.pop();
                self.ways.push((id, 1));
                let handled = self.expr(*handler);
                self.ways.pop();
                either(after, handled)
            }
            Expr::Catch { body } => {
                self.expr(*body);
                Some(vec![Measures::unknown()])
            }
            Expr::Apply { function, arguments } => {
                let callee = *function;
                if !matches!(code.function.expr(callee), Expr::Name(_)) {
                    self.expr(callee)?;
                }
                let given = self.values(arguments)?;
                self.apply(id, callee, given)
            }
            Expr::Call { module, name, arguments } => {
                let names =
                    code.function.literal_atom(*module).zip(code.function.literal_atom(*name));
                let given = self.values(arguments)?;
                match names {
                    Some((module, name)) => self.call(id, module, name, arguments, given),
                    None => {
                        self.site(id, Vec::new());
                        Some(vec![Measures::unknown()])
                    }
                }
            }
            Expr::Primop { name, arguments, .. } => {
                self.values(arguments)?;
                match name.name() {
                    "match_fail" | "raise" | "raw_raise" => None,
                    "recv_peek_message" => Some(vec![Measures::unknown(); 2]),
                    _ => Some(vec![Measures::unknown()]),
                }
            }
            Expr::Map { .. } | Expr::Binary { .. } => {
                let mut children = Vec::new();
                code.function.expr(id).each_child(|child| children.push(child));
                self.values(&children)?;
                Some(vec![Measures::unknown()])
            }
        }
    }

    fn site(&mut self, id: ExprId, given: Vec<Measures>) {
        self.sites.insert(id, Site { given, facts: self.facts.clone(), ways: self.ways.clone() });
    }

    fn apply(&mut self, id: ExprId, callee: ExprId, mut given: Vec<Measures>) -> Found {
        let code = self.code;
        let Expr::Name(name) = code.function.expr(callee) else {
            self.site(id, given);
            return Some(vec![Measures::unknown()]);
        };
        let letrec = self.names.iter().rev().find(|(bound, _)| bound == name).map(|(_, fun)| *fun);
        let target = match letrec {
            Some(fun) => {
                let taken = code.taken_along(fun).iter();
                given.extend(taken.map(|each| self.variables[each.0 as usize].clone()));
                let function = code.function.name;
                Some(Target::Lambda { module: code.module, function, fun })
            }
            None => self.results.local(code.module, *name),
        };
        self.site(id, given.clone());
        self.returned(target, &given)
    }

    fn returned(&mut self, target: Option<Target>, given: &[Measures]) -> Found {
        let Some(target) = target else { return Some(vec![Measures::unknown()]) };
        let result = self.results.result(target)?;
        Some(vec![result.for_caller(given)])
    }

    fn call(
        &mut self,
        id: ExprId,
        module: Atom,
        name: Atom,
        arguments: &[ExprId],
        given: Vec<Measures>,
    ) -> Found {
        let is_apply = module == atoms::erlang && name.name() == "apply";
        // What is given to `apply` is not what the function gets.
        self.site(id, if is_apply { Vec::new() } else { given.clone() });
        if module == atoms::erlang && matches!(name.name(), "error" | "exit" | "throw") {
            return None;
        }
        if let Some(result) = self.built_in(module, name, arguments, &given) {
            return Some(vec![result]);
        }
        let arity = given.len() as u32;
        let target = self.results.remote(module, FunctionName { name, arity });
        self.returned(target, &given)
    }

    /// What built-ins return that is not larger than what they get.
    fn built_in(
        &self,
        module: Atom,
        name: Atom,
        arguments: &[ExprId],
        given: &[Measures],
    ) -> Option<Measures> {
        let literal = |index: usize| match self.code.function.expr(*arguments.get(index)?) {
            Expr::Literal(Term::Int(number)) => Some(*number),
            _ => None,
        };
        match (module.name(), name.name(), given) {
            ("erlang", "hd", [list]) => Some(match list.parts.as_deref() {
                Some(Parts::Cons(head, _)) => head.clone(),
                _ => list.part(1).within(list, Step::Head),
            }),
            ("erlang", "tl", [list]) => Some(tail_of(list)),
            ("erlang", "element", [_, tuple]) => Some(match literal(0).map(usize::try_from) {
                Some(Ok(index @ 1..)) => tuple.part(1).within(tuple, Step::Element(index - 1)),
                _ => tuple.part(1),
            }),
            ("erlang", "map_get", [_, map]) | ("maps", "get", [_, map]) => Some(map.part(1)),
            ("erlang", "-", [number, _]) => Some(number.plus(literal(1)?.checked_neg()?)),
            ("erlang", "+", [one, other]) => match (literal(0), literal(1)) {
                (_, Some(more)) => Some(one.plus(more)),
                (Some(more), None) => Some(other.plus(more)),
                (None, None) => None,
            },
            ("lists", "reverse", [list]) => {
                let mut reversed = Measures::unknown();
                for measure in [Measure::Size, Measure::Length] {
                    *reversed.of_mut(measure) = list.of(measure).clone();
                }
                Some(reversed)
            }
            ("erts_internal", "map_next", [_, _, _]) => {
                let wants_iterator =
                    self.code.function.literal_atom(arguments[2]) == Some(Atom::new("iterator"));
                let begun = self.rebuilt(false, &arguments[..2])?;
                let mut next = Measures::unknown();
                *next.of_mut(Measure::Remaining) = begun.of(Measure::Remaining).clone();
                wants_iterator.then_some(next)
            }
            _ => None,
        }
    }

    fn case(&mut self, id: ExprId, argument: ExprId, clauses: &[Clause]) -> Found {
        let values = self.expr(argument)?;
        let (facts, apart) = (self.facts.len(), self.apart.len());
        let mut found: Found = None;
        // What holds because the clauses before were not chosen.
        let mut refused: Vec<Fact> = Vec::new();
        for (way, clause) in clauses.iter().enumerate() {
            self.facts.extend(&refused);
            for (pattern, value) in clause.patterns.iter().zip(&values) {
                self.length_fact(pattern, value);
                self.pattern(pattern, value);
            }
            if let [Pattern::Literal(Term::Atom(truth))] = &*clause.patterns
                && let Some(truth) = truth_of(*truth)
            {
                self.facts.extend(self.comparison(argument, truth));
            }
            clause.each_head(|id| {
                self.expr(id);
            });
            let test = self.comparison(clause.guard, true);
            let is_any = |pattern: &Pattern| matches!(pattern, Pattern::Variable(_));
            if clause.patterns.iter().all(is_any) {
                refused.extend(self.comparison(clause.guard, false));
            }
            self.facts.extend(test);
            self.ways.push((id, way));
            let values = self.expr(clause.body);
            self.ways.pop();
            found = either(found, values);
            self.facts.truncate(facts);
            self.apart.truncate(apart);
        }
        found
    }

    /// What a comparison of integers tells of two arguments. A conjunction tells what its parts do.
    fn comparison(&self, test: ExprId, truth: bool) -> Vec<Fact> {
        let function = &self.code.function;
        let Expr::Call { module, name, arguments } = function.expr(test) else {
            return Vec::new();
        };
        let [one, other] = **arguments else { return Vec::new() };
        let names = function.literal_atom(*module).zip(function.literal_atom(*name));
        let Some((atoms::erlang, name)) = names else { return Vec::new() };
        // `smaller + by =< larger`
        let (larger, smaller, by) = match (name.name(), truth) {
            ("<", true) | (">=", false) => (other, one, 1),
            (">", true) | ("=<", false) => (one, other, 1),
            ("=<", true) | (">", false) => (other, one, 0),
            (">=", true) | ("<", false) => (one, other, 0),
            ("and", true) => {
                let both = [self.comparison(one, true), self.comparison(other, true)];
                return both.concat();
            }
            _ => return Vec::new(),
        };
        let (Some(larger), Some(smaller)) = (self.integer(larger), self.integer(smaller)) else {
            return Vec::new();
        };
        let (Some(one), Some(other)) = (larger.argument, smaller.argument) else {
            return Vec::new();
        };
        // smaller + its constant + by =< larger + its constant
        let by = smaller.constant.checked_add(by).and_then(|by| by.checked_sub(larger.constant));
        by.map(|by| Fact::Differs { larger: one, smaller: other, by }).into_iter().collect()
    }

    /// What an integer is, exactly.
    fn integer(&self, id: ExprId) -> Option<Bound> {
        let Expr::Variable(variable) = self.code.function.expr(id) else { return None };
        let bounds = self.variables[variable.0 as usize].of(Measure::Value);
        bounds.iter().find(|bound| bound.is_exact).copied()
    }

    /// A list that matches has as many cells as the pattern.
    fn length_fact(&mut self, pattern: &Pattern, value: &Measures) {
        let mut than = 0_i64;
        let mut next = pattern;
        while let Pattern::Cons { .. } | Pattern::Alias { .. } = next {
            match next {
                Pattern::Cons { tail, .. } => {
                    than += 1;
                    next = tail;
                }
                Pattern::Alias { pattern, .. } => next = pattern,
                _ => break,
            }
        }
        for bound in value.of(Measure::Length).iter().filter(|bound| bound.is_exact) {
            if let Some(argument) = bound.argument
                && let Some(than) = i64::checked_sub(than, bound.constant)
            {
                self.facts.push(Fact::IsLonger { argument, than });
            }
        }
    }

    /// Binds what is missing to something unknown: another scope may have had the same names.
    fn bind_all(&mut self, variables: &[Variable], values: Vec<Measures>) {
        let values = if values.len() == variables.len() { values } else { Vec::new() };
        let values = values.into_iter().chain(std::iter::repeat_with(Measures::unknown));
        for (variable, value) in variables.iter().zip(values) {
            self.variables[variable.0 as usize] = value;
        }
    }

    fn pattern(&mut self, pattern: &Pattern, value: &Measures) {
        match pattern {
            Pattern::Variable(variable) => self.variables[variable.0 as usize] = value.clone(),
            Pattern::Alias { variable, pattern } => {
                self.variables[variable.0 as usize] = value.clone();
                self.pattern(pattern, value);
            }
            Pattern::Literal(_) => {}
            Pattern::Cons { head, tail } => {
                let (first, rest) = match value.parts.as_deref() {
                    Some(Parts::Cons(first, rest)) => (first.clone(), rest.clone()),
                    _ => (value.part(1).within(value, Step::Head), tail_of(value)),
                };
                self.pattern(head, &first);
                self.pattern(tail, &rest);
                self.take_apart(false, &[head, tail], value);
            }
            Pattern::Tuple { elements } => {
                let known = match value.parts.as_deref() {
                    Some(Parts::Tuple(known)) if known.len() == elements.len() => Some(known),
                    _ => None,
                };
                for (index, element) in elements.iter().enumerate() {
                    match known {
                        Some(known) => self.pattern(element, &known[index]),
                        None => self.pattern(element, &element_of(value, index, elements.len())),
                    }
                }
                self.take_apart(true, &elements.iter().collect::<Vec<_>>(), value);
            }
            Pattern::Map { pairs } => {
                for pair in pairs {
                    let mut part = value.part(1);
                    if let Some(key) = self.code.function.literal_atom(pair.key) {
                        part = part.within(value, Step::Value(key));
                    }
                    self.pattern(&pair.value, &part);
                }
            }
            Pattern::Binary { segments } => {
                self.bit_patterns += 1;
                let pattern = self.bit_patterns;
                let taken: Vec<i64> =
                    segments.iter().map(|segment| self.least_bits(segment)).collect();
                for (index, segment) in segments.iter().enumerate() {
                    let others = taken.iter().enumerate().filter(|(each, _)| *each != index);
                    let others = others.fold(0_i64, |sum, (_, bits)| sum.saturating_add(*bits));
                    let part = match segment.kind {
                        SegmentType::Binary => {
                            value.part(others).within(value, Step::Segment { pattern, index })
                        }
                        _ => Measures::plain(),
                    };
                    self.pattern(&segment.value, &part);
                }
            }
        }
    }

    /// So many bits the segment takes at least.
    fn least_bits(&self, segment: &PatternSegment) -> i64 {
        match (segment.kind, self.code.function.expr(segment.size)) {
            (SegmentType::Utf8, _) => 8,
            (SegmentType::Utf16, _) => 16,
            (SegmentType::Utf32, _) => 32,
            (_, Expr::Literal(Term::Int(size))) if *size > 0 => {
                size.saturating_mul(i64::from(segment.unit)).min(1 << 32)
            }
            _ => 0,
        }
    }

    fn take_apart(&mut self, is_tuple: bool, patterns: &[&Pattern], value: &Measures) {
        let variable = |pattern: &&Pattern| match pattern {
            Pattern::Variable(variable) | Pattern::Alias { variable, .. } => Some(*variable),
            _ => None,
        };
        if let Some(elements) = patterns.iter().map(variable).collect() {
            self.apart.push((Apart { is_tuple, elements }, value.clone()));
        }
    }

    /// What is built from the very variables that something was taken apart into is the same again.
    fn rebuilt(&self, is_tuple: bool, elements: &[ExprId]) -> Option<Measures> {
        let variable = |id: &ExprId| match self.code.function.expr(*id) {
            Expr::Variable(variable) => Some(*variable),
            _ => None,
        };
        let elements: Vec<Variable> = elements.iter().map(variable).collect::<Option<_>>()?;
        let wanted = Apart { is_tuple, elements };
        self.apart.iter().rev().find(|(apart, _)| *apart == wanted).map(|(_, value)| value.clone())
    }
}

/// The variables that a function is given: parameters, then what it takes along.
pub fn arguments_of<'c>(
    code: &'c Code,
    fun: ExprId,
    parameters: &'c [Variable],
) -> impl Iterator<Item = Variable> + 'c {
    parameters.iter().chain(code.taken_along(fun)).copied()
}

fn tail_of(list: &Measures) -> Measures {
    if let Some(Parts::Cons(_, tail)) = list.parts.as_deref() {
        return tail.clone();
    }
    let mut tail = list.part(1).within(list, Step::Tail);
    let shorter = list.of(Measure::Length).iter().filter_map(|bound| {
        let constant = bound.constant.checked_sub(1)?;
        Some(Bound { constant, ..*bound })
    });
    *tail.of_mut(Measure::Length) = shorter.collect();
    tail
}

fn element_of(tuple: &Measures, index: usize, size: usize) -> Measures {
    let mut element = tuple.part(1).within(tuple, Step::Element(index));
    if index == 2 && size == 3 {
        let fewer = tuple.of(Measure::Remaining).iter().filter_map(|bound| {
            let constant = bound.constant.checked_sub(1)?;
            Some(Bound { constant, ..*bound })
        });
        *element.of_mut(Measure::Remaining) = fewer.collect();
    }
    element
}

fn truth_of(atom: Atom) -> Option<bool> {
    match atom {
        atoms::true_ => Some(true),
        atoms::false_ => Some(false),
        _ => None,
    }
}

fn either(one: Found, other: Found) -> Found {
    match (one, other) {
        (Some(one), Some(other)) if one.len() == other.len() => {
            Some(one.iter().zip(&other).map(|(one, other)| one.either(other)).collect())
        }
        (Some(one), Some(_)) => Some(vec![Measures::unknown(); one.len()]),
        (one, other) => one.or(other),
    }
}
