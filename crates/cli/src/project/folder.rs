//! Which modules are in a folder? Those of its `ebin` if it has one with modules in it, else the
//! sources in it and below, else the `.beam` files in it and below.
//!
//! Folders that are hidden, or hold what others made or what only tests need, are left out below the
//! folder that was asked for: `_build`, `deps`, `node_modules`, `test`.

use super::{BuildTool, Piece, Project};
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

const LEFT_OUT: [&str; 4] = ["_build", "deps", "node_modules", "test"];

pub fn add(project: &mut Project, folder: &Path) -> Result<()> {
    let built = files(&folder.join("ebin"), "beam");
    let sources = if built.is_empty() { files_below(folder, "erl") } else { Vec::new() };
    if !sources.is_empty() {
        let is_made = ["erlang.mk", "Makefile"].iter().any(|name| folder.join(name).is_file());
        project.build_tool = is_made.then_some(BuildTool::Make);
        project.parts.extend(sources.iter().map(|path| source(path, &[folder.to_owned()])));
        return Ok(());
    }
    let beams = if built.is_empty() { files_below(folder, "beam") } else { built };
    if beams.is_empty() {
        bail!("{}: there are no .erl or .beam files in it", folder.display());
    }
    let mut folders: Vec<PathBuf> =
        beams.iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
    folders.dedup();
    project.code_paths.extend(folders);
    project.parts.extend(beams.into_iter().map(Piece::Beam));
    Ok(())
}

/// A source, with the folders where its include files usually are.
pub fn source(path: &Path, roots: &[PathBuf]) -> Piece {
    let mut includes: Vec<PathBuf> = Vec::new();
    if let Some(application) = path.parent().and_then(|folder| folder.parent()) {
        includes.push(application.join("include"));
    }
    for root in roots {
        includes.extend([root.join("include"), root.join("src"), root.clone()]);
    }
    includes.retain(|folder| folder.is_dir());
    includes.dedup();
    Piece::Source { path: path.to_owned(), includes }
}

/// The files of a folder that have this extension, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let is_it = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
    entries(folder).into_iter().filter(|path| is_it(path) && path.is_file()).collect()
}

/// The same, with the folders below.
pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = files(folder, extension);
    for below in folders(folder) {
        let name = below.file_name().map(|name| name.to_string_lossy().into_owned());
        let is_left_out =
            name.is_some_and(|name| name.starts_with('.') || LEFT_OUT.contains(&&*name));
        // A link may lead back up.
        if !is_left_out && !below.is_symlink() {
            found.extend(files_below(&below, extension));
        }
    }
    found
}

pub fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_dir()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
