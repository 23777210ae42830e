//! What is a function lowered to? Decision trees that test in order, and places that mean the same
//! whenever and however the function is lowered.

use super::writer::{Writer, lower, machine, run};
use super::*;
use crate::code::Words;
use crate::concrete::Concrete;
use crate::program::Program;
use core_erlang::{Clause, Pattern, PatternSegment, Position, VariableName};
use trace::ClausePart;

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

fn lowered<'p>(program: &'p Program, name: &str) -> &'p Code {
    lower(program, written(name))
}

/// Where the code decides.
fn places(code: &Code) -> Vec<Place> {
    let decides = |op: &Op| matches!(op, Op::Switch { .. } | Op::Compare { .. });
    (0..code.ops.len()).filter(|at| decides(&code.ops[*at])).map(|at| code.place(at)).collect()
}

#[test]
fn places_do_not_depend_on_lowering() {
    let program = Program::new(Arc::default());
    let expected = places(lowered(&program, "f"));
    // Something comes first, and the code begins with an operation that is not always there.
    let modules = [Atom::new("m")].into_iter().collect();
    let other = Program::new(Arc::new(Concrete { modules, ..Concrete::default() }));
    let before = places(lowered(&other, "g"));
    let code = lowered(&other, "f");
    assert!(matches!(code.ops[0], Op::Concretise));
    assert_eq!(places(code), expected);
    assert_eq!(expected.len(), 2);
    let [switch, guard] = expected[..] else { unreachable!("two decisions") };
    assert_eq!((switch.expr, guard.expr), (ExprId(7), ExprId(7)));
    assert!(switch != guard && !before.contains(&switch));
}

#[test]
fn places_are_found_again() {
    let program = Program::new(Arc::default());
    let code = lowered(&program, "f");
    let (module, function) = (code.module, code.home.function);
    let first = ClauseId { module, function, number: 0 };
    for place in places(code) {
        assert_eq!(program.clause_part(place), Some(ClausePart::Heads(first)));
        let frame = program.frame(place).expect("it was lowered");
        assert_eq!((frame.function, frame.position.line), (function, 2));
    }
    // What a condition gave is looked at nowhere.
    let nowhere = function_place(module, function);
    assert!(program.clause_part(nowhere).is_none() && program.frame(nowhere).is_none());
    assert_eq!(program.clauses_from(0), [0, 1].map(|number| ClauseId { number, ..first }));
}

// ---- decision trees ----

/// `f(X) -> case X of Clauses end`, where each clause has a pattern, perhaps a guard, and an answer.
fn cases(writer: Writer, x: Variable, clauses: Vec<Clause>) -> Function {
    let mut writer = writer;
    let argument = writer.read(x);
    let body = writer.case(argument, clauses);
    writer.function("f", &[x], body)
}

/// What the function answers, call by call.
fn check(program: &Arc<Program>, code: &Code, calls: &[(&str, &str)]) {
    let mut machine = machine(program);
    for (arguments, answer) in calls {
        let got = run(&mut machine, code.closure_number(), arguments);
        assert_eq!(got, *answer, "f({arguments})");
    }
}

fn switches(code: &Code) -> Vec<(usize, u32)> {
    let switch = |(at, op): (usize, &Op)| match op {
        Op::Switch { switch, .. } => Some((at, *switch)),
        _ => None,
    };
    code.ops.iter().enumerate().filter_map(switch).collect()
}

/// The clause that is chosen at this place or next after it.
fn clause_at(program: &Program, code: &Code, label: Label) -> u32 {
    let clause = code.ops[label as usize..].iter().find_map(|op| match op {
        Op::Clause { number } => Some(*number),
        _ => None,
    });
    program.clauses_from(0)[clause.expect("a clause follows") as usize].number
}

