//! What does a report say to people? First each finding with everything that is needed to see it
//! happen, then the verdict.
//!
//! Escape sequences for colours are in the text only if asked for; the command line removes them
//! again where nobody would see them.

mod excerpt;
mod overview;
mod screen;
mod verdict;

pub(crate) use screen::others;
pub(crate) use verdict::comes_nowhere;

use crate::modules;
use crate::room::Written;
use crate::script;
use crate::stack::SourceLine;
use crate::{
    Check, Finding, Frame, Function, Report, Standing, UnreachableClause, dialect, elixir, layout,
    notation, room, unreachable, visible, wording,
};
use anstyle::{AnsiColor, Style};
use explore::{FindingKind, Violation};
use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;
use term::Term;
use trace::NoEnd;
use typing::Reading;

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    Full,
    /// A line for each finding, and the verdict.
    Brief,
}

/// Which part of the text has which colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    bad: Style,
    good: Style,
    /// What is to be seen first.
    strong: Style,
    /// What is there to be looked up.
    faint: Style,
    /// What can be typed.
    typed: Style,
}

impl Palette {
    pub const PLAIN: Palette = Palette {
        bad: Style::new(),
        good: Style::new(),
        strong: Style::new(),
        faint: Style::new(),
        typed: Style::new(),
    };

    pub const COLOURED: Palette = Palette {
        bad: AnsiColor::Red.on_default().bold(),
        good: AnsiColor::Green.on_default().bold(),
        strong: Style::new().bold(),
        faint: Style::new().dimmed(),
        typed: AnsiColor::Cyan.on_default(),
    };
}

/// A stack frame is a glance, not a dump: arguments beyond this are cut.
const LONGEST_FRAME: usize = 160;

/// The same for the reason in a headline; the JSON format has more of it.
const LONGEST_MESSAGE: usize = 300;

pub fn render(report: &Report, detail: Detail, palette: &Palette) -> String {
    match &report.check {
        Some(check) => checked(report, check, detail, palette),
        None => searched(report, detail, palette),
    }
}

/// Whole modules: how it stands with each, then what was found, by rank.
fn checked(report: &Report, check: &Check, detail: Detail, palette: &Palette) -> String {
    let mut pen = Pen { out: String::new(), palette };
    overview::opening(&mut pen, check, detail);
    if detail == Detail::Full && !report.functions.is_empty() {
        overview::table(&mut pen, report);
        overview::groups(&mut pen, report);
    }
    screen::write(&mut pen, report, detail);
    unreachable_clauses(&mut pen, report, detail);
    overview::divergences(&mut pen, report);
    overview::closing(&mut pen, report, check);
    pen.out
}

/// So many of them are told on the screen.
const MOST_UNREACHABLE: usize = 10;

/// Clauses that can go, of all functions.
fn unreachable_clauses(pen: &mut Pen, report: &Report, detail: Detail) {
    let most = if detail == Detail::Full { MOST_UNREACHABLE } else { usize::MAX };
    for (function, clause) in report.unreachable().take(most) {
        match detail {
            Detail::Full => verdict::unreachable(pen, function, clause),
            Detail::Brief => brief_unreachable(pen, function, clause),
        }
    }
    let all = report.unreachable().count();
    if all > most {
        pen.line(&format!("{} more {}s", all - most, unreachable::NAME));
    }
    if detail == Detail::Full && all > 0 {
        pen.line("");
    }
}

fn brief_unreachable(pen: &mut Pen, function: &Function, clause: &UnreachableClause) {
    let SourceLine { file, line, .. } = &clause.place;
    let (mfa, why) = (dialect::name(clause.function()), comes_nowhere(function));
    pen.line(&format!("{file}:{line}: {}: {mfa}: {why}", unreachable::NAME));
}

fn searched(report: &Report, detail: Detail, palette: &Palette) -> String {
    let mut pen = Pen { out: String::new(), palette };
    for (number, function) in report.functions.iter().enumerate() {
        if number > 0 {
            pen.line("");
        }
        if report.functions.len() > 1 {
            pen.styled(palette.strong, &dialect::name(function.mfa));
            pen.line("");
        }
        // It is written by a pen already.
        pen.out.push_str(&of_function(report, function, detail, palette));
    }
    if let Some(configured) = overview::configured(report).filter(|_| detail == Detail::Full) {
        pen.line(&configured);
    }
    pen.out
}

/// What is said about one function.
pub(crate) fn of_function(
    report: &Report,
    function: &Function,
    detail: Detail,
    palette: &Palette,
) -> String {
    let mut pen = Pen { out: String::new(), palette };
    match detail {
        Detail::Full => full(&mut pen, report, function),
        Detail::Brief => brief(&mut pen, function),
    }
    pen.out
}

