#include "canonical_grids/nine.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::canonical_grids {

using mathematics::Grid;

namespace {

constexpr std::size_t side = 9;
constexpr std::size_t box = 3;
constexpr std::size_t orders = 1296;       // 3! * 3!^3 of the columns
constexpr std::size_t arrangements = 120;  // of three of the six columns outside a stack
constexpr std::size_t orders_of_three = 6;
constexpr std::size_t digits = 1000;
constexpr unsigned bits_per_symbol = 4;
constexpr unsigned byte = 0xFF;
constexpr unsigned byte_bits = 8;

/// A symbol, or the number of a column, for each of nine columns.
using Line = std::array<std::uint8_t, side>;
/// The same as a number that compares as the dictionary does.
using PackedLine = std::uint64_t;

template <class SymbolAt>
PackedLine packed(const SymbolAt& symbol_at) {
  PackedLine line = 0;
  for (std::size_t i = 0; i < side; ++i) line = line << bits_per_symbol | symbol_at(i);
  return line;
}

Line inverse_of(const Line& line) {
  Line result{};
  for (std::size_t i = 0; i < side; ++i) result[line[i]] = static_cast<std::uint8_t>(i);
  return result;
}

/// A grid, or its transpose: its symbols, and in each row the column of each symbol.
struct View {
  std::array<Line, side> symbols{};
  std::array<Line, side> column_of{};
};

/// A symmetry without its relabelling, as far as it is chosen: which rows come first and second, and the columns in
/// their order.
struct Choice {
  const View* view = nullptr;
  std::uint8_t first = 0;
  std::uint8_t second = 0;
  std::uint16_t order = 0;
};

}  // namespace

struct Nine::Tables {
  /// Where to look a step up: three columns of a stack, as a number of three digits to base 9.
  static constexpr std::size_t steps = arrangements * arrangements * orders_of_three;

  struct Least {
    std::uint32_t begin = 0;  ///< of its orders in `makers`
    std::uint16_t count = 0;
  };

  std::array<Line, orders> order_lines{};                       ///< by number: the columns in this order
  std::array<std::array<std::uint16_t, digits>, box> places{};  ///< by stack and its three columns of a step
  std::vector<std::uint16_t>
      ranks;  ///< by step: the rank of the least second row; in the high byte that of the inverse
  std::vector<Least> least;
  std::vector<std::uint16_t> makers;

  static const Tables& instance() {
    static const Tables tables;
    return tables;
  }

  std::size_t number_of(const std::uint8_t* step) const {
    const auto place = [&](std::size_t stack) {
      const std::uint8_t* const columns = step + stack * box;
      return std::size_t{places[stack][(columns[0] * side + columns[1]) * side + columns[2]]};
    };
    return (place(0) * arrangements + place(1)) * orders_of_three + place(2);
  }

 private:
  Tables() : ranks(steps), least(steps) {
    list_orders();
    list_places();
    list_steps();
  }

  void list_orders() {
    Line three{0, 1, 2};
    std::vector<std::array<std::uint8_t, box>> insides;
    do insides.push_back({three[0], three[1], three[2]});
    while (std::next_permutation(three.begin(), three.begin() + box));
    std::size_t number = 0;
    for (const auto& stacks : insides) {
      for (std::size_t inside = 0; inside < orders_of_three * orders_of_three * orders_of_three; ++inside, ++number) {
        const std::array<std::size_t, box> chosen{inside % orders_of_three, inside / orders_of_three % orders_of_three,
                                                  inside / orders_of_three / orders_of_three};
        for (std::size_t i = 0; i < side; ++i) {
          order_lines[number][i] = static_cast<std::uint8_t>(stacks[i / box] * box + insides[chosen[i / box]][i % box]);
        }
      }
    }
  }

  /// The step has three columns outside stack 0 there, three outside stack 1, and in stack 2 what is left, in an order.
  void list_places() {
    for (std::size_t stack = 0; stack < box; ++stack) {
      std::uint16_t number = 0;
      for (std::size_t code = 0; code < side * side * side; ++code) {
        const std::size_t a = code / side / side;
        const std::size_t b = code / side % side;
        const std::size_t c = code % side;
        const bool is_outside = a / box != stack && b / box != stack && c / box != stack;
        if (a == b || b == c || a == c || !is_outside) continue;
        const auto order =
            static_cast<std::uint16_t>((a > b || a > c ? 2U : 0U) + (a > b && a > c ? 2U : 0U) + (b > c ? 1U : 0U));
        places[stack][code] = stack == box - 1 ? order : number++;
      }
    }
  }

