#include "stack_product/plans.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gridcensus::stack_product {

namespace {

struct Measured {
  Shape shape;
  int exact_columns = 0;
  int draws = 0;
  double repeats = 0;
  double sample_seconds = 0;
  std::uint64_t min_samples = default_min_samples;
};

/// README, "Measured": of everything tried, the smallest standard error for the time, with its number of samples.
constexpr std::array measured{
    Measured{
        .shape = {2, 3}, .exact_columns = 3, .draws = 1, .repeats = 0.2, .sample_seconds = 2e-06, .min_samples = 300},
    Measured{
        .shape = {3, 2}, .exact_columns = 2, .draws = 1, .repeats = 0.5, .sample_seconds = 2.5e-06, .min_samples = 300},
    Measured{
        .shape = {2, 4}, .exact_columns = 4, .draws = 1, .repeats = 0.2, .sample_seconds = 6e-06, .min_samples = 2000},
    Measured{.shape = {4, 2},
             .exact_columns = 2,
             .draws = 1,
             .repeats = 0.1,
             .sample_seconds = 5e-06,
             .min_samples = 60'000},
    Measured{.shape = {3, 3}, .exact_columns = 3, .draws = 1, .repeats = 0.05, .sample_seconds = 2.4e-05},
    Measured{
        .shape = {2, 5}, .exact_columns = 5, .draws = 1, .repeats = 0.2, .sample_seconds = 0.0003, .min_samples = 1000},
    Measured{
        .shape = {5, 2}, .exact_columns = 2, .draws = 1, .repeats = 0, .sample_seconds = 1e-05, .min_samples = 3000},
    Measured{.shape = {2, 6},
             .exact_columns = 4,
             .draws = 24,
             .repeats = 0.1,
             .sample_seconds = 0.00094,
             .min_samples = 300},
    Measured{
        .shape = {6, 2}, .exact_columns = 2, .draws = 1, .repeats = 0, .sample_seconds = 4e-05, .min_samples = 3000},
    Measured{.shape = {3, 4}, .exact_columns = 4, .draws = 1, .repeats = 0, .sample_seconds = 0.0025},
    Measured{.shape = {4, 3}, .exact_columns = 3, .draws = 1, .repeats = 0, .sample_seconds = 0.00016},
    Measured{.shape = {4, 4}, .exact_columns = 3, .draws = 4, .repeats = 0, .sample_seconds = 0.011},
    Measured{.shape = {3, 5}, .exact_columns = 3, .draws = 16, .repeats = 0, .sample_seconds = 0.06},
    Measured{.shape = {5, 3}, .exact_columns = 3, .draws = 1, .repeats = 0, .sample_seconds = 0.0012},
    Measured{.shape = {4, 5}, .exact_columns = 3, .draws = 4, .repeats = 0, .sample_seconds = 0.3},
    Measured{.shape = {5, 4}, .exact_columns = 3, .draws = 6, .repeats = 0, .sample_seconds = 0.13},
    Measured{.shape = {5, 5}, .exact_columns = 3, .draws = 3, .repeats = 0, .sample_seconds = 4.3},
    Measured{.shape = {2, 7}, .exact_columns = 4, .draws = 12, .repeats = 0, .sample_seconds = 0.0015},
    Measured{.shape = {2, 8}, .exact_columns = 4, .draws = 12, .repeats = 0, .sample_seconds = 0.006},
    Measured{.shape = {3, 6}, .exact_columns = 3, .draws = 8, .repeats = 0, .sample_seconds = 0.41},
    Measured{.shape = {4, 6}, .exact_columns = 3, .draws = 16, .repeats = 0, .sample_seconds = 0.023},
};

constexpr std::array<Shape, 11> better_transposed{
    {{3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}, {8, 2}, {4, 3}, {5, 3}, {6, 3}, {5, 4}, {6, 4}}};

/// Returns the plan of a shape in the given orientation, or the end of `measured`.
auto find_measured(Shape shape) { return std::ranges::find(measured, shape, &Measured::shape); }

}  // namespace

bool is_better_transposed(Shape shape) {
  return std::ranges::find(better_transposed, shape) != better_transposed.end();
}

Plan plan_of(Shape shape) {
  constexpr double unit_seconds = 0.1;
  const auto* const known = find_measured(shape);
  if (known == measured.end()) throw std::invalid_argument{"no plan for " + to_string(shape)};
  const auto batch = static_cast<std::uint64_t>(std::max(1.0, unit_seconds / known->sample_seconds));
  return {.shape = shape,
          .settings = {.counting = {.exact_columns = known->exact_columns, .draws = known->draws},
                       .repeats = known->repeats,
                       .has_exact_mean = !Bands::why_not(shape.transposed())},
          .batch = batch,
          .min_samples = known->min_samples};
}

void change_counting(Plan& plan, std::optional<int> exact_columns, std::optional<int> draws) {
  Counting& counting = plan.settings.counting;
  const Counting before = counting;
  if (exact_columns) {
    counting.exact_columns = *exact_columns;
    const bool is_exact = *exact_columns == plan.shape.box_cols;
    counting.draws = is_exact ? 1 : std::max(counting.draws, plan.shape.stacks() == 2 ? 2 : 1);
  }
  if (draws) counting.draws = *draws;
  // The time of a sample with these settings is unknown.
  if (!(counting == before)) plan.batch = 1;
}

std::uint64_t memory_bytes(const Plan& plan) {
  constexpr std::uint64_t least = 8'000'000;
  constexpr std::uint64_t middle = 20'000'000;
  constexpr std::uint64_t wide_frontiers = 30'000'000;
  constexpr std::uint64_t large_tables = 150'000'000;
  constexpr std::uint64_t tables_of_six_by_three = 200'000'000;
  constexpr std::uint64_t max_table_bytes = 600'000'000;
  const int columns = plan.settings.counting.exact_columns;
  if (columns >= 5 && plan.shape.side() > 12) return max_table_bytes;
  if (plan.shape.side() > 20) return large_tables;
  if (plan.shape == Shape{3, 6}) return tables_of_six_by_three;
  if (plan.shape.box_cols > 6) return wide_frontiers;
  return plan.shape.side() > 16 ? middle : least;
}

std::optional<std::string> why_not(Shape shape) {
  if (shape == Shape{2, 2}) {
    return "every sample of 2x2 is the same (its linear part is everything), so no error can be measured";
  }
  if (const auto reason = Bands::why_not(shape)) {
    return "it draws the bands of " + to_string(shape) + ", but " + *reason;
  }
  if (find_measured(shape) == measured.end()) {
    return "no settings were measured for grids in the orientation " + to_string(shape);
  }
  return std::nullopt;
}

std::optional<std::string> why_not(const Plan& plan) {
  const Counting counting = plan.settings.counting;
  const int cols = plan.shape.box_cols;
  if (counting.exact_columns > cols) {
    return "exact_columns: a stack of " + to_string(plan.shape) + " has " + std::to_string(cols) + " columns";
  }
  if (const auto reason = Factorisations::why_not(plan.shape.side(), counting.exact_columns)) {
    return "exact_columns: " + std::to_string(counting.exact_columns) + " columns cannot be counted, as " + *reason;
  }
  if (counting.exact_columns == cols && counting.draws > 1) {
    return "draws: no column of " + to_string(plan.shape) + " is drawn, they are all counted";
  }
  if (plan.shape.stacks() == 2 && counting.exact_columns < cols && counting.draws < 2) {
    return "draws: the two stacks of " + to_string(plan.shape) +
           " have equally many fillings, and two independent estimates of them are needed";
  }
  return std::nullopt;
}

}  // namespace gridcensus::stack_product
