#include "symmetric_grids_bound/prime_symmetries.hpp"

#include "cycle_types/cycle_types.hpp"
#include "grids/grid_maps.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::symmetric_grids_bound {

namespace {

int exponent_of(int prime, int number) {
  int exponent = 0;
  for (; number % prime == 0; number /= prime) ++exponent;
  return exponent;
}

}  // namespace

std::vector<int> symmetry_primes(Shape shape) {
  std::vector<int> primes;
  for (int number = 2; number <= std::max(shape.box_rows, shape.box_cols); ++number) {
    const auto divides = [number](int prime) { return number % prime == 0; };
    if (std::none_of(primes.begin(), primes.end(), divides)) primes.push_back(number);
  }
  return primes;
}

PrimePower prime_power(const LineType& type, int prime, int blocks, int block_size) {
  int order = 1;
  for (const BlockCycle& cycle : type) {
    for (const int lines : cycle.product) order = std::lcm(order, cycle.length * lines);
  }
  PrimePower result{prime, exponent_of(prime, order), unmoved_lines(blocks, block_size)};
  if (result.exponent == 0) return result;
  result.kind = {0, 0, 0, block_size};
  const int power = order / prime;
  for (const BlockCycle& cycle : type) {
    if (power % cycle.length != 0) {
      result.kind.moved_blocks += cycle.length;
      continue;
    }
    int fixed = 0;
    for (const int lines : cycle.product) fixed += power / cycle.length % lines == 0 ? lines : 0;
    result.kind.fixed_lines += cycle.length * fixed;
    result.kind.max_fixed_lines = std::max(result.kind.max_fixed_lines, fixed);
    result.kind.min_fixed_lines = std::min(result.kind.min_fixed_lines, fixed);
  }
  if (result.kind.moved_blocks == blocks) result.kind.min_fixed_lines = 0;
  return result;
}

std::map<std::vector<PrimePower>, Real> prime_power_shares(int blocks, int block_size, const std::vector<int>& primes) {
  const std::vector<CycleType> products = mathematics::cycle_types(block_size);

  std::map<std::vector<PrimePower>, Real> shares;
  LineType type;
  // Block cycles in non-ascending order of (length, product), so each multiset occurs once.
  const std::function<void(int, int, std::size_t, int, Real)> add_types = [&](int left, int length, std::size_t product,
                                                                              int repeats, Real share) {
    if (left == 0) {
      std::vector<PrimePower> powers;
      for (const int prime : primes) powers.push_back(prime_power(type, prime, blocks, block_size));
      shares[powers] += share;
      return;
    }
    for (int next_length = std::min(length, left); next_length > 0; --next_length) {
      const std::size_t end = next_length == length ? product + 1 : products.size();
      for (std::size_t next = 0; next < end; ++next) {
        const int times = next_length == length && next == product ? repeats + 1 : 1;
        const Real centraliser = static_cast<Real>(next_length) *
                                 static_cast<Real>(mathematics::centraliser_order(products[next])) *
                                 static_cast<Real>(times);
        type.push_back({next_length, products[next]});
        add_types(left - next_length, next_length, next, times, share / centraliser);
        type.pop_back();
      }
    }
  };
  add_types(blocks, blocks, products.size() - 1, 0, Real{1});
  return shares;
}

std::vector<SymmetryShare> symmetry_shares(Shape shape) {
  if (shape.side() > mathematics::max_grid_side) {
    throw std::invalid_argument{"symmetries are told apart up to side " + std::to_string(mathematics::max_grid_side) +
                                "; " + to_string(shape) + " has side " + std::to_string(shape.side())};
  }
  const std::vector<int> primes = symmetry_primes(shape);
  const auto of_rows = prime_power_shares(shape.bands(), shape.box_rows, primes);
  const auto of_columns = prime_power_shares(shape.stacks(), shape.box_cols, primes);
  const LineKind unmoved_rows = unmoved_lines(shape.bands(), shape.box_rows);
  const LineKind unmoved_columns = unmoved_lines(shape.stacks(), shape.box_cols);
  const bool has_transposition = mathematics::geometric_moves(shape).transposition;
  const Real part = has_transposition ? 0.5L : 1.0L;

  std::map<std::vector<PrimeKind>, Real> plain;
  for (const auto& [rows, row_share] : of_rows) {
    for (const auto& [columns, column_share] : of_columns) {
      std::vector<PrimeKind> powers;
      for (std::size_t i = 0; i < primes.size(); ++i) {
        const int exponent = std::max(rows[i].exponent, columns[i].exponent);
        if (exponent == 0) continue;
        powers.push_back({primes[i], rows[i].exponent == exponent ? rows[i].kind : unmoved_rows,
                          columns[i].exponent == exponent ? columns[i].kind : unmoved_columns});
      }
      if (!powers.empty()) plain[powers] += part * row_share * column_share;
    }
  }
  std::vector<SymmetryShare> shares;
  for (const auto& [powers, share] : plain) shares.push_back({powers, false, share});
  if (!has_transposition) return shares;
  for (const auto& [rows, row_share] : of_rows) {
    SymmetryShare transposing{{}, true, part * row_share};
    for (const PrimePower& power : rows) {
      if (power.exponent == 0) continue;
      transposing.powers.push_back({power.prime, power.kind, power.kind});
      if (power.prime == 2) transposing.has_transposing_power = false;
    }
    shares.push_back(std::move(transposing));
  }
  return shares;
}

}  // namespace gridcensus::symmetric_grids_bound
