#include "host/formats/encodings.hpp"

#include "host/formats/problem_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <span>

namespace gridcensus::host {

namespace {

Region first_row(const Problem& problem) {
  Region row(static_cast<std::size_t>(problem.shape.side()));
  std::iota(row.begin(), row.end(), 0);
  return row;
}

/// Returns for each cell the values that it may have; one in a fixed first row.
std::vector<std::vector<int>> values_by_cell(const Problem& problem, bool first_row_fixed) {
  std::vector<std::vector<int>> values;
  for (const SymbolBits symbols : problem.allowed()) values.push_back(values_of(symbols));
  if (!first_row_fixed) return values;
  for (const int cell : first_row(problem)) values[static_cast<std::size_t>(cell)] = {cell + 1};
  return values;
}

/// Returns all conflicts that do not follow from regions.
std::vector<Conflict> conflicts(const Problem& problem) {
  std::vector<Conflict> found;
  for (const auto& [one, other] : problem.pairs()) {
    for (int value = 1; value <= problem.shape.side(); ++value) found.push_back({one, value, other, value});
  }
  const auto forbidden = forbidden_values(problem);
  found.insert(found.end(), forbidden.begin(), forbidden.end());
  return found;
}

/// Returns the words of a comment that describe the problem.
std::string title(const Problem& problem, bool first_row_fixed) {
  return fmt::format("gridcensus: shape {}, rules {}{}", to_string(problem.shape), problem.rules.text(),
                     first_row_fixed ? "; the first row is 1, 2, ..." : "");
}

/// Clauses as text, with their number.
class Clauses {
 public:
  void add(std::span<const int> literals) {
    for (const int literal : literals) fmt::format_to(std::back_inserter(text_), "{} ", literal);
    text_ += "0\n";
    ++count_;
  }
  void not_both(int one, int other) { add(std::array{-one, -other}); }

  /// Requires exactly one of the variables to be true.
  void exactly_one(const std::vector<int>& variables) {
    add(variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      for (std::size_t j = i + 1; j < variables.size(); ++j) not_both(variables[i], variables[j]);
    }
  }

