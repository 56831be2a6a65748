#pragma once

#include "gridcensus/poll.hpp"
#include "row_sampler/open_grid.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace gridcensus::row_sampler {

/// The distribution of the next row of a grid, under any rules.
///
/// A row that fits has a probability proportional to a product, over its cells, of a weight of cell and symbol: a guess
/// at the number of completions. If the cells below were independent, that number would be the product of their numbers
/// of candidates. Putting s into a cell removes s from the cells below that it sees. So the weight is the product of
/// (a - 1) / a over those of them that allow s, each with a candidates, to the power of `foresight`. It is 0 if one of
/// them is left without a candidate, or s without a place in a region that lacks it; such rows have no completion. A
/// related cell below counts by the candidates that the symbol leaves it.
///
/// The sums of weights ignore relations within the row. While a row is drawn, the symbols that they exclude are left
/// out at each cell, so a row may reach a dead end.
///
/// The sums of weights over rows are permanents, by subsets of symbols cell by cell, as in `Fillings`.
class WeightedRow {
 public:
  /// @param neighbours  must outlive this
  /// @param foresight   at least 0; 0: all weights are 0 or 1
  WeightedRow(const Neighbours& neighbours, double foresight);

  /// Tabulates the rows that fit.
  ///
  /// @param grid  not full
  /// @cost  up to N/2 * 2^N steps and 8 * 2^N bytes, kept between uses
  void prepare(const OpenGrid& grid, const Poll& poll = {});

  /// Returns true if no row that fits leaves each cell below a candidate and each symbol a place.
  bool is_dead_end() const { return total_ <= 0; }
  /// Returns the sum of the products of weights over all rows, a measure of their number and of what they leave.
  double total() const { return total_; }

  /// Draws a row. Requires `prepare`, and no dead end.
  ///
  /// @param row  set to a symbol for each column
  /// @return     1 / probability of that row; 0 if it came to a dead end, and the row is then invalid
  double draw(Random& random, std::span<int> row) const;

 private:
  bool find_places(const OpenGrid& grid);
  void weigh(const OpenGrid& grid);
  double& weight(std::size_t col, std::size_t symbol) { return weights_[col * side_ + symbol]; }
  double cell_factor(int before, int after) const {
    return cell_factors_[static_cast<std::size_t>(before) * (side_ + 1) + static_cast<std::size_t>(after)];
  }
  double draw_related(Random& random, std::span<int> row) const;
  double weight(std::size_t col, std::size_t symbol) const { return weights_[col * side_ + symbol]; }

  const Neighbours* neighbours_;
  std::size_t side_;
  std::size_t row_ = 0;                    // the prepared row
  std::vector<double> cell_factors_;       // by candidates of a cell below, before and after: the factor for the loss
  std::vector<Symbols> unplaced_;          // by region: symbols missing in it
  std::vector<Neighbours::Cells> places_;  // by region and symbol: cells below the row that allow it
  std::vector<double> weights_;            // by column and symbol; 0 if it is not allowed there
  std::vector<Symbols> cells_;             // by column: symbols with a weight
  std::vector<double> sums_;               // by set of symbols: of the weights of its ways to fill the first cells
  double total_ = 0;
};

}  // namespace gridcensus::row_sampler
