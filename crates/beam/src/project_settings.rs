//! What does a project's `rebar.config` say to the compiler?
//!
//! It may have a script beside it, `rebar.config.script`, which is a program. So both are read on the
//! node that compiles this project, behind its walls; without walls the script is not run.

use crate::loader::path_term;
use crate::node::NodeError;
use crate::{LoadError, Loader, walls};
use std::path::Path;
use std::time::Duration;
use term::{Term, external};

#[derive(Clone, Debug, Default)]
pub struct ProjectSettings {
    /// For the compiler, without those that only rebar3 knows.
    pub options: Vec<Term>,
    /// Where the sources are; none: in the usual place.
    pub source_folders: Vec<String>,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// A script that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(10);

impl Loader {
    pub fn project_settings(&self, configuration: &Path) -> Result<ProjectSettings, LoadError> {
        let node = self.compiler_of(configuration);
        let ask = |evaluates: bool| {
            let evaluates = Term::atom(if evaluates { "true" } else { "false" });
            let request = [Term::atom("project_settings"), path_term(configuration), evaluates];
            node.request(&Term::tuple(request.to_vec()), PATIENCE)
        };
        let mut notes = Vec::new();
        let answer = match ask(walls::held().is_closed()) {
            Err(NodeError::TimedOut(_)) => {
                let shown = configuration.display();
                let seconds = PATIENCE.as_secs();
                notes.push(format!(
                    "{shown}.script takes more than {seconds} s, and counts as not there"
                ));
                node.stop();
                ask(false)?
            }
            answer => answer?,
        };
        let mut reader = answer.reader();
        reader.tuple_of(3)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let options = external::decode(reader.bytes()?)?;
        let source_folders = reader.list(|reader| reader.bytes().map(text))?;
        notes.extend(reader.list(|reader| reader.bytes().map(text))?);
        let options = options.as_list().unwrap_or_default().to_vec();
        Ok(ProjectSettings { options, source_folders, notes })
    }
}
