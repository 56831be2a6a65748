#include "host/report/history.hpp"

#include "host/report/exported.hpp"
#include "host/report/overview.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using HistoryEntry = Document::OutcomeEntry;

/// The answer of one document, and all its exact answers.
struct HistoryRow {
  const Document* document = nullptr;
  const HistoryEntry* best = nullptr;
  std::set<Integer> exact;
};

std::map<Problem, std::vector<HistoryRow>> answers_in(const std::vector<Document>& documents, Quantity quantity,
                                                      std::optional<Shape> shape) {
  std::vector<const Document*> by_date;
  for (const auto& document : documents) by_date.push_back(&document);
  std::ranges::stable_sort(by_date, {},
                           [](const Document* document) -> const std::string& { return document->produced.date; });
  std::map<Problem, std::vector<HistoryRow>> answers;
  for (const Document* const document : by_date) {
    std::map<Problem, HistoryRow> own;
    for (const HistoryEntry& entry : document->outcomes) {
      if (entry.quantity != quantity || (shape && entry.who.problem.shape != *shape)) continue;
      HistoryRow& answered = own[entry.who.problem];
      answered.document = document;
      if (const auto* const exact = std::get_if<Exact>(&entry.outcome)) answered.exact.insert(exact->value);
      const auto weight = [](const HistoryEntry& of) { return std::pair{rank_of(of.outcome), of.witnesses}; };
      if (answered.best == nullptr || weight(*answered.best) < weight(entry)) answered.best = &entry;
    }
    for (auto& [problem, answered] : own) answers[problem].push_back(std::move(answered));
  }
  return answers;
}

/// Returns "exact" if there is only one exact value, because the heading has it.
std::string value_text(const Outcome& outcome, const std::vector<Integer>& exact) {
  if (const auto* const own = std::get_if<Exact>(&outcome)) {
    if (exact.size() == 1) return "exact";
    return fmt::format("exact, ({})", std::ranges::find(exact, own->value) - exact.begin() + 1);
  }
  if (const auto* const estimate = std::get_if<Estimate>(&outcome)) {
    const auto [value, error, exponent] = rounded(*estimate);
    return exponent == 0 ? fmt::format("{} +- {}", value, error) : fmt::format("({} +- {})e{}", value, error, exponent);
  }
  if (const auto* const low = std::get_if<LowerBound>(&outcome)) return "at least " + to_decimal(low->value);
  if (const auto* const high = std::get_if<UpperBound>(&outcome)) return "at most " + to_decimal(high->value);
  if (const auto* const rough = std::get_if<Approximation>(&outcome)) return fmt::format("about {:.6Lg}", rough->value);
  return "unfinished";
}

/// Returns "2026-11-22 23:10".
std::string minute_of(const std::string& date) {
  constexpr std::size_t characters = 16;
  std::string text = printable(date).substr(0, characters);
  std::ranges::replace(text, 'T', ' ');
  return text;
}

std::string heading(Quantity quantity, const Problem& problem, const std::vector<Integer>& exact) {
  std::string text = fmt::format("{} of {}", name_of(quantity), to_string(problem));
  if (exact.size() == 1) return fmt::format("{}: {}\n", text, group_digits(to_decimal(exact.front())));
  if (exact.empty()) return text + ": no exact value\n";
  text += ": DISAGREE\n";
  for (std::size_t i = 0; i < exact.size(); ++i) {
    text += fmt::format("  ({}) {}\n", i + 1, group_digits(to_decimal(exact[i])));
  }
  return text;
}

}  // namespace

History history_of(const std::vector<Document>& documents, Quantity quantity, std::optional<Shape> shape) {
  const auto answers = answers_in(documents, quantity, shape);
  if (answers.empty()) {
    std::set<std::string> known;
    for (const auto& document : documents) {
      for (const HistoryEntry& entry : document.outcomes) {
        known.insert(fmt::format("{}:{}", name_of(entry.quantity), to_string(entry.who.problem.shape)));
      }
    }
    throw BadInput{on_command_line(
        "",
        fmt::format("no {}{} in these files; they have: {}", name_of(quantity), shape ? " of " + to_string(*shape) : "",
                    known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, ", "))))};
  }
  History history{{"", Json::array()}, ExitCode::all_agree};
  for (const auto& [problem, lines] : answers) {
    std::vector<Integer> exact;
    for (const HistoryRow& answered : lines) {
      for (const Integer& value : answered.exact) {
        if (std::ranges::find(exact, value) == exact.end()) exact.push_back(value);
      }
    }
    if (exact.size() > 1) history.exit_code = ExitCode::disagreement;
    using enum TextTable::Align;
    TextTable table{{{"date", left},
                     {"value", left},
                     {"standing", left},
                     {"by", left},
                     {"seconds", right},
                     {"version", left},
                     {"host", left}}};
    for (const HistoryRow& answered : lines) {
      const HistoryEntry& entry = *answered.best;
      const Document& document = *answered.document;
      const std::string host = printable(document.produced.host);
      table.add({minute_of(document.produced.date), value_text(entry.outcome, exact),
                 std::string{name_of(entry.standing)}, printable(entry.who.configuration),
                 fmt::format("{:.3g}", entry.seconds), printable(document.version), host});
      Json line{
          {"file", document.origin}, {"date", document.produced.date}, {"version", document.version}, {"host", host}};
      line.update(to_json(entry));
      history.listing.json.push_back(std::move(line));
    }
    if (!history.listing.text.empty()) history.listing.text += "\n";
    history.listing.text += heading(quantity, problem, exact) + table.text();
  }
  return history;
}

}  // namespace gridcensus::host
