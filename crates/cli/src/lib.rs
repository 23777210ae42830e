//! What do the command and its tests have in common? How a function is made ready to be explored,
//! and how what happened here is compared with what happens on the BEAM.

pub mod agreement;
pub mod subject;
