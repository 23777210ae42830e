//! What is an atom? A number into one table of names that lives as long as the process.
//!
//! Equal atoms are equal numbers, so comparing for equality never looks at the text. Names are
//! never freed: a run of Ermine meets a few tens of thousands of them. Atoms that the code of Ermine
//! itself names are constants (`atoms::ok`), put into the table before all others.
//!
//! Making an atom takes a lock; asking for its name does not, because sorting and printing ask for
//! names all the time and from many threads.

use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, OnceLock, RwLock};

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Atom(u32);

/// By the name: numbers are given in the order in which threads meet names, and what is hashed
/// (labels of decisions, the order in tables) must be the same in every search of a seed.
impl Hash for Atom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// Names that are no atoms without quotes, in order. (From OTP 27 on `maybe` and `else` are too.)
pub(crate) const RESERVED_WORDS: &[&str] = &[
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
    "catch", "cond", "div", "end", "fun", "if", "let", "not", "of", "or", "orelse", "receive",
    "rem", "try", "when", "xor",
];

/// The number of every name.
static NUMBERS: LazyLock<RwLock<FxHashMap<&'static str, u32>>> = LazyLock::new(|| {
    let mut numbers = FxHashMap::default();
    for &name in atoms::NAMES {
        let before = numbers.insert(name, numbers.len() as u32);
        assert!(before.is_none(), "the well-known atom {name} is listed twice");
    }
    RwLock::new(numbers)
});

/// The names of all other numbers, in buckets that double in size and never move, so that a reader
/// needs no lock.
static NAMES: [OnceLock<Bucket>; 32] = [const { OnceLock::new() }; 32];

type Bucket = Box<[OnceLock<&'static str>]>;

const FIRST_BUCKET: u32 = 1024;

/// Where the name of a number is: the bucket, its size, and the place in it.
fn place_of(number: u32) -> (usize, usize, usize) {
    let shifted = u64::from(number) + u64::from(FIRST_BUCKET);
    let power = shifted.ilog2();
    let size = 1u64 << power;
    ((power - FIRST_BUCKET.ilog2()) as usize, size as usize, (shifted - size) as usize)
}

fn set_name(number: u32, name: &'static str) {
    let (bucket, size, place) = place_of(number);
    let names = NAMES[bucket].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
    names[place].set(name).expect("a number is given to one name");
}

impl Atom {
    /// The atom of this name, which is made if it is new.
    pub fn new(name: &str) -> Atom {
        if let Some(atom) = Atom::existing(name) {
            return atom;
        }
        let mut numbers = NUMBERS.write().expect("the atom table is never poisoned");
        if let Some(&number) = numbers.get(name) {
            return Atom(number);
        }
        let name: &'static str = Box::leak(name.into());
        let number = u32::try_from(numbers.len()).expect("fewer than 2^32 atoms");
        set_name(number, name);
        numbers.insert(name, number);
        Atom(number)
    }

    /// The atom of this name, if anything has named it before.
    pub fn existing(name: &str) -> Option<Atom> {
        let numbers = NUMBERS.read().expect("the atom table is never poisoned");
        numbers.get(name).map(|&number| Atom(number))
    }

    pub fn name(self) -> &'static str {
        if let Some(name) = atoms::NAMES.get(self.0 as usize) {
            return name;
        }
        let (bucket, _, place) = place_of(self.0);
        let names = NAMES[bucket].get().expect("the number is an atom's");
        names[place].get().expect("the number is an atom's")
    }

    pub const fn number(self) -> u32 {
        self.0
    }

    /// The atom of a number that [`Atom::number`] gave.
    pub fn from_number(number: u32) -> Atom {
        Atom(number)
    }

    pub fn from_bool(truth: bool) -> Atom {
        if truth { atoms::true_ } else { atoms::false_ }
    }
}

/// Erlang's order of atoms: by their characters' code points.
impl Ord for Atom {
    fn cmp(&self, other: &Atom) -> Ordering {
        // UTF-8 sorts as the code points do.
        if self == other { Ordering::Equal } else { self.name().cmp(other.name()) }
    }
}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Atom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.name())
    }
}

macro_rules! well_known {
    ($($constant:ident = $name:literal),* $(,)?) => {
        /// Atoms that Ermine's own code names.
        #[allow(non_upper_case_globals)]
        pub mod atoms {
            use super::Atom;
            #[allow(non_camel_case_types, clippy::enum_variant_names)]
            enum Number { $($constant),* }
            $(pub const $constant: Atom = Atom(Number::$constant as u32);)*
            pub(super) const NAMES: &[&str] = &[$($name),*];
        }
    };
}

well_known! {
    true_ = "true", false_ = "false", ok = "ok", error = "error", exit = "exit", throw = "throw",
    undefined = "undefined", empty = "", nil = "nil", none = "none", infinity = "infinity",
    normal = "normal", kill = "kill", killed = "killed", noproc = "noproc", timeout = "timeout",
    badarg = "badarg", badarith = "badarith", badmatch = "badmatch", badmap = "badmap",
    badkey = "badkey", badfun = "badfun", badarity = "badarity", badrecord = "badrecord",
    case_clause = "case_clause", function_clause = "function_clause", if_clause = "if_clause",
    try_clause = "try_clause", else_clause = "else_clause", undef = "undef",
    system_limit = "system_limit", nocatch = "nocatch", timeout_value = "timeout_value",
    bad_generator = "bad_generator", bad_filter = "bad_filter",
    exit_upper = "EXIT", down_upper = "DOWN", erlang = "erlang", lists = "lists", maps = "maps",
    file = "file", line = "line", error_info = "error_info", module = "module",
    erl_erts_errors = "erl_erts_errors", cause = "cause",
    module_info = "module_info", fun_ = "fun", big = "big", little = "little", native = "native",
    signed = "signed", unsigned = "unsigned", integer = "integer", float = "float",
    binary = "binary", utf8 = "utf8", utf16 = "utf16", utf32 = "utf32", all = "all",
    nonode_nohost = "nonode@nohost", process = "process", port = "port", reference = "reference",
    noconnection = "noconnection", latin1 = "latin1", unicode = "unicode",
    value = "value", low = "low", high = "high", max = "max",
    apply = "apply",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_atoms_are_the_ones_of_their_names() {
        for (number, &name) in atoms::NAMES.iter().enumerate() {
            assert_eq!(Atom::new(name).number() as usize, number);
            assert_eq!(Atom::new(name).name(), name);
        }
    }

    #[test]
    fn reserved_words_are_sorted_for_the_search() {
        assert!(RESERVED_WORDS.is_sorted());
    }

    #[test]
    fn names_survive_many_threads() {
        let make = |thread: usize| {
            for index in 0..5_000 {
                let name = format!("shared_{}", (index * 7 + thread) % 5_000);
                assert_eq!(Atom::new(&name).name(), name);
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || make(thread));
            }
        });
        assert_eq!(Atom::existing("shared_17"), Some(Atom::new("shared_17")));
        assert_eq!(Atom::existing("never named by anyone"), None);
    }

    #[test]
    fn the_order_is_by_code_points() {
        let mut atoms = ["b", "a", "", "ab", "å", "→", "B"].map(Atom::new);
        atoms.sort();
        assert_eq!(atoms.map(Atom::name), ["", "B", "a", "ab", "b", "å", "→"]);
    }
}
