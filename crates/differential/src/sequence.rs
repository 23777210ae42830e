//! Which calls belong together? Those that share something: a table, an array of counters, the
//! process dictionary. They run as one call of `ermine_calls:run/1`, in the same process.

use beam::Call;
use core_erlang::FunctionName;
use term::{Atom, Term};
use typing::{Generator, SpecClause, Types, hostile};

/// Built-ins that work on the same thing.
pub struct Family {
    pub name: &'static str,
    /// How the things are made: the first calls of every sequence.
    make: fn(&mut Generator) -> Vec<Step>,
    /// What is done with them.
    pub functions: &'static [(&'static str, &'static str, u32)],
    arguments: fn(&mut Generator, &Shape, &str, &[SpecClause], u32) -> Vec<Term>,
}

/// One call of a sequence.
pub struct Step {
    pub module: &'static str,
    pub function: &'static str,
    pub arguments: Vec<Term>,
    /// The order of its result does not count.
    pub is_sorted: bool,
}

/// What the things of a sequence are like.
pub struct Shape {
    /// So many were made.
    handles: usize,
    /// A table that is in order can be walked through.
    pub is_ordered: bool,
}

/// So many calls follow those that make something.
const LENGTH: usize = 12;

pub const FAMILIES: &[Family] = &[
    Family {
        name: "tables",
        make: make_table,
        functions: TABLE_FUNCTIONS,
        arguments: table_arguments,
    },
    Family {
        name: "atomics",
        make: |generator| {
            let options = Term::list(vec![Term::tuple(vec![
                Term::atom("signed"),
                Term::bool(generator.random.one_in(2)),
            ])]);
            vec![step("atomics", "new", vec![Term::Int(generator.random.between(1, 4)), options])]
        },
        functions: &[
            ("atomics", "put", 3),
            ("atomics", "get", 2),
            ("atomics", "add", 3),
            ("atomics", "add_get", 3),
            ("atomics", "sub", 3),
            ("atomics", "sub_get", 3),
            ("atomics", "exchange", 3),
            ("atomics", "compare_exchange", 4),
            ("atomics", "info", 1),
        ],
        arguments: array_arguments,
    },
    Family {
        name: "counters",
        make: |generator| {
            let kind = ["atomics", "write_concurrency"][generator.random.below(2)];
            let options = Term::list(vec![Term::atom(kind)]);
            vec![step("counters", "new", vec![Term::Int(generator.random.between(1, 4)), options])]
        },
        functions: &[
            ("counters", "put", 3),
            ("counters", "get", 2),
            ("counters", "add", 3),
            ("counters", "sub", 3),
        ],
        arguments: array_arguments,
    },
    Family {
        name: "dictionary",
        make: |_| vec![step("erlang", "erase", vec![])],
        functions: &[
            ("erlang", "put", 2),
            ("erlang", "get", 1),
            ("erlang", "erase", 1),
            ("erlang", "get_keys", 1),
        ],
        arguments: |generator, _, _, _, arity| (0..arity).map(|_| key(generator)).collect(),
    },
    Family {
        name: "persistent terms",
        make: |_| {
            let keys = (0..KEYS).map(persistent_key);
            keys.map(|key| step("persistent_term", "erase", vec![key])).collect()
        },
        functions: &[
            ("persistent_term", "put", 2),
            ("persistent_term", "get", 1),
            ("persistent_term", "get", 2),
            ("persistent_term", "erase", 1),
        ],
        arguments: |generator, _, _, _, arity| {
            let first = persistent_key(generator.random.below(KEYS));
            let others = (1..arity).map(|_| hostile::term(&mut generator.random, 4));
            [first].into_iter().chain(others).collect()
        },
    },
];

