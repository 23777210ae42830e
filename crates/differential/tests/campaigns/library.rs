//! Does library code that is written in Erlang run as on the BEAM? Every exported function of the
//! modules that programs use most, two hundred calls each, with arguments that fit its spec and
//! with others.
//!
//! `ERMINE_SEED=7 ERMINE_CALLS=5000 ERMINE_ONLY=nth/2 cargo test -p differential --test campaigns library::lists`

use core_erlang::FunctionName;
use differential::campaign::Campaign;
use term::Atom;

const CALLS: usize = 200;

fn check(module: &str) {
    let module = Atom::new(module);
    let campaign = Campaign::new().expect("OTP is there");
    let exports = campaign.loader.node().exports(&[module]).expect("the node answers");
    let is_own = |name: &FunctionName| name.name.name() != "module_info";
    let functions: Vec<FunctionName> = exports[0].iter().copied().filter(is_own).collect();
    let report = campaign.run(module, &functions, CALLS).expect("the node runs");
    println!("{}: {report}", module.name());
    if let Err(differences) = campaign.judge(module, &report) {
        panic!("{differences}");
    }
}

macro_rules! modules {
    ($($module:ident)*) => {
        $(#[test]
        fn $module() {
            check(stringify!($module));
        })*
    };
}

modules! {
    lists string maps orddict ordsets gb_trees gb_sets dict sets queue array proplists calendar base64
    uri_string binary unicode io_lib erl_scan erl_parse math filename
}
