//! Can Ermine run OTP's own compiler? All of it, from the forms of a source to the bytes of the
//! `.beam` file, and the bytes are those that the BEAM makes.
//!
//! The preprocessor reads files, so it runs on the BEAM; everything after it runs on both:
//! `erl_lint`, `erl_expand_records`, `v3_core`, `sys_core_fold`, `v3_kernel`, the passes over SSA
//! form, the assembler.

use beam::{Call, Limits, Loader, LoaderOptions, Node, Outcome};
use differential::ermine_side::Ermine;
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term};

/// One compilation is a large call.
const LIMITS: Limits =
    Limits { time: Duration::from_secs(120), heap_words: 256 << 20, result_bytes: 64 << 20 };

/// What the call gives on the BEAM.
fn on_the_beam(node: &Node, call: &Call) -> Term {
    match node.apply(call, &LIMITS).expect("the node runs").outcome {
        Outcome::Value(value) => value,
        other => panic!("{}:{}: {other:?}", call.module.name(), call.function.name()),
    }
}

fn call(module: &str, function: &str, arguments: Vec<Term>) -> Call {
    Call { module: Atom::new(module), function: Atom::new(function), arguments }
}

/// The forms of a module of stdlib, with its macros expanded.
fn forms(node: &Node, module: &str) -> Term {
    let folder = on_the_beam(node, &call("code", "lib_dir", vec![Term::atom("stdlib"), Term::atom("src")]));
    let folder = folder.as_string().expect("OTP's sources are installed (erlang-src)");
    let file = Term::string(&format!("{folder}/{module}.erl"));
    let parsed = on_the_beam(node, &call("epp", "parse_file", vec![file, Term::Nil]));
    match parsed.as_tuple() {
        Some([_ok, forms]) => forms.clone(),
        _ => panic!("{module}: {parsed}"),
    }
}

fn check(module: &str) {
    let loader = Arc::new(Loader::new(LoaderOptions::default()).expect("OTP is there"));
    let forms = forms(loader.node(), module);
    let options = ["binary", "deterministic", "return", "no_spawn_compiler_process"];
    let options = options.into_iter().map(Term::atom).collect();
    let compile = call("compile", "noenv_forms", vec![forms, options]);
    let expected = on_the_beam(loader.node(), &compile);
    let mut ermine = Ermine::unlimited(loader);
    let found = match ermine.run(&compile) {
        differential::outcome::Outcome::Value(value) => value,
        other => panic!("{module}: {other}"),
    };
    let binary = |compiled: &Term| compiled.as_tuple().and_then(|parts| parts.get(2)?.as_binary().map(<[u8]>::len));
    assert!(binary(&expected).is_some(), "the BEAM does not compile {module}: {expected}");
    assert!(expected == found, "{module}: {:?} bytes on the BEAM, {:?} here", binary(&expected), binary(&found));
}

macro_rules! modules {
    ($($module:ident)*) => {
        $(#[test]
        fn $module() {
            check(stringify!($module));
        })*
    };
}

modules! { gb_trees calendar io_lib_pretty string lists }
