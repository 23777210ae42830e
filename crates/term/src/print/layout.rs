//! Where does the text of a long term break into lines? Where OTP's `io_lib_pretty` breaks it.
//!
//! The term is first measured: a tree with the length of every part on one line. Then it is laid
//! out. What fits on the rest of its line stays there; of what does not, the elements are put one
//! after the other, with a line break before each that is not a leaf or has no room.
//!
//! Tuples that begin with an atom are laid out in one of three ways: with the other elements to
//! the right of the tag, or four columns in from the brace, or one. The first of these with which
//! nothing starts in the right half of the line is taken for the whole term. To find it, the
//! layout is tried without writing.

use super::Options;
use super::line::{Style, segments, write_leaf};
use crate::nesting::deeper;
use crate::{Bits, Term};
use std::ops::Range;

pub(super) fn print(term: &Term, options: &Options) -> String {
    let style = Style::new(options.encoding, Some(options.printable));
    let mut tree = Tree::default();
    let root = tree.measure(term, style);
    let mut layout = Layout {
        tree: &tree,
        line_length: if options.line_length == 0 { ENDLESS } else { options.line_length as i64 },
        most: tree.nodes[root].length,
        tag_indentation: None,
        trying: true,
        out: String::new(),
    };
    let start = Place { column: options.column.max(1) as i64, closing: 0, width: 0 };
    layout.choose_tag_indentation(root, start);
    layout.trying = false;
    // What is not tried cannot fail.
    let _ = layout.node(root, start);
    layout.out
}

/// A line length that nothing reaches, and that can be added to.
const ENDLESS: i64 = i64::MAX / 4;

type NodeId = usize;

struct Node<'t> {
    shape: Shape<'t>,
    /// The number of characters on one line.
    length: i64,
}

enum Shape<'t> {
    /// A part of the tree's text.
    Leaf(Range<usize>),
    Segments(&'t Bits),
    List {
        elements: Vec<NodeId>,
        tail: Option<NodeId>,
    },
    Tuple {
        elements: Vec<NodeId>,
        tagged: bool,
    },
    Map(Vec<Pair>),
}

#[derive(Clone, Copy)]
struct Pair {
    key: NodeId,
    value: NodeId,
    length: i64,
}

#[derive(Default)]
struct Tree<'t> {
    nodes: Vec<Node<'t>>,
    /// The leaves, one after the other.
    text: String,
}

impl<'t> Tree<'t> {
    fn measure(&mut self, term: &'t Term, style: Style) -> NodeId {
        let start = self.text.len();
        let (shape, length) = if write_leaf(term, style, &mut self.text) {
            let range = start..self.text.len();
            let length = self.text[range.clone()].chars().count();
            (Shape::Leaf(range), length as i64)
        } else {
            deeper(|| self.measure_parts(term, style))
        };
        self.nodes.push(Node { shape, length });
        self.nodes.len() - 1
    }

    fn measure_parts(&mut self, term: &'t Term, style: Style) -> (Shape<'t>, i64) {
        match term {
            Term::List(list) => {
                let elements = self.measure_all(&list.elements, style);
                let tail = (!list.is_proper()).then(|| self.measure(&list.tail, style));
                let length = self.enclosed(elements.iter().chain(&tail));
                (Shape::List { elements, tail }, length)
            }
            Term::Tuple(terms) => {
                let elements = self.measure_all(terms, style);
                let length = self.enclosed(elements.iter());
                let tagged = terms.len() > 1 && terms[0].as_atom().is_some();
                (Shape::Tuple { elements, tagged }, length)
            }
            Term::Map(map) => {
                let pair = |(key, value)| self.measure_pair(key, value, style);
                let pairs: Vec<Pair> = map.pairs().iter().map(|(k, v)| (k, v)).map(pair).collect();
                let length = 2 + pairs.iter().map(|pair| pair.length + 1).sum::<i64>();
                (Shape::Map(pairs), length)
            }
            Term::Bits(bits) => {
                let length = 3 + segments(bits).map(|segment| segment.len() + 1).sum::<usize>();
                (Shape::Segments(bits), length as i64)
            }
            _ => unreachable!("everything else is a leaf"),
        }
    }

