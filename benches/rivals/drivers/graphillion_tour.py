"""All tours by Graphillion, as one diagram: counted, or drawn from."""

from importlib.metadata import version

from graphillion import GraphSet, Universe

from driver import Question


def main():
    question = Question()
    print("version Graphillion", version("graphillion"), flush=True)
    Universe.set_universe(question.moves)
    tours = GraphSet.cycles(is_hamilton=True)
    if question.task.startswith("count"):
        question.say("count", 2 * int(tours.len()))
    else:
        draw = tours.rand_iter()
        for _ in range(question.number):
            question.tour_of(next(draw))
    question.end()


main()
