//! How does `-include_lib("app/include/a.hrl")` find an application whose folder has another name, or is the
//! project itself?
//!
//! As with rebar3: by a folder of links that are named as the applications are. It is in the cache, always
//! at the same place for the same project; without a cache it is a folder that is removed in the end.

use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

#[derive(Default)]
pub struct Links {
    temporary: Vec<PathBuf>,
}

impl Links {
    /// The folder with links to these applications of a project, if there are any and it can be made.
    pub fn of(
        &mut self,
        root: &Path,
        applications: &[(String, PathBuf)],
        cache: Option<&Path>,
    ) -> Option<PathBuf> {
        if applications.is_empty() {
            return None;
        }
        let root = root.canonicalize().ok()?;
        let name = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
        let folder = match cache {
            Some(cache) => {
                let folder = cache.join("links").join(&name.as_str()[..32]);
                fs::create_dir_all(&folder).ok()?;
                folder
            }
            None => {
                let folder = env::temp_dir().join(format!("ermine-links-{}-{name}", process::id()));
                // One that is there already is somebody else's.
                if !self.temporary.contains(&folder) {
                    fs::DirBuilder::new().mode(0o700).create(&folder).ok()?;
                    self.temporary.push(folder.clone());
                }
                folder
            }
        };
        for (name, target) in applications.iter().filter(|(name, _)| is_plain(name)) {
            let (link, target) = (folder.join(name), target.canonicalize().ok()?);
            if fs::read_link(&link).is_ok_and(|found| found == target) {
                continue;
            }
            let _ = fs::remove_file(&link);
            symlink(target, link).ok()?;
        }
        Some(folder)
    }
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains('/')
}

impl Drop for Links {
    fn drop(&mut self) {
        for folder in &self.temporary {
            // Nothing but links is in it.
            let _ = fs::remove_dir_all(folder);
        }
    }
}
