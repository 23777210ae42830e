//! What does a report say to code scanning? SARIF 2.1.0, the format of OASIS for the results of
//! analysers, as far as we have something to say in it.
//!
//! Findings are results. What the BEAM refutes is a bug of ours and none of the program: it becomes
//! a notification about the tool.

use crate::group::{Group, groups};
use crate::rule::{Rule, clause_fingerprint, fingerprint};
use crate::stack::SourceLine;
use crate::{
    Finding, Frame, Function, Mfa, Rank, Report, Standing, UnreachableClause, notation, room, text,
    unreachable, wording,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What stays as it is in the path of a URI.
const IN_PATHS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// What relative paths are relative to: the folder in which `ermine` ran. Tools that know SARIF take
/// this name for the root of the repository.
const BASE: &str = "%SRCROOT%";

pub fn render(report: &Report) -> String {
    let mut found: BTreeSet<Rule> = standing(report).map(|(_, finding)| finding.rule()).collect();
    found.extend(report.unreachable().next().map(|_| unreachable::rule()));
    let rules: Vec<Rule> = found.into_iter().collect();
    let groups = groups(report);
    let results = groups.iter().map(|group| result(&rules, report, group));
    let clauses = report.unreachable().map(|(function, clause)| note(&rules, function, clause));
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            results: results.chain(clauses).collect(),
            tool: Tool { driver: driver(report, &rules) },
            invocations: [Invocation {
                execution_successful: !report.is_cut_short(),
                tool_execution_notifications: notifications(report),
            }],
            column_kind: "unicodeCodePoints",
        }],
    };
    let text = serde_json::to_string_pretty(&log).expect("strings, numbers and lists of them");
    text + "\n"
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    version: &'a str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    column_kind: &'a str,
    results: Vec<ResultObject>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'a str,
    version: &'a str,
    semantic_version: &'a str,
    rules: Vec<RuleObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleObject<'a> {
    id: &'a str,
    short_description: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stacks: Vec<Stack>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    occurrence_count: u64,
    properties: Properties,
}

