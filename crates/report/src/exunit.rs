//! How does a finding become a test in Elixir? A module for `ExUnit` with a test for each finding, as
//! [`eunit`](crate::eunit) has them for Erlang.
//!
//! What has no notation (pids, ports, references, closures) cannot be tested so; a comment says that it was
//! left out.

use crate::path::PathResult;
use crate::{Finding, Function, Report, Standing, dialect, elixir, notation, room, text, visible};
use explore::FindingKind;
use std::collections::HashSet;
use term::Term;

/// How long a test of something that does not come to an end waits, in seconds.
const PATIENCE: u32 = 10;

/// Every such file begins with these.
pub const FIRST_WORDS: &str = "# Written by Ermine ";

/// Nobody reads more than so many bytes, and the compiler takes minutes for a few of them.
const LONGEST_TEST: usize = 20_000;

/// The paths of one function may take so many bytes together.
const LONGEST_TESTS: usize = 400_000;

/// In bytes.
const LONGEST_COMMENT: usize = 500;

/// Names of tests become atoms, of at most 255 characters with what ExUnit adds.
const LONGEST_NAME: usize = 180;

/// The name of the module, if nobody gave another: `Shop.ErmineTest`.
pub fn default_module(report: &Report) -> String {
    let modules: HashSet<_> = report.functions.iter().map(|function| function.mfa.module).collect();
    match report.functions.first() {
        Some(first) if modules.len() == 1 && elixir::is_module(first.mfa.module) => {
            format!("{}.ErmineTest", elixir::module(first.mfa.module))
        }
        _ => "ErmineTest".to_owned(),
    }
}

