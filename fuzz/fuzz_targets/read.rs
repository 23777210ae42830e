//! Are there texts that reading does not survive, or that read as what does not print?

#![no_main]

use libfuzzer_sys::fuzz_target;
use term::{print, read};

fuzz_target!(|text: &str| {
    if let Ok(term) = read::term(text) {
        assert_eq!(read::term(&term.to_string()).as_ref(), Ok(&term));
        let _ = print::pretty(&term, 40);
    }
});
