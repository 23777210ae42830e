//! What does a report say to code scanning?

use super::schemas::check_sarif;
use super::{case_clause, exploration, function_clause, hostile, refuted, report, report_with};
use crate::{NoSources, Spec, sarif};
use expect_test::expect;
use explore::{Exploration, Finding, FindingKind, StopReason};
use serde_json::Value;
use trace::Outcome;

fn run(exploration: &Exploration) -> Value {
    let document = check_sarif(&sarif::render(&report(exploration)));
    document["runs"][0].clone()
}

#[test]
fn sarif_of_a_crash() {
    let exploration = exploration(vec![function_clause()], StopReason::Exhausted);
    let text = sarif::render(&report(&exploration));
    check_sarif(&text);
    expect![[r#"
        {
          "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "ermine",
                  "version": "0.1.0",
                  "semanticVersion": "0.1.0",
                  "rules": [
                    {
                      "id": "error/function_clause",
                      "shortDescription": {
                        "text": "No clause of a function fits its arguments."
                      },
                      "defaultConfiguration": {
                        "level": "error"
                      }
                    }
                  ]
                }
              },
              "invocations": [
                {
                  "executionSuccessful": true
                }
              ],
              "columnKind": "unicodeCodePoints",
              "results": [
                {
                  "ruleId": "error/function_clause",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "error: no function clause matching lists:foreach_1(fun example:fcmp/1, a), on example:foo(a)."
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "example.erl",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 1,
                          "endColumn": 40,
                          "snippet": {
                            "text": "foo(L) -> lists:foreach(fun fcmp/1, L)."
                          }
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "example:foo/1",
                          "kind": "function"
                        }
                      ]
                    }
                  ],
                  "stacks": [
                    {
                      "frames": [
                        {
                          "location": {
                            "logicalLocations": [
                              {
                                "fullyQualifiedName": "lists:foreach_1/2",
                                "kind": "function"
                              }
                            ],
                            "message": {
                              "text": "lists:foreach_1(fun example:fcmp/1, a)"
                            }
                          },
                          "parameters": [
                            "fun example:fcmp/1",
                            "a"
                          ]
                        },
                        {
                          "location": {
                            "physicalLocation": {
                              "artifactLocation": {
                                "uri": "example.erl",
                                "uriBaseId": "%SRCROOT%"
                              },
                              "region": {
                                "startLine": 3,
                                "startColumn": 1,
                                "endColumn": 40,
                                "snippet": {
                                  "text": "foo(L) -> lists:foreach(fun fcmp/1, L)."
                                }
                              }
                            },
                            "logicalLocations": [
                              {
                                "fullyQualifiedName": "example:foo/1",
                                "kind": "function"
                              }
                            ],
                            "message": {
                              "text": "example:foo/1"
                            }
                          }
                        }
                      ]
                    }
                  ],
                  "partialFingerprints": {
                    "ermineSite/v1": "4e8cf0926f9cf615b207999e99dfc11f"
                  },
                  "occurrenceCount": 1,
                  "properties": {
                    "function": "example:foo/1",
                    "call": "example:foo(a).",
                    "confirmation": "confirmed",
                    "rank": "likely_bug",
                    "rankReason": "library"
                  }
                }
              ]
            }
          ]
        }
    "#]].assert_eq(&text);
}

#[test]
fn each_result_names_its_rule() {
    let exploration = exploration(vec![function_clause(), case_clause()], StopReason::Exhausted);
    let run = run(&exploration);
    for result in run["results"].as_array().expect("a list") {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    let ids: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert_eq!(ids, ["error/case_clause", "error/function_clause"]);
}

#[test]
fn a_hang_is_about_the_function() {
    let hang = Finding {
        kind: FindingKind::Hang,
        outcome: Outcome::NoEnd(trace::NoEnd::Repeats),
        confirmation: explore::Confirmation::NotTried("it takes too long".into()),
        ..case_clause()
    };
    let run = run(&exploration(vec![hang], StopReason::Exhausted));
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"hang".into(), &"error".into()));
    let location = &result["locations"][0];
    assert_eq!(location["physicalLocation"]["region"]["startLine"], 3);
    assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "example:foo/1");
}

#[test]
fn a_refuted_crash_is_said_of_the_tool() {
    let run = run(&refuted());
    assert_eq!(run["results"], Value::Array(Vec::new()));
    let said = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(
        said,
        "A bug in Ermine, please report it: example:foo([42]). does not crash on the BEAM \
         (it returned ok)"
    );
}

#[test]
fn paths_are_uris() {
    let exploration = hostile();
    let run = run(&exploration);
    let uri = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "a%20b%2Cc%3Ad%25.erl");
    let elsewhere = sarif::render(&report_with(&exploration, Spec::Used, &NoSources));
    assert!(elsewhere.contains("file:///project/a%20b%2Cc%3Ad%25.erl"), "{elsewhere}");
}

/// A line may move, and the smallest input may be another: the mistake is the same.
#[test]
fn fingerprints_last() {
    let print = |finding: Finding| {
        let run = run(&exploration(vec![finding], StopReason::Exhausted));
        run["results"][0]["partialFingerprints"]["ermineSite/v1"].clone()
    };
    let mut other_input = case_clause();
    other_input.input.arguments = vec![term::Term::Int(7)];
    other_input.occurrences = 1;
    assert_eq!(print(case_clause()), print(other_input));
    assert_ne!(print(case_clause()), print(function_clause()));
    expect!["950757c4449f2c142cd467cb8cc710a4"]
        .assert_eq(print(case_clause()).as_str().expect("a text"));
}
