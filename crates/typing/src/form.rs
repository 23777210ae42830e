//! What do a module's forms declare? Types, records, specs and callbacks, read from the abstract
//! format (see *The Abstract Format* in the ERTS user's guide).
//!
//! Reading never fails: a form that says something we do not know means `any()`, so that a newer
//! OTP costs precision and nothing else.

use crate::deeper;
use crate::tree::{MapField, Spec, SpecClause, Type};
use core_erlang::{FunctionName, Module};
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Atom, BigInt, Term, atoms};

/// What one module declares.
#[derive(Clone, Default)]
pub struct Declarations {
    /// By name and number of parameters.
    pub types: FxHashMap<(Atom, usize), TypeDeclaration>,
    pub records: FxHashMap<Atom, Vec<RecordField>>,
    pub specs: FxHashMap<FunctionName, Spec>,
    pub callbacks: FxHashMap<FunctionName, Spec>,
    /// Those that every module of the behaviour must have.
    pub required_callbacks: FxHashSet<FunctionName>,
    /// Whose callbacks its functions are, in the order written.
    pub behaviours: Vec<Atom>,
    pub exports: FxHashSet<FunctionName>,
    /// Which functions build values of its types, as `-ermine({build, t/1, [new/0]})` says.
    pub builders: FxHashMap<(Atom, usize), Vec<FunctionName>>,
}

/// `-type name(Parameters) :: Body.`
#[derive(Clone)]
pub struct TypeDeclaration {
    pub parameters: Vec<Atom>,
    pub body: Arc<Type>,
    pub visibility: Visibility,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// `-type`
    Open,
    /// `-opaque`
    Opaque,
    /// `-nominal`, from OTP 28 on
    Nominal,
}

#[derive(Clone)]
pub struct RecordField {
    pub name: Atom,
    /// `any()` where none is declared.
    pub declared: Arc<Type>,
}

impl Declarations {
    pub fn of(module: &Module) -> Declarations {
        let forms = module.forms.iter().filter_map(attribute);
        let defined: Vec<(Atom, usize)> = forms.clone().filter_map(type_name).collect();
        let reader = FormReader { module: module.name, defined: &defined };
        let behaviours = module.behaviours().collect();
        let exports = module.exports.iter().copied().collect();
        let builders = module.attributes.iter().filter(|(name, _)| name.name() == "ermine");
        let builders = builders
            .flat_map(|(_, said)| said.as_list().unwrap_or(std::slice::from_ref(said)))
            .filter_map(builders_of)
            .collect();
        let mut declarations =
            Declarations { behaviours, exports, builders, ..Declarations::default() };
        for (kind, form) in forms {
            reader.declare(kind, form, &mut declarations);
        }
        let callbacks = declarations.callbacks.keys().copied();
        declarations.required_callbacks =
            callbacks.filter(|name| module.insists_on(*name)).collect();
        declarations
    }
}

/// `{build, t/1, [new/0, add/2]}`: which type is built by which functions?
pub fn builders_of(said: &Term) -> Option<((Atom, usize), Vec<FunctionName>)> {
    let [kind, built, by] = said.as_tuple()? else { return None };
    if kind.as_atom_name() != Some("build") {
        return None;
    }
    let FunctionName { name, arity } = function_name(built)?;
    let by = by.as_list()?.iter().map(function_name).collect::<Option<Vec<_>>>()?;
    Some(((name, arity as usize), by))
}

/// The kind and the contents of `{attribute, Location, Kind, Form}`.
fn attribute(form: &Term) -> Option<(Atom, &Term)> {
    match form.as_tuple()? {
        [tag, _, kind, form] if tag.as_atom_name() == Some("attribute") => {
            Some((kind.as_atom()?, form))
        }
        _ => None,
    }
}

/// The name and number of parameters that a `-type` and the like declares.
fn type_name((kind, form): (Atom, &Term)) -> Option<(Atom, usize)> {
    match (visibility(kind)?, form.as_tuple()?) {
        (_, [name, _, parameters]) => Some((name.as_atom()?, parameters.as_list()?.len())),
        _ => None,
    }
}

fn visibility(kind: Atom) -> Option<Visibility> {
    match kind.name() {
        "type" => Some(Visibility::Open),
        "opaque" => Some(Visibility::Opaque),
        "nominal" => Some(Visibility::Nominal),
        _ => None,
    }
}

struct FormReader<'a> {
    module: Atom,
    /// The types that the module declares itself: these win over built-in ones of the same name.
    defined: &'a [(Atom, usize)],
}

