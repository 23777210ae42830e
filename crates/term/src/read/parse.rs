//! Which term do these tokens make?

use super::scan::{Scanner, Token};
use super::segments::{Segment, Specification};
use super::{Position, ReadError, Reading};
use crate::built::{self, Constructor};
use crate::nesting::deeper;
use crate::{Atom, Term};
use num_traits::ToPrimitive;

/// Looks one token ahead.
pub(super) struct Parser<'t> {
    scanner: Scanner<'t>,
    token: Token,
    place: Position,
    /// Where each term begins that was read so far, and how many were read when it ended: those inside
    /// of it follow it.
    pub places: Vec<(Position, usize)>,
    /// `_` is the atom of that name.
    pub has_holes: bool,
    /// `m:f(1)` is the term that stands for the call: see [`crate::built`].
    pub has_calls: bool,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Reading<Parser<'t>> {
        let mut scanner = Scanner::new(text);
        let (token, place) = scanner.next()?;
        Ok(Parser { scanner, token, place, places: Vec::new(), has_holes: false, has_calls: false })
    }

    pub fn is_at_end(&self) -> bool {
        self.token == Token::End
    }

    pub fn end(&self) -> Reading<()> {
        if self.is_at_end() { Ok(()) } else { self.expected("nothing after the term") }
    }

    pub fn dot(&mut self) -> Reading<()> {
        if self.token != Token::Dot {
            return self.expected("a dot after the term");
        }
        self.advance()?;
        Ok(())
    }

    pub fn dot_or_nothing(&mut self) -> Reading<()> {
        if self.is_at_end() { Ok(()) } else { self.dot() }
    }

    fn expected<T>(&self, what: &str) -> Reading<T> {
        let found = &self.token;
        self.error(format!("expected {what}, found {found}"))
    }

    fn error<T>(&self, message: impl Into<String>) -> Reading<T> {
        Err(ReadError::Syntax { place: self.place, message: message.into() })
    }

    fn advance(&mut self) -> Reading<Token> {
        let (token, place) = self.scanner.next()?;
        self.place = place;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.token, Token::Symbol(found) if found == symbol)
    }

    fn advance_if(&mut self, symbol: &str) -> Reading<bool> {
        let found = self.is(symbol);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn symbol(&mut self, symbol: &str, expected: &str) -> Reading<()> {
        if self.advance_if(symbol)? { Ok(()) } else { self.expected(expected) }
    }

    pub fn term(&mut self) -> Reading<Term> {
        let index = self.places.len();
        self.places.push((self.place, index));
        let term = self.bare_term()?;
        self.places[index].1 = self.places.len();
        Ok(term)
    }

    /// The same, which is at no place of its own.
    fn bare_term(&mut self) -> Reading<Term> {
        match &self.token {
            Token::Atom(_) if self.has_calls => deeper(|| self.atom_or_call()),
            Token::Integer(_) | Token::Character(_) | Token::Float(_) | Token::Atom(_) => {
                self.constant()
            }
            Token::String(_) => Ok(Term::string(&self.string()?)),
            Token::Word("fun") => self.fun(),
            Token::Symbol(symbol) => match *symbol {
                "-" | "+" => self.signed(),
                "{" => deeper(|| self.tuple()),
                "[" => deeper(|| self.list()),
                "(" => deeper(|| self.in_parentheses()),
                "<<" => deeper(|| self.bits()),
                "#" => self.map(),
                "<" => self.error("a pid such as <0.1.0> cannot be written as a term"),
                _ => self.expected("a term"),
            },
            Token::Variable(name) if self.has_holes && name == "_" => {
                self.advance()?;
                Ok(Term::atom("_"))
            }
            Token::Variable(name) => self
                .error(format!("expected a term, found the variable `{name}`, which has no value")),
            Token::Word(_) | Token::Dot | Token::End => self.expected("a term"),
        }
    }

    fn constant(&mut self) -> Reading<Term> {
        Ok(match self.advance()? {
            Token::Integer(integer) => Term::integer(integer),
            Token::Character(character) => Term::from(u32::from(character)),
            Token::Float(float) => Term::Float(float),
            Token::Atom(name) => Term::atom(&name),
            other => unreachable!("{other} is no constant"),
        })
    }

    /// `ok`, `m:f(A, B)` or `element(2, m:f(A, B))`
    fn atom_or_call(&mut self) -> Reading<Term> {
        let name = self.atom("an atom")?;
        if self.advance_if(":")? {
            return self.call(name, None);
        }
        if name.name() != "element" || !self.advance_if("(")? {
            return Ok(Term::Atom(name));
        }
        let index = self.size("the number of an element")?;
        self.symbol(",", "`,`")?;
        let module = self.atom("the name of a module")?;
        self.symbol(":", "`:`")?;
        let call = self.call(module, Some(index))?;
        self.symbol(")", "`)`")?;
        Ok(call)
    }

    /// What follows the module of a call.
    fn call(&mut self, module: Atom, element: Option<usize>) -> Reading<Term> {
        let function = self.atom("the name of a function")?;
        self.symbol("(", "`(`")?;
        let mut arguments = Vec::new();
        if !self.is(")") {
            self.separated(&mut arguments)?;
        }
        self.symbol(")", "`,` or `)`")?;
        let builder = Constructor { module, function, arity: arguments.len(), element };
        match built::term(builder, arguments) {
            Some(call) => Ok(call),
            None => self.error("functions of such names are not called here"),
        }
    }

    /// One or more strings, which are one.
    fn string(&mut self) -> Reading<String> {
        let mut text = String::new();
        while let Token::String(_) = self.token {
            let Token::String(part) = self.advance()? else { unreachable!("it is a string") };
            text.push_str(&part);
        }
        Ok(text)
    }

    fn signed(&mut self) -> Reading<Term> {
        let minus = self.is("-");
        self.advance()?;
        let number = match self.token {
            Token::Integer(_) | Token::Character(_) | Token::Float(_) => self.constant()?,
            Token::Symbol("(") => deeper(|| self.in_parentheses())?,
            _ => return self.expected("a number after the sign"),
        };
        match number {
            Term::Float(float) if minus => Ok(Term::Float(-float)),
            number if !number.is_number() => self.error("only a number has a sign"),
            number if !minus => Ok(number),
            integer => Ok(Term::integer(-integer.to_big_int().expect("the number is an integer"))),
        }
    }

    fn in_parentheses(&mut self) -> Reading<Term> {
        self.advance()?;
        let term = self.bare_term()?;
        self.symbol(")", "`)`")?;
        Ok(term)
    }

    fn tuple(&mut self) -> Reading<Term> {
        self.advance()?;
        let mut elements = Vec::new();
        if !self.is("}") {
            self.separated(&mut elements)?;
        }
        self.symbol("}", "`,` or `}`")?;
        Ok(Term::tuple(elements))
    }

    /// One or more terms with commas between them.
    fn separated(&mut self, terms: &mut Vec<Term>) -> Reading<()> {
        terms.push(self.term()?);
        while self.advance_if(",")? {
            terms.push(self.term()?);
        }
        Ok(())
    }

    /// A list. A tail that is written as a list belongs to it.
    fn list(&mut self) -> Reading<Term> {
        let mut elements = Vec::new();
        let mut open = 0usize;
        let tail = loop {
            if !self.advance_if("[")? {
                break self.term()?;
            }
            open += 1;
            if self.is("]") {
                break Term::Nil;
            }
            self.separated(&mut elements)?;
            if !self.advance_if("|")? {
                break Term::Nil;
            }
        };
        for _ in 0..open {
            self.symbol("]", "`,`, `|` or `]`")?;
        }
        Ok(Term::list_with_tail(elements, tail))
    }

    /// What begins with `#`: a map, or something that has no notation.
    fn map(&mut self) -> Reading<Term> {
        self.advance()?;
        match &self.token {
            Token::Symbol("{") => deeper(|| self.pairs()),
            Token::Variable(name) if ["Ref", "Port", "Fun"].contains(&name.as_str()) => {
                self.error(format!("#{name}<…> cannot be written as a term"))
            }
            Token::Atom(name) => {
                self.error(format!("the record #{name} is not known here; write it as a tuple"))
            }
            _ => self.expected("`{` after `#`"),
        }
    }

    fn pairs(&mut self) -> Reading<Term> {
        self.advance()?;
        let mut pairs = Vec::new();
        if !self.is("}") {
            loop {
                let key = self.term()?;
                self.symbol("=>", "`=>` after the key")?;
                pairs.push((key, self.term()?));
                if !self.advance_if(",")? {
                    break;
                }
            }
        }
        self.symbol("}", "`,` or `}`")?;
        Ok(Term::map(pairs))
    }

    /// `fun M:F/A`
    fn fun(&mut self) -> Reading<Term> {
        let place = self.place;
        self.advance()?;
        if self.is("(") || matches!(self.token, Token::Variable(_)) {
            return Err(ReadError::NeedsCompiler { place });
        }
        let module = self.atom("the name of a module")?;
        if self.is("/") {
            return self.error("expected `:`, because a fun here has to name its module");
        }
        self.symbol(":", "`:`")?;
        let function = self.atom("the name of a function")?;
        self.symbol("/", "`/`")?;
        match &self.token {
            Token::Integer(arity) => match arity.to_u8() {
                Some(arity) => {
                    self.advance()?;
                    Ok(Term::external_fun(module, function, arity))
                }
                None => self.error("expected an arity from 0 to 255"),
            },
            _ => self.expected("an arity"),
        }
    }

    fn atom(&mut self, what: &str) -> Reading<Atom> {
        match &self.token {
            Token::Atom(name) => {
                let atom = Atom::new(name);
                self.advance()?;
                Ok(atom)
            }
            _ => self.expected(what),
        }
    }

    fn bits(&mut self) -> Reading<Term> {
        self.advance()?;
        let mut builder = super::segments::Builder::default();
        if !self.is(">>") {
            loop {
                let place = self.place;
                let segment = self.segment()?;
                let appended = builder.append(&segment);
                appended.map_err(|message| ReadError::Syntax { place, message })?;
                if !self.advance_if(",")? {
                    break;
                }
            }
        }
        self.symbol(">>", "`,` or `>>`")?;
        Ok(builder.finish().into())
    }

    /// `Value:Size/Types`
    fn segment(&mut self) -> Reading<Segment> {
        let value = match self.token {
            Token::String(_) => Err(self.string()?),
            _ => Ok(self.term()?),
        };
        let mut specification = Specification::default();
        if self.advance_if(":")? {
            specification.size = Some(self.size("a size in bits")?);
        }
        if self.advance_if("/")? {
            loop {
                self.segment_type(&mut specification)?;
                if !self.advance_if("-")? {
                    break;
                }
            }
        }
        Ok(match value {
            Err(text) => Segment::Text(text, specification),
            Ok(term) => Segment::Term(term, specification),
        })
    }

    fn segment_type(&mut self, specification: &mut Specification) -> Reading<()> {
        let place = self.place;
        let name = self.atom("a type of segments")?;
        if name.name() == "unit" {
            self.symbol(":", "`:` after `unit`")?;
            specification.unit = Some(self.size("a unit from 1 to 256")?);
            return Ok(());
        }
        specification.add(name.name()).map_err(|message| ReadError::Syntax { place, message })
    }

    fn size(&mut self, what: &str) -> Reading<usize> {
        let place = self.place;
        let size = match self.token {
            Token::Integer(_) | Token::Character(_) => self.constant()?,
            Token::Symbol("(") => deeper(|| self.in_parentheses())?,
            _ => return self.expected(what),
        };
        match size.as_usize() {
            Some(size) => Ok(size),
            None => {
                let message = format!("expected {what}, found {size}");
                Err(ReadError::Syntax { place, message })
            }
        }
    }
}
