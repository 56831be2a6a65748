#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/problem.hpp"

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus {

/// The definition of a quantity.
struct QuantityInfo {
  std::string name;        ///< snake_case, as written in YAML and JSON
  std::string definition;  ///< one sentence
  std::string unit;        ///< the objects that it counts: "grids", "classes"
  /// The name of the quantity whose relabelling classes it counts, if any: it is then that quantity divided by the
  /// number of relabellings of the problem, N! unless rules distinguish symbols.
  std::string relabelling_classes_of = {};
  /// The structure that a map of cells must preserve for the quantity to be equal on both sides. For classic rules it
  /// decides whether Q(RxC) = Q(CxR).
  Preserved under_maps = Preserved::nothing;

  auto operator<=>(const QuantityInfo&) const = default;
};

/// A quantity that can be counted. As cheap to copy as a pointer. Two are equal if their names are.
class Quantity {
 public:
  static const Quantity grids;                     ///< completed grids
  static const Quantity relabelling_classes;       ///< grids up to relabelling
  static const Quantity essentially_different;     ///< grids up to all symmetries
  static const Quantity bands;                     ///< completed bands
  static const Quantity signature_classes;         ///< classes of bands by their signatures
  static const Quantity symmetry_group_order;      ///< symmetries of cells
  static const Quantity conjugacy_classes;         ///< classes of these symmetries
  static const Quantity classes_with_fixed_grids;  ///< classes of symmetries that fix a grid

  /// Makes `grids`.
  Quantity() = default;
  /// Declares a quantity for the life of the process. A plugin does so once, in a constant. If two plugins declare a
  /// name with different definitions, the host refuses one of them.
  explicit Quantity(const QuantityInfo& info);

  /// Returns its definition. The reference is valid for the life of the process.
  const QuantityInfo& info() const;

  /// Returns true if the names are equal.
  bool operator==(const Quantity& other) const;
  /// Orders the quantities of this header first, in the order above, then the others by name.
  std::strong_ordering operator<=>(const Quantity& other) const;

 private:
  struct Declared;
  friend struct QuantityTable;
  explicit Quantity(const Declared& declared) : declared_{&declared} {}

  const Declared* declared_ = nullptr;  // nullptr: grids
};

/// Returns the quantities that this header declares, in their order.
std::span<const Quantity> built_in_quantities();

/// Returns all quantities that are declared in this process, one per name.
std::vector<Quantity> known_quantities();

/// Returns its name.
std::string_view name_of(Quantity quantity);

/// Returns the quantity of this name that was declared first in this process; nullopt if there is none.
std::optional<Quantity> find_quantity(std::string_view name);

/// Returns the quantity of this name. If none was declared, as in a results file whose plugin is missing, returns one
/// without a definition.
Quantity quantity_named(const std::string& name);

/// A quantity as an exact multiple of a base quantity: value = base value / divisor.
struct Reduction {
  Quantity base;    ///< the dividend
  Integer divisor;  ///< above 0
};

/// Returns the base quantity that `quantity` of `problem` follows from, with the divisor: relabelling_classes =
/// grids / N! if symbols are alike, else grids / `relabellings`. A quantity that follows from no other is its own base,
/// with divisor 1.
Reduction reduction(Quantity quantity, const Problem& problem);

/// Returns the relation to its base quantity, in words: "grids / relabellings"; empty if it is its own base.
std::string relation(Quantity quantity);

/// Returns true if both problems have the same value of the quantity: they are one problem, or a map of cells takes one
/// to the other and preserves the structure that the quantity depends on.
bool is_carried_over(Quantity quantity, const Problem& one, const Problem& other);

/// Returns a number that divides the quantity, or 1 if none is known.
///
/// For grids of any rules it is the number of relabellings that preserve the rules, N! if symbols are alike: they act
/// freely.
/// For classic rules it is D(R,C) = (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) !: relabellings, and the row, column, band
/// and stack permutations that fix box 1, act freely. A wrong total passes with probability 1/D.
///
/// @source  docs/mathematics.md, "The divisor theorem".
Integer known_divisor(Quantity quantity, const Problem& problem);

}  // namespace gridcensus
