#!/usr/bin/env python3
"""A second judge of the command's answers. It shares nothing with the program: it has its own boards,
moves, readers and brute force, in standard-library Python. Usage: judge.py PATH_OF_CARACOLE"""
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import permutations, product

import rup

PASSED, FAILED = 0, 0


class Board:
    """A rectangle with holes, a cylinder, a torus or a box, and the moves of leapers on it."""

    def __init__(self, text, leapers=((1, 2),)):
        self.text = text
        kind, _, rest = text.rpartition(":")
        size, _, holes = rest.partition("-")
        self.sides = [int(side) for side in size.split("x")]
        self.is_box = kind == "box"
        self.sides += [1] * (3 - len(self.sides))
        self.wraps = [kind in ("cylinder", "torus"), kind == "torus", False]
        gone = {self.parse(name) for name in holes.split(",") if name}
        ranges = [range(side) for side in self.sides]
        self.squares = [place for place in product(*ranges) if place not in gone]
        there = set(self.squares)
        offsets = set()
        for leaper in leapers:
            steps = list(leaper) + [0]
            for order in permutations(steps):
                for signs in product((1, -1), repeat=3):
                    offset = tuple(step * sign for step, sign in zip(order, signs))
                    if self.is_box or offset[2] == 0:
                        offsets.add(offset)
        self.near = {}
        for place in self.squares:
            ends = {self.moved(place, offset) for offset in offsets}
            self.near[place] = {end for end in ends if end in there and end != place}

    def moved(self, place, offset):
        at = [here + by for here, by in zip(place, offset)]
        return tuple(x % side if wrap else x for x, side, wrap in zip(at, self.sides, self.wraps))

    def parse(self, name):
        """a1 is (0, 0, 0), b3 is (1, 2, 0), a1:3 is (0, 0, 2)."""
        flat, _, level = name.strip().partition(":")
        letters = flat.rstrip("0123456789")
        file = 0
        for letter in letters:
            file = 26 * file + ord(letter) - ord("a") + 1
        return (file - 1, int(flat[len(letters):]) - 1, int(level or 1) - 1)

    def name(self, place):
        file, text = place[0] + 1, ""
        while file:
            file, digit = divmod(file - 1, 26)
            text = chr(ord("a") + digit) + text
        level = f":{place[2] + 1}" if self.is_box else ""
        return f"{text}{place[1] + 1}{level}"


def fault(board, path, kind="any", start=None, end=None, clues=(), use=(), avoid=()):
    """Returns what is wrong with a tour, or None. Squares are places."""
    if len(path) != len(board.squares) or set(path) != set(board.squares):
        return "does not visit every square once"
    steps = set()
    for here, there in zip(path, path[1:]):
        if there not in board.near[here]:
            return f"{board.name(here)} to {board.name(there)} is not a move"
        steps.add(frozenset((here, there)))
    closes = len(path) > 2 and path[0] in board.near[path[-1]]
    if kind != "any" and closes != (kind == "closed"):
        return f"is not {kind}"
    if kind == "closed":
        steps.add(frozenset((path[-1], path[0])))
    ends = [(start, 1)] * bool(start) + [(end, len(path))] * bool(end)
    if any(path[step - 1] != square for square, step in [*clues, *ends]):
        return "does not fit a clue or an end"
    if any(frozenset(pair) not in steps for pair in use) or any(frozenset(pair) in steps for pair in avoid):
        return "does not fit a move to use or to avoid"
    return None


def exists(board, kind="any", start=None, end=None):
    """Whether a tour exists, by trying all of them; positions that failed are remembered."""
    index = {square: at for at, square in enumerate(board.squares)}
    near = [[index[there] for there in board.near[square]] for square in board.squares]
    full = (1 << len(near)) - 1
    for first in [index[start]] if start else range(len(near)):
        dead = set()

        def go(at, mask):
            if mask == full:
                closes = len(near) > 2 and first in near[at]
                return (kind == "any" or closes == (kind == "closed")) and end in (None, board.squares[at])
            if (at, mask) in dead:
                return False
            if any(not mask >> there & 1 and go(there, mask | 1 << there) for there in near[at]):
                return True
            dead.add((at, mask))
            return False

        if go(first, 1 << first):
            return True
    return False


