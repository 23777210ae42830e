//! What comes of an attempt? Something, or nothing because there is nothing, or nothing because it
//! was given up.
//!
//! That the last two are never taken for each other is what `proved` rests on. So a step that gives
//! up says that in its result, and whoever goes on to another alternative joins the two reasons.

/// What an attempt came to, or why it came to nothing.
pub type Attempt<T, W> = Result<T, Halt<W>>;

/// Why an attempt came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt<W> {
    /// There is nothing: everything was looked at, and nothing assumed.
    Impossible,
    /// There may be something all the same.
    GaveUp(W),
}

impl<W> Halt<W> {
    /// Neither of two alternatives came to anything: only if both are impossible is it all. Of two
    /// reasons, the later one.
    #[must_use]
    pub fn join(self, later: Halt<W>) -> Halt<W> {
        match later {
            Halt::Impossible => self,
            gave_up => gave_up,
        }
    }

    /// The same with a reason of the caller's words.
    pub fn because<V>(self, why: impl FnOnce(W) -> V) -> Halt<V> {
        match self {
            Halt::Impossible => Halt::Impossible,
            Halt::GaveUp(detail) => Halt::GaveUp(why(detail)),
        }
    }
}

/// One alternative after the other: the first that comes to something.
pub fn first<A, T, W>(
    alternatives: impl IntoIterator<Item = A>,
    mut attempt: impl FnMut(A) -> Attempt<T, W>,
) -> Attempt<T, W> {
    let mut halt = Halt::Impossible;
    for alternative in alternatives {
        match attempt(alternative) {
            Ok(found) => return Ok(found),
            Err(other) => halt = halt.join(other),
        }
    }
    Err(halt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_up_once_is_not_impossible() {
        let try_all = |all: &[Attempt<u8, &'static str>]| first(all, |each| *each);
        let (no, dark) = (Err(Halt::Impossible), Err(Halt::GaveUp("too dark")));
        let cold = Err(Halt::GaveUp("too cold"));
        assert_eq!(try_all(&[]), no);
        assert_eq!(try_all(&[no, no]), no);
        assert_eq!(try_all(&[dark, no]), dark);
        assert_eq!(try_all(&[no, dark]), dark);
        assert_eq!(try_all(&[dark, cold, no]), cold);
        assert_eq!(try_all(&[no, dark, Ok(1), cold]), Ok(1));
    }
}
