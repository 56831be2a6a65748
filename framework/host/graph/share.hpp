#pragma once

#include "gridcensus/strategy.hpp"
#include "host/graph/part.hpp"
#include "host/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host {

/// The units of a job that one part counts. The shares of all parts partition the units and have about equal weight.
/// They depend on the job and the part alone, so parts need no coordination.
class Share {
 public:
  /// Assigns the units, heaviest first, each to the part with the smallest load so far (Graham's rule: no part gets
  /// more than 4/3 of the best possible). Units of equal weight are dealt out in turn.
  ///
  /// @param turn  the part that is served first, so that runs of few units do not all go to part 1
  Share(const Job& job, const Part& part, std::uint64_t turn);

  std::uint64_t size() const { return size_; }
  double weight() const { return weight_; }
  /// Returns the unit at a place, from 0 to size() - 1, in unit order.
  std::uint64_t at(std::uint64_t place) const;
  bool contains(std::uint64_t unit) const;

 private:
  std::uint64_t first_;  ///< this part's place in the order of service, from 0
  std::uint64_t parts_;
  std::uint64_t units_;
  std::uint64_t size_ = 0;
  double weight_ = 0;
  std::vector<std::uint64_t> chosen_;  ///< empty if all units count as alike: then every count-th unit
};

/// The sizes of the parts of a job.
struct Split {
  std::uint64_t units = 0;      ///< of the job
  std::uint64_t max_units = 0;  ///< of the largest part
  double max_weight = 0;        ///< of the heaviest part, relative to the job's weight; 1/n at best
};
Split split_of(const Job& job, std::uint64_t parts);

// The SDK's names for the limits of sampling. Other limits of a strategy are known only once it is prepared.
inline constexpr std::string_view limit_of_samples = "samples";
inline constexpr std::string_view limit_of_seconds = "seconds";
inline constexpr std::string_view limit_of_relative_error = "relative_error";

/// Returns the value of a run's limit, or nullopt if it is not set or does not exist.
std::optional<double> sampling_limit(const Run& run, std::string_view name);

/// Returns true if the strategy has a limit of that name, set or not.
bool has_sampling_limit(const Run& run, std::string_view name);

/// Returns why a run cannot be split among parts and is left to the process that has all of them. Returns nullopt if
/// its units can be split, as far as is known before it is prepared.
std::optional<std::string> why_not_split(const Run& run);
/// Returns the same for a prepared run.
std::optional<std::string> why_not_split(const Job& job);
/// Returns the same for a run whose input is unknown until another run has concluded.
std::string why_not_split(const Plan& plan, const Run& run, Quantity missing_input);
/// Returns why a run cannot be split before others have ended, for the first reason of these.
std::optional<std::string> why_not_split(const Plan& plan, const Run& run);

}  // namespace gridcensus::host
