#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/automorphisms_stabiliser.hpp"
#include "russell_jarvis/symmetry_classes.hpp"
#include "uint128/uint128.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace gridcensus::russell_jarvis {

/// Counts, in independent tasks, the essentially different grids with an automorphism group of order k, for every k >
/// 1.
///
/// A group of order k > 1 has maps of prime order. Pair each of these with each grid (up to relabelling) that it fixes.
/// A grid with a group of order k, n of it of prime order, is in n pairs, and so are the |G| / k grids that are
/// essentially the same. So the pairs with this k and n, counted for one map g of each class and multiplied by the size
/// of the class, are n |G| / k times the number wanted.
///
/// The grids that g fixes are listed up to the maps that commute with g. A grid up to relabelling is a partition of its
/// cells into transversals (one cell of every row, column and box), one for each symbol. If g fixes the grid, it
/// permutes them. A *block* is a transversal that g fixes, or one together with its images under g if these are
/// disjoint. A *class* of blocks is the orbit of one under the maps that commute with g.
///
/// A map that commutes with g turns a grid that g fixes into another such grid, with the same k and n. So one block of
/// each class is chosen, and the grids are listed that have it and no block of an earlier class. If m of a grid's
/// blocks are in the class, the grid represents (blocks of the class) / m grids: each block of the class is in equally
/// many pairs (grid, block of its first class), and a grid is in m of them.
class Automorphisms {
 public:
  using Counts = std::map<AutomorphismKind, Integer>;

  static constexpr int max_side = 11;

  /// @param shape    side at most `max_side`
  /// @param classes  of the same shape; must outlive this object
  /// @throws std::invalid_argument  the side is larger.
  /// @cost  0.2 s for 3x3 and 2x4, and then 5.5 s for all tasks; 0.5 s and 19 s for 1x8
  Automorphisms(Shape shape, const SymmetryClasses& classes, const Poll& poll);

  std::size_t tasks() const { return tasks_.size(); }
  /// Returns the rough relative cost of a task.
  double weight(std::size_t task) const { return tasks_[task].weight; }
  /// Returns the class of symmetries, of prime order, to which a task belongs.
  std::size_t symmetry_class(std::size_t task) const { return symmetries_[tasks_[task].symmetry].number; }

  /// Returns by kind the task's share of the grids up to relabelling that the representative of its class fixes. The
  /// shares of all tasks of a class add up to all that it fixes.
  Counts count(std::size_t task, const Poll& poll) const;

  /// Returns the essentially different grids, by order of the automorphism group.
  ///
  /// @param pairs  by kind: the counts of the tasks, each times the size of its class
  /// @throws BrokenInvariant  a division leaves a remainder: not all tasks are in, or a count is wrong.
  std::map<int, Integer> essentially_different(const Counts& pairs) const;

 private:
  struct Block {
    mathematics::UInt128 cells = 0;
    std::uint64_t transversal = 0;  ///< one of its transversals: the column of row 0, of row 1, .., four bits each
    std::uint32_t block_class = 0;
  };
  struct BlockClass {
    std::size_t member = 0;  ///< the number of a block
    std::size_t size = 0;    ///< [blocks]
  };
  /// The representative of a class.
  struct Symmetry {
    std::size_t number = 0;             ///< of the class
    std::vector<std::uint16_t> motion;  ///< of the cells
    std::vector<Block> blocks;          ///< by their first cell
    std::vector<BlockClass> classes;    ///< from large to small
  };
  struct Task {
    double weight = 1;
    std::size_t symmetry = 0;
    std::uint32_t block_class = 0;
  };
  class Listing;

  static std::vector<Block> others_of(const Symmetry& symmetry, std::uint32_t block_class);
  void add_symmetry(std::size_t number);
  void find_blocks(Symmetry& symmetry) const;
  void find_classes(Symmetry& symmetry) const;
  std::uint64_t image_of(std::uint64_t transversal, const std::vector<std::uint16_t>& motion) const;
  mathematics::UInt128 cells_of(std::uint64_t transversal) const;

  Shape shape_;
  const SymmetryClasses* classes_;
  std::vector<std::uint64_t> transversals_;
  std::vector<Symmetry> symmetries_;
  std::vector<Task> tasks_;
};

}  // namespace gridcensus::russell_jarvis
