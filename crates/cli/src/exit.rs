//! Which exit code? 0 nothing found that matters, 1 findings, 2 not everything was done that was asked.
//!
//! A search that ends by its own `--time` or `--runs` has done what was asked. One that somebody
//! stopped, whose engine failed, or that never began for want of memory, has not.

use report::Report;
use std::process::ExitCode;

/// `is_kept`: everything that was to be written is written.
pub fn code(report: &Report, is_kept: bool) -> ExitCode {
    if report.fails() {
        return ExitCode::from(1);
    }
    let is_done = !report.is_cut_short() && !is_nothing_tested(report);
    match is_done && is_kept {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(2),
    }
}

/// Who could run nothing at all says so. What is unchanged was run before.
fn is_nothing_tested(report: &Report) -> bool {
    let failed = report
        .check
        .as_ref()
        .is_some_and(|check| !check.failures.is_empty() && check.unchanged.functions == 0);
    report.functions.is_empty() && failed
}
