"""Warnsdorff's rule as tutorials print it: the first of the squares with the fewest ways on."""

import platform
import sys
import time

MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def tour(n, row, column):
    board = [[0] * n for _ in range(n)]
    board[row][column] = 1

    def ways_on(row, column):
        ways = []
        for down, right in MOVES:
            r, c = row + down, column + right
            if 0 <= r < n and 0 <= c < n and board[r][c] == 0:
                ways.append((r, c))
        return ways

    for step in range(2, n * n + 1):
        ways = ways_on(row, column)
        if not ways:
            return None
        row, column = min(ways, key=lambda square: len(ways_on(*square)))
        board[row][column] = step
    return board


def main():
    """`warnsdorff.py SIDE START...`: a line for each start, which counts from 1."""
    n, starts = int(sys.argv[1]), [int(start) - 1 for start in sys.argv[2:]]
    begun = time.perf_counter()
    boards = [tour(n, start // n, start % n) for start in starts]
    inside = time.perf_counter() - begun
    print("version tutorial Warnsdorff, Python", platform.python_version())
    for start, board in zip(starts, boards):
        if board is None:
            print("failed", start + 1)
            continue
        path = [0] * (n * n)
        for row in range(n):
            for column in range(n):
                path[board[row][column] - 1] = row * n + column + 1
        print("tour", *path)
    print(f"inside {inside:.9f}")


main()
