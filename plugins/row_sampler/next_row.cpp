#include "row_sampler/next_row.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace gridcensus::row_sampler {

int useful_lookahead(Shape shape) {
  constexpr int largest_table_bits = 16;
  if (shape.box_rows <= 2) return 0;
  const bool has_few_options = shape.box_rows == 4 || (shape.box_cols <= 4 && shape.side() <= 20);
  if (shape.box_rows > 3 && has_few_options && 3 * shape.box_cols <= largest_table_bits) return 2;
  return 2 * shape.box_cols <= largest_table_bits ? 1 : 0;
}

NextRow::NextRow(Shape shape, int lookahead)
    : shape_{shape},
      lookahead_{lookahead},
      boxes_(static_cast<std::size_t>(shape.stacks())),
      layers_(static_cast<std::size_t>(shape.stacks())) {}

void NextRow::prepare(const PartialGrid& grid, const Poll& poll) {
  const int side = shape_.side();
  if (grid.rows() == 0) {
    method_ = Method::first;
    total_ = 1;
    for (int factor = 2; factor <= side; ++factor) total_ *= factor;
    return;
  }
  if (shape_.stacks() > 1 && grid.rows_left_of_band() - 1 <= lookahead_) {
    method_ = Method::boxes;
    add_boxes(grid, poll);
    return;
  }
  method_ = Method::whole;
  std::array<Symbols, max_symbols> cells{};
  for (int col = 0; col < side; ++col) cells[static_cast<std::size_t>(col)] = grid.candidates(col);
  whole_.count(std::span{cells}.first(static_cast<std::size_t>(side)), side, poll);
  is_scratch_clear_ = false;
  total_ = whole_.ways(first_symbols(side));
}

double NextRow::draw(Random& random, std::span<int> row) {
  switch (method_) {
    case Method::first:
      std::iota(row.begin(), row.end(), 0);
      for (std::size_t left = row.size(); left > 1; --left) std::swap(row[left - 1], row[random.below(left)]);
      return total_;
    case Method::whole: whole_.draw(random, first_symbols(shape_.side()), row); return total_;
    case Method::boxes: break;
  }
  return draw_boxes(random, row);
}

