//! How does Core Erlang become code? Every function once, when it is first called.
//!
//! Variables become slots, `case` becomes a decision tree ([`matching`]), closures and local
//! functions become functions of their own that take their free variables as further parameters
//! (lambda lifting, as the BEAM's compiler does). Labels (`letrec`s that are only jumped to) stay
//! inside of their function, so `receive` loops are loops.

mod awaited;
mod builder;
mod call;
mod literals;
mod matching;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod writer;

use crate::code::{
    Awaited, BuildSegment, Callee, Code, CodeId, Label, NOWHERE, Op, Operand, RAISE, RaiseKind,
    Slot, Target, function_place,
};
use crate::concrete::Concrete;
use crate::program::{Contents, Pieces};
use analysis::{Clauses, Surroundings, free};
use builder::{Builder, Identity};
pub(crate) use call::{comparison, type_test};
use core_erlang::{
    Expr, ExprId, Function, FunctionName, MapOperator, MapPair, Segment, SegmentType, Variable,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use term::{Atom, Term, atoms};
use trace::{ClauseId, Place};

/// A construct that we do not know.
#[derive(Debug, thiserror::Error)]
#[error("{module}:{function}/{arity}: {what}")]
pub struct Unsupported {
    module: String,
    function: String,
    arity: u32,
    what: String,
}

type Lowered<T = ()> = Result<T, String>;

/// Lowers a function of a module, with all the functions inside of it.
pub fn function(
    contents: &mut Contents,
    concrete: &Concrete,
    module: Atom,
    mut function: Function,
) -> Result<Pieces, Unsupported> {
    literals::spell_out(&mut function);
    let function = &function;
    let clauses = Clauses::of(function);
    let surroundings = Arc::new(Surroundings::of(function, &clauses));
    let mut lowering = Lowering {
        contents,
        concrete,
        codes: Vec::new(),
        module,
        function,
        uses: free::uses(function),
        letrecs: Vec::new(),
        lifted: 0,
        pieces: 0,
        home: function_place(module, function.name),
        surroundings,
        made_of: FxHashMap::default(),
        clauses,
        builder: Builder::new(0),
        parameters: Vec::new(),
        current: atoms::empty,
        fail: RAISE,
        awaited: None,
    };
    let name = function.name;
    match lowering.top(name) {
        Ok(whole) => Ok(Pieces { whole, codes: lowering.codes }),
        Err(what) => Err(Unsupported {
            module: module.name().into(),
            function: name.name.name().into(),
            arity: name.arity,
            what,
        }),
    }
}

struct Lowering<'a> {
    contents: &'a mut Contents,
    concrete: &'a Concrete,
    /// What is lowered so far.
    codes: Vec<Code>,
    module: Atom,
    function: &'a Function,
    /// How often each variable is used.
    uses: Vec<u32>,
    /// The enclosing `letrec`s' functions, innermost last.
    letrecs: Vec<(FunctionName, Local)>,
    /// How many functions have got a made-up name so far.
    lifted: u32,
    /// How many pieces have been begun so far.
    pieces: u32,
    /// The function as all places in it name it.
    home: Place,
    surroundings: Arc<Surroundings>,
    /// How many operations were made of each expression so far.
    made_of: FxHashMap<ExprId, u32>,
    /// The numbers of the clauses.
    clauses: Clauses,
    builder: Builder,
    /// Those of the function that is lowered now.
    parameters: Vec<Variable>,
    /// Its name.
    current: Atom,
    /// Where failing operations go: not [`RAISE`] inside of guards.
    fail: Label,
    /// What the innermost `receive` waits for, as far as it is known.
    awaited: Option<Awaited>,
}

/// A function that a `letrec` binds.
#[derive(Clone)]
enum Local {
    /// Jumped to, after its parameters are set.
    Label { label: Label, parameters: Slot, count: usize },
    /// Called, with what it takes from around it as further arguments.
    Lifted { target: Arc<Target>, extra: Vec<Variable> },
}

/// Where the value of an expression goes.
#[derive(Clone, Debug)]
enum Destination {
    /// It is the value of the function.
    Return,
    /// One slot per value.
    Slots(SmallVec<[Slot; 2]>),
    /// It is not wanted.
    Nowhere,
}

