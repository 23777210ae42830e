//! What bytes is an iolist? Bytes, binaries and iolists in a list, in their order; a binary may
//! also be what is behind the last element.

use crate::bits::build::LONGEST;
use crate::exception::{Incomplete, NativeResult, Raise};
use crate::heap::{BitsView, Buffer, Heap};
use crate::natives;
use crate::value::Value;

natives! {
    "erlang" {
        "iolist_size"/1 = iolist_size,
        "iolist_to_binary"/1 = iolist_to_binary,
        "iolist_to_iovec"/1 = iolist_to_iovec,
        "list_to_binary"/1 = list_to_binary,
        "list_to_bitstring"/1 = list_to_bitstring,
    }
    "binary" {
        "list_to_bin"/1 = list_to_binary,
    }
}

/// Why a value has no bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IodataError {
    NotIodata,
    /// More than we let a program make: a limit of ours.
    TooLong,
}

enum Piece {
    Byte(u8),
    Bits(BitsView),
}

impl From<IodataError> for Raise {
    fn from(error: IodataError) -> Raise {
        match error {
            IodataError::NotIodata => Raise::badarg(),
            IodataError::TooLong => too_long(),
        }
    }
}

/// A binary that is longer than we let a program make.
pub fn too_long() -> Raise {
    let megabytes = LONGEST >> 23;
    let why = format!("a binary of more than {megabytes} megabytes");
    Raise::Incomplete(Box::new(Incomplete::Unsupported(why)))
}

impl Heap {
    /// The bytes of an iolist or a binary.
    pub fn iodata_bytes(&self, iodata: Value) -> Result<Vec<u8>, IodataError> {
        let size = self.measure(iodata, LONGEST / 8)?;
        self.allow(size);
        let mut bytes = Vec::with_capacity(size);
        self.for_each_piece(iodata, |piece| {
            match piece {
                Piece::Byte(byte) => bytes.push(byte),
                Piece::Bits(view) => bytes.extend_from_slice(&self.view_bytes(view)),
            }
            Ok(())
        })?;
        Ok(bytes)
    }

    /// How many bytes an iolist or a binary has.
    pub fn iodata_size(&self, iodata: Value) -> Result<usize, IodataError> {
        self.measure(iodata, usize::MAX)
    }

    fn measure(&self, iodata: Value, most: usize) -> Result<usize, IodataError> {
        let mut size = 0usize;
        self.for_each_piece(iodata, |piece| {
            size = size.saturating_add(match piece {
                Piece::Byte(_) => 1,
                Piece::Bits(view) if view.is_binary() => view.byte_size(),
                Piece::Bits(_) => return Err(IodataError::NotIodata),
            });
            if size > most { Err(IodataError::TooLong) } else { Ok(()) }
        })?;
        Ok(size)
    }

    /// Shows the bytes and bitstrings of an iolist, or of a bitstring that is alone, one by one.
    fn for_each_piece(
        &self,
        iodata: Value,
        mut visit: impl FnMut(Piece) -> Result<(), IodataError>,
    ) -> Result<(), IodataError> {
        let mut waiting = Vec::new();
        let mut rest = iodata;
        loop {
            // An iolist may hold the same list in many places: it takes more steps than it has cells.
            self.work.pay(1);
            if rest.is_cons() {
                let (head, tail) = (self.head(rest), self.tail(rest));
                rest = tail;
                if head.is_cons() {
                    waiting.push(tail);
                    rest = head;
                } else if let Some(number) = head.as_small() {
                    let byte = u8::try_from(number).map_err(|_| IodataError::NotIodata)?;
                    visit(Piece::Byte(byte))?;
                } else if let Some(view) = self.as_bits(head) {
                    visit(Piece::Bits(view))?;
                } else if !head.is_nil() {
                    return Err(IodataError::NotIodata);
                }
                continue;
            }
            match self.as_bits(rest) {
                Some(view) => visit(Piece::Bits(view))?,
                None if rest.is_nil() => {}
                None => return Err(IodataError::NotIodata),
            }
            match waiting.pop() {
                Some(tail) => rest = tail,
                None => return Ok(()),
            }
        }
    }
}

fn limit(bits: usize) -> Result<(), IodataError> {
    if bits > LONGEST { Err(IodataError::TooLong) } else { Ok(()) }
}

fn is_list(value: Value) -> bool {
    value.is_cons() || value.is_nil()
}

fn iolist_size(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Value::index(heap.iodata_size(arguments[0])?))
}

fn iolist_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    match heap.as_bits(arguments[0]) {
        Some(view) if view.is_binary() => Ok(arguments[0]),
        _ => bytes_to_binary(heap, arguments[0]),
    }
}

fn list_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    if is_list(arguments[0]) { bytes_to_binary(heap, arguments[0]) } else { Err(Raise::badarg()) }
}

fn bytes_to_binary(heap: &mut Heap, iodata: Value) -> NativeResult {
    let bytes = heap.iodata_bytes(iodata)?;
    Ok(heap.binary_from_vec(bytes))
}

