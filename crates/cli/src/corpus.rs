//! What is remembered from one search to the next? The inputs that reached something, and those that
//! crashed: one file for each function, which `file:consult/1` reads too.
//!
//! ```erlang
//! {crash, [[1, a]], "error badarith at m:f line 7"}.
//! {input, [[]], [{f, 1, 5}]}.
//! ```
//!
//! The third element says what crashed, or which clauses (function, arity, line) the input was the
//! first to come to. A fourth one, where it takes a certain order of processes, is the schedule: `"0*2 0.1"`.
//! A fun that Ermine made up is `{'$fun', Arity, Value}`, because `file:consult/1`
//! knows no other way to write it.

use crate::spared::Output;
use anyhow::{Context, Result, anyhow, bail};
use explore::{Exploration, FindingKey};
use report::text::count;
use report::{Mfa, Remembered, notation};
use std::fmt::Write;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use term::canonical::Behaviour;
use term::made_up_module::{made_up_functions, made_up_module, of_term, to_term};
use term::{Atom, Term};
use trace::{Input, Outline};

pub struct Corpus {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// A line of the file.
struct Entry {
    input: Input,
    /// How it crashed; `None`: it reached something.
    crash: Option<String>,
    line: String,
}

/// How a run without an end is described.
const HANG: &str = "hang";

/// Stands for a module that was made up.
const MODULE: &str = "$made_up_module";

/// Stands for a fun that was made up.
const FUN: &str = "$fun";

impl Corpus {
    /// What the folder has about a function, which may be nothing yet.
    pub fn open(folder: &Path, mfa: Mfa) -> Result<Corpus> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("--corpus {}", folder.display()))?;
        let path = folder.join(file_name(mfa));
        Output { option: "--corpus", path: &path }.check_name()?;
        let mut corpus = Corpus { path, entries: Vec::new() };
        let text = match std::fs::read_to_string(&corpus.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => bail!("--corpus {}: {error}", corpus.path.display()),
        };
        // Better now than after the search.
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(&corpus.path)
            .with_context(|| format!("--corpus {}: it cannot be written", corpus.path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let at = |error| {
                let (path, line) = (corpus.path.display(), number + 1);
                anyhow!("{path}:{line}: {error}; repair the line, or remove it")
            };
            corpus.entries.extend(entry(line, mfa.arity).map_err(at)?);
        }
        Ok(corpus)
    }

    /// Crashes first, so that they are tried again before anything else. What has no end comes last:
    /// it may take all of the time.
    pub fn seeds(&self) -> Vec<Input> {
        let turn = |entry: &&Entry| match entry.crash.as_deref() {
            Some(HANG) => 2,
            Some(_) => 0,
            None => 1,
        };
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by_key(turn);
        entries.into_iter().map(|entry| entry.input.clone()).collect()
    }

    /// Those that take a certain order of processes.
    pub fn of_certain_orders(&self) -> impl Iterator<Item = &Input> {
        self.entries.iter().map(|entry| &entry.input).filter(|input| !input.schedule.is_free())
    }

    /// What a search had from here. `dropped` are the inputs that the spec does not allow any more.
    pub fn remembered(&self, exploration: &mut Exploration, dropped: &[Input]) -> Remembered {
        let met = self.met(exploration);
        for (number, finding) in exploration.findings.iter_mut().enumerate() {
            finding.found_before = met.contains(&Some(number));
        }
        let mut remembered = Remembered { dropped: dropped.len(), ..Remembered::default() };
        for (entry, met) in self.entries.iter().zip(met) {
            if dropped.contains(&entry.input) {
                continue;
            }
            if entry.crash.is_none() {
                remembered.inputs += 1;
            } else if met.is_some() {
                remembered.crashes += 1;
            } else if exploration.untried.contains(&entry.input) {
                remembered.untried += 1;
            } else {
                remembered.crashes += 1;
                remembered.gone += 1;
            }
        }
        remembered
    }

