//! How does an input say "these calls, one after the other"? As a *script*: a list of calls, of which later ones may
//! take what earlier ones returned, `{ok, Pid} = pool:start_link(2), pool:take(Pid)`.
//!
//! A call is a tuple of a label, which says who is called and what of its result others may take, and the arguments.
//! Among these, `{'$result pid', 2}` is what the last call but one gave of all that give a `pid`. So a search makes,
//! varies and keeps scripts as it does with all terms; `erlang/models/ermine_script.erl` carries them out.

use crate::{Atom, Term, built};

const CALL: &str = "$call ";
const RESULT: &str = "$result ";

/// The name under which a module's scripts are searched, in the place of a function's.
pub const NAME: &str = "$calls";

/// A function of a script, and what it gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
    /// What others may take of the result, if anything.
    pub gives: Option<Gift>,
}

/// What a call gives to those that come after it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gift {
    /// Only who wants such a value may take it: `pid`, or `queue:queue`.
    pub kind: Atom,
    /// `None`: all of the result.
    pub element: Option<Element>,
}

/// An element of a tuple: `{ok, Value}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// Counted from 1.
    pub index: usize,
    pub size: usize,
    /// What the tuple begins with.
    pub tag: Option<Atom>,
}

/// Is it a name that only scripts have?
pub(crate) fn is_label(name: &str) -> bool {
    name.starts_with(CALL) || name.starts_with(RESULT)
}

impl Step {
    /// `$call pool:take/1`, or `$call pool:start/1 2/2 pid ok`. `None` for names that cannot be told apart in it.
    pub fn label(&self) -> Option<Atom> {
        let Step { module, function, arity, gives } = self;
        let mut names = vec![module.name(), function.name()];
        let gift = match gives {
            None => String::new(),
            Some(Gift { kind, element: None }) => format!(" - {}", kind.name()),
            Some(Gift { kind, element: Some(Element { index, size, tag }) }) => {
                names.extend(tag.map(Atom::name));
                let tag = tag.map_or_else(String::new, |tag| format!(" {}", tag.name()));
                format!(" {index}/{size} {}{tag}", kind.name())
            }
        };
        let is_plain = |name: &&str| !name.is_empty() && !name.contains([' ', ':', '/']);
        let label = format!("{CALL}{}:{}/{arity}{gift}", module.name(), function.name());
        built::there_are_labels();
        names.iter().all(is_plain).then(|| Atom::new(&label))
    }

    /// The same back.
    pub fn of_label(label: Atom) -> Option<Step> {
        let mut words = label.name().strip_prefix(CALL)?.split(' ');
        let (module, name) = words.next()?.split_once(':')?;
        let (function, arity) = name.split_once('/')?;
        let element = words.next();
        let kind = words.next().map(Atom::new);
        let tag = words.next().map(Atom::new);
        let gives = match (element, kind) {
            (Some("-"), Some(kind)) => Some(Gift { kind, element: None }),
            (Some(element), Some(kind)) => {
                let (index, size) = element.split_once('/')?;
                let (index, size) = (index.parse().ok()?, size.parse().ok()?);
                Some(Gift { kind, element: Some(Element { index, size, tag }) })
            }
            _ => None,
        };
        Some(Step {
            module: Atom::new(module),
            function: Atom::new(function),
            arity: arity.parse().ok()?,
            gives,
        })
    }
}

/// The atom that a reference to an earlier result of this kind begins with.
pub fn reference(kind: Atom) -> Atom {
    built::there_are_labels();
    Atom::new(&format!("{RESULT}{}", kind.name()))
}

/// The kind of result that a term refers to, and the how manieth of that kind, counted from the last, from 1.
pub fn referred(term: &Term) -> Option<(Atom, usize)> {
    let [Term::Atom(label), number] = term.as_tuple()? else { return None };
    let kind = label.name().strip_prefix(RESULT)?;
    Some((Atom::new(kind), number.as_usize().filter(|number| *number > 0)?))
}

/// A call of a script with its arguments.
pub struct Call<'a> {
    pub step: Step,
    pub arguments: &'a [Term],
}

/// The calls of a script. `None` if the term is none.
pub fn calls(script: &Term) -> Option<Vec<Call<'_>>> {
    let call = |term| -> Option<Call> {
        let [Term::Atom(label), arguments @ ..] = Term::as_tuple(term)? else { return None };
        let step = Step::of_label(*label)?;
        (step.arity == arguments.len()).then_some(Call { step, arguments })
    };
    script.as_list()?.iter().map(call).collect()
}

/// Which call gives what a reference in another one, the `at`th from 0, refers to?
pub fn giver(calls: &[Call], at: usize, kind: Atom, number: usize) -> Option<usize> {
    let gives = |call: &Call| call.step.gives.as_ref().is_some_and(|gift| gift.kind == kind);
    (0..at).rev().filter(|&index| gives(&calls[index])).nth(number - 1)
}

