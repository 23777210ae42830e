//! Which tokens is a text made of? Those of Erlang, as far as terms have them.

use super::{Position, ReadError, Reading};
use crate::atom::RESERVED_WORDS;
use num_bigint::BigInt;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Integer(BigInt),
    /// `$a`
    Character(char),
    Float(f64),
    Atom(String),
    /// `"…"`
    String(String),
    /// A reserved word.
    Word(&'static str),
    Variable(String),
    Symbol(&'static str),
    /// The dot that ends a term.
    Dot,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Integer(integer) => write!(f, "the integer {integer}"),
            Token::Character(character) => write!(f, "the character ${character}"),
            Token::Float(float) => write!(f, "the float {float:?}"),
            Token::Atom(name) => write!(f, "the atom `{name}`"),
            Token::String(_) => write!(f, "a string"),
            Token::Word(word) => write!(f, "the reserved word `{word}`"),
            Token::Variable(name) => write!(f, "the variable `{name}`"),
            Token::Symbol(symbol) => write!(f, "`{symbol}`"),
            Token::Dot => write!(f, "the dot that ends a term"),
            Token::End => write!(f, "the end of the text"),
        }
    }
}

/// Longer ones come before those that they begin with.
const SYMBOLS: &[&str] = &[
    "<<", ">>", "=>", ":=", "->", "++", "--", "==", "||", "{", "}", "[", "]", "(", ")", "<", ">",
    ",", "|", "#", ":", "/", "-", "+", "*", "=", ".", ";", "!", "?", "~", "&", "^",
];

