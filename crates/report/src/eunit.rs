//! How does a finding become a test? A module for `eunit` with a test for each finding, which fails
//! until the mistake is repaired, and if asked for a test for each path that was taken, which asserts
//! what the BEAM returns today.
//!
//! What has no notation in Erlang (pids, ports, references, closures) cannot be tested so; a comment
//! says that it was left out.

use crate::path::PathResult;
use crate::{Finding, Function, Report, Standing, modules, notation, room, script, text, visible};
use explore::FindingKind;
use std::collections::HashSet;
use std::fmt::Write;
use term::{Atom, Term};

/// How long a test of something that does not come to an end waits, in seconds.
const PATIENCE: u32 = 10;

/// Names of functions are atoms, and compilers break at longer ones.
const LONGEST_NAME: usize = notation::LONGEST_ATOM;

/// Every such module begins with these.
pub const FIRST_WORDS: &str = "%% Written by Ermine ";

/// The name of the module, if nobody gave another.
pub fn default_module(report: &Report) -> String {
    let ending = "ermine_tests";
    match report.functions.first() {
        Some(first) if is_of_one_module(report) => {
            let name = scannable(first.mfa.module.name());
            let room = LONGEST_NAME - ending.len() - 1;
            format!("{}_{ending}", room::beginning(&name, room))
        }
        _ => ending.to_owned(),
    }
}

/// Names that are declared cannot be computed: what the scanner refuses is replaced.
fn scannable(name: &str) -> String {
    name.replace(notation::UNSCANNABLE, "_")
}

fn is_of_one_module(report: &Report) -> bool {
    report.functions.windows(2).all(|pair| pair[0].mfa.module == pair[1].mfa.module)
}

pub fn render(report: &Report, module: &str) -> String {
    let is_of_one = is_of_one_module(report);
    let (out, names) = (String::new(), HashSet::new());
    let mut writer = EunitFile { out, names, is_of_one, has_hang: false, has_modules: false };
    writer.head(report, module);
    for function in &report.functions {
        for finding in &function.findings {
            writer.finding(report, function, finding);
        }
        writer.paths(function);
    }
    for failure in report.failures() {
        writer.line("");
        writer.comment(&format!("Not tested: {}: {}", failure.subject, failure.why));
    }
    if writer.has_modules {
        writer.line(MAKE_UP);
    }
    if writer.has_hang {
        writer.line(&ENDS.replace("PATIENCE", &PATIENCE.to_string()));
    }
    writer.out
}

/// A test that EUnit itself stops takes all that follow with it.
const ENDS: &str = "
%% Waits for a call that may have no end.
ends(Call) ->
    {Pid, Monitor} = spawn_monitor(Call),
    receive
        {'DOWN', Monitor, process, Pid, Why} -> ?assertEqual(normal, Why)
    after PATIENCE * 1000 ->
        exit(Pid, kill),
        error(no_end)
    end.";

