//! Where is the mistake? The line of the user's own code at which an exception came out of it, with a name
//! that survives when lines move: the function, what raises there, and which of several it is.
//!
//! What is raised inside of OTP or of a dependency is raised at the line that called it.

use crate::rule::vm_error;
use crate::stack::{Frame, SourceLine, frames};
use crate::{Mfa, Target};
use core_erlang::FunctionName;
use explore::FindingKind;
use std::sync::Arc;
use term::{Atom, Term, any};
use trace::{Class, OperationKind, Operations, Outcome, Raised, Raiser};

/// What is known of the program besides what it did.
pub trait Program {
    /// Is the module what the user works on, and neither OTP nor a dependency?
    fn is_own(&self, module: Atom) -> bool;

    /// What can raise in a function.
    fn operations(&self, module: Atom, function: FunctionName) -> Option<Arc<Operations>>;

    /// The name of a file by its number, as the compiler was told it.
    fn file(&self, module: Atom, number: usize) -> Option<String>;

    /// Does the spec of this function not allow such an argument in this place, from 0?
    fn refuses(&self, called: Mfa, place: usize, argument: &Term) -> bool;

    /// Does none of the user's modules but this one know the record? Then nobody else can make one.
    fn is_only_declared_in(&self, module: Atom, record: Atom) -> bool;
}

/// Nothing is known, and all modules are the user's own.
pub struct UnknownProgram;

impl Program for UnknownProgram {
    fn is_own(&self, _: Atom) -> bool {
        true
    }

    fn operations(&self, _: Atom, _: FunctionName) -> Option<Arc<Operations>> {
        None
    }

    fn file(&self, _: Atom, _: usize) -> Option<String> {
        None
    }

    fn refuses(&self, _: Mfa, _: usize, _: &Term) -> bool {
        false
    }

    fn is_only_declared_in(&self, _: Atom, _: Atom) -> bool {
        false
    }
}

/// Where a finding is.
#[derive(Clone, Debug)]
pub struct Site {
    pub name: SiteName,
    /// As far as it is known.
    pub line: Option<SourceLine>,
    /// What raised it there, if something did.
    pub raiser: Raiser,
    /// What it worked on is arguments of the function, as they were given.
    pub is_on_arguments: bool,
}

/// What makes two findings one, whatever lines they are in and whichever function led there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SiteName {
    /// The function that it is written in.
    pub function: Mfa,
    pub what: What,
    /// Which of these in the function, counted from 1.
    pub nth: usize,
}

/// What goes wrong at a site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// `error/1..3`, `exit/1`, `throw/1`, `raise/3`, as written
    Raise(Class),
    /// Something else raises: `badarg`, `case_clause`; who, if it is called by name.
    Failure {
        reason: Atom,
        by: Option<Mfa>,
    },
    /// A process that it is linked to ends.
    Signal,
    Hang,
    Deadlock,
    Halt,
    LostMessage,
    /// The result is outside of the spec.
    Result,
    /// The result does not fulfil this.
    Postcondition(Mfa),
    /// A fun of the input is called with what its type does not speak of.
    OutsideFunType,
}

impl What {
    /// As an Erlang term: `case_clause`, `{badarg, {erlang, hd, 1}}`.
    pub fn term(self) -> Term {
        let atom = Term::atom;
        let pair = |tag: Term, of: Term| Term::tuple(vec![tag, of]);
        match self {
            What::Raise(class) => pair(atom("raise"), Term::Atom(class.atom())),
            What::Failure { reason, by: None } => Term::Atom(reason),
            What::Failure { reason, by: Some(by) } => pair(Term::Atom(reason), mfa_term(by)),
            What::Signal => atom("signal"),
            What::Hang => atom("hang"),
            What::Deadlock => atom("deadlock"),
            What::Halt => atom("halt"),
            What::LostMessage => atom("lost_message"),
            What::Result => atom("result"),
            What::OutsideFunType => atom("outside_fun_type"),
            What::Postcondition(condition) => pair(atom("postcondition"), mfa_term(condition)),
        }
    }
}

