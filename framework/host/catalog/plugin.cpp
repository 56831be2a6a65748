#include "host/calls/guarded_strategy.hpp"
#include "host/catalog/catalog.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

/// Of any problem: which quantities follow from one another does not depend on it.
Quantity base_of(Quantity quantity) { return reduction(quantity, Problem{{1, 1}, {}}).base; }

std::vector<Answer> answers_of(const About& about) {
  std::vector<Answer> answers;
  for (const auto& info : all_quantities()) {
    const auto yields = [&about](Quantity quantity) {
      return std::ranges::find(about.yields, quantity, &About::Yield::quantity);
    };
    const Quantity base = base_of(info.quantity);
    if (const auto own = yields(info.quantity); own != about.yields.end()) {
      answers.push_back({info.quantity, own->kind, std::nullopt});
    } else if (const auto given = yields(base); given != about.yields.end()) {
      answers.push_back({info.quantity, given->kind, base});
    }
  }
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

/// Why a sampling run would have no end.
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

std::optional<std::string> Plugin::why_not(const Strategy& strategy, const ParameterValues& values,
                                           const Problem& problem, Quantity quantity) const {
  if (about.rules == RulesTaken::classic && !problem.rules.are_classic()) {
    return "it needs classic rules: rows, columns and boxes, and nothing else";
  }
  if (auto reason = strategy.why_not(problem, counted_for(quantity))) return reason;
  const bool samples = std::ranges::any_of(
      about.yields, [&](const About::Yield& yield) { return kind(yield.quantity, values) == Kind::estimate; });
  return samples ? lacks_limit(parameters, values) : std::nullopt;
}

}  // namespace gridcensus::host
