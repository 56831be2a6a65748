#include "host/calls/guarded_strategy.hpp"
#include "host/catalog/catalog.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the base of a quantity. The problem does not matter: which quantities follow from one another does not
/// depend on it.
Quantity base_of(Quantity quantity) { return reduction(quantity, Problem{{1, 1}, {}}).base; }

std::vector<Answer> answers_of(const About& about) {
  std::vector<Answer> answers;
  std::set<Quantity> own;
  for (const auto& [quantity, kind] : about.yields) {
    if (own.insert(quantity).second) answers.push_back({quantity, kind, std::nullopt});
  }
  std::set<Quantity> known{built_in_quantities().begin(), built_in_quantities().end()};
  known.insert(own.begin(), own.end());
  for (const auto quantity : known) {
    const auto base = std::ranges::find(about.yields, base_of(quantity), &About::Yield::quantity);
    if (base == about.yields.end() || own.contains(quantity)) continue;
    answers.push_back({quantity, base->kind, base->quantity});
  }
  std::ranges::sort(answers, {}, &Answer::quantity);
  return answers;
}

std::string joined(const std::vector<std::string>& names, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? last_separator : ", ";
    text += names[i];
  }
  return text;
}

/// Returns why a sampling run would have no end.
std::optional<std::string> lacks_limit(const std::vector<ParameterSpec>& parameters, const ParameterValues& values) {
  std::vector<std::string> limits;
  for (const auto& spec : parameters) {
    if (!spec.ends_sampling) continue;
    if (!std::holds_alternative<std::monostate>(values.at(spec.name))) return std::nullopt;
    limits.push_back(spec.name);
  }
  if (limits.empty()) return std::nullopt;
  return "no limit is given: set " + joined(limits, " or ");
}

}  // namespace

Plugin::Plugin(const PluginEntry& plugin, std::vector<MathematicsUse> uses)
    : about{plugin.about()},
      parameters{plugin.parameters()},
      mathematics{std::move(uses)},
      answers{answers_of(about)},
      entry{&plugin} {}

std::unique_ptr<Strategy> Plugin::create(const ParameterValues& values, const std::string& name) const {
  return guarded(name.empty() ? about.id : name, [&] { return entry->create(values); });
}

const Answer* Plugin::find_answer(Quantity quantity) const {
  const auto found = std::ranges::find(answers, quantity, &Answer::quantity);
  return found == answers.end() ? nullptr : &*found;
}

Quantity Plugin::counted_for(Quantity quantity) const {
  const Answer* const answer = find_answer(quantity);
  return answer == nullptr ? quantity : answer->follows_from.value_or(quantity);
}

std::set<std::string> Plugin::mathematics_of(Quantity counted) const {
  std::set<std::string> libraries;
  for (const auto& [library, quantities] : mathematics) {
    if (quantities.empty() || quantities.contains(counted)) libraries.insert(library);
  }
  return libraries;
}

std::set<Quantity> Plugin::counted() const {
  std::set<Quantity> quantities;
  for (const auto& yield : about.yields) quantities.insert(yield.quantity);
  return quantities;
}

namespace {

/// Returns why a strategy that supports such rules refuses those of a problem, or nullopt if it does not.
std::optional<std::string> rules_refusal(SupportedRules taken, const Problem& problem) {
  if (taken == SupportedRules::classic && !problem.rules.are_classic())
    return "it needs classic rules: only rows, columns and boxes";
  if (taken == SupportedRules::different_cells && !problem.symbols_are_alike())
    return "it needs interchangeable symbols, but givens, `allowed` or relations distinguish them";
  return std::nullopt;
}

}  // namespace

Offer Plugin::offer(const Strategy& strategy, const ParameterValues& values, const Problem& problem,
                    const std::set<Quantity>& counted) const {
  const auto why_not = rules_refusal(about.rules, problem);
  Offer offer = why_not ? refusal(counted, *why_not) : strategy.offer(problem, counted);
  for (const auto& [quantity, kind] : about.yields) {
    if (counted.contains(quantity)) offer.kinds.try_emplace(quantity, kind);
  }
  const auto is_sampled = [&](Quantity quantity) {
    return !offer.refused.contains(quantity) && offer.kinds.at(quantity) == Kind::estimate;
  };
  if (const auto reason = lacks_limit(parameters, values); reason && std::ranges::any_of(counted, is_sampled)) {
    for (const auto quantity : counted) offer.refused.emplace(quantity, *reason);
  }
  std::erase_if(offer.inputs, [&](const auto& of) { return of.second.empty() || offer.refused.contains(of.first); });
  return offer;
}

}  // namespace gridcensus::host
