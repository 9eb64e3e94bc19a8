pub(crate) mod brute;
mod cases;
mod figures;
