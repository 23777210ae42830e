//! What does one segment of a match on a bitstring read?

use crate::code::SegmentShape;
use core_erlang::SegmentType;
use runtime::{Heap, Value};

/// One segment of a match: its value (if wanted) and where the next one starts.
pub fn read(
    heap: &mut Heap,
    bits: Value,
    from: usize,
    size: Option<Value>,
    shape: SegmentShape,
    is_wanted: bool,
) -> Option<(Value, usize)> {
    let view = heap.as_bits(bits)?;
    let unit = shape.unit as usize;
    let rest = view.length - from;
    let length = match (size, shape.kind) {
        (Some(size), _) => heap.as_usize(size)?.checked_mul(unit)?,
        (None, SegmentType::Binary) => {
            if !rest.is_multiple_of(unit.max(1)) {
                return None;
            }
            rest
        }
        (None, _) => {
            let (character, end) = match shape.kind {
                SegmentType::Utf8 => heap.read_utf8(view, from)?,
                SegmentType::Utf16 => heap.read_utf16(view, from, shape.little)?,
                _ => heap.read_utf32(view, from, shape.little)?,
            };
            return Some((Value::index(character as usize), end));
        }
    };
    if length > rest {
        return None;
    }
    let end = from + length;
    let value = match shape.kind {
        SegmentType::Float => {
            let number = heap.read_float(view, from, length, shape.little)?;
            heap.float(number)
        }
        _ if !is_wanted => Value::NIL,
        SegmentType::Binary => heap.slice(view, from, length),
        _ => heap.read_integer(view, from, length, shape.signed, shape.little)?,
    };
    Some((value, end))
}
