//! How fast are external terms read and written? `speed FILE`, where the file is one external term.

use std::time::Instant;
use term::external::{self, Reader};

fn main() {
    let file = std::env::args().nth(1).expect("the name of a file with an external term");
    let bytes = std::fs::read(file).expect("the file can be read");
    let plain = external::uncompress(&bytes, external::DEFAULT_LIMIT).expect("a term");
    let term = external::decode(&plain).expect("a term");
    let same = external::decode(&plain).expect("a term");
    let size = plain.len();
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
