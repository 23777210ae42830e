//! Does every way to a module work, and does every failure say what to do?

use crate::{Folder, loader, loader_with_paths, otp};
use beam::{Cache, LoadError, Loader, LoaderOptions, ModuleSource, Otp};
use core_erlang::{Expr, FunctionName, Module, print};
use expect_test::expect;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};
use term::{Atom, Term, read};

fn name(text: &str, arity: u32) -> FunctionName {
    FunctionName { name: Atom::new(text), arity }
}

fn file(path: impl AsRef<Path>) -> ModuleSource {
    ModuleSource::File { path: path.as_ref().to_owned(), options: Vec::new() }
}

fn options(path: impl AsRef<Path>, options: &str) -> ModuleSource {
    let options = read::term(options).expect("options");
    let options = options.as_list().expect("a list").to_vec();
    ModuleSource::File { path: path.as_ref().to_owned(), options }
}

/// Compiles a module to a `.beam` file in the same folder or another.
fn compile(otp: &Otp, source: &Path, folder: &str, options: &str) {
    let status = Command::new(&otp.erl)
        .current_dir(source.parent().expect("a folder"))
        .args(["-noinput", "-noshell", "-eval"])
        .arg(format!(
            "{{ok, _}} = compile:file({source:?}, [{{outdir, {folder:?}}}, {options}]), halt()."
        ))
        .status();
    assert!(status.expect("erl starts").success());
}

fn decode_all(module: &Module) {
    for stored in &module.functions {
        if let Err(error) = module.decode(stored) {
            panic!("{}:{}: {error}", module.name.name(), stored.name);
        }
    }
}

fn function_text(module: &Module, text: &str, arity: u32) -> String {
    print::function(&module.function(name(text, arity)).expect("the function").expect("its code"))
}

#[test]
fn stdlib_kernel_and_erts_load_completely() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let is_wanted = |name: &Atom| {
        let file = loader.code_path().find(*name).expect("it was listed").to_string_lossy();
        ["/stdlib", "/kernel", "/erts"].iter().any(|application| file.contains(application))
    };
    let names = loader.code_path().otp_modules().iter().copied().filter(is_wanted);
    let sources: Vec<_> = names.map(ModuleSource::Name).collect();
    assert!(sources.len() > 150, "only {} modules", sources.len());
    for (source, result) in sources.iter().zip(loader.load_all(&sources)) {
        match result {
            Ok(module) => decode_all(&module),
            Err(error) => panic!("{source:?}: {error}"),
        }
    }
}

#[test]
fn a_parse_transform_that_never_ends_is_given_up() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let transform = folder.write(
        "endless.erl",
        "-module(endless).\n-export([parse_transform/2]).\n\
         parse_transform(Forms, Options) -> parse_transform(Forms, Options).\n",
    );
    compile(&otp, &transform, ".", "debug_info");
    let source = folder.write("m.erl", "-module(m).\n-compile({parse_transform, endless}).\n");
    let options = LoaderOptions {
        code_paths: vec![folder.path().to_owned()],
        cache: Some(Cache::disabled()),
        patience: Some(Duration::from_secs(1)),
        ..LoaderOptions::default()
    };
    let loader = Loader::with_otp(otp, options);
    let error = loader.load(&file(source)).map(drop).unwrap_err();
    assert!(matches!(error, LoadError::TooLong(_)), "{error}");
}

