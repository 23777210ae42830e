//! What do the command and its tests have in common, beyond the workbench? How what happened here is
//! compared with what happens on the BEAM.

pub mod agreement;
