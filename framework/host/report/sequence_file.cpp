#include "host/base/errors.hpp"
#include "host/report/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace {

/// An exact value, and its origin.
struct Term {
  Integer value;
  std::string from;
};

struct Terms {
  std::map<int, Term> by_index;
  std::string disagreement;
};

std::string term_name(const Sequence& sequence, int n) {
  return fmt::format("{}({}), {} of {}", sequence.name, n, name_of(sequence.quantity), to_string(sequence.shape_of(n)));
}

/// Returns the index of the term that belongs to a problem; nullopt if there is none.
std::optional<int> index_of(const Sequence& sequence, const Problem& problem) {
  if (!problem.rules.are_classic()) return std::nullopt;
  const bool may_be_turned = sequence.quantity.info().under_maps != Preserved::nothing;
  for (const auto& [rows, cols] : {std::pair{problem.shape.box_rows, problem.shape.box_cols},
                                   std::pair{problem.shape.box_cols, problem.shape.box_rows}}) {
    const bool is_as_asked = rows == problem.shape.box_rows;
    const bool fits = rows == sequence.rows.value_or(cols);
    if (fits && cols >= sequence.first && (is_as_asked || may_be_turned)) return cols;
  }
  return std::nullopt;
}

Terms terms_of(const std::vector<ResultsDocument>& documents, const Sequence& sequence) {
  Terms terms;
  for (const auto& document : documents) {
    for (const auto& entry : document.outcomes) {
      const auto* const exact = std::get_if<Exact>(&entry.outcome);
      const auto n = index_of(sequence, entry.who.problem);
      if (exact == nullptr || entry.quantity != sequence.quantity || !n) continue;
      const std::string from = fmt::format("{} ({})", entry.who.configuration, printable(document.origin));
      const auto [known, is_new] = terms.by_index.try_emplace(*n, Term{exact->value, from});
      if (is_new || known->second.value == exact->value) continue;
      terms.disagreement =
          fmt::format("{} is {} by {} and {} by {}", term_name(sequence, *n), to_decimal(known->second.value),
                      known->second.from, to_decimal(exact->value), from);
    }
  }
  return terms;
}

const Sequence& chosen(const std::vector<ResultsDocument>& documents, const std::vector<Sequence>& sequences,
                       const std::optional<std::string>& name, std::optional<Quantity> quantity) {
  std::vector<std::string> names;
  for (const auto& sequence : sequences) names.push_back(sequence.name);
  if (name) {
    const auto found = std::ranges::find(sequences, *name, &Sequence::name);
    if (found != sequences.end()) return *found;
    throw BadInput{on_command_line(
        "--sequence", fmt::format("unknown sequence {}; expected one of: {}", *name, fmt::join(names, ", ")),
        nearest_name(*name, names))};
  }
  std::vector<const Sequence*> possible;
  for (const auto& sequence : sequences) {
    if (quantity && sequence.quantity != *quantity) continue;
    if (!terms_of(documents, sequence).by_index.empty()) possible.push_back(&sequence);
  }
  if (possible.size() == 1) return *possible.front();
  std::vector<std::string> choices;
  for (const auto* sequence : possible) choices.push_back(fmt::format("{} ({})", sequence->name, sequence->of()));
  throw BadInput{on_command_line(
      "--format bfile",
      possible.empty()
          ? fmt::format("there is no exact value that is a term of a known sequence ({})", fmt::join(names, ", "))
          : fmt::format("choose one with --sequence: {}", fmt::join(choices, ", ")))};
}

}  // namespace

SequenceFile sequence_file(const std::vector<ResultsDocument>& documents, const std::vector<Sequence>& sequences,
                           const std::optional<std::string>& name, std::optional<Quantity> quantity) {
  const Sequence& sequence = chosen(documents, sequences, name, quantity);
  const Terms terms = terms_of(documents, sequence);
  if (!terms.disagreement.empty()) return {"", terms.disagreement};
  if (terms.by_index.empty()) {
    throw BadInput{on_command_line("--sequence", fmt::format("there is no exact value of {}", sequence.of()))};
  }
  std::string text = fmt::format("# {}: {}, counted by gridcensus\n", sequence.name, sequence.of());
  int n = sequence.first - static_cast<int>(sequence.before.size());
  for (const Integer& value : sequence.before) text += fmt::format("{} {}\n", n++, to_decimal(value));
  for (const auto& [index, term] : terms.by_index) {
    if (index != n) {
      throw BadInput{
          on_command_line("--format bfile", fmt::format("{} is missing, and {} is there: a b-file has no gaps",
                                                        term_name(sequence, n), term_name(sequence, index)))};
    }
    text += fmt::format("{} {}\n", n++, to_decimal(term.value));
  }
  return {text, ""};
}

}  // namespace gridcensus::host
