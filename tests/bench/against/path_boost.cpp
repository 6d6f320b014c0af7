// SPDX-License-Identifier: GPL-3.0-or-later
// Boost's Dijkstra: as its manual has it, on an adjacency_list; and on the leanest graph that the
// library has, compressed rows, without a colour map.
#include "../bench_path.h"

#include <climits>
#include <cstdlib>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>

namespace {

struct Weight {
    int weight;
};
using Lean = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight>;
using Usual = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                    Weight>;

struct Edges {
    std::vector<std::pair<int, int>> ends;
    std::vector<Weight> weights;
};

Edges list(const uint8_t *terrain, uint8_t (*sides)[6], int32_t w, int32_t size,
           const int32_t *terrain_cost, const int32_t *side_cost)
{
    const int32_t even[6] = { 1, -w, -w - 1, -1, w - 1, w };
    const int32_t odd[6] = { 1, -w + 1, -w, -1, w, w + 1 };
    Edges edges;

    for (int32_t node = 0; node < size; node++) {
        const int32_t *delta = (node / w - 1) % 2 != 0 ? odd : even;
        if (terrain[node] == 0)
            continue;
        for (int d = 0; d < 6; d++) {
            int32_t to = node + delta[d];
            if (terrain[to] == 0)
                continue;
            edges.ends.emplace_back(node, to);
            edges.weights.push_back({ terrain_cost[terrain[to]] + side_cost[sides[node][d]] });
        }
    }
    return edges;
}

// Runs a search three times; the least time. Its costs must be the right ones.
template <typename Search>
double least_time(Search search, const std::vector<int> &cost, const uint8_t *terrain,
                  const int32_t *want)
{
    double least = 1e9;

    for (int round = 0; round < 3; round++) {
        double t = bench_seconds();
        search();
        t = bench_seconds() - t;
        least = t < least ? t : least;
    }
    for (size_t i = 0; i < cost.size(); i++)
        if (terrain[i] != 0 && cost[i] != want[i])
            abort();
    return least;
}

} // namespace

extern "C" double bench_boost(const uint8_t *terrain, uint8_t (*sides)[6], int32_t stride,
                              int32_t size, int32_t start, const int32_t *terrain_cost,
                              const int32_t *side_cost, const int32_t *want, double *lean)
{
    Edges edges = list(terrain, sides, stride, size, terrain_cost, side_cost);
    std::vector<int> cost(static_cast<size_t>(size)), parent(static_cast<size_t>(size));
    auto maps = [&](auto &graph) {
        auto index = boost::get(boost::vertex_index, graph);
        return boost::weight_map(boost::get(&Weight::weight, graph))
            .distance_map(boost::make_iterator_property_map(cost.begin(), index))
            .predecessor_map(boost::make_iterator_property_map(parent.begin(), index))
            .distance_inf(INT_MAX);
    };
    {
        Lean graph(boost::edges_are_sorted, edges.ends.begin(), edges.ends.end(),
                   edges.weights.begin(), size);
        *lean = least_time(
            [&] { boost::dijkstra_shortest_paths_no_color_map(graph, start, maps(graph)); }, cost,
            terrain, want);
    }
    Usual graph(edges.ends.begin(), edges.ends.end(), edges.weights.begin(), size);
    return least_time([&] { boost::dijkstra_shortest_paths(graph, start, maps(graph)); }, cost,
                      terrain, want);
}
