//! What time is it? Virtual time: it begins at the same moment in every run and goes on with the
//! work done (see [`crate::system`]). The time zone is UTC.
//!
//! As on the BEAM, monotonic time counts from far below zero, and the native unit is the nanosecond.

use super::Row;
use crate::system::Context;
use num_bigint::BigInt;
use num_integer::Integer;
use runtime::{Heap, NativeResult, Raise, Value};
use term::Atom;

pub const NATIVES: &[Row] = &[
    ("erlang", "monotonic_time", 0, |context, _| native(context, monotonic(context))),
    ("erlang", "monotonic_time", 1, |context, a| in_unit(context, monotonic(context), a[0])),
    ("erlang", "system_time", 0, |context, _| native(context, system(context))),
    ("erlang", "system_time", 1, |context, a| in_unit(context, system(context), a[0])),
    ("erlang", "time_offset", 0, |context, _| native(context, OFFSET)),
    ("erlang", "time_offset", 1, |context, a| in_unit(context, OFFSET, a[0])),
    ("erlang", "timestamp", 0, timestamp),
    ("erlang", "now", 0, now),
    ("erlang", "date", 0, date),
    ("erlang", "time", 0, time),
    ("erlang", "localtime", 0, date_and_time),
    ("erlang", "universaltime", 0, date_and_time),
    ("erlang", "localtime_to_universaltime", 1, checked_date),
    ("erlang", "localtime_to_universaltime", 2, to_universal_time),
    ("erlang", "universaltime_to_localtime", 1, checked_date),
    ("erlang", "universaltime_to_posixtime", 1, to_posix_time),
    ("erlang", "posixtime_to_universaltime", 1, from_posix_time),
    ("erlang", "unique_integer", 0, |context, _| Ok(unique_integer(context, false))),
    ("erlang", "unique_integer", 1, unique_integer_with),
    ("erts_internal", "time_unit", 0, |_, _| Ok(Value::index(NANOSECONDS as usize))),
    ("erts_internal", "perf_counter_unit", 0, |_, _| Ok(Value::index(NANOSECONDS as usize))),
    ("os", "timestamp", 0, timestamp),
    ("os", "system_time", 0, |context, _| native(context, system(context))),
    ("os", "system_time", 1, |context, a| in_unit(context, system(context), a[0])),
    ("os", "perf_counter", 0, |context, _| native(context, context.system.clock.now() as i64)),
];

/// In a second.
const NANOSECONDS: i64 = 1_000_000_000;

/// Midnight on 1 January 2026, in seconds since 1970.
const EPOCH: i64 = 1_767_225_600;

/// Where the BEAM begins to count.
pub const FIRST: i64 = -(1 << 59);

/// What to add to monotonic time to get system time.
const OFFSET: i64 = EPOCH * NANOSECONDS - FIRST;

pub fn monotonic(context: &Context) -> i64 {
    FIRST + context.system.clock.now() as i64
}

fn system(context: &Context) -> i64 {
    monotonic(context) + OFFSET
}

fn native(context: &mut Context, time: i64) -> NativeResult {
    Ok(context.heap.int(time))
}

fn in_unit(context: &mut Context, time: i64, unit: Value) -> NativeResult {
    let parts = parts_per_second(context.heap, unit).ok_or_else(Raise::badarg)?;
    let time = (BigInt::from(time) * parts).div_floor(&BigInt::from(NANOSECONDS));
    Ok(context.heap.integer(&time))
}

fn parts_per_second(heap: &Heap, unit: Value) -> Option<BigInt> {
    let Some(name) = unit.as_atom() else {
        return heap.as_bigint(unit).filter(|parts| parts.sign() == num_bigint::Sign::Plus);
    };
    let parts = match name.name() {
        "second" | "seconds" => 1,
        "millisecond" | "milli_seconds" => 1_000,
        "microsecond" | "micro_seconds" => 1_000_000,
        "nanosecond" | "nano_seconds" | "native" | "perf_counter" => NANOSECONDS,
        _ => return None,
    };
    Some(parts.into())
}

// ---- as dates ----

/// `{MegaSeconds, Seconds, MicroSeconds}`
fn timestamp_of(context: &mut Context, microseconds: i64) -> Value {
    let seconds = microseconds / 1_000_000;
    let parts = [seconds / 1_000_000, seconds % 1_000_000, microseconds % 1_000_000];
    context.heap.tuple(&parts.map(|part| Value::index(part as usize)))
}

fn timestamp(context: &mut Context, _: &[Value]) -> NativeResult {
    let microseconds = system(context) / 1_000;
    Ok(timestamp_of(context, microseconds))
}

/// No two answers are the same.
fn now(context: &mut Context, _: &[Value]) -> NativeResult {
    let microseconds = (system(context) / 1_000).max(context.system.clock.statistics.last_now + 1);
    context.system.clock.statistics.last_now = microseconds;
    Ok(timestamp_of(context, microseconds))
}

fn numbers(heap: &mut Heap, numbers: [i64; 3]) -> Value {
    let numbers = numbers.map(|number| heap.int(number));
    heap.tuple(&numbers)
}

