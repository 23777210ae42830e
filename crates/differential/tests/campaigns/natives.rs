//! Does every native built-in do what the BEAM's does? A thousand calls each.
//!
//! `ERMINE_SEED=7 ERMINE_CALLS=5000 ERMINE_ONLY=phash2/1 cargo test -p differential --test campaigns natives::erlang`

use core_erlang::FunctionName;
use differential::campaign::{Campaign, Report};
use differential::sequence::FAMILIES;
use differential::{built_ins, hints};
use interpreter::code::Callee;
use std::collections::BTreeMap;
use term::{Atom, atoms};

const CALLS: usize = 1000;

/// The natives that can be called by themselves, by module.
fn natives() -> BTreeMap<Atom, Vec<FunctionName>> {
    let mut modules: BTreeMap<Atom, Vec<FunctionName>> = BTreeMap::new();
    for ((module, name, arity), callee) in interpreter::natives::all() {
        let function = FunctionName { name, arity: arity as u32 };
        let is_alone = !matches!(callee, Callee::Table(_))
            && !built_ins::is_in_sequences(module, function)
            && hints::left_out(module, name, arity).is_none();
        if is_alone {
            modules.entry(module).or_default().push(function);
        }
    }
    modules.values_mut().for_each(|functions| functions.sort());
    modules
}

fn judged(campaign: &Campaign, module: Atom, report: &Report) -> Option<String> {
    println!("{}: {report}", module.name());
    campaign.judge(module, report).err()
}

fn check(is_wanted: impl Fn(Atom, usize) -> bool) {
    let campaign = Campaign::new().expect("OTP is there");
    let mut failures = Vec::new();
    for (module, functions) in natives() {
        let functions: Vec<FunctionName> = functions
            .into_iter()
            .enumerate()
            .filter(|(index, _)| is_wanted(module, *index))
            .map(|(_, function)| function)
            .collect();
        if !functions.is_empty() {
            let report = campaign.run(module, &functions, CALLS).expect("the node runs");
            failures.extend(judged(&campaign, module, &report));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn erlang_one_half() {
    check(|module, index| module == atoms::erlang && index % 2 == 0);
}

#[test]
fn erlang_other_half() {
    check(|module, index| module == atoms::erlang && index % 2 == 1);
}

#[test]
fn other_modules() {
    check(|module, _| module != atoms::erlang);
}

#[test]
fn sequences() {
    let campaign = Campaign::new().expect("OTP is there");
    let mut failures = Vec::new();
    for family in FAMILIES {
        let report = campaign.run_family(family, CALLS).expect("the node runs");
        println!("{}: {report}", family.name);
        failures.extend(campaign.judge(Atom::new("ermine_calls"), &report).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
