//! Are there bytes that decoding does not survive, or that decode to what does not encode?

#![no_main]

use libfuzzer_sys::fuzz_target;
use term::external::{Reader, decode_limited, encode};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut reader) = Reader::new(bytes) {
        let _ = reader.skip();
    }
    if let Ok(term) = decode_limited(bytes, 1 << 20) {
        assert_eq!(decode_limited(&encode(&term), 1 << 20).as_ref(), Ok(&term));
        let _ = term.to_string();
    }
});
