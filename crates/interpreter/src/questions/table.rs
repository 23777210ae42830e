//! Which built-ins ask the world? One table, and what it takes for granted.

use super::asking::Asking;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use term::Atom;
use trace::Matter;

/// When is a built-in a question to the world?
#[derive(Clone, Copy)]
pub enum Asks {
    Always(Matter),
    /// It depends on the arguments, and on what the run has done so far.
    Perhaps(fn(&Asking) -> Option<Matter>),
}

use Asks::{Always, Perhaps};

/// Built-ins of all arities, by module. What is not here is a function of its arguments, or of what the
/// run has done before; or it touches the machine: see [`crate::effects`].
const BUILT_INS: &[(&str, &[(&str, Asks)])] = &[
    ("atomics", &[("info", Always(Matter::Machine))]),
    ("binary", &[("referenced_byte_size", Always(Matter::Machine))]),
    ("code", CODE),
    (
        "crypto",
        &[
            ("info_lib", Always(Matter::Machine)),
            ("strong_rand_bytes", Always(Matter::Chance)),
            ("supports", Always(Matter::Machine)),
        ],
    ),
    ("erlang", ERLANG),
    ("ermine_io", &[("asked", Always(Matter::Terminal))]),
    ("error_logger", &[("warning_map", Always(Matter::Settings))]),
    ("erts_debug", &[("flat_size", Always(Matter::Machine)), ("same", Always(Matter::Machine))]),
    ("erts_internal", ERTS_INTERNAL),
    ("ets", ETS),
    (
        "file",
        &[
            ("get_cwd", Always(Matter::Environment)),
            ("native_name_encoding", Always(Matter::Environment)),
        ],
    ),
    (
        "init",
        &[
            ("get_argument", Always(Matter::Environment)),
            ("get_arguments", Always(Matter::Environment)),
            ("get_plain_arguments", Always(Matter::Environment)),
            ("get_status", Always(Matter::Machine)),
            ("script_id", Always(Matter::Machine)),
        ],
    ),
    ("io", &[("printable_range", Perhaps(|it| it.printable_range()))]),
    ("logger_config", &[("get", Always(Matter::Settings))]),
    (
        "maps",
        &[("keys", Perhaps(|it| it.order_of_keys())), ("values", Perhaps(|it| it.order_of_keys()))],
    ),
    ("net_adm", &[("ping", Always(Matter::Nodes))]),
    ("net_kernel", &[("monitor_nodes", Always(Matter::Nodes))]),
    (
        "os",
        &[
            ("env", Always(Matter::Environment)),
            ("getenv", Perhaps(|it| it.variable())),
            ("getpid", Always(Matter::Machine)),
            ("perf_counter", Always(Matter::Time)),
            ("system_time", Always(Matter::Time)),
            ("timestamp", Always(Matter::Time)),
        ],
    ),
    (
        "persistent_term",
        &[
            ("erase", Perhaps(|it| it.persistent_term())),
            ("get", Perhaps(|it| it.persistent_term())),
            ("info", Always(Matter::Storage)),
        ],
    ),
];

/// Paths, and what has been loaded by whom.
const CODE: &[(&str, Asks)] = &[
    ("all_loaded", Always(Matter::Code)),
    ("ensure_loaded", Always(Matter::Code)),
    ("ensure_modules_loaded", Always(Matter::Code)),
    ("get_mode", Always(Matter::Code)),
    ("get_path", Always(Matter::Code)),
    ("is_loaded", Always(Matter::Code)),
    ("is_sticky", Always(Matter::Code)),
    ("lib_dir", Always(Matter::Code)),
    ("modified_modules", Always(Matter::Code)),
    ("module_status", Always(Matter::Code)),
    ("priv_dir", Always(Matter::Code)),
    ("root_dir", Always(Matter::Code)),
    ("where_is_file", Always(Matter::Code)),
    ("which", Always(Matter::Code)),
];

