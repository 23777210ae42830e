//! How fast are external terms read and written? `speed FILE`, where the file is one external term.

use std::time::Instant;
use term::external::{self, Kind, Reader};

fn main() {
    let file = std::env::args().nth(1).expect("the name of a file with an external term");
    let bytes = std::fs::read(file).expect("the file can be read");
    let plain = external::uncompress(&bytes, external::DEFAULT_LIMIT).expect("a term");
    let term = external::decode(&plain).expect("a term");
    let same = external::decode(&plain).expect("a term");
    let size = plain.len();
    measure("walk the bytes", size, || walk_all(&plain));
    measure("skip", size, || Reader::new(&plain).and_then(|mut reader| reader.skip()).is_ok());
    measure("decode and drop", size, || external::decode(&plain).is_ok());
    measure("decode", size, || std::mem::forget(external::decode(&plain)));
    measure("encode", size, || external::encode(&term).len());
    measure("compare with an equal term", size, || term::order::compare(&term, &same));
    measure("are they equal", size, || term == same);
    measure("print", size, || term.to_string().len());
}

fn measure<T>(what: &str, bytes: usize, work: impl Fn() -> T) {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed().as_secs_f64()
    };
    let best = (0..5).map(|_| once()).fold(f64::INFINITY, f64::min);
    println!("{what}: {:.0} MB/s", bytes as f64 / best / 1e6);
}

fn walk_all(bytes: &[u8]) -> usize {
    let mut reader = Reader::new(bytes).expect("a term");
    walk(&mut reader).expect("a term")
}

/// Goes over everything as one who builds a tree of their own does, and counts.
fn walk(reader: &mut Reader) -> external::Result<usize> {
    let mut count = 1;
    match reader.peek()? {
        Kind::Integer => count += reader.integer().is_ok() as usize,
        Kind::Atom => count += reader.atom()?.number() as usize & 1,
        Kind::Tuple => {
            for _ in 0..reader.tuple_header()? {
                count += walk(reader)?;
            }
        }
        Kind::List | Kind::Nil => {
            for _ in 0..reader.list_header()? {
                count += walk(reader)?;
            }
            match reader.peek()? {
                Kind::Nil => reader.list_end()?,
                _ => count += walk(reader)?,
            }
        }
        _ => reader.skip()?,
    }
    Ok(count)
}
