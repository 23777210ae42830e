//! Where does the first packet in a stream of bytes end, and what is in it? The packet types of
//! `erlang:decode_packet/3` and of sockets; for HTTP see [`super::packet_http`].

use super::packet_http;
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::natives;
use crate::value::Value;
use term::{Atom, atoms};

natives! {
    "erlang" {
        "decode_packet"/3 = decode_packet,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Raw,
    /// A length of one, two or four bytes, then as many bytes.
    Length(usize),
    Asn1,
    Cdr,
    SunRm,
    FastCgi,
    Tpkt,
    Line,
    Http {
        is_header: bool,
        makes_binaries: bool,
    },
    SslTls,
}

/// The options; 0 is "no limit".
struct PacketLimits {
    packet_size: usize,
    line_length: usize,
    delimiter: u8,
}

/// What the first bytes tell.
enum Frame {
    /// The whole packet is so many bytes, also if they are not all there.
    Length(usize),
    More,
    Invalid,
}

fn packet_type(value: Value) -> Option<Type> {
    let http = |is_header, makes_binaries| Type::Http { is_header, makes_binaries };
    if let Some(number) = value.as_small() {
        return Some(match number {
            0 => Type::Raw,
            1 | 2 | 4 => Type::Length(number as usize),
            _ => return None,
        });
    }
    Some(match value.as_atom()?.name() {
        "raw" => Type::Raw,
        "asn1" => Type::Asn1,
        "cdr" => Type::Cdr,
        "sunrm" => Type::SunRm,
        "fcgi" => Type::FastCgi,
        "tpkt" => Type::Tpkt,
        "line" => Type::Line,
        "http" => http(false, false),
        "http_bin" => http(false, true),
        "httph" => http(true, false),
        "httph_bin" => http(true, true),
        "ssl_tls" => Type::SslTls,
        _ => return None,
    })
}

fn limits(heap: &Heap, options: Value, packet_type: Type) -> Option<PacketLimits> {
    let mut limits = PacketLimits { packet_size: 0, line_length: 0, delimiter: b'\n' };
    for option in heap.proper_list(options)? {
        let &[name, number] = heap.as_tuple(option)? else { return None };
        let number = u32::try_from(heap.as_i64(number)?).ok()? as usize;
        match name.as_atom()?.name() {
            "packet_size" => limits.packet_size = number,
            "line_length" => limits.line_length = number,
            "line_delimiter" if packet_type == Type::Line => {
                limits.delimiter = u8::try_from(number).ok()?;
            }
            _ => return None,
        }
    }
    Some(limits)
}

fn decode_packet(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let unknown_type = || Raise::badarg_because("badopt");
    let packet_type = packet_type(arguments[0]).ok_or_else(unknown_type)?;
    let view = heap.as_bits(arguments[1]).ok_or_else(Raise::badarg)?;
    let limits = limits(heap, arguments[2], packet_type).ok_or_else(Raise::badarg)?;
    let bytes = heap.owned_bytes(view.slice(0, view.length / 8 * 8));
    let length = match frame(packet_type, &bytes, &limits) {
        Frame::Length(length) if (1..=bytes.len()).contains(&length) => length,
        Frame::Invalid => {
            return Ok(heap.tuple(&[atoms::error.into(), Atom::new("invalid").into()]));
        }
        Frame::Length(length @ 1..) => {
            return Ok(heap.tuple(&[Atom::new("more").into(), Value::index(length)]));
        }
        Frame::Length(_) | Frame::More => {
            return Ok(heap.tuple(&[Atom::new("more").into(), Value::UNDEFINED]));
        }
    };
    let packet = &bytes[..length];
    let content = match packet_type {
        Type::Http { is_header, makes_binaries } => {
            packet_http::parse(heap, packet, is_header, makes_binaries)
        }
        Type::SslTls => ssl_record(heap, packet),
        Type::Length(header) => heap.slice(view, header * 8, (length - header) * 8),
        Type::FastCgi => {
            let padding = usize::from(packet[6]);
            heap.slice(view, 0, (length - padding) * 8)
        }
        _ => heap.slice(view, 0, length * 8),
    };
    let rest = heap.slice(view, length * 8, view.length - length * 8);
    Ok(heap.tuple(&[atoms::ok.into(), content, rest]))
}

fn big_endian(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, &byte| (number << 8) | usize::from(byte))
}

