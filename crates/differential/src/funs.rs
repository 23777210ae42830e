//! Which funs are calls made with? Named functions of a small module that both sides have
//! (`tests/differential/ermine_funs.erl`), chosen by arity and by what they return.

use beam::{LoadError, Loader, ModuleSource};
use core_erlang::FunctionName;
use std::sync::Arc;
use term::{Atom, Term};
use typing::{FunSource, Random, Type, Types};

pub struct Funs {
    module: Atom,
    funs: Vec<KnownFun>,
    types: Arc<Types>,
}

struct KnownFun {
    name: FunctionName,
    /// The smallest term it may return, and a few others.
    results: Vec<Term>,
}

/// So many results are looked at to see whether a fun fits.
const SAMPLES: usize = 5;

impl Funs {
    /// Loads the module for Ermine and installs it on the node.
    pub fn new(loader: &Loader, types: &Arc<Types>) -> Result<Funs, LoadError> {
        let path = crate::data_folder().join("ermine_funs.erl");
        let source = ModuleSource::File { path, options: Vec::new() };
        loader.install(&source)?;
        let module = loader.load(&source)?;
        let known = |name: &FunctionName| {
            let spec = types.spec(module.name, *name)?;
            let result = spec.clauses[0].closed_result();
            let mut generator = typing::Generator::new(types, Random::new(1));
            let results = (0..SAMPLES).filter_map(|size| generator.term(&result, size)).collect();
            Some(KnownFun { name: *name, results })
        };
        let funs = module.exports.iter().filter_map(known).collect();
        Ok(Funs { module: module.name, funs, types: types.clone() })
    }
}

impl FunSource for Funs {
    /// Mostly one that fits; now and then any of the arity.
    fn fun(&self, random: &mut Random, arity: usize, result: &Arc<Type>) -> Option<Term> {
        let is_careless = random.one_in(8);
        let fits = |known: &&KnownFun| {
            let is_result = |term: &Term| self.types.contains(result, term).is_ok();
            known.name.arity as usize == arity
                && (is_careless || known.results.iter().all(is_result))
        };
        let candidates: Vec<&KnownFun> = self.funs.iter().filter(fits).collect();
        if candidates.is_empty() {
            return None;
        }
        let chosen = random.pick(&candidates).name;
        Some(Term::external_fun(self.module, chosen.name, chosen.arity as u8))
    }
}
