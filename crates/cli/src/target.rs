//! Which function does the user mean? Modules by name or file, functions by name and arity, with
//! near names suggested where there is none.

use crate::arguments::{Arguments, SearchOptions};
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use beam::{Cache, Loader, LoaderOptions, ModuleSource, edit_distance};
use core_erlang::{FunctionName, Module};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term};

/// So long OTP's compiler may take for a module, and once more as long, if `--time` says less or more.
const SHORTEST_PATIENCE: Duration = Duration::from_secs(20);
const LONGEST_PATIENCE: Duration = Duration::from_secs(30);

/// The loader that the command line asks for. Starting OTP goes on in the background.
pub fn loader(arguments: &Arguments, module: Option<&str>) -> Result<Arc<Loader>> {
    loader_with(arguments, &[], &module.map(neighbours).unwrap_or_default(), None)
}

/// The folder of a file, if there are modules next to it.
pub fn neighbours(text: &str) -> Vec<PathBuf> {
    let path = Path::new(text);
    let is_module = |path: &Path| path.extension().is_some_and(|extension| extension == "beam");
    if !is_module(path) && path.extension().is_none_or(|extension| extension != "erl") {
        return Vec::new();
    }
    // `near.beam` lies in the folder that has no name.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(folder) = std::path::absolute(folder.unwrap_or(Path::new("."))) else {
        return Vec::new();
    };
    let has_modules = std::fs::read_dir(&folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| is_module(&entry.path())));
    if has_modules && folder.to_str().is_some() { vec![folder] } else { Vec::new() }
}

/// The same, which finds modules in further folders and among neighbours too, for a search with these
/// options.
pub fn loader_with(
    arguments: &Arguments,
    folders: &[PathBuf],
    neighbours: &[PathBuf],
    search: Option<&SearchOptions>,
) -> Result<Arc<Loader>> {
    let cache = arguments.no_cache.then(Cache::disabled);
    let mut code_paths = arguments.code_paths.clone();
    for path in &code_paths {
        if !path.is_dir() {
            bail!("-pa {}: no such folder", path.display());
        }
        if std::path::absolute(path)?.to_str().is_none() {
            bail!("-pa {}: its name, or that of a folder around it, is not UTF-8", path.display());
        }
    }
    code_paths.extend_from_slice(folders);
    let memory = search.map(|search| search.memory() << 20);
    // The time is that of a search; a module that can be compiled is compiled in this.
    let patience = search.and_then(|search| search.time);
    let patience = patience.map(|time| time.clamp(SHORTEST_PATIENCE, LONGEST_PATIENCE));
    let patience = search.and_then(|search| search.compile_time).or(patience);
    let installs = search.is_some_and(|search| !search.no_confirm());
    let neighbours = neighbours.to_vec();
    let options = LoaderOptions { code_paths, neighbours, cache, memory, installs, patience };
    Ok(Arc::new(Loader::new(options)?))
}

/// A module's name, a `.erl` file or a `.beam` file.
pub fn source(arguments: &Arguments, text: &str) -> Result<ModuleSource> {
    let path = Path::new(text);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("erl") => {
            exists(path)?;
            Ok(ModuleSource::File { path: path.to_owned(), options: compile_options(arguments)? })
        }
        Some("beam") => {
            exists(path)?;
            Ok(ModuleSource::Beam(path.to_owned()))
        }
        _ if text.contains('/') => {
            bail!("{text}: neither a module's name nor a .erl or .beam file")
        }
        _ => Ok(ModuleSource::Name(Atom::new(text))),
    }
}

/// The same, where modules of Elixir may be called as Elixir calls them: `Shop.Cart`.
pub fn source_in(loader: &Loader, arguments: &Arguments, text: &str) -> Result<ModuleSource> {
    Ok(match source(arguments, text)? {
        ModuleSource::Name(name) => ModuleSource::Name(module_name(loader, name)),
        other => other,
    })
}

/// The module of this name, or else the one of Elixir.
pub fn module_name(loader: &Loader, name: Atom) -> Atom {
    let of_elixir = Atom::new(&format!("Elixir.{}", name.name()));
    let is_there = |name| loader.code_path().find(name).is_some();
    if !is_there(name) && is_there(of_elixir) { of_elixir } else { name }
}

