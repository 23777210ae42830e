//! How is the value of an option read? What is wrong with it is told with its place and an example.

use beam::edit_distance;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;
use term::Term;
use term::read::{Placed, Position};

/// What is wrong with a configuration, and where.
#[derive(Debug, PartialEq)]
pub struct Wrong {
    pub place: Position,
    pub message: String,
}

impl Wrong {
    pub fn new(placed: Placed, message: impl Into<String>) -> Wrong {
        Wrong { place: placed.place, message: message.into() }
    }
}

/// An option as it was written.
pub struct Given<'a> {
    pub name: &'static str,
    pub option: Placed<'a>,
    /// What follows the name.
    pub values: &'a [Placed<'a>],
    pub file: &'a str,
    /// `ermine.config:12`
    pub origin: String,
    /// The folder that names of files begin from.
    pub root: &'a Path,
}

impl<'a> Given<'a> {
    /// Where a part of it is written.
    pub fn origin_of(&self, part: Placed) -> String {
        format!("{}:{}", self.file, part.place.line)
    }

    /// Its only value.
    pub fn value(&self) -> Result<Placed<'a>, Wrong> {
        match self.values {
            [value] => Ok(*value),
            _ => Err(Wrong::new(self.option, format!("write {{{}, Value}}", self.name))),
        }
    }

    fn wrong<T>(&self, value: Placed, expected: &str) -> Result<T, Wrong> {
        let message = format!("{{{}, {}}}: {expected}", self.name, value.term);
        Err(Wrong::new(value, message))
    }

    /// A number from here on, and below there.
    pub fn number(&self, from: u64, below: u64) -> Result<u64, Wrong> {
        let value = self.value()?;
        match value.term {
            Term::Int(number)
                if (from..below).contains(&(u64::try_from(*number).unwrap_or(u64::MAX))) =>
            {
                Ok(number.unsigned_abs())
            }
            _ if below == u64::MAX => {
                self.wrong(value, &format!("expected an integer from {from} on"))
            }
            _ => self.wrong(value, &format!("expected an integer from {from} to {}", below - 1)),
        }
    }

    /// `true`, which need not be written, or `false`
    pub fn flag(&self) -> Result<bool, Wrong> {
        if self.values.is_empty() {
            return Ok(true);
        }
        let value = self.value()?;
        match value.term.as_atom_name() {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => self.wrong(value, "expected true or false"),
        }
    }

    /// A number of seconds, or a text with a unit as on the command line.
    pub fn duration(&self) -> Result<Duration, Wrong> {
        let value = self.value()?;
        let text = match value.term {
            Term::Int(_) | Term::Float(_) => Some(value.term.to_string()),
            other => text(other),
        };
        let read = text.and_then(|text| crate::arguments::duration(&text).ok());
        match read {
            Some(time) => Ok(time),
            None => self.wrong(
                value,
                "expected a number of seconds, or a time such as \"500ms\" or \"2m\"",
            ),
        }
    }

    pub fn strategy(&self) -> Result<explore::StrategyName, Wrong> {
        let value = self.value()?;
        let name = value.term.as_atom_name().unwrap_or_default().replace('_', "-");
        match name.parse() {
            Ok(strategy) => Ok(strategy),
            Err(error) => self.wrong(value, &error),
        }
    }

    pub fn fail_on(&self) -> Result<report::FailOn, Wrong> {
        let value = self.value()?;
        let name = value.term.as_atom_name().unwrap_or_default().replace('_', "-");
        match crate::arguments::fail_on(&name) {
            Ok(fail_on) => Ok(fail_on),
            Err(_) => self.wrong(value, "expected likely_bug, spec_too_wide, any or none"),
        }
    }

    /// A path inside of the project: what is written there is nobody else's.
    pub fn own_path(&self) -> Result<PathBuf, Wrong> {
        let value = self.value()?;
        let Some(path) = text(value.term).filter(|path| !path.is_empty()).map(PathBuf::from) else {
            return self.wrong(value, "expected the name of a file, such as \"test/corpus\"");
        };
        let is_inside =
            path.components().all(|each| matches!(each, Component::Normal(_) | Component::CurDir));
        match is_inside {
            true => Ok(self.root.join(path)),
            false => self.wrong(value, "expected a path inside of the project"),
        }
    }

    /// A list of folders, or one.
    pub fn folders(&self) -> Result<Vec<PathBuf>, Wrong> {
        let value = self.value()?;
        if let Some(one) = text(value.term).filter(|text| !text.is_empty()) {
            return Ok(vec![self.root.join(one)]);
        }
        let folders = self.list(value)?.into_iter().map(|each| match text(each.term) {
            Some(name) if !name.is_empty() => Ok(self.root.join(name)),
            _ => Err(Wrong::new(
                each,
                format!("{}: expected a folder, such as \"include\"", each.term),
            )),
        });
        folders.collect()
    }

    /// `['NAME', {'NAME', Value}]`, as `-D` has them.
    pub fn macros(&self) -> Result<Vec<String>, Wrong> {
        let macros = self.list(self.value()?)?.into_iter().map(|each| {
            match (each.term, each.term.as_tuple()) {
                (Term::Atom(name), _) => Ok(name.name().to_owned()),
                (_, Some([Term::Atom(name), value])) => Ok(format!("{}={value}", name.name())),
                _ => Err(Wrong::new(
                    each,
                    format!("{}: expected 'NAME' or {{'NAME', Value}}", each.term),
                )),
            }
        });
        macros.collect()
    }

    pub fn list(&self, value: Placed<'a>) -> Result<Vec<Placed<'a>>, Wrong> {
        match value.elements().filter(|_| value.term.as_list().is_some()) {
            Some(elements) => Ok(elements),
            None => self.wrong(value, "expected a list"),
        }
    }

    /// What others found wrong with a value.
    pub fn checked<T>(&self, value: Placed, read: anyhow::Result<T>) -> Result<T, Wrong> {
        read.map_err(|error| Wrong::new(value, format!("{}: {error}", self.name)))
    }
}

/// `"text"` or `<<"text">>`
fn text(term: &Term) -> Option<String> {
    match term {
        Term::Bits(bits) if bits.is_binary() => String::from_utf8(bits.bytes().to_vec()).ok(),
        _ => {
            let characters = term.as_list()?.iter();
            characters.map(|each| char::from_u32(u32::try_from(each.as_i64()?).ok()?)).collect()
        }
    }
}

/// `did you mean depth?`
pub fn did_you_mean(name: &str, known: impl Iterator<Item = &'static str>) -> Option<String> {
    let most = 2.max(name.len() / 3);
    let near = known.map(|known| (edit_distance(name, known, most), known));
    let (_, near) = near.filter(|(distance, _)| *distance <= most).min()?;
    Some(format!("did you mean {near}?"))
}