#[test]
fn a_module_that_a_node_got_stuck_on_is_loaded_by_the_next() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let transform = folder.write(
        "stuck_once.erl",
        "-module(stuck_once).\n-export([parse_transform/2]).\n\
         parse_transform(Forms, _) ->\n\
             case filelib:is_dir(filename:join(filename:dirname(code:which(?MODULE)), \"been\")) of\n\
                 false -> timer:sleep(infinity);\n\
                 true -> Forms\n\
             end.\n",
    );
    compile(&otp, &transform, ".", "debug_info");
    let source = folder.write(
        "m.erl",
        "-module(m).\n-compile({parse_transform, stuck_once}).\n-export([f/0]).\nf() -> ok.\n",
    );
    let options = LoaderOptions {
        code_paths: vec![folder.path().to_owned()],
        cache: Some(Cache::disabled()),
        patience: Some(Duration::from_secs(2)),
        ..LoaderOptions::default()
    };
    let loader = Loader::with_otp(otp, options);
    let is_loaded = AtomicBool::new(false);
    thread::scope(|scope| {
        // Nothing that a node runs can write, so somebody else has to tell it that it is the second.
        let other = scope.spawn(|| {
            let pause = || thread::sleep(Duration::from_millis(5));
            let id = || loader.compiler_of(&source).process_id();
            while id().is_none() && !is_loaded.load(Ordering::Relaxed) {
                pause();
            }
            let first = id();
            while id() == first && !is_loaded.load(Ordering::Relaxed) {
                pause();
            }
            fs::create_dir(folder.path().join("been")).unwrap();
        });
        let module = loader.load(&file(source.clone()));
        let was_stuck = other.is_finished();
        is_loaded.store(true, Ordering::Relaxed);
        assert_eq!(module.unwrap().name.name(), "m");
        assert!(was_stuck, "nothing was ever stuck");
    });
}

#[test]
fn a_module_that_does_not_compile_is_there_all_the_same() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let source = folder.write("broken.erl", "-module(broken).\nf( -> ok.\n");
    assert!(matches!(loader.load(&file(source)), Err(LoadError::Compile(_))));
    let again = loader.load_by_name(Atom::new("broken"));
    assert!(matches!(again, Err(LoadError::Compile(_))));
}

#[test]
fn a_function_is_what_the_compiler_makes_of_it() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write(
        "m.erl",
        "-module(m).\n-export([f/2]).\n\
         f([X | Rest], {limit, L}) when X > L -> [fun() -> X end | f(Rest, {limit, L})];\n\
         f(<<A:4/little-signed, _/bits>>, #{key := A}) -> \"te\" ++ \"xt\".\n",
    );
    let module = loader(&otp, &folder).load(&file(source)).unwrap();
    expect![[r#"
        'f'/2 =
          fun (_0, _1) ->
            case <_0, _1> of
              <[X|Rest], @r0 = {'limit', L}> when call 'erlang':'>'(X, L) ->
                let <_3> =
                  fun () ->
                    X
                in let <_2> = apply 'f'/2(Rest, @r0)
                in [_3|_2]
              <#{#<A>(4,1,'integer',['signed'|['little']]), #<_6>('all',1,'binary',['unsigned'|['big']])}#, ~{'key':=_7}~> when call 'erlang':'=:='(_7, A) ->
                "text"
              <_5, _4> when 'true' ->
                primop 'match_fail'({'function_clause', _5, _4})
            end
    "#]]
    .assert_eq(&function_text(&module, "f", 2));
}

#[test]
fn a_source_file_keeps_positions_types_and_attributes() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write(
        "shop.erl",
        "-module(shop).\n-export([price/1]).\n-author(\"me\").\n-record(item, {cost = 1 :: pos_integer()}).\n\
         -type money() :: integer().\n-spec price(#item{}) -> money().\n\
         price(#item{cost = Cost}) ->\n    100 div (Cost - 42).\n",
    );
    let module = loader(&otp, &folder).load(&file(&source)).unwrap();
    assert_eq!(module.name, Atom::new("shop"));
    assert!(module.is_exported(name("price", 1)));
    assert_eq!(module.attributes, [(Atom::new("author"), Term::string("me"))]);
    let kinds: Vec<_> =
        module.forms.iter().map(|form| form.as_tuple().expect("a form")[2].to_string()).collect();
    assert_eq!(kinds, ["record", "type", "spec"]);
    assert_eq!(module.source, source.to_string_lossy());
    let function = module.function(name("price", 1)).unwrap().unwrap();
    let places: Vec<_> = function
        .exprs
        .iter()
        .zip(&function.positions)
        .filter(|(expr, _)| matches!(expr, Expr::Call { .. }))
        .map(|(_, position)| (position.line, position.column))
        .collect();
    assert_eq!(places, [(8, 19), (8, 9)]);
}

