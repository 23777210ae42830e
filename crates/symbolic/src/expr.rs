//! How did a value come to be? An expression over the input.
//!
//! Most symbols are *access paths*: "the tail of the tail of argument 1". Only arithmetic and
//! built-ins make real expressions. Equal expressions are the same [`Symbol`], so `N * N` squared
//! again and again grows by one node a step.

use crate::bits::{BitField, BitPiece};
pub use runtime::operator::{Arithmetic, Comparison, Unary};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use term::{Atom, Term};

/// An expression of a [`Symbols`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A value that does not depend on the input.
    Constant(Term),
    /// An argument of the function under test, from 0.
    Argument(u32),
    /// `hd(X)`, where `X` is known to be a cons
    Head(Symbol),
    /// `tl(X)`, where `X` is known to be a cons
    Tail(Symbol),
    /// `element(Index + 1, X)`, where `X` is known to be a tuple that has it
    Element { tuple: Symbol, index: u32 },
    /// `element(Index, Table)`, where the table is a constant tuple that has it
    Lookup { table: Symbol, index: Symbol },
    /// `[Head | Tail]`
    Cons(Symbol, Symbol),
    /// `{A, B}`
    Tuple(Box<[Symbol]>),
    /// `A + B`: both are known to be numbers (integers, where the operator wants these)
    Arithmetic(Arithmetic, Symbol, Symbol),
    /// `-A`: known to be a number
    Unary(Unary, Symbol),
    /// `A < B`: the atom `true` or `false`
    Compare(Comparison, Symbol, Symbol),
    /// Does `A` have this shape? The atom `true` or `false`.
    Has(Symbol, crate::Shape),
    /// `tuple_size(X)`, where `X` is known to be a tuple
    TupleSize(Symbol),
    /// `map_get(Key, X)`, where `X` is known to be a map that has the key
    MapValue { map: Symbol, key: Symbol },
    /// `lists:nth(Index + 1, maps:keys(X))`, where `X` is known to be a map with as many keys; in the
    /// order of keys, whatever the size of the map
    MapKey { map: Symbol, index: u32 },
    /// `is_map_key(Key, X)`, where `X` is known to be a map: the atom `true` or `false`
    HasKey { map: Symbol, key: Symbol },
    /// `map_size(X)`, where `X` is known to be a map
    MapSize(Symbol),
    /// `X#{Key => Value}`, where `X` is known to be a map; a key without a value is removed. No key is
    /// there twice.
    MapUpdate { map: Symbol, pairs: Box<[(Symbol, Option<Symbol>)]> },
    /// `maps:merge(X, Winner)`, where both are known to be maps
    MapMerge { map: Symbol, winner: Symbol },
    /// `atom_to_list(X)`, where `X` is known to be an atom
    AtomText(Symbol),
    /// `list_to_atom(X)`, where `X` is known to be a text that an atom can have
    TextAtom(Symbol),
    /// What `X` returns for these arguments, where `X` is known to be a fun of as many parameters
    Returned { fun: Symbol, arguments: Box<[Symbol]> },
    /// `fun Module:Function/Arity` of a made-up module, where `Module` is known to be an atom; `undefined` if it
    /// is no made-up module or has no such function. `behaviour` is the module that calls it: its
    /// `-callback`s say of which type the function is.
    Exported { module: Symbol, behaviour: Atom, function: Atom, arity: u8 },
    /// What `X` returns for all arguments that it has no case for, where `X` is known to be a fun
    Otherwise(Symbol),
    /// What `X` does in the call with this key, where `X` is known to be a fun of as many parameters: see
    /// [`term::canonical`]
    Acts { fun: Symbol, key: Box<[Symbol]>, part: ActPart },
    /// Is `A * B` too large for a float? The atom `true` or `false`. Both are known to be numbers.
    TooLarge(Arithmetic, Symbol, Symbol),
    /// `bit_size(X)`, where `X` is known to be a bitstring
    BitSize(Symbol),
    /// The integer that some bits are, where these are known to be there
    BitInteger(BitField),
    /// The float that some bits are, where these are known to be one
    BitFloat(BitField),
    /// The bits of `X` from `offset` on: `size` of them, or all the rest
    BitSlice { bits: Symbol, offset: u32, size: Option<u32> },
    /// `<<A:8, B/bitstring>>`
    BitConcat(Box<[BitPiece]>),
}

