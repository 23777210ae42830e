//! What did we load before, and what did we find out about it?
//!
//! A folder of files, each the wire form of one module, or what an analysis came to, under the hash of
//! everything it was made from. Files appear whole or not at all (written aside, then renamed) and carry a checksum: one
//! that is damaged, or was made by another version, is as good as absent and simply made again. When
//! the folder grows beyond its limit, the files that were not used for the longest time go.

use crate::plain_file::hash_plain;
use crate::process::lock;
use crate::whole_file::write_whole;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{self, Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// The hash of everything that an entry depends on and that is known before it is read.
pub type Key = blake3::Hash;

/// Changes with the layout of the files.
const MAGIC: &[u8; 8] = b"ermine 1";

pub const DEFAULT_LIMIT: u64 = 1 << 30;

/// How stale the time of last use may be: noting each use would cost a write each time.
const USE_IS_NOTED_AFTER: Duration = Duration::from_secs(6 * 3600);

/// Looking at the size of everything takes a while, so it is done once in so many entries.
const STORES_BETWEEN_CLEANING: u32 = 128;

pub struct Cache {
    /// Without a folder, nothing is ever found.
    folder: Option<PathBuf>,
    limit: u64,
    stores: AtomicU32,
    is_writable: AtomicBool,
    warning: Mutex<Option<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Further files that it was made from; the entry holds while they are unchanged.
    pub dependencies: Vec<Dependency>,
    /// The wire form of a module, or whatever else was made.
    pub contents: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    pub file: PathBuf,
    pub hash: blake3::Hash,
}

/// What a module was made from is not larger in all; what is, is made again each time.
const MOST_DEPENDENCIES: u64 = 256 << 20;

impl Dependency {
    /// The files as they are now, if all of them can be read.
    pub fn all(files: impl IntoIterator<Item = PathBuf>) -> Option<Vec<Dependency>> {
        let mut left = MOST_DEPENDENCIES;
        let mut dependency = |file: PathBuf| {
            let (hash, size) = hash_plain(&file).ok()?;
            left = left.checked_sub(size)?;
            Some(Dependency { file, hash })
        };
        files.into_iter().map(&mut dependency).collect()
    }

    fn is_unchanged(&self) -> bool {
        hash_plain(&self.file).is_ok_and(|(hash, _)| hash == self.hash)
    }
}

impl Cache {
    pub fn new(folder: PathBuf, limit: u64) -> Cache {
        Cache { folder: Some(folder), limit, ..Cache::disabled() }
    }

    pub fn disabled() -> Cache {
        Cache {
            folder: None,
            limit: DEFAULT_LIMIT,
            stores: AtomicU32::new(0),
            is_writable: AtomicBool::new(true),
            warning: Mutex::new(None),
        }
    }

    /// The cache at the user's usual place: `$ERMINE_CACHE`, which may also be `off`, or `ermine`
    /// in the cache folder of the desktop standards.
    pub fn from_environment() -> Cache {
        let named = |variable| env::var_os(variable).filter(|value| !value.is_empty());
        if let Some(choice) = named("ERMINE_CACHE") {
            return match choice == "off" {
                true => Cache::disabled(),
                false => Cache::in_folder(choice.into()),
            };
        }
        let usual = named("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
            .or_else(|| named("HOME").map(|home| PathBuf::from(home).join(".cache")));
        match usual {
            Some(folder) => Cache::in_folder(folder.join("ermine")),
            None => Cache::disabled(),
        }
    }

    /// Nodes are started elsewhere, and must find it too.
    fn in_folder(folder: PathBuf) -> Cache {
        Cache::new(path::absolute(&folder).unwrap_or(folder), DEFAULT_LIMIT)
    }

    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Something the user should know about the cache; said once.
    pub fn take_warning(&self) -> Option<String> {
        lock(&self.warning).take()
    }

    /// The entry of this key, if it is there, whole and still true.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        let file = self.file_of(key)?;
        let bytes = fs::read(&file).ok()?;
        let entry = decode(key, &bytes)?;
        if !entry.dependencies.iter().all(Dependency::is_unchanged) {
            return None;
        }
        note_use(&file);
        Some(entry)
    }

    /// Whether there is an entry of this key, be it true or not.
    pub fn has(&self, key: &Key) -> bool {
        self.file_of(key).is_some_and(|file| file.is_file())
    }

    /// Keeps an entry. A failure only costs time, later: it becomes a warning.
    pub fn put(&self, key: &Key, entry: &Entry) {
        let Some(file) = self.file_of(key) else { return };
        if !self.is_writable.load(Ordering::Relaxed) {
            return;
        }
        let folder = file.parent().expect("an entry lies in a folder");
        let written =
            fs::create_dir_all(folder).and_then(|()| write_whole(&file, &encode(key, entry)));
        if let Err(error) = written {
            self.is_writable.store(false, Ordering::Relaxed);
            let folder = self.folder.as_deref().unwrap_or(&file).display();
            let text = format!("going on without the cache: cannot write to {folder}: {error}");
            *lock(&self.warning) = Some(text);
            return;
        }
        let stores = self.stores.fetch_add(1, Ordering::Relaxed);
        if stores.is_multiple_of(STORES_BETWEEN_CLEANING) {
            self.clean();
        }
    }

    fn modules_folder(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("modules"))
    }

    fn file_of(&self, key: &Key) -> Option<PathBuf> {
        Some(self.modules_folder()?.join(key.to_hex().as_str()))
    }

    /// Removes the entries that were not used for the longest time, until a tenth is free.
    pub fn clean(&self) {
        let Some(folder) = self.modules_folder() else { return };
        let mut files = list(&folder);
        let mut size: u64 = files.iter().map(|file| file.size).sum();
        if size <= self.limit {
            return;
        }
        files.sort_by_key(|file| file.used);
        for file in files {
            if size <= self.limit / 10 * 9 {
                break;
            }
            // Another Ermine may have removed it already.
            let _ = fs::remove_file(&file.path);
            size -= file.size;
        }
    }
}

