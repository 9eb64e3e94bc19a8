"""Tours by clingo: the Hamiltonian cycle as books on answer set programming write it."""

import clingo

from driver import Question

RING = """
1 { go(X,Y) : move(X,Y) } 1 :- square(X).
1 { go(X,Y) : move(X,Y) } 1 :- square(Y).
reached(Y) :- go(1,Y).
reached(Y) :- reached(X), go(X,Y).
:- square(X), not reached(X).
#show go/2.
"""

# With given steps it is the steps that are guessed.
STEPS = """
1 { at(X,1) : square(X) } 1.
1 { at(Y,T+1) : move(X,Y) } 1 :- at(X,T), T < last.
:- square(X), not 1 { at(X,T) : T = 1..last } 1.
:- clue(X,T), not at(X,T).
#show at/2.
"""


def main():
    question = Question()
    print("version clingo", clingo.__version__, flush=True)
    unique = question.task == "unique"
    wanted = {"closed": 1, "path": 1, "unique": 2}.get(question.task, 0)
    control = clingo.Control([str(wanted), "-c", f"last={question.squares}"], logger=lambda *_: None)
    facts = [f"square({x})." for x in question.vertices()]
    facts += [f"move({x},{y})." for x, y in question.arcs()]
    facts += [f"clue({x},{t})." for x, t in question.clues]
    control.add("base", [], "".join(facts) + (STEPS if unique else RING))
    control.ground([("base", [])])
    count = 0
    with control.solve(yield_=True) as models:
        for model in models:
            count += 1
            if wanted:
                pairs = [tuple(a.number for a in atom.arguments) for atom in model.symbols(shown=True)]
                if unique:
                    steps = dict((t, x) for x, t in pairs)
                    question.say("tour", *(steps[t] for t in sorted(steps)))
                else:
                    question.tour(dict(pairs))
    if not wanted:
        question.say("count", count)
    elif count < wanted:
        question.say("none")
    question.end()


main()
