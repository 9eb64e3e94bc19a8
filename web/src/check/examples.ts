// Tours to try the room with.

/** A tour of 5x5 as a grid, in which 12 and 13 have changed places. */
export const WRONG = `\
25 18 11  6 23
10  5 24 17 13
19  2 15 22  7
 4  9 20 12 16
 1 14  3  8 21
`;

/** A closed tour of 6x6, as a list of squares. */
export const RIGHT = `\
a1 c2 e1 d3 f2 d1 b2 a4 b6 c4 e5 f3 d2 f1 e3 f5 d6 e4
f6 d5 f4 e6 c5 a6 b4 a2 c1 e2 c3 b1 a3 b5 d4 c6 a5 b3
`;
