#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/rows.hpp"

#include <cstddef>

namespace gridcensus::row_sampler {

/// How many rows below a row its boxes are looked ahead, for rows with so many others below them in their band.
///
/// Chosen by measurement, see README.md: never in the first row of a band, where it costs more than it gains; two where
/// a box has few choices for a row, otherwise one.
int useful_lookahead(Shape shape);

/// The distribution of the next row of a partial grid.
///
/// In a band's first rows, all rows that fit are equally likely. In its last rows (`lookahead`), each row that fits has
/// a probability in proportion to the product, over the boxes, of the ways to fill the rest of the box, taken alone. In
/// the row before the last of a band the rest of a box is one row, rows of boxes are free of each other (a symbol has
/// one box left), and so that product is the number of ways to fill the last row.
///
/// Two ways to count: all rows at once, over the subsets of symbols (Fillings); or box by box, where only the set that
/// a box takes matters to the other boxes.
class NextRow {
 public:
  NextRow(Shape shape, int lookahead);

  /// Tables the rows that fit.
  ///
  /// @param grid  not full
  /// @cost  up to N/2 * 2^N steps and 8 * 2^N bytes
  void prepare(const PartialGrid& grid, const Poll& poll = {});

  /// Whether no row fits, or where it is looked ahead, none that leaves each box a way to be filled.
  bool is_dead_end() const { return total_ <= 0; }

  /// Draws a row, after `prepare` and no dead end.
  ///
  /// @param row  gets a symbol for each column
  /// @return     1 / probability of that row
  double draw(Random& random, std::span<int> row);

 private:
  enum class Method { first, whole, boxes };

  /// What a box may put into the row.
  struct Option {
    Symbols set = 0;
    Symbols local = 0;  ///< the same among the symbols that the box does not hold yet, numbered from 0
    double rest = 1;    ///< ways to fill the rest of the box
    double weight = 0;  ///< ways to fill this row of the box, times rest
  };

  struct Box {
    std::vector<int> symbols;  ///< not in the box yet
    Fillings row;              ///< of this row of the box
    Fillings below;            ///< of the rows below
    std::vector<Option> options;
  };

  void list_options(const PartialGrid& grid, int stack, const Poll& poll);
  void add_boxes(const PartialGrid& grid, const Poll& poll);
  double weight_before(std::size_t stack, Symbols used) const;
  const Option& draw_option(Random& random, std::size_t stack, Symbols used) const;
  double draw_boxes(Random& random, std::span<int> row) const;

  Shape shape_;
  int lookahead_;
  Method method_ = Method::first;
  double total_ = 0;  // ways, or sum of weights, of all rows
  Fillings whole_;
  std::vector<Box> boxes_;                    // by stack
  std::vector<std::vector<Symbols>> layers_;  // the sets that the first 0, 1, .. boxes can hold in the row
  bool is_scratch_clear_ = false;             // whole_.scratch(): sums of weights of those sets, 0 for all others
  std::vector<double> last_weights_;          // of the options of the last box
};

}  // namespace gridcensus::row_sampler
