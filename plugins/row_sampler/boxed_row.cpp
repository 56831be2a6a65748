#include "row_sampler/boxed_row.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace gridcensus::row_sampler {

namespace {

constexpr std::size_t max_joined = 4;

}  // namespace

void SetSums::clear(std::size_t most) {
  // At least half of the places stay free.
  const auto bits = static_cast<unsigned>(std::bit_width(2 * most + 1));
  places_.assign(std::size_t{1} << bits, {});
  shift_ = 64 - bits;
}

std::size_t SetSums::place(Symbols set) const {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
  std::size_t at = (set * golden) >> shift_;
  while (places_[at].sum > 0 && places_[at].set != set) at = (at + 1) & (places_.size() - 1);
  return at;
}

void SetSums::add(Symbols set, double weight) {
  Place& at = places_[place(set)];
  at.set = set;
  at.sum += weight;
}

BoxedRow::BoxedRow(Shape shape) : shape_{shape}, boxes_(static_cast<std::size_t>(shape.stacks())) {}

void BoxedRow::prepare(const PartialGrid& grid) {
  is_dead_end_ = false;
  for (std::size_t stack = 0; stack < boxes_.size(); ++stack) {
    list_options(grid, stack);
    if (boxes_[stack].options.empty()) {
      is_dead_end_ = true;
      return;
    }
  }
  first_joined_ = boxes_.size() - std::min(boxes_.size(), max_joined);
  if (first_joined_ > 0) {
    for (Box& box : boxes_) find_odds(box);
    return;
  }
  join_last_boxes(0, first_symbols(shape_.side()));
  is_dead_end_ = total_ <= 0;
}

void BoxedRow::list_options(const PartialGrid& grid, std::size_t stack) {
  Box& box = boxes_[stack];
  box.left = grid.box_left(static_cast<int>(stack));
  box.symbols.clear();
  box.options.clear();
  for (Symbols left = box.left; left != 0; left &= left - 1) box.symbols.push_back(std::countr_zero(left));
  const int count = static_cast<int>(box.symbols.size());
  const int cols = shape_.box_cols;
  std::array<Symbols, max_symbols> cells{};
  for (int col = 0; col < cols; ++col) {
    const Symbols candidates = grid.candidates(static_cast<int>(stack) * cols + col);
    for (int local = 0; local < count; ++local) {
      if ((candidates & single(box.symbols[static_cast<std::size_t>(local)])) != 0) {
        cells[static_cast<std::size_t>(col)] |= single(local);
      }
    }
  }
  box.row.count(std::span{cells}.first(static_cast<std::size_t>(cols)), count);
  const bool is_row_below = grid.rows_left_of_band() > 1;
  const Symbols all = first_symbols(count);
  for (Symbols local = first_symbols(cols); local <= all; local = next_of_same_size(local)) {
    Option option{.set = 0, .local = local, .rest = 1, .weight = box.row.ways(local)};
    if (option.weight <= 0) continue;
    // A column allows the same in the row below: the symbol that it gets in this row is in the set, so not in the rest.
    if (is_row_below) option.rest = box.row.ways(all ^ local);
    option.weight *= option.rest;
    if (option.weight <= 0) continue;
    for (Symbols left = local; left != 0; left &= left - 1) {
      option.set |= single(box.symbols[static_cast<std::size_t>(std::countr_zero(left))]);
    }
    box.options.push_back(option);
  }
}

void BoxedRow::find_odds(Box& box) const {
  box.odds.assign(static_cast<std::size_t>(shape_.side()), 0);
  double total = 0;
  for (const Option& option : box.options) {
    total += option.weight;
    for (Symbols left = option.set; left != 0; left &= left - 1) {
      box.odds[static_cast<std::size_t>(std::countr_zero(left))] += option.weight;
    }
  }
  // A box that must take a symbol leaves little to the others, but a guess must not exclude anything.
  constexpr double max_share = 0.999;
  for (double& odds : box.odds) {
    const double share = std::min(odds / total, max_share);
    odds = share / (1 - share);
  }
}

/// Taken alone, later boxes take each symbol with their odds. Given that exactly one box takes each symbol, this box is
/// the more likely to take it, the lower the odds of the later ones.
const BoxedRow::Option* BoxedRow::draw_by_odds(Random& random, std::size_t stack, Symbols symbols, double& inverse) {
  constexpr double min_odds = 1e-6;
  std::array<double, max_symbols> factors{};
  Symbols later = 0;
  for (std::size_t other = stack + 1; other < boxes_.size(); ++other) {
    later |= boxes_[other].left;
    for (std::size_t symbol = 0; symbol < boxes_[other].odds.size(); ++symbol) {
      factors[symbol] += boxes_[other].odds[symbol];
    }
  }
  for (double& factor : factors) factor = 1 / std::max(factor, min_odds);
  const Symbols needed = symbols & ~later;
  const std::vector<Option>& options = boxes_[stack].options;
  weights_.clear();
  double total = 0;
  for (const Option& option : options) {
    double weight = 0;
    if ((option.set & ~symbols) == 0 && (needed & ~option.set) == 0) {
      weight = option.weight;
      for (Symbols left = option.set; left != 0; left &= left - 1) {
        weight *= factors[static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
    weights_.push_back(weight);
    total += weight;
  }
  if (total <= 0) return nullptr;
  double left = random.unit_interval() * total;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] <= 0) continue;
    chosen = i;  // if rounding leaves a remainder, the last one possible
    left -= weights_[i];
    if (left < 0) break;
  }
  inverse *= total / weights_[chosen];
  return &options[chosen];
}

