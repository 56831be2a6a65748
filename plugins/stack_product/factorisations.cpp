#include "stack_product/factorisations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridcensus::stack_product {

namespace {

constexpr std::uint32_t factorial_of(int n) { return n < 2 ? 1 : static_cast<std::uint32_t>(n) * factorial_of(n - 1); }

constexpr unsigned least_symbol(SymbolSet set) { return static_cast<unsigned>(std::countr_zero(set)); }

/// Calls f(0), f(1), .. without a loop: g++ 12 at -O2 leaves loops of three to five turns as they are.
template <std::size_t n, class Function>
void unrolled(const Function& function) {
  [&function]<std::size_t... i>(std::index_sequence<i...>) { (function(i), ...); }
  (std::make_index_sequence<n>{});
}

/// Asks for a word that will be needed; where the compiler has no such request, nothing is lost but time.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

/// Row orders and state words of one degree.
template <int degree>
struct Lanes {
  static constexpr std::size_t colours = degree;
  static constexpr unsigned lanes = degree - 1;  ///< colours in a state word; the last one follows from them
  static constexpr unsigned width = 64 / lanes;  ///< bits of a lane, no less than the side
  static constexpr std::uint64_t lane_mask = (std::uint64_t{1} << width) - 1;
  static constexpr std::size_t orders = factorial_of(degree);
  static constexpr std::size_t order_words = (orders + 63) / 64;
  static constexpr std::size_t patterns = std::size_t{1} << lanes;
  using OrderSet = std::array<std::uint64_t, order_words>;

  /// Bit 0 of every lane.
  static constexpr std::uint64_t all_lanes = [] {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{1} << (lane * width);
    return bits;
  }();
  /// A product with this brings the lowest bits of all lanes together, from bit `gathered` on.
  static constexpr unsigned gathered = (lanes - 1) * width;
  static constexpr std::uint64_t gather = [] {
    std::uint64_t bits = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{1} << (gathered - lane * (width - 1));
    return bits;
  }();

  /// colour_of[order][place]: the colour of the symbol at a place of the row.
  static constexpr std::array<std::array<std::uint8_t, colours>, orders> colour_of = [] {
    std::array<std::array<std::uint8_t, colours>, orders> all{};
    std::array<std::uint8_t, colours> order{};
    for (std::size_t i = 0; i < colours; ++i) order[i] = static_cast<std::uint8_t>(i);
    for (auto& entry : all) {
      entry = order;
      std::next_permutation(order.begin(), order.end());
    }
    return all;
  }();

  /// fitting[parity][place][pattern]: the orders that give the symbol at `place` a colour that it has not yet.
  /// `pattern` tells which colours of the lanes it has, and `parity` whether it has an odd number of all colours.
  static constexpr std::array<std::array<std::array<OrderSet, patterns>, colours>, 2> fitting = [] {
    std::array<std::array<std::array<OrderSet, patterns>, colours>, 2> all{};
    for (unsigned parity = 0; parity < 2; ++parity) {
      for (std::size_t place = 0; place < colours; ++place) {
        for (unsigned pattern = 0; pattern < patterns; ++pattern) {
          const unsigned last = (static_cast<unsigned>(std::popcount(pattern)) ^ parity) & 1U;
          const unsigned used = pattern | (last << lanes);
          for (std::size_t order = 0; order < orders; ++order) {
            if (((used >> colour_of[order][place]) & 1U) == 0) {
              all[parity][place][pattern][order / 64] |= std::uint64_t{1} << (order % 64);
            }
          }
        }
      }
    }
    return all;
  }();

  using Symbols = std::array<unsigned, colours>;
  using Fitting = std::array<const OrderSet*, colours>;  ///< of every place, by the pattern of its symbol

