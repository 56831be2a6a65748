#pragma once

#include "combinatorics/grids.hpp"
#include "combinatorics/symmetry_names.hpp"
#include "gridcensus/integer.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Powers of prime order of the maps of the geometric group, and how many maps have which, without listing the group.
namespace gridcensus::combinatorics {

/// What a permutation of lines of order p or 1, p a prime, does to blocks and lines.
struct LineKind {
  int moved_blocks = 0;       ///< in cycles of p blocks each [blocks]
  int fixed_lines = 0;        ///< [lines]
  int most_fixed_lines = 0;   ///< of a block that stays in its place; 0 where all move [lines]
  int least_fixed_lines = 0;  ///< of a block that stays in its place; 0 where all move [lines]

  auto operator<=>(const LineKind&) const = default;
};

/// The kind of the permutation of lines that moves nothing.
constexpr LineKind unmoved_lines(int blocks, int block_size) {
  return {0, blocks * block_size, block_size, block_size};
}

/// The kind of a map of prime order that does not mirror.
struct PrimeKind {
  int prime = 0;
  LineKind rows;
  LineKind columns;

  auto operator<=>(const PrimeKind&) const = default;
};

/// The power of order `prime` of a permutation of lines.
struct PrimePower {
  int prime = 0;
  int exponent = 0;  ///< of the prime in the order of the permutation
  LineKind kind;     ///< of that power; where the exponent is 0, of the permutation that moves nothing

  auto operator<=>(const PrimePower&) const = default;
};

namespace prime_symmetries_detail {

inline int exponent_of(int prime, int number) {
  int exponent = 0;
  for (; number % prime == 0; number /= prime) ++exponent;
  return exponent;
}

/// All lists of numbers from 1 up, from large to small, with a given sum; none above `greatest`.
inline void add_partitions(int sum, int greatest, std::vector<int>& begun, std::vector<std::vector<int>>& all) {
  if (sum == 0) all.push_back(begun);
  for (int part = std::min(sum, greatest); part > 0; --part) {
    begun.push_back(part);
    add_partitions(sum - part, part, begun, all);
    begun.pop_back();
  }
}

/// The number of permutations that commute with one of these cycle lengths: the product of k^m m! over lengths k that
/// occur m times.
inline Real centraliser_order(const std::vector<int>& cycles) {
  Real order = 1;
  int repeats = 0;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    repeats = i > 0 && cycles[i] == cycles[i - 1] ? repeats + 1 : 1;
    order *= static_cast<Real>(cycles[i]) * static_cast<Real>(repeats);
  }
  return order;
}

}  // namespace prime_symmetries_detail

/// The primes that may divide the order of a map of the geometric group: those up to R or C, whichever is larger.
inline std::vector<int> symmetry_primes(Shape shape) {
  std::vector<int> primes;
  for (int number = 2; number <= std::max(shape.box_rows, shape.box_cols); ++number) {
    const auto divides = [number](int prime) { return number % prime == 0; };
    if (std::none_of(primes.begin(), primes.end(), divides)) primes.push_back(number);
  }
  return primes;
}

/// The power of order `prime` of the permutations g of one type: g^(m/prime), where g has order m.
///
/// Let q = m/prime, and take a block cycle of length l. If l does not divide q, g^q moves its blocks in cycles of l /
/// gcd(l, q) blocks; that is above 1 and divides the prime. Otherwise g^q keeps each of the l blocks and does to its
/// lines what the cycle product does, q/l times: of a cycle of c lines, all move if c does not divide q/l, else none.
inline PrimePower prime_power(const LineType& type, int prime, int blocks, int block_size) {
  int order = 1;
  for (const BlockCycle& cycle : type) {
    for (const int lines : cycle.product) order = std::lcm(order, cycle.length * lines);
  }
  PrimePower result{prime, prime_symmetries_detail::exponent_of(prime, order), unmoved_lines(blocks, block_size)};
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
    result.kind.most_fixed_lines = std::max(result.kind.most_fixed_lines, fixed);
    result.kind.least_fixed_lines = std::min(result.kind.least_fixed_lines, fixed);
  }
  if (result.kind.moved_blocks == blocks) result.kind.least_fixed_lines = 0;
  return result;
}

