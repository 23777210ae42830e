//! What does the BEAM return on the paths that were taken? Asked only where tests are made of it.

use term::Term;

/// The call that took a path, as the BEAM answers it today.
#[derive(Clone, Debug)]
pub struct PathResult {
    pub arguments: Vec<Term>,
    /// What it returned, or why that makes no test.
    pub returned: Result<Term, String>,
}
