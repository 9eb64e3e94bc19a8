#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| caracole_fuzz_targets::tour_squares(data));
