//! How does a term become bytes, and back? By the external term format, which the BEAM speaks in
//! `term_to_binary/1`, in files and over pipes.
//!
//! - [`encode`] gives the very bytes of `term_to_binary(Term, [{minor_version, 2}])` of OTP 25;
//!   only the pairs of maps with more than 32 keys, which OTP has in no order, differ: ours are
//!   in the order of keys
//! - [`decode`] reads everything that OTP 25 to 28 write, and what older ones did
//! - [`Reader`] goes over the bytes without building terms, for those who want something else
//!
//! Bytes are from outside: whatever they are, decoding ends in a term or an [`Error`], and takes no
//! more memory than their length justifies.

mod atom_cache;
mod decode;
mod encode;
mod reader;

pub use decode::{
    DEFAULT_LIMIT, decode, decode_limited, decode_prefix, uncompress, uncompressed_size,
};
pub use encode::{compress, encode, encode_compressed, encode_into};
pub use reader::{Kind, Reader};

/// The first byte of every external term.
pub const VERSION: u8 = 131;

/// The most elements that a tuple of the BEAM has.
const LARGEST_TUPLE: usize = 0xFF_FFFF;

/// The most characters that an atom of the BEAM has.
const LONGEST_ATOM: usize = 255;

mod tag {
    pub const BIT_BINARY: u8 = 77;
    pub const COMPRESSED: u8 = 80;
    pub const NEW_FLOAT: u8 = 70;
    pub const NEW_PID: u8 = 88;
    pub const NEW_PORT: u8 = 89;
    pub const NEWER_REFERENCE: u8 = 90;
    pub const SMALL_INTEGER: u8 = 97;
    pub const INTEGER: u8 = 98;
    pub const FLOAT: u8 = 99;
    pub const ATOM: u8 = 100;
    pub const REFERENCE: u8 = 101;
    pub const PORT: u8 = 102;
    pub const PID: u8 = 103;
    pub const SMALL_TUPLE: u8 = 104;
    pub const LARGE_TUPLE: u8 = 105;
    pub const NIL: u8 = 106;
    pub const STRING: u8 = 107;
    pub const LIST: u8 = 108;
    pub const BINARY: u8 = 109;
    pub const SMALL_BIG: u8 = 110;
    pub const LARGE_BIG: u8 = 111;
    pub const NEW_FUN: u8 = 112;
    pub const EXPORT: u8 = 113;
    pub const NEW_REFERENCE: u8 = 114;
    pub const SMALL_ATOM: u8 = 115;
    pub const MAP: u8 = 116;
    pub const ATOM_UTF8: u8 = 118;
    pub const SMALL_ATOM_UTF8: u8 = 119;
    pub const V4_PORT: u8 = 120;
    pub const LOCAL: u8 = 121;
}

/// Why bytes are no external term, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem} (at byte {at})")]
pub struct Error {
    /// How far into the bytes; after decompression, if they are compressed.
    pub at: usize,
    pub problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("the bytes end in the middle of the term")]
    Truncated,
    #[error("an external term begins with the byte 131, not {0}")]
    Version(u8),
    #[error("no term has the tag {0}")]
    UnknownTag(u8),
    #[error("expected {expected}, found {found}")]
    Unexpected { expected: &'static str, found: Kind },
    #[error("expected a tuple of {expected} elements, found one of {found}")]
    Arity { expected: usize, found: usize },
    #[error("an atom's name is not UTF-8")]
    AtomNotUtf8,
    #[error("an atom has more than 255 characters")]
    AtomTooLong,
    #[error("a float is not a finite number")]
    BadFloat,
    #[error("an integer is too large for its place")]
    IntegerTooLarge,
    #[error("a tuple of {0} elements is more than the BEAM has")]
    TupleTooLarge(usize),
    #[error("a map has a key twice")]
    DuplicateKey,
    #[error("a bitstring uses {0} bits of its last byte")]
    BadTrailingBits(u8),
    #[error("a reference has {0} words; one to five is what there is")]
    BadReference(u16),
    #[error("a fun's size is not that of its parts")]
    BadFunSize,
    #[error("a term that only its own node can decode (made with the option `local`)")]
    Local,
    #[error("compressed data is broken: {0}")]
    BadCompression(String),
    #[error("{claimed} bytes of uncompressed data, where at most {limit} are allowed")]
    TooLarge { claimed: usize, limit: usize },
    #[error("{0} bytes follow the term")]
    TrailingBytes(usize),
}

pub type Result<T> = std::result::Result<T, Error>;
