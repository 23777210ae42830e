//! What if nothing stood before the node? The function is called on it at once, as if a crash were to be
//! confirmed, whatever the interpreter thinks of it.

use beam::{Call, Limits, Loader, LoaderOptions, ModuleSource};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;
use term::Atom;

/// FILE FUNCTION/ARITY ARGUMENTS CODE_PATH…
pub fn main(words: &[String]) -> ExitCode {
    let [file, function, arguments, code_paths @ ..] = words else { return ExitCode::FAILURE };
    let options = LoaderOptions {
        code_paths: code_paths.iter().map(PathBuf::from).collect(),
        ..LoaderOptions::default()
    };
    let loader = Loader::new(options).expect("Erlang is there");
    let path = Path::new(file);
    let source = ModuleSource::File { path: path.to_owned(), options: Vec::new() };
    // Whatever comes of these is right: a program may fail to be loaded, or take the node down.
    if let Err(error) = loader.install(&source) {
        println!("not installed: {error}");
    }
    let module = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let (function, _) = function.split_once('/').expect("FUNCTION/ARITY");
    let call = Call {
        module: Atom::new(module),
        function: Atom::new(function),
        arguments: term::read::arguments(arguments).expect("a list of terms"),
    };
    let limits = Limits { time: Duration::from_secs(2), ..Limits::default() };
    match loader.node().apply(&call, &limits) {
        Ok(ran) => println!("{:?}", ran.outcome),
        Err(error) => println!("{error}"),
    }
    // What the call has started may wait until nobody looks any more.
    sleep(Duration::from_millis(300));
    ExitCode::SUCCESS
}
