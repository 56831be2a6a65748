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
  std::vector<std::pair<std::size_t, const Problem*>> refused;
  for (const auto& problem : experiment.problems) {
    for (std::size_t i = 0; i < strategies_.size(); ++i) {
      const Configuration& asked = experiment.configurations[i];
      if (!asked.only.empty() && !asked.only.contains(problem)) continue;
      if (!consider(i, problem, requested_quantities(asked))) refused.emplace_back(i, &problem);
    }
  }
  for (const auto& [configuration, problem] : refused) hand_over(configuration, *problem);
  // Producers for runs on a classic problem that takes the place of another.
  const std::set<Problem> asked_problems{experiment.problems.begin(), experiment.problems.end()};
  for (std::size_t i = 0; i < strategies_.size(); ++i) {
    const Configuration& asked = experiment.configurations[i];
    for (const auto& problem : asked.only) {
      if (!asked_problems.contains(problem)) consider(i, problem, requested_quantities(asked));
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

bool Candidates::consider(std::size_t configuration, const Problem& problem, const std::set<Quantity>& requested) {
  const Configuration& asked = experiment_.configurations[configuration];
  auto offer = offer_of(configuration, problem, requested);
  if (!offer) return false;
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
  if (accepted.empty()) return false;
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
  return true;
}

const Run* Candidates::run_on(const Configuration& configuration, const Problem& problem) const {
  const auto found = std::ranges::find_if(
      runs_, [&](const Run& run) { return run.configuration == &configuration && run.problem == problem; });
  return found == runs_.end() ? nullptr : &*found;
}

void Candidates::hand_over(std::size_t configuration, const Problem& problem) {
  // A canonical labelling takes under a second up to this side.
  constexpr int max_labelled_side = 25;
  const Configuration& asked = experiment_.configurations[configuration];
  const int side = problem.shape.side();
  if (problem.rules.are_classic() || !problem.symbols_are_alike() || side > max_labelled_side ||
      experiment_.is_listed(problem))
    return;
  for (int rows = 1; rows <= side; ++rows) {
    if (side % rows != 0) continue;
    const Problem classic{{rows, side / rows}};
    std::set<Quantity> same;
    for (const auto quantity : requested_quantities(asked)) {
      if (is_carried_over(quantity, problem, classic)) same.insert(quantity);
    }
    if (same.empty()) continue;
    const auto refusals = static_cast<std::ptrdiff_t>(refusals_.size());
    if (run_on(asked, classic) == nullptr) consider(configuration, classic, same);
    // The experiment does not ask for the classic problem.
    refusals_.erase(refusals_.begin() + refusals, refusals_.end());
    if (const Run* const run = run_on(asked, classic)) return note_handed_over(*run, problem, same);
  }
}

void Candidates::note_handed_over(const Run& run, const Problem& problem, const std::set<Quantity>& same) {
  std::vector<NotApplicable> noted;
  for (auto& refused : refusals_) {
    if (refused.configuration != run.configuration || refused.problem != problem) continue;
    NotApplicable counted = refused;
    const auto is_counted = [&](Quantity quantity) {
      return same.contains(quantity) && run.quantities.contains(quantity);
    };
    std::erase_if(counted.quantities, [&](Quantity quantity) { return !is_counted(quantity); });
    if (counted.quantities.empty()) continue;
    std::erase_if(refused.quantities, is_counted);
    counted.counted_as = run.problem.shape;
    counted.reason = "counted as " + to_string(run.problem) + ", which is the same up to a permutation of the cells; " +
                     counted.reason;
    noted.push_back(std::move(counted));
  }
  std::erase_if(refusals_, [](const NotApplicable& refused) { return refused.quantities.empty(); });
  std::ranges::move(noted, std::back_inserter(refusals_));
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
