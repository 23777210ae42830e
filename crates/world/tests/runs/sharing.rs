//! Do machines that share a program find the same as one that has its own, and lower no more than it?

use beam::{Loader, LoaderOptions};
use interpreter::concrete::Concrete;
use interpreter::{Machine, Outcome, Program};
use std::sync::Arc;
use term::Atom;
use world::World;

/// `None` if there is no Erlang and the user knows.
fn loader() -> Option<Arc<Loader>> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return None;
    }
    Some(Arc::new(Loader::new(LoaderOptions::default()).expect("Erlang is installed")))
}

const CALLS: [(&str, &str, &str); 6] = [
    ("lists", "sort", "[[3, 1, 2.5, a, {b}, <<\"c\">>]]"),
    ("string", "uppercase", "[\"a sentence\"]"),
    ("io_lib", "format", "[\"~p ~s~n\", [{a, [1, 2.5]}, \"text\"]]"),
    ("gb_trees", "insert", "[a, 1, {0, nil}]"),
    ("dict", "fetch", "[a, {dict}]"),
    ("lists", "nth", "[4, [a]]"),
];

fn all(machine: &mut Machine) -> Vec<Outcome> {
    let call = |(module, function, arguments): &(&str, &str, &str)| {
        machine.reset();
        let arguments = term::read::arguments(arguments).expect("terms");
        machine.call(Atom::new(module), Atom::new(function), &arguments)
    };
    CALLS.iter().map(call).collect()
}

#[test]
fn machines_that_share_find_the_same() {
    let Some(loader) = loader() else { return };
    let mut own = World::machine(&loader);
    let expected = all(&mut own);
    let program = Arc::new(Program::new(Arc::new(Concrete::default())));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut machine = World::machine_of(program.clone(), &loader);
                for _ in 0..3 {
                    assert_eq!(all(&mut machine), expected);
                }
            });
        }
    });
    assert_eq!(program.functions(), own.library.program().functions());
    assert!(program.functions() > 50, "{} functions", program.functions());
    let weak = Arc::downgrade(&program);
    drop(program);
    assert!(weak.upgrade().is_none(), "the machines are gone, and so is their code");
}