impl FormReader<'_> {
    fn declare(&self, kind: Atom, form: &Term, to: &mut Declarations) -> Option<()> {
        match (kind.name(), form.as_tuple()?) {
            ("type" | "opaque" | "nominal", [name, body, parameters]) => {
                let visibility = visibility(kind)?;
                let parameters: Vec<Atom> =
                    parameters.as_list()?.iter().filter_map(variable).collect();
                let key = (name.as_atom()?, parameters.len());
                let body = Arc::new(self.read(body));
                to.types.insert(key, TypeDeclaration { parameters, body, visibility });
            }
            ("record", [name, fields]) => {
                let fields = fields.as_list()?.iter().filter_map(|field| self.field(field));
                to.records.insert(name.as_atom()?, fields.collect());
            }
            ("spec", [name, clauses]) => {
                to.specs.insert(function_name(name)?, self.spec(clauses)?);
            }
            ("callback", [name, clauses]) => {
                to.callbacks.insert(function_name(name)?, self.spec(clauses)?);
            }
            _ => {}
        }
        Some(())
    }

    /// `{record_field, L, Name}`, with a default or without, or
    /// `{typed_record_field, Field, Type}`.
    fn field(&self, field: &Term) -> Option<RecordField> {
        match field.as_tuple()? {
            [tag, field, declared] if tag.as_atom_name() == Some("typed_record_field") => {
                let declared = Arc::new(self.read(declared));
                Some(RecordField { declared, ..self.field(field)? })
            }
            [_, _, name, ..] => {
                Some(RecordField { name: atom(name)?, declared: Arc::new(Type::Any) })
            }
            _ => None,
        }
    }

    fn spec(&self, clauses: &Term) -> Option<Spec> {
        let clauses = clauses.as_list()?.iter().map(|clause| self.clause(clause));
        Some(Spec { clauses: clauses.collect::<Option<_>>()? })
    }

    /// `{type, L, 'fun', [Product, Result]}`, perhaps inside of
    /// `{type, L, bounded_fun, [Fun, Constraints]}`.
    fn clause(&self, clause: &Term) -> Option<SpecClause> {
        let (kind, parts) = type_parts(clause)?;
        let parts = parts.as_list()?;
        match (kind.name(), parts) {
            ("bounded_fun", [fun, constraints]) => {
                let constraints = constraints.as_list()?.iter();
                let constraints = constraints.filter_map(|each| self.constraint(each)).collect();
                Some(SpecClause { constraints, ..self.clause(fun)? })
            }
            ("fun", [product, result]) => {
                let (_, parameters) = type_parts(product)?;
                Some(SpecClause {
                    parameters: self.read_all(parameters.as_list()?),
                    result: Arc::new(self.read(result)),
                    constraints: Vec::new(),
                })
            }
            _ => None,
        }
    }

    /// `{type, L, constraint, [{atom, L, is_subtype}, [{var, L, Name}, Type]]}`
    fn constraint(&self, constraint: &Term) -> Option<(Atom, Arc<Type>)> {
        let (_, parts) = type_parts(constraint)?;
        match parts.as_list()? {
            [_, bound] => match bound.as_list()? {
                [name, bound] => Some((variable(name)?, Arc::new(self.read(bound)))),
                _ => None,
            },
            _ => None,
        }
    }

    fn read_all(&self, forms: &[Term]) -> Vec<Arc<Type>> {
        forms.iter().map(|form| Arc::new(self.read(form))).collect()
    }

    fn read(&self, form: &Term) -> Type {
        deeper(|| self.try_read(form)).unwrap_or(Type::Any)
    }

    fn try_read(&self, form: &Term) -> Option<Type> {
        let [tag, _, rest @ ..] = form.as_tuple()? else { return None };
        match (tag.as_atom_name()?, rest) {
            ("atom", [literal]) => Some(Type::AtomLiteral(literal.as_atom()?)),
            ("integer" | "char" | "op", _) => {
                let value = constant(form)?;
                Some(Type::Integer { low: Some(value.clone()), high: Some(value) })
            }
            ("var", [name]) if name.as_atom_name() == Some("_") => Some(Type::Any),
            ("var", [name]) => Some(Type::Variable(name.as_atom()?)),
            ("ann_type", [parts]) => self.try_read(parts.as_list()?.get(1)?),
            ("paren_type", [parts]) => self.try_read(parts.as_list()?.first()?),
            ("remote_type", [parts]) => match parts.as_list()? {
                [module, name, arguments] => Some(Type::Named {
                    module: atom(module)?,
                    name: atom(name)?,
                    arguments: self.read_all(arguments.as_list()?),
                }),
                _ => None,
            },
            ("user_type", [name, arguments]) => self.named(name.as_atom()?, arguments.as_list()?),
            ("type", [name, arguments]) => self.built_in(name.as_atom()?, arguments),
            _ => None,
        }
    }

    fn named(&self, name: Atom, arguments: &[Term]) -> Option<Type> {
        Some(Type::Named { module: self.module, name, arguments: self.read_all(arguments) })
    }

    fn built_in(&self, name: Atom, arguments: &Term) -> Option<Type> {
        if arguments.as_atom_name() == Some("any") {
            return match name.name() {
                "tuple" => Some(Type::AnyTuple),
                "map" => Some(Type::AnyMap),
                _ => None,
            };
        }
        let arguments = arguments.as_list()?;
        // (The module `erlang` declares the built-in types by themselves, for its documentation.)
        let is_own =
            self.defined.contains(&(name, arguments.len())) && self.module != atoms::erlang;
        if is_own && !is_syntax(name) {
            return self.named(name, arguments);
        }
        match arguments {
            [] => abbreviation(name.name()).or_else(|| self.composed(name, arguments)),
            _ => self.composed(name, arguments),
        }
    }

    fn composed(&self, name: Atom, arguments: &[Term]) -> Option<Type> {
        let one = |form: &Term| Arc::new(self.read(form));
        Some(match (name.name(), arguments) {
            ("union", types) => Type::union(self.read_all(types)),
            ("tuple", types) => Type::Tuple(self.read_all(types)),
            ("map", fields) => {
                Type::Map(fields.iter().filter_map(|field| self.map_field(field)).collect())
            }
            ("list", [element]) => Type::list(one(element)),
            ("nonempty_list", [element]) => Type::nonempty_list(one(element)),
            ("maybe_improper_list", [element, tail]) => {
                Type::maybe_improper_list(one(element), one(tail))
            }
            ("nonempty_maybe_improper_list", [element, tail]) => {
                Type::nonempty_maybe_improper_list(one(element), one(tail))
            }
            ("nonempty_improper_list", [element, tail]) => {
                Type::Cons { element: one(element), tail: one(tail) }
            }
            ("range", [low, high]) => {
                Type::Integer { low: Some(constant(low)?), high: Some(constant(high)?) }
            }
            ("binary", [size, unit]) => {
                Type::Bits { size: constant(size)?.to_u64()?, unit: constant(unit)?.to_u64()? }
            }
            ("fun", [product, result]) => self.fun(product, result)?,
            ("record", [name, fields @ ..]) => Type::Record {
                module: self.module,
                name: atom(name)?,
                overrides: fields.iter().filter_map(|field| self.field_override(field)).collect(),
            },
            _ => return None,
        })
    }

    /// The parameters are `{type, L, any}` or `{type, L, product, Types}`.
    fn fun(&self, product: &Term, result: &Term) -> Option<Type> {
        let parameters = match product.as_tuple()? {
            [_, _, _] => None,
            [_, _, _, types] => Some(self.read_all(types.as_list()?)),
            _ => return None,
        };
        Some(Type::Fun { parameters, result: Arc::new(self.read(result)) })
    }

    fn map_field(&self, field: &Term) -> Option<MapField> {
        let (kind, parts) = type_parts(field)?;
        match parts.as_list()? {
            [key, value] => Some(MapField {
                key: Arc::new(self.read(key)),
                value: Arc::new(self.read(value)),
                is_required: kind.name() == "map_field_exact",
            }),
            _ => None,
        }
    }

    /// `{type, L, field_type, [{atom, L, Name}, Type]}`
    fn field_override(&self, field: &Term) -> Option<(Atom, Arc<Type>)> {
        let (_, parts) = type_parts(field)?;
        match parts.as_list()? {
            [name, narrowed] => Some((atom(name)?, Arc::new(self.read(narrowed)))),
            _ => None,
        }
    }
}