/// The script without one of its calls. Who took what it gave takes what it took itself, if that is of the same
/// kind, or what was given before. `None` if there is nothing of that kind.
pub fn without(script: &Term, left_out: usize) -> Option<Term> {
    let calls = calls(script)?;
    let earlier = |kind: Atom| {
        let mut taken = None;
        calls[left_out].arguments.iter().for_each(|argument| {
            crate::visit(argument, &mut |part| {
                let own = referred(part).filter(|(own, _)| *own == kind && taken.is_none());
                taken = own.and_then(|(_, number)| giver(&calls, left_out, kind, number)).or(taken);
                true
            });
        });
        taken.or_else(|| giver(&calls, left_out, kind, 1))
    };
    let mut elements = script.as_list()?.to_vec();
    for (at, element) in elements.iter_mut().enumerate().skip(left_out + 1) {
        let is_lost = std::cell::Cell::new(false);
        let change = |part: &Term| {
            let (kind, number) = referred(part)?;
            let target = giver(&calls, at, kind, number)?;
            let Some(target) = (if target == left_out { earlier(kind) } else { Some(target) })
            else {
                is_lost.set(true);
                return None;
            };
            let number = (1..).find(|&number| giver(&calls, at, kind, number) == Some(target))?;
            let gives = calls[left_out].step.gives.as_ref();
            let is_between = target < left_out && gives.is_some_and(|gift| gift.kind == kind);
            let number = number - usize::from(is_between);
            Some(Term::tuple(vec![Term::Atom(reference(kind)), Term::Int(number as i64)]))
        };
        let changed = crate::rewrite(element, &change);
        if is_lost.get() {
            return None;
        }
        *element = changed;
    }
    elements.remove(left_out);
    Some(Term::list(elements))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(gives: Option<Gift>) -> Step {
        Step { module: Atom::new("pool"), function: Atom::new("start"), arity: 1, gives }
    }

    #[test]
    fn labels_say_everything() {
        let kind = Atom::new("pool:pool");
        let element = |tag| Some(Element { index: 2, size: 3, tag });
        let gifts = [
            None,
            Some(Gift { kind, element: None }),
            Some(Gift { kind, element: element(None) }),
            Some(Gift { kind, element: element(Some(Atom::new("ok"))) }),
        ];
        for gives in gifts {
            let step = step(gives);
            assert_eq!(Step::of_label(step.label().expect("plain names")), Some(step));
        }
    }

    #[test]
    fn names_that_would_be_misread_have_no_label() {
        let odd = Step { function: Atom::new("a b"), ..step(None) };
        assert_eq!(odd.label(), None);
        let odd = Step { module: Atom::new(""), ..step(None) };
        assert_eq!(odd.label(), None);
    }

    /// Calls that give a `pid`, with what they take of those before them.
    fn pids(taken: &[&[i64]]) -> Term {
        let kind = Atom::new("pid");
        let reference =
            |number: &i64| Term::tuple(vec![Term::Atom(reference(kind)), Term::Int(*number)]);
        let call = |numbers: &&[i64]| {
            let gives = Some(Gift { kind, element: None });
            let step = Step { arity: numbers.len(), ..step(gives) };
            let label = Term::Atom(step.label().expect("plain names"));
            Term::tuple([label].into_iter().chain(numbers.iter().map(reference)).collect())
        };
        Term::list(taken.iter().map(call).collect())
    }

    #[test]
    fn who_took_what_is_left_out_takes_what_was_before() {
        let script = pids(&[&[], &[], &[2], &[1, 2, 3]]);
        assert_eq!(without(&script, 0), None, "the third has nothing to take");
        // The last took the third, the second and the first.
        assert_eq!(without(&script, 2), Some(pids(&[&[], &[], &[2, 1, 2]])));
        assert_eq!(without(&script, 1), Some(pids(&[&[], &[1], &[1, 2, 2]])));
        assert_eq!(without(&script, 3), Some(pids(&[&[], &[], &[2]])));
    }

    #[test]
    fn what_is_no_script() {
        assert!(calls(&Term::list(vec![Term::Nil])).is_none());
        assert!(calls(&Term::atom("a")).is_none());
        let label = Term::Atom(step(None).label().expect("plain names"));
        let without_argument = Term::list(vec![Term::tuple(vec![label.clone()])]);
        assert!(calls(&without_argument).is_none());
        let call = Term::list(vec![Term::tuple(vec![label, Term::Nil])]);
        assert_eq!(calls(&call).map(|calls| calls.len()), Some(1));
        let kind = Atom::new("pid");
        let nobody = Term::tuple(vec![Term::Atom(reference(kind)), Term::Int(0)]);
        assert_eq!(referred(&nobody), None);
        let last = Term::tuple(vec![Term::Atom(reference(kind)), Term::Int(1)]);
        assert_eq!(referred(&last), Some((kind, 1)));
    }
}
