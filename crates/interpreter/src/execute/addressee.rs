//! Whom does a built-in talk to, or ask about, where the input says so? Of all processes that an input can
//! name, it is known of the one under test that it lives, of names what the run has registered, and of
//! all others that they are nobody's.

use super::*;
use crate::services;
use crate::shadow::nth;
use runtime::convert::local_pid;
use symbolic::{Kind, Shape};
use term::Term;

/// Names that nodes have are many; that somebody has one is tried with this.
const EXAMPLE: &str = "init";

/// Which argument is a process.
fn process_among(function: &str, arity: usize) -> Option<usize> {
    match (function, arity) {
        ("!" | "send", 2 | 3)
        | ("is_process_alive" | "link" | "node", 1)
        | ("process_info", 1 | 2) => Some(0),
        ("monitor", 2 | 3) | ("register", 2) | ("send_after" | "start_timer", 3 | 4) => Some(1),
        _ => None,
    }
}

impl Machine {
    /// The result, if it is the same for all that the input can still be.
    pub(super) fn addressed(
        &mut self,
        here: Place,
        (module, function): (Atom, Atom),
        arguments: &[Value],
    ) -> Option<NativeResult> {
        if module != atoms::erlang {
            return None;
        }
        if let ("whereis", &[name]) = (function.name(), arguments) {
            return name.is_symbolic().then(|| self.whereis_symbolic(here, name))?;
        }
        let process = arguments[process_among(function.name(), arguments.len())?];
        if !process.is_symbolic() {
            return None;
        }
        let oneself = Shape::Literal(local_pid(self.main));
        if self.shadow().decide(nth(here, 7), process, &[oneself]) == 0 {
            return None;
        }
        match (function.name(), arguments) {
            ("!" | "send", &[_, message]) => self.send_symbolic(here, process, message),
            _ => None,
        }
    }

    fn whereis_symbolic(&mut self, here: Place, name: Value) -> Option<NativeResult> {
        if self.shadow().decide(here, name, &[Shape::Kind(Kind::Atom)]) != 0 {
            return Some(Err(Raise::badarg()));
        }
        self.is_nobodys_name(here, name).then_some(Ok(Value::UNDEFINED))
    }

    /// To somebody who is not oneself.
    fn send_symbolic(&mut self, here: Place, to: Value, message: Value) -> Option<NativeResult> {
        let kinds = [Shape::Kind(Kind::Pid), Shape::Kind(Kind::Atom)];
        match self.shadow().decide(nth(here, 6), to, &kinds) {
            // Processes of the run are not among the inputs.
            0 => (!self.is_of_run(to)).then_some(Ok(message)),
            1 => self.is_nobodys_name(here, to).then(|| Err(Raise::badarg())),
            _ => None,
        }
    }

    fn is_of_run(&self, process: Value) -> bool {
        self.heap.concrete(process).as_pid().is_some()
    }

    /// Has nobody the name, whatever it still can be? That it is none of those that nodes have is taken for
    /// granted from here on.
    fn is_nobodys_name(&mut self, here: Place, name: Value) -> bool {
        let example = Atom::new(EXAMPLE);
        let of_run: Vec<Atom> = self.system.processes.registered().collect();
        let (of_node, mut told): (Vec<Atom>, Vec<Atom>) =
            of_run.into_iter().partition(|name| services::is_of_every_node(*name));
        told.push(example);
        let shapes: Vec<Shape> =
            told.iter().map(|name| Shape::Literal(Term::Atom(*name))).collect();
        if self.shadow().decide(nth(here, 5), name, &shapes) < shapes.len() {
            return false;
        }
        let known = self.heap.concrete(name).as_atom();
        let strangers = services::STRANGERS.iter().chain(&services::OF_SOME_NODES);
        let strangers = strangers.map(|name| Atom::new(name));
        let others: Vec<Atom> =
            of_node.into_iter().chain(strangers).filter(|name| *name != example).collect();
        if known.is_none_or(|known| others.contains(&known)) {
            return false;
        }
        let literals = others.into_iter().map(|name| Shape::Literal(Term::Atom(name)));
        self.shadow().pin_none_of(name, literals);
        true
    }
}
