//! Do calls become so many that nobody lives to see the last one? A function that calls itself twice, for what is
//! smaller by one, comes to an end after 2^n calls.
//!
//! Where each call leads to at most one of its circle, there are as many as a chain is long. Where it leads to several,
//! there must be an argument of which each gets a part, and no two parts have anything in common: then there are
//! no more calls side by side than the argument has parts. That is so for the two branches of a tree, and not
//! for a list and its tail.

use super::CircleCall;
use super::measures::Part;
use rustc_hash::FxHashMap;

/// `true` unless it was shown that they do not.
pub fn may_multiply(calls: &[&CircleCall]) -> bool {
    let mut by_caller: FxHashMap<usize, Vec<&CircleCall>> = FxHashMap::default();
    calls.iter().for_each(|call| by_caller.entry(call.edge.from).or_default().push(call));
    let both = by_caller.values().flat_map(|calls| pairs(calls));
    let both: Vec<_> = both
        .filter(|(one, other)| one.edge.at != other.edge.at && one.site.is_with(&other.site))
        .collect();
    let Some((first, _)) = both.first() else { return false };
    let arguments = by_caller[&first.edge.from].iter().flat_map(|call| {
        let origins = call.site.given.iter().filter_map(|given| given.origin.as_ref());
        origins.map(|part| part.argument)
    });
    let mut arguments: Vec<usize> = arguments.collect();
    arguments.sort_unstable();
    arguments.dedup();
    !arguments.into_iter().any(|argument| {
        let Some(places) = places(&by_caller, first.edge.from, argument) else { return false };
        both.iter().all(|(one, other)| {
            let parts = [one, other].map(|call| part_at(call, places[&call.edge.to]));
            matches!(parts, [Some(one), Some(other)] if one.is_apart_from(other))
        })
    })
}

fn pairs<'c>(calls: &[&'c CircleCall]) -> Vec<(&'c CircleCall, &'c CircleCall)> {
    let numbered = calls.iter().enumerate();
    let pairs =
        numbered.flat_map(|(next, one)| calls[next + 1..].iter().map(|other| (*one, *other)));
    pairs.collect()
}

/// For each function of the circle an argument that is a part of such an argument of whoever calls it, beginning
/// with one of them. `None` if there is a call for which that is not so.
fn places(
    by_caller: &FxHashMap<usize, Vec<&CircleCall>>,
    start: usize,
    argument: usize,
) -> Option<FxHashMap<usize, usize>> {
    let mut places = FxHashMap::from_iter([(start, argument)]);
    let mut pending = vec![start];
    while let Some(caller) = pending.pop() {
        let here = places[&caller];
        for call in by_caller.get(&caller).into_iter().flatten() {
            let is_part =
                |there: &usize| part_at(call, *there).is_some_and(|part| part.argument == here);
            match places.get(&call.edge.to) {
                Some(there) if is_part(there) => {}
                Some(_) => return None,
                None => {
                    // The smaller, the better.
                    let depth = |there: &usize| part_at(call, *there).map(|part| part.path.len());
                    let there = (0..call.site.given.len()).filter(is_part).max_by_key(depth)?;
                    places.insert(call.edge.to, there);
                    pending.push(call.edge.to);
                }
            }
        }
    }
    Some(places)
}

fn part_at(call: &CircleCall, argument: usize) -> Option<&Part> {
    call.site.given.get(argument)?.origin.as_ref()
}
