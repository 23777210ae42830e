//! Symbolic values, looked at without any machine: a heap, a recorder and an empty library will do.

use super::*;
use crate::lower::writer::NoModules;
use crate::program::Program;
use core_erlang::{ExprId, FunctionName};
use runtime::Raise;
use std::sync::Arc;
use symbolic::{Arithmetic, Symbols};

struct Run {
    heap: Heap,
    recorder: Recorder,
    library: Library,
}

impl Run {
    fn new() -> Run {
        let recorder = Recorder::new(Symbols::new(), 100);
        Run {
            heap: Heap::new(),
            recorder,
            library: Library::new(Arc::new(Program::new(Arc::default())), Box::new(NoModules)),
        }
    }

    fn shadow(&mut self) -> Shadow<'_> {
        let Run { heap, recorder, library } = self;
        Shadow { heap, recorder, library }
    }

    /// The first argument, which is this in the run at hand.
    fn argument(&mut self, term: &Term) -> Value {
        let symbol = self.recorder.symbols.argument(0);
        let concrete = self.heap.from_term(term);
        self.heap.symbolic(concrete, symbol.0)
    }

    fn expr(&self, value: Value) -> &Expr {
        let symbol = self.heap.symbol(value).expect("the value is symbolic");
        self.recorder.symbols.expr(Symbol(symbol))
    }

    /// How each decision was taken, and how many other ways there were.
    fn decisions(&self) -> Vec<(usize, usize)> {
        let decisions = self.recorder.decisions.iter();
        decisions.map(|decision| (decision.taken, decision.open.len())).collect()
    }
}

fn here() -> Place {
    let function = FunctionName { name: Atom::new("f"), arity: 1 };
    Place::new(Atom::new("m"), function, ExprId(2), 0)
}

#[test]
fn parts_of_a_symbolic_value_are_symbolic_and_taking_them_decides_nothing() {
    let mut run = Run::new();
    let list = run.argument(&Term::list(vec![1.into(), 2.into()]));
    let head = run.shadow().head_symbolic(list);
    let tail = run.shadow().tail_symbolic(list);
    assert_eq!(run.heap.concrete(head), Value::index(1));
    assert!(matches!(run.expr(head), Expr::Head(_)));
    assert!(matches!(run.expr(tail), Expr::Tail(_)));
    assert!(run.decisions().is_empty());
}

#[test]
fn a_test_is_a_decision_by_what_the_value_is() {
    let mut run = Run::new();
    let value = run.argument(&Term::Int(7));
    assert!(!run.shadow().test_symbolic(here(), Kind::List, value));
    assert!(run.shadow().test_symbolic(here(), Kind::Integer, value));
    assert_eq!(run.decisions(), [(1, 1), (0, 1)]);
}

#[test]
fn a_literal_is_compared_by_its_shape() {
    let mut run = Run::new();
    let value = run.argument(&Term::Int(7));
    let seven = Value::index(7);
    assert!(run.shadow().compare_symbolic(here(), Comparison::ExactlyEqual, value, seven));
    let [decision] = &run.recorder.decisions[..] else { panic!("there is one decision") };
    let test = decision.test().expect("a value decided");
    assert_eq!(test.shapes[..], [Shape::Literal(Term::Int(7))]);
}

#[test]
fn who_divides_asks_whether_it_is_zero() {
    let mut run = Run::new();
    let zero = run.argument(&Term::Int(0));
    let one = Value::index(1);
    let divided = run.shadow().arithmetic_symbolic(here(), Arithmetic::IntegerDivide, one, zero);
    assert!(matches!(divided, Err(Raise::Exception { .. })));
    // Is it an integer, and is that 0?
    assert_eq!(run.decisions(), [(0, 1), (0, 1)]);
}

#[test]
fn the_order_of_tuples_is_decided_by_kind_and_size_first() {
    let mut run = Run::new();
    let pair = run.argument(&Term::tuple(vec![1.into(), 2.into()]));
    let triple = run.heap.tuple(&[1, 2, 3].map(Value::index));
    let order = run.shadow().compare_value_symbolic(here(), Comparison::Less, pair, triple);
    assert_eq!(run.heap.concrete(order), Value::TRUE);
    assert!(matches!(run.expr(order), Expr::Compare(Comparison::Less, ..)));
    let shapes = |number: usize| &run.recorder.decisions[number].test().unwrap().shapes;
    assert!(shapes(0).contains(&Shape::Kind(Kind::Tuple)));
    assert_eq!(shapes(1)[..], [Shape::Literal(Term::bool(true))]);
}

#[test]
fn what_is_stripped_is_lost_and_pinned() {
    let mut run = Run::new();
    let value = run.argument(&Term::Int(7));
    let inside = run.heap.tuple(&[value, Value::OK]);
    let (module, function) = (Atom::new("m"), Atom::new("f"));
    let stripped = run.shadow().strip(module, function, &[inside, Value::OK]);
    assert_eq!(run.heap.to_term(stripped[0]).to_string(), "{7,ok}");
    assert!(!holds_symbols(&run.heap, stripped[0]));
    assert_eq!(run.recorder.losses, [(Loser::Function(module, function, 2), 1)].into());
    assert_eq!(run.recorder.pins.len(), 1);
}

#[test]
fn what_was_settled_before_is_not_lost() {
    let mut run = Run::new();
    let value = run.argument(&Term::Int(7));
    run.shadow().pin(here(), value);
    let concrete = run.shadow().concretise("apply", value);
    assert_eq!(concrete, Value::index(7));
    assert!(run.recorder.losses.is_empty());
    assert_eq!(run.decisions(), [(0, 1)]);
}
