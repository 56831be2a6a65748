#include "canonical_grids/steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <vector>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

namespace {

constexpr std::size_t longest = 9;
constexpr std::uint8_t no_slot = 0xFF;

/// A symbol, or the number of a column, for each column; or a number for each symbol.
using Line = std::array<std::uint8_t, longest>;
/// A line as a number that compares in lexicographic order.
using PackedLine = std::uint64_t;

template <class SymbolAt>
PackedLine packed(std::size_t side, const SymbolAt& symbol_at) {
  constexpr unsigned bits_per_symbol = 4;
  PackedLine line = 0;
  for (std::size_t i = 0; i < side; ++i) line = line << bits_per_symbol | symbol_at(i);
  return line;
}

}  // namespace

class Steps::Tables {
 public:
  /// A step and its data.
  struct Entry {
    PackedLine step = ~PackedLine{0};
    std::uint32_t begin = 0;    ///< of its best orders of columns
    std::uint16_t count = 0;    ///< number of best orders
    std::uint16_t rank = 0;     ///< of its least second row
    std::uint16_t inverse = 0;  ///< the rank of the inverse step, which leads from the second row to the first
  };

  Tables(std::size_t side, std::size_t stack) : side_{side} {
    list_orders(stack);
    list_steps(stack);
  }

  const Entry& find(PackedLine step) const {
    std::size_t slot = first_slot(step);
    while (entries_[slot].step != step) {
      if (entries_[slot].step == Entry{}.step) throw mathematics::InvalidGrid{"two rows clash: this is not a grid"};
      slot = (slot + 1) & (entries_.size() - 1);
    }
    return entries_[slot];
  }
  /// Returns an order of columns: by place, the column.
  const Line& order(const Entry& entry, std::size_t i) const { return orders_[best_[entry.begin + i]]; }
  PackedLine second_row(std::size_t rank) const { return second_rows_[rank]; }

 private:
  void list_orders(std::size_t stack) {
    // All permutations that keep stacks together.
    Line order{};
    for (std::size_t i = 0; i < side_; ++i) order[i] = static_cast<std::uint8_t>(i);
    auto* const end = order.begin() + static_cast<std::ptrdiff_t>(side_);
    const auto keeps_stacks = [&] {
      for (std::size_t i = 0; i < side_; ++i) {
        if (order[i] / stack != order[i / stack * stack] / stack) return false;
      }
      return true;
    };
    do {
      if (keeps_stacks()) orders_.push_back(order);
    } while (std::next_permutation(order.begin(), end));
  }

  Line inverse_of(const Line& line) const {
    Line result{};
    for (std::size_t i = 0; i < side_; ++i) result[line[i]] = static_cast<std::uint8_t>(i);
    return result;
  }
  PackedLine packed_line(const Line& line) const {
    return packed(side_, [&](std::size_t i) { return line[i]; });
  }
  /// Returns the second row that an order of columns makes of a step.
  Line conjugated(const Line& step, const Line& order) const {
    const Line places = inverse_of(order);
    Line second{};
    for (std::size_t i = 0; i < side_; ++i) second[i] = places[step[order[i]]];
    return second;
  }

  void list_steps(std::size_t stack) {
    std::set<Line> known;
    std::set<Line> least;
    Line step{};
    std::array<bool, longest> is_used{};
    const auto fill = [&](const auto& self, std::size_t column) -> void {
      if (column == side_) {
        if (known.contains(step)) return;
        std::vector<Line> images;
        for (const Line& order : orders_) images.push_back(conjugated(step, order));
        known.insert(images.begin(), images.end());
        least.insert(*std::ranges::min_element(images));
        return;
      }
      for (std::size_t to = 0; to < side_; ++to) {
        if (is_used[to] || to == column || (stack < side_ && to / stack == column / stack)) continue;
        is_used[to] = true;
        step[column] = static_cast<std::uint8_t>(to);
        self(self, column + 1);
        is_used[to] = false;
      }
    };
    fill(fill, 0);
    entries_.resize(std::bit_ceil(2 * known.size()));
    for (const Line& each : known) {
      std::size_t slot = first_slot(packed_line(each));
      while (entries_[slot].step != Entry{}.step) slot = (slot + 1) & (entries_.size() - 1);
      entries_[slot].step = packed_line(each);
    }
    for (const Line& second : least) {
      // An order maps the step to its least second row if and only if the inverse order maps that row to the step.
      std::map<PackedLine, std::vector<std::uint16_t>> orders_of;
      for (std::size_t number = 0; number < orders_.size(); ++number) {
        const Line other = conjugated(second, inverse_of(orders_[number]));
        orders_of[packed_line(other)].push_back(static_cast<std::uint16_t>(number));
      }
      for (const auto& [other, numbers] : orders_of) {
        Entry& entry = entry_of(other);
        entry.begin = static_cast<std::uint32_t>(best_.size());
        entry.count = static_cast<std::uint16_t>(numbers.size());
        entry.rank = static_cast<std::uint16_t>(second_rows_.size());
        best_.insert(best_.end(), numbers.begin(), numbers.end());
      }
      second_rows_.push_back(packed_line(second));
    }
    for (const Line& each : known) entry_of(packed_line(each)).inverse = find(packed_line(inverse_of(each))).rank;
  }

