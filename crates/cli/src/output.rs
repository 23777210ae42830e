//! Where does the report go? To the screen, or into a file with the verdict on the screen.

use crate::arguments::{Arguments, Format, ReportOptions};
use anyhow::{Context, Result, bail};
use report::text::{Detail, Palette};
use report::{Report, json, text};
use std::io::Write;

/// Better now than after a long search.
pub fn check(options: &ReportOptions) -> Result<()> {
    let Some(path) = &options.output else { return Ok(()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("--output {}: there is no folder {}", path.display(), folder.display());
    }
    if path.is_dir() {
        bail!("--output {}: this is a folder; name a file in it", path.display());
    }
    Ok(())
}

/// Into the file that was asked for, with the verdict on the screen; or all on the screen.
pub fn show(arguments: &Arguments, options: &ReportOptions, report: &Report) -> Result<()> {
    let detail = if arguments.quiet { Detail::Brief } else { Detail::Full };
    let rendered = |palette: &Palette| match options.format {
        Format::Text => text::render(report, detail, palette),
        Format::Json => json::render(report),
    };
    let on_screen = match &options.output {
        None => rendered(&Palette::COLOURED),
        Some(path) => {
            std::fs::write(path, rendered(&Palette::PLAIN))
                .with_context(|| format!("--output {}", path.display()))?;
            if arguments.quiet { String::new() } else { text::verdicts(report, &Palette::COLOURED) }
        }
    };
    // Colours stay only where they are seen. Whoever reads may have seen enough.
    let _ = anstream::stdout().lock().write_all(on_screen.as_bytes());
    Ok(())
}
