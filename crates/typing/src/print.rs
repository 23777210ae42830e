//! How does a type read? As it is written in Erlang, on one line.

use crate::tree::{MapField, Spec, SpecClause, Type};
use std::fmt::{self, Display, Formatter, Write};
use std::sync::Arc;
use term::{Atom, BigInt, Term, atoms};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Any => f.write_str("any()"),
            Type::None => f.write_str("none()"),
            Type::Atom => f.write_str("atom()"),
            Type::AtomLiteral(atom) => write_atom(f, *atom),
            character if *character == Type::character() => f.write_str("char()"),
            Type::Integer { low, high } => write_range(f, low.as_ref(), high.as_ref()),
            Type::Float => f.write_str("float()"),
            Type::Nil => f.write_str("[]"),
            Type::Cons { element, tail }
                if **tail == Type::Nil && **element == Type::character() =>
            {
                f.write_str("nonempty_string()")
            }
            Type::Cons { element, tail } if **tail == Type::Nil => write!(f, "[{element}, ...]"),
            Type::Cons { element, tail } => write!(f, "nonempty_improper_list({element}, {tail})"),
            Type::AnyTuple => f.write_str("tuple()"),
            Type::Tuple(elements) => write_in(f, "{", elements, ", ", "}"),
            Type::AnyMap => f.write_str("map()"),
            Type::Map(fields) => write_in(f, "#{", fields, ", ", "}"),
            Type::Bits { size, unit } => write_bits(f, *size, *unit),
            Type::Fun { parameters, result } => write_fun(f, parameters.as_deref(), result),
            Type::Pid => f.write_str("pid()"),
            Type::Port => f.write_str("port()"),
            Type::Reference => f.write_str("reference()"),
            Type::Union(alternatives) => write_union(f, alternatives),
            Type::Variable(name) => f.write_str(name.name()),
            Type::Named { module, name, arguments } => {
                if *module != atoms::empty {
                    write_atom(f, *module)?;
                    f.write_char(':')?;
                }
                write_atom(f, *name)?;
                write_in(f, "(", arguments, ", ", ")")
            }
            Type::Record { name, overrides, .. } => {
                f.write_char('#')?;
                write_atom(f, *name)?;
                let fields: Vec<_> =
                    overrides.iter().map(|(name, each)| PrintedField(*name, each)).collect();
                write_in(f, "{", &fields, ", ", "}")
            }
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// `name :: Type` in a record type
struct PrintedField<'a>(Atom, &'a Type);

impl Display for PrintedField<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_atom(f, self.0)?;
        write!(f, " :: {}", self.1)
    }
}

impl Display for MapField {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let arrow = if self.is_required { ":=" } else { "=>" };
        write!(f, "{} {arrow} {}", self.key, self.value)
    }
}

impl Display for SpecClause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_in(f, "(", &self.parameters, ", ", ")")?;
        write!(f, " -> {}", self.result)?;
        for (index, (variable, bound)) in self.constraints.iter().enumerate() {
            f.write_str(if index == 0 { " when " } else { ", " })?;
            write!(f, "{} :: {bound}", variable.name())?;
        }
        Ok(())
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_in(f, "", &self.clauses, "; ", "")
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

fn write_in<T: Display>(
    f: &mut Formatter<'_>,
    open: &str,
    parts: &[T],
    separator: &str,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        Display::fmt(part, f)?;
    }
    f.write_str(close)
}

fn write_atom(f: &mut Formatter<'_>, atom: Atom) -> fmt::Result {
    Display::fmt(&Term::from(atom), f)
}

/// `[] | [T, ...]` is how `[T]` is kept, and so are some other abbreviations.
fn write_union(f: &mut Formatter<'_>, mut alternatives: &[Arc<Type>]) -> fmt::Result {
    let mut separator = "";
    while let [first, rest @ ..] = alternatives {
        f.write_str(separator)?;
        separator = " | ";
        alternatives = rest;
        if let [second, after @ ..] = rest
            && write_abbreviation(f, first, second)?
        {
            alternatives = after;
            continue;
        }
        Display::fmt(first, f)?;
    }
    Ok(())
}

/// Writes two alternatives as one, if there is a name for both.
fn write_abbreviation(
    f: &mut Formatter<'_>,
    first: &Type,
    second: &Type,
) -> Result<bool, fmt::Error> {
    match (first, second) {
        (Type::Nil, Type::Cons { element, tail }) => match &**tail {
            Type::Nil if **element == Type::character() => f.write_str("string()")?,
            Type::Nil => write!(f, "[{element}]")?,
            tail => write!(f, "maybe_improper_list({element}, {tail})")?,
        },
        (Type::AtomLiteral(no), Type::AtomLiteral(yes))
            if (no.name(), yes.name()) == ("false", "true") =>
        {
            f.write_str("boolean()")?;
        }
        (integer, Type::Float) if *integer == Type::INTEGER => f.write_str("number()")?,
        (Type::AtomLiteral(infinity), number)
            if infinity.name() == "infinity" && *number == Type::at_least(0) =>
        {
            f.write_str("timeout()")?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn write_range(f: &mut Formatter<'_>, low: Option<&BigInt>, high: Option<&BigInt>) -> fmt::Result {
    match (low, high) {
        (None, None) => f.write_str("integer()"),
        (Some(low), Some(high)) if low == high => write!(f, "{low}"),
        (Some(low), Some(high)) => write!(f, "{low}..{high}"),
        (Some(low), None) if *low == BigInt::ZERO => f.write_str("non_neg_integer()"),
        (Some(low), None) if *low == BigInt::from(1) => f.write_str("pos_integer()"),
        (None, Some(high)) if *high == BigInt::from(-1) => f.write_str("neg_integer()"),
        (Some(low), None) => write!(f, "{low}.."),
        (None, Some(high)) => write!(f, "..{high}"),
    }
}

fn write_bits(f: &mut Formatter<'_>, size: u64, unit: u64) -> fmt::Result {
    match (size, unit) {
        (0, 8) => f.write_str("binary()"),
        (0, 1) => f.write_str("bitstring()"),
        (0, 0) => f.write_str("<<>>"),
        (size, 0) => write!(f, "<<_:{size}>>"),
        (0, unit) => write!(f, "<<_:_*{unit}>>"),
        (size, unit) => write!(f, "<<_:{size}, _:_*{unit}>>"),
    }
}

fn write_fun(
    f: &mut Formatter<'_>,
    parameters: Option<&[Arc<Type>]>,
    result: &Type,
) -> fmt::Result {
    match parameters {
        None if *result == Type::Any => return f.write_str("fun()"),
        None => f.write_str("fun((...)")?,
        Some(parameters) => write_in(f, "fun((", parameters, ", ", ")")?,
    }
    write!(f, " -> {result})")
}
