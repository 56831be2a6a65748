#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using Value = Document::Value;
using Values = std::vector<const Value*>;
using Entry = Document::OutcomeEntry;
using enum TextTable::Align;

/// The largest number of values that are shown individually beside those of the first quantity; with more, each
/// quantity has one line.
constexpr std::size_t max_values = 12;

std::string known_text(const Value& value) {
  if (value.is_disputed) return value.known == ReferenceStatus::published ? "equal, disputed" : "disputed";
  if (value.known == ReferenceStatus::published) return "equal";
  if (value.known != ReferenceStatus::nothing) return std::string{name_of(value.known)};
  return value.follows_from ? fmt::format("from {}", name_of(*value.follows_from)) : "-";
}

std::string finders_text(const Document& document, const Value& value) {
  const Kind kind = kind_of(document.best_of(value).outcome);
  const auto strategies = document.strategies_of(value);
  if (kind == Kind::unfinished) return "-";
  if (kind == Kind::exact && value.witnesses > 1) return std::to_string(value.witnesses);
  if (strategies.size() == 1) return *strategies.begin();
  return fmt::format("{}{}", strategies.size(), kind == Kind::exact ? " related" : "");
}

std::string problems_text(const Document& document, const Value& value) {
  std::vector<std::string> names;
  for (const auto& problem : document.problems_of(value)) names.push_back(to_string(problem));
  return fmt::format("{}", fmt::join(names, " = "));
}

Quantity quantity_of(const Document& document, const Value& value) { return document.best_of(value).quantity; }

/// Returns the configurations in brackets if another value answers another question about this quantity of this
/// problem.
std::string suffix(const Document& document, const Value& value, const Values& beside) {
  const auto& best = document.best_of(value);
  const bool is_ambiguous = std::ranges::any_of(beside, [&](const Value* other) {
    const auto& others = document.best_of(*other);
    return others.quantity == best.quantity && other->problems == value.problems &&
           document.question_of(others.run_id) != document.question_of(best.run_id);
  });
  return is_ambiguous ? fmt::format(" ({})", join(document.configurations_of(value))) : "";
}

/// Adds the values of one quantity, labelled by their problems, or of one problem, labelled by their quantities.
void add_table(Lines& lines, const Document& document, const Values& values, bool is_of_a_problem) {
  lines.add();
  lines.add_wrapped(is_of_a_problem ? problems_text(document, *values.front())
                                    : std::string{name_of(quantity_of(document, *values.front()))},
                    0);
  TextTable table{
      {{is_of_a_problem ? "quantity" : "shape"}, {"value", right}, {"strategies"}, {"off by", right}, {"published"}}};
  for (const auto* value : values) {
    const auto& best = document.best_of(*value);
    const std::string label = is_of_a_problem ? std::string{name_of(best.quantity)} : problems_text(document, *value);
    table.add(
        {label + suffix(document, *value, values),
         kind_of(best.outcome) == Kind::unfinished ? unfinished_text(best.interim, 0, {}) : value_text(best.outcome),
         finders_text(document, *value), value->largest_z ? fmt::format("{:.1f} s.e.", *value->largest_z) : "",
         known_text(*value)});
  }
  lines.add(table);
}

/// Returns "9 shapes, 2 strategies each, 5 published".
std::string line_of_a_quantity(const Document& document, const Values& values) {
  std::map<Kind, std::size_t> kinds;
  std::set<std::uint64_t> problems;
  std::map<ReferenceStatus, std::size_t> known;
  std::size_t disputed = 0;
  bool all_follow = true;
  std::set<std::uint64_t> witnesses;
  for (const auto* value : values) {
    ++kinds[kind_of(document.best_of(*value).outcome)];
    problems.insert(value->problems.begin(), value->problems.end());
    ++known[value->known];
    disputed += value->is_disputed ? 1 : 0;
    all_follow = all_follow && value->follows_from;
    witnesses.insert(value->witnesses);
  }
  std::string text = pluralise(problems.size(), "shape");
  if (all_follow)
    text += fmt::format(", from {}", name_of(*values.front()->follows_from));
  else if (*witnesses.begin() > 0)
    text += fmt::format(", {}{} each", witnesses.size() == 1 ? "" : "at least ",
                        pluralise(*witnesses.begin(), "strategy", "strategies"));
  const auto add = [&](std::size_t number, std::string_view what) {
    if (number > 0) text += fmt::format(", {} {}", number, what);
  };
  if (kinds[Kind::exact] < values.size()) add(kinds[Kind::exact], "exact");
  add(kinds[Kind::estimate], "estimated");
  add(kinds[Kind::lower_bound] + kinds[Kind::upper_bound], "bounded");
  add(kinds[Kind::approximation], "approximated");
  add(kinds[Kind::unfinished], "unfinished");
  add(known[ReferenceStatus::published], "published");
  add(known[ReferenceStatus::contested], "contested");
  add(disputed, "DISPUTED");
  return text;
}

/// Returns whether a value is of layouts of a list, which has totals.
bool is_of_list(const Document& document, const Value& value) {
  return std::ranges::all_of(value.problems, [&](auto place) { return !document.problems[place].layouts.empty(); });
}

std::string evidence_text(const Document& document, const Entry& entry) {
  const auto largest = largest_z(document.verdicts_on(entry));
  const bool is_off = largest && entry.standing == Standing::estimated;
  return is_off ? fmt::format("off {:.1f} s.e.", *largest) : std::string{name_of(entry.standing)};
}

