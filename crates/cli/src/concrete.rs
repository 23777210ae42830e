//! Which functions shall run without symbols? The configuration says it, and a file, one to a line:
//!
//! ```text
//! % what is not worth following
//! lists:sort/1
//! crypto:*
//! {my_module, 'my function', 2}.
//! ```

use crate::arguments::SearchOptions;
use anyhow::{Context, Result, anyhow, bail};
use beam::Loader;
use core_erlang::FunctionName;
use interpreter::concrete::Concrete;
use std::path::Path;
use term::{Atom, Term};

/// What a line may say.
const FORMS: &str = "write module:function/arity, module:* or {Module, Function, Arity}.";

#[derive(Debug, PartialEq)]
enum Line {
    Nothing,
    Module(Atom),
    Function(Atom, FunctionName),
}

/// All that are named. They must exist: a name with a typo would be left out silently.
pub fn wanted(loader: &Loader, options: &SearchOptions) -> Result<Concrete> {
    let mut concrete = Concrete::default();
    for (origin, functions) in &options.concrete_functions {
        let at = |error: anyhow::Error| anyhow!("{origin}: {error}");
        let line = match (functions.one(), functions.module.one()) {
            (Some((module, function)), _) => Line::Function(module, function),
            (None, Some(module)) => Line::Module(module),
            (None, None) => Line::Nothing,
        };
        add(loader, &mut concrete, line).map_err(at)?;
    }
    if let Some(path) = &options.concrete {
        read(loader, path, &mut concrete)?;
    }
    Ok(concrete)
}

fn read(loader: &Loader, path: &Path, concrete: &mut Concrete) -> Result<()> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("--concrete {}", path.display()))?;
    for (number, line) in text.lines().enumerate() {
        let at = |error: anyhow::Error| anyhow!("{}:{}: {error}", path.display(), number + 1);
        read_line(line).and_then(|line| add(loader, concrete, line)).map_err(at)?;
    }
    Ok(())
}

fn add(loader: &Loader, concrete: &mut Concrete, line: Line) -> Result<()> {
    match line {
        Line::Nothing => {}
        Line::Module(module) => {
            loader.load_by_name(module)?;
            concrete.modules.insert(module);
        }
        Line::Function(module, function) => {
            let loaded = loader.load_by_name(module)?;
            if !loaded.functions.iter().any(|stored| stored.name == function) {
                let FunctionName { name, arity } = function;
                let (module, name) = (Term::Atom(module), Term::Atom(name));
                bail!("there is no function {module}:{name}/{arity}");
            }
            concrete.functions.insert((module, function));
        }
    }
    Ok(())
}

fn read_line(line: &str) -> Result<Line> {
    let line = without_comment(line).trim();
    if line.is_empty() {
        return Ok(Line::Nothing);
    }
    if line.starts_with('{') {
        return read_tuple(line);
    }
    let (module, rest) = line.split_once(':').ok_or_else(|| anyhow!("{line:?}: {FORMS}"))?;
    let module = atom(line, module)?;
    if rest == "*" {
        return Ok(Line::Module(module));
    }
    let (name, arity) = rest.rsplit_once('/').ok_or_else(|| anyhow!("{line:?}: {FORMS}"))?;
    let arity = arity.trim().parse().map_err(|_| anyhow!("{line:?}: {FORMS}"))?;
    Ok(Line::Function(module, FunctionName { name: atom(line, name)?, arity }))
}

fn read_tuple(line: &str) -> Result<Line> {
    let term = term::read::term(line.strip_suffix('.').unwrap_or(line));
    if let Ok(Term::Tuple(parts)) = &term
        && let [Term::Atom(module), Term::Atom(name), Term::Int(arity)] = parts[..]
        && let Ok(arity) = u32::try_from(arity)
    {
        return Ok(Line::Function(module, FunctionName { name, arity }));
    }
    bail!("{line:?}: {FORMS}")
}

fn atom(line: &str, text: &str) -> Result<Atom> {
    match term::read::term(text.trim()) {
        Ok(Term::Atom(atom)) => Ok(atom),
        _ => bail!("{line:?}: {FORMS}"),
    }
}

/// A percent sign inside of quotes belongs to the name.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (index, each) in line.char_indices() {
        match each {
            '\'' => is_quoted = !is_quoted,
            '%' if !is_quoted => return &line[..index],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(module: &str, name: &str, arity: u32) -> Line {
        Line::Function(Atom::new(module), FunctionName { name: Atom::new(name), arity })
    }

    #[test]
    fn lines() {
        let read = |line| read_line(line).expect("it can be read");
        assert_eq!(read("lists:sort/1"), function("lists", "sort", 1));
        assert_eq!(read("  lists:sort/1 % slow"), function("lists", "sort", 1));
        assert_eq!(read("'My':'50%'/2"), function("My", "50%", 2));
        assert_eq!(read("{lists, sort, 1}."), function("lists", "sort", 1));
        assert_eq!(read("{lists, sort, 1}"), function("lists", "sort", 1));
        assert_eq!(read("crypto:*"), Line::Module(Atom::new("crypto")));
        assert_eq!(read("% nothing"), Line::Nothing);
        assert_eq!(read(""), Line::Nothing);
    }

    #[test]
    fn bad_lines() {
        for line in ["lists", "lists:sort", "lists:sort/x", "Lists:sort/1", "{a, b}.", "a:b/-1"] {
            let error = read_line(line).expect_err(line).to_string();
            assert!(error.contains(FORMS), "{error}");
        }
    }
}
