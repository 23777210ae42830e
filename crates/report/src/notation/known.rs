//! Which expressions give the values that have no notation? The pid of whoever calls is `self()`, and one
//! reference is as good as another: `make_ref()`.

use super::visit;
use term::Term;

/// A value, and what to write for it.
pub struct Known<'a> {
    pub term: &'a Term,
    pub expression: &'static str,
    /// The variable that it is bound to, where it occurs several times.
    pub name: Option<&'static str>,
}

/// Those in these arguments, in a call of the process with this pid. Two references have an order, which
/// new ones need not have; and what is inside of funs is written with these.
pub fn known<'a>(arguments: &'a [Term], own_pid: Option<&Term>) -> Vec<Known<'a>> {
    let mut known = Vec::new();
    if let Some(own) = own_pid
        && let Some(term) = outside_of_funs(arguments, &|term| term == own).first()
    {
        known.push(Known { term, expression: "self()", name: None });
    }
    let references = outside_of_funs(arguments, &|term| matches!(term, Term::Reference(_)));
    if let [first, rest @ ..] = &references[..]
        && rest.iter().all(|other| other == first)
    {
        let name = (!rest.is_empty()).then_some("R");
        known.push(Known { term: first, expression: "make_ref()", name });
    }
    known
}

/// All such terms, or none if one of them is inside of a fun.
fn outside_of_funs<'a>(arguments: &'a [Term], is_it: &dyn Fn(&Term) -> bool) -> Vec<&'a Term> {
    let mut all = Vec::new();
    visit(arguments, |term| {
        all.extend(is_it(term).then_some(term));
        None::<()>
    });
    let mut outside = 0;
    for argument in arguments {
        let mut pending = vec![argument];
        while let Some(term) = pending.pop() {
            outside += usize::from(is_it(term));
            match term {
                Term::List(list) => {
                    pending.push(&list.tail);
                    pending.extend(&list.elements);
                }
                Term::Tuple(elements) => pending.extend(elements.iter()),
                Term::Map(map) => pending.extend(map.pairs().iter().flat_map(|(k, v)| [k, v])),
                _ => {}
            }
        }
    }
    if outside == all.len() { all } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mfa;
    use crate::notation::{call_known, without_notation_but};
    use term::{Atom, Pid, Reference, atoms};

    fn pid(id: u32) -> Term {
        Pid { node: atoms::nonode_nohost, id, serial: 0, creation: 0 }.into()
    }

    fn reference(id: u32) -> Term {
        let ids = vec![id, 0, 0];
        Reference { node: atoms::nonode_nohost, creation: 0, ids }.into()
    }

    fn shown(arguments: &[Term]) -> (String, bool) {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: arguments.len() };
        let own = pid(1);
        let known = known(arguments, Some(&own));
        let call = call_known(mfa, arguments, Some(&[]), &known, 1_000);
        (call.text, without_notation_but(arguments, &known).is_none())
    }

    #[test]
    fn values_that_whoever_calls_has() {
        let pair = Term::tuple(vec![pid(1), reference(1)]);
        assert_eq!(shown(&[pair]), ("m:f({self(), make_ref()})".into(), true));
        let twice = [reference(1), Term::list(vec![reference(1), pid(1), pid(1)])];
        assert_eq!(shown(&twice), ("R = make_ref(), m:f(R, [R, self(), self()])".into(), true));
        assert!(!shown(&[reference(1), reference(2)]).1);
        assert!(!shown(&[pid(2)]).1);
        let fun = Term::constant_fun(0, pid(1));
        assert!(!shown(&[pid(1), fun]).1);
    }
}