std::string_view shade_of_evidence(const Entry& entry) {
  if (entry.standing == Standing::disputed) return shade::red;
  return entry.standing >= Standing::replicated ? shade::green : shade::yellow;
}

std::string text_of(const Document& document, const Entry& entry) {
  const auto* const run = document.run_of(entry.run_id);
  const bool is_unfinished = kind_of(entry.outcome) == Kind::unfinished && run != nullptr;
  return is_unfinished ? unfinished_text(entry.interim, run->units, run->units_total) : value_text(entry.outcome);
}

/// Returns "equal" if equal totals of a list are as the experiment expects; "-" if it expects nothing.
std::string expected_text(const Document& document, const Document::LayoutList& list,
                          const std::vector<const Document::TotalEntry*>& totals) {
  std::string text = "-";
  for (const auto* const total : totals) {
    const std::string name = Document::name_of_total(total->configuration);
    for (const auto& view : document.verdicts_on(name_of(total->quantity), name, list.common)) {
      // Other lists may have the same rules in common; the subject names the list.
      if (!view.verdict->subject.ends_with(" of " + list.name)) continue;
      if (is_contradiction(*view.verdict)) return "DISAGREES";
      if (is_agreement(*view.verdict)) text = "equal";
    }
  }
  return text;
}

}  // namespace

void add_totals(Lines& lines, const Document& document) {
  std::map<Quantity, TextTable> tables;
  for (const auto& list : document.layout_lists) {
    const std::string label =
        fmt::format("{}: {}, {}", list.name, pluralise(list.layouts, "layout"), pluralise(list.problems, "problem"));
    // Configurations with the same total share a line.
    std::map<std::pair<Quantity, std::string>, std::vector<const Document::TotalEntry*>> lines_of;
    for (const auto& total : document.totals) {
      if (total.list == list.name) lines_of[{total.quantity, value_text(total.outcome)}].push_back(&total);
    }
    for (const auto& [key, same] : lines_of) {
      const Quantity quantity = key.first;
      std::set<std::string> configurations;
      std::uint64_t witnesses = 0;
      for (const auto* const total : same) {
        configurations.insert(total->configuration);
        witnesses = std::max(witnesses, total->witnesses);
      }
      const auto* const unfinished = std::get_if<Unfinished>(&same.front()->outcome);
      const TextTable empty{{{"list of layouts"}, {"value", right}, {"strategies"}, {"expected"}}};
      tables.try_emplace(quantity, empty)
          .first->second.add({label, unfinished == nullptr ? key.second : "incomplete: " + unfinished->reason,
                              witnesses > 1 ? std::to_string(witnesses) : join(configurations),
                              expected_text(document, list, same)});
    }
  }
  for (const auto& [quantity, table] : tables) {
    lines.add();
    lines.add_wrapped(fmt::format("total {}", name_of(quantity)), 0);
    lines.add(table);
  }
}

void add_values(Lines& lines, const Document& document) {
  std::map<Quantity, Values> by_quantity;
  Values all;
  std::set<std::vector<std::uint64_t>> problems;
  std::size_t values = 0;
  std::map<Quantity, std::size_t> listed;
  for (const auto& value : document.values) {
    const Quantity quantity = quantity_of(document, value);
    if (is_of_list(document, value)) ++listed[quantity];
    by_quantity[quantity].push_back(&value);
    all.push_back(&value);
    problems.insert(value.problems);
    if (!value.follows_from) ++values;
  }
  if (all.empty()) return;
  if (problems.size() == 1 && by_quantity.size() > 1) return add_table(lines, document, all, true);
  TextTable in_short{{{}, {}, {}}};
  std::string also = "also";
  const Quantity first = by_quantity.begin()->first;
  for (const auto& [quantity, group] : by_quantity) {
    const bool follows = std::ranges::all_of(group, [](const Value* value) { return value->follows_from.has_value(); });
    const bool is_long_list = listed[quantity] > max_values;
    if (!is_long_list && (quantity == first || (values <= max_values && !follows)))
      add_table(lines, document, group, false);
    else
      in_short.add({std::exchange(also, ""), std::string{name_of(quantity)}, line_of_a_quantity(document, group)});
  }
  if (!also.empty()) return;
  lines.add();
  lines.add(in_short);
}

void add_outcomes(Lines& lines, const Document& document) {
  std::map<Quantity, std::vector<const Entry*>> by_quantity;
  for (const auto& entry : document.outcomes) by_quantity[entry.quantity].push_back(&entry);
  for (auto& [quantity, entries] : by_quantity) {
    std::ranges::stable_sort(entries, {}, [&](const Entry* entry) { return document.index_of(entry->run_id.problem); });
    lines.add();
    lines.add_wrapped(name_of(quantity), 0);
    TextTable table{{{"problem"}, {"strategy"}, {"value", right}, {"time", right}, {"evidence"}}};
    for (const auto* entry : entries) {
      table.add({to_string(entry->run_id.problem), entry->run_id.configuration, text_of(document, *entry),
                 seconds_text(entry->seconds), evidence_text(document, *entry)},
                shade_of_evidence(*entry));
    }
    lines.add(table);
  }
}

}  // namespace gridcensus::host
