//! What comes of it? Arithmetic, updated maps, bitstrings taken apart and put together.

use super::*;
use runtime::bits::build::Fault;
use runtime::natives::iodata;

impl Machine {
    /// For what is more than small integers.
    #[inline(never)]
    pub(super) fn arithmetic_beyond(
        &mut self,
        process: &Process,
        at: At,
        operator: Arithmetic,
        [left, right]: [Value; 2],
    ) -> Result<Value, Raise> {
        if left.is_symbolic() || right.is_symbolic() {
            return self.shadow_at(process, at).arithmetic_symbolic(
                at.place(),
                operator,
                left,
                right,
            );
        }
        operator.compute(&mut self.heap, left, right)
    }

    #[cold]
    pub(super) fn arithmetic_raised<'p>(
        &mut self,
        process: &mut Process,
        at: At<'p>,
        operator: Arithmetic,
        values: [Value; 2],
        operands: [Operand; 2],
        raise: Raise,
    ) -> Result<At<'p>, Stop> {
        if self.is_instruction(operator, values, operands) {
            return self.raised(process, at, raise, Top::Function, Raiser::BuiltIn);
        }
        let name = Atom::new(operator.name());
        self.native_raised(process, at, atoms::erlang, name, &values, raise)
    }

    pub(super) fn update_map(
        &mut self,
        base: Value,
        pairs: &[Value],
        exact: bool,
    ) -> Result<Value, Raise> {
        if !self.heap.is_map(base) {
            let reason = self.heap.tuple(&[atoms::badmap.into(), base]);
            return Err(Raise::error(reason));
        }
        let pairs: SmallVec<[(Value, Value); 8]> =
            pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        if exact
            && let Some((key, _)) = pairs.iter().find(|(key, _)| !self.heap.map_has(base, *key))
        {
            let reason = self.heap.tuple(&[atoms::badkey.into(), *key]);
            return Err(Raise::error(reason));
        }
        Ok(match pairs[..] {
            [(key, value)] => self.heap.map_put(base, key, value),
            _ => self.heap.map_update_many(base, &pairs),
        })
    }

    /// `<<…>>`. A failure carries the frame that the BEAM would show.
    pub(super) fn build_bits(
        &mut self,
        process: &Process,
        at: At,
        build: u32,
    ) -> Result<Value, (Raise, Top)> {
        let mut segments: SmallVec<[Segment; 8]> = SmallVec::new();
        for segment in &at.code.builds[build as usize] {
            segments.push(Segment {
                kind: segment_kind(segment.kind),
                value: self.value(process, at, segment.value),
                size: segment.size.map(|size| self.value(process, at, size)),
                unit: segment.unit as usize,
                is_little: segment.little,
            });
        }
        let pieces = match self.is_symbolic_run() {
            true => self.shadow_at(process, at).settle_segments(at.place(), &mut segments),
            false => None,
        };
        let built = self.heap.construct(&segments).map_err(|error| {
            if error.fault == Fault::TooLong {
                return (iodata::too_long(), Top::Function);
            }
            let cause = error.cause(&mut self.heap);
            let info = stacktrace::bits_error_info(&mut self.heap, cause);
            let position = at.code.position(at.pc - 1);
            let location =
                stacktrace::location(&mut self.heap, &mut self.library, at.code.module, position);
            let (frame_info, _) = self.heap.list_parts(location);
            let info = self.heap.list_with_tail(&frame_info, info);
            let arity = Value::index(at.code.parameters as usize);
            let frame = [at.code.module.into(), at.code.name.into(), arity, info];
            (Raise::error(error.reason()), Top::Instead(self.heap.tuple(&frame)))
        })?;
        Ok(match pieces {
            Some(pieces) => self.shadow().built_bits(built, pieces),
            None => built,
        })
    }
}

fn segment_kind(kind: SegmentType) -> SegmentKind {
    match kind {
        SegmentType::Integer => SegmentKind::Integer,
        SegmentType::Float => SegmentKind::Float,
        SegmentType::Binary => SegmentKind::Binary,
        SegmentType::Utf8 => SegmentKind::Utf8,
        SegmentType::Utf16 => SegmentKind::Utf16,
        SegmentType::Utf32 => SegmentKind::Utf32,
    }
}
