//! Where does a search begin, if nobody says? With the smallest arguments of the spec, or with a
//! few plain ones of different kinds.

use crate::Subject;
use std::sync::Arc;
use term::{Map, Term};
use trace::Input;

pub fn seeds(subject: &Subject) -> Vec<Input> {
    if !subject.types.is_empty() {
        let smallest = |types: &Vec<Arc<typing::Type>>| {
            let arguments: Option<Vec<Term>> =
                types.iter().map(|wanted| subject.environment.smallest(wanted)).collect();
            arguments.map(Input::new)
        };
        return subject.types.iter().filter_map(smallest).collect();
    }
    if subject.arity == 0 {
        return vec![Input::new(Vec::new())];
    }
    let map = Term::Map(Arc::new(Map::from_pairs(Vec::new())));
    let plain =
        [Term::Int(0), Term::Nil, Term::atom("a"), Term::tuple(vec![]), Term::binary(&[]), map];
    plain.map(|term| Input::new(vec![term; subject.arity])).into()
}
