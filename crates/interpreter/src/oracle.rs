//! What about pure functions of OTP that are not written in Erlang, and that we do not have? The real
//! BEAM answers for them.
//!
//! They are asked for where the program calls them: `zlib:gzip/1` and `crypto:hash/2` rather than the
//! nifs underneath, because those have state and these have none. Streams of `zlib` are in
//! [`crate::streams`].
//!
//! A compiled regular expression is a tuple with a binary up to OTP 27, and travels like any term. From
//! OTP 28 on it is a reference that means something in one process of one node only; so we remember
//! what it was compiled from, and send that.

use crate::library::{Answer, Oracle};
use crate::streams;
use crate::system::{PatternSource, Patterns};
use core_erlang::FunctionName;
use runtime::work;
use runtime::{Heap, Incomplete, NativeResult, Raise, Value};
use term::{Atom, Term, atoms};

/// By module: names and arities.
const ANSWERED: &[(&str, &[(&str, u32)])] = &[
    ("crypto", CRYPTO),
    ("erlang", &[("decode_packet", 3), ("match_spec_test", 3)]),
    ("re", RE),
    ("zlib", ZLIB),
];

const RE: &[(&str, u32)] = &[
    ("compile", 1),
    ("compile", 2),
    ("inspect", 2),
    ("internal_run", 4),
    ("run", 2),
    ("run", 3),
    ("version", 0),
];

const ZLIB: &[(&str, u32)] =
    &[("compress", 1), ("gunzip", 1), ("gzip", 1), ("uncompress", 1), ("unzip", 1), ("zip", 1)];

const CRYPTO: &[(&str, u32)] = &[
    ("bytes_to_integer", 1),
    ("cipher_info", 1),
    ("compute_key", 4),
    ("crypto_one_time", 4),
    ("crypto_one_time", 5),
    ("crypto_one_time_aead", 6),
    ("crypto_one_time_aead", 7),
    ("exor", 2),
    ("hash", 2),
    ("hash", 3),
    ("hash_equals", 2),
    ("hash_info", 1),
    ("hash_xof", 3),
    ("hmac", 3),
    ("hmac", 4),
    ("info_lib", 0),
    ("mac", 3),
    ("mac", 4),
    ("macN", 4),
    ("macN", 5),
    ("mod_pow", 3),
    ("pbkdf2_hmac", 5),
    ("supports", 0),
    ("supports", 1),
    ("verify", 5),
    ("verify", 6),
];

/// Is this a function that the BEAM is asked for?
pub fn answers(module: Atom, function: FunctionName) -> bool {
    if streams::is_about(module, function) {
        return true;
    }
    let wanted = (function.name.name(), function.arity);
    ANSWERED.iter().any(|(name, functions)| *name == module.name() && functions.contains(&wanted))
}

pub fn ask(
    heap: &mut Heap,
    oracle: Option<&mut (dyn Oracle + 'static)>,
    patterns: &mut Patterns,
    (module, function): (Atom, Atom),
    arguments: &[Value],
) -> NativeResult {
    let mut terms: Vec<Term> = arguments.iter().map(|&value| heap.to_term(value)).collect();
    if module.name() == "re" {
        use_sources(patterns, &mut terms);
    }
    let asked = Asked { module, function, arity: arguments.len() };
    let term = asked.answer(heap, oracle, (module, function), &terms)?;
    if module.name() == "re" && function.name() == "compile" {
        remember_source(patterns, &term, &terms);
    }
    Ok(heap.from_term(&term))
}

/// What the program calls.
pub struct Asked {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
}

impl Asked {
    /// What a function returns on the BEAM that stands for it.
    pub fn answer(
        &self,
        heap: &mut Heap,
        oracle: Option<&mut (dyn Oracle + 'static)>,
        (module, function): (Atom, Atom),
        arguments: &[Term],
    ) -> Result<Term, Raise> {
        let Some(oracle) = oracle else {
            let Asked { module, function, arity } = *self;
            let missing = Incomplete::UnsupportedBuiltIn { module, function, arity };
            return Err(Raise::Incomplete(Box::new(missing)));
        };
        let answer = oracle.apply(module, function, arguments, heap.work.deadline());
        if let Some(refusal) = heap.work.look() {
            work::refuse(refusal);
        }
        match answer {
            Ok(Answer::Value(term)) => Ok(term),
            Ok(Answer::Exception { class, reason }) => {
                let reason = heap.from_term(&reason);
                Err(Raise::Exception { class, reason, cause: None })
            }
            Err(why) => Err(self.failed(why)),
        }
    }

    /// There is no answer.
    pub fn failed(&self, why: String) -> Raise {
        let Asked { module, function, arity } = *self;
        Raise::Incomplete(Box::new(Incomplete::Oracle { module, function, arity, why }))
    }
}

// ---- compiled regular expressions ----

/// The reference in `{re_pattern, _, _, _, Reference}`.
fn pattern_reference(term: &Term) -> Option<&Term> {
    match term.as_tagged_tuple(Atom::new("re_pattern"))? {
        [_, _, _, reference @ Term::Reference(_)] => Some(reference),
        _ => None,
    }
}

/// `{ok, Pattern}` was compiled from these arguments.
fn remember_source(patterns: &mut Patterns, answer: &Term, arguments: &[Term]) {
    let pattern = answer.as_tagged_tuple(atoms::ok).and_then(|elements| elements.first());
    let Some(pattern) = pattern else { return };
    let key = pattern_reference(pattern).unwrap_or(pattern).clone();
    let options = arguments.get(1).cloned().unwrap_or(Term::Nil);
    let source = PatternSource { pattern: arguments[0].clone(), options };
    patterns.remember(key, source);
}

/// What a pattern was compiled from, and with which options.
pub(crate) fn source_of<'a>(patterns: &'a Patterns, pattern: &Term) -> Option<&'a PatternSource> {
    patterns.source(pattern_reference(pattern).unwrap_or(pattern))
}