  /// The orders of a row that give none of its symbols a colour for the second time.
  static OrderSet open_orders(std::uint64_t state, const Symbols& symbols, const Fitting& by_place) {
    OrderSet open;
    open.fill(~std::uint64_t{0});
    unrolled<colours>([&](std::size_t place) {
      const std::uint64_t bits = (state >> symbols[place]) & all_lanes;
      const OrderSet& fits = by_place[place][((bits * gather) >> gathered) & (patterns - 1)];
      for (std::size_t word = 0; word < order_words; ++word) open[word] &= fits[word];
    });
    return open;
  }
};

/// Transitions that wait: their colour sets one array for each colour, so that the loops over them become vector code.
template <int degree>
class Batch {
  using L = Lanes<degree>;

 public:
  static constexpr std::size_t block = 4;
  static constexpr std::size_t ahead = 12;  ///< words may be read so far behind the last one
  static constexpr std::size_t capacity = (256 + L::orders) / block * block;

  void clear() { size_ = 0; }
  bool full() const { return size_ > capacity - ahead - L::orders; }
  void add(const std::array<std::uint32_t, L::colours>& sets, const std::array<std::uint32_t, L::colours>& added,
           std::uint64_t ways) {
    unrolled<L::colours>([&](std::size_t colour) { sets_[colour][size_] = sets[colour] | added[colour]; });
    ways_[size_] = ways;
    ++size_;
  }
  /// Gives states that differ only in the names of the colours the same word: the sets are sorted, and the last one
  /// left out.
  void make_words(std::uint32_t keep) {
    for (std::size_t from = 0; from < size_; from += block) sort_block(from, keep);
  }
  std::size_t size() const { return size_; }
  std::uint64_t word(std::size_t i) const { return words_[i]; }
  std::uint64_t ways(std::size_t i) const { return ways_[i]; }

 private:
  using Block = std::array<std::uint32_t, block>;

  static void in_order(Block& low, Block& high) {
    for (std::size_t i = 0; i < block; ++i) {
      const std::uint32_t x = low[i];
      const std::uint32_t y = high[i];
      low[i] = x < y ? x : y;
      high[i] = x < y ? y : x;
    }
  }
  void sort_block(std::size_t from, std::uint32_t keep) {
    std::array<Block, L::colours> sets{};
    unrolled<L::colours>([&](std::size_t colour) {
      for (std::size_t i = 0; i < block; ++i) sets[colour][i] = sets_[colour][from + i] & keep;
    });
    const auto sort = [&sets](std::size_t a, std::size_t b) { in_order(sets[a], sets[b]); };
    if constexpr (degree == 3) {
      sort(0, 2), sort(0, 1), sort(1, 2);
    } else if constexpr (degree == 4) {
      sort(0, 2), sort(1, 3), sort(0, 1), sort(2, 3), sort(1, 2);
    } else {
      sort(0, 3), sort(1, 4), sort(0, 2), sort(1, 3), sort(0, 1), sort(2, 4), sort(1, 2), sort(3, 4), sort(2, 3);
    }
    std::array<std::uint64_t, block> words{};
    unrolled<L::lanes>([&](std::size_t lane) {
      for (std::size_t i = 0; i < block; ++i) words[i] |= std::uint64_t{sets[lane][i]} << (lane * L::width);
    });
    for (std::size_t i = 0; i < block; ++i) words_[from + i] = words[i];
  }

  std::array<std::array<std::uint32_t, capacity>, L::colours> sets_{};
  std::array<std::uint64_t, capacity> words_{};
  std::array<std::uint64_t, capacity> ways_{};
  std::size_t size_ = 0;
};

/// What one more colour of a symbol adds to the logarithm of the number of states, by the colours that it has.
constexpr std::array<std::array<int, 5>, 6> order_weights{
    {{}, {}, {}, {110, 0, -110, 0, 0}, {139, 41, -41, -139, 0}, {161, 69, 0, -69, -161}}};

/// Symbols by how many of the rows so far hold them.
template <int degree>
class Degrees {
 public:
  explicit Degrees(int side) { at_[0] = (SymbolSet{1} << static_cast<unsigned>(side)) - 1; }

