//! What does `<<Segment, …>>` come to?

use super::evaluate::Evaluator;
use super::raised::Classes;
use core_erlang::{ExprId, Segment, SegmentType};
use term::Atom;
use typing::lattice::integers::{Integers, Range};
use typing::lattice::lengths::Lengths;
use typing::lattice::{Lattice, ValueSet};

pub fn build(evaluator: &mut Evaluator, id: ExprId, segments: &[Segment]) -> Option<ValueSet> {
    let mut lengths = Lengths { size: 0, unit: 0 };
    let mut is_safe = true;
    for segment in segments {
        let value = evaluator.value(segment.value)?;
        let size = evaluator.value(segment.size)?;
        let lattice = evaluator.lattice();
        is_safe &= fits(&lattice, segment, &value, &size);
        let more = added(&lattice, segment, &value, &size);
        // Whatever two steps come to, their greatest common divisor does too.
        let steps = Lengths { size: 0, unit: lengths.unit }.join(Lengths { size: 0, ..more });
        lengths = Lengths { size: lengths.size.saturating_add(more.size), unit: steps.unit };
    }
    if !is_safe {
        evaluator.raise(id, Classes::ERROR, &ValueSet::Any);
    }
    Some(ValueSet::bits(lengths))
}

/// Can the segment be built, whatever value and size are?
fn fits(lattice: &Lattice, segment: &Segment, value: &ValueSet, size: &ValueSet) -> bool {
    let within = |low: i64, high: i64| {
        let range = Range::new(Some(low.into()), Some(high.into()));
        ValueSet::integers(Integers::of([range]))
    };
    match segment.kind {
        SegmentType::Integer => {
            lattice.is_subset(value, &ValueSet::integers(Integers::all()))
                && is_size(lattice, size, segment.unit)
        }
        // Integers that are too large for a float are not taken, nor floats for 16 or 32 bits.
        SegmentType::Float => {
            lattice.is_subset(value, &ValueSet::float()) && fixed(segment, size) == Some(64)
        }
        SegmentType::Binary if is_all(size) => {
            let unit = u64::from(segment.unit);
            lattice.is_subset(value, &ValueSet::bits(Lengths { size: 0, unit }))
        }
        SegmentType::Binary => match (fixed(segment, size), lattice.open(value).bits) {
            // There must be as many bits as are asked for.
            (Some(wanted), Some(there)) => {
                lattice.is_subset(value, &ValueSet::bits(Lengths::ALL)) && there.size >= wanted
            }
            _ => false,
        },
        SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32 => {
            let low = lattice.is_subset(value, &within(0, 0xD7FF));
            low || lattice.is_subset(value, &within(0xE000, 0x10_FFFF)) || {
                let both =
                    typing::lattice::order::join(&within(0, 0xD7FF), &within(0xE000, 0x10_FFFF));
                lattice.is_subset(value, &both)
            }
        }
    }
}

/// A number of bits that memory may hold: not negative, and not beyond what anybody builds.
fn is_size(lattice: &Lattice, size: &ValueSet, unit: u32) -> bool {
    let most = (1_i64 << 32) / i64::from(unit.max(1));
    let range = Range::new(Some(0.into()), Some(most.into()));
    lattice.is_subset(size, &ValueSet::integers(Integers::of([range])))
}

fn is_all(size: &ValueSet) -> bool {
    *size == ValueSet::atom(Atom::new("all"))
}

/// The number of bits, if it is a constant.
fn fixed(segment: &Segment, size: &ValueSet) -> Option<u64> {
    let ValueSet::Of(kinds) = size else { return None };
    let number = kinds.integers.single()?;
    if *size != ValueSet::integer(number.clone()) {
        return None;
    }
    u64::try_from(number).ok()?.checked_mul(u64::from(segment.unit))
}

/// How many bits the segment adds.
fn added(lattice: &Lattice, segment: &Segment, value: &ValueSet, size: &ValueSet) -> Lengths {
    match segment.kind {
        SegmentType::Utf8 => Lengths { size: 8, unit: 8 },
        SegmentType::Utf16 => Lengths { size: 16, unit: 16 },
        SegmentType::Utf32 => Lengths { size: 32, unit: 0 },
        SegmentType::Binary if is_all(size) => {
            let unit = Lengths { size: 0, unit: u64::from(segment.unit) };
            let there = lattice.open(value).bits.unwrap_or(Lengths::ALL);
            there.meet(unit).unwrap_or(unit)
        }
        _ => match fixed(segment, size) {
            Some(size) => Lengths { size, unit: 0 },
            None => Lengths { size: 0, unit: u64::from(segment.unit) },
        },
    }
}
