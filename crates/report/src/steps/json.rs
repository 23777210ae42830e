//! The events of a call as a line of JSON each, for programs.

use super::{Entered, WatchedCode, Whereabouts, shown, stack_line};
use core_erlang::ExprId;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use term::Term;
use trace::watched::{Event, Target, Watched, WatchedOutcome};

/// Each event as an object on a line of its own, then how the call ended. `docs/trace.md` tells the fields.
pub fn json_lines(watched: &Watched, code: &mut WatchedCode) -> String {
    let mut text = String::new();
    let mut stacks: FxHashMap<usize, Whereabouts> = FxHashMap::default();
    for noted in &watched.events {
        let stack = stacks.entry(noted.process).or_default();
        let value = json_event(&noted.event, stack, code);
        let mut object = Map::new();
        object.insert("process".to_owned(), noted.process.into());
        object.insert("event".to_owned(), noted.event.name().into());
        if let Value::Object(fields) = value {
            object.extend(fields);
        }
        let _ = writeln!(text, "{}", Value::Object(object));
    }
    let _ = writeln!(text, "{}", json_outcome(watched));
    text
}

fn json_outcome(watched: &Watched) -> Value {
    let mut value = match &watched.outcome {
        WatchedOutcome::Returned(value) => json!({ "outcome": "returned", "value": shown(value) }),
        WatchedOutcome::Raised { class, reason, stacktrace } => json!({
            "outcome": "raised",
            "class": class.name(),
            "reason": shown(reason),
            "stack": stacktrace.as_list().unwrap_or_default().iter().filter_map(stack_line).collect::<Vec<_>>(),
        }),
        WatchedOutcome::Signal(reason) => json!({ "outcome": "signal", "reason": shown(reason) }),
        WatchedOutcome::TimedOut => json!({ "outcome": "timed_out" }),
        WatchedOutcome::Killed => json!({ "outcome": "killed" }),
    };
    value["event"] = "end".into();
    value["events"] = watched.count.into();
    value["kept"] = watched.events.len().into();
    value
}

/// The fields of an event.
fn json_event(event: &Event, stack: &mut Whereabouts, code: &mut WatchedCode) -> Value {
    // An event happens in the function that runs before it, except for the call that enters one.
    let before = stack.top();
    stack.follow(event, code);
    let line_in = |function: &Option<Entered>, at: ExprId| {
        function.as_ref().and_then(|function| function.position(at)).map(|position| position.line)
    };
    let line = |at: &ExprId| line_in(&before, *at);
    match event {
        Event::Call { module, function, fun, arguments } => {
            let entered = stack.top();
            json!({
                "module": module.name(),
                "function": function.name.name(),
                "arity": function.arity,
                "is_fun": entered.as_ref().is_some_and(|entered| !entered.is_whole(*fun)),
                "line": line_in(&entered, *fun),
                "arguments": texts(arguments),
            })
        }
        Event::Exit { value } => json!({ "value": shown(value) }),
        Event::Go { at, target } | Event::Tail { at, target } => {
            json!({ "at": at.0, "line": line(at), "target": target.as_ref().map(json_target) })
        }
        Event::Back { at, value } => json!({ "at": at.0, "value": shown(value) }),
        Event::Case { at, clause, values } => {
            json!({ "at": at.0, "line": line(at), "clause": clause, "values": texts(values) })
        }
        Event::ExitCase { at, values } | Event::Bind { at, values } => {
            json!({ "at": at.0, "line": line(at), "values": texts(values) })
        }
        Event::Try { at } => json!({ "at": at.0 }),
        Event::Tried { at, values } => json!({ "at": at.0, "values": texts(values) }),
        Event::Caught { at, class, reason } => {
            json!({ "at": at.0, "class": class.name(), "reason": shown(reason) })
        }
    }
}

fn json_target(target: &Target) -> Value {
    let callee = match target.callee.as_tuple() {
        Some([module, name]) => format!("{module}:{name}"),
        _ => shown(&target.callee),
    };
    json!({ "callee": callee, "arguments": texts(&target.arguments) })
}

fn texts(values: &[Term]) -> Vec<String> {
    values.iter().map(shown).collect()
}
