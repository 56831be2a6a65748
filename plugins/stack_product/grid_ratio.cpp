#include "stack_product/grid_ratio.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "gridcensus/tally.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gridcensus::stack_product {

namespace {

/// The most grids that are enumerated for a sample.
constexpr double max_enumerated_grids = 400'000;
/// The number of grids drawn instead, for the products of four and more stacks.
constexpr int drawn_grids = 20'000;

/// Avoids the 128 bits of mathematics::binomial(number, 2), because samples spend much of their time here.
int pairs_of(int number) { return number * (number - 1) / 2; }

/// Returns the number of pairs of symbols that share a row in both boxes, in any rows.
int shared_pairs(const std::array<SymbolSet32, max_box_rows>& one, const std::array<SymbolSet32, max_box_rows>& other,
                 std::size_t box_rows) {
  int pairs = 0;
  for (std::size_t i = 0; i < box_rows; ++i) {
    for (std::size_t j = 0; j < box_rows; ++j) pairs += pairs_of(std::popcount(one[i] & other[j]));
  }
  return pairs;
}

/// The sum of numbers, and the sum of the products of two of them.
struct ElementarySums {
  double first = 0;
  double second = 0;
  void add(double number) {
    second += first * number;
    first += number;
  }
};

Real power(Real base, int exponent) {
  Real result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

}  // namespace

GridRatio::GridRatio(Shape shape, Settings settings, const Poll& poll)
    : shape_{shape},
      settings_{settings},
      bands_{shape, poll},
      fillings_{shape.side(), shape.box_cols, settings.counting},
      stacks_{shape.stacks(), shape.bands()},
      orders_{shape.box_rows} {
  const int side = shape.side();
  const int rows = shape.box_rows;
  const int cols = shape.box_cols;
  structures_per_order_ =
      static_cast<double>(to_real(bands_.structures()) / (to_real(factorial(rows)) * to_real(factorial(rows))));

  const Real pairs = pairs_of(side);
  const Real share = static_cast<Real>(cols - 1) / (side - 1);  // of the pairs, in one row of a given box
  const Real squared = rows * pairs_of(cols) * (1 - share);
  const Real dimension = static_cast<Real>(side) * (side - 3) / 2;
  const Real mean = share * share * pairs;
  mean_shared_ = static_cast<double>(mean);
  const Real correlation = (bands_.mean_shared_pairs() - mean) / squared;
  const Real variance = squared * squared / dimension;
  variance_of_shared_ = static_cast<double>(variance);
  const StackMoments moments = settings.has_exact_mean ? exact_moments(poll) : moments_by_trials(poll);
  const Real covariance = moments.covariance;
  scale_ = moments.scale;
  mean_fillings_ = static_cast<double>(moments.fillings);
  slope_ = static_cast<double>(covariance / variance);
  known_pair_product_ =
      static_cast<double>(correlation * correlation * pairs_of(cols) * covariance * covariance / variance);
}

GridRatio::StackMoments GridRatio::exact_moments(const Poll& poll) const {
  const Bands transposed_bands{shape_.transposed(), poll};
  const int side = shape_.side();
  const int rows = shape_.box_rows;
  const int cols = shape_.box_cols;
  // A stack is a band of the transposed shape with the R symbols in every row of a box in any order.
  const Real stacks = to_real(transposed_bands.structures()) * power(to_real(factorial(rows)), cols * cols);
  const Real bands = to_real(bands_.structures()) * power(to_real(factorial(cols)), rows * rows);
  const Real splits = to_real(factorial(side)) / power(to_real(factorial(cols)), rows);
  StackMoments moments;
  moments.fillings = stacks / power(splits, cols);
  moments.scale = power(bands / to_real(factorial(side)), cols) * power(stacks / to_real(factorial(side)), rows) /
                  power(to_real(factorial(side)), side - rows - cols);
  // For a random filling of a stack: pairs share a row in two boxes if they share a column in the transposed ones.
  const Real pairs = pairs_of(side);
  const Real share = static_cast<Real>(cols - 1) / (side - 1);
  const Real in_different_rows =
      pairs - 2 * static_cast<Real>(cols * pairs_of(rows)) + transposed_bands.mean_shared_pairs();
  moments.covariance = in_different_rows / (rows * rows) - share * share * pairs;
  return moments;
}

GridRatio::StackMoments GridRatio::moments_by_trials(const Poll& poll) const {
  constexpr int trials = 400;
  Random random{0, 0, std::numeric_limits<std::uint64_t>::max()};
  Workspace workspace;
  workspace.bands.resize(static_cast<std::size_t>(shape_.bands()));
  Moments fillings;
  Moments shared;
  Real products = 0;
  for (int trial = 0; trial < trials; ++trial) {
    poll();
    for (RowStructure& band : workspace.bands) bands_.draw(random, band);
    const double count = mean_count(0, random, workspace);
    double pairs = 0;
    for (std::size_t upper = 0; upper < workspace.bands.size(); ++upper) {
      for (std::size_t lower = upper + 1; lower < workspace.bands.size(); ++lower) {
        pairs += shared_pairs(workspace.bands[upper].rows[0], workspace.bands[lower].rows[0],
                              static_cast<std::size_t>(shape_.box_rows)) -
                 mean_shared_;
      }
    }
    fillings.add(count);
    shared.add(pairs);
    products += static_cast<Real>(count) * pairs;
  }
  // Regress G on all pairs of bands of a stack: E[shared] is 0, and its variance is known.
  const Real covariance = products / trials - fillings.mean * shared.mean;
  const Real slope = covariance / (pairs_of(shape_.bands()) * static_cast<Real>(variance_of_shared_));
  StackMoments moments;
  moments.fillings = fillings.mean - slope * shared.mean;
  moments.covariance = slope / moments.fillings * static_cast<Real>(variance_of_shared_);
  moments.scale = power(to_real(bands_.structures()), shape_.bands()) * power(moments.fillings, shape_.stacks());
  return moments;
}

double GridRatio::mean_count(std::size_t stack, Random& random, Workspace& workspace) const {
  const auto box_rows = static_cast<std::size_t>(shape_.box_rows);
  std::array<SymbolSet32, max_side> rows{};
  for (std::size_t band = 0; band < workspace.bands.size(); ++band) {
    const auto box = static_cast<std::size_t>(stacks_.box(stack, static_cast<int>(band)));
    std::copy_n(workspace.bands[band].rows[box].data(), box_rows, &rows[band * box_rows]);
  }
  workspace.results.resize(static_cast<std::size_t>(fillings_.is_exact() ? 1 : settings_.counting.draws));
  fillings_.count({rows.data(), static_cast<std::size_t>(shape_.side())}, random, workspace.fillings,
                  workspace.results);
  double sum = 0;
  for (const double result : workspace.results) sum += result;
  return sum / static_cast<double>(workspace.results.size());
}

void GridRatio::add_linear_parts(Workspace& workspace) const {
  const auto boxes = static_cast<std::size_t>(shape_.box_rows);
  const int bands = shape_.bands();
  const std::size_t stacks = workspace.residual.size();
  workspace.shared.resize(boxes * boxes);
  for (int upper = 0; upper < bands; ++upper) {
    for (int lower = upper + 1; lower < bands; ++lower) {
      for (std::size_t i = 0; i < boxes; ++i) {
        for (std::size_t j = 0; j < boxes; ++j) {
          const int pairs = shared_pairs(workspace.bands[static_cast<std::size_t>(upper)].rows[i],
                                         workspace.bands[static_cast<std::size_t>(lower)].rows[j], boxes);
          workspace.shared[i * boxes + j] = slope_ * (pairs - mean_shared_);
        }
      }
      for (std::size_t stack = 0; stack < stacks; ++stack) {
        const auto i = static_cast<std::size_t>(stacks_.box(stack, upper));
        const auto j = static_cast<std::size_t>(stacks_.box(stack, lower));
        workspace.residual[stack] -= workspace.shared[i * boxes + j];
      }
    }
  }
}

double GridRatio::draw_bands(Random& random, Workspace& workspace) const {
  const double repeats = settings_.repeats;
  for (std::size_t band = 0; band < workspace.bands.size(); ++band) {
    RowStructure& drawn = workspace.bands[band];
    if (band > 0 && repeats > 0 && random.unit_interval() < repeats) {
      const RowStructure& earlier = workspace.bands[static_cast<std::size_t>(random.below(band))];
      drawn = orders_.put(earlier, random);
    } else {
      bands_.draw(random, drawn);
    }
  }
  return weight(workspace, repeats);
}

double GridRatio::weight(const Workspace& workspace, double repeats) const {
  double weight = 1;
  if (repeats <= 0) return weight;
  for (std::size_t band = 1; band < workspace.bands.size(); ++band) {
    double ways = 0;
    for (std::size_t earlier = 0; earlier < band; ++earlier) {
      ways += orders_.count_between(workspace.bands[earlier], workspace.bands[band]);
    }
    weight /= 1 - repeats + repeats * ways / static_cast<double>(band) * structures_per_order_;
  }
  return weight;
}

GridRatio::Sample GridRatio::draw_two_stacks(Random& random, Workspace& workspace) const {
  // The second stack is the first with the rows of every band exchanged, so it has as many fillings: only E[d^2] is
  // left. From several estimates of one G, each pair of estimates gives one estimate of the square.
  const double weight = draw_bands(random, workspace);
  workspace.residual.assign(1, 0);
  add_linear_parts(workspace);
  const double less_linear = workspace.residual[0];
  mean_count(0, random, workspace);
  double sum = 0;
  double squares = 0;
  for (const double result : workspace.results) {
    const double residual = result / mean_fillings_ - 1 + less_linear;
    sum += residual;
    squares += residual * residual;
  }
  const auto count = static_cast<double>(workspace.results.size());
  const double square = workspace.results.size() == 1 ? squares : (sum * sum - squares) / (count * (count - 1));
  return {.known = 1 + known_pair_product_,
          .first = settings_.has_exact_mean ? 0 : weight * 2 * (1 - less_linear) * sum / count,
          .pairs = weight * square,
          .triples = 0};
}

GridRatio::Sample GridRatio::draw_one_grid(Random& random, Workspace& workspace) const {
  const double weight = draw_bands(random, workspace);
  const auto stacks = static_cast<std::size_t>(shape_.stacks());
  // The stacks that take the same box from every band are a grid; this is their distance in the list of all stacks.
  const std::size_t step = (stacks_.stacks() - 1) / (stacks - 1);
  workspace.residual.assign(stacks_.stacks(), 0);
  add_linear_parts(workspace);
  ElementarySums all;
  ElementarySums linear;
  ElementarySums residual;
  double product = 1;
  for (std::size_t stack = 0; stack < stacks; ++stack) {
    const double surplus = mean_count(stack * step, random, workspace) / mean_fillings_ - 1;
    const double linear_part = -workspace.residual[stack * step];
    product *= 1 + surplus;
    all.add(surplus);
    linear.add(linear_part);
    residual.add(surplus - linear_part);
  }
  return {.known = 1 + pairs_of(shape_.stacks()) * known_pair_product_,
          .first = weight * (residual.first + all.second - linear.second - residual.second),
          .pairs = weight * residual.second,
          .triples = weight * (product - 1 - all.first - all.second)};
}

GridRatio::Sample GridRatio::draw(Random& random, Workspace& workspace, const Poll& poll) const {
  workspace.bands.resize(static_cast<std::size_t>(shape_.bands()));
  poll();
  if (shape_.stacks() == 2) return draw_two_stacks(random, workspace);
  if (!settings_.has_exact_mean) return draw_one_grid(random, workspace);
  const double weight = draw_bands(random, workspace);
  workspace.surplus.resize(stacks_.stacks());
  double total = 0;
  for (std::size_t stack = 0; stack < stacks_.stacks(); ++stack) {
    poll();
    workspace.surplus[stack] = mean_count(stack, random, workspace) / mean_fillings_ - 1;
    total += workspace.surplus[stack];
  }
  workspace.residual = workspace.surplus;
  add_linear_parts(workspace);
  const int count = shape_.stacks();
  const double pairs = pairs_of(count);
  const double first_order = total / static_cast<double>(stacks_.stacks()) * count;
  const double second_order = pairs * stacks_.mean_product(workspace.surplus, 2);
  Sample sample;
  sample.known = 1 + pairs * known_pair_product_;
  sample.pairs = weight * pairs * stacks_.mean_product(workspace.residual, 2);
  if (stacks_.grids() <= max_enumerated_grids) {
    sample.triples = weight * (stacks_.mean_grid(workspace.surplus) - 1 - first_order - second_order);
  } else {
    const double triples = pairs * (count - 2) / 3;
    sample.triples = weight * (triples * stacks_.mean_product(workspace.surplus, 3) +
                               stacks_.mean_high_products(workspace.surplus, drawn_grids, random));
  }
  return sample;
}

}  // namespace gridcensus::stack_product
