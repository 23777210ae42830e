//! Does an object fit the head of a clause, and what do its variables stand for then?

use smallvec::{SmallVec, smallvec};
use term::order::exactly_equal;
use term::{Atom, List, Term};

/// The head of a clause: a term with holes, in the order in which it is written.
pub struct Pattern {
    steps: Vec<Step>,
    /// The numbers of its variables, ascending.
    pub variables: Vec<u32>,
}

enum Step {
    /// `'_'`
    Anything,
    /// `'$1'`: the variable of this index.
    Variable(usize),
    /// Just this.
    Same(Term),
    /// A tuple of so many elements, whose patterns follow.
    Tuple(usize),
    /// So many elements and a tail, whose patterns follow.
    List(usize),
    /// A map with these keys at least, whose values' patterns follow.
    Map(Vec<Term>),
}

/// What is left to be matched.
enum Part<'a> {
    Whole(&'a Term),
    /// The list without its first elements, some of which are left.
    Rest(&'a List, usize),
}

/// The values of a pattern's variables, by index.
pub type Bindings = SmallVec<[Term; 4]>;

/// The number in `'$0'`, `'$1'`, … .
pub fn variable(atom: Atom) -> Option<u32> {
    let digits = atom.name().strip_prefix('$')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    // Neither a sign nor zeros in front.
    if !is_number || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    digits.parse().ok()
}

fn is_anything(term: &Term) -> bool {
    term.as_atom_name() == Some("_")
}

/// Is there only one key that fits? A map fits those that have more; but the BEAM takes `#{}` for
/// itself when it looks for keys.
pub fn is_ground(term: &Term) -> bool {
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match term {
            Term::Atom(atom) if variable(*atom).is_some() || is_anything(term) => return false,
            Term::Map(map) if !map.is_empty() => return false,
            Term::Tuple(elements) => pending.extend(elements.iter()),
            Term::List(list) => {
                pending.extend(&list.elements);
                pending.push(&list.tail);
            }
            _ => {}
        }
    }
    true
}

impl Pattern {
    pub fn compile(head: &Term) -> Result<Pattern, String> {
        let mut pattern = Pattern { steps: Vec::new(), variables: Vec::new() };
        let mut pending = vec![head];
        while let Some(term) = pending.pop() {
            pattern.add(term, &mut pending)?;
        }
        pattern.number_variables();
        Ok(pattern)
    }

    /// One step, and what it leaves to be compiled after it, the next one last.
    fn add<'a>(&mut self, term: &'a Term, pending: &mut Vec<&'a Term>) -> Result<(), String> {
        let step = match term {
            _ if is_anything(term) => Step::Anything,
            Term::Atom(atom) => match variable(*atom) {
                Some(number) => {
                    self.variables.push(number);
                    Step::Variable(number as usize)
                }
                None => Step::Same(term.clone()),
            },
            Term::Tuple(elements) => {
                pending.extend(elements.iter().rev());
                Step::Tuple(elements.len())
            }
            Term::List(list) => {
                pending.push(&list.tail);
                pending.extend(list.elements.iter().rev());
                Step::List(list.elements.len())
            }
            Term::Map(map) => {
                for key in map.keys() {
                    check_map_key(key)?;
                }
                pending.extend(map.pairs().iter().rev().map(|(_, value)| value));
                Step::Map(map.keys().cloned().collect())
            }
            _ => Step::Same(term.clone()),
        };
        self.steps.push(step);
        Ok(())
    }

    /// Gives variables indexes in the order of their numbers.
    fn number_variables(&mut self) {
        self.variables.sort_unstable();
        self.variables.dedup();
        for step in &mut self.steps {
            if let Step::Variable(number) = step {
                *number = self.variables.binary_search(&(*number as u32)).expect("it was listed");
            }
        }
    }

    /// The values of the variables, if the object fits.
    pub fn bindings(&self, object: &Term) -> Option<Bindings> {
        let mut bindings: SmallVec<[Option<Term>; 4]> = smallvec![None; self.variables.len()];
        let mut pending: SmallVec<[Part; 8]> = smallvec![Part::Whole(object)];
        for step in &self.steps {
            let part = pending.pop().expect("a part for every step");
            if !step.fits(part, &mut pending, &mut bindings) {
                return None;
            }
        }
        bindings.into_iter().collect()
    }
}

fn check_map_key(key: &Term) -> Result<(), String> {
    if is_anything(key) {
        return Err("Underscore found in map key.".into());
    }
    if key.as_atom().and_then(variable).is_some() {
        return Err("Variable found in map key.".into());
    }
    Ok(())
}

impl Step {
    fn fits<'a>(
        &self,
        part: Part<'a>,
        pending: &mut SmallVec<[Part<'a>; 8]>,
        bindings: &mut [Option<Term>],
    ) -> bool {
        match (self, part) {
            (Step::Anything, _) => true,
            (Step::Variable(index), part) => bind(&mut bindings[*index], part),
            (Step::Same(same), Part::Whole(term)) => exactly_equal(same, term),
            (Step::Tuple(size), Part::Whole(Term::Tuple(elements))) if elements.len() == *size => {
                pending.extend(elements.iter().rev().map(Part::Whole));
                true
            }
            (Step::List(size), Part::Whole(Term::List(list))) if list.elements.len() >= *size => {
                pending.push(match list.elements.len() == *size {
                    true => Part::Whole(&list.tail),
                    false => Part::Rest(list, *size),
                });
                pending.extend(list.elements[..*size].iter().rev().map(Part::Whole));
                true
            }
            (Step::Map(keys), Part::Whole(Term::Map(map))) => keys.iter().rev().all(|key| {
                let value = map.get(key);
                pending.extend(value.map(Part::Whole));
                value.is_some()
            }),
            // The tail of a pattern is never itself a list.
            _ => false,
        }
    }
}

/// A variable's second place must hold the same as its first.
fn bind(binding: &mut Option<Term>, part: Part) -> bool {
    let term = match part {
        Part::Whole(term) => term.clone(),
        Part::Rest(list, skip) => {
            Term::list_with_tail(list.elements[skip..].to_vec(), list.tail.clone())
        }
    };
    match binding {
        Some(bound) => exactly_equal(bound, &term),
        None => {
            *binding = Some(term);
            true
        }
    }
}
