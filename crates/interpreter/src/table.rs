//! How do many read what one adds to? A table that only grows: reading takes no lock, and whatever is
//! in it stays where it is for as long as the table does.
//!
//! Each call and each return of a program reads it, so an entry costs one look at one word: a pointer
//! that is null until there is something. That is what `unsafe` is for here, and all of it is here.

use std::marker::PhantomData;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Most programs need no more than this, and find all of it with one look.
const FIRST: usize = 1 << 13;

/// Each further part is as large as all before it: 2^20 entries are more than a program has.
const PARTS: usize = 7;

/// Each is null, or from [`Box::into_raw`] by [`Table::set`], which never changes it again: only
/// dropping the table takes it back.
type Chunk<T> = Box<[AtomicPtr<T>]>;

pub struct Table<T> {
    /// Of a length that is known, so that nobody has to read it.
    first: Box<[AtomicPtr<T>; FIRST]>,
    further: [OnceLock<Chunk<T>>; PARTS],
    /// It owns its entries, which threads may share and drop: what may be sent to others, or shared,
    /// is what a cell that is written once may.
    owns: PhantomData<OnceLock<Box<T>>>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        let first = part(FIRST).try_into().expect("it has this length");
        Table { first, further: [const { OnceLock::new() }; PARTS], owns: PhantomData }
    }
}

fn part<T>(entries: usize) -> Chunk<T> {
    std::iter::repeat_with(|| AtomicPtr::new(ptr::null_mut())).take(entries).collect()
}

impl<T> Table<T> {
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.first.get(index) {
            Some(entry) => read(entry),
            None => self.get_further(index),
        }
    }

    #[cold]
    fn get_further(&self, index: usize) -> Option<&T> {
        let (number, start) = place(index);
        read(&self.further.get(number)?.get()?[index - start])
    }

    /// # Panics
    /// If there is something already, or more than 2^20 entries.
    pub fn set(&self, index: usize, entry: T) {
        let cell = match self.first.get(index) {
            Some(cell) => cell,
            None => {
                let (number, start) = place(index);
                &self.further[number].get_or_init(|| part(start))[index - start]
            }
        };
        let entry = Box::into_raw(Box::new(entry));
        // Who reads the pointer sees what was written behind it before (release, and acquire there).
        let is_first = cell
            .compare_exchange(ptr::null_mut(), entry, Ordering::Release, Ordering::Relaxed)
            .is_ok();
        assert!(is_first, "an entry is made once");
    }
}

/// What an entry of a table points to, for as long as the table is borrowed.
#[inline(always)]
#[allow(unsafe_code)]
fn read<T>(entry: &AtomicPtr<T>) -> Option<&T> {
    // SAFETY: the pointer is null, or of a box that `set` gave up whole before it let others see it.
    // Nobody has a `&mut` to what is in there, and it is freed by nobody but the drop of the table, for
    // which there must be no borrow of the table, and so none of the entry, whose lifetime the result has.
    unsafe { entry.load(Ordering::Acquire).as_ref() }
}

/// In which of the further parts an entry is, and the first index of that part, which is also how many
/// entries it has.
fn place(index: usize) -> (usize, usize) {
    let number = (index / FIRST).ilog2();
    (number as usize, FIRST << number)
}

impl<T> Drop for Table<T> {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        let further = self.further.iter_mut().filter_map(OnceLock::get_mut);
        for entry in further.flat_map(|part| part.iter_mut()).chain(self.first.iter_mut()) {
            let entry = std::mem::replace(entry.get_mut(), ptr::null_mut());
            if !entry.is_null() {
                // SAFETY: it is from `Box::into_raw`, and since the cell is null now, nobody frees it again.
                drop(unsafe { Box::from_raw(entry) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn entries_stay_where_they_are() {
        let table = Table::default();
        let indexes = [0, 1, FIRST - 1, FIRST, 2 * FIRST - 1, 2 * FIRST, 4 * FIRST, (1 << 20) - 1];
        assert!(indexes.iter().all(|index| table.get(*index).is_none()));
        table.set(0, 0);
        let first: *const usize = table.get(0).expect("it is there");
        indexes[1..].iter().for_each(|index| table.set(*index, *index));
        assert!(indexes.iter().all(|index| table.get(*index) == Some(index)));
        assert_eq!(table.get(0).expect("it is there") as *const usize, first);
        assert_eq!((table.get(2), table.get(1 << 20)), (None, None));
    }

    #[test]
    fn what_is_in_a_table_goes_with_it() {
        let entry = Arc::new(());
        let table = Table::default();
        [0, FIRST - 1, FIRST, 5 * FIRST].iter().for_each(|index| table.set(*index, entry.clone()));
        assert_eq!(Arc::strong_count(&entry), 5);
        drop(table);
        assert_eq!(Arc::strong_count(&entry), 1);
    }

    #[test]
    #[should_panic(expected = "an entry is made once")]
    fn an_entry_is_made_once() {
        let table = Table::default();
        table.set(3, 'a');
        table.set(3, 'b');
    }

    #[test]
    fn what_one_thread_adds_others_read() {
        let table: Table<usize> = Table::default();
        std::thread::scope(|scope| {
            scope.spawn(|| (0..1000).for_each(|index| table.set(index, index)));
            scope.spawn(|| {
                for index in 0..1000 {
                    while table.get(index).is_none() {
                        std::thread::yield_now();
                    }
                    assert_eq!(table.get(index), Some(&index));
                }
            });
        });
    }
}
