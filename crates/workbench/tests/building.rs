//! Which calls build what only a module can build?

use beam::{Loader, LoaderOptions};
use std::sync::Arc;
use term::{Atom, Term};
use typing::Type;
use typing::built::Plan;
use workbench::Workbench;

fn bench() -> Option<Workbench> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        return None;
    }
    let loader = Loader::new(LoaderOptions::default()).expect("OTP is there");
    Some(Workbench::new(Arc::new(loader)))
}

fn named(module: &str, name: &str, arguments: &[Type]) -> Arc<Type> {
    let arguments = arguments.iter().cloned().map(Arc::new).collect();
    Arc::new(Type::Named { module: Atom::new(module), name: Atom::new(name), arguments })
}

fn call(text: &str) -> Term {
    term::read::with_calls(text).expect("a term")
}

#[test]
fn trees_of_otp_are_built_by_their_module() {
    let Some(bench) = bench() else { return };
    let types = &bench.environment;
    let tree = named("gb_trees", "tree", &[Type::INTEGER, Type::Atom]);
    let (built, plan) = types.with_calls(&tree);
    assert_eq!(plan, Plan::Built(built.clone()));
    let makers = types.makers(&built);
    let names: Vec<&str> = makers.all.iter().map(|maker| maker.builder.function.name()).collect();
    assert_eq!(names[0], "empty", "a search begins with the simplest: {names:?}");
    assert!(names.contains(&"insert") && names.contains(&"take_smallest"), "{names:?}");
    assert!(!names.contains(&"from_orddict"), "nobody checks what it is given: {names:?}");
    let fits = |text: &str| types.contain_call(&[vec![built.clone()]], &[call(text)]);
    assert!(fits("gb_trees:empty()"));
    assert!(fits("gb_trees:insert(1, a, element(3, gb_trees:take_smallest(gb_trees:empty())))"));
    assert!(!fits("gb_trees:insert(a, 1, gb_trees:empty())"), "the types of the tree hold");
    assert!(!fits("{0, nil}"), "its structure is nobody's business");
}

#[test]
fn a_call_is_only_where_its_type_is() {
    let Some(bench) = bench() else { return };
    let types = &bench.environment;
    let (built, _) = types.with_calls(&named("queue", "queue", &[Type::Any]));
    let wanted = [vec![built, Arc::new(Type::Any)]];
    let queue = call("queue:new()");
    assert!(types.contain_call(&wanted, &[queue.clone(), Term::Int(1)]));
    assert!(!types.contain_call(&wanted, &[queue.clone(), queue.clone()]));
    assert!(!types.contain_call(&wanted, &[call("queue:in(queue:new(), queue:new())"), Term::Nil]));
    // A call that stands in several places is one for each.
    let pair = named("queue", "queue", &[Type::Any]);
    let (pair, _) = types.with_calls(&Arc::new(Type::Tuple(vec![pair.clone(), pair])));
    let both = Term::tuple(vec![queue.clone(), queue.clone()]);
    let wanted_pair = [vec![pair, Arc::new(Type::Any)]];
    assert!(types.contain_call(&wanted_pair, &[both.clone(), Term::Nil]));
    assert!(!types.contain_call(&wanted_pair, &[both, queue.clone()]));
    let label = queue.as_tuple().expect("a call")[0].clone();
    assert!(!types.contain_call(&wanted, &[queue, Term::list(vec![label])]));
}

#[test]
fn what_holds_opaque_values_is_built_in_part() {
    let Some(bench) = bench() else { return };
    let types = &bench.environment;
    let queue = named("queue", "queue", &[Type::Any]);
    let pair = Arc::new(Type::Tuple(vec![Arc::new(Type::Atom), queue.clone()]));
    let (_, plan) = types.with_calls(&Arc::new(Type::list(pair)));
    let (built, _) = types.with_calls(&queue);
    let of_pair = Plan::Tuple(vec![Plan::Keep, Plan::Built(built)]);
    assert_eq!(plan, Plan::Either(vec![Plan::List(Box::new(of_pair))]));
    // What is handed to a fun of the input comes from the program.
    let fun = Type::Fun { parameters: Some(vec![queue]), result: Arc::new(Type::Any) };
    assert_eq!(types.with_calls(&Arc::new(fun)).1, Plan::Keep);
}
