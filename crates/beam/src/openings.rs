//! What must a node see of the machine? OTP and the libraries under it; for the rest it depends on what
//! it is for.

use crate::walls::Openings;
use crate::{CodePath, Otp};
use std::path::{self, Path, PathBuf};
use std::{env, fs};
use term::Term;

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads and compiles modules. It sees the user's projects.
    Compiler,
    /// Runs calls. It sees compiled modules, and of the machine nothing else.
    Runner,
}

impl Role {
    /// What the Erlang half calls it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Compiler => "compiler",
            Role::Runner => "runner",
        }
    }
}

/// Where shared libraries are, and what the C library and OpenSSL read when they start. What is not
/// there is passed over.
const SYSTEM: &[&str] = &[
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/ssl/openssl.cnf",
    "/usr/share/zoneinfo",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    // The number of cores, and how many of them are ours.
    "/sys/devices/system",
    "/proc/cpuinfo",
];

/// What every node needs: OTP, and the programs of the emulator.
pub fn of_otp(otp: &Otp) -> Openings {
    let mut openings = Openings::default();
    openings.readable.extend(SYSTEM.iter().map(PathBuf::from));
    openings.readable.push(otp.root.clone());
    let programs = emulator_folder(otp);
    for name in ["erlexec", "beam.smp", "erl_child_setup"] {
        let program = programs.join(name);
        openings.executable.extend(loader_of(&program));
        openings.executable.push(program);
    }
    openings
}

/// Where the emulator's programs are.
pub fn emulator_folder(otp: &Otp) -> PathBuf {
    otp.root.join(format!("erts-{}", otp.erts_version)).join("bin")
}

/// For a node that runs calls: the compiled modules on the code path, one by one. What lies beside them
/// may be a library in C.
pub fn of_modules(code_path: &CodePath) -> Openings {
    let mut openings = Openings::default();
    for folder in code_path.extra_folders() {
        openings.listable.push(folder.clone());
        openings.readable.extend(files_of(folder, &["beam", "app"]));
    }
    openings
}

/// For a node that compiles: the applications on the code path, with their headers. Where a folder holds
/// more than an application, only what code is made of.
pub fn of_applications(folders: &[PathBuf]) -> Openings {
    let mut openings = Openings::default();
    for folder in folders {
        let application = match folder.ends_with("ebin") {
            true => folder.parent().unwrap_or(folder),
            false => folder,
        };
        if !is_too_much(application) {
            openings.readable.push(application.to_owned());
            continue;
        }
        openings.listable.push(folder.clone());
        openings.readable.extend(files_of(folder, &["beam", "app", "hrl"]));
    }
    let libraries = env::var_os("ERL_LIBS").unwrap_or_default();
    let libraries = env::split_paths(&libraries).filter(|folder| folder.is_absolute());
    openings.readable.extend(libraries.filter(|folder| !is_too_much(folder)));
    openings.readable.extend(env::home_dir().map(|home| home.join(".erlang.crypt")));
    openings
}

/// The files of a folder that have one of these endings.
fn files_of(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_wanted = |file: &PathBuf| {
        file.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted))
    };
    files.filter(is_wanted).collect()
}

/// Does a folder hold more than anybody's project? The root, the user's home, and what is above it.
fn is_too_much(folder: &Path) -> bool {
    let folder = real(folder);
    // Who has no home has all of the machine for it.
    let is_home = env::home_dir().is_some_and(|home| real(&home).starts_with(&folder));
    folder.parent().is_none() || is_home
}

/// Where a path leads, without links and detours; as far as it can be told.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// Files that mark the folder of a project.
const MARKS: [&str; 7] =
    ["rebar.config", "rebar.lock", "mix.exs", "erlang.mk", "Emakefile", ".git", ".hg"];

/// The project that a file belongs to: the outermost folder above it that a build tool or version
/// control has marked; its own folder, or the one around `src`, if there is none. Never the user's
/// home, which may be marked and holds all of their secrets: there, the file alone.
pub fn project_of(file: &Path) -> PathBuf {
    let folder = real(file.parent().unwrap_or(file));
    let is_marked = |folder: &Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    let marked = folder.ancestors().filter(|above| !is_too_much(above) && is_marked(above)).last();
    if let Some(project) = marked {
        return project.to_owned();
    }
    if is_too_much(&folder) {
        return file.to_owned();
    }
    let is_part = ["src", "test", "ebin", "include"].iter().any(|name| folder.ends_with(name));
    match folder.parent().filter(|above| is_part && !is_too_much(above)) {
        Some(above) => above.to_owned(),
        None => folder,
    }
}

/// The folders that options of the compiler name: `{i, Folder}`.
pub fn of_options(options: &[Term]) -> Vec<PathBuf> {
    let include = |option: &Term| match option.as_tuple()? {
        [key, folder] if key.as_atom_name() == Some("i") => folder.as_string().map(PathBuf::from),
        _ => None,
    };
    options.iter().filter_map(include).collect()
}

/// The program that the kernel starts in the place of a dynamically linked one, to link it: named in
/// the file's segment of the kind `PT_INTERP`.
fn loader_of(program: &Path) -> Option<PathBuf> {
    const INTERPRETER: u64 = 3;
    let file = fs::read(program).ok()?;
    let number = |at: usize, size: usize| -> Option<u64> {
        let bytes = file.get(at..at + size)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    };
    // 64 bits, the least significant byte first: all that OTP is built for nowadays.
    if file.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let (table, size, count) = (number(32, 8)? as usize, number(54, 2)? as usize, number(56, 2)?);
    let segments = (0..count as usize).map(|index| table + index * size);
    let segment = segments.into_iter().find(|&at| number(at, 4) == Some(INTERPRETER))?;
    let (start, length) = (number(segment + 8, 8)? as usize, number(segment + 32, 8)? as usize);
    let name = file.get(start..start + length)?;
    let name = name.strip_suffix(b"\0").unwrap_or(name);
    Some(PathBuf::from(std::str::from_utf8(name).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_marked_and_never_the_home() {
        let folder = env::temp_dir().join(format!("ermine-project-{}", std::process::id()));
        let deep = folder.join("apps/one/src");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(project_of(&deep.join("a.erl")), folder.join("apps/one"));
        assert_eq!(project_of(&folder.join("apps/b.erl")), folder.join("apps"));
        fs::write(folder.join("apps/one/rebar.config"), "").unwrap();
        fs::write(folder.join("rebar.config"), "").unwrap();
        assert_eq!(project_of(&deep.join("a.erl")), folder);
        assert_eq!(project_of(Path::new("/a.erl")), Path::new("/a.erl"));
        let home = env::home_dir().expect("whoever tests has a home");
        for file in [home.join("a.erl"), home.join("./a.erl"), home.join("..").join("a.erl")] {
            assert_eq!(project_of(&file), file);
        }
        let link = folder.join("link");
        std::os::unix::fs::symlink(&home, &link).unwrap();
        assert_eq!(project_of(&link.join("a.erl")), link.join("a.erl"));
        fs::remove_dir_all(folder).unwrap();
    }

    /// Such as `--pa .` at home.
    #[test]
    fn a_home_on_the_code_path_is_not_open() {
        let home = env::home_dir().expect("whoever tests has a home");
        let openings = of_applications(std::slice::from_ref(&home));
        assert!(!openings.readable.contains(&home));
        assert!(openings.listable.contains(&home));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn programs_name_their_loader() {
        let loader = loader_of(Path::new("/bin/sh")).expect("a dynamically linked shell");
        assert!(loader.is_file(), "{}", loader.display());
        assert_eq!(loader_of(Path::new("/etc/passwd")), None);
    }
}
