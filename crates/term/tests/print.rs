//! How do terms read? The texts are what OTP 25 prints; `against_the_vm.rs` asks it about many more.

use expect_test::{Expect, expect};
use term::print::{self, Options};
use term::{Term, read};

fn term(text: &str) -> Term {
    read::term(text).expect("a term")
}

fn check_write(text: &str, expect: Expect) {
    expect.assert_eq(&print::write(&term(text)));
}

fn check_pretty(text: &str, expect: Expect) {
    expect.assert_eq(&Options::LATIN1.print(&term(text)));
}

fn check_display(text: &str, expect: Expect) {
    expect.assert_eq(&term(text).to_string());
}

#[test]
fn on_one_line_as_it_is() {
    check_write(r#"{a, "bc", [1 | 2], #{b => 1.0}}"#, expect!["{a,[98,99],[1|2],#{b => 1.0}}"]);
    check_write(r#"<<"ab", 5:3>>"#, expect!["<<97,98,5:3>>"]);
    check_write("['→', 'a b', []]", expect![[r"['\x{2192}','a b',[]]"]]);
}

#[test]
fn texts_are_readable() {
    check_display(
        r#"["ab→", <<"å"/utf8>>, <<229>>, <<1, 2>>, "\n\e\0"]"#,
        expect![[r#"["ab→",<<"å"/utf8>>,<<"å">>,<<1,2>>,[10,27,0]]"#]],
    );
    check_display("['maybe', 'else', fun 'end':f/0]", expect!["['maybe','else',fun 'end':f/0]"]);
    check_pretty(r#"["ab→", "å", <<"å"/utf8>>]"#, expect![[r#"[[97,98,8594],"å",<<"Ã¥">>]"#]]);
}

#[test]
fn lines_are_broken() {
    check_pretty(
        "{some_rather_long_tag, [first_element, second_element, third_element], {inner, \"with a text of its own\", 123456789}}",
        expect![[r#"
            {some_rather_long_tag,[first_element,second_element,third_element],
                                  {inner,"with a text of its own",123456789}}"#]],
    );
    check_pretty(
        "#{first_key => [first_element, second_element, third_element], second_key => #{inner_key => \"with a text of its own\"}}",
        expect![[r#"
            #{first_key => [first_element,second_element,third_element],
              second_key => #{inner_key => "with a text of its own"}}"#]],
    );
    let long =
        format!("{{outer_tag, {{inner_tag, {{innermost_tag_of_all, <<{}0>>}}}}}}", "1,".repeat(60));
    check_pretty(
        &long,
        expect![[r#"
        {outer_tag,
            {inner_tag,
                {innermost_tag_of_all,
                    <<1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
                      1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0>>}}}"#]],
    );
}

#[test]
fn another_width_and_place() {
    let list = term("[alpha, beta, gamma, delta, epsilon]");
    expect![[r#"
        [alpha,beta,gamma,
         delta,epsilon]"#]]
    .assert_eq(&print::pretty(&list, 20));
    let options = Options { column: 5, line_length: 24, ..Options::UNICODE };
    expect![[r#"
        [alpha,beta,gamma,
             delta,epsilon]"#]]
    .assert_eq(&options.print(&list));
}
