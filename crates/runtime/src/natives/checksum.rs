//! What are the checksums of some data: CRC-32, Adler-32 and MD5?
//!
//! MD5 is written out here because the BEAM's `md5_init/0` and `md5_update/2` show the state in
//! the middle as a binary, with the layout of the C structure.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;

crate::natives! {
    "erlang" {
        "adler32"/1 = |heap, arguments| checksum(heap, &[Value::index(1), arguments[0]], adler32),
        "adler32"/2 = |heap, arguments| checksum(heap, arguments, adler32),
        "adler32_combine"/3 = |heap, arguments| combine(heap, arguments, adler32_combine),
        "crc32"/1 = |heap, arguments| checksum(heap, &[Value::index(0), arguments[0]], crc32),
        "crc32"/2 = |heap, arguments| checksum(heap, arguments, crc32),
        "crc32_combine"/3 = |heap, arguments| combine(heap, arguments, crc32_combine),
        "md5"/1 = md5,
        "md5_final"/1 = md5_final,
        "md5_init"/0 = md5_init,
        "md5_update"/2 = md5_update,
    }
}

fn data(heap: &Heap, iodata: Value) -> Result<Vec<u8>, Raise> {
    let bytes = heap.iodata_bytes(iodata).map_err(|_| Raise::badarg())?;
    heap.work.pay_ahead(bytes.len() as u64);
    Ok(bytes)
}

/// Any integer from 0 that fits in 32 bits.
fn word(heap: &Heap, value: Value) -> Result<u32, Raise> {
    heap.as_i64(value).and_then(|number| u32::try_from(number).ok()).ok_or_else(Raise::badarg)
}

/// The checksum of old data, continued by more data.
fn checksum(heap: &mut Heap, arguments: &[Value], add: fn(u32, &[u8]) -> u32) -> NativeResult {
    let old = word(heap, arguments[0])?;
    if arguments[1].is_nil() {
        return Ok(arguments[0]);
    }
    let sum = add(old, &data(heap, arguments[1])?);
    Ok(Value::index(sum as usize))
}

/// The checksum of two pieces of data, from that of each and the length of the second.
fn combine(
    heap: &mut Heap,
    arguments: &[Value],
    combine: fn(u32, u32, u32) -> u32,
) -> NativeResult {
    let first = word(heap, arguments[0])?;
    let second = word(heap, arguments[1])?;
    let length = word(heap, arguments[2])?;
    Ok(Value::index(combine(first, second, length) as usize))
}

// ---- Adler-32 ----

const ADLER_BASE: u32 = 65_521;
/// So many bytes can be added before the sums overflow.
const ADLER_RUN: usize = 5_552;

/// As zlib has it, also for an old sum whose halves are not below the base: one byte is reduced by
/// subtraction, more of them by division.
fn adler32(old: u32, bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (old & 0xFFFF, old >> 16);
    if let &[byte] = bytes {
        low = reduced(low + u32::from(byte), ADLER_BASE);
        high = reduced(high + low, ADLER_BASE);
        return (high << 16) | low;
    }
    for run in bytes.chunks(ADLER_RUN) {
        for &byte in run {
            low += u32::from(byte);
            high += low;
        }
        low %= ADLER_BASE;
        high %= ADLER_BASE;
    }
    ((high % ADLER_BASE) << 16) | (low % ADLER_BASE)
}

fn reduced(sum: u32, base: u32) -> u32 {
    if sum >= base { sum - base } else { sum }
}

/// As zlib has it, whose sums overflow if the halves are not below the base.
fn adler32_combine(first: u32, second: u32, length: u32) -> u32 {
    if length == 0 {
        return first;
    }
    let length = length % ADLER_BASE;
    let shifted = u64::from(length) * u64::from(first & 0xFFFF) % u64::from(ADLER_BASE);
    let low = (first & 0xFFFF) + (second & 0xFFFF) + ADLER_BASE - 1;
    let low = reduced(reduced(low, ADLER_BASE), ADLER_BASE);
    let high = shifted as u32 + (first >> 16) + (second >> 16) + ADLER_BASE - length;
    let high = reduced(reduced(high, 2 * ADLER_BASE), ADLER_BASE);
    (high << 16) | low
}

