//! How does a module travel from the Erlang half to us, and into the cache?
//!
//! As external terms, made by `erlang/ermine_core.erl`: tuples tagged by a character. The header and
//! each function are terms of their own, so a function is decoded when somebody wants it.
//!
//! Positions are packed into one integer each: file, line (32 bits), column (10 bits), generated.
//!
//! The bytes may come from a damaged file: whatever they are, decoding gives a value or an
//! [`Error`], and no nesting is too deep for the stack.

use crate::module::{Module, StoredFunction};
use crate::tree::{
    Clause, Expr, ExprId, Function, FunctionName, MapOperator, MapPair, MapPatternPair, Pattern,
    PatternSegment, Position, Segment, SegmentType, Variable, VariableName,
};
use rustc_hash::FxHashMap;

use term::external::{self, Kind, Reader};
use term::{Atom, Term};

/// Goes into every cache key: raise it whenever the meaning of the bytes changes.
pub const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the wire form of a module is damaged: {0}")]
    External(#[from] external::Error),
    #[error("the wire form of a module is damaged: {0}")]
    Malformed(&'static str),
}

type Result<T> = std::result::Result<T, Error>;

/// One level of decoding takes far less stack than this, also in an unoptimised build.
const RED_ZONE: usize = 128 * 1024;
const PIECE: usize = 4 * 1024 * 1024;

/// Patterns are trees of boxes, which Rust drops by recursion; this many levels are safe anywhere.
const DEEPEST_PATTERN: u32 = 10_000;

/// Lengths are only announced: we reserve memory for no more than this in advance.
const LARGEST_RESERVE: usize = 1024;

pub fn decode_module(bytes: &[u8]) -> Result<Module> {
    let mut reader = Reader::new(bytes)?;
    reader.tuple_of(9)?;
    if reader.atom()? != Atom::new("ermine_module") {
        return Err(Error::Malformed("it is not a module"));
    }
    let name = reader.atom()?;
    let exports = sequence(&mut reader, function_name)?;
    let attributes = sequence(&mut reader, attribute)?;
    let forms = sequence(&mut reader, |reader| Ok(reader.term()?))?;
    let files = sequence(&mut reader, text)?;
    let source = text(&mut reader)?;
    let mut end = 0;
    let functions = sequence(&mut reader, |reader| stored_function(reader, &mut end))?;
    let code = reader.bytes()?;
    reader.end()?;
    if code.len() != end {
        return Err(Error::Malformed("its functions are not as long as it says"));
    }
    Ok(Module { name, exports, attributes, forms, files, source, functions, code: code.into() })
}

pub fn decode_function(name: FunctionName, bytes: &[u8]) -> Result<Function> {
    let mut decoder = Decoder::new(bytes)?;
    let body = decoder.expr()?;
    decoder.reader.end()?;
    match &decoder.exprs[body.0 as usize] {
        Expr::Fun { parameters, .. } if parameters.len() == name.arity as usize => {
            Ok(decoder.function(name, body))
        }
        _ => Err(Error::Malformed("a function is no fun of its arity")),
    }
}

/// The elements of a tuple, each read by a function.
fn sequence<'a, T>(
    reader: &mut Reader<'a>,
    mut element: impl FnMut(&mut Reader<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = reader.tuple_header()?;
    let mut elements = Vec::with_capacity(length.min(LARGEST_RESERVE));
    for _ in 0..length {
        elements.push(element(reader)?);
    }
    Ok(elements)
}

fn function_name(reader: &mut Reader) -> Result<FunctionName> {
    reader.tuple_of(2)?;
    Ok(FunctionName { name: reader.atom()?, arity: small(reader)? })
}

fn attribute(reader: &mut Reader) -> Result<(Atom, Term)> {
    reader.tuple_of(2)?;
    Ok((reader.atom()?, reader.term()?))
}

fn text(reader: &mut Reader) -> Result<String> {
    Ok(String::from_utf8_lossy(reader.bytes()?).into_owned())
}

fn stored_function(reader: &mut Reader, end: &mut usize) -> Result<StoredFunction> {
    reader.tuple_of(3)?;
    let name = FunctionName { name: reader.atom()?, arity: small(reader)? };
    let start = *end;
    let size: u32 = small(reader)?;
    *end = start.checked_add(size as usize).ok_or(Error::Malformed("a function is too long"))?;
    Ok(StoredFunction { name, code: start..*end })
}

fn small<N: TryFrom<i64>>(reader: &mut Reader) -> Result<N> {
    N::try_from(reader.integer()?).map_err(|_| Error::Malformed("a number is out of range"))
}

fn position(reader: &mut Reader) -> Result<Position> {
    let packed: u64 = small(reader)?;
    Ok(Position {
        file: (packed >> 43) as u16,
        line: (packed >> 11) as u32,
        column: (packed >> 1) as u16 & 0x3FF,
        generated: packed & 1 == 1,
    })
}

struct Decoder<'a> {
    reader: Reader<'a>,
    variables: Vec<VariableName>,
    numbers: FxHashMap<VariableName, Variable>,
    exprs: Vec<Expr>,
    positions: Vec<Position>,
    pattern_depth: u32,
}

