//! The command `ermine`.

mod world;

use beam::{Loader, LoaderOptions, ModuleSource};
use interpreter::{Machine, Outcome};
use std::sync::Arc;
use term::{Atom, Term};
use world::World;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let source = &args[2];
    let module = if source.ends_with(".erl") {
        loader.load(&ModuleSource::File { path: source.into(), options: vec![] })?
    } else {
        loader.load_by_name(Atom::new(source))?
    };
    let arguments = match args.get(4) {
        Some(text) => term::read::arguments(text)?,
        None => Vec::<Term>::new(),
    };
    let mut machine = Machine::new(Box::new(World(loader.clone())), Some(Box::new(World(loader))));
    let start = std::time::Instant::now();
    let outcome = machine.call(module.name, Atom::new(&args[3]), &arguments);
    let time = start.elapsed();
    print!("{}", String::from_utf8_lossy(machine.output()));
    match outcome {
        Outcome::Returned(term) => println!("{term}"),
        Outcome::Crashed { class, reason, stacktrace } => {
            println!("{class:?}: {reason}\n{stacktrace}");
        }
        other => println!("{other:?}"),
    }
    eprintln!("{} reductions, {time:?}", machine.reductions);
    Ok(())
}
