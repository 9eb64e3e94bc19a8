#!/usr/bin/env python3
"""An independent checker of refutations: a formula in DIMACS format and its refutation in DRAT format, by reverse unit
propagation. It shares nothing with the program. Usage: rup.py FORMULA.cnf REFUTATION.drat"""
import sys


def clauses_of(text):
    """Returns the clauses of a text, each with a flag: whether it is to be deleted."""
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] in ("c", "p"):
            continue
        is_deleted = words[0] == "d"
        literals = [int(word) for word in words[is_deleted:]]
        if literals.pop() != 0:
            raise ValueError(f"a clause does not end with 0: {line}")
        yield is_deleted, literals


class Clauses:
    """Clauses with two watched literals each, and the literals that follow from them."""

    def __init__(self):
        self.watches, self.places, self.true, self.order = {}, {}, set(), []
        self.is_contradictory = False

    def add(self, clause):
        clause = sorted(set(clause), key=lambda literal: -literal in self.true)
        self.places.setdefault(tuple(sorted(clause)), []).append(clause)
        for literal in clause[:2]:
            self.watches.setdefault(literal, []).append(clause)
        if not clause or -clause[0] in self.true:
            self.is_contradictory = True
        elif len(clause) == 1 or -clause[1] in self.true:
            self.is_contradictory |= not self.propagate([clause[0]])

    def delete(self, clause):
        """Deletes a clause, but nothing that followed from it. That only helps the proof, and is sound."""
        deleted = self.places[tuple(sorted(set(clause)))].pop()
        for literal in deleted[:2]:
            self.watches[literal] = [other for other in self.watches[literal] if other is not deleted]

    def propagate(self, queue):
        """Assumes literals and all that follows from them. Returns False at a contradiction."""
        queue = list(queue)
        while queue:
            literal = queue.pop()
            if -literal in self.true:
                return False
            if literal in self.true:
                continue
            self.true.add(literal)
            self.order.append(literal)
            kept = []
            watching = self.watches.pop(-literal, [])
            for clause in watching:
                if clause[0] == -literal:
                    clause[0], clause[1] = clause[1], clause[0]
                if clause[0] in self.true:
                    kept.append(clause)
                    continue
                for at in range(2, len(clause)):
                    if -clause[at] not in self.true:
                        clause[1], clause[at] = clause[at], clause[1]
                        self.watches.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    queue.append(clause[0])
            self.watches[-literal] = kept
        return True

    def follows(self, clause):
        count = len(self.order)
        is_consistent = self.propagate([-literal for literal in clause])
        for literal in self.order[count:]:
            self.true.discard(literal)
        del self.order[count:]
        return not is_consistent


def fault(formula, refutation):
    """Returns what is wrong with a refutation, or None."""
    clauses = Clauses()
    for _, clause in clauses_of(formula):
        clauses.add(clause)
    for number, (is_deleted, clause) in enumerate(clauses_of(refutation), 1):
        if is_deleted:
            clauses.delete(clause)
        elif not clauses.is_contradictory and not clauses.follows(clause):
            return f"line {number} does not follow"
        elif not clause:
            return None
        else:
            clauses.add(clause)
    return "the empty clause is missing"


if __name__ == "__main__":
    with open(sys.argv[1]) as formula, open(sys.argv[2]) as refutation:
        wrong = fault(formula.read(), refutation.read())
    print(wrong or "holds")
    sys.exit(1 if wrong else 0)
