#include "stack_product/bands/bands.hpp"

#include "band_recursion/row_uses.hpp"
#include "stack_product/bands/exact_choice.hpp"
#include "stack_product/bands/narrow_bands.hpp"
#include "stack_product/bands/shuffle.hpp"
#include "stack_product/bands/sub_band_draws.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridcensus::stack_product {

namespace {

/// The most columns of boxes with 1, 2, .. 6 rows: up to `max_side` symbols, for 6 rows as many as set up in seconds.
constexpr std::array<int, max_box_rows> max_box_cols_by_rows{25, 12, 8, 6, 5, 3};

/// Two boxes (or one if there is only one), but three of six, because no part may have more than three.
int boxes_of_first_part(int boxes) { return boxes == 6 ? 3 : std::min(boxes, 2); }

}  // namespace

class Bands::Tables {
 public:
  Tables(Shape shape, const Poll& poll);

  const Integer& structures() const { return choice_->total(); }
  Real mean_shared_pairs() const { return mean_shared_pairs_; }
  void draw(Random& random, RowStructure& structure) const;

 private:
  using Boxes = std::array<RowOfSymbol, max_box_rows>;

  /// The boxes of one part whose symbols have given sets of rows.
  class Part {
   public:
    Part(Shape shape, int boxes, const std::vector<SymbolGroup>& groups) : boxes_{boxes}, sets_{sets_of(groups)} {
      if (boxes == 2) first_of_two_.emplace(shape.box_rows, shape.box_cols, sets_);
      if (boxes == 3) three_.emplace(shape.box_rows, shape.box_cols, sets_);
    }

    void draw(const std::optional<TwoBoxSubBands>& two_boxes, Random& random, Boxes& boxes,
              std::size_t first_box) const;

   private:
    int boxes_;
    std::vector<RowSet> sets_;
    std::optional<RowAssignments> first_of_two_;
    std::optional<ThreeBoxSubBands> three_;
  };

  struct UseClass {
    Part first;
    Part second;
    bool is_symmetric = false;  ///< the class has one use
  };

  SubBandSums sums(int boxes, const std::vector<SymbolGroup>& groups) const;

  Shape shape_;
  int first_boxes_;
  std::optional<TwoBoxSubBands> two_boxes_;  ///< the first two of three boxes; empty if there are not three
  std::optional<NarrowBands> narrow_bands_;  ///< draws bands of up to three rows
  Shuffle shuffle_;
  std::vector<UseClass> classes_;
  std::optional<ExactChoice> choice_;  ///< of a class
  Real mean_shared_pairs_ = 0;
};

Bands::Tables::Tables(Shape shape, const Poll& poll)
    : shape_{shape}, first_boxes_{boxes_of_first_part(shape.box_rows)}, shuffle_{shape.side()} {
  if (shape.box_rows <= NarrowBands::max_rows) narrow_bands_.emplace(shape);
  const int other_boxes = shape.box_rows - first_boxes_;
  if (std::max(first_boxes_, other_boxes) == 3) two_boxes_.emplace(shape.box_rows, shape.box_cols, poll);

  const band_recursion::RowSets sets{shape.box_rows, first_boxes_};
  const RowSet all_rows = (RowSet{1} << static_cast<unsigned>(shape.box_rows)) - 1;
  std::vector<Integer> weights;
  Integer shared_pairs = 0;
  for (const auto& use_class : band_recursion::row_use_classes(shape.box_rows, shape.box_cols, first_boxes_, poll)) {
    poll();
    std::vector<SymbolGroup> groups;
    std::vector<SymbolGroup> others;
    Integer arrangements = factorial(shape.side()) * use_class.size;
    for (std::size_t place = 0; place < sets.count(); ++place) {
      const int symbols = use_class.greatest[place];
      if (symbols == 0) continue;
      groups.push_back({sets[place], symbols});
      others.push_back({all_rows & ~sets[place], symbols});
      arrangements /= factorial(symbols);
    }
    const SubBandSums first_sums = sums(first_boxes_, groups);
    arrangements *= Integer{sums(other_boxes, others).ways};
    weights.push_back(arrangements * Integer{first_sums.ways});
    shared_pairs += arrangements * Integer{first_sums.shared_pairs};
    classes_.push_back({Part{shape, first_boxes_, groups}, Part{shape, other_boxes, others}, use_class.size == 1});
  }
  choice_.emplace(weights);
  mean_shared_pairs_ = to_real(shared_pairs) / to_real(choice_->total());
}

