//! What does the user say about functions outside of their modules, in a configuration or on the command
//! line? The same as a module says by attributes ([`crate::contract`]), about functions of any module.

use crate::contract::{self, Said};
use crate::functions::Functions;
use anyhow::{Result, anyhow};
use beam::Loader;
use core_erlang::{FunctionName, Module};
use explore::ExpectedException;
use term::Term;

#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Where it is written: `ermine.config:12`, `--expect`.
    pub origin: String,
    pub about: Functions,
    pub statement: Statement,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Only inputs for which this function gives `true`: `{m, g, 1}` or `{g, 1}` of the same module.
    Before(Term),
    /// What must give `true` of the arguments and the result.
    After(Term),
    /// An exception that is meant to be.
    Expect(ExpectedException),
}

/// Adds what the rules say about a function to what its module says.
pub fn add(
    rules: &[Rule],
    loader: &Loader,
    module: &Module,
    function: FunctionName,
    said: &mut Said,
) -> Result<()> {
    for rule in rules.iter().filter(|rule| rule.about.contains(module.name, function)) {
        let condition = |term: &Term, arity: u32| {
            let found = contract::condition(loader, module, term, arity);
            found.map_err(|error| anyhow!("{}: {error}", rule.origin))
        };
        let Said { contract, exceptions } = said;
        match &rule.statement {
            Statement::Before(term) => {
                contract.preconditions.push(condition(term, function.arity)?)
            }
            Statement::After(term) => {
                contract.postconditions.push(condition(term, function.arity + 1)?);
            }
            Statement::Expect(exception) => exceptions.push(exception.clone()),
        }
    }
    Ok(())
}

/// Is what the rules say about the functions of this module right?
pub fn check(rules: &[Rule], loader: &Loader, module: &Module) -> Result<()> {
    let mut functions = module.functions.iter();
    functions.try_for_each(|stored| add(rules, loader, module, stored.name, &mut Said::default()))
}
