//! Where in a binary are these patterns? Always the leftmost occurrence, and of those that begin at
//! the same place the longest.

use super::binary::checked_part;
use crate::exception::{NativeResult, Raise};
use crate::heap::{BitsView, Heap};
use crate::natives;
use crate::value::{Kind, Value};
use crate::work::Work;
use rustc_hash::FxHashMap;
use std::ops::Range;
use term::{Atom, Reference, Term, atoms};

natives! {
    "binary" {
        "compile_pattern"/1 = compile_pattern,
        "match"/2 = first_match,
        "match"/3 = first_match,
        "matches"/2 = matches,
        "matches"/3 = matches,
        "split"/2 = split,
        "split"/3 = split,
    }
}

/// What finds the next occurrence.
enum Searcher {
    One(OnePattern),
    Many(Trie),
}

/// Knuth, Morris and Pratt's: no byte of the subject is looked at twice.
struct OnePattern {
    pattern: Vec<u8>,
    /// For each prefix of the pattern, the length of the longest shorter one that it ends with.
    borders: Vec<usize>,
}

/// The patterns by their first bytes.
#[derive(Default)]
struct Trie {
    children: FxHashMap<(u32, u8), u32>,
    /// Does a pattern end at this node?
    ends: Vec<bool>,
    /// Which bytes a pattern begins with.
    begins: Vec<bool>,
}

/// Where a match is, as found, listed and told.
const BYTES_PER_MATCH: usize = 64;

/// What is known about a byte of a pattern.
const BYTES_PER_PATTERN_BYTE: usize = 32;

impl Searcher {
    fn new(patterns: &[Vec<u8>]) -> Searcher {
        match patterns {
            [pattern] => Searcher::One(OnePattern::new(pattern.clone())),
            _ => Searcher::Many(Trie::new(patterns)),
        }
    }

    /// The first occurrence from `start` on.
    fn find(&self, work: &Work, subject: &[u8], start: usize) -> Option<Range<usize>> {
        let found = match self {
            Searcher::One(pattern) => pattern.find(subject, start),
            Searcher::Many(trie) => trie.find(work, subject, start),
        };
        let end = found.as_ref().map_or(subject.len(), |found| found.end);
        work.pay(1 + (end - start) as u64 / 2);
        found
    }

    fn find_all(&self, heap: &Heap, subject: &[u8], scope: Range<usize>) -> Vec<Range<usize>> {
        let subject = &subject[..scope.end];
        let mut all = Vec::new();
        let mut start = scope.start;
        while let Some(found) = self.find(&heap.work, subject, start) {
            if all.len() == all.capacity() {
                heap.allow(2 * all.len() * BYTES_PER_MATCH);
            }
            start = found.end;
            all.push(found);
        }
        all
    }
}

impl OnePattern {
    fn new(pattern: Vec<u8>) -> OnePattern {
        let mut borders = vec![0; pattern.len()];
        let mut border = 0;
        for index in 1..pattern.len() {
            while border > 0 && pattern[index] != pattern[border] {
                border = borders[border - 1];
            }
            border += usize::from(pattern[index] == pattern[border]);
            borders[index] = border;
        }
        OnePattern { pattern, borders }
    }

    fn find(&self, subject: &[u8], start: usize) -> Option<Range<usize>> {
        let mut matched = 0;
        let mut position = start;
        while position < subject.len() {
            if matched == 0 {
                let rest = &subject[position..];
                position += rest.iter().position(|&byte| byte == self.pattern[0])?;
            }
            while matched > 0 && subject[position] != self.pattern[matched] {
                matched = self.borders[matched - 1];
            }
            matched += usize::from(subject[position] == self.pattern[matched]);
            position += 1;
            if matched == self.pattern.len() {
                return Some(position - matched..position);
            }
        }
        None
    }
}

impl Trie {
    fn new(patterns: &[Vec<u8>]) -> Trie {
        let mut trie = Trie { ends: vec![false], begins: vec![false; 256], ..Trie::default() };
        for pattern in patterns {
            let mut node = 0;
            for &byte in pattern {
                let next = trie.ends.len() as u32;
                node = *trie.children.entry((node, byte)).or_insert(next);
                if node == next {
                    trie.ends.push(false);
                }
            }
            trie.ends[node as usize] = true;
            trie.begins[pattern[0] as usize] = true;
        }
        trie
    }

    fn find(&self, work: &Work, subject: &[u8], start: usize) -> Option<Range<usize>> {
        (start..subject.len())
            .filter(|&position| self.begins[subject[position] as usize])
            .find_map(|position| self.longest_at(work, subject, position))
    }

