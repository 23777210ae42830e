//! What does one function say? Its Core Erlang tree, in an arena of its own.
//!
//! The tree mirrors the constructs of Core Erlang one for one (Carlsson et al., *Core Erlang 1.0.3
//! language specification*), with what OTP added since: maps, letrecs that are jumps, and `receive`
//! spelled out in primops. Expressions refer to each other by [`ExprId`], so that a chain of ten
//! thousand `let`s is a flat vector and needs no deep recursion to drop.

use term::{Atom, Term};

/// A function of a module with everything in it.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: FunctionName,
    /// The names behind [`Variable`]s. Core Erlang may reuse a name in another scope.
    pub variables: Vec<VariableName>,
    pub exprs: Vec<Expr>,
    /// Where each expression came from, parallel to `exprs`.
    pub positions: Vec<Position>,
    /// Always an [`Expr::Fun`].
    pub body: ExprId,
}

impl Function {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn position(&self, id: ExprId) -> Position {
        self.positions[id.0 as usize]
    }

    /// All expressions, in the order of their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        (0..).map(ExprId).zip(&self.exprs)
    }

    /// The atom, if the expression is the literal of one.
    pub fn literal_atom(&self, id: ExprId) -> Option<Atom> {
        match self.expr(id) {
            Expr::Literal(Term::Atom(atom)) => Some(*atom),
            _ => None,
        }
    }
}

/// `name/arity`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FunctionName {
    pub name: Atom,
    pub arity: u32,
}

/// The number of an expression in its function, in the order in which they are decoded: children come
/// before what they are in. The same for everybody who decodes the same function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// An index into [`Function::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variable(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableName {
    /// `X`
    Named(Atom),
    /// `_17`
    Numbered(u64),
}

/// A place in the source. Line 0: not known. Column 0: not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// Which of [`crate::Module::files`].
    pub file: u16,
    pub column: u16,
    pub line: u32,
    /// The compiler made this; no one wrote it.
    pub generated: bool,
}

#[derive(Clone, Debug)]
pub enum Expr {
    /// `X`
    Variable(Variable),
    /// `'f'/1`, a function of this module or of an enclosing `letrec`, as a value
    Name(FunctionName),
    /// `42`, `'ok'`, `[1,2]`, `{'a',"b"}`: any constant term
    Literal(Term),
    /// `[Head|Tail]`
    Cons { head: ExprId, tail: ExprId },
    /// `{A, B}`
    Tuple { elements: Box<[ExprId]> },
    /// `~{K=>V, K:=V | Base}~`
    Map { base: ExprId, pairs: Box<[MapPair]> },
    /// `#{ Segment, … }#`
    Binary { segments: Box<[Segment]> },
    /// `<A, B>`: several values at once
    Values { elements: Box<[ExprId]> },
    /// `fun (X, Y) -> Body`. The name is what the BEAM shows in stack traces
    /// (`'-f/1-fun-0-'`), where the compiler has already given one.
    Fun { parameters: Box<[Variable]>, body: ExprId, name: Option<Atom> },
    /// `let <X, Y> = Argument in Body`
    Let { variables: Box<[Variable]>, argument: ExprId, body: ExprId },
    /// `do First Then`
    Seq { first: ExprId, then: ExprId },
    /// `letrec 'f'/1 = fun … in Body`. With `is_goto`, the functions are labels: they are only
    /// ever jumped to, in tail position.
    Letrec { functions: Box<[(FunctionName, ExprId)]>, body: ExprId, is_goto: bool },
    /// `case Argument of Clause … end`; the argument may be `Values`
    Case { argument: ExprId, clauses: Box<[Clause]> },
    /// `apply Function(Arguments)`
    Apply { function: ExprId, arguments: Box<[ExprId]> },
    /// `call Module:Name(Arguments)`
    Call { module: ExprId, name: ExprId, arguments: Box<[ExprId]> },
    /// `primop Name(Arguments)`. `function` is the function whose clauses failed, where a
    /// `match_fail` says so (it may have been inlined into another).
    Primop { name: Atom, arguments: Box<[ExprId]>, function: Option<FunctionName> },
    /// `try Argument of <Variables> -> Body catch <HandlerVariables> -> Handler`
    Try {
        argument: ExprId,
        variables: Box<[Variable]>,
        body: ExprId,
        handler_variables: Box<[Variable]>,
        handler: ExprId,
    },
    /// `catch Body`
    Catch { body: ExprId },
}

#[derive(Clone, Debug)]
pub struct MapPair {
    pub operator: MapOperator,
    pub key: ExprId,
    pub value: ExprId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapOperator {
    /// `K => V`
    Assoc,
    /// `K := V`
    Exact,
}

/// `#<Value>(Size, Unit, Type, Flags)` in a construction
#[derive(Clone, Debug)]
pub struct Segment {
    pub value: ExprId,
    /// An integer, a variable, or the literals `'all'` and `'undefined'`.
    pub size: ExprId,
    pub unit: u32,
    pub kind: SegmentType,
    pub signed: bool,
    /// `native` is already resolved for the machine at hand.
    pub little: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentType {
    Integer,
    Float,
    Binary,
    Utf8,
    Utf16,
    Utf32,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub position: Position,
    pub patterns: Box<[Pattern]>,
    pub guard: ExprId,
    pub body: ExprId,
}

#[derive(Clone, Debug)]
pub enum Pattern {
    /// `X`, which matches anything
    Variable(Variable),
    /// `42`, `'ok'`, `[]`: any constant
    Literal(Term),
    /// `[Head|Tail]`
    Cons { head: Box<Pattern>, tail: Box<Pattern> },
    /// `{A, B}`
    Tuple { elements: Box<[Pattern]> },
    /// `~{K:=P}~`
    Map { pairs: Box<[MapPatternPair]> },
    /// `#{ Segment, … }#`
    Binary { segments: Box<[PatternSegment]> },
    /// `X = Pattern`
    Alias { variable: Variable, pattern: Box<Pattern> },
}

#[derive(Clone, Debug)]
pub struct MapPatternPair {
    /// A literal or a variable bound outside of the pattern.
    pub key: ExprId,
    pub value: Pattern,
}

/// `#<Pattern>(Size, Unit, Type, Flags)` in a match
#[derive(Clone, Debug)]
pub struct PatternSegment {
    pub value: Pattern,
    /// An integer, a variable (bound outside or by an earlier segment), `'all'` or `'undefined'`.
    pub size: ExprId,
    pub unit: u32,
    pub kind: SegmentType,
    pub signed: bool,
    pub little: bool,
}