  void add(SymbolSet row) {
    SymbolSet risen = 0;
    unrolled<degree>([&](std::size_t level) {
      const SymbolSet leave = at_[level] & row;
      at_[level] = (at_[level] & ~leave) | risen;
      risen = leave;
    });
  }
  /// How much a row would widen the border, in hundredths of a unit of the natural logarithm of the states.
  int widening(SymbolSet row) const {
    int sum = 0;
    unrolled<degree>([&](std::size_t level) {
      if (order_weights[degree][level] != 0) sum += order_weights[degree][level] * std::popcount(at_[level] & row);
    });
    return sum;
  }
  SymbolSet at(std::size_t level) const { return at_[level]; }

 private:
  std::array<SymbolSet, std::size_t{degree}> at_{};
};

using Rows = std::array<SymbolSet, max_side>;

/// exp(width / 200) in steps of 16: about the square root of the number of states that the width alone would allow. The
/// widths of all graphs that are accepted are below 16 * 300.
constexpr std::array<double, 300> work_of_width = [] {
  std::array<double, 300> all{1.0};
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1] * 1.0832870676749586;
  return all;
}();

/// Greedy from one first row; returns the estimate of the work.
template <int degree>
double order_from(std::span<const SymbolSet> rows, std::size_t first, Rows& order) {
  Rows left{};
  std::ranges::copy(rows, left.begin());
  std::size_t count = rows.size();
  Degrees<degree> degrees{static_cast<int>(rows.size())};
  int width = 0;
  double work = 0;
  std::size_t best = first;
  for (std::size_t place = 0;; ++place) {
    const SymbolSet row = left[best];
    order[place] = row;
    width += degrees.widening(row);
    work += work_of_width[static_cast<std::size_t>(std::max(width, 0)) / 16];
    left[best] = left[--count];
    if (count == 0) return work;
    degrees.add(row);
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < count; ++i) {
      const int widening = degrees.widening(left[i]);
      best = widening < least ? i : best;
      least = std::min(least, widening);
    }
  }
}

/// The rows for every symbol: the same graph, read the other way.
Rows transposed(std::span<const SymbolSet> rows) {
  Rows symbols{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (SymbolSet left = rows[i]; left != 0; left &= left - 1) symbols[least_symbol(left)] |= SymbolSet{1} << i;
  }
  return symbols;
}

template <int degree>
double improve_order(std::span<const SymbolSet> rows, double least, Rows& best) {
  for (std::size_t first = 0; first < rows.size(); ++first) {
    Rows order{};
    const double work = order_from<degree>(rows, first, order);
    if (work < least) {
      least = work;
      best = order;
    }
  }
  return least;
}

template <int degree>
Rows in_narrow_order(std::span<const SymbolSet> rows) {
  Rows best{};
  double least = improve_order<degree>(rows, std::numeric_limits<double>::max(), best);
  if (rows.size() >= 9) {
    const Rows symbols = transposed(rows);
    improve_order<degree>({symbols.data(), rows.size()}, least, best);
  }
  return best;
}

}  // namespace

