//! Which values are still needed? A copying collector in two generations (Cheney's scan).
//!
//! A *minor* collection copies what is alive of the young part and leaves the old part as it is:
//! since values are never changed, nothing old points to anything young. A *full* one copies
//! everything. Whoever owns roots shows each of them once to [`Collection::visit`].
//!
//! While it copies, the heap is there twice. What would take more memory than the run may is left out
//! ([`Collection::limit`]): then the run is over.

use crate::heap::Heap;
use crate::value::{Kind, Tag, Value};
use crate::work::Limits;

/// A minor collection waits for this many new words at least.
const YOUNG_WORDS: usize = 1 << 20;

/// So many new bytes are much, however few calls they took; where memory is short, fewer are.
pub(crate) const SWELLING_BYTES: usize = 32 << 20;

pub struct Collection<'a> {
    heap: &'a mut Heap,
    is_full: bool,
    /// Places below this one stay where they are.
    bottom: usize,
    copied: Vec<Value>,
    /// Up to here, what was copied points to what was copied.
    scanned: usize,
    /// No more words than this are copied.
    most: usize,
}

/// Near the limit, so much of it must be free after a collection: there is no sense in one after
/// every call.
const SPARE: usize = 16;

impl Heap {
    /// Is it time to collect? `root_words` is how much there is to look through.
    #[inline]
    pub fn wants_collection(&self, root_words: usize) -> bool {
        self.words.len() - self.old_top > YOUNG_WORDS.max(2 * root_words)
            || self.young_buffer_bytes > self.swelling_buffer_bytes
    }

    /// Did it grow by much since it was last collected? This is asked often.
    #[inline]
    pub fn is_swelling(&self) -> bool {
        (self.words.len() - self.old_top) * size_of::<Value>() > self.swelling_bytes
            || self.young_buffer_bytes > self.swelling_buffer_bytes
    }

    /// Sets the limits of a run.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.work.set_limits(limits);
        self.swelling_bytes = SWELLING_BYTES.min(limits.bytes / 8);
        self.expect_buffers();
    }

    /// How many new bytes in buffers are much depends on how many there are.
    fn expect_buffers(&mut self) {
        self.swelling_buffer_bytes = (2 * self.swelling_bytes).max(self.buffer_bytes / 2);
    }

    /// Is there too little memory left, with `others` bytes for what is not in here? A collection
    /// takes room for what it keeps: as much as last time, say.
    pub fn is_tight(&self, others: usize) -> bool {
        self.needed(others) > self.work.most_bytes()
    }

    /// The same, right after a collection.
    pub fn is_full(&self, others: usize) -> bool {
        let most = self.work.most_bytes();
        self.is_cut || self.needed(others) > most - most / SPARE
    }

    fn needed(&self, others: usize) -> usize {
        let copy = self.live_after_full * size_of::<Value>();
        self.bytes() + copy + self.work.bytes() + others
    }

    /// Starts a collection: a full one if the old part has doubled since the last.
    pub fn collection(&mut self) -> Collection<'_> {
        let is_full = self.old_top > 2 * self.live_after_full.max(YOUNG_WORDS)
            || self.young_buffer_bytes > self.swelling_buffer_bytes;
        self.start(is_full)
    }

    /// How far the heap is filled: see [`Heap::rewind`].
    pub fn mark(&mut self) -> usize {
        self.collections = 0;
        self.words.len()
    }

    /// Is everything still where it was at the last mark?
    pub fn was_not_collected(&self) -> bool {
        self.collections == 0
    }

    /// Lets go of everything that was made after a mark. Only right if nothing of it is kept.
    /// (A mark is set right after a full collection, so all buffers that are young now came later.)
    pub fn rewind(&mut self, mark: usize) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.words.truncate(mark);
        for number in std::mem::take(&mut self.young_buffers) {
            self.free_buffer(number);
        }
        self.young_buffer_bytes = 0;
    }

    /// Gives back the memory that nothing uses.
    pub fn release(&mut self) {
        if self.words.capacity() > 2 * self.words.len().max(YOUNG_WORDS) {
            self.words.shrink_to(YOUNG_WORDS);
        }
        self.peak_bytes = 0;
    }

    fn free_buffer(&mut self, number: u32) {
        let buffer = &mut self.buffers[number as usize];
        self.buffer_bytes -= buffer.bytes.len();
        *buffer = Default::default();
        self.free_buffers.push(number);
    }

    pub fn full_collection(&mut self) -> Collection<'_> {
        self.start(true)
    }

    fn start(&mut self, is_full: bool) -> Collection<'_> {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.collections += 1;
        let bottom = if is_full { 0 } else { self.old_top };
        let (scanned, most) = (0, usize::MAX);
        Collection { heap: self, is_full, bottom, copied: Vec::new(), scanned, most }
    }
}