/// `run(Subject, Pattern, Options)` with the pattern's source for the pattern, and the options it was
/// compiled with beside those of the run.
fn use_sources(patterns: &Patterns, arguments: &mut Vec<Term>) {
    let Some(source) = arguments
        .get(1)
        .and_then(pattern_reference)
        .and_then(|reference| patterns.source(reference))
    else {
        return;
    };
    arguments[1] = source.pattern.clone();
    let mut options = source.options.as_list().unwrap_or_default().to_vec();
    match arguments.get_mut(2) {
        Some(run_options) => {
            options.extend_from_slice(run_options.as_list().unwrap_or_default());
            *run_options = Term::list(options);
        }
        None => arguments.push(Term::list(options)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Shared;
    use runtime::Heap;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Gives a reference for every pattern, as OTP 28 does, and notes what it was asked.
    struct Scripted(Rc<RefCell<Vec<String>>>);

    impl Oracle for Scripted {
        fn apply(
            &mut self,
            _: Atom,
            function: Atom,
            arguments: &[Term],
            _: Option<std::time::Instant>,
        ) -> Result<Answer, String> {
            let shown: Vec<String> = arguments.iter().map(Term::to_string).collect();
            self.0.borrow_mut().push(format!("{}({})", function.name(), shown.join(", ")));
            if function.name() != "compile" {
                return Ok(Answer::Value(atoms::ok.into()));
            }
            let node = atoms::nonode_nohost;
            let reference = term::Reference { node, creation: 7, ids: vec![1, 2, 3] };
            let pattern =
                [Term::atom("re_pattern"), 0.into(), 0.into(), 0.into(), reference.into()];
            Ok(Answer::Value(Term::tuple(vec![atoms::ok.into(), Term::tuple(pattern.to_vec())])))
        }
    }

    #[test]
    fn a_pattern_that_is_a_reference_travels_as_its_source() {
        let asked = Rc::new(RefCell::new(Vec::new()));
        let mut heap = Heap::new();
        let mut patterns = Shared::new(&Heap::new()).patterns;
        let mut oracle = Scripted(asked.clone());
        let mut ask = |heap: &mut Heap, mfa, arguments: &[Value]| {
            super::ask(heap, Some(&mut oracle), &mut patterns, mfa, arguments).unwrap()
        };
        let re = Atom::new("re");
        let (source, caseless) = (heap.binary(b"a+"), Value::atom(Atom::new("caseless")));
        let options = heap.list(&[caseless]);
        let compiled = ask(&mut heap, (re, Atom::new("compile")), &[source, options]);
        let pattern = heap.elements(compiled)[1];
        let subject = heap.binary(b"bAA");
        let global = Value::atom(Atom::new("global"));
        let options = heap.list(&[global]);
        let run = (re, Atom::new("run"));
        ask(&mut heap, run, &[subject, pattern, options]);
        ask(&mut heap, run, &[subject, pattern]);
        let expected = [
            r#"compile(<<"a+">>, [caseless])"#,
            r#"run(<<"bAA">>, <<"a+">>, [caseless,global])"#,
            r#"run(<<"bAA">>, <<"a+">>, [caseless])"#,
        ];
        assert_eq!(*asked.borrow(), expected);
    }
}
