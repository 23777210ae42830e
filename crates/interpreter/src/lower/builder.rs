//! How is the code of one function put together? Operations are added in order; labels stand for
//! places that are not known yet and are filled in at the end.

use crate::code::{
    Awaited, BuildSegment, Code, CodeId, FunName, Label, Notes, Op, Operand, Operands, Origin,
    RAISE, Slot, Switch, UNWRITTEN, Words,
};
use analysis::Surroundings;
use core_erlang::{ExprId, Variable};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::Atom;
use trace::Place;

pub struct Builder {
    ops: Vec<Op>,
    exprs: Vec<ExprId>,
    operands: Vec<Operand>,
    switches: Vec<Switch>,
    builds: Vec<Box<[BuildSegment]>>,
    unread: Vec<u32>,
    waits: Vec<(u32, Awaited)>,
    /// For each label, the place it stands for.
    labels: Vec<Option<u32>>,
    /// Where a variable's value is, by the variable's number.
    bindings: Vec<Option<Operand>>,
    next_slot: Slot,
    slots: Slot,
    /// What the operations that are added now are made of.
    pub expr: ExprId,
}

/// What is known about a function besides its operations.
pub struct Identity {
    pub id: CodeId,
    pub fun_name: FunName,
    pub module: Atom,
    pub name: Atom,
    pub home: Place,
    pub surroundings: Arc<Surroundings>,
    pub parameters: u32,
    pub free: u32,
}

impl Builder {
    pub fn new(variables: usize) -> Builder {
        Builder {
            ops: Vec::new(),
            exprs: Vec::new(),
            operands: Vec::new(),
            switches: Vec::new(),
            builds: Vec::new(),
            unread: Vec::new(),
            waits: Vec::new(),
            labels: Vec::new(),
            bindings: vec![None; variables],
            next_slot: 0,
            slots: 0,
            expr: UNWRITTEN,
        }
    }

    pub fn add(&mut self, op: Op) {
        self.ops.push(op);
        self.exprs.push(self.expr);
    }

    /// Nobody looks at the result of the next operation.
    pub fn note_unread(&mut self) {
        self.unread.push(self.ops.len() as u32);
    }

    /// The next operation waits for messages like these.
    pub fn note_awaited(&mut self, awaited: Awaited) {
        self.waits.push((self.ops.len() as u32, awaited));
    }

    pub fn operands(&mut self, operands: &[Operand]) -> Operands {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        Operands { start, count: operands.len() as u32 }
    }

    /// A switch whose places are labels.
    pub fn switch(&mut self, on: Operand, switch: Switch) {
        self.switches.push(switch);
        self.add(Op::Switch { on, switch: self.switches.len() as u32 - 1 });
    }

    pub fn build(&mut self, segments: Vec<BuildSegment>) -> u32 {
        self.builds.push(segments.into());
        self.builds.len() as u32 - 1
    }

    // ---- labels ----

    pub fn new_label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    /// The label stands for the next operation.
    pub fn place(&mut self, label: Label) {
        self.labels[label as usize] = Some(self.ops.len() as u32);
    }

    // ---- slots and variables ----

    pub fn new_slot(&mut self) -> Slot {
        self.new_slots(1)
    }

    /// Slots that follow each other.
    pub fn new_slots(&mut self, count: u32) -> Slot {
        let first = self.next_slot;
        self.next_slot += count;
        self.slots = self.slots.max(self.next_slot);
        first
    }

    /// How far the slots are used, to give back what follows with [`Builder::release`].
    pub fn mark(&self) -> Slot {
        self.next_slot
    }

    pub fn release(&mut self, mark: Slot) {
        self.next_slot = mark;
    }

    pub fn bind(&mut self, variable: Variable, operand: Operand) {
        self.bindings[variable.0 as usize] = Some(operand);
    }

    pub fn binding(&self, variable: Variable) -> Option<Operand> {
        self.bindings[variable.0 as usize]
    }

    // ---- the end ----

    /// `made_of` is how many operations were made of each expression so far, in all of the function.
    pub fn finish(mut self, identity: Identity, made_of: &mut FxHashMap<ExprId, u32>) -> Code {
        let origin = |&expr: &ExprId| {
            let count = made_of.entry(expr).or_default();
            *count += 1;
            Origin { expr, nth: *count - 1 }
        };
        let origins = self.exprs.iter().map(origin).collect();
        let labels = std::mem::take(&mut self.labels);
        let resolve = |label: &mut Label| {
            if *label != RAISE {
                *label = labels[*label as usize].expect("every label is placed");
            }
        };
        for op in &mut self.ops {
            each_label(op, resolve);
        }
        for switch in &mut self.switches {
            switch.words.labels_mut().for_each(resolve);
            switch.constants.iter_mut().for_each(|(_, label)| resolve(label));
            switch.tuples.iter_mut().for_each(|(_, label)| resolve(label));
            resolve(&mut switch.cons);
            resolve(&mut switch.default);
        }
        Code {
            id: identity.id,
            fun_name: identity.fun_name,
            module: identity.module,
            name: identity.name,
            home: identity.home,
            parameters: identity.parameters,
            free: identity.free,
            slots: self.slots,
            ops: self.ops.into(),
            origins,
            surroundings: identity.surroundings,
            operands: self.operands.into(),
            switches: self.switches.into(),
            builds: self.builds.into(),
            notes: Notes { unread: self.unread.into(), waits: self.waits.into() },
        }
    }
}

/// Shows every label of an operation to `resolve`.
fn each_label(op: &mut Op, resolve: impl Fn(&mut Label)) {
    match op {
        Op::Jump { to } => resolve(to),
        Op::Map { fail, .. }
        | Op::Bits { fail, .. }
        | Op::Arithmetic { fail, .. }
        | Op::Guard { fail, .. } => resolve(fail),
        Op::Test { otherwise, .. }
        | Op::Compare { otherwise, .. }
        | Op::IsTrue { otherwise, .. }
        | Op::MapValue { otherwise, .. }
        | Op::BitsStart { otherwise, .. }
        | Op::BitsRead { otherwise, .. }
        | Op::BitsEnd { otherwise, .. } => resolve(otherwise),
        Op::PushHandler { handler, .. } => resolve(handler),
        _ => {}
    }
}

/// A switch in the making: nowhere to go yet but the default.
pub fn switch_to(default: Label) -> Switch {
    Switch {
        words: Words::new(Vec::new()),
        constants: Box::new([]),
        cons: default,
        tuples: Box::new([]),
        default,
    }
}
