"""What the drivers in Python have in common.

A driver reads a graph from standard input: `SQUARES MOVES`, then a line `A B` for each move, then a
line `SQUARE STEP` for each clue. Squares count from 1. It answers with lines that begin with a word:

    version NAME VERSION    who answers
    tour A B C ...          a tour, as many lines as are asked for
    none                    there is no tour, and that is proved
    count NUMBER            tours with their direction: from both ends, or around both ways
    failed SQUARE           the rule failed from this start
    refused WHY             no answer
    inside SECONDS          how long it took, without the start of Python and its imports
"""

import sys
import time


class Question:
    """A graph, what is asked about it, and the clock that runs since it was read."""

    def __init__(self):
        self.task = sys.argv[1]
        self.number = int(sys.argv[2]) if len(sys.argv) > 2 else 1
        lines = [tuple(map(int, line.split())) for line in sys.stdin]
        self.squares, moves = lines[0]
        self.moves = lines[1 : 1 + moves]
        self.clues = lines[1 + moves :]
        self.begun = time.perf_counter()
        # A path is a ring through one square more, which is a move away from all others.
        self.extra = None
        if self.task in ("path", "count-paths"):
            self.extra = self.squares + 1
            self.moves += [(square, self.extra) for square in range(1, self.extra)]
            self.moves.sort()

    def vertices(self):
        """All squares, with the one more."""
        return range(1, (self.extra or self.squares) + 1)

    def arcs(self):
        """Each move both ways."""
        return [arc for a, b in self.moves for arc in ((a, b), (b, a))]

    def tour(self, after):
        """Says the ring in which `after` tells the next square of each."""
        first = square = after[self.extra] if self.extra else 1
        ring = []
        while True:
            ring.append(square)
            square = after[square]
            if square in (first, self.extra):
                break
        self.stop()
        print("tour", *ring)

    def tour_of(self, moves):
        """Says the ring of these moves."""
        near = {}
        for a, b in moves:
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        after, before, square = {}, None, 1
        while square not in after:
            a, b = near[square]
            after[square] = b if a == before else a
            before, square = square, after[square]
        self.tour(after)

    def say(self, *words):
        """Says something else."""
        self.stop()
        print(*words)

    def stop(self):
        """The clock stops at the last answer; printing is not measured."""
        self.ended = time.perf_counter()

    def end(self):
        """Says how long it took."""
        print(f"inside {self.ended - self.begun:.9f}")
