#include "host/experiment/document.hpp"
#include "host/experiment/drafts.hpp"
#include "host/experiment/inputs.hpp"
#include "host/experiment/plan.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace gridcensus::host {

namespace {

bool is_given(const Experiment& experiment, const Problem& problem, Quantity wanted) {
  const auto given = experiment.given.find(problem);
  return given != experiment.given.end() && std::ranges::any_of(given->second, [&](const auto& input) {
           return share_base(input.first, wanted, problem);
         });
}

bool is_yielded(const Experiment& experiment, const Drafts& drafts, const Draft& consumer, Quantity wanted) {
  return std::ranges::any_of(drafts.on(consumer.problem), [&](std::size_t place) {
    const Draft& other = drafts.drafts()[place];
    const Configuration& configuration = experiment.configurations[other.configuration];
    return other.configuration != consumer.configuration &&
           !exact_sources(configuration, other.quantities, wanted, consumer.problem).empty();
  });
}

/// What a strategy, with its defaults, can do about a missing quantity.
struct Offer {
  std::optional<Quantity> quantity;  ///< what it would count
  std::string refusal;               ///< or why it counts nothing of use
};

Offer offer_of(const Configuration& candidate, Quantity wanted, const Problem& problem) {
  try {
    const auto strategy = candidate.plugin->create(candidate.parameters);
    std::set<Quantity> sources = exact_sources(candidate, requested_quantities(candidate), wanted, problem);
    // The quantity itself rather than one that it follows from.
    std::vector<Quantity> ordered{sources.begin(), sources.end()};
    std::stable_partition(ordered.begin(), ordered.end(), [wanted](Quantity quantity) { return quantity == wanted; });
    std::string refusal;
    for (const auto quantity : ordered) {
      if (const auto reason = strategy->why_not(problem, quantity))
        refusal = *reason;
      else if (!strategy->needs(problem, {quantity}).empty())
        refusal = "needs an input itself";
      else
        return {quantity, ""};
    }
    return {std::nullopt, refusal};
  } catch (const std::exception& error) {
    return {std::nullopt, error.what()};
  }
}

/// The strategies that were chosen, as configurations to be.
class Producers {
 public:
  Producers(const Experiment& experiment, const Catalog& catalog) : experiment_{experiment}, catalog_{catalog} {}

  /// Chooses one for `wanted`.
  ///
  /// @return  a diagnostic where there is none.
  std::optional<Diagnostic> add(const Configuration& consumer, const Problem& problem, Quantity wanted) {
    const std::string what = std::string{name_of(wanted)} + " of " + to_string(problem);
    std::string refusals;
    for (const auto& [id, plugin] : catalog_.plugins()) {
      Configuration candidate;
      candidate.plugin = &plugin;
      candidate.parameters = with_defaults(plugin.parameters, {});
      const Offer offer = offer_of(candidate, wanted, problem);
      if (offer.quantity) {
        Configuration& chosen = chosen_.try_emplace(id, std::move(candidate)).first->second;
        chosen.name = unused_name(id);
        chosen.where = consumer.where;
        chosen.quantities.insert(*offer.quantity);
        chosen.only.insert(problem);
        lines_.push_back(what + " is counted first, by " + id + ": " + consumer.name + " needs it");
        return std::nullopt;
      }
      if (!offer.refusal.empty()) refusals += (refusals.empty() ? " (" : "; ") + id + ": " + offer.refusal;
    }
    return complaint(consumer, "needs " + what + ", which no strategy counts exactly from nothing" +
                                   (refusals.empty() ? "" : refusals + ")") + "; give it: --input " +
                                   std::string{name_of(wanted)} + "=VALUE");
  }

  std::vector<Configuration> configurations() {
    std::vector<Configuration> all;
    for (auto& [id, configuration] : chosen_) all.push_back(std::move(configuration));
    return all;
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::string unused_name(std::string name) const {
    while (std::ranges::find(experiment_.configurations, name, &Configuration::name) !=
           experiment_.configurations.end()) {
      name += "_input";
    }
    return name;
  }

  const Experiment& experiment_;
  const Catalog& catalog_;
  std::map<std::string, Configuration> chosen_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> add_missing_producers(Experiment& experiment, const Catalog& catalog) {
  std::vector<Diagnostic> diagnostics;
  const Drafts drafts{experiment, diagnostics};
  Producers producers{experiment, catalog};
  std::set<std::pair<Problem, Quantity>> settled;  // one producer serves all who need it
  for (const auto& draft : drafts.drafts()) {
    const Configuration& consumer = experiment.configurations[draft.configuration];
    for (const auto need : draft.needs) {
      const bool is_known = consumer.wiring.contains(need) || is_given(experiment, draft.problem, need) ||
                            is_yielded(experiment, drafts, draft, need);
      if (is_known || !settled.emplace(draft.problem, reduction(need, draft.problem).base).second) continue;
      if (auto mistake = producers.add(consumer, draft.problem, need)) diagnostics.push_back(std::move(*mistake));
    }
  }
  if (!diagnostics.empty()) throw BadInput{in_order(std::move(diagnostics))};
  auto added = producers.configurations();
  experiment.configurations.insert(experiment.configurations.begin(), std::make_move_iterator(added.begin()),
                                   std::make_move_iterator(added.end()));
  return producers.lines();
}

}  // namespace gridcensus::host
