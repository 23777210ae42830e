//! What did the program write?

use runtime::Heap;
use runtime::work::Kept;

pub struct Output {
    bytes: Vec<u8>,
    /// As many as these.
    kept: Kept,
}

impl Output {
    pub fn new(heap: &Heap) -> Output {
        Output { bytes: Vec::new(), kept: Kept::new(heap.work.outside()) }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn write(&mut self, heap: &Heap, bytes: &[u8]) {
        // It may have to be moved to where there is twice the room.
        heap.allow(self.bytes.len() + 2 * bytes.len());
        heap.work.pay_for_bytes(bytes.len());
        self.kept.put(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }
}