impl<'a> Decoder<'a> {
    fn new(bytes: &'a [u8]) -> Result<Decoder<'a>> {
        // On average, an expression takes this many bytes on the wire.
        let expected = bytes.len() / 24 + 4;
        Ok(Decoder {
            reader: Reader::new(bytes)?,
            variables: Vec::new(),
            numbers: FxHashMap::default(),
            exprs: Vec::with_capacity(expected),
            positions: Vec::with_capacity(expected),
            pattern_depth: 0,
        })
    }

    fn function(self, name: FunctionName, body: ExprId) -> Function {
        let Decoder { variables, exprs, positions, .. } = self;
        Function { name, variables, exprs, positions, body }
    }

    fn expr(&mut self) -> Result<ExprId> {
        stacker::maybe_grow(RED_ZONE, PIECE, || self.expr_here())
    }

    fn expr_here(&mut self) -> Result<ExprId> {
        self.reader.tuple_header()?;
        let tag: u8 = small(&mut self.reader)?;
        let position = position(&mut self.reader)?;
        let expr = self.expr_tagged(tag)?;
        let id = u32::try_from(self.exprs.len())
            .map_err(|_| Error::Malformed("a function has too many expressions"))?;
        self.exprs.push(expr);
        self.positions.push(position);
        Ok(ExprId(id))
    }

    fn expr_tagged(&mut self, tag: u8) -> Result<Expr> {
        Ok(match tag {
            b'v' => Expr::Variable(self.variable()?),
            b'n' => {
                let name = self.reader.atom()?;
                Expr::Name(FunctionName { name, arity: small(&mut self.reader)? })
            }
            b'l' => Expr::Literal(self.reader.term()?),
            b'[' => Expr::Cons { head: self.expr()?, tail: self.expr()? },
            b't' => Expr::Tuple { elements: self.exprs()? },
            b'm' => Expr::Map { base: self.expr()?, pairs: self.sequence(Decoder::map_pair)? },
            b'b' => Expr::Binary { segments: self.sequence(Decoder::segment)? },
            b'e' => Expr::Values { elements: self.exprs()? },
            b'f' => {
                let parameters = self.sequence(Decoder::variable)?;
                let body = self.expr()?;
                Expr::Fun { parameters, body, name: self.optional_atom()? }
            }
            b'=' => {
                let variables = self.sequence(Decoder::variable)?;
                Expr::Let { variables, argument: self.expr()?, body: self.expr()? }
            }
            b';' => Expr::Seq { first: self.expr()?, then: self.expr()? },
            b'r' => {
                let functions = self.sequence(Decoder::local_function)?;
                let body = self.expr()?;
                Expr::Letrec { functions, body, is_goto: self.reader.integer()? == 1 }
            }
            b'c' => Expr::Case { argument: self.expr()?, clauses: self.sequence(Decoder::clause)? },
            b'a' => Expr::Apply { function: self.expr()?, arguments: self.exprs()? },
            b':' => {
                let (module, name) = (self.expr()?, self.expr()?);
                Expr::Call { module, name, arguments: self.exprs()? }
            }
            b'p' => {
                let name = self.reader.atom()?;
                let arguments = self.exprs()?;
                Expr::Primop { name, arguments, function: self.optional_function_name()? }
            }
            b'y' => {
                let argument = self.expr()?;
                let (variables, body) = (self.sequence(Decoder::variable)?, self.expr()?);
                let handler_variables = self.sequence(Decoder::variable)?;
                let handler = self.expr()?;
                Expr::Try { argument, variables, body, handler_variables, handler }
            }
            b'h' => Expr::Catch { body: self.expr()? },
            _ => return Err(Error::Malformed("an expression has an unknown tag")),
        })
    }

    fn exprs(&mut self) -> Result<Box<[ExprId]>> {
        self.sequence(Decoder::expr)
    }

    fn sequence<T>(&mut self, element: fn(&mut Decoder<'a>) -> Result<T>) -> Result<Box<[T]>> {
        let length = self.reader.tuple_header()?;
        let mut elements = Vec::with_capacity(length.min(LARGEST_RESERVE));
        for _ in 0..length {
            elements.push(element(self)?);
        }
        Ok(elements.into())
    }

    fn variable(&mut self) -> Result<Variable> {
        let name = match self.reader.peek()? {
            Kind::Atom => VariableName::Named(self.reader.atom()?),
            _ => VariableName::Numbered(small(&mut self.reader)?),
        };
        if let Some(&variable) = self.numbers.get(&name) {
            return Ok(variable);
        }
        // There are fewer variables than bytes, and those are counted in 32 bits.
        let variable = Variable(self.variables.len() as u32);
        self.variables.push(name);
        self.numbers.insert(name, variable);
        Ok(variable)
    }

    fn optional_atom(&mut self) -> Result<Option<Atom>> {
        match self.reader.peek()? {
            Kind::Atom => Ok(Some(self.reader.atom()?)),
            _ => self.nothing(),
        }
    }

    fn optional_function_name(&mut self) -> Result<Option<FunctionName>> {
        match self.reader.peek()? {
            Kind::Tuple => Ok(Some(function_name(&mut self.reader)?)),
            _ => self.nothing(),
        }
    }

    /// `[]` stands for what is not there.
    fn nothing<T>(&mut self) -> Result<Option<T>> {
        self.reader.list_header()?;
        self.reader.list_end()?;
        Ok(None)
    }

    fn map_pair(&mut self) -> Result<MapPair> {
        self.reader.tuple_of(3)?;
        let operator = match self.reader.integer()? {
            0 => MapOperator::Assoc,
            1 => MapOperator::Exact,
            _ => return Err(Error::Malformed("a map pair has an unknown operator")),
        };
        Ok(MapPair { operator, key: self.expr()?, value: self.expr()? })
    }

    fn segment(&mut self) -> Result<Segment> {
        self.reader.tuple_of(5)?;
        let (value, size) = (self.expr()?, self.expr()?);
        let SegmentShape { unit, kind, signed, little } = self.segment_shape()?;
        Ok(Segment { value, size, unit, kind, signed, little })
    }

    fn segment_pattern(&mut self) -> Result<PatternSegment> {
        self.reader.tuple_of(5)?;
        let (value, size) = (self.pattern()?, self.expr()?);
        let SegmentShape { unit, kind, signed, little } = self.segment_shape()?;
        Ok(PatternSegment { value, size, unit, kind, signed, little })
    }

    fn segment_shape(&mut self) -> Result<SegmentShape> {
        let unit = small(&mut self.reader)?;
        let kind = match small::<u8>(&mut self.reader)? {
            b'i' => SegmentType::Integer,
            b'f' => SegmentType::Float,
            b'b' => SegmentType::Binary,
            b'8' => SegmentType::Utf8,
            b'6' => SegmentType::Utf16,
            b'3' => SegmentType::Utf32,
            _ => return Err(Error::Malformed("a segment has an unknown type")),
        };
        let flags = self.reader.integer()?;
        Ok(SegmentShape { unit, kind, signed: flags & 1 != 0, little: flags & 2 != 0 })
    }

    fn local_function(&mut self) -> Result<(FunctionName, ExprId)> {
        self.reader.tuple_of(3)?;
        let name = self.reader.atom()?;
        let arity = small(&mut self.reader)?;
        Ok((FunctionName { name, arity }, self.expr()?))
    }

    fn clause(&mut self) -> Result<Clause> {
        self.reader.tuple_of(4)?;
        let position = position(&mut self.reader)?;
        let patterns = self.sequence(Decoder::pattern)?;
        Ok(Clause { position, patterns, guard: self.expr()?, body: self.expr()? })
    }

    fn pattern(&mut self) -> Result<Pattern> {
        if self.pattern_depth == DEEPEST_PATTERN {
            return Err(Error::Malformed("a pattern is nested too deeply"));
        }
        self.pattern_depth += 1;
        let pattern = stacker::maybe_grow(RED_ZONE, PIECE, || self.pattern_here())?;
        self.pattern_depth -= 1;
        Ok(pattern)
    }

    fn pattern_here(&mut self) -> Result<Pattern> {
        self.reader.tuple_header()?;
        Ok(match small::<u8>(&mut self.reader)? {
            b'v' => Pattern::Variable(self.variable()?),
            b'l' => Pattern::Literal(self.reader.term()?),
            b'[' => Pattern::Cons { head: self.pattern()?.into(), tail: self.pattern()?.into() },
            b't' => Pattern::Tuple { elements: self.sequence(Decoder::pattern)? },
            b'm' => Pattern::Map { pairs: self.sequence(Decoder::map_pattern_pair)? },
            b'b' => Pattern::Binary { segments: self.sequence(Decoder::segment_pattern)? },
            b'=' => Pattern::Alias { variable: self.variable()?, pattern: self.pattern()?.into() },
            _ => return Err(Error::Malformed("a pattern has an unknown tag")),
        })
    }

    fn map_pattern_pair(&mut self) -> Result<MapPatternPair> {
        self.reader.tuple_of(2)?;
        Ok(MapPatternPair { key: self.expr()?, value: self.pattern()? })
    }
}

struct SegmentShape {
    unit: u32,
    kind: SegmentType,
    signed: bool,
    little: bool,
}
