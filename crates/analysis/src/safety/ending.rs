//! Does every call come to an end? Where functions call each other in a circle, something must become smaller
//! each time round.
//!
//! That is shown in two simple ways, for a function that calls itself: an argument is a part of what it was
//! before (the tail of a list, an element, the rest of a binary), or an integer that goes down, or up, and that
//! has a bound on that side. Everything else is not shown: circles of several functions, sums of lengths.

use super::code::Code;
use core_erlang::{Expr, ExprId, FunctionName, Pattern, SegmentType, Variable};
use term::{Term, atoms};
use typing::lattice::ValueSet;

/// A function that calls itself: its code, and the sets that its arguments are in, each time.
pub struct Circle<'a> {
    pub code: &'a Code,
    pub fun: ExprId,
    /// By what name it calls itself.
    pub name: FunctionName,
    pub arguments: &'a [ValueSet],
}

/// What a variable is of one of the parameters.
#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Same,
    /// A part of it, and not all.
    Part,
    /// So much more, or less if it is negative.
    Moved(i64),
}

impl Circle<'_> {
    pub fn has_an_end(&self) -> bool {
        let Expr::Fun { parameters, body, .. } = self.code.function.expr(self.fun) else {
            return false;
        };
        (0..parameters.len()).any(|index| self.shrinks(index, parameters[index], *body))
    }

    /// Does the parameter become smaller with each call?
    fn shrinks(&self, index: usize, parameter: Variable, body: ExprId) -> bool {
        let function = &self.code.function;
        let mut walk = Walk {
            circle: self,
            index,
            relations: vec![None; function.variables.len()],
            parts: true,
            down: has_bound(&self.arguments[index], |range| range.low.is_some()),
            up: has_bound(&self.arguments[index], |range| range.high.is_some()),
        };
        walk.relations[parameter.0 as usize] = Some(Relation::Same);
        walk.expr(body);
        walk.parts || walk.down || walk.up
    }
}

/// Is it nothing but integers, all of which have such a bound?
fn has_bound(set: &ValueSet, has: impl Fn(&typing::lattice::integers::Range) -> bool) -> bool {
    let ValueSet::Of(kinds) = set else { return false };
    *set == ValueSet::integers(kinds.integers.clone()) && kinds.integers.ranges().iter().all(has)
}

/// Goes through the body once for a parameter. What a name is bound to holds for all of its scope, since no
/// name is bound within the scope of the same name.
struct Walk<'c, 'a> {
    circle: &'c Circle<'a>,
    index: usize,
    relations: Vec<Option<Relation>>,
    /// Was it, in all calls so far, a part, less, or more?
    parts: bool,
    down: bool,
    up: bool,
}

impl Walk<'_, '_> {
    fn relation(&self, id: ExprId) -> Option<Relation> {
        let function = &self.circle.code.function;
        match function.expr(id) {
            Expr::Variable(variable) => self.relations[variable.0 as usize],
            Expr::Call { module, name, arguments }
                if function.literal_atom(*module) == Some(atoms::erlang) =>
            {
                let name = function.literal_atom(*name)?;
                self.computed(name.name(), arguments)
            }
            _ => None,
        }
    }

    fn computed(&self, name: &str, arguments: &[ExprId]) -> Option<Relation> {
        let function = &self.circle.code.function;
        let literal = |id: ExprId| match function.expr(id) {
            Expr::Literal(Term::Int(number)) => Some(*number),
            _ => None,
        };
        match (name, arguments) {
            ("tl" | "hd", [list]) => self.relation(*list).and_then(part),
            ("-", [number, less]) => moved(self.relation(*number)?, literal(*less)?.checked_neg()?),
            ("+", [number, more]) => match (self.relation(*number), literal(*more)) {
                (Some(relation), Some(more)) => moved(relation, more),
                _ => moved(self.relation(*more)?, literal(*number)?),
            },
            _ => None,
        }
    }

    fn expr(&mut self, id: ExprId) {
        crate::deeper(|| self.expr_here(id));
    }

