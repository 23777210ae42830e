//! Which funs return what was decided? Those with a case for every call whose result is not what they
//! return otherwise, and a behaviour for every call in which they do something else.
//!
//! What a call returns is known as soon as there is an input; for which arguments it does, follows
//! from that input. So there are two rounds: the first makes funs without cases, and tells the
//! arguments of all calls; the second makes the funs.

use crate::build::{Build, Built, Missing};
use crate::graph::{Access, Graph, NodeId};
use crate::why::Hard;
use runtime::compare::deeper;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symbolic::{ActPart, Evaluation, Expr, Symbol, Symbols};
use term::canonical::{Action, Behaviour, Hole};
use term::{MadeUp, Term};
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
        Expr::Returned { arguments, .. } | Expr::Acts { key: arguments, .. } => {
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
        let outer = self.scope.clone();
        let before = hint.and_then(Term::as_fun).and_then(|fun| fun.made_up());
        let mut otherwise = None;
        let mut results = Vec::new();
        let mut acts: Vec<Acts> = Vec::new();
        for (access, child) in &node.children {
            let Access::Result(call) = *access else { continue };
            match self.graph.symbols.expr(call) {
                Expr::Otherwise(_) => otherwise = Some(speakable(self.node(*child, &result)?)?),
                Expr::Acts { fun, key, part } => {
                    Acts::note(&mut acts, call, (*fun, key), *part, *child);
                }
                Expr::Returned { fun, arguments } => {
                    let key = shown(self.graph.symbols, arguments);
                    self.scope = outer.with(self.environment, types_of(wanted), &key);
                    let locals = self.graph.symbols.locals(*fun, arguments).to_vec();
                    let around = std::mem::replace(&mut self.locals, locals);
                    let value = self.node(*child, &result).and_then(|value| self.spoken(value));
                    self.locals = around;
                    self.scope = outer.clone();
                    results.push((call, value?));
                }
                _ => {}
            }
        }
        let mut behaviours: Vec<Behaviour> = Vec::new();
        for acts in acts {
            let key = shown(self.graph.symbols, acts.key);
            self.scope = outer.with(self.environment, types_of(wanted), &key);
            let locals = self.graph.symbols.locals(acts.fun, acts.key).to_vec();
            let around = std::mem::replace(&mut self.locals, locals);
            let behaviour = self.behaviour(&acts, &result, before);
            self.locals = around;
            self.scope = outer.clone();
            let is_new = |new: &Behaviour| behaviours.iter().all(|known| known.key != new.key);
            behaviours.extend(behaviour?.filter(is_new));
        }
        let fits =
            |term: &&Term| !names_locals(term) && self.environment.contains(&result, term).is_ok();
        // Without parameters there is one call only.
        let before = before.map(|fun| fun.otherwise).filter(fits).filter(|_| arity > 0).cloned();
        let otherwise = otherwise
            .or(before)
            .or_else(|| {
                let mut plain = results.iter().map(|(_, value)| value);
                plain.find(|value| !names_locals(value)).cloned()
            })
            .or_else(|| self.environment.smallest(&result))
            .ok_or(Missing::NotFound(Hard::Funs))?;
        let mut cases: Vec<(Vec<Term>, Term)> = Vec::new();
        for (call, value) in results {
            let Some(arguments) = self.calls.get(&call) else { continue };
            if value != otherwise && cases.iter().all(|(known, _)| known != arguments) {
                cases.push((arguments.clone(), value));
            }
        }
        let fun = Term::canonical_fun(arity, cases.clone(), otherwise.clone(), &behaviours);
        if !behaviours.is_empty() {
            let is_allowed = node.domain.allows(&fun);
            return if is_allowed { Ok(fun) } else { Err(Missing::NotFound(Hard::Funs)) };
        }
        let mut funs = std::iter::once(fun).chain(others(arity, &cases, &otherwise));
        funs.find(|fun| node.domain.allows(fun)).ok_or(Missing::NotFound(Hard::Funs))
    }
}

impl Build<'_, '_> {
    /// What a made-up fun can say in the call that is built: it names what it has been given.
    fn spoken(&self, term: Term) -> Built<Term> {
        match self.locals.is_empty() {
            true => speakable(term),
            false => speakable(Hole::dig(&term, &self.locals)),
        }
    }

