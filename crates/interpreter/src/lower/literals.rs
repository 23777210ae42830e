//! Which patterns does `"ab"` stand for? `[$a, $b]`, that is `[$a | [$b | []]]`.
//!
//! The compiler folds constant patterns into one literal. A decision tree wants them spelled out
//! again, so that `{ok, 1}` and `{ok, X}` share the look at the tuple.

use core_erlang::{Expr, Function, Pattern};
use term::Term;

pub fn spell_out(function: &mut Function) {
    for expr in &mut function.exprs {
        if let Expr::Case { clauses, .. } = expr {
            for clause in clauses {
                clause.patterns.iter_mut().for_each(in_pattern);
            }
        }
    }
}

fn in_pattern(pattern: &mut Pattern) {
    crate::deep(|| match pattern {
        Pattern::Variable(_) => {}
        Pattern::Literal(term) => {
            if let Some(spelled) = spelled(term) {
                *pattern = spelled;
            }
        }
        Pattern::Cons { head, tail } => {
            in_pattern(head);
            in_pattern(tail);
        }
        Pattern::Tuple { elements } => elements.iter_mut().for_each(in_pattern),
        Pattern::Map { pairs } => pairs.iter_mut().for_each(|pair| in_pattern(&mut pair.value)),
        // Segments hold numbers only.
        Pattern::Binary { .. } => {}
        Pattern::Alias { pattern, .. } => in_pattern(pattern),
    })
}

fn spelled(term: &Term) -> Option<Pattern> {
    match term {
        Term::List(list) => {
            let tail = of(&list.tail);
            Some(list.elements.iter().rev().fold(tail, |tail, element| Pattern::Cons {
                head: Box::new(of(element)),
                tail: Box::new(tail),
            }))
        }
        Term::Tuple(elements) => {
            Some(Pattern::Tuple { elements: elements.iter().map(of).collect() })
        }
        _ => None,
    }
}

fn of(term: &Term) -> Pattern {
    crate::deep(|| spelled(term)).unwrap_or_else(|| Pattern::Literal(term.clone()))
}