void NextRow::list_options(const PartialGrid& grid, int stack, const Poll& poll) {
  Box& box = boxes_[static_cast<std::size_t>(stack)];
  box.symbols.clear();
  box.options.clear();
  for (Symbols left = grid.box_left(stack); left != 0; left &= left - 1) box.symbols.push_back(std::countr_zero(left));
  const int count = static_cast<int>(box.symbols.size());
  const int cols = shape_.box_cols;
  const int rows_below = grid.rows_left_of_band() - 1;
  std::vector<Symbols> cells;
  std::vector<Symbols> cells_below;
  for (int col = stack * cols; col < (stack + 1) * cols; ++col) {
    Symbols allowed = 0;
    for (int local = 0; local < count; ++local) {
      if ((grid.candidates(col) & single(box.symbols[static_cast<std::size_t>(local)])) != 0) allowed |= single(local);
    }
    cells.push_back(allowed);
    // In the rows below, a column allows the same: what it gets in this row is out of the rest by being in the set.
    cells_below.insert(cells_below.end(), static_cast<std::size_t>(rows_below), allowed);
  }
  box.row.count(cells, count, poll);
  if (rows_below > 0) box.below.count(cells_below, count, poll);
  const Symbols all = first_symbols(count);
  for (Symbols local = first_symbols(cols); local <= all; local = next_of_same_size(local)) {
    Option option{.set = 0, .local = local, .rest = 1, .weight = box.row.ways(local)};
    if (option.weight <= 0) continue;
    if (rows_below > 0) option.rest = box.below.ways(all ^ local);
    option.weight *= option.rest;
    if (option.weight <= 0) continue;
    for (Symbols left = local; left != 0; left &= left - 1) {
      option.set |= single(box.symbols[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    box.options.push_back(option);
  }
}

void NextRow::add_boxes(const PartialGrid& grid, const Poll& poll) {
  const std::size_t stacks = boxes_.size();
  const Symbols all = first_symbols(shape_.side());
  auto& sums = whole_.scratch();
  sums.resize(std::max(sums.size(), std::size_t{all} + 1));
  if (is_scratch_clear_) {
    for (const auto& layer : layers_) {
      for (const Symbols set : layer) sums[set] = 0;
    }
  } else {
    std::fill(sums.begin(), sums.end(), 0);
    is_scratch_clear_ = true;
  }
  for (auto& layer : layers_) layer.clear();
  total_ = 0;
  for (int stack = 0; stack < shape_.stacks(); ++stack) {
    list_options(grid, stack, poll);
    if (boxes_[static_cast<std::size_t>(stack)].options.empty()) return;
  }

  layers_[0].push_back(0);
  sums[0] = 1;
  for (std::size_t stack = 0; stack + 2 < stacks; ++stack) {
    Symbols later = 0;
    for (std::size_t i = stack + 1; i < stacks; ++i) later |= grid.box_left(static_cast<int>(i));
    const Symbols needed = all & ~later;
    auto& next = layers_[stack + 1];
    std::size_t done = 0;
    for (const Symbols used : layers_[stack]) {
      if (poll && ++done % 1024 == 0) poll();
      const double sum = sums[used];
      for (const Option& option : boxes_[stack].options) {
        const Symbols set = used | option.set;
        if ((used & option.set) != 0 || (needed & ~set) != 0) continue;
        if (sums[set] <= 0) next.push_back(set);
        sums[set] += sum * option.weight;
      }
    }
  }
  // The last box takes what is left over; so nothing is stored for the box before it.
  last_weights_.clear();
  for (const Option& option : boxes_.back().options) {
    last_weights_.push_back(option.weight * weight_before(stacks - 2, all ^ option.set));
    total_ += last_weights_.back();
  }
}

/// The sum of weights of the ways in which the boxes up to this one put exactly `used` into the row.
double NextRow::weight_before(std::size_t stack, Symbols used) const {
  const auto& sums = whole_.scratch();
  double sum = 0;
  for (const Option& option : boxes_[stack].options) {
    if ((option.set & ~used) == 0) sum += sums[used ^ option.set] * option.weight;
  }
  return sum;
}

/// What this box puts into the row, given what all boxes up to it put there.
const NextRow::Option& NextRow::draw_option(Random& random, std::size_t stack, Symbols used) const {
  const auto& sums = whole_.scratch();
  double left = random.unit_interval() * weight_before(stack, used);
  const Option* chosen = boxes_[stack].options.data();
  for (const Option& option : boxes_[stack].options) {
    if ((option.set & ~used) != 0 || sums[used ^ option.set] <= 0) continue;
    chosen = &option;  // where rounding leaves something over, the last one possible
    left -= sums[used ^ option.set] * option.weight;
    if (left < 0) break;
  }
  return *chosen;
}

double NextRow::draw_boxes(Random& random, std::span<int> row) const {
  const auto cols = static_cast<std::size_t>(shape_.box_cols);
  double inverse = total_;
  const auto fill = [&](std::size_t stack, const Option& option) {
    const Box& box = boxes_[stack];
    const std::span<int> cells = row.subspan(stack * cols, cols);
    box.row.draw(random, option.local, cells);
    for (int& cell : cells) cell = box.symbols[static_cast<std::size_t>(cell)];
    inverse /= option.rest;
  };
  double left = random.unit_interval() * total_;
  std::size_t last = 0;
  for (std::size_t i = 0; i < last_weights_.size(); ++i) {
    if (last_weights_[i] <= 0) continue;
    last = i;
    left -= last_weights_[i];
    if (left < 0) break;
  }
  std::size_t stack = boxes_.size() - 1;
  const Option& of_last_box = boxes_[stack].options[last];
  Symbols used = first_symbols(shape_.side()) ^ of_last_box.set;
  fill(stack, of_last_box);
  while (stack > 0) {
    --stack;
    const Option& option = draw_option(random, stack, used);
    used ^= option.set;
    fill(stack, option);
  }
  return inverse;
}

}  // namespace gridcensus::row_sampler