// ---- CRC-32 ----

const CRC_POLYNOMIAL: u32 = 0xEDB8_8320;

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { CRC_POLYNOMIAL ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

fn crc32(old: u32, bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| CRC_TABLE[((sum as u8) ^ byte) as usize] ^ (sum >> 8);
    !bytes.iter().fold(!old, step)
}

/// The first sum moves on by as many zero bytes as the second piece has, which is a linear map of
/// its bits: one matrix per power of two.
fn crc32_combine(first: u32, second: u32, length: u32) -> u32 {
    let by_one_bit =
        std::array::from_fn(|bit| if bit == 0 { CRC_POLYNOMIAL } else { 1 << (bit - 1) });
    let by_four_bits = square(&square(&by_one_bit));
    let mut by_bytes = square(&by_four_bits);
    let mut sum = first;
    let mut rest = length;
    while rest > 0 {
        if rest & 1 == 1 {
            sum = times(&by_bytes, sum);
        }
        by_bytes = square(&by_bytes);
        rest >>= 1;
    }
    sum ^ second
}

fn times(matrix: &[u32; 32], vector: u32) -> u32 {
    (0..32).filter(|bit| vector >> bit & 1 == 1).fold(0, |sum, bit| sum ^ matrix[bit])
}

fn square(matrix: &[u32; 32]) -> [u32; 32] {
    std::array::from_fn(|bit| times(matrix, matrix[bit]))
}

// ---- MD5 ----

/// The state of a sum that is not finished, as the C structure has it.
struct Md5 {
    sums: [u32; 4],
    /// How many bits have been added.
    bits: u64,
    /// The bytes of the last block that is not yet full, and what earlier blocks left behind.
    block: [u8; 64],
}

const MD5_SIZE: usize = 88;

const MD5_SHIFTS: [[u32; 4]; 4] =
    [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

fn md5(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let bytes = data(heap, arguments[0])?;
    let mut state = Md5::new();
    state.add(&bytes);
    Ok(heap.binary(&state.finish()))
}

fn md5_init(heap: &mut Heap, _: &[Value]) -> NativeResult {
    Ok(heap.binary(&Md5::new().to_bytes()))
}

fn md5_update(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut state = Md5::of(heap, arguments[0])?;
    state.add(&data(heap, arguments[1])?);
    Ok(heap.binary(&state.to_bytes()))
}

fn md5_final(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let state = Md5::of(heap, arguments[0])?;
    Ok(heap.binary(&state.finish()))
}

impl Md5 {
    fn new() -> Md5 {
        let sums = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];
        Md5 { sums, bits: 0, block: [0; 64] }
    }

    /// The state that a program holds as a binary.
    fn of(heap: &Heap, value: Value) -> Result<Md5, Raise> {
        let bytes = heap.binary_bytes(value).filter(|bytes| bytes.len() == MD5_SIZE);
        let bytes = bytes.ok_or_else(Raise::badarg)?;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        Ok(Md5 {
            sums: std::array::from_fn(|place| word(4 * place)),
            bits: u64::from(word(16)) | u64::from(word(20)) << 32,
            block: bytes[24..].try_into().expect("64 bytes"),
        })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MD5_SIZE);
        bytes.extend(self.sums.iter().flat_map(|sum| sum.to_le_bytes()));
        bytes.extend(self.bits.to_le_bytes());
        bytes.extend(self.block);
        bytes
    }

    fn add(&mut self, mut bytes: &[u8]) {
        let mut used = (self.bits / 8 % 64) as usize;
        self.bits = self.bits.wrapping_add((bytes.len() as u64).wrapping_mul(8));
        while used + bytes.len() >= 64 {
            let (now, rest) = bytes.split_at(64 - used);
            self.block[used..].copy_from_slice(now);
            self.transform();
            bytes = rest;
            used = 0;
        }
        self.block[used..used + bytes.len()].copy_from_slice(bytes);
    }

    fn finish(mut self) -> [u8; 16] {
        let bits = self.bits;
        let used = (bits / 8 % 64) as usize;
        let padding = if used < 56 { 56 - used } else { 120 - used };
        let mut end = vec![0; padding];
        end[0] = 0x80;
        end.extend(bits.to_le_bytes());
        self.add(&end);
        let mut digest = [0; 16];
        for (place, sum) in self.sums.iter().enumerate() {
            digest[4 * place..4 * place + 4].copy_from_slice(&sum.to_le_bytes());
        }
        digest
    }

    /// Adds the block to the sums.
    fn transform(&mut self) {
        let words: [u32; 16] = std::array::from_fn(|place| {
            u32::from_le_bytes(self.block[4 * place..4 * place + 4].try_into().expect("4 bytes"))
        });
        let [mut a, mut b, mut c, mut d] = self.sums;
        for step in 0..64 {
            let (mixed, word) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((b & d) | (c & !d), 5 * step + 1),
                2 => (b ^ c ^ d, 3 * step + 5),
                _ => (c ^ (b | !d), 7 * step),
            };
            let sum =
                a.wrapping_add(mixed).wrapping_add(words[word % 16]).wrapping_add(MD5_SINES[step]);
            let rotated = sum.rotate_left(MD5_SHIFTS[step / 16][step % 4]);
            (a, b, c, d) = (d, b.wrapping_add(rotated), b, c);
        }
        for (sum, more) in self.sums.iter_mut().zip([a, b, c, d]) {
            *sum = sum.wrapping_add(more);
        }
    }
}