    fn measure_all(&mut self, terms: &'t [Term], style: Style) -> Vec<NodeId> {
        terms.iter().map(|term| self.measure(term, style)).collect()
    }

    fn measure_pair(&mut self, key: &'t Term, value: &'t Term, style: Style) -> Pair {
        let (key, value) = (self.measure(key, style), self.measure(value, style));
        let length = self.nodes[key].length + " => ".len() as i64 + self.nodes[value].length;
        Pair { key, value, length }
    }

    /// The length of parts with one character between them and one on either side.
    fn enclosed<'n>(&self, parts: impl Iterator<Item = &'n NodeId>) -> i64 {
        1 + parts.map(|&part| self.nodes[part].length + 1).sum::<i64>()
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.nodes[node].shape, Shape::Leaf(_))
    }

    fn write(&self, node: NodeId, out: &mut String) {
        deeper(|| match &self.nodes[node].shape {
            Shape::Leaf(range) => out.push_str(&self.text[range.clone()]),
            Shape::Segments(bits) => {
                let all: Vec<String> = segments(bits).collect();
                out.extend(["<<", &all.join(","), ">>"]);
            }
            Shape::List { elements, tail } => {
                self.write_separated(elements, "[", out);
                if let Some(tail) = tail {
                    out.push('|');
                    self.write(*tail, out);
                }
                out.push(']');
            }
            Shape::Tuple { elements, .. } => {
                self.write_separated(elements, "{", out);
                out.push('}');
            }
            Shape::Map(pairs) => {
                let mut separator = "#{";
                for pair in pairs {
                    out.push_str(separator);
                    self.write_pair(*pair, out);
                    separator = ",";
                }
                out.push('}');
            }
        });
    }

    fn write_separated(&self, elements: &[NodeId], opening: &str, out: &mut String) {
        let mut separator = opening;
        for &element in elements {
            out.push_str(separator);
            self.write(element, out);
            separator = ",";
        }
    }

    fn write_pair(&self, pair: Pair, out: &mut String) {
        self.write(pair.key, out);
        out.push_str(" => ");
        self.write(pair.value, out);
    }
}

/// Where something is to be put.
#[derive(Clone, Copy)]
struct Place {
    /// Its first column, which is also where the lines after a break in it are indented to.
    column: i64,
    /// How many brackets close right after it, for which there must be room as well.
    closing: i64,
    /// How much is on the line already. It only matters for the rule that no line be longer than
    /// the whole term on one line, which OTP has from the shell's limit on line lengths.
    width: i64,
}

impl Place {
    fn right(self, columns: i64) -> Place {
        Place { column: self.column + columns, ..self }
    }

    fn wider(self, width: i64) -> Place {
        Place { width: self.width + width, ..self }
    }

    /// The place of an element: our own bracket closes after the last one.
    fn of_element(self, last: bool) -> Place {
        Place { closing: if last { self.closing + 1 } else { 0 }, ..self }
    }

    fn on_new_line(self) -> Place {
        Place { width: 0, ..self }
    }
}

/// Something begins too far to the right.
struct TooNarrow;

struct Layout<'t> {
    tree: &'t Tree<'t>,
    line_length: i64,
    most: i64,
    /// How far the elements of tagged tuples are indented, or to the right of their tags.
    tag_indentation: Option<i64>,
    /// Whether this is only to see if the indentation will do.
    trying: bool,
    out: String,
}

type Attempt<T> = Result<T, TooNarrow>;

