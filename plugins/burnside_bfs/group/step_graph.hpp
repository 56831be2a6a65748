#pragma once

#include "gridcensus/poll.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gridcensus::burnside_bfs {

/// The number of an element of a group of symmetries.
using Code = std::uint32_t;

/// A graph on the codes of a group's elements whose edges are computed, not stored: a few steps lead from each vertex,
/// and every step is a permutation of the vertices. A model of Boost.Graph's IncidenceGraph and VertexListGraph.
///
///     code = upper * lowers + lower         upper = row permutation, or `rows` + it if transposing
///                                           lower = column permutation
///
///     the image of a code under step i = of_upper[upper][i] + of_lower[is transposed][lower][i]
///
/// This is possible because a step of this kind, on the rows and columns of an element, computes the new rows from one
/// of them and the new columns from the other. The steps of one row of a table are adjacent: one or two cache lines
/// serve all edges of a vertex.
class StepGraph {
 public:
  /// @param uppers  the row permutations, counted twice if there are transposing elements
  /// @param steps   number of steps; their tables are filled in later
  StepGraph(Code uppers, Code lowers, bool has_transposition, std::size_t steps)
      : uppers_{uppers},
        lowers_{lowers},
        first_transposing_{has_transposition ? uppers / 2 : uppers},
        steps_{steps},
        of_upper_(uppers * steps),
        of_lower_((has_transposition ? 2 : 1) * std::size_t{lowers} * steps) {}

  Code& of_upper(Code upper, std::size_t step) { return of_upper_[upper * steps_ + step]; }
  Code& of_lower(bool is_transposed, Code lower, std::size_t step) {
    return of_lower_[((is_transposed ? std::size_t{lowers_} : 0) + lower) * steps_ + step];
  }

  // The interface of Boost.Graph. NOLINTBEGIN(readability-identifier-naming): it prescribes these names
  using vertex_descriptor = Code;
  struct edge_descriptor {
    Code from;
    Code to;
    bool operator==(const edge_descriptor&) const = default;
  };
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<Code>;

  class out_edge_iterator : public boost::iterator_facade<out_edge_iterator, edge_descriptor,
                                                          boost::forward_traversal_tag, edge_descriptor> {
   public:
    out_edge_iterator() = default;
    out_edge_iterator(Code from, const Code* of_upper, const Code* of_lower)
        : from_{from}, of_upper_{of_upper}, of_lower_{of_lower} {}

   private:
    friend class boost::iterator_core_access;
    edge_descriptor dereference() const { return {from_, *of_upper_ + *of_lower_}; }
    bool equal(const out_edge_iterator& other) const { return of_upper_ == other.of_upper_; }
    void increment() {
      ++of_upper_;
      ++of_lower_;
    }

    Code from_ = 0;
    const Code* of_upper_ = nullptr;
    const Code* of_lower_ = nullptr;
  };
  // NOLINTEND(readability-identifier-naming)

  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(Code from, const StepGraph& graph) {
    const Code upper = from / graph.lowers_;
    const Code lower = from % graph.lowers_;
    const std::size_t transposing_offset = upper >= graph.first_transposing_ ? graph.lowers_ : 0;
    const Code* const of_upper = graph.of_upper_.data() + upper * graph.steps_;
    const Code* const of_lower = graph.of_lower_.data() + (transposing_offset + lower) * graph.steps_;
    return {{from, of_upper, of_lower}, {from, of_upper + graph.steps_, of_lower + graph.steps_}};
  }
  friend std::size_t out_degree(Code /*from*/, const StepGraph& graph) { return graph.steps_; }
  friend Code source(const edge_descriptor& edge, const StepGraph& /*graph*/) { return edge.from; }
  friend Code target(const edge_descriptor& edge, const StepGraph& /*graph*/) { return edge.to; }
  friend std::size_t num_vertices(const StepGraph& graph) { return std::size_t{graph.uppers_} * graph.lowers_; }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const StepGraph& graph) {
    return {vertex_iterator{0}, vertex_iterator{static_cast<Code>(num_vertices(graph))}};
  }

 private:
  Code uppers_;
  Code lowers_;
  Code first_transposing_;
  std::size_t steps_;
  std::vector<Code> of_upper_;
  std::vector<Code> of_lower_;
};

/// The vertices that searches have reached: one bit each.
class Reached {
 public:
  explicit Reached(std::size_t vertices) : words_((vertices + word_bits - 1) / word_bits) {}

  bool contains(Code code) const { return (words_[code / word_bits] >> (code % word_bits) & 1U) != 0; }
  void insert(Code code) { words_[code / word_bits] |= std::uint64_t{1} << (code % word_bits); }

 private:
  static constexpr std::size_t word_bits = 64;
  std::vector<std::uint64_t> words_;
};

/// The colours of Boost.Graph, stored in such a set. Grey (waiting) and black (done) are equivalent here.
struct ReachedColours {
  using key_type = Code;
  using value_type = boost::default_color_type;
  using reference = value_type;
  using category = boost::read_write_property_map_tag;

  Reached* reached = nullptr;

  friend value_type get(const ReachedColours& colours, Code code) {
    return colours.reached->contains(code) ? boost::black_color : boost::white_color;
  }
  friend void put(const ReachedColours& colours, Code code, value_type colour) {
    if (colour == boost::gray_color) colours.reached->insert(code);  // a vertex is grey before it is black
  }
};

/// Counts the vertices that it visits, calls `discover` with each, and polls now and then.
template <class Discover>
class CountingVisitor : public boost::default_bfs_visitor {
 public:
  CountingVisitor(std::uint64_t& count, const Discover& discover, const Poll& poll)
      : count_{&count}, discover_{&discover}, poll_{&poll} {}

  void discover_vertex(Code code, const StepGraph& /*graph*/) const {
    constexpr std::uint64_t vertices_per_poll = 8192;
    (*discover_)(code);
    if (++*count_ % vertices_per_poll == 0) (*poll_)();
  }

 private:
  std::uint64_t* count_;
  const Discover* discover_;
  const Poll* poll_;
};

/// Runs a breadth-first search from one vertex that is not reached yet.
///
/// Edges are directed, but the search reaches the whole component: a step permutes finitely many vertices, so repeating
/// it leads back.
///
/// @param discover  called with every vertex reached, the first included
/// @return          the number of reached vertices
template <class Discover>
std::uint64_t reach(const StepGraph& graph, Code start, Reached& reached, const Poll& poll, const Discover& discover) {
  std::uint64_t count = 0;
  boost::queue<Code> waiting;
  boost::breadth_first_visit(graph, start, waiting, CountingVisitor<Discover>{count, discover, poll},
                             ReachedColours{&reached});
  return count;
}

}  // namespace gridcensus::burnside_bfs
