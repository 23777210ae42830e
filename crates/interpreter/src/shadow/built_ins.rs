//! What does a built-in do with symbolic arguments? Some have a symbolic way of their own, some do
//! not look at what is symbolic, some have a model in Erlang; the rest see the concrete halves only.

use super::arithmetic::INTEGER;
use super::{WithSymbols, compares_symbols, holds_symbols, is_plain_literal, nth};
use crate::code::{Callee, CodeId};
use crate::shadow::Shadow;
use core_erlang::FunctionName;
use runtime::natives::binary_search;
use runtime::{Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Unary};
use term::{Atom, Term, atoms};
use trace::Place;

impl Shadow<'_> {
    /// A built-in that has a symbolic way of its own. `None`: it has none.
    pub(crate) fn built_in_symbolic(
        &mut self,
        here: Place,
        module: Atom,
        function: Atom,
        arguments: &[Value],
        native: Option<runtime::natives::Native>,
    ) -> Option<Result<Value, Raise>> {
        if module.name() == "math"
            && let &[operand] = arguments
            && operand.is_symbolic()
        {
            return self.mathematics(here, function, operand).err().map(Err);
        }
        if let ("math", "pow", &[base, exponent]) = (module.name(), function.name(), arguments) {
            return self.power(here, base, exponent, native?);
        }
        if module != atoms::erlang {
            return None;
        }
        match (function.name(), arguments) {
            ("hd", &[list]) if list.is_symbolic() => {
                Some(self.cons_part(here, list).map(|list| self.head_symbolic(list)))
            }
            ("tl", &[list]) if list.is_symbolic() => {
                Some(self.cons_part(here, list).map(|list| self.tail_symbolic(list)))
            }
            ("bit_size", &[bits]) if bits.is_symbolic() => Some(self.bit_size_symbolic(here, bits)),
            ("byte_size", &[bits]) if bits.is_symbolic() => {
                Some(self.byte_size_symbolic(here, bits))
            }
            ("tuple_size", &[tuple]) if tuple.is_symbolic() => Some(self.tuple_size(here, tuple)),
            ("element", &[index, tuple]) if index.is_symbolic() || tuple.is_symbolic() => {
                Some(self.element(here, index, tuple))
            }
            ("atom_to_list", &[atom]) if atom.is_symbolic() => Some(self.atom_text(here, atom)),
            ("list_to_atom", &[text]) => Some(self.text_atom(here, text)),
            // As with `+X`, which is `X + 0`.
            ("+", &[operand]) if operand.is_symbolic() => {
                Some(self.arithmetic_symbolic(here, Arithmetic::Add, operand, Value::index(0)))
            }
            // There is one number to choose from, whatever is hashed.
            ("phash2", &[_, range]) if range.as_small() == Some(1) => Some(Ok(Value::index(0))),
            ("phash", &[_, range]) if range.as_small() == Some(1) => Some(Ok(Value::index(1))),
            ("not" | "and" | "or" | "xor", _) => {
                let native = native?;
                let mut pinned = Vec::new();
                for (number, &argument) in arguments.iter().enumerate() {
                    pinned.push(self.decide_boolean(nth(here, number as u32), argument));
                }
                Some(native(self.heap, &pinned))
            }
            ("min" | "max", &[left, right]) if compares_symbols(self.heap, left, right) => {
                // Of two that are equal (1 and 1.0), it is the first.
                let is_minimum = function.name() == "min";
                let comparison =
                    if is_minimum { Comparison::LessOrEqual } else { Comparison::GreaterOrEqual };
                Some(Ok(if self.compare_symbolic(here, comparison, left, right) {
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
                if let Some(operator) = Unary::from_name(function.name()) {
                    return Some(self.unary_symbolic(here, operator, operand, native?));
                }
                // `fun erlang:is_atom/1`, or a precondition.
                let test = crate::lower::type_test(function)?;
                Some(Ok(self.test_value_symbolic(here, test, operand)))
            }
            (_, &[left, right]) => {
                if let Some(operator) = Arithmetic::from_name(function.name()) {
                    // `fun erlang:'+'/2`, or called by its name.
                    return Some(match left.is_symbolic() || right.is_symbolic() {
                        true => self.arithmetic_symbolic(here, operator, left, right),
                        false => Err(Raise::badarith()),
                    });
                }
                let comparison = crate::lower::comparison(function)?;
                Some(Ok(self.compare_value_symbolic(here, comparison, left, right)))
            }
            _ => None,
        }
    }

    /// What a built-in that `caller` calls does with arguments that may hold symbols.
    #[cold]
    pub(crate) fn with_symbols(
        &mut self,
        here: Place,
        caller: CodeId,
        callee: Callee,
        (module, function): (Atom, Atom),
        arguments: &[Value],
        for_model: &[Value],
    ) -> WithSymbols {
        if !arguments.iter().any(|&argument| holds_symbols(self.heap, argument)) {
            return WithSymbols::AsItIs;
        }
        let name = FunctionName { name: function, arity: arguments.len() as u32 };
        if self.library.is_concrete(module, name) {
            return WithSymbols::Stripped(self.strip(module, function, arguments));
        }
        let native = match callee {
            Callee::Pure(native) => Some(native),
            Callee::InContext(_) if passes_on(module, function) => {
                return WithSymbols::Stripped(self.handed_on(here, function, arguments));
            }
            Callee::ApplyFun | Callee::ApplyNamed => {
                // Who is called is decided when it is known how many arguments there are.
                let (list, callee) = arguments.split_last().expect("there is a list of arguments");
                let mut callee = callee.to_vec();
                callee.push(self.spine(here, *list));
                return WithSymbols::Stripped(callee);
            }
            Callee::Hibernate => return WithSymbols::AsItIs,
            _ => None,
        };
        if self.is_transparent(module, function, arguments) {
            return WithSymbols::AsItIs;
        }
        if let (("erlang", "function_exported"), &[asked, name, arity]) =
            ((module.name(), function.name()), arguments)
            && asked.is_symbolic()
        {
            let caller = self.library.program().code(caller).module;
            if let Some(answer) = self.exported_symbolic(here, caller, (asked, name, arity)) {
                return WithSymbols::Done(Ok(answer));
            }
        }
        if let Some(result) = self.map_built_in(here, module, function, arguments) {
            return WithSymbols::Done(result);
        }
        if let Some(result) = self.built_in_symbolic(here, module, function, arguments, native) {
            return WithSymbols::Done(result);
        }
        let values = self.for_model(module, function, for_model);
        match self.library.model(module, function, values.len()) {
            Some(code)
                if code != caller && !self.is_left_alone(here, module, function, &values) =>
            {
                WithSymbols::Model(code, values)
            }
            _ => WithSymbols::Stripped(self.strip(module, function, arguments)),
        }
    }

    /// How long to wait. Whether that is a time at all is decided; how long it is, is not followed.
    pub(crate) fn timeout_symbolic(&mut self, here: Place, timeout: Value) -> Value {
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

    /// The list with cells of its own: how long it is, is decided. Its elements stay as they are, and so does
    /// what it ends in instead of `[]`.
    pub(crate) fn spine(&mut self, here: Place, list: Value) -> Value {
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
        let end = if self.heap.concrete(rest).is_nil() { Value::NIL } else { rest };
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
    pub(crate) fn element(
        &mut self,
        here: Place,
        index: Value,
        tuple: Value,
    ) -> Result<Value, Raise> {
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
        if self.is_table(tuple) && index.is_symbolic() {
            return Ok(self.look_up(tuple, index));
        }
        let index = if index.is_symbolic() { self.pin(nth(here, 5), index) } else { index };
        let wanted = self.heap.as_usize(index).ok_or_else(Raise::badarg)?;
        if tuple.is_symbolic() {
            return Ok(self.element_symbolic(tuple, wanted as u32 - 1));
        }
        Ok(self.heap.elements(tuple)[wanted - 1])
    }

    /// Is it a tuple that does not depend on the input, of what has no parts?
    fn is_table(&self, tuple: Value) -> bool {
        let is_plain = |&element: &Value| is_plain_literal(self.heap, element);
        self.heap.as_tuple(tuple).is_some_and(|elements| elements.iter().all(is_plain))
    }

    /// The element of a table at a place that is known to be in it.
    pub(super) fn look_up(&mut self, table: Value, index: Value) -> Value {
        let (place, index) = self.halves(index);
        let place = self.heap.as_usize(place).expect("the place is in the table");
        let element = self.heap.elements(table)[place - 1];
        let elements = self.heap.to_term(table);
        let table = self.recorder.symbols.constant(elements);
        self.symbolic(element, Expr::Lookup { table, index })
    }

    /// `low =< high`, or `badarg`.
    pub(crate) fn is_ordered(&mut self, here: Place, low: Value, high: Value) -> Result<(), Raise> {
        let truth = Comparison::LessOrEqual.holds(self.heap, low, high);
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

    /// Are these arguments none that the model is for? A million copies are too many to make one by
    /// one.
    fn is_left_alone(
        &mut self,
        here: Place,
        module: Atom,
        function: Atom,
        arguments: &[Value],
    ) -> bool {
        match (module.name(), function.name(), arguments) {
            ("binary", "copy", &[_, count]) => {
                let is_integer = match count.is_symbolic() {
                    true => self.decide(nth(here, 5), count, &INTEGER) == 0,
                    false => self.heap.is_integer(count),
                };
                let most = Value::index(MOST_COPIES);
                is_integer && self.is_decided(nth(here, 5), Comparison::Greater, count, most)
            }
            // A pattern and options that are not known, or come from nobody knows where.
            ("re", "run", [_, known @ ..]) => {
                known[0].is_tuple() || known.iter().any(|&value| holds_symbols(self.heap, value))
            }
            _ => false,
        }
    }

    /// The arguments as a model wants them: a pattern that was compiled is what it was made from.
    fn for_model(&mut self, module: Atom, function: Atom, arguments: &[Value]) -> Vec<Value> {
        let mut arguments = arguments.to_vec();
        let searches = matches!(function.name(), "match" | "matches" | "split");
        if let ("binary", true, [_, pattern, ..]) = (module.name(), searches, &mut arguments[..])
            && let Some(patterns) = binary_search::patterns_behind(self.heap, *pattern)
        {
            let binaries: Vec<Value> =
                patterns.into_iter().map(|bytes| self.heap.binary_from_vec(bytes)).collect();
            *pattern = self.heap.list(&binaries);
        }
        arguments
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
            ("erlang", "tuple_to_list" | "tuple_size" | "hd" | "tl" | "map_size", &[value]) => {
                !value.is_symbolic()
            }
            ("ermine_own_funs", "answered" | "raised", _)
            | ("ermine_canonical", "raised" | "called", _) => true,
            ("maps", "keys" | "values", &[map]) => self.is_plain_map(map),
            ("erts_internal", "map_next", &[path, map, form]) => {
                path.is_immediate() && !form.is_symbolic() && self.is_plain_map(map)
            }
            ("maps", "merge", &[map, winner]) => {
                self.is_plain_map(map) && self.is_plain_map(winner)
            }
            ("maps", "from_list", &[list]) => {
                let (pairs, tail) = heap.list_parts(list);
                tail.is_nil() && pairs.into_iter().all(|pair| self.has_plain_key(pair))
            }
            ("maps", "from_keys", &[keys, _]) => !holds_symbols(heap, keys),
            ("erlang", "is_function", &[fun, arity]) => !fun.is_symbolic() && !arity.is_symbolic(),
            ("erlang", "element", &[index, tuple]) => !index.is_symbolic() && !tuple.is_symbolic(),
            ("erlang", "setelement", &[index, tuple, _]) => {
                !index.is_symbolic() && !tuple.is_symbolic()
            }
            ("erlang", "map_get" | "is_map_key", &[key, map])
            | ("maps", "get" | "find" | "is_key" | "remove" | "take", &[key, map])
            | ("maps", "put" | "update", &[key, _, map]) => self.is_plain_lookup(map, key),
            _ => false,
        }
    }

    /// Is it a pair, and its key not symbolic?
    fn has_plain_key(&self, pair: Value) -> bool {
        let is_plain = |&key: &Value| !holds_symbols(self.heap, key);
        !pair.is_symbolic()
            && self.heap.as_tuple(pair).is_none_or(|parts| parts.first().is_none_or(is_plain))
    }
}

impl Shadow<'_> {
    /// The arguments of a built-in that hands some of them on: what it looks at is concrete.
    fn handed_on(&mut self, here: Place, function: Atom, arguments: &[Value]) -> Vec<Value> {
        let name = function.name();
        let mut arguments = arguments.to_vec();
        match (name, &mut arguments[..]) {
            ("exit", [receiver, reason]) => {
                *receiver = self.concretise("!", *receiver);
                let told = [atoms::normal, Atom::new("kill")];
                let shapes = told.map(|each| Shape::Literal(Term::Atom(each)));
                if reason.is_symbolic() && self.decide(nth(here, 1), *reason, &shapes) < 2 {
                    *reason = self.heap.concrete(*reason);
                }
            }
            ("!" | "send", [receiver, _, options @ ..]) => {
                *receiver = self.concretise("!", *receiver);
                options.iter_mut().for_each(|each| *each = self.concretise("!", *each));
            }
            ("send_after" | "start_timer", [time, receiver, _, options @ ..]) => {
                *time = self.concretise("send_after", *time);
                *receiver = self.concretise("send_after", *receiver);
                options.iter_mut().for_each(|each| *each = self.concretise("send_after", *each));
            }
            ("raise", [class, _, stacktrace]) => {
                *class = self.concretise("raise", *class);
                *stacktrace = self.concretise("raise", *stacktrace);
            }
            ("spawn_opt", [called @ .., options]) => {
                *options = self.concretise("spawn_opt", *options);
                self.make_callable(here, called);
            }
            ("spawn_monitor", [fun]) if fun.is_symbolic() => {
                let (concrete, symbol) = self.halves(*fun);
                let takes_none = self.fun_arity(concrete) == Some(0);
                self.recorder.decide(
                    here,
                    symbol,
                    [Shape::Fun(0)].into(),
                    usize::from(!takes_none),
                );
                *fun = if takes_none { *fun } else { self.concretise("spawn", *fun) };
            }
            ("spawn" | "spawn_link" | "spawn_monitor", called) => self.make_callable(here, called),
            _ => {}
        }
        arguments
    }

    /// A fun, or a module, a function and a list of arguments; perhaps on another node.
    fn make_callable(&mut self, here: Place, called: &mut [Value]) {
        match called {
            [.., module, function, list] => {
                *module = self.decided_to_be(nth(here, 1), Kind::Atom, *module);
                *function = self.decided_to_be(nth(here, 2), Kind::Atom, *function);
                *list = self.spine(here, *list);
            }
            [.., fun] => *fun = self.decided_to_be(here, Kind::Function, *fun),
            _ => {}
        }
    }

    /// A value of this kind stays as it is: what is done with it is decided later. Of others nothing is known any more.
    fn decided_to_be(&mut self, here: Place, kind: Kind, value: Value) -> Value {
        match value.is_symbolic() && self.decide(here, value, &[Shape::Kind(kind)]) != 0 {
            true => self.concretise("spawn", value),
            false => value,
        }
    }
}

/// More copies of a binary are made at once.
const MOST_COPIES: usize = 1 << 16;

/// The milliseconds that a `receive` waits at most.
const LONGEST_TIMEOUT: usize = 0xffff_ffff;

/// Built-ins that hand on what they are given without looking at it.
fn passes_on(module: Atom, function: Atom) -> bool {
    module == atoms::erlang
        && matches!(
            function.name(),
            "!" | "send"
                | "send_after"
                | "start_timer"
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
