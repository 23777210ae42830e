//! Are the two zeros the same? It depends on the OTP, and so on a setting of the whole process,
//! which is why this test is alone.

use term::order::{self, compare_exact, equal, exactly_equal};
use term::{Map, Term};

#[test]
fn the_zeros() {
    let (plus, minus) = (Term::Float(0.0), Term::Float(-0.0));
    let keys = || Map::from_pairs(vec![(plus.clone(), 1.into()), (minus.clone(), 2.into())]).len();
    assert!(equal(&plus, &minus) && exactly_equal(&plus, &minus));
    assert_eq!(keys(), 1);
    order::set_signed_zero_distinct(true);
    assert!(equal(&plus, &minus) && !exactly_equal(&plus, &minus));
    assert!(compare_exact(&minus, &plus).is_lt());
    assert_eq!(keys(), 2);
}
