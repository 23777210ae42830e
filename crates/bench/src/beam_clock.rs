//! How long does a call take on the BEAM? The node is asked to take the time itself, after a
//! warm-up, so that neither the pipe nor the loading of code counts.

use crate::{own_folder, timing};
use anyhow::{Context, Result, bail};
use beam::{Call, Limits, Loader, ModuleSource, Outcome};
use std::time::Duration;
use term::{Atom, Term};

/// On the BEAM and on ours: so many samples, of which the median counts.
pub const SAMPLES: usize = 3;

pub struct BeamClock<'a> {
    loader: &'a Loader,
}

impl BeamClock<'_> {
    pub fn new(loader: &Loader) -> Result<BeamClock<'_>> {
        let path = own_folder().join("erlang/ermine_clock.erl");
        loader.install(&ModuleSource::File { path, options: Vec::new() })?;
        Ok(BeamClock { loader })
    }

    /// What a call gives, and how many seconds of processor time it takes.
    pub fn time(&self, module: &str, function: &str, arguments: Vec<Term>) -> Result<(Term, f64)> {
        let (module, function) = (Term::atom(module), Term::atom(function));
        let samples = Term::Int(SAMPLES as i64);
        let answer = self.call(
            "ermine_clock",
            "samples",
            vec![module, function, Term::list(arguments), samples],
        )?;
        let [value, samples] = answer.as_tuple().context("a value and its times")? else {
            bail!("not a pair: {answer}");
        };
        let samples = samples.as_cons().context("a list of times")?.elements.iter();
        let seconds = samples.map(|sample| microseconds(sample).map(|time| time / 1e6));
        Ok((value.clone(), timing::median(seconds.collect::<Result<_>>()?)))
    }

    /// The value of a call.
    pub fn call(&self, module: &str, function: &str, arguments: Vec<Term>) -> Result<Term> {
        let call = Call { module: Atom::new(module), function: Atom::new(function), arguments };
        let limits =
            Limits { time: Duration::from_secs(600), heap_words: 1 << 30, ..Limits::default() };
        match self.loader.node().apply(&call, &limits)?.outcome {
            Outcome::Value(value) => Ok(value),
            other => bail!("{module}:{function}: {other:?}"),
        }
    }
}

fn microseconds(sample: &Term) -> Result<f64> {
    match sample {
        Term::Float(number) => Ok(*number),
        other => bail!("not a time: {other}"),
    }
}