    fn longest_at(&self, work: &Work, subject: &[u8], start: usize) -> Option<Range<usize>> {
        let mut node = 0;
        let mut longest = None;
        for (position, &byte) in subject.iter().enumerate().skip(start) {
            work.pay(1);
            match self.children.get(&(node, byte)) {
                Some(&child) => node = child,
                None => break,
            }
            if self.ends[node as usize] {
                longest = Some(start..position + 1);
            }
        }
        longest
    }
}

// ---- patterns as arguments ----

/// A pattern, a list of patterns, or what [`compile_pattern`] made of them.
fn patterns(heap: &Heap, value: Value) -> Option<Vec<Vec<u8>>> {
    if let Some(&[tag, reference]) = heap.as_tuple(value) {
        let patterns = compiled_patterns(heap, reference)?;
        return (tag == compiled_tag(&patterns).into()).then_some(patterns);
    }
    let values = match heap.as_bits(value) {
        Some(_) => vec![value],
        None => heap.proper_list(value)?,
    };
    let bytes = |&value| heap.owned_binary(value);
    let patterns: Vec<Vec<u8>> = values.iter().map(bytes).collect::<Option<_>>()?;
    let is_pattern = !patterns.is_empty() && patterns.iter().all(|pattern| !pattern.is_empty());
    is_pattern.then_some(patterns)
}

/// The patterns behind what [`compile_pattern`] made; `None` for anything else.
pub fn patterns_behind(heap: &Heap, value: Value) -> Option<Vec<Vec<u8>>> {
    heap.as_tuple(value).and_then(|_| patterns(heap, value))
}

/// The BEAM calls them by the algorithms it uses: Boyer and Moore's, Aho and Corasick's.
fn compiled_tag(patterns: &[Vec<u8>]) -> Atom {
    Atom::new(if patterns.len() == 1 { "bm" } else { "ac" })
}

/// References to compiled patterns have this creation, which no others have.
const COMPILED: u32 = u32::MAX;

/// A compiled pattern is a tuple with a reference that only these functions can make use of. The
/// reference lies in the heap's table of foreign terms, with the patterns behind it.
fn compile_pattern(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let patterns = patterns(heap, arguments[0]).ok_or_else(Raise::badarg)?;
    if heap.as_tuple(arguments[0]).is_some() {
        return Err(Raise::badarg());
    }
    let tag = compiled_tag(&patterns);
    let list: Term = patterns.iter().map(|pattern| Term::binary(pattern)).collect();
    let known = heap.foreign.windows(2).position(|pair| pair[1] == list);
    let number = known.unwrap_or_else(|| {
        let number = heap.foreign.len();
        let ids = vec![number as u32, 0, 0];
        let reference = Reference { node: atoms::nonode_nohost, creation: COMPILED, ids };
        heap.foreign.extend([reference.into(), list]);
        number
    });
    let reference = heap.boxed(Kind::Foreign, &[Value(number as u64)]);
    Ok(heap.tuple(&[tag.into(), reference]))
}

fn compiled_patterns(heap: &Heap, reference: Value) -> Option<Vec<Vec<u8>>> {
    let term = heap.foreign_term(reference)?.as_reference()?;
    if term.creation != COMPILED || term.node != atoms::nonode_nohost {
        return None;
    }
    let number = *term.ids.first()? as usize;
    let list = heap.foreign.get(number + 1)?.as_list()?;
    list.iter().map(|pattern| pattern.as_binary().map(<[u8]>::to_vec)).collect()
}

// ---- the functions ----

/// What the options say: which bytes of the subject to look at, and for `split/3` what to do with
/// the parts.
struct SearchOptions {
    scope: Range<usize>,
    is_global: bool,
    trims: bool,
    trims_all: bool,
}

/// A search that is about to begin: the subject, its bytes, and the options.
struct Search {
    view: BitsView,
    subject: Vec<u8>,
    options: SearchOptions,
    /// `None` if there is nothing up to the scope's end: then the BEAM does not look at the pattern
    /// either.
    searcher: Option<Searcher>,
}

impl Search {
    fn new(heap: &Heap, arguments: &[Value], splits: bool) -> Result<Search, Raise> {
        let view = heap.as_bits(arguments[0]).filter(|view| view.is_binary());
        let view = view.ok_or_else(Raise::badarg)?;
        let given = arguments.get(2).copied().unwrap_or(Value::NIL);
        let options = options(heap, view.byte_size(), given, splits).ok_or_else(Raise::badarg)?;
        let searcher = if options.scope.end == 0 {
            None
        } else {
            let patterns = patterns(heap, arguments[1]).ok_or_else(Raise::badarg)?;
            let bytes: usize = patterns.iter().map(Vec::len).sum();
            heap.allow(bytes * BYTES_PER_PATTERN_BYTE);
            heap.work.pay_ahead(4 * bytes as u64);
            Some(Searcher::new(&patterns))
        };
        Ok(Search { view, subject: heap.owned_bytes(view), options, searcher })
    }

