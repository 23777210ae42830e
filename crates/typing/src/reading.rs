//! What is a term meant as, by its type? A list of integers is a text where the type says `string()`, an
//! integer a character where it says `char()`, and a tuple a record where it says `#order{}`. Where the type
//! says nothing, a tuple that looks like a record of the module is one, as in the shell.

use crate::environment::Types;
use crate::tree::Type;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{Atom, Term};

/// What a term is meant as, and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As it is: the type says nothing.
    #[default]
    Plain,
    /// A list of characters, which may be empty.
    Text,
    Character,
    /// The pid of the process that called the function under test.
    Caller,
    /// Of the elements of a tuple or a proper list, or of the keys and values of a map in turn. What is
    /// not there is plain.
    Parts(Vec<Reading>),
    /// A tuple whose first element is the name of a record.
    Record(Record),
}

/// A tuple that is meant as a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it is declared.
    pub module: Atom,
    pub name: Atom,
    pub fields: Vec<Atom>,
    /// What the elements of the tuple are meant as, the name included.
    pub parts: Vec<Reading>,
}

/// Below this, what a term is meant as is not asked.
const DEEPEST: usize = 64;

/// Nor for more parts than this.
const MOST_PARTS: usize = 10_000;

impl Reading {
    /// Of a part, counted from 0.
    pub fn part(&self, number: usize) -> &Reading {
        match self {
            Reading::Parts(parts) | Reading::Record(Record { parts, .. }) => {
                parts.get(number).unwrap_or(&Reading::Plain)
            }
            _ => &Reading::Plain,
        }
    }

    /// The modules whose records are in it.
    pub fn each_record(&self, visit: &mut dyn FnMut(&Record)) {
        match self {
            Reading::Record(record) => {
                visit(record);
                record.parts.iter().for_each(|part| part.each_record(visit));
            }
            Reading::Parts(parts) => parts.iter().for_each(|part| part.each_record(visit)),
            Reading::Plain | Reading::Text | Reading::Character | Reading::Caller => {}
        }
    }

    /// The same, with the pid of the caller meant as that.
    pub fn with_caller(self, term: &Term, caller: &Term) -> Reading {
        match term::any(term, |part| part == caller) {
            true => self.marked(term, caller, DEEPEST),
            false => self,
        }
    }

    fn marked(self, term: &Term, caller: &Term, deepest: usize) -> Reading {
        if term == caller {
            return Reading::Caller;
        }
        if deepest == 0 || matches!(self, Reading::Text | Reading::Character) {
            return self;
        }
        let parts: Vec<&Term> = match term {
            Term::Tuple(elements) => elements.iter().collect(),
            Term::List(list) if list.is_proper() => list.elements.iter().collect(),
            Term::Map(map) => map.pairs().iter().flat_map(|(key, value)| [key, value]).collect(),
            _ => return self,
        };
        let marked = |(number, part): (usize, &&Term)| {
            self.part(number).clone().marked(part, caller, deepest - 1)
        };
        let parts = parts.iter().enumerate().map(marked).collect();
        match self {
            Reading::Record(record) => Reading::Record(Record { parts, ..record }),
            _ => Reading::of_parts(parts),
        }
    }

    fn of_parts(parts: Vec<Reading>) -> Reading {
        match parts.iter().all(|part| *part == Reading::Plain) {
            true => Reading::Plain,
            false => Reading::Parts(parts),
        }
    }
}

impl Types {
    /// What arguments are meant as, by the first of these alternatives that they fit. `home` is the module
    /// whose records are meant where types say nothing.
    pub fn readings(
        &self,
        home: Atom,
        alternatives: &[Vec<Arc<Type>>],
        arguments: &[Term],
    ) -> Vec<Reading> {
        let fits =
            |types: &&Vec<Arc<Type>>| self.contain_call(std::slice::from_ref(types), arguments);
        let mut reader = Reader { types: self, home, left: MOST_PARTS };
        match alternatives.iter().find(fits) {
            Some(types) => {
                let pairs = types.iter().zip(arguments);
                pairs.map(|(wanted, term)| reader.typed(wanted, term, DEEPEST)).collect()
            }
            None => arguments.iter().map(|term| reader.untyped(term, DEEPEST)).collect(),
        }
    }

