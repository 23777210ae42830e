//! Do the reports of real searches keep to the schemas?

use crate::workshop::{Workshop, has, has_erlang, starts};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const BASKET: &str = "\
-module(basket).
-export([price/2, first/1]).
price(Items, Key) ->
    Item = maps:get(Key, maps:from_list(Items)),
    100 div Item.
first([Item | _]) -> Item.
";

fn schema(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/schemas").join(name)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn sarif() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("sarif", &[("basket.erl", BASKET)]);
    let search = ["run", "basket.erl", "first", "--format", "sarif"];
    let (first, second) = (json(&workshop.findings(&search)), json(&workshop.findings(&search)));
    let text = std::fs::read_to_string(schema("sarif-2.1.0.json")).expect("it is in the tests");
    let validator = jsonschema::validator_for(&json(&text)).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(&first).map(|each| each.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let result = |document: &Value| document["runs"][0]["results"][0].clone();
    let place = &result(&first)["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "basket.erl");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["endColumn"]),
        (&6.into(), &27.into())
    );
    assert_eq!(result(&first)["partialFingerprints"], result(&second)["partialFingerprints"]);
    assert_eq!(result(&first)["ruleId"], "error/function_clause");
}

#[test]
fn junit() {
    if !has_erlang() || !has("xmllint", "ERMINE_WITHOUT_XMLLINT", starts("xmllint", "--version")) {
        return;
    }
    let workshop = Workshop::new("junit", &[("basket.erl", BASKET)]);
    workshop.findings(&["run", "basket.erl", "first", "--format", "junit", "--output", "out.xml"]);
    let checked = Command::new("xmllint")
        .args(["--noout", "--schema"])
        .arg(schema("junit.xsd"))
        .arg("out.xml")
        .current_dir(&workshop.0)
        .output()
        .expect("xmllint starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let text = workshop.read("out.xml");
    assert!(text.contains(r#"<testcase name="first/1" classname="basket""#), "{text}");
}

#[test]
fn github() {
    if !has_erlang() {
        return;
    }
    let workshop = Workshop::new("github", &[("basket.erl", BASKET)]);
    let text = workshop.findings(&["run", "basket.erl", "first", "--format", "github"]);
    let first = text.lines().next().unwrap_or_default();
    let expected = "::notice file=basket.erl,line=6,title=unlikely input in basket%3Afirst/1::error: no \
                    function clause matching basket:first(";
    assert!(first.starts_with(expected), "{text}");
}
