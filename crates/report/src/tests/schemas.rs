//! Do the reports for other tools keep to the schemas of these?

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn schema(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/schemas").join(name)
}

pub fn check_sarif(text: &str) -> serde_json::Value {
    let schema = std::fs::read_to_string(schema("sarif-2.1.0.json")).expect("it is in the tests");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let document = serde_json::from_str(text).expect("JSON");
    let errors: Vec<String> =
        validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    document
}

pub fn check_junit(text: &str) {
    if std::env::var_os("ERMINE_WITHOUT_XMLLINT").is_some_and(|value| value == "1") {
        eprintln!("not validated: ERMINE_WITHOUT_XMLLINT=1 is set");
        return;
    }
    let mut command = Command::new("xmllint");
    command.args(["--noout", "--schema"]).arg(schema("junit.xsd")).arg("-");
    let spawned = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.expect(
        "xmllint starts (scripts/setup.sh --tests installs it, ERMINE_WITHOUT_XMLLINT=1 goes without)",
    );
    let mut stdin = child.stdin.take().expect("it is a pipe");
    stdin.write_all(text.as_bytes()).expect("xmllint reads");
    drop(stdin);
    let output = child.wait_with_output().expect("xmllint ends");
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
}
