//! Is a crash due to a module that is nowhere to be found?
//!
//! A library that is optional, or not there yet, is called from many places. Whoever checks a project
//! wants to know once that it is missing. Only modules count that the program calls by name: a module
//! that an argument names, or `undefined:f()`, is the program's own mistake.

use analysis::calls;
use beam::{LoadError, Loader};
use core_erlang::{FunctionName, Module};
use explore::Finding;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use term::{Atom, Term, visit};
use trace::{Class, Outcome};

/// Functions by module and name.
type Names = BTreeSet<(Atom, FunctionName)>;

/// What is known of the modules that call others.
#[derive(Default)]
pub struct Missing {
    /// The functions of other modules that each names.
    named: Mutex<BTreeMap<Atom, Arc<Names>>>,
}

/// A function, and the modules of those that led to it.
struct Undefined {
    module: Atom,
    function: FunctionName,
    callers: Vec<Atom>,
}

impl Missing {
    /// The module that is not there, if that is all that a finding of these tested modules says.
    pub fn module(
        &self,
        loader: &Loader,
        tested: &BTreeSet<Atom>,
        finding: &Finding,
    ) -> Option<Atom> {
        let undefined = undefined(&finding.outcome)?;
        let missing = undefined.module;
        if !matches!(loader.load_by_name(missing), Err(LoadError::NoSuchModule { .. })) {
            return None;
        }
        // A call in the end of a function leaves no trace of it. What is tested may be installed beside OTP.
        let callers = undefined.callers.iter().chain(tested);
        let callers = callers.filter_map(|name| loader.load_by_name(*name).ok());
        let mut callers = callers.chain(loader.modules_of_user());
        let call = (missing, undefined.function);
        callers.any(|caller| self.named_by(&caller).contains(&call)).then_some(missing)
    }

    fn named_by(&self, module: &Module) -> Arc<Names> {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let names = named.entry(module.name).or_insert_with(|| Arc::new(names(module)));
        names.clone()
    }
}

/// What the functions of a module name in others.
fn names(module: &Module) -> Names {
    let functions = module.functions.iter().filter_map(|each| module.function(each.name)?.ok());
    let all = functions.flat_map(|function| calls::named(module.name, &function));
    all.filter(|(called, _)| *called != module.name).collect()
}

/// The function that does not exist, in this process or in one whose exit was passed on.
fn undefined(outcome: &Outcome) -> Option<Undefined> {
    let Outcome::Crashed { class, reason, stacktrace, .. } = outcome else { return None };
    if *class == Class::Error && reason.as_atom_name() == Some("undef") {
        return first(stacktrace);
    }
    let mut found = None;
    visit(reason, &mut |part| {
        if let Some([name, stacktrace]) = part.as_tuple()
            && name.as_atom_name() == Some("undef")
        {
            found = first(stacktrace);
        }
        found.is_none()
    });
    found
}

/// `[{M, F, Arguments, _}, {Caller, …} | …]`
fn first(stacktrace: &Term) -> Option<Undefined> {
    let frames = stacktrace.as_list()?;
    let [module, function, arguments, _] = frames.first()?.as_tuple()? else { return None };
    let arity = match arguments.as_list() {
        Some(arguments) => arguments.len(),
        None => arguments.as_usize()?,
    };
    let function = FunctionName { name: function.as_atom()?, arity: arity as u32 };
    let caller = |frame: &Term| frame.as_tuple()?.first()?.as_atom();
    let callers: BTreeSet<Atom> = frames.iter().skip(1).filter_map(caller).collect();
    Some(Undefined { module: module.as_atom()?, function, callers: callers.into_iter().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::{Raised, Raiser};

    fn module_of(class: Class, reason: &str, stacktrace: &str) -> Option<String> {
        let read = |text| term::read::term(text).expect("a term");
        let (reason, stacktrace) = (read(reason), read(stacktrace));
        let raised = Raised::by(Raiser::Undefined);
        let found = undefined(&Outcome::Crashed { class, reason, stacktrace, raised })?;
        Some(format!(
            "{}:{}/{}",
            found.module.name(),
            found.function.name.name(),
            found.function.arity
        ))
    }

    #[test]
    fn what_is_undefined_is_in_the_first_frame() {
        let stack = "[{a, f, [1, 2], []}, {b, g, 0, [{line, 3}]}]";
        assert_eq!(module_of(Class::Error, "undef", stack).as_deref(), Some("a:f/2"));
        assert_eq!(module_of(Class::Exit, "undef", stack), None);
        assert_eq!(module_of(Class::Error, "badarg", stack), None);
        let passed_on = "{{undef, [{a, f, 0, []}]}, {gen_server, call, [b, c]}}";
        assert_eq!(module_of(Class::Exit, passed_on, "[]").as_deref(), Some("a:f/0"));
        assert_eq!(module_of(Class::Exit, "{undef, x}", "[]"), None);
    }
}