/// `{m, f, 1}`
fn mfa_term(mfa: Mfa) -> Term {
    let Mfa { module, function, arity } = mfa;
    Term::tuple(vec![Term::Atom(module), Term::Atom(function), Term::Int(arity as i64)])
}

impl SiteName {
    /// `{m, f, 1, {badarg, {erlang, hd, 1}}, 2}`: the same for the same mistake in every run.
    pub fn term(&self) -> Term {
        let Mfa { module, function, arity } = self.function;
        let (arity, nth) = (Term::Int(arity as i64), Term::Int(self.nth as i64));
        let (module, function) = (Term::Atom(module), Term::Atom(function));
        Term::tuple(vec![module, function, arity, self.what.term(), nth])
    }
}

/// The site of a finding.
pub fn of(finding: &explore::Finding, target: &Target) -> Site {
    if let Some(call) = finding.within.filter(|call| target.program.is_own(call.module)) {
        return of_named_call(call, target);
    }
    let what = match finding.kind {
        FindingKind::Hang => What::Hang,
        FindingKind::Deadlock => What::Deadlock,
        FindingKind::Halt => What::Halt,
        FindingKind::LostMessage => What::LostMessage,
        FindingKind::SpecViolation => What::Result,
        FindingKind::PostViolation => match &finding.outcome {
            Outcome::Unfulfilled { condition: (module, function), .. } => {
                What::Postcondition(mfa(*module, *function))
            }
            _ => What::Result,
        },
        FindingKind::Crash | FindingKind::ProcessCrash => return of_crash(finding, target),
        FindingKind::OutsideFunType => return of_refusal(finding, target),
    };
    match &finding.outcome {
        Outcome::Halted { stacktrace, .. } | Outcome::LostMessage { stacktrace, .. } => {
            in_own_function(what, target, stacktrace)
        }
        _ => whole_function(what, target),
    }
}

/// Where a function is called that the input names, whatever goes wrong in it.
fn of_named_call(call: trace::Frame, target: &Target) -> Site {
    let (function, line) = (home(mfa(call.module, call.function)), call.position.line);
    let file = target.program.file(call.module, usize::from(call.position.file));
    let shown = file
        .filter(|_| line > 0)
        .map(|file| SourceLine::of(call.module, &file, line as usize, target.sources));
    let operations = target.program.operations(function.module, name(function));
    let nth = operations.map_or(1, |known| known.nth(line, by_name));
    by_name_site(function, shown, nth)
}

/// Nothing in particular is wrong in it.
fn whole_function(what: What, target: &Target) -> Site {
    let line = target
        .definition
        .as_ref()
        .map(|(file, line)| SourceLine::of(target.mfa.module, file, *line, target.sources));
    let name = SiteName { function: target.mfa, what, nth: 1 };
    Site { name, line, raiser: Raiser::Unknown, is_on_arguments: false }
}

/// Where the fun is called that refuses.
fn of_refusal(finding: &explore::Finding, target: &Target) -> Site {
    let site = of_crash(finding, target);
    Site { name: SiteName { what: What::OutsideFunType, ..site.name }, ..site }
}

/// In the innermost function of the user's, if there is one.
fn in_own_function(what: What, target: &Target, stacktrace: &Term) -> Site {
    let frames = frames(stacktrace, target.sources);
    let is_own = |frame: &&Frame| frame.place.is_some() && target.program.is_own(frame.mfa.module);
    let whole = whole_function(what, target);
    match frames.iter().find(is_own) {
        Some(frame) => {
            let name = SiteName { function: home(frame.mfa), ..whole.name };
            Site { name, line: frame.place.clone(), ..whole }
        }
        None => whole,
    }
}

fn of_crash<'a>(finding: &'a explore::Finding, target: &'a Target<'a>) -> Site {
    let Outcome::Crashed { class, reason, stacktrace, raised } = &finding.outcome else {
        return whole_function(What::Signal, target);
    };
    let crash = Crash {
        target,
        arguments: &finding.input.arguments,
        class: *class,
        tag: tag(*class, reason),
        raised: *raised,
        frames: frames(stacktrace, target.sources),
    };
    if raised.by == Raiser::Signal {
        return crash.of_signal(reason);
    }
    crash.site()
}