/// A part of what a made-up fun does in a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActPart {
    /// Which [`term::canonical::Action`], as a term.
    Action,
    /// One of the values that it passes, or the reason that it raises.
    Value(u32),
    /// The fun that is given what the call returns.
    Then,
    /// Whether what the call raises is caught. It is asked about when something is raised: until then, to call
    /// and to call and catch are one action.
    Catches,
}

/// Every expression once.
#[derive(Default)]
pub struct Symbols {
    exprs: Vec<Expr>,
    /// How large each is when it is written out.
    sizes: Vec<u32>,
    numbers: FxHashMap<Expr, Symbol>,
    /// The local variables of made-up funs in their calls, by fun and key, as they were in the last run that came
    /// there. Of funs there is only a place.
    locals: FxHashMap<(Symbol, Box<[Symbol]>), Vec<Term>>,
}

impl Symbols {
    pub fn new() -> Symbols {
        Symbols::default()
    }

    /// The symbol of an expression, after what can be seen at once: the head of `[A | B]` is `A`.
    pub fn intern(&mut self, expr: Expr) -> Symbol {
        if let Some(known) = self.simplified(&expr) {
            return known;
        }
        if let Some(&symbol) = self.numbers.get(&expr) {
            return symbol;
        }
        let number = u32::try_from(self.exprs.len()).expect("fewer than 2^32 expressions");
        let symbol = Symbol(number);
        self.exprs.push(expr.clone());
        self.numbers.insert(expr, symbol);
        let mut size: u32 = 1;
        self.each_operand(symbol, |operand| size = size.saturating_add(self.size(operand)));
        self.sizes.push(size);
        symbol
    }

