//! What happens to symbolic values? They are looked at through their concrete half, and what was
//! seen is noted; what is computed from them is symbolic again.
//!
//! Everything here is off the fast path: the loop in [`crate::execute`] comes here only when a value
//! is not what it hoped for and turns out to be symbolic.

use crate::code::{Callee, CodeRef, Label, Switch};
use crate::execute::At;
use crate::machine::Machine;
use crate::ordering::Order;
use crate::record::Recorder;
use runtime::{FunView, Heap, NativeResult, Raise, Value, View};
use smallvec::{SmallVec, smallvec};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Symbol, Unary};
use term::{Atom, Term, atoms};
use trace::Place;

/// Where a decision is taken. Operations that decide more than once number their decisions.
pub fn place(at: At) -> Place {
    Place { code: at.code.number as u32, operation: (at.pc as u32) << 3 }
}

fn nth(place: Place, number: u32) -> Place {
    Place { operation: place.operation | number, ..place }
}

/// How a built-in is called whose arguments may hold symbols.
pub(crate) enum WithSymbols {
    /// It is at ease with them.
    AsItIs,
    /// It is done already.
    Done(NativeResult),
    /// By Erlang code that computes the same, step by step.
    Model(CodeRef),
    /// With the concrete halves only.
    Stripped(Vec<Value>),
}

impl Machine {
    pub(crate) fn is_symbolic_run(&self) -> bool {
        self.recorder.is_some()
    }

    /// The concrete half and the symbol of a symbolic value.
    fn halves(&self, value: Value) -> (Value, Symbol) {
        let symbol = self.heap.symbol(value).expect("the value is symbolic");
        (self.heap.concrete(value), Symbol(symbol))
    }

    fn recording(&mut self) -> &mut Recorder {
        self.recorder.as_mut().expect("symbolic values are made by recorded runs only")
    }

    fn symbolic(&mut self, concrete: Value, expr: Expr) -> Value {
        let symbol = self.recording().symbols.intern(expr);
        self.heap.symbolic(concrete, symbol.0)
    }

    // ---- deciding ----

    /// Which of some shapes the value has, by its concrete half; noted as a decision.
    pub(crate) fn decide(&mut self, place: Place, value: Value, shapes: &[Shape]) -> usize {
        let (concrete, symbol) = self.halves(value);
        let taken = shapes.iter().position(|shape| fits(&self.heap, shape, concrete));
        let taken = taken.unwrap_or(shapes.len());
        self.recording().decide(place, symbol, shapes.into(), taken);
        taken
    }

    /// Goes on with what the value is, and lets the search try others: nothing is lost.
    fn pin(&mut self, place: Place, value: Value) -> Value {
        let (concrete, _) = self.halves(value);
        let term = self.heap.to_term(concrete);
        self.decide(place, value, &[Shape::Literal(term)]);
        concrete
    }

    pub(crate) fn choose_symbolic(
        &mut self,
        at: At,
        switch: &'static Switch,
        value: Value,
    ) -> Label {
        let (concrete, symbol) = self.halves(value);
        let label = self.choose(switch, concrete);
        let (heap, library) = (&self.heap, &self.library);
        let recorder = self.recorder.as_mut().expect("the value is symbolic");
        let shapes = recorder.shapes_of(
            switch,
            |constant| heap.to_term(library.constants[constant as usize]),
            |word| heap.to_term(word),
        );
        let taken = shapes.iter().position(|shape| fits(heap, shape, concrete));
        let taken = taken.unwrap_or(shapes.len());
        recorder.decide(place(at), symbol, shapes, taken);
        label
    }

    pub(crate) fn test_symbolic(&mut self, at: At, test: Kind, value: Value) -> bool {
        self.decide(place(at), value, &[Shape::Kind(test)]) == 0
    }

    pub(crate) fn test_value_symbolic(&mut self, test: Kind, value: Value) -> Value {
        let (concrete, symbol) = self.halves(value);
        let shape = Shape::Kind(test);
        let truth = fits(&self.heap, &shape, concrete);
        self.symbolic(Value::bool(truth), Expr::Has(symbol, shape))
    }

    pub(crate) fn is_true_symbolic(&mut self, at: At, value: Value) -> bool {
        self.decide(place(at), value, &[Shape::Literal(Term::Atom(atoms::true_))]) == 0
    }

