#include "band_signatures/closing_lines.hpp"

#include "band_signatures/mixed.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace gridcensus::band_signatures {

using mathematics::SymbolSet;

namespace {

constexpr std::uint64_t look_ups_between_polls = 4096;
constexpr std::size_t fewest_slots = 16;

std::uint64_t hash_of(const OpenGraphKey& key) { return mixed(key.words[0] ^ mixed(key.words[1])); }

std::size_t slot_of(std::uint64_t hash, std::size_t slots) { return (hash >> 8U) & (slots - 1); }

}  // namespace

/// One call of `line`: what the recursion carries along.
///
/// Numbers fit 64 bits: by Bregman's bound a 6-regular graph of 12 columns has at most 720^2 matchings, what is left of
/// it at most 120^(12/5), and so on, which makes f at most 8.1e16.
class ClosingLines::Search {
 public:
  Search(const ClosingLines& lines, const Poll& poll)
      : lines_{lines}, poll_{poll}, symbols_{lines.symbols_}, columns_{lines.symbols_ - 2} {}

  /// @param line  is replaced
  void count(const OpenGraph& graph, int rows, std::vector<std::uint64_t>& line) {
    line.assign(lines_.width(rows), 0);
    if (rows == 1) {
      line.front() = 1;
      return;
    }
    Frame& frame = frames_[static_cast<std::size_t>(rows)];
    frame.graph = graph;
    frame.rows = rows;
    frame.sums.assign(symbols_ * symbols_ * lines_.width(rows - 1), 0);
    frame.ending.fill(0);
    for (std::size_t s = 0; s < symbols_; ++s) {
      if ((graph.free >> s & 1U) != 0) continue;
      const auto last = static_cast<std::size_t>(std::bit_width(graph.columns_of[s]) - 1);
      frame.ending[last] = static_cast<SymbolSet>(frame.ending[last] | 1U << s);
    }
    // The given edge: the first column's least symbol.
    const auto first = static_cast<SymbolSet>(graph.columns.front() & -graph.columns.front());
    frame.matching.front() = static_cast<std::uint8_t>(std::countr_zero(first));
    if ((frame.ending.front() & ~first) == 0) match(frame, 1, first);
    add_up(frame, line);
  }

 private:
  /// Where the search for matchings of one graph stands.
  struct Frame {
    OpenGraph graph;
    int rows = 0;
    std::array<SymbolSet, OpenGraph::lanes> ending{};  // by column: the symbols that M must use, and later cannot
    std::array<std::uint8_t, OpenGraph::max_columns> matching{};  // by column: its symbol
    std::vector<std::uint64_t> sums;  // [x][y][line of what M leaves]: over the M that leave x < y
    std::vector<std::uint64_t> line;  // of what M leaves, where it had to be counted
  };

  /// Gives columns `from`.. their symbols.
  void match(Frame& frame, std::size_t from, SymbolSet used) {
    if (from == columns_) {
      add_matching(frame, used);
      return;
    }
    auto choices = static_cast<SymbolSet>(frame.graph.columns[from] & ~used);
    const auto ending = static_cast<SymbolSet>(frame.ending[from] & ~used);
    if (ending != 0) {
      if ((ending & (ending - 1)) != 0) return;
      choices &= ending;
    }
    for (; choices != 0; choices = mathematics::without_least(choices)) {
      const auto symbol = static_cast<SymbolSet>(choices & -choices);
      frame.matching[from] = static_cast<std::uint8_t>(std::countr_zero(symbol));
      match(frame, from + 1, static_cast<SymbolSet>(used | symbol));
    }
  }

  void add_matching(Frame& frame, SymbolSet used) {
    if (poll_ && ++look_ups_ % look_ups_between_polls == 0) poll_();
    const SymbolSet left = mathematics::without(mathematics::first_symbols(static_cast<int>(symbols_)), used);
    const auto x = static_cast<std::size_t>(std::countr_zero(left));
    const auto y = static_cast<std::size_t>(std::bit_width(left) - 1);
    const int rows = frame.rows - 1;
    std::uint64_t* const sums = frame.sums.data() + (x * symbols_ + y) * lines_.width(rows);
    if (rows == 1) {
      ++*sums;
      return;
    }
    OpenGraph rest = frame.graph;
    rest.free = mathematics::without(rest.free, left);
    for (std::size_t c = 0; c < columns_; ++c) {
      const std::size_t symbol = frame.matching[c];
      rest.columns[c] = static_cast<SymbolSet>(rest.columns[c] ^ 1U << symbol);
      rest.columns_of[symbol] = static_cast<std::uint16_t>(rest.columns_of[symbol] ^ 1U << c);
    }
    const OpenForm form = lines_.kernel_.form(rest, symbols_, columns_);
    std::optional<Line> line = lines_.found(rows, form.key);
    if (!line) {
      count(graph_of(form.key, columns_), rows, frame.line);
      line = lines_.remember(rows, form.key, frame.line);
      if (!line) line = Line{.narrow = nullptr, .wide = frame.line.data()};
    }
    if (line->narrow != nullptr)
      add_line(line->narrow, form, rest.free, rows, sums);
    else
      add_line(line->wide, form, rest.free, rows, sums);
  }

