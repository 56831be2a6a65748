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
  std::string unit;        ///< what it counts: "grids", "classes"
  /// The name of the quantity whose relabelling classes it counts, if it does: then it is that quantity divided by the
  /// number of relabellings of the problem, N! unless rules tell symbols apart.
  std::string relabelling_classes_of = {};
  /// What a map of cells must keep for the quantity to be the same on both sides: for classic rules, whether
  /// Q(RxC) = Q(CxR).
  Kept under_maps = Kept::nothing;

  auto operator<=>(const QuantityInfo&) const = default;
};

/// A quantity: what is counted. As cheap to copy as a pointer. Two are equal if their names are.
class Quantity {
 public:
  static const Quantity grids;                     ///< completed grids
  static const Quantity relabelling_classes;       ///< grids up to relabelling
  static const Quantity essentially_different;     ///< grids up to all symmetries
  static const Quantity bands;                     ///< completed bands
  static const Quantity signature_classes;         ///< classes of bands by their signatures
  static const Quantity symmetry_group_order;      ///< symmetries of cells
  static const Quantity conjugacy_classes;         ///< classes of these symmetries
  static const Quantity classes_with_fixed_grids;  ///< those of them that fix a grid

  /// The grids.
  Quantity() = default;
  /// Declares a quantity, for the life of the process. A plugin does so once, in a constant; a name that is declared
  /// elsewhere, too, must have the same definition there, or the host refuses one of the two plugins.
  explicit Quantity(const QuantityInfo& info);

  /// Returns its definition. A reference that lasts as long as the process.
  const QuantityInfo& info() const;

  /// Returns whether the names are equal.
  bool operator==(const Quantity& other) const;
  /// Those that are declared here come first, in the order above, then the others by name.
  std::strong_ordering operator<=>(const Quantity& other) const;

 private:
  struct Declared;
  friend struct QuantityTable;
  explicit Quantity(const Declared& declared) : declared_{&declared} {}

  const Declared* declared_ = nullptr;  // nullptr: grids
};

/// Returns the quantities that are declared in this header, in their order.
std::span<const Quantity> built_in_quantities();

/// Returns all that are declared in this process, one for each name.
std::vector<Quantity> known_quantities();

/// Returns its name.
std::string_view name_of(Quantity quantity);

/// Returns the quantity of this name that was declared first in this process; nullopt where none was.
std::optional<Quantity> find_quantity(std::string_view name);

/// Returns the quantity of this name; where none was declared, as in a file of results whose plugin is not here, one
/// without a definition.
Quantity quantity_named(const std::string& name);

/// A quantity as an exact multiple of a base quantity: value = base value / divisor.
struct Reduction {
  Quantity base;    ///< what is divided
  Integer divisor;  ///< by what; above 0
};

/// Returns the base quantity that `quantity` of `problem` follows from, with the divisor: relabelling_classes =
/// grids / N! if symbols are alike, else grids / `relabellings`. A quantity that follows from no other is its own base,
/// with divisor 1.
Reduction reduction(Quantity quantity, const Problem& problem);

/// Returns how it follows from another, in words: "grids / relabellings"; empty where it does not.
std::string relation(Quantity quantity);

/// Returns whether the quantity of one problem is that of the other: they are one problem, or a map of cells carries
/// one to the other and keeps what the quantity rests on.
bool is_carried_over(Quantity quantity, const Problem& one, const Problem& other);

/// Returns a number that divides the quantity, or 1 where none is known.
///
/// For grids of any rules it is the number of relabellings that keep them, N! if symbols are alike: they act freely.
/// For classic rules it is D(R,C) = (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) !: relabellings, and the row, column, band
/// and stack permutations that keep box 1, act freely. A wrong total passes with probability 1/D.
///
/// @source  docs/mathematics.md, "The divisor theorem".
Integer known_divisor(Quantity quantity, const Problem& problem);

}  // namespace gridcensus
