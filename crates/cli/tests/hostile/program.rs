//! What does a hostile program try, and how is it to be run? Comments in its first lines:
//!
//! ```erlang
//! %%! tries: to delete files while a crash is confirmed     in words, for the one who reads a failure
//! %%! function: purge/1          the function under test; f/1 if nothing is said
//! %%! eval: [7]                  arguments for `ermine eval`; [1] if nothing is said
//! %%! options: --time 500ms      for `ermine run`, beside `--time 1s --memory 300`
//! %%! ermine: core lists         another command than `run`; may be said several times
//! %%! thoroughly: run a.erl f/1  the same, for `scripts/hostile.sh` only
//! %%! seconds: 100               what each command may take, beyond what they all may
//! %%! not on the node            its function is not called without the interpreter
//! %%! not together               not in the commands about all programs
//! %%! environment: ERL_LIBS={project}/libs
//! %%! build: lists.erl to .      compiles helpers/lists.erl, as the user would have, into a folder
//! %%! build: strike.c to .       a shared library, where there is a compiler of C
//! %%! copy: dot_erlang to .erlang   a file of helpers/ under another name
//! %%! copy: ITSELF to src/a.erl  the program under another name
//! ```
//!
//! `\u{1b}` in the name of a file stands for that character, `{project}`, `{outside}` and `{home}` are the folders of [`crate::canary`].

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Program {
    /// `confirm/getenv`
    pub name: String,
    pub path: PathBuf,
    pub function: String,
    pub eval: String,
    pub options: Vec<String>,
    /// In the place of `run`.
    pub commands: Vec<Vec<String>>,
    /// Beside these, where there is time.
    pub thorough_commands: Vec<Vec<String>>,
    pub seconds: u64,
    pub is_called_on_node: bool,
    pub is_together: bool,
    pub environment: Vec<(String, String)>,
    pub builds: Vec<Placed>,
    pub copies: Vec<Placed>,
}

/// A file of `helpers/`, and where it is to be in the project.
#[derive(Clone, Debug)]
pub struct Placed {
    pub file: String,
    pub to: String,
}

impl Placed {
    fn read(text: &str) -> Result<Placed> {
        let (file, to) = text.split_once(" to ").context("FILE to PLACE")?;
        Ok(Placed { file: file.trim().to_owned(), to: to.trim().to_owned() })
    }
}

impl Program {
    /// Those in the folders below this one, without `helpers`.
    pub fn all(folder: &Path) -> Result<Vec<Program>> {
        let mut programs = Vec::new();
        for kind in fs::read_dir(folder)? {
            let kind = kind?.path();
            if !kind.is_dir() || kind.ends_with("helpers") {
                continue;
            }
            for file in fs::read_dir(kind)? {
                let path = file?.path();
                if path.extension().is_some_and(|extension| extension == "erl") {
                    let shown = path.display().to_string();
                    programs.push(Program::read(folder, path).context(shown)?);
                }
            }
        }
        programs.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(programs)
    }

    fn read(folder: &Path, path: PathBuf) -> Result<Program> {
        let text = fs::read_to_string(&path)?;
        let name = path.strip_prefix(folder)?.with_extension("").display().to_string();
        let mut program = Program {
            name,
            path,
            function: "f/1".to_owned(),
            eval: "[1]".to_owned(),
            options: Vec::new(),
            commands: Vec::new(),
            thorough_commands: Vec::new(),
            seconds: 0,
            is_called_on_node: true,
            is_together: true,
            environment: Vec::new(),
            builds: Vec::new(),
            copies: Vec::new(),
        };
        let mut lines = text.lines().map_while(|line| line.strip_prefix("%%! "));
        let first = lines.next().unwrap_or_default();
        first.strip_prefix("tries: ").context("the first line says what it tries")?;
        for line in lines {
            program.directive(line.trim()).with_context(|| line.to_owned())?;
        }
        Ok(program)
    }

    fn directive(&mut self, text: &str) -> Result<()> {
        let (key, value) = text.split_once(": ").unwrap_or((text, ""));
        let value = value.trim();
        match key {
            "function" => self.function = value.to_owned(),
            "eval" => self.eval = value.to_owned(),
            "options" => self.options = words(value),
            "ermine" => self.commands.push(words(value)),
            "thoroughly" => self.thorough_commands.push(words(value)),
            "seconds" => self.seconds = value.parse()?,
            "not on the node" => self.is_called_on_node = false,
            "not together" => self.is_together = false,
            "environment" => {
                let (name, value) = value.split_once('=').context("NAME=VALUE")?;
                self.environment.push((name.to_owned(), value.to_owned()));
            }
            "build" => self.builds.push(Placed::read(value)?),
            "copy" => self.copies.push(Placed::read(value)?),
            _ => bail!("{key:?} says nothing"),
        }
        Ok(())
    }

    pub fn module(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn file(&self) -> String {
        format!("{}.erl", self.module())
    }

    pub fn helper(&self, file: &str) -> PathBuf {
        if file == "ITSELF" {
            return self.path.clone();
        }
        let kind = self.path.parent().and_then(Path::parent).unwrap_or(Path::new("."));
        kind.join("helpers").join(file)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
