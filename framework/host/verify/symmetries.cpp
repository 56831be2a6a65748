#include "host/verify/symmetries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

namespace gridcensus::host::verify {

std::optional<Box> box_of(const std::string& shape) {
  Box box;
  const char* const end = shape.data() + shape.size();
  const auto rows = std::from_chars(shape.data(), end, box.rows);
  if (rows.ec != std::errc{} || rows.ptr == end || *rows.ptr != 'x') return std::nullopt;
  const auto cols = std::from_chars(rows.ptr + 1, end, box.cols);
  if (cols.ec != std::errc{} || cols.ptr != end) return std::nullopt;
  // What the SDK takes at most; a damaged file must not ask for a factorial that fills the memory.
  constexpr int longest = 64;
  if (box.rows < 1 || box.cols < 1 || box.rows > longest || box.cols > longest / box.rows) return std::nullopt;
  return box;
}

std::string to_string(const Box& box) { return fmt::format("{}x{}", box.rows, box.cols); }

CountedProblem problem_of(const Text& json) {
  const auto text = [&](const char* name) {
    if (!json.is_object() || !json.contains(name) || !json.at(name).is_string()) {
      throw BadText{fmt::format("a problem has no {}", name)};
    }
    return json.at(name).get<std::string>();
  };
  const auto box = box_of(text("shape"));
  if (!box) throw BadText{text("shape") + " is not a shape"};
  return {*box, text("rules")};
}

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

Whole bands_per_normalised(const Box& box) {
  return factorial(box.side()) * power(factorial(box.cols), box.rows - 1) * factorial(box.rows - 1);
}

Whole completion_symmetries(const Box& box) {
  return factorial(box.cols - 1) * power(factorial(box.rows), box.cols - 1);
}

Whole grid_divisor(const Box& box) { return bands_per_normalised(box) * completion_symmetries(box); }

std::optional<Whole> bands_of(const Box& box) {
  const Whole labels = factorial(box.side());
  switch (box.rows) {
    case 1: return labels;
    case 2: return Whole{labels * power(factorial(box.cols), 2)};
    case 3: {
      Whole sum = 0;
      for (int k = 0; k <= box.cols; ++k) sum += power(binomial(box.cols, k), 3);
      return Whole{labels * power(factorial(box.cols), 6) * sum};
    }
    default: return std::nullopt;
  }
}

Whole symmetry_group_order(const Box& box) {
  const Whole moves = power(factorial(box.rows), box.cols) * factorial(box.cols) *
                      power(factorial(box.cols), box.rows) * factorial(box.rows);
  return box.rows == box.cols && box.rows > 1 ? Whole{2 * moves} : moves;
}

namespace {

/// Products of factorials of the shape that can be numbers of symmetries, those of few factors first.
std::vector<std::pair<Whole, std::map<int, int>>> products(const Box& box) {
  std::vector<std::pair<Whole, std::map<int, int>>> found;
  const auto last = [](int n, int most) { return n > 1 ? most : 0; };  // 0! and 1! are no factors
  for (int labels = 0; labels <= last(box.side(), 1); ++labels)
    for (int rows = 0; rows <= last(box.rows, box.cols); ++rows)
      for (int cols = 0; cols <= last(box.cols, box.rows); ++cols)
        for (int bands = 0; bands <= last(box.cols - 1, 1); ++bands)
          for (int stacks = 0; stacks <= last(box.rows - 1, 1); ++stacks) {
            const std::array<std::pair<int, int>, 5> factors{{{box.side(), labels},
                                                              {box.rows, rows},
                                                              {box.cols, cols},
                                                              {box.cols - 1, bands},
                                                              {box.rows - 1, stacks}}};
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

std::optional<Formula> formula_for(const Box& box, const Whole& value, const std::string& name, const Whole& sum) {
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
