//! Do nodes come, go and get out of each other's way as they should?

use crate::{Folder, otp};
use beam::{Call, Limits, Node, NodeError, Otp, OtpError, Outcome};
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use term::external::encode;
use term::{Atom, Term};

fn ping(node: &Node) -> Result<(), NodeError> {
    node.request(&Term::atom("ping"), Duration::from_secs(30)).map(drop)
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(id as i32).expect("a process")
}

fn wait_until_gone(id: u32) {
    let start = Instant::now();
    while test_kill_process(pid(id)).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(10), "process {id} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A request that takes a minute.
fn slow_request() -> Term {
    request_of(60_000)
}

/// A request that takes so many milliseconds.
fn request_of(milliseconds: i64) -> Term {
    let arguments = Term::list(vec![milliseconds.into()]);
    let call = [Term::atom("timer"), Term::atom("sleep"), Term::binary(&encode(&arguments))];
    let limits = [60_000, 1_000_000, 1_000_000, 0].map(Term::from);
    Term::tuple(vec![
        Term::atom("apply"),
        Term::list(vec![Term::tuple(call.to_vec())]),
        Term::tuple(limits.to_vec()),
    ])
}

#[test]
fn a_node_that_dies_in_a_request_is_replaced_and_asked_again() {
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    ping(&node).unwrap();
    let id = node.process_id().expect("a running node");
    thread::scope(|scope| {
        let request = scope.spawn(|| node.request(&request_of(1_000), Duration::from_secs(30)));
        thread::sleep(Duration::from_millis(100));
        kill_process(pid(id), Signal::KILL).unwrap();
        request.join().unwrap().map(drop).expect("the second node answers");
    });
    assert_ne!(node.process_id(), Some(id));
}

#[test]
fn a_request_that_kills_two_nodes_fails() {
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    let kill = |id: Option<u32>| kill_process(pid(id.expect("a running node")), Signal::KILL);
    ping(&node).unwrap();
    let first = node.process_id();
    let error = thread::scope(|scope| {
        let request = scope.spawn(|| node.request(&slow_request(), Duration::from_secs(30)));
        thread::sleep(Duration::from_millis(100));
        kill(first).unwrap();
        while node.process_id() == first || node.process_id().is_none() {
            thread::sleep(Duration::from_millis(10));
        }
        // The second node has the request by now, or will refuse it: both end it.
        kill(node.process_id()).unwrap();
        request.join().unwrap().map(drop).unwrap_err()
    });
    assert!(matches!(error, NodeError::Died(_) | NodeError::NotStarted(_)), "{error:?}");
}

#[test]
fn a_request_beyond_its_time_is_called_off() {
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    ping(&node).unwrap();
    let id = node.process_id();
    let limit = Duration::from_millis(100);
    let error = node.request(&slow_request(), limit).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "the Erlang node did not answer within 100 ms");
    ping(&node).unwrap();
    assert_eq!(node.process_id(), id, "the node itself goes on");
}

#[test]
fn an_unknown_request_is_an_error_and_no_more() {
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    let error = node.request(&Term::atom("dance"), Duration::from_secs(30)).map(drop).unwrap_err();
    assert!(matches!(error, NodeError::Refused { .. }), "{error:?}");
    ping(&node).unwrap();
}

#[test]
fn ten_nodes_do_not_disturb_each_other() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    thread::scope(|scope| {
        for number in 0..10i64 {
            let (otp, folder) = (otp.clone(), folder.path().to_owned());
            scope.spawn(move || {
                let node = Node::new(otp, Some(folder));
                let add = Call {
                    module: Atom::new("erlang"),
                    function: Atom::new("+"),
                    arguments: vec![number.into(), 1.into()],
                };
                let ran = node.apply(&add, &Limits::default()).unwrap();
                assert!(matches!(ran.outcome, Outcome::Value(Term::Int(sum)) if sum == number + 1));
            });
        }
    });
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(matches!(&left[..], [name] if name.starts_with("erlang-")), "left behind: {left:?}");
}

#[test]
fn dropping_a_node_leaves_no_process() {
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    ping(&node).unwrap();
    let id = node.process_id().expect("a running node");
    drop(node);
    wait_until_gone(id);
}

