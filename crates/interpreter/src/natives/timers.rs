//! Timers that send a message: `send_after`, `start_timer`, and what becomes of them.

use super::Row;
use super::time::monotonic;
use crate::system::{Context, Instant, Recipient, TimerAction};
use runtime::{NativeResult, Raise, Value};
use term::{Atom, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "send_after", 3, |context, a| start(context, a, TimerMessage::Plain)),
    ("erlang", "send_after", 4, |context, a| start(context, a, TimerMessage::Plain)),
    ("erlang", "start_timer", 3, |context, a| start(context, a, TimerMessage::Timeout)),
    ("erlang", "start_timer", 4, |context, a| start(context, a, TimerMessage::Timeout)),
    ("erlang", "cancel_timer", 1, |context, a| cancel(context, a[0], TimerOptions::default())),
    ("erlang", "cancel_timer", 2, cancel_with_options),
    ("erlang", "read_timer", 1, |context, a| read(context, a[0], TimerOptions::default())),
    ("erlang", "read_timer", 2, read_with_options),
];

/// What the message of a timer looks like.
enum TimerMessage {
    /// The message as it is.
    Plain,
    /// `{timeout, Timer, Message}`
    Timeout,
}

const NANOSECONDS_PER_MILLISECOND: i64 = 1_000_000;

fn start(context: &mut Context, arguments: &[Value], contents: TimerMessage) -> NativeResult {
    let is_absolute = match arguments.get(3) {
        Some(&options) => read_start_options(context, options)?,
        None => false,
    };
    let at = when(context, arguments[0], is_absolute)?;
    let to = recipient(arguments[1])?;
    let reference = context.system.numbers.new_reference();
    let timer = Value::reference(reference);
    let message = match contents {
        TimerMessage::Plain => arguments[2],
        TimerMessage::Timeout => context.heap.tuple(&[atoms::timeout.into(), timer, arguments[2]]),
    };
    context.system.clock.set_timer(at, reference, TimerAction::Send { to, message });
    Ok(timer)
}

/// Is the time a point in time rather than a span?
fn read_start_options(context: &Context, options: Value) -> Result<bool, Raise> {
    let bad_option = || Raise::badarg_because("badopt");
    let mut is_absolute = false;
    for option in context.heap.proper_list(options).ok_or_else(bad_option)? {
        match context.heap.as_tuple(option) {
            Some(&[key, value]) if key == Value::atom(Atom::new("abs")) => {
                is_absolute = value.as_bool().ok_or_else(bad_option)?;
            }
            _ => return Err(bad_option()),
        }
    }
    Ok(is_absolute)
}

fn recipient(value: Value) -> Result<Recipient, Raise> {
    match (value.as_pid(), value.as_atom()) {
        (Some(id), _) => Ok(Recipient::Process(id)),
        (_, Some(name)) => Ok(Recipient::Name(name)),
        _ => Err(Raise::badarg()),
    }
}

/// Milliseconds from now, or of monotonic time. What does not fit into 64 bits as nanoseconds is
/// too far away, and what is no integer is treated alike.
fn when(context: &Context, time: Value, is_absolute: bool) -> Result<Instant, Raise> {
    let too_far = || Raise::badarg_because("time");
    let milliseconds = context.heap.as_i64(time).ok_or_else(too_far)?;
    if milliseconds < 0 && !is_absolute {
        return Err(too_far());
    }
    let now = monotonic(context);
    let span = milliseconds.checked_mul(NANOSECONDS_PER_MILLISECOND).ok_or_else(too_far)?;
    let at = if is_absolute { span } else { now.checked_add(span).ok_or_else(too_far)? };
    // What is over by now goes off at once.
    let ahead = at.saturating_sub(now).max(0);
    Ok(context.system.clock.now().saturating_add(ahead as u64))
}

// ---- afterwards ----

struct TimerOptions {
    /// The answer comes as a message.
    is_asynchronous: bool,
    /// There is to be an answer.
    info: bool,
}

impl Default for TimerOptions {
    fn default() -> TimerOptions {
        TimerOptions { is_asynchronous: false, info: true }
    }
}

impl TimerOptions {
    fn read(context: &Context, list: Value, takes_info: bool) -> Result<TimerOptions, Raise> {
        let mut options = TimerOptions::default();
        for element in context.heap.proper_list(list).ok_or_else(Raise::badarg)? {
            let Some(&[key, value]) = context.heap.as_tuple(element) else {
                return Err(Raise::badarg());
            };
            let value = value.as_bool().ok_or_else(Raise::badarg)?;
            match key.as_atom().map(Atom::name) {
                Some("async") => options.is_asynchronous = value,
                Some("info") if takes_info => options.info = value,
                _ => return Err(Raise::badarg()),
            }
        }
        Ok(options)
    }
}

fn cancel_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = TimerOptions::read(context, arguments[1], true)?;
    cancel(context, arguments[0], options)
}

fn cancel(context: &mut Context, timer: Value, options: TimerOptions) -> NativeResult {
    let reference = reference_of(context, timer)?;
    let at = reference.and_then(|reference| context.system.cancel_timer(reference));
    Ok(answer(context, "cancel_timer", timer, at, options))
}

fn read_with_options(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let options = TimerOptions::read(context, arguments[1], false)?;
    read(context, arguments[0], options)
}

fn read(context: &mut Context, timer: Value, options: TimerOptions) -> NativeResult {
    let reference = reference_of(context, timer)?;
    let at = reference.and_then(|reference| context.system.read_timer(reference));
    Ok(answer(context, "read_timer", timer, at, options))
}

/// The number of a timer; `None` for a reference of elsewhere.
fn reference_of(context: &Context, timer: Value) -> Result<Option<u64>, Raise> {
    match context.heap.foreign_term(timer) {
        Some(term::Term::Reference(_)) => Ok(None),
        _ => timer.as_reference().map(Some).ok_or_else(Raise::badarg),
    }
}

/// How many milliseconds are left, or `false`: as the result, or as a message.
fn answer(
    context: &mut Context,
    tag: &str,
    timer: Value,
    at: Option<Instant>,
    options: TimerOptions,
) -> Value {
    let left = match at {
        Some(at) => {
            let left = at.saturating_sub(context.system.clock.now());
            Value::index(left.div_ceil(NANOSECONDS_PER_MILLISECOND as u64) as usize)
        }
        None => Value::FALSE,
    };
    if options.info && !options.is_asynchronous {
        return left;
    }
    if options.info {
        let message = context.heap.tuple(&[Value::atom(Atom::new(tag)), timer, left]);
        context.system.signals.send(context.process.id, message);
    }
    Value::OK
}
