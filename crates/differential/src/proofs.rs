//! Is `proved` true? Every function that a report calls proved is called at random within its spec, in an
//! `erl` as a user has it: with an environment, a shell's worth of processes, clocks that go, and no Ermine.
//!
//! Whatever raises there, or does not return, was not proved. What a precondition rejects is not called, and
//! what needs more memory than there is has not raised. Functions of which the spec says that they do not
//! return are left out, and so are exceptions that the module expects.

use crate::{arguments, data_folder, hints};
use anyhow::{Context, Result, anyhow, bail, ensure};
use beam::{Loader, LoaderOptions, ModuleSource};
use core_erlang::FunctionName;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use term::{Atom, Term, external};
use typing::{Generator, Random, SpecClause, Type, Types};
use workbench::safety::STEPS;
use workbench::{Wishes, Workbench};

/// A function that is said never to raise.
#[derive(Debug)]
pub struct Proved {
    pub module: Atom,
    pub function: FunctionName,
    /// Only arguments for which these give `true`.
    pub preconditions: Vec<(Atom, FunctionName)>,
}

/// What came of the calls.
#[derive(Debug, Default)]
pub struct Verdict {
    pub functions: usize,
    pub calls: usize,
    /// Calls that came to nothing: rejected by a precondition, out of memory, arguments that no node has.
    pub stopped: usize,
    /// How many results were compared with the spec; equal ones count once.
    pub results: usize,
    /// Calls that raised or did not return; a few for each function.
    pub wrong: Vec<Wrong>,
    /// Proved functions that were not called, and why.
    pub left_out: Vec<String>,
}

/// A call that shows that a function was not proved. All of it is text for people.
#[derive(Debug)]
pub struct Wrong {
    pub mfa: String,
    pub what: String,
    pub arguments: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} gives {} for {}", self.mfa, self.what, self.arguments)
    }
}

impl Verdict {
    pub fn add(&mut self, other: Verdict) {
        self.functions += other.functions;
        self.calls += other.calls;
        self.stopped += other.stopped;
        self.results += other.results;
        self.wrong.extend(other.wrong);
        self.left_out.extend(other.left_out);
    }

    /// The functions that are wrongly called proved.
    pub fn false_proofs(&self) -> BTreeSet<&str> {
        self.wrong.iter().map(|wrong| wrong.mfa.as_str()).collect()
    }
}

/// The functions that a JSON report of `ermine` calls proved.
pub fn proved(report: &str) -> Result<Vec<Proved>> {
    let report: Value = serde_json::from_str(report)?;
    let functions = report["functions"].as_array().context("a report has functions")?;
    let is_proved = |function: &&Value| function["verdict"] == "proved";
    functions.iter().filter(is_proved).map(read).collect()
}

fn read(function: &Value) -> Result<Proved> {
    let (module, name) = mfa(&function["mfa"])?;
    let preconditions = function["preconditions"].as_array().context("preconditions")?;
    let preconditions = preconditions.iter().map(mfa).collect::<Result<_>>()?;
    Ok(Proved { module, function: name, preconditions })
}

/// `lists:map/2`, with names in quotes where Erlang wants them.
fn mfa(text: &Value) -> Result<(Atom, FunctionName)> {
    let text = text.as_str().context("an mfa is a text")?;
    let wrong = || anyhow!("{text} is no mfa");
    let (names, arity) = text.rsplit_once('/').ok_or_else(wrong)?;
    let atom = |text: &str| {
        let term = term::read::term(text).map_err(|_| wrong())?;
        term.as_atom_name().map(Atom::new).ok_or_else(wrong)
    };
    let mut colons = names.match_indices(':').map(|(place, _)| place);
    let halves = colons
        .find_map(|place| Some((atom(&names[..place]).ok()?, atom(&names[place + 1..]).ok()?)));
    let (module, name) = halves.ok_or_else(wrong)?;
    Ok((module, FunctionName { name, arity: arity.parse().map_err(|_| wrong())? }))
}

/// Calls all of them so many times in a plain `erl`. The files are those of modules that OTP does not have;
/// everything is kept in the folder, which is there.
pub fn judge(proved: &[Proved], files: &[PathBuf], calls: usize, folder: &Path) -> Result<Verdict> {
    let judge = Judge::new(files, calls, folder)?;
    judge.verdict(proved)
}

/// Calls functions in a plain `erl`, some at a time.
pub struct Judge {
    bench: Workbench,
    calls: usize,
    folder: PathBuf,
}

