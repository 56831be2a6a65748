#include "gridcensus/rules.hpp"
#include "sdk/rule_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace gridcensus {

namespace {

constexpr int digits = 9;
constexpr int letters = 26;

constexpr std::array relations{
    Relation{"less", false, "The first value is less than the second.",
             [](int one, int other, int /*number*/) { return one < other; }},
    Relation{"difference", true, "The values differ by k or more.",
             [](int one, int other, int number) { return std::abs(one - other) >= number; }},
    Relation{"consecutive", false, "The values differ by 1.",
             [](int one, int other, int /*number*/) { return std::abs(one - other) == 1; }},
    Relation{"ratio", true, "One value is k times the other.",
             [](int one, int other, int number) { return one == number * other || other == number * one; }},
    Relation{"sum", true, "The values add up to k.",
             [](int one, int other, int number) { return one + other == number; }},
};

/// Returns the fields of a text of givens, one per cell.
std::vector<std::string> fields_of(std::string_view text) {
  const bool has_blanks = text.find(' ') != std::string_view::npos;
  std::vector<std::string> fields = has_blanks ? parts_of(text, ' ') : std::vector<std::string>{};
  for (std::size_t i = 0; !has_blanks && i < text.size(); ++i) fields.emplace_back(1, text[i]);
  return fields;
}

}  // namespace

std::optional<char> symbol_character(int symbol) {
  if (symbol < digits) return static_cast<char>('1' + symbol);
  if (symbol < digits + letters) return static_cast<char>('A' + (symbol - digits));
  if (symbol < digits + 2 * letters) return static_cast<char>('a' + (symbol - digits - letters));
  return std::nullopt;
}

std::optional<int> parse_symbol(int side, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size()) {
    if (text.front() < '1' || text.front() > '9' || value > side) return std::nullopt;
    return value - 1;
  }
  if (text.size() != 1) return std::nullopt;
  const auto is_named = [&](char name) {
    for (int symbol = digits; symbol < side; ++symbol) {
      if (symbol_character(symbol) == name) return std::optional{symbol};
    }
    return std::optional<int>{};
  };
  if (const auto symbol = is_named(text.front())) return symbol;
  const bool is_small = text.front() >= 'a' && text.front() <= 'z';
  return is_small ? is_named(static_cast<char>(text.front() - 'a' + 'A')) : std::nullopt;
}

void restrict_cell(Shape shape, int cell, SymbolBits symbols, RuleSpec& spec) {
  SymbolBits& allowed = spec.allowed.try_emplace(cell, all_symbols(shape)).first->second;
  allowed &= symbols;
  if (allowed == all_symbols(shape)) spec.allowed.erase(cell);
}

void add_givens(Shape shape, std::string_view text, RuleSpec& spec) {
  const auto fields = fields_of(text);
  if (std::ssize(fields) != shape.cells()) {
    throw InvalidRules{"expected a symbol, or . for a free cell, for each of the " + std::to_string(shape.cells()) +
                       " cells of " + to_string(shape) + "; got " + std::to_string(fields.size())};
  }
  const auto has = [&](std::string_view field) { return std::ranges::find(fields, field) != fields.end(); };
  if (has(".") && has("0"))
    throw InvalidRules{"0 and . are in one text, so 0 can be a free cell or a symbol; expected symbols from 1, and ."};
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const std::string& field = fields[static_cast<std::size_t>(cell)];
    if (field == "." || field == "0") continue;
    const auto symbol = parse_symbol(shape.side(), field);
    if (!symbol) {
      throw InvalidRules{cell_name(shape, cell) + ": expected a symbol from 1 to " + std::to_string(shape.side()) +
                         (shape.side() > digits ? ", A for 10 and so on," : "") + " or . for a free cell; got " +
                         field};
    }
    restrict_cell(shape, cell, SymbolBits{1} << static_cast<unsigned>(*symbol), spec);
  }
}

SymbolTable table_of(int side, const std::function<bool(int one, int other)>& is_allowed) {
  SymbolTable table(static_cast<std::size_t>(side), 0);
  for (int one = 0; one < side; ++one) {
    for (int other = 0; other < side; ++other) {
      if (is_allowed(one + 1, other + 1)) {
        table[static_cast<std::size_t>(one)] |= SymbolBits{1} << static_cast<unsigned>(other);
      }
    }
  }
  return table;
}

SymbolTable transposed(const SymbolTable& table) {
  return table_of(static_cast<int>(table.size()), [&](int one, int other) {
    return (table[static_cast<std::size_t>(other - 1)] >> static_cast<unsigned>(one - 1) & 1U) != 0;
  });
}

std::span<const Relation> all_relations() { return relations; }

void relate(int one, int other, const SymbolTable& goes_with, RuleSpec& spec) {
  const SymbolTable table = one < other ? goes_with : transposed(goes_with);
  const auto [known, is_new] = spec.related.emplace(std::minmax(one, other), table);
  if (is_new) return;
  for (std::size_t symbol = 0; symbol < table.size(); ++symbol) known->second[symbol] &= table[symbol];
}

std::vector<CellPair> pairs_at(Shape shape, const Offset& offset) {
  const int side = shape.side();
  const auto onto_torus = [side](int line) { return ((line % side) + side) % side; };
  std::vector<CellPair> pairs;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    int row = cell / side + offset.down;
    int col = cell % side + offset.right;
    if (offset.wraps) {
      row = onto_torus(row);
      col = onto_torus(col);
    }
    if (row < 0 || row >= side || col < 0 || col >= side) continue;
    if (const int other = row * side + col; other != cell) pairs.emplace_back(cell, other);
  }
  return pairs;
}

std::vector<CellPair> neighbours(Shape shape) {
  auto pairs = pairs_at(shape, {0, 1, false});
  std::ranges::copy(pairs_at(shape, {1, 0, false}), std::back_inserter(pairs));
  return pairs;
}

}  // namespace gridcensus
