//! Is a term a match specification, and what is the code of one that is?
//!
//! Complaints have the words of the BEAM, which `ets:test_ms/2` shows.

use super::code::Code;
use super::pattern::{Pattern, variable};
use super::{Clause, MatchSpec};
use runtime::compare::deeper;
use runtime::natives::{self, Native};
use runtime::operator::Comparison;
use runtime::{Heap, Incomplete, NativeResult, Raise, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use term::{Atom, Term, atoms};

/// The guards of OTP 25's match specifications that are plain functions.
const FUNCTIONS: &[(&str, usize)] = &[
    ("*", 2),
    ("+", 1),
    ("+", 2),
    ("-", 1),
    ("-", 2),
    ("/", 2),
    ("abs", 1),
    ("band", 2),
    ("binary_part", 2),
    ("binary_part", 3),
    ("bit_size", 1),
    ("bnot", 1),
    ("bor", 2),
    ("bsl", 2),
    ("bsr", 2),
    ("bxor", 2),
    ("byte_size", 1),
    ("div", 2),
    ("element", 2),
    ("float", 1),
    ("hd", 1),
    ("is_atom", 1),
    ("is_binary", 1),
    ("is_float", 1),
    ("is_function", 1),
    ("is_integer", 1),
    ("is_list", 1),
    ("is_map", 1),
    ("is_map_key", 2),
    ("is_number", 1),
    ("is_pid", 1),
    ("is_port", 1),
    ("is_record", 3),
    ("is_reference", 1),
    ("is_tuple", 1),
    ("length", 1),
    ("map_get", 2),
    ("map_size", 1),
    ("rem", 2),
    ("round", 1),
    ("size", 1),
    ("tl", 1),
    ("trunc", 1),
];

static NATIVES: LazyLock<FxHashMap<(&str, usize), Native>> = LazyLock::new(|| {
    let of_erlang = natives::all().filter(|(module, ..)| *module == "erlang");
    of_erlang.map(|(_, name, arity, native)| ((name, arity), native)).collect()
});

impl MatchSpec {
    /// The specification that a term is, or what is wrong with it.
    pub fn compile(spec: &Term) -> Result<MatchSpec, String> {
        let Term::List(list) = spec else {
            return Err("Match programs are not in a list.".into());
        };
        if !list.is_proper() {
            return Err("Match programs are not in a proper list.".into());
        }
        let mut constants = Vec::new();
        let clauses = list.elements.iter().map(|clause| compile_clause(clause, &mut constants));
        let clauses = clauses.collect::<Result<_, _>>()?;
        Ok(MatchSpec { clauses, constants })
    }

    /// The one that fits nothing.
    pub fn empty() -> MatchSpec {
        MatchSpec { clauses: Vec::new(), constants: Vec::new() }
    }
}

fn compile_clause(clause: &Term, constants: &mut Vec<Term>) -> Result<Clause, String> {
    let Some([head, guards, body]) = clause.as_tuple() else {
        return Err("Match program part is not a tuple of arity 3.".into());
    };
    let pattern = Pattern::compile(head)?;
    let guards = compile_all(guards, &pattern, constants)?;
    if body.as_cons().is_none() {
        return Err("Body clause does not return anything.".into());
    }
    let body = compile_all(body, &pattern, constants)?;
    Ok(Clause { head: head.clone(), pattern, guards, body })
}

fn compile_all(
    expressions: &Term,
    pattern: &Pattern,
    constants: &mut Vec<Term>,
) -> Result<Vec<Vec<Code>>, String> {
    let expressions = match expressions {
        Term::Nil => &[][..],
        Term::List(list) if list.is_proper() => &list.elements,
        Term::List(_) => return Err("Match expression is not a proper list.".into()),
        _ => return Err("Match expression is not a list.".into()),
    };
    let compile = |expression: &Term| {
        let mut compiler = Compiler { pattern, constants, code: Vec::new() };
        compiler.expression(expression)?;
        Ok(compiler.code)
    };
    expressions.iter().map(compile).collect()
}

struct Compiler<'a> {
    pattern: &'a Pattern,
    constants: &'a mut Vec<Term>,
    code: Vec<Code>,
}