const TABLE_FUNCTIONS: &[(&str, &str, u32)] = &[
    ("ets", "insert", 2),
    ("ets", "insert_new", 2),
    ("ets", "lookup", 2),
    ("ets", "lookup_element", 3),
    ("ets", "member", 2),
    ("ets", "delete", 2),
    ("ets", "delete_object", 2),
    ("ets", "take", 2),
    ("ets", "update_counter", 3),
    ("ets", "update_counter", 4),
    ("ets", "update_element", 3),
    ("ets", "first", 1),
    ("ets", "last", 1),
    ("ets", "next", 2),
    ("ets", "prev", 2),
    ("ets", "match", 2),
    ("ets", "match_object", 2),
    ("ets", "select", 2),
    ("ets", "select_reverse", 2),
    ("ets", "select_count", 2),
    ("ets", "select_delete", 2),
    ("ets", "select_replace", 2),
    ("ets", "match_delete", 2),
    ("ets", "match", 3),
    ("ets", "match_object", 3),
    ("ets", "select", 3),
    ("ets", "select_reverse", 3),
    ("ets", "tab2list", 1),
    ("ets", "info", 2),
    ("ets", "rename", 2),
    ("ets", "safe_fixtable", 2),
    ("ets", "delete_all_objects", 1),
    ("ets", "slot", 2),
    ("ets", "setopts", 2),
    ("ets", "is_compiled_ms", 1),
    ("ets", "match_spec_run", 2),
];

/// Table functions whose answer depends on the order of the table.
fn needs_order(function: &str, arity: u32) -> bool {
    matches!(function, "first" | "last" | "next" | "prev" | "slot")
        || matches!((function, arity), ("match" | "match_object" | "select" | "select_reverse", 3))
}

fn step(module: &'static str, function: &'static str, arguments: Vec<Term>) -> Step {
    Step { module, function, arguments, is_sorted: false }
}

impl Family {
    /// A sequence of calls, with those of them that count.
    pub fn sequence(&self, generator: &mut Generator, types: &Types) -> Vec<Step> {
        let mut steps = (self.make)(generator);
        let is_ordered =
            steps[0].arguments.iter().any(|options| has_option(options, "ordered_set"));
        let shape = Shape { handles: 1, is_ordered };
        while steps.len() < LENGTH {
            let &(module, function, arity) = generator.random.pick(self.functions);
            if !is_ordered && needs_order(function, arity) {
                continue;
            }
            let name = FunctionName { name: Atom::new(function), arity };
            let spec = types.spec(Atom::new(module), name);
            let clauses = spec.map_or_else(Vec::new, |spec| spec.clauses);
            let arguments = (self.arguments)(generator, &shape, function, &clauses, arity);
            steps.push(Step { is_sorted: !is_ordered, ..step(module, function, arguments) });
        }
        steps
    }
}

/// The one call that makes all of them.
pub fn call(steps: &[Step]) -> Call {
    let step = |step: &Step| {
        let mut parts = vec![Term::atom(step.module), Term::atom(step.function)];
        parts.push(Term::list(step.arguments.clone()));
        if step.is_sorted {
            parts.insert(0, Term::atom("sorted"));
        }
        Term::tuple(parts)
    };
    let arguments = vec![steps.iter().map(step).collect()];
    Call { module: Atom::new("ermine_calls"), function: Atom::new("run"), arguments }
}

/// What one of the first calls gave.
fn result_of(number: usize) -> Term {
    Term::tuple(vec![Term::atom("$result"), Term::from(number)])
}

/// Arguments by the spec, nearly by it, or any.
fn usual_arguments(generator: &mut Generator, clauses: &[SpecClause], arity: u32) -> Vec<Term> {
    let any = |generator: &mut Generator| hostile::term(&mut generator.random, 4);
    let Some(clause) = clauses.first() else { return (0..arity).map(|_| any(generator)).collect() };
    let mut arguments = Vec::new();
    for wanted in clause.closed_parameters() {
        let argument = generator.term(&wanted, 6);
        let argument = argument.unwrap_or_else(|| any(generator));
        let is_spoiled = generator.random.one_in(8);
        arguments.push(match is_spoiled {
            true => hostile::spoil(&mut generator.random, &argument),
            false => argument,
        });
    }
    arguments
}

/// Few keys, so that calls meet each other's.
fn key(generator: &mut Generator) -> Term {
    let keys = ["1", "1.0", "a", "{b, 1}", "\"k\"", "<<2>>", "[]", "#{}"];
    match generator.random.below(10) {
        0 => hostile::term(&mut generator.random, 3),
        _ => term::read::term(keys[generator.random.below(keys.len())]).expect("a term"),
    }
}

const KEYS: usize = 4;