impl Judge {
    pub fn new(files: &[PathBuf], calls: usize, folder: &Path) -> Result<Judge> {
        let folder = folder.canonicalize()?;
        let loader = Arc::new(Loader::new(LoaderOptions::default())?);
        for file in files {
            let source = ModuleSource::File { path: file.clone(), options: Vec::new() };
            loader.load(&source).with_context(|| file.display().to_string())?;
        }
        compile(files, &folder)?;
        Ok(Judge { bench: Workbench::new(loader), calls, folder })
    }

    /// The functions of a module of which the analysis alone shows that they never raise, return what their
    /// spec says and come to an end: no search, nothing that was seen to work.
    pub fn shown_by_analysis(&self, module: &str) -> Result<Vec<Proved>> {
        let bench = &self.bench;
        let module =
            bench.loader.load_by_name(Atom::new(module)).with_context(|| module.to_owned())?;
        let mut proved = Vec::new();
        for function in &module.exports {
            if bench.environment.spec(module.name, *function).is_none() {
                continue;
            }
            let piece = bench.prepare(&module, *function, Wishes::default())?;
            if piece.is_safe(&bench.known_safety(&piece, STEPS, &|| false)) {
                let preconditions = Vec::new();
                proved.push(Proved { module: module.name, function: *function, preconditions });
            }
        }
        Ok(proved)
    }

    /// Calls all of these. If `erl` does not come to its end, it is one of them that ends it.
    pub fn verdict(&self, proved: &[Proved]) -> Result<Verdict> {
        match self.together(proved) {
            Ok(verdict) => Ok(verdict),
            Err(error) if proved.len() == 1 => {
                let what = format!("{error:#}");
                let wrong = Wrong { mfa: shown(&proved[0]), what, arguments: "?".to_owned() };
                Ok(Verdict { functions: 1, wrong: vec![wrong], ..Verdict::default() })
            }
            Err(_) => {
                let mut all = Verdict::default();
                for each in proved {
                    all.add(self.verdict(std::slice::from_ref(each))?);
                }
                Ok(all)
            }
        }
    }

    fn together(&self, proved: &[Proved]) -> Result<Verdict> {
        let mut verdict = Verdict::default();
        let path = self.folder.join("calls");
        let mut out = BufWriter::new(File::create(&path)?);
        for proved in proved {
            match external_calls(&self.bench.environment, proved, self.calls) {
                Ok(external) => {
                    out.write_all(&u32::try_from(external.len())?.to_be_bytes())?;
                    out.write_all(&external)?;
                }
                Err(why) => verdict.left_out.push(format!("{}: {why}", shown(proved))),
            }
        }
        out.flush()?;
        let results = self.folder.join("results");
        let ran = run(&self.folder, &path, &results, &mut verdict);
        fs::remove_file(&path)?;
        ran?;
        self.check_results(&fs::read(&results)?, &mut verdict)?;
        fs::remove_file(&results)?;
        Ok(verdict)
    }

    /// What was returned is to be what the spec says: `{Module, Function, [{Arguments, Result}]}` of each function,
    /// the two as binaries of their own.
    fn check_results(&self, mut results: &[u8], verdict: &mut Verdict) -> Result<()> {
        while let Some((length, rest)) = results.split_first_chunk() {
            let (each, rest) = rest
                .split_at_checked(u32::from_be_bytes(*length) as usize)
                .context("results are whole")?;
            results = rest;
            let term = external::decode(each)?;
            let Some([module, function, pairs]) = term.as_tuple() else {
                bail!("results are triples")
            };
            let names = module.as_atom().zip(function.as_atom()).context("two names")?;
            for pair in pairs.as_list().context("a list of results")? {
                let Some([arguments, result]) = pair.as_tuple() else { bail!("results are pairs") };
                let bytes =
                    arguments.as_binary().zip(result.as_binary()).context("two binaries")?;
                verdict.wrong.extend(self.check_result(names, bytes, &mut verdict.results));
            }
        }
        Ok(())
    }

    fn check_result(
        &self,
        (module, function): (Atom, Atom),
        (arguments, result): (&[u8], &[u8]),
        count: &mut usize,
    ) -> Option<Wrong> {
        // What cannot be read has something in it that no report has either.
        let arguments = external::decode(arguments).ok()?;
        let result = external::decode(result).ok()?;
        let parts = arguments.as_list()?;
        let types = &self.bench.environment;
        let name = FunctionName { name: function, arity: parts.len() as u32 };
        let spec = types.spec(module, name)?;
        let fits = |clause: &&SpecClause| {
            let parameters = clause.closed_parameters();
            let mut pairs = parameters.iter().zip(parts);
            pairs.all(|(wanted, term)| types.contains(wanted, term).is_ok())
        };
        let mut promised = spec.clauses.iter().filter(fits).peekable();
        promised.peek()?;
        *count += 1;
        let is_promised =
            promised.any(|clause| types.allows(&clause.closed_result(), &result).is_ok());
        // Made-up funs are other funs there.
        let has_funs = || term::any(&result, |part| matches!(part, Term::Fun(_)));
        let is_wrong = !is_promised && !has_funs();
        is_wrong.then(|| Wrong {
            mfa: format!("{}:{}/{}", module.name(), function.name(), parts.len()),
            what: format!("{result}, which its spec does not allow,"),
            arguments: arguments.to_string(),
        })
    }
}