#[test]
fn mistakes_are_told_in_the_words_of_the_compiler() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let check = |name: &str, text: &str, expected: &str| {
        let source = folder.write(name, text);
        let error = loader.load(&file(&source)).map(drop).unwrap_err();
        assert!(matches!(error, LoadError::Compile(_)), "{error:?}");
        let text = error.to_string().replace(&*folder.path().to_string_lossy(), "…");
        assert_eq!(text, expected);
    };
    check("a.erl", "-module(a).\nf(X) -> X +.\n", "…/a.erl:2:12: syntax error before: '.'");
    check(
        "b.erl",
        "-module(b).\n-export([f/0]).\nf() -> g().\n",
        "…/b.erl:3:8: function g/0 undefined",
    );
    check(
        "c.erl",
        "-module(c).\n-include(\"no.hrl\").\n",
        "…/c.erl:2:10: can't find include file \"no.hrl\" (the compiler sees …; -I DIR lets it see DIR)",
    );
    let missing = loader.load(&file(folder.path().join("none.erl"))).map(drop).unwrap_err();
    assert!(missing.to_string().ends_with("none.erl: No such file or directory (os error 2)"));
}

#[test]
fn includes_and_defines_are_followed_and_their_changes_noticed() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write(
        "src/m.erl",
        "-module(m).\n-export([f/0]).\n-include(\"limit.hrl\").\nf() -> {?LIMIT, ?MODE}.\n",
    );
    folder.write("include/limit.hrl", "-define(LIMIT, 10).\n");
    let include = folder.path().join("include");
    let given =
        format!("[{{i, \"{}\"}}, {{d, 'MODE', fast}}, warnings_as_errors]", include.display());
    let text = |given: &str| {
        let loader = loader(&otp, &folder);
        function_text(&loader.load(&options(&source, given)).unwrap(), "f", 0)
    };
    assert!(text(&given).contains("{10, 'fast'}"));
    folder.write("include/limit.hrl", "-define(LIMIT, 20).\n");
    assert!(text(&given).contains("{20, 'fast'}"));
    assert!(text(&given.replace("fast", "slow")).contains("{20, 'slow'}"));
}

#[test]
fn parse_transforms_run_and_are_dependencies() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let transform = |word: &str| {
        let text = format!(
            "-module(pt).\n-export([parse_transform/2]).\n\
             parse_transform(Forms, _) -> [form(Form) || Form <- Forms].\n\
             form({{function, A, f, 0, [{{clause, A2, [], [], _}}]}}) ->\n\
             {{function, A, f, 0, [{{clause, A2, [], [], [{{atom, A2, {word}}}]}}]}};\n\
             form(Form) -> Form.\n"
        );
        compile(&otp, &folder.write("pt.erl", &text), ".", "report");
    };
    let source = folder.write(
        "transformed.erl",
        "-module(transformed).\n-compile({parse_transform, pt}).\n-export([f/0]).\nf() -> 1.\n",
    );
    let text = || {
        let loader = loader_with_paths(&otp, &folder, vec![folder.path().to_owned()]);
        function_text(&loader.load(&file(&source)).unwrap(), "f", 0)
    };
    transform("changed");
    assert!(text().contains("'changed'"));
    transform("again");
    assert!(text().contains("'again'"));
}

