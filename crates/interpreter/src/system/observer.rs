//! What does somebody need who watches how a run goes on? See [`crate::endless`].

use runtime::Value;
use runtime::collect::Collection;

#[derive(Default)]
pub struct Observer {
    /// Is there one?
    pub is_there: bool,
    /// Values that are looked at again later, wherever the collector moves them.
    pub values: Vec<Value>,
    /// How often something changed besides the stack of the process that runs, or was asked of the
    /// world, which may change. (It counts for sure only while somebody watches.)
    pub changes: u64,
    /// How often that was something which [`crate::endless::livelock`] does not see.
    pub beyond: u64,
}

impl Observer {
    pub(super) fn visit(&mut self, collection: &mut Collection) {
        collection.visit_all(&mut self.values);
    }
}
