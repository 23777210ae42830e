//! Is `docs/built-ins.md` what it should be?

use beam::{Loader, LoaderOptions};
use differential::built_ins;

#[test]
fn the_page_is_up_to_date() {
    let loader = Loader::new(LoaderOptions::default()).expect("OTP is there");
    let release = loader.node().otp().release;
    let written = std::fs::read_to_string(built_ins::path()).expect("the page is there");
    if !written.contains(&format!("Of OTP {release}:")) {
        // Other releases have other built-ins; the page is about one.
        return;
    }
    let built_ins = built_ins::all(&loader).expect("OTP loads");
    let expected = built_ins::markdown(&built_ins, release);
    assert!(written == expected, "stale: cargo run -p differential --bin built-ins");
}
