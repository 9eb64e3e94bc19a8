//! Prints `1`, or `0` if the compiler dropped the addition.
//!
//! rustc 1.95 and 1.96 do so at optimisation levels 2 and 3 without overflow checks.

fn set(word: &mut u64, len: &mut u64) -> bool {
    let new = *word & 1 == 0;
    *word |= 1;
    *len += u64::from(new);
    new
}

fn main() {
    let (mut word, mut len) = (0, 0);
    if !set(&mut word, &mut len) {
        println!("the bit was set before");
    }
    println!("{len}");
}
