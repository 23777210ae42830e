//! What the BEAM answers to calls of `ets`, and so do we. (Tables of all types under random
//! operations are compared with a real VM elsewhere.)

use expect_test::{Expect, expect};
use runtime::{Heap, Raise, Value};
use tables::{Message, TABLE_NATIVES, Tables};
use term::Term;
use term::read;

const OWNER: u64 = 1;
const OTHER: u64 = 2;

struct Session {
    tables: Tables,
    heap: Heap,
}

impl Session {
    /// A process that has made a table `t` with these options and objects.
    fn with(options: &str, objects: &str) -> Session {
        let mut session = Session { tables: Tables::default(), heap: Heap::new() };
        session.call(OWNER, &format!("{{new, t, [named_table | {options}]}}"));
        session.call(OWNER, &format!("{{insert, t, {objects}}}"));
        session
    }

    fn value(&mut self, caller: u64, call: &str) -> Result<Value, Raise> {
        let call = read::term(call).expect("a term");
        let (name, arguments) = call.as_tuple().unwrap().split_first().unwrap();
        let arguments: Vec<_> =
            arguments.iter().map(|argument| self.heap.from_term(argument)).collect();
        let (name, arity) = (name.as_atom_name().unwrap(), arguments.len());
        let is_called = |row: &&(&str, usize, tables::TableNative)| (row.0, row.1) == (name, arity);
        let (.., native) = TABLE_NATIVES.iter().find(is_called).expect("a native");
        native(&mut self.tables, &mut self.heap, caller, &arguments)
    }

    /// The call is written as a tuple: `{insert, t, {a, 1}}`.
    fn call(&mut self, caller: u64, call: &str) -> String {
        match self.value(caller, call) {
            Ok(value) => self.heap.to_term(value).to_string(),
            Err(Raise::Exception { class, reason, cause }) => {
                let reason = self.heap.to_term(reason);
                let cause = cause.map_or("", |cause| cause.name());
                format!("{}: {reason} {cause}", class.atom().name())
            }
            Err(other) => format!("{other:?}"),
        }
    }

    /// Calls by the owner, a line each.
    fn check(&mut self, calls: &[&str], expected: Expect) {
        let answers: Vec<_> =
            calls.iter().map(|call| format!("{call} -> {}\n", self.call(OWNER, call))).collect();
        expected.assert_eq(&answers.concat());
    }
}

fn show(messages: Vec<Message>) -> Vec<(u64, String)> {
    messages.into_iter().map(|message| (message.to, message.message.to_string())).collect()
}