/// The verdict alone.
pub fn verdicts(report: &Report, palette: &Palette) -> String {
    let mut pen = Pen { out: String::new(), palette };
    if let Some(check) = &report.check {
        overview::table(&mut pen, report);
        overview::groups(&mut pen, report);
        overview::closing(&mut pen, report, check);
        return pen.out;
    }
    for function in &report.functions {
        verdict::line(&mut pen, function);
    }
    pen.out
}

/// The verdict of one function, what was cut or lost, and advice.
pub(crate) fn of_verdict(function: &Function, palette: &Palette) -> String {
    let mut pen = Pen { out: String::new(), palette };
    verdict::write(&mut pen, function);
    pen.out
}

fn full(pen: &mut Pen, report: &Report, function: &Function) {
    findings(pen, report, function);
    verdict::write(pen, function);
}

fn findings(pen: &mut Pen, report: &Report, function: &Function) {
    let standing = function.findings.iter().filter(|finding| finding.stands()).count();
    let (mut number, mut at_site, mut left_out) = (0, HashMap::new(), 0);
    for finding in &function.findings {
        number += usize::from(finding.stands());
        let before = at_site.entry(&finding.site.name).or_insert(0);
        *before += 1;
        if finding.stands() && *before > MOST_OF_A_SITE {
            left_out += 1;
            continue;
        }
        let title = match name(finding) {
            name if finding.stands() && standing > 1 => format!("{name} {number} of {standing}"),
            name => name.to_owned(),
        };
        headline(pen, &title, finding);
        excerpt::write(pen, finding);
        call(pen, function, finding);
        if let Some(schedule) = &finding.schedule {
            pen.line(&format!("  --schedule '{schedule}'"));
        }
        for line in finding.story.lines() {
            pen.line(&format!("    {line}"));
        }
        match finding.kind {
            FindingKind::Deadlock => waiting(pen, &finding.stack),
            _ => stack(pen, &finding.stack),
        }
        if finding.stands() {
            let why = finding.why;
            pen.line(&format!("  {}: {}", why.rank().words(), why.words()));
        }
        pen.line(&format!("  {}", standing_line(report, finding)));
        pen.line("");
    }
    if left_out > 0 {
        let more = count(left_out, "more finding");
        let verb = if left_out == 1 { "is" } else { "are" };
        pen.line(&format!(
            "{more} {verb} at places that were told {MOST_OF_A_SITE} times (--format json has all)"
        ));
        pen.line("");
    }
}

/// So many findings of one site are told in full. `Module:f()` fails in another way for each module.
const MOST_OF_A_SITE: usize = 3;

fn brief(pen: &mut Pen, function: &Function) {
    brief_findings(pen, function);
    for clause in &function.unreachable {
        brief_unreachable(pen, function, clause);
    }
    verdict::line(pen, function);
}

/// One line that tools which know compilers can jump from.
fn brief_findings(pen: &mut Pen, function: &Function) {
    for finding in &function.findings {
        if let Some((_, place)) = finding.place() {
            pen.push(&format!("{}:{}: ", place.file, place.line));
        }
        let call = finding.call_within(function.mfa, room::WORDS);
        pen.line(&format!(
            "{}: {}: {}",
            name(finding),
            exception_within(finding, LONGEST_MESSAGE),
            call.as_input()
        ));
    }
}

/// What is said of a finding that was repeated.
pub(crate) const REPEATED: &str =
    "confirmed by Ermine, in the same order of processes (the BEAM was not asked)";

pub(crate) fn name(finding: &Finding) -> &'static str {
    match finding.kind {
        _ if !finding.stands() => "bug in Ermine",
        FindingKind::Crash => "crash",
        FindingKind::ProcessCrash => "process crash",
        FindingKind::Hang => "hang",
        FindingKind::Deadlock => "deadlock",
        FindingKind::Halt => "halt",
        FindingKind::LostMessage => "lost message",
        FindingKind::SpecViolation => "spec violation",
        FindingKind::PostViolation => "postcondition violated",
        FindingKind::OutsideFunType => "call outside the fun's type",
    }
}

/// What happened, in one line and without the class of the exception.
pub fn message(finding: &Finding) -> String {
    message_within(finding, room::WORDS)
}

