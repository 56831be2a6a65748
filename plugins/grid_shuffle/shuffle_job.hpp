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

/// What all methods share: the question, and the values that need no counting.
namespace gridcensus::grid_shuffle {

/// Which grid is shuffled, by which moves, and how many random exchanges are to give it back.
struct Question {
  Grid grid;
  Moves moves;
  Exchanges exchanges;

  /// The combinations of moves that there are: the order of the group.
  Integer options() const { return mathematics::group_order(grid.shape, moves); }
};

/// A job that counts or samples some of what is asked. The rest it takes from here.
class ShuffleJob : public Job {
 public:
  ShuffleJob(Question question, std::set<Quantity> quantities);

  Report conclude(const Tally& total, std::uint64_t units) const final;

 protected:
  /// Adds what the units were for.
  virtual void add_counted(const Tally& total, Report& report) const = 0;

  const Question& question() const { return question_; }
  bool asks(Quantity quantity) const { return quantities_.contains(quantity); }

 private:
  Question question_;
  std::set<Quantity> quantities_;
};

/// No run ends by its error before so many shuffles returned or images were equal: of fewer, the error is too
/// uncertain, and the estimate is biased by stopping.
inline constexpr int least_hits = 100;

/// One whose units are batches of samples.
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

/// The job for a sampling method that is asked for `shuffle_options` alone: nothing is sampled.
std::unique_ptr<Job> count_shuffle_options(const Question& question);

}  // namespace gridcensus::grid_shuffle
