//! What does the program look like where it crashed? Lines of the user's own files.

use beam::Loader;
use core_erlang::Module;
use report::{SourceFile, Sources};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use term::Atom;

pub struct Files<'a> {
    loader: &'a Loader,
    /// The module under test.
    module: Atom,
    /// Files below this folder are shown without it.
    folder: Option<PathBuf>,
    read: RefCell<HashMap<PathBuf, Vec<String>>>,
}

/// The text of whole modules.
pub fn whole<'a>(
    loader: &Loader,
    modules: impl IntoIterator<Item = &'a Module>,
) -> BTreeMap<Atom, SourceFile> {
    let text =
        |module: &Module| Some((module.name, Files::new(loader, module.name).whole(module)?));
    modules.into_iter().filter_map(text).collect()
}

impl Files<'_> {
    pub fn new(loader: &Loader, module: Atom) -> Files<'_> {
        let folder = std::env::current_dir().ok();
        Files { loader, module, folder, read: RefCell::default() }
    }

    /// All of the module's source, if it is there.
    fn whole(&self, module: &Module) -> Option<SourceFile> {
        let name = module.files.first().unwrap_or(&module.source);
        let places = [name, &module.source].map(PathBuf::from);
        let path = places.into_iter().find(|path| self.is_source(module.name, path))?;
        Some(SourceFile { name: self.name(name), lines: self.lines(path, <[String]>::to_vec) })
    }

    /// The lines of a file, read once.
    fn lines<T>(&self, path: PathBuf, look: impl FnOnce(&[String]) -> T) -> T {
        let mut read = self.read.borrow_mut();
        let lines = read.entry(path).or_insert_with_key(|path| {
            let bytes = beam::read_plain(path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        });
        look(lines)
    }

    /// OTP's own code is shown only to those who test it: others look for their mistake in theirs.
    fn is_worth_showing(&self, module: Atom) -> bool {
        let root = &self.loader.node().otp().root;
        let is_of_otp =
            self.loader.code_path().find(module).is_some_and(|file| file.starts_with(root));
        module == self.module || !is_of_otp
    }

    /// A stack trace may name a file as the compiler was told it, in another folder.
    fn find(&self, module: Atom, file: &str) -> Option<PathBuf> {
        let named = PathBuf::from(file);
        if self.is_source(module, &named) {
            return Some(named);
        }
        let source = PathBuf::from(&self.loader.load_by_name(module).ok()?.source);
        let is_it = source.file_name() == named.file_name() && self.is_source(module, &source);
        is_it.then_some(source)
    }

    /// The module may name files that are none of its sources. What was compiled is none: who does not know
    /// where the source was is told the name of the `.beam` file.
    fn is_source(&self, module: Atom, file: &Path) -> bool {
        let is_compiled = file.extension().is_some_and(|extension| extension == "beam");
        !is_compiled && file.is_file() && self.loader.may_be_source(module, file)
    }
}

impl Sources for Files<'_> {
    fn name(&self, file: &str) -> String {
        let below =
            self.folder.as_ref().and_then(|folder| Path::new(file).strip_prefix(folder).ok());
        below.map_or_else(|| file.to_owned(), |below| below.display().to_string())
    }

    /// Elixir names files from the folder of their application, which in an umbrella is not ours.
    fn name_in(&self, module: Atom, file: &str) -> String {
        let is_short = Path::new(file).is_relative()
            && Path::new(file).extension().is_some_and(|extension| extension == "ex");
        let found = is_short.then(|| self.find(module, file)).flatten();
        match found.as_ref().and_then(|path| path.to_str()) {
            Some(path) => self.name(path),
            None => self.name(file),
        }
    }

    fn line(&self, module: Atom, file: &str, line: usize) -> Option<String> {
        if !self.is_worth_showing(module) {
            return None;
        }
        let path = self.find(module, file)?;
        self.lines(path, |lines| lines.get(line.checked_sub(1)?).cloned())
    }
}
