//! Writes `docs/built-ins.md`.

use beam::{Loader, LoaderOptions};
use differential::built_ins;

fn main() -> anyhow::Result<()> {
    let loader = Loader::new(LoaderOptions::default())?;
    let text = built_ins::markdown(&built_ins::all(&loader)?, loader.node().otp().release);
    std::fs::write(built_ins::path(), text)?;
    Ok(())
}
