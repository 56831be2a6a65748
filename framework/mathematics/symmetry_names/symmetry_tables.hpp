#pragma once

#include "gridcensus/findings.hpp"
#include "gridcensus/integer.hpp"
#include "symmetry_names/symmetry_names.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Tables in which strategies report the conjugacy classes of symmetries, so tables of two strategies can be compared
/// row by row.
namespace gridcensus::mathematics {

/// A conjugacy class of the geometric group, as a strategy found it.
struct SymmetryClassRow {
  std::string name;                    ///< `class_name`
  Integer size;                        ///< the number of symmetries in the class
  std::map<int, int> cell_cycles;      ///< of any member, by length: the number of cycles of cells
  std::optional<Integer> fixed_grids;  ///< the grids up to relabelling that a member fixes; nullopt if not counted
};

/// The maximum number of classes in a table: 5x5 has more than a million.
inline constexpr std::size_t max_listed_classes = 20000;

/// Returns how to read the names of classes, for the second sentence of a help text.
inline std::string how_to_read(const std::vector<SymmetryClassRow>& classes) {
  const bool are_of_cells =
      std::ranges::any_of(classes, [](const auto& row) { return row.name.find('^') != std::string::npos; });
  if (are_of_cells) {
    return ". How to read a name: 1^9 2^36 is 9 cells that stay and 36 pairs of cells that change places. (2) is the "
           "second class of which that is true";
  }
  return ". How to read a name: ROWS | COLUMNS (of square boxes in either order), or mirrored ROWS if the members "
         "transpose; the rows are then those of their square. 1(2+1) is a band that stays, with two of its three rows "
         "exchanged. 2(1+1+1) is two bands that change places, with every row back after two moves; in 2(3) the rows "
         "are back after six. COLUMNS has stacks for bands and columns for rows";
}

/// Returns the tables of the classes: their names and sizes, how their members move cells, and the grids that they fix
/// (if all of those are known).
inline Findings class_tables(const std::vector<SymmetryClassRow>& classes) {
  Table sizes{.key = "class", .columns = {"size", "order"}, .rows = {}};
  Table cycles{.key = "class", .columns = {}, .rows = {}};
  Table fixed{.key = "class", .columns = {"size", "fixed_grids"}, .rows = {}};
  std::set<int> lengths;
  for (const SymmetryClassRow& row : classes) {
    for (const auto& [length, number] : row.cell_cycles) lengths.insert(length);
  }
  for (const int length : lengths) cycles.columns.push_back("cycles_of_" + std::to_string(length));
  for (const SymmetryClassRow& row : classes) {
    int order = 1;
    for (const auto& [length, number] : row.cell_cycles) order = std::lcm(order, length);
    sizes.add(row.name, {row.size, order});
    std::vector<Integer> numbers;
    for (const int length : lengths) {
      const auto found = row.cell_cycles.find(length);
      numbers.emplace_back(found == row.cell_cycles.end() ? 0 : found->second);
    }
    cycles.add(row.name, numbers);
    if (row.fixed_grids.value_or(0) != 0) fixed.add(row.name, {row.size, *row.fixed_grids});
  }
  const std::string reading = how_to_read(classes);
  Findings findings;
  findings.emplace("symmetry_class_sizes", Finding{.value = std::move(sizes),
                                                   .help = "Conjugacy classes: members, and their order" + reading,
                                                   .rests_on_inputs = false});
  findings.emplace("symmetry_class_cell_cycles",
                   Finding{.value = std::move(cycles),
                           .help = "By conjugacy class: cycles of cells of a member, by length" + reading,
                           .rests_on_inputs = false});
  if (std::ranges::all_of(classes, [](const auto& row) { return row.fixed_grids.has_value(); })) {
    findings.emplace("fixed_grids_of_classes",
                     Finding{std::move(fixed),
                             "Conjugacy classes whose members fix grids: members, and grids up to relabelling that "
                             "one of them fixes up to relabelling" +
                                 reading});
  }
  return findings;
}

}  // namespace gridcensus::mathematics
