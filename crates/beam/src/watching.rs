//! How is a program watched while it runs? The node rewrites its modules, so that they note what they do:
//! see `erlang/ermine_watch.erl`. What they note, `erlang/ermine_events.erl` keeps and gives back.

use crate::Node;
use crate::node::NodeError;
use core_erlang::{Module, wire};
use std::sync::Arc;
use term::Term;

impl Node {
    /// These modules note what they do on this node, from now on. The result: the modules as they are then,
    /// for whoever runs them elsewhere.
    pub fn watch(&self, modules: &[Arc<Module>]) -> Result<Vec<Arc<Module>>, NodeError> {
        let modules: Term = modules.iter().map(|module| module_term(module)).collect();
        let answer = self.install(&Term::tuple(vec![Term::atom("watch"), modules]))?;
        let wires = answer.reader().list(|reader| reader.bytes().map(<[u8]>::to_vec))?;
        let decode = |wire: &Vec<u8>| {
            wire::decode_module(wire).map(Arc::new).map_err(|error| NodeError::Refused {
                kind: "internal".to_owned(),
                text: error.to_string(),
            })
        };
        wires.iter().map(decode).collect()
    }
}

/// `{Name, Exports, Files, Functions}`, the functions in their wire form.
fn module_term(module: &Module) -> Term {
    let name = |function: &core_erlang::FunctionName| {
        [Term::Atom(function.name), Term::from(u64::from(function.arity))]
    };
    let exports = module.exports.iter().map(|each| Term::tuple(name(each).to_vec())).collect();
    let files = module.files.iter().map(|file| Term::binary(file.as_bytes())).collect();
    let functions = module.functions.iter().map(|stored| {
        let [function, arity] = name(&stored.name);
        Term::tuple(vec![function, arity, Term::binary(&module.code[stored.code.clone()])])
    });
    Term::tuple(vec![Term::Atom(module.name), exports, Term::tuple(files), functions.collect()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loader, LoaderOptions};
    use term::{Atom, external};

    #[test]
    fn a_module_of_otp_is_rewritten_and_can_be_read_again() {
        if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some() {
            return;
        }
        let loader = Loader::new(LoaderOptions::default()).expect("Erlang is there");
        let queue = loader.load_by_name(Atom::new("queue")).expect("it is there");
        let watched = loader.node().watch(std::slice::from_ref(&queue)).expect("it can be watched");
        assert_eq!(watched[0].exports, queue.exports);
        let names =
            |module: &Module| module.functions.iter().map(|each| each.name).collect::<Vec<_>>();
        assert_eq!(names(&watched[0]), names(&queue));
        for stored in &watched[0].functions {
            watched[0].decode(stored).expect("a function");
        }
        assert!(external::encode(&module_term(&queue)).len() < watched[0].code.len() * 4);
        let refused =
            loader.node().watch(&[loader.load_by_name(Atom::new("erlang")).expect("it is")]);
        assert!(matches!(refused, Err(NodeError::Refused { kind, .. }) if kind == "watch"));
    }
}