impl Destination {
    fn slot(slot: Slot) -> Destination {
        Destination::Slots(smallvec![slot])
    }
}

impl<'a> Lowering<'a> {
    fn top(&mut self, name: FunctionName) -> Lowered<CodeId> {
        let Expr::Fun { parameters, body, .. } = self.function.expr(self.function.body) else {
            return Err("the body of a function is not a fun".into());
        };
        let identity = self.identity(name.name, name.arity, 0);
        self.nested(identity, parameters, &[], *body)
    }

    fn identity(&mut self, name: Atom, parameters: u32, free: u32) -> Identity {
        self.pieces += 1;
        Identity {
            id: self.contents.new_code(),
            fun_name: self.contents.fun_name(self.home, self.pieces - 1),
            module: self.module,
            name,
            home: self.home,
            surroundings: self.surroundings.clone(),
            parameters,
            free,
        }
    }

    /// A clause has been chosen.
    fn reach(&mut self, number: u32) {
        let (module, function) = (self.module, self.function.name);
        let number = self.contents.clause(ClauseId { module, function, number });
        self.builder.add(Op::Clause { number });
    }

    /// Lowers a function into code of its own.
    fn nested(
        &mut self,
        identity: Identity,
        parameters: &[Variable],
        free: &[Variable],
        body: ExprId,
    ) -> Lowered<CodeId> {
        let outer_builder =
            std::mem::replace(&mut self.builder, Builder::new(self.function.variables.len()));
        let outer_parameters = std::mem::replace(&mut self.parameters, parameters.to_vec());
        let outer_name = std::mem::replace(&mut self.current, identity.name);
        let outer_fail = std::mem::replace(&mut self.fail, RAISE);
        let outer_awaited = self.awaited.take();
        for &variable in parameters.iter().chain(free) {
            let slot = self.builder.new_slot();
            self.builder.bind(variable, Operand::slot(slot));
        }
        let is_whole = matches!(self.function.expr(self.function.body),
            Expr::Fun { body: whole, .. } if *whole == body);
        if is_whole && self.concrete.contains(self.module, self.function.name) {
            self.builder.add(Op::Concretise);
        }
        if let Some(number) = self.clauses.of_body(body) {
            self.reach(number);
        }
        let result = self.expr(body, &Destination::Return);
        self.awaited = outer_awaited;
        self.fail = outer_fail;
        self.current = outer_name;
        self.parameters = outer_parameters;
        let builder = std::mem::replace(&mut self.builder, outer_builder);
        result?;
        let id = identity.id;
        self.codes.push(builder.finish(identity, &mut self.made_of));
        Ok(id)
    }

    fn constant(&mut self, term: &Term) -> Operand {
        self.contents.constant(term)
    }

    fn atom(&mut self, atom: Atom) -> Operand {
        self.constant(&Term::Atom(atom))
    }

    // ---- values ----

    /// A value that operations can take: evaluates into a new slot unless it is at hand.
    fn operand(&mut self, id: ExprId) -> Lowered<Operand> {
        match self.function.expr(id) {
            Expr::Variable(variable) => self
                .builder
                .binding(*variable)
                .ok_or_else(|| format!("variable {variable:?} is not bound")),
            Expr::Literal(term) => Ok(self.constant(term)),
            Expr::Values { elements } if elements.len() == 1 => self.operand(elements[0]),
            _ => {
                let slot = self.builder.new_slot();
                self.expr(id, &Destination::slot(slot))?;
                Ok(Operand::slot(slot))
            }
        }
    }

    fn operand_list(&mut self, ids: &[ExprId]) -> Lowered<Vec<Operand>> {
        ids.iter().map(|&id| self.operand(id)).collect()
    }

    /// One value goes where it is wanted.
    fn deliver(&mut self, operand: Operand, to: &Destination) -> Lowered {
        match to {
            Destination::Return => self.builder.add(Op::Return { value: operand }),
            Destination::Slots(slots) => {
                // One value where several are wanted: the call before it never returns.
                let [slot] = slots[..] else { return Ok(()) };
                if operand != Operand::slot(slot) {
                    self.builder.add(Op::Move { to: slot, from: operand });
                }
            }
            Destination::Nowhere => {}
        }
        Ok(())
    }

