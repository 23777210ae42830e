//! How is a file read whose name a program may have chosen? As long as it is a plain file of a size that
//! sources have: devices and pipes may never end, and a file may be larger than the memory there is.

use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// No source and no module is larger.
pub const LARGEST: u64 = 64 << 20;

/// All that is in a file.
pub fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    let read = open(path)?.take(LARGEST + 1).read_to_end(&mut contents)?;
    if read as u64 > LARGEST { Err(too_large()) } else { Ok(contents) }
}

/// The hash of all that is in a file, and how many bytes that is.
pub fn hash_plain(path: &Path) -> io::Result<(blake3::Hash, u64)> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open(path)?.take(LARGEST + 1))?;
    match hasher.count() {
        count if count > LARGEST => Err(too_large()),
        count => Ok((hasher.finalize(), count)),
    }
}

fn open(path: &Path) -> io::Result<File> {
    check(&fs::metadata(path)?)?;
    // Some that look like plain files wait for somebody to write to them.
    let wait = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(wait).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    if metadata.len() > LARGEST { Err(too_large()) } else { Ok(()) }
}

fn too_large() -> io::Error {
    io::Error::other(format!("larger than {} MiB", LARGEST >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::process::Command;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ermine-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn only_plain_files_of_some_size_are_read() {
        let folder = folder("plain");
        let (plain, pipe, large) =
            (folder.join("plain"), folder.join("pipe"), folder.join("large"));
        fs::write(&plain, "text").unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        File::create(&large).unwrap().set_len(3 << 30).unwrap();
        assert_eq!(read_plain(&plain).unwrap(), b"text");
        assert_eq!(hash_plain(&plain).unwrap(), (blake3::hash(b"text"), 4));
        let strange = ["/dev/zero", "/dev/tty", "/proc/kcore", "/"].map(PathBuf::from);
        for path in strange.iter().chain([&pipe, &large, &folder]) {
            assert!(read_plain(path).is_err(), "{}", path.display());
            assert!(hash_plain(path).is_err(), "{}", path.display());
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
