//! How do we get at a module?
//!
//! From memory if it was loaded before, from the cache if anyone loaded it before, and else from
//! OTP through a node. A warm run never starts a node.
//!
//! Compiling runs code of the user's: parse transforms, and whatever they do to the node they run on.
//! What they make of their own project is theirs to say. But no other project, and nothing of OTP, is
//! ever read through such a node: it would go into the cache, for everybody.

use crate::cache::{Cache, Dependency, Entry, Key};
use crate::node::{DEFAULT_MEMORY, Node, NodeError};
use crate::plain_file::read_plain;
use crate::process::{lock, parallelism};
use crate::{CodePath, Otp, OtpError, erlang_half, openings, walls};
use core_erlang::{Module, wire};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, thread};
use term::external;
use term::{Atom, Term};

/// Where a module comes from.
#[derive(Clone, Debug)]
pub enum ModuleSource {
    /// A module on the code path.
    Name(Atom),
    /// An `.erl` file, with options for the compiler as `compile:file/2` takes them.
    File { path: PathBuf, options: Vec<Term> },
    /// A `.beam` file.
    Beam(PathBuf),
    /// The text of a module that somebody brings along. It uses no macros and includes nothing.
    Embedded { name: Atom, text: &'static str },
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum LoadError {
    #[error("there is no module {name}{}; -pa DIR adds a folder of .beam files", suggestion(.similar))]
    NoSuchModule { name: String, similar: Vec<Atom> },
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: String },
    /// The compiler's own message, with file, line and column.
    #[error("{0}")]
    Compile(String),
    #[error("{0}")]
    NoDebugInfo(String),
    #[error("{0}")]
    BadBeam(String),
    /// A limit of Ermine, not a mistake in the program.
    #[error("{0}")]
    Unsupported(String),
    #[error(
        "OTP's compiler was given up after {} s (does a parse transform never end, or is there a \
         constant that takes long to compute, such as 1 bsl 16000000?)", .0.as_secs()
    )]
    TooLong(Duration),
    #[error(transparent)]
    Otp(#[from] OtpError),
    #[error(transparent)]
    Node(NodeError),
    #[error(transparent)]
    Wire(#[from] wire::Error),
}

fn is_below(folder: &Path, path: &Path) -> bool {
    folder
        .canonicalize()
        .is_ok_and(|folder| path.canonicalize().is_ok_and(|path| path.starts_with(folder)))
}

fn suggestion(similar: &[Atom]) -> String {
    match similar {
        [] => String::new(),
        names => {
            let names: Vec<_> = names.iter().map(|name| name.name()).collect();
            format!(" (is it {}?)", names.join(" or "))
        }
    }
}

impl From<NodeError> for LoadError {
    fn from(error: NodeError) -> LoadError {
        match error {
            NodeError::Refused { kind, text } => match kind.as_str() {
                "compile" => LoadError::Compile(text),
                "no_debug_info" => LoadError::NoDebugInfo(text),
                "bad_beam" => LoadError::BadBeam(text),
                "unsupported" => LoadError::Unsupported(text),
                _ => LoadError::Node(NodeError::Refused { kind, text }),
            },
            other => LoadError::Node(other),
        }
    }
}

impl From<external::Error> for LoadError {
    fn from(error: external::Error) -> LoadError {
        LoadError::Node(error.into())
    }
}

#[derive(Default)]
pub struct LoaderOptions {
    /// Folders with `.beam` files, searched before all others: `-pa`.
    pub code_paths: Vec<PathBuf>,
    /// Folders of files that are loaded, searched after those: whoever is called from there may lie next
    /// to it. What belongs to OTP is found anyway.
    pub neighbours: Vec<PathBuf>,
    /// `None`: the cache at the user's usual place.
    pub cache: Option<Cache>,
    /// How long a node may take for a module before another one is asked; `None`: as usual.
    pub patience: Option<Duration>,
    /// How many bytes a node may take beyond what it takes by itself; `None`: as usual.
    pub memory: Option<u64>,
    /// What is loaded from a source will be installed too. Then it is compiled for both at once: the
    /// compiler runs what the program brings along for it, which may take long.
    pub installs: bool,
}

pub struct Loader {
    code_path: CodePath,
    cache: Cache,
    /// Runs calls.
    node: Arc<Node>,
    /// Reads modules of OTP and those that Ermine brings along. It runs nothing of the user's.
    compiler: Node,
    /// Those that read and compile modules of the user's, the one that was used last at the end.
    compilers: Mutex<Vec<ProjectCompiler>>,
    memory: u64,
    /// What every key begins with: the version of everything that takes part in loading.
    identity: Vec<u8>,
    patience: Duration,
    /// Somebody has said how long it may take: a second try gets no more.
    is_hurried: bool,
    installs: bool,
    has_compiled_openly: AtomicBool,
    /// Code for the BEAM that came with a module.
    codes: Mutex<FxHashMap<Key, Vec<u8>>>,
    loaded: Mutex<FxHashMap<Atom, Arc<Module>>>,
    /// What they were made from.
    origins: Mutex<FxHashMap<Atom, Origin>>,
    /// Sources that are compiled when somebody calls them: of what a project depends on, and does not build.
    offered: Mutex<FxHashMap<Atom, ModuleSource>>,
    /// Modules of which there is only a source that does not compile.
    failed: Mutex<FxHashMap<Atom, LoadError>>,
}

/// The file that a module was loaded from, and the folders that it may include files of.
struct Origin {
    file: PathBuf,
    includes: Vec<PathBuf>,
}

/// A node that may have run code of one project, and of no other.
struct ProjectCompiler {
    project: PathBuf,
    node: Arc<Node>,
}

/// So many of them are kept.
const MOST_COMPILERS: usize = 3;

/// The largest module of OTP takes four seconds on a slow machine. What takes longer than this may wait
/// for something that never comes: a new node is asked, which gets twice as long.
const PATIENCE: Duration = Duration::from_secs(30);

impl Loader {
    pub fn new(options: LoaderOptions) -> Result<Loader, LoadError> {
        let cache = options.cache.unwrap_or_else(Cache::from_environment);
        let otp = Otp::find(cache.folder())?;
        Ok(Loader::with_otp(otp, LoaderOptions { cache: Some(cache), ..options }))
    }

    pub fn with_otp(otp: Otp, options: LoaderOptions) -> Loader {
        let cache = options.cache.unwrap_or_else(Cache::from_environment);
        let neighbours =
            options.neighbours.into_iter().filter(|folder| !is_below(&otp.root, folder));
        let folders: Vec<PathBuf> = options.code_paths.into_iter().chain(neighbours).collect();
        let code_path = CodePath::new(&absolute_all(&folders), &otp);
        let mut identity = wire::VERSION.to_le_bytes().to_vec();
        identity.extend(erlang_half::fingerprint().as_bytes());
        identity.extend(otp.identity().as_bytes());
        let memory = options.memory.unwrap_or(DEFAULT_MEMORY);
        let node = Node::new(otp, cache.folder().map(Path::to_owned));
        let compiler = node.compiler(&code_path, memory);
        let node = Arc::new(node.with_code_path(&code_path, memory));
        let patience = options.patience.unwrap_or(PATIENCE);
        Loader {
            code_path,
            cache,
            node,
            compiler,
            compilers: Mutex::default(),
            memory,
            identity,
            patience,
            is_hurried: options.patience.is_some(),
            installs: options.installs,
            has_compiled_openly: AtomicBool::new(false),
            codes: Mutex::default(),
            loaded: Mutex::default(),
            origins: Mutex::default(),
            offered: Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// The node that runs calls.
    pub fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// The node that reads what is nobody's project. It compiles nothing of the user's.
    pub fn compiler(&self) -> &Node {
        &self.compiler
    }

    /// The node that reads and compiles a file of the user's, and may see the project that it is a part of.
    pub fn compiler_of(&self, file: &Path) -> Arc<Node> {
        let project = openings::project_of(file);
        let mut compilers = lock(&self.compilers);
        let known = compilers.iter().position(|compiler| compiler.project == project);
        let compiler = match known {
            Some(place) => compilers.remove(place),
            None => {
                let node = Arc::new(self.node.compiler(&self.code_path, self.memory));
                node.allow_reading([project.clone()]);
                ProjectCompiler { project, node }
            }
        };
        if compilers.len() == MOST_COMPILERS {
            compilers.remove(0);
        }
        let node = compiler.node.clone();
        compilers.push(compiler);
        node
    }

    pub fn code_path(&self) -> &CodePath {
        &self.code_path
    }

    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Whether a module of the user's was read or compiled with nothing around the compiler that keeps it
    /// from touching the machine.
    pub fn has_compiled_openly(&self) -> bool {
        self.has_compiled_openly.load(Ordering::Relaxed)
    }

    /// Whether a file may be shown as a source of a module that was loaded. By `-file` a module can name
    /// any file on this machine: only what lies in its project is believed, or where headers and modules
    /// are looked for. OTP's modules are believed.
    pub fn may_be_source(&self, module: Atom, file: &Path) -> bool {
        let origins = lock(&self.origins);
        let Some(Origin { file: origin, includes }) = origins.get(&module) else { return false };
        let Ok(file) = file.canonicalize() else { return false };
        let is_below =
            |folder: &Path| folder.canonicalize().is_ok_and(|folder| file.starts_with(folder));
        self.is_of_otp(origin)
            || is_below(&self.node.otp().root)
            || is_below(&openings::project_of(origin))
            || includes.iter().any(|folder| is_below(folder))
            || self.code_path.extra_folders().iter().any(|folder| {
                is_below(&openings::project_of(
                    &folder.join(origin.file_name().unwrap_or_default()),
                ))
            })
    }

    /// The modules that were loaded so far, without those of OTP and of Ermine.
    pub fn modules_of_user(&self) -> Vec<Arc<Module>> {
        let loaded: Vec<_> = lock(&self.loaded).values().cloned().collect();
        let origins = lock(&self.origins);
        let is_of_user = |module: &Arc<Module>| {
            origins.get(&module.name).is_some_and(|origin| !self.is_of_otp(&origin.file))
        };
        loaded.into_iter().filter(is_of_user).collect()
    }

    fn note_origin(&self, module: &Module, file: PathBuf, includes: Vec<PathBuf>) {
        lock(&self.origins).insert(module.name, Origin { file, includes });
    }

    /// A module by its name: one that was loaded from a file before, or one on the code path.
    pub fn load_by_name(&self, name: Atom) -> Result<Arc<Module>, LoadError> {
        if let Some(module) = lock(&self.loaded).get(&name) {
            return Ok(module.clone());
        }
        if let Some(file) = self.code_path.find(name) {
            return self.load_beam(file);
        }
        let offered = lock(&self.offered).get(&name).cloned();
        match offered.filter(|_| !lock(&self.failed).contains_key(&name)) {
            Some(source) => self.load(&source),
            None => Err(lock(&self.failed).get(&name).cloned().unwrap_or_else(|| {
                let similar = self.code_path.similar(name);
                LoadError::NoSuchModule { name: name.name().to_owned(), similar }
            })),
        }
    }

    /// A module from anywhere. From now on, its name means this one.
    pub fn load(&self, source: &ModuleSource) -> Result<Arc<Module>, LoadError> {
        match source {
            ModuleSource::Name(name) => self.load_by_name(*name),
            ModuleSource::File { path, options } => {
                self.load_source(path, options).inspect_err(|error| self.note_failure(path, error))
            }
            ModuleSource::Beam(path) => self.load_beam(path),
            ModuleSource::Embedded { name, text } => self.load_embedded(*name, text),
        }
    }

    /// Whoever calls one of these and finds it nowhere else gets it compiled from its source. The first
    /// of a name counts.
    pub fn offer(&self, sources: Vec<ModuleSource>) {
        let mut offered = lock(&self.offered);
        for source in sources {
            let ModuleSource::File { path, .. } = &source else { continue };
            if let Some(name) = path.file_stem().and_then(OsStr::to_str) {
                offered.entry(Atom::new(name)).or_insert(source);
            }
        }
    }

    /// Those of them that were loaded, for the node that runs calls.
    pub fn install_offered(&self, asked: &mut HashSet<Atom>) -> Result<(), LoadError> {
        let offered = lock(&self.offered).clone();
        for (name, source) in offered {
            let ModuleSource::File { path, .. } = &source else { continue };
            let file = absolute(path);
            let is_loaded =
                lock(&self.origins).get(&name).is_some_and(|origin| origin.file == file);
            if is_loaded && asked.insert(name) {
                self.install(&source)?;
            }
        }
        Ok(())
    }

    /// Many modules at once, on all cores; the results are in the order of the sources.
    pub fn load_all(&self, sources: &[ModuleSource]) -> Vec<Result<Arc<Module>, LoadError>> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut results = Vec::new();
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed))
                && let Some(source) = sources.get(number)
            {
                results.push((number, self.load(source)));
            }
            results
        };
        let mut results: Vec<_> = thread::scope(|scope| {
            let workers: Vec<_> = (0..parallelism()).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
        });
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Compiles a module and loads it on the node where calls to it will run.
    pub fn install(&self, source: &ModuleSource) -> Result<(), LoadError> {
        let (file, code) = match source {
            ModuleSource::Name(name) => match self.code_path.find(*name) {
                Some(file) => (file.to_owned(), read(file)?),
                None => return self.load_by_name(*name).map(drop),
            },
            ModuleSource::Beam(path) => (absolute(path), read(path)?),
            ModuleSource::File { path, options } => {
                let path = absolute(path);
                let code = self.compile(&path, options)?;
                (path, code)
            }
            // These are for the interpreter: the BEAM has what they stand for.
            ModuleSource::Embedded { .. } => return Ok(()),
        };
        let request = vec![Term::atom("install"), path_term(&file), Term::binary(&code)];
        self.node.install(&Term::tuple(request))?;
        Ok(())
    }

    /// A source as code for the BEAM.
    fn compile(&self, path: &Path, options: &[Term]) -> Result<Vec<u8>, LoadError> {
        let key = self.source_key("code", path, options)?;
        if let Some(code) = lock(&self.codes).get(&key) {
            return Ok(code.clone());
        }
        if let Some(entry) = self.cache.get(&key) {
            return Ok(entry.contents);
        }
        let made = self.ask(self.source_question("compile_source", path, options))?;
        Ok(self.keep(&key, made))
    }

    /// The node that runs calls finds modules where the loader finds them. None of them runs anything
    /// when it is loaded. Those that cannot be had without that are left out: their names.
    pub fn install_code_path(&self) -> Result<Vec<Atom>, NodeError> {
        if self.code_path.extra_folders().is_empty() {
            return Ok(Vec::new());
        }
        let request = Term::tuple(vec![Term::atom("add_folders"), self.folders_term()]);
        let answer = self.node.install(&request)?;
        Ok(answer.reader().list(|reader| reader.atom())?)
    }

    /// What another compiler made is made again, by the one whose Core Erlang is interpreted, for the node
    /// that runs calls: they need not agree. This is done once for each module that was loaded so far.
    pub fn install_what_others_compiled(&self, asked: &mut HashSet<Atom>) -> Result<(), NodeError> {
        let is_beam = |file: &Path| file.extension().is_some_and(|extension| extension == "beam");
        let new: Vec<(Atom, PathBuf)> = lock(&self.origins)
            .iter()
            .filter(|(name, origin)| !asked.contains(name) && is_beam(&origin.file))
            .map(|(name, origin)| (*name, origin.file.clone()))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        let files = new.iter().map(|(_, file)| path_term(file)).collect();
        let request = Term::tuple(vec![Term::atom("install_again"), Term::list(files)]);
        self.node.install(&request)?;
        asked.extend(new.into_iter().map(|(name, _)| name));
        Ok(())
    }

    /// The node that compiles nothing may read these.
    pub fn allow_reading(&self, paths: &[PathBuf]) {
        self.compiler.allow_reading(absolute_all(paths));
    }

    fn load_beam(&self, path: &Path) -> Result<Arc<Module>, LoadError> {
        let path = absolute(path);
        let contents = read(&path)?;
        let module = if self.is_of_otp(&path) {
            let key = self.key("beam", &[&contents]);
            self.load_through_cache(&key, || {
                let request = vec![Term::atom("load_beam"), path_term(&path), Term::Nil];
                Question { node: None, request }
            })?
        } else {
            check_name(&path)?;
            // The same file elsewhere may be read by a node that another project has spoiled.
            let folders = external::encode(&self.folders_term());
            let key = self.key("project", &[path.as_os_str().as_bytes(), &folders, &contents]);
            self.load_through_cache(&key, || {
                let request = vec![Term::atom("load_beam"), path_term(&path), self.folders_term()];
                Question { node: Some(self.compiler_of(&path)), request }
            })?
        };
        self.note_origin(&module, path, Vec::new());
        Ok(module)
    }

    fn is_of_otp(&self, path: &Path) -> bool {
        is_below(&self.node.otp().root, path)
    }

    fn load_source(&self, path: &Path, options: &[Term]) -> Result<Arc<Module>, LoadError> {
        let path = absolute(path);
        check_name(&path)?;
        let key = self.source_key("source", &path, options)?;
        let code_key =
            if self.installs { Some(self.source_key("code", &path, options)?) } else { None };
        let module = match code_key {
            Some(code_key) if !self.cache.has(&code_key) || self.cached(&key).is_none() => {
                let question = self.source_question("load_source_and_code", &path, options);
                self.load_with_code(&key, &code_key, question)
            }
            _ => {
                let question = || self.source_question("load_source", &path, options);
                self.load_through_cache(&key, question)
            }
        };
        let module = module.map_err(|error| with_hint(error, &path))?;
        self.note_origin(&module, path, openings::of_options(options));
        Ok(module)
    }

    fn source_key(&self, kind: &str, path: &Path, options: &[Term]) -> Result<Key, LoadError> {
        let parts: [&[u8]; 5] = [
            path.as_os_str().as_bytes(),
            &external::encode(&Term::list(options.to_vec())),
            &external::encode(&self.folders_term()),
            &env::var_os("ERL_COMPILER_OPTIONS").unwrap_or_default().into_encoded_bytes(),
            &read(path)?,
        ];
        Ok(self.key(kind, &parts))
    }

    fn source_question(&self, kind: &str, path: &Path, options: &[Term]) -> Question {
        let node = self.compiler_of(path);
        node.allow_reading(openings::of_options(options));
        let options = Term::list(options.to_vec());
        let request = vec![Term::atom(kind), path_term(path), options, self.folders_term()];
        Question { node: Some(node), request }
    }

    /// The module is there, and nobody must be told otherwise.
    fn note_failure(&self, path: &Path, error: &LoadError) {
        if let Some(name) = path.file_stem().and_then(OsStr::to_str) {
            lock(&self.failed).insert(Atom::new(name), error.clone());
        }
    }

    fn load_embedded(&self, name: Atom, text: &str) -> Result<Arc<Module>, LoadError> {
        let key = self.key("embedded", &[name.name().as_bytes(), text.as_bytes()]);
        self.load_through_cache(&key, || {
            let text = Term::binary(text.as_bytes());
            Question { node: None, request: vec![Term::atom("load_text"), name.into(), text] }
        })
    }

    fn load_through_cache(
        &self,
        key: &Key,
        question: impl FnOnce() -> Question,
    ) -> Result<Arc<Module>, LoadError> {
        let module = match self.cached(key) {
            Some(module) => module,
            None => {
                let made = self.ask(question())?;
                let module = wire::decode_module(&made.module)?;
                self.keep(key, made);
                module
            }
        };
        Ok(self.is_loaded(module))
    }

    fn cached(&self, key: &Key) -> Option<Module> {
        self.cache.get(key).and_then(|entry| wire::decode_module(&entry.contents).ok())
    }

    /// A module of which there is no code yet.
    fn load_with_code(
        &self,
        key: &Key,
        code_key: &Key,
        question: Question,
    ) -> Result<Arc<Module>, LoadError> {
        let mut made = self.ask(question)?;
        let module = wire::decode_module(&made.module)?;
        if let Some(code) = made.code.take() {
            let files = made.files.clone();
            let code = self.keep(code_key, Made { module: code, files, code: None });
            lock(&self.codes).insert(*code_key, code);
        }
        self.keep(key, made);
        Ok(self.is_loaded(module))
    }

    fn is_loaded(&self, module: Module) -> Arc<Module> {
        let module = Arc::new(module);
        lock(&self.loaded).insert(module.name, module.clone());
        module
    }

    fn ask(&self, question: Question) -> Result<Made, LoadError> {
        if question.node.is_some() && !walls::held().is_closed() {
            self.has_compiled_openly.store(true, Ordering::Relaxed);
        }
        let node = question.node.as_deref().unwrap_or(&self.compiler);
        let request = Term::tuple(question.request);
        let answer = match node.request(&request, self.patience) {
            Err(NodeError::TimedOut(_)) => {
                node.stop();
                let limit = if self.is_hurried { self.patience } else { 2 * self.patience };
                node.request(&request, limit).map_err(|error| match error {
                    NodeError::TimedOut(_) => LoadError::TooLong(limit),
                    error => error.into(),
                })?
            }
            answer => answer?,
        };
        let mut reader = answer.reader();
        let length = reader.tuple_header()?;
        let module = reader.bytes()?.to_vec();
        let files = reader
            .list(|reader| reader.bytes().map(|name| PathBuf::from(OsStr::from_bytes(name))))?;
        let code = if length == 3 { reader.bytes()?.to_vec() } else { Vec::new() };
        Ok(Made { module, files, code: Some(code).filter(|code| !code.is_empty()) })
    }

    /// Puts what a compiler made into the cache, if it can be told whether it still holds.
    fn keep(&self, key: &Key, made: Made) -> Vec<u8> {
        let Made { module, files, .. } = made;
        let Some(dependencies) = Dependency::all(files) else { return module };
        let entry = Entry { dependencies, contents: module };
        self.cache.put(key, &entry);
        entry.contents
    }

    fn key(&self, kind: &str, parts: &[&[u8]]) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in [&self.identity, kind.as_bytes()].iter().chain(parts) {
            // The lengths keep parts from running into each other.
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        hasher.finalize()
    }

    fn folders_term(&self) -> Term {
        self.code_path.extra_folders().iter().map(|folder| path_term(folder)).collect()
    }
}