const ERLANG: &[(&str, Asks)] = &[
    ("!", Perhaps(|it| it.name())),
    ("binary_to_existing_atom", Always(Matter::Code)),
    ("binary_to_term", Perhaps(|it| it.existing_atoms())),
    ("cancel_timer", Always(Matter::Time)),
    ("check_old_code", Always(Matter::Code)),
    ("check_process_code", Always(Matter::Code)),
    ("date", Always(Matter::Time)),
    ("disconnect_node", Always(Matter::Nodes)),
    ("erase", Perhaps(|it| it.dictionary())),
    ("external_size", Perhaps(|it| it.representation())),
    ("fun_info", Perhaps(|it| it.fun_info())),
    ("fun_to_list", Always(Matter::Identity)),
    ("function_exported", Perhaps(|it| it.exported())),
    ("garbage_collect", Perhaps(|it| it.process())),
    ("get", Perhaps(|it| it.dictionary())),
    ("get_cookie", Always(Matter::Nodes)),
    ("get_keys", Perhaps(|it| it.whole_dictionary())),
    ("get_module_info", Perhaps(|it| it.module_info())),
    ("group_leader", Perhaps(|it| it.group_leader())),
    ("hibernate", Perhaps(|it| it.mailbox())),
    ("is_process_alive", Perhaps(|it| it.process())),
    ("link", Perhaps(|it| it.process())),
    ("list_to_existing_atom", Always(Matter::Code)),
    ("list_to_pid", Always(Matter::Identity)),
    ("list_to_port", Always(Matter::Identity)),
    ("list_to_ref", Always(Matter::Identity)),
    ("load_nif", Always(Matter::Code)),
    ("loaded", Always(Matter::Code)),
    ("localtime", Always(Matter::Time)),
    ("localtime_to_universaltime", Always(Matter::Environment)),
    ("memory", Always(Matter::Machine)),
    ("module_loaded", Perhaps(|it| it.exported())),
    ("monitor", Perhaps(|it| it.monitored())),
    ("monitor_node", Always(Matter::Nodes)),
    ("monotonic_time", Always(Matter::Time)),
    ("node", Perhaps(|it| it.node())),
    ("nodes", Always(Matter::Nodes)),
    ("now", Always(Matter::Time)),
    ("phash", Perhaps(|it| it.hash())),
    ("phash2", Perhaps(|it| it.hash())),
    ("pid_to_list", Perhaps(|it| it.representation())),
    ("port_to_list", Perhaps(|it| it.representation())),
    ("ports", Always(Matter::Processes)),
    ("process_flag", Perhaps(|it| it.flag())),
    ("process_info", Perhaps(|it| it.process_info())),
    ("processes", Always(Matter::Processes)),
    ("put", Perhaps(|it| it.dictionary())),
    ("read_timer", Always(Matter::Time)),
    ("ref_to_list", Perhaps(|it| it.representation())),
    ("register", Perhaps(|it| it.new_name())),
    ("registered", Always(Matter::Processes)),
    ("send", Perhaps(|it| it.name())),
    ("send_nosuspend", Perhaps(|it| it.name())),
    ("seq_trace_info", Always(Matter::Caller)),
    ("statistics", Always(Matter::Machine)),
    ("system_flag", Always(Matter::Machine)),
    ("system_info", Perhaps(|it| it.system_info())),
    ("system_monitor", Always(Matter::Machine)),
    ("system_profile", Always(Matter::Machine)),
    ("system_time", Always(Matter::Time)),
    ("term_to_binary", Perhaps(|it| it.representation())),
    ("term_to_iovec", Perhaps(|it| it.representation())),
    ("time", Always(Matter::Time)),
    ("time_offset", Always(Matter::Time)),
    ("timestamp", Always(Matter::Time)),
    ("unique_integer", Always(Matter::Identity)),
    ("universaltime", Always(Matter::Time)),
    ("universaltime_to_localtime", Always(Matter::Environment)),
    ("unregister", Perhaps(|it| it.name())),
    ("whereis", Perhaps(|it| it.name())),
];

const ERTS_INTERNAL: &[(&str, Asks)] = &[
    ("cmp_term", Perhaps(|it| it.exact_order())),
    ("counters_info", Always(Matter::Machine)),
    ("get_creation", Always(Matter::Nodes)),
    ("is_process_alive", Perhaps(|it| it.process())),
    ("is_system_process", Always(Matter::Processes)),
    ("map_next", Perhaps(|it| it.order_of_iterator())),
    ("map_to_tuple_keys", Perhaps(|it| it.order_of_keys())),
    ("no_aux_work_threads", Always(Matter::Machine)),
    ("port_info", Always(Matter::Processes)),
    ("process_flag", Perhaps(|it| it.process())),
    ("scheduler_wall_time", Always(Matter::Machine)),
    ("suspend_process", Perhaps(|it| it.process())),
    ("term_type", Always(Matter::Machine)),
];