/// Persistent terms are for all to see, so ours have names of their own.
fn persistent_key(number: usize) -> Term {
    Term::tuple(vec![Term::atom("ermine_differential"), Term::from(number)])
}

// ---- arrays ----

fn array_arguments(
    generator: &mut Generator,
    _: &Shape,
    _: &str,
    _: &[SpecClause],
    arity: u32,
) -> Vec<Term> {
    let mut arguments = vec![result_of(1)];
    if generator.random.one_in(20) {
        arguments = vec![hostile::term(&mut generator.random, 2)];
    }
    if arity > 1 {
        arguments.push(Term::Int(generator.random.between(0, 5)));
    }
    while arguments.len() < arity as usize {
        arguments.push(hostile::integer(&mut generator.random));
    }
    if generator.random.one_in(12) {
        let index = generator.random.below(arguments.len());
        arguments[index] = hostile::term(&mut generator.random, 2);
    }
    arguments
}

// ---- tables ----

fn make_table(generator: &mut Generator) -> Vec<Step> {
    let random = &mut generator.random;
    let kind = *random.pick(&["set", "ordered_set", "ordered_set", "bag", "duplicate_bag"]);
    let mut options = vec![Term::atom(kind)];
    if random.one_in(2) {
        options.push(Term::atom("public"));
    }
    if random.one_in(6) {
        options.push(Term::tuple(vec![Term::atom("keypos"), Term::Int(2)]));
    }
    let table = step("ets", "new", vec![Term::atom("ermine_table"), Term::list(options)]);
    let objects: Vec<Term> = (0..4).map(|_| object(generator)).collect();
    vec![table, step("ets", "insert", vec![result_of(1), Term::list(objects)])]
}

fn has_option(options: &Term, option: &str) -> bool {
    let options = options.as_list().unwrap_or_default();
    options.iter().any(|each| each.as_atom_name() == Some(option))
}

fn object(generator: &mut Generator) -> Term {
    let mut elements = vec![key(generator)];
    for _ in 0..1 + generator.random.below(3) {
        elements.push(match generator.random.below(3) {
            0 => key(generator),
            1 => Term::Int(generator.random.between(-3, 9)),
            _ => hostile::term(&mut generator.random, 3),
        });
    }
    Term::tuple(elements)
}

/// `'$1'`, `'_'`, or something that is there.
fn pattern_element(generator: &mut Generator) -> Term {
    match generator.random.below(6) {
        0 | 1 => Term::atom(["$1", "$2"][generator.random.below(2)]),
        2 | 3 => Term::atom("_"),
        4 => key(generator),
        _ => Term::Int(generator.random.between(-3, 9)),
    }
}

fn pattern(generator: &mut Generator) -> Term {
    if generator.random.one_in(8) {
        return pattern_element(generator);
    }
    let length = 2 + generator.random.below(3);
    Term::tuple((0..length).map(|_| pattern_element(generator)).collect())
}

fn match_spec(generator: &mut Generator, function: &str) -> Term {
    let guards = [
        "[]",
        "[]",
        "[{'>', '$1', 3}]",
        "[{is_integer, '$1'}]",
        "[{'=:=', '$1', '$2'}]",
        "[{'andalso', {is_atom, '$1'}, true}]",
        "[{'>', {'+', '$1', 1}, 2}]",
        "[{'==', {size, '$_'}, 3}]",
        "[{'or', {is_list, '$1'}, {'not', {is_tuple, '$2'}}}]",
        "[{foo, '$1'}]",
        "[{'<', {element, 1, '$_'}, b}]",
        "[{is_map_key, a, '$1'}]",
        "[{'>', {'div', '$1', '$2'}, 0}]",
        "[true]",
        "[{hd, '$1'}]",
    ];
    let bodies = [
        "['$_']",
        "['$$']",
        "['$1']",
        "[{{'$1', '$2'}}]",
        "[true]",
        "[[]]",
        "[{const, '$1'}]",
        "[{'+', '$1', 1}]",
        "[{element, 1, '$_'}]",
        "[#{a => '$1'}]",
        "['$1', '$2']",
        "[{{'$2', x, '$1'}}]",
        "['$9']",
        "[{size, '$1'}]",
    ];
    let replacements = ["[{{'$1', 7}}]", "['$_']", "[{{'$1', '$2'}}]", "[true]"];
    let bodies: &[&str] = if function == "select_replace" { &replacements } else { &bodies };
    let clauses = (0..1 + generator.random.below(2)).map(|_| {
        let guard = term::read::term(generator.random.pick::<&str>(&guards)).expect("a guard");
        let body = term::read::term(generator.random.pick::<&str>(bodies)).expect("a body");
        Term::tuple(vec![pattern(generator), guard, body])
    });
    let spec: Term = clauses.collect();
    match generator.random.below(12) {
        0 => hostile::spoil(&mut generator.random, &spec),
        _ => spec,
    }
}