/// Names in `{type, L, Name, …}` that stand for syntax; no module can declare these.
fn is_syntax(name: Atom) -> bool {
    matches!(name.name(), "union" | "tuple" | "map" | "range" | "fun" | "record" | "product")
}

/// What the built-in types without parameters stand for.
fn abbreviation(name: &str) -> Option<Type> {
    let any = || Arc::new(Type::Any);
    let shared = |inner: Type| Arc::new(inner);
    Some(match name {
        "any" | "term" | "dynamic" => Type::Any,
        "none" | "no_return" => Type::None,
        "atom" | "module" | "node" => Type::Atom,
        "integer" => Type::INTEGER,
        "non_neg_integer" => Type::at_least(0),
        "pos_integer" => Type::at_least(1),
        "neg_integer" => Type::Integer { low: None, high: Some((-1).into()) },
        "byte" | "arity" => Type::range(0, 255),
        "char" => Type::character(),
        "float" => Type::Float,
        "number" => Type::union([shared(Type::INTEGER), shared(Type::Float)]),
        "boolean" | "bool" => Type::boolean(),
        "timeout" => Type::union([
            shared(Type::AtomLiteral(Atom::new("infinity"))),
            shared(Type::at_least(0)),
        ]),
        "mfa" => {
            Type::Tuple(vec![shared(Type::Atom), shared(Type::Atom), shared(Type::range(0, 255))])
        }
        "nil" => Type::Nil,
        "list" => Type::list(any()),
        "nonempty_list" => Type::nonempty_list(any()),
        "maybe_improper_list" => Type::maybe_improper_list(any(), any()),
        "nonempty_maybe_improper_list" => Type::nonempty_maybe_improper_list(any(), any()),
        "string" => Type::list(shared(Type::character())),
        "nonempty_string" => Type::nonempty_list(shared(Type::character())),
        "iolist" => Type::Named { module: BUILT_IN, name: Atom::new("iolist"), arguments: vec![] },
        "iodata" => Type::union([
            shared(Type::Named { module: BUILT_IN, name: Atom::new("iolist"), arguments: vec![] }),
            shared(Type::BINARY),
        ]),
        "tuple" => Type::Tuple(vec![]),
        "map" => Type::Map(vec![]),
        "binary" => Type::BINARY,
        "nonempty_binary" => Type::Bits { size: 8, unit: 8 },
        "bitstring" => Type::BITSTRING,
        "nonempty_bitstring" => Type::Bits { size: 1, unit: 1 },
        "fun" | "function" => Type::any_fun(),
        "pid" => Type::Pid,
        "port" => Type::Port,
        "reference" => Type::Reference,
        "identifier" => {
            Type::union([shared(Type::Pid), shared(Type::Port), shared(Type::Reference)])
        }
        _ => return None,
    })
}

