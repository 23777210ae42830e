//! What was found out about a function, as a term, so that it can be kept and read again.
//!
//! `{Left, Reached, Ahead, ResultFits, PostconditionsHold, HasAnEnd, HasGivenUp, Steps}`; a function is `{Module, Name, Arity}`.

use super::{Ahead, Classes, FunctionAhead, Operation, Safety};
use core_erlang::{ExprId, FunctionName};
use std::sync::Arc;
use term::{Atom, Term, atoms};

impl Safety {
    pub fn to_term(&self) -> Term {
        let left = self.left.iter().map(|(operation, classes)| {
            let function = function_term(operation.module, operation.function);
            let expr = Term::Int(operation.expr.0.into());
            Term::tuple(vec![function, expr, Term::Int(classes.bits().into())])
        });
        let reached = self.reached.iter().map(|(module, name)| function_term(*module, *name));
        let mut ahead: Vec<Term> = self
            .ahead
            .functions()
            .map(|((module, name), function)| {
                let points = Term::binary(&function.to_bytes());
                Term::tuple(vec![function_term(module, name), points])
            })
            .collect();
        ahead.sort();
        Term::tuple(vec![
            Term::list(left.collect()),
            Term::list(reached.collect()),
            Term::list(ahead),
            truth(self.result_fits),
            truth(self.postconditions_hold),
            truth(self.has_an_end),
            truth(self.has_given_up),
            Term::Int(i64::try_from(self.steps).unwrap_or(i64::MAX)),
        ])
    }

    /// `None` if the term was not made by [`Safety::to_term`].
    pub fn from_term(term: &Term) -> Option<Safety> {
        let [left, reached, ahead, result_fits, postconditions, has_an_end, has_given_up, steps] =
            term.as_tuple()?
        else {
            return None;
        };
        let operation = |each: &Term| {
            let [function, expr, classes] = each.as_tuple()? else { return None };
            let (module, function) = read_function(function)?;
            let expr = ExprId(u32::try_from(expr.as_i64()?).ok()?);
            let classes = Classes::from_bits(u8::try_from(classes.as_i64()?).ok()?)?;
            Some((Operation { module, function, expr }, classes))
        };
        let points = |each: &Term| {
            let [function, points] = each.as_tuple()? else { return None };
            let points = FunctionAhead::from_bytes(points.as_binary()?)?;
            Some((read_function(function)?, Arc::new(points)))
        };
        Some(Safety {
            left: left.as_list()?.iter().map(operation).collect::<Option<_>>()?,
            reached: reached.as_list()?.iter().map(read_function).collect::<Option<_>>()?,
            ahead: Arc::new(ahead.as_list()?.iter().map(points).collect::<Option<Ahead>>()?),
            result_fits: result_fits.as_bool()?,
            postconditions_hold: postconditions.as_bool()?,
            has_an_end: has_an_end.as_bool()?,
            has_given_up: has_given_up.as_bool()?,
            steps: steps.as_usize()?,
        })
    }
}

fn truth(value: bool) -> Term {
    Term::Atom(if value { atoms::true_ } else { atoms::false_ })
}

fn function_term(module: Atom, name: FunctionName) -> Term {
    let arity = Term::Int(name.arity.into());
    Term::tuple(vec![Term::Atom(module), Term::Atom(name.name), arity])
}

fn read_function(term: &Term) -> Option<(Atom, FunctionName)> {
    let [module, name, arity] = term.as_tuple()? else { return None };
    let arity = u32::try_from(arity.as_i64()?).ok()?;
    Some((module.as_atom()?, FunctionName { name: name.as_atom()?, arity }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_is_not_read() {
        let function =
            function_term(Atom::new("m"), FunctionName { name: Atom::new("f"), arity: 1 });
        let with = |classes: i64, points: &[u8], steps: i64| {
            let left = Term::tuple(vec![function.clone(), Term::Int(7), Term::Int(classes)]);
            let ahead = Term::tuple(vec![function.clone(), Term::binary(points)]);
            Term::tuple(vec![
                Term::list(vec![left]),
                Term::list(vec![function.clone()]),
                Term::list(vec![ahead]),
                truth(true),
                truth(true),
                truth(false),
                truth(false),
                Term::Int(steps),
            ])
        };
        let whole = with(9, &[0, 1, 2, 3], 12);
        let read = Safety::from_term(&whole).expect("it is one");
        assert_eq!(read.to_term(), whole);
        assert!(!read.is_safe() && read.result_fits && !read.has_an_end);
        let (_, points) = read.ahead.functions().next().expect("there is one");
        let is_safe_at = |number| points.is_safe_at(ExprId(number));
        assert_eq!([0, 1, 2, 3, 4].map(is_safe_at), [false, true, false, true, false]);
        for damaged in [with(16, &[], 1), with(9, &[4], 1), with(9, &[], -1), Term::Nil] {
            assert!(Safety::from_term(&damaged).is_none(), "{damaged:?}");
        }
    }
}
