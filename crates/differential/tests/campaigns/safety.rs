//! Is what the safety analysis says about built-ins so on the BEAM? Thousands of calls for every row of its
//! table, with members of sets about which the table was asked.
//!
//! `ERMINE_SEED=7 ERMINE_CALLS=5000 ERMINE_ONLY=setelement/3 cargo test -p differential --test campaigns safety::`

use analysis::safety::built_ins::{self, Row};
use differential::campaign::Campaign;

const CALLS: usize = 1000;

/// Rows that never say that a call is safe: what they read may be anything.
const NEVER_SAFE: &[(&str, &str, usize)] = &[
    ("erlang", "list_to_atom", 1),
    ("erlang", "list_to_existing_atom", 1),
    ("erlang", "binary_to_existing_atom", 1),
    ("erlang", "binary_to_existing_atom", 2),
    ("erlang", "list_to_integer", 1),
    ("erlang", "list_to_integer", 2),
    ("erlang", "binary_to_integer", 1),
    ("erlang", "binary_to_integer", 2),
    ("erlang", "list_to_float", 1),
    ("erlang", "binary_to_float", 1),
    ("erlang", "list_to_pid", 1),
    ("erlang", "list_to_port", 1),
    ("erlang", "list_to_ref", 1),
    ("erlang", "binary_to_term", 1),
    ("erlang", "raise", 3),
];

/// Rows that never return.
const NEVER_RETURN: &[(&str, &str, usize)] = &[
    ("erlang", "error", 1),
    ("erlang", "error", 2),
    ("erlang", "error", 3),
    ("erlang", "exit", 1),
    ("erlang", "throw", 1),
    ("erlang", "nif_error", 1),
    ("erlang", "nif_error", 2),
];

/// Rows are divided, so that tests can run side by side.
fn attack(part: usize, of: usize) {
    let campaign = Campaign::new().expect("OTP is there");
    let mut failures = Vec::new();
    let rows: Vec<&Row> = built_ins::rows().skip(part).step_by(of).collect();
    let (mut calls, mut safe) = (0, 0);
    for row in rows {
        let name = (row.module, row.name, row.arity);
        let tally = campaign.attack(row, CALLS).expect("the node runs");
        calls += tally.calls;
        safe += tally.safe;
        let told = format!(
            "{}:{}/{}: {} calls, {} returned, {} were said to be safe",
            row.module, row.name, row.arity, tally.calls, tally.returned, tally.safe
        );
        println!("{told}");
        failures.extend(tally.wrong);
        // A row that is never put to the test is not shown to be right.
        let returns = !NEVER_RETURN.contains(&name);
        let is_ever_safe = returns && !NEVER_SAFE.contains(&name);
        if (tally.returned > 0) != returns || (tally.safe > 0) != is_ever_safe {
            failures.push(told);
        }
    }
    println!("{calls} calls, {safe} said to be safe");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn one_third() {
    attack(0, 3);
}

#[test]
fn another_third() {
    attack(1, 3);
}

#[test]
fn last_third() {
    attack(2, 3);
}
