//! How the colony learns, checked by hand.
