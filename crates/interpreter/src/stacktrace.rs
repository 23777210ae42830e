//! Where did an exception come from? Its stack trace, as the BEAM builds it.
//!
//! When something raises, only the numbers of the frames are noted (a *raw trace*); the list of
//! `{Module, Function, Arity, Location}` is spelled out when the program asks for it, which most
//! never do. A raw trace also remembers the class, as `primop raise` needs it, and with the reason which
//! operation raised it.

use crate::code::CodeId;
use crate::library::Library;
use crate::natives::code_server;
use crate::process::{self, NamedAt, Process};
use crate::program::{NAMED, START};
use core_erlang::{FunctionName, Position};
use runtime::value::Kind;
use runtime::{Class, Heap, Value};
use term::{Atom, Term, atoms};
use trace::{Frame, Raised, Raiser};

/// The BEAM's `backtrace_depth`.
const DEPTH: usize = 8;

/// The first frame, where it is not simply the function that runs.
#[derive(Clone, Copy)]
pub enum Top {
    /// The function that runs, at its line.
    Function,
    /// `{M, F, Args, Info}`: a built-in or a function whose clauses do not fit.
    Frame(Value),
    /// The same, and it takes the place of the function that runs.
    Instead(Value),
    /// The program gave the whole trace.
    Given(Value),
}

/// What was raised, and by what.
#[derive(Clone, Copy)]
pub struct Raising {
    pub class: Class,
    pub reason: Value,
    pub raiser: Raiser,
    /// The operation that did.
    pub operation: Option<(CodeId, usize)>,
    /// It came out of a function that the input has named.
    pub within: Option<NamedAt>,
}

/// Where the frames begin in a raw trace.
const FRAMES: usize = 10;

/// Notes who is running and who called.
pub fn capture(
    heap: &mut Heap,
    process: &Process,
    at: Option<(CodeId, usize)>,
    raising: Raising,
    top: Top,
) -> Value {
    let Raising { class, reason, raiser, operation, within } = raising;
    let (first, given) = match top {
        Top::Function => (Value::NIL, Value::UNDEFINED),
        Top::Frame(frame) | Top::Instead(frame) => (frame, Value::UNDEFINED),
        Top::Given(trace) => (Value::NIL, trace),
    };
    let mut words = vec![class.atom().into(), first, given, Value::index(raiser as usize), reason];
    words.extend(match operation {
        Some((code, pc)) => [Value::index(code.index()), Value::index(pc)],
        None => [Value::NIL, Value::NIL],
    });
    words.extend(match within.or_else(|| process.named_at()) {
        Some(NamedAt { code, pc, module }) => {
            [Value::index(code.index()), Value::index(pc), module.into()]
        }
        None => [Value::NIL; 3],
    });
    let mut push = |code: CodeId, pc: usize| {
        if matches!(code.index(), START | NAMED) {
            return;
        }
        words.push(Value::index(code.index()));
        words.push(Value::index(pc));
    };
    let mut depth = if first.is_nil() { 0 } else { 1 };
    if !matches!(top, Top::Given(_)) {
        if let (Some((code, pc)), Top::Function | Top::Frame(_)) = (at, top) {
            push(code, pc);
            depth += 1;
        }
        // As on the BEAM, a caller that is there many times in a row counts once.
        let mut before = None;
        let is_shown = |frame: &&process::Frame| frame.code.index() != NAMED;
        for frame in process.frames.iter().rev().filter(is_shown) {
            let place = (frame.code, frame.pc);
            if before.replace(place) == Some(place) {
                continue;
            }
            if depth == DEPTH {
                break;
            }
            push(frame.code, frame.pc - 1);
            depth += 1;
        }
    }
    heap.boxed(Kind::RawTrace, &words)
}

/// The class that a raw trace remembers.
pub fn class(heap: &Heap, raw: Value) -> Option<Class> {
    if !heap.is_kind(raw, Kind::RawTrace) {
        return None;
    }
    heap.payload(raw)[0].as_atom().and_then(Class::from_atom)
}

/// What raised the exception of a raw trace, if it was this exception.
pub fn raising(heap: &Heap, raw: Value, class: Class, reason: Value) -> Option<Raising> {
    if self::class(heap, raw) != Some(class) {
        return None;
    }
    let words = heap.payload(raw);
    let number = |word: Value| word.small_number() as usize;
    let operation = (!words[5].is_nil()).then(|| (CodeId::new(number(words[5])), number(words[6])));
    let raiser = Raiser::from_number(number(words[3]));
    let within = within(heap, raw);
    (words[4] == reason).then_some(Raising { class, reason, raiser, operation, within })
}

/// The function that the input has named and that what was raised came out of, if it is so.
pub fn within(heap: &Heap, raw: Value) -> Option<NamedAt> {
    if !heap.is_kind(raw, Kind::RawTrace) {
        return None;
    }
    let &[code, pc, module] = heap.payload(raw)[7..FRAMES].first_chunk()?;
    let module = module.as_atom()?;
    let number = |word: Value| word.small_number() as usize;
    Some(NamedAt { code: CodeId::new(number(code)), pc: number(pc), module })
}

/// Module and function of the first frame of a trace, raw or not.
pub fn raised_in(heap: &Heap, library: &Library, trace: Value) -> Option<(Atom, Atom)> {
    let mut list = trace;
    if heap.is_kind(trace, Kind::RawTrace) {
        let words = heap.payload(trace);
        let (first, given) = (words[1], words[2]);
        if !first.is_nil() {
            return heads(heap, first);
        }
        if given == Value::UNDEFINED {
            let number = words.get(FRAMES)?.small_number() as usize;
            let code = library.program().code(CodeId::new(number));
            return Some((code.module, code.name));
        }
        list = given;
    }
    list.is_cons().then(|| heads(heap, heap.head(list))).flatten()
}

