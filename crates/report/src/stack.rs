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
    /// What is written there, where that is known.
    pub text: Option<String>,
}

/// A program may raise exceptions with stack traces of its own making.
const MOST_FRAMES: usize = 100;

/// The frames of a stack trace as Erlang programs see it. What is no frame is left out.
pub fn frames(stacktrace: &Term, sources: &dyn Sources) -> Vec<Frame> {
    let frames = stacktrace.as_list().unwrap_or_default();
    frames.iter().filter_map(|frame| read_frame(frame, sources)).take(MOST_FRAMES).collect()
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
        SourceLine { file: sources.name_in(module, file), line, text }
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
