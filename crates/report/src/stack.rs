//! Who called whom? A stack trace, frame by frame.

use crate::{Mfa, Sources, room};
use term::{Atom, Term};
use typing::Reading;

#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub mfa: Mfa,
    /// The BEAM gives these only for the function that failed, and not always.
    pub arguments: Option<Vec<Term>>,
    /// What these are meant as, where the spec says so.
    pub readings: Vec<Reading>,
    pub place: Option<SourceLine>,
}

/// A line of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLine {
    pub file: String,
    pub line: usize,
    /// Where on the line, counted from 1, if that is known: the BEAM knows no columns.
    pub column: Option<usize>,
    /// What is written there, where that is known.
    pub text: Option<String>,
}

/// A program may raise exceptions with stack traces of its own making.
const MOST_FRAMES: usize = 100;

/// The frames of a stack trace as Erlang programs see it. What is no frame is left out.
pub fn frames(stacktrace: &Term, sources: &dyn Sources) -> Vec<Frame> {
    let frames = stacktrace.as_list().unwrap_or_default().iter();
    let frames = frames.filter_map(|frame| read_frame(frame, sources));
    frames.filter(|frame| !is_model(frame.mfa.module)).take(MOST_FRAMES).collect()
}

/// What the interpreter runs in the place of some of OTP's own functions. Nobody wants to read of it.
const MODELS: [&str; 14] = [
    "ermine_binaries",
    "ermine_build",
    "ermine_canonical",
    "ermine_events",
    "ermine_floats",
    "ermine_io",
    "ermine_models",
    "ermine_own_funs",
    "ermine_regex",
    "ermine_script",
    "ermine_services",
    "ermine_shell",
    "ermine_tables",
    "ermine_unicode",
];

/// Did Ermine bring that module along?
pub fn is_model(module: Atom) -> bool {
    MODELS.contains(&module.name())
}

/// `{Module, Function, ArityOrArguments, Info}`
fn read_frame(frame: &Term, sources: &dyn Sources) -> Option<Frame> {
    let [Term::Atom(module), Term::Atom(function), called, info] = frame.as_tuple()? else {
        return None;
    };
    let arguments = called.as_list().map(<[Term]>::to_vec);
    let arity = arguments.as_ref().map(Vec::len).or(called.as_usize())?;
    let mfa = Mfa { module: *module, function: *function, arity };
    Some(Frame { mfa, arguments, readings: Vec::new(), place: place(*module, info, sources) })
}

impl SourceLine {
    pub fn of(module: Atom, file: &str, line: usize, sources: &dyn Sources) -> SourceLine {
        let text = sources.line(module, file, line).map(|text| room::text(&text, room::NOTE));
        SourceLine { file: sources.name_in(module, file), line, column: None, text }
    }
}

/// `[{file, File}, {line, Line}]`
fn place(module: Atom, info: &Term, sources: &dyn Sources) -> Option<SourceLine> {
    let file = item(info, "file")?.as_string()?;
    let line = item(info, "line")?.as_usize().filter(|line| *line > 0)?;
    Some(SourceLine::of(module, &file, line, sources))
}

fn item<'a>(info: &'a Term, key: &str) -> Option<&'a Term> {
    info.as_list()?.iter().find_map(|item| match item.as_tuple()? {
        [Term::Atom(name), value] if name.name() == key => Some(value),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn all_models_are_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../erlang/models");
        let entries = std::fs::read_dir(folder).expect("it is in the repository");
        let paths = entries.map(|entry| entry.expect("a file").path());
        let mut names: Vec<String> =
            paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        // It runs on the node, between the program and what it calls.
        names.push("ermine_events".to_owned());
        names.sort();
        assert_eq!(names, MODELS);
    }
}
