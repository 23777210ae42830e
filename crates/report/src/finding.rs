//! What is said about a finding? What went wrong, where, on which input, and whether the BEAM agrees.

use crate::notation::Known;
use crate::room::Written;
use crate::stack::{Frame, SourceLine, frames};
use crate::{Mfa, Site, Target, Why, dialect, elixir, notation, rank, room, script, site};
use explore::{Confirmation, FindingKind, Violation};
use std::collections::BTreeSet;
use term::{Atom, Term};
use trace::{Class, NoEnd, Outcome, Story};
use typing::Reading;

#[derive(Clone, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    /// The smallest input found.
    pub arguments: Vec<Term>,
    /// What these are meant as, where the spec says so.
    pub readings: Vec<Reading>,
    /// The pid of the process that was under test.
    pub own_pid: Option<Term>,
    /// Of the exception; a hang or a deadlock has none.
    pub exception: Option<(Class, Term)>,
    /// The exception in the words of the language's own library, where these were asked for.
    pub words: Option<String>,
    /// What the reason is meant as, or the value that should not have been returned.
    pub reason_reading: Reading,
    /// The status with which the system was ended, or the message that nobody received.
    pub told: Option<Term>,
    /// It is the exit signal of another process, and the stack is where that one failed.
    pub by_signal: bool,
    /// Why it has no end, if it has none.
    pub no_end: Option<NoEnd>,
    /// In which order processes ran, if it is not the usual one: see [`trace::Schedule`].
    pub schedule: Option<String>,
    /// What processes told each other then.
    pub story: Story,
    /// What it returned and should not have.
    pub violation: Option<Violation>,
    /// The BEAM's own, where it gave one.
    pub stack: Vec<Frame>,
    pub standing: Standing,
    /// Another search found it before.
    pub found_before: bool,
    /// How many runs ended here.
    pub occurrences: u64,
    /// Where it is in the user's code.
    pub site: Site,
    /// What it means.
    pub why: Why,
    /// It takes a record that only the module which declares it can make, and that module did not.
    pub has_private_record: bool,
}

/// What the BEAM says about a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    Confirmed,
    /// It depends on the order of processes: the same happened again in the same order, in Ermine. The BEAM
    /// was not asked.
    Repeated,
    /// Nobody could ask it, and why.
    NotTried(String),
    /// The whole BEAM went down with the call, and what it said.
    NodeDied(String),
    /// Something else happens there: a bug of Ermine.
    Refuted(String),
}

impl Finding {
    pub fn of(finding: &explore::Finding, target: &Target) -> Finding {
        let sources = target.sources;
        let (exception, told, ours) = match &finding.outcome {
            Outcome::Crashed { class, reason, stacktrace, .. } => {
                (Some((*class, reason.clone())), None, Some(stacktrace))
            }
            Outcome::Halted { status: told, stacktrace }
            | Outcome::LostMessage { message: told, stacktrace } => {
                (None, Some(told.clone()), Some(stacktrace))
            }
            _ => (None, None, None),
        };
        let (standing, theirs) = match &finding.confirmation {
            Confirmation::Confirmed { stacktrace } => (Standing::Confirmed, Some(stacktrace)),
            Confirmation::Repeated => (Standing::Repeated, None),
            Confirmation::NotTried(why) => (Standing::NotTried(note(why)), None),
            Confirmation::NodeDied(why) => (Standing::NodeDied(note(why)), None),
            Confirmation::Refuted(why) => (Standing::Refuted(note(why)), None),
        };
        let given = [theirs, ours].into_iter().flatten();
        let mut stacks = given.map(|stacktrace| frames(stacktrace, sources));
        let mut stack = stacks.find(|stack| !stack.is_empty()).unwrap_or_default();
        point_at(&mut stack, &finding.raised_at);
        let place = stack.iter().find(|frame| frame.place.is_some());
        let home = place.map_or(target.mfa.module, |frame| frame.mfa.module);
        let reading = |term: &Term| {
            let reading = (target.reading)(home, term);
            match &target.own_pid {
                Some(caller) => reading.with_caller(term, caller),
                None => reading,
            }
        };
        for frame in &mut stack {
            let arguments = frame.arguments.as_deref().unwrap_or_default();
            let is_tested = frame.mfa == target.mfa && !script::is_one(&finding.input.arguments);
            frame.readings = match is_tested {
                true => (target.readings)(arguments),
                false => arguments.iter().map(reading).collect(),
            };
        }
        let value = finding.violation.as_ref().map(|violation| &violation.value);
        let value = value.or(exception.as_ref().map(|(_, reason)| reason));
        let reason_reading = value.map(reading).unwrap_or_default();
        if let Outcome::Deadlock(waits) = &finding.outcome {
            stack = waits.iter().map(|frame| waiting(frame, target)).collect();
        }
        if finding.violation.is_some() {
            // Nothing failed: the function itself is what is wrong.
            stack = vec![definition(target)];
        }
        let site = site::of(finding, target);
        let readings = (target.readings)(&finding.input.arguments);
        Finding {
            why: rank::why(finding, &site, target),
            site,
            kind: finding.kind,
            arguments: finding.input.arguments.clone(),
            has_private_record: has_private_record(&readings, target),
            readings,
            own_pid: target.own_pid.clone(),
            exception,
            words: None,
            told,
            reason_reading,
            by_signal: finding.outcome.is_by_signal(),
            no_end: match finding.outcome {
                Outcome::NoEnd(why) => Some(why),
                _ => None,
            },
            schedule: (!finding.input.schedule.is_free())
                .then(|| finding.input.schedule.to_string()),
            story: finding.story.clone(),
            violation: finding
                .violation
                .clone()
                .map(|violation| Violation { promised: note(&violation.promised), ..violation }),
            stack,
            standing,
            found_before: finding.found_before,
            occurrences: finding.occurrences,
        }
    }

