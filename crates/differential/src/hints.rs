//! What would random terms not think of? Texts that mean something to a module, and which numbers
//! are sizes.

use term::Atom;

/// Functions whose results depend on more than their arguments: the time, the machine, the other
/// processes. Only whether they give a value, and which exception otherwise, is compared.
const CIRCUMSTANTIAL: &[(&str, &[&str])] = &[
    ("calendar", &["local_time", "universal_time", "iso_week_number"]),
    ("code", &["*"]),
    ("crypto", &["strong_rand_bytes"]),
    ("erlang", ERLANG),
    ("erts_internal", &["time_unit", "perf_counter_unit", "get_creation", "no_aux_work_threads"]),
    ("erts_debug", &["*"]),
    ("file", &["get_cwd"]),
    ("filename", &["absname", "basedir"]),
    ("init", &["*"]),
    ("os", &["*"]),
    ("persistent_term", &["info", "get"]),
];

const ERLANG: &[&str] = &[
    "cancel_timer", "date", "fun_info", "fun_to_list", "garbage_collect", "get_module_info", "get", "loaded",
    "localtime", "localtime_to_universaltime", "memory", "module_loaded", "monotonic_time", "now", "ports",
    "pre_loaded", "process_flag", "process_info", "processes", "read_timer", "registered", "statistics", "system_info",
    "system_time", "time", "time_offset", "timestamp", "unique_integer", "universaltime",
    "universaltime_to_localtime",
];

pub fn is_circumstantial(module: Atom, function: Atom) -> bool {
    let row = CIRCUMSTANTIAL.iter().find(|(name, _)| *name == module.name());
    row.is_some_and(|(_, names)| names.contains(&"*") || names.contains(&function.name()))
}

/// Built-ins that are not called at random, and why.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("code", "ensure_modules_loaded", "fails in functions that it calls, which a native has not"),
    ("code", "module_status", "fails in functions that it calls, which a native has not"),
    ("code", "where_is_file", "looks at the files of the machine"),
    ("crypto", "strong_rand_bytes", "random by its nature"),
    ("ermine_io", "output", "Ermine's own"),
    ("erlang", "apply/2", "an instruction where it is compiled; called by name it leaves a frame of its own"),
    ("erlang", "binary_to_existing_atom", "which atoms exist depends on what was loaded before"),
    ("erlang", "list_to_existing_atom", "which atoms exist depends on what was loaded before"),
    ("erlang", "display", "writes to the node's terminal"),
    ("erlang", "display_nl", "writes to the node's terminal"),
    ("erlang", "display_string", "writes to the node's terminal"),
    ("erlang", "exit/2", "may hit the harness"),
    ("erlang", "group_leader/2", "takes the output away from the harness"),
    ("erlang", "get_module_info", "which modules are loaded differs"),
    ("erlang", "hibernate", "waits for a message that nobody sends"),
    ("erlang", "memory/1", "its exceptions hold numbers about the node"),
    ("erlang", "nodes/2", "lists every node that the emulator has ever heard of"),
    ("erlang", "load_nif", "loads code into the node"),
    ("erlang", "now", "advances the node's clock"),
    ("erlang", "seq_trace", "changes the node"),
    ("erlang", "seq_trace_info", "changes the node"),
    ("erlang", "seq_trace_print", "changes the node"),
    ("erlang", "system_flag", "changes the node"),
    ("erlang", "system_info", "much of it is about the emulator"),
    ("erlang", "yield", "nothing to compare"),
    ("erts_internal", "*", "crashes the emulator on arguments that its only caller never passes"),
    ("logger_config", "get", "asks the node's logger"),
    ("logger_backend", "log_allowed", "asks the node's logger"),
    ("error_logger", "warning_map", "asks the node's configuration"),
    ("net_adm", "ping", "asks the network"),
    ("net_kernel", "*", "asks a process that the node does not have"),
    ("os", "putenv", "changes the node"),
    ("os", "unsetenv", "changes the node"),
    ("persistent_term", "*", "changes the node; compared in sequences"),
];

/// Why a built-in is not called at random, if it is not.
pub fn left_out(module: Atom, function: Atom, arity: usize) -> Option<&'static str> {
    let with_arity = format!("{}/{arity}", function.name());
    let is_it = |name: &str| name == "*" || name == function.name() || name == with_arity;
    let row = LEFT_OUT.iter().find(|(owner, name, _)| *owner == module.name() && is_it(name));
    row.map(|(_, _, reason)| *reason)
}

