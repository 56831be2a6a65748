#include "host/verify/symmetries.hpp"

#include "gridcensus/symmetries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::host::verify {

Whole factorial(int n) {
  Whole product;
  mpz_fac_ui(product.get_mpz_t(), static_cast<unsigned long>(n));
  return product;
}

Whole relabellings_of(const Problem& problem) {
  if (problem.symbols_are_alike()) return factorial(problem.shape.side());
  return Whole{to_decimal(relabellings(problem))};
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

/// A product of factorials, with their exponents.
struct Product {
  Whole value = 1;
  std::map<int, int, std::greater<>> exponents = {};  ///< by the number whose factorial it is, the largest first
  int factors = 0;
};

/// Returns the products of factorials of the shape that can be numbers of symmetries, those of few factors first.
std::vector<Product> products(Shape box) {
  std::vector<Product> found{{}};
  const auto multiply = [&](int n, int most) {
    if (n < 2) return;  // 0! and 1! are no factors
    for (const Product& product : std::exchange(found, {})) {
      found.push_back(product);
      for (int exponent = 1; exponent <= most; ++exponent) {
        found.push_back(found.back());
        found.back().value *= factorial(n);
        ++found.back().exponents[n];
        ++found.back().factors;
      }
    }
  };
  multiply(box.side(), 1);
  multiply(box.box_rows, box.box_cols);
  multiply(box.box_cols, box.box_rows);
  multiply(box.box_cols - 1, 1);
  multiply(box.box_rows - 1, 1);
  std::ranges::stable_sort(found, {}, &Product::factors);
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
    const auto found = std::ranges::find(candidates, times, &Product::value);
    if (found == candidates.end()) continue;
    Formula formula{name, times, divisor, name};
    for (const auto& [base, exponent] : found->exponents) {
      formula.text += fmt::format(" * {}!", base);
      if (exponent > 1) formula.text += fmt::format("^{}", exponent);
    }
    if (divisor != 1) formula.text += fmt::format(" / {}!", box.side());
    return formula;
  }
  return std::nullopt;
}

}  // namespace gridcensus::host::verify
