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

/// How the workers of a run are started, and what they draw.
struct WorkerSettings {
  std::filesystem::path program;
  WorkerLimits limits;
  std::uint64_t seed = 1;    ///< of the run's random numbers: the contexts of its units do not tell it
  std::uint64_t stream = 0;  ///< nor this
  /// Told of a worker that was lost and replaced: "unit 17: its worker ended with SIGSEGV; a new one tries again".
  std::function<void(const std::string&)> note;
};

/// Starts a copy of this program that calls a strategy of a plugin.
///
/// @throws std::system_error  no process could be started.
std::unique_ptr<WorkerProcess> start_worker(const std::filesystem::path& program, const WorkerLimits& limits);

// What is sent to a worker in another form than to other programs.

/// @param plugin  from a file
/// @param values  of the strategy's parameters; those that are as by default are left out
Message isolated_prepare_request(const Plugin& plugin, const ParameterValues& values, const Request& request);
Message isolated_run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream);

/// A strategy whose jobs do their work in workers (`RemoteJob`). To its caller it is a strategy like any other.
class IsolatedStrategy final : public Strategy {
 public:
  /// @param strategy  the same in this process; asked all that is asked before `prepare`
  /// @param plugin    from a file; must outlive this object
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