const ETS: &[(&str, Asks)] = &[
    ("all", Always(Matter::Storage)),
    ("delete", Perhaps(|it| it.table())),
    ("delete_object", Perhaps(|it| it.table())),
    ("first", Perhaps(|it| it.order_of_table())),
    ("give_away", Perhaps(|it| it.table())),
    ("info", Perhaps(|it| it.table_info())),
    ("insert", Perhaps(|it| it.inserted())),
    ("insert_new", Perhaps(|it| it.inserted())),
    ("internal_delete_all", Perhaps(|it| it.table())),
    ("internal_request_all", Always(Matter::Storage)),
    ("internal_select_delete", Perhaps(|it| it.table())),
    ("last", Perhaps(|it| it.order_of_table())),
    ("lookup", Perhaps(|it| it.table())),
    ("lookup_element", Perhaps(|it| it.table())),
    ("match", Perhaps(|it| it.order_of_table())),
    ("match_object", Perhaps(|it| it.order_of_table())),
    ("member", Perhaps(|it| it.table())),
    ("new", Perhaps(|it| it.new_table())),
    ("next", Perhaps(|it| it.order_of_table())),
    ("prev", Perhaps(|it| it.order_of_table())),
    ("rename", Perhaps(|it| it.table())),
    ("safe_fixtable", Perhaps(|it| it.table())),
    ("select", Perhaps(|it| it.order_of_table())),
    ("select_count", Perhaps(|it| it.table())),
    ("select_replace", Perhaps(|it| it.table())),
    ("select_reverse", Perhaps(|it| it.order_of_table())),
    ("setopts", Perhaps(|it| it.table())),
    ("slot", Perhaps(|it| it.order_of_table())),
    ("take", Perhaps(|it| it.table())),
    ("update_counter", Perhaps(|it| it.table())),
    ("update_element", Perhaps(|it| it.table())),
    ("whereis", Perhaps(|it| it.table())),
];

/// What `system_info` says of every node of an installation.
pub const CONSTANTS: &[&str] = &[
    "driver_version",
    "endian",
    "machine",
    "nif_version",
    "os_type",
    "otp_release",
    "version",
    "wordsize",
];

/// Names that are taken on every node, or on every one with a network or a terminal.
pub const NAMES_OF_OTP: &[&str] = &[
    "application_controller",
    "auth",
    "code_server",
    "erl_epmd",
    "erl_prim_loader",
    "erl_signal_server",
    "erts_code_purger",
    "file_server_2",
    "global_group",
    "global_group_check",
    "global_name_server",
    "inet_db",
    "init",
    "kernel_refc",
    "kernel_safe_sup",
    "kernel_sup",
    "logger",
    "logger_handler_watcher",
    "logger_proxy",
    "logger_std_h_default",
    "logger_sup",
    "net_kernel",
    "net_sup",
    "rex",
    "socket_registry",
    "standard_error",
    "standard_error_sup",
    "timer_server",
    "user",
    "user_drv",
];

/// The same for tables.
pub const TABLES_OF_OTP: &[&str] = &[
    "ac_tab",
    "code",
    "code_names",
    "cookies",
    "file_io_servers",
    "global_locks",
    "global_lost_connections",
    "global_names",
    "global_names_ext",
    "global_node_resources",
    "global_pid_ids",
    "global_pid_names",
    "inet_cache",
    "inet_db",
    "inet_hosts_byaddr",
    "inet_hosts_byname",
    "inet_hosts_file_byaddr",
    "inet_hosts_file_byname",
    "inet_sockets",
    "logger",
    "rex_nodes_observer",
    "sys_dist",
    "timer_interval_tab",
    "timer_tab",
];

