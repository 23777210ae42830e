//! Are configurations read as they are written, and is what is wrong told where it is?

use super::*;
use crate::arguments::{DEFAULT_REDUCTIONS, SearchOptions};
use crate::configuration::options::{OPTIONS, Sample};
use clap::Parser;
use expect_test::{Expect, expect};
use std::time::Duration;

fn parsed(text: &str) -> Settings {
    parse(text, FILE, Path::new(".")).unwrap_or_else(|wrong| panic!("{wrong:?}: {text}"))
}

fn check_wrong(text: &str, expected: Expect) {
    let Wrong { place, message } = parse(text, FILE, Path::new(".")).expect_err(text);
    expected.assert_eq(&format!("{FILE}:{}: {message}", place.line));
}

fn arguments(words: &[&str]) -> Arguments {
    let words = ["ermine", "check"].iter().chain(words);
    Arguments::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"))
}

fn search(arguments: &Arguments) -> &SearchOptions {
    match &arguments.command {
        Command::Check(check) => &check.search,
        _ => unreachable!("it is check"),
    }
}

#[test]
fn what_init_writes_says_nothing() {
    assert_eq!(parsed(&template()), Settings::default());
}

/// What the template says of defaults is what they are.
#[test]
fn what_init_writes_holds_anyway() {
    let is_default = |line: &&str| line.starts_with("%% {") && !line.contains("% for example");
    let template = template();
    let defaults: Vec<&str> = template.lines().filter(is_default).map(|line| &line[3..]).collect();
    let settings = parsed(&defaults.join("\n"));
    let mut given = arguments(&[]);
    settings.apply(&mut given);
    let (given, usual) = (search(&given), arguments(&[]));
    let usual = search(&usual);
    assert_eq!(given.depth(), usual.depth());
    let long = Duration::from_secs(100);
    assert_eq!(given.reductions_within(long), usual.reductions_within(long));
    assert_eq!(given.reductions_within(long), DEFAULT_REDUCTIONS);
    assert_eq!(given.memory(), usual.memory());
    assert_eq!(given.strategy(), usual.strategy());
    assert_eq!(given.chance(), usual.chance());
    assert_eq!(given.no_spec(), usual.no_spec());
    assert_eq!(given.no_return_check(), usual.no_return_check());
    assert_eq!(given.no_prune(), usual.no_prune());
    assert_eq!(given.no_confirm(), usual.no_confirm());
    assert_eq!(given.schedules(), usual.schedules());
    assert_eq!(given.orders(), usual.orders());
    assert_eq!(given.time, Some(crate::commands::check::DEFAULT_TIME));
    assert_eq!(settings.all, Some(false));
    assert_eq!(settings.api, Some(false));
    assert_eq!(settings.fail_on, Some(report::FailOn::default()));
    assert_eq!(settings.show, Some(report::policy::SHOWN));
    // Lists are empty, and everything else is nothing.
    let rest = Settings {
        time: None,
        depth: None,
        reductions: None,
        schedules: None,
        timeouts: None,
        all_crashes: None,
        lost_messages: None,
        memory: None,
        compile_time: None,
        strategy: None,
        seed: None,
        all: None,
        api: None,
        no_spec: None,
        no_return_check: None,
        no_prune: None,
        no_confirm: None,
        fail_on: None,
        show: None,
        ..settings
    };
    assert_eq!(rest, Settings::default());
    let count = OPTIONS.iter().filter(|each| matches!(each.sample, Sample::Default(_))).count();
    assert_eq!(defaults.len(), count);
}

#[test]
fn every_sample_can_be_read_and_is_in_the_manual() {
    let manual = include_str!("../../../../docs/configuration.md");
    for option in OPTIONS {
        let (Sample::Default(sample) | Sample::Example(sample)) = option.sample;
        parsed(sample);
        assert!(sample.starts_with(&format!("{{{},", option.name)), "{sample}");
        assert!(manual.contains(&format!("| `{}` |", option.name)), "{}", option.name);
    }
}

#[test]
fn values() {
    let settings = parsed(
        "{time, \"500ms\"}. {depth, 7}. {jobs, 2}. {strategy, depth_first}. all. {no_spec, false}.\n\
         {pa, [\"lib/a/ebin\"]}. {include, \"include\"}. {define, ['TEST', {'N', 3}]}.\n\
         {corpus, \"test/corpus\"}.",
    );
    assert_eq!(settings.time, Some(Duration::from_millis(500)));
    assert_eq!((settings.depth, settings.all), (Some(7), Some(true)));
    assert_eq!(settings.no_spec, Some(false));
    assert_eq!(settings.strategy.map(|name| name.to_string()), Some("depth-first".into()));
    assert_eq!(settings.code_paths, [PathBuf::from("./lib/a/ebin")]);
    assert_eq!(settings.includes, [PathBuf::from("./include")]);
    assert_eq!(settings.defines, ["TEST", "N=3"]);
    assert_eq!(settings.corpus, Some(PathBuf::from("./test/corpus")));
    assert_eq!(parsed("{time, 3}.").time, Some(Duration::from_secs(3)));
    assert_eq!(parsed("[{time, 0.5}, {depth, 1}].").time, Some(Duration::from_millis(500)));
}

#[test]
fn expected_exceptions_have_two_forms() {
    let about = |text: &str| {
        let settings = parsed(text);
        let rules = settings.rules.iter();
        rules
            .map(|rule| (rule.about.to_string(), format!("{:?}", rule.statement)))
            .collect::<Vec<_>>()
    };
    let same = [
        ("{expect, m, '_', {throw, '_'}}.", "{expect, m, {throw, '_'}}."),
        ("{expect, m, f, {throw, '_'}}.", "{expect, {m, f}, {throw, '_'}}."),
        ("{expect, m, {f, 2}, {throw, '_'}}.", "{expect, {m, f, 2}, {throw, '_'}}."),
    ];
    for (apart, together) in same {
        assert_eq!(about(apart).len(), 1, "{apart}");
        assert_eq!(about(apart), about(together), "{apart}");
    }
}