#[test]
fn without_debug_info_the_source_is_looked_for() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write("src/bare.erl", "-module(bare).\n-export([f/0]).\nf() -> here.\n");
    std::fs::create_dir(folder.path().join("ebin")).unwrap();
    compile(&otp, &source, "../ebin", "report");
    let beam = folder.path().join("ebin/bare.beam");
    let load = || -> Result<Arc<Module>, LoadError> {
        loader(&otp, &folder).load(&ModuleSource::Beam(beam.clone()))
    };
    assert!(function_text(&load().unwrap(), "f", 0).contains("'here'"));
    std::fs::remove_file(&source).unwrap();
    let error = load().map(drop).unwrap_err();
    assert!(matches!(error, LoadError::NoDebugInfo(_)), "{error:?}");
    let text = error.to_string().replace(&*folder.path().to_string_lossy(), "…");
    expect![[r#"bare (…/ebin/bare.beam) has no debug info and its source is not at hand: compile it with +debug_info"#]]
        .assert_eq(&text);
}

#[test]
fn a_beam_with_debug_info_needs_no_source() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write("m.erl", "-module(m).\n-export([f/1]).\nf(X) ->\n  X + 1.\n");
    compile(&otp, &source, ".", "debug_info");
    std::fs::remove_file(&source).unwrap();
    let loader = loader_with_paths(&otp, &folder, vec![folder.path().to_owned()]);
    let module = loader.load_by_name(Atom::new("m")).unwrap();
    let function = module.function(name("f", 1)).unwrap().unwrap();
    assert!(function.positions.iter().any(|at| (at.line, at.column) == (4, 5)));
}

#[test]
fn what_is_no_beam_file_is_said_to_be_none() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let beam = folder.write("x.beam", "certainly not");
    let error = loader(&otp, &folder).load(&ModuleSource::Beam(beam)).map(drop).unwrap_err();
    assert!(matches!(error, LoadError::BadBeam(_)), "{error:?}");
    assert_eq!(error.to_string().lines().count(), 1);
}

#[test]
fn an_unknown_module_brings_suggestions() {
    let Some(otp) = otp() else { return };
    let loader = loader(&otp, &Folder::new());
    let error =
        |text: &str| loader.load_by_name(Atom::new(text)).map(drop).unwrap_err().to_string();
    let hint = "; -pa DIR adds a folder of .beam files";
    assert_eq!(error("lits"), format!("there is no module lits (is it lists?){hint}"));
    assert_eq!(error("xxxxxxxxxxx"), format!("there is no module xxxxxxxxxxx{hint}"));
}

#[test]
fn a_file_takes_over_the_name_of_its_module() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let source = folder.write("lists.erl", "-module(lists).\n-export([mine/0]).\nmine() -> ok.\n");
    let loader = loader(&otp, &folder);
    loader.load(&file(&source)).unwrap();
    assert!(loader.load_by_name(Atom::new("lists")).unwrap().is_exported(name("mine", 0)));
}

#[test]
fn elixir_comes_through_the_same_door() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let Some(file) = loader.code_path().find(Atom::new("Elixir.Enum")) else {
        eprintln!("skipped: Elixir is not installed");
        return;
    };
    let module = match loader.load(&ModuleSource::Beam(file.to_owned())) {
        Err(LoadError::NoDebugInfo(text)) if text.contains("cannot be loaded") => {
            eprintln!("skipped: this Elixir is too old for this OTP");
            return;
        }
        result => result.unwrap(),
    };
    assert!(module.is_exported(name("map", 2)));
    assert!(!module.forms.is_empty());
    decode_all(&module);
    load_elixir_completely(&loader);
}

