//! Who is to blame for a call by a fun of the input that breaks the `-spec` of what it calls? The input, unless the
//! types of the function under test say that what is passed to it takes such arguments: then the program has passed
//! something else.

use std::sync::Arc;
use term::Term;
use trace::CallByInput;
use typing::{Type, Types};

/// So deep, types are looked into.
const DEEPEST: usize = 6;

pub(crate) fn is_the_input(
    environment: &Types,
    alternatives: &[Vec<Arc<Type>>],
    call: &CallByInput,
) -> bool {
    let CallByInput { module, function, arguments } = call;
    if environment.allows_call(*module, *function, arguments) {
        return false;
    }
    let mut types = alternatives.iter().flatten();
    !types.any(|each| is_promised(environment, each, arguments, false, DEEPEST))
}

/// Is there a fun among the parameters of funs that takes these arguments, and no others that are not said?
fn is_promised(
    environment: &Types,
    wanted: &Arc<Type>,
    arguments: &[Term],
    is_passed: bool,
    depth: usize,
) -> bool {
    if depth == 0 {
        return false;
    }
    environment.alternatives(wanted).iter().any(|each| match &**each {
        Type::Fun { parameters: Some(parameters), result } => {
            let is_said =
                |parameter: &Arc<Type>| !matches!(**parameter, Type::Any | Type::Variable(_));
            let takes_these = is_passed
                && parameters.len() == arguments.len()
                && parameters.iter().all(is_said)
                && environment.contain_call(std::slice::from_ref(parameters), arguments);
            let inside = |inner: &Arc<Type>, is_passed| {
                is_promised(environment, inner, arguments, is_passed, depth - 1)
            };
            takes_these
                || parameters.iter().any(|parameter| inside(parameter, !is_passed))
                || inside(result, is_passed)
        }
        other => {
            let mut parts = other.children().into_iter();
            parts.any(|part| is_promised(environment, part, arguments, is_passed, depth - 1))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Atom;

    fn fun(parameter: Arc<Type>) -> Arc<Type> {
        let result = Arc::new(Type::Any);
        Arc::new(Type::Fun { parameters: Some(vec![parameter]), result })
    }

    #[test]
    fn who_passes_less_than_was_promised_is_to_blame() {
        let environment = Types::new(Box::new(|_| None));
        let promised = |inner: Type, arguments: &[Term]| {
            let wanted = fun(Arc::new(Type::Tuple(vec![fun(Arc::new(inner))])));
            is_promised(&environment, &wanted, arguments, false, DEEPEST)
        };
        assert!(promised(Type::INTEGER, &[Term::Int(0)]));
        assert!(!promised(Type::INTEGER, &[Term::Nil]), "no integer");
        assert!(!promised(Type::INTEGER, &[Term::Int(0), Term::Int(1)]), "another arity");
        assert!(!promised(Type::Any, &[Term::Int(0)]), "nothing is said");
        // What the input gives is not what it is given.
        let given = fun(Arc::new(Type::INTEGER));
        assert!(!is_promised(&environment, &given, &[Term::Int(0)], false, DEEPEST));
    }

    #[test]
    fn who_has_no_spec_is_never_called_wrongly() {
        let environment = Types::new(Box::new(|_| None));
        let (module, function) = (Atom::new("m"), Atom::new("f"));
        let call = CallByInput { module, function, arguments: vec![Term::Nil] };
        assert!(!is_the_input(&environment, &[], &call));
    }
}
