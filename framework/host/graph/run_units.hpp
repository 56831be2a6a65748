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

/// Chooses a run's next unit, adds up its tallies and decides whether the units so far are enough.
///
/// Folds tallies in unit order only, whichever finishes first: floating-point sums and the decision that the units are
/// enough must not depend on threads.
///
/// If only a share of the units is to be counted, nothing is folded: folding needs all of them.
///
/// @threads  the owner guards it.
class RunUnits {
 public:
  /// @param job      must outlive this object
  /// @param samples  record how the estimates converge
  /// @param share    nullopt: all of them
  /// @throws         what the job throws
  RunUnits(const Job& job, bool samples, std::optional<Share> share = std::nullopt);

  std::uint64_t size() const { return size_; }
  /// Returns the number of units that are neither in the sum nor waiting for it.
  std::uint64_t left() const;
  /// Returns the number of units in the sum: units 0 to folded() - 1.
  std::uint64_t folded() const { return folded_; }

  /// Returns the number of the next unit, in order, or nullopt if no further one is needed or the job's own limit is
  /// reached.
  ///
  /// @param seconds  the time that the run has taken so far
  std::optional<std::uint64_t> draw(double seconds);

  /// Takes a finished unit. Drops it if the sum is already complete without it.
  ///
  /// @throws  what the job throws when tallies are added up or checked for being enough: the sum is then invalid.
  void hand_in(std::uint64_t unit, Tally tally);

  /// Records that a unit failed, unless the sum is complete without it. Lower units are finished or running and
  /// continue, so the lowest failure does not depend on the number of threads.
  void fail(std::uint64_t unit, Ending failure);

  /// Returns true if there is a share and all of it is finished.
  bool is_share_done() const { return share_ && shared_.size() == share_->size(); }
  /// Returns the number of finished units of the share.
  std::uint64_t share_done() const { return shared_.size(); }

  /// Returns true if `sum` has all the units that the job needs.
  bool is_sum_ready() const { return is_sum_ready_; }
  /// Returns true if the units so far are the sum because the job's own time limit was reached.
  bool is_out_of_time() const { return is_closed_ && seconds_limit_.has_value(); }

  /// Returns the failure of the lowest unit that failed so far, with its number.
  const std::optional<Ending>& failure() const { return failure_; }

  /// Returns the number of units at the last record of the convergence; 0 if there is none yet.
  std::uint64_t recorded_units() const { return recorded_units_; }

  /// Returns the sum of the first `folded` units.
  const Tally& sum() const { return sum_; }
  /// Returns the estimates after increasing numbers of units. Each number is larger than the one before by a fifth, or
  /// by 1: after 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ... units.
  const std::map<Quantity, std::vector<Checkpoint>>& convergence() const { return convergence_; }

 private:
  void record_convergence();
  void check_names(std::uint64_t unit, const Tally& tally);

  const Job& job_;
  bool samples_;
  std::uint64_t size_;
  std::optional<double> seconds_limit_;
  std::optional<Share> share_;
  std::set<std::uint64_t> shared_;  ///< finished units of the share
  /// The first unit that declares no sums, with the sums that it has.
  std::optional<std::pair<std::uint64_t, std::set<std::string>>> undeclared_;
  Tally sum_;
  bool is_sum_ready_ = false;
  bool is_closed_ = false;
  std::uint64_t drawn_ = 0;  ///< every lower unit (in a share: every lower place) has been drawn or was handed in
  std::uint64_t folded_ = 0;
  std::uint64_t recorded_units_ = 0;
  std::uint64_t next_record_ = 1;
  std::map<std::uint64_t, Tally> waiting_;  ///< finished, but a lower unit is not
  std::optional<Ending> failure_;
  std::map<Quantity, std::vector<Checkpoint>> convergence_;
};

/// Returns an estimate as a point of its own record of convergence.
Checkpoint checkpoint_of(const Estimate& estimate);

}  // namespace gridcensus::host
