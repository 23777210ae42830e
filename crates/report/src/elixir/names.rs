//! How does Elixir write names? `:ok`, `Shop.Cart`, `Shop.total/2`, `"two words": 1`.

use crate::Mfa;
use term::Atom;

/// How the modules of Elixir begin.
const PREFIX: &str = "Elixir.";

/// Is it named as a module of Elixir is? `'Elixir.Shop.Cart'`
pub fn is_module(name: Atom) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    name.name().strip_prefix(PREFIX).is_some_and(|rest| rest.split('.').all(is_part))
}

/// `Shop.Cart`, or `:lists` of Erlang.
pub fn module(name: Atom) -> String {
    atom(name)
}

/// `Shop.total/2`, `:lists.nth/2`, or `anonymous fn/1 in Shop.total/2`
pub fn name(mfa: Mfa) -> String {
    match anonymous(mfa.function.name()) {
        Some((function, arity)) => {
            let function = Atom::new(function);
            let outer = Mfa { function, arity, ..mfa };
            format!("anonymous fn/{} in {}/{arity}", mfa.arity, callee(outer))
        }
        None => format!("{}/{}", callee(mfa), mfa.arity),
    }
}

/// `-total/2-fun-0-`: the function in which it is written.
fn anonymous(name: &str) -> Option<(&str, usize)> {
    let (outer, _) = name.strip_prefix('-')?.split_once("-fun-")?;
    let (function, arity) = outer.rsplit_once('/')?;
    Some((function, arity.parse().ok()?))
}

/// `Shop.total`
pub fn callee(mfa: Mfa) -> String {
    let function = mfa.function.name();
    match is_plain(function) {
        true => format!("{}.{function}", atom(mfa.module)),
        false => format!("{}.{}", atom(mfa.module), quoted(function)),
    }
}

/// `:ok`, `true`, `Shop`, `:"two words"`
pub fn atom(atom: Atom) -> String {
    match atom.name() {
        name @ ("true" | "false" | "nil") => name.to_owned(),
        name if is_module(atom) => name[PREFIX.len()..].to_owned(),
        name if is_plain(name) => format!(":{name}"),
        name => format!(":{}", quoted(name)),
    }
}

/// `name: `
pub fn key(atom: Atom) -> String {
    match atom.name() {
        name if is_plain(name) => format!("{name}: "),
        name => format!("{}: ", quoted(name)),
    }
}

/// Words that cannot be the name of a function or variable, but can be atoms and keys.
fn is_plain(name: &str) -> bool {
    let body = name.strip_suffix(['?', '!']).unwrap_or(name);
    body.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
        && body.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// A text between quotes.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            letter if letter.is_control() => quoted += &format!("\\x{{{:X}}}", letter as u32),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    // What is between `#{` and `}` would be evaluated.
    quoted.replace("#{", "\\#{")
}
