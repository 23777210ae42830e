//! Which functions reach out of the run? Files, sockets, ports, other nodes, the code server.
//!
//! A run that calls one of them ends there, and the user learns which function it was. The table is of
//! functions that a program calls, not of the built-ins underneath, so that the name is one that the
//! user recognises: `file:open/2`, not `prim_file:open_nif/2`. Natives are looked for first, so what
//! they answer (`file:get_cwd/0`, `code:which/1`) is no effect although its module is listed here.

use core_erlang::FunctionName;
use term::Atom;

/// Modules that exist to touch the machine, with those of their functions that do not.
const MODULES: &[(&str, &[(&str, u32)])] = &[
    ("beam_lib", &[("format_error", 1)]),
    ("code", &[("objfile_extension", 0), ("module_md5", 1)]),
    ("compile", COMPILE_PURE),
    ("cover", &[]),
    ("cprof", &[]),
    ("dbg", &[("fun2ms", 1)]),
    ("dets", &[("is_compatible_bchunk_format", 2)]),
    ("disk_log", &[("format_error", 1)]),
    ("eprof", &[]),
    ("erl_boot_server", &[]),
    ("erl_ddll", &[("format_error", 1)]),
    ("erl_epmd", &[]),
    ("erl_prim_loader", &[]),
    ("file", &[("format_error", 1)]),
    ("filelib", &[]),
    ("fprof", &[]),
    ("ftp", &[]),
    ("gen_sctp", &[]),
    ("gen_tcp", &[]),
    ("gen_udp", &[]),
    ("global", &[]),
    ("global_group", &[]),
    ("heart", &[]),
    ("httpc", &[]),
    ("httpd", &[]),
    ("inet", INET_PURE),
    ("inet_db", &[]),
    ("inet_res", &[]),
    ("inets", &[]),
    ("mnesia", &[]),
    ("net", &[]),
    ("net_adm", &[]),
    ("net_kernel", &[]),
    ("observer", &[]),
    ("odbc", &[]),
    ("os", OS_PURE),
    ("peer", &[]),
    ("prim_file", PRIM_FILE_PURE),
    ("prim_inet", &[]),
    ("prim_net", &[]),
    ("prim_socket", &[]),
    ("prim_tty", &[]),
    ("ram_file", &[]),
    ("slave", &[]),
    ("socket", &[]),
    ("ssh", &[]),
    ("ssl", &[("format_error", 1)]),
    ("tftp", &[]),
    ("ttb", &[]),
    ("wx", &[]),
];

/// Those that work on forms in memory.
const COMPILE_PURE: &[(&str, u32)] = &[
    ("forms", 1),
    ("forms", 2),
    ("noenv_forms", 2),
    ("format_error", 1),
    ("options", 0),
    ("env_compiler_options", 0),
    ("output_generated", 1),
    ("noenv_output_generated", 1),
    ("iofile", 1),
    ("run_sub_passes", 2),
];

/// Addresses as text and back.
const INET_PURE: &[(&str, u32)] = &[
    ("format_error", 1),
    ("ipv4_mapped_ipv6_address", 1),
    ("is_ip_address", 1),
    ("is_ipv4_address", 1),
    ("is_ipv6_address", 1),
    ("ntoa", 1),
    ("parse_address", 1),
    ("parse_ipv4_address", 1),
    ("parse_ipv4strict_address", 1),
    ("parse_ipv6_address", 1),
    ("parse_ipv6strict_address", 1),
    ("parse_strict_address", 1),
];

/// What is left of `os` beside natives.
const OS_PURE: &[(&str, u32)] =
    &[("getenv", 0), ("getenv", 2), ("perf_counter", 1), ("type", 0), ("version", 0)];

const PRIM_FILE_PURE: &[(&str, u32)] = &[
    ("internal_name2native", 1),
    ("internal_native2name", 1),
    ("internal_normalize_utf8", 1),
    ("is_translatable", 1),
];