    /// Do the values hold symbols in a way that matters for comparing them?
    pub(crate) fn compares_symbols(&self, left: Value, right: Value) -> bool {
        if left.is_symbolic() || right.is_symbolic() {
            return true;
        }
        // Against an immediate, only the outermost constructor counts.
        !left.is_immediate()
            && !right.is_immediate()
            && (holds_symbols(&self.heap, left) || holds_symbols(&self.heap, right))
    }

    pub(crate) fn compare_symbolic(
        &mut self,
        at: At,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> bool {
        let truth = self.holds(comparison, left, right);
        let is_equality =
            matches!(comparison, Comparison::ExactlyEqual | Comparison::ExactlyNotEqual);
        // Equality with a literal is a question of shape.
        if is_equality {
            for (value, other) in [(left, right), (right, left)] {
                if value.is_symbolic() && is_plain_literal(&self.heap, other) {
                    let literal = Shape::Literal(self.heap.to_term(other));
                    self.decide(place(at), value, &[literal]);
                    return truth;
                }
            }
        }
        let value = self.compare_value_symbolic(place(at), comparison, left, right);
        if value.is_symbolic() {
            self.decide(place(at), value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        }
        truth
    }

    pub(crate) fn compare_value_symbolic(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Value {
        let truth = self.holds(comparison, left, right);
        let (mut left, mut right) = (left, right);
        // What is compared with a number or an atom is not taken apart: see the solver's domains.
        let is_order = !matches!(
            comparison,
            Comparison::Equal
                | Comparison::NotEqual
                | Comparison::ExactlyEqual
                | Comparison::ExactlyNotEqual
        );
        if is_order && !is_plain_literal(&self.heap, left) && !is_plain_literal(&self.heap, right) {
            match self.order_symbolic(nth(here, 6), left, right) {
                Order::Settled => return Value::bool(truth),
                Order::Open(left_part, right_part) => (left, right) = (left_part, right_part),
            }
        }
        let symbol = self.comparison(comparison, left, right);
        self.heap.symbolic(Value::bool(truth), symbol.0)
    }

    pub(crate) fn comparison(
        &mut self,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Symbol {
        let (left, right) = (self.reify(left), self.reify(right));
        self.recording().symbols.intern(Expr::Compare(comparison, left, right))
    }

    /// The expression of a value in which symbols may be anywhere.
    fn reify(&mut self, value: Value) -> Symbol {
        crate::deep(|| self.reify_here(value))
    }

    fn reify_here(&mut self, value: Value) -> Symbol {
        if value.is_symbolic() {
            return self.halves(value).1;
        }
        if !holds_symbols(&self.heap, value) {
            let term = self.heap.to_term(value);
            return self.recording().symbols.constant(term);
        }
        if value.is_cons() {
            let (elements, tail) = self.heap.list_parts(value);
            let mut symbol = self.reify(tail);
            for element in elements.into_iter().rev() {
                let head = self.reify(element);
                symbol = self.recording().symbols.intern(Expr::Cons(head, symbol));
            }
            return symbol;
        }
        if let Some(elements) = self.heap.as_tuple(value) {
            let elements = elements.to_vec();
            let elements = elements.into_iter().map(|element| self.reify(element)).collect();
            return self.recording().symbols.intern(Expr::Tuple(elements));
        }
        self.recording().lose(atoms::erlang, Atom::new("=="), 2);
        let term = self.heap.to_term(value);
        self.recording().symbols.constant(term)
    }

    // ---- taking apart ----

    pub(crate) fn head_symbolic(&mut self, cons: Value) -> Value {
        let (concrete, symbol) = self.halves(cons);
        let head = self.heap.head(concrete);
        self.symbolic(head, Expr::Head(symbol))
    }

    pub(crate) fn tail_symbolic(&mut self, cons: Value) -> Value {
        let (concrete, symbol) = self.halves(cons);
        let tail = self.heap.tail(concrete);
        self.symbolic(tail, Expr::Tail(symbol))
    }

    pub(crate) fn element_symbolic(&mut self, tuple: Value, index: u32) -> Value {
        let (concrete, symbol) = self.halves(tuple);
        let element = self.heap.elements(concrete)[index as usize];
        self.symbolic(element, Expr::Element { tuple: symbol, index })
    }

    // ---- computing ----

    /// An operator on numbers: first of all, are these numbers?
    pub(crate) fn arithmetic_symbolic(
        &mut self,
        at: At,
        operator: Arithmetic,
        left: Value,
        right: Value,
    ) -> Result<Value, Raise> {
        let here = place(at);
        let kinds = operand_kinds(operator);
        for (number, operand) in [left, right].into_iter().enumerate() {
            if operand.is_symbolic()
                && self.decide(nth(here, number as u32), operand, kinds) == kinds.len()
            {
                return Err(Raise::badarith());
            }
        }
        let divides = matches!(
            operator,
            Arithmetic::Divide | Arithmetic::IntegerDivide | Arithmetic::Remainder
        );
        if divides && right.is_symbolic() {
            let zeros = [Shape::Literal(Term::Int(0)), Shape::Literal(Term::Float(0.0))];
            let zeros = if operator == Arithmetic::Divide { &zeros[..] } else { &zeros[..1] };
            self.decide(nth(here, 2), right, zeros);
        }
        let (concrete_left, concrete_right) = (self.heap.concrete(left), self.heap.concrete(right));
        if self.may_be_too_large(operator, concrete_left, concrete_right)
            || operator == Arithmetic::ShiftLeft && right.is_symbolic()
        {
            // For which operands it is, is not followed.
            self.recording().lose(atoms::erlang, Atom::new(operator.name()), 2);
        }
        let result = self.arithmetic(operator, concrete_left, concrete_right)?;
        let (left, right) = (self.reify(left), self.reify(right));
        let expr = Expr::Arithmetic(operator, left, right);
        Ok(self.number(result, expr))
    }

    /// Floats have an end, and so have integers that become floats.
    fn may_be_too_large(&self, operator: Arithmetic, left: Value, right: Value) -> bool {
        let is_float = |value: Value| self.heap.as_float(value).is_some();
        match operator {
            Arithmetic::Divide => !self.holds(Comparison::Equal, right, Value::index(0)),
            _ => is_float(left) || is_float(right),
        }
    }

    /// The result of arithmetic: what kind of number it is follows from its operands.
    fn number(&mut self, result: Value, expr: Expr) -> Value {
        let kind = if self.heap.is_integer(result) { Kind::Integer } else { Kind::Float };
        let recorder = self.recording();
        let symbol = recorder.symbols.intern(expr);
        recorder.assume(symbol, Shape::Kind(kind));
        self.heap.symbolic(result, symbol.0)
    }

    pub(crate) fn unary_symbolic(
        &mut self,
        at: At,
        operator: Unary,
        operand: Value,
        native: runtime::natives::Native,
    ) -> Result<Value, Raise> {
        let kinds: &[Shape] = if operator == Unary::BitNot { &INTEGER } else { &NUMBER };
        self.decide(place(at), operand, kinds);
        let (concrete, symbol) = self.halves(operand);
        if operator == Unary::Float && self.heap.is_integer(concrete) {
            // Which integers are too large is not followed.
            self.recording().lose(atoms::erlang, Atom::new("float"), 1);
        }
        let result = native(&mut self.heap, &[concrete])?;
        Ok(self.number(result, Expr::Unary(operator, symbol)))
    }

    // ---- built-ins ----

    /// A built-in that has a symbolic way of its own. `None`: it has none.
    pub(crate) fn built_in_symbolic(
        &mut self,
        at: At,
        module: Atom,
        function: Atom,
        arguments: &[Value],
        native: Option<runtime::natives::Native>,
    ) -> Option<Result<Value, Raise>> {
        if module != atoms::erlang {
            return None;
        }
        let here = place(at);
        match (function.name(), arguments) {
            ("hd", &[list]) if list.is_symbolic() => {
                Some(self.cons_part(here, list).map(|list| self.head_symbolic(list)))
            }
            ("tl", &[list]) if list.is_symbolic() => {
                Some(self.cons_part(here, list).map(|list| self.tail_symbolic(list)))
            }
            ("tuple_size", &[tuple]) if tuple.is_symbolic() => Some(self.tuple_size(here, tuple)),
            ("element", &[index, tuple]) if index.is_symbolic() || tuple.is_symbolic() => {
                Some(self.element(here, index, tuple))
            }
            ("not" | "and" | "or" | "xor", _) => {
                let native = native?;
                let mut pinned = Vec::new();
                for (number, &argument) in arguments.iter().enumerate() {
                    pinned.push(self.decide_boolean(nth(here, number as u32), argument));
                }
                Some(native(&mut self.heap, &pinned))
            }
            ("min" | "max", &[left, right]) if self.compares_symbols(left, right) => {
                // Of two that are equal (1 and 1.0), it is the first.
                let is_minimum = function.name() == "min";
                let comparison =
                    if is_minimum { Comparison::LessOrEqual } else { Comparison::GreaterOrEqual };
                Some(Ok(if self.compare_symbolic(at, comparison, left, right) {
                    left
                } else {
                    right
                }))
            }
            ("is_function", &[fun, arity]) if fun.is_symbolic() && arity.is_small() => {
                let wanted = u32::try_from(arity.small_number()).ok()?;
                let shape = Shape::Fun(wanted);
                let is_it = self.fun_arity(self.heap.concrete(fun)) == Some(wanted as usize);
                let (_, symbol) = self.halves(fun);
                Some(Ok(self.symbolic(Value::bool(is_it), Expr::Has(symbol, shape))))
            }
            (_, &[operand]) if operand.is_symbolic() => {
                if let Some(operator) = unary_operator(function) {
                    return Some(self.unary_symbolic(at, operator, operand, native?));
                }
                None
            }
            (_, &[left, right]) => {
                let comparison = crate::lower::comparison(function)?;
                Some(Ok(self.compare_value_symbolic(here, comparison, left, right)))
            }
            _ => None,
        }
    }

    /// What a built-in does with arguments that may hold symbols.
    pub(crate) fn with_symbols(
        &mut self,
        at: At,
        callee: Callee,
        (module, function): (Atom, Atom),
        arguments: &[Value],
    ) -> WithSymbols {
        if is_different_each_time(module, function) {
            self.recording().lose(module, function, arguments.len());
        }
        if !arguments.iter().any(|&argument| holds_symbols(&self.heap, argument)) {
            return WithSymbols::AsItIs;
        }
        let native = match callee {
            Callee::Pure(native) => Some(native),
            Callee::InContext(_) if passes_on(module, function) => {
                let [receiver, message @ ..] = arguments else { return WithSymbols::AsItIs };
                if !receiver.is_symbolic() || !matches!(function.name(), "!" | "send") {
                    return WithSymbols::AsItIs;
                }
                let receiver = self.concretise("!", *receiver);
                return WithSymbols::Stripped([&[receiver], message].concat());
            }
            Callee::ApplyFun | Callee::ApplyNamed => {
                let (list, callee) = arguments.split_last().expect("there is a list of arguments");
                let mut callee = callee.to_vec();
                if let [module, function] = &mut callee[..] {
                    *module = self.concretise("apply", *module);
                    *function = self.concretise("apply", *function);
                }
                callee.push(self.spine(place(at), *list));
                return WithSymbols::Stripped(callee);
            }
            Callee::Hibernate => return WithSymbols::AsItIs,
            _ => None,
        };
        if let Some(result) = self.built_in_symbolic(at, module, function, arguments, native) {
            return WithSymbols::Done(result);
        }
        if self.is_transparent(module, function, arguments) {
            return WithSymbols::AsItIs;
        }
        match self.library.model(&mut self.heap, module, function, arguments.len()) {
            Some(code) => WithSymbols::Model(code),
            None => WithSymbols::Stripped(self.strip(module, function, arguments)),
        }
    }

    /// A fun of the input: which one it is, is not followed, but how many arguments it takes.
    pub(crate) fn fun_symbolic(&mut self, at: At, fun: Value, arity: usize) -> Value {
        self.decide(place(at), fun, &[Shape::Kind(Kind::Function)]);
        let (concrete, symbol) = self.halves(fun);
        if let Some(known) = self.fun_arity(concrete) {
            let shapes = [Shape::Fun(arity as u32)].into();
            let taken = usize::from(known != arity);
            self.recording().decide(nth(place(at), 1), symbol, shapes, taken);
            self.recording().lose(atoms::erlang, Atom::new("apply"), 2);
        }
        concrete
    }

    /// How long to wait. Whether that is a time at all is decided; how long it is, is not followed.
    pub(crate) fn timeout_symbolic(&mut self, at: At, timeout: Value) -> Value {
        let here = place(at);
        let kinds = [Shape::Literal(Term::Atom(atoms::infinity)), Shape::Kind(Kind::Integer)];
        if self.decide(here, timeout, &kinds) != 1 {
            return self.heap.concrete(timeout);
        }
        let (none, longest) = (Value::index(0), Value::index(LONGEST_TIMEOUT));
        let is_time = self.is_ordered(nth(here, 1), none, timeout).is_ok()
            && self.is_ordered(nth(here, 2), timeout, longest).is_ok();
        if !is_time || self.decide(nth(here, 3), timeout, &[Shape::Literal(Term::Int(0))]) == 0 {
            return self.heap.concrete(timeout);
        }
        self.concretise("receive", timeout)
    }

    /// How many arguments a fun takes; `None` for what is no fun.
    fn fun_arity(&self, fun: Value) -> Option<usize> {
        match self.heap.fun(fun)? {
            FunView::Closure { code, .. } => Some(self.library.code(code).arity()),
            FunView::External { arity, .. } => Some(arity),
        }
    }

    /// The list with cells of its own: how long it is, is decided. Its elements stay as they are.
    fn spine(&mut self, here: Place, list: Value) -> Value {
        let mut elements = Vec::new();
        let mut rest = list;
        loop {
            let is_cons = match rest.is_symbolic() {
                true => self.decide(here, rest, &[Shape::Cons, Shape::Literal(Term::Nil)]) == 0,
                false => rest.is_cons(),
            };
            if !is_cons {
                break;
            }
            let (head, tail) = self.parts_of(rest);
            elements.push(head);
            rest = tail;
        }
        let end = self.heap.concrete(rest);
        elements.into_iter().rev().fold(end, |tail, head| self.heap.cons(head, tail))
    }

    fn cons_part(&mut self, here: Place, list: Value) -> Result<Value, Raise> {
        match self.decide(here, list, &[Shape::Cons]) {
            0 => Ok(list),
            _ => Err(Raise::badarg()),
        }
    }

    fn tuple_size(&mut self, here: Place, tuple: Value) -> Result<Value, Raise> {
        if self.decide(here, tuple, &[Shape::Kind(Kind::Tuple)]) != 0 {
            return Err(Raise::badarg());
        }
        Ok(self.tuple_size_symbolic(tuple))
    }

    /// The size of what is known to be a tuple.
    pub(crate) fn tuple_size_symbolic(&mut self, tuple: Value) -> Value {
        let (concrete, symbol) = self.halves(tuple);
        let size = Value::index(self.heap.elements(concrete).len());
        self.number(size, Expr::TupleSize(symbol))
    }

    /// `element(Index, Tuple)`: is it a tuple, is the index within, and which one is it?
    fn element(&mut self, here: Place, index: Value, tuple: Value) -> Result<Value, Raise> {
        if index.is_symbolic() && self.decide(nth(here, 1), index, &INTEGER) != 0 {
            return Err(Raise::badarg());
        }
        let size = if tuple.is_symbolic() {
            self.tuple_size(nth(here, 2), tuple)?
        } else {
            let elements = self.heap.as_tuple(tuple).ok_or_else(Raise::badarg)?;
            Value::index(elements.len())
        };
        let one = Value::index(1);
        self.is_ordered(nth(here, 3), one, index)?;
        self.is_ordered(nth(here, 4), index, size)?;
        let index = if index.is_symbolic() { self.pin(nth(here, 5), index) } else { index };
        let wanted = self.heap.as_usize(index).ok_or_else(Raise::badarg)?;
        if tuple.is_symbolic() {
            return Ok(self.element_symbolic(tuple, wanted as u32 - 1));
        }
        Ok(self.heap.elements(tuple)[wanted - 1])
    }

    /// `low =< high`, or `badarg`.
    fn is_ordered(&mut self, here: Place, low: Value, high: Value) -> Result<(), Raise> {
        let truth = self.holds(Comparison::LessOrEqual, low, high);
        if low.is_symbolic() || high.is_symbolic() {
            let comparison = self.comparison(Comparison::LessOrEqual, low, high);
            let value = self.heap.symbolic(Value::bool(truth), comparison.0);
            self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        }
        if truth { Ok(()) } else { Err(Raise::badarg()) }
    }

    /// `true` or `false` for good; what is neither stays as it is.
    fn decide_boolean(&mut self, here: Place, value: Value) -> Value {
        if !value.is_symbolic() {
            return value;
        }
        let both = [atoms::true_, atoms::false_].map(|atom| Shape::Literal(Term::Atom(atom)));
        self.decide(here, value, &both);
        self.heap.concrete(value)
    }

    /// Is a native at ease with these arguments although they hold symbols? It is where it does not
    /// look at what is symbolic.
    pub(crate) fn is_transparent(&self, module: Atom, function: Atom, arguments: &[Value]) -> bool {
        let heap = &self.heap;
        let is_spine = |list: Value| heap.list_parts(list).1.is_nil();
        match (module.name(), function.name(), arguments) {
            ("erlang", "++", &[left, _]) => is_spine(left),
            ("erlang", "length" | "list_to_tuple", &[list]) | ("lists", "reverse", &[list]) => {
                is_spine(list)
            }
            ("lists", "reverse", &[list, _]) => is_spine(list),
            ("erlang", "tuple_to_list" | "tuple_size" | "hd" | "tl" | "map_size", &[value])
            | ("maps", "keys" | "values" | "to_list" | "size", &[value]) => !value.is_symbolic(),
            ("erlang", "element", &[index, tuple]) => !index.is_symbolic() && !tuple.is_symbolic(),
            ("erlang", "setelement", &[index, tuple, _]) => {
                !index.is_symbolic() && !tuple.is_symbolic()
            }
            ("erlang", "map_get" | "is_map_key", &[key, map])
            | ("maps", "get" | "find" | "is_key" | "remove" | "take", &[key, map])
            | ("maps", "get", &[key, map, _]) => !map.is_symbolic() && !holds_symbols(heap, key),
            ("maps", "put" | "update", &[key, _, map]) => {
                !map.is_symbolic() && !holds_symbols(heap, key)
            }
            _ => false,
        }
    }

    // ---- what is not followed yet ----

    /// Maps are concrete: a symbolic one is taken as it is.
    pub(crate) fn concrete_map(&mut self, at: At, base: Value) -> Value {
        if !base.is_symbolic() {
            return base;
        }
        self.decide(place(at), base, &[Shape::Kind(Kind::Map)]);
        self.concretise("#{}", base)
    }

    /// Keys of maps are concrete. Keys and values alternate.
    pub(crate) fn concrete_keys(&mut self, pairs: &mut [Value]) {
        for pair in pairs.chunks_exact_mut(2) {
            pair[0] = self.concretise("#{}", pair[0]);
        }
    }

    /// The contents of bitstrings are concrete.
    pub(crate) fn bits_symbolic(&mut self, at: At, value: Value) -> bool {
        let is_bits = self.decide(place(at), value, &[Shape::Kind(Kind::Bitstring)]) == 0;
        if is_bits {
            self.concretise("<<>>", value);
        }
        is_bits
    }

    /// The values without their symbols, which are lost.
    pub(crate) fn strip(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: &[Value],
    ) -> Vec<Value> {
        let mut is_lost = false;
        let mut stripped = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let holds = holds_symbols(&self.heap, argument);
            is_lost |= holds && !self.is_settled(argument);
            stripped.push(if holds { self.without_symbols(argument) } else { argument });
        }
        if is_lost {
            self.recording().lose(module, function, arguments.len());
        }
        stripped
    }

    /// The concrete half, because what is done with it is not followed.
    pub(crate) fn concretise(&mut self, what: &str, value: Value) -> Value {
        if !holds_symbols(&self.heap, value) {
            return value;
        }
        if !self.is_settled(value) {
            self.recording().lose(atoms::erlang, Atom::new(what), 0);
        }
        self.without_symbols(value)
    }

    /// Does what was decided before leave only the value that it has?
    fn is_settled(&self, value: Value) -> bool {
        let recorder = self.recorder.as_ref().expect("the value may hold symbols");
        let mut is_settled = true;
        each_symbol(&self.heap, value, |symbolic| {
            let symbol = Symbol(self.heap.symbol(symbolic).expect("it is symbolic"));
            is_settled = recorder.is_settled(symbol);
            is_settled
        });
        is_settled
    }

    /// The value with every symbol in it replaced by its concrete half, on which the run depends from
    /// now on.
    fn without_symbols(&mut self, value: Value) -> Value {
        let (heap, library) = (&self.heap, &self.library);
        let recorder = self.recorder.as_mut().expect("it holds symbols");
        each_symbol(heap, value, |symbolic| {
            let symbol = Symbol(heap.symbol(symbolic).expect("it is symbolic"));
            recorder.pin(symbol, || heap.to_term_with(heap.concrete(symbolic), library));
            true
        });
        if value.is_symbolic() {
            return self.heap.concrete(value);
        }
        let term = self.heap.to_term(value);
        self.heap.from_term(&term)
    }
}

/// Built-ins that give the same in every run here, and something else in every run on the BEAM: what
/// depends on them is only seen in part.
fn is_different_each_time(module: Atom, function: Atom) -> bool {
    match module.name() {
        "erlang" => matches!(
            function.name(),
            "monotonic_time"
                | "system_time"
                | "timestamp"
                | "now"
                | "date"
                | "time"
                | "localtime"
                | "universaltime"
                | "unique_integer"
        ),
        "os" => matches!(function.name(), "timestamp" | "system_time" | "perf_counter" | "getpid"),
        _ => false,
    }
}

/// Built-ins that hand on what they are given without looking at it.
fn passes_on(module: Atom, function: Atom) -> bool {
    module == atoms::erlang
        && matches!(
            function.name(),
            "!" | "send"
                | "spawn"
                | "spawn_link"
                | "spawn_monitor"
                | "spawn_opt"
                | "exit"
                | "error"
                | "throw"
                | "raise"
        )
}

/// Is there a symbol anywhere in the value?
pub fn holds_symbols(heap: &Heap, value: Value) -> bool {
    let mut holds = false;
    each_symbol(heap, value, |_| {
        holds = true;
        false
    });
    holds
}

/// Shows every symbolic value inside of a value, until `visit` says `false`.
fn each_symbol(heap: &Heap, value: Value, mut visit: impl FnMut(Value) -> bool) {
    let mut pending: SmallVec<[Value; 16]> = smallvec![value];
    while let Some(value) = pending.pop() {
        if value.is_immediate() {
            continue;
        }
        match heap.view(value) {
            View::Symbolic if visit(value) => {}
            View::Symbolic => return,
            View::Cons(head, tail) => pending.extend([tail, head]),
            View::Tuple => pending.extend_from_slice(heap.elements(value)),
            View::Map => {
                pending.extend(heap.map_pairs(value).flat_map(|(key, value)| [key, value]));
            }
            View::Fun if matches!(heap.fun(value), Some(FunView::Closure { .. })) => {
                pending.extend_from_slice(heap.free_variables(value));
            }
            _ => {}
        }
    }
}

/// A term that has no parts, so that being equal to it is a question of shape.
fn is_plain_literal(heap: &Heap, value: Value) -> bool {
    value.is_immediate() || heap.is_integer(value) || heap.as_float(value).is_some()
}

pub(crate) fn fits(heap: &Heap, shape: &Shape, value: Value) -> bool {
    match shape {
        Shape::Literal(Term::Atom(atom)) => value.as_atom() == Some(*atom),
        Shape::Literal(Term::Nil) => value.is_nil(),
        Shape::Literal(Term::Int(number)) => heap.as_i64(value) == Some(*number),
        Shape::Cons => value.is_cons(),
        Shape::Fun(_) => unreachable!("only the library knows the arity of a closure"),
        Shape::Tuple(size) => {
            heap.as_tuple(value).is_some_and(|parts| parts.len() == *size as usize)
        }
        // What is left has no parts, or only its outermost constructor counts.
        Shape::Kind(Kind::Tuple) => value.is_tuple(),
        Shape::Kind(Kind::List) => value.is_cons() || value.is_nil(),
        Shape::Literal(_) | Shape::Kind(_) if value.is_cons() || value.is_tuple() => false,
        Shape::Kind(Kind::Map) => heap.is_map(value),
        Shape::Literal(_) | Shape::Kind(_) => shape.fits(&heap.to_term(value)),
    }
}

/// The milliseconds that a `receive` waits at most.
const LONGEST_TIMEOUT: usize = 0xffff_ffff;

const INTEGER: [Shape; 1] = [Shape::Kind(Kind::Integer)];
const NUMBER: [Shape; 2] = [Shape::Kind(Kind::Integer), Shape::Kind(Kind::Float)];

fn operand_kinds(operator: Arithmetic) -> &'static [Shape] {
    match operator {
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply | Arithmetic::Divide => {
            &NUMBER
        }
        _ => &INTEGER,
    }
}

fn unary_operator(function: Atom) -> Option<Unary> {
    Some(match function.name() {
        "-" => Unary::Negate,
        "bnot" => Unary::BitNot,
        "abs" => Unary::Absolute,
        "float" => Unary::Float,
        "trunc" => Unary::Truncate,
        "round" => Unary::Round,
        "floor" => Unary::Floor,
        "ceil" => Unary::Ceil,
        _ => return None,
    })
}
