#include "russell_jarvis/fixed_grids.hpp"

#include "cycle_types/cycle_types.hpp"
#include "gridcensus/problem.hpp"
#include "grids/grid_maps.hpp"
#include "russell_jarvis/automorphisms_centraliser.hpp"
#include "russell_jarvis/relabelling_types.hpp"
#include "uint128/uint128.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::centraliser_order;
using mathematics::UInt128;

namespace {

/// Returns the cells of a grid, on rows, columns and boxes.
PlaceSystem cells_of(Shape shape) {
  const std::vector<Region> regions = Problem{shape}.regions();
  PlaceSystem cells{.lines = static_cast<int>(regions.size()), .lines_of = {}};
  cells.lines_of.resize(static_cast<std::size_t>(shape.cells()));
  for (std::size_t line = 0; line < regions.size(); ++line) {
    for (const int cell : regions[line]) cells.lines_of[static_cast<std::size_t>(cell)] |= std::uint64_t{1} << line;
  }
  return cells;
}

/// Returns the action on the stacks of a map that exchanges the two bands of two-column boxes and is its own inverse.
std::optional<InvolutionStacks> involution_stacks(Shape shape, const LineClass& rows, const LineClass& columns) {
  const CycleType unmoved(static_cast<std::size_t>(shape.box_rows), 1);
  if (shape.box_cols != 2 || rows.type != LineType{{.length = 2, .product = unmoved}}) return std::nullopt;
  InvolutionStacks stacks;
  for (const BlockCycle& cycle : columns.type) {
    const bool fixes_columns = cycle.product.front() == 1;
    if (cycle.length > 2 || (cycle.length == 2 && !fixes_columns)) return std::nullopt;
    ++(cycle.length == 2 ? stacks.pairs : fixes_columns ? stacks.fixed : stacks.turned);
  }
  return stacks;
}

}  // namespace

FixedGrids::FixedGrids(Shape shape, const SymmetryClasses& classes, const Poll& poll)
    : shape_{shape}, classes_{&classes} {
  add_tasks(poll);
  std::stable_sort(tasks_.begin(), tasks_.end(),
                   [](const Task& left, const Task& right) { return left.weight > right.weight; });
}

void FixedGrids::add_tasks(const Poll& poll) {
  // Few bands are better than few stacks.
  const bool is_transposed = shape_.box_cols > shape_.box_rows;
  const Shape shape = is_transposed ? shape_.transposed() : shape_;

  struct Shared {
    std::vector<std::size_t> classes;
    std::vector<InvariantBands::RowProducts> rows;
  };
  std::map<std::tuple<LineType, CycleType, CycleType>, Shared> shared;  // by columns, cycles of bands, relabelling
  struct Involutions {
    std::vector<std::size_t> classes;
    std::vector<InvolutionStacks> stacks;
  };
  std::map<CycleType, Involutions> involutions;  // by relabelling
  for (std::size_t number = 1; number < classes_->size(); ++number) {
    poll();
    const SymmetryClasses::Class symmetries = classes_->at(number);
    const auto relabellings =
        relabelling_types(shape_, mathematics::cell_images(shape_, classes_->representative(number)));
    if (relabellings.empty()) continue;
    if (symmetries.is_transposed) {
      tasks_.push_back({.weight = 1, .classes = {number}, .relabellings = relabellings});
      continue;
    }
    const LineClass* rows = is_transposed ? symmetries.columns : symmetries.rows;
    const LineClass* columns = is_transposed ? symmetries.rows : symmetries.columns;
    CycleType band_cycles;
    InvariantBands::RowProducts products;
    for (const BlockCycle& cycle : rows->type) {
      band_cycles.push_back(cycle.length);
      products.push_back(cycle.product);
    }
    const auto stacks = involution_stacks(shape, *rows, *columns);
    for (const CycleType& relabelling : relabellings) {
      if (stacks && relabelling.front() <= 2) {
        involutions[relabelling].classes.push_back(number);
        involutions[relabelling].stacks.push_back(*stacks);
        continue;
      }
      Shared& task = shared[{columns->type, band_cycles, relabelling}];
      task.classes.push_back(number);
      task.rows.push_back(products);
    }
  }
  for (auto& [key, task] : shared) {
    const auto& [columns, band_cycles, relabelling] = key;
    const auto bands = std::make_shared<const InvariantBands>(shape, columns, band_cycles, relabelling, task.rows);
    add_parts({.classes = task.classes, .relabellings = {relabelling}}, &Task::bands, bands);
  }
  for (auto& [relabelling, task] : involutions) {
    const auto exchanged = static_cast<int>(std::count(relabelling.begin(), relabelling.end(), 2));
    const auto bands = std::make_shared<const InvolutionBands>(shape.box_rows, exchanged, task.stacks);
    add_parts({.classes = task.classes, .relabellings = {relabelling}}, &Task::involution_bands, bands);
  }
}

template <class Bands>
void FixedGrids::add_parts(Task task, std::shared_ptr<const Bands> Task::*member,
                           const std::shared_ptr<const Bands>& bands) {
  task.*member = bands;
  task.weight = bands->weight();
  task.is_whole = bands->parts() == 1;
  for (task.part = 0; task.part < bands->parts(); ++task.part) tasks_.push_back(task);
}

/// Returns the number of relabellings for each one that the task counts with.
Integer FixedGrids::relabellings(const Task& task) const {
  const Integer all = factorial(shape_.side());
  const bool is_transposing = task.bands == nullptr && task.involution_bands == nullptr;
  return is_transposing ? all : all / Integer{centraliser_order(task.relabellings.front())};
}

std::map<std::size_t, Integer> FixedGrids::count(std::size_t task_number, const Poll& poll) const {
  const Task& task = tasks_[task_number];
  std::vector<UInt128> grids;
  if (task.bands != nullptr) {
    grids = task.bands->count(task.part, poll);
  } else if (task.involution_bands != nullptr) {
    grids = task.involution_bands->count(task.part, poll);
  } else {
    return {{task.classes.front(), transposing(task, poll) * relabellings(task)}};
  }
  std::map<std::size_t, Integer> counts;
  for (std::size_t i = 0; i < grids.size(); ++i) counts[task.classes[i]] += Integer{grids[i]} * relabellings(task);
  return counts;
}

std::map<std::string, Integer> FixedGrids::divisors(std::size_t task_number) const {
  const Task& task = tasks_[task_number];
  // If a task is not in parts, relabelling its grids by a map that commutes with the relabelling gives others of them.
  std::map<std::string, Integer> divisors;
  for (const std::size_t number : task.classes) {
    divisors.emplace(std::to_string(number), task.is_whole ? factorial(shape_.side()) : relabellings(task));
  }
  return divisors;
}

Integer FixedGrids::transposing(const Task& task, const Poll& poll) const {
  const mathematics::GridMap map = classes_->representative(task.classes.front());
  std::vector<Motion> commuting;
  for (const mathematics::GridMap& other : centraliser_generators(shape_, map)) {
    commuting.push_back(mathematics::cell_images(shape_, other));
  }
  OrbitPartitions partitions{task.relabellings};
  Integer sum = 0;
  for (const std::uint64_t count :
       partitions.count(cells_of(shape_), mathematics::cell_images(shape_, map), commuting, poll)) {
    sum += count;
  }
  return sum;
}

}  // namespace gridcensus::russell_jarvis
