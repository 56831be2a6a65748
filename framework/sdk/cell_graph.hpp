#pragma once

#include "gridcensus/problem.hpp"

#include <boost/dynamic_bitset.hpp>

#include <cstddef>
#include <vector>

namespace gridcensus {

// Internal to the SDK; not for plugins.
#pragma GCC visibility push(hidden)

/// The pairs of cells that must differ: one bit per pair.
class CellGraph {
 public:
  explicit CellGraph(int cells) : rows_(static_cast<std::size_t>(cells), Row(static_cast<std::size_t>(cells))) {}

  using Row = boost::dynamic_bitset<>;

  int cells() const { return static_cast<int>(rows_.size()); }
  bool has(int a, int b) const { return rows_[place(a)][place(b)]; }
  const Row& row(int cell) const { return rows_[place(cell)]; }

  void add(int a, int b) {
    rows_[place(a)].set(place(b));
    rows_[place(b)].set(place(a));
  }
  void add(const Region& region) {
    for (const int a : region) {
      for (const int b : region) {
        if (a < b) add(a, b);
      }
    }
  }
  void add_all(const CellGraph& other) {
    for (std::size_t cell = 0; cell < rows_.size(); ++cell) rows_[cell] |= other.rows_[cell];
  }

  bool has_all_of(const CellGraph& other) const {
    for (std::size_t cell = 0; cell < rows_.size(); ++cell) {
      if (!other.rows_[cell].is_subset_of(rows_[cell])) return false;
    }
    return true;
  }
  void remove(const Region& region) {
    for (const int a : region) {
      for (const int b : region) rows_[place(a)].reset(place(b));
    }
  }
  void remove_all(const CellGraph& other) {
    for (std::size_t cell = 0; cell < rows_.size(); ++cell) rows_[cell] -= other.rows_[cell];
  }

  std::size_t pairs() const {
    std::size_t ends = 0;
    for (const Row& row : rows_) ends += row.count();
    return ends / 2;
  }

  /// Calls `visit(a, b)` for each pair, a < b, in ascending order.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::size_t a = 0; a < rows_.size(); ++a) {
      for (auto b = rows_[a].find_next(a); b != Row::npos; b = rows_[a].find_next(b)) {
        visit(static_cast<int>(a), static_cast<int>(b));
      }
    }
  }

  bool operator==(const CellGraph&) const = default;

 private:
  static std::size_t place(int cell) { return static_cast<std::size_t>(cell); }

  std::vector<Row> rows_;
};

/// Returns all pairs of cells that must differ in the grids of a problem.
CellGraph cell_graph(const Problem& problem);
/// Returns their number, which is equal for problems that a map of cells takes to each other.
std::size_t number_of_pairs(const Problem& problem);

#pragma GCC visibility pop

}  // namespace gridcensus