/// An exception that is looked for in the user's code.
struct Crash<'a> {
    target: &'a Target<'a>,
    /// Of the tested function.
    arguments: &'a [Term],
    class: Class,
    /// What kind of exception it is.
    tag: Atom,
    raised: Raised,
    frames: Vec<Frame>,
}

/// A line of the user's own.
struct Own {
    function: Mfa,
    line: Option<u32>,
    shown: Option<SourceLine>,
}

impl Crash<'_> {
    fn site(&self) -> Site {
        if let Some(own) = self.raised_in_own() {
            return self.at_operation(own);
        }
        match self.calling() {
            Some((number, own)) => self.at_call(own, &self.frames[..number]),
            None => self.behind_last_call(),
        }
    }

    /// Where it was raised, if that is in code of the user's.
    fn raised_in_own(&self) -> Option<Own> {
        let at = self.raised.at?;
        let is_elsewhere = self.raised.by == Raiser::Raised && !self.is_stack_made_up();
        if !self.target.program.is_own(at.module) || is_elsewhere {
            return None;
        }
        let line = Some(at.position.line).filter(|line| *line > 0);
        let file = self.target.program.file(at.module, usize::from(at.position.file));
        let shown = line.zip(file).map(|(line, file)| {
            SourceLine::of(at.module, &file, line as usize, self.target.sources)
        });
        Some(Own { function: mfa(at.module, at.function), line, shown })
    }

    /// Is what `erlang:raise/3` was given a stack that somebody wrote? Frames of the user's own functions have
    /// a place in their files.
    fn is_stack_made_up(&self) -> bool {
        let top = self.frames.first();
        top.is_some_and(|top| top.place.is_none() && self.target.program.is_own(top.mfa.module))
    }

    /// The innermost frame of the user's, and how many are above it.
    fn calling(&self) -> Option<(usize, Own)> {
        self.frames.iter().enumerate().find_map(|(number, frame)| {
            let shown =
                frame.place.clone().filter(|_| self.target.program.is_own(frame.mfa.module))?;
            let line = u32::try_from(shown.line).ok();
            Some((number, Own { function: home(frame.mfa), line, shown: Some(shown) }))
        })
    }

    /// One of the user's own operations raised it.
    fn at_operation(&self, own: Own) -> Site {
        let top = self.frames.first().map(|frame| frame.mfa);
        let operations = self.operations(own.function);
        let line = own.line.unwrap_or(0);
        let raiser = self.raiser_at(operations.as_deref(), line);
        let (what, is_it): (What, Box<dyn Fn(OperationKind) -> bool>) = match raiser {
            Raiser::Written | Raiser::Raised => {
                (What::Raise(self.class), Box::new(OperationKind::is_raise))
            }
            Raiser::Head | Raiser::Match => {
                let tag = self.tag;
                let is_called = self.raised.by == Raiser::Written;
                let is_it = move |kind: OperationKind| {
                    kind == OperationKind::NoMatch(tag) || is_called && kind.is_raise()
                };
                (failure(tag, None), Box::new(is_it))
            }
            Raiser::Fun => (failure(self.tag, None), Box::new(|kind| kind == OperationKind::Apply)),
            Raiser::BuiltIn
            | Raiser::Undefined
            | Raiser::Signal
            | Raiser::Unknown
            | Raiser::Input => {
                let by = top.filter(|top| is_called(operations.as_deref(), line, *top));
                match by {
                    Some(by) => {
                        (failure(self.tag, Some(by)), Box::new(move |kind| kind == call(by)))
                    }
                    None => {
                        let kinds: Vec<OperationKind> = match &operations {
                            Some(operations) => operations.at(line).collect(),
                            None => Vec::new(),
                        };
                        let is_by_name =
                            kinds.contains(&OperationKind::CallByName) && top.is_some_and(is_apply);
                        // Whatever is no module is the same mistake as a module that there is not.
                        let tag = if is_by_name { Atom::new("undef") } else { self.tag };
                        (failure(tag, None), Box::new(move |kind| kinds.contains(&kind)))
                    }
                }
            }
        };
        let is_on_arguments =
            operations.as_ref().is_some_and(|known| known.is_on_arguments(line, &is_it));
        let nth = operations.map_or(1, |known| known.nth(line, &is_it));
        let name = SiteName { function: own.function, what, nth };
        // What has no line is somewhere in its function.
        let line = own.shown.or_else(|| {
            let is_tested = own.function == self.target.mfa;
            is_tested.then(|| whole_function(what, self.target).line).flatten()
        });
        Site { name, line, raiser, is_on_arguments }
    }

    /// An exception that was caught and raised again says where it came from: what is done there?
    fn raiser_at(&self, operations: Option<&Operations>, line: u32) -> Raiser {
        // The compiler writes some of its own as calls of error/1.
        if matches!(self.tag.name(), "bad_generator" | "bad_filter" | "badrecord") {
            return Raiser::Match;
        }
        let is_raise = |operations: &Operations| operations.at(line).any(OperationKind::is_raise);
        match self.raised.by {
            Raiser::Raised if operations.is_some_and(|known| !is_raise(known)) => Raiser::Unknown,
            raiser => raiser,
        }
    }

    /// What the user called raised it, in these frames.
    fn at_call(&self, own: Own, above: &[Frame]) -> Site {
        let operations = self.operations(own.function);
        let line = own.line.unwrap_or(0);
        // Nothing above: it was raised here, and the engine does not say how.
        let Some(top) = above.first() else { return self.at_operation(own) };
        let mut called = above.iter().rev().map(|frame| frame.mfa);
        let named = called.find(|called| is_called(operations.as_deref(), line, *called));
        let is_by_name = operations.as_ref().is_some_and(|known| known.at(line).any(by_name));
        // `Module:f()` is one mistake, whichever modules were tried.
        if named.is_none() && is_by_name && self.names(above.last()) {
            let nth = operations.map_or(1, |known| known.nth(line, by_name));
            return by_name_site(own.function, own.shown, nth);
        }
        let by = named.unwrap_or(top.mfa);
        let is_it = |kind| kind == call(by);
        let is_on_arguments =
            operations.as_ref().is_some_and(|known| known.is_on_arguments(line, is_it));
        let nth = operations.map_or(1, |known| known.nth(line, is_it));
        let name = SiteName { function: own.function, what: failure(self.tag, Some(by)), nth };
        Site { name, line: own.shown, raiser: Raiser::BuiltIn, is_on_arguments }
    }

    /// The last thing that the user's function did was the call: no frame of it is left.
    fn behind_last_call(&self) -> Site {
        let function = self.target.mfa;
        let operations = self.operations(function);
        let by = self.frames.last().map(|frame| frame.mfa);
        let is_named =
            |known: &Arc<Operations>| by.is_some_and(|by| known.line_of(call(by)).is_some());
        if let Some(known) = operations.as_ref().filter(|known| !is_named(known))
            && let Some(line) = known.line_of(OperationKind::CallByName)
            && self.names(self.frames.last())
        {
            let whole = whole_function(failure(self.tag, None), self.target).line;
            return by_name_site(function, whole, known.nth(line, by_name));
        }
        let line = operations.as_ref().zip(by).and_then(|(known, by)| known.line_of(call(by)));
        let is_on_arguments = operations.as_ref().zip(by).is_some_and(|(known, by)| {
            let line = known.line_of(call(by)).unwrap_or(0);
            known.is_on_arguments(line, |kind| kind == call(by))
        });
        let site = whole_function(failure(self.tag, by), self.target);
        let file = self.target.definition.as_ref().map(|(file, _)| file);
        let shown = line.filter(|line| *line > 0).zip(file).map(|(line, file)| {
            SourceLine::of(function.module, file, line as usize, self.target.sources)
        });
        Site { line: shown.or(site.line), raiser: Raiser::BuiltIn, is_on_arguments, ..site }
    }

    /// The reason may say where the other process crashed: `{Reason, Stacktrace}`.
    fn of_signal(self, reason: &Term) -> Site {
        if let Some([inner, stacktrace]) = reason.as_tuple() {
            let frames = frames(stacktrace, self.target.sources);
            let tag = tag(Class::Error, inner);
            let there = Crash { tag, raised: Raised::UNKNOWN, frames, ..self };
            if let Some((number, own)) = there.calling() {
                return there.at_call(own, &there.frames[..number]);
            }
        }
        Site { raiser: Raiser::Signal, ..whole_function(What::Signal, self.target) }
    }

    /// Does the input name the module of this frame?
    fn names(&self, frame: Option<&Frame>) -> bool {
        let is_in = |module: Atom| {
            let is_it = |part: &Term| *part == Term::Atom(module);
            self.arguments.iter().any(|argument| any(argument, is_it))
        };
        frame.is_some_and(|frame| is_in(frame.mfa.module))
    }

    fn operations(&self, function: Mfa) -> Option<Arc<Operations>> {
        self.target.program.operations(function.module, name(function))
    }
}

