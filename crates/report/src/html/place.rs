//! How is a place in the program called on the page?

use term::Term;
use trace::Site;

pub trait Named {
    /// `shop:total/2, line 16`
    fn named(&self) -> String;
}

impl Named for Site {
    fn named(&self) -> String {
        let (module, function) = (Term::Atom(self.module), Term::Atom(self.function.name));
        let function = format!("{module}:{function}/{}", self.function.arity);
        match self.position.line {
            0 => function,
            line => format!("{function}, line {line}"),
        }
    }
}