  /// Adds a line of a form to a line of the graph.
  template <typename Number>
  void add_line(const Number* line, const OpenForm& form, SymbolSet free, int rows, std::uint64_t* sums) const {
    // What the k least free symbols become, and the k others, set by set.
    std::array<std::array<std::uint16_t, 1U << (most_rows - 1)>, 2> images{};
    for (int part = 0; part < 2; ++part) {
      auto& of_part = images[static_cast<std::size_t>(part)];
      for (std::size_t sets = 1; sets < (std::size_t{1} << static_cast<unsigned>(rows)); sets *= 2) {
        const auto image =
            static_cast<std::uint16_t>(1U << form.symbols[static_cast<std::size_t>(mathematics::least(free))]);
        free = mathematics::without_least(free);
        for (std::size_t set = 0; set < sets; ++set)
          of_part[sets + set] = static_cast<std::uint16_t>(of_part[set] | image);
      }
    }
    const Halves& halves = lines_.halves_[static_cast<std::size_t>(rows)];
    const std::uint32_t low = (1U << static_cast<unsigned>(rows)) - 1;
    for (std::size_t i = 0; i < halves.sets.size(); ++i) {
      const std::uint32_t set = halves.sets[i];
      sums[i] +=
          line[halves.numbers[images[0][set & low] | std::uint32_t{images[1][set >> static_cast<unsigned>(rows)]}]];
    }
  }

  /// For each way to close the graph, the sums over all x in the one half and y in the other.
  void add_up(const Frame& frame, std::vector<std::uint64_t>& line) const {
    const std::size_t width = lines_.width(frame.rows - 1);
    std::array<std::size_t, OpenGraph::max_symbols> symbol_of{};  // by place among the free ones
    std::size_t places = 0;
    for (SymbolSet rest = frame.graph.free; rest != 0; rest = mathematics::without_least(rest)) {
      symbol_of[places++] = static_cast<std::size_t>(mathematics::least(rest));
    }
    const auto& numbers = lines_.halves_[static_cast<std::size_t>(frame.rows - 1)].numbers;
    const auto& halves = lines_.halves_[static_cast<std::size_t>(frame.rows)].sets;
    for (std::size_t y = 1; y < places; ++y) {
      for (std::size_t x = 0; x < y; ++x) {
        const std::uint64_t* const sums = frame.sums.data() + (symbol_of[x] * symbols_ + symbol_of[y]) * width;
        for (std::size_t i = 0; i < halves.size(); ++i) {
          const std::uint32_t half = halves[i];
          if ((half >> x & 1U) != (half >> y & 1U)) line[i] += sums[numbers[without_places(half, x, y)]];
        }
      }
    }
  }

  /// The set with two places taken out, and those behind them moved up.
  static std::uint32_t without_places(std::uint32_t set, std::size_t x, std::size_t y) {
    const auto drop = [&](std::size_t place) {
      const std::uint32_t below = (1U << place) - 1;
      set = (set & below) | (set >> 1U & ~below);
    };
    drop(y);
    drop(x);
    return set;
  }

  const ClosingLines& lines_;
  const Poll& poll_;
  std::size_t symbols_;
  std::size_t columns_;
  std::array<Frame, most_rows + 1> frames_;
  std::uint64_t look_ups_ = 0;
};

ClosingLines::ClosingLines(std::size_t symbols, std::uint64_t memory)
    : symbols_{symbols}, memory_{memory}, kernel_{fastest_open_form_kernel()} {
  if (symbols < 4 || symbols > OpenGraph::max_symbols || symbols % 2 != 0) {
    throw std::invalid_argument{"lines are of graphs with 4 to 12 symbols, an even number"};
  }
  for (unsigned rows = 1; rows <= most_rows; ++rows) {
    Halves& halves = halves_[rows];
    const std::uint32_t all = (1U << (2 * rows)) - 1;
    halves.numbers.resize(std::size_t{all} + 1);
    for (std::uint32_t set = 1; set <= all; set += 2) {
      if (std::popcount(set) != static_cast<int>(rows)) continue;
      halves.numbers[set] = static_cast<std::uint16_t>(halves.sets.size());
      halves.numbers[all ^ set] = halves.numbers[set];
      halves.sets.push_back(static_cast<std::uint16_t>(set));
    }
  }
}

