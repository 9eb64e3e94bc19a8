"""Tours by CP-SAT of OR-Tools: `AddCircuit` over the moves, each both ways."""

import ortools
from ortools.sat.python import cp_model

from driver import Question


def build(question):
    """The model, and the variable of each move."""
    model = cp_model.CpModel()
    went = {arc: model.new_bool_var("") for arc in question.arcs()}
    model.add_circuit([(a, b, literal) for (a, b), literal in went.items()])
    return model, went


def add_clues(question, model, went):
    """Steps, which grow by one with each move and are what the clues say."""
    last = question.squares
    step = {x: model.new_int_var(1, last, "") for x in range(1, last + 1)}
    for (a, b), literal in went.items():
        if a == question.extra:
            model.add(step[b] == 1).only_enforce_if(literal)
        elif b == question.extra:
            model.add(step[a] == last).only_enforce_if(literal)
        else:
            model.add(step[b] == step[a] + 1).only_enforce_if(literal)
    for square, number in question.clues:
        model.add(step[square] == number)


def one_tour(question, model, went):
    """Says a tour and returns its moves, or says that there is none."""
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        question.say("none")
        return None
    arcs = [arc for arc, literal in went.items() if solver.boolean_value(literal)]
    question.tour(dict(arcs))
    return arcs


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts what is found."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def on_solution_callback(self):
        self.count += 1


def main():
    question = Question()
    print("version CP-SAT", ortools.__version__, flush=True)
    if question.task == "unique":
        question.extra = question.squares + 1
        question.moves += [(square, question.extra) for square in range(1, question.extra)]
    model, went = build(question)
    if question.task.startswith("count"):
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        question.say("count", counter.count)
    elif question.task == "unique":
        add_clues(question, model, went)
        arcs = one_tour(question, model, went)
        if arcs:
            model.add_bool_or([went[arc].negated() for arc in arcs])
            one_tour(question, model, went)
    else:
        one_tour(question, model, went)
    question.end()


main()
