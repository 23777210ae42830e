//! What does Ctrl-C do? The first one stops the search, and what was found is shown; while nothing is
//! searched yet there is nothing to show, and Ermine ends. The second one ends it at once.

use crate::output;
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The exit code of whoever could not do what was asked.
const NOT_DONE: i32 = 2;

pub struct Interrupt {
    stop: Arc<AtomicBool>,
    is_searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// From now on, Ctrl-C ends Ermine in an orderly way, whatever the node and the compiler do.
    pub fn watch() -> Result<Interrupt> {
        let (stop, is_searching) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let interrupt = Interrupt { stop: stop.clone(), is_searching: is_searching.clone() };
        ctrlc::set_handler(move || {
            if stop.swap(true, Ordering::SeqCst) {
                end_at_once(INTERRUPTED);
            }
            if !is_searching.load(Ordering::SeqCst) {
                output::complain("interrupted, before anything was tested");
                end_at_once(NOT_DONE);
            }
        })?;
        Ok(interrupt)
    }

    /// From now on there may be something to show: this is set by Ctrl-C, and who searches looks at it.
    pub fn search(&self) -> Arc<AtomicBool> {
        self.is_searching.store(true, Ordering::SeqCst);
        self.stop.clone()
    }
}

/// The nodes are on a leash, and end too.
fn end_at_once(code: i32) -> ! {
    beam::remove_temporary();
    std::process::exit(code)
}
