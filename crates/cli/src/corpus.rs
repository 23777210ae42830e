//! What is remembered from one search to the next? The inputs that reached something, and those that
//! crashed: one file for each function, which `file:consult/1` reads too.
//!
//! ```erlang
//! {crash, [[1, a]], "error badarith at m:f line 7"}.
//! {input, [[]], [{f, 1, 5}]}.
//! ```
//!
//! The third element says what crashed, or which clauses (function, arity, line) the input was the
//! first to come to. A fun that Ermine made up is `{'$fun', Arity, Value}`, because `file:consult/1`
//! knows no other way to write it.

use anyhow::{Context, Result, anyhow, bail};
use explore::{Exploration, SiteKey};
use report::text::count;
use report::{Mfa, notation};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use term::{Atom, Term};
use trace::{Input, Outline};

pub struct Corpus {
    path: PathBuf,
    /// Inputs that crashed before, and how.
    pub crashes: Vec<(Input, String)>,
    /// Inputs that reached something.
    pub inputs: Vec<Input>,
}

/// Stands for a fun that was made up.
const FUN: &str = "$fun";

impl Corpus {
    /// What the folder has about a function, which may be nothing yet.
    pub fn open(folder: &Path, mfa: Mfa) -> Result<Corpus> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("--corpus {}", folder.display()))?;
        let path = folder.join(file_name(mfa));
        let mut corpus = Corpus { path, crashes: Vec::new(), inputs: Vec::new() };
        let text = match std::fs::read_to_string(&corpus.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(corpus),
            Err(error) => bail!("--corpus {}: {error}", corpus.path.display()),
        };
        for (number, line) in text.lines().enumerate() {
            let at = |error| anyhow!("{}:{}: {error}", corpus.path.display(), number + 1);
            match entry(line, mfa.arity).map_err(at)? {
                None => {}
                Some(Entry::Crash(input, how)) => corpus.crashes.push((input, how)),
                Some(Entry::Input(input)) => corpus.inputs.push(input),
            }
        }
        Ok(corpus)
    }

    /// Crashes first, so that they are tried again before anything else.
    pub fn seeds(&self) -> Vec<Input> {
        let crashes = self.crashes.iter().map(|(input, _)| input);
        crashes.chain(&self.inputs).cloned().collect()
    }

    /// Did it crash like this before?
    pub fn knows(&self, key: &SiteKey) -> bool {
        let key = described(key);
        self.crashes.iter().any(|(_, known)| *known == key)
    }

    /// Crashes of before that this search did not meet again.
    pub fn gone(&self, exploration: &Exploration) -> usize {
        let now: Vec<String> =
            exploration.findings.iter().map(|finding| described(&finding.key)).collect();
        self.crashes.iter().filter(|(_, known)| !now.contains(known)).count()
    }

    /// Writes what this search found, in the place of what was there.
    pub fn keep(&self, mfa: Mfa, outline: &Outline, exploration: &Exploration) -> Result<()> {
        let text = written(mfa, outline, exploration);
        std::fs::write(&self.path, text)
            .with_context(|| format!("--corpus {}", self.path.display()))
    }
}