def count(board, kind="any", directed=None, start=None, end=None):
    """The number of tours by brute force, in the conventions of `caracole count`."""
    index = {square: at for at, square in enumerate(board.squares)}
    near = [[index[there] for there in board.near[square]] for square in board.squares]
    full, known = (1 << len(near)) - 1, {}

    def go(at, mask, last):
        """Paths from a square through all that are not in the mask, to one of some last squares."""
        if mask == full:
            return int(at in last)
        if (at, mask) not in known:
            free = [there for there in near[at] if not mask >> there & 1]
            known[at, mask] = sum(go(there, mask | 1 << there, last) for there in free)
        return known[at, mask]

    starts = [index[start]] if start else range(len(near))
    all_paths = sum(go(at, 1 << at, [index[end]] if end else range(len(near))) for at in starts)
    known, number = {}, all_paths
    if kind != "any":
        # Each closed tour passes the first square once in each direction.
        closed = go(0, 1, near[0]) if len(near) > 2 else 0
        number = closed if kind == "closed" else all_paths - closed * len(near)
    is_directed = kind == "any" if directed is None else directed
    return number if is_directed else number // 2


def note(is_right, what):
    global PASSED, FAILED
    PASSED += bool(is_right)
    FAILED += not is_right
    if not is_right:
        print("wrong:", what)


