#pragma once

#include "gridcensus/poll.hpp"
#include "gridcensus/problem.hpp"
#include "numbered_keys/numbered_keys.hpp"
#include "uniform_grids/grid_sampler.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::uniform_grids {

/// A map g of the cells that preserves which cells must differ, and a relabelling p.
struct FixedBy {
  std::vector<std::uint16_t> cells;  ///< by cell: its image
  std::vector<int> label_cycles;     ///< the lengths of the cycles of p: 0 -> 1 -> ... -> 0, and so on; ascending
};

/// Numbers the grids of a problem, or those that a map fixes, in lexicographic order. Any rules are possible if the
/// partial grids fall into few classes by their completions. Grids are read row by row, or column by column if boxes
/// are wider than high (with a map: if they are higher than wide), because this gives fewer classes.
///
/// A map g with a relabelling p fixes a grid if the label of g(c) is p(label of c) for every cell c. So cells are
/// filled by cycles of g, and each label represents its cycle of p: the label of one cell determines those of its whole
/// cycle. Without a map, g and p are identities, and all cycles are single cells and labels.
///
/// After the first k cycles of cells, the only information that matters for each label is where it may still be placed:
/// its *label state*. Labels of one cycle have the same information, turned by g, and cycles of equal length are alike.
/// So the *state* of layer k is a multiset of label states for each length. The completions of a state are computed
/// from the last layer backward:
///
///     completions(state of layer k) = sum over the labels that may be in cycle k of completions(next state)
///
/// The number of a grid is the sum of the completions of all prefixes that precede it.
class FrontierRanking final : public GridRanking {
 public:
  /// The maximum side: cells fit 128 bits.
  static constexpr int max_side = 11;
  /// Takes up to 150 MB.
  static constexpr std::size_t default_max_states = 3'000'000;

  /// @param max_states  of all layers together: 2 * side + 26 bytes each
  /// @throws std::length_error  the side or the number of states is larger
  /// @cost  2x4: 1.2e6 states
  explicit FrontierRanking(const Problem& problem, std::size_t max_states = default_max_states, const Poll& poll = {});

  /// Numbers the grids that a map fixes.
  ///
  /// @param fixed_by  label_cycles add up to the side
  FrontierRanking(const Problem& problem, const FixedBy& fixed_by, std::size_t max_states = default_max_states,
                  const Poll& poll = {});

  UInt128 grids() const override;
  Grid unrank(UInt128 index) const override;
  UInt128 rank(const Grid& grid) const override;

  /// Returns the number of states of all layers.
  std::size_t states() const;

 private:
  using Places = UInt128;  ///< a set of cells, by their places in reading order
  /// The number of a label state of a layer.
  using LabelState = std::uint16_t;
  static constexpr LabelState none = 0xFFFF;
  /// The label states of the first label of each cycle of labels.
  using Labels = std::array<LabelState, max_side>;

  /// A cycle of g on the cells.
  struct CellCycle {
    std::vector<std::size_t> places;  ///< its first in reading order, and the images of that
  };
  struct LabelCycle {
    std::size_t first = 0;
    std::size_t length = 0;
  };
  /// The successors of a label state when the cycle of cells is filled; `none` if no grid can follow.
  struct Step {
    std::uint32_t with = 0;     ///< index into `Layer::with`: by turn, the state if a label of its cycle takes the cell
    LabelState without = none;  ///< if another cycle takes the cell
    LabelState turned = none;   ///< the least equivalent state of another label of the cycle
  };

  /// The states before a cycle of cells is filled.
  struct Layer {
    std::vector<Step> steps;  ///< by label state
    std::vector<LabelState> with;
    mathematics::NumberedKeys<LabelState> keys;  ///< by state: of each cycle of labels, in ascending order for a length
    std::vector<UInt128> completions;            ///< by state
  };

  Places image(Places places) const;
  /// @throws InvalidGrid  two cells that must differ do not, or the map does not fix the grid.
  void check_fixed(const Grid& grid) const;
  void add_label_states(const Poll& poll);
  void add_states(std::size_t max_states, const Poll& poll);
  void count_completions(const Poll& poll);
  static Labels labels_of(const Layer& layer, std::size_t state);
  /// Computes the states after a cycle of cells whose first takes a label. Returns false if no grid can follow.
  bool follow(const Layer& layer, const Labels& labels, std::size_t label, Labels& next) const;
  /// Returns the canonical key of all equivalent states.
  Labels key_of(const Layer& layer, Labels labels) const;
  /// Returns the completions of states in any order; 0 if no such state exists.
  UInt128 completions(const Layer& layer, const Labels& labels) const;

  Problem problem_;
  std::size_t side_;
  std::vector<std::size_t> cells_;              ///< in reading order
  std::vector<std::vector<std::size_t>> seen_;  ///< by place in that order: the places that must differ from it
  std::vector<std::size_t> images_;             ///< by place: that of its image
  std::vector<CellCycle> cell_cycles_;          ///< by their first places, ascending
  std::vector<LabelCycle> label_cycles_;        ///< ascending by length
  std::vector<std::size_t> cycle_of_;           ///< by label: the number of its cycle
  std::vector<Layer> layers_;                   ///< by cycle of cells, and one after the last
};

}  // namespace gridcensus::uniform_grids