    /// Which of the findings each crash is: the one at the same place, or else one in the same
    /// function, because lines move.
    fn met(&self, exploration: &Exploration) -> Vec<Option<usize>> {
        let now: Vec<String> =
            exploration.findings.iter().map(|finding| described(&finding.key)).collect();
        let mut met: Vec<Option<usize>> = self
            .entries
            .iter()
            .map(|entry| now.iter().position(|how| entry.crash.as_ref() == Some(how)))
            .collect();
        for (number, entry) in self.entries.iter().enumerate() {
            let Some(how) = entry.crash.as_deref().filter(|_| met[number].is_none()) else {
                continue;
            };
            let is_it = |finding: &usize| {
                without_line(&now[*finding]) == without_line(how) && !met.contains(&Some(*finding))
            };
            met[number] = (0..now.len()).find(is_it);
        }
        met
    }

    /// Writes what this search found, in the place of what was there. What it had no time for stays,
    /// and so do crashes that the spec does not allow now.
    pub fn keep(
        &self,
        mfa: Mfa,
        outline: &Outline,
        exploration: &Exploration,
        dropped: &[Input],
    ) -> Result<()> {
        let met = self.met(exploration);
        let stays = |entry: &Entry| {
            exploration.untried.contains(&entry.input)
                || (entry.crash.is_some() && dropped.contains(&entry.input))
        };
        let entries = self.entries.iter().zip(met);
        let left: Vec<&Entry> = entries
            .filter(|(entry, met)| met.is_none() && stays(entry))
            .map(|(entry, _)| entry)
            .collect();
        let text = written(&left, mfa, outline, exploration);
        beam::write_whole(&self.path, text.as_bytes())
            .with_context(|| format!("--corpus {}", self.path.display()))
    }
}

/// What the search found, and what is left from before.
fn written(left: &[&Entry], mfa: Mfa, outline: &Outline, exploration: &Exploration) -> String {
    let mut text = format!("%% Inputs of {mfa}, as ermine --corpus keeps them.\n");
    let mut unwritten = 0;
    let mut line = |kind: &str, input: &Input, third: String| match arguments(input) {
        Some(arguments) => {
            let order = match input.schedule.is_free() {
                true => String::new(),
                false => format!(", {}", quoted(&input.schedule.to_string())),
            };
            writeln!(text, "{{{kind}, {arguments}, {third}{order}}}.")
                .expect("a String takes everything");
        }
        None => unwritten += 1,
    };
    for finding in &exploration.findings {
        line("crash", &finding.input, quoted(&described(&finding.key)));
    }
    for (input, clauses) in &exploration.firsts {
        let reached = clauses.iter().filter_map(|id| {
            let clause = outline.clause(*id)?;
            let (name, arity) = (Term::Atom(id.function.name), id.function.arity);
            Some(format!("{{{name}, {arity}, {}}}", clause.position.line))
        });
        let reached: Vec<String> = reached.collect();
        line("input", input, format!("[{}]", reached.join(", ")));
    }
    for entry in left {
        let mut inputs = exploration.firsts.iter().map(|(input, _)| input);
        let is_written = entry.crash.is_none() && inputs.any(|input| *input == entry.input);
        if !is_written {
            writeln!(text, "{}", entry.line).expect("a String takes everything");
        }
    }
    if unwritten > 0 {
        text.push_str(&format!("%% Besides, {unwritten} that Erlang has no notation for.\n"));
    }
    text
}

/// As a text in Erlang.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn arguments(input: &Input) -> Option<String> {
    let plain = Term::list(input.arguments.iter().map(without_funs).collect());
    let can_be_written = notation::without_notation(std::slice::from_ref(&plain)).is_none()
        && !notation::knows_unscannable(&plain);
    can_be_written.then(|| notation::write(&plain))
}

