//! Does every native built-in do what the BEAM's does? A thousand calls each.

use core_erlang::FunctionName;
use differential::campaign::Campaign;
use std::collections::BTreeMap;
use term::Atom;

const CALLS: usize = 1000;

#[test]
fn pure_natives() {
    let mut modules: BTreeMap<Atom, Vec<FunctionName>> = BTreeMap::new();
    for (module, function, arity, _) in runtime::natives::all() {
        let name = FunctionName { name: Atom::new(function), arity: arity as u32 };
        modules.entry(Atom::new(module)).or_default().push(name);
    }
    let campaign = Campaign::new().expect("OTP is there");
    let mut failures = Vec::new();
    for (module, functions) in modules {
        let report = campaign.run(module, &functions, CALLS).expect("the node runs");
        println!("{}: {report}", module.name());
        failures.extend(campaign.judge(module, &report).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