fn shown(proved: &Proved) -> String {
    let FunctionName { name, arity } = proved.function;
    format!("{}:{}/{arity}", proved.module.name(), name.name())
}

/// `{Module, Function, Preconditions, [Arguments]}`, the arguments of each call as a binary of their own.
fn external_calls(types: &Types, proved: &Proved, calls: usize) -> Result<Vec<u8>> {
    let Proved { module, function, preconditions } = proved;
    let spec = types.spec(*module, *function).context("it has no spec")?;
    let returns = spec.clauses.iter().any(|clause| *clause.closed_result() != Type::None);
    ensure!(returns, "its spec says that it does not return");
    let random = Random::for_label(1, &shown(proved));
    let mut generator = Generator::new(types, random);
    generator.texts = hints::texts(*module);
    let calls = if function.arity == 0 { 10 } else { calls };
    let mut all = Vec::with_capacity(calls);
    // The generator's terms fit nearly always; a type that it cannot fill shall not keep us forever.
    for _ in 0..4 * calls {
        if all.len() == calls {
            break;
        }
        let arguments = arguments::within_spec(&mut generator, *module, *function, &spec.clauses);
        all.extend(arguments.map(|each| Term::binary(&external::encode(&Term::list(each)))));
    }
    if all.is_empty() {
        bail!("no arguments are within its spec");
    }
    let precondition = |(module, function): &(Atom, FunctionName)| {
        Term::tuple(vec![(*module).into(), function.name.into()])
    };
    let preconditions = preconditions.iter().map(precondition).collect();
    Ok(external::encode(&Term::tuple(vec![
        (*module).into(),
        function.name.into(),
        Term::list(preconditions),
        Term::list(all),
    ])))
}

/// Makes modules for a plain `erl`. Preconditions need not be exported, so all of them export everything.
fn compile(files: &[PathBuf], folder: &Path) -> Result<()> {
    let mut command = Command::new("erlc");
    command.args(["-W0", "+export_all", "-o"]).arg(folder);
    command.arg(data_folder().join("ermine_proofs.erl"));
    command.arg(data_folder().join("../../erlang/ermine_run.erl")).args(files);
    let output = command.output().context("erlc")?;
    let words = [output.stdout, output.stderr].concat();
    ensure!(output.status.success(), "erlc: {}", String::from_utf8_lossy(&words));
    Ok(())
}

/// Proved functions touch nothing. In case one does, it finds a machine that it cannot change, where that is
/// to be had.
fn run(folder: &Path, calls: &Path, results: &Path, verdict: &mut Verdict) -> Result<()> {
    let walls = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all"];
    let mut wall = Command::new("bwrap");
    wall.args(walls).arg("--bind").args([folder, folder]).arg("--die-with-parent");
    let mut trial = Command::new("bwrap");
    trial.args(walls).arg("true").stdout(Stdio::null()).stderr(Stdio::null());
    let has_walls = trial.status().is_ok_and(|status| status.success());
    let mut command = if has_walls { wall } else { Command::new("erl") };
    if has_walls {
        command.arg("erl");
    }
    // Modules that say so may use `maybe`.
    command.args(["-noshell", "-noinput", "-enable-feature", "all", "-pa"]).arg(folder);
    command.args(["-run", "ermine_proofs", "main"]).arg(calls).arg(results).current_dir(folder);
    let output = command.stdin(Stdio::null()).output().context("erl")?;
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words[..] {
            ["total", functions, calls, stopped] => {
                verdict.functions = functions.parse()?;
                verdict.calls = calls.parse()?;
                verdict.stopped = stopped.parse()?;
                return Ok(());
            }
            ["wrong", mfa, what, arguments] => {
                let [mfa, what, arguments] = [mfa, what, arguments].map(str::to_owned);
                verdict.wrong.push(Wrong { mfa, what, arguments });
            }
            // What the functions print.
            _ => {}
        }
    }
    bail!("erl did not come to its end: {}", String::from_utf8_lossy(&output.stderr))
}
