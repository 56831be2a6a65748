#pragma once

#include "gridcensus/strategy.hpp"
#include "host/catalog/catalog.hpp"
#include "host/process/message.hpp"
#include "host/workers/worker_process.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace gridcensus::host {

/// The settings of a run's workers.
struct WorkerSettings {
  std::filesystem::path program;
  ProcessLimits limits;
  std::uint64_t seed = 1;    ///< of the run's random numbers: the contexts of its units lack it
  std::uint64_t stream = 0;  ///< they lack this, too
  /// Called when a worker was lost and replaced: "unit 17: its worker ended with SIGSEGV; a new one tries again".
  std::function<void(const std::string&)> note;
};

/// Starts a copy of this program that calls a strategy of a plugin.
///
/// @throws std::system_error  no process could be started.
std::unique_ptr<WorkerProcess> start_worker(const std::filesystem::path& program, const ProcessLimits& limits);

// Requests whose form for workers differs from that for other programs.

/// @param plugin  loaded from a file
/// @param values  of the strategy's parameters; defaults are omitted
Message isolated_prepare_request(const Plugin& plugin, const ParameterValues& values, const Request& request);
Message isolated_run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream);

/// A strategy whose jobs run in worker processes (`RemoteJob`). Callers use it like any other strategy.
class IsolatedStrategy final : public Strategy {
 public:
  /// @param strategy  the same strategy in this process; it answers all calls before `prepare`
  /// @param plugin    loaded from a file; must outlive this object
  /// @param values    of the strategy's parameters
  IsolatedStrategy(std::shared_ptr<const Strategy> strategy, const Plugin& plugin, ParameterValues values,
                   WorkerSettings settings);

  Offer offer(const Problem& problem, const std::set<Quantity>& quantities) const override;
  std::unique_ptr<Job> prepare(const Request& request) const override;

 private:
  std::shared_ptr<const Strategy> strategy_;
  const Plugin& plugin_;
  ParameterValues values_;
  WorkerSettings settings_;
};

}  // namespace gridcensus::host
