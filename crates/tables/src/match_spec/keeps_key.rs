//! Is it plain from a clause that the object it makes has the key of the object it fits?
//!
//! `ets:select_replace/2` wants to know before it starts. It accepts the forms that the BEAM
//! accepts, no matter that others keep the key, too.

use super::pattern::variable;
use term::order::exactly_equal;
use term::{Term, Tuple};

pub fn keeps_key(key_position: usize, clause: &Term) -> bool {
    let Some([head, _, body]) = clause.as_tuple() else { return false };
    let Some([result]) = body.as_list() else { return false };
    if result.as_atom_name() == Some("$_") {
        return true;
    }
    let key_of = |object: &Term| object.as_tuple()?.get(key_position - 1).cloned();
    let (object, is_constant) = match result.as_tuple() {
        Some([object]) => (object, false),
        Some([Term::Atom(form), object]) if form.name() == "const" => (object, true),
        _ => return false,
    };
    match (key_of(head), key_of(object)) {
        (Some(key), Some(made)) => {
            makes_same(&key, &made, is_constant) || !is_constant && asks(&made, key_position)
        }
        _ => false,
    }
}

/// `{element, KeyPosition, '$_'}`
fn asks(expression: &Term, key_position: usize) -> bool {
    match expression.as_tuple() {
        Some([Term::Atom(function), Term::Int(position), object]) => {
            function.name() == "element"
                && usize::try_from(*position) == Ok(key_position)
                && object.as_atom_name() == Some("$_")
        }
        _ => false,
    }
}

/// Is the value of an expression just what the pattern fits?
fn makes_same(pattern: &Term, expression: &Term, is_constant: bool) -> bool {
    let mut pending = vec![(pattern.clone(), expression.clone(), is_constant)];
    while let Some((pattern, expression, is_constant)) = pending.pop() {
        let is_same = match (&pattern, &expression) {
            (_, Term::Tuple(parts)) => match tuple_made(parts, is_constant) {
                Some((made, is_constant)) => pair_up(&pattern, &made, is_constant, &mut pending),
                None => false,
            },
            (Term::List(left), Term::List(right)) => {
                let is_same = left.elements.len() == right.elements.len();
                let elements = left.elements.iter().zip(&right.elements);
                let parts = elements.chain([(&left.tail, &right.tail)]);
                pending.extend(parts.map(|(a, b)| (a.clone(), b.clone(), is_constant)));
                is_same
            }
            (Term::Atom(left), Term::Atom(right)) => {
                let is_hole = matches!(left.name(), "_" | "$_" | "$$");
                left == right && !is_hole && !(is_constant && variable(*left).is_some())
            }
            (Term::Map(_), _) => false,
            _ => exactly_equal(&pattern, &expression),
        };
        if !is_same {
            return false;
        }
    }
    true
}

/// What a tuple in an expression makes, and whether that is taken as it is: `{{…}}` makes a tuple,
/// `{const, Term}` the term.
fn tuple_made(parts: &Tuple, is_constant: bool) -> Option<(Term, bool)> {
    match &parts[..] {
        _ if is_constant => Some((parts.clone().into(), true)),
        [inner @ Term::Tuple(_)] => Some((inner.clone(), false)),
        [Term::Atom(form), term] if form.name() == "const" => Some((term.clone(), true)),
        _ => None,
    }
}

/// Leaves the parts of two tuples, or what a constant is, to be compared.
fn pair_up(
    pattern: &Term,
    made: &Term,
    is_constant: bool,
    pending: &mut Vec<(Term, Term, bool)>,
) -> bool {
    match (pattern.as_tuple(), made.as_tuple()) {
        (Some(left), Some(right)) => {
            let pairs = left.iter().zip(right);
            pending.extend(pairs.map(|(a, b)| (a.clone(), b.clone(), is_constant)));
            left.len() == right.len()
        }
        (_, Some(_)) => false,
        _ => {
            pending.push((pattern.clone(), made.clone(), is_constant));
            true
        }
    }
}
