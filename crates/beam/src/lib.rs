//! What does the user's own Erlang/OTP say?
//!
//! OTP is the authority on Erlang: it compiles sources, reads the debug info of `.beam` files, and
//! shows whether a call really crashes.
//!
//! - [`Otp`]: the installation at hand; [`CodePath`]: where its modules are
//! - [`Node`]: one long-lived `erl` that serves requests ([`Call`], [`Outcome`])
//! - [`Cache`]: modules loaded before, so that a second run need not wait for a node
//! - [`Loader`]: a module, from the cache or through the node
//! - [`walls`]: what keeps a node from touching the machine
//! - [`write_whole`]: how the cache, and whoever else keeps something, writes a file
//! - [`read_plain`]: how a file is read whose name a program may have chosen

mod built_ins;
mod cache;
mod code_path;
mod erlang_half;
mod loader;
mod node;
mod openings;
mod otp;
mod plain_file;
mod process;
mod project_settings;
mod request;
pub mod walls;
mod watching;
mod whole_file;

pub use cache::{Cache, Dependency, Entry, Key};
pub use code_path::{CodePath, edit_distance};
pub use erlang_half::remove_temporary;
pub use loader::{LoadError, Loader, LoaderOptions, ModuleSource};
pub use node::{Answer, DEFAULT_MEMORY, Node, NodeError};
pub use otp::{Otp, OtpError};
pub use plain_file::read_plain;
pub use process::About;
pub use project_settings::ProjectSettings;
pub use request::{Call, Evaluated, GRACE, Limits, Outcome, Ran};
pub use whole_file::write_whole;
