#include "host/isolation/isolated_strategy.hpp"

#include "host/isolation/worker.hpp"
#include "host/workers/remote_job.hpp"

#include <algorithm>
#include <utility>

namespace gridcensus::host {

Message isolated_prepare_request(const Plugin& plugin, const ParameterValues& values, const Request& request) {
  Message message = prepare_request(request);
  message["protocol"] = protocol_version;
  message["plugin"] = plugin.file.string();
  message["sha256"] = plugin.sha256;
  ParameterValues given;
  for (const auto& spec : plugin.parameters) {
    if (const ParameterValue& value = values.at(spec.name); value != spec.default_value)
      given.emplace(spec.name, value);
  }
  message["parameters"] = message_of(given);
  return message;
}

Message isolated_run_request(std::uint64_t unit, std::uint64_t seed, std::uint64_t stream) {
  return {{"call", "run"},
          {"unit", std::to_string(unit)},
          {"seed", std::to_string(seed)},
          {"stream", std::to_string(stream)}};
}

std::unique_ptr<WorkerProcess> start_worker(const std::filesystem::path& program, const ProcessLimits& limits) {
  return std::make_unique<WorkerProcess>(
      ChildOptions{.program = program, .arguments = {worker_command}, .shares_stderr = true}, limits);
}

IsolatedStrategy::IsolatedStrategy(std::shared_ptr<const Strategy> strategy, const Plugin& plugin,
                                   ParameterValues values, WorkerSettings settings)
    : strategy_{std::move(strategy)}, plugin_{plugin}, values_{std::move(values)}, settings_{std::move(settings)} {}

Offer IsolatedStrategy::offer(const Problem& problem, const std::set<Quantity>& quantities) const {
  return strategy_->offer(problem, quantities);
}

std::unique_ptr<Job> IsolatedStrategy::prepare(const Request& request) const {
  const Offer offer = plugin_.offer(*strategy_, values_, request.problem, request.quantities);
  const bool is_exact = std::ranges::all_of(request.quantities,
                                            [&](Quantity quantity) { return offer.kinds.at(quantity) == Kind::exact; });
  RemoteCalls calls;
  calls.start = [settings = settings_] { return start_worker(settings.program, settings.limits); };
  calls.prepare = isolated_prepare_request(plugin_, values_, request);
  // The context of a unit lacks seed and stream.
  calls.run = [seed = settings_.seed, stream = settings_.stream](std::uint64_t unit, const UnitContext& /*context*/) {
    return isolated_run_request(unit, seed, stream);
  };
  calls.asks_for_enough = !is_exact;
  calls.note = settings_.note;
  return std::make_unique<RemoteJob>(std::move(calls), request.poll);
}

}  // namespace gridcensus::host
