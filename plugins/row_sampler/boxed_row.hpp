#pragma once

#include "row_sampler/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gridcensus::row_sampler {

/// Sums by set of symbols, accumulated one term at a time. Open addressing: a set has at most one place. Written by
/// hand, because boost::unordered_flat_map takes 1.09 of the instructions for 4x4.
class SetSums {
 public:
  /// Removes all sums.
  ///
  /// @param most  the largest number of sets that will be added
  void clear(std::size_t most);
  /// @param weight  positive
  void add(Symbols set, double weight);
  /// Returns 0 for a set that was not added.
  double sum(Symbols set) const { return places_[place(set)].sum; }

 private:
  struct Place {
    Symbols set = 0;
    double sum = 0;  ///< 0: free
  };

  std::size_t place(Symbols set) const;

  std::vector<Place> places_;
  unsigned shift_ = 0;
};

/// Draws one of the last two rows of a band, box by box.
///
/// Only the set that a box puts into the row matters to other boxes. If there is one more row below, the set also
/// determines the rest of the box; the rests of boxes are independent, because a symbol is left over in one box only.
/// So the weight of a set is the product of the ways to fill both rows of the box, and the sum of the products of
/// weights over all compatible sets is the number of ways to fill both rows of the band. They are drawn jointly and
/// uniformly, the lower row by the next `BoxedRow`, which never comes to a dead end.
///
/// Sums are taken over the last four boxes: pairs of the first two of them and pairs of the last two are matched by the
/// symbols that they leave to each other. If there are more boxes, the first ones draw their sets one after another, by
/// a guess at what the later ones can take.
class BoxedRow {
 public:
  /// @param shape  C > 1
  explicit BoxedRow(Shape shape);

  /// @param grid  with one or two rows of a band left
  void prepare(const PartialGrid& grid);

  /// Returns true if it is known before a draw that the remaining rows of the band cannot be filled.
  bool is_dead_end() const { return is_dead_end_; }

  /// Draws a row. Requires `prepare`, and no dead end.
  ///
  /// @param row  set to a symbol for each column, unless there is a dead end
  /// @return     1 / probability of that row; 0 for a dead end, which is possible with more than four boxes
  double draw(Random& random, std::span<int> row);

 private:
  /// A set that a box may put into the row.
  struct Option {
    Symbols set = 0;
    Symbols local = 0;  ///< the set among the symbols missing in the box, numbered from 0
    double rest = 1;    ///< ways to fill the row below
    double weight = 0;  ///< ways to fill this row, times rest
  };

  struct Box {
    Symbols left = 0;          ///< symbols missing in the box
    std::vector<int> symbols;  ///< the same, by number
    Fillings row;              ///< of this row, and of the one below: columns allow the same in both
    std::vector<Option> options;
    std::vector<double> odds;     ///< by symbol: the odds that the box, taken alone, puts it into the row
    std::vector<Option> fitting;  ///< the options that fit the sets drawn by earlier boxes
  };

  /// The sets that one or two boxes put into the row together.
  struct Part {
    Symbols set = 0;
    std::uint32_t first = 0;   ///< the option of the first box
    std::uint32_t second = 0;  ///< the option of the second
    double weight = 1;
  };

  void list_options(const PartialGrid& grid, std::size_t stack);
  void find_odds(Box& box) const;
  const Option* draw_by_odds(Random& random, std::size_t stack, Symbols symbols, double& inverse);
  void join_last_boxes(std::size_t first, Symbols symbols);
  void list_parts(std::size_t first, std::size_t end, std::vector<Part>& parts);
  void fill(Random& random, std::size_t stack, const Option& option, std::span<int> row) const;

  Shape shape_;
  std::vector<Box> boxes_;  // by stack
  bool is_dead_end_ = false;
  std::size_t first_joined_ = 0;  // boxes from here on are drawn by their sums
  std::vector<Part> upper_;       // the sets of the first of these
  std::vector<Part> lower_;       // the sets of the last of them, with the sum of weights of both
  SetSums upper_sums_;
  double total_ = 0;
  std::vector<std::pair<Symbols, std::uint32_t>> by_shared_;
  std::vector<double> weights_;
};

}  // namespace gridcensus::row_sampler
