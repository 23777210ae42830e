//! Which way does it go? Where a switch leads, which type a value has, how two compare.

use super::*;

impl Machine {
    #[inline]
    pub(crate) fn choose(&mut self, switch: &Switch, value: Value) -> Label {
        if value.is_cons() {
            switch.cons
        } else if value.is_immediate() {
            switch.words.get(value).unwrap_or(switch.default)
        } else if value.is_tuple() {
            self.choose_tuple(switch, value)
        } else {
            self.choose_constant(switch, value)
        }
    }

    #[cold]
    pub(super) fn choose_symbolic(
        &mut self,
        process: &Process,
        at: At,
        switch: &Switch,
        value: Value,
    ) -> Label {
        self.shadow_at(process, at).decide_switch(at.place(), switch, value);
        self.choose(switch, self.heap.concrete(value))
    }

    #[inline]
    pub(super) fn choose_tuple(&self, switch: &Switch, value: Value) -> Label {
        let size = self.heap.elements(value).len() as u32;
        let arm = switch.tuples.iter().find(|(arity, _)| *arity == size);
        arm.map_or(switch.default, |&(_, label)| label)
    }

    /// For what is neither a list nor a tuple, and more than a word.
    pub(super) fn choose_constant(&mut self, switch: &Switch, value: Value) -> Label {
        let is_it = |&&(constant, _): &&(u32, Label)| {
            let constant = self.library.constant(&mut self.heap, constant as usize);
            compare::exactly_equal(&self.heap, constant, value)
        };
        switch.constants.iter().find(is_it).map_or(switch.default, |&(_, label)| label)
    }

    #[inline]
    pub(super) fn has_type(&self, test: Kind, value: Value) -> bool {
        match test {
            Kind::Atom => value.is_atom(),
            Kind::Boolean => value.as_bool().is_some(),
            Kind::Integer => self.heap.is_integer(value),
            Kind::Float => self.heap.as_float(value).is_some(),
            Kind::Number => self.heap.is_integer(value) || self.heap.as_float(value).is_some(),
            Kind::List => value.is_cons() || value.is_nil(),
            Kind::Tuple => value.is_tuple(),
            Kind::Map => self.heap.is_map(value),
            Kind::Binary => self.heap.as_bits(value).is_some_and(|view| view.is_binary()),
            Kind::Bitstring => self.heap.as_bits(value).is_some(),
            Kind::Function => self.heap.is_fun(value),
            Kind::Pid => value.as_pid().is_some() || self.is_foreign(value, "pid"),
            Kind::Reference => {
                value.as_reference().is_some() || self.is_foreign(value, "reference")
            }
            Kind::Port => self.is_foreign(value, "port"),
        }
    }

    pub(super) fn is_foreign(&self, value: Value, kind: &str) -> bool {
        use term::Term;
        self.heap.foreign_term(value).is_some_and(|term| match term {
            Term::Pid(_) => kind == "pid",
            Term::Reference(_) => kind == "reference",
            Term::Port(_) => kind == "port",
            _ => false,
        })
    }

    #[inline]
    pub(crate) fn holds(&self, comparison: Comparison, left: Value, right: Value) -> bool {
        comparison.holds(&self.heap, left, right)
    }
}