fn load_elixir_completely(loader: &Loader) {
    for text in ["Elixir.String", "Elixir.Map", "Elixir.Kernel", "Elixir.GenServer", "elixir_erl"] {
        match loader.load_by_name(Atom::new(text)) {
            Ok(module) => decode_all(&module),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn a_module_may_be_brought_along() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let text = "-module(along).\n-export([f/0]).\nf() -> here.\n";
    let source = ModuleSource::Embedded { name: Atom::new("along"), text };
    let module = loader(&otp, &folder).load(&source).unwrap();
    assert!(function_text(&module, "f", 0).contains("'here'"));
}

#[test]
fn an_embedded_module_is_compiled_once() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let text = "-module(brought_along).\n-export([double/1]).\ndouble(X) -> X * 2.\n";
    let source = ModuleSource::Embedded { name: Atom::new("brought_along"), text };
    let first = loader(&otp, &folder);
    let module = first.load(&source).expect("it loads");
    assert_eq!(module.files, ["brought_along.erl"]);
    decode_all(&module);
    assert!(module.is_exported(name("double", 1)));
    let second = loader(&otp, &folder);
    assert_eq!(second.load(&source).expect("it loads again").name, module.name);
    assert_eq!(second.node().process_id(), None, "the cache answers without a node");
}

/// A parse transform that takes the place of what reads debug info: whatever is asked, it answers with
/// an empty module of that name.
const SPOILER: &str = "\
-module(spoiler).
-export([parse_transform/2]).
parse_transform(Forms, _) ->
    code:unstick_mod(erl_abstract_code),
    Text = [\"-module(erl_abstract_code).\", \"-export([debug_info/4]).\",
            \"debug_info(core_v1, M, _, _) -> {ok, _, C} = compile:noenv_forms(\"
            \"[{attribute, 1, module, M}], [to_core, binary, no_spawn_compiler_process]), {ok, C};\"
            \"debug_info(_, _, _, _) -> {ok, []}.\"],
    Parsed = [begin
                  {ok, Tokens, _} = erl_scan:string(Form),
                  {ok, Read} = erl_parse:parse_form(Tokens),
                  Read
              end || Form <- Text],
    {ok, Module, Code} = compile:noenv_forms(Parsed, [binary, no_spawn_compiler_process]),
    {module, Module} = code:load_binary(Module, \"x\", Code),
    Forms.
";

#[test]
fn a_parse_transform_spoils_no_module_but_those_of_its_project() {
    let Some(otp) = otp() else { return };
    let (folder, other) = (Folder::new(), Folder::new());
    let transform = folder.write("spoiler.erl", SPOILER);
    compile(&otp, &transform, ".", "debug_info");
    let text = "-module(m).\n-compile({parse_transform, spoiler}).\n-export([f/0]).\nf() -> ok.\n";
    let spoiled = folder.write("m.erl", text);
    let neighbour = other.write("n.erl", "-module(n).\n-export([f/0]).\nf() -> ok.\n");
    compile(&otp, &neighbour, ".", "debug_info");
    let neighbour = other.path().join("n.beam");
    let functions = |module: Result<Arc<Module>, LoadError>| module.unwrap().functions.len();

    let loader = loader_with_paths(&otp, &folder, vec![folder.path().to_owned()]);
    let queue = Atom::new("queue");
    let copy = folder.path().join("queue.beam");
    fs::copy(loader.code_path().find(queue).unwrap(), &copy).unwrap();
    assert_eq!(functions(loader.load(&file(&spoiled))), 3);
    let own = folder.path().join("spoiler.beam");
    assert!(functions(loader.load(&ModuleSource::Beam(own))) < 3, "it spoils nothing");
    assert!(functions(loader.load_by_name(queue)) > 20);
    assert_eq!(functions(loader.load(&ModuleSource::Beam(neighbour.clone()))), 3);
    assert!(functions(loader.load(&ModuleSource::Beam(copy))) < 3);

    // Nor is any of it in the cache.
    let loader = crate::loader(&otp, &folder);
    assert!(functions(loader.load_by_name(queue)) > 20);
    assert_eq!(functions(loader.load(&ModuleSource::Beam(neighbour))), 3);
}

#[test]
fn a_module_that_says_it_comes_from_something_huge_is_not_kept() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let large = fs::File::create(folder.path().join("large.hrl")).unwrap();
    large.set_len(3 << 30).unwrap();
    let pipe = folder.path().join("pipe.hrl");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for name in ["large.hrl", "pipe.hrl", "/dev/zero", "/proc/kcore"] {
        let text = format!("-module(m).\n-file({name:?}, 1).\n-export([f/0]).\nf() -> {name:?}.\n");
        let source = folder.write("m.erl", &text);
        let begun = Instant::now();
        loader(&otp, &folder).load(&file(source)).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {:?}", begun.elapsed());
    }
    // The compiler takes none of the others for a file, so that they do not matter.
    let kept = fs::read_dir(folder.path().join("cache/modules")).unwrap().count();
    assert_eq!(kept, 3, "it cannot be told whether what is so large has changed");
}