/// What a compiler is asked.
struct Question {
    /// `None`: the one that has run nothing of the user's.
    node: Option<Arc<Node>>,
    request: Vec<Term>,
}

/// What a compiler answered.
struct Made {
    module: Vec<u8>,
    /// What it was made from, beside the file that was asked for.
    files: Vec<PathBuf>,
    /// The same as code for the BEAM, if that was asked for.
    code: Option<Vec<u8>>,
}

/// A header that is there may be out of sight.
fn with_hint(error: LoadError, source: &Path) -> LoadError {
    match error {
        LoadError::Compile(text) if text.contains("can't find include ") => {
            let project = openings::project_of(source);
            let hint = format!("the compiler sees {}; -I DIR lets it see DIR", project.display());
            LoadError::Compile(format!("{text} ({hint})"))
        }
        error => error,
    }
}

/// OTP's compiler has no other names of files.
fn check_name(path: &Path) -> Result<(), LoadError> {
    if path.to_str().is_some() {
        return Ok(());
    }
    let error = "its name, or that of a folder around it, is not UTF-8".to_owned();
    Err(LoadError::File { path: path.to_owned(), error })
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    read_plain(path)
        .map_err(|error| LoadError::File { path: path.to_owned(), error: error.to_string() })
}

pub(crate) fn path_term(path: &Path) -> Term {
    Term::binary(path.as_os_str().as_bytes())
}

fn absolute_all(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| absolute(path)).collect()
}

/// The node need not share our working directory.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
