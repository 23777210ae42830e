//! What does a report say to a program?

use super::{exploration, function_clause, report, troubled};
use crate::json;
use expect_test::expect;
use explore::StopReason;

#[test]
fn json_of_crashes() {
    let exploration = exploration(vec![function_clause()], StopReason::Exhausted);
    expect![[r#"
        {
          "version": 1,
          "ermine": "0.1.0",
          "otp": "25.2.3",
          "walls": [
            "Landlock",
            "seccomp",
            "namespaces"
          ],
          "configuration": null,
          "functions": [
            {
              "mfa": "example:foo/1",
              "verdict": "crash",
              "proof": null,
              "stop": "exhausted",
              "complete": true,
              "always_raises": false,
              "spec": "missing",
              "behaviour": null,
              "preconditions": [],
              "findings": [
                {
                  "kind": "crash",
                  "class": "error",
                  "reason": "function_clause",
                  "by_signal": false,
                  "violation": null,
                  "message": "no function clause matching lists:foreach_1(fun example:fcmp/1, a)",
                  "file": "lists.erl",
                  "line": 1441,
                  "function": "lists:foreach_1/2",
                  "args": [
                    "a"
                  ],
                  "call": "example:foo(a).",
                  "shown": "example:foo(a)",
                  "pasteable": true,
                  "shortened": [],
                  "stack": [
                    {
                      "module": "lists",
                      "function": "foreach_1",
                      "arity": 2,
                      "args": [
                        "fun example:fcmp/1",
                        "a"
                      ],
                      "file": "lists.erl",
                      "line": 1441
                    },
                    {
                      "module": "example",
                      "function": "foo",
                      "arity": 1,
                      "args": null,
                      "file": "example.erl",
                      "line": 3
                    }
                  ],
                  "confirmed": true,
                  "confirmation": "confirmed",
                  "confirmation_note": null,
                  "occurrences": 1,
                  "found_before": false,
                  "rank": "likely_bug",
                  "rank_reason": "library",
                  "site": {
                    "id": "{example,foo,1,{function_clause,{lists,foreach_1,2}},1}",
                    "function": "example:foo/1",
                    "file": "example.erl",
                    "line": 3
                  }
                }
              ],
              "expected": 0,
              "operations": null,
              "unreachable": [],
              "incomplete": [],
              "divergences": [],
              "coverage": {
                "clauses": {
                  "reached": 2,
                  "known": 3
                },
                "generated": {
                  "reached": 0,
                  "known": 1
                },
                "lines": {
                  "reached": 2,
                  "known": 4
                },
                "not_called": 1,
                "functions": [
                  {
                    "function": "example:foo/1",
                    "clauses": {
                      "reached": 1,
                      "known": 1
                    },
                    "generated": {
                      "reached": 0,
                      "known": 0
                    }
                  },
                  {
                    "function": "example:fcmp/1",
                    "clauses": {
                      "reached": 1,
                      "known": 1
                    },
                    "generated": {
                      "reached": 0,
                      "known": 0
                    }
                  },
                  {
                    "function": "example:cmp/1",
                    "clauses": {
                      "reached": 0,
                      "known": 1
                    },
                    "generated": {
                      "reached": 0,
                      "known": 1
                    }
                  }
                ],
                "missed": [
                  {
                    "function": "example:cmp/1",
                    "line": 6,
                    "why": "unreachable",
                    "what": null
                  }
                ]
              },
              "limits": {
                "time_ms": 10000.0,
                "runs": null,
                "depth": 100,
                "reductions": 5000000,
                "memory_mib": 2048
              },
              "stats": {
                "runs": 606,
                "rejected": 0,
                "solver": {
                  "sat": 605,
                  "unsat": 7,
                  "unknown": 0,
                  "layers": {
                    "cache": 0,
                    "native": 612,
                    "pinned": 0,
                    "smt": 0,
                    "trivial": 0
                  }
                },
                "divergences": 0,
                "decisions_left": 0,
                "pruned": 0,
                "time_ms": 31.415,
                "run_ms": 9.265,
                "solver_ms": 12.345,
                "smt_ms": 0.0
              },
              "corpus": null,
              "advice": "example:foo/1 has no -spec; with one, only inputs that it allows are tried"
            }
          ],
          "check": null,
          "sites": [
            {
              "rank": "likely_bug",
              "rank_reason": "library",
              "explanation": "a function of a library refuses what it is given",
              "site": {
                "id": "{example,foo,1,{function_clause,{lists,foreach_1,2}},1}",
                "function": "example:foo/1",
                "file": "example.erl",
                "line": 3
              },
              "message": "no function clause matching lists:foreach_1(fun example:fcmp/1, a)",
              "mfa": "example:foo/1",
              "call": "example:foo(a).",
              "also": [],
              "occurrences": 1,
              "known": false
            }
          ],
          "fail_on": "spec-too-wide",
          "fails": true,
          "baseline": null
        }
    "#]]
    .assert_eq(&json::render(&report(&exploration)));
}

#[test]
fn json_of_gaps() {
    let text = json::render(&report(&troubled()));
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let function = &value["functions"][0];
    let shown = serde_json::json!({
        "verdict": function["verdict"],
        "complete": function["complete"],
        "incomplete": function["incomplete"],
        "divergences": function["divergences"],
    });
    expect![[r#"
        {
          "complete": false,
          "divergences": [
            {
              "call": "example:foo(1).",
              "decision": 3,
              "expected": "this",
              "found": null
            }
          ],
          "incomplete": [
            {
              "count": 3,
              "kind": "effect",
              "what": "file:open/2"
            },
            {
              "count": 3,
              "kind": "unsupported_built_in",
              "what": "erlang:fuss/1"
            },
            {
              "count": 3,
              "kind": "out_of_memory",
              "what": null
            },
            {
              "count": 3,
              "kind": "not_repeated",
              "what": null
            },
            {
              "count": 12,
              "kind": "lost_precision",
              "what": "re:run/3"
            },
            {
              "count": 1,
              "kind": "hashed",
              "what": "erlang:phash2/1"
            },
            {
              "count": 2,
              "kind": "depth_cut",
              "what": null
            },
            {
              "count": 4,
              "kind": "solver_unknown",
              "what": "arithmetic: there is no SMT solver"
            },
            {
              "count": 1,
              "kind": "divergence",
              "what": null
            }
          ],
          "verdict": "no_crash_found"
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&shown).expect("JSON"));
}