fn message_within(finding: &Finding, room: usize) -> String {
    if let Some(violation) = &finding.violation {
        return broken_promise(finding, violation);
    }
    match (&finding.exception, finding.kind) {
        (_, FindingKind::OutsideFunType) => {
            "a fun of the input is called with what its type does not speak of".to_owned()
        }
        (Some((_, reason)), _) if finding.by_signal => {
            wording::signal(reason, &finding.stack, room)
        }
        (Some((class, reason)), _) => {
            wording::reason(*class, reason, &finding.reason_reading, &finding.stack, room)
        }
        (None, FindingKind::Halt) => {
            let status = finding.told.as_ref().map(|status| notation::within(status, room).text);
            format!("it ends the whole system: halt({})", status.unwrap_or_default())
        }
        (None, FindingKind::LostMessage) => {
            let message = finding.told.as_ref().map(|told| notation::within(told, room).text);
            format!("nobody ever receives {}", message.unwrap_or_default())
        }
        (None, FindingKind::Deadlock) => {
            "every process waits for a message that nobody sends".to_owned()
        }
        (None, _) => match finding.no_end {
            Some(NoEnd::Grows) => {
                "it has no end: each round of a loop is like the one before".to_owned()
            }
            Some(NoEnd::GoesRound) => {
                "it has no end: processes keep each other busy, and come back to where they were"
                    .to_owned()
            }
            _ => "it has no end: a function calls itself with the same arguments".to_owned(),
        },
    }
}

/// What was returned, and what should have been.
fn broken_promise(finding: &Finding, violation: &Violation) -> String {
    let Violation { value: whole, promised, declared, mismatch } = violation;
    let Some(mfa) = finding.stack.first().map(|frame| frame.mfa) else { return promised.clone() };
    let reading = &finding.reason_reading;
    let value = dialect::value(mfa, whole, reading, LONGEST_FRAME);
    let promised = match declared {
        Some(declared) => dialect::type_of(mfa, declared, room::NOTE),
        None => promised.clone(),
    };
    match mismatch {
        None => format!("it returned {value}, for which {promised} does not give true"),
        Some(mismatch) if elixir::is_module(mfa.module) => {
            let found = dialect::value(mfa, &mismatch.found, &Reading::Plain, room::WORDS);
            let expected = dialect::type_of(mfa, &mismatch.expected, room::WORDS);
            format!(
                "it returned {value}, declared is {promised}: {found} is not of type {expected}"
            )
        }
        Some(mismatch) => {
            let mismatch = notation::mismatch(whole, mismatch);
            format!("it returned {value}, declared is {promised}: {mismatch}")
        }
    }
}

/// `error: no case clause matching eq`
pub(crate) fn exception(finding: &Finding) -> String {
    exception_within(finding, room::WORDS)
}

fn exception_within(finding: &Finding, room: usize) -> String {
    if let Some(text) = dialect::exception(finding, room) {
        return text;
    }
    let message = message_within(finding, room);
    match &finding.exception {
        _ if finding.kind == FindingKind::OutsideFunType => message,
        Some((class, _)) => format!("{}: {message}", class.atom().name()),
        None => message,
    }
}

fn headline(pen: &mut Pen, title: &str, finding: &Finding) {
    pen.styled(pen.palette.bad, &format!("{title}:"));
    pen.push(" ");
    pen.styled(pen.palette.strong, &exception_within(finding, LONGEST_MESSAGE));
    pen.line("");
    if let Some((mfa, place)) = finding.place() {
        let named = dialect::place(mfa);
        pen.line(&format!("  at {}:{} in {named}", place.file, place.line));
    }
    if finding.by_signal {
        pen.line("  (an exit signal: who traps exits, as supervisors do, lives on)");
    }
}

/// Where each process waits.
fn waiting(pen: &mut Pen, stack: &[Frame]) {
    for frame in stack {
        let place = frame.place.as_ref().map(|place| format!(" ({}:{})", place.file, place.line));
        pen.line(&format!(
            "  a process waits in {}{}",
            dialect::place(frame.mfa),
            place.unwrap_or_default()
        ));
    }
}

fn call(pen: &mut Pen, function: &Function, finding: &Finding) {
    pen.line("");
    let mut calls = finding.lines_within(function.mfa, room::CALL);
    let is_whole = calls.iter().all(|call| call.is_whole);
    let (last, between) = (calls.pop(), script::between(dialect::language(function.mfa)));
    let calls = calls.into_iter().map(|call| call.text + between);
    for call in calls.chain(last.map(Written::as_input)) {
        for line in layout::lines(&call, layout::WIDTH) {
            pen.push("  ");
            pen.styled(pen.palette.typed, &line);
            pen.line("");
        }
    }
    let records = finding.record_modules(function.mfa);
    if is_whole && !records.is_empty() {
        let commands: Vec<String> =
            records.iter().map(|module| format!("rr({}).", Term::Atom(*module))).collect();
        pen.line(&format!("  (in a shell, after {})", commands.join(" and ")));
    }
    if !is_whole {
        pen.line("  (cannot be pasted: it is shortened; --corpus keeps all of it)");
    }
    if let Some(kind) = finding.no_notation() {
        pen.line(&format!("  (cannot be pasted: Erlang has no notation for {kind})"));
    }
    sources(pen, &finding.arguments);
    pen.line("");
    returned(pen, finding);
}

