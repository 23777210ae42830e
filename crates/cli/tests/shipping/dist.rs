//! Does `scripts/dist.sh` pack what it should, and the same bytes each time? The command is stood in for by
//! a script that starts it, so that packing is quick; `scripts/test-dist.sh` installs the real one.

use crate::workplace::starts;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    folder.canonicalize().expect("we are in it")
}

/// The archive and the package, made with this umask.
fn pack(folder: &Path, name: &str, umask: &str) -> [PathBuf; 2] {
    let command = folder.join("ermine");
    let text = format!(
        "#!/bin/sh\n# GLIBC_2.34 GLIBC_2.9\nexec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_ermine")
    );
    std::fs::write(&command, text).expect("a file can be written");
    std::fs::set_permissions(&command, PermissionsExt::from_mode(0o700)).expect("it is ours");
    let output = folder.join(name);
    let packed = Command::new("sh")
        .args([
            "-c",
            &format!("umask {umask}; exec scripts/dist.sh --binary \"$1\" --output \"$2\""),
            "sh",
        ])
        .args([&command, &output])
        .current_dir(repository())
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .output()
        .expect("sh starts");
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    let mut made: Vec<PathBuf> = std::fs::read_dir(&output)
        .expect("a folder was made")
        .map(|file| file.expect("an entry").path())
        .collect();
    made.sort();
    made.try_into().unwrap_or_else(|made| panic!("two files and no others: {made:?}"))
}

fn printed(command: &str, arguments: &[&str], file: &Path) -> String {
    let output = Command::new(command).args(arguments).arg(file).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_same_bytes_each_time_with_all_that_belongs_to_it() {
    if !starts("dpkg-deb", "ERMINE_WITHOUT_DPKG") || !starts("git", "ERMINE_WITHOUT_DPKG") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shipping-dist");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let [archive, package] = pack(&folder, "first", "077");
    let [again, package_again] = pack(&folder, "second", "002");
    let bytes = |path: &Path| std::fs::read(path).expect("it was made");
    assert!(bytes(&archive) == bytes(&again), "the archives differ");
    assert!(bytes(&package) == bytes(&package_again), "the packages differ");

    let control = printed("dpkg-deb", &["--field"], &package);
    assert!(
        control.contains("\nDepends: erlang-base (>= 1:25), libc6 (>= 2.34), libgcc-s1\n"),
        "{control}"
    );
    let version = format!("\nVersion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(control.contains(&version), "{control}");
    let (in_archive, in_package) =
        (printed("tar", &["-tvzf"], &archive), printed("dpkg-deb", &["--contents"], &package));
    for file in [
        "bin/ermine",
        "share/man/man1/ermine-check.1",
        "share/bash-completion/completions/ermine",
        "share/zsh/vendor-completions/_ermine",
        "share/fish/vendor_completions.d/ermine.fish",
        "share/ermine/plugins/rebar3_ermine/src/rebar3_ermine.erl",
        "share/ermine/plugins/mix_ermine/lib/mix/tasks/ermine.ex",
        "share/doc/ermine/docs/ci.md",
        "share/doc/ermine/examples/shop.erl",
    ] {
        assert!(in_archive.contains(&format!("/{file}\n")), "no {file} in:\n{in_archive}");
        assert!(in_package.contains(&format!("./usr/{file}")), "no {file} in:\n{in_package}");
    }
    assert!(in_archive.contains("/LICENSE\n") && in_package.contains("/copyright\n"));
    for line in in_package.lines() {
        let is_plain =
            ["drwxr-xr-x ", "-rw-r--r-- ", "-rwxr-xr-x "].iter().any(|mode| line.starts_with(mode));
        assert!(is_plain && line.contains(" root/root "), "{line}");
    }
}
