#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace gridcensus::band_monte_carlo {

/// The maximum number of lines (rows of a band, columns of a box) of a structure.
inline constexpr int max_lines = 6;
/// The maximum number of symbols of this strategy.
inline constexpr int max_symbols = 16;

/// The line of every symbol in every layer: lines[symbol][layer]. Unused entries are 0.
using LineTable = std::array<std::array<std::uint8_t, max_lines>, max_symbols>;

/// Thrown if there are more states than the tables can have, or a count exceeds 64 bits.
class TooManyStructures : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All ways to distribute symbols to lines in several layers, with the symbols of line 0 given.
///
/// There are `lines` layers and `lines * copies` symbols. In every layer each line takes `copies` symbols, and every
/// symbol is in another line in each layer, so each symbol has a permutation: layer -> line. Symbol s is in line 0 in
/// layer s / copies. This has two interpretations:
///
/// - the rows of one band RxC: layers are its R boxes, lines its R rows, copies = C; the first row is 0, 1, 2, ...
/// - the columns of one stack RxC: lines are its C bands and layers its C columns, copies = R; the columns of band 1
///   are given, {0..R-1}, {R..2R-1}, ...
///
/// The structures are numbered by a graph of states (the number of distributed symbols, and the room left in every line
/// of every layer). A state has the number of structures that continue from it, so a uniform number gives a uniform
/// structure.
class Structures {
 public:
  /// @param lines   from 1 to max_lines
  /// @param copies  at least 1; lines * copies at most max_symbols
  /// @param poll    called now and then; throws to end the work
  /// @throws TooManyStructures  more than `max_states` states, or the count exceeds 64 bits
  /// @cost  308 states for 4 lines of 2, 1826 for 4 of 3, 47,570 for 5 of 2
  Structures(int lines, int copies, const Poll& poll = {}, std::size_t max_states = 200'000);

  /// Returns the number of structures.
  std::uint64_t count() const { return nodes_.front().count; }

  /// Returns the structure with a number.
  ///
  /// @param number  below count()
  LineTable at(std::uint64_t number) const;

 private:
  struct Edge {
    std::uint64_t below = 0;  ///< structures through the edges before this one
    std::uint32_t node = 0;
    std::uint32_t permutation = 0;
  };
  struct Node {
    std::uint64_t count = 0;
    std::uint32_t begin = 0;  ///< of its edges
    std::uint32_t end = 0;
  };
  using Permutation = std::array<std::uint8_t, max_lines>;
  class Builder;

  int symbols_;
  std::vector<Permutation> permutations_;
  std::vector<Node> nodes_;  ///< the first is the state without distributed symbols
  std::vector<Edge> edges_;
};

/// Returns the number of bands of the shape whose first row is 0, 1, .. N-1: a structure of their rows, and the order
/// of the symbols of each further row of each box.
///
/// @param rows  Structures{R, C}
Integer bands_with_given_first_row(Shape shape, const Structures& rows);

}  // namespace gridcensus::band_monte_carlo