  std::size_t count() const { return count_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<std::string> why_not_fixed(const Problem& problem) {
  if (!problem.symbols_are_alike()) return "the first row cannot be given: the rules distinguish symbols";
  const auto regions = problem.regions();
  if (std::ranges::find(regions, first_row(problem)) == regions.end()) {
    return "the first row cannot be fixed, because it is not a region";
  }
  return std::nullopt;
}

Integer first_row_factor(const Problem& problem) { return factorial(problem.shape.side()); }

std::vector<Conflict> forbidden_values(const Problem& problem) {
  const int side = problem.shape.side();
  const auto seen = cells_seen(problem);
  std::vector<Conflict> found;
  for (const auto& [cells, goes_with] : problem.related()) {
    const auto [one, other] = cells;
    const bool differ = std::ranges::binary_search(seen[static_cast<std::size_t>(one)], other);
    for (int value = 1; value <= side; ++value) {
      const auto allowed = values_of(goes_with[static_cast<std::size_t>(value - 1)]);
      for (int other_value = 1; other_value <= side; ++other_value) {
        if (differ && value == other_value) continue;
        if (!std::ranges::binary_search(allowed, other_value)) found.push_back({one, value, other, other_value});
      }
    }
  }
  return found;
}

std::string dimacs_of(const Problem& problem, bool first_row_fixed) {
  const int side = problem.shape.side();
  const auto variable = [side](int cell, int value) { return cell * side + value; };
  Clauses clauses;
  std::vector<int> choices(static_cast<std::size_t>(side));
  for (int cell = 0; cell < problem.shape.cells(); ++cell) {
    std::iota(choices.begin(), choices.end(), variable(cell, 1));
    clauses.exactly_one(choices);
  }
  for (const Region& region : problem.regions()) {
    for (int value = 1; value <= side; ++value) {
      std::ranges::transform(region, choices.begin(), [&](int cell) { return variable(cell, value); });
      clauses.exactly_one(choices);
    }
  }
  for (const Conflict& pair : conflicts(problem)) {
    clauses.not_both(variable(pair.cell, pair.value), variable(pair.other_cell, pair.other_value));
  }
  const auto values = values_by_cell(problem, first_row_fixed);
  for (int cell = 0; cell < problem.shape.cells(); ++cell) {
    for (int value = 1; value <= side; ++value) {
      const bool may_be = std::ranges::binary_search(values[static_cast<std::size_t>(cell)], value);
      if (!may_be) clauses.add(std::array{-variable(cell, value)});
    }
  }
  return fmt::format(
      "c c {}\n"
      "c c Variable cell * {} + value: the cell, row * {} + column from 0, holds the value, from 1.\n"
      "c c Each model is a grid.\n"
      "c t mc\n"
      "p cnf {} {}\n{}",
      title(problem, first_row_fixed), side, side, problem.shape.cells() * side, clauses.count(), clauses.text());
}

std::string asp_facts_of(const Problem& problem, bool first_row_fixed) {
  const int side = problem.shape.side();
  std::string facts = fmt::format("% {}\nside({}). symbol(1..{}).\n", title(problem, first_row_fixed), side, side);
  const auto add = [&facts](auto format, auto... values) {
    fmt::format_to(std::back_inserter(facts), fmt::runtime(format), values...);
  };
  const auto values = values_by_cell(problem, first_row_fixed);
  for (int cell = 0; cell < problem.shape.cells(); ++cell) {
    add("cell({},{},{}).", cell, cell / side, cell % side);
    for (const int value : values[static_cast<std::size_t>(cell)]) add(" allowed({},{}).", cell, value);
    facts += '\n';
  }
  int number = 0;
  for (const Region& region : problem.regions()) {
    for (const int cell : region) add("region({},{}). ", number, cell);
    facts += '\n';
    ++number;
  }
  for (const auto& [one, other] : problem.pairs()) add("differ({},{}).\n", one, other);
  for (const Conflict& pair : forbidden_values(problem)) {
    add("forbidden({},{},{},{}).\n", pair.cell, pair.value, pair.other_cell, pair.other_value);
  }
  return facts;
}

std::string exact_cover_of(const Problem& problem, bool first_row_fixed) {
  const int side = problem.shape.side();
  const auto regions = problem.regions();
  // For each option, cell * side + value - 1: the items that it covers besides the cell.
  std::vector<std::string> covers(static_cast<std::size_t>(problem.shape.cells() * side));
  const auto covered = [&](int cell, int value) -> std::string& {
    return covers[static_cast<std::size_t>(cell * side + value - 1)];
  };
  std::string items;
  for (int cell = 0; cell < problem.shape.cells(); ++cell) items += fmt::format("c{} ", cell);
  for (std::size_t region = 0; region < regions.size(); ++region) {
    for (int value = 1; value <= side; ++value) {
      const std::string item = fmt::format(" r{}.{}", region, value);
      items += item.substr(1) + ' ';
      for (const int cell : regions[region]) covered(cell, value) += item;
    }
  }
  items += '|';
  int number = 0;
  for (const Conflict& pair : conflicts(problem)) {
    const std::string item = fmt::format(" x{}", number++);
    items += item;
    covered(pair.cell, pair.value) += item;
    covered(pair.other_cell, pair.other_value) += item;
  }
  std::string text = fmt::format(
      "| {}\n"
      "| The option \"cell C holds value V\" covers cC, rR.V for each region R, and a secondary xI for each conflict.\n"
      "{}\n",
      title(problem, first_row_fixed), items);
  const auto values = values_by_cell(problem, first_row_fixed);
  for (int cell = 0; cell < problem.shape.cells(); ++cell) {
    for (const int value : values[static_cast<std::size_t>(cell)]) {
      text += fmt::format("c{}{}\n", cell, covered(cell, value));
    }
  }
  return text;
}

}  // namespace gridcensus::host
