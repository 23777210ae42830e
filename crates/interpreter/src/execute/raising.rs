//! What happens when something goes wrong? The innermost handler gets it, with the trace that the BEAM
//! would show.

use super::*;
use crate::dispatch;
use crate::process::{CaughtNamed, NamedAt};
use crate::program::NAMED;

impl Machine {
    /// A function that cannot be called: `undef` shows it with its arguments.
    pub(super) fn not_callable<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        (module, function): (Atom, Atom),
        arguments: &[Value],
        to: Option<Slot>,
        raise: Raise,
    ) -> Result<At<'p>, Stop> {
        self.note_missing(module, function, arguments.len());
        let frame = stacktrace::frame_with_arguments(
            &mut self.heap,
            module,
            function,
            arguments,
            Value::NIL,
        );
        let top = if to.is_some() { Top::Frame(frame) } else { Top::Instead(frame) };
        let caller = at.code.module;
        let raiser = match self.is_missing_callback(caller, module, (function, arguments.len())) {
            true => Raiser::Input,
            false => Raiser::Undefined,
        };
        self.raised(process, at, raise, top, raiser)
    }

    /// A built-in failed: its frame comes first, with its arguments.
    pub(super) fn native_raised<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        module: Atom,
        function: Atom,
        arguments: &[Value],
        raise: Raise,
    ) -> Result<At<'p>, Stop> {
        let cause = match &raise {
            Raise::Exception { class: Class::Error, cause, .. } => cause.map(Value::atom),
            _ => None,
        };
        if is_raising(module, function) {
            let top = self.explicit_top(at, function, arguments);
            return self.raised(process, at, raise, top, Raiser::Written);
        }
        let is_in_erlang = matches!(
            raise,
            Raise::Exception { reason, .. } if reason == Value::atom(atoms::function_clause)
        );
        // Built-ins have no clauses: this one stands for a function that OTP has in Erlang.
        let info = match is_in_erlang {
            true => {
                let name = FunctionName { name: function, arity: arguments.len() as u32 };
                let position = self.library.failing_clause(module, name);
                stacktrace::location(&mut self.heap, &mut self.library, module, position)
            }
            false => stacktrace::error_info(&mut self.heap, module, cause),
        };
        let frame =
            stacktrace::frame_with_arguments(&mut self.heap, module, function, arguments, info);
        let is_apply = module == atoms::erlang && function.name() == "apply";
        let top =
            if is_last_by_value(at) && !is_apply { Top::Instead(frame) } else { Top::Frame(frame) };
        let is_written = module == atoms::erlang && function.name() == "nif_error";
        let raiser = if is_written { Raiser::Written } else { Raiser::BuiltIn };
        self.raised(process, at, raise, top, raiser)
    }

    /// Is this arithmetic an instruction of its own on the BEAM, so that no built-in shows in the
    /// stack trace? That is so for adding a small literal to what is none, and for what is known to
    /// be a float.
    pub(super) fn is_instruction(
        &self,
        operator: Arithmetic,
        values: [Value; 2],
        operands: [Operand; 2],
    ) -> bool {
        let is_literal = operands.map(|operand| operand.decode().is_err());
        let is_small = |value: Value| {
            value.as_small().is_some_and(|number| number.unsigned_abs() < SMALL_LIMIT)
        };
        let literal = |index: usize| is_literal[index].then_some(values[index]);
        let is_increment = match operator {
            Arithmetic::Add | Arithmetic::Subtract if is_literal == [true, true] => false,
            Arithmetic::Add => [literal(0), literal(1)].into_iter().flatten().any(is_small),
            Arithmetic::Subtract => literal(1).is_some_and(is_small),
            Arithmetic::Divide => true,
            _ => false,
        };
        let is_float = |value: Value| self.heap.as_float(value).is_some();
        is_increment || [literal(0), literal(1)].into_iter().flatten().any(is_float)
    }

    /// `erlang:error(Reason, Arguments)` shows the function that runs with these arguments.
    pub(super) fn explicit_top(&mut self, at: At, function: Atom, arguments: &[Value]) -> Top {
        // Where a process begins with it, no function runs yet.
        if function != atoms::error || arguments.len() < 2 || at.code.id.index() == START {
            return Top::Function;
        }
        let is_list = arguments[1].is_cons() || arguments[1].is_nil();
        let options = arguments.get(2).and_then(|&options| self.heap.proper_list(options));
        if !is_list && options.is_none() {
            return Top::Function;
        }
        let position = at.code.position(at.pc - 1);
        let mut info =
            stacktrace::location(&mut self.heap, &mut self.library, at.code.module, position);
        for option in options.unwrap_or_default() {
            if let Some([key, map]) = self.heap.as_tuple(option)
                && *key == Value::atom(atoms::error_info)
            {
                let (key, map) = (*key, *map);
                let (mut parts, _) = self.heap.list_parts(info);
                parts.push(self.heap.tuple(&[key, map]));
                info = self.heap.list(&parts);
            }
        }
        let shown = if is_list { arguments[1] } else { Value::index(at.code.parameters as usize) };
        let frame = [at.code.module.into(), at.code.name.into(), shown, info];
        Top::Instead(self.heap.tuple(&frame))
    }

    pub(super) fn raised<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        raise: Raise,
        top: Top,
        raiser: Raiser,
    ) -> Result<At<'p>, Stop> {
        // What a model of ours raises is what the built-in raises that it stands for.
        let is_model = at.code.home.module.name().starts_with("ermine_");
        let raiser = if is_model { Raiser::BuiltIn } else { raiser };
        let mut within = None;
        let (class, reason, top, raiser) = match raise {
            Raise::Exception { class, reason, .. } => (class, reason, top, raiser),
            Raise::WithTrace { class, reason, trace } => {
                within = self.passed_on(process, trace);
                (class, reason, Top::Given(trace), Raiser::Raised)
            }
            Raise::Incomplete(incomplete) => return Err(Stop::Incomplete(incomplete)),
            Raise::Halt(status) => {
                let trace =
                    self.captured(process, at, (Class::Exit, status), top, (raiser, within));
                return Err(Stop::Halted { status, trace });
            }
        };
        let is_of_input = at.code.home.module.name() == dispatch::MODULE;
        let raiser = if is_of_input { Raiser::Input } else { raiser };
        if is_of_input {
            self.note_raising_host(process);
        }
        let trace = self.captured(process, at, (class, reason), top, (raiser, within));
        self.throw(process, at, class, reason, trace)
    }

    /// What somebody raises with the trace of what it caught came from where that came from.
    fn passed_on(&self, process: &Process, trace: Value) -> Option<NamedAt> {
        let caught = process.caught_named?;
        let raised_in = stacktrace::raised_in(&self.heap, &self.library, trace);
        (raised_in == Some(caught.raised_in)).then_some(caught.at)
    }

    /// The trace of what is raised here.
    fn captured(
        &mut self,
        process: &Process,
        at: At,
        (class, reason): (Class, Value),
        top: Top,
        (raiser, within): (Raiser, Option<NamedAt>),
    ) -> Value {
        let here = Some((at.code.id, at.pc.saturating_sub(1)));
        let is_of_input = at.code.home.module.name() == dispatch::MODULE;
        let operation = if is_of_input { call_of_input(process, at) } else { here };
        let raising = stacktrace::Raising { class, reason, raiser, operation, within };
        stacktrace::capture(&mut self.heap, process, here, raising, top)
    }

    /// The innermost handler gets the exception.
    pub(super) fn throw<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        class: Class,
        reason: Value,
        trace: Value,
    ) -> Result<At<'p>, Stop> {
        if self.is_symbolic_run() {
            self.pass_made_up(process, at);
        }
        let Some(handler) = process.handlers.pop() else {
            return Err(Stop::Crashed { class, reason, trace });
        };
        if process.calls_named
            && process.named_below(handler.frames).is_none()
            && let Some(at) = stacktrace::within(&self.heap, trace)
            && let Some(raised_in) = stacktrace::raised_in(&self.heap, &self.library, trace)
        {
            process.caught_named = Some(CaughtNamed { raised_in, at });
        }
        if class == Class::Exit {
            process.caught_exit = Some(Ending { reason, trace });
        }
        let Handler { code, pc, base, frames, slots } = handler;
        let code = at.program.code(code);
        process.frames.truncate(frames);
        process.stack.truncate(base + code.slots as usize);
        let first = base + slots as usize;
        process.stack[first] = class.atom().into();
        process.stack[first + 1] = reason;
        process.stack[first + 2] = trace;
        // What is caught within a `receive` (in the fun of `prim_eval:'receive'/2`) does not end it.
        if frames <= process.mailbox.depth {
            process.mailbox.start_over();
            self.forget_deadline(process);
        }
        Ok(At { code, pc, base, ..at })
    }

    /// On its way to who catches it, an exception passes funs of the input that have called what raises it.
    fn pass_made_up(&mut self, process: &Process, at: At) {
        let handler = process.handlers.last();
        let is = |code: CodeId, name: &str| {
            let code = at.program.code(code);
            code.module.name() == dispatch::MODULE && code.name.name() == name
        };
        let passed = &process.frames[handler.map_or(0, |handler| handler.frames)..];
        // What goes on is their third parameter.
        let calls = passed.iter().rev().filter(|frame| is(frame.code, "call"));
        let lets_through: Vec<Value> = calls.map(|frame| process.stack[frame.base + 2]).collect();
        let catches = handler.filter(|handler| is(handler.code, "attempt"));
        let catches = catches.map(|handler| process.stack[handler.base + 2]);
        for then in lets_through {
            self.shadow().decide_catching(at.place(), then, false);
        }
        if let Some(then) = catches {
            self.shadow().decide_catching(at.place(), then, true);
        }
    }

    pub(super) fn raw_raise<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        class: Value,
        reason: Value,
        trace: Value,
    ) -> Result<At<'p>, Stop> {
        match class.as_atom().and_then(Class::from_atom) {
            Some(class) => {
                // Passed on as it was caught, it still comes from where it was raised.
                let caught = stacktrace::raising(&self.heap, trace, class, reason);
                let raising = caught.unwrap_or(stacktrace::Raising {
                    class,
                    reason,
                    raiser: Raiser::Raised,
                    operation: Some((at.code.id, at.pc.saturating_sub(1))),
                    within: None,
                });
                let list = stacktrace::build(&mut self.heap, &mut self.library, trace);
                let top = Top::Given(list);
                let trace = stacktrace::capture(&mut self.heap, process, None, raising, top);
                self.throw(process, at, class, reason, trace)
            }
            None => self.raised(process, at, Raise::badarg(), Top::Function, Raiser::BuiltIn),
        }
    }

    pub(super) fn match_failed<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        raising: RaiseKind,
        reason: Value,
        arguments: &[Value],
    ) -> Result<At<'p>, Stop> {
        if matches!(raising, RaiseKind::Error) {
            let raise = Raise::error(reason);
            return self.raised(process, at, raise, Top::Function, Raiser::Match);
        }
        let inlined = reason.as_atom().filter(|name| *name != atoms::empty);
        let name = inlined.unwrap_or(at.code.name);
        let position = at.code.position(at.pc - 1);
        let info =
            stacktrace::location(&mut self.heap, &mut self.library, at.code.module, position);
        let frame =
            stacktrace::frame_with_arguments(&mut self.heap, at.code.module, name, arguments, info);
        let top = if inlined.is_some() { Top::Frame(frame) } else { Top::Instead(frame) };
        self.raised(process, at, Raise::error(atoms::function_clause), top, Raiser::Head)
    }

    /// What `catch` makes of an exception.
    pub(super) fn caught(&mut self, class: Value, reason: Value, trace: Value) -> Value {
        match class.as_atom().and_then(Class::from_atom) {
            Some(Class::Throw) => reason,
            Some(Class::Exit) => self.heap.tuple(&[atoms::exit_upper.into(), reason]),
            _ => {
                self.note_stack();
                let trace = stacktrace::build(&mut self.heap, &mut self.library, trace);
                let reason = self.heap.tuple(&[reason, trace]);
                self.heap.tuple(&[atoms::exit_upper.into(), reason])
            }
        }
    }
}

/// Where the program called the fun of the input that raises.
fn call_of_input(process: &Process, at: At) -> Option<(CodeId, usize)> {
    let is_own = |code: CodeId| {
        let is_of_model = || at.program.code(code).home.module.name() == dispatch::MODULE;
        !matches!(code.index(), START | NAMED) && !is_of_model()
    };
    let caller = process.frames.iter().rev().find(|frame| is_own(frame.code))?;
    Some((caller.code, caller.pc.saturating_sub(1)))
}