  Entry& entry_of(PackedLine step) { return entries_[static_cast<std::size_t>(&find(step) - entries_.data())]; }
  std::size_t first_slot(PackedLine step) const {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // spreads steps that differ little
    constexpr unsigned shift = 40;
    return (step * golden >> shift) & (entries_.size() - 1);
  }

  std::size_t side_;
  std::vector<Line> orders_;
  std::vector<Entry> entries_;  ///< a power of two, with gaps: a step is in the first free slot from its own on
  std::vector<std::uint16_t> best_;
  std::vector<PackedLine> second_rows_;  ///< by rank
};

class Steps::Search {
  /// A grid, or its transpose: its symbols, and in each row the column of each symbol.
  struct View {
    std::array<Line, longest> symbols{};
    std::array<Line, longest> column_of{};
    bool is_turned = false;
  };

 public:
  /// @param known  number of rows
  Search(const Steps& steps, const Grid& grid, std::size_t known)
      : tables_{*steps.tables_},
        side_{static_cast<std::size_t>(steps.shape_.side())},
        rows_in_band_{static_cast<std::size_t>(steps.blocks_.rows)},
        known_{known},
        // Columns are known only if all rows are. A single cell is its own transpose.
        views_{steps.blocks_.is_exchanged && side_ > 1 && known == side_ ? 2U : 1U} {
    for (std::size_t row = 0; row < known; ++row) {
      for (std::size_t column = 0; column < side_; ++column) {
        const std::uint8_t symbol = grid.symbols[row * side_ + column];
        view_[0].symbols[row][column] = symbol;
        view_[0].column_of[row][symbol] = static_cast<std::uint8_t>(column);
        if (views_ == 1) continue;
        view_[1].symbols[column][row] = symbol;
        view_[1].column_of[column][symbol] = static_cast<std::uint8_t>(row);
      }
    }
    view_[1].is_turned = true;
  }

  /// Uses the grid itself as the least image so far.
  ///
  /// @return  false if its first two rows are not the least possible
  bool begin_with_itself() {
    has_least_ = true;
    for (std::size_t row = 0; row < known_; ++row) {
      best_[row] = packed(side_, [&](std::size_t i) { return view_[0].symbols[row][i]; });
    }
    const PackedLine first = packed(side_, [](std::size_t i) { return i; });
    if (known_ > 0 && best_[0] != first) return false;
    if (known_ < 2) return true;
    least_rank_ = tables_.find(step_of(view_[0], 0, 1)).rank;
    return best_[1] == tables_.second_row(least_rank_);
  }