/// The states after some rows, equal ones put together.
class Factorisations::States {
 public:
  void clear(std::size_t expected) {
    const std::size_t slots = std::bit_ceil(4 * expected + 4);
    if (slots_.size() < slots) slots_.resize(slots);
    std::fill_n(slots_.begin(), slots, 0U);
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
    if (entries_.size() < slots) entries_.resize(slots);
    size_ = 0;
  }
  template <class Batch>
  void add(const Batch& batch) {
    while (4 * (size_ + batch.size()) > (std::size_t{1} << (64U - shift_))) enlarge();
    const std::size_t mask = (std::size_t{1} << (64U - shift_)) - 1;
    const unsigned shift = shift_;
    std::size_t size = size_;
    std::uint32_t* const slots = slots_.data();
    Entry* const entries = entries_.data();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      prefetch(slots + ((batch.word(i + Batch::ahead) * multiplier) >> shift));
      const std::uint64_t state = batch.word(i);
      std::size_t slot = (state * multiplier) >> shift;
      // The place behind the last entry holds the state already, and a free slot leads there: so one comparison, which
      // can mostly be foretold, tells both ends of the search from the rest. Whether the state is new could not be
      // foretold; hence no branch on that.
      const auto behind = static_cast<std::uint32_t>(size + 1);
      entries[behind].state = state;
      std::uint32_t is_new = (slots[slot] - 1) >> 31U;
      std::uint32_t place = slots[slot] | (behind & (0 - is_new));
      while (entries[place].state != state) {
        slot = (slot + 1) & mask;
        is_new = (slots[slot] - 1) >> 31U;
        place = slots[slot] | (behind & (0 - is_new));
      }
      slots[slot] = place;
      size += is_new;
      entries[place].ways = batch.ways(i) + (entries[place].ways & (std::uint64_t{is_new} - 1));
    }
    size_ = size;
  }
  struct Entry {
    std::uint64_t state;
    std::uint64_t ways;
  };
  std::span<const Entry> entries() const { return {entries_.data() + 1, size_}; }

 private:
  static constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15U;

  void enlarge() {
    const std::size_t slots = std::size_t{2} << (64U - shift_);
    if (slots_.size() < slots) slots_.resize(slots);
    std::fill_n(slots_.begin(), slots, 0U);
    --shift_;
    if (entries_.size() < slots) entries_.resize(slots);
    for (std::size_t i = 1; i <= size_; ++i) {
      std::size_t slot = (entries_[i].state * multiplier) >> shift_;
      while (slots_[slot] != 0) slot = (slot + 1) & (slots - 1);
      slots_[slot] = static_cast<std::uint32_t>(i);
    }
  }
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;
  std::size_t size_ = 0;
  unsigned shift_ = 0;
};

Factorisations::Workspace::Workspace() : now_{std::make_unique<States>()}, next_{std::make_unique<States>()} {}
Factorisations::Workspace::~Workspace() = default;
Factorisations::Workspace::Workspace(Workspace&&) noexcept = default;
Factorisations::Workspace& Factorisations::Workspace::operator=(Workspace&&) noexcept = default;

template <int degree>
std::uint64_t Factorisations::swept(std::span<const SymbolSet> unordered, Workspace& workspace) {
  using L = Lanes<degree>;
  const Rows rows = in_narrow_order<degree>(unordered);
  Degrees<degree> degrees{static_cast<int>(unordered.size())};
  States* now = workspace.now_.get();
  States* next = workspace.next_.get();
  std::uint32_t odd = 0;
  Batch<degree> batch;
  for (std::size_t r = 0; r < unordered.size(); ++r) {
    const SymbolSet row = rows[r];
    const SymbolSet finished = row & degrees.at(degree - 1);
    typename L::Symbols symbols{};
    typename L::Fitting fitting{};
    SymbolSet left = row;
    for (std::size_t place = 0; place < L::colours; ++place, left &= left - 1) {
      symbols[place] = least_symbol(left);
      fitting[place] = L::fitting[(odd >> symbols[place]) & 1U][place].data();
    }
    std::array<std::array<std::uint32_t, L::colours>, L::orders> added{};
    for (std::size_t order = 0; order < L::orders; ++order) {
      for (std::size_t place = 0; place < L::colours; ++place) {
        added[order][L::colour_of[order][place]] = std::uint32_t{1} << symbols[place];
      }
    }
    degrees.add(row);
    const std::uint32_t odd_before = odd;
    odd = (odd ^ row) & ~finished;
    const std::uint32_t keep = ~finished;
    if (r == 0) {
      now->clear(1);
      batch.clear();
      batch.add({}, added[0], L::orders);
      batch.make_words(keep);
      now->add(batch);
      continue;
    }
    next->clear(now->entries().size());
    batch.clear();
    for (const States::Entry& entry : now->entries()) {
      const typename L::OrderSet open = L::open_orders(entry.state, symbols, fitting);
      std::array<std::uint32_t, L::colours> sets{};
      sets[L::lanes] = odd_before;
      for (unsigned lane = 0; lane < L::lanes; ++lane) {
        sets[lane] = static_cast<std::uint32_t>((entry.state >> (lane * L::width)) & L::lane_mask);
        sets[L::lanes] ^= sets[lane];
      }
      for (std::size_t word = 0; word < L::order_words; ++word) {
        for (std::uint64_t some = open[word]; some != 0; some &= some - 1) {
          const std::size_t order = 64 * word + static_cast<std::size_t>(std::countr_zero(some));
          batch.add(sets, added[order], entry.ways);
        }
      }
      if (batch.full()) {
        batch.make_words(keep);
        next->add(batch);
        batch.clear();
      }
    }
    batch.make_words(keep);
    next->add(batch);
    std::swap(now, next);
  }
  return now->entries().empty() ? 0 : now->entries().front().ways;
}

