//! The queenshot program.

fn main() {}