/// Functions of modules that are harmless otherwise.
const FUNCTIONS: &[(&str, &[&str])] = &[
    ("application", APPLICATION),
    ("auth", &["set_cookie", "get_cookie", "is_auth"]),
    ("c", &["c", "cd", "l", "lc", "ls", "m", "nc", "nl", "pwd", "xm", "memory", "i", "ni", "q"]),
    ("epp", &["open", "parse_file", "scan_file", "scan_erl_form", "parse_erl_form"]),
    ("erl_tar", &["add", "create", "extract", "open", "table", "t", "tt"]),
    ("erlang", ERLANG),
    ("error_logger", &["add_report_handler", "delete_report_handler", "logfile", "tty"]),
    ("erts_debug", &["set_internal_state", "get_internal_state", "breakpoint"]),
    ("ets", &["file2tab", "tab2file", "tabfile_info"]),
    ("init", &["reboot", "restart", "stop", "wait_until_started", "archive_extension"]),
    ("logger", LOGGER),
    (
        "rpc",
        &["abcast", "eval_everywhere", "multi_server_call", "sbcast", "server_call", "block_call"],
    ),
    ("shell", &["start", "start_restricted", "stop_restricted"]),
    ("zip", &["extract", "foldl", "list_dir", "t", "table", "tt", "unzip", "zip", "zip_open"]),
];

const APPLICATION: &[&str] = &[
    "ensure_all_started",
    "ensure_loaded",
    "ensure_started",
    "info",
    "load",
    "loaded_applications",
    "permit",
    "start",
    "start_boot",
    "stop",
    "takeover",
    "unload",
    "which_applications",
];

const ERLANG: &[&str] = &[
    "call_on_load_function",
    "delete_module",
    "dist_ctrl_get_data",
    "dist_ctrl_get_data_notification",
    "dist_ctrl_get_opt",
    "dist_ctrl_input_handler",
    "dist_ctrl_put_data",
    "dist_ctrl_set_opt",
    "dist_get_stat",
    "finish_after_on_load",
    "finish_loading",
    "has_prepared_code_on_load",
    "load_module",
    "open_port",
    "port_call",
    "port_close",
    "port_command",
    "port_connect",
    "port_control",
    "port_get_data",
    "port_set_data",
    "prepare_loading",
    "process_display",
    "purge_module",
    "set_cookie",
    "setnode",
    "system_monitor",
    "system_profile",
    "trace",
    "trace_delivered",
    "trace_info",
    "trace_pattern",
];

/// Where messages go is fixed: nowhere.
const LOGGER: &[&str] = &[
    "add_handler",
    "add_handler_filter",
    "add_handlers",
    "add_primary_filter",
    "get_config",
    "get_handler_config",
    "get_handler_ids",
    "get_primary_config",
    "get_proxy_config",
    "i",
    "print_config",
    "reconfigure",
    "remove_handler",
    "remove_handler_filter",
    "remove_primary_filter",
    "set_application_level",
    "set_handler_config",
    "set_module_level",
    "set_primary_config",
    "set_proxy_config",
    "unset_application_level",
    "unset_module_level",
    "update_formatter_config",
    "update_handler_config",
    "update_primary_config",
    "update_proxy_config",
];

/// Would this function touch the machine?
pub fn is_effect(module: Atom, function: FunctionName) -> bool {
    let name = function.name.name();
    if let Ok(index) = FUNCTIONS.binary_search_by_key(&module.name(), |row| row.0) {
        return FUNCTIONS[index].1.contains(&name);
    }
    match MODULES.binary_search_by_key(&module.name(), |row| row.0) {
        Ok(index) => !MODULES[index].1.contains(&(name, function.arity)),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(module: &str, name: &str, arity: u32) -> bool {
        is_effect(Atom::new(module), FunctionName { name: Atom::new(name), arity })
    }

    #[test]
    fn tables_are_in_order() {
        assert!(MODULES.is_sorted_by_key(|row| row.0));
        assert!(FUNCTIONS.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn what_touches_the_machine() {
        assert!(check("file", "open", 2));
        assert!(check("erlang", "open_port", 2));
        assert!(check("gen_tcp", "connect", 3));
        assert!(check("os", "cmd", 1));
        assert!(check("code", "load_file", 1));
    }

    #[test]
    fn what_does_not() {
        assert!(!check("file", "format_error", 1));
        assert!(!check("inet", "parse_address", 1));
        assert!(!check("compile", "forms", 2));
        assert!(!check("erlang", "length", 1));
        assert!(!check("lists", "map", 2));
    }
}
