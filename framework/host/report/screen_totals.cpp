#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

/// The total of one quantity, from one or more configurations.
struct TotalLine {
  const Document::TotalEntry* first = nullptr;
  std::set<std::string> configurations;
  std::uint64_t witnesses = 0;
  std::set<std::string> known;  ///< "as expected", or not
};

std::vector<TotalLine> lines_of(const Document& document, const Document::LayoutList& list) {
  std::vector<TotalLine> lines;
  std::map<std::pair<Quantity, std::string>, std::size_t> index_of;
  for (const auto& total : document.totals) {
    if (total.list != list.name) continue;
    const auto [place, is_new] = index_of.try_emplace({total.quantity, value_text(total.outcome)}, lines.size());
    if (is_new) lines.push_back({.first = &total, .configurations = {}, .witnesses = 0, .known = {}});
    TotalLine& line = lines[place->second];
    line.configurations.insert(total.configuration);
    line.witnesses = std::max(line.witnesses, total.witnesses);
    for (const auto& [verdict, own, other] : document.verdicts_on(total)) {
      if (is_agreement(*verdict)) line.known.insert("as expected");
      if (is_contradiction(*verdict)) line.known.insert("NOT AS EXPECTED");
    }
  }
  std::ranges::stable_sort(lines, {}, [](const TotalLine& line) { return line.first->quantity; });
  return lines;
}

}  // namespace

void add_totals(Lines& lines, const Document& document) {
  for (const auto& list : document.layout_lists) {
    const auto totals = lines_of(document, list);
    if (totals.empty()) continue;
    lines.add();
    lines.add_wrapped(fmt::format("total of {}: {}, {}", list.name, pluralise(list.layouts, "layout"),
                                  pluralise(list.problems, "problem")),
                      2);
    for (const TotalLine& line : totals) {
      const auto& outcome = line.first->outcome;
      const auto* const unfinished = std::get_if<Unfinished>(&outcome);
      std::string text = fmt::format("  {}  {}  {}", name_of(line.first->quantity),
                                     unfinished != nullptr ? "incomplete: " + unfinished->reason : value_text(outcome),
                                     "by " + join(line.configurations));
      if (line.witnesses > 1) text += fmt::format(", {} strategies each", line.witnesses);
      if (!line.known.empty()) text += ", " + join(line.known);
      lines.add_wrapped(text, 6);
    }
  }
}

}  // namespace gridcensus::host