#[test]
fn the_command_line_wins() {
    let settings = parsed("{time, 3}. {depth, 7}. {all, true}. {memory, 100}. {no_confirm, true}.");
    let mut given = arguments(&["--depth", "9", "--all=false", "--no-confirm=false"]);
    settings.apply(&mut given);
    assert_eq!(search(&given).depth(), 9);
    assert_eq!(search(&given).time, Some(Duration::from_secs(3)));
    assert_eq!(search(&given).memory(), 100);
    assert!(!search(&given).no_confirm());
    let Command::Check(check) = &given.command else { unreachable!("it is check") };
    assert_eq!(check.all, Some(false));
    let mut given = arguments(&["--confirm-anyway"]);
    settings.apply(&mut given);
    assert!(!search(&given).no_confirm());
}

#[test]
fn what_is_wrong() {
    check_wrong(
        "\n{tiem, 1}.",
        expect!["ermine.config:2: there is no option tiem; did you mean time?"],
    );
    check_wrong(
        "{colour, red}.",
        expect![
            "ermine.config:1: there is no option colour; ermine init writes a file with all of them"
        ],
    );
    check_wrong(
        "{depth,\n deep}.",
        expect!["ermine.config:2: {depth, deep}: expected an integer from 1 on"],
    );
    check_wrong(
        "{depth, 0}.",
        expect!["ermine.config:1: {depth, 0}: expected an integer from 1 on"],
    );
    check_wrong(
        "{memory, 99999999}.",
        expect!["ermine.config:1: {memory, 99999999}: expected an integer from 1 to 16777215"],
    );
    check_wrong(
        "{time, \"2 days\"}.",
        expect![[
            r#"ermine.config:1: {time, "2 days"}: expected a number of seconds, or a time such as "500ms" or "2m""#
        ]],
    );
    check_wrong("{depth, 1}.\n{depth, 2}.", expect!["ermine.config:2: depth is in line 1 already"]);
    check_wrong("{depth, 1, 2}.", expect!["ermine.config:1: write {depth, Value}"]);
    check_wrong(
        "{all, perhaps}.",
        expect!["ermine.config:1: {all, perhaps}: expected true or false"],
    );
    check_wrong(
        "{strategy, best}.",
        expect![[
            r#"ermine.config:1: {strategy, best}: there is no strategy "best"; there are breadth-first, depth-first, random, generational, directed, statements, context-guided, auto"#
        ]],
    );
    check_wrong(
        "{depth, 1}\n{all, true}.",
        expect!["ermine.config:2: expected a dot after the term, found `{`"],
    );
    check_wrong(
        "{expect, {throw, _}}.",
        expect![
            "ermine.config:1: expected a term, found the variable `_`, which has no value; write '_' in quotes"
        ],
    );
    check_wrong("7.", expect!["ermine.config:1: expected an option, such as {depth, 50}"]);
    check_wrong(
        "{\"time\", 1}.",
        expect![[r#"ermine.config:1: "time" is no name of an option, such as depth"#]],
    );
    check_wrong(
        "{corpus, \"../elsewhere\"}.",
        expect![[
            r#"ermine.config:1: {corpus, "../elsewhere"}: expected a path inside of the project"#
        ]],
    );
    check_wrong(
        "{exclude, [a,\n  {b, 1}]}.",
        expect![
            "ermine.config:2: exclude: {b,1} names no functions; write my_module, {my_module, f} or {my_module, f, 1}, with '_' for any"
        ],
    );
    check_wrong(
        "{expect, my_parser, '_', {throw, '_'}, 1}.",
        expect![
            "ermine.config:1: write {expect, {Class, Reason}} or {expect, Functions, {Class, Reason}}, with functions as my_module, {my_module, f} or {my_module, f, 1}"
        ],
    );
    check_wrong(
        "{expect, m, {thrown, '_'}}.",
        expect![
            "ermine.config:1: expect: thrown is no class; write an exception as {error, badarg}, {exit, '_'} or {'_', '_'}"
        ],
    );
    check_wrong(
        "{pre, m, {g, 1}}.",
        expect!["ermine.config:1: pre: m is not one function; write {m, f, 1}"],
    );
    check_wrong(
        "{pre, {m, f, 1}, g}.",
        expect!["ermine.config:1: pre: g is no function; write {g, 1} or {m, g, 1}"],
    );
    check_wrong(
        "{time, fun() -> 1 end}.",
        expect!["ermine.config:1: a fun with a body is no value of an option; name a function"],
    );
}

#[test]
fn in_a_rebar_config() {
    let parse = |text: &str| parse_rebar(text, OF_REBAR, Path::new("."));
    let text = "{erl_opts, [debug_info]}.\n{ermine, [{depth, 5},\n  {time, 1}]}.\n{deps, []}.";
    let settings = parse(text).expect("it is right").expect("it is there");
    assert_eq!(settings.depth, Some(5));
    assert_eq!(parse("{erl_opts, [debug_info]}. % no ermine"), Ok(None));
    let wrong = parse("{erl_opts, []}.\n{ermine, [{depth, 5},\n  {tme, 1}]}.").expect_err("tme");
    assert_eq!(
        (wrong.place.line, &*wrong.message),
        (3, "there is no option tme; did you mean time?")
    );
    let wrong = parse("{ermine, fast}.").expect_err("no list");
    assert_eq!(wrong.message, "expected a list of options, such as [{depth, 50}]");
}