fn frame(packet_type: Type, bytes: &[u8], limits: &PacketLimits) -> Frame {
    let with_header = |header: usize, length: Option<usize>| match length {
        Some(length) => framed(header, length, limits),
        None => Frame::Invalid,
    };
    let header = match packet_type {
        Type::Raw if bytes.is_empty() => return Frame::More,
        Type::Raw => return Frame::Length(bytes.len()),
        Type::Asn1 => return asn1(bytes, limits),
        Type::Line => return line(bytes, limits),
        Type::Http { is_header, .. } => return http(bytes, limits, is_header),
        Type::Length(size) => size,
        Type::SunRm | Type::Tpkt => 4,
        Type::Cdr => 12,
        Type::FastCgi => 8,
        Type::SslTls => 5,
    };
    let Some(head) = bytes.get(..header) else { return Frame::More };
    let length = match packet_type {
        // The highest bit says whether the record ends here.
        Type::SunRm => Some(big_endian(head) & 0x7FFF_FFFF),
        // The length counts the header; one that is too small wraps around.
        Type::Tpkt => (head[0] == 3).then(|| big_endian(&head[2..]).wrapping_sub(4)),
        Type::Cdr => head.starts_with(b"GIOP").then(|| {
            let mut size = [head[8], head[9], head[10], head[11]];
            if head[6] & 1 == 1 {
                size.reverse();
            }
            big_endian(&size)
        }),
        Type::FastCgi => (head[0] == 1).then(|| big_endian(&head[4..6]) + usize::from(head[6])),
        Type::SslTls if is_old_hello(head) => {
            Some((big_endian(&head[..2]) & 0x7FFF).wrapping_sub(3))
        }
        Type::SslTls => Some(big_endian(&head[3..5])),
        _ => Some(big_endian(head)),
    };
    with_header(header, length)
}

/// A header and so many bytes behind it. The BEAM counts with 32 bits.
fn framed(header: usize, length: usize, limits: &PacketLimits) -> Frame {
    let length = length as u32;
    let total = (header as u32).wrapping_add(length) as i32;
    let is_too_long = limits.packet_size != 0 && length as usize > limits.packet_size;
    if is_too_long || total < header as i32 {
        Frame::Invalid
    } else {
        Frame::Length(total as usize)
    }
}

fn line(bytes: &[u8], limits: &PacketLimits) -> Frame {
    let end = bytes.iter().position(|&byte| byte == limits.delimiter).map(|place| place + 1);
    let length = end.unwrap_or(bytes.len());
    if limits.packet_size != 0 && length > limits.packet_size {
        return Frame::Invalid;
    }
    let is_cut = match end {
        Some(length) => length > limits.line_length,
        None => length >= limits.line_length,
    };
    match end {
        _ if is_cut && limits.line_length != 0 => Frame::Length(limits.line_length),
        Some(length) => Frame::Length(length),
        None => Frame::More,
    }
}

/// A tag of one byte or more, a length of one byte or up to five.
fn asn1(bytes: &[u8], limits: &PacketLimits) -> Frame {
    if bytes.len() < 2 {
        return Frame::More;
    }
    let mut rest = &bytes[1..];
    if bytes[0] & 0x1F == 0x1F {
        let long = rest.iter().take_while(|&&byte| byte & 0x80 != 0).count();
        rest = &rest[long..];
        if rest.len() < 2 {
            return Frame::More;
        }
        rest = &rest[1..];
    }
    let length = usize::from(rest[0] & 0x7F);
    let is_short = rest[0] & 0x80 == 0;
    rest = &rest[1..];
    if is_short {
        return framed(bytes.len() - rest.len(), length, limits);
    }
    match rest.get(..length) {
        None => Frame::More,
        Some(digits) if length <= 4 => {
            framed(bytes.len() - rest.len() + length, big_endian(digits), limits)
        }
        Some(_) => Frame::Invalid,
    }
}

