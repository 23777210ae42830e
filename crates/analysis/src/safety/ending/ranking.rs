//! Is there a number that becomes smaller with every call, and that has a least value? Numbers are put together
//! from the lengths of several lists (three cells of one list for one of another), or are how far an integer is
//! from another one.

use super::measures::{Bound, Measure, Measures};
use super::walk::Fact;
use super::{CircleCall, Range};

/// What a call does to such a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Shrinks,
    Stays,
    MayGrow,
}

/// A number that is the same sum of measures in all functions of a circle.
#[derive(Clone, PartialEq, Debug)]
pub enum Rank {
    /// Lengths of lists by argument, each so many times.
    Lengths(Vec<i64>),
    /// An integer, which goes down.
    Down(usize),
    /// An integer, which goes up.
    Up(usize),
    /// How much larger one integer is than another.
    Between { larger: usize, smaller: usize },
}

/// So many arguments are looked at.
const MOST_ARGUMENTS: usize = 12;

/// No length counts more often than this.
const MOST_TIMES: i64 = 3;

/// All that are worth trying for functions with so many arguments.
pub fn candidates(arguments: usize, calls: &[&CircleCall]) -> Vec<Rank> {
    let all = 0..arguments.min(MOST_ARGUMENTS);
    let is_integer = |argument: &usize| {
        calls.iter().all(|call| call.at.get(*argument).is_some_and(|at| at.is_integer))
    };
    let integers: Vec<usize> = all.clone().filter(is_integer).collect();
    let mut ranks: Vec<Rank> = Vec::new();
    ranks.extend(integers.iter().map(|argument| Rank::Down(*argument)));
    ranks.extend(integers.iter().map(|argument| Rank::Up(*argument)));
    for larger in &integers {
        let others = integers.iter().filter(|smaller| *smaller != larger);
        ranks.extend(others.map(|smaller| Rank::Between { larger: *larger, smaller: *smaller }));
    }
    // One list is what the size-change principle is for.
    for first in all.clone() {
        for second in all.clone().filter(|second| *second != first) {
            for (times, also) in [(1, 1), (2, 3), (1, 2), (1, 3)] {
                let mut lengths = vec![0; arguments];
                (lengths[first], lengths[second]) = (times.min(MOST_TIMES), also.min(MOST_TIMES));
                ranks.push(Rank::Lengths(lengths));
            }
        }
    }
    ranks
}

impl Rank {
    pub fn change(&self, call: &CircleCall) -> Change {
        let change = match self {
            Rank::Lengths(times) => lengths(times, call),
            Rank::Down(argument) => integer(call, *argument, Measure::Value),
            Rank::Up(argument) => integer(call, *argument, Measure::Negated),
            Rank::Between { larger, smaller } => between(call, *larger, *smaller),
        };
        change.unwrap_or(Change::MayGrow)
    }
}

/// The constant that is added to the same argument.
fn moved(given: Option<&Measures>, measure: Measure, argument: usize) -> Option<i64> {
    let bounds = given?.of(measure).iter();
    bounds.filter(|bound| bound.argument == Some(argument)).map(|bound| bound.constant).min()
}

fn integer(call: &CircleCall, argument: usize, measure: Measure) -> Option<Change> {
    let by = moved(call.site.given.get(argument), measure, argument)?;
    Some(match by {
        0 => Change::Stays,
        _ if by < 0 && call.at.get(argument)?.is_short() => Change::Shrinks,
        _ if by < 0 => Change::Stays,
        _ => Change::MayGrow,
    })
}

fn between(call: &CircleCall, larger: usize, smaller: usize) -> Option<Change> {
    let above = moved(call.site.given.get(larger), Measure::Value, larger)?;
    let below = moved(call.site.given.get(smaller), Measure::Negated, smaller)?;
    let by = above.checked_add(below)?;
    let is_known = |fact: &Fact| matches!(fact, Fact::Differs { larger: one, smaller: two, .. } if (*one, *two) == (larger, smaller));
    let at = |argument: usize| call.at.get(argument);
    let is_short = Range::is_short_way(at(smaller)?.low.as_ref(), at(larger)?.high.as_ref());
    Some(match by {
        _ if by < 0 && is_short && call.site.facts.iter().any(is_known) => Change::Shrinks,
        _ if by <= 0 => Change::Stays,
        _ => Change::MayGrow,
    })
}

/// What is left of the sum, counted for as short lists as there can be.
fn lengths(times: &[i64], call: &CircleCall) -> Option<Change> {
    let mut left = times.to_vec();
    let mut less = 0_i64;
    for (argument, times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
        let bound = best(call.site.given.get(argument)?.of(Measure::Length), argument)?;
        if let Some(from) = bound.argument {
            *left.get_mut(from)? -= times;
        }
        less = less.checked_sub(times.checked_mul(bound.constant)?)?;
    }
    for (argument, left) in left.iter().enumerate() {
        let least = call.at.get(argument).map_or(0, |at| at.least_length);
        let facts = call.site.facts.iter().map(|fact| match fact {
            Fact::IsLonger { argument: of, than } if *of == argument => *than,
            _ => 0,
        });
        let least = facts.fold(least, i64::max);
        match *left {
            left if left < 0 => return None,
            left => less = less.checked_add(left.checked_mul(least)?)?,
        }
    }
    Some(match less {
        _ if less > 0 => Change::Shrinks,
        0 => Change::Stays,
        _ => Change::MayGrow,
    })
}

/// A number is best, then the same argument, then whatever there is.
fn best(bounds: &[Bound], argument: usize) -> Option<Bound> {
    let rank = |bound: &&Bound| match bound.argument {
        None => 0,
        Some(same) if same == argument => 1,
        Some(_) => 2,
    };
    bounds.iter().min_by_key(rank).copied()
}