    /// What a term is meant as where nobody says its type.
    pub fn reading(&self, home: Atom, term: &Term) -> Reading {
        Reader { types: self, home, left: MOST_PARTS }.untyped(term, DEEPEST)
    }

    /// The fields of a record, if the module has one of this name and number of fields.
    fn record_fields(&self, module: Atom, name: Atom, size: usize) -> Option<Vec<Atom>> {
        let declarations = self.declarations(module)?;
        let fields = declarations.records.get(&name).filter(|fields| fields.len() == size)?;
        Some(fields.iter().map(|field| field.name).collect())
    }

    /// The type as alternatives that are neither names nor unions, each with the record that it is.
    pub(crate) fn record_alternatives(&self, wanted: &Arc<Type>) -> Vec<Meaning> {
        let mut found = Vec::new();
        let mut pending = vec![wanted.clone()];
        let mut names = FxHashSet::default();
        while let Some(next) = pending.pop() {
            match &*next {
                Type::Union(members) => pending.extend(members.iter().rev().cloned()),
                Type::None => {}
                Type::Named { .. } if names.len() >= MOST_NAMES || !names.insert(next.clone()) => {}
                Type::Named { .. } => pending.push(self.unfold(&next)),
                Type::Record { module, name, .. } => {
                    found.push((self.unfold(&next), Some((*module, *name))));
                }
                _ => found.push((next, None)),
            }
        }
        found
    }
}

/// What a type stands for, and the module and name of the record that it is.
pub(crate) type Meaning = (Arc<Type>, Option<(Atom, Atom)>);

/// Of names that stand for names, so many are followed.
const MOST_NAMES: usize = 1_000;

struct Reader<'a> {
    types: &'a Types,
    home: Atom,
    /// So many parts may still be looked at.
    left: usize,
}

impl Reader<'_> {
    fn typed(&mut self, wanted: &Arc<Type>, term: &Term, deepest: usize) -> Reading {
        if deepest == 0 || self.left == 0 {
            return Reading::Plain;
        }
        self.left -= 1;
        let types = self.types;
        let alternatives = types.record_alternatives(wanted);
        if let Term::Nil = term {
            return types.reading_of_nothing(&alternatives);
        }
        let fitting = match &alternatives[..] {
            [only] => Some(only),
            several => several.iter().find(|(each, _)| types.contains(each, term).is_ok()),
        };
        let Some((fitting, record)) = fitting else { return Reading::Plain };
        let below = deepest - 1;
        match (&**fitting, term) {
            (number @ Type::Integer { .. }, Term::Int(_)) if *number == Type::character() => {
                Reading::Character
            }
            (Type::Cons { element, .. }, Term::List(list)) if list.is_proper() => {
                if *types.meaning(element) == Type::character() {
                    return Reading::Text;
                }
                let parts = list.elements.iter().map(|each| self.typed(element, each, below));
                Reading::of_parts(parts.collect())
            }
            (Type::Tuple(wanted), Term::Tuple(elements)) if wanted.len() == elements.len() => {
                let parts = wanted.iter().zip(elements.iter());
                let parts = parts.map(|(each, element)| self.typed(each, element, below)).collect();
                match *record {
                    Some((module, name)) => self.record(module, name, parts),
                    None => Reading::of_parts(parts),
                }
            }
            (Type::Map(fields), Term::Map(map)) => {
                let pairs = map.pairs().iter().flat_map(|(key, value)| {
                    let is_it = |key_type: &Arc<Type>| types.contains(key_type, key).is_ok();
                    match fields.iter().find(|field| is_it(&field.key)) {
                        Some(field) => [
                            self.typed(&field.key, key, below),
                            self.typed(&field.value, value, below),
                        ],
                        None => [Reading::Plain, Reading::Plain],
                    }
                });
                Reading::of_parts(pairs.collect())
            }
            (Type::Any | Type::AnyTuple | Type::AnyMap, _) => self.untyped(term, deepest),
            _ => Reading::Plain,
        }
    }

    /// Where the type says nothing, records are all that can be told.
    fn untyped(&mut self, term: &Term, deepest: usize) -> Reading {
        if deepest == 0 || self.left == 0 {
            return Reading::Plain;
        }
        self.left -= 1;
        let below = deepest - 1;
        match term {
            Term::Tuple(elements) => {
                let parts: Vec<Reading> =
                    elements.iter().map(|each| self.untyped(each, below)).collect();
                match elements.first() {
                    Some(Term::Atom(name)) => self.record(self.home, *name, parts),
                    _ => Reading::of_parts(parts),
                }
            }
            Term::List(list) if list.is_proper() => {
                let parts = list.elements.iter().map(|each| self.untyped(each, below));
                Reading::of_parts(parts.collect())
            }
            Term::Map(map) => {
                let pairs = map.pairs().iter().flat_map(|(key, value)| [key, value]);
                Reading::of_parts(pairs.map(|each| self.untyped(each, below)).collect())
            }
            _ => Reading::Plain,
        }
    }

    /// A tuple of these parts, which is that record if there is such a one.
    fn record(&self, module: Atom, name: Atom, parts: Vec<Reading>) -> Reading {
        let fields = parts.len().checked_sub(1);
        match fields.and_then(|size| self.types.record_fields(module, name, size)) {
            // `{ok}` is no record, though somebody may have one without fields.
            Some(fields) if !fields.is_empty() => {
                Reading::Record(Record { module, name, fields, parts })
            }
            _ => Reading::of_parts(parts),
        }
    }
}

