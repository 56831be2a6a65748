#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/invariant_bands.hpp"
#include "russell_jarvis/involution_bands.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;

/// Counts, in independent tasks, the grids up to relabelling that the classes of a shape's symmetries fix.
///
/// Transposing maps: the cells of a symbol are a transversal (one cell of every row, column and box), and a grid up to
/// relabelling is a partition of the cells into transversals, which the map permutes: `OrbitPartitions`, without any
/// relabelling. All others: `InvariantBands`, one task for all classes with the same columns, cycles of bands, and type
/// of relabellings, because they share the structures of the stacks. The exception is a map that exchanges two bands of
/// two-column boxes if the map and the relabelling are their own inverses: `InvolutionBands`, one task for all classes
/// with the same type of relabellings. Long tasks are split into parts. The identity is left out.
class FixedGrids {
 public:
  /// @param shape    boxes of one, two or three rows or columns; transposing classes for sides up to 9
  /// @param classes  of the same shape; must outlive this object
  /// @cost  for the possible relabellings of each class: 7 ms for 3x3, 40 ms for 2x5
  FixedGrids(Shape shape, const SymmetryClasses& classes, const Poll& poll);

  std::size_t tasks() const { return tasks_.size(); }
  /// Returns the relative cost of a task.
  double weight(std::size_t task) const { return tasks_[task].weight; }
  /// Returns, by number of the class, the task's share of the grids that its maps fix up to relabelling: N! for each
  /// class of relabelled grids.
  std::map<std::size_t, Integer> count(std::size_t task, const Poll& poll) const;
  /// Returns a divisor of each of these numbers, by the class's number as text: the relabellings of the type, or all.
  std::map<std::string, Integer> divisors(std::size_t task) const;

 private:
  struct Task {
    double weight = 1;
    std::vector<std::size_t> classes;
    std::vector<CycleType> relabellings;
    std::shared_ptr<const InvariantBands> bands = nullptr;
    std::shared_ptr<const InvolutionBands> involution_bands =
        nullptr;  ///< if both pointers are null: a transposing class
    std::size_t part = 0;
    bool is_whole = true;  ///< false: a part
  };

  void add_tasks(const Poll& poll);
  template <class Bands>
  void add_parts(Task task, std::shared_ptr<const Bands> Task::*member, const std::shared_ptr<const Bands>& bands);
  Integer relabellings(const Task& task) const;
  Integer transposing(const Task& task, const Poll& poll) const;

  Shape shape_;
  const SymmetryClasses* classes_;
  std::vector<Task> tasks_;
};

}  // namespace gridcensus::russell_jarvis
