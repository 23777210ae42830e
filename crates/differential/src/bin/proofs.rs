//! Are the functions really free of crashes that a report calls proved? See `scripts/proofs.sh`.
//!
//! `proofs REPORT CALLS FOLDER [FILE…]`, or `proofs analysis CALLS FOLDER MODULE…` for what the analysis alone
//! shows of modules of OTP.

use anyhow::{Context, Result};
use differential::proofs;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let mut next = |what: &'static str| words.next().context(what);
    let report = next("the path of a report")?;
    let calls = next("how many calls")?.to_string_lossy().parse().context("how many calls")?;
    let folder = next("a folder to work in")?;
    let rest: Vec<PathBuf> = words.collect();
    let (proved, files) = match report.to_str() {
        Some("analysis") => {
            let modules: Vec<String> =
                rest.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            (proofs::shown_by_analysis(&modules)?, Vec::new())
        }
        _ => (proofs::proved(&std::fs::read_to_string(report)?)?, rest),
    };
    let verdict = proofs::judge(&proved, &files, calls, &folder)?;
    for line in &verdict.left_out {
        println!("not called: {line}");
    }
    for line in &verdict.wrong {
        println!("false proof: {line}");
    }
    println!(
        "{} functions called proved, {} of them called, {} calls ({} came to nothing), {} of the functions raise",
        proved.len(),
        verdict.functions,
        verdict.calls,
        verdict.stopped,
        verdict.false_proofs().len()
    );
    Ok(if verdict.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
