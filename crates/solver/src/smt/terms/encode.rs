//! How do constraints on terms become SMT-LIB? A datatype with a constructor for each kind of term and
//! each size of tuple that the constraints know, and a definition for each expression.
//!
//! Everything is said that the constraints say, or less: that nothing satisfies the script proves
//! that no input does. A solution has still to be checked.

use super::super::script::{integer, real};
use crate::Problem;
use crate::numeric::Number;
use crate::step::Halt;
use crate::why::{NumericWhy, SmtWhy, Why};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Symbol, Unary};
use term::{Atom, Term, atoms};
use typing::Type;

pub struct Encoding {
    /// Declarations, definitions and assertions.
    pub text: String,
    pub vocabulary: Vocabulary,
    /// What "there is none" says about the problem.
    pub if_unsat: Halt<Why>,
}

/// The numbers that stand for atoms and for terms without a constructor of their own.
pub struct Vocabulary {
    /// In their order. The code of an atom is its place, spread out so that others fit in between.
    atoms: Vec<Atom>,
    others: Vec<Term>,
    /// The sizes of tuples that have a constructor.
    arities: BTreeSet<u32>,
}

/// Between two atoms there is room for so many that have no name yet.
const SPREAD: i64 = 1000;

/// Larger tuples are not worth a constructor.
const LARGEST_TUPLE: u32 = 16;

/// The atom `true`; always declared, so that there is something to ask for.
pub const TRUE: &str = "yes";

pub fn argument(number: usize) -> String {
    format!("a{number}")
}

impl Vocabulary {
    pub fn atom(&self, code: i64) -> Option<Atom> {
        let place = usize::try_from(code / SPREAD - 1).ok()?;
        match self.atoms.get(place) {
            Some(atom) if code % SPREAD == 0 => Some(*atom),
            // In the order of codes, as far as that is easy.
            Some(atom) => Some(Atom::new(&format!("{}{}", atom.name(), code % SPREAD))),
            None => Some(Atom::new(&format!("zz{code}"))),
        }
    }

    pub fn other(&self, id: i64) -> Option<&Term> {
        self.others.get(usize::try_from(id).ok()?)
    }

    fn code(&self, atom: Atom) -> i64 {
        let place = self.atoms.iter().position(|known| *known == atom);
        (place.expect("every atom of the constraints was collected") as i64 + 1) * SPREAD
    }
}

/// Which kind of term without a constructor of its own it is.
pub fn other_kind(term: &Term) -> u32 {
    match term {
        Term::Bits(bits) if bits.is_binary() => BINARY,
        Term::Bits(_) => ODD_BITS,
        Term::Map(_) => MAP,
        Term::Fun(_) => FUN,
        Term::Pid(_) => PID,
        Term::Port(_) => PORT,
        _ => REFERENCE,
    }
}

pub const BINARY: u32 = 0;
pub const ODD_BITS: u32 = 1;
pub const MAP: u32 = 2;
pub const FUN: u32 = 3;
pub const PID: u32 = 4;
pub const PORT: u32 = 5;
pub const REFERENCE: u32 = 6;

/// `None`: there is something that has no such form.
pub fn encode(problem: &Problem) -> Option<Encoding> {
    let vocabulary = collect(problem);
    let mut encoder = TermEncoder {
        problem,
        vocabulary,
        text: String::new(),
        names: FxHashMap::default(),
        fresh: 0,
        if_unsat: Halt::Impossible,
    };
    encoder.declare();
    encoder.types();
    for constraint in problem.constraints {
        let subject = encoder.symbol(constraint.symbol)?;
        let test = encoder.test(&subject, &constraint.shape)?;
        let test = if constraint.holds { test } else { format!("(not {test})") };
        encoder.assert(&test);
    }
    let TermEncoder { text, vocabulary, if_unsat, .. } = encoder;
    Some(Encoding { text, vocabulary, if_unsat })
}

