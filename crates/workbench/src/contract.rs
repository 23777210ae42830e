//! What does a module say to Ermine? Attributes that the compiler keeps for us:
//!
//! ```erlang
//! -ermine({pre, f/2, is_valid/2}).               only inputs for which is_valid(A, B) is true
//! -ermine({pre, f/3, {calendar, valid_date, 3}}). the same, with a function of another module
//! -ermine({post, f/2, is_right/3}).              is_right(A, B, Result) must be true
//! -ermine({expect, f/2, {error, badarg}}).       this exception is meant to be; '_' is any
//! -ermine({expect, '_', {throw, '_'}}).          the same, of all functions of the module
//! -ermine({build, t/1, [new/0, add/2]}).         values of the type t(_) are what these return
//! ```
//!
//! What the user says elsewhere, about functions of any module, are [`crate::rules`].

use anyhow::{Result, anyhow, bail};
use beam::Loader;
use core_erlang::{FunctionName, Module};
use explore::ExpectedException;
use interpreter::{Condition, Contract};
use report::text::count;
use term::{Atom, Term};
use trace::Class;
use typing::form::builders_of;

/// What is said about a function.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub contract: Contract,
    pub exceptions: Vec<ExpectedException>,
}

/// What a module says about one of its functions. What it says wrongly about it is an error, and so is
/// what is about no function: nobody knows which was meant.
pub fn said(loader: &Loader, module: &Module, function: FunctionName) -> Result<Said> {
    let mut said = Said::default();
    for attribute in attributes(module) {
        let wrong = |error| anyhow!("{}: -ermine({attribute}): {error}", module.name.name());
        if is_about_a_type(attribute) {
            checked_builders(module, attribute).map_err(wrong)?;
            continue;
        }
        let (kind, about, what) = parts(module, attribute).map_err(wrong)?;
        if about.is_some_and(|about| about != function) {
            continue;
        }
        match statement(loader, module, kind, function, what).map_err(wrong)? {
            Attribute::Before(condition) => said.contract.preconditions.push(condition),
            Attribute::After(condition) => said.contract.postconditions.push(condition),
            Attribute::Expect(exception) => said.exceptions.push(exception),
        }
    }
    Ok(said)
}

/// Is everything that the module says about one of its functions?
pub fn check(loader: &Loader, module: &Module) -> Result<()> {
    let nobody = FunctionName { name: term::atoms::empty, arity: 0 };
    said(loader, module, nobody).map(drop)
}

enum Attribute {
    Before(Condition),
    After(Condition),
    Expect(ExpectedException),
}

/// An attribute may be written once with a list, or several times.
fn attributes(module: &Module) -> impl Iterator<Item = &Term> {
    let ours = module.attributes.iter().filter(|(name, _)| name.name() == "ermine");
    ours.flat_map(|(_, value)| value.as_list().unwrap_or(std::slice::from_ref(value)))
}

const FORMS: &str = "write {pre, f/1, g/1}, {post, f/1, g/2}, {expect, f/1, {error, badarg}} or \
     {expect, '_', {error, badarg}}";

fn is_about_a_type(attribute: &Term) -> bool {
    let kind = attribute.as_tuple().and_then(<[Term]>::first);
    kind.and_then(Term::as_atom_name) == Some("build")
}

/// `{build, t/1, [new/0]}` names functions that others can call, with specs.
fn checked_builders(module: &Module, attribute: &Term) -> Result<()> {
    let Some((_, builders)) = builders_of(attribute) else {
        bail!("write {{build, t/1, [f/0, g/2]}}");
    };
    for builder in builders {
        if !module.is_exported(builder) {
            bail!("there is no exported function {}", shown(builder));
        }
    }
    Ok(())
}

/// What is said, about which function of the module (`None`: all), and the rest.
fn parts<'a>(
    module: &Module,
    attribute: &'a Term,
) -> Result<(&'a Term, Option<FunctionName>, &'a Term)> {
    let Some([kind, about, what]) = attribute.as_tuple() else { bail!("{FORMS}") };
    if kind.as_atom_name() == Some("expect") && about.as_atom_name() == Some("_") {
        return Ok((kind, None, what));
    }
    let Some(about) = function_name(about) else { bail!("{FORMS}") };
    if !module.functions.iter().any(|stored| stored.name == about) {
        bail!("there is no function {}", shown(about));
    }
    Ok((kind, Some(about), what))
}

