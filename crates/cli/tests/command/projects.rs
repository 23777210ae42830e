//! What does `ermine check` make of projects as they are found: not built, with libraries that are not
//! there, with build files that are programs?

use crate::erlang::has_erlang;
use crate::folder::{Folder, has};
use serde_json::Value;

/// A folder of this test's own.
fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    Folder::new("projects", name, files)
}

const OPTIONAL: &str = "\
-module(optional).
-export([encode/1, decode/1, apply/1, typo/1, deep/1]).
-spec encode(integer()) -> integer().
encode(N) when N > 3 -> jiffy_like:encode(N);
encode(N) -> N.
-spec decode(integer()) -> integer().
decode(N) -> X = jiffy_like:decode(N), X + 1.
-spec apply(module()) -> term().
apply(Module) -> Module:start().
-spec typo([integer()]) -> [integer()].
typo(L) -> list:reverse(L).
-spec deep(0..9) -> integer().
deep(7) -> error(seven);
deep(N) -> jiffy_like:decode(N).
";

#[test]
fn a_module_that_is_not_there_is_told_once() {
    if !has_erlang() {
        return;
    }
    let folder = folder("optional", &[("optional.erl", OPTIONAL)]);
    let json = folder.json(&["check", "optional.erl"]);
    let missing = serde_json::json!([
        {"module": "jiffy_like", "functions": 3, "similar": []},
        {"module": "list", "functions": 1, "similar": ["lists"]},
    ]);
    assert_eq!(json["check"]["missing_modules"], missing);
    let verdict = |name: &str| {
        let functions = json["functions"].as_array().expect("functions");
        let mfa = format!("optional:{name}/1");
        let function =
            functions.iter().find(|each| each["mfa"] == mfa.as_str()).expect("it is there");
        let kinds: Vec<&Value> = function["incomplete"]
            .as_array()
            .expect("gaps")
            .iter()
            .map(|gap| &gap["kind"])
            .collect();
        let found = function["findings"].as_array().expect("findings").len();
        (function["verdict"].clone(), found, kinds.iter().any(|kind| **kind == "missing_module"))
    };
    assert_eq!(verdict("encode"), ("no_crash_found".into(), 0, true));
    assert_eq!(verdict("decode"), ("no_crash_found".into(), 0, true));
    // A crash of the program's own stays one, and so does a module that an argument names.
    assert_eq!(verdict("deep"), ("crash".into(), 1, true));
    assert_eq!(verdict("apply").0, "crash");
    let (text, code) = folder.text(&["check", "optional.erl"]);
    assert_eq!(code, 0, "{text}");
    let line = "modules that are not there: jiffy_like (called by 3 functions), \
                list (called by 1 function, is it lists?); -pa DIR";
    has(&text, line);
    assert_eq!(text.matches("jiffy_like (").count(), 1, "{text}");
    // Whoever asks for one function is told of it, and what may help.
    let (text, code) = folder.text(&["run", "optional.erl", "decode"]);
    assert_eq!(code, 1);
    has(&text, "undefined function jiffy_like:decode/1");
    has(&text, "there is no module jiffy_like; -pa DIR adds a folder");
}

#[test]
fn an_unknown_module_or_function_brings_a_hint() {
    if !has_erlang() {
        return;
    }
    let folder = folder("unknown", &[("optional.erl", OPTIONAL)]);
    for command in [&["run", "lits", "map"][..], &["check", "lits"], &["eval", "lits", "map"]] {
        let (text, code) = folder.text(command);
        assert_eq!(code, 2, "{text}");
        has(&text, "there is no module lits (is it lists?); -pa DIR adds a folder");
    }
    let (text, _) = folder.text(&["run", "optional.erl", "decod"]);
    has(&text, "there is no function optional:decod (is it decode/1");
    let (text, _) = folder.text(&["eval", "lists", "revers", "[[1]]"]);
    has(&text, "is it reverse/1");
}

