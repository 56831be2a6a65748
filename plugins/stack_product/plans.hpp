#pragma once

#include "gridcensus/sampling.hpp"
#include "gridcensus/shape.hpp"
#include "stack_product/grid_ratio.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus::stack_product {

/// The plan for sampling the grids of one shape.
struct Plan {
  Shape shape;  ///< in the orientation used: bands are drawn, stacks counted
  Settings settings;
  std::uint64_t batch = 1;  ///< samples of a unit
  /// From this number of samples on, intervals cover and tests alarm as often as stated, with the settings measured as
  /// best (docs/decisions.md, 46).
  std::uint64_t min_samples = default_min_samples;
};

/// Returns true if sampling is more precise for the transposed grid. Measured: README, "Orientation".
bool is_better_transposed(Shape shape);

/// Returns the plan measured as best for a shape in the given orientation.
///
/// @throws std::invalid_argument  a shape that `why_not` refuses
Plan plan_of(Shape shape);

/// Changes the number of columns that are counted, or of first columns that are drawn.
void change_counting(Plan& plan, std::optional<int> exact_columns, std::optional<int> draws);

/// Returns a bound, based on measurements, on the memory of the tables and one thread.
std::uint64_t memory_bytes(const Plan& plan);

/// Returns why grids of a shape in the given orientation are not sampled, or nullopt if they are.
std::optional<std::string> why_not(Shape shape);

/// Returns why a plan that was changed by hand cannot be carried out, or nullopt if it can.
std::optional<std::string> why_not(const Plan& plan);

}  // namespace gridcensus::stack_product