/// The modules among the arguments that were made up.
fn sources(pen: &mut Pen, arguments: &[Term]) {
    for module in modules::made_up(arguments) {
        pen.line("");
        pen.line(&format!("  where {} is", Term::Atom(module.name)));
        pen.line("");
        for form in module.lines() {
            for (number, line) in layout::lines(&form, layout::WIDTH).iter().enumerate() {
                pen.push(if number == 0 { "    " } else { "      " });
                pen.styled(pen.palette.typed, line);
                pen.line("");
            }
        }
    }
}

/// What was returned, with the part marked that is wrong. What is wrong as a whole needs no mark.
fn returned(pen: &mut Pen, finding: &Finding) {
    let Some(Violation { value, mismatch: Some(mismatch), .. }) = &finding.violation else {
        return;
    };
    if dialect::is_elixir(&finding.stack) {
        return;
    }
    let (written, range) =
        notation::marked_within(value, &finding.reason_reading, &mismatch.path, layout::WIDTH);
    let Some(range) = range.filter(|range| *range != (0..written.text.len())) else { return };
    let width = |text: &str| text.chars().count();
    let before = " ".repeat(width(&written.text[..range.start]));
    let marks = "^".repeat(width(&written.text[range]));
    let expected = room::text(&mismatch.expected.to_string(), LONGEST_FRAME);
    pen.line(&format!("  it returned {}", written.text));
    pen.push(&format!("  {}{before}", " ".repeat(width("it returned "))));
    pen.styled(pen.palette.bad, &marks);
    pen.line(&format!(" is not of type {expected}"));
    pen.line("");
}

fn stack(pen: &mut Pen, stack: &[Frame]) {
    for (number, frame) in stack.iter().enumerate() {
        let role = match number {
            0 if wording::operation(frame, 0).is_some() => "in operator ",
            0 => "in function ",
            _ => "in call from",
        };
        let called = dialect::called(frame, stack, LONGEST_FRAME);
        let place = frame.place.as_ref().map(|place| format!(" ({}:{})", place.file, place.line));
        pen.push("  ");
        pen.styled(pen.palette.faint, &format!("{role} {called}{}", place.unwrap_or_default()));
        pen.line("");
    }
    if !stack.is_empty() {
        pen.line("");
    }
}

/// What the BEAM says about it.
pub(crate) fn standing(report: &Report, finding: &Finding) -> String {
    match &finding.standing {
        Standing::Confirmed => format!("confirmed on Erlang/OTP {}", report.otp),
        Standing::Repeated => REPEATED.to_owned(),
        Standing::NotTried(why) => format!("not confirmed: {why}"),
        Standing::NodeDied(why) => {
            format!("not confirmed: Erlang/OTP {} died of this call ({why})", report.otp)
        }
        Standing::Refuted(why) => {
            format!("Erlang/OTP {} does something else ({why}): please report this", report.otp)
        }
    }
}

fn standing_line(report: &Report, finding: &Finding) -> String {
    let standing = standing(report, finding);
    let before = if finding.found_before { "; found before" } else { "" };
    format!("{standing}; {} ended here{before}", count(finding.occurrences, "run"))
}

/// `1 run`, `2 runs`, `2 branches`
pub fn count(number: u64, noun: &str) -> String {
    let ending = match number {
        1 => "",
        _ if noun.ends_with('h') => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

/// `0.03 s`: as many digits as matter.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let text = match seconds {
        _ if seconds < 0.005 => return "under 0.01 s".to_owned(),
        _ if seconds < 10.0 => format!("{seconds:.2}"),
        _ if seconds < 100.0 => format!("{seconds:.1}"),
        _ => format!("{seconds:.0}"),
    };
    let short =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{short} s")
}

/// The text, up to so many characters, for what is told at full length elsewhere.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Where the text goes, with its colours.
struct Pen<'a> {
    out: String,
    palette: &'a Palette,
}

/// Whatever comes here may hold words of the program's, and only the pen's own colours are colours.
impl Pen<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(&visible::line(text));
    }

    fn line(&mut self, text: &str) {
        self.push(text);
        self.out.push('\n');
    }

    /// What may have several lines: a message of the compiler.
    fn lines(&mut self, text: &str) {
        self.out.push_str(&visible::lines(text));
        self.out.push('\n');
    }

    fn styled(&mut self, style: Style, text: &str) {
        let text = visible::line(text);
        write!(self.out, "{style}{text}{style:#}").expect("a String takes everything");
    }
}