    fn first(&self, heap: &Heap) -> Option<Range<usize>> {
        let scope = &self.options.scope;
        self.searcher.as_ref()?.find(&heap.work, &self.subject[..scope.end], scope.start)
    }

    fn all(&self, heap: &Heap) -> Vec<Range<usize>> {
        match &self.searcher {
            Some(searcher) => searcher.find_all(heap, &self.subject, self.options.scope.clone()),
            None => Vec::new(),
        }
    }
}

/// Reads the options up to the end of the list; what is there instead of `[]` does not matter, as
/// on the BEAM.
fn options(heap: &Heap, size: usize, given: Value, splits: bool) -> Option<SearchOptions> {
    let mut options =
        SearchOptions { scope: 0..size, is_global: false, trims: false, trims_all: false };
    if !given.is_cons() && !given.is_nil() {
        return None;
    }
    let (elements, _) = heap.list_parts(given);
    for option in elements {
        if let Some(&[name, scope]) = heap.as_tuple(option) {
            let &[position, length] = heap.as_tuple(scope)? else { return None };
            if name.as_atom()?.name() != "scope" {
                return None;
            }
            let (start, length) = checked_part(heap, size, position, length)?;
            options.scope = start..start + length;
            continue;
        }
        match option.as_atom()?.name() {
            "global" if splits => options.is_global = true,
            "trim" if splits => options.trims = true,
            "trim_all" if splits => options.trims_all = true,
            _ => return None,
        }
    }
    Some(options)
}

fn position_and_length(heap: &mut Heap, found: &Range<usize>) -> Value {
    heap.tuple(&[Value::index(found.start), Value::index(found.len())])
}

fn first_match(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let search = Search::new(heap, arguments, false)?;
    Ok(match search.first(heap) {
        Some(found) => position_and_length(heap, &found),
        None => Atom::new("nomatch").into(),
    })
}

fn matches(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let search = Search::new(heap, arguments, false)?;
    let all = search.all(heap);
    let pairs: Vec<Value> = all.iter().map(|found| position_and_length(heap, found)).collect();
    Ok(heap.list(&pairs))
}

fn split(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let search = Search::new(heap, arguments, true)?;
    let separators = if search.options.is_global {
        search.all(heap)
    } else {
        search.first(heap).into_iter().collect()
    };
    let mut parts = Vec::new();
    let mut start = 0;
    for separator in separators {
        parts.push(start..separator.start);
        start = separator.end;
    }
    parts.push(start..search.subject.len());
    if search.options.trims_all {
        parts.retain(|part| !part.is_empty());
    } else if search.options.trims {
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
    }
    let slices: Vec<Value> = parts
        .into_iter()
        .map(|part| heap.slice(search.view, part.start * 8, part.len() * 8))
        .collect();
    Ok(heap.list(&slices))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_all(subject: &str, patterns: &[&str]) -> Vec<(usize, usize)> {
        let patterns: Vec<Vec<u8>> =
            patterns.iter().map(|pattern| pattern.as_bytes().to_vec()).collect();
        let heap = Heap::new();
        let all = Searcher::new(&patterns).find_all(&heap, subject.as_bytes(), 0..subject.len());
        all.into_iter().map(|found| (found.start, found.len())).collect()
    }

    #[test]
    fn leftmost_and_longest() {
        // As binary:matches/2 answers.
        assert_eq!(find_all("abcabcab", &["bc", "cabc", "ab"]), [(0, 2), (2, 4), (6, 2)]);
        assert_eq!(find_all("xabcdeyabcd", &["abcdf", "bcd", "cde", "d"]), [(2, 3), (8, 3)]);
        assert_eq!(find_all("abcd", &["abcde", "bc", "d"]), [(1, 2), (3, 1)]);
        assert_eq!(find_all("aaaaa", &["aa"]), [(0, 2), (2, 2)]);
    }

    #[test]
    fn one_pattern_is_found_wherever_it_is() {
        // Every pattern of up to five letters in every subject of eight.
        let word = |number: usize, length: usize| -> String {
            (0..length).map(|bit| if number >> bit & 1 == 0 { 'a' } else { 'b' }).collect()
        };
        for subject in (0..256).map(|number| word(number, 8)) {
            for length in 1..=5 {
                for pattern in (0..1 << length).map(|number| word(number, length)) {
                    let found = find_all(&subject, &[&pattern]);
                    assert_eq!(found.first().map(|found| found.0), subject.find(&pattern));
                    assert_eq!(found.len(), subject.matches(&pattern).count());
                }
            }
        }
    }
}