/// The name of the module in such a file, if it can have one: `shop_test.exs` has `ShopTest`.
pub fn module_of_file(stem: &str) -> Option<String> {
    let parts = stem.split(['_', '.', '-']).filter(|part| !part.is_empty());
    let capital = |part: &str| {
        let (first, rest) = part.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    let is_plain = stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let name: String =
        parts.map(|part| if is_plain { capital(part) } else { String::new() }).collect();
    name.starts_with(|first: char| first.is_ascii_uppercase()).then_some(name)
}

pub fn render(report: &Report, module: &str) -> String {
    let mut writer = ExUnitFile { out: String::new(), names: HashSet::new(), has_hang: false };
    writer.head(report, module);
    for function in &report.functions {
        for finding in &function.findings {
            writer.finding(report, function, finding);
        }
        writer.paths(function);
    }
    for failure in report.failures() {
        writer.blank();
        writer.comment(&format!("Not tested: {}: {}", failure.subject, failure.why));
    }
    if writer.has_hang {
        writer.line(&ENDS.replace("PATIENCE", &PATIENCE.to_string()));
    }
    writer.line("end");
    writer.out
}

const ENDS: &str = "
  # Waits for a call that may have no end.
  defp ends(call) do
    {pid, monitor} = spawn_monitor(call)

    receive do
      {:DOWN, ^monitor, :process, ^pid, why} -> assert why == :normal
    after
      PATIENCE * 1000 ->
        Process.exit(pid, :kill)
        flunk(\"it has no end\")
    end
  end";

/// A call that becomes no test.
fn shown_call(function: &Function, arguments: &[Term]) -> String {
    dialect::call_within(function.mfa, arguments, LONGEST_COMMENT).text
}

/// The call as Elixir reads it, or why there is none.
fn call(function: &Function, arguments: &[Term]) -> Result<String, String> {
    if !elixir::can_write(arguments) {
        let kind = notation::without_notation(arguments).unwrap_or("such atoms");
        return Err(format!("Elixir has no notation for {kind}"));
    }
    let call = elixir::call_within(function.mfa, arguments, LONGEST_TEST);
    match call.is_whole {
        true => Ok(call.text),
        false => Err(format!("the call has {}", call.length)),
    }
}

fn value(term: &Term) -> Result<String, String> {
    if !elixir::can_write(std::slice::from_ref(term)) {
        let kind = notation::without_notation(std::slice::from_ref(term)).unwrap_or("such atoms");
        return Err(format!("Elixir has no notation for {kind}, as in the result"));
    }
    let written = elixir::within(term, LONGEST_TEST);
    match written.is_whole {
        true => Ok(written.text),
        false => Err(format!("the result has {}", written.length)),
    }
}

struct ExUnitFile {
    out: String,
    names: HashSet<String>,
    /// Then they need something to wait with.
    has_hang: bool,
}

impl ExUnitFile {
    fn head(&mut self, report: &Report, module: &str) {
        self.line(&format!("{FIRST_WORDS}{}.", report.ermine));
        self.line("#");
        self.line(
            "# A test of a finding makes the call that went wrong: it fails until the mistake is",
        );
        self.line("# repaired. A test of a path asserts what the function returns today.");
        self.line(&format!("defmodule {module} do"));
        self.line("  use ExUnit.Case, async: true");
    }

    fn finding(&mut self, report: &Report, function: &Function, finding: &Finding) {
        self.blank();
        self.comment(&text::exception(finding));
        let place = finding.reader_place();
        if let Some(place) = place {
            self.comment(&format!("at {}:{}", place.file, place.line));
        }
        match &finding.standing {
            Standing::Confirmed => self.comment(&format!("on Erlang/OTP {}", report.otp)),
            Standing::Repeated => self.comment(crate::text::REPEATED),
            Standing::NotTried(why) => self.comment(&format!("not confirmed on the BEAM: {why}")),
            Standing::NodeDied(why) => {
                self.comment(&format!("not confirmed: the BEAM died of this call: {why}"));
            }
            Standing::Refuted(why) => {
                self.comment(&format!("No test: a bug in Ermine, the BEAM does not do so ({why})"));
                return self.comment(&format!("on {}", shown_call(function, &finding.arguments)));
            }
        }
        let rule = finding.rule().id;
        let what = rule.rsplit('/').next().unwrap_or_default();
        let line = place.map_or_else(String::new, |place| format!(", line {}", place.line));
        let body = call(function, &finding.arguments).and_then(|call| self.body(finding, call));
        match body {
            Ok(body) => self.test(function, &format!("{what}{line}"), &body),
            Err(why) => {
                self.comment(&format!("No test: {why}"));
                self.comment(&format!("of {}", shown_call(function, &finding.arguments)));
            }
        }
    }

    /// A test that does not know the right result still knows the wrong one.
    fn body(&mut self, finding: &Finding, call: String) -> Result<String, String> {
        let is_bound = call.contains(" = fn");
        let enclosed = if is_bound { format!("({call})") } else { call.clone() };
        Ok(match (finding.kind, &finding.violation) {
            (FindingKind::SpecViolation | FindingKind::PostViolation, Some(violation)) => {
                format!("refute {enclosed} === {}", value(&violation.value)?)
            }
            (FindingKind::ProcessCrash, _) => {
                return Err("it is a process that crashes, and nobody is told".to_owned());
            }
            (FindingKind::Halt, _) => return Err("it ends the whole system".to_owned()),
            (FindingKind::LostMessage, _) => {
                return Err("nobody receives a message, and nobody is told".to_owned());
            }
            (FindingKind::Hang | FindingKind::Deadlock, _) => {
                self.has_hang = true;
                format!("ends(fn -> {call} end)")
            }
            _ => call,
        })
    }

    fn paths(&mut self, function: &Function) {
        let end = self.out.len() + LONGEST_TESTS;
        let mut dropped = function.paths.as_ref().map_or(0, |paths| paths.dropped);
        for (number, result) in (1..).zip(&function.results) {
            if self.out.len() > end {
                dropped += 1;
                continue;
            }
            self.blank();
            self.path(function, number, result);
        }
        if !function.results.is_empty() && dropped > 0 {
            self.blank();
            let name = dialect::name(function.mfa);
            self.comment(&format!("{dropped} more paths of {name} have no test"));
        }
    }

    fn path(&mut self, function: &Function, number: usize, result: &PathResult) {
        let returned = result.returned.as_ref().map_err(Clone::clone);
        let body = returned.and_then(|returned| {
            if notation::made_up_funs(&result.arguments).len() > 1 {
                return Err("the order of its funs is not that of a module".to_owned());
            }
            Ok(format!("assert {} === {}", call(function, &result.arguments)?, value(returned)?))
        });
        match body {
            Ok(body) => self.test(function, &format!("path {number}"), &body),
            Err(why) => {
                let call = shown_call(function, &result.arguments);
                self.comment(&format!("No test of path {number}, {call}: {why}"));
            }
        }
    }

    /// `test "Shop.total/2: badarith, line 25"`, with a number where there is one already.
    fn test(&mut self, function: &Function, what: &str, body: &str) {
        let name = elixir::name(function.mfa);
        let wanted = room::beginning(&format!("{name}: {what}"), LONGEST_NAME).to_owned();
        let mut title = wanted.clone();
        let mut number = 1;
        while !self.names.insert(title.clone()) {
            number += 1;
            title = format!("{wanted} ({number})");
        }
        if body.starts_with("ends(") {
            self.line(&format!("  @tag timeout: {}", 2 * PATIENCE * 1000));
        }
        self.line(&format!("  test {} do", elixir::quoted(&title)));
        self.line(&format!("    {body}"));
        self.line("  end");
    }

    fn blank(&mut self) {
        self.line("");
    }

    /// One line, whatever is in it.
    fn comment(&mut self, text: &str) {
        let text = room::text(text, room::WORDS);
        self.line(format!("  # {}", visible::line(&text)).trim_end());
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_called_as_their_files() {
        assert_eq!(module_of_file("shop_ermine_test").as_deref(), Some("ShopErmineTest"));
        assert_eq!(module_of_file("a.b-c_test").as_deref(), Some("ABCTest"));
        assert_eq!(module_of_file("7_test"), None);
        assert_eq!(module_of_file("größe_test"), None);
        assert_eq!(module_of_file(""), None);
    }
}
