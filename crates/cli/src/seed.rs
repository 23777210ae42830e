//! What does a seed with funs in it mean? `fun(X) -> X + 1 end` is compiled by OTP into a small module;
//! the interpreter runs its code to have the fun, and so does the BEAM. Who is who is remembered, so
//! that a finding can be replayed.

use anyhow::{Result, anyhow, bail};
use beam::{Evaluated, Limits, Loader, Outcome};
use cli::agreement;
use core_erlang::Module;
use interpreter::Machine;
use std::sync::Arc;
use term::{Atom, Fun, Term};

/// The arguments that the user wrote.
#[derive(Clone, Default)]
pub struct Seed {
    pub arguments: Vec<Term>,
    /// Funs and pids as the interpreter has them, and as the BEAM has them.
    known: Vec<(Term, Term)>,
    /// The code of the funs.
    module: Option<Arc<Module>>,
}

impl Seed {
    /// Reads a list of arguments; the machine learns the code of funs in it.
    pub fn read(loader: &Loader, machine: &mut Machine, text: &str) -> Result<Seed> {
        match term::read::arguments(text) {
            Ok(arguments) => return Ok(Seed { arguments, ..Seed::default() }),
            Err(term::read::ReadError::NeedsCompiler { .. }) => {}
            Err(error) => bail!("{text}: {error}"),
        }
        let evaluated = loader
            .node()
            .evaluate(text, &Limits::default())
            .map_err(|error| anyhow!("{text}: {error}"))?;
        let (module, outcome) = match evaluated {
            Evaluated::Term(term) => {
                return Ok(Seed { arguments: list(text, &term)?, ..Seed::default() });
            }
            Evaluated::Module { module, outcome } => (module, outcome),
        };
        let Outcome::Value(theirs) = outcome else { bail!("{text}: this cannot be evaluated") };
        let ours = match evaluate(machine, &module) {
            trace::Outcome::Returned(term) => term,
            trace::Outcome::Incomplete(why) => {
                bail!("{text}: this cannot be evaluated: {}", explore::report::describe(&why))
            }
            _ => bail!("{text}: this cannot be evaluated"),
        };
        let mut funs = Vec::new();
        pair(&ours, &theirs, &mut funs);
        Ok(Seed { arguments: list(text, &ours)?, known: funs, module: Some(module) })
    }

    /// On the BEAM, another process is the one under test.
    pub fn knowing_self(mut self, own_pid: Term) -> Seed {
        self.known.extend(agreement::pids_there(own_pid));
        self
    }

    /// Another new machine learns the code of the funs, under the same numbers.
    pub fn teach(&self, machine: &mut Machine) {
        if let Some(module) = &self.module {
            evaluate(machine, module);
        }
    }

    /// The term as the BEAM knows it.
    pub fn for_the_beam(&self, term: &Term) -> Term {
        if self.known.is_empty() {
            return term.clone();
        }
        term::rewrite(term, &|part| {
            let is_known = matches!(part, Term::Fun(_) | Term::Pid(_));
            let known = self.known.iter().filter(|_| is_known).find(|(ours, _)| ours == part);
            known.map(|(_, theirs)| theirs.clone())
        })
    }
}

fn evaluate(machine: &mut Machine, module: &Arc<Module>) -> trace::Outcome {
    machine.library.add_module(module.clone());
    machine.call(module.name, Atom::new("terms"), &[])
}

fn list(text: &str, term: &Term) -> Result<Vec<Term>> {
    match term {
        Term::Nil => Ok(Vec::new()),
        Term::List(list) if matches!(list.tail, Term::Nil) => Ok(list.elements.clone()),
        _ => bail!("{text}: write the arguments as one list, as in '[1, two]'"),
    }
}

/// Walks over one term as two sides made it, and notes the closures.
fn pair(ours: &Term, theirs: &Term, funs: &mut Vec<(Term, Term)>) {
    term::alike(ours, theirs, &mut |ours, theirs| match (ours, theirs) {
        (Term::List(_), Term::List(_)) => None,
        (Term::Tuple(_), Term::Tuple(_)) => None,
        (Term::Map(_), Term::Map(_)) => None,
        (Term::Fun(fun), Term::Fun(_)) if matches!(**fun, Fun::Closure(_)) => {
            funs.push((ours.clone(), theirs.clone()));
            Some(true)
        }
        // What differs otherwise has an identity on each side.
        _ => Some(true),
    });
}
