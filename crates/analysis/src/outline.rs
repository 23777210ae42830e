//! What is there to be reached? The clauses of a module as they are written: what is inside of what,
//! and who calls whom. Known without running anything.

mod walk;

#[cfg(test)]
pub(crate) use walk::of_function;

use crate::clauses::ClauseId;
use core_erlang::{FunctionName, Position};
use rustc_hash::FxHashMap;
use std::ops::Range;
use term::{Atom, Term, order};

#[derive(Clone, Debug, Default)]
pub struct Outline {
    pub module: Option<Atom>,
    /// Where the module was compiled from.
    pub source: String,
    pub functions: Vec<FunctionOutline>,
    pub(crate) numbers: FxHashMap<FunctionName, usize>,
}

#[derive(Clone, Debug)]
pub struct FunctionOutline {
    pub name: FunctionName,
    pub clauses: Vec<ClauseOutline>,
}

#[derive(Clone, Debug)]
pub struct ClauseOutline {
    pub position: Position,
    /// Those that are chosen between together with it, itself included.
    pub siblings: Range<u32>,
    /// The innermost clause around it.
    pub parent: Option<u32>,
    /// The lines of the module's own file that belong to this clause and to none inside of it.
    pub lines: Vec<u32>,
    /// How many expressions belong to it in the same sense.
    pub expressions: u32,
    /// What it calls or makes funs of, in the same sense.
    pub calls: Vec<(Atom, FunctionName)>,
    /// With what it calls functions of the module, in the same sense.
    pub given: Vec<Given>,
    /// It is only chosen if these parameters of the function, from 0, look like this.
    pub needs: Vec<(u32, Wanted)>,
}

/// What a pattern wants, whatever its variables are.
#[derive(Clone, Debug)]
pub enum Wanted {
    Anything,
    Literal(Term),
    Cons(Box<Wanted>, Box<Wanted>),
    Tuple(Vec<Wanted>),
    Map,
    Bitstring,
}

impl Wanted {
    pub fn fits(&self, term: &Term) -> bool {
        crate::deeper(|| match (self, term) {
            (Wanted::Anything, _) => true,
            (Wanted::Literal(literal), term) => order::exactly_equal(literal, term),
            (Wanted::Cons(head, tail), Term::List(list)) => {
                let rest = Term::list_with_tail(list.elements[1..].to_vec(), list.tail.clone());
                head.fits(&list.elements[0]) && tail.fits(&rest)
            }
            (Wanted::Tuple(parts), Term::Tuple(elements)) => {
                let mut pairs = parts.iter().zip(elements.iter());
                parts.len() == elements.len() && pairs.all(|(part, element)| part.fits(element))
            }
            (Wanted::Map, Term::Map(_)) | (Wanted::Bitstring, Term::Bits(_)) => true,
            (Wanted::Cons(..) | Wanted::Tuple(_) | Wanted::Map | Wanted::Bitstring, _) => false,
        })
    }
}

/// A call of a function of the same module.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    pub function: FunctionName,
    pub arguments: Vec<Argument>,
}

/// What is written in the place of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Constant(Term),
    /// A parameter of the function around it, as it is.
    Parameter(u32),
    Other,
}

impl ClauseOutline {
    /// Did only the compiler write it? What has no line has no author.
    pub fn is_generated(&self) -> bool {
        self.position.generated || self.position.line == 0
    }
}

impl Outline {
    pub fn new(module: Atom, source: String, functions: Vec<FunctionOutline>) -> Outline {
        let numbers = numbered(&functions);
        Outline { module: Some(module), source, functions, numbers }
    }

    pub fn function(&self, name: FunctionName) -> Option<&FunctionOutline> {
        self.numbers.get(&name).map(|&number| &self.functions[number])
    }

    pub fn clause(&self, id: ClauseId) -> Option<&ClauseOutline> {
        let function = self.function(id.function).filter(|_| self.module == Some(id.module))?;
        function.clauses.get(id.number as usize)
    }
}

pub(crate) fn numbered(functions: &[FunctionOutline]) -> FxHashMap<FunctionName, usize> {
    functions.iter().enumerate().map(|(at, each)| (each.name, at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_looked_into() {
        let one = Wanted::Cons(Box::new(Wanted::Anything), Box::new(Wanted::Literal(Term::Nil)));
        assert!(one.fits(&Term::string("a")));
        assert!(!one.fits(&Term::string("ab")) && !one.fits(&Term::Nil));
        let pair = Wanted::Tuple(vec![Wanted::Literal(Term::Int(1)), Wanted::Bitstring]);
        assert!(pair.fits(&Term::tuple(vec![Term::Int(1), Term::binary(b"a")])));
        assert!(!pair.fits(&Term::tuple(vec![Term::Int(1), Term::Int(2)])));
        assert!(!pair.fits(&Term::tuple(vec![Term::Int(1)])));
    }
}