    /// The call that leads to it, as people write it in the shell of their language, with arguments up to
    /// so many bytes.
    pub fn call_within(&self, mfa: Mfa, room: usize) -> Written {
        dialect::call_meant(mfa, &self.arguments, &self.readings, &self.known(), room)
    }

    /// The same in the lines that people type: one for each call, if there are several.
    pub fn lines_within(&self, mfa: Mfa, room: usize) -> Vec<Written> {
        match script::calls(mfa, &self.arguments, dialect::language(mfa), room) {
            Some(calls) => calls,
            None => vec![self.call_within(mfa, room)],
        }
    }

    /// The modules whose records that call names: a shell knows them after `rr(Module)`.
    pub fn record_modules(&self, mfa: Mfa) -> BTreeSet<Atom> {
        let mut modules = BTreeSet::new();
        if !elixir::is_module(mfa.module) {
            for reading in &self.readings {
                reading.each_record(&mut |record| {
                    modules.insert(record.module);
                });
            }
        }
        modules
    }

    /// The first kind of value in that call for which Erlang has no notation, and no expression either.
    pub fn no_notation(&self) -> Option<&'static str> {
        notation::without_notation_but(&self.arguments, &self.known())
    }

    fn known(&self) -> Vec<Known<'_>> {
        notation::known(&self.arguments, self.own_pid.as_ref())
    }

    /// Is it the program's bug, as far as we know?
    pub fn stands(&self) -> bool {
        !matches!(self.standing, Standing::Refuted(_))
    }

    /// Where it happened: the innermost function with a known line.
    pub fn place(&self) -> Option<(Mfa, &SourceLine)> {
        self.stack.iter().find_map(|frame| Some((frame.mfa, frame.place.as_ref()?)))
    }

    /// Where whoever reads the program should look: the innermost line that can be shown, else the
    /// innermost line there is.
    pub fn reader_place(&self) -> Option<&SourceLine> {
        let shown = self.shown_place().map(|(_, place, _)| place);
        shown.or_else(|| self.place().map(|(_, place)| place))
    }

    /// The innermost function whose source can be shown.
    pub fn shown_place(&self) -> Option<(Mfa, &SourceLine, &str)> {
        self.stack.iter().find_map(|frame| {
            let place = frame.place.as_ref()?;
            Some((frame.mfa, place, place.text.as_deref()?))
        })
    }
}

fn has_private_record(readings: &[Reading], target: &Target) -> bool {
    let mut is_there = false;
    for reading in readings {
        reading.each_record(&mut |record| {
            is_there |= target.program.is_only_declared_in(record.module, record.name);
        });
    }
    is_there
}

/// Adds the columns that our own engine knows, frame by frame.
fn point_at(stack: &mut [Frame], raised_at: &[trace::Frame]) {
    let mut left = raised_at.iter();
    for frame in stack {
        let Some(place) = &mut frame.place else { continue };
        let is_it = |ours: &trace::Frame| {
            ours.module == frame.mfa.module && ours.position.line as usize == place.line
        };
        let found = left.clone().position(is_it);
        let Some(ours) = found.and_then(|number| left.nth(number)) else { continue };
        place.column = Some(usize::from(ours.position.column)).filter(|column| *column > 0);
    }
}

fn note(text: &str) -> String {
    room::text(text, room::NOTE)
}

/// Where a process waits.
fn waiting(frame: &trace::Frame, target: &Target) -> Frame {
    let trace::Frame { module, function, position } = *frame;
    let file = target.program.file(module, usize::from(position.file));
    let place = file
        .filter(|_| position.line > 0)
        .map(|file| SourceLine::of(module, &file, position.line as usize, target.sources));
    Frame { mfa: Mfa::of(module, function), arguments: None, readings: Vec::new(), place }
}

/// The function under test, where it begins.
fn definition(target: &Target) -> Frame {
    let definition = target.definition.as_ref();
    let place = definition
        .map(|(file, line)| SourceLine::of(target.mfa.module, file, *line, target.sources));
    Frame { mfa: target.mfa, arguments: None, readings: Vec::new(), place }
}
