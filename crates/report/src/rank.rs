//! How much does a finding matter? What it means for whoever maintains the program: a likely bug, a spec
//! that allows too much, an exception that somebody wrote, or an input that nobody will give.

use crate::notation::below;
use crate::refused::Refusal;
use crate::site::{Site, What};
use crate::stack::frames;
use crate::{CallbackState, Mfa, Spec, Target};
use explore::FindingKind;
use term::made_up_module::made_up_modules;
use term::{Atom, Term, any, visit};
use trace::{Class, Outcome, Raiser};
use typing::UntypedParts;

/// What a finding means, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Rank {
    LikelyBug,
    SpecTooWide,
    Deliberate,
    UnlikelyInput,
}

impl Rank {
    pub const ALL: [Rank; 4] =
        [Rank::LikelyBug, Rank::SpecTooWide, Rank::Deliberate, Rank::UnlikelyInput];

    /// From 1 on.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// The name that the JSON format has for it.
    pub fn name(self) -> &'static str {
        match self {
            Rank::LikelyBug => "likely_bug",
            Rank::SpecTooWide => "spec_too_wide",
            Rank::Deliberate => "deliberate",
            Rank::UnlikelyInput => "unlikely_input",
        }
    }

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Rank::LikelyBug => "likely bug",
            Rank::SpecTooWide => "spec too wide",
            Rank::Deliberate => "deliberate",
            Rank::UnlikelyInput => "unlikely input",
        }
    }
}

/// Why a finding has its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Why {
    /// No clause of a `case`, an `if`, a `try` or a match fits.
    NoMatch,
    /// No clause of a function fits that the program calls itself.
    InternalHead,
    /// A built-in or an operator fails.
    BuiltIn,
    /// A function of OTP or of a dependency fails.
    Library,
    /// There is no such function.
    Undefined,
    /// What is called is no fun, or one of another arity.
    BadFun,
    /// A process that it is linked to crashes.
    Signal,
    Hang,
    Deadlock,
    /// Nobody ever receives a message, and somebody wants to know.
    LostMessage,
    /// The result is outside of the spec.
    Result,
    Postcondition,
    /// No clause of the function itself fits what its spec allows.
    OwnHead,
    /// The function chooses by an argument as it is given, and nothing fits.
    BehindHead,
    /// An argument as it is given is of no type that a built-in takes.
    WrongType,
    /// What is refused is a part of the input of which the spec says nothing.
    Untyped,
    /// `error`, `exit`, `throw` or `raise`, as written.
    Written,
    /// The program ends the whole system itself.
    Halt,
    /// The type is that of a callback: the program may never have such a state.
    Callback,
    /// An opaque value that was put together without its module.
    Opaque,
    /// A pid, port or reference that stands for nothing.
    Identifier,
    /// A process, a table or a setting that is there once an application is started.
    NotStarted,
    /// A module that the input names.
    UnknownModule,
    /// A text with a code point that is no character.
    NoCharacter,
    /// Arithmetic with a number that is nearly more than floats can be, or a time that no timer takes.
    TooLarge,
    /// The code is that of a generator of parsers, which the project only uses.
    Generated,
    /// Nobody says that the function takes such an argument.
    NoSpec,
    /// What a fun is called with is not what its type says: a fun that takes it as well does no harm.
    OutsideFunType,
}

impl Why {
    pub fn rank(self) -> Rank {
        match self {
            Why::NoMatch
            | Why::InternalHead
            | Why::BuiltIn
            | Why::Library
            | Why::Undefined
            | Why::BadFun
            | Why::Signal
            | Why::Hang
            | Why::Deadlock
            | Why::LostMessage
            | Why::Result
            | Why::Postcondition => Rank::LikelyBug,
            Why::OwnHead | Why::BehindHead | Why::WrongType | Why::Untyped => Rank::SpecTooWide,
            Why::Written | Why::Halt => Rank::Deliberate,
            Why::Callback
            | Why::Opaque
            | Why::Identifier
            | Why::NotStarted
            | Why::UnknownModule
            | Why::NoCharacter
            | Why::TooLarge
            | Why::Generated
            | Why::NoSpec
            | Why::OutsideFunType => Rank::UnlikelyInput,
        }
    }

