#include "stack_product/factorisations/search.hpp"

#include "stack_product/factorisations/graph.hpp"
#include "stack_product/factorisations/narrow_order.hpp"

#include <cstddef>

namespace gridcensus::stack_product {

namespace {

/// Chooses the symbol of one colour row by row; the other two are an edge, as in `count_by_cycles`.
class Search {
 public:
  explicit Search(std::span<const SymbolSet32> rows) : side_{rows.size()} { order_from<3>(rows, 0, rows_); }

  std::uint64_t count() const {
    // Any symbol of the first row could have the colour, and each has as many ways.
    return 3 * with(rows_[0], rows_[0] & (0 - rows_[0]), 0, {});
  }

 private:
  struct State {
    std::uint64_t ends = 0xFEDCBA9876543210U;  ///< the other end of the path that ends in a symbol
    SymbolSet32 single = 0;                    ///< symbols that have the colour
    SymbolSet32 met = 0;                       ///< symbols with an edge
    SymbolSet32 full = 0;                      ///< symbols with two edges
    unsigned cycles = 0;
  };

  /// Gives the colour to the symbol `one` of row `row`, and continues.
  std::uint64_t with(SymbolSet32 set, SymbolSet32 one, std::size_t row, State state) const {
    const SymbolSet32 pair = set ^ one;
    state.single |= one;
    state.full |= state.met & pair;
    state.met |= pair;
    const unsigned a = 4 * (lowest_symbol(pair) & 15U);
    const unsigned b = 4 * (lowest_symbol(pair & (pair - 1)) & 15U);
    const auto x = 4 * static_cast<unsigned>((state.ends >> a) & 15U);
    const auto y = 4 * static_cast<unsigned>((state.ends >> b) & 15U);
    state.cycles += x == b ? 1U : 0U;
    // The last row must take the rest, and closes one more cycle.
    if (++row + 1 == side_) return std::uint64_t{2} << state.cycles;
    // Symbols inside a path are never read again, so their digits may be anything.
    state.ends &= ~((std::uint64_t{15} << x) | (std::uint64_t{15} << y));
    state.ends |= (std::uint64_t{y / 4} << x) | (std::uint64_t{x / 4} << y);
    // A symbol with two edges must have the colour now.
    const SymbolSet32 next = rows_[row];
    const SymbolSet32 forced = next & state.full;
    const SymbolSet32 allowed = forced == 0 ? next : (forced & (forced - 1)) == 0 ? forced : 0;
    std::uint64_t sum = 0;
    for (SymbolSet32 some = allowed & ~state.single; some != 0; some &= some - 1) {
      sum += with(next, some & (0 - some), row, state);
    }
    return sum;
  }

  std::size_t side_;
  Rows rows_{};
};

}  // namespace

std::uint64_t count_by_search(std::span<const SymbolSet32> rows) { return Search{rows}.count(); }

}  // namespace gridcensus::stack_product
