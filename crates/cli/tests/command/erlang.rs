//! Is there Erlang for the tests? Without it they fail, unless somebody said that this is no mistake.

use beam::{Loader, LoaderOptions, Otp};
use std::sync::Arc;

/// `false`: there is none, and that is no mistake.
pub fn has_erlang() -> bool {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return false;
    }
    if let Err(error) = Otp::find(None) {
        panic!("{error}; ERMINE_WITHOUT_ERLANG=1 skips the tests that need it");
    }
    true
}

/// A loader for one test; `None` as above.
pub fn loader() -> Option<Arc<Loader>> {
    let loader = || Loader::new(LoaderOptions::default()).expect("Erlang is there");
    has_erlang().then(|| Arc::new(loader()))
}
