#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/outcome.hpp"
#include "host/results/results_document.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace gridcensus::host {

struct RunResult {
  RunState state = RunState::stopped;
  std::string message;  ///< why the run did not conclude
  Outcomes outcomes;    ///< one for each quantity of the run; `Unfinished` if it did not conclude
  /// Interim estimates of a sampling run that did not conclude. Shown only: never judged, stored or passed to another
  /// run.
  std::map<Quantity, Estimate> interim = {};
  Findings findings;
  std::uint64_t units = 0;                        ///< the number of units in the sum
  std::optional<std::uint64_t> units_total = {};  ///< the total, if the run did not conclude and the total is known
  std::uint64_t resumed_units = 0;                ///< the number of them that earlier sessions finished
  /// Units in the ledger that another session recounted, with the same result
  std::uint64_t recounted_units = 0;
  double seconds = 0;                            ///< wall time in which a thread worked for the run, in all sessions
  std::optional<UnitSeconds> unit_seconds = {};  ///< of the units whose times are known
  bool reused = false;                           ///< the ledger had the conclusion, so nothing was counted
  /// Stopped by a signal or a time limit, so it can resume from a ledger
  bool can_resume = false;
};

}  // namespace gridcensus::host
