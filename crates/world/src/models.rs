//! Which modules does the interpreter bring along? Those of `erlang/models`: what OTP's own processes
//! do, as far as a run needs them, and what a watched program notes its events with. They are embedded as source and compiled like any other module.

use beam::ModuleSource;
use term::Atom;

const SOURCES: &[(&str, &str)] = &[
    ("ermine_events", include_str!("../../../erlang/ermine_events.erl")),
    ("ermine_build", include_str!("../../../erlang/models/ermine_build.erl")),
    ("ermine_script", include_str!("../../../erlang/models/ermine_script.erl")),
    ("ermine_binaries", include_str!("../../../erlang/models/ermine_binaries.erl")),
    ("ermine_canonical", include_str!("../../../erlang/models/ermine_canonical.erl")),
    ("ermine_floats", include_str!("../../../erlang/models/ermine_floats.erl")),
    ("ermine_own_funs", include_str!("../../../erlang/models/ermine_own_funs.erl")),
    ("ermine_io", include_str!("../../../erlang/models/ermine_io.erl")),
    ("ermine_models", include_str!("../../../erlang/models/ermine_models.erl")),
    ("ermine_regex", include_str!("../../../erlang/models/ermine_regex.erl")),
    ("ermine_services", include_str!("../../../erlang/models/ermine_services.erl")),
    ("ermine_shell", include_str!("../../../erlang/models/ermine_shell.erl")),
    ("ermine_tables", include_str!("../../../erlang/models/ermine_tables.erl")),
    ("ermine_unicode", include_str!("../../../erlang/models/ermine_unicode.erl")),
];

/// All of them.
pub fn names() -> impl Iterator<Item = Atom> {
    SOURCES.iter().map(|(name, _)| Atom::new(name))
}

/// The source of a module of ours; `None` for everybody else's.
pub fn source(name: Atom) -> Option<ModuleSource> {
    let (_, text) = SOURCES.iter().find(|(known, _)| *known == name.name())?;
    Some(ModuleSource::Embedded { name, text })
}
