#include "stack_product/factorisations/factorisations.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "stack_product/factorisations/cycles.hpp"
#include "stack_product/factorisations/search.hpp"
#include "stack_product/factorisations/sweep.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace gridcensus::stack_product {

namespace {

/// Bregman: N rows of d symbols have at most (d!)^(N/d) systems of distinct representatives; each leaves d - 1 in a
/// row.
double log2_bound(int side, int degree) {
  double sum = 0;
  for (int d = 2; d <= degree; ++d) sum += std::log2(static_cast<double>(mathematics::factorial(d))) * side / d;
  return sum;
}

bool is_regular(std::span<const SymbolSet32> rows, int side, int degree) {
  if (rows.size() != static_cast<std::size_t>(side)) return false;
  const SymbolSet32 all = (SymbolSet32{1} << static_cast<unsigned>(side)) - 1;
  if (degree == 2) {  // a shortcut: no symbol is in an odd number of rows, or in none
    SymbolSet32 any = 0;
    SymbolSet32 odd = 0;
    int other_size = 0;
    for (const SymbolSet32 row : rows) {
      any |= row;
      odd ^= row;
      other_size |= std::popcount(row) ^ 2;
    }
    return any == all && odd == 0 && other_size == 0;
  }
  // By binary digit, the symbols whose number of rows has that digit; 8 rows and more are found by the carry.
  std::array<SymbolSet32, 3> digits{};
  SymbolSet32 wrong = 0;
  int different_size = 0;
  for (const SymbolSet32 row : rows) {
    different_size |= std::popcount(row) ^ degree;
    const SymbolSet32 twos = digits[0] & row;
    const SymbolSet32 fours = digits[1] & twos;
    wrong |= digits[2] & fours;
    digits[0] ^= row;
    digits[1] ^= twos;
    digits[2] ^= fours;
  }
  for (unsigned i = 0; i < digits.size(); ++i) {
    const bool has_digit = ((static_cast<unsigned>(degree) >> i) & 1U) != 0;
    wrong |= digits[i] ^ (has_digit ? all : 0);
  }
  return wrong == 0 && different_size == 0;
}

}  // namespace

Factorisations::Factorisations(int side, int degree) : side_{side}, degree_{degree} {
  if (const auto reason = why_not(side, degree)) throw std::invalid_argument{*reason};
}

std::optional<std::string> Factorisations::why_not(int side, int degree) {
  if (degree < 1 || degree > 5) return "rows of 1 to 5 symbols can be counted, not of " + std::to_string(degree);
  if (side < degree || side > max_side) {
    return "the side must be from " + std::to_string(degree) + " to " + std::to_string(max_side);
  }
  // A state word has one bit for each symbol and each colour but the last.
  const int most = degree <= 3 ? max_side : 64 / (degree - 1);
  if (side > most) return "rows of " + std::to_string(degree) + " symbols: at most " + std::to_string(most) + " rows";
  if (log2_bound(side, degree) >= 62.99) return "counts may pass 2^63";
  return std::nullopt;
}

std::uint64_t Factorisations::count(std::span<const SymbolSet32> rows, Workspace& workspace) const {
  if (!is_regular(rows, side_, degree_)) throw std::invalid_argument{"the rows are not those of a regular graph"};
  if (degree_ == 1) return 1;
  if (degree_ == 2) return count_by_cycles(rows);
  if (degree_ == 3 && side_ <= max_searched_rows) return count_by_search(rows);
  return count_by_sweep(degree_, rows, workspace.now_, workspace.next_);
}

}  // namespace gridcensus::stack_product