    /// The name that the JSON format has for it.
    pub fn name(self) -> &'static str {
        match self {
            Why::NoMatch => "no_match",
            Why::InternalHead => "internal_head",
            Why::BuiltIn => "built_in",
            Why::Library => "library",
            Why::Undefined => "undefined",
            Why::BadFun => "bad_fun",
            Why::Signal => "signal",
            Why::Hang => "hang",
            Why::Deadlock => "deadlock",
            Why::LostMessage => "lost_message",
            Why::Result => "result",
            Why::Postcondition => "postcondition",
            Why::OwnHead => "own_head",
            Why::BehindHead => "behind_head",
            Why::WrongType => "wrong_type",
            Why::Untyped => "untyped",
            Why::Written => "written",
            Why::Halt => "halt",
            Why::Callback => "callback",
            Why::Opaque => "opaque",
            Why::Identifier => "identifier",
            Why::NotStarted => "not_started",
            Why::UnknownModule => "unknown_module",
            Why::NoCharacter => "no_character",
            Why::TooLarge => "too_large",
            Why::Generated => "generated",
            Why::NoSpec => "no_spec",
            Why::OutsideFunType => "outside_fun_type",
        }
    }

    /// For people, after the words of the rank.
    pub fn words(self) -> &'static str {
        match self {
            Why::NoMatch => "nothing fits what the program itself has made",
            Why::InternalHead => "a function is called with what none of its clauses takes",
            Why::BuiltIn => "a built-in or an operator refuses what it is given",
            Why::Library => "a function of a library refuses what it is given",
            Why::Undefined => "a function is called that does not exist",
            Why::BadFun => "something is called that is no fun of this arity",
            Why::Signal => "a process crashes that it is linked to",
            Why::Hang => "it has no end",
            Why::Deadlock => "everybody waits",
            Why::LostMessage => "a message is sent that nobody receives",
            Why::Result => "the result is outside of the spec",
            Why::Postcondition => "the postcondition does not hold",
            Why::OwnHead => "no clause of the function takes what its spec allows",
            Why::BehindHead => "no branch takes an argument that the spec allows",
            Why::WrongType => "the spec allows an argument of a type that is refused at once",
            Why::Untyped => "it is refused, and the spec says nothing of it: any() is too much",
            Why::Written => "the program raises it itself",
            Why::Halt => "the program ends the system itself",
            Why::Callback => "a made-up state: the type is that of the callback",
            Why::Opaque => "an opaque value that its module may never make",
            Why::Identifier => "a pid, port or reference that stands for nothing",
            Why::NotStarted => "a process, table or setting that is not there: was it started?",
            Why::UnknownModule => "the input says which module is called, and that fails",
            Why::NoCharacter => "a text with a code point that is no character",
            Why::TooLarge => {
                "a number that is nearly more than floats can be, a size beyond all memory, or a time of 50 days"
            }
            Why::Generated => "code that a generator of parsers brings along",
            Why::NoSpec => "no -spec says that it takes this",
            Why::OutsideFunType => "the fun is of a type that does not speak of such calls",
        }
    }
}

impl Why {
    /// What went wrong in code of the user's, where the engine does not say.
    fn of_reason(what: What) -> Why {
        let What::Failure { reason, by: None } = what else { return Why::BuiltIn };
        match reason.name() {
            "case_clause" | "badmatch" | "if_clause" | "try_clause" | "else_clause"
            | "bad_generator" | "bad_filter" | "badrecord" => Why::NoMatch,
            "function_clause" => Why::InternalHead,
            "undef" => Why::Undefined,
            "badfun" | "badarity" => Why::BadFun,
            _ => Why::BuiltIn,
        }
    }
}

