//! Which operations of a function can fail, by analysis? What its spec allows is what it is called with.

use crate::{Workbench, Workpiece};
use analysis::safety::{self, Ahead, Promise, Safety};
use analysis::{ClauseId, Clauses, Surroundings};
use core_erlang::{Expr, ExprId, Function, FunctionName, Module};
use report::Mfa;
use report::operations::{Hazard, Operation, Operations};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use term::{Atom, Term, atoms};
use typing::Type;
use typing::lattice::Effort;

/// So many expressions are looked at for one function. It takes a second at most.
pub const STEPS: usize = 300_000;

/// The time that so many steps take, or some more.
const TIME_FOR_STEPS: Duration = Duration::from_secs(1);

/// How many expressions are looked at where the search has so much time: no more than it takes itself, but a
/// tenth of them in any case. That is counted and not measured, so that the machine makes no difference.
pub fn steps_within(time: Duration) -> usize {
    let share = time.as_secs_f64() / TIME_FOR_STEPS.as_secs_f64();
    (STEPS as f64 * share.clamp(0.1, 1.0)) as usize
}

impl Workbench {
    /// Looks at a function without running it.
    pub fn safety(&self, piece: &Workpiece, steps: usize) -> Safety {
        self.safety_unless(piece, steps, &|| false)
    }

    /// The same, unless somebody calls it off.
    pub fn safety_unless(
        &self,
        piece: &Workpiece,
        steps: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Safety {
        self.analyse(piece, steps, is_over, &|_| {})
    }

    /// `note` is told which modules are asked for.
    pub(crate) fn analyse(
        &self,
        piece: &Workpiece,
        steps: usize,
        is_over: &dyn Fn() -> bool,
        note: &dyn Fn(Atom),
    ) -> Safety {
        let any = Arc::new(Type::Any);
        let anything: Vec<Arc<Type>> = (0..piece.function.arity).map(|_| any.clone()).collect();
        let results = match piece.promises.checks_results {
            true => &piece.promises.results[..],
            false => &[],
        };
        let conditions = piece.contract.postconditions.iter();
        let postconditions: Vec<(Atom, FunctionName)> =
            conditions.map(|condition| (condition.module, condition.function)).collect();
        let postconditions = &postconditions[..];
        let promise = |parameters, result| Promise { parameters, result, postconditions };
        let mut promises: Vec<Promise> = (0..)
            .zip(&piece.types)
            .map(|(index, parameters)| promise(parameters, results.get(index)))
            .collect();
        if promises.is_empty() {
            promises.push(promise(&anything, None));
        }
        let modules = |name| {
            note(name);
            self.loader.load_by_name(name).ok()
        };
        let (module, function) = (piece.module, piece.function);
        let effort = Effort::new(steps, is_over);
        safety::analyse(&self.environment, &modules, module, function, &promises, &effort)
    }
}

impl Workpiece {
    /// Is it shown, by analysis alone, that no call can fail, and that each comes to an end?
    pub fn is_safe(&self, safety: &Safety) -> bool {
        safety.is_safe() && safety.has_an_end
    }

