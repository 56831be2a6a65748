#include "gridcensus/quantity.hpp"

#include "gridcensus/symmetries.hpp"
#include "sdk/cell_graph.hpp"
#include "sdk/implied_regions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace gridcensus {

struct Quantity::Declared {
  QuantityInfo info;
  std::size_t rank = 0;  // of the names in the header; all others share a higher one

  bool operator<(const Declared& other) const { return info < other.info; }
};

/// All definitions of the process. Two of one name may differ; the host keeps their plugins apart.
struct QuantityTable {
  std::mutex mutex;
  std::set<Quantity::Declared> declared;                                        // its nodes do not move
  std::map<std::string, const Quantity::Declared*, std::less<>> first_of_name;  // without those that lack a definition

  static constexpr std::size_t built_in = 8;

  /// Never destroyed: constants of plugins refer to it until the process ends.
  static QuantityTable& get() {
    static auto& table = *new QuantityTable;
    return table;
  }

  const Quantity::Declared* declare(const QuantityInfo& info, std::size_t rank = built_in) {
    const std::scoped_lock lock{mutex};
    // Two quantities of one name are equal, so they must have the same place in the order.
    if (const auto first = first_of_name.find(info.name); first != first_of_name.end()) rank = first->second->rank;
    const auto* const added = &*declared.insert({info, rank}).first;
    if (!info.definition.empty()) first_of_name.emplace(info.name, added);
    return added;
  }

  std::optional<Quantity> find(std::string_view name) {
    const std::scoped_lock lock{mutex};
    const auto found = first_of_name.find(name);
    return found == first_of_name.end() ? std::nullopt : std::optional{Quantity{*found->second}};
  }

  std::vector<Quantity> all() {
    const std::scoped_lock lock{mutex};
    std::vector<Quantity> known;
    for (const auto& [name, first] : first_of_name) known.push_back(Quantity{*first});
    std::ranges::sort(known);
    return known;
  }

  static Quantity make(std::size_t rank, const QuantityInfo& info) { return Quantity{*get().declare(info, rank)}; }
};

const Quantity Quantity::grids = QuantityTable::make(
    0, {"grids", "Completed grids that satisfy the rules, all counted as different.", "grids", "", Preserved::grids});
const Quantity Quantity::relabelling_classes = QuantityTable::make(
    1, {"relabelling_classes",
        "Grids up to the exchanges of symbols that preserve the rules, which are N! unless rules distinguish symbols.",
        "classes", "grids", Preserved::grids});
const Quantity Quantity::essentially_different = QuantityTable::make(
    2,
    {"essentially_different",
     "Grids up to relabelling and the symmetries: the permutations of cells that preserve the rules. For classic rules "
     "they permute rows, columns, bands and stacks, with transposition if R = C. If rules distinguish symbols, "
     "cells and symbols are permuted together.",
     "classes", "", Preserved::symmetries});
const Quantity Quantity::bands = QuantityTable::make(
    3, {"bands", "Fillings of one band (R rows holding R boxes) that satisfy its rows and boxes.", "bands"});
const Quantity Quantity::signature_classes = QuantityTable::make(
    4, {"signature_classes",
        "Column signatures of one band (the set of symbols in each column) up to relabelling and the permutations of "
        "boxes and of columns within boxes.",
        "classes"});
const Quantity Quantity::symmetry_group_order = QuantityTable::make(
    5,
    {"symmetry_group_order",
     "Order of the group of symmetries: the permutations of cells that preserve the rules, but for exchanges of rows "
     "and columns where the boxes are one or the other (1xN, Nx1).",
     "permutations", "", Preserved::symmetries});
const Quantity Quantity::conjugacy_classes = QuantityTable::make(
    6, {"conjugacy_classes", "Conjugacy classes of that symmetry group.", "classes", "", Preserved::symmetries});
const Quantity Quantity::classes_with_fixed_grids = QuantityTable::make(
    7, {"classes_with_fixed_grids", "Conjugacy classes whose members fix at least one grid, up to relabelling.",
        "classes", "", Preserved::symmetries});

Quantity::Quantity(const QuantityInfo& info) : declared_{QuantityTable::get().declare(info)} {}

const QuantityInfo& Quantity::info() const { return declared_ == nullptr ? grids.info() : declared_->info; }

bool Quantity::operator==(const Quantity& other) const {
  return declared_ == other.declared_ || info().name == other.info().name;
}

std::strong_ordering Quantity::operator<=>(const Quantity& other) const {
  const auto rank = [](const Quantity& of) { return of.declared_ == nullptr ? 0 : of.declared_->rank; };
  if (*this == other) return std::strong_ordering::equal;
  if (rank(*this) != rank(other)) return rank(*this) <=> rank(other);
  return info().name <=> other.info().name;
}

std::span<const Quantity> built_in_quantities() {
  static const std::array<Quantity, QuantityTable::built_in> all{
      Quantity::grids,
      Quantity::relabelling_classes,
      Quantity::essentially_different,
      Quantity::bands,
      Quantity::signature_classes,
      Quantity::symmetry_group_order,
      Quantity::conjugacy_classes,
      Quantity::classes_with_fixed_grids,
  };
  return all;
}

std::vector<Quantity> known_quantities() { return QuantityTable::get().all(); }

std::string_view name_of(Quantity quantity) { return quantity.info().name; }

std::optional<Quantity> find_quantity(std::string_view name) { return QuantityTable::get().find(name); }

Quantity quantity_named(const std::string& name) {
  if (const auto known = find_quantity(name)) return *known;
  return Quantity{QuantityInfo{.name = name, .definition = {}, .unit = {}}};
}

Reduction reduction(Quantity quantity, const Problem& problem) {
  const std::string& base = quantity.info().relabelling_classes_of;
  if (base.empty()) return {quantity, 1};
  return {quantity_named(base), relabellings(problem)};
}

std::string relation(Quantity quantity) {
  const std::string& base = quantity.info().relabelling_classes_of;
  return base.empty() ? "" : base + " / relabellings";
}

bool is_carried_over(Quantity quantity, const Problem& one, const Problem& other) {
  const Preserved kept = quantity.info().under_maps;
  if (one == other) return true;
  if (one.shape.side() != other.shape.side()) return false;
  // The number of pairs spares most problems the canonical labelling of a graph.
  const bool may_be_same = number_of_pairs(one) == number_of_pairs(other) ||
                           (kept == Preserved::grids && (may_lack_boxes(one) || may_lack_boxes(other)));
  return may_be_same && class_under_maps(one, kept) == class_under_maps(other, kept);
}

Integer known_divisor(Quantity quantity, const Problem& problem) {
  const auto base = reduction(quantity, problem);
  if (base.base != Quantity::grids) return 1;
  if (!problem.rules.are_classic()) return relabellings(problem) / base.divisor;
  const auto [rows, cols] = problem.shape;
  const Integer grids_divisor = factorial(rows * cols) * power(factorial(rows), cols - 1) * factorial(cols - 1) *
                                power(factorial(cols), rows - 1) * factorial(rows - 1);
  return grids_divisor / base.divisor;
}

}  // namespace gridcensus
