//! Which script may the page run? Its content policy names it by its SHA-256 (FIPS 180-4), as base64.

/// `sha256-…`, as a content policy wants it.
pub fn source_expression(text: &str) -> String {
    format!("sha256-{}", base64(&sha256(text.as_bytes())))
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let primes = (2u64..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
    let mut constants = [0; 64];
    for (constant, prime) in constants.iter_mut().zip(primes) {
        *constant = fraction(prime, 3);
    }
    constants
}

/// The first 32 bits of the fractional part of a root: found bit by bit, for floats have too few.
fn fraction(number: u64, degree: u32) -> u32 {
    let wanted = u128::from(number) << (32 * degree);
    let mut root = 0u128;
    for bit in (0..40).rev() {
        let next = root | 1 << bit;
        if next.pow(degree) <= wanted {
            root = next;
        }
    }
    root as u32
}

fn sha256(message: &[u8]) -> [u8; 32] {
    let constants = constants();
    let mut state = [2, 3, 5, 7, 11, 13, 17, 19].map(|prime| fraction(prime, 2));
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words = [0u32; 64];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for at in 16..64 {
            let (far, near) = (words[at - 15], words[at - 2]);
            let first = far.rotate_right(7) ^ far.rotate_right(18) ^ far >> 3;
            let second = near.rotate_right(17) ^ near.rotate_right(19) ^ near >> 10;
            words[at] =
                words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (word, constant) in words.iter().zip(constants) {
            let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let chosen = e & f ^ !e & g;
            let first = h
                .wrapping_add(mixed)
                .wrapping_add(chosen)
                .wrapping_add(constant)
                .wrapping_add(*word);
            let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = a & b ^ a & c ^ b & c;
            let second = mixed.wrapping_add(majority);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (part, worked) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *part = part.wrapping_add(worked);
        }
    }
    let mut digest = [0; 32];
    for (bytes, part) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&part.to_be_bytes());
    }
    digest
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= chunk.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_that_everybody_knows() {
        let abc = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
        assert_eq!(source_expression("abc"), abc);
        let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(source_expression(""), empty);
        let long = "a".repeat(1_000_000);
        let known = "sha256-zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=";
        assert_eq!(source_expression(&long), known);
    }
}