impl Compiler<'_> {
    fn expression(&mut self, expression: &Term) -> Result<(), String> {
        match expression {
            Term::Atom(atom) => self.atom(*atom),
            Term::List(list) => deeper(|| {
                self.expressions(&list.elements)?;
                self.expression(&list.tail)?;
                self.code.push(Code::List(list.elements.len()));
                Ok(())
            }),
            Term::Map(map) => deeper(|| {
                for (key, value) in map.pairs() {
                    self.expression(key)?;
                    self.expression(value)?;
                }
                self.code.push(Code::Map(map.len()));
                Ok(())
            }),
            Term::Tuple(elements) => deeper(|| self.tuple(expression, elements)),
            _ => {
                self.constant(expression.clone());
                Ok(())
            }
        }
    }

    fn expressions(&mut self, expressions: &[Term]) -> Result<(), String> {
        expressions.iter().try_for_each(|expression| self.expression(expression))
    }

    fn constant(&mut self, term: Term) {
        self.code.push(Code::Constant(self.constants.len()));
        self.constants.push(term);
    }

    fn atom(&mut self, atom: Atom) -> Result<(), String> {
        let code = match (atom.name(), variable(atom)) {
            ("$_", _) => Code::Object,
            ("$$", _) => Code::Bindings,
            (_, Some(number)) => match self.pattern.variables.binary_search(&number) {
                Ok(index) => Code::Variable(index),
                Err(_) => return Err(format!("Variable {} is unbound.", atom.name())),
            },
            _ => {
                self.constant(atom.into());
                return Ok(());
            }
        };
        self.code.push(code);
        Ok(())
    }

    /// `{{Element, …}}` makes a tuple; `{Function, Argument, …}` calls.
    fn tuple(&mut self, expression: &Term, elements: &[Term]) -> Result<(), String> {
        match elements {
            [Term::Tuple(elements)] => {
                self.expressions(elements)?;
                self.code.push(Code::Tuple(elements.len()));
                Ok(())
            }
            [Term::Atom(function), arguments @ ..] if variable(*function).is_none() => {
                self.call(expression, *function, arguments)
            }
            _ => Err(format!(
                "{} is neither a function call, nor a tuple (tuples are written {{{{ ... }}}}).",
                text(expression)
            )),
        }
    }

    fn call(&mut self, expression: &Term, name: Atom, arguments: &[Term]) -> Result<(), String> {
        match (name.name(), arguments) {
            ("const" | "and" | "or" | "andalso" | "orelse", []) => {
                return Err(format!(
                    "Special form '{}' called without arguments in {}.",
                    name.name(),
                    text(expression)
                ));
            }
            ("const", [term]) => self.constant(term.clone()),
            ("const", _) => {
                return Err(format!(
                    "Special form 'const' called with more than one argument in {}.",
                    text(expression)
                ));
            }
            ("and", _) => self.operation(arguments, Code::And(arguments.len()))?,
            ("or", _) => self.operation(arguments, Code::Or(arguments.len()))?,
            ("andalso", _) => self.short_circuits(arguments, true)?,
            ("orelse", _) => self.short_circuits(arguments, false)?,
            ("self", []) => self.code.push(Code::SelfPid),
            ("node", []) => self.constant(atoms::nonode_nohost.into()),
            _ => {
                let operation = operation(name.name(), arguments.len())
                    .ok_or_else(|| no_function(name, arguments.len()))?;
                self.operation(arguments, operation)?;
            }
        }
        Ok(())
    }

    fn operation(&mut self, arguments: &[Term], operation: Code) -> Result<(), String> {
        self.expressions(arguments)?;
        self.code.push(operation);
        Ok(())
    }

    /// All but the last decide whether to go on.
    fn short_circuits(&mut self, arguments: &[Term], goes_on: bool) -> Result<(), String> {
        let Some((last, others)) = arguments.split_last() else { return Ok(()) };
        let mut jumps = Vec::new();
        for argument in others {
            self.expression(argument)?;
            jumps.push(self.code.len());
            self.code.push(Code::ShortCircuit { goes_on, end: 0 });
        }
        self.expression(last)?;
        let end = self.code.len();
        for jump in jumps {
            self.code[jump] = Code::ShortCircuit { goes_on, end };
        }
        Ok(())
    }
}

/// The code of a function of the values on the stack.
fn operation(name: &str, arity: usize) -> Option<Code> {
    if let (Some(comparison), 2) = (Comparison::from_name(name), arity) {
        return Some(Code::Compare(comparison));
    }
    let code = match (name, arity) {
        ("not", 1) => Code::Not,
        ("xor", 2) => Code::Xor,
        ("node", 1) => Code::Call { native: node_of, arity },
        _ if FUNCTIONS.contains(&(name, arity)) => {
            let native = NATIVES.get(&(name, arity)).copied().unwrap_or(missing);
            Code::Call { native, arity }
        }
        _ => return None,
    };
    Some(code)
}

/// `node(PidPortOrReference)`
fn node_of(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let node = match heap.to_term(arguments[0]) {
        Term::Pid(pid) => pid.node,
        Term::Port(port) => port.node,
        Term::Reference(reference) => reference.node,
        _ => return Err(Raise::badarg()),
    };
    Ok(node.into())
}

fn missing(_: &mut Heap, _: &[Value]) -> NativeResult {
    let what = String::from("a function in a match specification");
    Err(Raise::Incomplete(Box::new(Incomplete::Unsupported(what))))
}

fn no_function(name: Atom, arity: usize) -> String {
    format!("Function {}/{arity} does_not_exist.", text(&name.into()))
}

fn text(term: &Term) -> String {
    term.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_there() {
        let is_missing = |function: &&(&str, usize)| !NATIVES.contains_key(*function);
        let missing: Vec<_> = FUNCTIONS.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
