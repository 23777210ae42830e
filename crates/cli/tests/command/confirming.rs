//! What does it mean that a crash is confirmed? That the BEAM itself does the same at the same place, in
//! the time there is, and that nobody said so in its place.

use crate::erlang::has_erlang;
use crate::warm::{keep, warm};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A folder of a test's own, with a cache, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("confirming-{name}"));
        // Left by a test that was killed.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        Folder(folder)
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).expect("a file can be written");
    }

    /// As a user would have compiled it.
    fn compile(&self, file: &str, options: &[&str]) {
        let mut command = Command::new("erlc");
        let status = command.current_dir(&self.0).args(options).arg(file).status();
        assert!(status.expect("erlc starts").success());
        fs::remove_file(self.0.join(file)).expect("the source can be removed");
    }

    fn ermine(&self, arguments: &[&str]) -> Done {
        self.ermine_in(&self.0, &arguments.iter().map(OsStr::new).collect::<Vec<_>>())
    }

    fn ermine_in(&self, folder: &Path, arguments: &[&OsStr]) -> Done {
        let cache = self.0.join("cache");
        warm(&cache);
        let begun = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).current_dir(folder).env("ERMINE_CACHE", &cache);
        let output = command.output().expect("ermine starts");
        keep(&cache);
        let text = [output.stdout, output.stderr].concat();
        Done {
            text: String::from_utf8_lossy(&text).into_owned(),
            code: output.status.code(),
            time: begun.elapsed(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Done {
    text: String,
    code: Option<i32>,
    time: Duration,
}

const NO_TIME: &str = "not confirmed: no time was left for it (--time)";

/// Each of many crashes takes a moment that is not too long for any of them.
#[test]
fn many_crashes_do_not_take_longer_than_there_is_time() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("many");
    let clause = |number: u32| format!("f({number}) -> wait(), error(e{number});\n");
    let clauses: String = (0..40).map(clause).collect();
    folder.write(
        "many.erl",
        &format!(
            "-module(many).\n-export([f/1]).\n-spec f(integer()) -> integer().\n{clauses}\
             f(X) -> X.\n\
             wait() -> case erlang:module_loaded(ermine_run) of true -> timer:sleep(280); \
             false -> ok end.\n"
        ),
    );
    let Done { text, code, .. } = folder.ermine(&["run", "many.erl", "f/1", "--time", "1s"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("40 crash sites"), "{text}");
    assert!(text.contains(NO_TIME), "{text}");
    // Each takes 280 ms: the time of the search and the half second after it are enough for five.
    let confirmed = text.matches("confirmed on").count();
    assert!((1..=8).contains(&confirmed), "{confirmed}: {text}");
}

/// What the compiler takes long for is compiled once, before the search.
#[test]
fn a_slow_parse_transform_runs_once() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("slow");
    folder.write(
        "slow_transform.erl",
        "-module(slow_transform).\n-export([parse_transform/2]).\n\
         parse_transform(Forms, _) -> timer:sleep(10000), Forms.\n",
    );
    folder.compile("slow_transform.erl", &[]);
    folder.write(
        "slow.erl",
        "-module(slow).\n-compile({parse_transform, slow_transform}).\n-export([f/1]).\n\
         -spec f(integer()) -> integer().\nf(X) -> 1 div X.\n",
    );
    let search = ["run", "slow.erl", "f/1", "--time", "1s", "-pa", "."];
    let Done { text, time, .. } = folder.ermine(&search);
    assert!(text.contains("confirmed on"), "{text}");
    assert!(time < Duration::from_millis(19_500), "it ran twice: {time:?}");
    let Done { text, time, .. } = folder.ermine(&search);
    assert!(text.contains("confirmed on"), "{text}");
    assert!(time < Duration::from_millis(9_500), "it ran again: {time:?}");
}

/// A process that is left behind reads the pipe and answers for the function that is asked about next.
#[test]
fn no_call_answers_for_another() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("thief");
    folder.write(
        "thief.erl",
        "-module(thief).\n-export([a/1, b/1]).\n\
         -spec a(integer()) -> integer().\n\
         a(X) -> case erlang:module_loaded(ermine_run) of \
         true -> spawn(fun steal/0), timer:sleep(100); false -> ok end, 1 div X.\n\
         -spec b(integer()) -> integer().\n\
         b(X) -> 2 div X.\n\
         steal() -> group_leader(whereis(user), self()), \
         answer(open_port({fd, 3, 4}, [binary, {packet, 4}])).\n\
         answer(P) -> receive {P, {data, <<Id:64, _/binary>>}} -> \
         A = {ok, {[{{value, term_to_binary(42)}, <<>>}], {0, 0}}}, \
         port_command(P, [<<Id:64>>, term_to_binary(A, [{minor_version, 2}])]), answer(P); \
         _ -> answer(P) end.\n",
    );
    let Done { text, .. } =
        folder.ermine(&["check", "thief.erl", "--jobs", "1", "--format", "json"]);
    assert_eq!(text.matches("\"confirmation\": \"confirmed\"").count(), 2, "{text}");
}

