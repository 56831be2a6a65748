#include "host/verify/symmetries.hpp"

#include "gridcensus/symmetries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::host::verify {

GmpInteger factorial(int n) {
  GmpInteger product;
  mpz_fac_ui(product.get_mpz_t(), static_cast<unsigned long>(n));
  return product;
}

GmpInteger relabellings_of(const Problem& problem) {
  if (problem.symbols_are_alike()) return factorial(problem.shape.side());
  return GmpInteger{to_decimal(relabellings(problem))};
}

namespace {

/// A product of factorials, with their exponents.
struct Product {
  GmpInteger value = 1;
  std::map<int, int, std::greater<>> exponents = {};  ///< by number, the largest first: the exponent of its factorial
  int factors = 0;
};

/// Returns the products of factorials of the shape that can be numbers of symmetries, those with few factors first.
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

std::optional<Formula> formula_for(Shape box, const GmpInteger& value, const std::string& name, const GmpInteger& sum) {
  if (value <= 0 || sum <= 0) return std::nullopt;
  const auto candidates = products(box);
  for (const GmpInteger& divisor : {GmpInteger{1}, factorial(box.side())}) {
    const GmpInteger wanted = value * divisor;
    if (wanted % sum != 0) continue;
    const GmpInteger times = wanted / sum;
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
