#include "row_sampler/any_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

namespace gridcensus::row_sampler {

namespace {

/// What it takes to prepare a row, and to try a symbol where rows are counted [ns]; measured for 3x3 and 4x4.
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
  settings_.portions.resize(guessed_.size());
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
  // All are followed in the end, so each estimate comes with the weight.
  if (neighbours_->side - grid.rows() <= settings_.counted_rows) {
    return weight * static_cast<Real>(completions_.count(grid, poll));
  }
  WeightedRow& next = grid.rows() == top_.rows() ? first_drawn_ : next_;
  if (grid.rows() > top_.rows()) {
    next.prepare(grid, poll);
    ++prepared_rows_;
  }
  if (next.is_dead_end()) return 0;
  // Keeps one grid from taking all the time; no matter for the expectation.
  constexpr Real most_copies = 64;
  const auto at = static_cast<std::size_t>(grid.rows());
  const Real guess = weight * static_cast<Real>(next.total());
  const Real portion = settings_.portions[at];
  guessed_[at] += guess;
  const Real expected_copies = portion > 0 ? std::min(most_copies, guess / portion) : 1;
  const int copies = static_cast<int>(expected_copies + static_cast<Real>(random.unit_interval()));
  return copies == 0 ? 0 : follow_copies(random, grid, weight / expected_copies, copies, next, poll);
}

Real AnyRulesDescent::follow_copies(Random& random, const OpenGrid& grid, Real weight, int copies,
                                    const WeightedRow& next, const Poll& poll) {
  std::array<int, max_symbols> cells{};
  const auto row = std::span{cells}.first(static_cast<std::size_t>(neighbours_->side));
  // All copies are drawn before the first is followed: below, `next_` is used anew.
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

/// Looks for settings, with random numbers of its own, and no clock.
class AnyRulesDescent::Trials {
 public:
  Trials(std::shared_ptr<const Neighbours> neighbours, const Poll& poll)
      : neighbours_{std::move(neighbours)}, poll_{poll} {}

  Settings settings() {
    find_portions();
    find_counted_rows();
    find_fewest_samples();
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

  /// Draws up to so many samples, or for so long. Returns how many were drawn to the end.
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

  /// The first samples mostly come to dead ends; the portions that they give bring the next ones further.
  void find_portions() {
    constexpr int rounds = 4;
    constexpr std::uint64_t samples_of_round = 64;
    constexpr double nanoseconds_of_round = 5e8;
    for (int round = 0; round < rounds; ++round) {
      AnyRulesDescent descent{neighbours_, settings_};
      const auto drawn = draw(descent, samples_of_round, std::max(nanoseconds_of_round, one_sample()));
      if (drawn == 0) return;
      settings_.portions.resize(descent.guessed_.size());
      for (std::size_t row = 0; row < descent.guessed_.size(); ++row) {
        if (descent.guessed_[row] <= 0) continue;
        const Real mean = descent.guessed_[row] / static_cast<Real>(drawn);
        settings_.portions[row] = mean / static_cast<Real>(followed_grids(neighbours_->side));
      }
    }
  }

  void find_counted_rows() {
    constexpr std::uint64_t samples = 16;
    constexpr double nanoseconds = 1e9;
    const int most = neighbours_->side - 2;
    for (int rows = fewest_counted_rows + 1; rows <= most; ++rows) {
      Settings tried = settings_;
      tried.counted_rows = rows;
      AnyRulesDescent descent{neighbours_, tried};
      const auto drawn = draw(descent, samples, nanoseconds);
      const Times times = times_of(descent);
      // By measurement of several rules on 2x3 to 3x3; the best is flat.
      const bool is_worth_it = times.counting <= 3 * times.drawing;
      if (is_worth_it) settings_.counted_rows = rows;
      if (!is_worth_it || drawn < samples) return;
    }
  }

  /// As many samples as have five on average that are not 0. The trials decide and not the samples of the run: to look
  /// at those would leave the runs that had luck, and their estimates are too high.
  void find_fewest_samples() {
    constexpr std::uint64_t wanted = 5;  // none of these comes with a probability of e^-5 = 0.7 %
    constexpr std::uint64_t enough = 10;
    constexpr std::uint64_t most_samples = 4096;
    constexpr double nanoseconds = 4e9;
    AnyRulesDescent descent{neighbours_, settings_};
    std::uint64_t hits = 0;
    const std::uint64_t drawn = draw(descent, most_samples, std::max(nanoseconds, one_sample()),
                                     [&](Real sample) { return sample > 0 && ++hits == enough; });
    settings_.fewest = std::max(fewest_samples, wanted * drawn / std::max<std::uint64_t>(1, hits));
  }

  /// Nanoseconds in which a sample ends, as a rule.
  double one_sample() const { return 4 * sample_nanoseconds(neighbours_->side); }

  std::shared_ptr<const Neighbours> neighbours_;
  const Poll& poll_;
  Settings settings_;
  Random random_{0x726F775F73616D70, 0, 0};  // any number will do
};

AnyRulesDescent::Settings AnyRulesDescent::useful_settings(const std::shared_ptr<const Neighbours>& neighbours,
                                                           const Poll& poll) {
  if (neighbours->side > largest_side_of_trials) return {};
  return Trials{neighbours, poll}.settings();
}

int followed_grids(int side) {
  if (side > largest_side_of_trials) return 1;
  return side > 16 ? 4 : 16;
}

double sample_nanoseconds(int side) {
  const int drawn_rows = std::max(1, side - 1 - fewest_counted_rows);
  return nanoseconds_of_row(side) * followed_grids(side) * drawn_rows;
}

std::uint64_t any_rules_memory_bytes(int side) {
  // Tables of two rows; neighbours, and partial grids of a few bytes for each cell.
  const auto cells = static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side);
  return 2 * sizeof(double) * (std::uint64_t{1} << static_cast<unsigned>(side)) + 4096 * cells;
}

}  // namespace gridcensus::row_sampler
