#include "uniform_grids/class_sampler.hpp"

#include "closed_formulas/closed_formulas.hpp"
#include "cycle_types/cycle_types.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "symmetry_names/symmetry_names.hpp"
#include "uniform_grids/line_permutations.hpp"
#include "uniform_grids/make_grid_sampler.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace gridcensus::uniform_grids {

using mathematics::checked_add;
using mathematics::checked_multiply;
using mathematics::CycleType;
using mathematics::GridMap;
using mathematics::Images;
using mathematics::LineType;

namespace {

/// A conjugacy class of the symmetries of a shape.
struct SymmetryClass {
  GridMap map;  ///< a member
  UInt128 size = 0;
};

/// Line permutations of one type.
struct LineClass {
  Images images{};  ///< a representative
  UInt128 size = 0;
};

/// Returns the lexicographically last permutation of each type: those that exchange blocks have the first of them,
/// which is filled early.
std::map<LineType, LineClass> line_classes(int blocks, int block_size) {
  std::map<LineType, LineClass> classes;
  for (const Images& images : line_permutations(blocks, block_size)) {
    LineClass& line_class = classes[mathematics::line_type(images, blocks, block_size)];
    line_class.images = images;
    ++line_class.size;
  }
  return classes;
}

/// Returns the conjugacy classes of all symmetries, as symmetry_names.hpp distinguishes them.
std::vector<SymmetryClass> symmetry_classes(Shape shape) {
  const auto of_rows = line_classes(shape.bands(), shape.box_rows);
  const auto of_columns = line_classes(shape.stacks(), shape.box_cols);
  const bool is_square = shape.box_rows == shape.box_cols && shape.side() > 1;
  std::vector<SymmetryClass> classes;
  for (const auto& [rows_type, rows] : of_rows) {
    for (const auto& [columns_type, columns] : of_columns) {
      if (is_square && columns_type < rows_type) continue;  // its transpose
      const UInt128 exchanged = is_square && columns_type != rows_type ? 2 : 1;
      classes.push_back({{.rows = rows.images, .columns = columns.images}, exchanged * rows.size * columns.size});
    }
  }
  if (!is_square) return classes;
  UInt128 rows = 0;
  for (const auto& [type, members] : of_rows) rows += members.size;
  for (const auto& [type, members] : of_rows) {
    classes.push_back({{.columns = members.images, .is_transposed = true}, rows * members.size});
  }
  return classes;
}

/// Returns the least power of a map that brings the cells of a region back into it: the exponent, and the cycle type on
/// the cells.
std::pair<int, CycleType> return_to(const Region& region, const std::vector<std::uint16_t>& cells) {
  std::vector<int> place(cells.size(), -1);
  for (std::size_t i = 0; i < region.size(); ++i) place[static_cast<std::size_t>(region[i])] = static_cast<int>(i);
  std::vector<std::size_t> images(region.begin(), region.end());
  int exponent = 0;
  do {
    ++exponent;
    for (std::size_t& image : images) image = cells[image];
  } while (!std::ranges::all_of(images, [&](std::size_t image) { return place[image] >= 0; }));
  std::vector<std::size_t> moved;
  for (const std::size_t image : images) moved.push_back(static_cast<std::size_t>(place[image]));
  return {exponent, mathematics::cycle_type_of(moved, moved.size())};
}

/// Returns the possible cycle types of a relabelling with which a map fixes a grid: a power of the map that brings a
/// region back permutes its cells as the power of the relabelling does its labels.
std::vector<CycleType> label_types(const Problem& problem, const std::vector<std::uint16_t>& cells) {
  std::vector<CycleType> types = mathematics::cycle_types(problem.shape.side());
  for (const Region& region : problem.regions()) {
    const auto [exponent, type] = return_to(region, cells);
    std::vector<CycleType> agreeing;
    for (CycleType& label_type : types) {
      if (mathematics::power_type(label_type, exponent) == type) agreeing.push_back(std::move(label_type));
    }
    types = std::move(agreeing);
  }
  return types;
}

std::unique_ptr<const FrontierRanking> ranking_of(const Problem& problem, const FixedBy& fixed_by, const Poll& poll) {
  try {
    return std::make_unique<const FrontierRanking>(problem, fixed_by, FrontierRanking::default_max_states, poll);
  } catch (const std::length_error& reason) {
    throw SamplingUnsupported{"classes of essentially different grids of " + to_string(problem) +
                              " cannot be drawn: " + reason.what() +
                              "; those of 2x2 to 2x4, 3x3, their transposes and Latin squares to order 8 can"};
  }
}

UInt128 divided(UInt128 value, UInt128 divisor, const char* what) {
  if (divisor == 0 || value % divisor != 0) throw BrokenInvariant{std::string{what} + " leave a remainder"};
  return value / divisor;
}

}  // namespace

ClassSampler::ClassSampler(Shape shape, const Poll& poll)
    : canonicaliser_{canonical_grids::make_canonicaliser(Problem{shape})},
      grids_{make_grid_sampler(Problem{shape}, default_draw_memory, poll)} {
  const Problem problem{shape};
  const UInt128 relabellings = mathematics::factorial(shape.side());
  UInt128 symmetries = 0;
  UInt128 pairs = divided(grids_->grids(), relabellings, "grids by relabellings");
  sums_.push_back(pairs);
  for (const SymmetryClass& symmetry_class : symmetry_classes(shape)) {
    symmetries += symmetry_class.size;
    if (symmetry_class.map == GridMap{}) continue;
    const auto cells = cell_images(shape, symmetry_class.map);
    for (const CycleType& type : label_types(problem, cells)) {
      auto fixed = ranking_of(problem, {.cells = cells, .label_cycles = {type.rbegin(), type.rend()}}, poll);
      if (fixed->grids() == 0) continue;
      // Relabellings that commute with this one permute the grids fixed with it, and fix none.
      const UInt128 classes =
          divided(fixed->grids(), mathematics::centraliser_order(type), "kept grids by relabellings");
      pairs = checked_add(pairs, checked_multiply(symmetry_class.size, classes));
      sums_.push_back(pairs);
      fixed_.push_back(std::move(fixed));
    }
  }
  classes_ = divided(pairs, symmetries, "pairs of symmetries and grids by symmetries");
}

LeastGrid ClassSampler::draw(Random& random) const {
  const UInt128 drawn = random_below(random, sums_.back());
  const auto chosen = static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), drawn) - sums_.begin());
  auto least = canonicaliser_->canonical(chosen == 0 ? grids_->draw(random) : fixed_[chosen - 1]->draw(random));
  return {.grid = std::move(least.form), .automorphisms = least.automorphisms};
}

}  // namespace gridcensus::uniform_grids