fn statement(
    loader: &Loader,
    module: &Module,
    kind: &Term,
    about: FunctionName,
    what: &Term,
) -> Result<Attribute> {
    Ok(match kind.as_atom_name() {
        Some("pre") => Attribute::Before(condition(loader, module, what, about.arity)?),
        Some("post") => Attribute::After(condition(loader, module, what, about.arity + 1)?),
        Some("expect") => Attribute::Expect(exception(what)?),
        _ => bail!("{FORMS}"),
    })
}

/// `f/1` is `{f, 1}` in an attribute.
fn function_name(term: &Term) -> Option<FunctionName> {
    match term.as_tuple()? {
        [Term::Atom(name), Term::Int(arity)] => {
            Some(FunctionName { name: *name, arity: u32::try_from(*arity).ok()? })
        }
        _ => None,
    }
}

fn shown(function: FunctionName) -> String {
    format!("{}/{}", Term::Atom(function.name), function.arity)
}

/// `g/1` of the same module, or `{m, g, 1}`
pub(crate) fn condition(
    loader: &Loader,
    module: &Module,
    term: &Term,
    arity: u32,
) -> Result<Condition> {
    if let Some(function) = function_name(term) {
        return checked(loader, module, module.name, function, arity);
    }
    match term.as_tuple() {
        Some([Term::Atom(other), name, number]) => {
            let name = function_name(&Term::tuple(vec![name.clone(), number.clone()]));
            let Some(function) = name else { bail!("{term} is no function; write {{m, g, 1}}") };
            checked(loader, module, *other, function, arity)
        }
        _ => bail!("{term} is no function; write g/1 or {{m, g, 1}}"),
    }
}

/// A condition as the command line has it: `m:g/1`, or `g/1` of the module under test.
pub fn precondition(
    loader: &Loader,
    module: &Module,
    function: FunctionName,
    text: &str,
) -> Result<Condition> {
    let (home, rest) = match text.split_once(':') {
        Some((home, rest)) => (Atom::new(home), rest),
        None => (module.name, text),
    };
    let parsed = rest.rsplit_once('/').and_then(|(name, arity)| {
        Some(FunctionName { name: Atom::new(name), arity: arity.parse().ok()? })
    });
    let Some(condition) = parsed else { bail!("--pre {text}: write it as m:f/1") };
    checked(loader, module, home, condition, function.arity)
        .map_err(|error| anyhow!("--pre {text}: {error}"))
}

/// Is there such a function, and does it take as many arguments?
fn checked(
    loader: &Loader,
    module: &Module,
    home: Atom,
    function: FunctionName,
    arity: u32,
) -> Result<Condition> {
    let condition = Condition { module: home, function };
    if function.arity != arity {
        let arguments = count(u64::from(function.arity), "argument");
        bail!("{} takes {arguments}, and gets {arity}", shown(function));
    }
    if home == module.name {
        if module.functions.iter().any(|stored| stored.name == function) {
            return Ok(condition);
        }
        bail!("there is no function {}", shown(function));
    }
    let other = loader.load_by_name(home)?;
    if !other.is_exported(function) {
        bail!("there is no function {}:{}", home.name(), shown(function));
    }
    Ok(condition)
}

/// `{error, badarg}`
pub fn exception(term: &Term) -> Result<ExpectedException> {
    const FORM: &str = "write an exception as {error, badarg}, {exit, '_'} or {'_', '_'}";
    let Some([class, reason]) = term.as_tuple() else { bail!("{FORM}") };
    let class = match class.as_atom() {
        Some(any) if any.name() == "_" => None,
        Some(class) => match Class::from_atom(class) {
            Some(class) => Some(class),
            None => bail!("{} is no class; {FORM}", class.name()),
        },
        None => bail!("{FORM}"),
    };
    Ok(ExpectedException { class, reason: reason.clone() })
}
