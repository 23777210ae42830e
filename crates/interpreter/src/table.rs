//! How do many read what one adds to? A table that only grows: reading takes no lock, and whatever is
//! in it stays where it is for as long as the table does.

use std::sync::OnceLock;

/// Most programs need no more than this, and find all of it with one look.
const FIRST: usize = 1 << 13;

/// Each further part is as large as all before it: 2^20 entries are more than a program has.
const PARTS: usize = 7;

type Chunk<T> = Box<[OnceLock<Box<T>>]>;

pub struct Table<T> {
    /// Of a length that is known, so that nobody has to read it.
    first: Box<[OnceLock<Box<T>>; FIRST]>,
    further: [OnceLock<Chunk<T>>; PARTS],
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        let first = part(FIRST).try_into().ok().expect("it has this length");
        Table { first, further: [const { OnceLock::new() }; PARTS] }
    }
}

fn part<T>(entries: usize) -> Chunk<T> {
    std::iter::repeat_with(OnceLock::new).take(entries).collect()
}

impl<T> Table<T> {
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.first.get(index) {
            Some(entry) => entry.get().map(|entry| &**entry),
            None => self.get_further(index),
        }
    }

    #[cold]
    fn get_further(&self, index: usize) -> Option<&T> {
        let (number, start) = place(index);
        self.further.get(number)?.get()?[index - start].get().map(|entry| &**entry)
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
        assert!(cell.set(Box::new(entry)).is_ok(), "an entry is made once");
    }
}

/// In which of the further parts an entry is, and the first index of that part, which is also how many
/// entries it has.
fn place(index: usize) -> (usize, usize) {
    let number = (index / FIRST).ilog2();
    (number as usize, FIRST << number)
}

#[cfg(test)]
mod tests {
    use super::*;

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