#[test]
fn literals_are_one_switch() {
    let mut writer = Writer::default();
    let x = writer.variable();
    let large = Term::from(num_bigint::BigInt::from(1) << 70);
    let literals = [Term::atom("a"), Term::Int(7), Term::Float(2.5), large, Term::Nil];
    let mut clauses = Vec::new();
    for (number, literal) in literals.into_iter().enumerate() {
        let answer = writer.literal(Term::Int(number as i64));
        clauses.push(writer.clause(Pattern::Literal(literal), answer));
    }
    let (other, answer) = (writer.variable(), writer.atom("other"));
    clauses.push(writer.clause(Pattern::Variable(other), answer));
    let program = Arc::new(Program::new(Arc::default()));
    let code = lower(&program, cases(writer, x, clauses));
    let [(_, switch)] = switches(code)[..] else { panic!("one switch: {:?}", switches(code)) };
    let switch = &code.switches[switch as usize];
    let Words::Few(words) = &switch.words else { panic!("three words") };
    let chosen: Vec<u32> = words.iter().map(|(_, to)| clause_at(&program, code, *to)).collect();
    assert_eq!(chosen, [0, 1, 4]);
    let constants = switch.constants.iter();
    let chosen: Vec<u32> = constants.map(|(_, to)| clause_at(&program, code, *to)).collect();
    assert_eq!(chosen, [2, 3]);
    assert_eq!(clause_at(&program, code, switch.default), 5);
    assert!(switch.cons == switch.default && switch.tuples.is_empty());
    let large = "[1180591620717411303424]";
    let calls = [("[a]", "0"), ("[7]", "1"), ("[2.5]", "2"), (large, "3"), ("[[]]", "4")];
    check(&program, code, &calls);
    check(&program, code, &[("[7.0]", "other"), ("[{a}]", "other"), ("[[a]]", "other")]);
}

/// `{ok, {1, Y}} -> Y; {ok, Z} -> Z; {error, _} -> wrong; _ -> other`
#[test]
fn nested_tuples_are_taken_apart_once() {
    let mut writer = Writer::default();
    let [x, y, z, any, other] = [(); 5].map(|()| writer.variable());
    let atom = |name: &str| Pattern::Literal(Term::atom(name));
    let pair = |left, right| Pattern::Tuple { elements: Box::new([left, right]) };
    let inner = pair(Pattern::Literal(Term::Int(1)), Pattern::Variable(y));
    let bodies = [writer.read(y), writer.read(z), writer.atom("wrong"), writer.atom("other")];
    let patterns = [
        pair(atom("ok"), inner),
        pair(atom("ok"), Pattern::Variable(z)),
        pair(atom("error"), Pattern::Variable(any)),
        Pattern::Variable(other),
    ];
    let clauses = patterns.into_iter().zip(bodies);
    let clauses = clauses.map(|(pattern, body)| writer.clause(pattern, body)).collect();
    let program = Arc::new(Program::new(Arc::default()));
    let code = lower(&program, cases(writer, x, clauses));
    let argument = Operand::slot(0);
    let is_first =
        |op: &&Op| matches!(op, Op::Element { tuple, index: 0, .. } if *tuple == argument);
    assert_eq!(code.ops.iter().filter(is_first).count(), 1, "the first element is read once");
    let arities = |(_, switch): &(usize, u32)| code.switches[*switch as usize].tuples.len();
    let arities: Vec<usize> = switches(code).iter().map(arities).collect();
    // The whole, its first element, its second where that is `ok`, and the first of that.
    assert_eq!(arities, [1, 0, 1, 0]);
    let calls = [("[{ok,{1,5}}]", "5"), ("[{ok,{2,5}}]", "{2,5}"), ("[{ok,[]}]", "[]")];
    check(&program, code, &calls);
    let calls = [("[{error,x}]", "wrong"), ("[{a,b}]", "other"), ("[{ok}]", "other")];
    check(&program, code, &calls);
}