/// Why a finding at this site has its rank.
pub fn why(finding: &explore::Finding, site: &Site, target: &Target) -> Why {
    if finding.kind == FindingKind::OutsideFunType {
        return Why::OutsideFunType;
    }
    if finding.within.is_some() {
        return Why::UnknownModule;
    }
    if let Outcome::Crashed { raised, .. } = &finding.outcome {
        let is_written = matches!(site.raiser, Raiser::Written | Raiser::Raised);
        let is_own = raised.at.is_none_or(|at| target.program.is_own(at.module));
        if is_written && (is_own || site.raiser == Raiser::Raised) {
            return Why::Written;
        }
    }
    let refusal = Refusal::of(finding, site, target);
    let why = unlikely(finding, site, target, refusal.as_ref());
    let why = why.unwrap_or_else(|| match finding.kind {
        FindingKind::Hang => Why::Hang,
        FindingKind::Deadlock => Why::Deadlock,
        FindingKind::Halt => Why::Halt,
        FindingKind::LostMessage => Why::LostMessage,
        FindingKind::SpecViolation if returns_unset(finding) => Why::NotStarted,
        FindingKind::SpecViolation if returns_untyped(finding, target) => Why::Untyped,
        FindingKind::SpecViolation => Why::Result,
        FindingKind::PostViolation => Why::Postcondition,
        FindingKind::OutsideFunType => Why::OutsideFunType,
        FindingKind::Crash | FindingKind::ProcessCrash => {
            match (crash(finding, site, target, refusal.as_ref()), refusal) {
                (why @ (Why::Undefined | Why::Signal), _) => why,
                (why, Some(refusal)) if why.rank() == Rank::LikelyBug && refusal.is_untyped() => {
                    Why::Untyped
                }
                (why, _) => why,
            }
        }
    });
    // Nobody has such a module, and what it may return is seldom said.
    let has_modules = || !made_up_modules(&finding.input.arguments).is_empty();
    match why.rank() {
        Rank::LikelyBug | Rank::SpecTooWide if has_modules() => Why::NoSpec,
        Rank::SpecTooWide if !has_spec(target) => Why::NoSpec,
        // Servers need not take every request.
        Rank::SpecTooWide
            if target.state == CallbackState::Built
                && matches!(target.spec, Spec::OfCallback(_)) =>
        {
            Why::NoSpec
        }
        _ => why,
    }
}

/// Is the wrong part of the result a part of the input of which the spec says nothing?
fn returns_untyped(finding: &explore::Finding, target: &Target) -> bool {
    let Some(violation) = &finding.violation else { return false };
    let Some(mismatch) = &violation.mismatch else { return false };
    let UntypedParts { certain, doubtful } = (target.untyped_parts)(&finding.input.arguments);
    if certain.contains(&mismatch.found) {
        return true;
    }
    // It may be inside of a larger part that is returned as it was given.
    let is_large =
        |term: &Term| term.as_tuple().or(term.as_list()).is_some_and(|all| all.len() > 1);
    let mut whole = &violation.value;
    for step in &mismatch.path {
        let is_returned = certain.contains(whole) || doubtful.contains(whole);
        if is_large(whole) && is_returned {
            return true;
        }
        let Some(part) = below(whole, step) else { break };
        whole = part;
    }
    false
}

/// Is the wrong part of the result what one is told of a setting that nobody has made?
fn returns_unset(finding: &explore::Finding) -> bool {
    let mismatch = finding.violation.as_ref().and_then(|violation| violation.mismatch.as_ref());
    let is_unset = |found: &Term| found.as_atom_name() == Some("undefined");
    finding.asks_the_world && mismatch.is_some_and(|mismatch| is_unset(&mismatch.found))
}

/// Does anybody say what it takes?
fn has_spec(target: &Target) -> bool {
    matches!(target.spec, Spec::Used | Spec::OfCallback(_))
}

fn crash(
    finding: &explore::Finding,
    site: &Site,
    target: &Target,
    refusal: Option<&Refusal>,
) -> Why {
    let Outcome::Crashed { stacktrace, raised, .. } = &finding.outcome else { return Why::Signal };
    // The tested function, or one that gets its arguments as they are.
    let is_tested = site.name.function == target.mfa
        || refusal.is_some_and(|refusal| refusal.is_passed_on(site.name.function));
    let is_on_given = is_tested && site.is_on_arguments;
    let by = match site.name.what {
        What::Failure { by, .. } => by,
        _ => None,
    };
    let stack = frames(stacktrace, target.sources);
    let raised_in = raised.at.map(|at| at.module).or(stack.first().map(|top| top.mfa.module));
    let is_own = raised_in.is_some_and(|module| target.program.is_own(module));
    match site.raiser {
        Raiser::Signal => Why::Signal,
        Raiser::Head if is_tested => Why::OwnHead,
        Raiser::Head if is_own => Why::InternalHead,
        // What a callback has returned, the others are to take.
        Raiser::Match if is_on_given && target.state != CallbackState::Built => Why::BehindHead,
        Raiser::Match => Why::NoMatch,
        Raiser::Fun if is_on_given => Why::WrongType,
        Raiser::Fun => Why::BadFun,
        Raiser::Undefined => Why::Undefined,
        _ => {
            // Constants among the arguments are the program's own.
            let is_given = |argument: &Term| finding.input.arguments.contains(argument);
            let refused = by.filter(|_| is_on_given).is_some_and(|by| {
                let called = stack.iter().rev().find(|frame| frame.mfa == by);
                let arguments = called.and_then(|frame| frame.arguments.as_deref());
                let mut arguments = arguments.unwrap_or_default().iter().enumerate();
                arguments.any(|(place, argument)| {
                    is_given(argument) && target.program.refuses(by, place, argument)
                })
            });
            match refused {
                true => Why::WrongType,
                false if is_own => Why::of_reason(site.name.what),
                false => Why::Library,
            }
        }
    }
}

