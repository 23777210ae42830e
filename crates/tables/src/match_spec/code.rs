//! What do guards and bodies compute? Code for a stack of values, run to its end for each object.

use super::Matcher;
use super::pattern::Bindings;
use runtime::natives::Native;
use runtime::operator::Comparison;
use runtime::{Heap, Raise, Value};
use smallvec::SmallVec;
use term::{Term, atoms};

#[derive(Clone)]
pub enum Code {
    /// Pushes the constant of this index.
    Constant(usize),
    /// Pushes what the variable of this index stands for.
    Variable(usize),
    /// `'$_'`
    Object,
    /// `'$$'`
    Bindings,
    /// `{self}`
    SelfPid,
    /// Makes a tuple of so many values.
    Tuple(usize),
    /// Makes a list of so many values and the tail.
    List(usize),
    /// Makes a map of so many pairs.
    Map(usize),
    Compare(Comparison),
    Not,
    Xor,
    /// All of so many truth values.
    And(usize),
    /// Any of so many truth values.
    Or(usize),
    /// Goes on if the top is the truth value `goes_on`, which it drops; goes to `end` if it is the
    /// other.
    ShortCircuit {
        goes_on: bool,
        end: usize,
    },
    Call {
        native: Native,
        arity: usize,
    },
}

/// Code at work on one object.
pub struct Scene<'a> {
    matcher: &'a Matcher<'a>,
    object: &'a Term,
    bindings: Bindings,
    /// The bindings that were asked for before.
    values: SmallVec<[Option<Value>; 4]>,
    stack: SmallVec<[Value; 8]>,
}

/// What a step leads to.
enum Next {
    Push(Value),
    Continue,
    Jump(usize),
    Fail,
}

impl<'a> Scene<'a> {
    pub fn new(matcher: &'a Matcher<'a>, object: &'a Term, bindings: Bindings) -> Scene<'a> {
        let values = SmallVec::from_elem(None, bindings.len());
        Scene { matcher, object, bindings, values, stack: SmallVec::new() }
    }

    pub fn guards_hold(&mut self, heap: &mut Heap, guards: &[Vec<Code>]) -> Result<bool, Raise> {
        for guard in guards {
            if self.value(heap, guard, None)? != Some(Value::TRUE) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of the last expression; the others cannot do anything.
    pub fn body(&mut self, heap: &mut Heap, body: &[Vec<Code>]) -> Result<Value, Raise> {
        let exit = Value::atom(atoms::exit_upper);
        let last = body.last().expect("a body is not empty");
        Ok(self.value(heap, last, Some(exit))?.expect("what fails has a value in a body"))
    }

    /// The value of an expression. What fails in it has the value `failed`, or fails it all.
    fn value(
        &mut self,
        heap: &mut Heap,
        code: &[Code],
        failed: Option<Value>,
    ) -> Result<Option<Value>, Raise> {
        self.stack.clear();
        let mut place = 0;
        while let Some(step) = code.get(place) {
            place += 1;
            match (self.step(heap, step)?, failed) {
                (Next::Push(value), _) => self.stack.push(value),
                (Next::Continue, _) => {}
                (Next::Jump(target), _) => place = target,
                (Next::Fail, None) => return Ok(None),
                (Next::Fail, Some(value)) => {
                    self.stack.push(value);
                    if let Code::ShortCircuit { end, .. } = step {
                        place = *end;
                    }
                }
            }
        }
        Ok(self.stack.pop())
    }

    fn step(&mut self, heap: &mut Heap, step: &Code) -> Result<Next, Raise> {
        let value = match *step {
            Code::Constant(index) => self.matcher.constants[index],
            Code::Variable(index) => self.variable(heap, index),
            Code::Object => heap.from_term(self.object),
            Code::Bindings => {
                let values: Vec<_> =
                    (0..self.bindings.len()).map(|index| self.variable(heap, index)).collect();
                heap.list(&values)
            }
            Code::SelfPid => Value::pid(self.matcher.caller),
            Code::Tuple(size) => {
                let elements = self.pop(size);
                heap.tuple(&elements)
            }
            Code::List(size) => {
                let parts = self.pop(size + 1);
                heap.list_with_tail(&parts[..size], parts[size])
            }
            Code::Map(size) => {
                let parts = self.pop(2 * size);
                heap.map_from_pairs(parts.chunks(2).map(|pair| (pair[0], pair[1])).collect())
            }
            Code::Compare(comparison) => {
                let sides = self.pop(2);
                Value::bool(comparison.holds(heap, sides[0], sides[1]))
            }
            Code::Not => return Ok(self.truth(1, |truths| !truths[0])),
            Code::Xor => return Ok(self.truth(2, |truths| truths[0] != truths[1])),
            Code::And(size) => return Ok(self.truth(size, |truths| !truths.contains(&false))),
            Code::Or(size) => return Ok(self.truth(size, |truths| truths.contains(&true))),
            Code::ShortCircuit { goes_on, end } => return Ok(self.short_circuit(goes_on, end)),
            Code::Call { native, arity } => {
                let arguments = self.pop(arity);
                match native(heap, &arguments) {
                    Ok(value) => value,
                    Err(Raise::Incomplete(why)) => return Err(Raise::Incomplete(why)),
                    Err(_) => return Ok(Next::Fail),
                }
            }
        };
        Ok(Next::Push(value))
    }

    fn variable(&mut self, heap: &mut Heap, index: usize) -> Value {
        *self.values[index].get_or_insert_with(|| heap.from_term(&self.bindings[index]))
    }

    fn pop(&mut self, count: usize) -> SmallVec<[Value; 8]> {
        self.stack.drain(self.stack.len() - count..).collect()
    }

    /// A function of truth values, which fails on everything else.
    fn truth(&mut self, count: usize, function: impl Fn(&[bool]) -> bool) -> Next {
        let values = self.pop(count);
        let truths: Option<SmallVec<[bool; 8]>> =
            values.iter().map(|value| value.as_bool()).collect();
        truths.map_or(Next::Fail, |truths| Next::Push(Value::bool(function(&truths))))
    }

    fn short_circuit(&mut self, goes_on: bool, end: usize) -> Next {
        match self.stack.last().and_then(|top| top.as_bool()) {
            Some(truth) if truth != goes_on => Next::Jump(end),
            is_truth => {
                self.stack.pop();
                if is_truth.is_some() { Next::Continue } else { Next::Fail }
            }
        }
    }
}