/// What SARIF has no words for.
#[derive(Serialize)]
struct Properties {
    function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<&'static str>,
    #[serde(rename = "rankReason", skip_serializing_if = "Option::is_none")]
    rank_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

#[derive(Serialize)]
struct Stack {
    frames: Vec<StackFrame>,
}

#[derive(Serialize)]
struct StackFrame {
    location: Location,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    logical_locations: [LogicalLocation; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    #[serde(flatten)]
    columns: Option<Columns>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Columns {
    start_column: usize,
    end_column: usize,
}

fn standing(report: &Report) -> impl Iterator<Item = (&Function, &Finding)> {
    let of_function = |function| move |finding| (function, finding);
    let all = report
        .functions
        .iter()
        .flat_map(move |function| function.findings.iter().map(of_function(function)));
    all.filter(|(_, finding): &(&Function, &Finding)| finding.stands())
}

fn driver<'a>(report: &'a Report, rules: &'a [Rule]) -> Driver<'a> {
    let rules = rules.iter().map(|rule| RuleObject {
        id: &rule.id,
        short_description: Message { text: rule.description.to_owned() },
        default_configuration: Configuration {
            level: if *rule == unreachable::rule() { "note" } else { "error" },
        },
    });
    let version = report.ermine.as_str();
    Driver { name: "ermine", version, semantic_version: version, rules: rules.collect() }
}

fn notifications(report: &Report) -> Vec<Notification> {
    let mut notifications = Vec::new();
    for function in &report.functions {
        for finding in &function.findings {
            if let Standing::Refuted(why) = &finding.standing {
                let call = finding.call_within(function.mfa, room::CALL);
                let call = call.as_input();
                let text = format!(
                    "A bug in Ermine, please report it: {call} does not crash on the BEAM ({why})"
                );
                notifications.push(Notification { level: "error", message: Message { text } });
            }
        }
    }
    notifications.extend(report.failures().iter().map(|failure| {
        let text = format!("Not tested: {}: {}", failure.subject, failure.why);
        Notification { level: "warning", message: Message { text } }
    }));
    notifications
}

fn result(rules: &[Rule], report: &Report, group: &Group) -> ResultObject {
    let Group { function, finding, .. } = group;
    let rule = finding.rule();
    let rule_index = rules.binary_search(&rule).expect("the rules are those of the findings");
    let call = finding.call_within(function.mfa, room::CALL).as_input();
    let level = match group.rank() {
        Rank::LikelyBug => "error",
        Rank::SpecTooWide => "warning",
        Rank::Deliberate | Rank::UnlikelyInput => "note",
    };
    let confirmation = match finding.standing {
        Standing::Confirmed => "confirmed",
        Standing::Repeated => "repeated",
        Standing::NodeDied(_) => "node_died",
        Standing::NotTried(_) | Standing::Refuted(_) => "not_tried",
    };
    let also: Vec<String> = group.also.iter().map(|each| each.mfa.to_string()).collect();
    let baseline = report.policy.baseline.as_ref();
    let state = baseline.map(|_| if group.is_known { "unchanged" } else { "new" });
    let frames: Vec<StackFrame> = finding.stack.iter().map(frame).collect();
    ResultObject {
        rule_id: rule.id,
        rule_index,
        level,
        message: Message { text: format!("{}, on {call}", text::exception(finding)) },
        baseline_state: state,
        locations: vec![main_location(group)],
        stacks: if frames.is_empty() { Vec::new() } else { vec![Stack { frames }] },
        partial_fingerprints: [("ermineSite/v1", fingerprint(group.site))].into(),
        occurrence_count: group.occurrences,
        properties: Properties {
            function: function.mfa.to_string(),
            call: Some(call),
            confirmation: Some(confirmation),
            rank: Some(group.rank().name()),
            rank_reason: Some(group.why.name()),
            also,
        },
    }
}

/// A clause that can go.
fn note(rules: &[Rule], function: &Function, clause: &UnreachableClause) -> ResultObject {
    let rule = unreachable::rule();
    let rule_index = rules.binary_search(&rule).expect("the rules are those of what is told");
    let text = format!("{}: {}", unreachable::NAME, text::comes_nowhere(function));
    ResultObject {
        rule_id: rule.id,
        rule_index,
        level: "note",
        message: Message { text },
        baseline_state: None,
        locations: vec![Location {
            physical_location: Some(physical(&clause.place)),
            logical_locations: [logical(clause.function())],
            message: None,
        }],
        stacks: Vec::new(),
        partial_fingerprints: [("ermineClause/v1", clause_fingerprint(clause))].into(),
        occurrence_count: 1,
        properties: Properties {
            function: function.mfa.to_string(),
            call: None,
            confirmation: None,
            rank: None,
            rank_reason: None,
            also: Vec::new(),
        },
    }
}

fn main_location(group: &Group) -> Location {
    Location {
        physical_location: group.site.line.as_ref().map(physical),
        logical_locations: [logical(group.site.name.function)],
        message: None,
    }
}

fn frame(frame: &Frame) -> StackFrame {
    let arguments = frame.arguments.as_deref().unwrap_or_default();
    let written = notation::all_within(arguments, room::WORDS).into_iter();
    let parameters = written.map(|each| each.text).collect();
    let location = Location {
        physical_location: frame.place.as_ref().filter(|place| can_be_found(place)).map(physical),
        logical_locations: [logical(frame.mfa)],
        message: Some(Message { text: wording::called(frame, room::WORDS) }),
    };
    StackFrame { location, parameters }
}

/// OTP names its own files without a folder: nobody would find these.
fn can_be_found(place: &SourceLine) -> bool {
    place.text.is_some() || place.file.starts_with('/')
}

fn logical(mfa: Mfa) -> LogicalLocation {
    LogicalLocation { fully_qualified_name: mfa.to_string(), kind: "function" }
}

fn physical(place: &SourceLine) -> PhysicalLocation {
    let path = utf8_percent_encode(&place.file, IN_PATHS);
    let artifact_location = if place.file.starts_with('/') {
        ArtifactLocation { uri: format!("file://{path}"), uri_base_id: None }
    } else {
        ArtifactLocation { uri: path.to_string(), uri_base_id: Some(BASE) }
    };
    PhysicalLocation { artifact_location, region: region(place) }
}

/// A stack trace knows no columns: all that is written on the line is meant.
fn region(place: &SourceLine) -> Region {
    let columns = place.text.as_ref().map(|text| {
        let start = text.chars().take_while(|each| each.is_whitespace()).count();
        let end = text.trim_end().chars().count();
        Columns { start_column: start + 1, end_column: end.max(start) + 1 }
    });
    let snippet = place.text.as_ref().map(|text| Message { text: text.clone() });
    Region { start_line: place.line, columns, snippet }
}
