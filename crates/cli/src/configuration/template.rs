//! What does `ermine init` write? Every option as a comment, with its explanation and its default.

use super::options::{OPTIONS, Sample};

pub fn template() -> String {
    let mut text = String::from(HEAD);
    for option in OPTIONS {
        text.push('\n');
        if let Some(title) = option.title {
            text.push_str(&format!("%%% {title}\n\n"));
        }
        for line in option.about.lines() {
            text.push_str(&format!("%%% {line}\n").replace("%%%  ", "%%% "));
        }
        let (sample, note) = match option.sample {
            Sample::Default(sample) => (sample, ""),
            Sample::Example(sample) => (sample, "  % for example; nothing, unless it is said"),
        };
        text.push_str(&format!("%% {sample}{note}\n"));
    }
    text
}

const HEAD: &str = "\
%%% How Ermine tests this project: Erlang terms, each with a dot after it.
%%%
%%% Every option is here, with what it is if nobody says. Remove the %% before one to change it.
%%% What is said on the command line counts more than what is said here. Nothing here is executed.
%%% More is in docs/configuration.md of Ermine.
";