    /// Runs an operation that leaves one value, and delivers the value.
    fn compute(&mut self, to: &Destination, op: impl FnOnce(Slot) -> Op) -> Lowered {
        match to {
            Destination::Slots(slots) if slots.len() == 1 => {
                self.builder.add(op(slots[0]));
                Ok(())
            }
            _ => {
                let slot = self.builder.new_slot();
                self.builder.add(op(slot));
                self.deliver(Operand::slot(slot), to)
            }
        }
    }

    // ---- expressions ----

    fn expr(&mut self, id: ExprId, to: &Destination) -> Lowered {
        crate::deep(|| self.expr_here(id, to))
    }

    fn expr_here(&mut self, id: ExprId, to: &Destination) -> Lowered {
        let outer = std::mem::replace(&mut self.builder.expr, id);
        let mark = self.builder.mark();
        let function = self.function;
        let result = match function.expr(id) {
            Expr::Variable(_) | Expr::Literal(_) => {
                let operand = self.operand(id)?;
                self.deliver(operand, to)
            }
            Expr::Name(name) => self.name(*name, to),
            Expr::Cons { head, tail } => {
                let (head, tail) = (self.operand(*head)?, self.operand(*tail)?);
                self.compute(to, |to| Op::Cons { to, head, tail })
            }
            Expr::Tuple { elements } => {
                let elements = self.operand_list(elements)?;
                let elements = self.builder.operands(&elements);
                self.compute(to, |to| Op::Tuple { to, elements })
            }
            Expr::Map { base, pairs } => self.map(*base, pairs, to),
            Expr::Binary { segments } => self.binary(segments, to),
            Expr::Values { elements } => self.values(elements, to),
            Expr::Fun { parameters, body, name } => self.fun(id, parameters, *body, *name, to),
            Expr::Let { variables, argument, body } => {
                if self.is_peek(*argument) {
                    self.awaited = self.awaited(variables, *body);
                }
                self.bind_to(variables, *argument)?;
                self.expr(*body, to)
            }
            Expr::Seq { first, then } => {
                self.expr(*first, &Destination::Nowhere)?;
                self.expr(*then, to)
            }
            Expr::Letrec { functions, body, is_goto: true } => self.labels(functions, *body, to),
            Expr::Letrec { functions, body, is_goto: false } => self.letrec(functions, *body, to),
            Expr::Case { argument, clauses } => self.case(id, *argument, clauses, to),
            Expr::Apply { function, arguments } => self.apply(*function, arguments, to),
            Expr::Call { module, name, arguments } => self.call(*module, *name, arguments, to),
            Expr::Primop { name, arguments, function } => {
                self.primop(*name, arguments, *function, to)
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.try_expr(*argument, variables, *body, handler_variables, *handler, to)
            }
            Expr::Catch { body } => self.catch(*body, to),
        };
        // Whatever was bound inside is out of scope now.
        self.builder.release(mark);
        self.builder.expr = outer;
        result
    }

    /// `let <Variables> = Argument`
    fn bind_to(&mut self, variables: &[Variable], argument: ExprId) -> Lowered {
        if let [variable] = variables {
            if self.uses[variable.0 as usize] == 0 {
                return self.expr(argument, &Destination::Nowhere);
            }
            let operand = self.operand(argument)?;
            self.builder.bind(*variable, operand);
            return Ok(());
        }
        if let Expr::Values { elements } = self.function.expr(argument) {
            let operands = self.operand_list(elements)?;
            for (&variable, operand) in variables.iter().zip(operands) {
                self.builder.bind(variable, operand);
            }
            return Ok(());
        }
        let first = self.builder.new_slots(variables.len() as u32);
        let slots: SmallVec<[Slot; 2]> = (first..first + variables.len() as u32).collect();
        self.expr(argument, &Destination::Slots(slots))?;
        for (index, &variable) in variables.iter().enumerate() {
            self.builder.bind(variable, Operand::slot(first + index as u32));
        }
        Ok(())
    }

