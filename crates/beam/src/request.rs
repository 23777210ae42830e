//! What can a node be asked, beside loading modules? Mainly: what does this call do, really?

use crate::Node;
use crate::node::NodeError;
use core_erlang::{FunctionName, Module, wire};
use std::sync::Arc;
use std::time::Duration;
use term::external::{self, Reader};
use term::made_up_module::{made_up_functions, made_up_modules, to_term};
use term::{Atom, Term};

/// `Module:Function(Arguments…)`
#[derive(Clone, Debug)]
pub struct Call {
    pub module: Atom,
    pub function: Atom,
    pub arguments: Vec<Term>,
}

/// How far each call may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Words of eight bytes; what is beyond kills the process.
    pub heap_words: u64,
    /// Results larger than this, as external terms, are not sent.
    pub result_bytes: u64,
    /// When the call has returned, a process that it has started and is linked to may still end the one that
    /// made the call: so long that is waited for.
    pub linger: Duration,
    /// How much longer the answer may take, for everything that is not the call itself.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let heap_words = 32 << 20;
        Limits {
            time: Duration::from_secs(5),
            heap_words,
            result_bytes: 64 << 20,
            linger: Duration::ZERO,
            grace: GRACE,
        }
    }
}

/// How a call ended on the BEAM.
#[derive(Clone, Debug)]
pub enum Outcome {
    Value(Term),
    Exception {
        class: Atom,
        reason: Term,
        /// As the BEAM gives it, without frames of Ermine's own.
        stacktrace: Term,
    },
    /// Another process, linked to it, took it down.
    Signal(Term),
    TimedOut,
    /// It went beyond its heap, or was killed for another reason.
    Killed,
    /// It returned something larger than the limit.
    TooLarge,
    /// The arguments are no terms that this node can have.
    InvalidArguments,
    /// The whole node went down with it.
    NodeDied(String),
}

#[derive(Clone, Debug)]
pub struct Ran {
    pub outcome: Outcome,
    /// What it wrote, up to 64 KiB.
    pub output: String,
}

/// What a text stands for.
#[derive(Clone)]
pub enum Evaluated {
    Term(Term),
    /// An expression that had to be computed: `terms/0` of this module, which is installed on the
    /// node, and what it gave there. The funs in it belong to the module.
    Module {
        module: Arc<Module>,
        outcome: Outcome,
    },
}

/// So many calls share a round trip.
const BATCH: usize = 256;

/// For everything that is not the call itself, if nobody is in a hurry.
pub const GRACE: Duration = Duration::from_secs(10);

impl Node {
    pub fn apply(&self, call: &Call, limits: &Limits) -> Result<Ran, NodeError> {
        let mut ran = self.apply_many(std::slice::from_ref(call), limits)?;
        Ok(ran.remove(0))
    }

    /// What each of the calls does, in order. Calls that take the node down cost their own outcome
    /// only.
    pub fn apply_many(&self, calls: &[Call], limits: &Limits) -> Result<Vec<Ran>, NodeError> {
        let mut all = Vec::with_capacity(calls.len());
        for batch in calls.chunks(BATCH) {
            all.extend(self.apply_batch(batch, limits)?);
        }
        Ok(all)
    }

    fn apply_batch(&self, calls: &[Call], limits: &Limits) -> Result<Vec<Ran>, NodeError> {
        match self.try_batch(calls, limits) {
            Err(NodeError::Died(_)) if calls.len() > 1 => {
                let (left, right) = calls.split_at(calls.len() / 2);
                let mut ran = self.apply_batch(left, limits)?;
                ran.extend(self.apply_batch(right, limits)?);
                Ok(ran)
            }
            Err(NodeError::Died(why)) => {
                let outcome = Outcome::NodeDied(why);
                Ok(vec![Ran { outcome, output: String::new() }])
            }
            result => result,
        }
    }

    fn try_batch(&self, calls: &[Call], limits: &Limits) -> Result<Vec<Ran>, NodeError> {
        let request = Term::tuple(vec![
            Term::atom("apply"),
            calls.iter().map(call_term).collect(),
            limits_term(limits),
        ]);
        let limit = limits.time * calls.len() as u32 + limits.grace;
        let over = self.over();
        let (process, answer) = self.request_of_one(&request, limit)?;
        // Of all that were made, this is one, and those that were over before it are not under way.
        let others = self.made().saturating_sub(over + 1);
        let mut reader = answer.reader();
        reader.tuple_of(2)?;
        let ran = reader.list(ran)?;
        if has_left_something(&mut reader, others)? {
            self.distrust(&process);
        }
        match ran.len() == calls.len() {
            true => Ok(ran),
            false => Err(NodeError::Uncounted { answers: ran.len(), calls: calls.len() }),
        }
    }

    /// A call that changes the node. It is made again whenever the node had to be started again.
    pub fn apply_lastingly(&self, call: &Call) -> Result<(), NodeError> {
        let limits = Limits::default();
        let calls = [call].map(call_term).into_iter().collect();
        let request = Term::tuple(vec![Term::atom("apply"), calls, limits_term(&limits)]);
        self.install(&request).map(drop)
    }