fn failure(reason: Atom, by: Option<Mfa>) -> What {
    What::Failure { reason, by }
}

fn call(mfa: Mfa) -> OperationKind {
    OperationKind::Call(mfa.module, name(mfa))
}

/// Something is called that only the running program names.
fn by_name_site(function: Mfa, line: Option<SourceLine>, nth: usize) -> Site {
    let name = SiteName { function, what: failure(Atom::new("undef"), None), nth };
    Site { name, line, raiser: Raiser::Undefined, is_on_arguments: false }
}

fn by_name(kind: OperationKind) -> bool {
    kind == OperationKind::CallByName
}

/// `erlang:apply/3`, which is what a call by name fails in if it is no name.
pub(crate) fn is_apply(mfa: Mfa) -> bool {
    mfa.module.name() == "erlang" && mfa.function.name() == "apply" && mfa.arity == 3
}

fn is_called(operations: Option<&Operations>, line: u32, called: Mfa) -> bool {
    operations.is_some_and(|operations| operations.at(line).any(|kind| kind == call(called)))
}

fn name(mfa: Mfa) -> FunctionName {
    FunctionName { name: mfa.function, arity: mfa.arity as u32 }
}

fn mfa(module: Atom, FunctionName { name, arity }: FunctionName) -> Mfa {
    Mfa { module, function: name, arity: arity as usize }
}