impl Types {
    /// `[]` is a text if every list of the type is.
    fn reading_of_nothing(&self, alternatives: &[Meaning]) -> Reading {
        let mut elements = alternatives.iter().filter_map(|(each, _)| match &**each {
            Type::Cons { element, .. } => Some(element),
            _ => None,
        });
        let is_text = |element: &Arc<Type>| *self.meaning(element) == Type::character();
        match elements.next() {
            Some(first) if is_text(first) && elements.all(is_text) => Reading::Text,
            _ => Reading::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MapField;

    fn reading(wanted: &Type, text: &str) -> Reading {
        let types = Types::new(Box::new(|_| None));
        let term = term::read::term(text).expect("a term");
        let wanted = vec![vec![Arc::new(wanted.clone())]];
        types.readings(Atom::new("m"), &wanted, &[term]).pop().unwrap_or_default()
    }

    #[test]
    fn texts_and_characters() {
        let character = Arc::new(Type::character());
        let string = Arc::new(Type::list(character.clone()));
        let integers = Type::list(Arc::new(Type::INTEGER));
        assert_eq!(reading(&string, "[97, 0]"), Reading::Text);
        assert_eq!(reading(&string, "[]"), Reading::Text);
        assert_eq!(reading(&character, "86"), Reading::Character);
        assert_eq!(reading(&integers, "[97]"), Reading::Plain);
        assert_eq!(reading(&integers, "[]"), Reading::Plain);
        assert_eq!(reading(&Type::Any, "[97]"), Reading::Plain);
        let both = Type::union([Arc::new(integers), string.clone()]);
        assert_eq!(reading(&both, "[]"), Reading::Plain);
        let pair = Type::Tuple(vec![Arc::new(Type::INTEGER), string.clone()]);
        let parts = Reading::Parts(vec![Reading::Plain, Reading::Text]);
        assert_eq!(reading(&pair, "{97, [97]}"), parts);
        let lines = Type::list(string.clone());
        let parts = Reading::Parts(vec![Reading::Text, Reading::Text]);
        assert_eq!(reading(&lines, "[[97], []]"), parts);
        let field = MapField { key: string, value: character, is_required: false };
        let parts = Reading::Parts(vec![Reading::Text, Reading::Character]);
        assert_eq!(reading(&Type::Map(vec![field]), "#{[97] => 97}"), parts);
        let maybe = Type::union([Arc::new(Type::Nil), Arc::new(Type::Atom)]);
        assert_eq!(reading(&maybe, "[]"), Reading::Plain);
    }

    #[test]
    fn deep_terms_are_plain_below() {
        let mut wanted = Arc::new(Type::character());
        let mut term = Term::Int(97);
        for _ in 0..10 * DEEPEST {
            wanted = Arc::new(Type::Tuple(vec![wanted]));
            term = Term::tuple(vec![term]);
        }
        assert_eq!(reading(&wanted, &term.to_string()), Reading::Plain);
    }
}