/// A line, or a header with the lines that continue it.
fn http(bytes: &[u8], limits: &PacketLimits, is_header: bool) -> Frame {
    if matches!(bytes, b"\n" | b"\r\n") {
        return Frame::Length(bytes.len());
    }
    // Who limits lines means those of HTTP, too.
    let longest = match limits.packet_size {
        0 => limits.line_length,
        packet_size => packet_size,
    };
    let is_too_long = |length: usize| longest != 0 && length > longest;
    let mut start = 0;
    while let Some(place) = bytes[start..].iter().position(|&byte| byte == b'\n') {
        let length = start + place + 1;
        let continues = match bytes.get(length) {
            _ if !is_header => false,
            Some(b' ' | b'\t') => length > 2,
            Some(_) => false,
            // Only what comes next can tell.
            None if is_too_long(length) => return Frame::Invalid,
            None => return Frame::More,
        };
        if !continues {
            return if is_too_long(length) { Frame::Invalid } else { Frame::Length(length) };
        }
        start = length;
    }
    if longest != 0 && bytes.len() >= longest { Frame::Invalid } else { Frame::More }
}

/// Is this a client's greeting of version 2 of SSL?
fn is_old_hello(bytes: &[u8]) -> bool {
    bytes[0] & 0x80 != 0 && bytes[2] == 1
}

/// `{ssl_tls, [], ContentType, {Major, Minor}, Data}`
fn ssl_record(heap: &mut Heap, packet: &[u8]) -> Value {
    let (content_type, version, data) = if is_old_hello(packet) {
        // It is given the header that a greeting of later versions has.
        let data = &packet[3..];
        let length = (data.len() as u32).to_be_bytes();
        (22, &packet[3..5], [&[1], &length[1..], data].concat())
    } else {
        (packet[0], &packet[1..3], packet[5..].to_vec())
    };
    let numbers = [version[0], version[1]].map(|number| Value::index(number.into()));
    let version = heap.tuple(&numbers);
    let data = heap.binary_from_vec(data);
    let tag = Atom::new("ssl_tls").into();
    heap.tuple(&[tag, Value::NIL, Value::index(content_type.into()), version, data])
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::print;

    fn decode(name: &str, bytes: &[u8], options: &[(&str, usize)]) -> String {
        let mut heap = Heap::new();
        let packet_type = match name.parse() {
            Ok(number) => Value::index(number),
            Err(_) => Atom::new(name).into(),
        };
        let bytes = heap.binary(bytes);
        let options: Vec<Value> = options
            .iter()
            .map(|&(name, number)| heap.tuple(&[Atom::new(name).into(), Value::index(number)]))
            .collect();
        let options = heap.list(&options);
        let decoded = decode_packet(&mut heap, &[packet_type, bytes, options]).expect("decodes");
        print::write(&heap.to_term(decoded))
    }

    #[test]
    fn lengths_and_lines() {
        // As the BEAM answers.
        assert_eq!(decode("1", &[2, 7, 8, 9], &[]), "{ok,<<7,8>>,<<9>>}");
        assert_eq!(decode("2", &[0, 9, 7], &[]), "{more,11}");
        assert_eq!(decode("4", &[0, 9, 7], &[]), "{more,undefined}");
        assert_eq!(decode("4", &[255; 9], &[]), "{error,invalid}");
        assert_eq!(decode("4", &[0, 0, 0, 3], &[("packet_size", 2)]), "{error,invalid}");
        assert_eq!(
            decode("line", b"abc\nd", &[("line_length", 2)]),
            "{ok,<<97,98>>,<<99,10,100>>}"
        );
        assert_eq!(decode("line", b"abc", &[("line_delimiter", 98)]), "{ok,<<97,98>>,<<99>>}");
        assert_eq!(decode("asn1", &[0x30, 0x82, 0, 1, 9, 8], &[]), "{ok,<<48,130,0,1,9>>,<<8>>}");
        assert_eq!(decode("tpkt", &[3, 0, 0, 3, 9], &[]), "{error,invalid}");
    }

    #[test]
    fn http() {
        assert_eq!(
            decode("http", b"GET http://h:80/p HTTP/1.1\r\nx", &[]),
            "{ok,{http_request,'GET',{absoluteURI,http,[104],80,[47,112]},{1,1}},<<120>>}"
        );
        assert_eq!(
            decode("httph_bin", b"x-FOO:  v\r\n w\r\n\r\n", &[]),
            "{ok,{http_header,0,<<88,45,70,111,111>>,<<120,45,70,79,79>>,<<118,13,10,32,119>>},\
             <<13,10>>}"
        );
        assert_eq!(decode("httph", b"a: b\r\n", &[]), "{more,undefined}");
        assert_eq!(decode("httph", b"\r\n", &[]), "{ok,http_eoh,<<>>}");
        assert_eq!(decode("http", b"\r\n", &[]), "{ok,{http_error,[13,10]},<<>>}");
    }
}