fn entry(line: &str, arity: usize) -> Result<Option<Entry>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('%') {
        return Ok(None);
    }
    let wrong = || "neither {crash, Arguments, How}. nor {input, Arguments, Clauses}.".to_owned();
    let text = line.strip_suffix('.').ok_or_else(wrong)?;
    let term = term::read::with_calls(text).map_err(|error| error.to_string())?;
    let Term::Tuple(parts) = &term else { return Err(wrong()) };
    let (kind, arguments, third, order) = match &parts[..] {
        [Term::Atom(kind), arguments, third] => (kind, arguments, third, String::new()),
        [Term::Atom(kind), arguments, third, order] => (kind, arguments, third, text_of(order)),
        _ => return Err(wrong()),
    };
    let arguments: Vec<Term> = match arguments {
        Term::Nil => Vec::new(),
        Term::List(list) => list.elements.iter().map(with_funs).collect(),
        _ => return Err(wrong()),
    };
    if arguments.len() != arity {
        let arguments = count(arguments.len() as u64, "argument");
        return Err(format!("{arguments} for a function of {arity}"));
    }
    let schedule = order.parse().map_err(|error: trace::NoMove| error.to_string())?;
    let input = Input { schedule, ..Input::new(arguments) };
    let crash = match kind.name() {
        "crash" => Some(text_of(third)),
        "input" => None,
        _ => return Err(wrong()),
    };
    Ok(Some(Entry { input, crash, line: line.to_owned() }))
}

/// A list of characters as a text.
fn text_of(term: &Term) -> String {
    let Term::List(list) = term else { return String::new() };
    let character = |term: &Term| match term {
        Term::Int(code) => u32::try_from(*code).ok().and_then(char::from_u32),
        _ => None,
    };
    list.elements.iter().filter_map(character).collect()
}

fn described(key: &FindingKey) -> String {
    let class = key.class.map(|class| format!("{} ", class.atom().name())).unwrap_or_default();
    let built_in = key.built_in.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    let place = key.place.map(|(module, function, line)| {
        format!(" at {}:{} line {line}", Term::Atom(module), Term::Atom(function))
    });
    format!("{class}{}{built_in}{}", key.reason, place.unwrap_or_default())
}

/// The same, wherever in its function.
fn without_line(how: &str) -> &str {
    how.rsplit_once(" line ").map_or(how, |(rest, _)| rest)
}

/// Names of modules and functions may hold what names of files may not.
fn file_name(mfa: Mfa) -> String {
    let plain = |name: Atom| {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'@' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        };
        name.name().bytes().map(byte).collect::<String>()
    };
    format!("{}.{}.{}.terms", plain(mfa.module), plain(mfa.function), mfa.arity)
}

/// `{'$fun', Arity, Otherwise, [{{A1, …}, Result}, …]}`, and what it does besides
fn without_funs(term: &Term) -> Term {
    term::rewrite(term, &|term| {
        if let Term::Atom(name) = term {
            let functions = without_funs(&to_term(&made_up_functions(*name)?));
            return Some(Term::tuple(vec![Term::atom(MODULE), functions]));
        }
        let Term::Fun(fun) = term else { return None };
        let fun = fun.made_up()?;
        let case = |(arguments, result): (&[Term], &Term)| {
            let arguments = arguments.iter().map(without_funs).collect();
            Term::tuple(vec![Term::tuple(arguments), without_funs(result)])
        };
        let (arity, cases) = (Term::Int(fun.arity.into()), fun.cases().map(case).collect());
        let otherwise = without_funs(fun.otherwise);
        let mut parts = vec![Term::atom(FUN), arity, otherwise, Term::list(cases)];
        if !fun.only_answers() {
            let behaviour = |behaviour: Behaviour| behaviour.map(&without_funs).to_term();
            parts.push(Term::list(fun.behaviours().map(behaviour).collect()));
        }
        Some(Term::tuple(parts))
    })
}

