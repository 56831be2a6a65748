#include "stack_product/stacks/disjoint_stacks.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gridcensus::stack_product {

namespace {

constexpr std::size_t max_boxes = 6;
constexpr std::size_t max_bands = 8;

/// Adds up the products of sets of stacks, one stack after the other. Stacks of a set are in the order of their boxes
/// in band 0; from the other bands any free box may follow.
class SumOfProducts {
 public:
  SumOfProducts(std::span<const double> values, std::span<const std::size_t> strides, int boxes, int size)
      : values_{values}, strides_{strides}, boxes_{static_cast<std::size_t>(boxes)}, size_{size} {
    std::size_t choices = 1;
    for (std::size_t band = 1; band < strides_.size(); ++band) choices *= boxes_;
    for (int level = 0; level < size; ++level) choices_.emplace_back().reserve(choices);
    free_.fill((1U << boxes_) - 1U);
  }

  double sum() { return sum_from(0, 0); }

 private:
  /// Free boxes of the bands but the first, one of each.
  struct Choice {
    std::size_t offset = 0;                          ///< of the stack, without the box of band 0
    std::array<std::uint8_t, max_bands> boxes = {};  ///< one bit each
  };

  /// Lists all ways to take one free box from every band but the first.
  void list_choices(std::vector<Choice>& choices) const {
    choices.assign(1, Choice{});
    for (std::size_t band = 1; band < strides_.size(); ++band) {
      const std::size_t known = choices.size();
      bool is_first = true;
      std::size_t last_offset = 0;
      std::uint8_t last_bit = 0;
      for (std::size_t box = 0; box < boxes_; ++box) {
        const auto bit = static_cast<std::uint8_t>(1U << box);
        if ((free_[band] & bit) == 0) continue;
        if (!is_first) {
          for (std::size_t i = 0; i < known; ++i) {
            Choice choice = choices[i];
            choice.offset += last_offset;
            choice.boxes[band] = last_bit;
            choices.push_back(choice);
          }
        }
        is_first = false;
        last_offset = strides_[band] * box;
        last_bit = bit;
      }
      for (std::size_t i = 0; i < known; ++i) {
        choices[i].offset += last_offset;
        choices[i].boxes[band] = last_bit;
      }
    }
  }

  /// Returns the sum over sets of the stacks from number `level` on, the first of them with a box of band 0 from
  /// `first` on.
  double sum_from(int level, std::size_t first) {
    auto& choices = choices_[static_cast<std::size_t>(level)];
    list_choices(choices);
    // This many boxes of band 0 must be left for the following stacks.
    const std::size_t end = boxes_ - static_cast<std::size_t>(size_ - level - 1);
    double sum = 0;
    for (std::size_t box = first; box < end; ++box) {
      const double* const values = &values_[box * strides_[0]];
      if (level + 1 == size_) {
        for (const Choice& choice : choices) sum += values[choice.offset];
        continue;
      }
      for (const Choice& choice : choices) {
        for (std::size_t band = 1; band < strides_.size(); ++band) free_[band] ^= choice.boxes[band];
        sum += values[choice.offset] * sum_from(level + 1, box + 1);
        for (std::size_t band = 1; band < strides_.size(); ++band) free_[band] ^= choice.boxes[band];
      }
    }
    return sum;
  }

  std::span<const double> values_;
  std::span<const std::size_t> strides_;
  std::size_t boxes_;
  int size_;
  std::array<std::uint32_t, max_bands> free_{};  ///< by band: boxes not yet in a stack
  std::vector<std::vector<Choice>> choices_;     ///< by level
};

}  // namespace

DisjointStacks::DisjointStacks(int boxes, int bands) : boxes_{boxes}, bands_{bands} {
  if (boxes < 2 || bands < 2 || static_cast<std::size_t>(boxes) > max_boxes ||
      static_cast<std::size_t>(bands) > max_bands) {
    throw std::invalid_argument{"two to six boxes in each of two to eight bands"};
  }
  strides_.resize(static_cast<std::size_t>(bands));
  for (int band = bands; band-- > 0;) {
    strides_[static_cast<std::size_t>(band)] = stacks_;
    stacks_ *= static_cast<std::size_t>(boxes);
  }
  for (int size = 0; size <= boxes; ++size) {
    // Sets with their boxes of band 0 in order; each of the other bands contributes any boxes, in any order.
    const auto choices = mathematics::binomial(boxes, size);
    const auto ordered_choices = choices * mathematics::factorial(size);
    sets_.push_back(static_cast<double>(choices * mathematics::checked_power(ordered_choices, bands - 1)));
  }
}

double DisjointStacks::mean_product(std::span<const double> values, int size) const {
  return SumOfProducts{values, strides_, boxes_, size}.sum() / sets_[static_cast<std::size_t>(size)];
}

double DisjointStacks::mean_grid(std::span<const double> values) const {
  std::vector<double> factors(values.begin(), values.end());
  for (double& factor : factors) factor += 1;
  return mean_product(factors, boxes_);
}

double DisjointStacks::mean_high_products(std::span<const double> values, int draws, Random& random) const {
  std::array<std::array<std::size_t, max_boxes>, max_bands> order{};
  for (auto& boxes : order) std::iota(boxes.begin(), boxes.end(), std::size_t{0});
  const auto count = static_cast<std::size_t>(boxes_);
  const auto bands = static_cast<std::size_t>(bands_);
  double total = 0;
  for (int draw = 0; draw < draws; ++draw) {
    for (std::size_t band = 1; band < bands; ++band) {
      for (std::size_t left = count; left > 1; --left) {
        std::swap(order[band][left - 1], order[band][static_cast<std::size_t>(random.below(left))]);
      }
    }
    double product = 1;
    double first = 0;
    double second = 0;
    double third = 0;
    for (std::size_t stack = 0; stack < count; ++stack) {
      std::size_t place = 0;
      for (std::size_t band = 0; band < bands; ++band) place += strides_[band] * order[band][stack];
      const double value = values[place];
      product *= 1 + value;
      third += second * value;
      second += first * value;
      first += value;
    }
    total += product - 1 - first - second - third;
  }
  return total / draws;
}

}  // namespace gridcensus::stack_product
