//! How much of a value is shown? Programs make values of megabytes, and nobody reads more than the
//! beginning. What is cut says so, and how long the whole is: `[1, 2, 3, … (1,048,576 bytes in all)`.

use std::fmt;

/// A call to paste, and the like.
pub const CALL: usize = 4_000;

/// A value within a sentence.
pub const WORDS: usize = 1_000;

/// A value for programs, which have other limits than people.
pub const DATA: usize = 64 << 10;

/// A path among many.
pub const PATH: usize = 400;

/// What is no value of the program's, but may grow with it: messages of the compiler and the solver,
/// types, lines of the source.
pub const NOTE: usize = 4_000;

/// What is longer is not measured to its end: terms that share their parts have texts without end.
const LONGEST_MEASURED: usize = 64 << 20;

/// A text, or its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Says itself that it was cut.
    pub text: String,
    pub length: Length,
    pub is_whole: bool,
    /// What a shell wants after it.
    pub ending: &'static str,
}

impl Written {
    pub fn empty() -> Written {
        Sheet::new(0).written()
    }

    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.length.bytes = self.length.bytes.saturating_add(text.len());
    }

    pub fn append(&mut self, other: Written) {
        self.text.push_str(&other.text);
        self.length.bytes = self.length.bytes.saturating_add(other.length.bytes);
        self.length.is_least |= other.length.is_least;
        self.is_whole &= other.is_whole;
    }

    /// As a shell wants it, with a full stop in Erlang, unless it was cut.
    pub fn as_input(self) -> String {
        if self.is_whole { self.text + self.ending } else { self.text }
    }
}

/// How long the whole text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    pub bytes: usize,
    /// It is longer than that.
    pub is_least: bool,
}

/// `1,048,576 bytes in all`
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_least { "more than " } else { "" };
        write!(f, "{more}{} bytes in all", with_commas(self.bytes))
    }
}

/// `1,048,576`
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What is written on: it keeps the beginning, and measures the rest.
pub struct Sheet {
    text: String,
    room: usize,
    bytes: usize,
}

impl Sheet {
    pub fn new(room: usize) -> Sheet {
        Sheet { text: String::new(), room, bytes: 0 }
    }

    pub fn push(&mut self, text: &str) {
        let is_whole = self.text.len() == self.bytes;
        self.bytes = self.bytes.saturating_add(text.len());
        if is_whole {
            self.text.push_str(beginning(text, self.room - self.text.len()));
        }
    }

    /// The beginning of a text of this length, at least as much as there is room for.
    pub fn push_beginning(&mut self, beginning: &str, length: usize) {
        self.push(beginning);
        self.bytes = self.bytes.saturating_add(length.saturating_sub(beginning.len()));
    }

    /// How many bytes there would be if there was room for all.
    pub fn length(&self) -> usize {
        self.bytes
    }

    /// How much of what comes next is kept.
    pub fn left(&self) -> usize {
        self.room.saturating_sub(self.bytes)
    }

    /// Nothing that comes now changes anything.
    pub fn is_over(&self) -> bool {
        self.bytes > self.room.max(LONGEST_MEASURED)
    }

    pub fn written(mut self) -> Written {
        let is_whole = self.text.len() == self.bytes;
        let length = match self.is_over() {
            true => Length { bytes: LONGEST_MEASURED, is_least: true },
            false => Length { bytes: self.bytes, is_least: false },
        };
        if !is_whole {
            self.text.push_str(&format!("… ({length})"));
        }
        Written { text: self.text, length, is_whole, ending: "." }
    }
}

/// At most so many bytes, and no half of a character.
pub fn beginning(text: &str, room: usize) -> &str {
    let mut end = room.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A text that is no term, as far as there is room.
pub fn text(text: &str, room: usize) -> String {
    let mut sheet = Sheet::new(room);
    sheet.push(text);
    sheet.written().text
}

/// How much each may have of the room so that those which need little are whole.
pub fn share(lengths: &[usize], room: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (index, length) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if *length > share {
            return share;
        }
        left -= length;
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let all = [0, 999, 1_000, 65_536, 1_048_576].map(with_commas).join(" ");
        assert_eq!(all, "0 999 1,000 65,536 1,048,576");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(text("abc", 3), "abc");
        assert_eq!(text("abcd", 3), "abc… (4 bytes in all)");
        // No character is cut in two.
        assert_eq!(text("aöö", 2), "a… (5 bytes in all)");
        let mut sheet = Sheet::new(4);
        ["ab", "cöd", "e"].into_iter().for_each(|part| sheet.push(part));
        assert_eq!(sheet.written().text, "abc… (7 bytes in all)");
        let mut endless = Sheet::new(1);
        endless.push_beginning("12", usize::MAX);
        assert_eq!(endless.written().text, "1… (more than 67,108,864 bytes in all)");
    }

    #[test]
    fn what_needs_little_is_whole() {
        assert_eq!(share(&[5, 5], 100), 100);
        assert_eq!(share(&[1_000, 5], 100), 95);
        assert_eq!(share(&[1_000, 2_000, 10], 100), 45);
        assert_eq!(share(&[], 100), 100);
    }
}
