//! What is a function called with? Terms of its spec, nearly of its spec, and of anything.

use crate::hints;
use beam::Call;
use core_erlang::FunctionName;
use std::sync::Arc;
use term::{Atom, Term};
use typing::{Generator, SpecClause, Type, hostile};

/// How large arguments become, in parts.
const BUDGET: usize = 24;

/// One call. The clauses are those of the function's spec, which may have none.
pub fn call(
    generator: &mut Generator,
    module: Atom,
    function: FunctionName,
    clauses: &[SpecClause],
) -> Call {
    let arity = function.arity as usize;
    let any = Arc::new(Type::Any);
    let types = match clauses {
        [] => vec![any; arity],
        clauses => generator.random.pick(clauses).closed_parameters(),
    };
    let mut arguments: Vec<Term> = types.iter().map(|each| argument(generator, each)).collect();
    match generator.random.below(10) {
        0 => arguments = (0..arity).map(|_| hostile::term(&mut generator.random, 6)).collect(),
        1..=3 => spoil_some(generator, &mut arguments),
        _ => {}
    }
    for (index, argument) in arguments.iter_mut().enumerate() {
        if let Some(most) = hints::largest(module, function.name, arity, index + 1) {
            tame(generator, argument, most);
        }
    }
    Call { module, function: function.name, arguments }
}

/// Arguments that fit a clause of the spec; `None` if these happen not to.
pub fn within_spec(
    generator: &mut Generator,
    module: Atom,
    function: FunctionName,
    clauses: &[SpecClause],
) -> Option<Vec<Term>> {
    let types = generator.random.pick(clauses).closed_parameters();
    let mut arguments = Vec::with_capacity(types.len());
    for (index, wanted) in types.iter().enumerate() {
        let budget = 1 + generator.random.below(BUDGET);
        let mut argument = generator.term(wanted, budget)?;
        let arity = function.arity as usize;
        if let Some(most) = hints::largest(module, function.name, arity, index + 1) {
            tame(generator, &mut argument, most);
        }
        generator.types.contains(wanted, &argument).ok()?;
        arguments.push(argument);
    }
    Some(arguments)
}

/// A spec that takes nothing at all (`none()`) is called with something.
fn argument(generator: &mut Generator, wanted: &Arc<Type>) -> Term {
    let budget = 1 + generator.random.below(BUDGET);
    let found = generator.term(wanted, budget);
    found.unwrap_or_else(|| hostile::term(&mut generator.random, 3))
}

fn spoil_some(generator: &mut Generator, arguments: &mut [Term]) {
    if arguments.is_empty() {
        return;
    }
    let random = &mut generator.random;
    let index = random.below(arguments.len());
    arguments[index] = hostile::spoil(random, &arguments[index]);
    if random.one_in(4) {
        let index = random.below(arguments.len());
        arguments[index] = hostile::spoil(random, &arguments[index]);
    }
}

/// Numbers beyond 64 bits stay: no machine takes them for a size that it could try. (Below that,
/// the BEAM multiplies some without looking, and `binary:copy(<<"0x1F">>, 1 bsl 62 + 1)` is four
/// bytes long.)
pub(crate) fn tame(generator: &mut Generator, argument: &mut Term, most: i64) {
    if let Term::Int(number) = argument
        && *number > most
    {
        *argument = Term::Int(generator.random.between(0, most));
    }
}
