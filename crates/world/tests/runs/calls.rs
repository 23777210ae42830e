//! What becomes of calls that Ermine does not follow? Those that would touch the machine end the run
//! under the name that the program used; pure ones are answered by the BEAM.

use beam::{Loader, LoaderOptions};
use interpreter::{Machine, Outcome};
use runtime::Incomplete;
use std::sync::Arc;
use term::{Atom, Term};
use world::World;

/// `None` if there is no Erlang and the user knows.
fn loader() -> Option<Arc<Loader>> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return None;
    }
    match Loader::new(LoaderOptions::default()) {
        Ok(loader) => Some(Arc::new(loader)),
        Err(error) => panic!("{error}; ERMINE_WITHOUT_ERLANG=1 skips the tests that need it"),
    }
}

/// `module:function(Arguments)`, as text.
fn call(loader: &Arc<Loader>, function: &str, arguments: &str) -> Outcome {
    let (module, function) = function.split_once(':').expect("module:function");
    let arguments = term::read::arguments(arguments).expect("terms");
    let mut machine = World::machine(loader);
    machine.call(Atom::new(module), Atom::new(function), &arguments)
}

/// One word for what became of a call.
fn shown(outcome: Outcome) -> String {
    match outcome {
        Outcome::Returned(term) => term.to_string(),
        Outcome::Crashed { class, reason, .. } => format!("{}:{reason}", class.atom().name()),
        Outcome::Incomplete(Incomplete::Effect { module, function, arity }) => {
            format!("effect {}:{}/{arity}", module.name(), function.name())
        }
        Outcome::Incomplete(Incomplete::UnsupportedBuiltIn { module, function, arity }) => {
            format!("unsupported {}:{}/{arity}", module.name(), function.name())
        }
        other => format!("{other:?}"),
    }
}

fn check(cases: &[(&str, &str, &str)]) {
    let Some(loader) = loader() else { return };
    for (function, arguments, expected) in cases {
        assert_eq!(shown(call(&loader, function, arguments)), *expected, "{function}({arguments})");
    }
}

#[test]
fn effects_have_the_names_that_programs_use() {
    check(&[
        ("file:read_file", r#"["name"]"#, "effect file:read_file/1"),
        ("filelib:wildcard", r#"["*"]"#, "effect filelib:wildcard/1"),
        ("gen_tcp:connect", r#"["host", 80, []]"#, "effect gen_tcp:connect/3"),
        ("os:cmd", r#"["ls"]"#, "effect os:cmd/1"),
        ("init:stop", "[]", "effect init:stop/0"),
        ("erlang:open_port", r#"[{spawn, "ls"}, []]"#, "effect erlang:open_port/2"),
        ("code:load_file", "[lists]", "effect code:load_file/1"),
        ("compile:file", r#"["name"]"#, "effect compile:file/1"),
        ("application:start", "[crypto]", "effect application:start/1"),
        ("net_kernel:start", "[[name]]", "effect net_kernel:start/1"),
        ("dets:open_file", "[name, []]", "effect dets:open_file/2"),
        ("global:whereis_name", "[name]", "effect global:whereis_name/1"),
        ("ets:tab2file", r#"[table, "name"]"#, "effect ets:tab2file/2"),
        ("epp:parse_file", r#"["name", []]"#, "effect epp:parse_file/2"),
        // What is not in the table ends where OTP's code gets to one that is.
        ("rpc:call", "[other@node, lists, seq, [1, 2]]", "effect erlang:spawn_request/5"),
    ]);
}

#[test]
fn harmless_functions_of_these_modules_run() {
    check(&[
        ("file:format_error", "[enoent]", r#""no such file or directory""#),
        ("file:get_cwd", "[]", r#"{ok,"/"}"#),
        ("filename:absname", r#"["name"]"#, r#""/name""#),
        ("inet:parse_address", r#"["::1"]"#, "{ok,{0,0,0,0,0,0,0,1}}"),
        ("inet:ntoa", "[{127,0,0,1}]", r#""127.0.0.1""#),
        ("code:ensure_loaded", "[lists]", "{module,lists}"),
        ("os:type", "[]", "{unix,linux}"),
        ("file:no_such_function", "[]", "error:undef"),
    ]);
}

#[test]
fn the_beam_answers_for_what_is_pure() {
    check(&[
        ("re:run", r#"["abcb", "b+", [global]]"#, "{match,[[{1,1}],[{3,1}]]}"),
        ("re:run", r#"["a", "("]"#, "error:badarg"),
        ("re:replace", r#"["aXb", "x", "-", [caseless, {return, list}]]"#, r#""a-b""#),
        ("re:split", r#"["a,b", ","]"#, r#"[<<"a">>,<<"b">>]"#),
        ("crypto:hash", r#"[md5, ""]"#, MD5_OF_NOTHING),
        ("zlib:crc32", "[x]", "error:badarg"),
    ]);
}

const MD5_OF_NOTHING: &str = "<<212,29,140,217,143,0,178,4,233,128,9,152,236,248,66,126>>";

#[test]
fn a_compiled_pattern_comes_back_usable() {
    let Some(loader) = loader() else { return };
    let mut machine = World::machine(&loader);
    let (re, source) = (Atom::new("re"), Term::string("b(.)"));
    let Outcome::Returned(compiled) = machine.call(re, Atom::new("compile"), &[source]) else {
        panic!("it compiles");
    };
    let pattern = compiled.as_tuple().expect("{ok, Pattern}")[1].clone();
    let subject = Term::string("abc");
    let outcome = machine.call(re, Atom::new("run"), &[subject, pattern]);
    assert_eq!(shown(outcome), "{match,[{1,2},{2,1}]}");
}

#[test]
fn output_is_captured_and_nothing_is_typed() {
    let Some(loader) = loader() else { return };
    let mut machine = Machine::new(World::loader(&loader), None);
    let arguments = [Term::string("~w ~ts~n"), Term::list(vec![1.into(), Term::string("é")])];
    let outcome = machine.call(Atom::new("io"), Atom::new("format"), &arguments);
    assert_eq!(shown(outcome), "ok");
    assert_eq!(machine.output(), "1 é\n".as_bytes());
    let prompt = [Term::string("> ")];
    let outcome = machine.call(Atom::new("io"), Atom::new("get_line"), &prompt);
    assert_eq!(shown(outcome), "eof");
}
