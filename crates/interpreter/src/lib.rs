//! How does a program run? Core Erlang, lowered once per function, on an explicit stack.
//!
//! - [`code`]: what the machine executes; [`identity`]: who it is; [`lower`]: how Core Erlang becomes that
//! - [`program`]: code that is lowered, which machines share; [`table`]: how they read it
//! - [`library`]: modules and functions as they are asked for
//! - [`machine`]: the run as a whole; [`execute`]: one process, operation by operation
//! - [`process`], [`system`]: processes, and what is around them: the others, signals, time, tables
//! - [`stacktrace`]: where an exception came from; [`ending`]: where the end of a process came from
//! - [`contract`]: conditions that run before and after it
//! - [`engine`]: the interpreter as the search sees it
//! - [`endless`]: whether a run that was cut has an end
//! - [`record`]: why a run went the way it went; [`shadow`]: what happens to symbolic values;
//!   [`stored`]: what happens to those that a program puts away
//! - [`concrete`]: which functions run without symbols
//! - [`natives`]: built-ins that need more than their arguments; [`oracle`]: those that the BEAM
//!   answers for; [`effects`]: those that would touch the machine; [`questions`]: those whose
//!   answers are no functions of the arguments
//! - [`following`]: runs with several processes, in the order that a schedule has; [`visible`]: what of a
//!   process others can see
//! - [`services`]: the processes that a program finds there; [`installation`]: the OTP it runs on

mod ahead;
mod boot;
mod bounds;
pub mod code;
pub mod concrete;
pub mod contract;
mod dispatch;
pub mod effects;
mod ending;
mod endless;
pub mod engine;
pub mod execute;
mod following;
mod hosts;
mod identity;
pub mod installation;
pub mod library;
pub mod lower;
pub mod machine;
pub mod natives;
pub mod oracle;
pub mod process;
pub mod program;
pub mod promised;
mod questions;
mod receive;
pub mod record;
mod segment;
pub mod services;
mod shadow;
pub mod stacktrace;
mod stored;
mod story;
mod streams;
pub mod system;
mod table;
mod visible;

pub use contract::{Building, Condition, Contract};
pub use engine::Interpreter;
pub use following::OrderSettings;
pub use installation::Installation;
pub use library::{Answer, Library, ModuleLoader, Oracle};
pub use machine::{Limits, Machine, Outcome};
pub use program::Program;
pub(crate) use runtime::compare::deeper as deep;
