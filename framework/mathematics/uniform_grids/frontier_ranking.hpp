#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "numbered_keys/numbered_keys.hpp"
#include "uniform_grids/grid_draws.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::uniform_grids {

/// A map g of the cells to cells that must differ where these must, and a relabelling p.
struct KeptBy {
  std::vector<std::uint16_t> cells;  ///< by cell: its image
  std::vector<int> label_cycles;     ///< the lengths of the cycles of p: 0 -> 1 -> ... -> 0, and so on; ascending
};

/// The grids of a problem, or those that a map keeps, in the order of the dictionary, under any rules, where few
/// partial grids differ in how they can be completed. Grids are read row by row, or column by column where boxes are
/// wider than high (with a map: where they are higher than wide): then fewer differ.
///
/// A map g with a relabelling p keeps a grid where the label of g(c) is p(label of c) for every cell c. So cells are
/// filled by cycles of g, and labels stand for their cycles of p: the label of one cell is that of its whole cycle.
/// Where nothing else is asked for, g and p move nothing, and all cycles are single cells and labels.
///
/// Of the first k cycles of cells, what matters later is for each label where it may still stand: its *label state*.
/// Labels of one cycle tell the same, turned by g, and cycles of equal length are alike; so what matters of all of them
/// is a multiset of label states for each length, the *state* of layer k. How many completions a state has is computed
/// from the last layer backward:
///
///     completions(state of layer k) = sum over the labels that may stand in cycle k of completions(next state)
///
/// A grid's number is the sum of the completions of all beginnings that come before it.
class FrontierRanking final : public GridRanking {
 public:
  /// The largest side: cells fit 128 bits.
  static constexpr int max_side = 11;
  /// Up to 150 MB.
  static constexpr std::size_t default_most_states = 3'000'000;

  /// @param most_states  of all layers together: 2 * side + 26 bytes each
  /// @throws std::length_error  a larger side, or more states
  /// @cost  2x4: 1.2e6 states
  explicit FrontierRanking(const Problem& problem, std::size_t most_states = default_most_states,
                           const Poll& poll = {});

  /// The grids that a map keeps.
  ///
  /// @param kept_by  label_cycles add up to the side
  FrontierRanking(const Problem& problem, const KeptBy& kept_by, std::size_t most_states = default_most_states,
                  const Poll& poll = {});

  UInt128 grids() const override;
  Grid unrank(UInt128 index) const override;
  UInt128 rank(const Grid& grid) const override;

  /// How many states all layers have.
  std::size_t states() const;

 private:
  using Places = UInt128;  ///< a set of cells, by their places in the order in which they are read
  /// A label state of a layer, by number.
  using LabelState = std::uint16_t;
  static constexpr LabelState none = 0xFFFF;
  /// Of the first label of each cycle of labels.
  using Labels = std::array<LabelState, max_side>;

  /// Cells that g turns into one another.
  struct CellCycle {
    std::vector<std::size_t> places;  ///< the first of them in the order in which cells are read, and its images
  };
  struct LabelCycle {
    std::size_t first = 0;
    std::size_t length = 0;
  };
  /// What a label state becomes when the cycle of cells is filled; `none` where no grid can follow.
  struct Step {
    std::uint32_t with = 0;     ///< where `Layer::with` tells, for each turn, that a label of its cycle takes it
    LabelState without = none;  ///< another cycle takes it
    LabelState turned = none;   ///< the least that tells the same of another label of the cycle
  };

  /// The states before a cycle of cells is filled.
  struct Layer {
    std::vector<Step> steps;  ///< by label state
    std::vector<LabelState> with;
    mathematics::NumberedKeys<LabelState> keys;  ///< by state: of each cycle of labels, in ascending order for a length
    std::vector<UInt128> completions;            ///< by state
  };

  Places image(Places places) const;
  /// @throws InvalidGrid  two cells that must differ do not, or the map does not keep the grid.
  void check_kept(const Grid& grid) const;
  void add_label_states(const Poll& poll);
  void add_states(std::size_t most_states, const Poll& poll);
  void count_completions(const Poll& poll);
  Labels labels_of(const Layer& layer, std::size_t state) const;
  /// The states behind a cycle of cells whose first takes a label; false where no grid can follow.
  bool follow(const Layer& layer, const Labels& labels, std::size_t label, Labels& next) const;
  /// What all states that tell the same have in common.
  Labels key_of(const Layer& layer, Labels labels) const;
  /// The completions of states in any order; 0 where they are no state.
  UInt128 completions(const Layer& layer, const Labels& labels) const;

  Problem problem_;
  std::size_t side_;
  std::vector<std::size_t> cells_;              ///< in the order in which they are read
  std::vector<std::vector<std::size_t>> seen_;  ///< by place in that order: the places that must differ
  std::vector<std::size_t> images_;             ///< by place: that of its image
  std::vector<CellCycle> cell_cycles_;          ///< in the order of their first places
  std::vector<LabelCycle> label_cycles_;        ///< ascending by length
  std::vector<std::size_t> cycle_of_;           ///< by label: the number of its cycle
  std::vector<Layer> layers_;                   ///< by cycle of cells, and one behind the last
};

}  // namespace gridcensus::uniform_grids
