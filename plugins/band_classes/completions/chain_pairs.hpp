#pragma once

#include "band_signatures/signature_classes.hpp"
#include "gridcensus/poll.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::BoxCode;
using band_signatures::SignatureClass;
using band_signatures::SignatureClasses;
using mathematics::SymbolSet;
using mathematics::UInt128;

/// Counts the ways to complete a first band to a grid if a band has two boxes (R = 2), for up to four bands.
///
/// The column contents of a stack, band by band, are a *chain*: its codes below band 1. The two stacks are chosen
/// independently, and a band is filled between its two codes in B ways:
///
///     band 1      {15} {26} {37} {48}   |   code y         box 1 has the identity code
///     band 2           code a2          |   code b2        B(a2, b2)
///     band 3           code a3          |   code b3        B(a3, b3)
///     band 4           code a4          |   code b4        B(a4, b4)
///
///     completions = sum over the chains a below the identity and b below y of the product of B(a_k, b_k)
///
/// A chain is listed once for each order of its codes' columns such that every column of the stack has every symbol
/// once. The bands below band 1 can be permuted, in both stacks together, so b needs only one order of its bands.
/// Chains below y are the relabelled chains below the identity.
///
/// @threads  const functions may be called from many threads.
/// @source   ours.
class ChainPairs {
 public:
  /// 2x5 has some 4e8 chains: too many to visit in pairs.
  static constexpr int max_bands = 4;

  /// @param classes  of a shape with R = 2 and C <= max_bands; must outlive this object
  /// @param bands    B of each class's representative, in the order of `classes.classes()`
  /// @throws std::invalid_argument  another shape.
  /// @throws std::overflow_error    a B or a sum of products might not fit its integer.
  /// @cost   5 ms and 80 kB for 2x4.
  ChainPairs(const SignatureClasses& classes, const std::vector<UInt128>& bands);

  /// @return  Grids that extend one band whose signature is the class's representative. A multiple of
  ///          2^(C-1) (C-1)!: the permutations of the rows of the other bands, and of these bands.
  /// @cost    chains^2 / (C-1)! products: 4.2 million for 2x4, 3 ms.
  UInt128 completions(const SignatureClass& signature_class, const Poll& poll = {}) const;

 private:
  /// The codes of bands 2, 3, ..; after the last band a filler, whose B with itself is 1.
  using Chain = std::array<BoxCode, max_bands - 1>;
  /// A code with an order of its columns.
  struct Columns {
    std::vector<SymbolSet> sets;
    BoxCode code = 0;
  };

  std::vector<Columns> list_choices() const;
  void list_chains(const std::vector<Columns>& choices, std::vector<const Columns*>& so_far);
  void fill_bands(const std::vector<UInt128>& bands);

  const SignatureClasses* classes_;
  std::size_t stride_;                // codes and the filler, which has the last number
  std::vector<Chain> chains_;         // below the identity
  std::vector<Chain> ascending_;      // those whose bands ascend in column 1, for one order of each
  std::vector<std::uint32_t> bands_;  // [a * stride + b]: B(a, b)
};

}  // namespace gridcensus::band_classes