namespace {

/// Two symbols a row: the rows are edges of a graph on the symbols, and each of its cycles has two orders.
std::uint64_t two_to_the_cycles(std::span<const SymbolSet> rows) {
  std::array<std::uint8_t, 32> ends{};
  for (std::size_t i = 0; i < rows.size(); ++i) ends[i] = static_cast<std::uint8_t>(i);
  unsigned cycles = 0;
  for (const SymbolSet row : rows) {
    const unsigned a = least_symbol(row);
    const unsigned b = least_symbol(row & (row - 1));
    const std::uint8_t x = ends[a];
    const std::uint8_t y = ends[b];
    cycles += x == b ? 1U : 0U;
    ends[x] = y;
    ends[y] = x;
  }
  return std::uint64_t{1} << cycles;
}

/// Three symbols a row, few rows: chooses the symbol of one colour row by row; the other two are an edge as above.
class ThreeColours {
 public:
  static constexpr int most_rows = 16;  ///< one digit of a word for each symbol

  explicit ThreeColours(std::span<const SymbolSet> rows) : side_{rows.size()} { order_from<3>(rows, 0, rows_); }

  std::uint64_t count() const {
    // Any symbol of the first row could have the colour, with as many ways.
    return 3 * with(rows_[0], rows_[0] & (0 - rows_[0]), 0, {});
  }

 private:
  struct State {
    std::uint64_t ends = 0xFEDCBA9876543210U;  ///< the other end of the path that ends in a symbol
    SymbolSet single = 0;                      ///< have the colour
    SymbolSet met = 0;                         ///< have an edge
    SymbolSet full = 0;                        ///< have two edges
    unsigned cycles = 0;
  };

  /// Gives the colour to the symbol `one` of row `row`, and goes on.
  std::uint64_t with(SymbolSet set, SymbolSet one, std::size_t row, State state) const {
    const SymbolSet pair = set ^ one;
    state.single |= one;
    state.full |= state.met & pair;
    state.met |= pair;
    const unsigned a = 4 * (least_symbol(pair) & 15U);
    const unsigned b = 4 * (least_symbol(pair & (pair - 1)) & 15U);
    const auto x = 4 * static_cast<unsigned>((state.ends >> a) & 15U);
    const auto y = 4 * static_cast<unsigned>((state.ends >> b) & 15U);
    state.cycles += x == b ? 1U : 0U;
    // The last row has to take what is left, and closes one more cycle.
    if (++row + 1 == side_) return std::uint64_t{2} << state.cycles;
    // Symbols inside of a path are never looked at again, so their digits may be anything.
    state.ends &= ~((std::uint64_t{15} << x) | (std::uint64_t{15} << y));
    state.ends |= (std::uint64_t{y / 4} << x) | (std::uint64_t{x / 4} << y);
    // A symbol with two edges must have the colour now.
    const SymbolSet next = rows_[row];
    const SymbolSet forced = next & state.full;
    const SymbolSet allowed = forced == 0 ? next : (forced & (forced - 1)) == 0 ? forced : 0;
    std::uint64_t sum = 0;
    for (SymbolSet some = allowed & ~state.single; some != 0; some &= some - 1) {
      sum += with(next, some & (0 - some), row, state);
    }
    return sum;
  }