fn date(context: &mut Context, _: &[Value]) -> NativeResult {
    let (date, _) = civil(system(context) / NANOSECONDS);
    Ok(numbers(context.heap, date))
}

fn time(context: &mut Context, _: &[Value]) -> NativeResult {
    let (_, time) = civil(system(context) / NANOSECONDS);
    Ok(numbers(context.heap, time))
}

fn date_and_time(context: &mut Context, _: &[Value]) -> NativeResult {
    let seconds = system(context) / NANOSECONDS;
    Ok(civil_value(context.heap, seconds))
}

fn civil_value(heap: &mut Heap, seconds: i64) -> Value {
    let (date, time) = civil(seconds);
    let pair = [numbers(heap, date), numbers(heap, time)];
    heap.tuple(&pair)
}

/// Date and time of day, from seconds since 1970.
fn civil(seconds: i64) -> ([i64; 3], [i64; 3]) {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    (date_of(days), [rest / 3_600, rest / 60 % 60, rest % 60])
}

/// From 1 March of the year 0 to 1 January 1970.
const DAYS_BEFORE_1970: i64 = 719_468;

/// Days from 1 March of the year 0 to that of another. A leap day is the last of a year then.
fn days_before(year: i64) -> i64 {
    365 * year + year / 4 - year / 100 + year / 400
}

/// The BEAM's own reckoning, which is off by a day or two before the year 0.
fn date_of(days: i64) -> [i64; 3] {
    let days = days + DAYS_BEFORE_1970;
    let mut year = (10_000 * days + 14_780) / 3_652_425;
    let mut day_of_year = days - days_before(year);
    if day_of_year < 0 {
        year -= 1;
        day_of_year = days - days_before(year);
    }
    let month = (100 * day_of_year + 52) / 3_060;
    let day = day_of_year - (month * 306 + 5) / 10 + 1;
    [year + (month + 2) / 12, (month + 2) % 12 + 1, day]
}

/// The inverse of [`date_of`], for dates that people write.
fn days_of([year, month, day]: [i64; 3]) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    days_before(year) + (month * 306 + 5) / 10 + day - 1 - DAYS_BEFORE_1970
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The first year that local time has, and that of the calendar.
const FIRST_LOCAL_YEAR: i64 = 1902;
const FIRST_YEAR: i64 = 1600;

/// `{{Year, Month, Day}, {Hour, Minute, Second}}` as seconds since 1970.
fn read_date(heap: &Heap, value: Value, first_year: i64) -> Option<i64> {
    let three = |value: Value| match *heap.as_tuple(value)? {
        [a, b, c] => Some([heap.as_i64(a)?, heap.as_i64(b)?, heap.as_i64(c)?]),
        _ => None,
    };
    let &[date, time] = heap.as_tuple(value)? else { return None };
    let (date, time) = (three(date)?, three(time)?);
    let ([year, month, day], [hour, minute, second]) = (date, time);
    let is_date = (first_year..=i64::from(i32::MAX)).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day);
    let is_time = (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second);
    (is_date && is_time).then(|| days_of(date) * 86_400 + hour * 3_600 + minute * 60 + second)
}

fn checked_date(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let seconds = read_date(context.heap, arguments[0], FIRST_LOCAL_YEAR);
    seconds.map(|_| arguments[0]).ok_or_else(Raise::badarg)
}

/// Who says that it is summer is an hour ahead, in UTC as well.
fn to_universal_time(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let seconds = read_date(context.heap, arguments[0], FIRST_LOCAL_YEAR);
    let seconds = seconds.ok_or_else(Raise::badarg)?;
    match arguments[1].as_atom().map(Atom::name) {
        Some("true") => Ok(civil_value(context.heap, seconds - 3_600)),
        Some("false" | "undefined") => Ok(arguments[0]),
        _ => Err(Raise::badarg()),
    }
}

fn to_posix_time(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let seconds = read_date(context.heap, arguments[0], FIRST_YEAR).ok_or_else(Raise::badarg)?;
    Ok(context.heap.int(seconds))
}

/// Any number of 64 bits.
fn from_posix_time(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let seconds = context.heap.as_i64(arguments[0]).ok_or_else(Raise::badarg)?;
    Ok(civil_value(context.heap, seconds))
}

// ---- unique integers ----

fn unique_integer(context: &mut Context, is_positive: bool) -> Value {
    let number = context.system.numbers.new_unique();
    let first = if is_positive { 0 } else { FIRST };
    context.heap.int(first + number)
}

fn unique_integer_with(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let mut is_positive = false;
    for option in context.heap.proper_list(arguments[0]).ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("positive") => is_positive = true,
            // Ours are in order anyway.
            Some("monotonic") => {}
            _ => return Err(Raise::badarg()),
        }
    }
    Ok(unique_integer(context, is_positive))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree() {
        assert_eq!(date_of(0), [1970, 1, 1]);
        assert_eq!(civil(EPOCH).0, [2026, 1, 1]);
        assert_eq!(civil(-1), ([1969, 12, 31], [23, 59, 59]));
        for days in -200_000..200_000 {
            let date = date_of(days);
            assert_eq!(days_of(date), days);
            assert!((1..=days_in_month(date[0], date[1])).contains(&date[2]), "{date:?}");
        }
    }
}
