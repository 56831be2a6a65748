#include "gridcensus/quantity.hpp"

#include "gridcensus/symmetries.hpp"
#include "sdk/cell_graph.hpp"

#include <algorithm>
#include <array>

namespace gridcensus {

namespace {

constexpr std::array registry{
    QuantityInfo{Quantity::grids, "grids", "Completed grids that satisfy the rules, all counted as different.", "grids",
                 "", Kept::grids},
    QuantityInfo{Quantity::relabelling_classes, "relabelling_classes",
                 "Grids up to exchanging symbols; every class has N! grids.", "classes", "grids / N!", Kept::grids},
    QuantityInfo{
        Quantity::essentially_different, "essentially_different",
        "Grids up to relabelling and the symmetries: the permutations of cells that keep the rules. For classic "
        "rules they permute rows, columns, bands and stacks, with transposition where R = C.",
        "classes", "", Kept::symmetries},
    QuantityInfo{Quantity::bands, "bands",
                 "Fillings of one band (R rows holding R boxes) that satisfy its rows and boxes.", "bands", "",
                 Kept::nothing},
    QuantityInfo{Quantity::signature_classes, "signature_classes",
                 "Column signatures of one band (the set of symbols in each column) up to relabelling and the "
                 "permutations of boxes and of columns within boxes.",
                 "classes", "", Kept::nothing},
    QuantityInfo{Quantity::symmetry_group_order, "symmetry_group_order",
                 "Order of the group of symmetries: the permutations of cells that keep the rules, but for exchanges "
                 "of rows and "
                 "columns where the boxes are one or the other (1xN, Nx1).",
                 "permutations", "", Kept::symmetries},
    QuantityInfo{Quantity::conjugacy_classes, "conjugacy_classes", "Conjugacy classes of that symmetry group.",
                 "classes", "", Kept::symmetries},
    QuantityInfo{Quantity::classes_with_fixed_grids, "classes_with_fixed_grids",
                 "Conjugacy classes whose members keep at least one grid, up to relabelling.", "classes", "",
                 Kept::symmetries},
    QuantityInfo{Quantity::shuffle_options, "shuffle_options",
                 "Combinations of the chosen moves (of labels, rows, columns, bands, stacks, transposition): the order "
                 "of the group that they generate.",
                 "combinations", "", Kept::nothing},
    QuantityInfo{Quantity::stabiliser_order, "stabiliser_order",
                 "Combinations of the chosen moves that give the given grid back.", "combinations", "", Kept::nothing},
    QuantityInfo{Quantity::orbit_size, "orbit_size", "Different grids that the chosen moves make of the given grid.",
                 "grids", "", Kept::nothing},
    QuantityInfo{Quantity::returning_sequences, "returning_sequences",
                 "Sequences of so many exchanges of two labels, of two rows of a band and of two columns of a stack "
                 "that give the given grid back.",
                 "sequences", "", Kept::nothing},
};

}  // namespace

std::span<const QuantityInfo> all_quantities() { return registry; }

const QuantityInfo& info(Quantity quantity) { return registry.at(static_cast<std::size_t>(quantity)); }

std::string_view name_of(Quantity quantity) { return info(quantity).name; }

std::optional<Quantity> find_quantity(std::string_view name) {
  const auto* const found = std::ranges::find(registry, name, &QuantityInfo::name);
  if (found == registry.end()) return std::nullopt;
  return found->quantity;
}

Reduction reduction(Quantity quantity, const Problem& problem) {
  if (quantity == Quantity::relabelling_classes) return {Quantity::grids, factorial(problem.shape.side())};
  return {quantity, 1};
}

bool is_carried_over(Quantity quantity, const Problem& one, const Problem& other) {
  const Kept kept = info(quantity).under_maps;
  // The number of pairs spares most problems the canonical labelling of a graph.
  return one == other || (one.shape.side() == other.shape.side() && number_of_pairs(one) == number_of_pairs(other) &&
                          class_under_maps(one, kept) == class_under_maps(other, kept));
}

Integer known_divisor(Quantity quantity, const Problem& problem) {
  const auto base = reduction(quantity, problem);
  if (base.base != Quantity::grids) return 1;
  if (!problem.rules.are_classic()) return factorial(problem.shape.side()) / base.divisor;
  const auto [rows, cols] = problem.shape;
  const Integer grids_divisor = factorial(rows * cols) * power(factorial(rows), cols - 1) * factorial(cols - 1) *
                                power(factorial(cols), rows - 1) * factorial(rows - 1);
  return grids_divisor / base.divisor;
}

}  // namespace gridcensus