/// `{Module, Function, _, _}`
fn heads(heap: &Heap, frame: Value) -> Option<(Atom, Atom)> {
    match heap.as_tuple(frame) {
        Some(&[module, function, ..]) => module.as_atom().zip(function.as_atom()),
        _ => None,
    }
}

/// The same in words that outlive the run.
pub fn raised(library: &Library, raising: Raising) -> Raised {
    let at = raising.operation.map(|(code, pc)| {
        let code = library.program().code(code);
        let position = code.position(pc).unwrap_or_default();
        Frame { module: code.home.module, function: code.home.function, position }
    });
    Raised { at, ..Raised::by(raising.raiser) }
}

/// The list that the program sees.
pub fn build(heap: &mut Heap, library: &mut Library, raw: Value) -> Value {
    if !heap.is_kind(raw, Kind::RawTrace) {
        return raw;
    }
    let words = heap.payload(raw).to_vec();
    if words[2] != Value::UNDEFINED {
        return words[2];
    }
    let mut frames = Vec::new();
    if !words[1].is_nil() {
        frames.push(words[1]);
    }
    for pair in words[FRAMES..].chunks_exact(2) {
        let (number, pc) = (pair[0].small_number() as usize, pair[1].small_number() as usize);
        let code = library.program().code(CodeId::new(number));
        let (module, name, position) = (code.module, code.name, code.position(pc));
        let arity = Value::index(code.parameters as usize);
        let location = location(heap, library, module, position);
        frames.push(heap.tuple(&[module.into(), name.into(), arity, location]));
    }
    heap.list(&frames)
}

/// Where the functions in a raw trace were, with the columns that the program does not see.
pub fn frames(heap: &Heap, library: &Library, raw: Value) -> Vec<Frame> {
    if !heap.is_kind(raw, Kind::RawTrace) {
        return Vec::new();
    }
    let words = heap.payload(raw);
    let pairs = words[FRAMES..].chunks_exact(2);
    let frame = |pair: &[Value]| {
        let (number, pc) = (pair[0].small_number() as usize, pair[1].small_number() as usize);
        let code = library.program().code(CodeId::new(number));
        let function = FunctionName { name: code.name, arity: code.arity() as u32 };
        Some(Frame { module: code.module, function, position: code.position(pc)? })
    };
    pairs.filter_map(frame).collect()
}

/// `[{file, File}, {line, Line}]`, or `[]` where nothing is known.
pub fn location(
    heap: &mut Heap,
    library: &mut Library,
    module: Atom,
    position: Option<Position>,
) -> Value {
    let Some(position) = position.filter(|position| position.line > 0) else { return Value::NIL };
    // The modules inside of the emulator are compiled without lines.
    if code_server::is_preloaded(module) {
        return Value::NIL;
    }
    let Ok(Some(module)) = library.module(module) else { return Value::NIL };
    let Some(file) = module.files.get(position.file as usize) else { return Value::NIL };
    let file = library.string(heap, file);
    let file = heap.tuple(&[atoms::file.into(), file]);
    let line = heap.tuple(&[atoms::line.into(), Value::index(position.line as usize)]);
    heap.list(&[file, line])
}

/// The frame of a function with its arguments.
pub fn frame_with_arguments(
    heap: &mut Heap,
    module: Atom,
    function: Atom,
    arguments: &[Value],
    info: Value,
) -> Value {
    let arguments = heap.list(arguments);
    heap.tuple(&[module.into(), function.into(), arguments, info])
}

/// `[{error_info, #{module => Formatter}}]`, by which `erl_error` explains a built-in's failure.
pub fn error_info(heap: &mut Heap, module: Atom, cause: Option<Value>) -> Value {
    let formatter = match module.name() {
        "erlang" | "erts_internal" | "atomics" | "counters" | "persistent_term" => {
            "erl_erts_errors"
        }
        "lists" | "maps" | "binary" | "ets" | "math" | "re" | "unicode" | "string" | "io" => {
            "erl_stdlib_errors"
        }
        "os" | "code" | "erl_ddll" => "erl_kernel_errors",
        _ => return Value::NIL,
    };
    let mut pairs = vec![(atoms::module.into(), Value::atom(Atom::new(formatter)))];
    if let Some(cause) = cause {
        pairs.push((atoms::cause.into(), cause));
    }
    error_info_of(heap, pairs)
}

/// The same for `<<…>>`, which has a formatter of its own.
pub fn bits_error_info(heap: &mut Heap, cause: Value) -> Value {
    let atom = |name: &str| Value::atom(Atom::new(name));
    let pairs = vec![
        (atoms::module.into(), atom("erl_erts_errors")),
        (atom("function"), atom("format_bs_fail")),
        (atoms::cause.into(), cause),
    ];
    error_info_of(heap, pairs)
}

fn error_info_of(heap: &mut Heap, pairs: Vec<(Value, Value)>) -> Value {
    let map = heap.map_from_pairs(pairs);
    let info = heap.tuple(&[atoms::error_info.into(), map]);
    heap.list(&[info])
}

/// A whole trace, as a term.
pub fn to_term(heap: &mut Heap, library: &mut Library, raw: Value) -> Term {
    let list = build(heap, library, raw);
    heap.to_term_with(list, library)
}
