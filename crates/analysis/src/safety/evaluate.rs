//! What can an expression come to? Its values, what it raises, and what is known afterwards: one level of
//! the abstract interpretation for each construct of Core Erlang.

use super::code::{Code, Definition};
use super::ending::Caller;
use super::environment::{Changes, Environment, Mark, either};
use super::raised::{Classes, Operation, Raised};
use super::shape::{Bindings, Matching, Shape, list_cell};
use super::summaries::{CallSite, Summaries, Target};
use super::{bitstrings, built_ins, maps};
use core_erlang::{Clause, Expr, ExprId, Pattern, Variable};
use std::cell::RefCell;
use std::sync::Arc;
use term::{Atom, Fun, Term, atoms};
use typing::lattice::integers::{Integers, Range};
use typing::lattice::{FunKind, Funs, Kinds, Lattice, ValueSet, forgotten, order};

/// The values of an expression: most have one.
pub type Values = Vec<ValueSet>;

/// More rows than these are not told apart.
const MOST_ROWS: usize = 48;

/// One body that is looked at, with what is known at the point where we are.
pub struct Evaluator<'s, 'a> {
    pub summaries: &'s mut Summaries<'a>,
    pub code: Arc<Code>,
    pub environment: Environment,
    /// What was raised so far and nobody has caught.
    pub raised: Raised,
    /// Functions of the `letrec`s around, inner ones last.
    pub names: Vec<(core_erlang::FunctionName, ExprId)>,
    handlers: Vec<Handler>,
    /// What the function was given: its parameters, then what it takes along.
    given: Vec<Variable>,
    /// Maps that have the value of another variable as a key.
    keys: Vec<(Variable, Variable)>,
    /// Integers that are larger than others, by so much at least.
    larger: Vec<(Variable, Variable, i64)>,
}

/// A handler that is being looked at.
struct Handler {
    class: Variable,
    reason: Variable,
    stack: Variable,
    caught: Raised,
}

impl<'s, 'a> Evaluator<'s, 'a> {
    /// The body of a fun that is called with these arguments.
    pub fn new(
        summaries: &'s mut Summaries<'a>,
        code: Arc<Code>,
        fun: ExprId,
        captured: &[ValueSet],
        arguments: &[ValueSet],
    ) -> Evaluator<'s, 'a> {
        let mut environment = Environment::new(code.function.variables.len());
        for (variable, set) in code.taken_along(fun).iter().zip(captured) {
            environment.bind(*variable, set.clone(), None);
        }
        let mut given = Vec::new();
        if let Expr::Fun { parameters, .. } = code.function.expr(fun) {
            for (variable, set) in parameters.iter().zip(arguments) {
                environment.bind(*variable, set.clone(), None);
            }
            given.extend(parameters.iter().chain(code.taken_along(fun)).copied());
        }
        let names = code.names(fun).to_vec();
        Evaluator {
            summaries,
            code,
            environment,
            raised: Raised::default(),
            names,
            handlers: Vec::new(),
            given,
            keys: Vec::new(),
            larger: Vec::new(),
        }
    }

