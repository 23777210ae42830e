//! Does the plugin of rebar3 know all options? rebar3 refuses those that a plugin does not name, so
//! those of `ermine check` are named there once more.

use std::path::Path;
use std::process::Command;

#[test]
fn rebar3_takes_every_option_of_check() {
    let help = Command::new(env!("CARGO_BIN_EXE_ermine")).args(["check", "--help"]).output();
    let help = String::from_utf8(help.expect("ermine starts").stdout).expect("UTF-8");
    let file = "../../plugins/rebar3_ermine/src/rebar3_ermine_options.erl";
    let plugin = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let plugin = plugin.expect("it is in the repository");
    let (switches, with_values) = plugin.split_once("\nwith_values() ->").expect("two lists");
    let mut seen = 0;
    for line in help.lines().map(str::trim_start) {
        let Some(start) = line.find("--").filter(|start| *start == 0 || *start == 4) else {
            continue;
        };
        if !line.starts_with('-') {
            continue;
        }
        let words: Vec<&str> = line[start + 2..].split([' ', '[', '<', '=']).collect();
        let (name, has_value) = (words[0], line.contains(" <"));
        if name == "help" {
            continue;
        }
        let short = if start == 4 { format!("${}", &line[1..2]) } else { "undefined".to_owned() };
        let wanted = format!("{{{short}, \"{name}\",");
        let list = if has_value { with_values } else { switches };
        assert!(list.contains(&wanted), "{file} has no {wanted}…}} for: {line}");
        seen += 1;
    }
    assert!(seen > 20, "{seen} options in:\n{help}");
}
