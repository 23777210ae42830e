//! Does a place mean the same, whenever and however its function is lowered?

use super::*;
use crate::code::Code;
use crate::concrete::Concrete;
use crate::library::ModuleLoader;
use core_erlang::{Clause, Module, Pattern, Position, VariableName};
use std::sync::Arc;
use trace::ClausePart;

struct Nothing;

impl ModuleLoader for Nothing {
    fn load(&mut self, _: Atom) -> Result<Option<Arc<Module>>, String> {
        Ok(None)
    }
}

fn line(line: u32) -> Position {
    Position { line, ..Position::default() }
}

/// ```erlang
/// name(X) ->
///     case X of          % line 2
///         1 -> true;
///         Y when Y =:= 1 -> true
///     end.
/// ```
fn written(name: &str) -> Function {
    let (x, y) = (Variable(0), Variable(1));
    let literal = |term| Expr::Literal(term);
    let clause = |pattern, guard| Clause {
        position: line(3),
        patterns: Box::new([pattern]),
        guard: ExprId(guard),
        body: ExprId(1),
    };
    let exprs = vec![
        Expr::Variable(x),
        literal(Term::Atom(atoms::true_)),
        literal(Term::Atom(atoms::erlang)),
        literal(Term::Atom(Atom::new("=:="))),
        Expr::Variable(y),
        literal(Term::Int(1)),
        Expr::Call {
            module: ExprId(2),
            name: ExprId(3),
            arguments: Box::new([ExprId(4), ExprId(5)]),
        },
        Expr::Case {
            argument: ExprId(0),
            clauses: Box::new([
                clause(Pattern::Literal(Term::Int(1)), 1),
                clause(Pattern::Variable(y), 6),
            ]),
        },
        Expr::Fun { parameters: Box::new([x]), body: ExprId(7), name: None },
    ];
    Function {
        name: FunctionName { name: Atom::new(name), arity: 1 },
        variables: vec![VariableName::Numbered(0), VariableName::Numbered(1)],
        positions: vec![line(2); exprs.len()],
        exprs,
        body: ExprId(8),
    }
}

fn lowered(library: &mut Library, name: &str) -> CodeRef {
    function(library, &mut Heap::new(), Atom::new("m"), written(name)).expect("it is known")
}

/// Where the code decides.
fn places(code: &Code) -> Vec<Place> {
    let decides = |op: &Op| matches!(op, Op::Switch { .. } | Op::Compare { .. });
    (0..code.ops.len()).filter(|at| decides(&code.ops[*at])).map(|at| code.place(at)).collect()
}

#[test]
fn places_do_not_depend_on_lowering() {
    let mut library = Library::new(Box::new(Nothing));
    let expected = places(lowered(&mut library, "f"));
    let mut other = Library::new(Box::new(Nothing));
    // Something comes first, and the code begins with an operation that is not always there.
    let modules = [Atom::new("m")].into_iter().collect();
    other.concrete = Arc::new(Concrete { modules, ..Concrete::default() });
    let before = places(lowered(&mut other, "g"));
    let code = lowered(&mut other, "f");
    assert!(matches!(code.ops[0], Op::Concretise));
    assert_eq!(places(code), expected);
    assert_eq!(expected.len(), 2);
    let [switch, guard] = expected[..] else { unreachable!("two decisions") };
    assert_eq!((switch.expr, guard.expr), (ExprId(7), ExprId(7)));
    assert!(switch != guard && !before.contains(&switch));
}

#[test]
fn places_are_found_again() {
    let mut library = Library::new(Box::new(Nothing));
    let code = lowered(&mut library, "f");
    let (module, function) = (code.module, code.home.function);
    let first = ClauseId { module, function, number: 0 };
    for place in places(code) {
        assert_eq!(library.clause_part(place), Some(ClausePart::Heads(first)));
        let frame = library.frame(place).expect("it was lowered");
        assert_eq!((frame.function, frame.position.line), (function, 2));
    }
    // What a condition gave is looked at nowhere.
    let nowhere = function_place(module, function);
    assert!(library.clause_part(nowhere).is_none() && library.frame(nowhere).is_none());
    assert_eq!(library.clauses, [0, 1].map(|number| ClauseId { number, ..first }));
}
