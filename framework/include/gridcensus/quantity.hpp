#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace gridcensus {

/// What is counted. Definitions stand in `all_quantities()`.
enum class Quantity {
  grids,
  relabelling_classes,
  essentially_different,
  bands,
  signature_classes,
  symmetry_group_order,
  conjugacy_classes,
  classes_with_fixed_grids,
  shuffle_options,
  stabiliser_order,
  orbit_size,
  returning_sequences,
};

/// One row of the registry.
struct QuantityInfo {
  Quantity quantity{};          ///< which one
  std::string_view name;        ///< as written in YAML and JSON
  std::string_view definition;  ///< one sentence
  std::string_view unit;        ///< what it counts: "grids", "classes"
  std::string_view relation;    ///< how it follows from another quantity; empty where it does not
  /// What a map of cells must keep for the quantity to be the same on both sides: for classic rules, whether
  /// Q(RxC) = Q(CxR).
  Kept under_maps = Kept::nothing;
};

/// The registry: every quantity, in the order of the enumeration.
std::span<const QuantityInfo> all_quantities();

/// All that is known of the quantity. A reference that lasts as long as the program.
const QuantityInfo& info(Quantity quantity);

/// The registered name.
std::string_view name_of(Quantity quantity);

/// nullopt where no quantity has this name.
std::optional<Quantity> find_quantity(std::string_view name);

/// A quantity as an exact multiple of a base quantity: value = base value / divisor.
struct Reduction {
  Quantity base{};  ///< what is divided
  Integer divisor;  ///< by what; above 0
};

/// The base quantity that `quantity` of `problem` follows from, with the divisor: relabelling_classes = grids / N!.
/// A quantity that follows from no other is its own base, with divisor 1.
Reduction reduction(Quantity quantity, const Problem& problem);

/// Whether the quantity of one problem is that of the other: they are one problem, or a map of cells carries one to the
/// other and keeps what the quantity rests on.
bool is_carried_over(Quantity quantity, const Problem& one, const Problem& other);

/// A number that divides the quantity, or 1 where none is known.
///
/// For grids of any rules it is N!: relabellings act freely. For classic rules it is D(R,C) = (RC)! (R!)^(C-1) (C-1)!
/// (C!)^(R-1) !: relabellings, and the row, column, band and stack permutations that keep box 1, act freely. A
/// wrong total passes with probability 1/D.
///
/// @source  docs/mathematics.md, "The divisor theorem".
Integer known_divisor(Quantity quantity, const Problem& problem);

}  // namespace gridcensus
