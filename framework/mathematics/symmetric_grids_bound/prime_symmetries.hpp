#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/shape.hpp"
#include "symmetry_names/symmetry_names.hpp"

#include <map>
#include <vector>

/// Powers of prime order of the maps of the geometric group, and the shares of maps that have them, without listing the
/// group.
namespace gridcensus::symmetric_grids_bound {

using mathematics::BlockCycle;
using mathematics::CycleType;
using mathematics::LineType;

/// The effect of a permutation of lines of order p or 1, p a prime, on blocks and lines.
struct LineKind {
  int moved_blocks = 0;     ///< in cycles of p blocks each [blocks]
  int fixed_lines = 0;      ///< [lines]
  int max_fixed_lines = 0;  ///< of a block that stays in its place; 0 if all move [lines]
  int min_fixed_lines = 0;  ///< of a block that stays in its place; 0 if all move [lines]

  auto operator<=>(const LineKind&) const = default;
};

/// Returns the kind of the identity.
constexpr LineKind unmoved_lines(int blocks, int block_size) {
  return {0, blocks * block_size, block_size, block_size};
}

/// The kind of a map of prime order that does not transpose.
struct PrimeKind {
  int prime = 0;     ///< the order of the symmetry
  LineKind rows;     ///< its effect on the rows
  LineKind columns;  ///< its effect on the columns

  auto operator<=>(const PrimeKind&) const = default;
};

/// The power of order `prime` of a permutation of lines.
struct PrimePower {
  int prime = 0;     ///< the order of the power
  int exponent = 0;  ///< of the prime in the order of the permutation
  LineKind kind;     ///< of that power; if the exponent is 0, of the identity

  auto operator<=>(const PrimePower&) const = default;
};

/// Returns the primes that may divide the order of a map of the geometric group: those up to max(R, C).
std::vector<int> symmetry_primes(Shape shape);

/// Returns the power of order `prime` of the permutations g of one type: g^(m/prime), where g has order m.
///
/// Let q = m/prime, and take a block cycle of length l. If l does not divide q, g^q moves its blocks in cycles of l /
/// gcd(l, q) blocks; that is above 1 and divides the prime. Otherwise g^q fixes each of the l blocks and acts on its
/// lines as the cycle product to the power q/l: of a cycle of c lines, all move if c does not divide q/l, otherwise
/// none.
PrimePower prime_power(const LineType& type, int prime, int blocks, int block_size);

/// Returns the shares of the permutations of b blocks of a lines by their powers of prime order. The shares add up to
/// 1.
///
/// The types are the multisets of pairs of a length l and a cycle type mu of a block, with lengths that add up to b.
/// The share of a type is 1/z, where z, the order of the centraliser, is the product of (l z_mu)^m m! over the pairs
/// that occur, m times each, and z_mu is the order of the centraliser of mu in S_a.
///
/// @param primes  one entry in the keys for each, in this order
/// @cost   2 ms for 5 blocks of 5 lines, 1547 types
/// @source James and Kerber (1981), The Representation Theory of the Symmetric Group, section 4.2
std::map<std::vector<PrimePower>, Real> prime_power_shares(int blocks, int block_size, const std::vector<int>& primes);

/// The share of maps of the geometric group with given powers of prime order.
struct SymmetryShare {
  std::vector<PrimeKind> powers;       ///< the maps of prime order among the powers of the map, one kind for each prime
  bool has_transposing_power = false;  ///< and also a power of order 2 that transposes
  Real share = 0;                      ///< of all symmetries
};

/// Returns the shares of the maps of the geometric group, all but the identity, by their powers of prime order.
///
/// - *Without transposition.* Let g = (a, b), of order m, and p a prime that divides m. If p divides the order k of a
///   as often as it divides m, a^(m/p) is a power of a^(k/p) with an exponent that p does not divide, so it has the
///   same cycles; if less often, it is the identity. The same holds for b.
/// - *Transposing.* The square of g = (a, b; t) has ab on rows and a conjugate on columns, and g has the order 2k, k
///   that of ab. So for an odd p, g^(2k/p) does to rows what (ab)^(k/p) does, up to such an exponent; for p = 2, g^k
///   transposes if k is odd, and otherwise it is (ab)^(k/2). With ab of one type there are as many g as permutations of
///   rows, times those of the type.
///
/// @throws std::invalid_argument  the side is above 25.
/// @cost   0.4 s for 5x5
std::vector<SymmetryShare> symmetry_shares(Shape shape);

}  // namespace gridcensus::symmetric_grids_bound
