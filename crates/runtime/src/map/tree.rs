//! How is a large map kept? In a persistent weight-balanced tree (Adams, "Efficient sets: a
//! balancing act"; the balance parameters are those of Hirai and Yamamoto), so that a change copies
//! one path only.

use super::FLAT_LIMIT;
use crate::compare::compare_exact;
use crate::heap::Heap;
use crate::value::{Kind, Value};
use std::cmp::Ordering;

/// A subtree may weigh this many times what its sibling weighs …
pub(super) const DELTA: usize = 3;
/// … and a single rotation suffices while the inner grandchild weighs less than this many times
/// the outer one.
const GAMMA: usize = 2;

/// No subtree.
pub(super) const EMPTY: Value = Value::NIL;

/// A [`Kind::MapNode`] taken apart.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) key: Value,
    pub(super) value: Value,
    pub(super) left: Value,
    pub(super) right: Value,
}

/// Looking at trees.
impl Heap {
    pub(super) fn tree_get(&self, mut tree: Value, key: Value) -> Option<Value> {
        while tree != EMPTY {
            let node = self.node(tree);
            tree = match compare_exact(self, key, node.key) {
                Ordering::Less => node.left,
                Ordering::Greater => node.right,
                Ordering::Equal => return Some(node.value),
            };
        }
        None
    }

    /// The nodes whose pairs are still to come after the first `skip`, the next one last.
    pub(super) fn path_to(&self, mut tree: Value, mut skip: usize) -> Vec<Value> {
        let mut path = Vec::new();
        while tree != EMPTY {
            let node = self.node(tree);
            let before = self.weight(node.left);
            if skip <= before {
                path.push(tree);
                tree = node.left;
            } else {
                skip -= before + 1;
                tree = node.right;
            }
        }
        path
    }

    pub(super) fn node(&self, tree: Value) -> Node {
        let payload = self.payload(tree);
        Node { key: payload[0], value: payload[1], left: payload[2], right: payload[3] }
    }

    /// The number of pairs in a tree.
    pub(super) fn weight(&self, tree: Value) -> usize {
        if tree == EMPTY { 0 } else { self.payload(tree)[4].small_number() as usize }
    }
}

/// Making and changing trees.
impl Heap {
    pub(super) fn tree_map(&mut self, root: Value) -> Value {
        let size = self.weight(root);
        self.boxed(Kind::TreeMap, &[Value::index(size), root])
    }

    /// A map of the pairs in a tree, flat if there are few.
    pub(super) fn map_of_tree(&mut self, root: Value) -> Value {
        let map = self.tree_map(root);
        if self.weight(root) > FLAT_LIMIT {
            return map;
        }
        let pairs: Vec<_> = self.map_pairs(map).collect();
        self.map_from_sorted(&pairs)
    }

    fn tree(&mut self, node: Node) -> Value {
        let weight = self.weight(node.left) + self.weight(node.right) + 1;
        let words = [node.key, node.value, node.left, node.right, Value::index(weight)];
        self.boxed(Kind::MapNode, &words)
    }

    pub(super) fn tree_from_sorted(&mut self, pairs: &[(Value, Value)]) -> Value {
        if pairs.is_empty() {
            return EMPTY;
        }
        let (smaller, rest) = pairs.split_at(pairs.len() / 2);
        let left = self.tree_from_sorted(smaller);
        let right = self.tree_from_sorted(&rest[1..]);
        self.tree(Node { key: rest[0].0, value: rest[0].1, left, right })
    }

    pub(super) fn tree_put(&mut self, tree: Value, key: Value, value: Value) -> Value {
        if tree == EMPTY {
            return self.tree(Node { key, value, left: EMPTY, right: EMPTY });
        }
        let node = self.node(tree);
        match compare_exact(self, key, node.key) {
            Ordering::Equal if node.value == value => tree,
            Ordering::Equal => self.tree(Node { value, ..node }),
            Ordering::Less => {
                let left = self.tree_put(node.left, key, value);
                if left == node.left { tree } else { self.balanced(Node { left, ..node }) }
            }
            Ordering::Greater => {
                let right = self.tree_put(node.right, key, value);
                if right == node.right { tree } else { self.balanced(Node { right, ..node }) }
            }
        }
    }

    /// The tree without a key that it has.
    pub(super) fn tree_remove(&mut self, tree: Value, key: Value) -> Value {
        let node = self.node(tree);
        match compare_exact(self, key, node.key) {
            Ordering::Less => {
                let left = self.tree_remove(node.left, key);
                self.balanced(Node { left, ..node })
            }
            Ordering::Greater => {
                let right = self.tree_remove(node.right, key);
                self.balanced(Node { right, ..node })
            }
            Ordering::Equal => self.joined(node.left, node.right),
        }
    }

    /// The pairs of two neighbouring trees as one tree.
    fn joined(&mut self, left: Value, right: Value) -> Value {
        if left == EMPTY {
            return right;
        }
        if right == EMPTY {
            return left;
        }
        let (first, right) = self.without_first(right);
        self.balanced(Node { left, right, ..first })
    }

    /// The first pair of a tree that is not empty, and the rest.
    fn without_first(&mut self, tree: Value) -> (Node, Value) {
        let node = self.node(tree);
        if node.left == EMPTY {
            return (node, node.right);
        }
        let (first, left) = self.without_first(node.left);
        (first, self.balanced(Node { left, ..node }))
    }

    /// A tree of this node, after one of its subtrees grew or shrank by one pair.
    fn balanced(&mut self, node: Node) -> Value {
        let (left, right) = (self.weight(node.left) + 1, self.weight(node.right) + 1);
        if right > DELTA * left {
            self.rotate_left(node)
        } else if left > DELTA * right {
            self.rotate_right(node)
        } else {
            self.tree(node)
        }
    }

    fn rotate_left(&mut self, node: Node) -> Value {
        let right = self.node(node.right);
        if self.weight(right.left) + 1 < GAMMA * (self.weight(right.right) + 1) {
            let left = self.tree(Node { right: right.left, ..node });
            return self.tree(Node { left, ..right });
        }
        let middle = self.node(right.left);
        let left = self.tree(Node { right: middle.left, ..node });
        let right = self.tree(Node { left: middle.right, ..right });
        self.tree(Node { left, right, ..middle })
    }

    fn rotate_right(&mut self, node: Node) -> Value {
        let left = self.node(node.left);
        if self.weight(left.right) + 1 < GAMMA * (self.weight(left.left) + 1) {
            let right = self.tree(Node { left: left.right, ..node });
            return self.tree(Node { right, ..left });
        }
        let middle = self.node(left.right);
        let right = self.tree(Node { left: middle.right, ..node });
        let left = self.tree(Node { right: middle.left, ..left });
        self.tree(Node { left, right, ..middle })
    }
}
