#pragma once

#include "gridcensus/strategy.hpp"
#include "host/catalog/catalog.hpp"
#include "host/isolation/message.hpp"
#include "host/isolation/worker_process.hpp"

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

/// A strategy whose jobs do their work in processes of their own: as many as threads ask at the same time, started when
/// they are needed. To whoever calls it, it is a strategy like any other.
///
/// A worker that is lost (it crashed, ended, took too long or too much memory, or answered nonsense) is replaced, and
/// asked once more. Where that one is lost, too, the call throws: "its worker ended with SIGSEGV, twice".
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