fn table_arguments(
    generator: &mut Generator,
    shape: &Shape,
    function: &str,
    clauses: &[SpecClause],
    arity: u32,
) -> Vec<Term> {
    let mut arguments = usual_arguments(generator, clauses, arity);
    let handle = result_of(1 + generator.random.below(shape.handles));
    let second = match function {
        "insert" | "insert_new" => match generator.random.below(3) {
            0 => Some(Term::list((0..3).map(|_| object(generator)).collect())),
            _ => Some(object(generator)),
        },
        "delete_object" => Some(object(generator)),
        "match" | "match_object" | "match_delete" => Some(pattern(generator)),
        "select" | "select_reverse" | "select_count" | "select_delete" | "select_replace" => {
            Some(match_spec(generator, function))
        }
        "lookup" | "lookup_element" | "member" | "delete" | "take" | "next" | "prev"
        | "update_counter" | "update_element" => Some(key(generator)),
        "rename" | "info" => None,
        _ => None,
    };
    if !matches!(function, "is_compiled_ms" | "match_spec_run") && !generator.random.one_in(25) {
        arguments[0] = handle;
    }
    if let (Some(second), true) = (second, arity > 1) {
        arguments[1] = second;
    }
    match (function, arity) {
        ("lookup_element", _) => arguments[2] = Term::Int(generator.random.between(0, 4)),
        ("update_counter", _) => arguments[2] = counter_operation(generator),
        ("update_element", _) => arguments[2] = element_update(generator),
        ("match" | "match_object" | "select" | "select_reverse", 3) => {
            arguments[2] = Term::Int(generator.random.between(0, 3));
        }
        ("slot", _) => arguments[1] = Term::Int(generator.random.between(0, 6)),
        ("info", _) => {
            let items = [
                "size",
                "type",
                "keypos",
                "protection",
                "named_table",
                "name",
                "fixed",
                "foo",
                "compressed",
            ];
            arguments[1] = Term::atom(generator.random.pick::<&str>(&items));
        }
        _ => {}
    }
    if function == "update_counter" && arity == 4 {
        arguments[3] = object(generator);
    }
    if generator.random.one_in(20) {
        let index = generator.random.below(arguments.len());
        arguments[index] = hostile::spoil(&mut generator.random, &arguments[index]);
    }
    arguments
}

fn counter_operation(generator: &mut Generator) -> Term {
    let random = &mut generator.random;
    let number = |random: &mut typing::Random| Term::Int(random.between(-3, 5));
    let single = |random: &mut typing::Random| match random.below(3) {
        0 => number(random),
        1 => Term::tuple(vec![Term::Int(random.between(1, 4)), number(random)]),
        _ => {
            let parts = [
                random.between(1, 4),
                random.between(-3, 5),
                random.between(0, 5),
                random.between(-2, 2),
            ];
            Term::tuple(parts.map(Term::Int).to_vec())
        }
    };
    match random.below(3) {
        0 => Term::list(
            (0..2).map(|_| single(random)).filter(|each| each.as_tuple().is_some()).collect(),
        ),
        _ => single(random),
    }
}

fn element_update(generator: &mut Generator) -> Term {
    let update = |generator: &mut Generator| {
        let position = Term::Int(generator.random.between(0, 4));
        Term::tuple(vec![position, hostile::term(&mut generator.random, 2)])
    };
    match generator.random.below(3) {
        0 => Term::list((0..2).map(|_| update(generator)).collect()),
        _ => update(generator),
    }
}
