//! What is said when Ermine itself is wrong? One line that asks for a report, and no program is blamed.

use crate::output;
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

/// Runs all of Ermine.
pub fn guard(run: impl FnOnce() -> ExitCode + panic::UnwindSafe) -> ExitCode {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |complaint| {
        output::complain(&format!("a bug in Ermine: {}; please report it", what(complaint)));
        // Who wants to look into it says so.
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            usual(complaint);
        }
    }));
    panic::catch_unwind(run).unwrap_or(ExitCode::from(2))
}

/// `index out of bounds (crates/term/src/map.rs:7:3)`
pub fn what(complaint: &PanicHookInfo) -> String {
    let payload = complaint.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("panic");
    match complaint.location() {
        Some(place) => format!("{text} ({place})"),
        None => text.to_owned(),
    }
}