#[test]
fn built_in_types_are_there() {
    if !has_erlang() {
        return;
    }
    let source = "-module(io_like).\n-export([f/1]).\n-spec f(integer()) -> iolist().\nf(N) -> [N band 255].\n";
    let folder = folder("iolist", &[("io_like.erl", source)]);
    let (text, code) = folder.text(&["check", "io_like.erl"]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("not there"), "{text}");
}

/// A rebar3 project that is not built, with everything that makes that hard.
const UNBUILT: [(&str, &str); 8] = [
    (
        "some-checkout/rebar.config",
        "{erl_opts, [debug_info, warnings_as_errors, {parse_transform, own_transform}, {i, \"headers\"},
           {platform_define, \"^[0-9]+\", on_otp}, {platform_define, \"^R15\", on_r15}, {d, five, 5}]}.
         {erl_first_files, [\"src/own_transform.erl\"]}.\n",
    ),
    (
        "some-checkout/rebar.config.script",
        "Opts = proplists:get_value(erl_opts, CONFIG),
         lists:keystore(erl_opts, 1, CONFIG, {erl_opts, [{d, scripted} | Opts]})
           ++ [{src_dirs, [\"src\", \"more\"]}].\n",
    ),
    ("some-checkout/src/own.app.src", "{application, own, [{vsn, \"1\"}]}.\n"),
    (
        "some-checkout/src/own.erl",
        "-module(own).
         -export([f/1]).
         -include_lib(\"own/include/own.hrl\").
         -include(\"inner.hrl\").
         -ifndef(on_otp). -error(\"no platform\"). -endif.
         -ifdef(on_r15). -error(\"the wrong platform\"). -endif.
         -ifndef(scripted). -error(\"no script\"). -endif.
         -spec f(integer()) -> integer().
         f(?LIMIT) -> error(limit);
         f(?INNER) -> error(inner);
         f(N) -> replaced(N).
         replaced(N) -> error(N).\n",
    ),
    ("some-checkout/include/own.hrl", "-define(LIMIT, 100).\n"),
    ("some-checkout/headers/inner.hrl", "-define(INNER, ?five).\n"),
    (
        "some-checkout/src/own_transform.erl",
        "-module(own_transform).
         -export([parse_transform/2]).
         parse_transform(Forms, _) -> own_helper:map(Forms).\n",
    ),
    (
        "some-checkout/more/own_helper.erl",
        "-module(own_helper).
         -export([map/1]).
         map(Forms) -> [form(Form) || Form <- Forms].
         form({function, L, replaced, 1, _}) ->
             {function, L, replaced, 1, [{clause, L, [{var, L, 'N'}], [], [{var, L, 'N'}]}]};
         form(Form) -> Form.\n",
    ),
];

#[test]
fn a_project_that_is_not_built_is_compiled_as_rebar3_does() {
    if !has_erlang() {
        return;
    }
    // The folder may be called as the application is, or not.
    let named = UNBUILT.map(|(file, text)| (file.replace("some-checkout", "own"), text));
    let named: Vec<(&str, &str)> = named.iter().map(|(file, text)| (&file[..], *text)).collect();
    for (project, files) in [("some-checkout", &UNBUILT[..]), ("own", &named)] {
        let folder = folder(&format!("unbuilt-{project}"), files);
        for arguments in [&["check", project][..], &["check", project, "--no-cache"]] {
            let json = folder.json(arguments);
            assert_eq!(json["check"]["failures"], serde_json::json!([]));
            let loading = serde_json::json!({"found": 3, "loaded": 3, "build": null});
            assert_eq!(json["check"]["loading"], loading);
            let messages: Vec<&str> = json["functions"]
                .as_array()
                .expect("functions")
                .iter()
                .flat_map(|function| function["findings"].as_array().expect("findings"))
                .map(|finding| finding["reason"].as_str().expect("a reason"))
                .collect();
            assert_eq!(messages, ["limit", "inner"]);
        }
    }
}

#[test]
fn a_file_of_a_project_is_compiled_as_the_project_says() {
    if !has_erlang() {
        return;
    }
    let folder = folder("unbuilt-file", &UNBUILT);
    for command in ["run", "check"] {
        let mut arguments = vec![command, "some-checkout/src/own.erl"];
        arguments.extend((command == "run").then_some("f"));
        let json = folder.json(&arguments);
        let reasons: Vec<&str> = json["functions"][0]["findings"]
            .as_array()
            .expect("findings")
            .iter()
            .map(|finding| finding["reason"].as_str().expect("a reason"))
            .collect();
        assert_eq!(reasons, ["limit", "inner"], "{command}");
    }
}

/// A project with two dependencies that nobody has built, of which one calls the other.
const DEPENDENT: [(&str, &str); 8] = [
    ("rebar.config", "{erl_opts, [{d, 'LIMIT', 10}]}.\n"),
    ("src/mine.app.src", "{application, mine, [{vsn, \"1\"}]}.\n"),
    (
        "src/mine.erl",
        "-module(mine).
         -export([f/1]).
         -spec f(integer()) -> integer().
         f(N) when N > ?LIMIT -> theirs:half(N) + mine_helper:one();
         f(N) -> N.\n",
    ),
    ("src/mine_helper.erl", "-module(mine_helper).\n-export([one/0]).\none() -> 1.\n"),
    ("_build/default/lib/theirs/rebar.config", "{erl_opts, [{d, 'SECRET', 42}]}.\n"),
    (
        "_build/default/lib/theirs/src/theirs.erl",
        "-module(theirs).
         -export([half/1]).
         -include(\"theirs.hrl\").
         half(?SECRET) -> error(?WHAT);
         half(N) -> further:back(N div 2).\n",
    ),
    ("_build/default/lib/theirs/include/theirs.hrl", "-define(WHAT, secret).\n"),
    (
        "_checkouts/further/src/further.erl",
        "-module(further).\n-export([back/1]).\nback(17) -> error(seventeen);\nback(N) -> N.\n",
    ),
];

#[test]
fn what_a_project_depends_on_is_compiled_when_it_is_called() {
    if !has_erlang() {
        return;
    }
    let folder = folder("dependent", &DEPENDENT);
    for arguments in
        [&["check", "."][..], &["run", "src/mine.erl", "f"], &["check", "src/mine.erl"]]
    {
        let json = folder.json(arguments);
        let functions = json["functions"].as_array().expect("functions");
        let f = functions.iter().find(|each| each["mfa"] == "mine:f/1").expect("mine:f/1");
        let mut found: Vec<(&str, &str)> = f["findings"]
            .as_array()
            .expect("findings")
            .iter()
            .map(|finding| {
                assert_eq!(finding["confirmation"], "confirmed", "{finding}");
                let part = |name: &str| finding[name].as_str().expect("text");
                (part("reason"), part("file"))
            })
            .collect();
        found.sort_unstable();
        let files =
            ["_build/default/lib/theirs/src/theirs.erl", "_checkouts/further/src/further.erl"];
        assert_eq!(found, [("secret", files[0]), ("seventeen", files[1])], "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_compiled_says_what_builds_it() {
    if !has_erlang() {
        return;
    }
    let broken = "-module(broken).\n-include_lib(\"elsewhere/include/e.hrl\").\n";
    let fine = "-module(fine).\n-export([f/1]).\n-spec f(integer()) -> integer().\nf(N) -> N.\n";
    for (mark, command) in [("rebar.config", "rebar3 compile"), ("erlang.mk", "make")] {
        let files = [(mark, ""), ("src/broken.erl", broken), ("src/fine.erl", fine)];
        let folder = folder(&format!("hint-{mark}"), &files);
        let (text, code) = folder.text(&["check", "."]);
        assert_eq!(code, 0, "{text}");
        let first = format!("not built: 1 module cannot be loaded (src/broken.erl); {command}");
        assert!(text.starts_with(&first), "{text}");
        has(&text, &format!("only 1 of 2 modules could be loaded; {command} builds the project"));
        let json = folder.json(&["check", "."]);
        assert_eq!(json["check"]["loading"]["loaded"], 1);
        assert_eq!(json["check"]["loading"]["build"], command);
    }
}

#[test]
fn a_script_touches_nothing() {
    if !has_erlang() {
        return;
    }
    let script = "file:write_file(\"touched\", <<>>), os:cmd(\"touch touched\"),
                  {ok, _} = file:read_file(\"/etc/passwd\"), CONFIG.\n";
    let fine = "-module(fine).\n-export([f/1]).\n-spec f(integer()) -> integer().\nf(N) -> N.\n";
    let files = [("rebar.config", ""), ("rebar.config.script", script), ("src/fine.erl", fine)];
    let folder = folder("script", &files);
    let (text, code) = folder.text(&["check", "."]);
    assert_eq!(code, 0, "{text}");
    assert!(!folder.0.join("touched").exists(), "{text}");
    has(&text, "counts as not there");
}

/// A port that cannot be opened tells its owner by a signal, sooner or later.
#[test]
fn a_parse_transform_that_starts_commands_does_not_end_the_compiler() {
    if !has_erlang() {
        return;
    }
    let transform = "-module(commanding).
         -export([parse_transform/2]).
         parse_transform(Forms, _) ->
             [try os:cmd(\"echo hello\") catch _:_ -> none end || _ <- lists:seq(1, 40)],
             timer:sleep(20),
             Forms.\n";
    let fine = "-module(fine).
         -export([f/1]).
         -compile({parse_transform, commanding}).
         -spec f(integer()) -> integer().
         f(42) -> error(found);
         f(N) -> N.\n";
    let files = [
        ("rebar.config", ""),
        ("src/commanding.erl", transform),
        ("src/fine.erl", fine),
        ("src/fine_again.erl", &fine.replace("-module(fine)", "-module(fine_again)")),
    ];
    let folder = folder("commanding", &files);
    let json = folder.json(&["check", ".", "--no-cache"]);
    assert_eq!(json["check"]["failures"], serde_json::json!([]));
    assert_eq!(json["check"]["loading"]["loaded"], 3);
}

#[test]
fn the_wrong_part_of_a_result_is_shown_in_its_place() {
    if !has_erlang() {
        return;
    }
    let source = "-module(part).\n-export([f/1]).
-spec f(1..3) -> {ok, [{atom(), integer()}]} | {error, {bad, integer(), [atom()]}}.
f(1) -> {ok, [{a, 1}, {b, x}]};
f(2) -> {error, other};
f(3) -> {error, {bad, 3, [a, 7]}}.\n";
    let folder = folder("part", &[("part.erl", source)]);
    let (text, _) = folder.text(&["run", "part.erl", "f"]);
    has(&text, "x is not of type integer(), in {_, [_, {_, x}]}");
    // The alternative that fits furthest explains it.
    has(&text, "other is not of type {bad, integer(), [atom()]}, at element 2 of the tuple");
    has(&text, "7 is not of type atom(), in {_, {_, _, [_, 7]}}");
}

#[test]
fn a_constant_that_takes_forever_is_given_up_in_time() {
    if !has_erlang() {
        return;
    }
    let source = "-module(huge).\n-export([f/0]).\nf() -> A = (1 bsl 16000000) - 1, A * A.\n";
    let folder = folder("huge", &[("huge.erl", source)]);
    let started = std::time::Instant::now();
    let (text, code) = folder.text(&["run", "huge.erl", "f", "--time", "1s"]);
    assert!(started.elapsed().as_secs() < 60, "{text}");
    if code == 2 {
        has(&text, "a constant that takes long to compute");
    }
}