/// `X when X > 1 -> first; 2 -> second; X when X > 0 -> third; _ -> fourth`
#[test]
fn alternatives_are_tested_in_order() {
    let mut writer = Writer::default();
    let [x, one, two, any] = [(); 4].map(|()| writer.variable());
    let mut above = |variable, number: i64| {
        let arguments = [writer.read(variable), writer.literal(Term::Int(number))];
        writer.call(">", &arguments)
    };
    let guards = [above(one, 1), above(two, 0)];
    let bodies = ["first", "second", "third", "fourth"].map(|name| writer.atom(name));
    let clauses = vec![
        writer.guarded(Pattern::Variable(one), guards[0], bodies[0]),
        writer.clause(Pattern::Literal(Term::Int(2)), bodies[1]),
        writer.guarded(Pattern::Variable(two), guards[1], bodies[2]),
        writer.clause(Pattern::Variable(any), bodies[3]),
    ];
    let program = Arc::new(Program::new(Arc::default()));
    let function = cases(writer, x, clauses);
    let Expr::Fun { body: case, .. } = function.expr(function.body) else { panic!("a fun") };
    let case = *case;
    let code = lower(&program, function);
    let calls = [("[2]", "first"), ("[9]", "first"), ("[1]", "third"), ("[0]", "fourth")];
    check(&program, code, &calls);
    // Whatever decides is of the `case`, and what is returned of the body of the clause.
    let mut returned = Vec::new();
    for (op, origin) in code.ops.iter().zip(&code.origins) {
        match op {
            Op::Compare { .. } | Op::Switch { .. } => assert_eq!(origin.expr, case),
            Op::Return { .. } => returned.push(origin.expr),
            _ => {}
        }
    }
    returned.dedup();
    assert!(returned.iter().all(|expr| bodies.contains(expr)), "{returned:?}");
    let mut origins: Vec<_> = code.origins.iter().map(|each| (each.expr, each.nth)).collect();
    let count = origins.len();
    origins.sort_by_key(|(expr, nth)| (expr.0, *nth));
    origins.dedup();
    assert_eq!(origins.len(), count, "no two operations have one place");
}

/// `X when hd(X) =:= a -> yes; _ -> no`
#[test]
fn a_guard_that_fails_leads_to_the_next_clause() {
    let mut writer = Writer::default();
    let [x, list, any] = [(); 3].map(|()| writer.variable());
    let read = writer.read(list);
    let arguments = [writer.call("hd", &[read]), writer.atom("a")];
    let guard = writer.call("=:=", &arguments);
    let bodies = [writer.atom("yes"), writer.atom("no")];
    let clauses = vec![
        writer.guarded(Pattern::Variable(list), guard, bodies[0]),
        writer.clause(Pattern::Variable(any), bodies[1]),
    ];
    let program = Arc::new(Program::new(Arc::default()));
    let code = lower(&program, cases(writer, x, clauses));
    let fails = code.ops.iter().filter_map(|op| match op {
        Op::Guard { fail, .. } => Some(*fail),
        Op::Compare { otherwise, .. } => Some(*otherwise),
        _ => None,
    });
    let clauses: Vec<u32> = fails.map(|label| clause_at(&program, code, label)).collect();
    assert_eq!(clauses, [1, 1]);
    check(&program, code, &[("[[a,b]]", "yes"), ("[[b]]", "no"), ("[[]]", "no"), ("[1]", "no")]);
}

