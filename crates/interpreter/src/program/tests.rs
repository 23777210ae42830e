//! Is a function lowered once for all machines, and gone with the last of them?

use super::*;
use crate::lower::writer::{Writer, lower, machine, run};
use core_erlang::{Expr, Function, Pattern};
use runtime::compare;
use std::sync::Weak;

/// `name([_ | T]) -> name(T); name(_) -> {name, 2.5}`
fn last_words(name: &str) -> Function {
    let mut writer = Writer::default();
    let [x, head, tail, any] = [(); 4].map(|()| writer.variable());
    let function = writer.add(Expr::Name(FunctionName { name: Atom::new(name), arity: 1 }));
    let arguments = Box::new([writer.read(tail)]);
    let again = writer.add(Expr::Apply { function, arguments });
    let words = writer.literal(Term::tuple(vec![Term::atom(name), Term::Float(2.5)]));
    let cons = Pattern::Cons {
        head: Box::new(Pattern::Variable(head)),
        tail: Box::new(Pattern::Variable(tail)),
    };
    let clauses = vec![writer.clause(cons, again), writer.clause(Pattern::Variable(any), words)];
    let argument = writer.read(x);
    let body = writer.case(argument, clauses);
    writer.function(name, &[x], body)
}

fn program() -> Arc<Program> {
    Arc::new(Program::new(Arc::default()))
}

#[test]
fn machines_share_what_is_lowered_once() {
    let program = program();
    // Nobody runs what is lowered first, and nobody has its constants yet.
    lower(&program, last_words("first"));
    let number = lower(&program, last_words("f")).closure_number();
    assert_eq!(lower(&program, last_words("f")).closure_number(), number);
    assert_eq!(program.functions(), 2);
    let mut early = machine(&program);
    assert_eq!(run(&mut early, number, "[[1, 2, 3]]"), "{f,2.5}");
    // One machine lowers while another runs.
    std::thread::scope(|scope| {
        for name in ["g", "h"] {
            let program = &program;
            scope.spawn(move || {
                let mut machine = machine(program);
                let own = lower(program, last_words(name)).closure_number();
                for _ in 0..10 {
                    assert_eq!(run(&mut machine, number, "[[a]]"), "{f,2.5}");
                    assert_eq!(run(&mut machine, own, "[[a]]"), format!("{{{name},2.5}}"));
                }
            });
        }
    });
    assert_eq!(program.functions(), 4);
    // The constants of the others come when they are needed.
    let late = lower(&program, last_words("h")).closure_number();
    assert_eq!(run(&mut early, late, "[[]]"), "{h,2.5}");
    assert_eq!(run(&mut early, number, "[[]]"), "{f,2.5}");
    assert_eq!(program.functions(), 4);
}

#[test]
fn code_goes_with_the_last_machine() {
    let program = program();
    let number = lower(&program, last_words("f")).closure_number();
    let (mut one, other) = (machine(&program), machine(&program));
    assert_eq!(run(&mut one, number, "[[1]]"), "{f,2.5}");
    let target = Arc::downgrade(&program.local_target(Atom::new("m"), f()));
    let weak: Weak<Program> = Arc::downgrade(&program);
    drop((program, other));
    assert!(weak.upgrade().is_some() && target.upgrade().is_some());
    drop(one);
    // It calls itself, and is gone all the same.
    assert!(weak.upgrade().is_none() && target.upgrade().is_none());
}

fn f() -> FunctionName {
    FunctionName { name: Atom::new("f"), arity: 1 }
}

#[test]
fn closures_do_not_show_who_lowered_first() {
    let shown = |names: [&str; 3]| {
        let program = program();
        for name in names {
            lower(&program, last_words(name));
        }
        let mut machine = machine(&program);
        let closures = ["f", "g", "h"].map(|name| {
            let number = lower(&program, last_words(name)).closure_number();
            machine.heap.closure(number, &[])
        });
        let heap = &machine.heap;
        let [f, g, h] = closures;
        let order = [(f, g), (g, h), (f, h)].map(|(one, other)| compare::compare(heap, one, other));
        let names = closures.map(|closure| match heap.fun(closure) {
            Some(runtime::FunView::Closure { code, .. }) => FunName::of_closure(code),
            _ => panic!("a closure"),
        });
        (order, names)
    };
    let expected = shown(["f", "g", "h"]);
    assert_eq!(shown(["h", "f", "g"]), expected);
    assert_eq!(shown(["g", "h", "f"]), expected);
    assert!(expected.0.iter().all(|order| order.is_ne()));
}

#[test]
fn what_cannot_be_lowered_is_tried_once() {
    let program = program();
    let module = Atom::new("m");
    let refuse = |_: &mut Contents| Err("no".to_owned());
    assert_eq!(program.lower(module, f(), refuse).err(), Some("no".to_owned()));
    let again = |_: &mut Contents| unreachable!("it was refused");
    assert_eq!(program.lower(module, f(), again).err(), Some("no".to_owned()));
    assert_eq!(program.functions(), 0);
}