    fn values(&mut self, elements: &[ExprId], to: &Destination) -> Lowered {
        match to {
            _ if elements.len() == 1 => self.expr(elements[0], to),
            Destination::Slots(slots) if slots.len() == elements.len() => {
                // All are evaluated before any is moved: a slot may be among the operands.
                let operands = self.operand_list(elements)?;
                for (&slot, operand) in slots.iter().zip(operands) {
                    self.builder.add(Op::Move { to: slot, from: operand });
                }
                Ok(())
            }
            Destination::Nowhere => self.operand_list(elements).map(drop),
            _ => Err(format!("{} values where one is wanted", elements.len())),
        }
    }

    /// A function's name as a value.
    fn name(&mut self, name: FunctionName, to: &Destination) -> Lowered {
        match self.local(name) {
            Some(Local::Lifted { target, extra }) => {
                let free = self.captured(&extra)?;
                let free = self.builder.operands(&free);
                self.compute(to, |to| Op::Closure { to, code: target, free })
            }
            Some(Local::Label { .. }) => Err(format!("label {:?} is used as a value", name.name)),
            None => {
                let target = self.contents.local_target(self.module, name);
                let free = self.builder.operands(&[]);
                self.compute(to, |to| Op::Closure { to, code: target, free })
            }
        }
    }

    fn local(&self, name: FunctionName) -> Option<Local> {
        let (_, local) = self.letrecs.iter().rev().find(|(known, _)| *known == name)?;
        Some(local.clone())
    }

    fn captured(&self, variables: &[Variable]) -> Lowered<Vec<Operand>> {
        let bound = |variable: &Variable| {
            self.builder.binding(*variable).ok_or_else(|| format!("{variable:?} is not bound"))
        };
        variables.iter().map(bound).collect()
    }

    fn fun(
        &mut self,
        id: ExprId,
        parameters: &[Variable],
        body: ExprId,
        name: Option<Atom>,
        to: &Destination,
    ) -> Lowered {
        let free = self.free_variables(&[id], &[]);
        let name = match name {
            Some(name) => name,
            None => self.made_up_name("anonymous"),
        };
        let target = self.lift(name, parameters, &free, body, None)?;
        let free = self.captured(&free)?;
        let free = self.builder.operands(&free);
        self.compute(to, |to| Op::Closure { to, code: target, free })
    }

