//! What belongs to a Mix project? The modules that its build has of its own applications.

use super::folder::{files, folders};
use super::{Piece, Project};
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The builds that Mix makes, in the order in which they are looked for.
const ENVIRONMENTS: [&str; 3] = ["dev", "test", "prod"];

pub fn add(project: &mut Project, root: &Path) -> Result<()> {
    let shown = root.display();
    let builds = ENVIRONMENTS.map(|environment| root.join("_build").join(environment).join("lib"));
    let Some(libraries) = builds.into_iter().find(|libraries| libraries.is_dir()) else {
        bail!("{shown}: a Mix project that is not built; mix compile builds it");
    };
    project.code_paths.extend(folders(&libraries).iter().map(|each| each.join("ebin")));
    let beams: Vec<PathBuf> = applications(root)
        .iter()
        .flat_map(|name| files(&libraries.join(name).join("ebin"), "beam"))
        .collect();
    if beams.is_empty() {
        let libraries = libraries.display();
        bail!("{shown}: its build has none of its modules in {libraries}; mix compile builds them");
    }
    project.parts.extend(beams.into_iter().map(Piece::Beam));
    Ok(())
}

/// The project's own applications: one, or those in `apps`.
fn applications(root: &Path) -> Vec<String> {
    let several = folders(&root.join("apps"));
    let projects = [root.to_owned()].into_iter().chain(several);
    projects.filter_map(|folder| name(&fs::read_to_string(folder.join("mix.exs")).ok()?)).collect()
}

/// `app: :name`
fn name(text: &str) -> Option<String> {
    text.match_indices("app:").find_map(|(index, key)| {
        let rest = text[index + key.len()..].trim_start().strip_prefix(':')?;
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn the_name_is_an_atom() {
        assert_eq!(
            name("def project do\n [app: :my_app,\n version: \"1\"]"),
            Some("my_app".into())
        );
        assert_eq!(name("[apps_path: \"apps\"]"), None);
    }
}
