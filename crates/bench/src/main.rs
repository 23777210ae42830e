//! How fast is it?

fn main() {}
