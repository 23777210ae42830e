//! In which file is a module?
//!
//! The folders the user gave come first, then those of `$ERL_LIBS`, then OTP's applications, each in
//! its newest version: the order of the code server, found out without asking it. Listing all of
//! OTP takes two milliseconds, less than any index that would have to be kept up to date.

use crate::Otp;
use crate::otp::find_on_path;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};
use term::Atom;

pub struct CodePath {
    files: FxHashMap<Atom, PathBuf>,
    otp_modules: Vec<Atom>,
    elixir_modules: FxHashSet<Atom>,
    /// The folders that a node does not know by itself.
    extra_folders: Vec<PathBuf>,
}

impl CodePath {
    pub fn new(folders: &[PathBuf], otp: &Otp) -> CodePath {
        let elixir = elixir_folders();
        let libraries = env::var_os("ERL_LIBS").unwrap_or_default();
        let libraries: Vec<PathBuf> =
            env::split_paths(&libraries).flat_map(|folder| application_folders(&folder)).collect();
        let mut code_path = CodePath {
            files: FxHashMap::default(),
            otp_modules: Vec::new(),
            elixir_modules: FxHashSet::default(),
            extra_folders: folders.iter().chain(&libraries).chain(&elixir).cloned().collect(),
        };
        for folder in folders.iter().chain(&libraries) {
            code_path.add_folder(folder);
        }
        for folder in otp_folders(otp) {
            let added = code_path.add_folder(&folder);
            code_path.otp_modules.extend(added);
        }
        for folder in &elixir {
            let added = code_path.add_folder(folder);
            code_path.elixir_modules.extend(added);
        }
        code_path
    }

    /// Adds the modules of a folder that no folder before it has.
    fn add_folder(&mut self, folder: &Path) -> Vec<Atom> {
        let mut added = Vec::new();
        for file in list(folder).into_iter().filter(|file| file.extension().is_some_and(is_beam)) {
            let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let module = Atom::new(name);
            self.files.entry(module).or_insert_with(|| {
                added.push(module);
                file
            });
        }
        added.sort();
        added
    }

    pub fn find(&self, module: Atom) -> Option<&Path> {
        self.files.get(&module).map(PathBuf::as_path)
    }

    /// The folders that have to be added to the code path of a node, in this order.
    pub fn extra_folders(&self) -> &[PathBuf] {
        &self.extra_folders
    }

    /// Every module of the OTP installation.
    pub fn otp_modules(&self) -> &[Atom] {
        &self.otp_modules
    }

    /// Does the module come with Elixir?
    pub fn is_of_elixir(&self, module: Atom) -> bool {
        self.elixir_modules.contains(&module)
    }

    /// The modules of an application: those in its `ebin`, in order. None if there is no such.
    pub fn application(&self, name: &str) -> Vec<Atom> {
        let is_its = |file: &Path| {
            let folder = file.parent().filter(|folder| folder.ends_with("ebin"));
            let folder = folder.and_then(|ebin| ebin.parent()?.file_name()?.to_str());
            folder.is_some_and(|folder| split_version(folder).0 == name)
        };
        let files = self.files.iter();
        let mut modules: Vec<Atom> =
            files.filter(|(_, file)| is_its(file)).map(|(module, _)| *module).collect();
        modules.sort();
        modules
    }

    /// Modules whose names are as near to this one as any, if they are near at all.
    pub fn similar(&self, module: Atom) -> Vec<Atom> {
        let name = module.name();
        let limit = 1 + name.chars().count() / 4;
        let mut near: Vec<_> = self
            .files
            .keys()
            .map(|&candidate| (edit_distance(name, candidate.name(), limit), candidate))
            .filter(|&(distance, _)| distance <= limit)
            .collect();
        near.sort();
        let nearest = near.first().map_or(0, |&(distance, _)| distance);
        near.retain(|&(distance, _)| distance == nearest);
        near.into_iter().take(3).map(|(_, candidate)| candidate).collect()
    }
}

fn is_beam(extension: &std::ffi::OsStr) -> bool {
    extension == "beam"
}

fn list(folder: &Path) -> Vec<PathBuf> {
    // A folder of a code path need not exist; the code server does not mind either.
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
}

fn otp_folders(otp: &Otp) -> Vec<PathBuf> {
    // Preloaded modules are kept with the emulator, in one of two places.
    let emulator = format!("erts-{}", otp.erts_version);
    let mut folders = vec![
        otp.root.join("lib").join(&emulator).join("ebin"),
        otp.root.join(&emulator).join("ebin"),
        otp.root.join("erts/preloaded/ebin"),
    ];
    folders.extend(application_folders(&otp.root.join("lib")));
    folders
}

/// The `ebin` of each application in a folder of libraries, of its newest version only.
fn application_folders(libraries: &Path) -> Vec<PathBuf> {
    let mut newest: BTreeMap<String, (Vec<u64>, PathBuf)> = BTreeMap::new();
    for folder in list(libraries) {
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { continue };
        let (application, version) = split_version(name);
        let candidate = (version, folder.join("ebin"));
        let entry = newest.entry(application.to_owned()).or_insert_with(|| candidate.clone());
        if *entry < candidate {
            *entry = candidate;
        }
    }
    newest.into_values().map(|(_, folder)| folder).collect()
}

/// `kernel-8.5.3` is version 8.5.3 of `kernel`; `kernel` is a version before all others.
fn split_version(name: &str) -> (&str, Vec<u64>) {
    if let Some((application, version)) = name.rsplit_once('-')
        && let Ok(numbers) = version.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>()
    {
        return (application, numbers);
    }
    (name, Vec::new())
}

/// Elixir is no part of OTP, but who tests Elixir has its command on the path.
fn elixir_folders() -> Vec<PathBuf> {
    let Some(command) = find_on_path("elixir").and_then(|command| command.canonicalize().ok())
    else {
        return Vec::new();
    };
    let libraries = command.parent().and_then(Path::parent).map(|root| root.join("lib"));
    match libraries {
        Some(libraries) if libraries.join("elixir/ebin").is_dir() => {
            application_folders(&libraries)
        }
        _ => Vec::new(),
    }
}

/// How many characters must be added, removed or replaced, as far as it matters: anything beyond
/// the limit counts as just beyond it.
pub fn edit_distance(left: &str, right: &str, limit: usize) -> usize {
    let right: Vec<char> = right.chars().collect();
    if left.chars().count().abs_diff(right.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()].min(limit + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(split_version("kernel-8.5.3"), ("kernel", vec![8, 5, 3]));
        assert_eq!(split_version("my-app"), ("my-app", vec![]));
        assert!(split_version("a-10.0").1 > split_version("a-9.9").1);
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(edit_distance("lists", "list", 3), 1);
        assert_eq!(edit_distance("lits", "lists", 3), 1);
        assert_eq!(edit_distance("maps", "lists", 2), 3);
        assert_eq!(edit_distance("", "", 0), 0);
    }
}