    /// From where on a run of it cannot fail any more. Whatever it does, it returns: so there is no such point
    /// if what it returns may be wrong.
    pub fn ahead(&self, safety: &Safety) -> Option<Arc<Ahead>> {
        let returns_as_promised = safety.result_fits && self.contract.postconditions.is_empty();
        (returns_as_promised && !safety.ahead.is_empty()).then(|| safety.ahead.clone())
    }
}

impl Workbench {
    /// What a report can say of the operations that may fail.
    pub fn operations(&self, safety: &Safety) -> Operations {
        let mut functions: BTreeMap<(Atom, FunctionName), Described> = BTreeMap::new();
        let mut described = |module, name| -> Option<Described> {
            if let Some(known) = functions.get(&(module, name)) {
                return Some(known.clone());
            }
            let found = Described::of(&*self.loader.load_by_name(module).ok()?, name)?;
            functions.insert((module, name), found.clone());
            Some(found)
        };
        let functions: Vec<(Mfa, usize)> = safety
            .reached
            .iter()
            .filter_map(|(module, name)| {
                Some((Mfa::of(*module, *name), described(*module, *name)?.can_fail))
            })
            .collect();
        let possible = safety.left.keys().filter_map(|operation| {
            let known = described(operation.module, operation.function)?;
            Some(known.operation(*operation))
        });
        Operations {
            possible: possible.collect(),
            functions,
            result_may_not_fit: !safety.result_fits,
            postcondition_may_fail: !safety.postconditions_hold,
            may_not_end: !safety.has_an_end,
            has_given_up: safety.has_given_up,
        }
    }
}

/// A function, and where its expressions are.
#[derive(Clone)]
struct Described {
    module: Atom,
    files: Arc<Vec<String>>,
    function: Arc<Function>,
    surroundings: Arc<Surroundings>,
    /// How many of its expressions can fail.
    can_fail: usize,
}

impl Described {
    fn of(module: &Module, name: FunctionName) -> Option<Described> {
        let function = module.function(name)?.ok()?;
        let surroundings = Surroundings::of(&function, &Clauses::of(&function));
        let can_fail = function.exprs.iter().filter(|expr| can_fail(&function, expr)).count();
        Some(Described {
            module: module.name,
            files: Arc::new(module.files.clone()),
            surroundings: Arc::new(surroundings),
            function: Arc::new(function),
            can_fail,
        })
    }

    fn operation(&self, operation: safety::Operation) -> Operation {
        let position = self.surroundings.position(operation.expr).unwrap_or_default();
        let part = self.surroundings.part(operation.expr);
        let clause = part.map(|part| ClauseId {
            module: self.module,
            function: operation.function,
            number: part.clause(),
        });
        Operation {
            function: Mfa::of(operation.module, operation.function),
            file: self.files.get(usize::from(position.file)).cloned().unwrap_or_default(),
            line: position.line as usize,
            clause,
            number: operation.expr.0,
            hazard: hazard(&self.function, operation.expr),
        }
    }
}

/// Is it an expression of a kind that can raise, for some values?
fn can_fail(function: &Function, expr: &Expr) -> bool {
    match expr {
        Expr::Apply { .. } | Expr::Map { .. } | Expr::Binary { .. } => true,
        Expr::Primop { name, .. } => {
            matches!(name.name(), "match_fail" | "recv_wait_timeout")
        }
        Expr::Call { module, name, .. } => {
            let (module, name) = (function.literal_atom(*module), function.literal_atom(*name));
            !(module == Some(atoms::erlang) && name.is_some_and(safety::never_raises))
        }
        _ => false,
    }
}

fn hazard(function: &Function, id: ExprId) -> Hazard {
    match function.expr(id) {
        Expr::Call { module, name, arguments } => {
            let names = function.literal_atom(*module).zip(function.literal_atom(*name));
            let Some((module, name)) = names else { return Hazard::DynamicCall };
            let mfa = Mfa { module, function: name, arity: arguments.len() };
            match (module == atoms::erlang, name.name()) {
                (true, "error" | "exit" | "throw" | "raise" | "nif_error") => {
                    Hazard::Raise(mfa.to_string())
                }
                _ => Hazard::Call(mfa),
            }
        }
        Expr::Apply { .. } => Hazard::Fun,
        Expr::Map { .. } => Hazard::Map,
        Expr::Binary { .. } => Hazard::Bitstring,
        Expr::Case { .. } => Hazard::NoClause("case_clause".to_owned()),
        Expr::Primop { name, arguments, .. } => match (name.name(), &**arguments) {
            ("recv_wait_timeout", _) => Hazard::Receive,
            ("match_fail", [reason]) => Hazard::NoClause(reason_of(function, *reason)),
            _ => Hazard::Other,
        },
        _ => Hazard::Other,
    }
}

/// `badmatch`, from `{'badmatch', V}`
fn reason_of(function: &Function, reason: ExprId) -> String {
    let atom = match function.expr(reason) {
        Expr::Tuple { elements } => elements.first().and_then(|id| function.literal_atom(*id)),
        Expr::Literal(Term::Tuple(elements)) => elements.first().and_then(Term::as_atom),
        Expr::Literal(literal) => literal.as_atom(),
        _ => None,
    };
    atom.map_or_else(|| "no clause fits".to_owned(), |atom| atom.name().to_owned())
}