    fn expr_here(&mut self, id: ExprId) {
        let circle = self.circle;
        let function = &circle.code.function;
        match function.expr(id) {
            Expr::Let { variables, argument, body } => {
                self.expr(*argument);
                self.bind(variables, *argument);
                self.expr(*body);
            }
            Expr::Case { argument, clauses } => {
                self.expr(*argument);
                let arguments: Vec<ExprId> = match function.expr(*argument) {
                    Expr::Values { elements } => elements.to_vec(),
                    _ => vec![*argument],
                };
                for clause in clauses {
                    for (argument, pattern) in arguments.iter().zip(&clause.patterns) {
                        let relation = self.relation(*argument);
                        self.pattern(pattern, relation);
                    }
                    clause.each_head(|id| self.expr(id));
                    self.expr(clause.body);
                }
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.expr(*argument);
                self.bind(variables, *argument);
                self.expr(*body);
                self.forget(handler_variables);
                self.expr(*handler);
            }
            Expr::Fun { parameters, body, .. } => {
                self.forget(parameters);
                self.expr(*body);
            }
            expr => {
                if let Some(arguments) = self.calls_itself(expr) {
                    let relation =
                        arguments.get(self.index).and_then(|given| self.relation(*given));
                    self.parts &= relation == Some(Relation::Part);
                    self.down &= matches!(relation, Some(Relation::Moved(by)) if by < 0);
                    self.up &= matches!(relation, Some(Relation::Moved(by)) if by > 0);
                }
                expr.each_child(|child| self.expr(child));
            }
        }
    }

    /// The arguments of a call of the function by itself.
    fn calls_itself<'e>(&self, expr: &'e Expr) -> Option<&'e [ExprId]> {
        let circle = self.circle;
        let function = &circle.code.function;
        match expr {
            Expr::Apply { function: callee, arguments } => match function.expr(*callee) {
                Expr::Name(name) if *name == circle.name => Some(arguments),
                _ => None,
            },
            Expr::Call { module, name, arguments }
                if function.literal_atom(*module) == Some(circle.code.module)
                    && function.literal_atom(*name) == Some(circle.name.name)
                    && arguments.len() == circle.name.arity as usize =>
            {
                Some(arguments)
            }
            _ => None,
        }
    }

    fn bind(&mut self, variables: &[Variable], argument: ExprId) {
        match variables {
            [variable] => self.relations[variable.0 as usize] = self.relation(argument),
            several => self.forget(several),
        }
    }

    /// Another scope may have had the same names.
    fn forget(&mut self, variables: &[Variable]) {
        variables.iter().for_each(|variable| self.relations[variable.0 as usize] = None);
    }

    fn pattern(&mut self, pattern: &Pattern, relation: Option<Relation>) {
        match pattern {
            Pattern::Variable(variable) => self.relations[variable.0 as usize] = relation,
            Pattern::Alias { variable, pattern } => {
                self.relations[variable.0 as usize] = relation;
                self.pattern(pattern, relation);
            }
            Pattern::Literal(_) => {}
            Pattern::Cons { head, tail } => {
                let part = relation.and_then(part);
                self.pattern(head, part);
                self.pattern(tail, part);
            }
            Pattern::Tuple { elements } => {
                let part = relation.and_then(part);
                elements.iter().for_each(|element| self.pattern(element, part));
            }
            Pattern::Map { pairs } => {
                let part = relation.and_then(part);
                pairs.iter().for_each(|pair| self.pattern(&pair.value, part));
            }
            Pattern::Binary { segments } => {
                // Whatever is matched besides makes the rest smaller.
                let takes_bits = |number: usize| {
                    let function = &self.circle.code.function;
                    let segment = &segments[number];
                    match (segment.kind, function.expr(segment.size)) {
                        (SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32, _) => true,
                        (_, Expr::Literal(Term::Int(size))) => *size > 0 && segment.unit > 0,
                        _ => false,
                    }
                };
                let others: Vec<bool> = (0..segments.len())
                    .map(|number| {
                        (0..segments.len()).any(|each| each != number && takes_bits(each))
                    })
                    .collect();
                for (segment, is_part) in segments.iter().zip(others) {
                    let is_rest = segment.kind == SegmentType::Binary && is_part;
                    let part = relation.filter(|_| is_rest).and_then(part);
                    self.pattern(&segment.value, part);
                }
            }
        }
    }
}

/// What a part is of what that is.
fn part(relation: Relation) -> Option<Relation> {
    match relation {
        Relation::Same | Relation::Part => Some(Relation::Part),
        Relation::Moved(_) => None,
    }
}

fn moved(relation: Relation, by: i64) -> Option<Relation> {
    match relation {
        Relation::Same => Some(Relation::Moved(by)),
        Relation::Moved(before) => Some(Relation::Moved(before.checked_add(by)?)),
        Relation::Part => None,
    }
}
