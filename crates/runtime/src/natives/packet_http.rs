//! What does a line of HTTP say? Requests, responses and headers, as `erlang:decode_packet/3` takes
//! them apart.

use crate::heap::Heap;
use crate::value::Value;
use term::Atom;

const METHODS: [&str; 7] = ["OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE"];

/// The headers that have a number and are given as atoms; the first has the number 1.
const HEADERS: [&str; 52] = [
    "Cache-Control",
    "Connection",
    "Date",
    "Pragma",
    "Transfer-Encoding",
    "Upgrade",
    "Via",
    "Accept",
    "Accept-Charset",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "From",
    "Host",
    "If-Modified-Since",
    "If-Match",
    "If-None-Match",
    "If-Range",
    "If-Unmodified-Since",
    "Max-Forwards",
    "Proxy-Authorization",
    "Range",
    "Referer",
    "User-Agent",
    "Age",
    "Location",
    "Proxy-Authenticate",
    "Public",
    "Retry-After",
    "Server",
    "Vary",
    "Warning",
    "Www-Authenticate",
    "Allow",
    "Content-Base",
    "Content-Encoding",
    "Content-Language",
    "Content-Length",
    "Content-Location",
    "Content-Md5",
    "Content-Range",
    "Content-Type",
    "Etag",
    "Expires",
    "Last-Modified",
    "Accept-Ranges",
    "Set-Cookie",
    "Set-Cookie2",
    "X-Forwarded-For",
    "Cookie",
    "Keep-Alive",
    "Proxy-Connection",
];

/// The names of headers are given their usual capitals up to this length.
const LONGEST_NAME: usize = 50;

/// The line, with its end, as a value; `{http_error, Line}` if it is none of HTTP.
pub fn parse(heap: &mut Heap, line: &[u8], is_header: bool, makes_binaries: bool) -> Value {
    let text =
        line.strip_suffix(b"\n").map_or(line, |text| text.strip_suffix(b"\r").unwrap_or(text));
    let mut parser = Parser { heap, rest: text, makes_binaries };
    let parsed = if is_header {
        parser.header(text)
    } else if text.starts_with(b"HTTP/") {
        parser.response()
    } else {
        parser.request()
    };
    parsed.unwrap_or_else(|| {
        let line = parser.text(line);
        parser.heap.tuple(&[Atom::new("http_error").into(), line])
    })
}

struct Parser<'a> {
    heap: &'a mut Heap,
    rest: &'a [u8],
    makes_binaries: bool,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// May the byte be in the name of a method or header?
fn is_token(byte: u8) -> bool {
    (33..128).contains(&byte) && !b"\"(),/:;<=>?@[\\]{}".contains(&byte)
}

impl<'a> Parser<'a> {
    fn text(&mut self, bytes: &[u8]) -> Value {
        if self.makes_binaries {
            return self.heap.binary(bytes);
        }
        let characters: Vec<Value> = bytes.iter().map(|&byte| Value::index(byte.into())).collect();
        self.heap.list(&characters)
    }

