//! Are the functions really free of crashes that a report calls proved? See `scripts/proofs.sh`.
//!
//! `proofs REPORT CALLS FOLDER [FILE…]`, or `proofs analysis CALLS FOLDER MODULE…` for what the analysis alone
//! shows of modules of OTP.

use anyhow::{Context, Result};
use differential::proofs::{self, Judge, Verdict};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let mut next = |what: &'static str| words.next().context(what);
    let report = next("the path of a report")?;
    let calls = next("how many calls")?.to_string_lossy().parse().context("how many calls")?;
    let folder = next("a folder to work in")?;
    let rest: Vec<PathBuf> = words.collect();
    let mut all = Verdict::default();
    let count = match report.to_str() {
        Some("analysis") => {
            let judge = Judge::new(&[], calls, &folder)?;
            let mut count = 0;
            for module in &rest {
                let module = module.to_string_lossy();
                let proved = judge.shown_by_analysis(&module)?;
                count += proved.len();
                let verdict = judge.verdict(&proved)?;
                println!(
                    "{module}: {} functions, {} called, {} calls, {} results compared",
                    proved.len(),
                    verdict.functions,
                    verdict.calls,
                    verdict.results
                );
                tell(&verdict);
                all.add(verdict);
            }
            count
        }
        _ => {
            let proved = proofs::proved(&std::fs::read_to_string(report)?)?;
            all = proofs::judge(&proved, &rest, calls, &folder)?;
            tell(&all);
            proved.len()
        }
    };
    println!(
        "{count} functions called proved, {} of them called, {} calls ({} came to nothing), {} results compared, {} of the functions are wrong",
        all.functions,
        all.calls,
        all.stopped,
        all.results,
        all.false_proofs().len()
    );
    Ok(if all.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn tell(verdict: &Verdict) {
    for line in &verdict.left_out {
        println!("not called: {line}");
    }
    for line in &verdict.wrong {
        println!("false proof: {line}");
    }
}
