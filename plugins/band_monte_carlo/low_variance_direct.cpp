#include "band_monte_carlo/low_variance.hpp"
#include "band_monte_carlo/signatures.hpp"
#include "band_monte_carlo/structures.hpp"

#include <array>
#include <utility>
#include <vector>

namespace gridcensus::band_monte_carlo {

namespace {

class Direct final : public LowVarianceSampler {
 public:
  Direct(Shape shape, const Poll& poll)
      : shape_{shape},
        rows_{shape.box_rows, shape.box_cols, poll},
        stacks_{shape.box_cols, shape.box_rows, poll},
        bands_{factorial(shape.side()) * bands_with_given_first_row(shape, rows_)},
        mean_{mean_bands_with_signature(shape, bands_)} {}

  LowVarianceSums run(Random& random, std::uint64_t samples, const Poll& poll) const override {
    LowVarianceSums sums;
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
      poll();
      const auto others = draw(random);
      Real product = 1;
      Real second = 0;
      for (const Signature& signature : others) {
        product *= static_cast<Real>(bands_with(signature, shape_.side(), shape_.box_rows)) / mean_;
        if (second == 0) second = product;
      }
      sums.second.add(second);
      sums.all.add(product);
      sums.both.add(second + product);
    }
    return sums;
  }

  Integer bands() const override { return bands_; }
  std::uint64_t completions_of_stack() const override { return stacks_.count(); }

 private:
  /// The symbols of each column of a box, column by column, R each.
  using Columns = std::array<std::uint8_t, mathematics::max_symbols>;

  /// Draws a uniform first band: the rows of each box by number, then the order within each row of each box. The first
  /// row stays 0, 1, .. N-1, because all relabellings of a band have the same continuations.
  std::vector<Columns> draw_first(Random& random) const {
    const LineTable lines = rows_.at(random.below(rows_.count()));
    std::vector<Columns> boxes(static_cast<std::size_t>(shape_.stacks()));
    for (int box = 0; box < shape_.stacks(); ++box) {
      for (int row = 0; row < shape_.box_rows; ++row) {
        std::array<std::uint8_t, mathematics::max_symbols> symbols{};
        int count = 0;
        for (int symbol = 0; symbol < shape_.side(); ++symbol) {
          if (lines[static_cast<std::size_t>(symbol)][static_cast<std::size_t>(box)] != row) continue;
          symbols[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(symbol);
        }
        for (int col = 0; col < shape_.box_cols; ++col) {
          const auto left = static_cast<std::uint64_t>(row == 0 ? 1 : shape_.box_cols - col);
          const auto here = static_cast<std::size_t>(col);
          std::swap(symbols[here], symbols[here + random.below(left)]);
          const int place = col * shape_.box_rows + row;
          boxes[static_cast<std::size_t>(box)][static_cast<std::size_t>(place)] = symbols[here];
        }
      }
    }
    return boxes;
  }

  /// Draws the signatures of all bands but the first.
  std::vector<Signature> draw(Random& random) const {
    const auto first = draw_first(random);
    std::vector<Signature> others(static_cast<std::size_t>(shape_.bands() - 1));
    for (int stack = 0; stack < shape_.stacks(); ++stack) {
      const LineTable lines = stacks_.at(random.below(stacks_.count()));
      for (std::size_t place = 0; place < static_cast<std::size_t>(shape_.side()); ++place) {
        const SymbolSet symbol = mathematics::singleton(first[static_cast<std::size_t>(stack)][place]);
        for (std::size_t col = 0; col < static_cast<std::size_t>(shape_.box_cols); ++col) {
          const std::size_t band = lines[place][col];
          if (band == 0) continue;
          auto& set = others[band - 1][static_cast<std::size_t>(stack * shape_.box_cols) + col];
          set = static_cast<SymbolSet>(set | symbol);
        }
      }
    }
    return others;
  }

  Shape shape_;
  Structures rows_;
  Structures stacks_;
  Integer bands_;
  Real mean_;
};

}  // namespace

std::unique_ptr<LowVarianceSampler> make_direct(Shape shape, const Poll& poll) {
  return std::make_unique<Direct>(shape, poll);
}

}  // namespace gridcensus::band_monte_carlo