/// `receive go -> gone after X -> late end`, as the compiler writes it.
#[test]
fn receive_is_a_loop_inside_of_its_function() {
    let mut writer = Writer::default();
    let [x, found, message, any, is_over] = [(); 5].map(|()| writer.variable());
    let again = FunctionName { name: Atom::new("recv$^0"), arity: 0 };
    let mut once_more = || {
        let function = writer.add(Expr::Name(again));
        writer.add(Expr::Apply { function, arguments: Box::new([]) })
    };
    let (after_next, after_wait) = (once_more(), once_more());
    let seq = |writer: &mut Writer, first, then| writer.add(Expr::Seq { first, then });
    let (remove, gone) = (writer.primop("remove_message", &[]), writer.atom("gone"));
    let taken = seq(&mut writer, remove, gone);
    let next = writer.primop("recv_next", &[]);
    let left = seq(&mut writer, next, after_next);
    let heads = vec![
        writer.clause(Pattern::Literal(Term::atom("go")), taken),
        writer.clause(Pattern::Variable(any), left),
    ];
    let read = writer.read(message);
    let look = writer.case(read, heads);
    let time = writer.read(x);
    let wait = writer.primop("recv_wait_timeout", &[time]);
    let (read, late) = (writer.read(is_over), writer.atom("late"));
    let truth = |truth| Pattern::Literal(Term::Atom(truth));
    let ends = vec![
        writer.clause(truth(atoms::true_), late),
        writer.clause(truth(atoms::false_), after_wait),
    ];
    let end = writer.case(read, ends);
    let variables = Box::new([is_over]);
    let waiting = writer.add(Expr::Let { variables, argument: wait, body: end });
    let read = writer.read(found);
    let ways = vec![
        writer.clause(truth(atoms::true_), look),
        writer.clause(truth(atoms::false_), waiting),
    ];
    let body = writer.case(read, ways);
    let peek = writer.primop("recv_peek_message", &[]);
    let variables = Box::new([found, message]);
    let body = writer.add(Expr::Let { variables, argument: peek, body });
    let body = writer.add(Expr::Fun { parameters: Box::new([]), body, name: None });
    let function = writer.add(Expr::Name(again));
    let start = writer.add(Expr::Apply { function, arguments: Box::new([]) });
    let functions = Box::new([(again, body)]);
    let body = writer.add(Expr::Letrec { functions, body: start, is_goto: true });
    let program = Arc::new(Program::new(Arc::default()));
    let code = lower(&program, writer.function("f", &[x], body));
    let at = |wanted: fn(&Op) -> bool| code.ops.iter().position(wanted).expect("it is there");
    let peek = at(|op| matches!(op, Op::PeekMessage { .. }));
    let wait = at(|op| matches!(op, Op::WaitTimeout { .. }));
    let is_back = |op: &&Op| matches!(op, Op::Jump { to } if *to as usize == peek);
    assert_eq!(
        code.ops.iter().filter(is_back).count(),
        3,
        "into it, after a message, after waiting"
    );
    assert!(at(|op| matches!(op, Op::RemoveMessage)) < at(|op| matches!(op, Op::NextMessage)));
    assert!(peek < wait);
    assert!(!code.ops.iter().any(|op| matches!(op, Op::Call { .. } | Op::TailCall { .. })));
    check(&program, code, &[("[0]", "late"), ("[10]", "late")]);
}

/// `<<A, Rest/binary>> -> {A, Rest}; <<>> -> empty; _ -> other`
#[test]
fn binaries_are_read_segment_by_segment() {
    let mut writer = Writer::default();
    let [x, a, rest, any] = [(); 4].map(|()| writer.variable());
    let (eight, all) = (writer.literal(Term::Int(8)), writer.atom("all"));
    let segment = |value, size, unit, kind| PatternSegment {
        value: Pattern::Variable(value),
        size,
        unit,
        kind,
        signed: false,
        little: false,
    };
    let segments =
        [segment(a, eight, 1, SegmentType::Integer), segment(rest, all, 8, SegmentType::Binary)];
    let elements = Box::new([writer.read(a), writer.read(rest)]);
    let bodies = [writer.add(Expr::Tuple { elements }), writer.atom("empty"), writer.atom("other")];
    let clauses = vec![
        writer.clause(Pattern::Binary { segments: Box::new(segments) }, bodies[0]),
        writer.clause(Pattern::Binary { segments: Box::new([]) }, bodies[1]),
        writer.clause(Pattern::Variable(any), bodies[2]),
    ];
    let program = Arc::new(Program::new(Arc::default()));
    let code = lower(&program, cases(writer, x, clauses));
    let shown = |op: &Op| match op {
        Op::BitsStart { .. } => Some("start"),
        Op::BitsRead { size: Some(_), .. } => Some("read"),
        Op::BitsRead { size: None, .. } => Some("rest"),
        Op::BitsEnd { .. } => Some("end"),
        _ => None,
    };
    let read: Vec<&str> = code.ops.iter().filter_map(shown).collect();
    assert_eq!(read[..3], ["start", "read", "rest"], "{read:?}");
    let calls = [("[<<1,2,3>>]", "{1,<<2,3>>}"), ("[<<9>>]", "{9,<<>>}"), ("[<<>>]", "empty")];
    check(&program, code, &calls);
    check(&program, code, &[("[<<1:3>>]", "other"), ("[<<1,2:3>>]", "other"), ("[1]", "other")]);
}