    /// What some functions take from around them, directly or through the functions they call.
    fn free_variables(&self, functions: &[ExprId], group: &[FunctionName]) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        let mut add = |more: &[Variable]| {
            for variable in more {
                if !variables.contains(variable) {
                    variables.push(*variable);
                }
            }
        };
        for &function in functions {
            let free = free::of(self.function, function);
            add(&free.variables);
            for name in free.names.iter().filter(|name| !group.contains(name)) {
                if let Some(Local::Lifted { extra, .. }) = self.local(*name) {
                    add(&extra);
                }
            }
        }
        variables
    }

    /// The name that the BEAM's compiler gives to a function that it lifts.
    fn made_up_name(&mut self, kind: &str) -> Atom {
        let FunctionName { name, arity } = self.function.name;
        let number = self.lifted;
        self.lifted += 1;
        Atom::new(&format!("-{}/{arity}-{kind}-{number}-", name.name()))
    }

    /// Makes a function of its own, known under `target` or a new one.
    fn lift(
        &mut self,
        name: Atom,
        parameters: &[Variable],
        free: &[Variable],
        body: ExprId,
        target: Option<Arc<Target>>,
    ) -> Lowered<Arc<Target>> {
        let arity = parameters.len() + free.len();
        let identity = self.identity(name, arity as u32, free.len() as u32);
        let target = target.unwrap_or_else(|| Target::new(self.module, name, arity, true));
        let code = self.nested(identity, parameters, free, body)?;
        let is_new = target.callee.set(Callee::Code(code)).is_ok();
        assert!(is_new, "a function inside of another is lowered once");
        Ok(target)
    }

    /// `letrec` whose functions are called.
    fn letrec(
        &mut self,
        functions: &[(FunctionName, ExprId)],
        body: ExprId,
        to: &Destination,
    ) -> Lowered {
        let names: Vec<FunctionName> = functions.iter().map(|(name, _)| *name).collect();
        let ids: Vec<ExprId> = functions.iter().map(|(_, id)| *id).collect();
        let extra = self.free_variables(&ids, &names);
        let mark = self.letrecs.len();
        let mut targets = Vec::new();
        for name in &names {
            let kind = format!("{}/{}", name.name.name(), name.arity);
            let made_up = self.made_up_name(&kind);
            let arity = name.arity as usize + extra.len();
            let target = Target::new(self.module, made_up, arity, true);
            targets.push(target.clone());
            self.letrecs.push((*name, Local::Lifted { target, extra: extra.clone() }));
        }
        for (&id, target) in ids.iter().zip(targets) {
            let Expr::Fun { parameters, body, .. } = self.function.expr(id) else {
                return Err("a letrec binds something other than a fun".into());
            };
            self.lift(target.function, parameters, &extra, *body, Some(target))?;
        }
        let result = self.expr(body, to);
        self.letrecs.truncate(mark);
        result
    }

    /// `letrec` whose functions are only jumped to: they stay in this function.
    fn labels(
        &mut self,
        functions: &[(FunctionName, ExprId)],
        body: ExprId,
        to: &Destination,
    ) -> Lowered {
        let mark = self.letrecs.len();
        let mut blocks = Vec::new();
        for (name, id) in functions {
            let Expr::Fun { parameters, body, .. } = self.function.expr(*id) else {
                return Err("a label is not a fun".into());
            };
            let label = self.builder.new_label();
            let first = self.builder.new_slots(parameters.len() as u32);
            let is_receive = name.name.name().starts_with("recv$");
            blocks.push((label, first, parameters, *body, is_receive));
            let count = parameters.len();
            self.letrecs.push((*name, Local::Label { label, parameters: first, count }));
        }
        let end = self.builder.new_label();
        self.expr(body, to)?;
        for (label, first, parameters, body, is_receive) in blocks {
            self.jump_unless_returned(end, to);
            self.builder.place(label);
            for (index, &parameter) in parameters.iter().enumerate() {
                self.builder.bind(parameter, Operand::slot(first + index as u32));
            }
            let outer = self.awaited.clone();
            if is_receive {
                self.awaited = None;
            }
            self.expr(body, to)?;
            self.awaited = outer;
        }
        self.builder.place(end);
        self.letrecs.truncate(mark);
        Ok(())
    }

    fn jump_unless_returned(&mut self, end: Label, to: &Destination) {
        if !matches!(to, Destination::Return) {
            self.builder.add(Op::Jump { to: end });
        }
    }

    // ---- maps and bitstrings ----

    /// Pairs are put one group after the other: a group is all exact or all not, so that
    /// `#{a => 1, a := 2}` finds its key.
    fn map(&mut self, base: ExprId, pairs: &[MapPair], to: &Destination) -> Lowered {
        let mut map = self.operand(base)?;
        let mut operands = Vec::new();
        for pair in pairs {
            operands.push((pair.operator, self.operand(pair.key)?, self.operand(pair.value)?));
        }
        let groups: Vec<_> = operands.chunk_by(|left, right| left.0 == right.0).collect();
        if groups.is_empty() {
            let pairs = self.builder.operands(&[]);
            let fail = self.fail;
            return self.compute(to, |to| Op::Map { to, base: map, pairs, exact: false, fail });
        }
        for (index, group) in groups.iter().enumerate() {
            let flat: Vec<Operand> =
                group.iter().flat_map(|(_, key, value)| [*key, *value]).collect();
            let pairs = self.builder.operands(&flat);
            let exact = group[0].0 == MapOperator::Exact;
            let (base, fail) = (map, self.fail);
            if index + 1 == groups.len() {
                return self.compute(to, |to| Op::Map { to, base, pairs, exact, fail });
            }
            let slot = self.builder.new_slot();
            self.builder.add(Op::Map { to: slot, base, pairs, exact, fail });
            map = Operand::slot(slot);
        }
        Ok(())
    }

    fn binary(&mut self, segments: &[Segment], to: &Destination) -> Lowered {
        let mut lowered = Vec::new();
        for segment in segments {
            lowered.push(BuildSegment {
                value: self.operand(segment.value)?,
                size: self.size(segment.size, segment.kind)?,
                unit: segment.unit,
                kind: segment.kind,
                little: segment.little,
            });
        }
        let segments = self.builder.build(lowered);
        let fail = self.fail;
        self.compute(to, |to| Op::Bits { to, segments, fail })
    }

    /// A segment's size; `None` for all of a binary and for what utf8 and the like need.
    fn size(&mut self, size: ExprId, kind: SegmentType) -> Lowered<Option<Operand>> {
        match (self.function.expr(size), kind) {
            (Expr::Literal(Term::Atom(atoms::all | atoms::undefined)), _) => Ok(None),
            (_, SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32) => Ok(None),
            _ => self.operand(size).map(Some),
        }
    }

    // ---- exceptions ----

    fn try_expr(
        &mut self,
        argument: ExprId,
        variables: &[Variable],
        body: ExprId,
        handler_variables: &[Variable],
        handler: ExprId,
        to: &Destination,
    ) -> Lowered {
        if self.fail != RAISE {
            return self.try_in_guard(argument, variables, body, handler, to);
        }
        let (handling, end) = (self.builder.new_label(), self.builder.new_label());
        let caught = self.builder.new_slots(3);
        let count = variables.len() as u32;
        let first = self.builder.new_slots(count);
        self.builder.add(Op::PushHandler { handler: handling, slots: caught });
        let values = Destination::Slots((first..first + count).collect());
        self.expr(argument, &values)?;
        self.builder.add(Op::PopHandler);
        for (index, &variable) in variables.iter().enumerate() {
            self.builder.bind(variable, Operand::slot(first + index as u32));
        }
        self.expr(body, to)?;
        self.jump_unless_returned(end, to);
        self.builder.place(handling);
        // Older code names two of the three: then the first is the class all the same.
        for (index, &variable) in handler_variables.iter().enumerate() {
            self.builder.bind(variable, Operand::slot(caught + index as u32));
        }
        self.expr(handler, to)?;
        self.builder.place(end);
        Ok(())
    }

    /// Inside of a guard nothing raises: failing goes to the handler directly.
    fn try_in_guard(
        &mut self,
        argument: ExprId,
        variables: &[Variable],
        body: ExprId,
        handler: ExprId,
        to: &Destination,
    ) -> Lowered {
        let (handling, end) = (self.builder.new_label(), self.builder.new_label());
        let outer_fail = std::mem::replace(&mut self.fail, handling);
        let bound = self.bind_to(variables, argument);
        self.fail = outer_fail;
        bound?;
        self.expr(body, to)?;
        self.builder.add(Op::Jump { to: end });
        self.builder.place(handling);
        self.expr(handler, to)?;
        self.builder.place(end);
        Ok(())
    }

    fn catch(&mut self, body: ExprId, to: &Destination) -> Lowered {
        let (handling, end) = (self.builder.new_label(), self.builder.new_label());
        let caught = self.builder.new_slots(3);
        let value = self.builder.new_slot();
        self.builder.add(Op::PushHandler { handler: handling, slots: caught });
        self.expr(body, &Destination::slot(value))?;
        self.builder.add(Op::PopHandler);
        self.builder.add(Op::Jump { to: end });
        self.builder.place(handling);
        self.builder.add(Op::Caught { to: value, slots: caught });
        self.builder.place(end);
        self.deliver(Operand::slot(value), to)
    }

    fn primop(
        &mut self,
        name: Atom,
        arguments: &[ExprId],
        function: Option<FunctionName>,
        to: &Destination,
    ) -> Lowered {
        match (name.name(), arguments) {
            ("match_fail", [reason]) => self.match_fail(*reason, function),
            ("raise", [trace, reason]) => {
                let (trace, reason) = (self.operand(*trace)?, self.operand(*reason)?);
                self.builder.add(Op::Reraise { trace, reason });
                Ok(())
            }
            ("raw_raise", [class, reason, trace]) => {
                let class = self.operand(*class)?;
                let (reason, trace) = (self.operand(*reason)?, self.operand(*trace)?);
                self.builder.add(Op::RawRaise { class, reason, trace });
                Ok(())
            }
            ("build_stacktrace", [trace]) => {
                let trace = self.operand(*trace)?;
                self.compute(to, |to| Op::BuildStacktrace { to, trace })
            }
            ("recv_peek_message", []) => {
                let (found, message) = match to {
                    Destination::Slots(slots) if slots.len() == 2 => (slots[0], slots[1]),
                    Destination::Nowhere => (NOWHERE, NOWHERE),
                    _ => return Err("recv_peek_message gives two values".into()),
                };
                if let Some(awaited) = self.awaited.clone() {
                    self.builder.note_awaited(awaited);
                }
                self.builder.add(Op::PeekMessage { found, message });
                Ok(())
            }
            ("remove_message", []) => {
                self.builder.add(Op::RemoveMessage);
                self.deliver_ok(to)
            }
            ("recv_next", []) => {
                self.builder.add(Op::NextMessage);
                self.deliver_ok(to)
            }
            ("recv_wait_timeout", [timeout]) => {
                let timeout = self.operand(*timeout)?;
                if let Some(awaited) = self.awaited.clone() {
                    self.builder.note_awaited(awaited);
                }
                self.compute(to, |to| Op::WaitTimeout { to, timeout })
            }
            // Room for a binary that will be appended to: any empty binary has that.
            ("bs_init_writable", _) => {
                let empty = self.constant(&Term::binary(&[]));
                self.deliver(empty, to)
            }
            ("nif_start" | "dialyzer_unknown" | "executable_line" | "debug_line", _) => {
                self.deliver_ok(to)
            }
            (name, _) => Err(format!("primop {name}/{} is not known", arguments.len())),
        }
    }

    fn deliver_ok(&mut self, to: &Destination) -> Lowered {
        let ok = self.atom(atoms::ok);
        self.deliver(ok, to)
    }

    fn match_fail(&mut self, reason: ExprId, function: Option<FunctionName>) -> Lowered {
        if let Expr::Tuple { elements } = self.function.expr(reason)
            && let Expr::Literal(Term::Atom(atoms::function_clause)) =
                self.function.expr(elements[0])
        {
            return self.function_clause(&elements[1..], function);
        }
        // A function without arguments, or one whose clauses are all literals.
        if let Expr::Literal(Term::Tuple(elements)) = self.function.expr(reason)
            && matches!(elements[0], Term::Atom(atoms::function_clause))
        {
            let arguments: Vec<Operand> =
                elements[1..].to_vec().iter().map(|term| self.constant(term)).collect();
            return self.raise_function_clause(&arguments, function);
        }
        let reason = self.operand(reason)?;
        let arguments = self.builder.operands(&[]);
        self.builder.add(Op::Raise { raising: RaiseKind::Error, reason, arguments });
        Ok(())
    }

    fn function_clause(&mut self, arguments: &[ExprId], function: Option<FunctionName>) -> Lowered {
        let operands = self.operand_list(arguments)?;
        self.raise_function_clause(&operands, function)
    }

    fn raise_function_clause(
        &mut self,
        operands: &[Operand],
        function: Option<FunctionName>,
    ) -> Lowered {
        let own: Vec<Option<Operand>> =
            self.parameters.iter().map(|&parameter| self.builder.binding(parameter)).collect();
        let arity = self.parameters.len() as u32;
        let is_own = function == Some(FunctionName { name: self.current, arity })
            || own.len() == operands.len()
                && own.iter().zip(operands).all(|(own, operand)| *own == Some(*operand));
        // The clauses of a function that was inlined here fail under a name of their own.
        let name = if is_own {
            atoms::empty
        } else {
            match function {
                Some(FunctionName { name, arity }) => {
                    Atom::new(&format!("-inlined-{}/{arity}-", name.name()))
                }
                None => self.made_up_name("inlined"),
            }
        };
        let reason = self.atom(name);
        let arguments = self.builder.operands(operands);
        self.builder.add(Op::Raise { raising: RaiseKind::FunctionClause, reason, arguments });
        Ok(())
    }
}
