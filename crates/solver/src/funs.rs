//! Which funs return what was decided? Those with a case for every call whose result is not what they
//! return otherwise.
//!
//! What a call returns is known as soon as there is an input; for which arguments it does, follows
//! from that input. So there are two rounds: the first makes funs without cases, and tells the
//! arguments of all calls; the second makes the funs.

use crate::build::{Build, Built, Missing};
use crate::graph::{Access, Graph, NodeId};
use crate::why::Hard;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symbolic::{Evaluation, Expr, Symbol};
use term::Term;
use typing::Type;

/// The arguments of calls, by the symbols of their results.
pub type Calls = FxHashMap<Symbol, Vec<Term>>;

/// The arguments that the calls have in this model, of which the results are known.
pub fn calls(graph: &Graph, build: &Build, model: &[Term]) -> Calls {
    let mut evaluation = Evaluation::new(graph.symbols, model);
    let mut calls = Vec::new();
    for (call, node) in graph.calls() {
        if let Some(result) = build.settled(node) {
            evaluation.assume(call, &result);
            calls.push(call);
        }
    }
    let with_arguments = |call: Symbol| match graph.symbols.expr(call) {
        Expr::Returned { arguments, .. } => {
            let terms = arguments.iter().map(|argument| evaluation.term(*argument));
            Some((call, terms.collect::<Option<Vec<Term>>>()?))
        }
        _ => None,
    };
    calls.into_iter().filter_map(with_arguments).collect()
}

impl Build<'_, '_> {
    /// A fun that is called.
    pub(crate) fn fun(
        &mut self,
        id: NodeId,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Built<Term> {
        let node = self.graph.node(id);
        let (parameters, result) = match &**wanted {
            Type::Fun { parameters, result } => (parameters.as_ref().map(Vec::len), result.clone()),
            _ => (None, Arc::new(Type::Any)),
        };
        // A fun that never returns: whatever it is, it may be called.
        let result = match &*self.environment.meaning(&result) {
            Type::None => Arc::new(Type::Any),
            _ => result,
        };
        let mut arities = (0..=255).filter(|arity| {
            let arity = u32::from(*arity);
            node.domain.allows_fun_arity(arity)
                && parameters.is_none_or(|parameters| parameters == arity as usize)
        });
        let arity: u8 = arities.next().ok_or(Missing::Nothing)?;
        let mut otherwise = None;
        let mut results = Vec::new();
        for (access, child) in &node.children {
            let Access::Result(call) = *access else { continue };
            let value = self.node(*child, &result)?;
            match self.graph.symbols.expr(call) {
                Expr::Otherwise(_) => otherwise = Some(value),
                _ => results.push((call, value)),
            }
        }
        let before = hint.and_then(Term::as_fun).and_then(|fun| fun.made_up());
        let fits = |term: &&Term| self.environment.contains(&result, term).is_ok();
        // Without parameters there is one call only.
        let before = before.map(|fun| fun.otherwise).filter(fits).filter(|_| arity > 0).cloned();
        let otherwise = otherwise
            .or(before)
            .or_else(|| results.first().map(|(_, value)| value.clone()))
            .or_else(|| self.environment.smallest(&result))
            .ok_or(Missing::NotFound(Hard::Funs))?;
        let mut cases: Vec<(Vec<Term>, Term)> = Vec::new();
        for (call, value) in results {
            let Some(arguments) = self.calls.get(&call) else { continue };
            if value != otherwise && cases.iter().all(|(known, _)| known != arguments) {
                cases.push((arguments.clone(), value));
            }
        }
        let fun = Term::made_up_fun(arity, cases.clone(), otherwise.clone());
        let mut funs = std::iter::once(fun).chain(others(arity, &cases, &otherwise));
        funs.find(|fun| node.domain.allows(fun)).ok_or(Missing::NotFound(Hard::Funs))
    }
}

/// So many funs are tried that return the same.
const MOST_OTHERS: i64 = 8;

/// Other funs that return the same: they have one more case, which says what holds anyway.
pub fn others<'c>(
    arity: u8,
    cases: &'c [(Vec<Term>, Term)],
    otherwise: &'c Term,
) -> impl Iterator<Item = Term> + 'c {
    let arguments = move |number: i64| vec![Term::Int(number); usize::from(arity)];
    let is_new = move |known: &Vec<Term>| cases.iter().all(|(other, _)| other != known);
    let numbers = (0..MOST_OTHERS).filter(move |_| arity > 0);
    numbers.map(arguments).filter(is_new).map(move |arguments| {
        let more = cases.iter().cloned().chain([(arguments, otherwise.clone())]);
        Term::made_up_fun(arity, more.collect(), otherwise.clone())
    })
}
