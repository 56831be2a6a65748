#include "row_sampler/any_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

namespace gridcensus::row_sampler {

namespace {

/// Estimates the time to prepare a row, or to try a symbol where rows are counted [ns]; measured for 3x3 and 4x4.
double nanoseconds_of_row(int side) {
  const auto symbols = static_cast<double>(side);
  return 0.4 * symbols * static_cast<double>(std::uint64_t{1} << static_cast<unsigned>(side)) +
         4 * symbols * symbols * symbols;
}
constexpr double nanoseconds_of_try = 50;

constexpr int largest_side_of_trials = 20;

}  // namespace

AnyRulesDescent::AnyRulesDescent(std::shared_ptr<const Neighbours> neighbours, Settings settings)
    : neighbours_{std::move(neighbours)},
      settings_{std::move(settings)},
      top_{*neighbours_},
      first_drawn_{*neighbours_, settings_.foresight},
      next_{*neighbours_, settings_.foresight},
      completions_{*neighbours_},
      guessed_(static_cast<std::size_t>(neighbours_->side)) {
  settings_.target_weights.resize(guessed_.size());
}

Real AnyRulesDescent::sample(Random& random, const Poll& poll) {
  if (!is_first_drawn_ready_) {
    first_drawn_.prepare(top_, poll);
    is_first_drawn_ready_ = true;
  }
  return follow(random, top_, neighbours_->symbols_are_alike ? to_real(factorial(neighbours_->side)) : 1, poll);
}

Real AnyRulesDescent::follow(Random& random, const OpenGrid& grid, Real weight, const Poll& poll) {
  poll();
  // All grids are followed in the end, so each estimate has the weight as a factor.
  if (neighbours_->side - grid.rows() <= settings_.counted_rows) {
    return weight * static_cast<Real>(completions_.count(grid, poll));
  }
  WeightedRow& next = grid.rows() == top_.rows() ? first_drawn_ : next_;
  if (grid.rows() > top_.rows()) {
    next.prepare(grid, poll);
    ++prepared_rows_;
  }
  if (next.is_dead_end()) return 0;
  // Prevents one grid from taking all the time; the expectation does not change.
  constexpr Real max_copies = 64;
  const auto at = static_cast<std::size_t>(grid.rows());
  const Real guess = weight * static_cast<Real>(next.total());
  const Real target_weight = settings_.target_weights[at];
  guessed_[at] += guess;
  const Real expected_copies = target_weight > 0 ? std::min(max_copies, guess / target_weight) : 1;
  const int copies = static_cast<int>(expected_copies + static_cast<Real>(random.unit_interval()));
  return copies == 0 ? 0 : follow_copies(random, grid, weight / expected_copies, copies, next, poll);
}

Real AnyRulesDescent::follow_copies(Random& random, const OpenGrid& grid, Real weight, int copies,
                                    const WeightedRow& next, const Poll& poll) {
  std::array<int, max_symbols> cells{};
  const auto row = std::span{cells}.first(static_cast<std::size_t>(neighbours_->side));
  // All copies are drawn before the first is followed, because `next_` is reused below.
  std::vector<OpenGrid> below(static_cast<std::size_t>(copies), grid);
  std::vector<Real> weights;
  for (OpenGrid& copy : below) {
    weights.push_back(weight * static_cast<Real>(next.draw(random, row)));
    if (weights.back() > 0) copy.add_unchecked(*neighbours_, row);
  }
  Real sum = 0;
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (weights[i] > 0) sum += follow(random, below[i], weights[i], poll);
  }
  return sum;
}

/// Searches for settings with its own random numbers, and without a clock.
class AnyRulesDescent::Trials {
 public:
  Trials(std::shared_ptr<const Neighbours> neighbours, const Poll& poll)
      : neighbours_{std::move(neighbours)}, poll_{poll} {}

  Settings settings() {
    find_target_weights();
    find_counted_rows();
    find_min_samples();
    return settings_;
  }

 private:
  struct TooLong {};
  struct Times {
    double drawing = 0;
    double counting = 0;
  };

  Times times_of(const AnyRulesDescent& descent) const {
    return {.drawing = static_cast<double>(descent.prepared_rows_) * nanoseconds_of_row(neighbours_->side),
            .counting = static_cast<double>(descent.completions_.tried()) * nanoseconds_of_try};
  }