fn written(mfa: Mfa, outline: &Outline, exploration: &Exploration) -> String {
    let mut text = format!("%% Inputs of {mfa}, as ermine --corpus keeps them.\n");
    let mut unwritten = 0;
    let mut line = |kind: &str, input: &Input, third: String| match arguments(input) {
        Some(arguments) => {
            writeln!(text, "{{{kind}, {arguments}, {third}}}.").expect("a String takes everything");
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
    let can_be_written = notation::without_notation(std::slice::from_ref(&plain)).is_none();
    can_be_written.then(|| notation::write(&plain))
}

enum Entry {
    Crash(Input, String),
    Input(Input),
}

fn entry(line: &str, arity: usize) -> Result<Option<Entry>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('%') {
        return Ok(None);
    }
    let wrong = || "neither {crash, Arguments, How}. nor {input, Arguments, Clauses}.".to_owned();
    let line = line.strip_suffix('.').ok_or_else(wrong)?;
    let term = term::read::term(line).map_err(|error| error.to_string())?;
    let Term::Tuple(parts) = &term else { return Err(wrong()) };
    let [Term::Atom(kind), arguments, third] = &parts[..] else { return Err(wrong()) };
    let arguments: Vec<Term> = match arguments {
        Term::Nil => Vec::new(),
        Term::List(list) => list.elements.iter().map(with_funs).collect(),
        _ => return Err(wrong()),
    };
    if arguments.len() != arity {
        let arguments = count(arguments.len() as u64, "argument");
        return Err(format!("{arguments} for a function of {arity}"));
    }
    let input = Input { arguments };
    match kind.name() {
        "crash" => Ok(Some(Entry::Crash(input, text_of(third)))),
        "input" => Ok(Some(Entry::Input(input))),
        _ => Err(wrong()),
    }
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

fn described(key: &SiteKey) -> String {
    let class = key.class.map(|class| format!("{} ", class.atom().name())).unwrap_or_default();
    let built_in = key.built_in.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    let place = key.place.map(|(module, function, line)| {
        format!(" at {}:{} line {line}", Term::Atom(module), Term::Atom(function))
    });
    format!("{class}{}{built_in}{}", key.reason, place.unwrap_or_default())
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

/// Replaces what `leaf` knows, anywhere in the term.
fn rewritten(term: &Term, leaf: &dyn Fn(&Term) -> Option<Term>) -> Term {
    if let Some(term) = leaf(term) {
        return term;
    }
    let each = |term: &Term| rewritten(term, leaf);
    match term {
        Term::List(list) => {
            Term::list_with_tail(list.elements.iter().map(each).collect(), each(&list.tail))
        }
        Term::Tuple(elements) => Term::tuple(elements.iter().map(each).collect()),
        Term::Map(map) => {
            Term::map(map.pairs().iter().map(|(key, value)| (each(key), each(value))).collect())
        }
        _ => term.clone(),
    }
}

/// `{'$fun', Arity, Otherwise, [{{A1, …}, Result}, …]}`
fn without_funs(term: &Term) -> Term {
    rewritten(term, &|term| {
        let Term::Fun(fun) = term else { return None };
        let fun = fun.made_up()?;
        let case = |(arguments, result): (&[Term], &Term)| {
            let arguments = arguments.iter().map(without_funs).collect();
            Term::tuple(vec![Term::tuple(arguments), without_funs(result)])
        };
        let (arity, cases) = (Term::Int(fun.arity.into()), fun.cases().map(case).collect());
        let otherwise = without_funs(fun.otherwise);
        Some(Term::tuple(vec![Term::atom(FUN), arity, otherwise, Term::list(cases)]))
    })
}

fn with_funs(term: &Term) -> Term {
    rewritten(term, &|term| {
        let Term::Tuple(parts) = term else { return None };
        let [Term::Atom(tag), Term::Int(arity), otherwise, cases] = &parts[..] else { return None };
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
        Some(Term::made_up_fun(arity, cases.collect::<Option<_>>()?, with_funs(otherwise)))
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
        let is_crash = |entry| matches!(entry, Ok(Some(Entry::Crash(_, how))) if how == "error x");
        assert!(is_crash(entry("{crash, [1, [a]], \"error x\"}.", 2)));
        assert!(matches!(entry("%% nothing", 2), Ok(None)));
        assert!(matches!(entry("{input, [], []}.", 0), Ok(Some(Entry::Input(_)))));
        for bad in ["{input, [1], []}.", "{input, [], []}", "[].", "{other, [], []}.", "{"] {
            assert!(entry(bad, 0).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_of_files() {
        let mfa = Mfa { module: Atom::new("my/m"), function: Atom::new("f.g"), arity: 2 };
        assert_eq!(file_name(mfa), "my%2Fm.f%2Eg.2.terms");
    }
}