struct Listed {
    path: PathBuf,
    size: u64,
    used: SystemTime,
}

fn list(folder: &Path) -> Vec<Listed> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file())?;
            Some(Listed {
                path: entry.path(),
                size: metadata.len(),
                used: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            })
        })
        .collect()
}

/// The time of modification serves as the time of last use.
fn note_use(file: &Path) {
    let now = SystemTime::now();
    let Ok(before) = fs::metadata(file).and_then(|metadata| metadata.modified()) else { return };
    if now.duration_since(before).is_ok_and(|age| age > USE_IS_NOTED_AFTER) {
        // In a cache that cannot be written, nothing will be removed either.
        let _ = File::options().append(true).open(file).and_then(|file| file.set_modified(now));
    }
}

// A file: magic, key, checksum of the rest; then the dependencies, the length of the contents, and the
// contents, compressed.

fn encode(key: &Key, entry: &Entry) -> Vec<u8> {
    let mut body = Vec::with_capacity(entry.contents.len() / 4);
    body.extend((entry.dependencies.len() as u32).to_le_bytes());
    for dependency in &entry.dependencies {
        let name = dependency.file.as_os_str().as_bytes();
        body.extend((name.len() as u32).to_le_bytes());
        body.extend(name);
        body.extend(dependency.hash.as_bytes());
    }
    body.extend((entry.contents.len() as u64).to_le_bytes());
    let mut encoder = ZlibEncoder::new(body, Compression::fast());
    encoder.write_all(&entry.contents).expect("memory takes everything");
    let body = encoder.finish().expect("memory takes everything");
    let mut bytes = Vec::with_capacity(body.len() + HEADER);
    bytes.extend(MAGIC);
    bytes.extend(key.as_bytes());
    bytes.extend(blake3::hash(&body).as_bytes());
    bytes.extend(body);
    bytes
}

const HEADER: usize = MAGIC.len() + 2 * blake3::OUT_LEN;

fn decode(key: &Key, bytes: &[u8]) -> Option<Entry> {
    let mut rest = bytes;
    let is_ours = take(&mut rest, MAGIC.len())? == MAGIC
        && take(&mut rest, blake3::OUT_LEN)? == key.as_bytes()
        && take(&mut rest, blake3::OUT_LEN)? == blake3::hash(&bytes[HEADER..]).as_bytes();
    if !is_ours {
        return None;
    }
    let count = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
    let dependencies = (0..count).map(|_| take_dependency(&mut rest)).collect::<Option<_>>()?;
    let length = u64::from_le_bytes(take(&mut rest, 8)?.try_into().ok()?);
    let length = usize::try_from(length).ok()?;
    let mut contents = Vec::with_capacity(length);
    ZlibDecoder::new(rest).read_to_end(&mut contents).ok()?;
    (contents.len() == length).then_some(Entry { dependencies, contents })
}

fn take_dependency(rest: &mut &[u8]) -> Option<Dependency> {
    let length = u32::from_le_bytes(take(rest, 4)?.try_into().ok()?);
    let file = PathBuf::from(OsStr::from_bytes(take(rest, length as usize)?));
    let hash = blake3::Hash::from_slice(take(rest, blake3::OUT_LEN)?).ok()?;
    Some(Dependency { file, hash })
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}
