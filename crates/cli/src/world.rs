//! The user's OTP, as the interpreter sees it.

pub use ::world::World;
