#pragma once

#include "gridcensus/sampling.hpp"
#include "gridcensus/shape.hpp"
#include "stack_product/grid_ratio.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gridcensus::stack_product {

/// How the grids of one shape are sampled.
struct Plan {
  Shape shape;  ///< as it lies: bands are drawn, stacks counted
  Settings settings;
  std::uint64_t batch = 1;  ///< samples of a unit
  /// From so many samples on, intervals cover and tests alarm as often as stated, with the settings that were measured
  /// best (docs/decisions.md, 46).
  std::uint64_t fewest = fewest_samples;
};

/// Whether a grid is sampled more precisely when it is transposed. Measured: README, "Orientation".
bool is_better_transposed(Shape shape);

/// What was measured best for a shape that lies as given.
///
/// @throws std::invalid_argument  a shape that `why_not` refuses
Plan plan_of(Shape shape);

/// Counts another number of columns, or draws another number of first ones, than the plan says.
void change_counting(Plan& plan, std::optional<int> exact_columns, std::optional<int> draws);

/// What the tables and one thread need, a bound on what was measured.
std::uint64_t memory_bytes(const Plan& plan);

/// Why no grids of a shape are sampled that lies as given; nullopt where they are.
std::optional<std::string> why_not(Shape shape);

/// Why a plan that was changed by hand cannot be carried out; nullopt where it can.
std::optional<std::string> why_not(const Plan& plan);

}  // namespace gridcensus::stack_product
