#pragma once

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/shape.hpp"
#include "russell_jarvis/invariant_bands.hpp"
#include "russell_jarvis/orbit_partitions.hpp"
#include "russell_jarvis/still_bands.hpp"
#include "russell_jarvis/symmetry_classes.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gridcensus::russell_jarvis {

using mathematics::CycleType;

/// The grids that the classes of a shape's symmetries keep up to relabelling, in independent tasks.
///
/// Transposing maps: a symbol stands on a transversal of the cells (one of every row, column and box), and a grid up to
/// relabelling is a partition of the cells into transversals, which the map permutes: `OrbitPartitions`, with no word
/// of relabellings. All others: `InvariantBands`, one task for all classes with the same columns, cycles of bands, and
/// type of relabellings, since they share the structures of the stacks. But where two bands of two-column boxes are
/// exchanged, and the map and the relabelling are their own inverses, `StillBands`: one task for all classes with the
/// same type of relabellings. Long tasks are made in parts. The identity is left out.
class FixedGrids {
 public:
  /// @param shape    boxes of one, two or three rows or columns; transposing classes for sides up to 9
  /// @param classes  of the same shape; must outlive this object
  /// @cost  which relabellings each class may have: 7 ms for 3x3, 40 ms for 2x5
  FixedGrids(Shape shape, const SymmetryClasses& classes, const Poll& poll);

  std::size_t tasks() const { return tasks_.size(); }
  /// The relative cost of a task.
  double weight(std::size_t task) const { return tasks_[task].weight; }
  /// By number of the class, what the task adds to the grids that its maps keep up to relabelling: N! for each class of
  /// relabelled grids.
  std::map<std::size_t, Integer> count(std::size_t task, const Poll& poll) const;
  /// What divides each of these numbers, by the number of the class as a text: the relabellings of the type, or all.
  std::map<std::string, Integer> divisors(std::size_t task) const;

 private:
  struct Task {
    double weight = 1;
    std::vector<std::size_t> classes;
    std::vector<CycleType> relabellings;
    std::shared_ptr<const InvariantBands> bands = nullptr;
    std::shared_ptr<const StillBands> still_bands = nullptr;  ///< neither: a transposing class
    std::size_t part = 0;
    bool is_whole = true;  ///< no part
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
