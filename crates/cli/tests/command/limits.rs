//! Do `--time` and `--memory` hold, whatever a single operation does? The real command runs programs
//! that take for ever, or all memory, in one call of a built-in.
//!
//! What is asserted is generous: a test fails if a limit is not seen at all, not if a machine is slow.

use crate::erlang::has_erlang;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const HOLD: &str = "\
-module(hold).
-compile([export_all, nowarn_export_all]).

%% Sixty cells or tuples: whoever goes through their parts sees 2^60 of them.
list(X) -> list(60, [X]).
list(0, X) -> X;
list(N, X) -> list(N - 1, [X | X]).
tuple(X) -> tuple(60, X).
tuple(0, X) -> X;
tuple(N, X) -> tuple(N - 1, {X, X}).

exactly(X) -> list(X) =:= list(X).
equal(X) -> tuple(X) == tuple(X).
less(X) -> tuple(X) < tuple(X).
literal(X) -> case list(X) =:= list(7) of true -> error(found); false -> ok end.
hash(X) -> erlang:phash2(list(X)).
old_hash(X) -> erlang:phash(tuple(X), 1000).
dictionary(X) -> put(list(X), X), get(list(X)).
table(X) -> ets:insert(ets:new(table, []), {X, list(X)}).
external(X) -> term_to_binary(list(X)).
digest(X) -> erlang:md5(term_to_binary(tuple(X))).
flattened(X) -> lists:flatten(list(X)).
bytes(_) -> iolist_size(list(0)).
characters(_) -> unicode:characters_to_binary(list($a)).
key(X) -> #{list(X) => 1, list(X) => 2}.
result(X) -> tuple(X).
reason(X) -> error(tuple(X)).
formatted(X) -> io_lib:format(\"~p\", [list(X)]).
flat_size(X) -> erts_debug:flat_size(list(X)).
external_size(X) -> erlang:external_size(tuple(X)).
persistent(X) -> persistent_term:put(list(X), X).
displayed(X) -> erlang:display(tuple(X)).
%% So that it comes to this when the run is over and somebody watches how it goes on.
late(X) -> down(105000), exactly(X).
down(0) -> ok;
down(N) -> down(N - 1).

%% The BEAM does these at once, because it knows what is the same.
same(X) -> List = list(X), List =:= List.
same_parts(X) -> List = list(X), {List, 1} =:= {List, 1}.
kept(X) -> put(a, list(X)), hd(get(a)), ok.
length_of(X) -> length(list(X)).
caught(X) -> try throw(list(X)) catch List -> length(List) end.

%% Integers that take long. (The compiler would compute them, if it knew.)
one() -> length(lists:duplicate(1, a)).
product(_) -> A = (one() bsl 16000000) - 1, A * A > 0.
quotient(_) -> ((one() bsl 33000000) - 1) div ((one() bsl 16000000) - 3) > 0.
digits(_) -> length(integer_to_list((one() bsl 33000000) - 1)).
number(_) -> binary_to_integer(binary:copy(<<\"7\">>, 9000000)) > 0.
power(X) -> power(X + 3, 100000000).
power(Base, 1) -> Base;
power(Base, N) when N rem 2 =:= 0 -> Half = power(Base, N div 2), Half * Half;
power(Base, N) -> Base * power(Base, N - 1).

%% What takes much memory.
large_tuple(X) -> erlang:make_tuple(16#ffffff, X).
tuples(X) -> Tuple = large_tuple(X), {Tuple, setelement(1, Tuple, a), setelement(2, Tuple, b)}.
sequence(X) when is_integer(X) -> lists:seq(X, 1 bsl 40).
copies(_) -> binary:copy(<<\"a\">>, 1 bsl 28).
zeros(_) -> <<0:(8 * one() bsl 28)>>.
doubled(_) -> A = <<0:(8 * one() bsl 26)>>, B = <<A/binary, A/binary>>, <<B/binary, B/binary, B/binary>>.
matches(_) -> binary:matches(binary:copy(<<\"a\">>, 1 bsl 25), <<\"a\">>).
binaries(X) -> binaries(ets:new(table, []), X, 0).
binaries(Table, X, N) -> ets:insert(Table, {N, binary:copy(<<N>>, 50000000)}), binaries(Table, X, N + 1).
objects(X) -> objects(ets:new(table, []), X, 0).
objects(Table, X, N) -> ets:insert(Table, {N, lists:seq(1, 100)}), objects(Table, X, N + 1).
processes(X) -> spawn(fun() -> receive X -> ok end end), processes(X).
messages(X) -> self() ! {X, lists:seq(1, 1000)}, messages(X).
entries(X) -> entries(X, 0).
entries(X, N) -> put(N, {X, binary:copy(<<N>>, 50000000)}), entries(X, N + 1).
terms(X) -> terms(X, 0).
terms(X, N) -> persistent_term:put(N, {X, binary:copy(<<N>>, 50000000)}), terms(X, N + 1).
keys(X) -> keys(X, 0).
keys(X, N) -> persistent_term:put({N, binary:copy(<<N>>, 50000000)}, X), keys(X, N + 1).
arrays(_) -> Array = atomics:new(30000000, []), {length(lists:seq(1, 10000000)), atomics:get(Array, 1)}.
variables(X) -> variables(X, lists:duplicate(1000000, $a), 0).
variables(X, Text, N) -> os:putenv(integer_to_list(N), Text), variables(X, Text, N + 1).
variable(_) -> os:putenv(\"A\", list($a)).
timers(X) -> erlang:send_after(1 bsl 30, self(), {X, lists:seq(1, 1000)}), timers(X).
recursion(X) -> [X | recursion(X)].
output(X) -> io:put_chars(binary:copy(<<\"line\\n\">>, 4000000)), output(X).
";

/// A folder of this test's own with the module, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        std::fs::write(folder.join("hold.erl"), HOLD).expect("a file can be written");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the target folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a command took.
struct Taken {
    time: Duration,
    /// Megabytes, where the system tells.
    memory: Option<u64>,
    code: Option<i32>,
    text: String,
}

/// Nothing here may take longer, however slow the machine is.
const LONGEST: Duration = Duration::from_secs(60);

fn ermine(folder: &Folder, arguments: &[&str]) -> Taken {
    let (out, errors) = (folder.0.join("out"), folder.0.join("errors"));
    let file = |path: &Path| Stdio::from(std::fs::File::create(path).expect("it can be written"));
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ermine"))
        .args(arguments)
        .current_dir(&folder.0)
        .stdout(file(&out))
        .stderr(file(&errors))
        .spawn()
        .expect("ermine starts");
    let mut memory = None;
    let code = loop {
        memory = highest(child.id()).or(memory);
        match child.try_wait().expect("it can be asked") {
            Some(status) => break status.code(),
            None if started.elapsed() > LONGEST => {
                child.kill().expect("it can be ended");
                child.wait().expect("it has ended");
                panic!("{arguments:?} took longer than {LONGEST:?}");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let text = |path: &Path| {
        let bytes = std::fs::read(path).expect("it was written");
        String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]).into_owned()
    };
    Taken { time: started.elapsed(), memory, code, text: text(&out) + &text(&errors) }
}

/// The most memory that a process has had, in megabytes.
fn highest(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

/// The time is half a second, and the time that it takes to start on a busy machine is not ours.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The limit is 300 MiB.
const MOST_MEMORY: u64 = 500;

/// Searches each function with little time and memory.
fn search(name: &str, functions: &[&str]) {
    search_with(name, functions, &[]);
}

fn search_with(name: &str, functions: &[&str], options: &[&str]) {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new(name);
    for function in functions {
        let function = format!("{function}/1");
        let limits = ["--time", "500ms", "--memory", "300", "--jobs", "1"];
        let command = [&["run", "hold.erl", function.as_str()][..], &limits[..], options].concat();
        let Taken { time, memory, code, text } = ermine(&folder, &command);
        assert!(time < MOST_TIME, "{function} took {time:?}: {text}");
        assert!(memory.is_none_or(|taken| taken < MOST_MEMORY), "{function} took {memory:?} MB");
        assert!(matches!(code, Some(0..=2)), "{function} ended with {code:?}: {text}");
        assert!(!text.contains("bug in Ermine"), "{function}: {text}");
        assert!(!text.contains("proved"), "{function}: {text}");
    }
}

#[test]
fn comparing_what_shares_its_parts() {
    search("comparing", &["exactly", "equal", "less", "literal", "key", "dictionary"]);
}

#[test]
fn hashing_and_writing_what_shares_its_parts() {
    search("hashing", &["hash", "old_hash", "external", "digest", "flat_size", "external_size"]);
}

#[test]
fn going_through_what_shares_its_parts() {
    search("going", &["flattened", "bytes", "characters", "formatted", "displayed"]);
}

#[test]
fn copying_what_shares_its_parts() {
    search("copying", &["table", "persistent", "variable", "result", "reason"]);
}

/// Whoever looks whether a run has an end keeps to the limits, too.
#[test]
fn going_on_after_the_run() {
    search_with("late", &["late"], &["--reductions", "100000"]);
}

#[test]
fn large_integers() {
    search("integers", &["product", "quotient", "digits", "number", "power"]);
}

#[test]
fn large_tuples_and_binaries() {
    search(
        "large",
        &["large_tuple", "tuples", "sequence", "copies", "zeros", "doubled", "matches"],
    );
}

#[test]
fn what_is_kept() {
    search("kept", &["binaries", "objects", "entries", "terms", "keys", "recursion"]);
}

#[test]
fn what_piles_up() {
    search("piles", &["processes", "messages", "timers", "output"]);
}

/// What the BEAM does at once is done at once.
#[test]
fn sharing_is_kept_where_the_beam_keeps_it() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("sharing");
    for function in ["same", "same_parts", "kept", "length_of", "caught"] {
        let name = format!("{function}/1");
        let run = ermine(&folder, &["run", "hold.erl", &name, "--time", "20s", "--jobs", "1"]);
        let is_cut =
            ["stopped by", "out of memory", "hang"].iter().any(|each| run.text.contains(each));
        assert!(!is_cut, "{function}: {}", run.text);
        let eval = ermine(&folder, &["eval", "hold.erl", function, "[a]"]);
        assert_eq!(eval.code, Some(0), "{function}: {}", eval.text);
    }
}

#[test]
fn a_call_keeps_to_its_limits() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("calls");
    let eval = |function: &str, limits: &[&str]| {
        let call = ["eval", "hold.erl", function, "[1]"];
        ermine(&folder, &[&call[..], limits].concat())
    };
    for function in ["exactly", "hash", "flattened", "digits", "power"] {
        let Taken { time, code, text, .. } = eval(function, &["--time", "500ms"]);
        assert!(time < MOST_TIME, "{function} took {time:?}");
        let is_told = text.contains("gave up after 500ms (see --time)")
            || text.contains("takes longer than the time");
        assert!(is_told, "{function}: {text}");
        assert_eq!(code, Some(2));
    }
    let much = ["tuples", "sequence", "zeros", "binaries", "objects", "processes", "messages"];
    let more = ["entries", "terms", "keys", "arrays", "variables", "timers", "table", "result"];
    for function in much.into_iter().chain(more) {
        let Taken { memory, code, text, .. } = eval(function, &["--memory", "300"]);
        assert!(memory.is_none_or(|taken| taken < MOST_MEMORY), "{function} took {memory:?} MB");
        assert!(text.contains("gave up beyond 300 MiB (see --memory)"), "{function}: {text}");
        assert_eq!(code, Some(2));
    }
}

/// A large result is printed piece by piece, and says so.
#[test]
fn a_large_result_is_printed_on_one_line() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("result");
    let call = ["eval", "hold.erl", "large_tuple", "[1]", "--memory", "2000"];
    let Taken { memory, code, text, .. } = ermine(&folder, &call);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("{1,1,1,"), "{text}");
    assert!(text.contains("it is printed on one line"), "{text}");
    assert!(memory.is_none_or(|taken| taken < 2200), "it took {memory:?} MB");
}

#[test]
fn whoever_has_no_memory_for_a_single_run_says_so() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("single");
    let module = "-module(h).\n-export([f/1]).\nf(X) -> lists:sum(lists:seq(1, 1000000)) + X.\n";
    std::fs::write(folder.0.join("h.erl"), module).expect("a file can be written");
    let Taken { code, text, .. } = ermine(&folder, &["run", "h.erl", "f/1", "--memory", "1"]);
    assert!(text.contains("ended out of memory"), "{text}");
    assert_eq!(code, Some(2), "{text}");
    let much = (1u64 << 44).to_string();
    for memory in [much.as_str(), "18446744073709551615", "0"] {
        let call = ["run", "hold.erl", "same/1", "--memory", memory];
        let Taken { code, text, .. } = ermine(&folder, &call);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("is not in 1..16777216"), "{text}");
    }
}

/// Terms may be nested deeper than any stack: seeds of such a type are run, varied and made smaller.
#[test]
fn nested_deeper_than_any_stack() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("nested");
    let module = "-module(nested).
-export([tuple/1, list/1, map/1]).
-type tuples() :: atom() | {tuples()}.
-type lists() :: atom() | [lists()].
-type maps() :: atom() | #{next := maps()}.
-spec tuple(tuples()) -> ok.
tuple({{_}}) -> error(found);
tuple(_) -> ok.
-spec list(lists()) -> ok.
list([[_]]) -> error(found);
list(_) -> ok.
-spec map(maps()) -> ok.
map(#{next := #{next := _}}) -> error(found);
map(_) -> ok.
";
    std::fs::write(folder.0.join("nested.erl"), module).expect("a file can be written");
    let corpus = folder.0.join("corpus");
    std::fs::create_dir_all(&corpus).expect("a folder can be made");
    for (function, before, after) in
        [("tuple", "{", "}"), ("list", "[", "]"), ("map", "#{next => ", "}")]
    {
        const LEVELS: usize = 60_000;
        let deep = [&before.repeat(LEVELS), "b", &after.repeat(LEVELS)].concat();
        let file = corpus.join(format!("nested.{function}.1.terms"));
        let line = format!("{{input, [{deep}], [{{{function}, 1, 7}}]}}.\n");
        std::fs::write(file, line).expect("a file can be written");
        let function = format!("{function}/1");
        let call = ["run", "nested.erl", &function, "--corpus", "corpus", "--runs", "20"];
        let Taken { code, text, .. } = ermine(&folder, &[&call[..], &["--jobs", "1"]].concat());
        assert_eq!(code, Some(1), "{function}: {text}");
        assert!(text.contains("found") && !text.contains("bug in Ermine"), "{function}: {text}");
    }
}