/// Texts worth trying with the functions of a module. (None has the word `maybe`: whether that is
/// an atom depends on the features that a node was started with.)
pub fn texts(module: Atom) -> Vec<String> {
    let texts: &[&str] = match module.name() {
        "erl_scan" | "erl_parse" => &[
            "foo(X, Y) -> X + Y.", "-module(m).", "1 + 2.", "[a, b | C].", "{ok, \"text\"}. % remark\n",
            "fun(X) when X > 1 -> {X} end.", "<<1:8/integer, X/binary>>.", "case X of a -> b; _ -> c end.",
            "#{a => 1, b := 2}.", "\"unfinished", "'atom with space'.", "$a. $\\n. $\\x{41}.",
            "16#FF + 2#101 - 36#zz.", "1.5e10. 1.0e400.", "-record(r, {a = 1 :: integer(), b}).",
            "-spec f(X) -> Y when X :: atom(), Y :: [X, ...].", "try f() catch _:_ -> x after y end.",
            "receive X -> Y after 10 -> Z end.", "[X || X <- L, X > 1].", "if true -> ok end.", "?MACRO.",
            "a.b", "1_000.", "16#.", "\"a\\^b\\103\"", "%% only a comment", "é = \"→\".",
            "-type t() :: #{a := b} | fun((...) -> c).", "f() -> .",
            "1..2 ... => :: := <- <= -> ++ -- ! == /= =:= =/= =< >= < > || | , ; ( ) [ ] { } << >>.",
        ],
        "uri_string" => &[
            "http://user@example.com:8042/over/there?name=ferret#nose", "foo:bar", "//host", "?a=b&c=d%20e",
            "urn:example:animal", "http://[::1]:80/", "http://ex%41mple.com/%7Efoo/../bar/./b%61z",
            "a+b=1&c=%C3%B6", "/a/b/../c", "mailto:John.Doe@example.com", "http://ö.example/ä?ü",
            "%zz", "http://host:99999/", "http://:80", "../x", "ftp://h/;type=a", "a b", "%E4%F6",
        ],
        "io_lib" => &[
            "~p", "~w ~s~n", "~ts", "~5.2.0f", "~e ~g", "~c~3c", "~10.16B ~.16#", "~-10s|", "~*c", "~i~p", "~P",
            "~~", "~", "~q", "~.3w", "~tp", "~lp", "~Kp", "plain", "~+p", "~10..-s", "~20.4p", "~d ~s", "~f",
        ],
        "base64" => &[
            "", "YQ==", "YWI=", "YWJj", "AAAA\nBBBB", "Y Q = =", "YQ", "YQ=", "Y===", "////", "++++", "-_-_", "é",
        ],
        "calendar" => &[
            "2018-02-01T15:18:02Z", "2018-02-01T15:18:02.088Z", "2018-02-01T16:17:58+01:00", "2018-02-01 15:18:02Z",
            "1985-04-12T23:20:50.52Z", "2018-13-01T00:00:00Z", "0000-01-01T00:00:00-12:30", "", "x",
        ],
        "filename" => &[
            "/usr/local/bin", "a/b/c.erl", "c.beam", "../x/./y", "//a//b/", "/", "", "a.b.c", ".hidden", "~/x", "a\\b",
            "/a/../b", "c:/x", "é/ö",
        ],
        "proplists" => &[],
        _ => &[
            "", "hello", "Hello World", "  trim me\t\n", "a,b,,c", "ÅÄÖ åäö", "e\u{301}", "ß ﬁ İ ı", "ΑΣ ς",
            "1234", "-12.5e3x", "-17", "+7", "0x1F", "1.5", "-2.0e-3", "zz", "1e5", "FFFFFFFFFFFFFFFFFF", "日本語テキスト", "👨‍👩‍👧 🇩🇪", "a\r\nb\nc", "aaaaab", "\u{1100}\u{1161}\u{11a8}",
            "\u{feff}bom", "[{a,1}]", "x=y", "..", "q\u{307}\u{323}",
        ],
    };
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The parameters that say how large a result becomes: which, counted from 1, and the most that is
/// sane. Larger integers are used only where they are so large that no machine would try.
pub fn largest(module: Atom, function: Atom, arity: usize, parameter: usize) -> Option<i64> {
    let sizes: &[(&str, &str, usize, usize, i64)] = &[
        ("lists", "seq", 2, 1, 300),
        ("lists", "seq", 2, 2, 300),
        ("lists", "seq", 3, 1, 300),
        ("lists", "seq", 3, 2, 300),
        ("lists", "duplicate", 2, 1, 300),
        ("string", "copies", 2, 2, 100),
        ("string", "chars", 2, 2, 300),
        ("string", "chars", 3, 2, 300),
        ("string", "left", 2, 2, 300),
        ("string", "left", 3, 2, 300),
        ("string", "right", 2, 2, 300),
        ("string", "right", 3, 2, 300),
        ("string", "centre", 2, 2, 300),
        ("string", "centre", 3, 2, 300),
        ("string", "pad", 2, 2, 300),
        ("string", "pad", 3, 2, 300),
        ("string", "pad", 4, 2, 300),
        ("binary", "copy", 2, 2, 300),
        ("binary", "encode_unsigned", 1, 1, i64::MAX),
        ("erlang", "make_tuple", 2, 1, 300),
        ("erlang", "make_tuple", 3, 1, 300),
        ("erlang", "bsl", 2, 2, 300),
        ("erlang", "bsr", 2, 2, 300),
        ("array", "new", 1, 1, 300),
        ("array", "new", 2, 1, 300),
        ("array", "resize", 2, 1, 300),
        ("array", "set", 3, 1, 300),
    ];
    let name = (module.name(), function.name(), arity, parameter);
    sizes.iter().find(|size| (size.0, size.1, size.2, size.3) == name).map(|size| size.4)
}
