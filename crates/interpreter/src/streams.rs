//! What of the streams of `zlib`? They are memory behind a NIF that every call changes. The BEAM answers for
//! a call with all calls on the stream before it: `ermine_zlib` makes them again, on a stream of its own.
//!
//! Whose a stream is we know ourselves, because processes are ours.

use crate::library::Oracle;
use crate::oracle::Asked;
use crate::process::{ProcessId, ReferenceId};
use crate::system::System;
use core_erlang::FunctionName;
use runtime::work::Kept;
use runtime::{Heap, NativeResult, Raise, Value};
use rustc_hash::FxHashMap;
use term::{Atom, Term, atoms};

/// Functions that make a stream or are given one.
const FUNCTIONS: &[(&str, u32)] = &[
    ("adler32", 2),
    ("adler32", 3),
    ("adler32_combine", 4),
    ("close", 1),
    ("crc32", 1),
    ("crc32", 2),
    ("crc32", 3),
    ("crc32_combine", 4),
    ("deflate", 2),
    ("deflate", 3),
    ("deflateEnd", 1),
    ("deflateInit", 1),
    ("deflateInit", 2),
    ("deflateInit", 6),
    ("deflateParams", 3),
    ("deflateReset", 1),
    ("deflateSetDictionary", 2),
    ("getBufSize", 1),
    ("inflate", 2),
    ("inflate", 3),
    ("inflateChunk", 1),
    ("inflateChunk", 2),
    ("inflateEnd", 1),
    ("inflateGetDictionary", 1),
    ("inflateInit", 1),
    ("inflateInit", 2),
    ("inflateInit", 3),
    ("inflateReset", 1),
    ("inflateSetDictionary", 2),
    ("open", 0),
    ("safeInflate", 2),
    ("setBufSize", 2),
    ("set_controlling_process", 2),
];

/// Each call makes all before it again.
const MOST_CALLS: usize = 200;
const MOST_BYTES: usize = 4 << 20;

/// What an entry takes beside what is in it.
const BYTES_PER_CALL: usize = 96;

pub fn is_about(module: Atom, function: FunctionName) -> bool {
    module.name() == "zlib" && FUNCTIONS.contains(&(function.name.name(), function.arity))
}

pub struct Streams {
    streams: FxHashMap<ReferenceId, Stream>,
    kept: Kept,
}

struct Stream {
    owner: ProcessId,
    /// `{Function, Arguments}`, without the stream.
    calls: Vec<Term>,
    bytes: usize,
}

impl Streams {
    pub fn new(kept: Kept) -> Streams {
        Streams { streams: FxHashMap::default(), kept }
    }

    fn open(&mut self, heap: &Heap, stream: ReferenceId, owner: ProcessId) {
        heap.allow(BYTES_PER_CALL);
        self.kept.put(BYTES_PER_CALL);
        self.streams.insert(stream, Stream { owner, calls: Vec::new(), bytes: 0 });
    }

    fn note(&mut self, heap: &Heap, stream: ReferenceId, call: Term) {
        let bytes = BYTES_PER_CALL + call.weight();
        heap.allow(bytes);
        self.kept.put(bytes);
        let stream = self.streams.get_mut(&stream).expect("it is asked about");
        stream.bytes += bytes;
        stream.calls.push(call);
    }
}

pub fn ask(
    heap: &mut Heap,
    oracle: Option<&mut (dyn Oracle + 'static)>,
    system: &mut System,
    caller: ProcessId,
    (module, function): (Atom, Atom),
    arguments: &[Value],
) -> NativeResult {
    let asked = Asked { module, function, arity: arguments.len() };
    let streams = &mut system.shared.streams;
    if function.name() == "open" {
        let reference = system.numbers.new_reference();
        streams.open(heap, reference, caller);
        return Ok(Value::reference(reference));
    }
    let known =
        arguments[0].as_reference().and_then(|id| Some((id, streams.streams.get_mut(&id)?)));
    let Some((reference, stream)) = known else {
        // There it is none either.
        let terms: Vec<Term> = arguments.iter().map(|&value| heap.to_term(value)).collect();
        let answer = asked.answer(heap, oracle, (module, function), &terms)?;
        return Ok(heap.from_term(&answer));
    };
    let is_owner = stream.owner == caller;
    if function.name() == "set_controlling_process" {
        let owner = owner_of(heap, arguments[1]).ok_or_else(Raise::badarg)?;
        if !is_owner {
            return Err(Raise::error(Atom::new("not_on_controlling_process")));
        }
        stream.owner = owner;
        return Ok(Value::OK);
    }
    let given = Term::list(arguments[1..].iter().map(|&value| heap.to_term(value)).collect());
    let call = Term::tuple(vec![function.into(), given]);
    if stream.calls.len() >= MOST_CALLS || stream.bytes + call.weight() > MOST_BYTES {
        return Err(asked.failed("too much was done with the stream before".to_owned()));
    }
    let all = stream.calls.iter().cloned().chain([call.clone()]).collect();
    let replay = (Atom::new("ermine_zlib"), Atom::new("replay"));
    let by_owner = if is_owner { atoms::true_ } else { atoms::false_ };
    let answer = asked.answer(heap, oracle, replay, &[Term::list(all), by_owner.into()]);
    // A call that fails may have changed it as well.
    if is_owner && !matches!(answer, Err(Raise::Incomplete(_))) {
        streams.note(heap, reference, call);
    }
    answer.map(|term| heap.from_term(&term))
}

/// Whose a stream becomes; it may be somebody who is gone.
fn owner_of(heap: &Heap, value: Value) -> Option<ProcessId> {
    match heap.foreign_term(value) {
        Some(Term::Pid(pid)) if pid.node == atoms::nonode_nohost => Some(0),
        _ => value.as_pid(),
    }
}
