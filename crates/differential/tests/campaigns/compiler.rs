//! Can Ermine run OTP's own compiler? All of it, from the forms of a source to the bytes of the
//! `.beam` file, and the bytes are those that the BEAM makes.
//!
//! The preprocessor reads files, so it runs on the BEAM; everything after it runs on both:
//! `erl_lint`, `erl_expand_records`, `v3_core`, `sys_core_fold`, `v3_kernel`, the passes over SSA
//! form, the assembler.

use beam::{Call, Limits, Loader, LoaderOptions, Node, Outcome};
use differential::ermine_side::Ermine;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term, external};

/// One compilation is a large call.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(120),
    heap_words: 256 << 20,
    result_bytes: 64 << 20,
    linger: Duration::ZERO,
    grace: beam::GRACE,
};

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
    let folder =
        on_the_beam(node, &call("code", "lib_dir", vec![Term::atom("stdlib"), Term::atom("src")]));
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
    let (expected, found) = (chunks(&expected), chunks(&found));
    assert!(!expected.is_empty(), "the BEAM does not compile {module}");
    let differing: Vec<&String> =
        expected.keys().filter(|name| expected.get(*name) != found.get(*name)).collect();
    assert!(expected == found, "{module}: different in {differing:?}");
}

/// The chunks of the `.beam` file that a compilation gave, and beside them its warnings.
fn chunks(compiled: &Term) -> BTreeMap<String, Vec<u8>> {
    let mut chunks = BTreeMap::new();
    let Some([_ok, _module, binary, warnings]) = compiled.as_tuple() else { return chunks };
    chunks.insert("warnings".to_owned(), warnings.to_string().into_bytes());
    // `FOR1`, the size, `BEAM`; then name, size and bytes of each, up to a multiple of four.
    let mut rest = binary.as_binary().and_then(|bytes| bytes.get(12..)).unwrap_or_default();
    while let Some((name, after)) = rest.split_first_chunk::<4>()
        && let Some((size, bytes)) = after.split_first_chunk::<4>()
    {
        let size = u32::from_be_bytes(*size) as usize;
        let name = String::from_utf8_lossy(name).into_owned();
        // This one is compressed, and no two implementations of zlib find the same short form.
        let contents = match name.as_str() {
            "Dbgi" => external::decode(&bytes[..size]).expect("a term").to_string().into_bytes(),
            _ => bytes[..size].to_vec(),
        };
        chunks.insert(name, contents);
        rest = bytes.get(size.next_multiple_of(4)..).unwrap_or_default();
    }
    chunks
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
