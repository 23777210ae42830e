//! Is Ermine where one works? `rebar3 ermine` and `mix ermine`, by the real rebar3 and Mix, on projects
//! of several applications that need each other; what `make dist` packs; what build servers are told to
//! do. No network is needed.

mod ci;
mod dist;
mod elixir;
mod exunit;
mod mix;
mod options;
mod rebar;
mod workplace;
