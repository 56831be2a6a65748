#pragma once

#include "gridcensus/shape.hpp"

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus {

/// `side` cells that must hold `side` different symbols. A cell is row * side + column, from 0.
using Region = std::vector<int>;

/// What a grid must satisfy beyond its rows, columns and boxes.
enum class Rules {
  classic,  ///< nothing more
};

/// The name that YAML, the command line and the output use.
std::string_view name_of(Rules rules);

/// All rules, in the order in which they are listed for users.
const std::vector<Rules>& all_rules();

/// What is to be counted: a shape and its rules.
struct Problem {
  Shape shape;                   ///< of a box
  Rules rules = Rules::classic;  ///< which of the grids are counted

  /// Every set of cells that must hold different symbols: rows, columns, boxes that are neither (a 1xN box is a
  /// row), then the extra regions of the rules. This is the whole definition of a grid.
  std::vector<Region> regions() const;

  auto operator<=>(const Problem&) const = default;
};

/// "3x3", with the rules behind it where they are not classic.
std::string to_string(const Problem& problem);

/// Whether turning a grid on its diagonal turns the grids of `problem` into those of its transpose. True for classic
/// rules; what makes an RxC count comparable with a CxR count.
bool is_transposable(const Problem& problem);

/// The same rules on the transposed shape.
Problem transposed(const Problem& problem);

}  // namespace gridcensus
