//! How does Elixir write a type? `{:ok, [integer()]}`, `%{required(:name) => String.t()}`, `Order.t()`.

use super::names;
use std::fmt::Write;
use term::{Atom, BigInt, atoms};
use typing::{MapField, Type};

/// Types are as deep as somebody wrote them; what is deeper is not shown.
const DEEPEST: usize = 30;

pub fn write(wanted: &Type) -> String {
    let mut out = String::new();
    put(wanted, DEEPEST, &mut out);
    out
}

fn put(wanted: &Type, depth: usize, out: &mut String) {
    if depth == 0 {
        return out.push('…');
    }
    let mut all = |before: &str, types: &[&Type], after: &str| {
        out.push_str(before);
        for (number, each) in types.iter().enumerate() {
            out.push_str(if number == 0 { "" } else { ", " });
            put(each, depth - 1, out);
        }
        out.push_str(after);
    };
    match wanted {
        Type::AtomLiteral(name) => out.push_str(&names::atom(*name)),
        Type::Cons { element, tail } => match (&**tail, &**element) {
            (Type::Nil, element) if *element == Type::character() => {
                out.push_str("nonempty_charlist()");
            }
            (Type::Nil, element) => all("[", &[element], ", ...]"),
            (tail, element) => all("nonempty_improper_list(", &[element, tail], ")"),
        },
        Type::Tuple(elements) => {
            let elements: Vec<&Type> = elements.iter().map(|each| &**each).collect();
            all("{", &elements, "}");
        }
        Type::Map(fields) => put_map(fields, depth, out),
        Type::Fun { parameters, result } => {
            out.push('(');
            match parameters {
                None => out.push_str("..."),
                Some(parameters) => {
                    let parameters: Vec<&Type> = parameters.iter().map(|each| &**each).collect();
                    put_all(&parameters, depth, out);
                }
            }
            out.push_str(if parameters.as_ref().is_some_and(Vec::is_empty) {
                "-> "
            } else {
                " -> "
            });
            put(result, depth - 1, out);
            out.push(')');
        }
        Type::Union(alternatives) => {
            let alternatives: Vec<&Type> = alternatives.iter().map(|each| &**each).collect();
            put_union(&alternatives, depth, out);
        }
        Type::Variable(name) => out.push_str(name.name()),
        Type::Named { module, name, arguments } => {
            if *module != atoms::empty {
                let _ = write!(out, "{}.", names::atom(*module));
            }
            let arguments: Vec<&Type> = arguments.iter().map(|each| &**each).collect();
            out.push_str(name.name());
            out.push('(');
            put_all(&arguments, depth, out);
            out.push(')');
        }
        Type::Record { name, .. } => {
            let _ = write!(out, "record({})", names::atom(*name));
        }
        Type::Bits { size: 0, unit: 8 } => out.push_str("binary()"),
        Type::Bits { size: 0, unit: 1 } => out.push_str("bitstring()"),
        Type::Bits { size: 0, unit: 0 } => out.push_str("<<>>"),
        Type::Bits { size, unit: 0 } => {
            let _ = write!(out, "<<_::{size}>>");
        }
        Type::Bits { size, unit } => {
            let _ = write!(out, "<<_::{size}, _::_*{unit}>>");
        }
        Type::Integer { low, high } => put_range(low.as_ref(), high.as_ref(), out),
        // These are the same in both languages.
        other => out.push_str(&other.to_string()),
    }
}

fn put_all(types: &[&Type], depth: usize, out: &mut String) {
    for (number, each) in types.iter().enumerate() {
        out.push_str(if number == 0 { "" } else { ", " });
        put(each, depth - 1, out);
    }
}

/// `[] | [T, ...]` is how `[T]` is kept, and so are some other abbreviations.
fn put_union(mut alternatives: &[&Type], depth: usize, out: &mut String) {
    let mut separator = "";
    while let [first, rest @ ..] = alternatives {
        out.push_str(separator);
        separator = " | ";
        alternatives = rest;
        let Some(second) = rest.first() else {
            put(first, depth - 1, out);
            continue;
        };
        alternatives = &rest[1..];
        match (first, second) {
            (Type::Nil, Type::Cons { element, tail }) if **tail == Type::Nil => {
                match **element == Type::character() {
                    true => out.push_str("charlist()"),
                    false => {
                        out.push('[');
                        put(element, depth - 1, out);
                        out.push(']');
                    }
                }
            }
            (Type::AtomLiteral(no), Type::AtomLiteral(yes)) if is_boolean(*no, *yes) => {
                out.push_str("boolean()");
            }
            (integer, Type::Float) if **integer == Type::INTEGER => out.push_str("number()"),
            _ => {
                put(first, depth - 1, out);
                alternatives = rest;
            }
        }
    }
}