  /// Draws up to so many samples, or for so long. Returns the number of completed samples.
  ///
  /// @param is_enough  called with each sample; if it returns true, no more are drawn
  std::uint64_t draw(
      AnyRulesDescent& descent, std::uint64_t samples, double nanoseconds,
      const std::function<bool(Real)>& is_enough = [](Real) { return false; }) {
    const Poll poll = [&] {
      poll_();
      const Times times = times_of(descent);
      if (times.drawing + times.counting > nanoseconds) throw TooLong{};
    };
    std::uint64_t drawn = 0;
    try {
      while (drawn < samples) {
        const Real sample = descent.sample(random_, poll);
        ++drawn;
        if (is_enough(sample)) break;
      }
    } catch (const TooLong&) {
    }
    return drawn;
  }

  /// The first samples mostly reach dead ends; the target weights that they give let the next ones get further.
  void find_target_weights() {
    constexpr int rounds = 4;
    constexpr std::uint64_t samples_of_round = 64;
    constexpr double nanoseconds_of_round = 5e8;
    for (int round = 0; round < rounds; ++round) {
      AnyRulesDescent descent{neighbours_, settings_};
      const auto drawn = draw(descent, samples_of_round, std::max(nanoseconds_of_round, one_sample()));
      if (drawn == 0) return;
      settings_.target_weights.resize(descent.guessed_.size());
      for (std::size_t row = 0; row < descent.guessed_.size(); ++row) {
        if (descent.guessed_[row] <= 0) continue;
        const Real mean = descent.guessed_[row] / static_cast<Real>(drawn);
        settings_.target_weights[row] = mean / static_cast<Real>(population_size(neighbours_->side));
      }
    }
  }

  void find_counted_rows() {
    constexpr std::uint64_t samples = 16;
    constexpr double nanoseconds = 1e9;
    const int most = neighbours_->side - 2;
    for (int rows = min_counted_rows + 1; rows <= most; ++rows) {
      Settings tried = settings_;
      tried.counted_rows = rows;
      AnyRulesDescent descent{neighbours_, tried};
      const auto drawn = draw(descent, samples, nanoseconds);
      const Times times = times_of(descent);
      // From measurements of several rules on 2x3 to 3x3; the optimum is flat.
      const bool is_worth_it = times.counting <= 3 * times.drawing;
      if (is_worth_it) settings_.counted_rows = rows;
      if (!is_worth_it || drawn < samples) return;
    }
  }

  /// Finds the number of samples of which five on average are not 0. The trials decide, not the samples of the run:
  /// deciding by those would select the lucky runs, whose estimates are too high.
  void find_min_samples() {
    constexpr std::uint64_t wanted = 5;  // all of them are missed with a probability of e^-5 = 0.7 %
    constexpr std::uint64_t enough = 10;
    constexpr std::uint64_t max_samples = 4096;
    constexpr double nanoseconds = 4e9;
    AnyRulesDescent descent{neighbours_, settings_};
    std::uint64_t hits = 0;
    const std::uint64_t drawn = draw(descent, max_samples, std::max(nanoseconds, one_sample()),
                                     [&](Real sample) { return sample > 0 && ++hits == enough; });
    settings_.min_samples = std::max(default_min_samples, wanted * drawn / std::max<std::uint64_t>(1, hits));
  }

  /// Returns the nanoseconds that a sample usually takes at most.
  double one_sample() const { return 4 * sample_nanoseconds(neighbours_->side); }

  std::shared_ptr<const Neighbours> neighbours_;
  const Poll& poll_;
  Settings settings_;
  Random random_{0x726F775F73616D70, 0, 0};  // an arbitrary seed
};

AnyRulesDescent::Settings AnyRulesDescent::tuned_settings(const std::shared_ptr<const Neighbours>& neighbours,
                                                          const Poll& poll) {
  if (neighbours->side > largest_side_of_trials) return {};
  return Trials{neighbours, poll}.settings();
}

int population_size(int side) {
  if (side > largest_side_of_trials) return 1;
  return side > 16 ? 4 : 16;
}

double sample_nanoseconds(int side) {
  const int drawn_rows = std::max(1, side - 1 - min_counted_rows);
  return nanoseconds_of_row(side) * population_size(side) * drawn_rows;
}

std::uint64_t any_rules_memory_bytes(int side) {
  // Tables of two rows; neighbours, and partial grids of a few bytes for each cell.
  const auto cells = static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side);
  return 2 * sizeof(double) * (std::uint64_t{1} << static_cast<unsigned>(side)) + 4096 * cells;
}

}  // namespace gridcensus::row_sampler
