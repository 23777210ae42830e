//! Does the external format hold for any bytes? Those of real terms, and those of no term at all.

mod hostile;

use expect_test::{Expect, expect};
use hostile::Random;
use proptest::prelude::*;
use std::time::{Duration, Instant};
use term::external::{self, Kind, Problem, Reader, decode, encode};
use term::{Atom, Fun, Map, Term, atoms};

/// Bytes, written as Erlang shows them.
fn check(bytes: &[u8], expect: Expect) {
    let text = match decode(bytes) {
        Ok(term) => term.to_string(),
        Err(error) => format!("error: {error}"),
    };
    expect.assert_eq(&text);
}

#[test]
fn what_term_to_binary_gave() {
    check(&[131, 97, 255], expect!["255"]);
    check(&[131, 98, 255, 255, 255, 255], expect!["-1"]);
    check(&[131, 110, 8, 1, 0, 0, 0, 0, 0, 0, 0, 128], expect!["-9223372036854775808"]);
    check(&[131, 110, 8, 0, 0, 0, 0, 0, 0, 0, 0, 128], expect!["9223372036854775808"]);
    check(&[131, 70, 63, 240, 0, 0, 0, 0, 0, 0], expect!["1.0"]);
    check(&[131, 100, 0, 2, 111, 107], expect!["ok"]);
    check(&[131, 115, 1, 246], expect!["ö"]);
    check(&[131, 119, 2, 195, 182], expect!["ö"]);
    check(&[131, 118, 0, 3, 226, 134, 146], expect!["'→'"]);
    check(&[131, 104, 0], expect!["{}"]);
    check(&[131, 105, 0, 0, 0, 1, 106], expect!["{[]}"]);
    check(&[131, 107, 0, 2, 1, 2], expect!["[1,2]"]);
    check(&[131, 107, 0, 0], expect!["[]"]);
    check(&[131, 108, 0, 0, 0, 1, 97, 1, 97, 2], expect!["[1|2]"]);
    check(&[131, 108, 0, 0, 0, 1, 97, 1, 107, 0, 1, 2], expect!["[1,2]"]);
    check(&[131, 109, 0, 0, 0, 2, 104, 105], expect![[r#"<<"hi">>"#]]);
    check(&[131, 77, 0, 0, 0, 2, 3, 1, 0xFF], expect!["<<1,7:3>>"]);
    check(&[131, 116, 0, 0, 0, 1, 97, 1, 106], expect!["#{1 => []}"]);
    check(&[131, 113, 119, 1, 109, 119, 1, 102, 97, 2], expect!["fun m:f/2"]);
}

#[test]
fn what_older_nodes_gave() {
    let mut float = b"1.50000000000000000000e+00".to_vec();
    float.resize(31, 0);
    check(&[&[131, 99][..], &float].concat(), expect!["1.5"]);
    let node = [100, 0, 13].into_iter().chain(*b"nonode@nohost").collect::<Vec<u8>>();
    let with_node = |before: &[u8], after: &[u8]| [&[131], before, &node, after].concat();
    check(&with_node(&[103], &[0, 0, 0, 5, 0, 0, 0, 1, 0]), expect!["<0.5.1>"]);
    check(&with_node(&[102], &[0, 0, 0, 5, 0]), expect!["#Port<0.5>"]);
    check(&with_node(&[101], &[0, 0, 0, 5, 0]), expect!["#Ref<0.5>"]);
    check(&with_node(&[114, 0, 2], &[0, 0, 0, 0, 5, 0, 0, 0, 6]), expect!["#Ref<0.6.5>"]);
}

#[test]
fn what_is_wrong_is_said() {
    check(&[], expect!["error: the bytes end in the middle of the term (at byte 0)"]);
    check(&[130], expect!["error: an external term begins with the byte 131, not 130 (at byte 0)"]);
    check(&[131], expect!["error: the bytes end in the middle of the term (at byte 1)"]);
    check(&[131, 1], expect!["error: no term has the tag 1 (at byte 1)"]);
    check(&[131, 97, 1, 2], expect!["error: 1 bytes follow the term (at byte 3)"]);
    check(&[131, 119, 1, 255], expect!["error: an atom's name is not UTF-8 (at byte 4)"]);
    check(
        &[131, 70, 127, 240, 0, 0, 0, 0, 0, 0],
        expect!["error: a float is not a finite number (at byte 10)"],
    );
    check(
        &[131, 116, 0, 0, 0, 2, 97, 1, 106, 97, 1, 106],
        expect!["error: a map has a key twice (at byte 2)"],
    );
    check(
        &[131, 77, 0, 0, 0, 1, 9, 0],
        expect!["error: a bitstring uses 9 bits of its last byte (at byte 7)"],
    );
    check(
        &[131, 121, 0, 0, 0, 0],
        expect![
            "error: a term that only its own node can decode (made with the option `local`) (at byte 1)"
        ],
    );
    let mut long = vec![131, 118, 1, 0];
    long.extend([b'a'; 256]);
    check(&long, expect!["error: an atom has more than 255 characters (at byte 260)"]);
}

/// A few bytes that announce a lot must not make us reserve it.
#[test]
fn promises_that_cannot_be_kept() {
    for tag in [105, 108, 109, 111, 116, 77] {
        let bytes = [131, tag, 255, 255, 255, 255, 0, 0];
        assert!(decode(&bytes).is_err(), "tag {tag}");
    }
    // Each of these tuples announces as many elements as there are bytes left.
    let mut nested = vec![131];
    for left in (0..200_000).rev() {
        nested.push(105);
        nested.extend((left as u32).to_be_bytes());
    }
    assert!(decode(&nested).is_err());
}

#[test]
fn compressed_terms() {
    let term = Term::list(vec![Term::string(&"hello ".repeat(1000)); 3]);
    let bytes = external::encode_compressed(&term, 9);
    assert!(bytes.len() < 300 && bytes[1] == 80);
    assert_eq!(decode(&bytes), Ok(term));
    assert!(matches!(
        external::decode_limited(&bytes, 1000).unwrap_err().problem,
        Problem::TooLarge { limit: 1000, .. }
    ));
    // More or less data than was announced.
    for announced in [[0, 0, 0, 9], [0, 1, 0, 0]] {
        let mut lying = bytes.clone();
        lying[2..6].copy_from_slice(&announced);
        assert!(matches!(decode(&lying).unwrap_err().problem, Problem::BadCompression(_)));
    }
    assert!(decode(&bytes[..bytes.len() / 2]).is_err());
    let short = external::encode_compressed(&Term::Int(7), 9);
    assert_eq!(short, encode(&Term::Int(7)));
}

#[test]
fn a_reader_goes_through_anything() {
    let term = Term::tuple(vec![
        Term::string("ab"),
        Term::Nil,
        Term::list(vec![atoms::ok.into(), 300.into()]),
        Map::from_pairs(vec![(1.into(), Term::binary(b"x"))]).into(),
        Term::Float(0.5),
    ]);
    let bytes = encode(&term);
    let mut reader = Reader::new(&bytes).unwrap();
    assert_eq!(reader.peek(), Ok(Kind::Tuple));
    reader.tuple_of(5).unwrap();
    assert_eq!(reader.list(|reader| reader.integer()), Ok(vec![97, 98]));
    assert_eq!(reader.list(|reader| reader.integer()), Ok(vec![]));
    assert_eq!(reader.list_header(), Ok(2));
    assert_eq!(reader.atom(), Ok(atoms::ok));
    assert_eq!(reader.term(), Ok(300.into()));
    reader.list_end().unwrap();
    assert_eq!((reader.map_header(), reader.integer()), (Ok(1), Ok(1)));
    assert_eq!(reader.bytes(), Ok(&b"x"[..]));
    assert_eq!(reader.float(), Ok(0.5));
    assert_eq!(reader.end(), Ok(()));
}

#[test]
fn a_reader_says_what_it_expected() {
    let bytes = encode(&Term::string("ab"));
    let mut reader = Reader::new(&bytes).unwrap();
    expect!["expected an atom, found a list (at byte 1)"]
        .assert_eq(&reader.atom().unwrap_err().to_string());
    let mut reader = Reader::new(&bytes).unwrap();
    reader.list_header().unwrap();
    assert_eq!(reader.peek(), Ok(Kind::Integer));
    assert!(reader.tuple_header().is_err(), "the bytes of a string are no tags");
}

#[test]
fn hostile_terms_come_back() {
    let mut random = Random::new(7);
    for index in 0..3_000 {
        let term = match index % 50 {
            0 => hostile::large_map(&mut random),
            _ => hostile::term(&mut random, 40),
        };
        let bytes = encode(&term);
        assert_eq!(decode(&bytes).as_ref(), Ok(&term));
        let mut reader = Reader::new(&bytes).unwrap();
        assert_eq!(reader.skip().and_then(|()| reader.end()), Ok(()), "skipping {term}");
    }
}

/// Whatever decodes is a term: it can be written, shown and compared.
fn decode_anything(bytes: &[u8]) {
    if let Ok(term) = decode(bytes) {
        let again = decode(&encode(&term));
        assert_eq!(again.as_ref(), Ok(&term));
        assert!(!term.to_string().is_empty());
    }
}

#[test]
fn mutated_and_random_bytes() {
    let mut random = Random::new(11);
    let end = Instant::now() + Duration::from_secs(2);
    while Instant::now() < end {
        let mut bytes = encode(&hostile::term(&mut random, 20));
        for _ in 0..=random.below(4) {
            mutate(&mut bytes, &mut random);
        }
        decode_anything(&bytes);
        let mut noise: Vec<u8> = (0..random.below(40)).map(|_| random.word() as u8).collect();
        noise.insert(0, external::VERSION);
        decode_anything(&noise);
    }
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let place = random.below(bytes.len());
    match random.below(4) {
        0 => bytes[place] = random.word() as u8,
        1 => bytes[place] ^= 1 << random.below(8),
        2 if bytes.len() > 1 => drop(bytes.remove(place)),
        _ => bytes.insert(place, random.one_of(&[97, 104, 105, 107, 108, 109, 116, 119, 0, 255])),
    }
}

fn any_term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Term::from),
        any::<i128>().prop_map(Term::from),
        any::<f64>().prop_filter_map("finite", Term::float),
        "\\PC{0,20}".prop_map(|name| Term::atom(&name)),
        "[a-zå→]{0,20}".prop_map(|text| Term::string(&text)),
        any::<Vec<u8>>().prop_map(|bytes| Term::binary(&bytes)),
        ("m[a-z]{1,5}", "[A-Z]{1,5}", any::<u8>()).prop_map(|(module, function, arity)| {
            let (module, function) = (Atom::new(&module), Atom::new(&function));
            Fun::External { module, function, arity }.into()
        }),
    ];
    leaf.prop_recursive(5, 100, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Term::tuple),
            prop::collection::vec(inner.clone(), 0..8).prop_map(Term::list),
            (prop::collection::vec(inner.clone(), 1..8), inner.clone())
                .prop_map(|(elements, tail)| Term::list_with_tail(elements, tail)),
            prop::collection::vec((inner.clone(), inner), 0..8).prop_map(Term::map),
        ]
    })
}

