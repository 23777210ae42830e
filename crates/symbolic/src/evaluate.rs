//! What is the value of an expression for a given input? By the same arithmetic and order as the
//! interpreter, so that a model that passes here takes the path it was made for.

use crate::Constraint;
use crate::bits::BitPiece;
use crate::expr::{ActPart, Expr, Symbol, Symbols};
use runtime::bits::build::{Segment, SegmentKind};
use runtime::convert::FunNames;
use runtime::{BitsView, Heap, Value, compare};
use rustc_hash::FxHashMap;
use term::canonical::{Action, Hole};
use term::made_up_module::made_up_function;
use term::{Atom, Closure, Term, atoms};

/// Values of expressions for one input, each computed once.
pub struct Evaluation<'s> {
    symbols: &'s Symbols,
    heap: Heap,
    arguments: Vec<Value>,
    values: FxHashMap<Symbol, Option<Value>>,
}

impl<'s> Evaluation<'s> {
    pub fn new(symbols: &'s Symbols, arguments: &[Term]) -> Evaluation<'s> {
        let mut heap = Heap::new();
        let arguments =
            arguments.iter().map(|term| heap.from_term_with(term, &Strangers)).collect();
        Evaluation { symbols, heap, arguments, values: FxHashMap::default() }
    }

    /// Does the constraint hold? An expression without a value (the head of what is no cons) has no
    /// shape and lacks none: no constraint on it holds.
    pub fn satisfies(&mut self, constraint: &Constraint) -> bool {
        match self.term(constraint.symbol) {
            Some(term) => constraint.shape.fits(&term) == constraint.holds,
            None => false,
        }
    }

    /// Takes the expression to have this value, whatever the input says.
    pub fn assume(&mut self, symbol: Symbol, term: &Term) {
        let value = self.heap.from_term_with(term, &Strangers);
        self.values.insert(symbol, Some(value));
    }

    pub fn term(&mut self, symbol: Symbol) -> Option<Term> {
        let value = self.value(symbol)?;
        Some(self.heap.to_term(value))
    }

    /// The value, or `None` where the expression has none.
    pub fn value(&mut self, symbol: Symbol) -> Option<Value> {
        if let Some(&known) = self.values.get(&symbol) {
            return known;
        }
        let value = compare::deeper(|| self.compute(symbol));
        self.values.insert(symbol, value);
        value
    }

    fn map(&mut self, symbol: Symbol) -> Option<Value> {
        self.value(symbol).filter(|value| self.heap.is_map(*value))
    }

    fn compute(&mut self, symbol: Symbol) -> Option<Value> {
        let symbols = self.symbols;
        match symbols.expr(symbol) {
            Expr::Constant(term) => Some(self.heap.from_term_with(term, &Strangers)),
            Expr::Argument(number) => self.arguments.get(*number as usize).copied(),
            Expr::Head(cons) => {
                let cons = self.value(*cons).filter(|value| value.is_cons())?;
                Some(self.heap.head(cons))
            }
            Expr::Tail(cons) => {
                let cons = self.value(*cons).filter(|value| value.is_cons())?;
                Some(self.heap.tail(cons))
            }
            Expr::Element { tuple, index } => {
                let tuple = self.value(*tuple)?;
                self.heap.as_tuple(tuple)?.get(*index as usize).copied()
            }
            Expr::Lookup { table, index } => {
                let index = self.value(*index)?;
                let index = self.heap.as_usize(index)?.checked_sub(1)?;
                let element = symbols.table(*table).get(index)?;
                Some(self.heap.from_term_with(element, &Strangers))
            }
            Expr::Cons(head, tail) => {
                let (head, tail) = (self.value(*head)?, self.value(*tail)?);
                Some(self.heap.cons(head, tail))
            }
            Expr::Tuple(elements) => {
                let elements: Option<Vec<Value>> =
                    elements.iter().map(|&element| self.value(element)).collect();
                Some(self.heap.tuple(&elements?))
            }
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                operator.compute(&mut self.heap, left, right).ok()
            }
            Expr::Unary(operator, operand) => {
                let operand = self.value(*operand)?;
                operator.compute(&mut self.heap, operand).ok()
            }
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                Some(Value::bool(comparison.holds(&self.heap, left, right)))
            }
            Expr::Has(operand, shape) => {
                let term = self.term(*operand)?;
                Some(Value::bool(shape.fits(&term)))
            }
            Expr::TupleSize(tuple) => {
                let tuple = self.value(*tuple)?;
                Some(Value::index(self.heap.as_tuple(tuple)?.len()))
            }
            Expr::MapValue { map, key } => {
                let (map, key) = (self.map(*map)?, self.value(*key)?);
                self.heap.map_get(map, key)
            }
            Expr::MapKey { map, index } => {
                let map = self.map(*map)?;
                self.heap.map_keys(map).nth(*index as usize)
            }
            Expr::HasKey { map, key } => {
                let (map, key) = (self.map(*map)?, self.value(*key)?);
                Some(Value::bool(self.heap.map_has(map, key)))
            }
            Expr::MapSize(map) => {
                let map = self.map(*map)?;
                Some(Value::index(self.heap.map_size(map)))
            }
            Expr::MapUpdate { map, pairs } => {
                let mut map = self.map(*map)?;
                for (key, value) in pairs {
                    let key = self.value(*key)?;
                    map = match value {
                        Some(value) => {
                            let value = self.value(*value)?;
                            self.heap.map_put(map, key, value)
                        }
                        None => self.heap.map_remove(map, key),
                    };
                }
                Some(map)
            }
            Expr::MapMerge { map, winner } => {
                let (map, winner) = (self.map(*map)?, self.map(*winner)?);
                Some(self.heap.map_merge(map, winner))
            }
            Expr::AtomText(atom) => {
                let name = self.value(*atom)?.as_atom()?.name();
                Some(self.heap.from_term_with(&Term::string(name), &Strangers))
            }
            Expr::TextAtom(text) => {
                let text = self.term(*text)?.as_string()?;
                Some(Value::atom(Atom::new(&text)))
            }
            Expr::Returned { fun: called, arguments: key } => {
                let fun = self.term(*called)?;
                let arguments = key;
                let arguments: Option<Vec<Term>> =
                    arguments.iter().map(|&argument| self.term(argument)).collect();
                // In a run, such a call is one of those that no case is about.
                let arguments = arguments?;
                if arguments.iter().any(Term::has_identity) {
                    return None;
                }
                let fun = fun.as_fun()?.made_up()?;
                // Who does something else gives no answer.
                if fun.behaviour(&arguments).is_some() {
                    return None;
                }
                let locals = symbols.locals(*called, key);
                let result = Hole::fill_within(fun.result(&arguments), locals);
                Some(self.heap.from_term_with(&result, &Strangers))
            }
            Expr::Acts { fun: called, key: parts, part } => {
                let fun = self.term(*called)?;
                let key: Option<Vec<Term>> = parts.iter().map(|&part| self.term(part)).collect();
                let key = key?;
                // In a run, what is of this run only is bound.
                if key.iter().any(Term::has_identity) {
                    return None;
                }
                let behaviour = fun.as_fun()?.made_up()?.behaviour(&key);
                let term = match (part, behaviour) {
                    (ActPart::Action, None) => Action::Answer.to_term(),
                    (ActPart::Action, Some(behaviour)) => behaviour.action.uncaught().to_term(),
                    (ActPart::Catches, behaviour) => {
                        let catches = matches!(behaviour?.action, Action::Attempt { .. });
                        Term::Atom(if catches { atoms::true_ } else { atoms::false_ })
                    }
                    (ActPart::Value(number), behaviour) => {
                        let value = behaviour?.values.get(*number as usize)?.clone();
                        Hole::fill_within(&value, symbols.locals(*called, parts))
                    }
                    (ActPart::Then, behaviour) => {
                        Hole::fill_within(&behaviour?.then?, symbols.locals(*called, parts))
                    }
                };
                Some(self.heap.from_term_with(&term, &Strangers))
            }
            Expr::Otherwise(fun) => {
                let fun = self.term(*fun)?;
                let otherwise = fun.as_fun()?.made_up()?.otherwise;
                Some(self.heap.from_term_with(otherwise, &Strangers))
            }
            Expr::Exported { module, function, arity, .. } => {
                let module = self.value(*module)?.as_atom()?;
                let fun = made_up_function(module, *function, usize::from(*arity));
                let fun = fun.unwrap_or(Term::Atom(atoms::undefined));
                Some(self.heap.from_term_with(&fun, &Strangers))
            }
            Expr::TooLarge(operator, left, right) => {
                let (left, right) = (self.value(*left)?, self.value(*right)?);
                Some(Value::bool(operator.compute(&mut self.heap, left, right).is_err()))
            }
            Expr::BitSize(bits) => Some(Value::index(self.bits(*bits)?.length)),
            Expr::BitInteger(field) => {
                let view = self.bits(field.bits)?;
                field.read(&mut self.heap, view)
            }
            Expr::BitFloat(field) => {
                let view = self.bits(field.bits)?;
                let (offset, size) = (field.offset as usize, field.size as usize);
                let number = self.heap.read_float(view, offset, size, field.is_little)?;
                Some(self.heap.float(number))
            }
            Expr::BitSlice { bits, offset, size } => {
                let view = self.bits(*bits)?;
                let rest = view.length.checked_sub(*offset as usize)?;
                let size = size.map_or(rest, |size| size as usize);
                (size <= rest).then(|| self.heap.slice(view, *offset as usize, size))
            }
            Expr::BitConcat(pieces) => self.concat(pieces),
        }
    }

    fn bits(&mut self, symbol: Symbol) -> Option<BitsView> {
        let value = self.value(symbol)?;
        self.heap.as_bits(value)
    }

    fn concat(&mut self, pieces: &[BitPiece]) -> Option<Value> {
        let mut segments = Vec::with_capacity(pieces.len());
        for piece in pieces {
            segments.push(match *piece {
                BitPiece::Bits(bits) => Segment {
                    kind: SegmentKind::Binary,
                    value: self.value(bits)?,
                    size: None,
                    unit: 1,
                    is_little: false,
                },
                BitPiece::Integer { value, size } => Segment {
                    kind: SegmentKind::Integer,
                    value: self.value(value)?,
                    size: Some(Value::index(size as usize)),
                    unit: 1,
                    is_little: false,
                },
            });
        }
        self.heap.construct(&segments).ok()
    }
}

/// Nobody runs here, so no closure is known: each stays the term it is.
struct Strangers;

impl FunNames for Strangers {
    fn name(&self, code: usize) -> Closure {
        unreachable!("closure {code} of a run that is not there")
    }

    fn code(&self, _: &Closure) -> Option<usize> {
        None
    }
}
