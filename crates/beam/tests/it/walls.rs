//! Is a node really behind its walls, and is the world that it sees the one of the interpreter?

use crate::calls::{call, limits, text_of};
use crate::{Folder, loader, loader_with_paths, otp};
use beam::{Cache, Limits, Loader, LoaderOptions, ModuleSource, walls};
use std::process::Command;

/// What a call gives on the node of a loader.
fn given(loader: &Loader, text: &str) -> String {
    text_of(&loader.node().apply(&call(text), &limits()).unwrap().outcome)
}

#[test]
fn a_node_sees_no_variables_no_folder_and_no_files() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let secret = folder.write("secret", "secret");
    let loader = loader(&otp, &folder);
    assert_eq!(given(&loader, "{os, env, []}"), "[]");
    assert_eq!(given(&loader, "{file, get_cwd, []}"), "{ok,\"/\"}");
    let path = given(&loader, "{code, get_path, []}");
    assert!(!path.contains("\".\"") && !path.contains("ermine"), "{path}");
    if !walls::held().is_closed() {
        return eprintln!("no walls on this system");
    }
    let read = format!("{{file, read_file, [\"{}\"]}}", secret.display());
    assert_eq!(given(&loader, &read), "{error,eacces}");
    assert_eq!(given(&loader, "{file, list_dir, [\"/etc\"]}"), "{error,eacces}");
    let write = format!("{{file, write_file, [\"{}\", \"x\"]}}", secret.display());
    assert_eq!(given(&loader, &write), "{error,eacces}");
    assert_eq!(std::fs::read_to_string(secret).unwrap(), "secret");
    // No shell is to be had, nor any other program. When the emulator sees that its child is gone is a race:
    // before it opens the port, while it writes to it, which ends the caller, or after that.
    let printed = given(&loader, "{os, cmd, [\"echo out\"]}");
    assert!(["[]", "signal epipe", "error: badarg"].contains(&printed.as_str()), "{printed}");
    assert_eq!(given(&loader, "{gen_tcp, connect, [{127, 0, 0, 1}, 1, []]}"), "{error,eperm}");
}

#[test]
fn memory_outside_of_all_heaps_is_limited_too() {
    let Some(otp) = otp() else { return };
    if !walls::held().is_closed() {
        return eprintln!("no walls on this system");
    }
    let options = LoaderOptions {
        cache: Some(Cache::disabled()),
        memory: Some(200 << 20),
        ..LoaderOptions::default()
    };
    let loader = Loader::with_otp(otp, options);
    let limits = Limits { heap_words: 1 << 30, ..limits() };
    let copies = |count: u64| call(&format!("{{binary, copy, [<<0:8000>>, {count}]}}"));
    let ran = |count| text_of(&loader.node().apply(&copies(count), &limits).unwrap().outcome);
    assert_eq!(ran(10_000), "TooLarge", "10 MB fit");
    assert_eq!(ran(1_000_000), "the node died", "1 GB does not");
    assert_eq!(given(&loader, "{erlang, '+', [1, 2]}"), "3");
}

#[test]
fn no_module_runs_anything_by_being_loaded() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let text = |name: &str| {
        format!(
            "-module({name}).\n-export([f/0]).\n-on_load(start/0).\n\
             start() -> persistent_term:put({name}, started).\n\
             f() -> persistent_term:get({name}, not_started).\n"
        )
    };
    let source = folder.write("of_source.erl", &text("of_source"));
    folder.write("ebin/keep", "");
    for name in ["of_beam", "of_path"] {
        let source = folder.write(&format!("{name}.erl"), &text(name));
        let output = folder.path().join("ebin");
        let mut compiler = Command::new(otp.root.join("bin/erlc"));
        compiler.arg("+debug_info").arg("-o").arg(output).arg(source);
        assert!(compiler.status().unwrap().success());
    }
    std::fs::create_dir(folder.path().join("beam")).unwrap();
    let beam = folder.path().join("beam/of_beam.beam");
    std::fs::rename(folder.path().join("ebin/of_beam.beam"), &beam).unwrap();
    let loader = loader_with_paths(&otp, &folder, vec![folder.path().join("ebin")]);
    loader.install_code_path().unwrap();
    loader.install(&ModuleSource::File { path: source, options: Vec::new() }).unwrap();
    loader.install(&ModuleSource::Beam(beam)).unwrap();
    for name in ["of_source", "of_beam", "of_path"] {
        assert_eq!(given(&loader, &format!("{{{name}, f, []}}")), "not_started", "{name}");
    }
}