proptest! {
    #[test]
    fn bytes_and_back(term in any_term()) {
        prop_assert_eq!(decode(&encode(&term)), Ok(term.clone()));
        prop_assert_eq!(decode(&external::encode_compressed(&term, 1)), Ok(term.clone()));
    }

    #[test]
    fn text_and_back(term in any_term()) {
        prop_assert_eq!(term::read::term(&term.to_string()), Ok(term.clone()));
        prop_assert_eq!(term::read::term(&term::print::write(&term)), Ok(term.clone()));
        prop_assert_eq!(term::read::term(&term::print::pretty(&term, 40)), Ok(term.clone()));
    }

    #[test]
    fn the_order_is_one(a in any_term(), b in any_term(), c in any_term()) {
        use term::order::{compare, compare_exact, equal, exactly_equal};
        prop_assert_eq!(compare(&a, &b), compare(&b, &a).reverse());
        prop_assert_eq!(compare(&a, &b).is_eq(), equal(&a, &b));
        prop_assert_eq!(compare_exact(&a, &b).is_eq(), exactly_equal(&a, &b));
        if compare(&a, &b).is_le() && compare(&b, &c).is_le() {
            prop_assert!(compare(&a, &c).is_le());
        }
        if a == b {
            prop_assert!(equal(&a, &b));
        }
    }
}