SubBandSums Bands::Tables::sums(int boxes, const std::vector<SymbolGroup>& groups) const {
  if (boxes == 2) return two_box_sums(shape_.box_rows, shape_.box_cols, groups);
  if (boxes == 3) return three_box_sums(shape_.box_rows, shape_.box_cols, groups, two_boxes_.value());
  return {.ways = 1, .shared_pairs = 0};
}

void Bands::Tables::Part::draw(const std::optional<TwoBoxSubBands>& two_boxes, Random& random, Boxes& boxes,
                               std::size_t first_box) const {
  if (boxes_ == 1) {
    for (std::size_t symbol = 0; symbol < sets_.size(); ++symbol) {
      boxes[first_box][symbol] = static_cast<std::uint8_t>(std::countr_zero(sets_[symbol]));
    }
  } else if (boxes_ == 2) {
    RowOfSymbol& rows = boxes[first_box];
    first_of_two_->at(random.below(first_of_two_->count()), rows);
    for (std::size_t symbol = 0; symbol < sets_.size(); ++symbol) {
      const RowSet other = sets_[symbol] & ~(RowSet{1} << rows[symbol]);
      boxes[first_box + 1][symbol] = static_cast<std::uint8_t>(std::countr_zero(other));
    }
  } else if (boxes_ == 3) {
    three_->draw(two_boxes.value(), random, boxes, first_box);
  }
}

void Bands::Tables::draw(Random& random, RowStructure& structure) const {
  if (narrow_bands_) return narrow_bands_->draw(random, structure);
  const UseClass& use_class = classes_[choice_->draw(random)];
  Boxes boxes;
  use_class.first.draw(two_boxes_, random, boxes, 0);
  use_class.second.draw(two_boxes_, random, boxes, static_cast<std::size_t>(first_boxes_));

  const auto box_rows = static_cast<std::size_t>(shape_.box_rows);
  std::array<std::uint8_t, max_box_rows> row_after{0, 1, 2, 3, 4, 5};
  // One use of the class represents all; a random permutation of the rows makes them equally likely.
  if (!use_class.is_symmetric) {
    for (std::size_t row = box_rows - 1; row > 0; --row) std::swap(row_after[row], row_after[random.below(row + 1)]);
  }
  Shuffle::Symbols symbols;  // NOLINT(cppcoreguidelines-pro-type-member-init): the shuffle sets it
  shuffle_.draw(random, symbols);
  structure = {};
  for (std::size_t box = 0; box < box_rows; ++box) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape_.side()); ++i) {
      structure.rows[box][row_after[boxes[box][i]]] |= SymbolSet32{1} << symbols[i];
    }
  }
}

std::optional<std::string> Bands::why_not(Shape shape) {
  if (shape.box_rows < 1 || shape.box_rows > max_box_rows) {
    return "bands are drawn for boxes of 1 to " + std::to_string(max_box_rows) + " rows";
  }
  const int widest = max_box_cols_by_rows.at(static_cast<std::size_t>(shape.box_rows - 1));
  if (shape.box_cols < 1 || shape.box_cols > widest) {
    return "bands of boxes of " + std::to_string(shape.box_rows) + " rows are drawn up to " + std::to_string(widest) +
           " columns";
  }
  return std::nullopt;
}

Bands::Bands(Shape shape, const Poll& poll) {
  if (const auto reason = why_not(shape)) throw std::invalid_argument{*reason};
  tables_ = std::make_unique<const Tables>(shape, poll);
}

Bands::~Bands() = default;
Bands::Bands(Bands&&) noexcept = default;
Bands& Bands::operator=(Bands&&) noexcept = default;

Integer Bands::structures() const { return tables_->structures(); }
Real Bands::mean_shared_pairs() const { return tables_->mean_shared_pairs(); }
void Bands::draw(Random& random, RowStructure& structure) const { tables_->draw(random, structure); }

}  // namespace gridcensus::stack_product