    /// The bytes from here on that are wanted.
    fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let wanted = self.rest.iter().take_while(|&&byte| is_wanted(byte)).count();
        let (taken, rest) = self.rest.split_at(wanted);
        self.rest = rest;
        taken
    }

    fn skip(&mut self, prefix: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(prefix)?;
        Some(())
    }

    /// Digits as a number, which the BEAM counts with 32 bits.
    fn number(&mut self) -> (usize, i32) {
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        (digits.len(), wrapping_number(digits))
    }

    /// `HTTP/1.1` as `{1, 1}`
    fn version(&mut self) -> Option<Value> {
        self.skip(b"HTTP/")?;
        let (1.., major) = self.number() else { return None };
        self.skip(b".")?;
        let (1.., minor) = self.number() else { return None };
        let numbers = [self.heap.int(major.into()), self.heap.int(minor.into())];
        Some(self.heap.tuple(&numbers))
    }

    /// `{http_response, {Major, Minor}, Status, Phrase}`
    fn response(&mut self) -> Option<Value> {
        let version = self.version()?;
        if self.take_while(is_space).is_empty() {
            return None;
        }
        let (_, status) = self.number();
        if self.take_while(is_space).is_empty() && !self.rest.is_empty() {
            return None;
        }
        let status = self.heap.int(status.into());
        let phrase = self.text(self.rest);
        Some(self.heap.tuple(&[Atom::new("http_response").into(), version, status, phrase]))
    }

    /// `{http_request, Method, Uri, {Major, Minor}}`
    fn request(&mut self) -> Option<Value> {
        let method = self.take_while(is_token);
        if method.is_empty() || self.take_while(is_space).is_empty() {
            return None;
        }
        let uri = self.take_while(|byte| !is_space(byte));
        if uri.is_empty() {
            return None;
        }
        self.take_while(is_space);
        let version = if self.rest.is_empty() {
            self.heap.tuple(&[Value::index(0), Value::index(9)])
        } else {
            self.version()?
        };
        let known = METHODS.iter().find(|known| known.as_bytes() == method);
        let method = match known {
            Some(name) => Atom::new(name).into(),
            None => self.text(method),
        };
        let uri = self.uri(uri);
        Some(self.heap.tuple(&[Atom::new("http_request").into(), method, uri, version]))
    }

    fn uri(&mut self, uri: &[u8]) -> Value {
        if uri == b"*" {
            return Atom::new("*").into();
        }
        if uri.len() <= 1 || uri[0] == b'/' {
            let path = self.text(uri);
            return self.heap.tuple(&[Atom::new("abs_path").into(), path]);
        }
        for (scheme, prefix) in [("http", &b"http://"[..]), ("https", b"https://")] {
            if uri.len() >= prefix.len() && uri[..prefix.len()].eq_ignore_ascii_case(prefix) {
                return self.absolute_uri(scheme, &uri[prefix.len()..]);
            }
        }
        match uri.iter().position(|&byte| byte == b':') {
            Some(colon) => {
                let parts = [self.text(&uri[..colon]), self.text(&uri[colon + 1..])];
                self.heap.tuple(&[Atom::new("scheme").into(), parts[0], parts[1]])
            }
            None => self.text(uri),
        }
    }

    /// `{absoluteURI, Scheme, Host, Port, Path}`
    fn absolute_uri(&mut self, scheme: &str, uri: &[u8]) -> Value {
        let slash = uri.iter().position(|&byte| byte == b'/').unwrap_or(uri.len());
        let (authority, path) = uri.split_at(slash);
        let colon = authority.iter().position(|&byte| byte == b':');
        let (host, port) = match colon {
            Some(colon) => (&authority[..colon], self.port(&authority[colon + 1..])),
            None => (authority, Value::UNDEFINED),
        };
        let host = self.text(host);
        let path = self.text(if path.is_empty() { b"/" } else { path });
        let tag = Atom::new("absoluteURI").into();
        self.heap.tuple(&[tag, Atom::new(scheme).into(), host, port, path])
    }

    fn port(&mut self, digits: &[u8]) -> Value {
        let is_number = digits.iter().all(u8::is_ascii_digit);
        match wrapping_number(digits) {
            0 => Value::UNDEFINED,
            number if is_number => self.heap.int(number.into()),
            _ => Value::UNDEFINED,
        }
    }

    /// `{http_header, Number, Name, UnmodifiedName, Value}`, or `http_eoh` at their end
    fn header(&mut self, text: &[u8]) -> Option<Value> {
        if text.is_empty() {
            return Some(Atom::new("http_eoh").into());
        }
        let name = self.take_while(is_token);
        self.skip(b":")?;
        self.take_while(is_space);
        let usual = usual_capitals(name);
        let known = HEADERS.iter().position(|known| known.as_bytes() == usual);
        let (number, field) = match known {
            Some(index) => (index + 1, Atom::new(HEADERS[index]).into()),
            None => (0, self.text(&usual)),
        };
        let unmodified = self.text(name);
        let value = self.text(self.rest);
        let tag = Atom::new("http_header").into();
        Some(self.heap.tuple(&[tag, Value::index(number), field, unmodified, value]))
    }
}

fn wrapping_number(digits: &[u8]) -> i32 {
    let add = |number: i32, &digit: &u8| {
        number.wrapping_mul(10).wrapping_add(i32::from(digit) - i32::from(b'0'))
    };
    digits.iter().fold(0, add)
}

/// `content-TYPE` as `Content-Type`
fn usual_capitals(name: &[u8]) -> Vec<u8> {
    if name.len() > LONGEST_NAME {
        return name.to_vec();
    }
    let mut starts_word = true;
    let mut usual = name.to_vec();
    for byte in &mut usual {
        if std::mem::take(&mut starts_word) {
            byte.make_ascii_uppercase();
        } else {
            byte.make_ascii_lowercase();
            starts_word = *byte == b'-';
        }
    }
    usual
}
