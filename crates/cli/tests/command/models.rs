//! Do the models of built-ins do what the built-ins do? Each function of the models against the
//! native of the same name, on terms that its spec allows and on terms that nobody expects: the same
//! value, or an exception of the same class and reason.

use beam::Loader;
use core_erlang::FunctionName;
use interpreter::{Machine, Outcome};
use std::sync::Arc;
use term::{Atom, Term};
use typing::{Generator, Random, SpecClause, Type, hostile};
use world::World;

/// For each function; those that nobody could compute in time do not count.
const CALLS: usize = 600;

/// Numbers that are taken for sizes, positions and bases stay near what these can be.
const NEAR: [i64; 12] = [-1, 0, 1, 2, 3, 4, 5, 8, 10, 16, 36, 37];

struct Models {
    machine: Machine,
    module: Atom,
}

impl Models {
    fn call(&mut self, module: Atom, function: Atom, arguments: &[Term]) -> Outcome {
        self.machine.reset();
        self.machine.call(module, function, arguments)
    }

    /// What differs between the model and the native, if anything.
    fn difference(&mut self, name: FunctionName, arguments: &[Term]) -> Option<String> {
        let (module, function) = built_in(name);
        let native = self.call(module, function, arguments);
        // What nobody has room for is no question.
        if matches!(native, Outcome::Incomplete(_)) {
            return None;
        }
        let native = shown(&native);
        let model = shown(&self.call(self.module, name.name, arguments));
        let arguments: Vec<String> = arguments.iter().map(Term::to_string).collect();
        (native != model).then(|| {
            let (name, arguments) = (name.name.name(), arguments.join(", "));
            format!("{name}({arguments})\n    native: {native}\n    model:  {model}")
        })
    }
}

/// `erlang:length` is the model of `erlang:length/1`.
fn built_in(name: FunctionName) -> (Atom, Atom) {
    let (module, function) = name.name.name().split_once(':').expect("models are named m:f");
    (Atom::new(module), Atom::new(function))
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(term) => format!("{term}"),
        Outcome::Crashed { class, reason, .. } => format!("{}:{reason}", class.atom().name()),
        other => format!("{other:?}"),
    }
}

fn arguments(generator: &mut Generator, clauses: &[SpecClause], arity: usize) -> Vec<Term> {
    let types = match clauses {
        [] => std::iter::repeat_n(Arc::new(Type::Any), arity).collect(),
        clauses => generator.random.pick(clauses).closed_parameters(),
    };
    let mut arguments: Vec<Term> = types.iter().map(|wanted| argument(generator, wanted)).collect();
    if arity > 0 && generator.random.one_in(4) {
        let index = generator.random.below(arity);
        arguments[index] = hostile::spoil(&mut generator.random, &arguments[index]);
    }
    arguments
}

fn argument(generator: &mut Generator, wanted: &Arc<Type>) -> Term {
    let budget = 1 + generator.random.below(16);
    let term = generator.term(wanted, budget);
    match term.unwrap_or_else(|| hostile::term(&mut generator.random, 3)) {
        Term::Int(_) if generator.random.one_in(2) => Term::Int(*generator.random.pick(&NEAR)),
        other => other,
    }
}

#[test]
fn models_do_what_natives_do() {
    let Some(loader) = crate::erlang::loader() else { return };
    let mut differences = Vec::new();
    for models in interpreter::library::MODELS {
        differences.extend(differences_of(&loader, Atom::new(models)));
    }
    let shown: Vec<&str> = differences.iter().map(String::as_str).take(20).collect();
    assert!(shown.is_empty(), "{} differences:\n{}", differences.len(), shown.join("\n"));
}

fn differences_of(loader: &Arc<Loader>, name: Atom) -> Vec<String> {
    let source = world::models::source(name).expect("the models are embedded");
    let module = loader.load(&source).expect("the models compile");
    let machine = World::machine(loader);
    let mut models = Models { machine, module: name };
    let types = workbench::types(loader);
    let mut differences = Vec::new();
    let is_model = |name: &&FunctionName| name.name.name().contains(':');
    for &model in module.exports.iter().filter(is_model) {
        let mut generator = Generator::new(&types, Random::for_label(7, model.name.name()));
        let (module, function) = built_in(model);
        let spec = types.spec(module, FunctionName { name: function, arity: model.arity });
        let clauses = spec.map(|spec| spec.clauses).unwrap_or_default();
        for _ in 0..CALLS {
            let arguments = arguments(&mut generator, &clauses, model.arity as usize);
            differences.extend(models.difference(model, &arguments));
        }
    }
    differences
}