  std::size_t side_;
  Rows rows_{};
};

/// Bregman: N rows of d symbols have at most (d!)^(N/d) systems of different symbols; then d - 1 are left in each row.
double log2_bound(int side, int degree) {
  double sum = 0;
  for (int d = 2; d <= degree; ++d) sum += std::log2(static_cast<double>(factorial_of(d))) * side / d;
  return sum;
}

bool is_regular(std::span<const SymbolSet> rows, int side, int degree) {
  if (rows.size() != static_cast<std::size_t>(side)) return false;
  const SymbolSet all = (SymbolSet{1} << static_cast<unsigned>(side)) - 1;
  if (degree == 2) {  // the same in short: no symbol is in an odd number of rows, or in none
    SymbolSet any = 0;
    SymbolSet odd = 0;
    int other_size = 0;
    for (const SymbolSet row : rows) {
      any |= row;
      odd ^= row;
      other_size |= std::popcount(row) ^ 2;
    }
    return any == all && odd == 0 && other_size == 0;
  }
  // Symbols by how many rows hold them, in binary numbers with three digits; 8 and more cannot be hidden by the last.
  std::array<SymbolSet, 3> digits{};
  SymbolSet wrong = 0;
  int different_size = 0;
  for (const SymbolSet row : rows) {
    different_size |= std::popcount(row) ^ degree;
    const SymbolSet twos = digits[0] & row;
    const SymbolSet fours = digits[1] & twos;
    wrong |= digits[2] & fours;
    digits[0] ^= row;
    digits[1] ^= twos;
    digits[2] ^= fours;
  }
  for (unsigned i = 0; i < digits.size(); ++i) {
    const bool has_digit = ((static_cast<unsigned>(degree) >> i) & 1U) != 0;
    wrong |= digits[i] ^ (has_digit ? all : 0);
  }
  return wrong == 0 && different_size == 0;
}

}  // namespace

Factorisations::Factorisations(int side, int degree) : side_{side}, degree_{degree} {
  if (const auto reason = why_not(side, degree)) throw std::invalid_argument{*reason};
}

std::optional<std::string> Factorisations::why_not(int side, int degree) {
  if (degree < 1 || degree > 5) return "rows of 1 to 5 symbols can be counted, not of " + std::to_string(degree);
  if (side < degree || side > max_side) {
    return "the side must be from " + std::to_string(degree) + " to " + std::to_string(max_side);
  }
  // A state word has one bit for each symbol and each colour but the last.
  const int most = degree <= 3 ? max_side : 64 / (degree - 1);
  if (side > most) return "rows of " + std::to_string(degree) + " symbols: at most " + std::to_string(most) + " rows";
  if (log2_bound(side, degree) >= 62.99) return "counts may pass 2^63";
  return std::nullopt;
}

std::uint64_t Factorisations::count(std::span<const SymbolSet> rows, Workspace& workspace) const {
  if (!is_regular(rows, side_, degree_)) throw std::invalid_argument{"the rows are not those of a regular graph"};
  switch (degree_) {
    case 1: return 1;
    case 2: return two_to_the_cycles(rows);
    case 3: return side_ <= ThreeColours::most_rows ? ThreeColours{rows}.count() : swept<3>(rows, workspace);
    case 4: return swept<4>(rows, workspace);
    default: return swept<5>(rows, workspace);
  }
}

}  // namespace gridcensus::stack_product