    /// What a fun does in one call; `None` if it only answers, or if it is not known yet for which key.
    fn behaviour(
        &mut self,
        acts: &Acts,
        result: &Arc<Type>,
        before: Option<MadeUp>,
    ) -> Built<Option<Behaviour>> {
        const UNKNOWN: Missing = Missing::NotFound(Hard::Funs);
        let any = Arc::new(Type::Any);
        let key = self.calls.get(&acts.call).cloned();
        let before = before.zip(key.as_deref()).and_then(|(fun, key)| fun.behaviour(key));
        let was = before.as_ref().map(|before| before.action.clone());
        let action = match acts.action {
            Some(node) => Action::of(&self.node(node, &any)?).ok_or(UNKNOWN)?,
            None => was.clone().unwrap_or(Action::Answer),
        };
        let action = match acts.catches {
            Some(node) if self.node(node, &any)? == Term::atom("true") => action.caught(),
            Some(_) => action.uncaught(),
            None => was.filter(|was| was.uncaught() == action).unwrap_or(action),
        };
        if action == Action::Answer {
            return Ok(None);
        }
        if !self.scope.hands_on(self.environment, &action, result) {
            return Err(Missing::Nothing);
        }
        let before = before.filter(|before| before.action.uncaught() == action.uncaught());
        let mut values = Vec::new();
        for number in 0..action.values() {
            let wanted = self.scope.value(self.environment, &action, number, result);
            let as_before = before.as_ref().map(|before| before.values[number].clone());
            let as_before = as_before
                .filter(|term| self.environment.contains_within(&self.scope, &wanted, term));
            let smallest = |build: &Self| match *wanted {
                Type::Any => Some(Term::Int(0)),
                _ => build.environment.smallest(&wanted),
            };
            values.push(match acts.values.iter().find(|(of, _)| *of as usize == number) {
                Some((_, node)) => {
                    let value = self.node(*node, &wanted)?;
                    self.spoken(value)?
                }
                None => as_before.or_else(|| smallest(self)).ok_or(UNKNOWN)?,
            });
        }
        let then = match (self.scope.given(&action), acts.then) {
            (Some(given), node) => {
                let wanted = Type::Fun { parameters: Some(vec![given]), result: result.clone() };
                let as_before = before.and_then(|before| before.then);
                Some(match node {
                    Some(node) => self.node(node, &Arc::new(wanted))?,
                    None => match as_before {
                        Some(then) => then,
                        None => {
                            let value = self.environment.smallest(result).ok_or(UNKNOWN)?;
                            Term::constant_fun(1, value)
                        }
                    },
                })
            }
            _ => None,
        };
        Ok(key.map(|key| Behaviour { key, action, values, then }))
    }
}

/// The parts of what a fun does in one call.
struct Acts<'s> {
    /// One of the symbols, by which the key is known.
    call: Symbol,
    fun: Symbol,
    key: &'s [Symbol],
    action: Option<NodeId>,
    values: Vec<(u32, NodeId)>,
    then: Option<NodeId>,
    catches: Option<NodeId>,
}

impl<'s> Acts<'s> {
    fn note(
        all: &mut Vec<Acts<'s>>,
        call: Symbol,
        (fun, key): (Symbol, &'s [Symbol]),
        part: ActPart,
        node: NodeId,
    ) {
        let at = all.iter().position(|acts| acts.key == key).unwrap_or_else(|| {
            all.push(Acts {
                call,
                fun,
                key,
                action: None,
                values: Vec::new(),
                then: None,
                catches: None,
            });
            all.len() - 1
        });
        match part {
            ActPart::Action => all[at].action = Some(node),
            ActPart::Value(number) => all[at].values.push((number, node)),
            ActPart::Then => all[at].then = Some(node),
            ActPart::Catches => all[at].catches = Some(node),
        }
    }
}

/// What is given what a call returns, within a fun that returns this.
pub fn following(result: &Arc<Type>) -> Type {
    Type::Fun { parameters: Some(vec![Arc::new(Type::Any)]), result: result.clone() }
}

fn types_of(wanted: &Type) -> Option<&[Arc<Type>]> {
    match wanted {
        Type::Fun { parameters, .. } => parameters.as_deref(),
        _ => None,
    }
}

/// What is of one run only cannot be written into a fun. It may have been given it: then it can hand it on.
fn speakable(term: Term) -> Built<Term> {
    let is_of_a_run = |part: &Term| {
        let is_identifier = matches!(part, Term::Pid(_) | Term::Port(_) | Term::Reference(_));
        is_identifier && !typing::inhabitant::is_nobodys(part)
    };
    if term::any(&term, is_of_a_run) { Err(Missing::Identifier) } else { Ok(term) }
}

/// May there be a local variable in it? Where nothing is bound, none can be named.
fn names_locals(term: &Term) -> bool {
    term::any(term, |part| match part {
        Term::Fun(fun) => fun.made_up().is_some_and(|fun| fun.knows_locals()),
        part => Hole::of(part).is_some(),
    })
}

/// The key as far as it is written in the expressions: local variables always are.
fn shown(symbols: &Symbols, key: &[Symbol]) -> Vec<Term> {
    let part = |symbol: &Symbol| match symbols.expr(*symbol) {
        Expr::Constant(term) => term.clone(),
        Expr::Tuple(elements) => Term::tuple(deeper(|| shown(symbols, elements))),
        Expr::Cons(..) => {
            let (mut heads, mut rest) = (Vec::new(), *symbol);
            while let Expr::Cons(head, tail) = symbols.expr(rest) {
                heads.push(*head);
                rest = *tail;
            }
            Term::list(deeper(|| shown(symbols, &heads)))
        }
        _ => Term::Nil,
    };
    key.iter().map(part).collect()
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