/// The atoms, other terms and tuples that the constraints know.
fn collect(problem: &Problem) -> Vocabulary {
    let mut names: FxHashSet<Atom> = [atoms::true_, atoms::false_].into_iter().collect();
    let mut others: Vec<Term> = Vec::new();
    let mut arities: BTreeSet<u32> = (0..=2).collect();
    let mut see_term = |term: &Term, arities: &mut BTreeSet<u32>| {
        let mut pending = vec![term.clone()];
        while let Some(term) = pending.pop() {
            match &term {
                Term::Atom(atom) => drop(names.insert(*atom)),
                Term::List(list) => {
                    pending.extend(list.elements.iter().cloned());
                    pending.push(list.tail.clone());
                }
                Term::Tuple(elements) => {
                    arities.insert(elements.len() as u32);
                    pending.extend(elements.iter().cloned());
                }
                Term::Nil | Term::Int(_) | Term::BigInt(_) | Term::Float(_) => {}
                _ if others.contains(&term) => {}
                _ => others.push(term),
            }
        }
    };
    let see_shape = |shape: &Shape, arities: &mut BTreeSet<u32>| {
        if let Shape::Tuple(size) = shape {
            arities.insert(*size);
        }
    };
    let mut seen = FxHashSet::default();
    let mut pending = Vec::new();
    for constraint in problem.constraints {
        see_shape(&constraint.shape, &mut arities);
        if let Shape::Literal(term) = &constraint.shape {
            see_term(term, &mut arities);
        }
        pending.push(constraint.symbol);
    }
    while let Some(symbol) = pending.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        match problem.symbols.expr(symbol) {
            Expr::Constant(term) => see_term(term, &mut arities),
            Expr::Tuple(parts) => drop(arities.insert(parts.len() as u32)),
            Expr::Element { index, .. } => drop(arities.insert(index + 1)),
            Expr::Has(_, shape) => see_shape(shape, &mut arities),
            _ => {}
        }
        problem.symbols.each_operand(symbol, |operand| pending.push(operand));
    }
    for wanted in problem.types.iter().flatten() {
        see_type(problem, wanted, &mut names, &mut arities);
    }
    // A tuple of another size than all of these.
    let larger = arities.last().map_or(0, |last| last + 1);
    arities.insert(larger);
    arities.retain(|size| *size <= LARGEST_TUPLE);
    let mut atoms: Vec<Atom> = names.into_iter().collect();
    atoms.sort_by_key(|atom| atom.name());
    Vocabulary { atoms, others, arities }
}

fn see_type(
    problem: &Problem,
    wanted: &Arc<Type>,
    names: &mut FxHashSet<Atom>,
    arities: &mut BTreeSet<u32>,
) {
    let mut seen: FxHashSet<Arc<Type>> = FxHashSet::default();
    let mut pending = vec![wanted.clone()];
    while let Some(folded) = pending.pop() {
        let unfolded = problem.environment.meaning(&folded);
        if !seen.insert(unfolded.clone()) || seen.len() > MOST_TYPES {
            continue;
        }
        match &*unfolded {
            Type::AtomLiteral(atom) => drop(names.insert(*atom)),
            Type::Tuple(elements) => drop(arities.insert(elements.len() as u32)),
            _ => {}
        }
        pending.extend(unfolded.children().into_iter().cloned());
    }
}

/// More types than these are left unsaid.
const MOST_TYPES: usize = 200;

struct TermEncoder<'p> {
    problem: &'p Problem<'p>,
    vocabulary: Vocabulary,
    text: String,
    names: FxHashMap<Symbol, String>,
    fresh: usize,
    if_unsat: Halt<Why>,
}