fn is_boolean(no: Atom, yes: Atom) -> bool {
    (no.name(), yes.name()) == ("false", "true")
}

fn put_map(fields: &[MapField], depth: usize, out: &mut String) {
    let literal = |field: &MapField| match &*field.key {
        Type::AtomLiteral(name) => Some(*name),
        _ => None,
    };
    let names: Vec<Option<Atom>> = fields.iter().map(literal).collect();
    let which =
        fields.iter().find(|field| literal(field).is_some_and(|name| name.name() == "__struct__"));
    let of_struct = which.and_then(|field| match &*field.value {
        Type::AtomLiteral(name) if names::is_module(*name) => Some(*name),
        _ => None,
    });
    out.push('%');
    if let Some(name) = of_struct {
        out.push_str(&names::module(name));
    }
    out.push('{');
    let mut separator = "";
    for (field, name) in fields.iter().zip(names) {
        if of_struct.is_some() && name.is_some_and(|name| name.name() == "__struct__") {
            continue;
        }
        out.push_str(separator);
        separator = ", ";
        match name {
            Some(name) if field.is_required => out.push_str(&names::key(name)),
            _ => {
                out.push_str(if field.is_required { "required(" } else { "optional(" });
                put(&field.key, depth - 1, out);
                out.push_str(") => ");
            }
        }
        put(&field.value, depth - 1, out);
    }
    out.push('}');
}

fn put_range(low: Option<&BigInt>, high: Option<&BigInt>, out: &mut String) {
    let written = match (low, high) {
        (Some(low), Some(high)) if low != high => {
            match Type::character()
                == (Type::Integer { low: Some(low.clone()), high: Some(high.clone()) })
            {
                true => "char()".to_owned(),
                false => format!("{low}..{high}"),
            }
        }
        _ => Type::Integer { low: low.cloned(), high: high.cloned() }.to_string(),
    };
    out.push_str(&written);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn atom(name: &str) -> Arc<Type> {
        Arc::new(Type::AtomLiteral(Atom::new(name)))
    }

    #[test]
    fn as_elixir_writes_them() {
        let integer = Arc::new(Type::INTEGER);
        let check = |wanted: &Type, text: &str| assert_eq!(write(wanted), text);
        let list = Arc::new(Type::list(integer.clone()));
        check(&Type::Tuple(vec![atom("ok"), list]), "{:ok, [integer()]}");
        let named = |module: &str| Type::Named {
            module: Atom::new(module),
            name: Atom::new("t"),
            arguments: Vec::new(),
        };
        check(&Type::union([atom("nil"), Arc::new(named("Elixir.Order"))]), "nil | Order.t()");
        check(&named(""), "t()");
        let name = MapField { key: atom("name"), value: Arc::new(Type::BINARY), is_required: true };
        let which =
            MapField { key: atom("__struct__"), value: atom("Elixir.Order"), is_required: true };
        check(&Type::Map(vec![which, name.clone()]), "%Order{name: binary()}");
        let other = MapField { key: Arc::new(Type::Atom), is_required: false, ..name.clone() };
        check(&Type::Map(vec![name, other]), "%{name: binary(), optional(atom()) => binary()}");
        let fun = |parameters| Type::Fun { parameters, result: integer.clone() };
        check(&fun(Some(vec![integer.clone()])), "(integer() -> integer())");
        check(&fun(Some(Vec::new())), "(-> integer())");
        check(&fun(None), "(... -> integer())");
        check(&Type::list(Arc::new(Type::character())), "charlist()");
        check(&Type::union([Arc::new(Type::boolean()), atom("x")]), "boolean() | :x");
        check(&Type::range(0, 7), "0..7");
        check(&Type::at_least(0), "non_neg_integer()");
    }
}