impl<'t> Layout<'t> {
    fn choose_tag_indentation(&mut self, root: NodeId, start: Place) {
        for choice in [None, Some(4)] {
            self.tag_indentation = choice;
            if self.node(root, start).is_ok() {
                return;
            }
        }
        self.tag_indentation = Some(1);
    }

    fn push(&mut self, text: &str) {
        if !self.trying {
            self.out.push_str(text);
        }
    }

    fn write(&mut self, node: NodeId) {
        if !self.trying {
            self.tree.write(node, &mut self.out);
        }
    }

    fn new_line(&mut self, column: i64) {
        if !self.trying {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(' ', column as usize - 1));
        }
    }

    fn fits(&self, length: i64, place: Place) -> bool {
        length < self.line_length - place.column - place.closing
            && length + place.width + place.closing <= self.most
    }

    /// Whether a leaf and the comma before it can follow at this column.
    fn follows(&self, length: i64, column: i64, place: Place) -> bool {
        // There must be room for a comma where no bracket closes.
        let after = place.closing.max(1);
        length + 1 < self.line_length - column - after
            && place.width + length + 1 + after <= self.most
    }

    fn node(&mut self, node: NodeId, place: Place) -> Attempt<()> {
        let tree = self.tree;
        if self.fits(tree.nodes[node].length, place) {
            self.write(node);
            return Ok(());
        }
        deeper(|| match &tree.nodes[node].shape {
            Shape::Leaf(_) => {
                self.write(node);
                Ok(())
            }
            Shape::Segments(bits) => {
                self.segments(bits, place.right(2));
                Ok(())
            }
            Shape::List { elements, tail } => {
                self.push("[");
                self.elements(elements, *tail, place.right(1).wider(1))?;
                self.push("]");
                Ok(())
            }
            Shape::Tuple { elements, tagged } => {
                self.push("{");
                if *tagged {
                    self.tagged(elements, place.wider(1))?;
                } else {
                    self.elements(elements, None, place.right(1).wider(1))?;
                }
                self.push("}");
                Ok(())
            }
            Shape::Map(pairs) => {
                self.push("#{");
                // OTP counts two when it tries and one when it writes.
                self.pairs(pairs, place.right(2).wider(if self.trying { 2 } else { 1 }))?;
                self.push("}");
                Ok(())
            }
        })
    }

    fn elements(&mut self, elements: &[NodeId], tail: Option<NodeId>, place: Place) -> Attempt<()> {
        let (&first, rest) = elements.split_first().expect("what is empty is a leaf");
        let width = self.element(first, place.of_element(rest.is_empty()))?;
        self.following(rest, tail, place.wider(width), place.column + width)
    }

    /// The elements after the first one, which ended at the column `end`.
    fn following(
        &mut self,
        elements: &[NodeId],
        tail: Option<NodeId>,
        mut place: Place,
        mut end: i64,
    ) -> Attempt<()> {
        for (index, &element) in elements.iter().enumerate() {
            let element_place = place.of_element(index + 1 == elements.len());
            let length = self.tree.nodes[element].length;
            self.push(",");
            if self.tree.is_leaf(element) && self.follows(length, end, element_place) {
                self.write(element);
                end += length + 1;
                place.width += length + 1;
            } else {
                self.new_line(place.column);
                let width = self.element(element, element_place.on_new_line())?;
                end = place.column + width;
                place.width = width;
            }
        }
        match tail {
            Some(tail) => self.tail(tail, place.of_element(true), end),
            None => Ok(()),
        }
    }

    fn tail(&mut self, tail: NodeId, place: Place, end: i64) -> Attempt<()> {
        let length = self.tree.nodes[tail].length;
        self.push("|");
        if self.tree.is_leaf(tail) && self.follows(length, end, place) {
            self.write(tail);
            return Ok(());
        }
        self.new_line(place.column);
        // OTP forgets the line break when it tries.
        let column = if self.trying { end } else { place.column };
        self.node(tail, Place { column, ..place.on_new_line() })
    }

    /// Returns how much of the line is used: all of it, if more than a leaf was written.
    fn element(&mut self, element: NodeId, place: Place) -> Attempt<i64> {
        let length = self.tree.nodes[element].length;
        if self.tree.is_leaf(element) && self.fits(length, place) {
            self.write(element);
            return Ok(length);
        }
        self.node(element, place)?;
        Ok(self.line_length)
    }

    fn tagged(&mut self, elements: &[NodeId], place: Place) -> Attempt<()> {
        let tag_length = self.tree.nodes[elements[0]].length;
        // The brace, the tag and the comma.
        let after_tag = tag_length + 2;
        self.write(elements[0]);
        match self.tag_indentation {
            Some(indentation) if after_tag > indentation => {
                let inner = place.right(indentation).wider(tag_length);
                self.check_start(inner.column - 1)?;
                self.following(&elements[1..], None, inner, place.column + after_tag)
            }
            _ => {
                let inner = place.right(after_tag).wider(tag_length + 1);
                self.check_start(inner.column)?;
                self.push(",");
                self.elements(&elements[1..], None, inner)
            }
        }
    }

    /// Whether what begins at this column, and so begins rather far to the right, is good.
    fn check_start(&self, column: i64) -> Attempt<()> {
        let good = self.most + column < self.line_length || column < self.line_length / 2;
        if self.trying && !good { Err(TooNarrow) } else { Ok(()) }
    }

    fn pairs(&mut self, pairs: &[Pair], place: Place) -> Attempt<()> {
        let (&first, rest) = pairs.split_first().expect("what is empty is a leaf");
        let width = self.pair(first, place.of_element(rest.is_empty()))?;
        let mut end = place.column + width;
        // OTP forgets what is on the line already when it writes.
        let mut place = if self.trying { place } else { place.on_new_line() }.wider(width);
        for (index, &pair) in rest.iter().enumerate() {
            let pair_place = place.of_element(index + 1 == rest.len());
            self.push(",");
            if self.is_leaf_pair(pair) && self.follows(pair.length, end, pair_place) {
                self.write_pair(pair);
                end += pair.length + 1;
                place.width += pair.length + 1;
            } else {
                self.new_line(place.column);
                let width = self.pair(pair, pair_place.on_new_line())?;
                end = place.column + width;
                place.width = width;
            }
        }
        Ok(())
    }

    /// Returns how much of the line is used, as for elements.
    fn pair(&mut self, pair: Pair, place: Place) -> Attempt<i64> {
        if self.fits(pair.length, place) {
            self.write_pair(pair);
            return Ok(if self.is_leaf_pair(pair) { pair.length } else { self.line_length });
        }
        self.node(pair.key, place)?;
        self.push(" =>");
        let value_place = place.right(self.tag_indentation.unwrap_or(4)).on_new_line();
        self.new_line(value_place.column);
        self.node(pair.value, value_place)?;
        Ok(self.line_length)
    }

    fn is_leaf_pair(&self, pair: Pair) -> bool {
        self.tree.is_leaf(pair.key) && self.tree.is_leaf(pair.value)
    }

    fn write_pair(&mut self, pair: Pair) {
        if !self.trying {
            self.tree.write_pair(pair, &mut self.out);
        }
    }

    /// A bitstring in numbers: as many on each line as have room, but for eight characters always.
    fn segments(&mut self, bits: &Bits, place: Place) {
        if self.trying {
            return;
        }
        let room = (self.line_length - place.column).min(self.most - 4 - place.width);
        let room = (room - place.closing).max(8);
        let mut left = room;
        let mut segments = segments(bits).peekable();
        self.push("<<");
        while let Some(mut segment) = segments.next() {
            if segments.peek().is_some() {
                segment.push(',');
            }
            let length = segment.len() as i64;
            if length > left {
                self.new_line(place.column);
                left = room;
            }
            self.push(&segment);
            left -= length;
        }
        self.push(">>");
    }
}
