//! Which SMT solver is there?
//!
//! What the user names, on the command line or in `ERMINE_SOLVER`, and nothing else; or else the
//! newest Z3 of the project's `.tools/` and of the `PATH`; or else a cvc5.

use super::process::output_of;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub brand: Brand,
    pub version: Version,
    pub path: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brand {
    Z3,
    Cvc5,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error("{0}: there is no such program")]
    Missing(PathBuf),
    #[error("{path}: does not run ({why})")]
    DoesNotRun { path: PathBuf, why: String },
    #[error("{path}: says \"{says}\" of itself, and is neither Z3 nor cvc5")]
    Stranger { path: PathBuf, says: String },
}

/// What it costs that there is no solver.
pub const WITHOUT_SOLVER: &str = "no SMT solver (Z3 or cvc5) was found: products, remainders, bit \
    operations and computed floats stay unsolved, so inputs that depend on them are not found \
    (`pip install z3-solver` or Debian's package z3 brings one)";

/// Before this one, Z3 may crash when a time limit is reached.
const RELIABLE: Version = Version { major: 4, minor: 13, patch: 0 };

/// A program says its version at once; on a machine that is short of everything, in a few seconds.
const VERSION_LIMIT: Duration = Duration::from_secs(20);

impl Program {
    /// The solver to use. `wanted` is a path, or a name to be looked up on the `PATH`.
    pub fn find(wanted: Option<&Path>) -> Result<Option<Program>, FindError> {
        if let Some(wanted) = wanted {
            return Program::named(wanted).map(Some);
        }
        if let Some(wanted) = env::var_os("ERMINE_SOLVER").filter(|wanted| !wanted.is_empty()) {
            return Program::named(Path::new(&wanted)).map(Some);
        }
        let local =
            project_folders().map(|folder| folder.join(".tools/bin/z3")).find(|z3| z3.is_file());
        let mut places: Vec<PathBuf> = local.into_iter().collect();
        places.extend(on_path("z3"));
        places.dedup();
        let newest = places
            .iter()
            .filter_map(|path| Program::at(path).ok())
            .max_by_key(|program| program.version);
        Ok(newest.or_else(|| Program::at(&on_path("cvc5")?).ok()))
    }

    fn named(name: &Path) -> Result<Program, FindError> {
        let is_bare = name.components().count() == 1 && !name.is_file();
        let path = if is_bare { name.to_str().and_then(on_path) } else { None };
        Program::at(&path.unwrap_or_else(|| name.to_owned()))
    }

    /// Asks a program what it is.
    pub fn at(path: &Path) -> Result<Program, FindError> {
        if !path.is_file() {
            return Err(FindError::Missing(path.to_owned()));
        }
        let text = output_of(path, &["--version"], VERSION_LIMIT).map_err(|error| {
            FindError::DoesNotRun { path: path.to_owned(), why: error.to_string() }
        })?;
        let line = text.lines().next().unwrap_or("");
        let (brand, version) = read_version(line)
            .ok_or_else(|| FindError::Stranger { path: path.to_owned(), says: line.to_owned() })?;
        Ok(Program { brand, version, path: path.to_owned() })
    }

    /// What the user should know about this solver.
    pub fn warning(&self) -> Option<String> {
        let is_old = self.brand == Brand::Z3 && self.version < RELIABLE;
        is_old.then(|| {
            format!(
                "{self} may crash at time limits, which costs time and answers; {RELIABLE} and later \
                 do not (`pip install z3-solver` or Debian's package z3 brings one)"
            )
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.brand, self.version, self.path.display())
    }
}

impl fmt::Display for Brand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Brand::Z3 => "Z3",
            Brand::Cvc5 => "cvc5",
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// `Z3 version 5.4.0 - 64 bit`, `This is cvc5 version 1.0.3 [git …]`
fn read_version(line: &str) -> Option<(Brand, Version)> {
    let (brand, rest) = line.split_once(" version ")?;
    let brand = match brand.rsplit(' ').next()? {
        "Z3" => Brand::Z3,
        "cvc5" => Brand::Cvc5,
        _ => return None,
    };
    let mut numbers = rest.split(|character: char| !character.is_ascii_digit());
    let mut number = || numbers.next().and_then(|number| number.parse().ok()).unwrap_or(0);
    Some((brand, Version { major: number(), minor: number(), patch: number() }))
}

/// Where we are and where our program is, and all folders around these.
fn project_folders() -> impl Iterator<Item = PathBuf> {
    let here = env::current_dir().ok();
    let program = env::current_exe().ok();
    let starts: Vec<PathBuf> = here.into_iter().chain(program).collect();
    starts.into_iter().flat_map(|start| start.ancestors().map(Path::to_owned).collect::<Vec<_>>())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let version = |major, minor, patch| Version { major, minor, patch };
        assert_eq!(read_version("Z3 version 5.4.0 - 64 bit"), Some((Brand::Z3, version(5, 4, 0))));
        let cvc5 = read_version("This is cvc5 version 1.0.3 [git 1.0.3 on branch HEAD]");
        assert_eq!(cvc5, Some((Brand::Cvc5, version(1, 0, 3))));
        assert_eq!(read_version("cat (GNU coreutils) 9.1"), None);
        assert_eq!(read_version(""), None);
    }

    #[test]
    fn old_ones_are_warned_about() {
        let path = PathBuf::from("z3");
        let at = |major, minor, patch| Program {
            brand: Brand::Z3,
            version: Version { major, minor, patch },
            path: path.clone(),
        };
        assert!(at(4, 8, 12).warning().is_some());
        assert!(at(4, 13, 0).warning().is_none());
        assert!(at(5, 4, 0).warning().is_none());
    }

    #[test]
    fn what_was_asked_for_must_be_there() {
        let wanted = Path::new("/nowhere/z3");
        assert!(matches!(Program::find(Some(wanted)), Err(FindError::Missing(_))));
        let wanted = Path::new("sh");
        assert!(matches!(Program::find(Some(wanted)), Err(FindError::Stranger { .. })));
    }
}
