//! Does what `docs/ci.md` tells build servers work? Its YAML is parsed, and every `ermine` command line in
//! it runs on a project, in the order in which they are there.

use crate::workplace::{Workplace, starts};
use std::path::Path;
use yaml_rust2::{Yaml, YamlLoader};

fn text() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci.md");
    std::fs::read_to_string(file).expect("it is in the repository")
}

/// The blocks of code in this language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let starts = text.match_indices(&opening).map(|(index, _)| index + opening.len());
    let block = |start: usize| text[start..].split("```").next().unwrap_or_default().to_owned();
    starts.map(block).collect()
}

/// All texts in a document.
fn scalars(yaml: &Yaml, found: &mut Vec<String>) {
    match yaml {
        Yaml::String(text) => found.push(text.clone()),
        Yaml::Array(elements) => elements.iter().for_each(|each| scalars(each, found)),
        Yaml::Hash(pairs) => pairs.values().for_each(|each| scalars(each, found)),
        _ => {}
    }
}

fn documents() -> Vec<Yaml> {
    let parse = |block: String| YamlLoader::load_from_str(&block).expect("it is YAML");
    blocks(&text(), "yaml").into_iter().flat_map(parse).collect()
}

/// The command lines of both kinds, without the prompt.
fn commands() -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks(&text(), "console") {
        lines.extend(block.lines().filter_map(|line| Some(line.strip_prefix("$ ")?.to_owned())));
    }
    let mut found = Vec::new();
    documents().iter().for_each(|document| scalars(document, &mut found));
    lines.extend(found.iter().flat_map(|text| text.lines()).map(str::to_owned));
    lines.retain(|line| line.starts_with("ermine "));
    lines
}

#[test]
fn the_files_say_what_their_servers_read() {
    let [github, gitlab] = &documents()[..] else { panic!("two files") };
    let steps = github["jobs"]["ermine"]["steps"].as_vec().expect("steps");
    for step in steps {
        assert!(step["uses"].is_badvalue() != step["run"].is_badvalue(), "{step:?}");
    }
    let upload =
        steps.iter().find(|step| step["with"]["sarif_file"].as_str() == Some("ermine.sarif"));
    assert!(
        upload
            .is_some_and(|step| step["if"].as_str().is_some_and(|when| when.contains("cancelled")))
    );
    assert_eq!(github["permissions"]["security-events"].as_str(), Some("write"));
    let cached = |step: &&Yaml| step["with"]["path"].as_str() == Some(".ermine");
    assert!(steps.iter().any(|step| cached(&step)), "{steps:?}");
    let job = &gitlab["ermine"];
    assert_eq!(job["artifacts"]["reports"]["junit"].as_str(), Some("ermine.xml"));
    assert_eq!(job["cache"]["paths"][0].as_str(), Some(".ermine"));
    assert!(
        job["script"]
            .as_vec()
            .is_some_and(|lines| lines.iter().all(|line| line.as_str().is_some()))
    );
}

#[test]
fn every_command_line_runs() {
    if !starts("rebar3", "ERMINE_WITHOUT_REBAR3") {
        return;
    }
    let workplace = Workplace::new("ci", "rebar", "rebar3_ermine", "_checkouts/rebar3_ermine");
    let built = workplace.say("rebar3 compile");
    assert_eq!(built.code, 0, "{}", built.text);
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:#?}");
    for line in &commands {
        let mut command = workplace.command("sh -c");
        command.arg(line);
        let folder = Path::new(env!("CARGO_BIN_EXE_ermine")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{}:{path}", folder.display()));
        command.env("ERMINE_CACHE", workplace.project.join(".ermine/cache"));
        let said = workplace.said(&mut command);
        // 1: something was found, which is what the project is for.
        assert!(said.code == 0 || said.code == 1, "{line}: {}", said.text);
        for file in
            line.split_once("--output ").iter().flat_map(|(_, rest)| rest.split("--output "))
        {
            let file = file.split(' ').next().expect("a name");
            assert!(
                workplace.project.join(file).is_file(),
                "{line} makes no {file}: {}",
                said.text
            );
        }
    }
    assert!(workplace.project.join(".ermine/corpus").is_dir());
}