/// The module that recursive built-in types belong to. No module of a program is called that.
const BUILT_IN: Atom = atoms::empty;

/// What the recursive built-in types stand for:
/// `iolist() :: maybe_improper_list(byte() | binary() | iolist(), binary() | [])`.
pub(crate) fn recursive_built_in(module: Atom, name: Atom) -> Option<Type> {
    if module != BUILT_IN || name.name() != "iolist" {
        return None;
    }
    let iolist = Type::Named { module, name, arguments: vec![] };
    let element = Type::union([Type::range(0, 255), Type::BINARY, iolist].map(Arc::new));
    Some(Type::maybe_improper_list(Arc::new(element), Arc::new(Type::BINARY)))
}

/// The kind and the parts of `{type, L, Kind, Parts}`.
fn type_parts(form: &Term) -> Option<(Atom, &Term)> {
    match form.as_tuple()? {
        [tag, _, kind, parts] if tag.as_atom_name() == Some("type") => {
            Some((kind.as_atom()?, parts))
        }
        _ => None,
    }
}

/// `{F, A}` or `{M, F, A}`
fn function_name(name: &Term) -> Option<FunctionName> {
    match name.as_tuple()? {
        [name, arity] | [_, name, arity] => {
            Some(FunctionName { name: name.as_atom()?, arity: arity.as_usize()? as u32 })
        }
        _ => None,
    }
}

/// The name in `{var, L, Name}`.
fn variable(form: &Term) -> Option<Atom> {
    match form.as_tuple()? {
        [tag, _, name] if tag.as_atom_name() == Some("var") => name.as_atom(),
        _ => None,
    }
}

/// The atom in `{atom, L, Atom}`.
fn atom(form: &Term) -> Option<Atom> {
    match form.as_tuple()? {
        [tag, _, atom] if tag.as_atom_name() == Some("atom") => atom.as_atom(),
        _ => None,
    }
}

/// The value of a constant expression.
fn constant(form: &Term) -> Option<BigInt> {
    match form.as_tuple()? {
        [tag, _, value] if matches!(tag.as_atom_name(), Some("integer" | "char")) => {
            value.to_big_int()
        }
        [tag, _, operator, operand] if tag.as_atom_name() == Some("op") => {
            let operand = constant(operand)?;
            match operator.as_atom_name()? {
                "+" => Some(operand),
                "-" => Some(-operand),
                "bnot" => Some(-operand - 1),
                _ => None,
            }
        }
        [tag, _, operator, left, right] if tag.as_atom_name() == Some("op") => {
            computed(operator.as_atom_name()?, constant(left)?, constant(right)?)
        }
        _ => None,
    }
}

fn computed(operator: &str, left: BigInt, right: BigInt) -> Option<BigInt> {
    let zero = BigInt::ZERO;
    // A shift of this many bits is no size that a type could mean.
    let places = || right.to_i64().filter(|places| places.abs() < 1 << 16);
    Some(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "div" if right != zero => left / right,
        "rem" if right != zero => left % right,
        "band" => left & right,
        "bor" => left | right,
        "bxor" => left ^ right,
        "bsl" => shifted(left, places()?),
        "bsr" => shifted(left, -places()?),
        _ => return None,
    })
}

fn shifted(number: BigInt, places: i64) -> BigInt {
    if places >= 0 { number << places as u64 } else { number >> places.unsigned_abs() }
}
