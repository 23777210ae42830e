//! What bits are a float, or a character? The IEEE sizes of 16, 32 and 64 bits; UTF-8, UTF-16 and
//! UTF-32.

/// Is this the code point of a character? Surrogates are not.
pub fn is_character(code_point: u32) -> bool {
    char::from_u32(code_point).is_some()
}

/// The bits of a float in a segment of `size` bits, if a segment can have that size. A number that
/// is too large for it becomes infinite, as on the BEAM.
pub fn float_to_bits(number: f64, size: usize) -> Option<u64> {
    match size {
        16 => Some(half_from(number).into()),
        32 => Some((number as f32).to_bits().into()),
        64 => Some(number.to_bits()),
        _ => None,
    }
}

/// The float that these bits are; `None` for those that Erlang has no float for.
pub fn float_from_bits(bits: u64, size: usize) -> Option<f64> {
    let number = match size {
        16 => half_to(bits as u16),
        32 => f32::from_bits(bits as u32).into(),
        64 => f64::from_bits(bits),
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// Rounds to the nearest half-precision float, of two equally near to the even one.
fn half_from(number: f64) -> u16 {
    const MANTISSA: u32 = 52;
    const HALF_MANTISSA: u32 = 10;
    let bits = number.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let exponent = ((bits >> MANTISSA) & 0x7FF) as i32 - 1023;
    if exponent > 15 {
        return sign | 0x7C00;
    }
    // The numbers below 2^-14 all have the step of 2^-24.
    let below_normal = (-14 - exponent).max(0) as u32;
    let dropped = MANTISSA - HALF_MANTISSA + below_normal;
    if dropped > MANTISSA + 1 {
        return sign;
    }
    let mantissa = (bits & ((1 << MANTISSA) - 1)) | (1 << MANTISSA);
    let kept = mantissa >> dropped;
    let rest = mantissa & ((1 << dropped) - 1);
    let middle = 1 << (dropped - 1);
    let rounded = kept + u64::from(rest > middle || (rest == middle && kept & 1 == 1));
    // The mantissa's leading one, if it has one, counts as one more in the exponent.
    let biased = if below_normal > 0 { 0 } else { (exponent + 14) as u64 };
    sign | ((biased << HALF_MANTISSA) + rounded) as u16
}

fn half_to(half: u16) -> f64 {
    let mantissa = f64::from(half & 0x3FF);
    let magnitude = match (half >> 10) & 0x1F {
        0 => mantissa * 2f64.powi(-24),
        0x1F => f64::INFINITY,
        exponent => (mantissa + 1024.0) * 2f64.powi(i32::from(exponent) - 25),
    };
    if half & 0x8000 == 0 { magnitude } else { -magnitude }
}

/// The number that four bytes, at most, are as UTF-8, and how many of them count. As the BEAM
/// matches: nothing overlong, no surrogates, nothing above 16#10FFFF.
pub fn decode_utf8(bytes: &[u8]) -> Option<(u32, usize)> {
    let &first = bytes.first()?;
    let (length, leading) = match first {
        0x00..=0x7F => return Some((first.into(), 1)),
        0xC2..=0xDF => (2, first & 0x1F),
        0xE0..=0xEF => (3, first & 0x0F),
        0xF0..=0xF4 => (4, first & 0x07),
        _ => return None,
    };
    let mut code_point = u32::from(leading);
    for &byte in bytes.get(1..length)? {
        if byte & 0xC0 != 0x80 {
            return None;
        }
        code_point = (code_point << 6) | u32::from(byte & 0x3F);
    }
    let smallest = [0, 0, 0x80, 0x800, 0x1_0000][length];
    (code_point >= smallest && is_character(code_point)).then_some((code_point, length))
}

/// The character of a UTF-16 unit and the one behind it, and how many of the units count.
pub fn decode_utf16(first: u16, second: Option<u16>) -> Option<(u32, usize)> {
    match (first, second) {
        (0xD800..=0xDBFF, Some(second @ 0xDC00..=0xDFFF)) => {
            let high = u32::from(first - 0xD800) << 10;
            Some((0x1_0000 + high + u32::from(second - 0xDC00), 2))
        }
        (0xD800..=0xDFFF, _) => None,
        _ => Some((first.into(), 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_the_way_there_and_back() {
        for half in 0..=u16::MAX {
            match float_from_bits(half.into(), 16) {
                Some(number) => assert_eq!(float_to_bits(number, 16), Some(half.into())),
                None => assert_eq!((half >> 10) & 0x1F, 0x1F),
            }
        }
    }

    #[test]
    fn halves_are_rounded_as_the_beam_rounds() {
        let cases = [
            (65519.999, 0x7BFF),
            (65520.0, 0x7C00),
            (-1.0e300, 0xFC00),
            (2.98e-8, 0),
            (2.9802322387695313e-8, 0),
            (2.99e-8, 1),
            (6.1035156e-5, 0x0400),
        ];
        for (number, half) in cases {
            assert_eq!(float_to_bits(number, 16), Some(half), "{number}");
        }
    }

    #[test]
    fn utf8_is_decoded_strictly() {
        for code_point in (0..=0x10_FFFF).step_by(7) {
            let Some(character) = char::from_u32(code_point) else { continue };
            let mut bytes = [0; 4];
            let length = character.encode_utf8(&mut bytes).len();
            assert_eq!(decode_utf8(&bytes), Some((code_point, length)));
            assert_eq!(decode_utf8(&bytes[..length - 1]), None);
        }
        for wrong in
            [&[0xC1, 0xBF][..], &[0xE0, 0x9F, 0xBF], &[0xED, 0xA0, 0x80], &[0xF4, 0x90, 0x80, 0x80]]
        {
            assert_eq!(decode_utf8(wrong), None);
        }
    }
}
