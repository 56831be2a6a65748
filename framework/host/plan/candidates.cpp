#include "host/plan/candidates.hpp"

#include "host/experiment/inputs.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

Diagnostic complaint(const Configuration& configuration, std::string message) {
  return {configuration.where, "strategies." + configuration.name, std::move(message), {}};
}

template <class Call>
auto Candidates::ask(std::size_t configuration, const char* what, const Call& call) -> std::optional<decltype(call())> {
  if (has_failed_[configuration]) return std::nullopt;
  const Configuration& asked = experiment_.configurations[configuration];
  const auto fail = [&](const std::string& message) {
    // One mistake makes one message, on however many problems it shows.
    has_failed_[configuration] = true;
    diagnostics_.push_back(complaint(asked, message));
  };
  const auto failed = "strategy " + asked.plugin->about.id + " failed " + what;
  try {
    return call();
  } catch (const std::exception& error) {
    fail(failed + ": " + error.what());
  } catch (...) {
    fail(failed + " with something that is no std::exception");
  }
  return std::nullopt;
}

Candidates::Candidates(const Experiment& experiment, std::vector<Diagnostic>& diagnostics)
    : experiment_{experiment},
      diagnostics_{diagnostics},
      strategies_(experiment.configurations.size()),
      has_failed_(experiment.configurations.size()) {
  for (std::size_t i = 0; i < strategies_.size(); ++i) {
    const Configuration& configuration = experiment.configurations[i];
    const auto create = [&]() -> std::shared_ptr<const Strategy> {
      try {
        return configuration.plugin->create(configuration.parameters, configuration.name);
      } catch (const std::invalid_argument& error) {
        // How a strategy says that its parameters do not go together: the user's mistake, in the strategy's words.
        diagnostics_.push_back(complaint(configuration, error.what()));
        has_failed_[i] = true;
        return nullptr;
      }
    };
    strategies_[i] = ask(i, "to accept its parameters", create).value_or(nullptr);
    if (strategies_[i] == nullptr && !has_failed_[i]) {
      diagnostics_.push_back(complaint(configuration, "strategy " + configuration.plugin->about.id + " made nothing"));
      has_failed_[i] = true;
    }
  }
  for (const auto& problem : experiment.problems) {
    by_problem_.try_emplace(problem);
    for (std::size_t i = 0; i < strategies_.size(); ++i) {
      const auto& only = experiment.configurations[i].only;
      if (only.empty() || only.contains(problem)) consider(i, problem);
    }
  }
}

void Candidates::consider(std::size_t configuration, const Problem& problem) {
  const Configuration& asked = experiment_.configurations[configuration];
  const auto& strategy = strategies_[configuration];
  const auto requested = requested_quantities(asked);
  const auto offered = ask(configuration, "to judge a problem", [&] {
    return asked.plugin->offer(*strategy, asked.parameters, problem, counted_quantities(asked, requested));
  });
  if (!offered) return;
  const Offer& offer = offers_.emplace(std::pair{configuration, problem}, *offered).first->second;
  Candidate made;
  made.configuration = configuration;
  made.problem = problem;
  made.offer = offer;
  std::vector<NotApplicable> refused;
  for (const auto quantity : requested) {
    const auto reason = offer.refused.find(asked.plugin->counted_for(quantity));
    if (reason == offer.refused.end()) {
      made.quantities.insert(quantity);
      continue;
    }
    const auto same = std::ranges::find(refused, reason->second, &NotApplicable::reason);
    if (same != refused.end())
      same->quantities.push_back(quantity);
    else
      refused.push_back({&asked, problem, {quantity}, reason->second});
  }
  for (auto& each : refused) {
    refusal_places_[{configuration, problem}].push_back(refusals_.size());
    refusals_.push_back(std::move(each));
  }
  if (made.quantities.empty()) return;
  made.counted = counted_quantities(asked, made.quantities);
  for (const auto& [quantity, inputs] : offer.inputs) {
    if (made.counted.contains(quantity)) made.needs.insert(inputs.begin(), inputs.end());
  }
  by_problem_[problem].push_back(candidates_.size());
  candidates_.push_back(std::move(made));
}

Kind Candidates::kind(std::size_t configuration, const Problem& problem, Quantity quantity) const {
  const Plugin& plugin = *experiment_.configurations[configuration].plugin;
  const auto offer = offers_.find({configuration, problem});
  if (offer == offers_.end()) return plugin.find_answer(quantity)->kind;
  return offer->second.kinds.at(plugin.counted_for(quantity));
}

std::set<Quantity> Candidates::exact_sources(std::size_t configuration, const std::set<Quantity>& quantities,
                                             Quantity wanted, const Problem& problem) const {
  std::set<Quantity> sources;
  for (const auto quantity : quantities) {
    if (share_base(quantity, wanted, problem) && kind(configuration, problem, quantity) == Kind::exact) {
      sources.insert(quantity);
    }
  }
  return sources;
}

std::string Candidates::refusal(std::size_t configuration, const Problem& problem, Quantity wanted) const {
  const auto places = refusal_places_.find({configuration, problem});
  if (places == refusal_places_.end()) return "";
  for (const auto place : places->second) {
    const auto& refused = refusals_[place].quantities;
    const bool is_about_it =
        std::ranges::any_of(refused, [&](Quantity quantity) { return share_base(quantity, wanted, problem); });
    if (is_about_it) return refusals_[place].reason;
  }
  return "";
}

}  // namespace gridcensus::host
