#pragma once

#include "grid_shuffle/exchange_words.hpp"
#include "gridcensus/sampling.hpp"
#include "gridcensus/strategy.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>

/// Shared by all methods: the question, and the values that need no counting.
namespace gridcensus::grid_shuffle {

/// The grid that is shuffled, the moves, and the numbers of random exchanges that are to give it back.
struct Question {
  Grid grid;
  Moves moves;
  Exchanges exchanges;

  /// Returns the number of combinations of moves: the order of the group.
  Integer options() const { return mathematics::group_order(grid.shape, moves); }
};

/// A job that counts or samples some of the wanted quantities. This class adds the rest.
class ShuffleJob : public Job {
 public:
  ShuffleJob(Question question, std::set<Quantity> quantities);

  Report conclude(const Tally& total, std::uint64_t units) const final;

 protected:
  /// Adds the quantities that the units counted.
  virtual void add_counted(const Tally& total, Report& report) const = 0;

  const Question& question() const { return question_; }
  bool asks(Quantity quantity) const { return quantities_.contains(quantity); }

 private:
  Question question_;
  std::set<Quantity> quantities_;
};

/// The least number of shuffles that returned, or of images that were equal, before a run may end by its error: with
/// fewer, the error is too uncertain, and stopping biases the estimate.
inline constexpr int min_hits = 100;

/// A job whose units are batches of samples.
class SampledShuffleJob : public ShuffleJob {
 public:
  /// @param batch  samples of one unit
  SampledShuffleJob(Question question, std::set<Quantity> quantities, const SamplingLimits& limits,
                    std::uint64_t batch);

  std::uint64_t units() const final { return batches_.units(); }
  double weight(std::uint64_t unit) const final { return static_cast<double>(batches_.samples_of(unit)); }
  std::optional<double> seconds_limit() const final { return limits_.seconds; }

 protected:
  const SamplingLimits& limits() const { return limits_; }
  const Batches& batches() const { return batches_; }

 private:
  SamplingLimits limits_;
  Batches batches_;
};

/// Returns the job for a sampling method if only `shuffle_options` is wanted: nothing is sampled.
std::unique_ptr<Job> count_shuffle_options(const Question& question);

}  // namespace gridcensus::grid_shuffle
