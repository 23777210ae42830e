//! What does Ctrl-C do? The first one stops the search, and what was found is shown.

use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Ctrl-C ends the search, and what was found is shown. Twice ends everything.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = stop.clone();
    ctrlc::set_handler(move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}
