//! seccomp: which system calls does a thread, and whatever it starts, have to do without?
//!
//! A list of what is refused and not of what is allowed: which calls a runtime, a C library or a loader
//! needs changes with every version of theirs, while the ways out of a process are few and old.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;
use std::io;

/// Sockets: none can be made, so none can be used. (`socketpair` stays: the emulator talks to its own
/// child over one, and it leads nowhere else.)
const SOCKETS: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
];

/// Signals to others. A thread may still signal its own process (`tgkill`), as `abort` does.
const SIGNALS: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_getfd,
];

/// Looking into other processes.
const TRACING: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
];

/// Ways around the other walls: calls that are made by the kernel on somebody's behalf, files by
/// handles, other views of the file system, memory and queues that processes share.
const DETOURS: &[i64] = &[
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_fanotify_init,
    libc::SYS_personality,
];

/// What changes files without opening them, which Landlock does not look at.
const OWNERS_AND_MODES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_truncate,
    libc::SYS_flock,
    // Younger than the headers of many systems: fchmodat2, setxattrat, removexattrat, file_setattr.
    452,
    463,
    466,
    469,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// For administrators, in case that one starts Ermine.
const ADMINISTRATION: &[i64] = &[
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    // kexec_file_load, quotactl_fd
    #[cfg(target_arch = "x86_64")]
    320,
    #[cfg(not(target_arch = "x86_64"))]
    294,
    443,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
];

/// Restricts this thread for good.
pub fn restrict() -> io::Result<()> {
    let program = program().map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)
}

/// Requests to a file system that change a file which is open for reading: its attributes and flags.
const CHANGES_BY_IOCTL: [u64; 4] = [
    0x4008_6602, // FS_IOC_SETFLAGS
    0x4004_6602, // the same, from programs of 32 bits
    0x401C_5820, // FS_IOC_FSSETXATTR
    0x4004_7602, // FS_IOC_SETVERSION
];

fn program() -> Result<BpfProgram, seccompiler::BackendError> {
    let refused = [SOCKETS, SIGNALS, TRACING, DETOURS, OWNERS_AND_MODES, ADMINISTRATION].concat();
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        refused.into_iter().map(|call| (call, Vec::new())).collect();
    let requests = CHANGES_BY_IOCTL.into_iter().map(|request| {
        let is_it = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request)?;
        SeccompRule::new(vec![is_it])
    });
    rules.insert(libc::SYS_ioctl, requests.collect::<Result<_, _>>()?);
    // The same calls by their other numbers, where the kernel has a second way to call it.
    #[cfg(target_arch = "x86_64")]
    {
        const X32: i64 = 0x4000_0000;
        let again: Vec<_> = rules.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
        rules.extend(again);
        // ioctl, ptrace, process_vm_readv, process_vm_writev, setsockopt, execveat and others have
        // numbers of their own there.
        rules.extend((512..=547).map(|call| (call | X32, Vec::new())));
    }
    let refusal = SeccompAction::Errno(libc::EPERM as u32);
    let architecture = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::Allow, refusal, architecture)?.try_into()
}