impl Collection<'_> {
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Keeps the value in this root, and tells the root where it is now.
    #[inline]
    pub fn visit(&mut self, root: &mut Value) {
        *root = self.moved(*root);
    }

    pub fn visit_all<'b>(&mut self, roots: impl IntoIterator<Item = &'b mut Value>) {
        for root in roots {
            self.visit(root);
        }
    }

    #[inline]
    fn moved(&mut self, value: Value) -> Value {
        let tag = value.tag();
        let words = match tag {
            Tag::Small | Tag::Atom | Tag::Immediate => return value,
            Tag::Cons | Tag::Symbolic => 2,
            Tag::Tuple | Tag::Boxed => 0,
            Tag::Header => panic!("a root holds a header"),
        };
        let place = value.place();
        if place < self.bottom {
            return value;
        }
        let first = self.heap.words[place];
        if let Some(new_place) = first.as_forward() {
            return Value::pointer(tag, new_place);
        }
        let words = if words == 0 { first.header_size() + 1 } else { words };
        if self.copied.len() + words > self.most {
            self.heap.is_cut = true;
            return Value::NIL;
        }
        let new_place = self.bottom + self.copied.len();
        self.copied.extend_from_slice(&self.heap.words[place..place + words]);
        self.heap.words[place] = Value::forward(new_place);
        Value::pointer(tag, new_place)
    }

    /// From here on, only what there is memory for is kept; with `others` bytes for what is not in
    /// the heap. What the roots so far lead to is kept whole.
    pub fn limit(&mut self, others: usize) {
        self.scan();
        let taken = self.heap.bytes() + self.heap.work.bytes() + others;
        let left = self.heap.work.most_bytes().saturating_sub(taken) / size_of::<Value>();
        self.most = self.copied.len() + left.max(YOUNG_WORDS);
    }

    /// Copies what the roots so far lead to.
    fn scan(&mut self) {
        let mut scan = self.scanned;
        while scan < self.copied.len() {
            let word = self.copied[scan];
            if word.tag() != Tag::Header {
                self.copied[scan] = self.moved(word);
                scan += 1;
                continue;
            }
            let kind = word.header_kind();
            if kind == Kind::Bits {
                let buffer = self.copied[scan + 1].0 as usize;
                self.heap.buffers[buffer].is_marked = true;
            }
            scan += if kind.is_raw() { word.header_size() + 1 } else { 1 };
        }
        self.scanned = scan;
    }

    /// Copies what the roots lead to, and lets go of the rest.
    pub fn finish(mut self) {
        self.scan();
        self.sweep_buffers();
        let heap = self.heap;
        if self.is_full {
            heap.words = self.copied;
            heap.live_after_full = heap.words.len();
        } else {
            heap.words.truncate(self.bottom);
            heap.words.extend_from_slice(&self.copied);
        }
        heap.old_top = heap.words.len();
    }

    fn sweep_buffers(&mut self) {
        let heap = &mut *self.heap;
        let candidates: Vec<u32> = if self.is_full {
            heap.young_buffers.clear();
            (0..heap.buffers.len() as u32).collect()
        } else {
            std::mem::take(&mut heap.young_buffers)
        };
        for number in candidates {
            let buffer = &mut heap.buffers[number as usize];
            if buffer.is_marked {
                buffer.is_marked = false;
            } else if buffer.is_used {
                heap.free_buffer(number);
            }
        }
        // Old bitstrings that a minor collection did not copy may have left marks behind.
        if !self.is_full {
            for buffer in &mut heap.buffers {
                buffer.is_marked = false;
            }
        }
        heap.young_buffer_bytes = 0;
        heap.expect_buffers();
    }
}
