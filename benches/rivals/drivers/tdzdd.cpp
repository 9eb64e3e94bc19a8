// Tours counted by TdZdd: `count-closed` or `count-paths`; `driver.py` tells what is read and written.
// The headers are those that the source package of Graphillion holds.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <DdStructure.hpp>
#include <eval/Cardinality.hpp>
#include <spec/PathZdd.hpp>
#include <util/Graph.hpp>

int main(int, char** arguments) {
    std::string task = arguments[1];
    int squares = 0;
    int moves = 0;
    std::cin >> squares >> moves;
    std::vector<std::pair<int, int>> edges(moves);
    for (auto& [a, b] : edges) {
        std::cin >> a >> b;
    }
    if (task == "count-paths") {
        // A path is a ring through one square more, which is a move away from all others.
        for (int square = 1; square <= squares; ++square) {
            edges.emplace_back(square, squares + 1);
        }
        std::sort(edges.begin(), edges.end());
    }
    auto begun = std::chrono::steady_clock::now();
    tdzdd::Graph graph;
    for (auto [a, b] : edges) {
        graph.addEdge(std::to_string(a), std::to_string(b));
    }
    graph.update();
    tdzdd::HamiltonCycleZdd rings(graph);
    tdzdd::DdStructure<2> diagram(rings);
    std::string count = diagram.evaluate(tdzdd::ZddCardinality<>());
    std::chrono::duration<double> inside = std::chrono::steady_clock::now() - begun;
    std::cout << "version TdZdd of Graphillion " << GRAPHILLION << "\n"
              << "undirected " << count << "\n"
              << "inside " << inside.count() << "\n";
}