fn list_to_bitstring(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    if !is_list(arguments[0]) {
        return Err(Raise::badarg());
    }
    let mut bits = Buffer::default();
    heap.for_each_piece(arguments[0], |piece| {
        match piece {
            Piece::Byte(byte) => bits.push(byte.into(), 8),
            Piece::Bits(view) => {
                heap.allow(bits.bytes.len() + view.byte_size());
                bits.push_slice(heap.buffer_of(view), view.offset, view.length);
            }
        }
        limit(bits.bit_length)
    })?;
    Ok(heap.bitstring(bits.bytes, bits.bit_length))
}

/// Binaries from this size on are not copied.
const LARGE: usize = 256;
/// What is copied goes into pieces of this size, unless one of its parts is larger.
const PIECE: usize = 8192;

/// The binaries of an `iolist_to_iovec/1`: small parts are gathered, large ones taken as they are.
#[derive(Default)]
struct Vector {
    done: Vec<Value>,
    gathered: Vec<u8>,
    room: usize,
}

fn iolist_to_iovec(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut pieces = Vec::new();
    heap.for_each_piece(arguments[0], |piece| match piece {
        Piece::Bits(view) if !view.is_binary() => Err(IodataError::NotIodata),
        piece => {
            if pieces.len() == pieces.capacity() {
                heap.allow(2 * pieces.len() * size_of::<Piece>());
            }
            pieces.push(piece);
            limit(pieces.len() * 8)
        }
    })?;
    if heap.as_bits(arguments[0]).is_some_and(|view| view.length > 0) {
        return Ok(heap.list(arguments));
    }
    let mut vector = Vector::default();
    let mut run = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Byte(byte) => run.push(byte),
            Piece::Bits(view) => {
                vector.gather(heap, &std::mem::take(&mut run));
                vector.append(heap, view);
            }
        }
    }
    vector.gather(heap, &run);
    vector.flush(heap);
    Ok(heap.list(&vector.done))
}

impl Vector {
    fn append(&mut self, heap: &mut Heap, view: BitsView) {
        let bytes = heap.owned_bytes(view);
        if bytes.len() < LARGE {
            return self.gather(heap, &bytes);
        }
        // What has been gathered is filled up to a decent size first.
        let taken =
            if self.gathered.is_empty() { 0 } else { LARGE.saturating_sub(self.gathered.len()) };
        self.gather(heap, &bytes[..taken]);
        if bytes.len() - taken < LARGE {
            return self.gather(heap, &bytes[taken..]);
        }
        self.flush(heap);
        let rest = heap.slice(view, taken * 8, view.length - taken * 8);
        self.done.push(rest);
    }

    fn gather(&mut self, heap: &mut Heap, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.gathered.len() + bytes.len() > self.room {
            if self.gathered.len() >= LARGE {
                self.flush(heap);
            }
            self.room = PIECE.max(self.gathered.len() + bytes.len());
        }
        self.gathered.extend_from_slice(bytes);
    }

    fn flush(&mut self, heap: &mut Heap) {
        if !self.gathered.is_empty() {
            self.done.push(heap.binary_from_vec(std::mem::take(&mut self.gathered)));
        }
        self.room = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_and_improper_lists() {
        let mut heap = Heap::new();
        let mut iolist = heap.binary(b"!");
        for _ in 0..1_000_000 {
            let inner = heap.list(&[iolist]);
            iolist = heap.cons(inner, Value::NIL);
        }
        assert_eq!(heap.iodata_bytes(iolist), Ok(b"!".to_vec()));
        let binary = heap.binary(b"bc");
        let improper = heap.cons(Value::index(97), binary);
        assert_eq!(heap.iodata_bytes(improper), Ok(b"abc".to_vec()));
        let wrong = heap.cons(Value::index(97), Value::index(98));
        assert_eq!(heap.iodata_bytes(wrong), Err(IodataError::NotIodata));
    }

    #[test]
    fn a_list_that_holds_itself_too_often() {
        let mut heap = Heap::new();
        let kilobyte = heap.binary(&[0; 1024]);
        let mut iolist = heap.list(&[kilobyte]);
        for _ in 0..50 {
            iolist = heap.list(&[iolist, iolist]);
        }
        assert_eq!(heap.iodata_bytes(iolist), Err(IodataError::TooLong));
    }

    #[test]
    fn vectors_gather_small_parts() {
        let mut heap = Heap::new();
        let mut check = |parts: &[usize], sizes: &[usize]| {
            let parts: Vec<Value> = parts.iter().map(|&size| heap.binary(&vec![1; size])).collect();
            let iolist = heap.list(&parts);
            let vector = iolist_to_iovec(&mut heap, &[iolist]).expect("iodata");
            let vector = heap.proper_list(vector).expect("a list");
            let found: Vec<usize> = vector
                .iter()
                .map(|&part| heap.as_bits(part).expect("a binary").byte_size())
                .collect();
            assert_eq!(found, sizes);
        };
        // As the BEAM divides them.
        check(&[], &[]);
        check(&[255, 1, 256, 1, 257], &[256, 256, 258]);
        check(&[1, 1000], &[256, 745]);
        check(&[255, 257], &[256, 256]);
        check(&[1000, 1], &[1000, 1]);
        check(&[100; 100], &[8100, 1900]);
    }
}
