//! Which atoms? A few, or all but a few.

use std::collections::BTreeSet;
use term::Atom;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atoms {
    These(BTreeSet<Atom>),
    AllBut(BTreeSet<Atom>),
}

impl Atoms {
    /// More than these are all atoms.
    pub const MOST: usize = 24;

    pub fn none() -> Atoms {
        Atoms::These(BTreeSet::new())
    }

    pub fn all() -> Atoms {
        Atoms::AllBut(BTreeSet::new())
    }

    pub fn one(atom: Atom) -> Atoms {
        Atoms::These([atom].into())
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, Atoms::These(these) if these.is_empty())
    }

    /// The only one that there is.
    pub fn single(&self) -> Option<Atom> {
        match self {
            Atoms::These(these) if these.len() == 1 => these.first().copied(),
            _ => None,
        }
    }

    pub fn contains(&self, atom: Atom) -> bool {
        match self {
            Atoms::These(these) => these.contains(&atom),
            Atoms::AllBut(others) => !others.contains(&atom),
        }
    }

    fn complement(&self) -> Atoms {
        match self.clone() {
            Atoms::These(these) => Atoms::AllBut(these),
            Atoms::AllBut(others) => Atoms::These(others),
        }
    }

    pub fn meet(&self, other: &Atoms) -> Atoms {
        match (self, other) {
            (Atoms::These(these), _) => {
                Atoms::These(these.iter().copied().filter(|each| other.contains(*each)).collect())
            }
            (_, Atoms::These(_)) => other.meet(self),
            (Atoms::AllBut(one), Atoms::AllBut(two)) => {
                Atoms::AllBut(one.union(two).copied().collect()).no_larger()
            }
        }
    }

    pub fn join(&self, other: &Atoms) -> Atoms {
        match (self, other) {
            (Atoms::These(one), Atoms::These(two)) => {
                Atoms::These(one.union(two).copied().collect()).no_larger()
            }
            _ => self.complement().meet(&other.complement()).complement(),
        }
    }

    pub fn difference(&self, other: &Atoms) -> Atoms {
        self.meet(&other.complement())
    }

    pub fn is_subset(&self, other: &Atoms) -> bool {
        match (self, other) {
            (Atoms::These(these), _) => these.iter().all(|each| other.contains(*each)),
            (Atoms::AllBut(_), Atoms::These(_)) => false,
            (Atoms::AllBut(one), Atoms::AllBut(two)) => two.is_subset(one),
        }
    }

    fn no_larger(self) -> Atoms {
        match &self {
            Atoms::These(all) | Atoms::AllBut(all) if all.len() > Atoms::MOST => Atoms::all(),
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn they_are_the_sets_that_they_say() {
        let names = ["a", "b", "c", "d", "e"].map(Atom::new);
        let mut random = Random::new(5);
        let mut some = || {
            let few = names.iter().copied().filter(|_| random.one_in(2)).collect();
            if random.one_in(2) { Atoms::These(few) } else { Atoms::AllBut(few) }
        };
        let others = ["x", "y"].map(Atom::new);
        for _ in 0..1000 {
            let (one, other) = (some(), some());
            let (join, meet, rest) = (one.join(&other), one.meet(&other), one.difference(&other));
            let mut is_subset = true;
            for atom in names.into_iter().chain(others) {
                let (here, there) = (one.contains(atom), other.contains(atom));
                assert_eq!(join.contains(atom), here || there);
                assert_eq!(meet.contains(atom), here && there);
                assert_eq!(rest.contains(atom), here && !there);
                is_subset &= !here || there;
            }
            assert_eq!(one.is_subset(&other), is_subset, "{one:?} {other:?}");
        }
    }

    #[test]
    fn many_are_all() {
        let many = (0..100).map(|each| Atom::new(&format!("a{each}")));
        let all = many.fold(Atoms::none(), |all, each| all.join(&Atoms::one(each)));
        assert_eq!(all, Atoms::all());
    }
}