    pub fn lattice(&self) -> Lattice<'a> {
        self.summaries.lattice()
    }

    pub fn operation(&self, expr: ExprId) -> Operation {
        Operation { module: self.code.module, function: self.code.function.name, expr }
    }

    pub fn raise(&mut self, expr: ExprId, classes: Classes, reason: &ValueSet) {
        let operation = self.operation(expr);
        self.raised.add(operation, classes, reason);
    }

    /// Something of which nothing is known.
    fn unknown(&mut self, expr: ExprId) -> Option<Values> {
        self.raise(expr, Classes::ALL.with(Classes::WAIT), &ValueSet::Any);
        Some(vec![ValueSet::Any])
    }

    /// The values, or `None` if it never returns.
    pub fn evaluate(&mut self, id: ExprId) -> Option<Values> {
        if !self.summaries.take_step() {
            return None;
        }
        crate::deeper(|| self.evaluate_here(id))
    }

    /// The value of an expression that has one.
    pub fn value(&mut self, id: ExprId) -> Option<ValueSet> {
        let mut values = self.evaluate(id)?;
        let value = values.pop()?;
        (values.is_empty() && !value.is_empty()).then_some(value)
    }

    pub fn all(&mut self, ids: &[ExprId]) -> Option<Values> {
        ids.iter().map(|id| self.value(*id)).collect()
    }

    fn evaluate_here(&mut self, id: ExprId) -> Option<Values> {
        let code = self.code.clone();
        let one = |set: ValueSet| (!set.is_empty()).then(|| vec![set]);
        match code.function.expr(id) {
            Expr::Variable(variable) => one(self.variable(*variable)),
            Expr::Name(name) => {
                let fun = self.named_fun(*name);
                one(fun)
            }
            Expr::Literal(literal) => one(self.literal(literal)),
            Expr::Cons { head, tail } => {
                let (head, tail) = (self.value(*head)?, self.value(*tail)?);
                one(list_cell(&self.lattice(), head, &tail))
            }
            Expr::Tuple { elements } => one(ValueSet::tuple(self.all(elements)?)),
            Expr::Values { elements } => self.all(elements),
            Expr::Map { base, pairs } => one(maps::build(self, id, *base, pairs)?),
            Expr::Binary { segments } => one(bitstrings::build(self, id, segments)?),
            Expr::Fun { parameters, .. } => one(self.fun(id, parameters.len())),
            Expr::Let { variables, argument, body } => {
                let values = self.evaluate(*argument)?;
                self.bind_all(variables, values, *argument);
                self.evaluate(*body)
            }
            Expr::Seq { first, then } => {
                self.evaluate(*first)?;
                self.evaluate(*then)
            }
            Expr::Letrec { functions, body, .. } => {
                let mark = self.names.len();
                self.names.extend(functions.iter().copied());
                let values = self.evaluate(*body);
                self.names.truncate(mark);
                values
            }
            Expr::Case { argument, clauses } => self.case(id, *argument, clauses),
            Expr::Apply { function, arguments } => self.apply(id, *function, arguments),
            Expr::Call { module, name, arguments } => self.call(id, *module, *name, arguments),
            Expr::Primop { name, arguments, .. } => self.primop(id, *name, arguments),
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.try_(*argument, variables, *body, handler_variables, *handler)
            }
            Expr::Catch { body } => self.catch(*body),
        }
    }

    /// What is known of a variable, by itself and by what it is another name of.
    pub fn variable(&self, variable: Variable) -> ValueSet {
        let mut set = self.environment.set(variable);
        let mut next = variable;
        while let Some(other) = self.is_name_of(next) {
            set = self.lattice().meet(&set, &self.environment.set(other));
            next = other;
        }
        set
    }

    /// The variable that this one is another name of.
    fn is_name_of(&self, variable: Variable) -> Option<Variable> {
        match self.code.function.expr(self.environment.definition(variable)?) {
            Expr::Variable(other) => Some(*other),
            _ => None,
        }
    }

    fn root(&self, variable: Variable) -> Variable {
        std::iter::successors(Some(variable), |next| self.is_name_of(*next))
            .last()
            .unwrap_or(variable)
    }

    fn bind_all(&mut self, variables: &[Variable], values: Values, argument: ExprId) {
        let definitions: Vec<Option<ExprId>> = match self.code.function.expr(argument) {
            Expr::Values { elements } => elements.iter().copied().map(Some).collect(),
            _ if variables.len() == 1 => vec![Some(argument)],
            _ => vec![None; variables.len()],
        };
        let sets = values.into_iter().chain(std::iter::repeat(ValueSet::Any));
        for ((variable, set), definition) in variables.iter().zip(sets).zip(definitions) {
            self.environment.bind(*variable, set, definition);
        }
    }

    /// A constant. Funs in it are functions by their names.
    fn literal(&mut self, literal: &Term) -> ValueSet {
        if let Term::Fun(fun) = literal
            && let Fun::External { module, function, arity } = &**fun
        {
            let arity = u32::from(*arity);
            let name = core_erlang::FunctionName { name: *function, arity };
            return self.written(Target::Remote { module: *module, name }, Vec::new(), arity);
        }
        let found = RefCell::new(Vec::new());
        term::any(literal, |part| {
            found.borrow_mut().extend(matches!(part, Term::Fun(_)).then(|| part.clone()));
            false
        });
        let funs = found.into_inner();
        if funs.is_empty() {
            return ValueSet::of_term(literal);
        }
        for fun in funs {
            let set = self.literal(&fun);
            forgotten::note(&set);
        }
        ValueSet::Any
    }

    fn written(&mut self, target: Target, captured: Values, arity: u32) -> ValueSet {
        let number = self.summaries.number(target);
        let kind = FunKind::Written { number, arity: arity as usize, captured };
        let set = ValueSet::funs(Funs::These(vec![kind]));
        if self.summaries.note_written(&set) {
            forgotten::note(&set);
        }
        set
    }

    fn named_fun(&mut self, name: core_erlang::FunctionName) -> ValueSet {
        match self.letrec(name) {
            Some(fun) => self.fun(fun, name.arity as usize),
            None => {
                let target = Target::Local { module: self.code.module, name };
                self.written(target, Vec::new(), name.arity)
            }
        }
    }

    fn letrec(&self, name: core_erlang::FunctionName) -> Option<ExprId> {
        self.names.iter().rev().find(|(bound, _)| *bound == name).map(|(_, fun)| *fun)
    }

    fn captured(&self, fun: ExprId) -> Values {
        self.code.taken_along(fun).iter().map(|each| self.variable(*each)).collect()
    }

    fn fun(&mut self, fun: ExprId, arity: usize) -> ValueSet {
        let captured = self.captured(fun);
        self.written(self.lambda(fun), captured, arity as u32)
    }

    fn lambda(&self, fun: ExprId) -> Target {
        Target::Lambda { module: self.code.module, function: self.code.function.name, fun }
    }

    fn try_(
        &mut self,
        argument: ExprId,
        variables: &[Variable],
        body: ExprId,
        handler_variables: &[Variable],
        handler: ExprId,
    ) -> Option<Values> {
        let mark = self.environment.mark();
        let outer = std::mem::take(&mut self.raised);
        let values = self.evaluate(argument);
        let caught = std::mem::replace(&mut self.raised, outer);
        self.raised.join(&caught.waiting());
        let mut ways = Ways::default();
        if let Some(values) = values {
            self.bind_all(variables, values, argument);
            let values = self.evaluate(body);
            ways.add(values, self.environment.changes_since(mark));
        }
        self.environment.back_to(mark);
        if caught.can_be_caught() {
            // Reasons and stack traces may hold any fun that there is.
            self.summaries.forget_all_funs();
            let reason = caught.reason.clone();
            let sets = [caught.classes.to_set(), reason, ValueSet::Any];
            for (variable, set) in handler_variables.iter().zip(sets) {
                self.environment.bind(*variable, set, None);
            }
            if let [class, reason, stack] = *handler_variables {
                self.handlers.push(Handler { class, reason, stack, caught });
            }
            let values = self.evaluate(handler);
            ways.add(values, self.environment.changes_since(mark));
            if handler_variables.len() == 3 {
                self.handlers.pop();
            }
            self.environment.back_to(mark);
        }
        self.environment.apply(&ways.changes.unwrap_or_default());
        ways.values
    }

    fn catch(&mut self, body: ExprId) -> Option<Values> {
        let mark = self.environment.mark();
        let outer = std::mem::take(&mut self.raised);
        let values = self.evaluate(body);
        let caught = std::mem::replace(&mut self.raised, outer);
        self.raised.join(&caught.waiting());
        self.environment.back_to(mark);
        let mut ways = Ways::default();
        ways.add(values, Changes::new());
        if caught.can_be_caught() {
            self.summaries.forget_all_funs();
            ways.add(Some(vec![ValueSet::Any]), Changes::new());
        }
        ways.values
    }

    fn case(&mut self, id: ExprId, argument: ExprId, clauses: &[Clause]) -> Option<Values> {
        let mut ways = Ways::default();
        let outside = self.each_clause(argument, clauses, &mut |evaluator, body, mark| {
            let values = evaluator.evaluate(body);
            ways.add(values, evaluator.environment.changes_since(mark));
        });
        if outside {
            self.raise(id, Classes::ERROR, &ValueSet::Any);
        }
        self.environment.apply(&ways.changes.unwrap_or_default());
        ways.values
    }

    /// Shows the bodies of clauses that can be chosen, with what is known then. Says whether there may be
    /// values that no clause is for.
    pub fn each_clause(
        &mut self,
        argument: ExprId,
        clauses: &[Clause],
        visit: &mut dyn FnMut(&mut Self, ExprId, Mark),
    ) -> bool {
        let code = self.code.clone();
        let Some(values) = self.evaluate(argument) else { return false };
        let arguments: Vec<Option<ExprId>> = match code.function.expr(argument) {
            Expr::Values { elements } => elements.iter().copied().map(Some).collect(),
            _ if values.len() == 1 => vec![Some(argument)],
            _ => vec![None; values.len()],
        };
        let start = self.environment.mark();
        let mut rows = vec![values.into_iter().map(Shape::Set).collect::<Vec<_>>()];
        for clause in clauses {
            if rows.is_empty() {
                break;
            }
            let mark = self.environment.mark();
            let left = self.clause(clause, &arguments, rows, start, visit);
            self.environment.back_to(mark);
            self.environment.apply(&left.known);
            rows = left.rows;
        }
        self.environment.back_to(start);
        !rows.is_empty()
    }

    /// Looks at one clause; what is left for the next.
    fn clause(
        &mut self,
        clause: &Clause,
        arguments: &[Option<ExprId>],
        rows: Vec<Vec<Shape>>,
        start: Mark,
        visit: &mut dyn FnMut(&mut Self, ExprId, Mark),
    ) -> LeftOver {
        let code = self.code.clone();
        let lattice = self.lattice();
        let matching = Matching { lattice: &lattice, function: &code.function };
        let mark = self.environment.mark();
        let mut matched: Vec<Vec<Shape>> = Vec::new();
        let mut left: Vec<Vec<Shape>> = Vec::new();
        let mut bound: Option<Bindings> = None;
        for row in &rows {
            let mut bindings = Bindings::new();
            let pairs = clause.patterns.iter().zip(row);
            let shapes: Option<Vec<Shape>> = pairs
                .map(|(pattern, shape)| matching.matched(pattern, shape, &mut bindings))
                .collect();
            let Some(shapes) = shapes else {
                left.push(row.clone());
                continue;
            };
            left.extend(matching.unmatched_row(&clause.patterns, row));
            matched.push(shapes);
            bound = Some(match bound {
                None => bindings,
                Some(known) => super::shape::join_bindings(known, bindings),
            });
        }
        let Some(bindings) = bound else { return LeftOver::all(rows) };
        for (variable, set) in bindings {
            self.environment.bind(variable, set, None);
        }
        if !self.learn_arguments(clause, arguments, &matched) {
            return LeftOver::all(rows);
        }
        let always_matches = left.is_empty();
        let before = std::mem::take(&mut self.raised);
        let tested = self.test(clause.guard);
        // What raises in a guard is not seen by anybody, and the clause is not chosen.
        let failed = std::mem::replace(&mut self.raised, before);
        self.raised.join(&failed.waiting());
        let not =
            if failed.can_be_caught() || tested.other { Some(Changes::new()) } else { tested.no };
        if let Some(yes) = &tested.yes {
            let inner = self.environment.mark();
            let (keys, larger) = (self.keys.len(), self.larger.len());
            self.environment.apply(yes);
            self.learn_keys(clause, arguments);
            self.learn_order(clause.guard);
            visit(self, clause.body, start);
            self.keys.truncate(keys);
            self.larger.truncate(larger);
            self.environment.back_to(inner);
        }
        let mut known = Changes::new();
        if let Some(not) = &not {
            self.environment.apply(not);
            // If the guard is all that can fail, what it tells holds for the next clause.
            if always_matches {
                known = self.environment.changes_since(mark);
            }
            let set = |variable: Variable| self.variable(variable);
            for shapes in &matched {
                let pairs = clause.patterns.iter().zip(shapes);
                let refined: Option<Vec<Shape>> =
                    pairs.map(|(pattern, shape)| matching.refined(pattern, shape, &set)).collect();
                left.extend(refined);
            }
        }
        let rows = if left.len() > MOST_ROWS { rows } else { left };
        LeftOver { rows, known }
    }

    /// What is known of the arguments of a `case` once they have matched. `false`: that cannot be.
    fn learn_arguments(
        &mut self,
        clause: &Clause,
        arguments: &[Option<ExprId>],
        matched: &[Vec<Shape>],
    ) -> bool {
        let lattice = self.lattice();
        for (index, argument) in arguments.iter().enumerate() {
            let Some(argument) = argument else { continue };
            let sets = matched.iter().map(|row| row[index].to_set(&lattice));
            let set = sets.fold(ValueSet::none(), |all, each| order::join(&all, &each));
            if !self.learn(*argument, &set) {
                return false;
            }
            // What the pattern calls by another name is the same value.
            let whole = match clause.patterns.get(index) {
                Some(Pattern::Variable(variable) | Pattern::Alias { variable, .. }) => *variable,
                _ => continue,
            };
            let set = self.environment.set(whole);
            self.environment.bind(whole, set, Some(*argument));
        }
        true
    }

    /// A map that has matched `#{K := _}` has the key, whatever that is.
    fn learn_keys(&mut self, clause: &Clause, arguments: &[Option<ExprId>]) {
        let code = self.code.clone();
        for (pattern, argument) in clause.patterns.iter().zip(arguments) {
            let mut pattern = pattern;
            while let Pattern::Alias { pattern: inner, .. } = pattern {
                pattern = inner;
            }
            let (Pattern::Map { pairs }, Some(argument)) = (pattern, argument) else { continue };
            let Expr::Variable(map) = code.function.expr(*argument) else { continue };
            for pair in pairs {
                if let Expr::Variable(key) = code.function.expr(pair.key) {
                    let known = (self.root(*map), self.root(*key));
                    self.keys.push(known);
                }
            }
        }
    }

    /// A comparison that is true tells which of two integers is the larger one.
    fn learn_order(&mut self, guard: ExprId) {
        let code = self.code.clone();
        let Expr::Call { module, name, arguments } = code.function.expr(guard) else { return };
        let [one, other] = **arguments else { return };
        if code.function.literal_atom(*module) != Some(atoms::erlang) {
            return;
        }
        let (larger, smaller, by) = match code.function.literal_atom(*name).map(|name| name.name())
        {
            Some("<") => (other, one, 1),
            Some(">") => (one, other, 1),
            Some("=<") => (other, one, 0),
            Some(">=") => (one, other, 0),
            Some("and") => {
                self.learn_order(one);
                return self.learn_order(other);
            }
            _ => return,
        };
        let pair = (code.function.expr(larger), code.function.expr(smaller));
        let (Expr::Variable(larger), Expr::Variable(smaller)) = pair else { return };
        let integers = ValueSet::integers(Integers::all());
        let is_integer =
            |variable: Variable| self.lattice().is_subset(&self.variable(variable), &integers);
        if is_integer(*larger) && is_integer(*smaller) {
            let known = (self.root(*larger), self.root(*smaller), by);
            self.larger.push(known);
        }
    }

    /// What a difference of two integers is at least, if that is known.
    fn least_difference(&self, arguments: &[ExprId]) -> Option<i64> {
        let [one, other] = arguments else { return None };
        let pair = (self.code.function.expr(*one), self.code.function.expr(*other));
        let (Expr::Variable(one), Expr::Variable(other)) = pair else { return None };
        let wanted = (self.root(*one), self.root(*other));
        let known = self.larger.iter().filter(|(one, other, _)| (*one, *other) == wanted);
        known.map(|(_, _, by)| *by).max()
    }

    /// Is the value of one variable certainly a key of the map that the other is?
    pub fn has_key(&self, map: ExprId, key: ExprId) -> bool {
        let variables = (self.code.function.expr(map), self.code.function.expr(key));
        let (Expr::Variable(map), Expr::Variable(key)) = variables else { return false };
        self.keys.contains(&(self.root(*map), self.root(*key)))
    }

    fn apply(&mut self, id: ExprId, function: ExprId, arguments: &[ExprId]) -> Option<Values> {
        let code = self.code.clone();
        if let Expr::Name(name) = code.function.expr(function) {
            let sets = self.all(arguments)?;
            return match self.letrec(*name) {
                Some(fun) => {
                    let captured = self.captured(fun);
                    self.enter(id, Caller::Program, self.lambda(fun), captured, sets)
                }
                None => {
                    let target = Target::Local { module: code.module, name: *name };
                    self.enter(id, Caller::Program, target, Vec::new(), sets)
                }
            };
        }
        let callee = self.value(function)?;
        let sets = self.all(arguments)?;
        self.apply_value(id, &callee, sets)
    }

    /// A call of whatever funs are in the set.
    pub fn apply_value(
        &mut self,
        id: ExprId,
        callee: &ValueSet,
        arguments: Values,
    ) -> Option<Values> {
        let kinds = self.lattice().open(callee);
        let others: ValueSet =
            Kinds { funs: Funs::These(Vec::new()), ..Kinds::clone(&kinds) }.into();
        if !others.is_empty() {
            self.raise(id, Classes::ERROR, &ValueSet::Any);
        }
        let Funs::These(funs) = kinds.funs else { return self.unknown(id) };
        let mut ways = Ways::default();
        for fun in funs {
            match fun {
                FunKind::Typed { parameters, result } => {
                    if parameters.is_none_or(|each| each.len() != arguments.len()) {
                        self.raise(id, Classes::ERROR, &ValueSet::Any);
                    }
                    let values = (!result.is_empty()).then(|| vec![result]);
                    ways.add(values, Changes::new());
                    self.apply_input(id, &arguments, &mut ways);
                }
                FunKind::Written { number, arity, captured } => {
                    if arity != arguments.len() {
                        self.raise(id, Classes::ERROR, &ValueSet::Any);
                        continue;
                    }
                    let target = self.summaries.target(number);
                    let values =
                        self.enter(id, Caller::Program, target, captured, arguments.clone());
                    ways.add(values, Changes::new());
                }
            }
        }
        ways.values
    }

    /// A fun of the input is called. It keeps the promise of its type, and may raise, which is no fault of the
    /// program. And it may call the funs of the program that it was given, now or before, with anything; or it
    /// is one of them, which was handed back or is not known by its name any more.
    fn apply_input(&mut self, id: ExprId, arguments: &[ValueSet], ways: &mut Ways) {
        self.raised.add_by_input();
        self.summaries.note_input_called();
        arguments.iter().for_each(forgotten::note);
        let mut next = 0;
        while let Some((target, arity, captured)) = self.summaries.at_large(next) {
            next += 1;
            let values =
                self.enter(id, Caller::Input, target, captured, vec![ValueSet::Any; arity]);
            // What it returns is given to who has called it.
            values.iter().flatten().for_each(forgotten::note);
            ways.add(values, Changes::new());
        }
    }

    fn call(
        &mut self,
        id: ExprId,
        module: ExprId,
        name: ExprId,
        arguments: &[ExprId],
    ) -> Option<Values> {
        let code = self.code.clone();
        let names = code.function.literal_atom(module).zip(code.function.literal_atom(name));
        let Some((module, name)) = names else {
            self.value(module)?;
            self.value(name)?;
            self.all(arguments)?;
            return self.unknown(id);
        };
        let sets = self.all(arguments)?;
        if module == atoms::erlang {
            match (name.name(), &*sets) {
                ("error", [reason, ..]) => return self.raises(id, Classes::ERROR, reason),
                ("exit", [reason]) => return self.raises(id, Classes::EXIT, reason),
                ("throw", [reason]) => return self.raises(id, Classes::THROW, reason),
                ("nif_error", [reason, ..]) => return self.raises(id, Classes::ERROR, reason),
                ("raise", [class, reason, _]) => {
                    let classes = Classes::of_set(class);
                    forgotten::note(reason);
                    self.raise(id, Classes::ERROR.with(classes), &ValueSet::Any);
                    // Bad arguments are answered with `badarg`, and no exception.
                    return Some(vec![ValueSet::atom(Atom::new("badarg"))]);
                }
                ("apply", [fun, list]) => {
                    if let Some(arguments) = self.known_list(list) {
                        return self.apply_value(id, fun, arguments);
                    }
                    return self.unknown(id);
                }
                _ => {}
            }
        }
        let arity = sets.len() as u32;
        let name = core_erlang::FunctionName { name, arity };
        match self.built_in(id, module, name, &sets) {
            Some(mut effect) => {
                for (argument, learned) in arguments.iter().zip(&effect.learned) {
                    if !effect.result.is_empty() && !self.learn(*argument, learned) {
                        return None;
                    }
                }
                let is_difference = module == atoms::erlang && name.name.name() == "-";
                if let Some(least) = self.least_difference(arguments).filter(|_| is_difference) {
                    let range = Range::new(Some(least.into()), None);
                    let least = ValueSet::integers(Integers::of([range]));
                    effect.result = self.lattice().meet(&effect.result, &least);
                }
                (!effect.result.is_empty()).then(|| vec![effect.result])
            }
            None => {
                let target = Target::Remote { module, name };
                self.enter(id, Caller::Program, target, Vec::new(), sets)
            }
        }
    }

    /// What a built-in comes to, if it is one that is known. What it raises is noted.
    fn built_in(
        &mut self,
        id: ExprId,
        module: Atom,
        name: core_erlang::FunctionName,
        arguments: &[ValueSet],
    ) -> Option<built_ins::Effect> {
        if module != atoms::erlang
            && !matches!(self.summaries.library.exported(module, name), Definition::BuiltIn)
        {
            return None;
        }
        let effect = built_ins::call(&self.lattice(), module, name.name, arguments)?;
        if !(module == atoms::erlang && super::never_raises(name.name)) {
            // Some keep what they are given: a dictionary, a process, what they return.
            arguments.iter().for_each(forgotten::note);
        }
        if module == atoms::erlang && name.name == Atom::new("fun_info") {
            // It shows what a fun holds.
            self.summaries.forget_all_funs();
        }
        let operation = self.operation(id);
        if effect.may_raise || (effect.grows && self.summaries.grows_too_large(operation)) {
            self.raise(id, Classes::ERROR, &ValueSet::Any);
        }
        Some(effect)
    }

    fn raises(&mut self, id: ExprId, classes: Classes, reason: &ValueSet) -> Option<Values> {
        self.raise(id, classes, reason);
        None
    }

    /// The elements, of a list that has none but these. Only the empty list is known so well.
    fn known_list(&self, list: &ValueSet) -> Option<Values> {
        (*list == ValueSet::nil()).then(Vec::new)
    }

    /// A call of code, with what comes out of it.
    fn enter(
        &mut self,
        id: ExprId,
        caller: Caller,
        target: Target,
        captured: Values,
        arguments: Values,
    ) -> Option<Values> {
        let (module, name) = match target {
            Target::Remote { module, name } | Target::Local { module, name } => (module, name),
            Target::Lambda { .. } => return self.entered(id, caller, target, captured, arguments),
        };
        let definition = match target {
            Target::Remote { .. } => self.summaries.library.exported(module, name),
            _ => self.summaries.library.definition(module, name),
        };
        match definition {
            Definition::Code(_) => {
                self.entered(id, caller, Target::Local { module, name }, captured, arguments)
            }
            Definition::Missing => self.raises(id, Classes::ERROR, &ValueSet::Any),
            Definition::BuiltIn => match self.built_in(id, module, name, &arguments) {
                Some(effect) => (!effect.result.is_empty()).then(|| vec![effect.result]),
                None => self.unknown(id),
            },
            Definition::Unknown => self.unknown(id),
        }
    }

    fn entered(
        &mut self,
        id: ExprId,
        caller: Caller,
        target: Target,
        captured: Values,
        arguments: Values,
    ) -> Option<Values> {
        let operation = self.operation(id);
        self.summaries.note_call(operation, target);
        let sets = self.given.iter().map(|variable| self.variable(*variable)).collect();
        let caller = Some(CallSite { at: id, caller, sets });
        let summary = self.summaries.call(target, captured, arguments, caller);
        self.raised.join(&summary.raised);
        summary.values
    }

    fn primop(&mut self, id: ExprId, name: Atom, arguments: &[ExprId]) -> Option<Values> {
        let sets = self.all(arguments)?;
        match (name.name(), &*sets) {
            ("match_fail", [reason]) => self.raises(id, Classes::ERROR, reason),
            ("raise" | "raw_raise", [_, reason, ..]) => {
                let reason = reason.clone();
                self.raise_again(id, arguments, &reason);
                None
            }
            ("build_stacktrace", _) => Some(vec![ValueSet::Any]),
            ("recv_peek_message", []) => Some(vec![ValueSet::boolean(), ValueSet::Any]),
            (
                "remove_message"
                | "recv_next"
                | "timeout"
                | "recv_marker_reserve"
                | "recv_marker_clear"
                | "recv_marker_bind"
                | "nif_start",
                _,
            ) => Some(vec![ValueSet::Any]),
            ("recv_wait_timeout", [timeout]) => {
                if !self.is_bounded_timeout(timeout) {
                    self.raise(id, Classes::ERROR.with(Classes::WAIT), &ValueSet::Any);
                }
                Some(vec![ValueSet::boolean()])
            }
            _ => self.unknown(id),
        }
    }

    /// Milliseconds that `receive … after` takes, and that are over some time.
    fn is_bounded_timeout(&self, timeout: &ValueSet) -> bool {
        let bounds = Range::new(Some(0.into()), Some(0xFFFF_FFFF_u32.into()));
        self.lattice().is_subset(timeout, &ValueSet::integers(Integers::of([bounds])))
    }

    /// What a handler raises again is what it has caught.
    fn raise_again(&mut self, id: ExprId, arguments: &[ExprId], reason: &ValueSet) {
        let code = self.code.clone();
        let stack = arguments.iter().find_map(|argument| match code.function.expr(*argument) {
            Expr::Variable(variable) => {
                let root = self.root(*variable);
                self.handlers.iter().rposition(|handler| handler.stack == root)
            }
            _ => None,
        });
        match stack {
            Some(index) => {
                let handler = &self.handlers[index];
                let classes = Classes::of_set(&self.variable(handler.class));
                let again = handler.caught.again(classes, reason);
                // What the input raised is let through only as it was.
                let is_as_it_was = |of: Variable| {
                    arguments.iter().any(|argument| match code.function.expr(*argument) {
                        Expr::Variable(variable) => self.root(*variable) == of,
                        _ => false,
                    })
                };
                let keeps_class = arguments.len() < 3 || is_as_it_was(handler.class);
                let is_same = keeps_class && is_as_it_was(handler.reason);
                if !again.by_input.is_empty() && !is_same {
                    self.raise(id, Classes::ALL, reason);
                }
                if !again.is_empty() {
                    let operation = self.operation(id);
                    self.summaries.note_raised_again(operation);
                }
                self.raised.join(&again);
            }
            None => self.raise(id, Classes::ALL, &ValueSet::Any),
        }
    }
}

/// What a clause leaves to the next.
struct LeftOver {
    rows: Vec<Vec<Shape>>,
    /// What is known of variables then.
    known: Changes,
}

impl LeftOver {
    /// It takes nothing.
    fn all(rows: Vec<Vec<Shape>>) -> LeftOver {
        LeftOver { rows, known: Changes::new() }
    }
}

/// What several ways come to together.
#[derive(Default)]
struct Ways {
    values: Option<Values>,
    /// What is known after whichever was taken; `None` if none returns.
    changes: Option<Changes>,
}

impl Ways {
    fn add(&mut self, values: Option<Values>, changes: Changes) {
        let Some(values) = values else { return };
        self.changes = Some(match self.changes.take() {
            None => changes,
            Some(before) => either(&before, &changes),
        });
        self.values = Some(match self.values.take() {
            None => values,
            Some(before) => {
                let pairs = before.iter().zip(&values);
                pairs.map(|(one, other)| order::join(one, other)).collect()
            }
        });
    }
}