    /// The term that an Erlang expression stands for, which may contain funs.
    pub fn evaluate(&self, text: &str, limits: &Limits) -> Result<Evaluated, NodeError> {
        let request = Term::tuple(vec![
            Term::atom("evaluate"),
            Term::binary(text.as_bytes()),
            Term::atom(&self.new_seed_name()),
            limits_term(limits),
        ]);
        let answer = self.request(&request, limits.time + limits.grace)?;
        let mut reader = answer.reader();
        let length = reader.tuple_header()?;
        let _kind = reader.atom()?;
        if length == 2 {
            return Ok(Evaluated::Term(external::decode(reader.bytes()?)?));
        }
        self.repeat_on_restart(&request);
        let module = wire::decode_module(reader.bytes()?).map_err(|error| NodeError::Refused {
            kind: "internal".to_owned(),
            text: error.to_string(),
        })?;
        Ok(Evaluated::Module { module: Arc::new(module), outcome: ran(&mut reader)?.outcome })
    }

    /// Each list of arguments as `io_lib:format/2` writes it.
    pub fn print(&self, format: &str, arguments: &[Term]) -> Result<Vec<String>, NodeError> {
        let request = Term::tuple(vec![
            Term::atom("print"),
            Term::binary(format.as_bytes()),
            arguments.iter().map(external_term).collect(),
        ]);
        let answer = self.request(&request, GRACE)?;
        Ok(answer.reader().list(|reader| {
            reader.bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        })?)
    }

    /// The functions that each of the modules exports on the node, built-in ones included.
    pub fn exports(&self, modules: &[Atom]) -> Result<Vec<Vec<FunctionName>>, NodeError> {
        let modules = modules.iter().map(|&module| Term::from(module)).collect();
        let answer = self.request(&Term::tuple(vec![Term::atom("exports"), modules]), GRACE)?;
        Ok(answer.reader().list(|reader| reader.list(function_name))?)
    }
}

fn function_name(reader: &mut Reader) -> external::Result<FunctionName> {
    reader.tuple_of(2)?;
    // An arity is below 256.
    Ok(FunctionName { name: reader.atom()?, arity: reader.integer()? as u32 })
}

fn call_term(call: &Call) -> Term {
    let mut arguments = Term::list(call.arguments.clone());
    let modules = made_up_modules(&call.arguments);
    if !modules.is_empty() {
        arguments = Term::tuple(vec![modules.into_iter().map(module_term).collect(), arguments]);
    }
    Term::tuple(vec![call.module.into(), call.function.into(), external_term(&arguments)])
}

/// `{Name, [{init, Fun, gen_server}, …]}`
fn module_term(name: Atom) -> Term {
    let functions = made_up_functions(name);
    Term::tuple(vec![name.into(), to_term(functions.as_deref().unwrap_or_default())])
}

fn external_term(term: &Term) -> Term {
    Term::binary(&external::encode(term))
}

fn limits_term(limits: &Limits) -> Term {
    let milliseconds = |time: Duration| Term::from(time.as_millis().min(u32::MAX.into()));
    Term::tuple(vec![
        milliseconds(limits.time),
        limits.heap_words.into(),
        limits.result_bytes.into(),
        milliseconds(limits.linger),
    ])
}

/// `{Strangers, Others}`: what is new on the node, and how many seem to be other requests. More than so
/// many cannot be.
fn has_left_something(reader: &mut Reader, most: u64) -> external::Result<bool> {
    reader.tuple_of(2)?;
    let (strangers, others) = (reader.integer()?, reader.integer()?);
    Ok(strangers > 0 || !u64::try_from(others).is_ok_and(|others| others <= most))
}

/// `{Outcome, Output}`
fn ran(reader: &mut Reader) -> external::Result<Ran> {
    reader.tuple_of(2)?;
    let outcome = outcome(reader)?;
    let output = String::from_utf8_lossy(reader.bytes()?).into_owned();
    Ok(Ran { outcome, output })
}

fn outcome(reader: &mut Reader) -> external::Result<Outcome> {
    if reader.peek()? == external::Kind::Atom {
        return Ok(match reader.atom()?.name() {
            "timeout" => Outcome::TimedOut,
            "killed" => Outcome::Killed,
            "too_large" => Outcome::TooLarge,
            _ => Outcome::InvalidArguments,
        });
    }
    reader.tuple_header()?;
    Ok(match reader.atom()?.name() {
        "value" => Outcome::Value(external::decode(reader.bytes()?)?),
        "signal" => Outcome::Signal(external::decode(reader.bytes()?)?),
        _ => Outcome::Exception {
            class: reader.atom()?,
            reason: external::decode(reader.bytes()?)?,
            stacktrace: external::decode(reader.bytes()?)?,
        },
    })
}
