//! What can be asked about the node? `system_info`, `statistics`, `memory`.
//!
//! The answers are those of a node with one scheduler and the settings it has by itself, on the OTP
//! whose code is run; numbers that grow with the work done grow here too, and are the same in every
//! run.

use super::Row;
use crate::installation::Installation;
use crate::system::Context;
use runtime::{Heap, Incomplete, NativeResult, Raise, Value};
use tables::natives::info;
use term::{Atom, Map, Term, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "system_info", 1, system_info),
    ("erlang", "system_flag", 2, system_flag),
    ("erlang", "statistics", 1, statistics),
    ("erlang", "memory", 0, memory),
    ("erlang", "memory", 1, memory_items),
    ("erts_internal", "scheduler_wall_time", 1, |_, _| Ok(Value::FALSE)),
    ("erts_internal", "no_aux_work_threads", 0, |_, _| Ok(Value::index(1))),
    ("erts_internal", "system_check", 1, |_, _| Ok(Value::OK)),
    ("erts_internal", "is_system_process", 1, |_, _| Ok(Value::FALSE)),
];

fn atom(name: &str) -> Term {
    Term::atom(name)
}

fn pair(key: &str, value: impl Into<Term>) -> Term {
    Term::tuple(vec![atom(key), value.into()])
}

fn system_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let item = match (arguments[0].as_atom(), context.heap.as_tuple(arguments[0])) {
        (Some(name), _) => name.name().to_owned(),
        (_, Some(&[name, detail])) => match (name.as_atom(), detail.as_atom()) {
            (Some(name), Some(detail)) => format!("{}, {}", name.name(), detail.name()),
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg()),
    };
    let installation = context.library.installation();
    let answer = about_version(&item, &installation)
        .or_else(|| about_machine(&item))
        .or_else(|| about_limits(&item))
        .or_else(|| about_memory(&item))
        .or_else(|| about_time(&item))
        .or_else(|| counted(context, &item));
    match answer {
        Some(term) => Ok(context.heap.from_term(&term)),
        None if is_about_the_emulator(&item) => Err(unanswered("system_info", &item)),
        None => Err(Raise::badarg()),
    }
}

/// What a node answers, and we do not: a limit, for there is no answer that a program could have got.
fn unanswered(function: &str, item: &str) -> Raise {
    let item = if item.contains(',') { format!("{{{item}}}") } else { item.to_owned() };
    Raise::Incomplete(Box::new(Incomplete::Unsupported(format!("erlang:{function}({item})"))))
}

/// The insides of the emulator, documented or not. (Each atom that is in the emulator was tried.)
fn is_about_the_emulator(item: &str) -> bool {
    match item.split_once(", ") {
        Some(("allocator" | "allocator_sizes", which)) => {
            which.ends_with("_alloc") || matches!(which, "alloc_util" | "erts_mmap")
        }
        Some(_) => false,
        None => EMULATOR_ITEMS.contains(&item),
    }
}

const EMULATOR_ITEMS: &[&str] = &[
    "all_schedulers_state",
    "alloc_util_allocators",
    "allocated_areas",
    "allocator",
    "beam_jump_table",
    "break_ignored",
    "check_io",
    "compile_info",
    "constant_pool_support",
    "context_reductions",
    "decentralized_counter_groups_map",
    "dist",
    "emu_args",
    "ethread_info",
    "ethread_used_tse",
    "ets_realloc_moves",
    "heap_sizes",
    "hipe_architecture",
    "info",
    "io_thread",
    "literal_test",
    "loaded",
    "lock_checking",
    "lock_counting",
    "os_monotonic_time_source",
    "os_system_time_source",
    "port_tasks",
    "procs",
    "reader_groups_map",
    "run_queues",
    "schedulers_active",
    "schedulers_state",
    "schedulers_total",
    "sequential_tracer",
    "snifs",
    "system_logger",
    "taints",
    "thread_progress",
    "total_scheduling_statistics",
];

fn about_version(item: &str, installation: &Installation) -> Option<Term> {
    let Installation { release, erts_version, .. } = installation;
    Some(match item {
        "otp_release" => Term::string(release),
        "version" => Term::string(erts_version),
        "compat_rel" => i64::from(installation.release_number()).into(),
        "system_version" => Term::string(&format!(
            "Erlang/OTP {release} [erts-{erts_version}] [64-bit] [smp:1:1] [ds:1:1:10] \
             [async-threads:1] [jit]\n"
        )),
        "driver_version" => Term::string("3.3"),
        "nif_version" => Term::string(match installation.release_number() {
            ..26 => "2.16",
            _ => "2.17",
        }),
        "machine" => Term::string("BEAM"),
        "emu_type" | "build_type" => atom("opt"),
        "emu_flavor" => atom("jit"),
        "debug_compiled" => atom("false"),
        "c_compiler_used" => {
            Term::tuple(vec![atom("gnuc"), Term::tuple(vec![12.into(), 2.into(), 0.into()])])
        }
        _ => return None,
    })
}

