//! Which options are there? A table: `ermine init` writes it down, and the configuration is read by it.

use super::selection::{Part, Scope};
use super::settings::{self, Settings};
use super::values::{Given, Wrong};
use std::num::NonZero;
use term::Term;
use workbench::functions::Functions;
use workbench::rules::{Rule, Statement};

pub struct Setting {
    /// Of the options that begin here.
    pub title: Option<&'static str>,
    pub name: &'static str,
    /// In lines.
    pub about: &'static str,
    pub sample: Sample,
    /// It may be said several times.
    pub is_repeated: bool,
    pub read: fn(&Given, &mut Settings) -> Result<(), Wrong>,
}

/// What a configuration may say.
#[derive(Clone, Copy)]
pub enum Sample {
    /// What holds if it says nothing.
    Default(&'static str),
    Example(&'static str),
}

pub const OPTIONS: &[Setting] = &[
    Setting {
        title: Some("Search"),
        name: "time",
        about: r#"How long each function is searched: a number of seconds, or a text such as "500ms" or "2m".
(If nobody says, `ermine run` takes 10 seconds.)"#,
        sample: Sample::Default(r#"{time, "2s"}."#),
        is_repeated: false,
        read: |given, settings| {
            settings.time = Some(given.duration()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "depth",
        about: "How many decisions of a run are followed. If nobody says, more are when nothing else is left to do.",
        sample: Sample::Default("{depth, 100}."),
        is_repeated: false,
        read: |given, settings| {
            settings.depth = Some(given.number(1, u64::MAX)? as usize);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "runs",
        about: "The search of a function stops after so many runs.",
        sample: Sample::Example("{runs, 10000}."),
        is_repeated: false,
        read: |given, settings| {
            settings.runs = Some(given.number(1, u64::MAX)?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "reductions",
        about: "How many reductions a run may take before it is cut. If nobody says, less when there is little time.",
        sample: Sample::Default("{reductions, 5000000}."),
        is_repeated: false,
        read: |given, settings| {
            settings.reductions = Some(given.number(1, u64::MAX)?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "schedules",
        about: "How many orders of processes are tried at most, where a function has several. 1: only the usual one.",
        sample: Sample::Default("{schedules, 300}."),
        is_repeated: false,
        read: |given, settings| {
            settings.schedules = NonZero::new(given.number(1, 1 << 32)? as usize);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "preemptions",
        about: "Only orders are tried that interrupt a process at most so often while it could go on.",
        sample: Sample::Example("{preemptions, 2}."),
        is_repeated: false,
        read: |given, settings| {
            settings.preemptions = Some(given.number(0, 1 << 32)? as usize);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "timeouts",
        about: "Timeouts up to this long fire at any time, longer ones when nobody can run.",
        sample: Sample::Default(r#"{timeouts, "1s"}."#),
        is_repeated: false,
        read: |given, settings| {
            settings.timeouts = Some(given.duration()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "memory",
        about: "Ermine stops when it takes more than so many MiB.",
        sample: Sample::Default("{memory, 2048}."),
        is_repeated: false,
        read: |given, settings| {
            settings.memory = Some(given.number(1, 1 << 24)?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "compile_time",
        about: "A module that OTP's compiler takes longer for is given up.",
        sample: Sample::Default(r#"{compile_time, "20s"}."#),
        is_repeated: false,
        read: |given, settings| {
            settings.compile_time = Some(given.duration()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "jobs",
        about: "How many functions are tested at the same time; for `ermine run`, how many cores one search uses.
As many as there are cores, if nobody says.",
        sample: Sample::Example("{jobs, 4}."),
        is_repeated: false,
        read: |given, settings| {
            settings.jobs = NonZero::new(given.number(1, 1 << 16)? as usize);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "strategy",
        about: "In which order branches are tried: breadth_first, depth_first, random, generational, directed,
statements, context_guided, or auto for whichever covers most.",
        sample: Sample::Default("{strategy, auto}."),
        is_repeated: false,
        read: |given, settings| {
            settings.strategy = Some(given.strategy()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "seed",
        about: "Where chance comes from: with one job, the same number gives the same search.",
        sample: Sample::Default("{seed, 0}."),
        is_repeated: false,
        read: |given, settings| {
            settings.seed = Some(given.number(0, u64::MAX)?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "corpus",
        about: "The inputs that reached or crashed something are kept in this folder of the project, and the next
search begins with them.",
        sample: Sample::Example(r#"{corpus, "test/corpus"}."#),
        is_repeated: false,
        read: |given, settings| {
            settings.corpus = Some(given.own_path()?);
            Ok(())
        },
    },
    Setting {
        title: Some("What is tested"),
        name: "all",
        about: "Exported functions without a -spec too?",
        sample: Sample::Default("{all, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.all = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "api",
        about: "Calls in a row of a module's exported functions too, with what they return?",
        sample: Sample::Default("{api, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.api = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "exclude",
        about: "What is left out: my_module, {my_module, f}, {my_module, f, 1} or {application, my_application}.
'_' is anything, and a * in a name stands for any characters. A file or module that is named on the
command line is tested all the same.",
        sample: Sample::Default("{exclude, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.selection.exclude = scopes(given)?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "only",
        about: "What is tested, and nothing else, written in the same way. An empty list: everything.",
        sample: Sample::Default("{only, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.selection.only = scopes(given)?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "concrete",
        about: "What runs without symbols, because it is not worth following: modules or functions.",
        sample: Sample::Default("{concrete, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.concrete = concrete(given)?;
            Ok(())
        },
    },
    Setting {
        title: Some("What is right"),
        name: "expect",
        about: "An exception that is meant to be, and is no finding: {expect, {Class, Reason}} everywhere, or
{expect, Functions, {Class, Reason}} with functions as in exclude. May be said several times.
'_' is any term: [a | '_'] is any list that begins with a, #{key => '_'} any map with that key.",
        sample: Sample::Example("{expect, my_parser, {throw, {syntax_error, '_'}}}."),
        is_repeated: true,
        read: |given, settings| {
            expect(given, settings)?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "pre",
        about: "Only inputs for which another function gives true, called with the same arguments: {f, 1} of the same
module, exported or not, or {module, f, 1}. May be said several times.",
        sample: Sample::Example("{pre, {my_dates, weekday, 3}, {calendar, valid_date, 3}}."),
        is_repeated: true,
        read: |given, settings| {
            condition(given, settings, Statement::Before)?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "post",
        about: "What must be true of the arguments and the result, which come last. May be said several times.",
        sample: Sample::Example("{post, {my_sets, insert, 2}, {is_sorted, 3}}."),
        is_repeated: true,
        read: |given, settings| {
            condition(given, settings, Statement::After)?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "no_spec",
        about: "Ignore what specs say?",
        sample: Sample::Default("{no_spec, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.no_spec = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "no_return_check",
        about: "Do not compare results with the return type in the spec?",
        sample: Sample::Default("{no_return_check, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.no_return_check = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "no_prune",
        about: "Take every path, even where an analysis shows that nothing can fail?",
        sample: Sample::Default("{no_prune, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.no_prune = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "all_crashes",
        about: "Is it a finding if a process crashes and another one is told, or if an exit signal ends it?",
        sample: Sample::Default("{all_crashes, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.all_crashes = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "lost_messages",
        about: "Is it a finding if nobody ever receives a message?",
        sample: Sample::Default("{lost_messages, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.lost_messages = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "no_confirm",
        about: "Do not replay crashes on the BEAM?",
        sample: Sample::Default("{no_confirm, false}."),
        is_repeated: false,
        read: |given, settings| {
            settings.no_confirm = Some(given.flag()?);
            Ok(())
        },
    },
    Setting {
        title: Some("What matters"),
        name: "fail_on",
        about: "Which findings make `ermine check` fail: likely_bug, spec_too_wide (and likely bugs), any or none.",
        sample: Sample::Default("{fail_on, spec_too_wide}."),
        is_repeated: false,
        read: |given, settings| {
            settings.fail_on = Some(given.fail_on()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "baseline",
        about: "A file of the project with the findings that are known, which `ermine check` does not tell again and
does not fail for: --update-baseline writes it.",
        sample: Sample::Example(r#"{baseline, "ermine.baseline"}."#),
        is_repeated: false,
        read: |given, settings| {
            settings.baseline = Some(given.own_path()?);
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "show",
        about: "How many findings `ermine check` tells in full on the screen.",
        sample: Sample::Default("{show, 20}."),
        is_repeated: false,
        read: |given, settings| {
            settings.show = Some(given.number(0, u64::MAX)? as usize);
            Ok(())
        },
    },
    Setting {
        title: Some("How it is compiled"),
        name: "pa",
        about: "Folders of modules that what is tested calls.",
        sample: Sample::Default("{pa, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.code_paths = given.folders()?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "include",
        about: "Folders of include files.",
        sample: Sample::Default("{include, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.includes = given.folders()?;
            Ok(())
        },
    },
    Setting {
        title: None,
        name: "define",
        about: "Macros: 'NAME', or {'NAME', Value}.",
        sample: Sample::Default("{define, []}."),
        is_repeated: false,
        read: |given, settings| {
            settings.defines = given.macros()?;
            Ok(())
        },
    },
];

fn scopes(given: &Given) -> Result<Vec<Scope>, Wrong> {
    let scopes = given.list(given.value()?)?.into_iter().map(|each| {
        let part = given.checked(each, Part::read(each.term))?;
        Ok(Scope { origin: given.origin_of(each), part })
    });
    scopes.collect()
}

/// A module or a function that there is, and not many.
fn concrete(given: &Given) -> Result<Vec<(String, Functions)>, Wrong> {
    let functions = given.list(given.value()?)?.into_iter().map(|each| {
        let functions = given.checked(each, Functions::read(each.term))?;
        let is_module = functions.module.one().is_some()
            && functions.function.0.name() == "_"
            && functions.arity.is_none();
        match is_module || functions.one().is_some() {
            true => Ok((given.origin_of(each), functions)),
            false => {
                let message = format!("{}: write my_module or {{my_module, f, 1}}", each.term);
                Err(Wrong::new(each, message))
            }
        }
    });
    functions.collect()
}

fn expect(given: &Given, settings: &mut Settings) -> Result<(), Wrong> {
    const FORMS: &str = "write {expect, {Class, Reason}} or {expect, Functions, {Class, Reason}}, with \
         functions as my_module, {my_module, f} or {my_module, f, 1}";
    let words: Vec<Term> = given.values.iter().map(|value| value.term.clone()).collect();
    let Some(read) = settings::expectation(&words) else {
        return Err(Wrong::new(given.option, FORMS));
    };
    let (about, statement) = given.checked(given.option, read)?;
    settings.rules.push(Rule { origin: given.origin.clone(), about, statement });
    Ok(())
}

/// `{pre, {m, f, 1}, {m, g, 1}}`
fn condition(
    given: &Given,
    settings: &mut Settings,
    statement: fn(Term) -> Statement,
) -> Result<(), Wrong> {
    let [functions, condition] = given.values else {
        let message = format!("write {{{}, {{m, f, 1}}, {{m, g, 1}}}}", given.name);
        return Err(Wrong::new(given.option, message));
    };
    let about = given.checked(*functions, Functions::read(functions.term))?;
    if about.one().is_none() {
        let message = format!("{}: {about} is not one function; write {{m, f, 1}}", given.name);
        return Err(Wrong::new(*functions, message));
    }
    let is_function = matches!(
        condition.term.as_tuple(),
        Some([Term::Atom(_), Term::Int(_)] | [Term::Atom(_), Term::Atom(_), Term::Int(_)])
    );
    if !is_function {
        let message = format!(
            "{}: {} is no function; write {{g, 1}} or {{m, g, 1}}",
            given.name, condition.term
        );
        return Err(Wrong::new(*condition, message));
    }
    let statement = statement(condition.term.clone());
    settings.rules.push(Rule { origin: given.origin.clone(), about, statement });
    Ok(())
}
