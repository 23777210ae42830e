//! Is any function too deep for the walks over it?

use crate::{Clauses, Surroundings, free, outline, stub};
use core_erlang::{Expr, ExprId, Function, FunctionName, Position, Variable, VariableName};
use term::{Atom, Term};

const DEPTH: u32 = 200_000;

/// `f(X) -> {{{… X …}}}`, on line 7.
fn nested() -> Function {
    let tuple = |inner| Expr::Tuple { elements: Box::new([ExprId(inner)]) };
    let mut exprs = vec![Expr::Variable(Variable(0))];
    exprs.extend((0..DEPTH).map(tuple));
    let parameters = Box::new([Variable(0)]);
    exprs.push(Expr::Fun { parameters, body: ExprId(DEPTH), name: None });
    let mut positions = vec![Position::default(); exprs.len()];
    positions[DEPTH as usize].line = 7;
    Function {
        name: FunctionName { name: Atom::new("f"), arity: 1 },
        variables: vec![VariableName::Numbered(0)],
        exprs,
        positions,
        body: ExprId(DEPTH + 1),
    }
}

#[test]
fn nothing_is_nested_too_deeply() {
    let function = nested();
    assert_eq!(free::of(&function, ExprId(DEPTH)).variables, [Variable(0)]);
    assert!(free::of(&function, function.body).variables.is_empty());
    let surroundings = Surroundings::of(&function, &Clauses::of(&function));
    assert_eq!(surroundings.position(ExprId(0)).map(|position| position.line), Some(7));
    let clauses = outline::of_function(Atom::new("m"), &function);
    let [clause] = &clauses[..] else { panic!("one body, one clause") };
    assert_eq!((clause.expressions, &clause.lines[..]), (DEPTH + 1, &[7][..]));
}

#[test]
fn stubs_do_nothing_but_say_so() {
    let mut function = nested();
    assert!(!stub::ends_in_nif_error(&function) && !stub::calls_nif_error(&function));
    let atom = |name| Expr::Literal(Term::Atom(Atom::new(name)));
    let [module, name] = [1, 2];
    function.exprs[module as usize] = atom("erlang");
    function.exprs[name as usize] = atom("nif_error");
    let (module, name) = (ExprId(module), ExprId(name));
    function.exprs[3] = Expr::Call { module, name, arguments: Box::new([ExprId(0)]) };
    assert!(!stub::ends_in_nif_error(&function) && stub::calls_nif_error(&function));
    let parameters = Box::new([Variable(0)]);
    function.exprs[DEPTH as usize + 1] = Expr::Fun { parameters, body: ExprId(3), name: None };
    assert!(stub::ends_in_nif_error(&function) && stub::calls_nif_error(&function));
}
