#pragma once

#include "row_sampler/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gridcensus::row_sampler {

/// Sums by set of symbols, added up one by one. Open addressing: a set has one place at most. By
/// hand: with boost::unordered_flat_map 4x4 takes 1.09 of the instructions.
class SetSums {
 public:
  /// Forgets all sums.
  ///
  /// @param most  how many sets will come at most
  void clear(std::size_t most);
  /// @param weight  positive
  void add(Symbols set, double weight);
  /// 0 for a set that was not added.
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

/// One of the last two rows of a band, drawn box by box.
///
/// Only the set that a box puts into the row matters to other boxes. With one more row below, the set also says what
/// the box is left with; the rests of boxes are free of each other, since a symbol is left over by one box only. So the
/// weight of a set is the product of the ways to fill both rows of the box, and the sum of the products of weights over
/// all sets that go together is the number of ways to fill both rows of the band. They are drawn jointly and uniformly,
/// the lower one by the next `BoxedRow`, which never comes to a dead end.
///
/// Sums are taken over the last four boxes: pairs of the first two of them and pairs of the last two meet in the
/// symbols that they leave to each other. Where there are more boxes, the first ones draw their sets one after another,
/// by a guess at what the later ones can take.
class BoxedRow {
 public:
  /// @param shape  C > 1
  explicit BoxedRow(Shape shape);

  /// @param grid  with one or two rows of a band left
  void prepare(const PartialGrid& grid);

  /// Whether it is known before a draw that the rows left of the band cannot be filled.
  bool is_dead_end() const { return is_dead_end_; }

  /// Draws a row, after `prepare` and no dead end.
  ///
  /// @param row  gets a symbol for each column, if there is no dead end
  /// @return     1 / probability of that row; 0 for a dead end, which more than four boxes can come to
  double draw(Random& random, std::span<int> row);

 private:
  /// What a box may put into the row.
  struct Option {
    Symbols set = 0;
    Symbols local = 0;  ///< the same among the symbols that the box does not hold yet, numbered from 0
    double rest = 1;    ///< ways to fill the row below
    double weight = 0;  ///< ways to fill this row, times rest
  };

  struct Box {
    Symbols left = 0;          ///< not in the box yet
    std::vector<int> symbols;  ///< the same, by number
    Fillings row;              ///< of this row, and of the one below: columns allow the same
    std::vector<Option> options;
    std::vector<double> odds;     ///< by symbol: that the box, taken alone, puts it into the row
    std::vector<Option> fitting;  ///< those of the options that fit what the boxes before have drawn
  };

  /// What one or two boxes put into the row together.
  struct Part {
    Symbols set = 0;
    std::uint32_t first = 0;   ///< which option of the first box
    std::uint32_t second = 0;  ///< and of the second
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
  std::vector<Part> upper_;       // what the first of these put into the row
  std::vector<Part> lower_;       // and the last of them, with the sum of weights of both
  SetSums upper_sums_;
  double total_ = 0;
  std::vector<std::pair<Symbols, std::uint32_t>> by_shared_;
  std::vector<double> weights_;
};

}  // namespace gridcensus::row_sampler