#[test]
fn what_is_one_key_in_which_type() {
    let objects = "[{1,a},{1.0,b},{1,c},{1,a}]";
    let calls = ["{lookup, t, 1}", "{lookup, t, 1.0}", "{info, t, size}"];
    Session::with("[set]", objects).check(
        &calls,
        expect![[r#"
            {lookup, t, 1} -> [{1,a}]
            {lookup, t, 1.0} -> [{1.0,b}]
            {info, t, size} -> 2
        "#]],
    );
    Session::with("[ordered_set]", objects).check(
        &calls,
        expect![[r#"
            {lookup, t, 1} -> [{1,a}]
            {lookup, t, 1.0} -> [{1,a}]
            {info, t, size} -> 1
        "#]],
    );
    // Lists go into bags from their end.
    Session::with("[bag]", objects).check(
        &calls,
        expect![[r#"
            {lookup, t, 1} -> [{1,a},{1,c}]
            {lookup, t, 1.0} -> [{1.0,b}]
            {info, t, size} -> 3
        "#]],
    );
    Session::with("[duplicate_bag]", objects).check(
        &calls,
        expect![[r#"
            {lookup, t, 1} -> [{1,a},{1,c},{1,a}]
            {lookup, t, 1.0} -> [{1.0,b}]
            {info, t, size} -> 4
        "#]],
    );
}

#[test]
fn counters() {
    Session::with("[]", "{1,2,x}").check(
        &[
            "{update_counter, t, 1, 1}",
            "{update_counter, t, 1, {2,1,3,0}}",
            "{update_counter, t, 1, [{2,1},{2,1208925819614629174706176}]}",
            "{update_counter, t, 1, {3,1}}",
            "{update_counter, t, 1, {1,1}}",
            "{update_counter, t, 1, {4,1}}",
            "{update_counter, t, 9, 1}",
            "{update_counter, t, 9, 1, {x,5}}",
            "{update_counter, t, 8, 1, {x}}",
            "{lookup, t, 8}",
            "{update_element, t, 9, [{2,y}]}",
            "{lookup, t, 9}",
            "{update_element, t, 7, {2,y}}",
            "{update_element, t, 9, {1,y}}",
        ],
        expect![[r#"
            {update_counter, t, 1, 1} -> 3
            {update_counter, t, 1, {2,1,3,0}} -> 0
            {update_counter, t, 1, [{2,1},{2,1208925819614629174706176}]} -> [1,1208925819614629174706177]
            {update_counter, t, 1, {3,1}} -> error: badarg 
            {update_counter, t, 1, {1,1}} -> error: badarg keypos
            {update_counter, t, 1, {4,1}} -> error: badarg position
            {update_counter, t, 9, 1} -> error: badarg badkey
            {update_counter, t, 9, 1, {x,5}} -> 6
            {update_counter, t, 8, 1, {x}} -> error: badarg position
            {lookup, t, 8} -> []
            {update_element, t, 9, [{2,y}]} -> true
            {lookup, t, 9} -> [{9,y}]
            {update_element, t, 7, {2,y}} -> false
            {update_element, t, 9, {1,y}} -> error: badarg keypos
        "#]],
    );
}

#[test]
fn match_specifications() {
    Session::with("[ordered_set]", "[{1,a,[x]},{2,b,[y,z]},{3,#{k => v}}]").check(
        &[
            "{select, t, [{{'$1','$2','_'},[{'>','$1',1}],[{{'$2','$1'}}]}]}",
            "{select, t, [{{'$1','_',['$2'|'$3']},[],['$$']}]}",
            "{select, t, [{{'_',#{k => '$1'}},[],['$1']}]}",
            "{select, t, [{'_',[],[{map_size,'$_'}]}]}",
            "{select, t, [{'_',[{map_size,'$_'}],['$_']}]}",
            "{select, t, [{'$1',[],['$2']}]}",
            "{select, t, [{'$1',[],[{'orelse',false,{'andalso',true,x}}]}]}",
            "{select_count, t, [{{'$1','_','_'},[],[{'<','$1',2}]}]}",
            "{match, t, {'$2','$1','_'}}",
            "{match_object, t, {2,'_','_'}}",
            "{select_reverse, t, [{{'$1','_','_'},[],['$1']}]}",
            "{select_replace, t, [{{'$1','_','_'},[],[{{'$1',new}}]}]}",
            "{select_replace, t, [{{'$1','$2'},[],[{{'$2',new}}]}]}",
            "{internal_select_delete, t, [{{'_',new},[],[true]}]}",
            "{match_object, t, '_'}",
        ],
        expect![[r#"
            {select, t, [{{'$1','$2','_'},[{'>','$1',1}],[{{'$2','$1'}}]}]} -> [{b,2}]
            {select, t, [{{'$1','_',['$2'|'$3']},[],['$$']}]} -> [[1,x,[]],[2,y,[z]]]
            {select, t, [{{'_',#{k => '$1'}},[],['$1']}]} -> [v]
            {select, t, [{'_',[],[{map_size,'$_'}]}]} -> ['EXIT','EXIT','EXIT']
            {select, t, [{'_',[{map_size,'$_'}],['$_']}]} -> []
            {select, t, [{'$1',[],['$2']}]} -> error: badarg 
            {select, t, [{'$1',[],[{'orelse',false,{'andalso',true,x}}]}]} -> [x,x,x]
            {select_count, t, [{{'$1','_','_'},[],[{'<','$1',2}]}]} -> 1
            {match, t, {'$2','$1','_'}} -> [[a,1],[b,2]]
            {match_object, t, {2,'_','_'}} -> [{2,b,[y,z]}]
            {select_reverse, t, [{{'$1','_','_'},[],['$1']}]} -> [2,1]
            {select_replace, t, [{{'$1','_','_'},[],[{{'$1',new}}]}]} -> 2
            {select_replace, t, [{{'$1','$2'},[],[{{'$2',new}}]}]} -> error: badarg 
            {internal_select_delete, t, [{{'_',new},[],[true]}]} -> 2
            {match_object, t, '_'} -> [{3,#{k => v}}]
        "#]],
    );
}

#[test]
fn a_chunk_at_a_time() {
    for table_type in ["[set]", "[ordered_set]", "[duplicate_bag]"] {
        let mut session = Session::with(table_type, "[{1,a},{2,a},{3,a},{4,a}]");
        let mut step = session.value(OWNER, "{match, t, {'$1', a}, 3}").unwrap();
        let mut keys = Vec::new();
        while let Some(&[matches, continuation]) = session.heap.as_tuple(step) {
            let matches = session.heap.to_term(matches);
            keys.push(matches.to_string());
            let (.., native) =
                TABLE_NATIVES.iter().find(|row| (row.0, row.1) == ("match", 1)).unwrap();
            step = native(&mut session.tables, &mut session.heap, OWNER, &[continuation]).unwrap();
        }
        assert_eq!(keys, ["[[1],[2],[3]]", "[[4]]"], "{table_type}");
        assert!(session.heap.to_term(step) == Term::atom("$end_of_table"));
    }
}

#[test]
fn a_fixed_table_can_be_gone_through() {
    let mut session = Session::with("[set]", "[{1},{2},{3}]");
    session.check(
        &[
            "{safe_fixtable, t, true}",
            "{delete, t, 1}",
            "{next, t, 1}",
            "{info, t, fixed}",
            "{safe_fixtable, t, false}",
            "{next, t, 1}",
        ],
        expect![[r#"
            {safe_fixtable, t, true} -> true
            {delete, t, 1} -> true
            {next, t, 1} -> 2
            {info, t, fixed} -> true
            {safe_fixtable, t, false} -> true
            {next, t, 1} -> error: badarg 
        "#]],
    );
}

#[test]
fn who_may_do_what() {
    let calls = [
        "{lookup, t, 1}",
        "{insert, t, {1}}",
        "{info, t, size}",
        "{delete, t}",
        "{setopts, t, {heir,none}}",
    ];
    let mut answers = Vec::new();
    for protection in ["[public]", "[protected]", "[private]"] {
        let mut session = Session::with(protection, "[]");
        answers.extend(calls.iter().rev().map(|call| session.call(OTHER, call)));
        answers.push("\n".into());
    }
    expect![[r#"
        error: badarg  true undefined error: badarg id error: badarg id 
         error: badarg access error: badarg access 0 error: badarg access [] 
         error: badarg access error: badarg access 0 error: badarg access error: badarg access 
    "#]]
    .assert_eq(&answers.join(" "));
}

#[test]
fn tables_change_hands() {
    let mut session = Session::with("[{keypos,1}]", "[]");
    let other = Value::pid(OTHER);
    let name = session.heap.from_term(&Term::atom("t"));
    let give = |session: &mut Session, caller, to| {
        let (.., native) = TABLE_NATIVES.iter().find(|row| row.0 == "give_away").unwrap();
        native(&mut session.tables, &mut session.heap, caller, &[name, to, Value::OK]).is_ok()
    };
    assert!(!give(&mut session, OWNER, Value::pid(OWNER)));
    assert!(give(&mut session, OWNER, other));
    let messages = show(session.tables.take_messages());
    assert_eq!(messages, [(OTHER, "{'ETS-TRANSFER',t,<0.1.0>,ok}".into())]);
    assert_eq!(session.call(OTHER, "{insert, t, {1}}"), "true");
    assert_eq!(session.call(OWNER, "{insert, t, {1}}"), "error: badarg access");

    // The heir gets it when the owner dies; nobody does when the heir is dead.
    let mut set_heir = |pid| {
        let heap = &mut session.heap;
        let heir = heap.from_term(&Term::atom("heir"));
        let option = heap.tuple(&[heir, Value::pid(pid), Value::OK]);
        let (.., native) = TABLE_NATIVES.iter().find(|row| row.0 == "setopts").unwrap();
        native(&mut session.tables, heap, OTHER, &[name, option]).unwrap();
    };
    set_heir(OWNER);
    let messages = show(session.tables.owner_died(OTHER));
    assert_eq!(messages, [(OWNER, "{'ETS-TRANSFER',t,<0.2.0>,ok}".into())]);
    assert_eq!(session.call(OWNER, "{insert, t, {1}}"), "true");
    assert!(session.tables.owner_died(OWNER).is_empty());
    assert_eq!(session.call(OTHER, "{whereis, t}"), "undefined");
}

#[test]
fn names_and_references() {
    let mut session = Session::with("[]", "{1}");
    session.check(
        &[
            "{new, t, [named_table]}",
            "{new, t, [{keypos, 0}]}",
            "{new, 1, []}",
            "{rename, t, u}",
            "{lookup, t, 1}",
            "{lookup, u, 1}",
            "{lookup, 1, 1}",
            "{info, t}",
            "{info, u, size}",
            "{info, u, nothing}",
            "{delete, u}",
            "{all}",
        ],
        expect![[r#"
            {new, t, [named_table]} -> error: badarg already_exists
            {new, t, [{keypos, 0}]} -> error: badarg 
            {new, 1, []} -> error: badarg 
            {rename, t, u} -> u
            {lookup, t, 1} -> error: badarg id
            {lookup, u, 1} -> [{1}]
            {lookup, 1, 1} -> error: badarg type
            {info, t} -> undefined
            {info, u, size} -> 1
            {info, u, nothing} -> error: badarg 
            {delete, u} -> true
            {all} -> []
        "#]],
    );
}