pub(super) struct Scanner<'t> {
    rest: &'t str,
    place: Position,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Scanner { rest, place: Position { line: 1, column: 1 } }
    }

    /// The next token and where it begins.
    pub fn next(&mut self) -> Reading<(Token, Position)> {
        self.skip_space();
        let place = self.place;
        let token = match self.peek() {
            None => Token::End,
            Some('0'..='9') => self.number()?,
            Some('$') => self.character()?,
            Some('"') => Token::String(self.quoted('"')?),
            Some('\'') => self.quoted_atom(place)?,
            Some('a'..='z' | 'ß'..='ö' | 'ø'..='ÿ') => self.name(place)?,
            Some('A'..='Z' | '_' | 'À'..='Ö' | 'Ø'..='Þ') => {
                Token::Variable(self.take_while(is_name_character).to_owned())
            }
            Some(other) => self.symbol(other)?,
        };
        Ok((token, place))
    }

    fn error<T>(&self, message: impl Into<String>) -> Reading<T> {
        Err(ReadError::Syntax { place: self.place, message: message.into() })
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    fn advance(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.place = Position { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(character)
    }

    fn advance_if(&mut self, expected: impl Fn(char) -> bool) -> Option<char> {
        if self.peek().is_some_and(expected) { self.advance() } else { None }
    }

    fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'t str {
        let start = self.rest;
        while self.advance_if(&condition).is_some() {}
        &start[..start.len() - self.rest.len()]
    }

    fn skip_space(&mut self) {
        loop {
            self.take_while(is_space);
            if self.peek() != Some('%') {
                return;
            }
            self.take_while(|character| character != '\n');
        }
    }

    fn symbol(&mut self, first: char) -> Reading<Token> {
        if first == '.' && self.peek_second().is_none_or(|next| is_space(next) || next == '%') {
            self.advance();
            return Ok(Token::Dot);
        }
        match SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol)) {
            Some(symbol) => {
                for _ in symbol.chars() {
                    self.advance();
                }
                Ok(Token::Symbol(symbol))
            }
            None => self.error(format!("the character `{first}` begins no term")),
        }
    }

    fn name(&mut self, place: Position) -> Reading<Token> {
        let name = self.take_while(is_name_character);
        match RESERVED_WORDS.binary_search(&name) {
            Ok(index) => Ok(Token::Word(RESERVED_WORDS[index])),
            Err(_) => atom(name.to_owned(), place),
        }
    }

    fn quoted_atom(&mut self, place: Position) -> Reading<Token> {
        let name = self.quoted('\'')?;
        atom(name, place)
    }

    /// The text between two quotes.
    fn quoted(&mut self, quote: char) -> Reading<String> {
        let start = self.place;
        let mut text = String::new();
        self.advance();
        loop {
            match self.advance() {
                Some('\\') => text.push(self.escape()?),
                Some(character) if character == quote => return Ok(text),
                Some(character) => text.push(character),
                None => {
                    let message = format!("this {quote} has no partner");
                    return Err(ReadError::Syntax { place: start, message });
                }
            }
        }
    }

    /// `$a` or `$\n`
    fn character(&mut self) -> Reading<Token> {
        self.advance();
        let character = match self.advance() {
            Some('\\') => self.escape()?,
            Some(character) => character,
            None => return self.error("expected a character after `$`"),
        };
        Ok(Token::Character(character))
    }

    /// The character that an escape stands for, of which the backslash is read.
    fn escape(&mut self) -> Reading<char> {
        let Some(character) = self.advance() else {
            return self.error("expected a character after `\\`");
        };
        Ok(match character {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0B',
            'b' => '\x08',
            'f' => '\x0C',
            'e' => '\x1B',
            's' => ' ',
            'd' => '\x7F',
            '0'..='7' => self.octal(character),
            'x' => self.hexadecimal()?,
            '^' => match self.advance() {
                Some(letter @ ('@'..='_' | 'a'..='z')) => char::from(letter as u8 & 31),
                _ => return self.error("expected a letter after `\\^`"),
            },
            other => other,
        })
    }

    /// Up to three octal digits.
    fn octal(&mut self, first: char) -> char {
        let mut code = first as u32 - '0' as u32;
        for _ in 0..2 {
            if let Some(digit) = self.advance_if(|next| next.is_digit(8)) {
                code = code * 8 + (digit as u32 - '0' as u32);
            } else {
                break;
            }
        }
        char::from_u32(code).expect("three octal digits are below the surrogates")
    }

    /// `\xHH` or `\x{H…}`
    fn hexadecimal(&mut self) -> Reading<char> {
        let digits = if self.advance_if(|next| next == '{').is_some() {
            let digits = self.take_while(|next| next.is_ascii_hexdigit());
            if self.advance_if(|next| next == '}').is_none() {
                return self.error("expected a hexadecimal digit or `}`");
            }
            digits
        } else {
            let digits = self.rest.get(..2).unwrap_or_default();
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return self.error("expected two hexadecimal digits, or `{`, after `\\x`");
            }
            self.advance();
            self.advance();
            digits
        };
        match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            Some(character) => Ok(character),
            None => self.error(format!("`{digits}` is no character's number")),
        }
    }

    fn number(&mut self) -> Reading<Token> {
        let start = self.place;
        let whole = self.digits(10)?;
        match (self.peek(), self.peek_second()) {
            (Some('#'), _) => self.based(&whole, start),
            (Some('.'), Some('0'..='9')) => self.float(whole, start),
            _ => Ok(Token::Integer(whole.parse().expect("digits are a number"))),
        }
    }

    /// Digits with single underscores between them, which are left out.
    fn digits(&mut self, base: u32) -> Reading<String> {
        let mut digits = String::new();
        loop {
            let part = self.take_while(|next| next.is_digit(base));
            digits.push_str(part);
            let more = self.peek_second().is_some_and(|next| next.is_digit(base));
            if self.peek() == Some('_') && !part.is_empty() && more {
                self.advance();
            } else if digits.is_empty() {
                return self.error(format!("expected a digit of base {base}"));
            } else {
                return Ok(digits);
            }
        }
    }

    /// `Base#Digits`, of which the base is read.
    fn based(&mut self, base: &str, start: Position) -> Reading<Token> {
        let Some(base) = base.parse().ok().filter(|base| (2..=36).contains(base)) else {
            let message = "the base of a number is from 2 to 36".to_owned();
            return Err(ReadError::Syntax { place: start, message });
        };
        self.advance();
        let digits = self.digits(base)?;
        let integer = BigInt::parse_bytes(digits.as_bytes(), base).expect("all are digits");
        Ok(Token::Integer(integer))
    }

    /// `Digits.Digits` with an exponent or without, of which the first digits are read.
    fn float(&mut self, mut text: String, start: Position) -> Reading<Token> {
        text.extend(self.advance());
        text.push_str(&self.digits(10)?);
        if self.advance_if(|next| matches!(next, 'e' | 'E')).is_some() {
            text.push('e');
            text.extend(self.advance_if(|next| matches!(next, '+' | '-')));
            text.push_str(&self.digits(10)?);
        }
        match text.parse::<f64>() {
            Ok(float) if float.is_finite() => Ok(Token::Float(float)),
            _ => {
                let message = "this float is larger than the largest there is".to_owned();
                Err(ReadError::Syntax { place: start, message })
            }
        }
    }
}

fn atom(name: String, place: Position) -> Reading<Token> {
    if name.chars().count() > 255 {
        let message = "an atom has at most 255 characters".to_owned();
        return Err(ReadError::Syntax { place, message });
    }
    Ok(Token::Atom(name))
}

fn is_space(character: char) -> bool {
    matches!(character, '\0'..=' ' | '\u{80}'..='\u{A0}')
}

fn is_name_character(character: char) -> bool {
    matches!(character,
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '@' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ')
}