  void list_steps() {
    const auto conjugated = [](const Line& step, const Line& order) {
      const Line places_of_columns = inverse_of(order);
      Line second{};
      for (std::size_t i = 0; i < side; ++i) second[i] = places_of_columns[step[order[i]]];
      return second;
    };
    // The least second row of each class of steps: of all that orders of columns make of a step that is not known yet.
    std::set<Line> classes;
    std::set<Line> known;
    Line step{};
    const auto look_at = [&] {
      if (known.contains(step)) return;
      std::vector<Line> images;
      for (const Line& order : order_lines) images.push_back(conjugated(step, order));
      known.insert(images.begin(), images.end());
      classes.insert(*std::ranges::min_element(images));
    };
    std::array<bool, side> is_used{};
    const auto fill = [&](const auto& self, std::size_t column) -> void {
      if (column == side) return look_at();
      for (std::size_t to = 0; to < side; ++to) {
        if (is_used[to] || to / box == column / box) continue;
        is_used[to] = true;
        step[column] = static_cast<std::uint8_t>(to);
        self(self, column + 1);
        is_used[to] = false;
      }
    };
    fill(fill, 0);
    std::uint16_t rank = 0;
    std::map<std::size_t, std::vector<std::uint16_t>> makers_of;
    for (const Line& second : classes) {
      // An order makes the least second row of the step that the opposite order makes of that row.
      for (std::size_t number = 0; number < orders; ++number) {
        const Line other = conjugated(second, inverse_of(order_lines[number]));
        const std::size_t at = number_of(other.data());
        ranks[at] = rank;
        makers_of[at].push_back(static_cast<std::uint16_t>(number));
      }
      ++rank;
    }
    for (const auto& [at, numbers] : makers_of) {
      least[at] = {static_cast<std::uint32_t>(makers.size()), static_cast<std::uint16_t>(numbers.size())};
      makers.insert(makers.end(), numbers.begin(), numbers.end());
    }
    for (const Line& other : known) {
      const Line back = inverse_of(other);
      ranks[number_of(other.data())] = static_cast<std::uint16_t>((ranks[number_of(other.data())] & byte) |
                                                                  (ranks[number_of(back.data())] & byte) << byte_bits);
    }
  }
};

Nine::Nine() : Lines{{3, 3}, {3, 3, true}}, tables_{Tables::instance()} {}

namespace {

/// The rest of an image, given its first two rows and the order of its columns.
class Image {
 public:
  Image(const Choice& choice, const Line& order) : symbols_{choice.view->symbols}, order_{order} {
    const Line& columns = choice.view->column_of[choice.first];
    const Line places = inverse_of(order);
    for (std::size_t symbol = 0; symbol < side; ++symbol) names_[symbol] = places[columns[symbol]];
    const std::size_t band = choice.first / box * box;
    rows_[0] = choice.first;
    rows_[1] = choice.second;
    rows_[2] = static_cast<std::uint8_t>(3 * band + 3 - choice.first - choice.second);
  }

  /// Puts the rows of the other bands in order.
  void order_rows() {
    const std::size_t band = rows_[0] / box;
    std::array<std::array<std::uint8_t, box>, 2> others{};
    std::size_t count = 0;
    for (std::size_t other = 0; other < box; ++other) {
      if (other == band) continue;
      auto& rows = others[count++];
      for (std::size_t i = 0; i < box; ++i) rows[i] = static_cast<std::uint8_t>(other * box + i);
      const auto swap_if = [&](std::size_t i, std::size_t j) {
        if (first_name(rows[j]) < first_name(rows[i])) std::swap(rows[i], rows[j]);
      };
      swap_if(0, 1);
      swap_if(1, 2);
      swap_if(0, 1);
    }
    const bool is_second_first = first_name(others[1][0]) < first_name(others[0][0]);
    std::copy(others[is_second_first ? 1 : 0].begin(), others[is_second_first ? 1 : 0].end(), rows_.begin() + box);
    std::copy(others[is_second_first ? 0 : 1].begin(), others[is_second_first ? 0 : 1].end(), rows_.begin() + 2 * box);
  }

