//! What do funs of the input return? What their tables say, which is symbolic: the search may want
//! them to return something else.
//!
//! The arguments of a call are expressions, so that the solver can say for which values a fun has to
//! return what. Funs, pids and the like among them are of this run only: no table can name them, and
//! such a call returns what the fun returns otherwise.

use super::{holds_symbols, nth};
use crate::code::{Callee, CodeId};
use crate::shadow::Shadow;
use runtime::{FunView, Heap, Value, compare};
use symbolic::{Expr, Kind, Shape, Symbol};
use term::{Atom, Term, atoms};
use trace::{Loser, Place};

/// No table has larger arguments.
const LARGEST_ARGUMENT: usize = 100_000;

/// What is to be done for a call of a fun of the input.
pub(crate) enum Applied {
    /// This is its value.
    Returned(Value),
    /// This fun is to be called, as if there were no symbols.
    Fun(Value),
    /// It is none: what it is instead is in the exception, with its symbol.
    NoFun,
    /// It wants another number of arguments; so is it.
    OtherArity,
    /// It is somebody's own, and this code calls it with these arguments.
    Watched(CodeId, [Value; 2]),
}

impl Shadow<'_> {
    /// A fun of the input is called: that it is one, and how many arguments it takes, is decided.
    #[cold]
    pub(crate) fn apply_symbolic(
        &mut self,
        here: Place,
        fun: Value,
        arguments: &[Value],
    ) -> Applied {
        self.decide(here, fun, &[Shape::Kind(Kind::Function)]);
        let (concrete, symbol) = self.halves(fun);
        let Some(arity) = self.fun_arity(concrete) else {
            // A fun of another program is known by nobody.
            let is_fun = self.heap.is_fun(concrete);
            return if is_fun { Applied::Fun(concrete) } else { Applied::NoFun };
        };
        let shapes = [Shape::Fun(arguments.len() as u32)].into();
        let taken = usize::from(arity != arguments.len());
        self.recorder.decide(nth(here, 1), symbol, shapes, taken);
        if taken != 0 {
            return Applied::OtherArity;
        }
        if !self.is_made_up(concrete) {
            return self.watched(concrete, arguments);
        }
        Applied::Returned(self.returned(concrete, symbol, arguments))
    }

    /// Somebody's own, in a seed: it runs as it is. What it returns is noted, so that the search can make
    /// up a fun that returns the same, and others.
    fn watched(&mut self, fun: Value, arguments: &[Value]) -> Applied {
        self.recorder.note_called_fun();
        let (module, name) = (Atom::new("ermine_own_funs"), Atom::new("watch"));
        match self.library.link_name(module, name, 2) {
            Ok(Callee::Code(code)) => {
                let list = self.heap.list(arguments);
                Applied::Watched(code, [fun, list])
            }
            _ => {
                self.recorder.lose(Loser::Function(atoms::erlang, Atom::new("apply"), 2));
                Applied::Fun(fun)
            }
        }
    }

    fn returned(&mut self, fun: Value, symbol: Symbol, arguments: &[Value]) -> Value {
        self.recorder.note_called_fun();
        let is_huge = |&argument: &Value| self.heap.is_larger_than(LARGEST_ARGUMENT, argument);
        if arguments.iter().any(is_huge) {
            self.recorder.lose(Loser::Function(atoms::erlang, Atom::new("apply"), 2));
            let otherwise = self.heap.free_variables(fun)[0];
            return self.symbolic(otherwise, Expr::Otherwise(symbol));
        }
        let terms: Vec<Term> =
            arguments.iter().map(|&argument| self.heap.to_term(argument)).collect();
        if terms.iter().any(Term::has_identity) {
            let otherwise = self.heap.free_variables(fun)[0];
            return self.symbolic(otherwise, Expr::Otherwise(symbol));
        }
        let symbols = arguments.iter().map(|&argument| self.reify(argument)).collect();
        let plain: Vec<Value> = arguments
            .iter()
            .zip(&terms)
            .map(|(&argument, term)| match holds_symbols(self.heap, argument) {
                true => self.heap.from_term(term),
                false => argument,
            })
            .collect();
        let result = answer_for(self.heap, self.heap.free_variables(fun), &plain);
        self.symbolic(result, Expr::Returned { fun: symbol, arguments: symbols })
    }

    /// How many arguments a fun takes; `None` for what is no fun.
    pub(super) fn fun_arity(&self, fun: Value) -> Option<usize> {
        match self.heap.fun(fun)? {
            FunView::Closure { code, .. } => Some(self.library.code(code).arity()),
            FunView::External { arity, .. } => Some(arity),
        }
    }

    fn is_made_up(&self, fun: Value) -> bool {
        let Some(FunView::Closure { code, .. }) = self.heap.fun(fun) else { return false };
        self.library.is_made_up(code)
    }
}

/// What a fun that was made up returns: it holds what it returns otherwise, and its cases.
pub(crate) fn answer_for(heap: &Heap, held: &[Value], arguments: &[Value]) -> Value {
    let (otherwise, mut cases) = (held[0], held[1]);
    while cases.is_cons() {
        let case = heap.as_tuple(heap.head(cases)).expect("a pair");
        let known = heap.as_tuple(case[0]).expect("arguments");
        let mut pairs = known.iter().zip(arguments);
        if pairs.all(|(&known, &argument)| compare::exactly_equal(heap, known, argument)) {
            return case[1];
        }
        cases = heap.tail(cases);
    }
    otherwise
}