/// Which share of the permutations of b blocks of a lines has which powers of prime order. The shares add up to 1.
///
/// The types are the multisets of pairs of a length l and a cycle type mu of a block, with lengths that add up to b.
/// The share of a type is 1/z, where z, the order of the centraliser, is the product of (l z_mu)^m m! over the pairs
/// that occur, m times each, and z_mu is the order of the centraliser of mu in S_a.
///
/// @param  primes  one entry in the keys for each, in this order
/// @cost   2 ms for 5 blocks of 5 lines, 1547 types
/// @source James and Kerber (1981), The Representation Theory of the Symmetric Group, section 4.2
inline std::map<std::vector<PrimePower>, Real> prime_power_shares(int blocks, int block_size,
                                                                  const std::vector<int>& primes) {
  std::vector<std::vector<int>> products;
  std::vector<int> begun;
  prime_symmetries_detail::add_partitions(block_size, block_size, begun, products);

  std::map<std::vector<PrimePower>, Real> shares;
  LineType type;
  // Block cycles in non-ascending order of (length, product), so that each multiset comes once.
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
                                 prime_symmetries_detail::centraliser_order(products[next]) * static_cast<Real>(times);
        type.push_back({next_length, products[next]});
        add_types(left - next_length, next_length, next, times, share / centraliser);
        type.pop_back();
      }
    }
  };
  add_types(blocks, blocks, products.size() - 1, 0, Real{1});
  return shares;
}

/// How many maps of the geometric group, as a share of all of it, have these powers of prime order.
struct SymmetryShare {
  std::vector<PrimeKind> powers;    ///< the maps of prime order among the powers of the map, one kind for each prime
  bool has_mirrored_power = false;  ///< besides, a power of order 2 that mirrors
  Real share = 0;
};

/// The maps of the geometric group, all but the one that moves nothing, by their powers of prime order.
///
/// - *Without mirroring.* Let g = (a, b), of order m, and p a prime that divides m. If p divides the order k of a as
///   often as it divides m, a^(m/p) is a power of a^(k/p) with an exponent that p does not divide, so it has the same
///   cycles; if less often, it moves nothing. The same holds for b.
/// - *Mirrored.* The square of g = (a, b; t) has ab on rows and a conjugate on columns, and g has the order 2k, k that
///   of ab. So for an odd p, g^(2k/p) does to rows what (ab)^(k/p) does, up to such an exponent; for p = 2, g^k is
///   mirrored if k is odd, and otherwise (ab)^(k/2). With ab of one type there are as many g as permutations of rows,
///   times those of the type.
///
/// @throws std::invalid_argument  the side is above 25.
/// @cost   0.4 s for 5x5
inline std::vector<SymmetryShare> symmetry_shares(Shape shape) {
  if (shape.side() > max_grid_side) {
    throw std::invalid_argument{"symmetries are told apart up to side " + std::to_string(max_grid_side) + "; " +
                                to_string(shape) + " has side " + std::to_string(shape.side())};
  }
  const std::vector<int> primes = symmetry_primes(shape);
  const auto of_rows = prime_power_shares(shape.bands(), shape.box_rows, primes);
  const auto of_columns = prime_power_shares(shape.stacks(), shape.box_cols, primes);
  const LineKind unmoved_rows = unmoved_lines(shape.bands(), shape.box_rows);
  const LineKind unmoved_columns = unmoved_lines(shape.stacks(), shape.box_cols);
  const bool is_mirrored = geometric_moves(shape).transposition;
  const Real part = is_mirrored ? 0.5L : 1.0L;

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
  if (!is_mirrored) return shares;
  for (const auto& [rows, row_share] : of_rows) {
    SymmetryShare mirrored{{}, true, part * row_share};
    for (const PrimePower& power : rows) {
      if (power.exponent == 0) continue;
      mirrored.powers.push_back({power.prime, power.kind, power.kind});
      if (power.prime == 2) mirrored.has_mirrored_power = false;
    }
    shares.push_back(std::move(mirrored));
  }
  return shares;
}

}  // namespace gridcensus::combinatorics
