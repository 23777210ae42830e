//! What does a report say to a build server? JUnit's XML: a suite for each module, a test for each
//! function, which fails if something was found.

use crate::text::{self, Detail, Palette};
use crate::{Failure, Finding, Function, Report, visible};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use term::{Atom, Term};

pub fn render(report: &Report) -> String {
    let mut document = quick_junit::Report::new("ermine");
    let mut modules: Vec<Atom> = Vec::new();
    for function in &report.functions {
        if !modules.contains(&function.mfa.module) {
            modules.push(function.mfa.module);
        }
    }
    for module in modules {
        document.add_test_suite(suite(report, module));
    }
    if !report.failures().is_empty() {
        document.add_test_suite(failures(report.failures()));
    }
    document.set_time(report.functions.iter().map(|function| function.statistics.time).sum());
    document.to_string().expect("a String takes everything")
}

fn suite(report: &Report, module: Atom) -> TestSuite {
    let of_module = || report.functions.iter().filter(move |each| each.mfa.module == module);
    let mut suite = TestSuite::new(Term::Atom(module).to_string());
    suite.set_time(of_module().map(|function| function.statistics.time).sum());
    suite.add_property(("ermine", report.ermine.as_str()));
    suite.add_property(("otp", report.otp.as_str()));
    suite.add_test_cases(of_module().map(|function| case(report, function)));
    suite
}

/// What could not be tested is an error, and no failure of the program.
fn failures(failures: &[Failure]) -> TestSuite {
    let mut suite = TestSuite::new("not tested");
    suite.add_test_cases(failures.iter().map(|failure| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type(failure.kind.name());
        status.set_message(&*visible::lines(&failure.why));
        let mut case = TestCase::new(&*visible::line(&failure.subject), status);
        case.set_classname("not tested");
        case
    }));
    suite
}

fn case(report: &Report, function: &Function) -> TestCase {
    let said = text::of_function(report, function, Detail::Full, &Palette::PLAIN);
    let policy = &report.policy;
    let fails = |finding: &&Finding| {
        let is_known = policy.knows(&finding.site.name);
        finding.stands() && !is_known && policy.fail_on.includes(finding.why.rank())
    };
    let mut failing: Vec<&Finding> = function.findings.iter().filter(fails).collect();
    failing.sort_by_key(|finding| finding.why.rank());
    let status = match &failing[..] {
        [] => TestCaseStatus::success(),
        [first, more @ ..] => failure(first, more.len(), &said),
    };
    let name = format!("{}/{}", Term::Atom(function.mfa.function), function.mfa.arity);
    let mut case = TestCase::new(name, status);
    case.set_classname(Term::Atom(function.mfa.module).to_string());
    case.set_time(function.statistics.time);
    if failing.is_empty() {
        // That nothing was found may mean much or little: here is what it means.
        case.set_system_out(said);
    }
    case
}

fn failure(first: &Finding, more: usize, said: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
    status.set_type(first.rule().id);
    status.set_message(format!("{}{more}", text::exception(first)));
    status.set_description(said);
    status
}