/// Lists the sets that the boxes up to `end` can put into the row together: no box, one or two.
void BoxedRow::list_parts(std::size_t first, std::size_t end, std::vector<Part>& parts) {
  parts.clear();
  if (first == end) {
    parts.push_back({});
    return;
  }
  const std::vector<Option>& options = boxes_[first].fitting;
  if (first + 1 == end) {
    for (std::uint32_t i = 0; i < options.size(); ++i) parts.push_back({options[i].set, i, 0, options[i].weight});
    return;
  }
  // If both boxes lack a symbol, no other box lacks it: exactly one of the two puts it into the row.
  const std::vector<Option>& others = boxes_[first + 1].fitting;
  const Symbols shared = boxes_[first].left & boxes_[first + 1].left;
  by_shared_.clear();
  for (std::uint32_t i = 0; i < others.size(); ++i) by_shared_.emplace_back(others[i].set & shared, i);
  std::ranges::sort(by_shared_);
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    const Symbols of_other = shared & ~options[i].set;
    auto at = std::ranges::lower_bound(by_shared_, std::pair{of_other, std::uint32_t{0}});
    for (; at != by_shared_.end() && at->first == of_other; ++at) {
      const Option& other = others[at->second];
      parts.push_back({options[i].set | other.set, i, at->second, options[i].weight * other.weight});
    }
  }
}

void BoxedRow::join_last_boxes(std::size_t first, Symbols symbols) {
  total_ = 0;
  const std::size_t stacks = boxes_.size();
  for (std::size_t stack = first; stack < stacks; ++stack) {
    Symbols others = 0;
    for (std::size_t other = first; other < stacks; ++other) {
      if (other != stack) others |= boxes_[other].left;
    }
    const Symbols needed = symbols & ~others;
    boxes_[stack].fitting.clear();
    for (const Option& option : boxes_[stack].options) {
      if ((option.set & ~symbols) == 0 && (needed & ~option.set) == 0) boxes_[stack].fitting.push_back(option);
    }
  }
  const std::size_t middle = stacks - std::min<std::size_t>(2, stacks - first);
  list_parts(first, middle, upper_);
  list_parts(middle, stacks, lower_);
  upper_sums_.clear(upper_.size());
  for (const Part& part : upper_) upper_sums_.add(part.set, part.weight);
  for (Part& part : lower_) {
    part.weight *= upper_sums_.sum(symbols ^ part.set);
    total_ += part.weight;
  }
}

void BoxedRow::fill(Random& random, std::size_t stack, const Option& option, std::span<int> row) const {
  const auto cols = static_cast<std::size_t>(shape_.box_cols);
  const Box& box = boxes_[stack];
  const std::span<int> cells = row.subspan(stack * cols, cols);
  box.row.draw(random, option.local, cells);
  for (int& cell : cells) cell = box.symbols[static_cast<std::size_t>(cell)];
}

double BoxedRow::draw(Random& random, std::span<int> row) {
  Symbols symbols = first_symbols(shape_.side());
  double inverse = 1;
  for (std::size_t stack = 0; stack < first_joined_; ++stack) {
    const Option* option = draw_by_odds(random, stack, symbols, inverse);
    if (option == nullptr) return 0;
    symbols ^= option->set;
    // All its ways are equally likely, whatever weight the set was drawn with.
    inverse *= option->weight / option->rest;
    fill(random, stack, *option, row);
  }
  if (first_joined_ > 0) join_last_boxes(first_joined_, symbols);
  if (total_ <= 0) return 0;
  inverse *= total_;

  const auto draw_part = [&](const std::vector<Part>& parts, double total, auto fits) -> const Part& {
    double left = random.unit_interval() * total;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].weight <= 0 || !fits(parts[i])) continue;
      chosen = i;  // if rounding leaves a remainder, the last one possible
      left -= parts[i].weight;
      if (left < 0) break;
    }
    return parts[chosen];
  };
  const auto fill_boxes = [&](std::size_t first, std::size_t end, const Part& part) {
    for (std::size_t stack = first; stack < end; ++stack) {
      const Option& option = boxes_[stack].fitting[stack == first ? part.first : part.second];
      inverse /= option.rest;
      fill(random, stack, option, row);
    }
  };
  const Part& lower = draw_part(lower_, total_, [](const Part&) { return true; });
  const Symbols above = symbols ^ lower.set;
  const Part& upper = draw_part(upper_, upper_sums_.sum(above), [&](const Part& part) { return part.set == above; });
  const std::size_t middle = boxes_.size() - std::min<std::size_t>(2, boxes_.size() - first_joined_);
  fill_boxes(first_joined_, middle, upper);
  fill_boxes(middle, boxes_.size(), lower);
  return inverse;
}

}  // namespace gridcensus::row_sampler
