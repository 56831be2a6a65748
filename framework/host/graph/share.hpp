#pragma once

#include "gridcensus/strategy.hpp"
#include "host/graph/part.hpp"
#include "host/plan/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

/// The units of a job that one part does. The shares of all parts are a partition of the units, of about the same
/// weight each, and follow from the job and the part alone: nobody has to be asked.
class Share {
 public:
  /// Units go, the heaviest first, each to the part that has the least so far (Graham's rule: no part gets more than
  /// 4/3 of the best possible). Units that weigh the same are dealt out in turn.
  ///
  /// @param turn  which part is served first: runs of few units should not all go to part 1
  Share(const Job& job, const Part& part, std::uint64_t turn);

  std::uint64_t size() const { return size_; }
  double weight() const { return weight_; }
  /// The unit at a place, from 0 to size() - 1, in unit order.
  std::uint64_t at(std::uint64_t place) const;
  bool contains(std::uint64_t unit) const;

 private:
  std::uint64_t first_;  ///< this part's place in the order of being served, from 0
  std::uint64_t parts_;
  std::uint64_t units_;
  std::uint64_t size_ = 0;
  double weight_ = 0;
  std::vector<std::uint64_t> chosen_;  ///< empty where units are taken to be alike: then every count-th
};

/// What the parts of a job come to.
struct Split {
  std::uint64_t units = 0;       ///< of the job
  std::uint64_t most_units = 0;  ///< that a part has
  double most_weight = 0;        ///< that a part has, of the job's; 1/n at best
};
Split split_of(const Job& job, std::uint64_t parts);

/// Why a run is done as a whole, by whoever has all parts; nullopt where its units can be shared out, as far as that
/// can be told before it is prepared.
std::optional<std::string> why_not_split(const Run& run);
/// The same of a prepared run.
std::optional<std::string> why_not_split(const Job& job);
/// The same of a run whose input is not known before another run has concluded.
std::string why_not_split(const Plan& plan, const Run& run, Quantity missing_input);

}  // namespace gridcensus::host
