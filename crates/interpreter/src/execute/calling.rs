//! How is a function called? By its code, by its name, as a fun, or as a built-in; with a frame, or in
//! the place of the caller.

use super::*;
use crate::boot::NAMED_RETURNS;
use crate::dispatch::{self, Bound, Found, Held};
use crate::endless::livelock::is_written_down;
use crate::machine::TURN;
use crate::process::NamedAt;
use crate::shadow::funs::{Applied, ENDLESS};
use crate::shadow::naming::{Calls, Named, is_of_every_module};
use runtime::work::{self, Refusal};
use term::canonical::{Action, Passed};
use term::made_up_module::{made_up_function, made_up_functions};

impl Machine {
    /// Enters a function whose arguments and free variables are given.
    #[inline]
    pub(super) fn enter<'p>(
        process: &mut Process,
        at: At<'p>,
        callee: &'p Code,
        arguments: &[Value],
        free: &[Value],
        to: Option<Slot>,
    ) -> At<'p> {
        let base = match to {
            Some(to) => {
                process.frames.push(Frame { code: at.code.id, pc: at.pc, base: at.base, to });
                at.base + at.code.slots as usize
            }
            None => at.base,
        };
        process.stack.truncate(base);
        process.stack.extend_from_slice(arguments);
        process.stack.extend_from_slice(free);
        process.stack.resize(base + callee.slots as usize, Value::NIL);
        At { code: callee, pc: 0, base, ..at }
    }

    /// A value is there: where it was wanted, or as the value of the function.
    pub(super) fn give<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        value: Value,
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        match to {
            Some(to) => {
                process.stack[at.base + to as usize] = value;
                Ok(at)
            }
            None => self.return_value(process, at, value),
        }
    }

    #[inline(always)]
    pub(super) fn return_value<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        value: Value,
    ) -> Result<At<'p>, Stop> {
        let Some(frame) = process.frames.pop() else {
            process.stack.clear();
            return Err(Stop::Returned(value));
        };
        process.stack.truncate(at.base);
        process.stack[frame.base + frame.to as usize] = value;
        Ok(At { code: at.program.code(frame.code), pc: frame.pc, base: frame.base, ..at })
    }

    /// Counts a call; yields, collects or gives up if it is time to.
    #[inline]
    pub(super) fn breathe(
        &mut self,
        process: &mut Process,
        at: At,
        budget: u64,
    ) -> Result<(), Stop> {
        self.reductions += 1;
        if self.reductions.is_multiple_of(LOOK_AROUND) || self.heap.is_swelling() {
            return self.look_around(process, at, budget);
        }
        Ok(())
    }

    #[cold]
    pub(super) fn look_around(
        &mut self,
        process: &mut Process,
        at: At,
        budget: u64,
    ) -> Result<(), Stop> {
        if self.asides > 0 {
            self.look_aside(process);
            return Ok(());
        }
        if self.heap.wants_collection(process.stack.len()) || self.heap.is_tight(process.bytes()) {
            self.collect(process);
            if self.heap.is_full(process.bytes()) && !self.heap.is_cut {
                self.collect_fully(process);
            }
            if self.heap.is_full(process.bytes()) {
                return Err(Stop::OutOfMemory);
            }
            // Whoever makes much of few calls may come to the end of its turn late.
            if let Some(refusal) = self.heap.work.look() {
                work::refuse(refusal);
            }
        }
        if self.reductions >= budget {
            let At { code, pc, base, .. } = at;
            process.state = State::Running { code: code.id, pc, base };
            return Err(Stop::Yield);
        }
        Ok(())
    }

    /// Within an operation of a process that does not show its values nothing can be collected, but
    /// the limits hold.
    fn look_aside(&self, process: &Process) {
        self.heap.allow(process.bytes());
        if self.reductions > self.limits.reductions {
            work::refuse(Refusal::OutOfReductions);
        }
        if self.reductions.is_multiple_of(TURN)
            && let Some(refusal) = self.heap.work.look()
        {
            work::refuse(refusal);
        }
    }

    /// For whoever watches the run.
    #[inline]
    pub(crate) fn note_change(&mut self, module: Atom, function: Atom) {
        if self.system.observer.is_there && !crate::endless::is_quiet(module, function) {
            self.system.observer.changes += 1;
            if !is_written_down(module, function) {
                self.system.observer.beyond += 1;
            }
        }
    }

    pub(super) fn call_target<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        target: &Target,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let callee = self.library.link(target);
        let name = (target.module, target.function);
        self.call_linked(process, at, callee, name, arguments, to)
    }

    fn call_linked<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        callee: Result<Callee, Raise>,
        name: (Atom, Atom),
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        match callee {
            Ok(callee) => self.call_callee(process, at, callee, name, arguments, to),
            Err(raise) => self.not_callable(process, at, name, arguments, to, raise),
        }
    }

    pub(super) fn call_callee<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        callee: Callee,
        (module, function): (Atom, Atom),
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let stripped;
        // What is known of them shows in the trace, should the built-in fail.
        let given = arguments;
        let mut arguments = arguments;
        self.heap.work.next_operation();
        let is_code = matches!(callee, Callee::Code(_));
        if self.system.signals.journal.is_some()
            && matches!(callee, Callee::InContext(_) | Callee::Table(_))
        {
            self.note_visible(process, at, (module, function), arguments)?;
        }
        if self.notes_world() && !is_code {
            self.ask_the_world(process, at, callee, (module, function), arguments);
        }
        if self.is_symbolic_run() && !is_code {
            self.look_ahead(process, at);
            if let (Callee::ApplyNamed, &[module, name, _]) = (callee, arguments) {
                self.note_naming(process, at, module, name);
            }
            let name = (module, function);
            let known = self
                .stored_with_symbols(process, at, callee, name, arguments)
                .or_else(|| self.addressed(at.place(), name, arguments));
            let way = match known {
                Some(result) => WithSymbols::Done(result),
                None => {
                    let for_model = self.with_pattern_source(name, arguments);
                    let (here, caller) = (at.place(), at.code.id);
                    self.shadow().with_symbols(here, caller, callee, name, arguments, &for_model)
                }
            };
            match way {
                WithSymbols::AsItIs => {}
                WithSymbols::Done(result) => {
                    return match result {
                        Ok(value) => self.give(process, at, value, to),
                        Err(raise) => {
                            self.native_raised(process, at, module, function, arguments, raise)
                        }
                    };
                }
                WithSymbols::Model(code, values) => {
                    let code = at.program.code(code);
                    return Ok(Self::enter(process, at, code, &values, &[], to));
                }
                WithSymbols::Stripped(values) => {
                    stripped = values;
                    arguments = &stripped;
                }
            }
        }
        let result = match callee {
            Callee::Code(code) => {
                let code = at.program.code(code);
                return Ok(Self::enter(process, at, code, arguments, &[], to));
            }
            Callee::Pure(native) => native(&mut self.heap, arguments),
            Callee::InContext(native) => {
                self.note_change(module, function);
                let result = native(&mut self.context(process, at), arguments);
                self.after_native(process)?;
                match result {
                    Ok(value) if process.yields => {
                        let At { code, pc, base, .. } = self.give(process, at, value, to)?;
                        process.state = State::Running { code: code.id, pc, base };
                        return Err(Stop::Yield);
                    }
                    result => result,
                }
            }
            Callee::Table(native) => {
                self.note_change(module, function);
                let tables = &mut self.system.shared.tables;
                let result = native(tables, &mut self.heap, process.id, arguments);
                self.system.send_for_tables(&mut self.heap);
                self.after_native(process)?;
                result
            }
            Callee::ApplyFun => {
                return match self.heap.proper_list(arguments[1]) {
                    Some(values) => self.apply(process, at, arguments[0], &values, to),
                    None => {
                        let raise = Raise::badarg();
                        self.native_raised(process, at, module, function, arguments, raise)
                    }
                };
            }
            Callee::ApplyNamed => {
                let Some(values) = self.heap.proper_list(arguments[2]) else {
                    let raise = Raise::badarg();
                    return self.native_raised(process, at, module, function, arguments, raise);
                };
                return self.call_named(process, at, arguments[0], arguments[1], &values, to);
            }
            Callee::Hibernate => return self.hibernate(process, at, arguments),
            Callee::Oracle => self.ask_oracle(process.id, (module, function), arguments),
            Callee::Effect => Err(Raise::effect(module, function, arguments.len())),
            Callee::Missing => {
                let arity = arguments.len();
                let missing = Incomplete::UnsupportedBuiltIn { module, function, arity };
                Err(Raise::Incomplete(Box::new(missing)))
            }
        };
        match result {
            Ok(value) => self.give(process, at, value, to),
            Err(raise) => {
                let shown = if is_raising(module, function) { arguments } else { given };
                self.native_raised(process, at, module, function, shown, raise)
            }
        }
    }

    fn ask_oracle(
        &mut self,
        caller: ProcessId,
        name: (Atom, Atom),
        arguments: &[Value],
    ) -> NativeResult {
        let (heap, oracle) = (&mut self.heap, self.oracle.as_deref_mut());
        let function = FunctionName { name: name.1, arity: arguments.len() as u32 };
        if streams::is_about(name.0, function) {
            return streams::ask(heap, oracle, &mut self.system, caller, name, arguments);
        }
        oracle::ask(heap, oracle, &mut self.system.shared.patterns, name, arguments)
    }

    pub(crate) fn context<'a>(&'a mut self, process: &'a mut Process, at: At<'a>) -> Context<'a> {
        Context {
            heap: &mut self.heap,
            process,
            at,
            system: &mut self.system,
            library: &mut self.library,
        }
    }

    /// A native may have sent signals, also to the process itself.
    #[inline]
    pub(super) fn after_native(&mut self, process: &mut Process) -> Result<(), Stop> {
        if !self.system.signals.is_empty() {
            self.system.deliver(&mut self.heap, Some(process));
        }
        match process.exiting.take() {
            Some(ending) => Err(Stop::Exited(ending)),
            None => Ok(()),
        }
    }

    pub(super) fn guard(
        &mut self,
        process: &mut Process,
        at: At,
        target: &Target,
        arguments: &[Value],
    ) -> Result<Value, Raise> {
        let callee = self.library.link(target)?;
        let stripped;
        let mut arguments = arguments;
        if self.notes_world() {
            self.ask_the_world(process, at, callee, (target.module, target.function), arguments);
        }
        if self.is_symbolic_run() {
            match self.shadow_at(process, at).with_symbols(
                at.place(),
                at.code.id,
                callee,
                (target.module, target.function),
                arguments,
                arguments,
            ) {
                WithSymbols::AsItIs => {}
                WithSymbols::Done(result) => return result,
                WithSymbols::Model(code, values) => return self.run_aside(at, code, &values),
                WithSymbols::Stripped(values) => {
                    stripped = values;
                    arguments = &stripped;
                }
            }
        }
        match callee {
            Callee::Pure(native) => native(&mut self.heap, arguments),
            Callee::InContext(native) => native(&mut self.context(process, at), arguments),
            _ => Err(Raise::Incomplete(Box::new(Incomplete::UnsupportedBuiltIn {
                module: target.module,
                function: target.function,
                arity: target.arity,
            }))),
        }
    }

    /// Runs a function to its end in the middle of an operation. It is one of our own, which neither
    /// waits nor runs for long; nothing is collected meanwhile, as the process does not show its
    /// values.
    pub(crate) fn run_aside(
        &mut self,
        at: At,
        code: CodeId,
        arguments: &[Value],
    ) -> Result<Value, Raise> {
        let start = State::Running { code, pc: 0, base: 0 };
        let mut process = Process::new(0, start, self.system.processes.empty_map, Value::NIL);
        process.stack.extend_from_slice(arguments);
        let code = at.program.code(code);
        process.stack.resize(code.slots as usize, Value::NIL);
        self.asides += 1;
        let Err(stop) = self.run_from(&mut process, At { code, pc: 0, base: 0, ..at }, u64::MAX);
        self.asides -= 1;
        match stop {
            Stop::Returned(value) => Ok(value),
            Stop::Crashed { class, reason, .. } => {
                Err(Raise::Exception { class, reason, cause: None })
            }
            Stop::Incomplete(incomplete) => Err(Raise::Incomplete(incomplete)),
            Stop::Yield
            | Stop::Wait
            | Stop::Exited(_)
            | Stop::Halted { .. }
            | Stop::OutOfMemory
            | Stop::Stopped => {
                unreachable!("a model only computes")
            }
        }
    }

    /// `Module:Name(Arguments)`, where both are values.
    pub(super) fn call_named<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        module: Value,
        name: Value,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        if module.is_symbolic() || name.is_symbolic() {
            let is_caught = !process.handlers.is_empty() || self.shadow().recorder.is_concurrent();
            let caller = at.code.module;
            let named = Named { module, name, arguments, caller, is_caught };
            self.note_naming(process, at, module, name);
            let given = self.heap.concrete(module);
            self.note_host(process, caller, given);
            return match self.shadow().named(at.place(), &named) {
                Calls::Function(named, name) if module.is_symbolic() => {
                    self.call_of_input(process, at, (named, name), arguments, to)
                }
                Calls::Function(module, name) => {
                    self.call_by_name(process, at, module, name, arguments, to)
                }
                Calls::MadeUp(applied) => {
                    // It is there, and takes as many arguments.
                    let fun = Value::atom(atoms::undefined);
                    self.applied(process, at, applied, fun, arguments, to)
                }
                Calls::NoNames => self.no_names(process, at, module, name, arguments),
            };
        }
        match (module.as_atom(), name.as_atom()) {
            (Some(module), Some(name)) => {
                self.call_by_name(process, at, module, name, arguments, to)
            }
            _ => self.no_names(process, at, module, name, arguments),
        }
    }

    /// Calls what the input has named, and remembers that for as long as it runs.
    fn call_of_input<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        (module, name): (Atom, Atom),
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let named = NamedAt { code: at.code.id, pc: at.pc.saturating_sub(1), module };
        process.calls_named = true;
        process.naming = Some(named);
        let callee = self.library.link_name(module, name, arguments.len());
        // What these do is over at once, and some of them look at who called. So is what is not there.
        let is_short = matches!(
            callee,
            Err(_) | Ok(Callee::InContext(_) | Callee::Table(_) | Callee::Hibernate)
        );
        let after = match is_short || is_raising(module, name) {
            true => self.call_by_name(process, at, module, name, arguments, to),
            false => {
                let at = Self::enter(process, at, at.program.named(), &[], &[], to);
                let [code, pc] = [named.code.index(), named.pc].map(Value::index);
                process.stack[at.base..].copy_from_slice(&[Value::NIL, code, pc, module.into()]);
                let at = At { pc: NAMED_RETURNS, ..at };
                self.call_by_name(process, at, module, name, arguments, Some(0))
            }
        };
        process.naming = None;
        after
    }

    /// What is called is no atom. The trace shows it, with its symbols: whoever catches it may look.
    fn no_names<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        module: Value,
        name: Value,
        arguments: &[Value],
    ) -> Result<At<'p>, Stop> {
        self.note_host(process, at.code.module, module);
        let list = self.heap.list(arguments);
        let apply = Atom::new("apply");
        let arguments = [module, name, list];
        self.native_raised(process, at, atoms::erlang, apply, &arguments, Raise::badarg())
    }

    pub(super) fn call_by_name<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        module: Atom,
        name: Atom,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let mut callee = self.library.link_name(module, name, arguments.len());
        if is_of_every_module(name, arguments.len()) && made_up_functions(module).is_some() {
            let what = "module_info of a module of the input".to_owned();
            callee = Err(Raise::Incomplete(Box::new(Incomplete::Unsupported(what))));
        } else if callee.is_err()
            && let Some(fun) = made_up_function(module, name, arguments.len())
        {
            self.note_host(process, at.code.module, module.into());
            let fun = self.heap.from_term_with(&fun, &self.library);
            return self.apply(process, at, fun, arguments, to);
        } else {
            self.note_host(process, at.code.module, module.into());
        }
        self.call_linked(process, at, callee, (module, name), arguments, to)
    }

    pub(crate) fn apply<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        fun: Value,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let fun_arity = match self.heap.fun(fun) {
            Some(FunView::Closure { code, .. }) => {
                let code = at.program.code(CodeId::of_closure(code));
                if code.arity() == arguments.len() {
                    let free = self.heap.free_variables(fun);
                    return Ok(Self::enter(process, at, code, arguments, free, to));
                }
                code.arity()
            }
            Some(FunView::External { module, function, arity }) => {
                if arity == arguments.len() {
                    return self.call_by_name(process, at, module, function, arguments, to);
                }
                arity
            }
            None if fun.is_symbolic() => {
                // What ends another process shows in those that watch it.
                let is_caught = !process.handlers.is_empty() || process.parent.is_some();
                let mut shadow = self.shadow_at(process, at);
                let applied = shadow.apply_symbolic(at.place(), fun, arguments, is_caught);
                return self.applied(process, at, applied, fun, arguments, to);
            }
            None if self.heap.is_fun(fun) => {
                let what = "a fun of another program is called".into();
                return Err(incomplete(Incomplete::Unsupported(what)));
            }
            None => {
                let reason = self.heap.tuple(&[atoms::badfun.into(), fun]);
                return self.bad_application(process, at, reason, to);
            }
        };
        debug_assert_ne!(fun_arity, arguments.len());
        self.bad_arity(process, at, fun, arguments, to)
    }

    /// What is left to do once it is known what a fun of the input does.
    fn applied<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        applied: Applied,
        fun: Value,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        match applied {
            Applied::Returned(value) => self.give(process, at, value, to),
            Applied::Fun(fun) => self.apply(process, at, fun, arguments, to),
            Applied::NoFun => {
                let reason = self.heap.tuple(&[atoms::badfun.into(), fun]);
                self.bad_application(process, at, reason, to)
            }
            Applied::OtherArity => self.bad_arity(process, at, fun, arguments, to),
            Applied::Endless => Err(incomplete(Incomplete::Unsupported(ENDLESS.into()))),
            Applied::Enter(code, values) => {
                let code = at.program.code(code);
                Ok(Self::enter(process, at, code, &values, &[], to))
            }
        }
    }

    fn bad_arity<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        fun: Value,
        arguments: &[Value],
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        let list = self.heap.list(arguments);
        let call = self.heap.tuple(&[fun, list]);
        let reason = self.heap.tuple(&[atoms::badarity.into(), call]);
        self.bad_application(process, at, reason, to)
    }

    /// The BEAM finds out on the other side of the call: unless that was the last thing to do, the
    /// caller is in the trace as the function that runs and as the one to return to.
    pub(super) fn bad_application<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        reason: Value,
        to: Option<Slot>,
    ) -> Result<At<'p>, Stop> {
        if to.is_none() {
            return self.raised(process, at, Raise::error(reason), Top::Function, Raiser::Fun);
        }
        let (module, name) = (at.code.module, at.code.name);
        let position = at.code.position(at.pc - 1);
        let info = stacktrace::location(&mut self.heap, &mut self.library, module, position);
        let arity = Value::index(at.code.parameters as usize);
        let frame = self.heap.tuple(&[module.into(), name.into(), arity, info]);
        self.raised(process, at, Raise::error(reason), Top::Frame(frame), Raiser::Fun)
    }

    /// A function begins that the user wants to run without symbols.
    pub(super) fn concretise_parameters(&mut self, process: &mut Process, at: At) {
        if !self.is_symbolic_run() {
            return;
        }
        let slots = at.base..at.base + at.code.parameters as usize;
        let arguments = process.stack[slots.clone()].to_vec();
        let (module, function) = (at.code.module, at.code.home.function.name);
        let stripped = self.shadow().strip(module, function, &arguments);
        process.stack[slots].copy_from_slice(&stripped);
    }

    /// The made-up fun that is about to run does what it holds.
    pub(super) fn answer<'p>(&mut self, process: &mut Process, at: At<'p>) -> Result<At<'p>, Stop> {
        let slots = &process.stack[at.base..];
        let (arguments, held) = slots.split_at(at.code.arity());
        let (mut arguments, held) = (arguments.to_vec(), Held::of(held));
        if self.is_symbolic_run() {
            // Which fun it is was lost before: so is what it is called with.
            arguments = self.shadow().strip(atoms::erlang, Atom::new("apply"), &arguments);
        }
        if held.cases.is_nil() && held.behaviours.is_nil() {
            // What it is called with makes no difference.
            return self.return_value(process, at, held.otherwise);
        }
        let bound = dispatch::bind(&mut self.heap, &self.library, &arguments, held.scope);
        let Ok(Bound { key, scope, .. }) = bound else {
            return self.return_value(process, at, held.otherwise);
        };
        let Some(found) = dispatch::behaviour_for(&self.heap, &held, &key) else {
            let value = dispatch::answer_for(&self.heap, &held, &key);
            let value = dispatch::within(&mut self.heap, &self.library, value, &scope);
            return self.return_value(process, at, value);
        };
        let Found { action, values, then } = found;
        let within = |machine: &mut Self, value| {
            dispatch::within(&mut machine.heap, &machine.library, value, &scope)
        };
        let mut values = values.into_iter();
        let (name, given) = match action {
            Action::Answer => unreachable!("an answer is no behaviour"),
            Action::Return(local) => {
                return self.return_value(process, at, scope[local as usize]);
            }
            Action::Raise(class) => {
                let reason = within(self, values.next().expect("a reason"));
                ("raise", vec![class.into(), reason])
            }
            Action::Build { structure, ref parts } => {
                let part = |passed: &Passed| match *passed {
                    Passed::Local(local) => scope[local as usize],
                    Passed::Value => within(self, values.next().expect("a value for each")),
                };
                let parts: Vec<Value> = parts.iter().map(part).collect();
                let built = dispatch::built(&mut self.heap, structure, &parts);
                return self.return_value(process, at, built);
            }
            Action::Call { local, ref passed } | Action::Attempt { local, ref passed } => {
                let part = |passed: &Passed| match *passed {
                    Passed::Local(local) => scope[local as usize],
                    Passed::Value => within(self, values.next().expect("a value for each")),
                };
                let passed: Vec<Value> = passed.iter().map(part).collect();
                let list = self.heap.list(&passed);
                (dispatch::caller(&action), vec![scope[local as usize], list, within(self, then)])
            }
        };
        let module = Atom::new(dispatch::MODULE);
        self.call_by_name(process, at, module, Atom::new(name), &given, None)
    }

    pub(super) fn closure(&mut self, target: &Target, free: &[Value]) -> Result<Value, Raise> {
        match self.library.link(target)? {
            Callee::Code(code) => {
                let number = self.library.program().code(code).closure_number();
                Ok(self.heap.closure(number, free))
            }
            _ => Ok(self.heap.external_fun(target.module, target.function, target.arity)),
        }
    }

    pub(super) fn hibernate<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        arguments: &[Value],
    ) -> Result<At<'p>, Stop> {
        let list = self.heap.proper_list(arguments[2]);
        let (Some(module), Some(function), Some(arguments)) =
            (arguments[0].as_atom(), arguments[1].as_atom(), list)
        else {
            let name = Atom::new("hibernate");
            return self.native_raised(
                process,
                at,
                atoms::erlang,
                name,
                arguments,
                Raise::badarg(),
            );
        };
        process.stack.clear();
        process.frames.clear();
        process.handlers.clear();
        process.state = State::Hibernating { module, function, arguments };
        Err(Stop::Wait)
    }
}