def ask(binary, line):
    done = subprocess.run([binary] + line.split(), capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout


def paths_of(board, text):
    """The tours of the `squares` format: one a line."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [[board.parse(name) for name in line.split()] for line in lines]


def path_of_grid(board, text):
    """The tour of a grid of numbers on a flat board, top rank first; a dot is a hole."""
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    steps = {}
    for rank, row in enumerate(reversed(rows)):
        for file, number in enumerate(row):
            if number != ".":
                steps[int(number)] = (file, rank, 0)
    return [steps[step] for step in sorted(steps)]


def judge_list(binary, words, board, expected=None, **asked):
    """Many tours at once: each is a tour, and no two are the same."""
    code, text = ask(binary, f"{words} --format squares --quiet")
    paths = paths_of(board, text)
    for path in paths:
        wrong = fault(board, path, **asked)
        note(wrong is None, f"{words}: {wrong}")
    if expected is not None:
        note(len({tuple(path) for path in paths}) == expected, f"{words}: {len(paths)} tours")
    note(code == 0 and paths, f"{words}: exit code {code}")


def judge_problem(binary, rng, text, leapers, seed):
    """A random problem on a small board: a tour is checked, and "impossible" is tried by brute force."""
    board = Board(text, leapers)
    asked, words = {}, f"solve {text}"
    if leapers != ((1, 2),):
        words += "".join(f" --leaper {a},{b}" for a, b in leapers)
    kind = rng.choice(["any", "any", "open", "closed"])
    if kind != "any":
        words, asked["kind"] = f"{words} --{kind}", kind
    for flag, key in (("--from", "start"), ("--to", "end")):
        square = rng.choice(board.squares)
        if rng.random() < 0.4 and square not in asked.values():
            words, asked[key] = f"{words} {flag} {board.name(square)}", square
    code, reply = ask(binary, f"{words} --seed {seed} --json")
    answer = json.loads(reply)
    if code == 0:
        wrong = fault(board, [board.parse(name) for name in answer["squares"]], **asked)
        note(wrong is None and answer["outcome"] == "found", f"{words}: {wrong}")
    else:
        is_no = code == 1 and answer["outcome"] == "impossible"
        note(is_no and not exists(board, **asked), f"{words}: {answer['outcome']}")
    return code


def small_problems(binary):
    rng, impossible = random.Random(1), 0
    shapes = [(f"{files}x{ranks}", ((1, 2),)) for files in range(1, 7) for ranks in range(1, 7) if files * ranks <= 20]
    wrapped = ["cylinder:3x4", "cylinder:4x3", "torus:3x3", "torus:3x4", "torus:2x5", "box:2x2x3", "box:3x2x2"]
    shapes += [(text, ((1, 2),)) for text in wrapped]
    shapes += [("4x4", ((0, 1),)), ("5x3", ((0, 1),)), ("4x4", ((1, 3),)), ("4x4", ((1, 1),)), ("4x4", ((0, 1), (1, 2)))]
    for turn in range(10):
        for text, leapers in shapes:
            squares = Board(text).squares
            if ":" not in text and turn % 2 and len(squares) > 6:
                plain = Board(text)
                holes = rng.sample(squares, rng.randint(1, 3))
                text += "-" + ",".join(plain.name(hole) for hole in holes)
            impossible += judge_problem(binary, rng, text, leapers, turn) == 1
    note(impossible >= 200, f"only {impossible} impossible problems")


def larger_tours(binary):
    rng = random.Random(2)
    for turn in range(120):
        files, ranks = rng.randint(5, 30), rng.randint(5, 30)
        board = Board(f"{files}x{ranks}")
        kind = "closed" if files * ranks % 2 == 0 and turn % 2 else "any"
        flag = " --closed" if kind == "closed" else ""
        code, text = ask(binary, f"solve {board.text}{flag} --seed {turn} --quiet")
        wrong = fault(board, path_of_grid(board, text), kind) if code == 0 else f"exit code {code}"
        note(wrong is None, f"solve {board.text}{flag} --seed {turn}: {wrong}")
    for knights, text in product((2, 3, 5), ("8x8", "6x7", "9x5", "8x8-a1,b1")):
        board = Board(text)
        _, reply = ask(binary, f"solve {text} --knights {knights} --format squares --quiet")
        paths = paths_of(board, reply)
        visited = [square for path in paths for square in path]
        moves = all(there in board.near[here] for path in paths for here, there in zip(path, path[1:]))
        whole = len(paths) == knights and len(visited) == len(board.squares) == len(set(visited))
        note(whole and moves, f"{knights} knights on {text}")
    board = Board("6x6")
    clue, pair = (board.parse("c3"), 9), (board.parse("d4"), board.parse("e6"))
    for seed in range(40):
        words = f"solve 6x6 --clue c3=9 --use d4-e6 --avoid a1-b3 --seed {seed} --format squares --quiet"
        gone = (board.parse("a1"), board.parse("b3"))
        wrong = fault(board, paths_of(board, ask(binary, words)[1])[0], clues=[clue], use=[pair], avoid=[gone])
        note(wrong is None, f"{words}: {wrong}")


def many_tours(binary):
    five, six = Board("5x5"), Board("6x6")
    judge_list(binary, "list 5x5", five, 1728)
    judge_list(binary, "list 5x5 --from c3", five, count(five, start=five.parse("c3")), start=five.parse("c3"))
    judge_list(binary, "list 6x6 --closed --limit 1000", six, 1000, kind="closed")
    judge_list(binary, "sample 6x6 --closed -n 200 --seed 3", six, kind="closed")
    judge_list(binary, "sample 6x6 --open -n 200 --seed 4", six, kind="open")
    judge_list(binary, "list cylinder:3x4 --limit 300", Board("cylinder:3x4"), kind="any")


def counts(binary):
    boards = ["3x4", "4x3", "3x7", "4x5", "4x4", "5x4-c2", "4x5-a1", "cylinder:3x4", "torus:3x4", "torus:3x3", "box:2x2x3", "3x8"]
    conventions = [("", {}), ("--undirected", {"directed": False}), ("--closed", {"kind": "closed"}),
                   ("--closed --directed", {"kind": "closed", "directed": True}), ("--open", {"kind": "open"}),
                   ("--open --directed", {"kind": "open", "directed": True})]
    for text, (flags, asked) in product(boards, conventions):
        board = Board(text)
        answer = json.loads(ask(binary, f"count {text} {flags} --json")[1])["count"]
        note(int(answer) == count(board, **asked), f"count {text} {flags}: {answer}")
    wazir = Board("4x4", ((0, 1),))
    answer = json.loads(ask(binary, "count 4x4 --leaper 0,1 --undirected --json")[1])["count"]
    note(int(answer) == count(wazir, directed=False) == 276, f"count of the wazir: {answer}")


def is_axiom(clause, edges, ends, board, kind):
    """Whether every tour satisfies a clause: edges by variable, those from 'end' lead to one more vertex."""
    literals = [edges[abs(literal)] for literal in clause]
    are_ends = len(clause) == 2 and max(clause) < 0 and all(edge[0] == "end" for edge in literals)
    if kind == "open" and are_ends and literals[0][1] in board.near[literals[1][1]]:
        return True
    squares = set(board.squares) | ({"end"} if kind != "closed" else set())
    if all(literal < 0 for literal in clause):
        at, colours, near = Counter(), Counter(), {}
        for a, b in literals:
            at.update((a, b))
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
            if a == "end":
                colours[(b[0] + b[1]) % 2] += 1
        if max(at.values()) > 2 or any(colours[colour] > ends[colour] for colour in colours):
            return True
        # A path of each vertex back to itself, and other vertices beside it.
        is_cycle = len(near) == len(literals) and set(at.values()) == {2} and parts(near, near) == 1
        return is_cycle and len(near) < len(squares)
    if any(literal < 0 for literal in clause):
        return False
    gone = set(map(frozenset, literals))
    near = {square: set() for square in squares}
    for a, b in edges.values():
        if frozenset((a, b)) not in gone:
            near[a].add(b)
            near[b].add(a)
    if any(len(there) < 2 for there in near.values()):
        return True
    if kind != "closed" and any(sum((x + y) % 2 == c for x, y, *_ in near["end"]) < ends[c] for c in (0, 1)):
        return True
    return any(parts(near, squares - {without}) > 1 for without in [None, *squares])


def parts(near, squares):
    """The number of components."""
    left, count = set(squares), 0
    while left:
        count, queue = count + 1, [left.pop()]
        while queue:
            found = set(near[queue.pop()]) & left
            left -= found
            queue += found
    return count


def exported_proofs(binary):
    """Refutations in DRAT, by a checker of their own; and the formulas that they refute, clause by clause."""
    with tempfile.TemporaryDirectory() as folder:
        proof, formula, refutation = (f"{folder}/no.{ending}" for ending in ("json", "cnf", "drat"))
        board, leaper = Board("12x12", ((2, 3),)), "2,3"
        for kind, flag in (("any", ""), ("open", "--open")):
            words = f"solve {board.text} --leaper {leaper} {flag} --method exact --certificate {proof}"
            code, text = ask(binary, words)
            note(code == 1, f"{words}: {text}")
            for path in (formula, refutation):
                note(ask(binary, f"convert {proof} -o {path}")[0] == 0, f"convert to {path}")
            with open(formula) as file:
                formula_text = file.read()
            with open(refutation) as file:
                wrong = rup.fault(formula_text, file.read())
            note(wrong is None, f"the refutation of {board.text}: {wrong}")
            note(rup.fault(formula_text, "0\n") is not None, f"{board.text} needs more than propagation")
            edges = {}
            for line in formula_text.splitlines():
                if line.startswith("c variable "):
                    number, meaning = line[len("c variable "):].split(": ")
                    name = meaning.split()[-1]
                    pair = name.split("-") if meaning.startswith("the move") else ("end", name)
                    edges[int(number)] = tuple(end if end == "end" else board.parse(end) for end in pair)
            moves = {frozenset(edge) for edge in edges.values() if "end" not in edge}
            real = {frozenset((a, b)) for a in board.squares for b in board.near[a]}
            note(moves == real, f"the variables of {board.text} are its moves")
            colours = Counter((square[0] + square[1]) % 2 for square in board.squares)
            ends = {0: 1 + colours[0] - colours[1], 1: 1 + colours[1] - colours[0]}
            wrong = [clause for _, clause in rup.clauses_of(formula_text) if not is_axiom(clause, edges, ends, board, kind)]
            note(not wrong, f"{words}: not every tour satisfies {wrong[:1]}")


def self_test(binary):
    """The judge itself rejects tours and counts that are wrong."""
    rng, board = random.Random(3), Board("6x6")
    tours = paths_of(board, ask(binary, "sample 6x6 --closed -n 50 --seed 9 --format squares --quiet")[1])
    note(len(tours) == 50, "50 tours to corrupt")
    for turn, tour in enumerate(tours):
        a, b = rng.sample(range(36), 2)
        bad = list(tour)
        bad[a], bad[b] = bad[b], (bad[b] if turn % 3 else bad[a])
        if turn % 3 == 1:
            bad = tour[:a] + tour[a + 1:]
        note(fault(board, tour, "closed") is None, "a tour is accepted")
        note(fault(board, bad, "closed") is not None, f"a corrupted tour is rejected: {a} {b}")
        note(fault(board, tour, "open") is not None, "a closed tour is not open")
    for kind, number in (("any", 164), ("closed", 0)):
        note(count(Board("4x5"), kind) == number, f"4x5 has {number} {kind} tours")
    note(not exists(Board("4x4")) and exists(Board("3x4")), "brute force tells boards apart")


def main():
    binary = sys.argv[1]
    sys.setrecursionlimit(10_000)
    for part in (self_test, small_problems, larger_tours, many_tours, counts, exported_proofs):
        part(binary)
    print(f"# pass {PASSED}\n# fail {FAILED}")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
