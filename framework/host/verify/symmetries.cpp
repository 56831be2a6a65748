#include "host/verify/symmetries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::host::verify {

Whole factorial(int n) {
  Whole product;
  mpz_fac_ui(product.get_mpz_t(), static_cast<unsigned long>(n));
  return product;
}

Whole power(const Whole& base, int exponent) {
  Whole result;
  mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), static_cast<unsigned long>(exponent));
  return result;
}

Whole binomial(int n, int k) {
  Whole result;
  mpz_bin_uiui(result.get_mpz_t(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

Whole bands_per_normalised(Shape box) {
  return factorial(box.side()) * power(factorial(box.box_cols), box.box_rows - 1) * factorial(box.box_rows - 1);
}

Whole completion_symmetries(Shape box) {
  return factorial(box.box_cols - 1) * power(factorial(box.box_rows), box.box_cols - 1);
}

Whole grid_divisor(Shape box) { return bands_per_normalised(box) * completion_symmetries(box); }

std::optional<Whole> bands_of(Shape box) {
  const Whole labels = factorial(box.side());
  switch (box.box_rows) {
    case 1: return labels;
    case 2: return Whole{labels * power(factorial(box.box_cols), 2)};
    case 3: {
      Whole sum = 0;
      for (int k = 0; k <= box.box_cols; ++k) sum += power(binomial(box.box_cols, k), 3);
      return Whole{labels * power(factorial(box.box_cols), 6) * sum};
    }
    default: return std::nullopt;
  }
}

Whole symmetry_group_order(Shape box) {
  const Whole moves = power(factorial(box.box_rows), box.box_cols) * factorial(box.box_cols) *
                      power(factorial(box.box_cols), box.box_rows) * factorial(box.box_rows);
  return box.box_rows == box.box_cols && box.box_rows > 1 ? Whole{2 * moves} : moves;
}

namespace {

/// Products of factorials of the shape that can be numbers of symmetries, those of few factors first.
std::vector<std::pair<Whole, std::map<int, int>>> products(Shape box) {
  std::vector<std::pair<Whole, std::map<int, int>>> found;
  const auto last = [](int n, int most) { return n > 1 ? most : 0; };  // 0! and 1! are no factors
  for (int labels = 0; labels <= last(box.side(), 1); ++labels)
    for (int rows = 0; rows <= last(box.box_rows, box.box_cols); ++rows)
      for (int cols = 0; cols <= last(box.box_cols, box.box_rows); ++cols)
        for (int bands = 0; bands <= last(box.box_cols - 1, 1); ++bands)
          for (int stacks = 0; stacks <= last(box.box_rows - 1, 1); ++stacks) {
            const std::array<std::pair<int, int>, 5> factors{{{box.side(), labels},
                                                              {box.box_rows, rows},
                                                              {box.box_cols, cols},
                                                              {box.box_cols - 1, bands},
                                                              {box.box_rows - 1, stacks}}};
            Whole product = 1;
            std::map<int, int> exponents;
            for (const auto& [base, exponent] : factors) {
              if (exponent == 0) continue;
              product *= power(factorial(base), exponent);
              exponents[base] += exponent;
            }
            found.emplace_back(product, exponents);
          }
  std::ranges::stable_sort(found, [](const auto& left, const auto& right) {
    const auto factors = [](const std::map<int, int>& exponents) {
      int sum = 0;
      for (const auto& [base, exponent] : exponents) sum += exponent;
      return sum;
    };
    return factors(left.second) < factors(right.second);
  });
  return found;
}

}  // namespace

std::optional<Formula> formula_for(Shape box, const Whole& value, const std::string& name, const Whole& sum) {
  if (value <= 0 || sum <= 0) return std::nullopt;
  const auto candidates = products(box);
  for (const Whole& divisor : {Whole{1}, factorial(box.side())}) {
    const Whole wanted = value * divisor;
    if (wanted % sum != 0) continue;
    const Whole times = wanted / sum;
    const auto found =
        std::ranges::find_if(candidates, [&](const auto& candidate) { return candidate.first == times; });
    if (found == candidates.end()) continue;
    Formula formula{name, times, divisor, name};
    // The greatest factorial first. A copy, for clang 14 cannot read libstdc++'s reversed views.
    const std::vector<std::pair<int, int>> powers{found->second.rbegin(), found->second.rend()};
    for (const auto& [base, exponent] : powers) {
      formula.text += fmt::format(" * {}!", base);
      if (exponent > 1) formula.text += fmt::format("^{}", exponent);
    }
    if (divisor != 1) formula.text += fmt::format(" / {}!", box.side());
    return formula;
  }
  return std::nullopt;
}

}  // namespace gridcensus::host::verify
