//! What becomes of OTP's place-holders for NIFs? Ermine has a native for them, or says that it has none;
//! nobody reads that a function of OTP is not there.

use crate::erlang::has_erlang;
use crate::folder::Folder;
use analysis::stub;
use beam::Loader;
use core_erlang::Module;
use interpreter::{Machine, Outcome};
use runtime::Incomplete;
use std::sync::Arc;
use term::{Atom, Term};
use world::World;

/// What place-holders say when they run.
const EXCUSES: [&str; 8] = [
    "nif_library_not_loaded",
    "nif_not_loaded",
    "not_loaded",
    "notsup",
    "stub",
    "undef",
    "undefined",
    "undefined_nif",
];

/// So many there are, at least, or the test looks in the wrong place.
const FEWEST: usize = 500;

/// The modules of OTP that have any, by the names in their files.
fn modules(loader: &Loader) -> Vec<Arc<Module>> {
    let has_any = |name: &&Atom| {
        let file = loader.code_path().find(**name).expect("it is on the code path");
        let bytes = std::fs::read(file).expect("a file");
        ["nif_error", "load_nif"]
            .iter()
            .any(|word| bytes.windows(word.len()).any(|part| part == word.as_bytes()))
    };
    let names = loader.code_path().otp_modules().iter().filter(has_any);
    names.filter_map(|name| loader.load_by_name(*name).ok()).collect()
}

fn is_excuse(reason: &Term) -> bool {
    let tag = match reason {
        Term::Tuple(parts) => parts.first().and_then(Term::as_atom_name),
        other => other.as_atom_name(),
    };
    tag.is_some_and(|tag| EXCUSES.contains(&tag))
}

#[test]
fn place_holders_of_otp_are_limits_or_natives() {
    let Some(loader) = crate::erlang::loader() else { return };
    let mut machine = World::machine(&loader);
    machine.limits.reductions = 10_000;
    let (mut found, mut wrong) = (0, Vec::new());
    for module in modules(&loader) {
        for raw in &module.functions {
            let function = module.decode(raw).expect("a function");
            if !stub::calls_nif_error(&function) && !stub::is_stub_of(&module, &function) {
                continue;
            }
            found += 1;
            let (name, arity) = (function.name.name, function.name.arity as usize);
            let is_fine = match module.is_exported(function.name) {
                false => {
                    stub::is_stub_of(&module, &function)
                        || machine.library.is_native(module.name, name, arity)
                        || stub::loads_nifs(&module)
                }
                true => called(&mut machine, module.name, name, arity),
            };
            if !is_fine {
                wrong.push(format!("{}:{}/{arity}", module.name.name(), name.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {wrong:?}", wrong.len());
    assert!(found >= FEWEST, "{found}");
}

/// Is it no excuse that comes of it?
fn called(machine: &mut Machine, module: Atom, name: Atom, arity: usize) -> bool {
    machine.reset();
    let arguments = vec![Term::atom("no_nif"); arity];
    match machine.call(module, name, &arguments) {
        Outcome::Crashed { reason, .. } => !is_excuse(&reason),
        _ => true,
    }
}

/// Modules of users have the same in other words.
const OWN: &str = "\
-module(own_nifs).
-on_load(load/0).
-export([f/1, g/1, h/1, wrong/1, checked/1]).
load() -> erlang:load_nif(\"own_nifs\", 0).
f(_) -> erlang:nif_error({not_loaded, ?MODULE}).
g(_) -> not_loaded(?LINE).
not_loaded(Line) -> erlang:nif_error({not_loaded, [{module, ?MODULE}, {line, Line}]}).
h(_) -> exit(nif_library_not_loaded).
checked(N) when N > 0 -> erlang:nif_error(undef);
checked(_) -> none.
wrong(N) -> error({wrong, N}).
";

#[test]
fn place_holders_of_users_are_limits() {
    let Some(loader) = crate::erlang::loader() else { return };
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nifs");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("own_nifs.erl");
    std::fs::write(&path, OWN).expect("a file");
    let source = beam::ModuleSource::File { path, options: Vec::new() };
    let module = loader.load(&source).expect("it compiles");
    let mut machine = World::machine(&loader);
    for (name, limit) in
        [("f", true), ("g", true), ("h", true), ("checked", true), ("wrong", false)]
    {
        machine.reset();
        let outcome = machine.call(module.name, Atom::new(name), &[Term::Int(1)]);
        let expected = Incomplete::UnsupportedBuiltIn {
            module: module.name,
            function: Atom::new(name),
            arity: 1,
        };
        assert_eq!(outcome == Outcome::Incomplete(expected), limit, "{name}: {outcome:?}");
    }
}

/// A module without NIFs that raises by `nif_error`, of which Dialyzer does not complain.
#[test]
fn nif_error_is_an_exception_where_there_are_no_nifs() {
    if !has_erlang() {
        return;
    }
    let source = "-module(own_errors).\n-export([f/1]).\n
-spec f(integer()) -> ok.
f(7) -> fail(seven);
f(_) -> ok.
fail(Why) -> erlang:nif_error({own, Why}).\n";
    let folder = Folder::new("nifs", "errors", &[("own_errors.erl", source)]);
    let json = folder.json(&["run", "own_errors.erl", "f"]);
    let finding = &json["functions"][0]["findings"][0];
    assert_eq!(finding["reason"], "{own, seven}");
    assert_eq!(finding["confirmation"], "confirmed");
    assert_eq!(finding["rank"], "deliberate");
    assert_eq!(json["functions"][0]["incomplete"], serde_json::json!([]));
}

/// The emulator itself says of which modules it has functions.
#[test]
fn the_modules_of_the_emulator_are_known() {
    if !has_erlang() {
        return;
    }
    let names = "lists:usort([M || {M, _, _} <- erlang:system_info(snifs)])";
    let program = format!("[io:format(\"~ts \", [M]) || M <- {names}], halt().");
    let output = std::process::Command::new("erl").args(["-noshell", "-eval", &program]).output();
    let output = String::from_utf8(output.expect("erl runs").stdout).expect("names");
    let unknown: Vec<&str> = output
        .split_whitespace()
        .filter(|name| !stub::is_of_the_emulator(Atom::new(name)))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(output.split_whitespace().count() > 10, "{output}");
}

#[test]
fn every_module_of_ours_compiles() {
    let Some(loader) = crate::erlang::loader() else { return };
    for name in world::models::names() {
        let source = world::models::source(name).expect("it is one of ours");
        if let Err(error) = loader.load(&source) {
            panic!("{}: {error}", name.name());
        }
    }
}
