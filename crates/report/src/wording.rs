//! How would Erlang's shell say it? The reasons that everybody knows, in its words (`erl_error` in
//! OTP); any other reason as it is.

use crate::stack::Frame;
use crate::{Mfa, notation};
use term::Term;
use trace::Class;
use typing::Reading;

/// An exception in one line, without its class, with values up to so many bytes.
pub fn reason(
    class: Class,
    reason: &Term,
    reading: &Reading,
    stack: &[Frame],
    room: usize,
) -> String {
    let known = match class {
        Class::Error => error(reason, reading, stack.first(), room),
        Class::Exit | Class::Throw => None,
    };
    known.unwrap_or_else(|| value(reason, reading, room))
}

/// Another process has ended, with this reason, and took the one under test down. The stack is of the other
/// one.
pub fn signal(reason: &Term, stack: &[Frame], room: usize) -> String {
    // `{Reason, Stack}` is what an error becomes for others.
    let failed = match reason.as_tuple() {
        Some([reason, Term::List(frames)]) if is_frame(&frames.elements[0]) => Some(reason),
        _ => None,
    };
    match failed {
        Some(reason) => {
            let words = self::reason(Class::Error, reason, &Reading::Plain, stack, room);
            format!("another process failed and took it down: {words}")
        }
        None => format!("another process took it down: {}", value(reason, &Reading::Plain, room)),
    }
}

/// `{Module, Function, ArityOrArguments, Info}`
fn is_frame(term: &Term) -> bool {
    matches!(term.as_tuple(), Some([Term::Atom(_), Term::Atom(_), _, Term::Nil | Term::List(_)]))
}

/// A value within a sentence.
fn value(term: &Term, reading: &Reading, room: usize) -> String {
    notation::shown_within(term, reading, room).text
}