fn with_funs(term: &Term) -> Term {
    term::rewrite(term, &|term| {
        let Term::Tuple(parts) = term else { return None };
        if let [Term::Atom(tag), functions] = &parts[..]
            && tag.name() == MODULE
        {
            return made_up_module(of_term(&with_funs(functions))?).map(Term::Atom);
        }
        let [Term::Atom(tag), Term::Int(arity), otherwise, cases, rest @ ..] = &parts[..] else {
            return None;
        };
        let behaviours = match rest {
            [] => &[],
            [behaviours] => behaviours.as_list()?,
            _ => return None,
        };
        let arity = u8::try_from(*arity).ok().filter(|_| tag.name() == FUN)?;
        let cases = cases.as_list()?.iter().map(|case| match case {
            Term::Tuple(case) => match &case[..] {
                [Term::Tuple(arguments), result] if arguments.len() == usize::from(arity) => {
                    Some((arguments.iter().map(with_funs).collect(), with_funs(result)))
                }
                _ => None,
            },
            _ => None,
        });
        let cases = cases.collect::<Option<_>>()?;
        let behaviours =
            behaviours.iter().map(|behaviour| Behaviour::of(behaviour, arity, &with_funs));
        let behaviours: Vec<Behaviour> = behaviours.collect::<Option<_>>()?;
        Some(Term::canonical_fun(arity, cases, with_funs(otherwise), &behaviours))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn funs_come_back() {
        let inner = Term::constant_fun(1, Term::Nil);
        let case = (vec![Term::Int(1), Term::atom("a")], inner);
        let fun = Term::made_up_fun(2, vec![case], Term::list(vec![Term::Int(1)]));
        let term = Term::tuple(vec![fun.clone(), Term::Int(3)]);
        let text = "{{'$fun',2,[1],[{{1,a},{'$fun',1,[],[]}}]},3}";
        assert_eq!(without_funs(&term).to_string(), text);
        assert_eq!(with_funs(&without_funs(&term)), term);
    }

    #[test]
    fn lines() {
        let read = |line, arity| entry(line, arity).map(|entry| entry.map(|entry| entry.crash));
        assert_eq!(read("{crash, [1, [a]], \"error x\"}.", 2), Ok(Some(Some("error x".into()))));
        assert_eq!(read("%% nothing", 2), Ok(None));
        assert_eq!(read("{input, [], []}.", 0), Ok(Some(None)));
        for bad in ["{input, [1], []}.", "{input, [], []}", "[].", "{other, [], []}.", "{"] {
            assert!(entry(bad, 0).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_a_search_had_no_time_for_stays() {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 1 };
        let lines =
            ["{crash, [7], \"hang\"}.", "{crash, [8], \"x\"}.", "{input, [[]], [{f, 1, 5}]}."];
        let read = |line: &&str| entry(line, 1).expect("a line").expect("no comment");
        let entries: Vec<Entry> = lines.iter().map(read).collect();
        let seeds = Corpus { path: PathBuf::new(), entries }.seeds();
        let order: Vec<String> = seeds.iter().map(|seed| seed.arguments[0].to_string()).collect();
        assert_eq!(order, ["8", "[]", "7"]);
        let corpus = |lines: &[&str]| {
            let entries = lines.iter().map(read).collect();
            Corpus { path: PathBuf::new(), entries }
        };
        let mut exploration =
            Exploration { untried: seeds[1..].to_vec(), ..Exploration::default() };
        let entries = corpus(&lines).entries;
        let left: Vec<&Entry> = entries.iter().collect();
        let outline = Outline::new(mfa.module, "m.erl".into(), Vec::new());
        let text = written(&left, mfa, &outline, &exploration);
        assert_eq!(text.lines().skip(1).collect::<Vec<&str>>(), lines);
        let counted = |inputs, crashes, gone, untried, dropped| Remembered {
            inputs,
            crashes,
            gone,
            untried,
            dropped,
        };
        assert_eq!(corpus(&lines).remembered(&mut exploration, &[]), counted(1, 1, 1, 1, 0));
        let dropped = &seeds[..1];
        assert_eq!(corpus(&lines).remembered(&mut exploration, dropped), counted(1, 0, 0, 1, 1));
    }

    #[test]
    fn the_order_of_processes_is_kept() {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 1 };
        let text = "{crash, [1], \"error x\", \"0*2 0.1!\"}.";
        let read = entry(text, 1).expect("a line").expect("no comment");
        assert_eq!(read.input.schedule.to_string(), "0*2 0.1!");
        let exploration =
            Exploration { firsts: vec![(read.input, Vec::new())], ..Exploration::default() };
        let outline = Outline::new(mfa.module, "m.erl".into(), Vec::new());
        let written = written(&[], mfa, &outline, &exploration);
        assert_eq!(written.lines().last(), Some("{input, [1], [], \"0*2 0.1!\"}."));
        assert!(entry("{crash, [1], \"error x\", \"0**\"}.", 1).is_err());
    }

    #[test]
    fn names_of_files() {
        let mfa = Mfa { module: Atom::new("my/m"), function: Atom::new("f.g"), arity: 2 };
        assert_eq!(file_name(mfa), "my%2Fm.f%2Eg.2.terms");
    }
}