fn exists(path: &Path) -> Result<()> {
    std::fs::metadata(path).with_context(|| path.display().to_string()).map(drop)
}

/// `{i, Dir}` and `{d, Name, Value}` for the compiler.
pub fn compile_options(arguments: &Arguments) -> Result<Vec<Term>> {
    let mut options = Vec::new();
    for include in &arguments.includes {
        options.push(include_option(include));
    }
    for define in &arguments.defines {
        options.push(match define.split_once('=') {
            None => Term::tuple(vec![Term::atom("d"), Term::atom(define)]),
            Some((name, value)) => {
                let value = term::read::term(value).with_context(|| format!("-D {define}"))?;
                Term::tuple(vec![Term::atom("d"), Term::atom(name), value])
            }
        });
    }
    Ok(options)
}

/// `{i, Dir}`. The node need not share our working directory.
pub fn include_option(folder: &Path) -> Term {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    Term::tuple(vec![Term::atom("i"), Term::string(&folder.to_string_lossy())])
}

/// The function `NAME` or `NAME/ARITY` of a module.
pub fn function(module: &Module, text: &str, arity: Option<usize>) -> Result<FunctionName> {
    let (name, stated) = match text.rsplit_once('/') {
        Some((name, number)) if !name.is_empty() => match number.parse::<u32>() {
            Ok(number) => (name, Some(number)),
            Err(_) => (text, None),
        },
        _ => (text, None),
    };
    let wanted = stated.or(arity.map(|arity| arity as u32));
    let of_name: Vec<FunctionName> =
        module.exports.iter().copied().filter(|export| export.name.name() == name).collect();
    match (wanted, &of_name[..]) {
        (Some(arity), _) => {
            let function = FunctionName { name: Atom::new(name), arity };
            if of_name.contains(&function) {
                Ok(function)
            } else {
                Err(no_such_function(module, name, Some(arity)))
            }
        }
        (None, [only]) => Ok(*only),
        (None, []) => Err(no_such_function(module, name, None)),
        (None, several) => {
            let names: Vec<String> =
                several.iter().map(|each| format!("{name}/{}", each.arity)).collect();
            Err(anyhow!("{}: which one? {}", shown(module, name), names.join(", ")))
        }
    }
}

/// `lists:map`, or `Enum.map` of Elixir.
fn shown(module: &Module, name: &str) -> String {
    match report::elixir::is_module(module.name) {
        true => format!("{}.{name}", report::dialect::module(module.name)),
        false => format!("{}:{name}", module.name.name()),
    }
}

fn no_such_function(module: &Module, name: &str, arity: Option<u32>) -> anyhow::Error {
    let shown = match arity {
        Some(arity) => format!("{}/{arity}", shown(module, name)),
        None => shown(module, name),
    };
    let is_there = module.functions.iter().any(|function| {
        function.name.name.name() == name && arity.is_none_or(|arity| arity == function.name.arity)
    });
    if is_there {
        return anyhow!("{shown} is not exported; export it to call it");
    }
    let most = 2.max(name.len() / 3);
    let mut near: Vec<(usize, FunctionName)> = module
        .exports
        .iter()
        .map(|export| (edit_distance(name, export.name.name(), most), *export))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort();
    let near: Vec<String> = near
        .iter()
        .take(3)
        .map(|(_, each)| format!("{}/{}", each.name.name(), each.arity))
        .collect();
    let hint =
        if near.is_empty() { String::new() } else { format!(" (is it {}?)", near.join(" or ")) };
    anyhow!("there is no function {shown}{hint}")
}

/// What the user should know about the cache and the compiler, at the end.
pub fn warn(arguments: &Arguments, loader: &Loader) {
    note(arguments, loader.has_compiled_openly().then(|| COMPILED_OPENLY.to_owned()));
    note(arguments, loader.cache().take_warning());
}

/// Parse transforms run when a module is compiled.
const COMPILED_OPENLY: &str = "nothing kept the compiler, and what the program has it run, from touching \
     this machine (Linux 5.13 or later can; see ermine doctor)";

/// Something that the user should know, unless nobody wants to.
pub fn note(arguments: &Arguments, text: Option<String>) {
    if let Some(text) = text.filter(|_| !arguments.quiet) {
        output::complain(&text);
    }
}
