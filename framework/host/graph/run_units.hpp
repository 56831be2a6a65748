#pragma once

#include "gridcensus/strategy.hpp"
#include "host/graph/run_end.hpp"
#include "host/graph/run_result.hpp"
#include "host/graph/share.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// The units of one run: which is next, what those so far add up to, and whether they are enough.
///
/// Tallies are folded in unit order only, whoever finished first: floating-point sums and the decision that the units
/// are enough must not depend on threads.
///
/// Where only a share of them is to be done, nothing is folded: that is for whoever has all of them.
///
/// @threads  the owner guards it.
class RunUnits {
 public:
  /// @param job      must outlive this object
  /// @param samples  whether to note how its estimates converge
  /// @param share    nullopt: all of them
  /// @throws         what the job throws
  RunUnits(const Job& job, bool samples, std::optional<Share> share = std::nullopt);

  std::uint64_t size() const { return size_; }
  /// How many are neither in the sum nor waiting for it.
  std::uint64_t left() const;
  /// How many, from 0, are in the sum.
  std::uint64_t folded() const { return folded_; }

  /// The number of the next unit, in order. nullopt: no further one is needed, or the job's own limit is reached.
  ///
  /// @param seconds  what the run has taken so far
  std::optional<std::uint64_t> draw(double seconds);

  /// Takes a finished unit. One beyond the sum was begun in vain: it is dropped.
  ///
  /// @throws  what adding up, or asking whether the units are enough, throws: the sum is then of no use any more.
  void hand_in(std::uint64_t unit, Tally tally);

  /// Takes note that a unit failed, unless it lies beyond the sum. Units below it are done or in flight, and go on: the
  /// lowest failure is the same at any number of threads.
  void fail(std::uint64_t unit, Ending failure);

  /// Whether there is a share, and all of it is done.
  bool is_share_done() const { return share_ && shared_.size() == share_->size(); }
  /// How many units of the share are done.
  std::uint64_t share_done() const { return shared_.size(); }

  /// Whether `sum` is all that the job wants.
  bool is_sum_ready() const { return is_sum_ready_; }
  /// Whether the units so far are the sum since the job's own time is up.
  bool is_out_of_time() const { return is_closed_ && seconds_limit_.has_value(); }

  /// Returns the failure of the lowest unit that failed so far, with its number.
  const std::optional<Ending>& failure() const { return failure_; }

  /// After how many units the convergence was last noted; 0: not yet.
  std::uint64_t noted_units() const { return noted_units_; }

  /// Of the first `folded` units.
  const Tally& sum() const { return sum_; }
  /// What the estimates were after some numbers of units, each greater by a fifth than the one before, or by 1: after
  /// 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ... units.
  const std::map<Quantity, std::vector<Checkpoint>>& convergence() const { return convergence_; }

 private:
  void note_convergence();
  void check_names(std::uint64_t unit, const Tally& tally);

  const Job& job_;
  bool samples_;
  std::uint64_t size_;
  std::optional<double> seconds_limit_;
  std::optional<Share> share_;
  std::set<std::uint64_t> shared_;  ///< units of the share that are done
  /// The first unit that declares no sums, and those that it has.
  std::optional<std::pair<std::uint64_t, std::set<std::string>>> undeclared_;
  Tally sum_;
  bool is_sum_ready_ = false;
  bool is_closed_ = false;
  std::uint64_t drawn_ = 0;  ///< every unit (of a share: every place) below has been drawn, or was handed in
  std::uint64_t folded_ = 0;
  std::uint64_t noted_units_ = 0;
  std::uint64_t next_note_ = 1;
  std::map<std::uint64_t, Tally> waiting_;  ///< done, but a lower unit is not
  std::optional<Ending> failure_;
  std::map<Quantity, std::vector<Checkpoint>> convergence_;
};

/// An estimate as a point of its own record of convergence.
Checkpoint checkpoint_of(const Estimate& estimate);

}  // namespace gridcensus::host
