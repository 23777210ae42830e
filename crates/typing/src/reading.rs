//! What is a term meant as, by its type? A list of integers is a text where the type says `string()`, and
//! an integer a character where it says `char()`.

use crate::environment::Types;
use crate::tree::Type;
use std::sync::Arc;
use term::Term;

/// What a term is meant as, and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As it is: the type says nothing.
    #[default]
    Plain,
    /// A list of characters, which may be empty.
    Text,
    Character,
    /// Of the elements of a tuple or a proper list, or of the keys and values of a map in turn. What is
    /// not there is plain.
    Parts(Vec<Reading>),
}

/// Below this, what a term is meant as is not asked.
const DEEPEST: usize = 64;

/// Nor for more parts than this.
const MOST_PARTS: usize = 10_000;

impl Reading {
    /// Of a part, counted from 0.
    pub fn part(&self, number: usize) -> &Reading {
        match self {
            Reading::Parts(parts) => parts.get(number).unwrap_or(&Reading::Plain),
            _ => &Reading::Plain,
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
    /// What arguments are meant as, by the first of these alternatives that they fit.
    pub fn readings(&self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) -> Vec<Reading> {
        let fits =
            |types: &&Vec<Arc<Type>>| self.contain_call(std::slice::from_ref(types), arguments);
        let Some(types) = alternatives.iter().find(fits) else { return Vec::new() };
        let mut left = MOST_PARTS;
        let pairs = types.iter().zip(arguments);
        pairs.map(|(wanted, term)| self.reading(wanted, term, DEEPEST, &mut left)).collect()
    }

    fn reading(
        &self,
        wanted: &Arc<Type>,
        term: &Term,
        deepest: usize,
        left: &mut usize,
    ) -> Reading {
        if deepest == 0 || *left == 0 {
            return Reading::Plain;
        }
        *left -= 1;
        let alternatives = self.alternatives(wanted);
        if let Term::Nil = term {
            return self.reading_of_nothing(&alternatives);
        }
        let fitting = match &alternatives[..] {
            [only] => Some(only),
            several => several.iter().find(|each| self.contains(each, term).is_ok()),
        };
        let mut part = |wanted: &Arc<Type>, term| self.reading(wanted, term, deepest - 1, left);
        match (fitting.map(|fitting| &**fitting), term) {
            (Some(number @ Type::Integer { .. }), Term::Int(_)) if *number == Type::character() => {
                Reading::Character
            }
            (Some(Type::Cons { element, .. }), Term::List(list)) if list.is_proper() => {
                if *self.meaning(element) == Type::character() {
                    return Reading::Text;
                }
                let parts = list.elements.iter().map(|each| part(element, each));
                Reading::of_parts(parts.collect())
            }
            (Some(Type::Tuple(types)), Term::Tuple(elements)) if types.len() == elements.len() => {
                let parts = types.iter().zip(elements.iter());
                Reading::of_parts(parts.map(|(each, element)| part(each, element)).collect())
            }
            (Some(Type::Map(fields)), Term::Map(map)) => {
                let pairs = map.pairs().iter().flat_map(|(key, value)| {
                    let is_it = |key_type: &Arc<Type>| self.contains(key_type, key).is_ok();
                    match fields.iter().find(|field| is_it(&field.key)) {
                        Some(field) => [part(&field.key, key), part(&field.value, value)],
                        None => [Reading::Plain, Reading::Plain],
                    }
                });
                Reading::of_parts(pairs.collect())
            }
            _ => Reading::Plain,
        }
    }

    /// `[]` is a text if every list of the type is.
    fn reading_of_nothing(&self, alternatives: &[Arc<Type>]) -> Reading {
        let mut elements = alternatives.iter().filter_map(|each| match &**each {
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
        types.readings(&wanted, &[term]).pop().unwrap_or_default()
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
