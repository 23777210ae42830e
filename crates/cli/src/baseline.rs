//! Which findings does the project know? Those in a file of its own, which is read before anything is tested
//! and written when the user says so.

use crate::arguments::Check;
use anyhow::{Context, Result, anyhow, bail};
use report::{Baseline, Report};
use std::path::Path;

/// What the user knows, if there is a file for it.
pub fn read(check: &Check) -> Result<Option<Baseline>> {
    let Some(path) = &check.baseline else {
        match check.update_baseline {
            true => bail!("--update-baseline needs the name of a file: --baseline FILE"),
            false => return Ok(None),
        }
    };
    let file = path.display().to_string();
    if check.update_baseline && !path.exists() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if !folder.is_none_or(Path::is_dir) {
            bail!("--baseline {file}: there is no such folder");
        }
        return Ok(Some(Baseline::new(file)));
    }
    if !path.exists() {
        bail!("--baseline {file}: no such file; --update-baseline writes it");
    }
    let bytes = beam::read_plain(path).with_context(|| format!("--baseline {file}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{file}: it is not UTF-8"))?;
    match Baseline::read(file.clone(), &text) {
        Ok(baseline) => Ok(Some(baseline)),
        Err(wrong) => bail!("{file}:{}: {}", wrong.line, wrong.message),
    }
}

/// Writes what is known now. From here on it is.
pub fn update(check: &Check, report: &mut Report) -> Result<()> {
    let Some(path) = check.baseline.as_ref().filter(|_| check.update_baseline) else {
        return Ok(());
    };
    if report.is_cut_short() {
        bail!("not everything was tested: {} stays as it was", path.display());
    }
    let updated = report.policy.baseline.take().unwrap_or_default().updated(report);
    let file = std::path::absolute(path).with_context(|| path.display().to_string())?;
    beam::write_whole(&file, updated.text().as_bytes())
        .with_context(|| format!("--baseline {}", path.display()))?;
    report.policy.baseline = Some(updated);
    Ok(())
}