  PackedLine row(std::size_t place) const {
    const Line& symbols = symbols_[rows_[place]];
    return packed([&](std::size_t i) { return names_[symbols[order_[i]]]; });
  }
  std::uint8_t source_row(std::size_t place) const { return rows_[place]; }
  std::uint8_t name(std::size_t symbol) const { return names_[symbol]; }

 private:
  std::uint8_t first_name(std::size_t row) const { return names_[symbols_[row][order_[0]]]; }

  const std::array<Line, side>& symbols_;
  const Line& order_;
  Line names_{};
  Line rows_{};
};

/// The grid and its transpose, as rows with the columns of their symbols.
std::array<View, 2> views_of(const Grid& grid) {
  std::array<View, 2> views{};
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const std::uint8_t symbol = grid.symbols[row * side + column];
      views[0].symbols[row][column] = symbol;
      views[0].column_of[row][symbol] = static_cast<std::uint8_t>(column);
      views[1].symbols[column][row] = symbol;
      views[1].column_of[column][symbol] = static_cast<std::uint8_t>(row);
    }
  }
  return views;
}

}  // namespace

CanonicalGrid Nine::canonical(const Grid& grid) const {
  const std::array<View, 2> views = views_of(grid);
  // The pairs of rows with the least second row.
  std::array<Choice, 36> pairs{};  // every two rows of a band or of a stack, in both orders
  std::size_t count = 0;
  unsigned least_rank = ~0U;
  const auto step_of = [](const View& view, std::size_t first, std::size_t second) {
    Line step{};
    for (std::size_t i = 0; i < side; ++i) step[i] = view.column_of[first][view.symbols[second][i]];
    return step;
  };
  for (const View& view : views) {
    for (std::size_t pair = 0; pair < side; ++pair) {
      const std::size_t band = pair / box * box;
      const std::size_t i = band + pair % box;
      const std::size_t j = band + (pair + 1) % box;
      const std::size_t step = tables_.number_of(step_of(view, i, j).data());
      const unsigned ranks = tables_.ranks[step];
      const auto add = [&](unsigned rank, std::size_t first, std::size_t second) {
        if (rank > least_rank) return;
        if (rank < least_rank) count = 0;
        least_rank = rank;
        pairs[count++] = {&view, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second), 0};
      };
      add(ranks & byte, i, j);
      add(ranks >> byte_bits, j, i);
    }
  }
  // Among their orders of columns, those with the least image: row by row from the third on.
  std::array<PackedLine, side> best{};
  best.fill(~PackedLine{0});
  Choice chosen;
  std::uint64_t automorphisms = 0;
  for (std::size_t pair = 0; pair < count; ++pair) {
    Choice choice = pairs[pair];
    const auto& makers = tables_.least[tables_.number_of(step_of(*choice.view, choice.first, choice.second).data())];
    for (std::size_t maker = 0; maker < makers.count; ++maker) {
      choice.order = tables_.makers[makers.begin + maker];
      Image image{choice, tables_.order_lines[choice.order]};
      bool is_less = false;
      bool is_greater = false;
      for (std::size_t place = 2; place < side && !is_greater; ++place) {
        if (place == box) image.order_rows();
        const PackedLine row = image.row(place);
        is_greater = !is_less && row > best[place];
        is_less = is_less || row < best[place];
        if (is_less) best[place] = row;
      }
      if (is_greater) continue;
      automorphisms = is_less ? 1 : automorphisms + 1;
      if (is_less) chosen = choice;
    }
  }
  // The form, and the map that made it.
  const Line& order = tables_.order_lines[chosen.order];
  Image image{chosen, order};
  image.order_rows();
  const bool is_turned = chosen.view == &views[1];
  CanonicalGrid result{.form = grid, .automorphisms = automorphisms, .map = {}};
  result.map.cells.resize(side * side);
  result.map.symbols.resize(side);
  for (std::size_t symbol = 0; symbol < side; ++symbol) result.map.symbols[symbol] = image.name(symbol);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const std::size_t from_row = image.source_row(row);
      const std::size_t from = is_turned ? order[column] * side + from_row : from_row * side + order[column];
      const std::size_t to = row * side + column;
      result.map.cells[from] = static_cast<std::uint16_t>(to);
      result.form.symbols[to] = image.name(grid.symbols[from]);
    }
  }
  return result;
}

}  // namespace gridcensus::canonical_grids