    fn simplified(&self, expr: &Expr) -> Option<Symbol> {
        match *expr {
            Expr::Head(cons) => match self.expr(cons) {
                Expr::Cons(head, _) => Some(*head),
                _ => None,
            },
            Expr::Tail(cons) => match self.expr(cons) {
                Expr::Cons(_, tail) => Some(*tail),
                _ => None,
            },
            Expr::Element { tuple, index } => match self.expr(tuple) {
                Expr::Tuple(elements) => elements.get(index as usize).copied(),
                _ => None,
            },
            Expr::AtomText(atom) => match self.expr(atom) {
                Expr::TextAtom(text) => Some(*text),
                _ => None,
            },
            Expr::TextAtom(text) => match self.expr(text) {
                Expr::AtomText(atom) => Some(*atom),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a made-up fun has been given, in the call with this key, that is of one run only.
    pub fn note_locals(&mut self, fun: Symbol, key: &[Symbol], locals: Vec<Term>) {
        self.locals.insert((fun, key.into()), locals);
    }

    pub fn locals(&self, fun: Symbol, key: &[Symbol]) -> &[Term] {
        self.locals.get(&(fun, key.into())).map_or(&[], Vec::as_slice)
    }

    /// The symbol of an expression that has one already.
    pub fn find(&self, expr: &Expr) -> Option<Symbol> {
        self.numbers.get(expr).copied()
    }

    pub fn expr(&self, symbol: Symbol) -> &Expr {
        &self.exprs[symbol.0 as usize]
    }

    /// How many operations it takes to write the expression out: `N * N` squared again and again is
    /// large, though it has few parts that differ.
    pub fn size(&self, symbol: Symbol) -> u32 {
        self.sizes[symbol.0 as usize]
    }

    /// Shows the expressions that this one is made of, and itself, each once. `false`: not what is
    /// below.
    pub fn each_below(&self, symbol: Symbol, visit: impl FnMut(Symbol) -> bool) {
        self.each_below_unseen(symbol, &mut FxHashSet::default(), visit);
    }

    /// The same without those that have been seen, which are more afterwards.
    pub fn each_below_unseen(
        &self,
        symbol: Symbol,
        seen: &mut FxHashSet<Symbol>,
        mut visit: impl FnMut(Symbol) -> bool,
    ) {
        let mut pending = vec![symbol];
        while let Some(symbol) = pending.pop() {
            if seen.insert(symbol) && visit(symbol) {
                let first = pending.len();
                self.each_operand(symbol, |operand| pending.push(operand));
                // In the order in which they are written.
                pending[first..].reverse();
            }
        }
    }

    pub fn constant(&mut self, term: Term) -> Symbol {
        self.intern(Expr::Constant(term))
    }

    pub fn argument(&mut self, number: u32) -> Symbol {
        self.intern(Expr::Argument(number))
    }

    /// Is the symbol `true` or `false`, whatever the input?
    pub fn is_truth(&self, symbol: Symbol) -> bool {
        matches!(
            self.expr(symbol),
            Expr::Compare(..) | Expr::Has(..) | Expr::HasKey { .. } | Expr::TooLarge(..)
        )
    }

    /// The value of a symbol that does not depend on the input.
    pub fn as_constant(&self, symbol: Symbol) -> Option<&Term> {
        match self.expr(symbol) {
            Expr::Constant(term) => Some(term),
            _ => None,
        }
    }

    /// The elements of the constant tuple that is looked into.
    pub fn table(&self, table: Symbol) -> &[Term] {
        match self.expr(table) {
            Expr::Constant(Term::Tuple(elements)) => elements,
            other => unreachable!("a table is a constant tuple, not {other:?}"),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// Is the symbol a part of the input?
    pub fn is_path(&self, symbol: Symbol) -> bool {
        self.parent(symbol).is_some() || matches!(self.expr(symbol), Expr::Argument(_))
    }

    /// The access paths that go one step further than this one.
    pub fn parts(&self, whole: Symbol) -> Vec<Symbol> {
        let symbols = (0..self.exprs.len() as u32).map(Symbol);
        symbols.filter(|symbol| self.parent(*symbol) == Some(whole)).collect()
    }

    /// What an access path is a part of.
    pub fn parent(&self, symbol: Symbol) -> Option<Symbol> {
        match *self.expr(symbol) {
            Expr::Head(parent)
            | Expr::Tail(parent)
            | Expr::Element { tuple: parent, .. }
            | Expr::MapValue { map: parent, .. }
            | Expr::MapKey { map: parent, .. }
            | Expr::Returned { fun: parent, .. }
            | Expr::Acts { fun: parent, .. }
            | Expr::Otherwise(parent)
            | Expr::Exported { module: parent, .. }
            | Expr::AtomText(parent) => Some(parent),
            _ => None,
        }
    }

    /// Shows the symbols that an expression is made of.
    pub fn each_operand(&self, symbol: Symbol, mut visit: impl FnMut(Symbol)) {
        match self.expr(symbol) {
            Expr::Constant(_) | Expr::Argument(_) => {}
            Expr::Head(one)
            | Expr::Tail(one)
            | Expr::Element { tuple: one, .. }
            | Expr::Unary(_, one)
            | Expr::Has(one, _)
            | Expr::TupleSize(one)
            | Expr::MapKey { map: one, .. }
            | Expr::MapSize(one)
            | Expr::Otherwise(one)
            | Expr::Exported { module: one, .. }
            | Expr::AtomText(one)
            | Expr::TextAtom(one)
            | Expr::BitSize(one)
            | Expr::BitInteger(BitField { bits: one, .. })
            | Expr::BitFloat(BitField { bits: one, .. })
            | Expr::BitSlice { bits: one, .. } => visit(*one),
            Expr::Cons(left, right)
            | Expr::Arithmetic(_, left, right)
            | Expr::Compare(_, left, right)
            | Expr::MapValue { map: left, key: right }
            | Expr::HasKey { map: left, key: right }
            | Expr::MapMerge { map: left, winner: right }
            | Expr::Lookup { table: left, index: right }
            | Expr::TooLarge(_, left, right) => {
                visit(*left);
                visit(*right);
            }
            Expr::MapUpdate { map, pairs } => {
                visit(*map);
                for (key, value) in pairs {
                    visit(*key);
                    value.iter().copied().for_each(&mut visit);
                }
            }
            Expr::Returned { fun, arguments } | Expr::Acts { fun, key: arguments, .. } => {
                visit(*fun);
                arguments.iter().copied().for_each(visit);
            }
            Expr::Tuple(elements) => elements.iter().copied().for_each(visit),
            Expr::BitConcat(pieces) => pieces.iter().for_each(|piece| match *piece {
                BitPiece::Bits(one) | BitPiece::Integer { value: one, .. } => visit(one),
            }),
        }
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
