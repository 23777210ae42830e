//! What are the error function and its complement, to the last bit of the C library's?
//!
//! The rational approximations are those published by Sun Microsystems in 1993 (`s_erf.c` of
//! fdlibm), one per interval; the order of the operations is the GNU C library's, which adds the
//! terms of a polynomial in pairs.

// The numbers have the digits that were published.
#![allow(clippy::excessive_precision)]

/// `erf(1)`, rounded so that it has few bits.
const NEAR_ONE: f64 = 8.45062911510467529297e-01;
/// `2 / sqrt(pi) - 1`
const SLOPE: f64 = 1.28379167095512586316e-01;

const SMALL_TOP: [f64; 5] = [
    1.28379167095512558561e-01,
    -3.25042107247001499370e-01,
    -2.84817495755985104766e-02,
    -5.77027029648944159157e-03,
    -2.37630166566501626084e-05,
];
const SMALL_BOTTOM: [f64; 6] = [
    1.0,
    3.97917223959155352819e-01,
    6.50222499887672944485e-02,
    5.08130628187576562776e-03,
    1.32494738004321644526e-04,
    -3.96022827877536812320e-06,
];
const MIDDLE_TOP: [f64; 7] = [
    -2.36211856075265944077e-03,
    4.14856118683748331666e-01,
    -3.72207876035701323847e-01,
    3.18346619901161753674e-01,
    -1.10894694282396677476e-01,
    3.54783043256182359371e-02,
    -2.16637559486879084300e-03,
];
const MIDDLE_BOTTOM: [f64; 7] = [
    1.0,
    1.06420880400844228286e-01,
    5.40397917702171048937e-01,
    7.18286544141962662868e-02,
    1.26171219808761642112e-01,
    1.36370839120290507362e-02,
    1.19844998467991074170e-02,
];
const LARGE_TOP: [f64; 8] = [
    -9.86494403484714822705e-03,
    -6.93858572707181764372e-01,
    -1.05586262253232909814e+01,
    -6.23753324503260060396e+01,
    -1.62396669462573470355e+02,
    -1.84605092906711035994e+02,
    -8.12874355063065934246e+01,
    -9.81432934416914548592e+00,
];
const LARGE_BOTTOM: [f64; 9] = [
    1.0,
    1.96512716674392571292e+01,
    1.37657754143519042600e+02,
    4.34565877475229228821e+02,
    6.45387271733267880336e+02,
    4.29008140027567833386e+02,
    1.08635005541779435134e+02,
    6.57024977031928170135e+00,
    -6.04244152148580987438e-02,
];
const HUGE_TOP: [f64; 7] = [
    -9.86494292470009928597e-03,
    -7.99283237680523006574e-01,
    -1.77579549177547519889e+01,
    -1.60636384855821916062e+02,
    -6.37566443368389627722e+02,
    -1.02509513161107724954e+03,
    -4.83519191608651397019e+02,
];
const HUGE_BOTTOM: [f64; 8] = [
    1.0,
    3.03380607434824582924e+01,
    3.25792512996573918826e+02,
    1.53672958608443695994e+03,
    3.19985821950859553908e+03,
    2.55305040643316442583e+03,
    4.74528541206955367215e+02,
    -2.24409524465858183362e+01,
];

/// `c₀ + c₁x + c₂x² + …`, added up as `(c₀ + c₁x) + x²(c₂ + c₃x) + x⁴(c₄ + c₅x) + …`
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    let square = x * x;
    let mut power = 1.0;
    let mut sum = 0.0;
    for (place, pair) in coefficients.chunks(2).enumerate() {
        let part = if let [low, high] = pair { low + x * high } else { pair[0] };
        sum = if place == 0 { part } else { sum + power * part };
        power = next_power(power, square, place);
    }
    sum
}

/// x², x⁴, x⁶ as x⁴x², x⁸ as x⁴x⁴: the last is rounded another way than x⁶x² would be.
fn next_power(power: f64, square: f64, place: usize) -> f64 {
    let fourth = square * square;
    match place {
        0 => square,
        1 => fourth,
        2 => fourth * square,
        3 => fourth * fourth,
        _ => power,
    }
}

fn near_zero(x: f64) -> f64 {
    let square = x * x;
    polynomial(&SMALL_TOP, square) / polynomial(&SMALL_BOTTOM, square)
}

/// `erf(1 + x) - erf(1)`
fn near_one(x: f64) -> f64 {
    polynomial(&MIDDLE_TOP, x) / polynomial(&MIDDLE_BOTTOM, x)
}

/// `erfc(x)` for `x` from 1.25 on.
fn far(x: f64) -> f64 {
    let s = 1.0 / (x * x);
    // The words of the number decide which interval it belongs to; the border is about 1 / 0.35.
    let ratio = if (x.to_bits() >> 32) < 0x4006_DB6D {
        polynomial(&LARGE_TOP, s) / polynomial(&LARGE_BOTTOM, s)
    } else {
        polynomial(&HUGE_TOP, s) / polynomial(&HUGE_BOTTOM, s)
    };
    let rounded = f64::from_bits(x.to_bits() & 0xFFFF_FFFF_0000_0000);
    let error = (-rounded * rounded - 0.5625).exp() * ((rounded - x) * (rounded + x) + ratio).exp();
    error / x
}

pub fn erf(x: f64) -> f64 {
    let size = x.abs();
    if size < 1.0 / (1 << 28) as f64 {
        // Avoids losing bits of numbers that are not normal.
        if size.to_bits() >> 32 < 0x0080_0000 {
            return 0.0625 * (16.0 * x + (16.0 * SLOPE) * x);
        }
        return x + SLOPE * x;
    }
    if size < 0.84375 {
        return x + x * near_zero(x);
    }
    let result = if size < 1.25 {
        NEAR_ONE + near_one(size - 1.0)
    } else if size < 6.0 {
        1.0 - far(size)
    } else {
        1.0
    };
    result.copysign(x)
}

pub fn erfc(x: f64) -> f64 {
    let size = x.abs();
    if size < 1.0 / (1u64 << 56) as f64 {
        return 1.0 - x;
    }
    if size < 0.84375 {
        let y = near_zero(x);
        // Less than 1/4, the difference to one keeps its bits.
        return if x < 0.25 { 1.0 - (x + x * y) } else { 0.5 - (x - 0.5 + x * y) };
    }
    if size < 1.25 {
        let difference = near_one(size - 1.0);
        return if x >= 0.0 { 1.0 - NEAR_ONE - difference } else { 1.0 + (NEAR_ONE + difference) };
    }
    match x {
        _ if x >= 28.0 => 0.0,
        _ if x > 0.0 => far(x),
        _ if x < -6.0 => 2.0,
        _ => 2.0 - far(size),
    }
}