#[test]
fn a_panic_leaves_no_process() {
    let Some(otp) = otp() else { return };
    let (sender, receiver) = std::sync::mpsc::channel();
    let panicking = thread::spawn(move || {
        let node = Node::new(otp, None);
        ping(&node).unwrap();
        sender.send(node.process_id()).unwrap();
        panic!("on purpose");
    });
    assert!(panicking.join().is_err());
    wait_until_gone(receiver.recv().unwrap().expect("a running node"));
}

/// A part of the next test, which runs it in a process of its own.
#[test]
fn node_until_killed() {
    if std::env::var_os("ERMINE_TEST_UNTIL_KILLED").is_none() {
        return;
    }
    let Some(otp) = otp() else { return };
    let node = Node::new(otp, None);
    ping(&node).unwrap();
    println!("node {}", node.process_id().expect("a running node"));
    let _ = node.request(&slow_request(), Duration::from_secs(60));
}

#[test]
fn killing_ermine_leaves_no_process() {
    if otp().is_none() {
        return;
    }
    for signal in [Signal::KILL, Signal::INT] {
        let mut ermine = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "nodes::node_until_killed", "--nocapture"])
            .env("ERMINE_TEST_UNTIL_KILLED", "1")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(ermine.stdout.take().unwrap()).lines();
        let id: u32 = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("node ").and_then(|(_, id)| id.parse().ok()))
            .expect("the process tells its node's number");
        assert!(test_kill_process(pid(id)).is_ok());
        kill_process(Pid::from_child(&ermine), signal).unwrap();
        ermine.wait().unwrap();
        wait_until_gone(id);
    }
}

#[test]
fn a_damaged_erlang_half_is_compiled_again() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let node = || Node::new(otp.clone(), Some(folder.path().to_owned()));
    ping(&node()).unwrap();
    let half = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    std::fs::write(half.join("ermine_node.beam"), "broken").unwrap();
    ping(&node()).unwrap();
    assert!(std::fs::metadata(half.join("ermine_node.beam")).unwrap().len() > 1000);
}

#[test]
fn a_node_starts_quickly_in_the_background() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    ping(&Node::new(otp.clone(), Some(folder.path().to_owned()))).unwrap();
    let node = Node::new(otp, Some(folder.path().to_owned()));
    let start = Instant::now();
    node.start_in_background();
    let returned = start.elapsed();
    ping(&node).unwrap();
    let ready = start.elapsed();
    let start = Instant::now();
    (0..100).for_each(|_| ping(&node).unwrap());
    eprintln!("returned {returned:?}, ready {ready:?}, round trip {:?}", start.elapsed() / 100);
    assert!(returned < ready / 2);
}

#[test]
fn a_node_is_the_otp_that_was_found() {
    let Some(otp) = otp() else { return };
    let about = Node::new(otp.clone(), None).about().unwrap();
    assert_eq!(about.release, otp.release.to_string());
    assert_eq!(about.erts_version, otp.erts_version);
    assert_eq!(std::path::Path::new(&about.root), otp.root);
    assert!(["jit", "emu"].contains(&about.flavor.as_str()));
}

#[test]
fn what_is_wrong_with_the_installation_is_said() {
    let folder = Folder::new();
    let root = folder.path();
    let erl = folder.write("bin/erl", "#!/bin/sh\nexit 1\n");
    std::fs::create_dir_all(root.join("lib")).unwrap();
    folder.write("releases/start_erl.data", "11.2 23\n");
    folder.write("releases/23/OTP_VERSION", "23.3\n");
    let error = Otp::of_erl(erl.clone(), None).unwrap_err();
    assert_eq!(error.to_string(), "Erlang/OTP 23.3 is too old: Ermine needs 25 or newer");
    folder.write("releases/start_erl.data", "14.0 26\n");
    let otp = Otp::of_erl(erl, None).unwrap();
    assert_eq!((otp.release, otp.version.as_str()), (26, "26"));
    let error = ping(&Node::new(otp, None)).unwrap_err();
    assert!(error.to_string().starts_with("the Erlang node does not start: "), "{error}");
    assert!(OtpError::Missing.to_string().contains("apt-get install erlang"));
}