/// For calls that are given modules which nobody has.
const MAKE_UP: &str = "
%% Loads a module that was made up for a test.
made_up(Source) ->
    Form = fun(Text) ->
                   {ok, Tokens, _} = erl_scan:string(Text),
                   {ok, Form} = erl_parse:parse_form(Tokens),
                   Form
           end,
    {ok, Name, Code} = compile:forms(lists:map(Form, Source)),
    {module, Name} = code:load_binary(Name, \"made_up\", Code).";

/// Nobody reads more than so many bytes, and the compiler takes minutes for a few of them.
const LONGEST_TEST: usize = 20_000;

/// The paths of one function may take so many bytes together.
const LONGEST_TESTS: usize = 400_000;

/// In bytes.
const LONGEST_COMMENT: usize = 500;

/// A call that becomes no test.
fn shown_call(function: &Function, arguments: &[Term]) -> String {
    notation::call_within(function.mfa, arguments, LONGEST_COMMENT).as_input()
}

/// Which of two funs is less depends on where they are written: a path that compares them may be another
/// in the test.
fn are_ordered(arguments: &[Term]) -> Option<String> {
    let funs = notation::made_up_funs(arguments);
    let is_other = |fun: &&Term| funs.first().is_some_and(|first| first != fun);
    funs.iter().any(is_other).then(|| "the order of its funs is not that of a module".to_owned())
}

struct EunitFile {
    out: String,
    names: HashSet<String>,
    /// Then names of tests need not name the module.
    is_of_one: bool,
    /// Then they need a process of their own, and something to wait with.
    has_hang: bool,
    /// Then some have to be made up first.
    has_modules: bool,
}

impl EunitFile {
    fn head(&mut self, report: &Report, module: &str) {
        self.line(&format!("{FIRST_WORDS}{}.", report.ermine));
        self.comment("");
        self.comment(
            "A test of a finding makes the call that went wrong: it fails until the mistake",
        );
        self.comment("is repaired. A test of a path asserts what the function returns today.");
        self.line(&format!("-module({}).", Term::atom(module)));
        self.line("-include_lib(\"eunit/include/eunit.hrl\").");
    }

    fn finding(&mut self, report: &Report, function: &Function, finding: &Finding) {
        self.line("");
        self.comment(&text::exception(finding));
        if let Some((mfa, place)) = finding.place() {
            self.comment(&format!("at {}:{} in {mfa}", place.file, place.line));
        }
        match &finding.standing {
            Standing::Confirmed => self.comment(&format!("on Erlang/OTP {}", report.otp)),
            Standing::Repeated => self.comment(crate::text::REPEATED),
            Standing::NotTried(why) => self.comment(&format!("not confirmed on the BEAM: {why}")),
            Standing::NodeDied(why) => {
                self.comment(&format!("not confirmed: the BEAM died of this call: {why}"));
            }
            Standing::Refuted(why) => {
                self.comment(&format!("No test: a bug in Ermine, the BEAM does not do so ({why})"));
                return self.comment(&format!("on {}", shown_call(function, &finding.arguments)));
            }
        }
        if let Some(kind) = notation::without_notation(&finding.arguments) {
            self.comment(&format!("No test: Erlang has no notation for {kind}, as in"));
            return self.comment(&shown_call(function, &finding.arguments));
        }
        let call = notation::expression_within(function.mfa, &finding.arguments, LONGEST_TEST);
        if !call.is_whole {
            self.comment(&format!("No test: the call has {}", call.length));
            return self.comment(&shown_call(function, &finding.arguments));
        }
        let call = self.with_modules(&finding.arguments, call.text);
        let rule = finding.rule().id;
        let mut what = rule.rsplit('/').next().unwrap_or_default().to_owned();
        if let Some((_, place)) = finding.place() {
            write!(what, "_line_{}", place.line).expect("a String takes everything");
        }
        match finding.kind {
            FindingKind::SpecViolation | FindingKind::PostViolation => {
                self.violation(function, finding, &what, &call);
            }
            // The test's own process would go down with it, and EUnit gives up then.
            FindingKind::Crash if finding.by_signal => {
                let name = self.name(function, &what, "_test");
                // A server may need a moment to fail, after the last call has returned.
                let wait = if script::is_meant(function.mfa) { ", timer:sleep(100)" } else { "" };
                self.line(&format!("{name}() ->\n    ends(fun() -> {call}{wait} end)."));
                self.has_hang = true;
            }
            // Nobody but Erlang's own logger would see it.
            FindingKind::ProcessCrash | FindingKind::LostMessage | FindingKind::Halt => {
                self.comment(&format!("No test: {call}"))
            }
            FindingKind::Crash | FindingKind::OutsideFunType => {
                let name = self.name(function, &what, "_test");
                self.line(&format!("{name}() ->\n    {call}."));
            }
            FindingKind::Hang | FindingKind::Deadlock => {
                let name = self.name(function, &what, "_test_");
                let call = format!("ends(fun() -> {call} end)");
                self.line(&format!(
                    "{name}() ->\n    {{timeout, {}, ?_test({call})}}.",
                    2 * PATIENCE
                ));
                self.has_hang = true;
            }
        }
    }

    /// The call, after the modules have been loaded that it is given.
    fn with_modules(&mut self, arguments: &[Term], call: String) -> String {
        let modules = modules::made_up(arguments);
        if modules.is_empty() {
            return call;
        }
        self.has_modules = true;
        let text =
            |form: &String| format!("\"{}\"", form.replace('\\', "\\\\").replace('"', "\\\""));
        let load = |module: &modules::MadeUp| {
            let forms: Vec<String> = module.forms.iter().map(text).collect();
            format!("made_up([{}])", forms.join(",\n                 "))
        };
        let loads: Vec<String> = modules.iter().map(load).collect();
        format!("begin\n        {},\n        {call}\n    end", loads.join(",\n        "))
    }

    /// A test that does not know the right result still knows the wrong one.
    fn violation(&mut self, function: &Function, finding: &Finding, what: &str, call: &str) {
        let Some(violation) = &finding.violation else { return };
        match notation::without_notation(std::slice::from_ref(&violation.value)) {
            Some(kind) => {
                self.comment(&format!(
                    "No test: Erlang has no notation for {kind}, as in the result"
                ));
                self.comment(&format!("of {}", shown_call(function, &finding.arguments)));
            }
            None => {
                let value = notation::within(&violation.value, LONGEST_TEST);
                if !value.is_whole {
                    self.comment(&format!("No test: the result has {}, of", value.length));
                    return self.comment(&shown_call(function, &finding.arguments));
                }
                let name = self.name(function, what, "_test");
                self.line(&format!("{name}() ->\n    ?assertNotEqual({}, {call}).", value.text));
            }
        }
    }

    fn paths(&mut self, function: &Function) {
        let end = self.out.len() + LONGEST_TESTS;
        let mut dropped = function.paths.as_ref().map_or(0, |paths| paths.dropped);
        for (number, result) in (1..).zip(&function.results) {
            if self.out.len() > end {
                dropped += 1;
                continue;
            }
            self.line("");
            self.path(function, number, result);
        }
        if !function.results.is_empty() && dropped > 0 {
            self.line("");
            self.comment(&format!("{dropped} more paths of {} have no test", function.mfa));
        }
    }

    fn path(&mut self, function: &Function, number: usize, result: &PathResult) {
        let no_test = match &result.returned {
            Err(why) => Some(why.clone()),
            Ok(returned) => notation::without_notation(&result.arguments)
                .or(notation::without_notation(std::slice::from_ref(returned)))
                .map(|kind| format!("Erlang has no notation for {kind}"))
                .or_else(|| are_ordered(&result.arguments)),
        };
        let test = match (no_test, &result.returned) {
            (None, Ok(returned)) => self.assertion(function, &result.arguments, returned),
            (why, _) => Err(why.unwrap_or_default()),
        };
        match test {
            Ok(test) => {
                let name = self.name(function, &format!("path_{number}"), "_test");
                self.line(&format!("{name}() ->\n    {test}"));
            }
            Err(why) => {
                let call = notation::call_within(function.mfa, &result.arguments, LONGEST_COMMENT);
                self.comment(&format!("No test of path {number}, {}: {why}", call.text));
            }
        }
    }

    /// What is returned today, unless it or the call is too long to be read.
    fn assertion(
        &mut self,
        function: &Function,
        arguments: &[Term],
        returned: &Term,
    ) -> Result<String, String> {
        let mut call = notation::expression_within(function.mfa, arguments, LONGEST_TEST);
        call.text = self.with_modules(arguments, call.text);
        let returned = notation::within(returned, LONGEST_TEST);
        if !call.is_whole {
            return Err(format!("the call has {}", call.length));
        }
        if !returned.is_whole || call.text.len() + returned.text.len() > LONGEST_TEST {
            return Err(format!("the result has {}", returned.length));
        }
        Ok(format!("?assertEqual({}, {}).", returned.text, call.text))
    }

    /// `total_2_badarith_line_25_test`, with a number where there is one already.
    fn name(&mut self, function: &Function, what: &str, ending: &str) -> Term {
        let mfa = function.mfa;
        let of = if self.is_of_one { String::new() } else { format!("{}_", mfa.module.name()) };
        let tested = match script::is_meant(mfa) {
            true => "calls".to_owned(),
            false => format!("{}_{}", mfa.function.name(), mfa.arity),
        };
        let wanted = scannable(&format!("{of}{tested}_{what}"));
        let mut number = 1;
        loop {
            let distinction = if number == 1 { String::new() } else { format!("_{number}") };
            let room = LONGEST_NAME - distinction.len() - ending.len();
            let wanted = room::beginning(&wanted, room);
            let name = format!("{wanted}{distinction}{ending}");
            if self.names.insert(name.clone()) {
                return Term::Atom(Atom::new(&name));
            }
            number += 1;
        }
    }

    /// One line, whatever is in it.
    fn comment(&mut self, text: &str) {
        let text = room::text(text, room::WORDS);
        self.line(format!("%% {}", visible::line(&text)).trim_end());
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }
}