/// The fractions of the sines of 1 to 64.
const MD5_SINES: [u32; 64] = [
    0xD76A_A478,
    0xE8C7_B756,
    0x2420_70DB,
    0xC1BD_CEEE,
    0xF57C_0FAF,
    0x4787_C62A,
    0xA830_4613,
    0xFD46_9501,
    0x6980_98D8,
    0x8B44_F7AF,
    0xFFFF_5BB1,
    0x895C_D7BE,
    0x6B90_1122,
    0xFD98_7193,
    0xA679_438E,
    0x49B4_0821,
    0xF61E_2562,
    0xC040_B340,
    0x265E_5A51,
    0xE9B6_C7AA,
    0xD62F_105D,
    0x0244_1453,
    0xD8A1_E681,
    0xE7D3_FBC8,
    0x21E1_CDE6,
    0xC337_07D6,
    0xF4D5_0D87,
    0x455A_14ED,
    0xA9E3_E905,
    0xFCEF_A3F8,
    0x676F_02D9,
    0x8D2A_4C8A,
    0xFFFA_3942,
    0x8771_F681,
    0x6D9D_6122,
    0xFDE5_380C,
    0xA4BE_EA44,
    0x4BDE_CFA9,
    0xF6BB_4B60,
    0xBEBF_BC70,
    0x289B_7EC6,
    0xEAA1_27FA,
    0xD4EF_3085,
    0x0488_1D05,
    0xD9D4_D039,
    0xE6DB_99E5,
    0x1FA2_7CF8,
    0xC4AC_5665,
    0xF429_2244,
    0x432A_FF97,
    0xAB94_23A7,
    0xFC93_A039,
    0x655B_59C3,
    0x8F0C_CC92,
    0xFFEF_F47D,
    0x8584_5DD1,
    0x6FA8_7E4F,
    0xFE2C_E6E0,
    0xA301_4314,
    0x4E08_11A1,
    0xF753_7E82,
    0xBD3A_F235,
    0x2AD7_D2BB,
    0xEB86_D391,
];

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"The quick brown fox jumps over the lazy dog";

    #[test]
    fn published_sums() {
        assert_eq!(crc32(0, TEXT), 0x414F_A339);
        assert_eq!(adler32(1, TEXT), 0x5BDC_0FDA);
        let mut state = Md5::new();
        state.add(TEXT);
        assert_eq!(u128::from_be_bytes(state.finish()), 0x9e107d9d372bb6826bd81d3542a419d6);
    }

    #[test]
    fn sums_of_parts_combine() {
        for split in 0..TEXT.len() {
            let (left, right) = TEXT.split_at(split);
            let crc = crc32_combine(crc32(0, left), crc32(0, right), right.len() as u32);
            assert_eq!(crc, crc32(0, TEXT));
            let adler = adler32_combine(adler32(1, left), adler32(1, right), right.len() as u32);
            assert_eq!(adler, adler32(1, TEXT));
        }
    }
}
