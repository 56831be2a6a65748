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
  std::string message;  ///< why it did not conclude
  Outcomes outcomes;    ///< one for each quantity of the run, `Unfinished` where it did not conclude
  /// What the estimates of a sampling run that did not conclude were: shown, never judged, stored or handed on.
  std::map<Quantity, Estimate> so_far = {};
  Findings findings;
  std::uint64_t units = 0;                       ///< how many are in the sum
  std::optional<std::uint64_t> units_of = {};    ///< of how many, where it did not conclude and that is known
  std::uint64_t resumed_units = 0;               ///< how many of them an earlier session had finished
  std::uint64_t recounted_units = 0;             ///< in the ledger: counted again in another session, the same
  double seconds = 0;                            ///< wall clock in which a thread worked for it, over all sessions
  std::optional<UnitSeconds> unit_seconds = {};  ///< of those whose times are known
  bool reused = false;                           ///< the ledger had the whole run
  std::optional<std::int64_t> ledger_run = {};   ///< its key in the ledger, where it has one
  bool is_kept = false;                          ///< the ledger has its conclusion: all outcomes are values
  bool can_go_on = false;                        ///< stopped by a signal or for lack of time: a ledger lets it go on
};

}  // namespace gridcensus::host
