//! How is a file written that somebody may be reading, or that was there before? Aside, and then put
//! into its place at once: no one ever sees half of it, and what cannot be written leaves the old one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes these the contents of a file, in a folder that is there. It keeps its permissions; a link goes
/// on pointing to it; what is no plain file (`/dev/stdout`, a pipe) is written to.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    // These stand for what is open already, whatever that is.
    if ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder)) {
        return OpenOptions::new().append(true).open(path)?.write_all(contents);
    }
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => place_of(path)?,
        Err(error) => return Err(error),
    };
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(&target)?.write_all(contents);
    }
    if old.is_some() {
        // Whoever may not write the file may not replace it either.
        OpenOptions::new().write(true).open(&target)?;
    }
    let aside = aside(&target);
    let written = write_aside(&aside, contents, old.as_ref());
    let placed = written.and_then(|()| fs::rename(&aside, &target));
    let Err(error) = placed else { return Ok(()) };
    let _ = fs::remove_file(&aside);
    match error.kind() {
        // The folder is closed, or the file is a mount of its own: then it is written where it is.
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::ResourceBusy
        | io::ErrorKind::CrossesDevices
            if old.is_some() =>
        {
            write_in_place(&target, contents)
        }
        _ => Err(error),
    }
}

/// Where a file is to be made, which may be where a link points to that leads nowhere yet.
fn place_of(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&place) else { return Ok(place) };
        place = place.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("too many links"))
}

/// A name beside the file that nobody else uses.
fn aside(target: &Path) -> PathBuf {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".new-{}-{number}", process::id()))
}

fn write_aside(aside: &Path, contents: &[u8], old: Option<&fs::Metadata>) -> io::Result<()> {
    // Left by a process that was killed and had our number.
    let _ = fs::remove_file(aside);
    let mut file = File::create_new(aside)?;
    file.write_all(contents)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    Ok(())
}

/// The end first, for which there may be no space: until then, the old file can be had back.
fn write_in_place(target: &Path, contents: &[u8]) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(target)?;
    let old = file.metadata()?.len();
    let kept = contents.len().min(old as usize);
    if let Err(error) = file.write_all_at(&contents[kept..], kept as u64) {
        file.set_len(old)?;
        return Err(error);
    }
    file.write_all_at(&contents[..kept], 0)?;
    file.set_len(contents.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ermine-whole-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn permissions_and_links_stay() {
        let folder = folder("links");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("file", &link).expect("linked");
        let inode = fs::metadata(&file).expect("there").ino();
        write_whole(&link, b"new").expect("written");
        assert_eq!(fs::read(&file).expect("read"), b"new");
        let now = fs::metadata(&file).expect("there");
        assert_eq!((now.mode() & 0o777, now.ino() == inode), (0o640, false));
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        let (nowhere, later) = (folder.join("nowhere"), folder.join("later"));
        symlink("later", &nowhere).expect("linked");
        write_whole(&nowhere, b"made").expect("written");
        assert_eq!(fs::read(&later).expect("read"), b"made");
        assert_eq!(names(&folder), ["file", "later", "link", "nowhere"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn what_is_no_plain_file_is_written_to() {
        write_whole(Path::new("/dev/null"), b"gone").expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
        let full = write_whole(Path::new("/dev/full"), b"text");
        assert_eq!(full.expect_err("no space").kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = folder("failing");
        let missing = folder.join("missing/file");
        assert_eq!(
            write_whole(&missing, b"x").expect_err("no folder").kind(),
            io::ErrorKind::NotFound
        );
        let file = folder.join("file");
        fs::write(&file, "a long text").expect("written");
        write_in_place(&file, b"short").expect("written");
        assert_eq!(fs::read(&file).expect("read"), b"short");
        write_in_place(&file, b"long again").expect("written");
        assert_eq!(fs::read(&file).expect("read"), b"long again");
        assert_eq!(names(&folder), ["file"]);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
