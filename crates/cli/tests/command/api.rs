//! Are calls in a row found, told as a person types them, and kept apart from what is no input?

use crate::erlang::has_erlang;
use crate::folder::{Folder, has};

/// Whoever has debts cannot close an account.
const ACCOUNT: &str = "\
-module(account).
-behaviour(gen_server).
-export([start_link/1, deposit/2, withdraw/2, close/1, stop/1]).
-export([init/1, handle_call/3, handle_cast/2]).
-type account() :: pid().
-spec start_link(non_neg_integer()) -> {ok, account()}.
start_link(Credit) -> gen_server:start_link(?MODULE, Credit, []).
-spec deposit(account(), pos_integer()) -> ok.
deposit(Account, Sum) -> gen_server:call(Account, {deposit, Sum}).
-spec withdraw(account(), pos_integer()) -> ok | {error, no_funds}.
withdraw(Account, Sum) -> gen_server:call(Account, {withdraw, Sum}).
-spec close(account()) -> ok.
close(Account) -> gen_server:cast(Account, close).
-spec stop(account()) -> ok.
stop(Account) -> gen_server:stop(Account).
init(Credit) -> {ok, {Credit, 0}}.
handle_call({deposit, Sum}, _From, {Credit, Balance}) -> {reply, ok, {Credit, Balance + Sum}};
handle_call({withdraw, Sum}, _From, {Credit, Balance}) when Balance + Credit >= Sum ->
    {reply, ok, {Credit, Balance - Sum}};
handle_call({withdraw, _}, _From, State) -> {reply, {error, no_funds}, State}.
handle_cast(close, {Credit, Balance}) ->
    true = Balance >= 0,
    {noreply, {Credit, 0}}.
";

/// A tree is made by calls only, and has no bug.
const TREE: &str = "\
-module(tree).
-export([new/0, add/2, largest/1]).
-export_type([tree/0]).
-opaque tree() :: empty | {tree(), atom() | integer(), tree()}.
-spec new() -> tree().
new() -> empty.
-spec add(integer(), tree()) -> tree().
add(X, empty) -> {empty, X, empty};
add(X, {Left, Y, Right}) when X < Y -> {add(X, Left), Y, Right};
add(X, {Left, Y, Right}) -> {Left, Y, add(X, Right)}.
-spec largest(tree()) -> integer().
largest(empty) -> 0;
largest({_, X, empty}) -> X + 0;
largest({_, _, Right}) -> largest(Right).
";

const CALLS: &str = "  {ok, Account} = account:start_link(1),
  account:withdraw(Account, 1),
  account:close(Account).
";

/// Whoever could give a pid raises, as it is meant to be; a number is never tried.
const NEVER: &str = "\
-module(never).
-export([start/0, divide/1]).
-ermine({expect, start/0, {throw, '_'}}).
-ermine({expect, '_', {throw, no}}).
-spec start() -> pid().
start() -> throw(no).
-spec divide(pid() | integer()) -> integer().
divide(N) -> 1 div N.
";

fn accounts(name: &str) -> Option<Folder> {
    let files = [("account.erl", ACCOUNT), ("tree.erl", TREE), ("empty.erl", "-module(empty).\n")];
    has_erlang().then(|| Folder::new("api", name, &files))
}

#[test]
fn a_server_fails_of_several_calls() {
    let Some(folder) = accounts("server") else { return };
    let run = ["run", "--api", "account.erl", "--jobs", "1", "--runs", "3000", "--time", "60s"];
    let (text, code) = folder.text(&run);
    assert_eq!(code, 1, "{text}");
    has(&text, CALLS);
    has(&text, "no match of right hand side value false");
    has(&text, "confirmed on Erlang/OTP");
    // Who was stopped answers nobody, and that is no finding.
    assert!(!text.contains("noproc"), "{text}");
    let json = folder.json(&run);
    let finding = &json["functions"][0]["findings"][0];
    assert_eq!(json["functions"][0]["mfa"], "account:'$calls'/1");
    let calls = finding["args"].as_array().expect("the calls");
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert_eq!(calls[0], "{ok, Account} = account:start_link(1)");
    let (test, _) = folder.text(&[&run[..], &["--format", "eunit"]].concat());
    has(&test, "account:close(Account) end, timer:sleep(100) end).");
}

#[test]
fn what_calls_make_is_right() {
    let Some(folder) = accounts("tree") else { return };
    let run = ["run", "--api", "tree.erl", "--jobs", "1", "--runs", "300", "--time", "60s"];
    let (text, code) = folder.text(&run);
    assert_eq!(code, 0, "{text}");
    has(&text, "no crash found");
    has(&text, "7 of 7 clauses reached in tree");
}

#[test]
fn what_is_not_tried_is_not_proved() {
    let Some(folder) = has_erlang().then(|| Folder::new("api", "never", &[("never.erl", NEVER)]))
    else {
        return;
    };
    let json = folder.json(&["run", "--api", "never.erl", "--jobs", "1", "--time", "60s"]);
    assert_eq!(json["functions"][0]["stop"], "exhausted", "or else this tests nothing");
    assert_eq!(json["functions"][0]["verdict"], "no_crash_found");
}

#[test]
fn a_check_calls_them_too_if_asked() {
    let Some(folder) = accounts("check") else { return };
    let check = ["check", ".", "--runs", "1500", "--time", "60s", "--jobs", "1"];
    let mfas = |arguments: &[&str]| -> Vec<String> {
        let json = folder.json(arguments);
        let functions = json["functions"].as_array().expect("functions").iter();
        functions.filter_map(|each| Some(each["mfa"].as_str()?.to_owned())).collect()
    };
    let alone = mfas(&check);
    assert!(!alone.iter().any(|mfa| mfa.contains("$calls")), "{alone:?}");
    let (text, _) = folder.text(&[&check[..], &["--api"]].concat());
    has(&text, CALLS.split(",\n").next().expect("a call").trim());
}

#[test]
fn what_cannot_be_called_is_said() {
    let Some(folder) = accounts("wrong") else { return };
    let (text, code) = folder.text(&["run", "--api", "empty.erl"]);
    assert_eq!((text.as_str(), code), ("ermine: empty exports no function to be called\n", 2));
    let (text, code) = folder.text(&["run", "--api", "tree.erl", "new"]);
    assert_eq!(code, 2, "{text}");
    has(&text, "the argument '--api' cannot be used with");
    let (text, code) = folder.text(&["run", "tree.erl"]);
    assert_eq!(code, 2, "{text}");
    has(&text, "<FUNCTION>");
}