/// Why nobody is likely to give such an input, if so.
fn unlikely(
    finding: &explore::Finding,
    site: &Site,
    target: &Target,
    refusal: Option<&Refusal>,
) -> Option<Why> {
    if target.state == CallbackState::MadeUp {
        return Some(Why::Callback);
    }
    if is_generated(site) {
        return Some(Why::Generated);
    }
    if (target.needs_opaque)(&finding.input.arguments) {
        return Some(Why::Opaque);
    }
    let arguments = &finding.input.arguments;
    if arguments.iter().any(|argument| any(argument, is_no_text)) {
        return Some(Why::NoCharacter);
    }
    let Outcome::Crashed { class, reason, stacktrace, .. } = &finding.outcome else {
        return None;
    };
    let is_arithmetic = *class == Class::Error && reason.as_atom_name() == Some("badarith");
    if is_arithmetic && arguments.iter().any(|argument| any(argument, is_astronomical)) {
        return Some(Why::TooLarge);
    }
    let is_limit = *class == Class::Error && reason.as_atom_name() == Some("system_limit");
    if is_limit && arguments.iter().any(|argument| any(argument, is_immense)) {
        return Some(Why::TooLarge);
    }
    let refusal = refusal?;
    if refusal.is_of_named_module() {
        return Some(Why::UnknownModule);
    }
    if finding.asks_the_world && refusal.is_unset() {
        return Some(Why::NotStarted);
    }
    // A server is not given its own caller.
    let tag = reason.as_tuple().and_then(<[Term]>::first).and_then(Term::as_atom_name);
    if *class == Class::Exit && tag == Some("calling_self") {
        return Some(Why::Identifier);
    }
    let stack = frames(stacktrace, target.sources);
    let failed = stack.first()?;
    if is_not_started(*class, reason, stacktrace, failed.mfa) {
        return Some(Why::NotStarted);
    }
    let is_foreign = !target.program.is_own(failed.mfa.module);
    let given = failed.arguments.as_deref().unwrap_or_default();
    let is_dead = |part: &Term| {
        matches!(part, Term::Pid(_) | Term::Port(_) | Term::Reference(_))
            && Some(part) != target.own_pid.as_ref()
            && arguments.iter().any(|argument| holds(argument, part))
    };
    let has_dead = given.iter().any(|argument| any(argument, is_dead));
    // No port of an input is open.
    let is_port = |part: &Term| matches!(part, Term::Port(_));
    let is_badarg = *class == Class::Error && reason.as_atom_name() == Some("badarg");
    let is_refused = is_badarg && takes_ports(failed.mfa.module);
    let has_port = is_refused && arguments.iter().any(|argument| any(argument, is_port));
    if is_foreign && (has_dead || has_port) {
        return Some(Why::Identifier);
    }
    // The input is as small as it gets: it is this number because no timer takes it.
    let is_endless = |part: &Term| *part == Term::Int(1 << 32);
    let is_awaited = is_foreign && arguments.iter().any(|argument| any(argument, is_endless));
    is_awaited.then_some(Why::TooLarge)
}

/// Is the site in the part that yecc and leex put into every parser? Nobody repairs it in the project.
fn is_generated(site: &Site) -> bool {
    const TEMPLATES: [&str; 2] = ["yeccpre.hrl", "leexinc.hrl"];
    let name = site.line.as_ref().and_then(|line| line.file.rsplit('/').next());
    name.is_some_and(|name| TEMPLATES.contains(&name))
}