  /// @param tests  whether to stop at an image that is less than the least so far
  /// @return       whether there was none
  bool run(bool tests) {
    if (!find_pairs(tests)) return false;
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
      const auto& [view, first, second, entry] = pair_[pair];
      for (std::size_t i = 0; i < entry->count; ++i) {
        if (!compare(*view, first, second, tables_.order(*entry, i)) && tests) return false;
      }
    }
    return true;
  }

  std::uint64_t automorphisms() const { return automorphisms_; }

  CanonicalGrid result(const Grid& grid) {
    const auto& [view, first, order] = chosen_;
    name_symbols(*view, first, *order);
    order_rows(*view, *order);
    CanonicalGrid result{.form = grid, .automorphisms = automorphisms_, .map = {}};
    result.map.cells.resize(side_ * side_);
    result.map.symbols.assign(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(side_));
    for (std::size_t row = 0; row < side_; ++row) {
      for (std::size_t place = 0; place < side_; ++place) {
        const std::size_t column = (*order)[place];
        const std::size_t from = view->is_turned ? column * side_ + rows_[row] : rows_[row] * side_ + column;
        result.map.cells[from] = static_cast<std::uint16_t>(row * side_ + place);
        result.form.symbols[row * side_ + place] = names_[grid.symbols[from]];
      }
    }
    return result;
  }

 private:
  /// Two rows that may come first and second.
  struct Pair {
    const View* view = nullptr;
    std::size_t first = 0;
    std::size_t second = 0;
    const Tables::Entry* entry = nullptr;
  };
  struct Choice {
    const View* view = nullptr;
    std::size_t first = 0;
    const Line* order = nullptr;
  };

  PackedLine step_of(const View& view, std::size_t first, std::size_t second) const {
    return packed(side_, [&](std::size_t i) { return view.column_of[first][view.symbols[second][i]]; });
  }

  /// Lists the pairs of rows that have the least second row.
  ///
  /// @return  false if it tests, and one is less
  bool find_pairs(bool tests) {
    for (std::size_t number = 0; number < views_; ++number) {
      const View& view = view_[number];
      for (std::size_t i = 0; i < known_; ++i) {
        // The second row is of the band of the first, or of any other band if that has only one row.
        const std::size_t end = rows_in_band_ == 1 ? known_ : std::min(known_, (i / rows_in_band_ + 1) * rows_in_band_);
        for (std::size_t j = i + 1; j < end; ++j) {
          const Tables::Entry& entry = tables_.find(step_of(view, i, j));
          if (tests && std::min(entry.rank, entry.inverse) < least_rank_) return false;
          if (entry.rank <= least_rank_) add(entry.rank, {&view, i, j, &entry});
          if (entry.inverse <= least_rank_) add(entry.inverse, {&view, j, i, nullptr});
        }
      }
    }
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
      auto& [view, first, second, entry] = pair_[pair];
      if (entry == nullptr) entry = &tables_.find(step_of(*view, first, second));
    }
    return true;
  }
  void add(std::size_t rank, const Pair& pair) {
    if (rank < least_rank_) pairs_ = 0;
    least_rank_ = rank;
    pair_[pairs_++] = pair;
  }

  /// Names the symbols by a first row with its columns in an order.
  void name_symbols(const View& view, std::size_t first, const Line& order) {
    Line places{};
    for (std::size_t place = 0; place < side_; ++place) places[order[place]] = static_cast<std::uint8_t>(place);
    for (std::size_t symbol = 0; symbol < side_; ++symbol) names_[symbol] = places[view.column_of[first][symbol]];
  }

  /// Puts the rows in order, bands by their first rows and these by their first symbols.
  ///
  /// @return  the number of known rows before the first unknown place of the image
  std::size_t order_rows(const View& view, const Line& order) {
    Line row_by_name{};
    row_by_name.fill(no_slot);
    for (std::size_t row = 0; row < known_; ++row) {
      row_by_name[names_[view.symbols[row][order[0]]]] = static_cast<std::uint8_t>(row);
    }
    Line slot_of_band{};
    slot_of_band.fill(no_slot);
    Line end_of_slot{};
    std::size_t slots = 0;
    for (std::size_t name = 0; name < side_; ++name) {
      const std::size_t row = row_by_name[name];
      if (row == no_slot) continue;
      std::uint8_t& slot = slot_of_band[row / rows_in_band_];
      if (slot == no_slot) {
        end_of_slot[slots] = static_cast<std::uint8_t>(slots * rows_in_band_);
        slot = static_cast<std::uint8_t>(slots++);
      }
      rows_[end_of_slot[slot]++] = static_cast<std::uint8_t>(row);
    }
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (end_of_slot[slot] < (slot + 1) * rows_in_band_) return end_of_slot[slot];
    }
    return known_;
  }

  /// Compares an image with the least so far, row by row from the third on.
  ///
  /// @return  whether it is not less
  bool compare(const View& view, std::size_t first, std::size_t second, const Line& order) {
    name_symbols(view, first, order);
    bool is_less = !has_least_;
    const auto named_row = [&](std::size_t row) {
      return packed(side_, [&](std::size_t i) { return names_[view.symbols[row][order[i]]]; });
    };
    if (rows_in_band_ == 3 && !is_less) {
      // The third row is the remaining one of the band; most images end here.
      const std::size_t third = 3 * (first / 3 * 3 + 1) - first - second;
      if (third < known_ && named_row(third) > best_[2]) return true;
    }
    const std::size_t end = order_rows(view, order);
    for (std::size_t place = 2; place < end; ++place) {
      const PackedLine row = named_row(rows_[place]);
      if (!is_less && row > best_[place]) return true;
      is_less = is_less || row < best_[place];
      if (is_less) best_[place] = row;
    }
    if (is_less) chosen_ = {&view, first, &order};
    has_least_ = true;
    automorphisms_ = is_less ? 1 : automorphisms_ + 1;
    return !is_less;
  }

  const Tables& tables_;
  std::size_t side_;
  std::size_t rows_in_band_;
  std::size_t known_;
  std::size_t views_;
  std::array<View, 2> view_{};
  std::array<Pair, 2 * longest * longest> pair_{};
  std::size_t pairs_ = 0;
  std::size_t least_rank_ = ~std::size_t{0};
  bool has_least_ = false;
  std::array<PackedLine, longest> best_{};
  Choice chosen_;
  Line names_{};  ///< by symbol
  Line rows_{};   ///< by place
  std::uint64_t automorphisms_ = 0;
};

Steps::Steps(Shape shape, LineBlocks blocks)
    : shape_{shape},
      blocks_{blocks},
      lines_{shape, blocks},
      tables_{std::make_unique<const Tables>(static_cast<std::size_t>(shape.side()),
                                             static_cast<std::size_t>(blocks.columns))} {}

Steps::~Steps() = default;

bool Steps::has_tables(LineBlocks blocks, int side) {
  return side > 1 && (side < static_cast<int>(longest) || (side == static_cast<int>(longest) && blocks.rows == 3));
}

CanonicalGrid Steps::canonical(const Grid& grid) const {
  Search search{*this, grid, static_cast<std::size_t>(shape_.side())};
  search.run(false);
  return search.result(grid);
}

std::optional<std::uint64_t> Steps::least_rows(const Grid& grid, int rows) const {
  Search search{*this, grid, static_cast<std::size_t>(rows)};
  if (!search.begin_with_itself() || !search.run(true)) return std::nullopt;
  return search.automorphisms();
}

}  // namespace gridcensus::canonical_grids
