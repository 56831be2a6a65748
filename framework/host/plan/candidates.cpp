#include "host/plan/candidates.hpp"

#include "host/base/sha256.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the first 64 bits of a hash that is equal on every machine.
std::uint64_t stream_of(const std::string& configuration, const Problem& problem) {
  return std::stoull(sha256_of(configuration + "\n" + to_string(problem)).substr(0, 16), nullptr, 16);
}

/// Returns the mistake of a strategy that threw. Called in a catch block.
Diagnostic failure_of(const Configuration& configuration, const std::string& what) {
  const std::string failed = "strategy " + configuration.plugin->about.id + " failed " + what;
  try {
    throw;
  } catch (const std::exception& error) {
    return configuration_error(configuration, failed + ": " + error.what());
  } catch (...) {
    return configuration_error(configuration, failed + " with something that is not a std::exception");
  }
}

}  // namespace

Diagnostic configuration_error(const Configuration& configuration, std::string message) {
  return {configuration.where, "strategies." + configuration.name, std::move(message), {}};
}

Candidates::Candidates(const Experiment& experiment, std::vector<Diagnostic>& diagnostics)
    : experiment_{experiment}, diagnostics_{diagnostics} {
  for (const auto& configuration : experiment.configurations) strategies_.push_back(make(configuration));
  for (const auto& problem : experiment.problems) {
    for (std::size_t i = 0; i < strategies_.size(); ++i) {
      const auto& only = experiment.configurations[i].only;
      if (only.empty() || only.contains(problem)) consider(i, problem);
    }
  }
}

std::shared_ptr<const Strategy> Candidates::make(const Configuration& configuration) {
  try {
    if (auto made = configuration.plugin->create(configuration.parameters, configuration.name)) return made;
    diagnostics_.push_back(configuration_error(
        configuration, "strategy " + configuration.plugin->about.id + " returned no strategy object"));
  } catch (const std::invalid_argument& error) {
    // A strategy reports in this way that its parameters do not fit together: a mistake of the user, in the strategy's
    // words.
    diagnostics_.push_back(configuration_error(configuration, error.what()));
  } catch (...) {
    diagnostics_.push_back(failure_of(configuration, "to accept its parameters"));
  }
  return nullptr;
}

std::optional<Offer> Candidates::offer_of(std::size_t configuration, const Problem& problem,
                                          const std::set<Quantity>& requested) {
  const Configuration& asked = experiment_.configurations[configuration];
  auto& strategy = strategies_[configuration];
  if (strategy == nullptr) return std::nullopt;
  try {
    return asked.plugin->offer(*strategy, asked.parameters, problem, counted_quantities(asked, requested));
  } catch (...) {
    // Report one mistake once, on however many problems it occurs.
    strategy = nullptr;
    diagnostics_.push_back(failure_of(asked, "to judge a problem"));
  }
  return std::nullopt;
}

void Candidates::consider(std::size_t configuration, const Problem& problem) {
  const Configuration& asked = experiment_.configurations[configuration];
  const auto requested = requested_quantities(asked);
  auto offer = offer_of(configuration, problem, requested);
  if (!offer) return;
  std::set<Quantity> accepted;
  std::vector<NotApplicable> refused;
  for (const auto quantity : requested) {
    const auto reason = offer->refused.find(asked.plugin->counted_for(quantity));
    if (reason == offer->refused.end()) {
      accepted.insert(quantity);
      continue;
    }
    const auto same = std::ranges::find(refused, reason->second, &NotApplicable::reason);
    if (same != refused.end())
      same->quantities.push_back(quantity);
    else
      refused.push_back({&asked, problem, {quantity}, reason->second});
  }
  std::ranges::move(refused, std::back_inserter(refusals_));
  offers_.emplace(std::pair{&asked, problem}, *offer);
  if (accepted.empty()) return;
  runs_.push_back({.number = runs_.size(),
                   .configuration = &asked,
                   .problem = problem,
                   .quantities = accepted,
                   .counted = counted_quantities(asked, accepted),
                   .sources = {},
                   .strategy = strategies_[configuration],
                   .offer = *std::move(offer),
                   .seed = asked.seed,
                   .stream = stream_of(seedless_name(asked), problem)});
}

Kind Candidates::kind(const Configuration& configuration, const Problem& problem, Quantity quantity) const {
  const auto offer = offers_.find({&configuration, problem});
  if (offer == offers_.end()) return configuration.plugin->find_answer(quantity)->kind;
  return offer->second.kinds.at(configuration.plugin->counted_for(quantity));
}

bool Candidates::gives_exactly(const Configuration& configuration, const std::set<Quantity>& quantities,
                               Quantity wanted, const Problem& problem) const {
  return std::ranges::any_of(quantities, [&](Quantity quantity) {
    return share_base(quantity, wanted, problem) && kind(configuration, problem, quantity) == Kind::exact;
  });
}

std::string Candidates::refusal(const Configuration& configuration, const Problem& problem, Quantity wanted) const {
  const auto offer = offers_.find({&configuration, problem});
  if (offer == offers_.end()) return "";
  for (const auto quantity : requested_quantities(configuration)) {
    const auto refused = offer->second.refused.find(configuration.plugin->counted_for(quantity));
    if (refused != offer->second.refused.end() && share_base(quantity, wanted, problem)) return refused->second;
  }
  return "";
}

}  // namespace gridcensus::host
