//! What does a second core bring? The longest of the cases, on one core and on two: the same work, or
//! the whole of it where a search comes to its end.

use crate::cases::{Case, all_cases};
use crate::explorer::{Explorer, How, Watcher};
use crate::search::{Way, solver};
use crate::table::{Cell, Table};
use anyhow::{Context, Result};
use beam::{Loader, LoaderOptions};
use explore::{Exploration, FindingKey, StopReason};
use solver::smt::{Program, Smt};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// So many of the longest are compared.
const MOST: usize = 10;

/// Nobody waits longer for one that does not end.
const TIME: Duration = Duration::from_secs(3);

/// The best of so many.
const TIMES: usize = 3;

pub fn table(only: &str) -> Result<Table> {
    let loader = Arc::new(Loader::new(LoaderOptions::default())?);
    let program = Smt::find(None)?;
    let columns =
        ["case", "runs", "stop", "seconds", "seconds on two cores", "ratio", "same sites"];
    let mut table = Table::new("Jobs: two cores against one", &columns);
    let mut longest = Vec::new();
    for case in all_cases(&loader)?.into_iter().filter(|case| case.name.contains(only)) {
        let exploration = explore(&loader, program.as_ref(), &case, 1, None)?;
        longest.push((case, exploration));
    }
    longest.sort_by_key(|(_, exploration)| std::cmp::Reverse(exploration.time));
    let (mut all, mut all_on_two) = (0.0, 0.0);
    for (case, first) in &longest {
        if table.rows.len() == MOST {
            break;
        }
        // What has no end ends after as many runs.
        let is_exhausted = first.stop == Some(StopReason::Exhausted);
        let runs = (!is_exhausted).then_some(first.runs);
        let best = |jobs| {
            let explorations: Result<Vec<Exploration>> =
                (0..TIMES).map(|_| explore(&loader, program.as_ref(), case, jobs, runs)).collect();
            let best = explorations?.into_iter().min_by_key(|exploration| exploration.time);
            best.context("at least one")
        };
        let (one, two) = (best(1)?, best(2)?);
        // A run that was cut by the clock is none that can be made again.
        if one.time < first.time / 2 {
            continue;
        }
        let (seconds, on_two) = (one.time.as_secs_f64(), two.time.as_secs_f64());
        (all, all_on_two) = (all + seconds, all_on_two + on_two);
        table.add(vec![
            case.name.as_str().into(),
            one.runs.into(),
            if is_exhausted { "exhausted" } else { "runs" }.into(),
            seconds.into(),
            on_two.into(),
            (on_two / seconds).into(),
            if sites(&one) == sites(&two) { "yes" } else { "no" }.into(),
        ]);
    }
    let empty = || Cell::from("");
    let sum = vec!["all".into(), empty(), empty(), all.into(), all_on_two.into()];
    table.add(sum.into_iter().chain([(all_on_two / all).into(), empty()]).collect());
    table.remarks = vec![
        format!(
            "The best of {TIMES} on the clock; searches that do not end in {TIME:?} make as many runs on two cores."
        ),
        format!("Load of the machine before: {}.", load()),
    ];
    Ok(table)
}

fn explore(
    loader: &Arc<Loader>,
    program: Option<&Program>,
    case: &Case,
    jobs: usize,
    runs: Option<u64>,
) -> Result<Exploration> {
    // With a limit on runs, time is what is measured.
    let time = if runs.is_some() { 4 * TIME } else { TIME };
    let how = How { seed: case.seed.clone(), runs, jobs, ..How::new(case.depth, time) };
    let mut solver = solver(program, Way::Stack);
    let mut watcher = Watcher::new(false);
    Explorer::new(loader).explore(&case.module, case.function, &how, &mut *solver, &mut watcher)
}

fn sites(exploration: &Exploration) -> BTreeSet<FindingKey> {
    exploration.findings.iter().map(|finding| finding.key.clone()).collect()
}

/// Of the last minute, where that can be told.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}