impl TermEncoder<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn assert(&mut self, condition: &str) {
        if condition != "true" {
            self.line(&format!("(assert {condition})"));
        }
    }

    fn declare(&mut self) {
        let mut constructors = "(int (ival Int)) (flt (fval Real)) (atom (aval Int)) (nil) \
             (cons (hd Term) (tl Term)) (other (kind Int) (id Int))"
            .to_owned();
        for size in &self.vocabulary.arities {
            let fields: String =
                (0..*size).map(|index| format!(" (t{size}e{index} Term)")).collect();
            let _ = write!(constructors, " (t{size}{fields})");
        }
        self.line(&format!("(declare-datatypes ((Term 0)) (({constructors})))"));
        let truth = self.vocabulary.code(atoms::true_);
        self.line(&format!("(define-fun {TRUE} () Term (atom {truth}))"));
        self.line(&format!(
            "(define-fun no () Term (atom {}))",
            self.vocabulary.code(atoms::false_)
        ));
        self.line("(define-fun is-num ((x Term)) Bool (or ((_ is int) x) ((_ is flt) x)))");
        self.line(
            "(define-fun num ((x Term)) Real (ite ((_ is int) x) (to_real (ival x)) (fval x)))",
        );
        let tuple = self.is_tuple("x");
        // The order of kinds; those that are compared by more than their kind have no answer here.
        self.line(&format!(
            "(define-fun rank ((x Term)) Int (ite (is-num x) 0 (ite ((_ is atom) x) 1 \
             (ite ((_ is other) x) (ite (= (kind x) {REFERENCE}) 2 (ite (= (kind x) {FUN}) 3 \
             (ite (= (kind x) {PORT}) 4 (ite (= (kind x) {PID}) 5 (ite (= (kind x) {MAP}) 7 10))))) \
             (ite {tuple} 6 (ite ((_ is nil) x) 8 9))))))"
        ));
        for number in 0..self.problem.start.len() {
            self.line(&format!("(declare-const {} Term)", argument(number)));
        }
    }

    fn is_tuple(&self, subject: &str) -> String {
        let sizes = &self.vocabulary.arities;
        let tests: String =
            sizes.iter().map(|size| format!(" ((_ is t{size}) {subject})")).collect();
        format!("(or{tests})")
    }

    // ---- expressions ----

    fn symbol(&mut self, symbol: Symbol) -> Option<String> {
        if let Some(name) = self.names.get(&symbol) {
            return Some(name.clone());
        }
        let body = runtime::compare::deeper(|| self.expr(symbol))?;
        let name = if body.starts_with('(') {
            let name = format!("s{}", symbol.0);
            self.line(&format!("(define-fun {name} () Term {body})"));
            name
        } else {
            body
        };
        self.names.insert(symbol, name.clone());
        Some(name)
    }

    fn expr(&mut self, symbol: Symbol) -> Option<String> {
        let symbols = self.problem.symbols;
        Some(match symbols.expr(symbol) {
            Expr::Constant(term) => self.term(term)?,
            Expr::Argument(number) => argument(*number as usize),
            Expr::Head(cons) => {
                let cons = self.symbol(*cons)?;
                self.assert(&format!("((_ is cons) {cons})"));
                format!("(hd {cons})")
            }
            Expr::Tail(cons) => {
                let cons = self.symbol(*cons)?;
                self.assert(&format!("((_ is cons) {cons})"));
                format!("(tl {cons})")
            }
            Expr::Element { tuple, index } => {
                let tuple = self.symbol(*tuple)?;
                self.element(&tuple, *index)
            }
            Expr::Cons(head, tail) => {
                format!("(cons {} {})", self.symbol(*head)?, self.symbol(*tail)?)
            }
            Expr::Tuple(parts) if parts.is_empty() => "t0".to_owned(),
            Expr::Tuple(parts) => {
                let mut text = format!("(t{}", parts.len());
                for part in parts {
                    let _ = write!(text, " {}", self.symbol(*part)?);
                }
                text + ")"
            }
            Expr::Arithmetic(operator, left, right) => {
                self.compute(&[*left, *right]);
                let (left, right) = (self.symbol(*left)?, self.symbol(*right)?);
                self.arithmetic(*operator, &left, &right)?
            }
            Expr::Unary(operator, operand) => {
                self.compute(&[*operand]);
                let operand = self.symbol(*operand)?;
                self.assert(&format!("(is-num {operand})"));
                match operator {
                    Unary::Negate => format!(
                        "(ite ((_ is int) {operand}) (int (- (ival {operand}))) \
                         (flt (- (fval {operand}))))"
                    ),
                    Unary::Absolute => format!(
                        "(ite ((_ is int) {operand}) (int (abs (ival {operand}))) (flt (ite \
                         (< (fval {operand}) 0.0) (- (fval {operand})) (fval {operand}))))"
                    ),
                    Unary::Float => format!("(flt (num {operand}))"),
                    _ => return None,
                }
            }
            Expr::Compare(comparison, left, right) => {
                let (left, right) = (self.symbol(*left)?, self.symbol(*right)?);
                format!("(ite {} {TRUE} no)", self.compare(*comparison, &left, &right))
            }
            Expr::Has(operand, shape) => {
                let operand = self.symbol(*operand)?;
                format!("(ite {} {TRUE} no)", self.test(&operand, shape)?)
            }
            Expr::TupleSize(tuple) => {
                let tuple = self.symbol(*tuple)?;
                let is_tuple = self.is_tuple(&tuple);
                self.assert(&is_tuple);
                let sizes = self.vocabulary.arities.iter();
                let size = sizes.fold("0".to_owned(), |otherwise, size| {
                    format!("(ite ((_ is t{size}) {tuple}) {size} {otherwise})")
                });
                format!("(int {size})")
            }
            #[allow(unreachable_patterns, reason = "what is new has no datatype here")]
            _ => return None,
        })
    }

    /// Something is computed. Floats are not quite the real numbers that they are here.
    fn compute(&mut self, operands: &[Symbol]) {
        if !operands.iter().all(|operand| self.is_integer(*operand)) {
            let why = NumericWhy::Smt(SmtWhy::OnlyRealNumbers);
            self.if_unsat = Halt::GaveUp(Why::Arithmetic(why));
        }
    }

    /// Is it certain that an expression is an integer?
    fn is_integer(&self, symbol: Symbol) -> bool {
        let is_said = |shape: &Shape| {
            matches!(shape, Shape::Kind(Kind::Integer) | Shape::Literal(Term::Int(_)))
        };
        match self.problem.symbols.expr(symbol) {
            Expr::Constant(term) => Kind::Integer.fits(term),
            // Of its operands the same was asked.
            Expr::Arithmetic(..) | Expr::TupleSize(_) => true,
            _ => self.problem.constraints.iter().any(|constraint| {
                constraint.symbol == symbol && constraint.holds && is_said(&constraint.shape)
            }),
        }
    }

    fn element(&mut self, tuple: &str, index: u32) -> String {
        let sizes: Vec<u32> =
            self.vocabulary.arities.iter().copied().filter(|size| *size > index).collect();
        let tests: String = sizes.iter().map(|size| format!(" ((_ is t{size}) {tuple})")).collect();
        self.assert(&if tests.is_empty() { "false".to_owned() } else { format!("(or{tests})") });
        sizes.iter().fold("nil".to_owned(), |otherwise, size| {
            format!("(ite ((_ is t{size}) {tuple}) (t{size}e{index} {tuple}) {otherwise})")
        })
    }

    fn arithmetic(&mut self, operator: Arithmetic, left: &str, right: &str) -> Option<String> {
        let (a, b) = (format!("(ival {left})"), format!("(ival {right})"));
        let natural = |name: &str| format!("({name} (abs {a}) (abs {b}))");
        let signed =
            |same_sign: String, value: String| format!("(ite {same_sign} {value} (- {value}))");
        let mixed = |sign: &str| {
            format!(
                "(ite (and ((_ is int) {left}) ((_ is int) {right})) (int ({sign} {a} {b})) \
                 (flt ({sign} (num {left}) (num {right}))))"
            )
        };
        let (text, are_integers) = match operator {
            Arithmetic::Add => (mixed("+"), false),
            Arithmetic::Subtract => (mixed("-"), false),
            Arithmetic::Multiply => (mixed("*"), false),
            Arithmetic::IntegerDivide => {
                let value = signed(format!("(= (< {a} 0) (< {b} 0))"), natural("div"));
                (format!("(int {value})"), true)
            }
            Arithmetic::Remainder => {
                (format!("(int {})", signed(format!("(>= {a} 0)"), natural("mod"))), true)
            }
            _ => return None,
        };
        for operand in [left, right] {
            let test = if are_integers { "(_ is int)" } else { "is-num" };
            self.assert(&format!("({test} {operand})"));
        }
        if are_integers {
            self.assert(&format!("(not (= {b} 0))"));
        }
        Some(text)
    }

    /// Something that may be true or not: the finished input is checked.
    fn anything(&mut self) -> String {
        let name = format!("b{}", self.fresh);
        self.fresh += 1;
        self.line(&format!("(declare-const {name} Bool)"));
        name
    }

    fn compare(&mut self, comparison: Comparison, left: &str, right: &str) -> String {
        let less = |encoder: &mut Self, left: &str, right: &str, sign: &str| {
            let deeper = encoder.anything();
            format!(
                "(ite (and (is-num {left}) (is-num {right})) ({sign} (num {left}) (num {right})) \
                 (ite (and ((_ is atom) {left}) ((_ is atom) {right})) \
                 ({sign} (aval {left}) (aval {right})) (ite (= {left} {right}) ({sign} 0 0) \
                 (ite (= (rank {left}) (rank {right})) {deeper} (< (rank {left}) (rank {right}))))))"
            )
        };
        match comparison {
            Comparison::ExactlyEqual => format!("(= {left} {right})"),
            Comparison::ExactlyNotEqual => format!("(not (= {left} {right}))"),
            Comparison::Equal => self.equal(left, right),
            Comparison::NotEqual => format!("(not {})", self.equal(left, right)),
            Comparison::Less => less(self, left, right, "<"),
            Comparison::LessOrEqual => less(self, left, right, "<="),
            Comparison::Greater => less(self, right, left, "<"),
            Comparison::GreaterOrEqual => less(self, right, left, "<="),
        }
    }

    /// `==`: inside of structures, 1 and 1.0 are equal too.
    fn equal(&mut self, left: &str, right: &str) -> String {
        let deeper = self.anything();
        let (left_tuple, right_tuple) = (self.is_tuple(left), self.is_tuple(right));
        format!(
            "(ite (and (is-num {left}) (is-num {right})) (= (num {left}) (num {right})) \
             (or (= {left} {right}) (and {deeper} (or (and ((_ is cons) {left}) ((_ is cons) {right})) \
             (and ((_ is other) {left}) ((_ is other) {right})) (and {left_tuple} {right_tuple})))))"
        )
    }

    fn term(&self, term: &Term) -> Option<String> {
        runtime::compare::deeper(|| self.term_here(term))
    }

    fn term_here(&self, term: &Term) -> Option<String> {
        Some(match term {
            Term::Int(_) | Term::BigInt(_) => format!("(int {})", integer(&term.to_big_int()?)),
            Term::Float(float) => format!("(flt {})", real(&Number::Float(*float))),
            Term::Atom(atom) => format!("(atom {})", self.vocabulary.code(*atom)),
            Term::Nil => "nil".to_owned(),
            Term::List(list) => {
                let tail = self.term(&list.tail)?;
                list.elements.iter().rev().try_fold(tail, |tail, element| {
                    Some(format!("(cons {} {tail})", self.term(element)?))
                })?
            }
            Term::Tuple(elements) if elements.is_empty() => "t0".to_owned(),
            Term::Tuple(elements) if elements.len() > LARGEST_TUPLE as usize => return None,
            Term::Tuple(elements) => {
                let mut text = format!("(t{}", elements.len());
                for element in elements.iter() {
                    let _ = write!(text, " {}", self.term(element)?);
                }
                text + ")"
            }
            Term::Fun(_) => return None,
            other => {
                let id = self.vocabulary.others.iter().position(|known| known == other)?;
                format!("(other {} {id})", other_kind(other))
            }
        })
    }

    fn test(&self, subject: &str, shape: &Shape) -> Option<String> {
        Some(match shape {
            Shape::Literal(term) => format!("(= {subject} {})", self.term(term)?),
            Shape::Cons => format!("((_ is cons) {subject})"),
            Shape::Tuple(size) if *size > LARGEST_TUPLE => return None,
            Shape::Tuple(size) => format!("((_ is t{size}) {subject})"),
            Shape::Fun(arity) => {
                format!(
                    "(and ((_ is other) {subject}) (= (kind {subject}) {FUN}) (= (id {subject}) {arity}))"
                )
            }
            Shape::Kind(kind) => self.kind(subject, *kind),
            #[allow(unreachable_patterns, reason = "what is new has no datatype here")]
            _ => return None,
        })
    }

    fn kind(&self, subject: &str, kind: Kind) -> String {
        let other =
            |kind: u32| format!("(and ((_ is other) {subject}) (= (kind {subject}) {kind}))");
        match kind {
            Kind::Atom => format!("((_ is atom) {subject})"),
            Kind::Boolean => format!("(or (= {subject} {TRUE}) (= {subject} no))"),
            Kind::Integer => format!("((_ is int) {subject})"),
            Kind::Float => format!("((_ is flt) {subject})"),
            Kind::Number => format!("(is-num {subject})"),
            Kind::List => format!("(or ((_ is nil) {subject}) ((_ is cons) {subject}))"),
            Kind::Tuple => self.is_tuple(subject),
            Kind::Binary => other(BINARY),
            Kind::Bitstring => format!("(or {} {})", other(BINARY), other(ODD_BITS)),
            Kind::Map => other(MAP),
            Kind::Function => other(FUN),
            Kind::Pid => other(PID),
            Kind::Port => other(PORT),
            Kind::Reference => other(REFERENCE),
        }
    }

    // ---- types ----

    /// Every type is a recursive function; the arguments fit one clause of the spec.
    fn types(&mut self) {
        let mut known: FxHashMap<Arc<Type>, usize> = FxHashMap::default();
        let mut pending: Vec<Arc<Type>> = Vec::new();
        let mut clauses = Vec::new();
        for clause in self.problem.types {
            let tests = clause.iter().enumerate().map(|(number, wanted)| {
                let predicate = predicate(wanted, &mut known, &mut pending);
                format!(" ({predicate} {})", argument(number))
            });
            clauses.push(format!("(and true{})", tests.collect::<String>()));
        }
        let mut bodies = Vec::new();
        while bodies.len() < pending.len() {
            let unfolded = self.problem.environment.meaning(&pending[bodies.len()].clone());
            bodies.push(self.type_body(&unfolded, &mut known, &mut pending));
        }
        if bodies.is_empty() {
            return;
        }
        let heads: String =
            (0..bodies.len()).map(|number| format!("(p{number} ((x Term)) Bool)")).collect();
        self.line(&format!("(define-funs-rec ({heads}) ({}))", bodies.join("\n")));
        self.assert(&format!("(or {})", clauses.join(" ")));
    }

    /// What is true for every `x` of the type, and maybe for others.
    fn type_body(
        &self,
        wanted: &Arc<Type>,
        known: &mut FxHashMap<Arc<Type>, usize>,
        pending: &mut Vec<Arc<Type>>,
    ) -> String {
        if pending.len() > MOST_TYPES {
            return "true".to_owned();
        }
        match &**wanted {
            Type::None => "false".to_owned(),
            Type::Atom => self.kind("x", Kind::Atom),
            // Of very many types, not all were collected.
            Type::AtomLiteral(atom) if !self.vocabulary.atoms.contains(atom) => {
                self.kind("x", Kind::Atom)
            }
            Type::AtomLiteral(atom) => format!("(= x (atom {}))", self.vocabulary.code(*atom)),
            Type::Integer { low, high } => {
                let mut text = "(and ((_ is int) x)".to_owned();
                if let Some(low) = low {
                    let _ = write!(text, " (<= {} (ival x))", integer(low));
                }
                if let Some(high) = high {
                    let _ = write!(text, " (<= (ival x) {})", integer(high));
                }
                text + ")"
            }
            Type::Float => self.kind("x", Kind::Float),
            Type::Nil => "((_ is nil) x)".to_owned(),
            Type::Cons { element, tail } => {
                let here = predicate(wanted, known, pending);
                let element = predicate(element, known, pending);
                let tail = predicate(tail, known, pending);
                format!(
                    "(and ((_ is cons) x) ({element} (hd x)) (or ({tail} (tl x)) ({here} (tl x))))"
                )
            }
            Type::AnyTuple => self.is_tuple("x"),
            Type::Tuple(elements) if self.vocabulary.arities.contains(&(elements.len() as u32)) => {
                let size = elements.len();
                let tests = elements.iter().enumerate().map(|(index, element)| {
                    format!(" ({} (t{size}e{index} x))", predicate(element, known, pending))
                });
                format!("(and ((_ is t{size}) x){})", tests.collect::<String>())
            }
            Type::AnyMap | Type::Map(_) => self.kind("x", Kind::Map),
            Type::Bits { .. } => self.kind("x", Kind::Bitstring),
            Type::Fun { .. } => self.kind("x", Kind::Function),
            Type::Pid => self.kind("x", Kind::Pid),
            Type::Port => self.kind("x", Kind::Port),
            Type::Reference => self.kind("x", Kind::Reference),
            Type::Union(alternatives) => {
                let tests = alternatives
                    .iter()
                    .map(|alternative| format!(" ({} x)", predicate(alternative, known, pending)));
                format!("(or{})", tests.collect::<String>())
            }
            Type::Any
            | Type::Tuple(_)
            | Type::Variable(_)
            | Type::Named { .. }
            | Type::Record { .. } => "true".to_owned(),
        }
    }
}

/// The name of the function that tests for a type.
fn predicate(
    wanted: &Arc<Type>,
    known: &mut FxHashMap<Arc<Type>, usize>,
    pending: &mut Vec<Arc<Type>>,
) -> String {
    let number = *known.entry(wanted.clone()).or_insert_with(|| {
        pending.push(wanted.clone());
        pending.len() - 1
    });
    format!("p{number}")
}
