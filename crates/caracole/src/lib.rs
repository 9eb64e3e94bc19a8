//! Knight's tours: found, proved impossible, checked, written.
