//! Do the reports hold in the hands of those they are made for? The real command's, read by the tools
//! that know the formats: a validator, `eunit`, a browser, a shell, `mandoc`.

mod browser;
mod eunit;
mod files;
mod interrupts;
mod manual;
mod monsters;
mod schemas;
mod spared;
mod terminal;
mod workshop;