std::vector<std::uint64_t> ClosingLines::line(std::span<const SymbolSet> columns, const Poll& poll) const {
  const OpenGraph graph = OpenGraph::of(columns);
  const int rows = mathematics::size_of(columns.front());
  if (columns.size() + 2 != symbols_ || rows < 1 || rows > most_rows) {
    throw std::invalid_argument{"lines are of graphs with as many columns as symbols, and 1 to 6 rows"};
  }
  std::vector<std::uint64_t> line;
  Search{*this, poll}.count(graph, rows, line);
  return line;
}

std::size_t ClosingLines::number_of(SymbolSet free, SymbolSet half) const {
  std::uint32_t set = 0;
  for (unsigned place = 0; free != 0; free = mathematics::without_least(free), ++place) {
    if ((half & free & -free) != 0) set |= 1U << place;
  }
  return halves_[static_cast<std::size_t>(std::popcount(set))].numbers[set];
}

ClosingLines::Remembered ClosingLines::remembered(int rows) const {
  Remembered remembered;
  for (Shard& shard : shards_.at(static_cast<std::size_t>(rows))) {
    const std::scoped_lock lock{shard.mutex};
    remembered.lines += shard.keys.size();
    remembered.look_ups += shard.look_ups;
  }
  remembered.bytes = remembered.lines * bytes_of_line(rows);
  return remembered;
}

std::uint64_t ClosingLines::bytes_of_line(int rows) const {
  // Slots are a quarter to half full.
  return width(rows) * sizeof(std::uint32_t) + sizeof(OpenGraphKey) + 4 * sizeof(std::uint32_t);
}

ClosingLines::Shard& ClosingLines::shard_of(int rows, std::uint64_t hash) const {
  return shards_[static_cast<std::size_t>(rows)][hash % shard_count];
}

ClosingLines::Line ClosingLines::line_at(const Shard& shard, std::size_t number, int rows) const {
  const std::uint32_t* const narrow =
      shard.blocks[number / lines_per_block].get() + number % lines_per_block * width(rows);
  if (*narrow != is_wide) return {.narrow = narrow, .wide = nullptr};
  return {.narrow = nullptr, .wide = shard.wide.at(number).data()};
}

std::optional<ClosingLines::Line> ClosingLines::found(int rows, const OpenGraphKey& key) const {
  const std::uint64_t hash = hash_of(key);
  Shard& shard = shard_of(rows, hash);
  const std::scoped_lock lock{shard.mutex};
  ++shard.look_ups;
  if (shard.slots.empty()) return std::nullopt;
  for (std::size_t slot = slot_of(hash, shard.slots.size()); shard.slots[slot] != 0;
       slot = (slot + 1) & (shard.slots.size() - 1)) {
    const std::size_t number = shard.slots[slot] - 1;
    if (shard.keys[number] == key) return line_at(shard, number, rows);
  }
  return std::nullopt;
}

std::optional<ClosingLines::Line> ClosingLines::remember(int rows, const OpenGraphKey& key,
                                                         std::span<const std::uint64_t> line) const {
  if (bytes_.fetch_add(bytes_of_line(rows)) + bytes_of_line(rows) > memory_) {
    bytes_ -= bytes_of_line(rows);
    return std::nullopt;
  }
  const std::uint64_t hash = hash_of(key);
  Shard& shard = shard_of(rows, hash);
  const std::scoped_lock lock{shard.mutex};
  const auto free_slot = [&](std::uint64_t of) {
    std::size_t slot = slot_of(of, shard.slots.size());
    while (shard.slots[slot] != 0) slot = (slot + 1) & (shard.slots.size() - 1);
    return slot;
  };
  const std::size_t number = shard.keys.size();
  if (2 * number >= shard.slots.size()) {
    shard.slots.assign(std::max(fewest_slots, 2 * shard.slots.size()), 0);
    for (std::size_t i = 0; i < number; ++i) {
      shard.slots[free_slot(hash_of(shard.keys[i]))] = static_cast<std::uint32_t>(i + 1);
    }
  }
  // Another thread may have counted it meanwhile: then it is there twice, and the first is found.
  shard.slots[free_slot(hash)] = static_cast<std::uint32_t>(number + 1);
  shard.keys.push_back(key);
  if (number % lines_per_block == 0) {
    shard.blocks.push_back(std::make_unique<std::uint32_t[]>(lines_per_block * width(rows)));
  }
  std::uint32_t* const narrow = shard.blocks.back().get() + number % lines_per_block * width(rows);
  if (std::ranges::all_of(line, [](std::uint64_t f) { return f < is_wide; })) {
    std::ranges::transform(line, narrow, [](std::uint64_t f) { return static_cast<std::uint32_t>(f); });
  } else {
    *narrow = is_wide;
    shard.wide.emplace(number, std::vector<std::uint64_t>(line.begin(), line.end()));
  }
  return line_at(shard, number, rows);
}

}  // namespace gridcensus::band_signatures
