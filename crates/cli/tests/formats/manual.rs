//! Do shells and `man` take what is generated for them?

use crate::workshop::{Workshop, has, starts};
use std::process::Command;

#[test]
fn bash_completes_commands_and_options() {
    let workshop = Workshop::new("completions", &[]);
    let script = workshop.ermine(&["completions", "bash"]);
    assert!(script.status.success());
    std::fs::write(workshop.0.join("ermine.bash"), script.stdout).expect("a file can be written");
    let complete = |words: &str, last: usize| {
        let line = format!(
            "source ./ermine.bash && COMP_WORDS=({words}) COMP_CWORD={last} && _ermine ermine \
             \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\" && echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash")
            .args(["--norc", "-c", &line])
            .current_dir(&workshop.0)
            .output()
            .expect("bash starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    assert_eq!(complete("ermine ru", 1), "run");
    assert_eq!(complete("ermine run m f --forma", 4), "--format");
    assert_eq!(complete("ermine run m f --format sa", 5), "sarif");
}

#[test]
fn every_shell_has_completions() {
    let workshop = Workshop::new("shells", &[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = workshop.ermine(&["completions", shell]);
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && script.contains("solver-path"), "{shell}: {script}");
    }
}

#[test]
fn the_manual_is_well_formed() {
    if !has("mandoc", "ERMINE_WITHOUT_MANDOC", starts("mandoc", "-h")) {
        return;
    }
    let workshop = Workshop::new("manual", &[]);
    assert!(workshop.ermine(&["man", "--folder", "man1"]).status.success());
    let folder = std::fs::read_dir(workshop.0.join("man1")).expect("it was written");
    let mut pages: Vec<String> = folder
        .map(|page| page.expect("a page").file_name().to_string_lossy().into_owned())
        .collect();
    pages.sort();
    for page in ["ermine.1", "ermine-run.1", "ermine-eval.1"] {
        assert!(pages.iter().any(|each| each == page), "{pages:?}");
    }
    for page in &pages {
        // Style is clap_mangen's business; errors are not.
        let checked = Command::new("mandoc")
            .args(["-T", "lint", "-W", "error"])
            .arg(workshop.0.join("man1").join(page))
            .output()
            .expect("mandoc starts");
        assert!(checked.status.success(), "{page}: {}", String::from_utf8_lossy(&checked.stdout));
    }
    let one = workshop.ermine(&["man", "run"]);
    assert_eq!(String::from_utf8_lossy(&one.stdout), workshop.read("man1/ermine-run.1"));
    assert!(String::from_utf8_lossy(&one.stdout).contains("\\-\\-depth"));
}

#[test]
fn a_page_that_is_not_there() {
    let output = Workshop::new("no-page", &[]).ermine(&["man", "walk"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("ermine: there is no command walk; there are run, "), "{said}");
}