/// A call of a process that does not run, or of a table that does not exist.
fn is_not_started(class: Class, reason: &Term, stacktrace: &Term, failed: Mfa) -> bool {
    let is_noproc = |term: &Term| term.as_atom_name() == Some("noproc");
    let tag = reason.as_tuple().and_then(<[Term]>::first);
    let is_gone = is_noproc(reason) || tag.is_some_and(is_noproc);
    if class == Class::Exit && is_gone {
        return true;
    }
    // Another process failed: the reason has its stack with it.
    if let (Class::Exit, Some([inner, theirs])) = (class, reason.as_tuple())
        && inner.as_atom_name() == Some("badarg")
        && is_in_ets(theirs)
        && has_cause(theirs, "id")
    {
        return true;
    }
    let (module, function) = (failed.module.name(), failed.function.name());
    let is_send = module == "erlang" && function == "send";
    class == Class::Error
        && reason.as_atom_name() == Some("badarg")
        && (is_send || module == "ets" && has_cause(stacktrace, "id"))
}

fn takes_ports(module: Atom) -> bool {
    const MODULES: [&str; 9] = [
        "erlang",
        "erts_internal",
        "gen_sctp",
        "gen_tcp",
        "gen_udp",
        "inet",
        "inet_tcp",
        "prim_inet",
        "ssl",
    ];
    MODULES.contains(&module.name())
}

/// Is `ets` the module of the first frame?
fn is_in_ets(stacktrace: &Term) -> bool {
    let first = stacktrace.as_list().and_then(<[Term]>::first);
    let module = first.and_then(Term::as_tuple).and_then(<[Term]>::first);
    module.and_then(Term::as_atom_name) == Some("ets")
}

/// `#{cause => id}` in the information of the first frame.
fn has_cause(stacktrace: &Term, cause: &str) -> bool {
    let first = stacktrace.as_list().and_then(<[Term]>::first);
    let says_so = |part: &Term| {
        let Term::Map(map) = part else { return false };
        map.get(&Term::atom("cause")).is_some_and(|value| value.as_atom_name() == Some(cause))
    };
    first.is_some_and(|first| any(first, says_so))
}

/// Code points that stand for halves of characters in UTF-16, and for nothing anywhere else.
fn is_no_text(term: &Term) -> bool {
    let is_half = |each: &Term| matches!(each, Term::Int(0xD800..=0xDFFF));
    term.as_list().is_some_and(|elements| elements.iter().any(is_half))
}

/// Beyond what anybody measures or counts. (The input is as small as it gets, so nothing less does it.)
fn is_astronomical(term: &Term) -> bool {
    match term {
        Term::Float(number) => number.abs() > 1e100,
        Term::BigInt(number) => number.bits() > 332,
        _ => false,
    }
}

/// More than there are bytes in most machines.
fn is_immense(term: &Term) -> bool {
    match term {
        Term::Int(number) => *number > 1 << 40,
        Term::BigInt(_) => true,
        _ => false,
    }
}

pub(crate) fn holds(whole: &Term, wanted: &Term) -> bool {
    any(whole, |part| part == wanted)
}

/// How unusual an input is: the more, the less likely somebody gives it.
pub fn oddity(arguments: &[Term]) -> usize {
    let mut oddity = 0;
    for argument in arguments {
        visit(argument, &mut |part| {
            oddity += match part {
                Term::Int(number) if number.unsigned_abs() > 1 << 40 => 8,
                Term::Int(number) if *number < 0 => 2,
                // Only numbers of hundreds of digits are too large for a float.
                Term::BigInt(number) if number.bits() > 1000 => 100,
                Term::BigInt(_) => 8,
                Term::Int(number) if *number > 255 => 3,
                Term::Bits(bits) if !bits.is_binary() => 10,
                Term::List(list) if !matches!(list.tail, Term::Nil) => 10,
                Term::Fun(_) => 3,
                Term::Pid(_) | Term::Port(_) | Term::Reference(_) => 4,
                Term::Float(_) => 2,
                _ => 1,
            };
            // Beyond this all are alike.
            oddity < 1000
        });
    }
    oddity
}