/// `badarith`, `case_clause`, or the class of what a program raises itself.
fn tag(class: Class, reason: &Term) -> Atom {
    match class {
        Class::Error => vm_error(reason).map_or(class.atom(), Atom::new),
        Class::Exit | Class::Throw => class.atom(),
    }
}

/// The function in which a fun or a comprehension is written: `f/2` for `'-f/2-fun-0-'/1`
fn home(mfa: Mfa) -> Mfa {
    let written = || {
        let inside = mfa.function.name().strip_prefix('-')?;
        let inside = inside.strip_prefix("inlined-").unwrap_or(inside);
        let ends = inside.match_indices('/').filter_map(|(at, _)| {
            let digits = inside[at + 1..].find('-')?;
            let arity = inside[at + 1..at + 1 + digits].parse().ok()?;
            Some((&inside[..at], arity))
        });
        let (name, arity): (&str, usize) = ends.into_iter().next()?;
        Some(Mfa { module: mfa.module, function: Atom::new(name), arity })
    };
    written().unwrap_or(mfa)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn funs_are_written_in_functions() {
        let named = |function: &str| {
            home(Mfa { module: Atom::new("m"), function: Atom::new(function), arity: 1 })
                .to_string()
        };
        assert_eq!(named("-f/2-fun-0-"), "m:f/2");
        assert_eq!(named("-average/1-lc$^0/1-0-"), "m:average/1");
        assert_eq!(named("-inlined-g/3-"), "m:g/3");
        assert_eq!(named("-a-b/2-fun-3-"), "m:'a-b'/2");
        assert_eq!(named("f"), "m:f/1");
        assert_eq!(named("-"), "m:'-'/1");
    }
}
