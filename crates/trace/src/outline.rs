//! What is there to be reached? The clauses of a module as they are written: what is inside of what,
//! and who calls whom. Known without running anything.

use core_erlang::{FunctionName, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use term::Atom;

/// Names a clause, in every run and on every engine alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ClauseId {
    pub module: Atom,
    pub function: FunctionName,
    /// Which clause of the function, from 0: a number into [`FunctionOutline::clauses`].
    pub number: u32,
}

/// Where in the program a decision is taken, as far as clauses tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// In choosing between the clauses of which this is the first.
    Deciding(ClauseId),
    /// In the body of this clause.
    Inside(ClauseId),
}

#[derive(Clone, Debug, Default)]
pub struct Outline {
    pub module: Option<Atom>,
    /// Where the module was compiled from.
    pub source: String,
    pub functions: Vec<FunctionOutline>,
    numbers: FxHashMap<FunctionName, usize>,
}

#[derive(Clone, Debug)]
pub struct FunctionOutline {
    pub name: FunctionName,
    pub clauses: Vec<ClauseOutline>,
}

#[derive(Clone, Debug)]
pub struct ClauseOutline {
    pub position: Position,
    /// Those that are chosen between together with it, itself included.
    pub siblings: Range<u32>,
    /// The innermost clause around it.
    pub parent: Option<u32>,
    /// The lines of the module's own file that belong to this clause and to none inside of it.
    pub lines: Vec<u32>,
    /// How many expressions belong to it in the same sense.
    pub expressions: u32,
    /// What it calls or makes funs of, in the same sense.
    pub calls: Vec<(Atom, FunctionName)>,
}

impl ClauseOutline {
    /// Did only the compiler write it? What has no line has no author.
    pub fn is_generated(&self) -> bool {
        self.position.generated || self.position.line == 0
    }
}

impl Outline {
    pub fn new(module: Atom, source: String, functions: Vec<FunctionOutline>) -> Outline {
        let numbers = numbered(&functions);
        Outline { module: Some(module), source, functions, numbers }
    }

    pub fn function(&self, name: FunctionName) -> Option<&FunctionOutline> {
        self.numbers.get(&name).map(|&number| &self.functions[number])
    }

    pub fn clause(&self, id: ClauseId) -> Option<&ClauseOutline> {
        let function = self.function(id.function).filter(|_| self.module == Some(id.module))?;
        function.clauses.get(id.number as usize)
    }

    /// The functions of the module that a call of this one may lead to, as far as the text tells.
    pub fn reachable_from(&self, start: FunctionName) -> FxHashSet<FunctionName> {
        self.reachable_from_any(vec![start])
    }

    /// Leaves out the functions that no call of these leads to. The compiler keeps functions that it
    /// has put into the places of their calls: nobody can come to what is left of them.
    pub fn only_reachable_from(self, starts: Vec<FunctionName>) -> Outline {
        let reachable = self.reachable_from_any(starts);
        let Outline { module, source, mut functions, .. } = self;
        functions.retain(|function| reachable.contains(&function.name));
        let numbers = numbered(&functions);
        Outline { module, source, functions, numbers }
    }

    fn reachable_from_any(&self, starts: Vec<FunctionName>) -> FxHashSet<FunctionName> {
        let mut reachable: FxHashSet<FunctionName> = starts.iter().copied().collect();
        let mut pending = starts;
        while let Some(name) = pending.pop() {
            let Some(function) = self.function(name) else { continue };
            let calls = function.clauses.iter().flat_map(|clause| &clause.calls);
            for &(module, name) in calls {
                if self.module == Some(module) && reachable.insert(name) {
                    pending.push(name);
                }
            }
        }
        reachable
    }
}

fn numbered(functions: &[FunctionOutline]) -> FxHashMap<FunctionName, usize> {
    functions.iter().enumerate().map(|(at, each)| (each.name, at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> FunctionName {
        FunctionName { name: Atom::new(name), arity: 0 }
    }

    fn function(text: &str, calls: &[(&str, &str)]) -> FunctionOutline {
        let calls = calls.iter().map(|(module, called)| (Atom::new(module), name(called)));
        let clause = ClauseOutline {
            position: Position::default(),
            siblings: 0..1,
            parent: None,
            lines: Vec::new(),
            expressions: 1,
            calls: calls.collect(),
        };
        FunctionOutline { name: name(text), clauses: vec![clause] }
    }

    #[test]
    fn calls_are_followed_inside_of_the_module() {
        let functions = vec![
            function("f", &[("m", "g"), ("other", "i")]),
            function("g", &[("m", "f"), ("m", "h")]),
            function("h", &[("m", "gone")]),
            function("i", &[]),
        ];
        let outline = Outline::new(Atom::new("m"), String::new(), functions);
        let reachable = outline.reachable_from(name("f"));
        let expected = ["f", "g", "h", "gone"].map(name);
        assert_eq!(reachable, FxHashSet::from_iter(expected));
    }

    #[test]
    fn what_nobody_calls_is_left_out() {
        let functions = vec![
            function("dissolved", &[("m", "helper")]),
            function("f", &[("m", "g")]),
            function("helper", &[]),
            function("g", &[]),
        ];
        let outline = Outline::new(Atom::new("m"), String::new(), functions);
        let outline = outline.only_reachable_from(vec![name("f")]);
        let names: Vec<FunctionName> = outline.functions.iter().map(|each| each.name).collect();
        assert_eq!(names, ["f", "g"].map(name));
        assert!(outline.function(name("g")).is_some_and(|each| each.name == name("g")));
        assert!(outline.function(name("dissolved")).is_none());
    }
}
