//! Calls: to functions known by name, to operators that have an operation of their own, to funs,
//! and to whatever is only known when the program runs.

use super::{Destination, Local, Lowered, Lowering};
use crate::code::{Arithmetic, Comparison, Kind, Op, Operand, RAISE};
use core_erlang::{Expr, ExprId};
use term::{Atom, Term, atoms};

impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        module: ExprId,
        name: ExprId,
        arguments: &[ExprId],
        to: &Destination,
    ) -> Lowered {
        let (Some(module_name), Some(function_name)) =
            (self.function.literal_atom(module), self.function.literal_atom(name))
        else {
            return self.call_named(module, name, arguments, to);
        };
        let operands = self.operand_list(arguments)?;
        if module_name == atoms::erlang && self.operator(function_name, &operands, to)? {
            return Ok(());
        }
        // In traces, the operator `!` has the name of the function.
        let is_send = module_name == atoms::erlang && function_name.name() == "!";
        let function_name = if is_send { Atom::new("send") } else { function_name };
        let target = self.contents.external_target(module_name, function_name, operands.len());
        let arguments = self.builder.operands(&operands);
        if self.fail != RAISE {
            let fail = self.fail;
            return self.compute(to, |to| Op::Guard { to, target, arguments, fail });
        }
        if matches!(to, Destination::Return) {
            self.builder.add(Op::TailCall { target, arguments });
            return Ok(());
        }
        if matches!(to, Destination::Nowhere) {
            self.builder.note_unread();
        }
        self.compute(to, |to| Op::Call { to, target, arguments })
    }

    fn call_named(
        &mut self,
        module: ExprId,
        name: ExprId,
        arguments: &[ExprId],
        to: &Destination,
    ) -> Lowered {
        let (module, name) = (self.operand(module)?, self.operand(name)?);
        let operands = self.operand_list(arguments)?;
        let arguments = self.builder.operands(&operands);
        if matches!(to, Destination::Return) {
            self.builder.add(Op::TailCallNamed { module, name, arguments });
            return Ok(());
        }
        self.compute(to, |to| Op::CallNamed { to, module, name, arguments })
    }

    pub(super) fn apply(
        &mut self,
        function: ExprId,
        arguments: &[ExprId],
        to: &Destination,
    ) -> Lowered {
        let Expr::Name(name) = self.function.expr(function) else {
            let fun = self.operand(function)?;
            let operands = self.operand_list(arguments)?;
            let arguments = self.builder.operands(&operands);
            if matches!(to, Destination::Return) {
                self.builder.add(Op::TailApply { fun, arguments });
                return Ok(());
            }
            return self.compute(to, |to| Op::Apply { to, fun, arguments });
        };
        let mut operands = self.operand_list(arguments)?;
        let target = match self.local(*name) {
            Some(Local::Label { label, parameters, count }) => {
                return self.jump(label, parameters, count, &operands);
            }
            Some(Local::Lifted { target, extra }) => {
                operands.extend(self.captured(&extra)?);
                target
            }
            None => self.contents.local_target(self.module, *name),
        };
        let arguments = self.builder.operands(&operands);
        if matches!(to, Destination::Return) {
            self.builder.add(Op::TailCall { target, arguments });
            return Ok(());
        }
        self.compute(to, |to| Op::Call { to, target, arguments })
    }

    fn jump(&mut self, label: u32, parameters: u32, count: usize, operands: &[Operand]) -> Lowered {
        if operands.len() != count {
            return Err("a jump with the wrong number of arguments".into());
        }
        // Through other slots, for a parameter may be an argument of the next round.
        let between = self.builder.new_slots(count as u32);
        for (index, &operand) in operands.iter().enumerate() {
            self.builder.add(Op::Move { to: between + index as u32, from: operand });
        }
        for index in 0..count as u32 {
            let from = Operand::slot(between + index);
            self.builder.add(Op::Move { to: parameters + index, from });
        }
        self.builder.add(Op::Jump { to: label });
        Ok(())
    }

    /// Operators with an operation of their own. `false`: this is none of them.
    fn operator(&mut self, name: Atom, operands: &[Operand], to: &Destination) -> Lowered<bool> {
        match *operands {
            // The BEAM compiles `+X` to this. One sees it: it makes `0.0` of `-0.0`.
            [value] if name.name() == "+" => {
                let zero = self.constant(&Term::Int(0));
                return self.operator(name, &[value, zero], to);
            }
            [value] => {
                let Some(test) = type_test(name) else { return Ok(false) };
                self.compute(to, |to| Op::TestValue { test, to, value })?;
            }
            [left, right] => {
                if let Some(operator) = Arithmetic::from_name(name.name()) {
                    let fail = self.fail;
                    self.compute(to, |to| Op::Arithmetic { operator, to, left, right, fail })?;
                } else if let Some(comparison) = comparison(name) {
                    self.compute(to, |to| Op::CompareValue { comparison, to, left, right })?;
                } else {
                    return Ok(false);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Goes on if the guard is true, and to `otherwise` if it is anything else or fails.
    pub(super) fn guard(&mut self, guard: ExprId, otherwise: u32) -> Lowered {
        let outer_fail = std::mem::replace(&mut self.fail, otherwise);
        let mark = self.builder.mark();
        let result = self.condition(guard, otherwise);
        self.builder.release(mark);
        self.fail = outer_fail;
        result
    }

    fn condition(&mut self, guard: ExprId, otherwise: u32) -> Lowered {
        match self.function.expr(guard) {
            Expr::Literal(Term::Atom(atoms::true_)) => return Ok(()),
            Expr::Let { variables, argument, body } => {
                self.bind_to(variables, *argument)?;
                return self.condition(*body, otherwise);
            }
            Expr::Call { module, name, arguments }
                if self.function.literal_atom(*module) == Some(atoms::erlang) =>
            {
                let name = self.function.literal_atom(*name).unwrap_or(atoms::empty);
                if self.direct_condition(name, arguments, otherwise)? {
                    return Ok(());
                }
            }
            _ => {}
        }
        let value = self.operand(guard)?;
        self.builder.add(Op::IsTrue { value, otherwise });
        Ok(())
    }

    /// A test that can branch by itself, without making a truth value first.
    fn direct_condition(
        &mut self,
        name: Atom,
        arguments: &[ExprId],
        otherwise: u32,
    ) -> Lowered<bool> {
        match *arguments {
            [value] => {
                let Some(test) = type_test(name) else { return Ok(false) };
                let value = self.operand(value)?;
                self.builder.add(Op::Test { test, value, otherwise });
            }
            // Both must be true; whichever is not, or fails, fails the guard.
            [left, right] if name.name() == "and" => {
                self.condition(left, otherwise)?;
                self.condition(right, otherwise)?;
            }
            [left, right] => {
                let Some(comparison) = comparison(name) else { return Ok(false) };
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                self.builder.add(Op::Compare { comparison, left, right, otherwise });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

pub(crate) fn comparison(name: Atom) -> Option<Comparison> {
    Comparison::from_name(name.name())
}

pub(crate) fn type_test(name: Atom) -> Option<Kind> {
    Some(match name.name() {
        "is_atom" => Kind::Atom,
        "is_binary" => Kind::Binary,
        "is_bitstring" => Kind::Bitstring,
        "is_boolean" => Kind::Boolean,
        "is_float" => Kind::Float,
        "is_function" => Kind::Function,
        "is_integer" => Kind::Integer,
        "is_list" => Kind::List,
        "is_map" => Kind::Map,
        "is_number" => Kind::Number,
        "is_pid" => Kind::Pid,
        "is_port" => Kind::Port,
        "is_reference" => Kind::Reference,
        "is_tuple" => Kind::Tuple,
        _ => return None,
    })
}