#[test]
fn the_same_exception_at_another_place_confirms_nothing() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("mask");
    folder.write(
        "mask.erl",
        "-module(mask).\n-export([f/1]).\n-spec f(integer()) -> integer().\nf(X) ->\n  \
         erlang:module_loaded(ermine_run) andalso error(badarith),\n  1 div X.\n",
    );
    let Done { text, .. } = folder.ermine(&["run", "mask.erl", "f/1"]);
    let expected =
        "not confirmed: the BEAM raises the same exception at another place, mask:f, line 5";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_module_on_the_code_path_runs_nothing_when_it_is_loaded() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("active");
    folder.write(
        "active.erl",
        "-module(active).\n-on_load(go/0).\n-export([f/1]).\n\
         go() -> persistent_term:put(active, true), ok.\nf(X) -> X.\n",
    );
    folder.compile("active.erl", &[]);
    folder.write(
        "calls.erl",
        "-module(calls).\n-export([f/1]).\n-spec f(integer()) -> integer().\n\
         f(X) -> erlang:module_loaded(ermine_run) andalso (catch active:f(1)), \
         case persistent_term:get(active, false) of false -> 1 div X; true -> X end.\n",
    );
    let Done { text, code, .. } = folder.ermine(&["run", "calls.erl", "f/1", "-pa", "."]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("  confirmed on"), "{text}");
    assert!(text.contains("have no debug info, are not there on the BEAM: active\n"), "{text}");
}

#[test]
fn names_that_are_not_utf_8_are_refused_in_a_line() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("names");
    let odd = folder.0.join(OsStr::from_bytes(b"odd\xff"));
    // Not every system has such names.
    if fs::create_dir(&odd).is_err() {
        return;
    }
    fs::write(odd.join("m.erl"), "-module(m).\n-export([f/0]).\nf() -> ok.\n").expect("written");
    let file = odd.join("m.erl");
    let check = |place: &Path, words: &[&OsStr]| {
        let Done { text, code, .. } = folder.ermine_in(place, words);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("UTF-8"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    let word = OsStr::new;
    check(&folder.0, &[word("run"), file.as_os_str(), word("f/0")]);
    check(&folder.0, &[word("check"), odd.as_os_str()]);
    check(&folder.0, &[word("core"), word("lists"), word("--pa"), odd.as_os_str()]);
    check(&odd, &[word("run"), word("m.erl"), word("f/0")]);
    check(&odd, &[word("eval"), word("m.erl"), word("f")]);
}

/// What lies next to a file is found, by the interpreter and by the BEAM.
#[test]
fn a_module_calls_its_neighbour() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("neighbours");
    let near = "-module(near).\n-export([f/1]).\n-spec f(integer()) -> ok.\nf(X) -> far:g(X).\n";
    folder.write("near.erl", near);
    folder.write("far.erl", "-module(far).\n-export([g/1]).\ng(7) -> error(seven);\ng(_) -> ok.\n");
    folder.compile("near.erl", &["+debug_info"]);
    folder.compile("far.erl", &["+debug_info"]);
    let found = |done: &Done| done.text.contains("near:f(7)") && done.text.contains("confirmed on");
    let elsewhere = Folder::new("neighbours-elsewhere");
    let beam = folder.0.join("near.beam");
    let arguments = [OsStr::new("run"), beam.as_os_str(), OsStr::new("f")];
    let done = folder.ermine_in(&elsewhere.0, &arguments);
    assert!(found(&done), "{}", done.text);
    let done = folder.ermine(&["check", "near.beam", "--format", "json"]);
    let is_found = done.text.contains("near:f(7)") && done.text.contains("\"confirmed\": true");
    assert!(is_found, "{}", done.text);
    folder.write("near.erl", near);
    let done = folder.ermine(&["run", "near.erl", "f"]);
    assert!(found(&done), "{}", done.text);
}

/// What is interpreted is what this compiler makes of the debug info, so that runs on the BEAM too.
#[test]
fn what_another_compiler_made_is_made_again() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("another-compiler");
    for made in ["theirs", "ours"] {
        let text =
            format!("-module(aged).\n-export([f/1]).\n-spec f(1) -> ok.\nf(1) -> error({made}).\n");
        folder.write("aged.erl", &text);
        folder.compile("aged.erl", &["+debug_info"]);
        let moved = fs::rename(folder.0.join("aged.beam"), folder.0.join(format!("{made}.beam")));
        moved.expect("a file can be moved");
    }
    let mixed = "{ok, _, A} = beam_lib:all_chunks(\"theirs\"), {ok, _, B} = beam_lib:all_chunks(\"ours\"), \
                 {_, C} = lists:keyfind(\"CInf\", 1, A), \
                 I = lists:keyreplace(version, 1, binary_to_term(C), {version, \"1.0\"}), \
                 D = lists:keystore(\"Dbgi\", 1, A, lists:keyfind(\"Dbgi\", 1, B)), \
                 {ok, M} = beam_lib:build_module(lists:keystore(\"CInf\", 1, D, {\"CInf\", term_to_binary(I)})), \
                 ok = file:write_file(\"aged.beam\", M), halt().";
    let status = Command::new("erl")
        .current_dir(&folder.0)
        .args(["-noshell", "-eval", mixed])
        .status()
        .expect("erl starts");
    assert!(status.success());
    let done = folder.ermine(&["run", "aged.beam", "f"]);
    assert!(done.text.contains("ours") && done.text.contains("confirmed on"), "{}", done.text);
}