fn about_machine(item: &str) -> Option<Term> {
    Some(match item {
        "wordsize" | "wordsize, internal" | "wordsize, external" => 8.into(),
        "endian" => atom("little"),
        "os_type" => Term::tuple(vec![atom("unix"), atom("linux")]),
        "os_version" => Term::tuple(vec![6.into(), 1.into(), 0.into()]),
        "system_architecture" => Term::string(&match std::env::consts::ARCH {
            "x86_64" => "x86_64-pc-linux-gnu".to_owned(),
            other => format!("{other}-unknown-linux-gnu"),
        }),
        "schedulers"
        | "schedulers_online"
        | "scheduler_id"
        | "dirty_cpu_schedulers"
        | "dirty_cpu_schedulers_online"
        | "logical_processors"
        | "logical_processors_available"
        | "logical_processors_online"
        | "thread_pool_size" => 1.into(),
        "dirty_io_schedulers" => 10.into(),
        "cpu_topology"
        | "cpu_topology, detected"
        | "cpu_topology, used"
        | "cpu_topology, defined" => atom("undefined"),
        "cpu_quota" => atom("unknown"),
        "update_cpu_info" => atom("unchanged"),
        "smp_support" | "threads" | "kernel_poll" | "eager_check_io" => atom("true"),
        "multi_scheduling" => atom("enabled"),
        "multi_scheduling_blockers" | "normal_multi_scheduling_blockers" | "dist_ctrl" => Term::Nil,
        "scheduler_bind_type" => atom("unbound"),
        "scheduler_bindings" => Term::tuple(vec![atom("unbound")]),
        "port_parallelism" | "dynamic_trace_probes" | "ets_always_compress" => atom("false"),
        "dynamic_trace" => atom("none"),
        "modified_timing_level" => atom("undefined"),
        "heap_type" => atom("private"),
        _ => return None,
    })
}

fn about_limits(item: &str) -> Option<Term> {
    Some(match item {
        "atom_limit" => 1_048_576.into(),
        "ets_limit" => 8_192.into(),
        "port_limit" => 65_536.into(),
        "process_limit" => 262_144.into(),
        "port_count" | "creation" | "trace_control_word" => 0.into(),
        "delayed_node_table_gc" => 60.into(),
        "dist_buf_busy_limit" => 1_048_576.into(),
        "outstanding_system_requests_limit" => 4.into(),
        _ => return None,
    })
}

fn about_memory(item: &str) -> Option<Term> {
    let words = super::information::HEAP_WORDS as i64;
    let binary_words = super::information::BINARY_HEAP_WORDS as i64;
    Some(match item {
        "fullsweep_after" => pair(item, 65_535),
        "min_heap_size" => pair(item, words),
        "min_bin_vheap_size" => pair(item, binary_words),
        "max_heap_size" => Term::from(Map::from_pairs(vec![
            (atom("size"), 0.into()),
            (atom("kill"), atom("true")),
            (atom("error_logger"), atom("true")),
        ])),
        "message_queue_data" => atom("on_heap"),
        "garbage_collection" => Term::list(vec![
            pair("max_heap_size", 0),
            pair("min_bin_vheap_size", binary_words),
            pair("min_heap_size", words),
            pair("fullsweep_after", 65_535),
        ]),
        _ => return None,
    })
}

fn about_time(item: &str) -> Option<Term> {
    Some(match item {
        "start_time" => super::time::FIRST.into(),
        "end_time" => 8_646_911_283_000_000_000i64.into(),
        "time_correction" => atom("true"),
        "time_offset" => atom("final"),
        "time_warp_mode" => atom("no_time_warp"),
        "tolerant_timeofday" => atom("enabled"),
        _ => return None,
    })
}

fn counted(context: &mut Context, item: &str) -> Option<Term> {
    let count = match item {
        "process_count" => context.system.processes.count_parked() + 1,
        // As many as a node has that has done nothing yet; ours are shared by all runs.
        "atom_count" => 9_318,
        "ets_count" => {
            let tables = &mut context.system.shared.tables;
            let all = info::all(tables, context.heap, context.process.id, &[]).ok()?;
            context.heap.proper_list(all)?.len()
        }
        _ => return None,
    };
    Some((count as i64).into())
}

