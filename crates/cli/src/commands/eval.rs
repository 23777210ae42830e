//! `ermine eval`: call a function, print what the shell would print.

use crate::arguments::{Arguments, Eval};
use crate::seed::Seed;
use crate::{memory, one_line, output, own_words, target};
use anyhow::{Result, bail};
use interpreter::machine::Resident;
use interpreter::{Machine, Outcome};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use term::{Atom, Term};
use trace::Class;
use world::World;

/// How the shell prints: text is what is printable in Latin-1, lines have 80 columns.
const SHELL: term::print::Options = term::print::Options::UNICODE;

/// What Ermine itself takes beside the program, about: its own code, and the modules as they are loaded.
const OURS: u64 = 64 << 20;

/// The layout of a part takes about a kilobyte.
const MOST_LAID_OUT: usize = 50_000;

/// So long an exception may be put into words.
const FORMATTING: Duration = Duration::from_millis(400);

pub fn run(arguments: &Arguments, eval: &Eval) -> Result<ExitCode> {
    let loader = target::loader(arguments, Some(&eval.module))?;
    let module = loader.load(&target::source_in(&loader, arguments, &eval.module)?)?;
    let mut machine = World::machine(&loader);
    let values = Seed::read(&loader, &mut machine, &eval.arguments)?.arguments;
    let function = target::function(&module, &eval.function, Some(values.len()))?;
    machine.reset();
    machine.limits.reductions = eval.reductions.unwrap_or(u64::MAX);
    machine.limits.bytes = (eval.memory << 20) as usize;
    let bytes = (eval.memory << 20) + OURS;
    machine.limits.resident = Some(Resident { bytes, gauge: memory::resident });
    let stop = machine.limits.stop.clone();
    ctrlc::set_handler(move || stop.store(true, std::sync::atomic::Ordering::Relaxed))?;
    let start = Instant::now();
    machine.limits.deadline = eval.time.and_then(|time| start.checked_add(time));
    let outcome = machine.call(module.name, function.name, &values);
    let time = start.elapsed();
    target::warn(arguments, &loader);
    output::print(machine.output())?;
    let stats = format!(
        "{} reductions, {:.1} MiB at most, {:.3} s",
        machine.reductions,
        machine.peak_bytes() as f64 / f64::from(1 << 20),
        time.as_secs_f64()
    );
    let code = match outcome {
        Outcome::Returned(value) => {
            let words = match report::elixir::is_module(module.name) {
                true => own_words::value(&mut machine, &value),
                false => None,
            };
            match words {
                Some(words) => output::print(format!("{words}\n"))?,
                None => show(arguments, &value)?,
            }
            ExitCode::SUCCESS
        }
        Outcome::Crashed { class, reason, stacktrace, .. } => {
            let words = match report::elixir::is_module(module.name) {
                true => own_words::report(&mut machine, class, &reason, &stacktrace),
                false => None,
            };
            let text = words.unwrap_or_else(|| {
                format!("** {}", exception(&mut machine, class, reason, stacktrace))
            });
            output::print(format!("{text}\n"))?;
            ExitCode::from(1)
        }
        Outcome::Deadlock(_) => {
            output::print("** deadlock: every process waits for a message that nobody sends\n")?;
            ExitCode::from(1)
        }
        Outcome::Halted { status, .. } => {
            output::print(format!("** the program ended the system: halt({status})\n"))?;
            ExitCode::from(u8::from(status != Term::Int(0)))
        }
        Outcome::Incomplete(incomplete) => {
            bail!("cannot go on: {}", explore::report::describe(&incomplete))
        }
        Outcome::OutOfReductions | Outcome::NoEnd(_) => {
            bail!("gave up after {} reductions", machine.reductions)
        }
        Outcome::OutOfMemory => bail!("gave up beyond {} MiB (see --memory)", eval.memory),
        Outcome::Rejected | Outcome::Unfulfilled { .. } | Outcome::LostMessage { .. } => {
            unreachable!("a call without a contract breaks none")
        }
        Outcome::Stopped => match eval.time.filter(|limit| time >= *limit) {
            Some(limit) => bail!("gave up after {limit:?} (see --time)"),
            None => bail!("stopped after {} reductions", machine.reductions),
        },
    };
    if eval.stats {
        output::print(format!("{stats}\n"))?;
    }
    Ok(code)
}

/// As the shell prints it; what is very large on one line.
fn show(arguments: &Arguments, value: &Term) -> Result<()> {
    if !one_line::is_larger_than(MOST_LAID_OUT, value) {
        return output::print(format!("{}\n", SHELL.print(value)));
    }
    let note = format!("the result has more than {MOST_LAID_OUT} parts: it is printed on one line");
    target::note(arguments, Some(note));
    output::stream(|out| {
        one_line::write(value, out)?;
        out.write_all(b"\n")
    })
}

/// An exception in the words of the shell, which are OTP's own: its code runs on the machine.
fn exception(machine: &mut Machine, class: Class, reason: Term, stacktrace: Term) -> String {
    load_words(machine);
    machine.reset();
    machine.limits.deadline = Instant::now().checked_add(FORMATTING);
    let plain = match one_line::is_larger_than(MOST_LAID_OUT, &reason) {
        true => {
            format!("exception {}: a term of more than {MOST_LAID_OUT} parts", class.atom().name())
        }
        false => format!("exception {}: {reason}", class.atom().name()),
    };
    let arguments = [Term::Atom(class.atom()), reason, stacktrace];
    match format_exception(machine, &arguments) {
        Outcome::Returned(Term::Bits(text)) => String::from_utf8_lossy(text.bytes()).into_owned(),
        _ => plain,
    }
}

/// Puts a small exception into words, so that OTP's code for it is there: on a new machine, loading it
/// takes longer than any exception should.
fn load_words(machine: &mut Machine) {
    machine.reset();
    machine.limits.reductions = 10_000_000;
    machine.limits.deadline = None;
    let arguments = Term::list(vec![Term::Int(1), Term::Nil]);
    let frame = vec![Term::atom("lists"), Term::atom("nth"), arguments, Term::Nil];
    let stacktrace = Term::list(vec![Term::tuple(frame)]);
    format_exception(machine, &[Term::atom("error"), Term::atom("function_clause"), stacktrace]);
}

fn format_exception(machine: &mut Machine, arguments: &[Term]) -> Outcome {
    machine.call(Atom::new("ermine_shell"), Atom::new("format_exception"), arguments)
}
