//! What do the command and its tests have in common? How a function is made ready to be explored,
//! what its module says about it, who solves, and how what happened here is compared with what happens on the BEAM.

pub mod agreement;
pub mod contract;
pub mod solving;
pub mod subject;
