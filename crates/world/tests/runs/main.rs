//! What do runs of real programs leave behind?

mod calls;
mod sharing;
mod traces;