pub static QUESTIONS: LazyLock<FxHashMap<(Atom, Atom), Asks>> = LazyLock::new(|| {
    let rows = BUILT_INS.iter().flat_map(|(module, rows)| {
        rows.iter().map(|(name, asks)| ((Atom::new(module), Atom::new(name)), *asks))
    });
    rows.collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Callee;

    #[test]
    fn tables_are_in_order_and_name_built_ins() {
        let natives = crate::natives::all();
        assert!(BUILT_INS.is_sorted_by_key(|row| row.0));
        for (module, rows) in BUILT_INS {
            assert!(rows.is_sorted_by_key(|row| row.0), "{module}");
            for (name, _) in *rows {
                let is_it = |(of, known, _): &(Atom, Atom, usize)| {
                    (of.name(), known.name()) == (*module, *name)
                };
                let is_oracle = *module == "crypto";
                assert!(is_oracle || natives.keys().any(is_it), "{module}:{name} is no built-in");
            }
        }
    }

    /// Determined by the arguments and by what the run has done.
    const DETERMINED: &[&str] = &[
        "atomics:add",
        "atomics:add_get",
        "atomics:compare_exchange",
        "atomics:exchange",
        "atomics:get",
        "atomics:put",
        "erlang:alias",
        "erlang:bump_reductions",
        "erlang:demonitor",
        "erlang:display",
        "erlang:display_nl",
        "erlang:display_string",
        "erlang:dt_append_vm_tag_data",
        "erlang:dt_get_tag",
        "erlang:dt_get_tag_data",
        "erlang:dt_prepend_vm_tag_data",
        "erlang:dt_put_tag",
        "erlang:dt_restore_tag",
        "erlang:dt_spread_tag",
        "erlang:error",
        "erlang:exit",
        "erlang:exit_signal",
        "erlang:fun_info_mfa",
        "erlang:halt",
        "erlang:is_builtin",
        "erlang:is_function",
        "erlang:make_fun",
        "erlang:make_ref",
        "erlang:md5_init",
        "erlang:nif_error",
        "erlang:posixtime_to_universaltime",
        "erlang:pre_loaded",
        "erlang:raise",
        "erlang:resume_process",
        "erlang:self",
        "erlang:send_after",
        "erlang:seq_trace",
        "erlang:seq_trace_print",
        "erlang:spawn",
        "erlang:spawn_link",
        "erlang:spawn_monitor",
        "erlang:spawn_opt",
        "erlang:spawn_request_abandon",
        "erlang:start_timer",
        "erlang:throw",
        "erlang:unalias",
        "erlang:universaltime_to_posixtime",
        "erlang:unlink",
        "erlang:yield",
        "ermine_build:ready",
        "ermine_canonical:raised",
        "ermine_io:output",
        "ermine_own_funs:answered",
        "ermine_own_funs:raised",
        "ermine_script:no_input",
        "ermine_canonical:called",
        "erts_internal:atomics_new",
        "erts_internal:counters_add",
        "erts_internal:counters_get",
        "erts_internal:counters_new",
        "erts_internal:counters_put",
        "erts_internal:dist_spawn_request",
        "erts_internal:erase_persistent_terms",
        "erts_internal:perf_counter_unit",
        "erts_internal:spawn_request",
        "erts_internal:system_check",
        "erts_internal:time_unit",
        "ets:is_compiled_ms",
        "ets:match_spec_compile",
        "ets:match_spec_run_r",
        "logger_backend:log_allowed",
        "maps:new",
        "net_kernel:dflag_unicode_io",
        "os:putenv",
        "os:unsetenv",
        "persistent_term:put",
        "persistent_term:put_new",
    ];

    /// Who adds a native that needs more than its arguments has to say whether it asks the world; who
    /// adds one without arguments as well.
    #[test]
    fn every_native_in_context_is_judged() {
        let natives = crate::natives::all();
        let mut unjudged: Vec<String> = natives
            .iter()
            .filter(|((_, _, arity), callee)| match callee {
                Callee::InContext(_) | Callee::Table(_) => true,
                _ => *arity == 0,
            })
            .map(|((module, name, _), _)| (*module, *name))
            .filter(|key| !QUESTIONS.contains_key(key))
            .map(|(module, name)| format!("{}:{}", module.name(), name.name()))
            .filter(|name| !DETERMINED.contains(&name.as_str()))
            .collect();
        unjudged.sort();
        assert!(unjudged.is_empty(), "in neither table: {unjudged:?}");
    }
}