fn error(reason: &Term, reading: &Reading, failed: Option<&Frame>, room: usize) -> Option<String> {
    match reason {
        Term::Atom(name) => atom(name.name(), failed, room),
        Term::Tuple(elements) => match &elements[..] {
            [Term::Atom(name), found] => tagged(name.name(), found, reading.part(1), room),
            [Term::Atom(name), found, _] if name.name() == "badrecord" => {
                Some(format!("bad record {}", value(found, reading.part(1), room)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn atom(name: &str, failed: Option<&Frame>, room: usize) -> Option<String> {
    let words = match name {
        "badarg" => return Some(with_call("bad argument", failed, room)),
        "badarith" => {
            let words = "an error occurred when evaluating an arithmetic expression";
            return Some(with_call(words, failed, room));
        }
        "if_clause" => "no true branch found when evaluating an if expression",
        "system_limit" => "a system limit has been reached",
        "timeout_value" => "bad receive timeout value",
        "function_clause" => {
            return failed
                .map(|frame| format!("no function clause matching {}", called(frame, room)));
        }
        "undef" => return failed.map(|frame| format!("undefined function {}", frame.mfa)),
        _ => return None,
    };
    Some(words.to_owned())
}

/// A built-in has no place in the source, so the call is named.
fn with_call(words: &str, failed: Option<&Frame>, room: usize) -> String {
    match failed.filter(|frame| frame.place.is_none() && frame.arguments.is_some()) {
        Some(frame) => format!("{words}: {}", called(frame, room)),
        None => words.to_owned(),
    }
}

/// `m:f(1, 2)`, `1 div 2`, or `m:f/2` where the arguments are not known.
pub fn called(frame: &Frame, room: usize) -> String {
    if let Some(operation) = operation(frame, room) {
        return operation;
    }
    let made = notation::within_generated(frame.mfa);
    let Some(arguments) = &frame.arguments else {
        return made.unwrap_or_else(|| frame.mfa.to_string());
    };
    let call = notation::call_meant(frame.mfa, arguments, Some(&frame.readings), room).text;
    match made {
        // What it is called with stands behind the name, which ends before the first argument.
        Some(made) => {
            let name = notation::call(Mfa { arity: 0, ..frame.mfa }, &[]);
            let arguments = call.strip_prefix(name.strip_suffix(')').unwrap_or(&name));
            format!("{made}, called with ({}", arguments.unwrap_or(")"))
        }
        None => call,
    }
}

/// The operators that can fail.
const OPERATORS: [&str; 18] = [
    "+", "-", "*", "/", "div", "rem", "band", "bor", "bxor", "bnot", "bsl", "bsr", "++", "--",
    "and", "or", "xor", "not",
];

/// `1 div 2`, if the function is an operator.
pub fn operation(frame: &Frame, room: usize) -> Option<String> {
    let operator = frame.mfa.function.name();
    if frame.mfa.module.name() != "erlang" || !OPERATORS.contains(&operator) {
        return None;
    }
    let value = |term| value(term, &Reading::Plain, room);
    match &frame.arguments.as_ref()?[..] {
        [operand] => Some(format!("{operator} {}", value(operand))),
        [left, right] => Some(format!("{} {operator} {}", value(left), value(right))),
        _ => None,
    }
}

/// `{Name, Value}`
fn tagged(name: &str, found: &Term, reading: &Reading, room: usize) -> Option<String> {
    let words = match name {
        "badmatch" => "no match of right hand side value",
        "case_clause" => "no case clause matching",
        "try_clause" => "no try clause matching",
        "else_clause" => "no else clause matching",
        "badmap" => "bad map:",
        "badkey" => "bad key:",
        "badrecord" => "bad record",
        "badfun" => "bad function",
        "bad_generator" => "bad generator",
        "bad_filter" => "bad filter",
        "badarity" => return badarity(found, room),
        "nocatch" => "no catch for the thrown term",
        _ => return None,
    };
    Some(format!("{words} {}", value(found, reading, room)))
}

/// `{badarity, {Fun, Arguments}}`
fn badarity(found: &Term, room: usize) -> Option<String> {
    let [fun, arguments] = found.as_tuple()? else { return None };
    let arguments = arguments.as_list()?.len();
    let arity = fun.as_fun()?.arity();
    let (fun, s) = (value(fun, &Reading::Plain, room), if arguments == 1 { "" } else { "s" });
    Some(format!("{fun} with arity {arity} called with {arguments} argument{s}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::SourceLine;
    use expect_test::{Expect, expect};
    use term::Atom;

    fn check(text: &str, expect: Expect) {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 1 };
        let place = SourceLine { file: "m.erl".into(), line: 1, column: None, text: None };
        let frame = Frame {
            mfa,
            arguments: Some(vec![Term::Int(42)]),
            readings: Vec::new(),
            place: Some(place),
        };
        let term = term::read::term(text).expect("a term");
        expect.assert_eq(&reason(Class::Error, &term, &Reading::Plain, &[frame], 100));
    }

    #[test]
    fn in_the_words_of_the_shell() {
        check("badarith", expect!["an error occurred when evaluating an arithmetic expression"]);
        check("function_clause", expect!["no function clause matching m:f(42)"]);
        check("undef", expect!["undefined function m:f/1"]);
        check("{badmatch, [1]}", expect!["no match of right hand side value [1]"]);
        check("{case_clause, eq}", expect!["no case clause matching eq"]);
        check("{badkey, a}", expect!["bad key: a"]);
        check(
            "{badarity, {fun m:f/1, [a, b]}}",
            expect!["fun m:f/1 with arity 1 called with 2 arguments"],
        );
    }

    fn check_built_in(name: &str, arguments: &str, why: &str, expect: Expect) {
        let arguments = term::read::arguments(arguments).expect("arguments");
        let function = Atom::new(name);
        let mfa = Mfa { module: Atom::new("erlang"), function, arity: arguments.len() };
        let frame = Frame { mfa, arguments: Some(arguments), readings: Vec::new(), place: None };
        expect.assert_eq(&reason(Class::Error, &Term::atom(why), &Reading::Plain, &[frame], 100));
    }

    #[test]
    fn built_ins_that_failed_are_named() {
        check_built_in("hd", "[[]]", "badarg", expect!["bad argument: erlang:hd([])"]);
        check_built_in(
            "div",
            "[1, 0]",
            "badarith",
            expect!["an error occurred when evaluating an arithmetic expression: 1 div 0"],
        );
        check_built_in("not", "[1]", "badarg", expect!["bad argument: not 1"]);
    }

    #[test]
    fn other_reasons_stay_as_they_are() {
        check("{my_own, 1, 2}", expect!["{my_own, 1, 2}"]);
        check("\"some text\"", expect![[r#""some text""#]]);
        let term = term::read::term("{badmatch, 1}").expect("a term");
        expect!["{badmatch, 1}"].assert_eq(&reason(Class::Throw, &term, &Reading::Plain, &[], 100));
    }
}