/// Settings stay as they are; the answer is what they were, as on a node where nobody changed them.
fn system_flag(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let bad_option = || Raise::badarg_because("badopt");
    let flag = arguments[0].as_atom().ok_or_else(bad_option)?;
    let before = match flag.name() {
        "backtrace_depth" => Term::from(8),
        "fullsweep_after" | "min_heap_size" | "min_bin_vheap_size" => {
            let pair = about_memory(flag.name()).ok_or_else(bad_option)?;
            pair.as_tuple().ok_or_else(bad_option)?[1].clone()
        }
        "max_heap_size" => about_memory("max_heap_size").ok_or_else(bad_option)?,
        "scheduler_wall_time" | "microstate_accounting" => atom("false"),
        "cpu_topology"
        | "dirty_cpu_schedulers_online"
        | "multi_scheduling"
        | "scheduler_bind_type"
        | "schedulers_online" => about_machine(flag.name()).ok_or_else(bad_option)?,
        "trace_control_word" | "outstanding_system_requests_limit" => {
            about_limits(flag.name()).ok_or_else(bad_option)?
        }
        "time_offset" => atom("final"),
        _ => return Err(bad_option()),
    };
    Ok(context.heap.from_term(&before))
}

// ---- statistics ----

/// The total, and how much it is more than what was told before.
fn since(heap: &mut Heap, total: u64, told: &mut u64) -> Value {
    let more = total - std::mem::replace(told, total);
    heap.tuple(&[Value::index(total as usize), Value::index(more as usize)])
}

fn statistics(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let item = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let milliseconds = context.system.clock.now() / 1_000_000;
    let Context { heap, system, .. } = context;
    let told = &mut system.clock.statistics;
    let number = Value::index;
    Ok(match item.name() {
        "runtime" => since(heap, milliseconds, &mut told.runtime_told),
        "wall_clock" => since(heap, milliseconds, &mut told.wall_clock_told),
        "reductions" => since(heap, told.reductions, &mut told.reductions_told),
        "exact_reductions" => since(heap, told.reductions, &mut told.exact_reductions_told),
        "context_switches" => heap.tuple(&[number(0), number(0)]),
        "garbage_collection" => heap.tuple(&[number(0), number(0), number(0)]),
        "io" => {
            let written = system.output.bytes().len();
            let input = heap.tuple(&[Value::atom(Atom::new("input")), number(0)]);
            let output = heap.tuple(&[Value::atom(Atom::new("output")), number(written)]);
            heap.tuple(&[input, output])
        }
        "run_queue" | "total_run_queue_lengths" | "total_run_queue_lengths_all" => {
            number(system.processes.count_ready())
        }
        "total_active_tasks" | "total_active_tasks_all" => {
            number(system.processes.count_ready() + 1)
        }
        "run_queue_lengths" | "run_queue_lengths_all" => {
            heap.list(&[number(system.processes.count_ready())])
        }
        "active_tasks" | "active_tasks_all" => {
            heap.list(&[number(system.processes.count_ready() + 1)])
        }
        "scheduler_wall_time" | "scheduler_wall_time_all" | "microstate_accounting" => {
            atoms::undefined.into()
        }
        "run_queues" => return Err(unanswered("statistics", "run_queues")),
        _ => return Err(Raise::badarg()),
    })
}

// ---- memory ----

const MEMORY_ITEMS: &[&str] = &[
    "total",
    "processes",
    "processes_used",
    "system",
    "atom",
    "atom_used",
    "binary",
    "code",
    "ets",
];

/// Bytes: what the run has, beside what a node has before it does anything.
fn bytes(context: &Context, item: &str) -> Option<usize> {
    let binaries = context.heap.buffer_bytes;
    let processes = context.heap.bytes() - binaries;
    let (atoms, code, tables) = (270_505, 4_680_798, 343_648);
    let system = atoms + code + tables + binaries;
    Some(match item {
        "total" => processes + system,
        "processes" | "processes_used" => processes,
        "system" => system,
        "atom" | "atom_used" => atoms,
        "binary" => binaries,
        "code" => code,
        "ets" => tables,
        _ => return None,
    })
}

fn memory_pair(context: &mut Context, item: &str) -> NativeResult {
    let bytes = bytes(context, item).ok_or_else(Raise::badarg)?;
    Ok(context.heap.tuple(&[Value::atom(Atom::new(item)), Value::index(bytes)]))
}

fn memory(context: &mut Context, _: &[Value]) -> NativeResult {
    let pairs: Result<Vec<Value>, Raise> =
        MEMORY_ITEMS.iter().map(|item| memory_pair(context, item)).collect();
    Ok(context.heap.list(&pairs?))
}

fn memory_items(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if let Some(item) = arguments[0].as_atom() {
        return bytes(context, item.name()).map(Value::index).ok_or_else(Raise::badarg);
    }
    let items = context.heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)?;
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        let item = item.as_atom().ok_or_else(Raise::badarg)?;
        pairs.push(memory_pair(context, item.name())?);
    }
    Ok(context.heap.list(&pairs))
}
