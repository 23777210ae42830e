//! Does the cache save work, and never more than that?

use crate::{Folder, loader, otp};
use beam::{Cache, Entry, Loader, LoaderOptions, Otp};
use core_erlang::print;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use term::Atom;

const NAMES: [&str; 4] = ["lists", "maps", "string", "gen_server"];

fn texts(loader: &Loader) -> Vec<String> {
    let options = print::Options { positions: true };
    let text = |name| {
        let module = loader.load_by_name(Atom::new(name)).expect(name);
        print::module(&module, options).expect("whole functions") + &format!("{:?}", module.forms)
    };
    NAMES.into_iter().map(text).collect()
}

fn entries(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path().join("cache/modules")).expect("the cache");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn without_node(otp: &Otp, folder: &Folder) -> Loader {
    // A command that cannot be run shows that it is not run.
    let otp = Otp { erl: "/nowhere/erl".into(), ..otp.clone() };
    loader(&otp, folder)
}

#[test]
fn warm_equals_cold_and_needs_no_node() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let cold = texts(&loader(&otp, &folder));
    assert_eq!(entries(&folder).len(), NAMES.len());
    assert_eq!(texts(&without_node(&otp, &folder)), cold);
}

#[test]
fn damaged_entries_are_made_again() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let good = texts(&loader(&otp, &folder));
    for damage in [cut_in_half, flip_a_bit, empty, replace_by_another] {
        let files = entries(&folder);
        files.iter().for_each(|file| damage(file, &files));
        assert_eq!(texts(&loader(&otp, &folder)), good);
        assert_eq!(texts(&without_node(&otp, &folder)), good, "the entries were not repaired");
    }
}

fn cut_in_half(file: &PathBuf, _: &[PathBuf]) {
    let bytes = fs::read(file).unwrap();
    fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
}

fn flip_a_bit(file: &PathBuf, _: &[PathBuf]) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(file, bytes).unwrap();
}

fn empty(file: &PathBuf, _: &[PathBuf]) {
    fs::write(file, "").unwrap();
}

fn replace_by_another(file: &PathBuf, all: &[PathBuf]) {
    let other = all.iter().find(|other| *other != file).expect("another");
    fs::copy(other, file).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_said_once() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let file = folder.write("file", "in the way of a folder");
    let cache = Some(Cache::new(file.join("cache"), 1 << 30));
    let loader = Loader::with_otp(otp, LoaderOptions { cache, ..LoaderOptions::default() });
    loader.load_by_name(Atom::new("lists")).expect("a module without the cache");
    loader.load_by_name(Atom::new("maps")).expect("another");
    let warning = loader.cache().take_warning().expect("a warning");
    assert!(warning.starts_with("going on without the cache: cannot write to"), "{warning}");
    loader.load_by_name(Atom::new("sets")).expect("a third");
    assert_eq!(loader.cache().take_warning(), None);
}

fn entry(size: usize) -> Entry {
    // Bytes that do not compress.
    let mut state = 1u32;
    let module = (0..size)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    Entry { dependencies: Vec::new(), contents: module }
}

#[test]
fn what_was_not_used_for_long_goes_first() {
    let folder = Folder::new();
    let cache = Cache::new(folder.path().join("cache"), 100_000);
    let keys: Vec<_> = (0..10u8).map(|number| blake3::hash(&[number])).collect();
    for (number, key) in keys.iter().enumerate() {
        cache.put(key, &entry(20_000));
        let file = folder.path().join("cache/modules").join(key.to_hex().as_str());
        let age = Duration::from_secs(3600 * (100 - number as u64));
        let file = fs::File::options().append(true).open(file).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }
    assert!(cache.get(&keys[0]).is_some(), "the oldest is there, and now it was used");
    cache.clean();
    let left: Vec<_> = (0..10).filter(|&number| cache.get(&keys[number]).is_some()).collect();
    assert_eq!(left, [0, 7, 8, 9]);
}

#[test]
fn a_disabled_cache_finds_nothing() {
    let cache = Cache::disabled();
    let key = blake3::hash(b"key");
    cache.put(&key, &entry(10));
    assert_eq!(cache.get(&key), None);
    assert_eq!(cache.take_warning(), None);
}
