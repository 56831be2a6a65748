#include "band_signatures/automorphisms.hpp"

#include "band_signatures/mixed.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

namespace gridcensus::band_signatures {

namespace {

constexpr std::size_t max_symbols = mathematics::max_symbols;
using Hashes = std::array<std::uint64_t, max_symbols>;

/// A hash for each number up to 16: of a cell, or of the number of columns that two symbols share.
constexpr auto hash_of_number = [] {
  std::array<std::uint64_t, max_symbols + 1> hashes{};
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = mixed((i + 1) * 0x9e3779b97f4a7c15U);
  return hashes;
}();

/// An ordered partition of the symbols into cells.
///
///     order     5 2 | 7 0 1 | 3 ..       the symbols, cell after cell
///     start     0 0   2 2 2   5          by symbol (start[5] = 0, start[7] = 2): the beginning of its cell
struct Cells {
  std::array<std::uint8_t, max_symbols> order{};
  std::array<std::uint8_t, max_symbols> start{};
  std::size_t count = 1;
};

/// A leaf of the search: all symbols except twins are distinguished.
struct Leaf {
  std::array<BoxCode, max_symbols> boxes{};  // with the symbols numbered by their places in `order`
  std::array<std::uint8_t, max_symbols> order{};
};

class AutomorphismSearch {
 public:
  AutomorphismSearch(const BoxCodes& codes, std::span<const BoxCode> boxes, BoxOrder order)
      : codes_{&codes},
        symbols_{static_cast<std::size_t>(codes.symbols())},
        boxes_{boxes.size()},
        columns_{static_cast<std::size_t>(codes.box_cols())},
        order_{order} {
    for (std::size_t box = 0; box < boxes_; ++box) {
      std::size_t column = box * columns_;
      for (SymbolSet left : codes.columns(boxes[box])) {
        for (; left != 0; left = mathematics::without_least(left)) {
          const auto symbol = static_cast<std::size_t>(mathematics::least(left));
          column_of_[symbol][box] = static_cast<std::uint8_t>(column);
          packed_[symbol] |= (column - box * columns_) << (4U * box);
        }
        ++column;
      }
    }
  }

  Automorphisms run() {
    const Cells root = first_cells();
    add_twins();
    mark_to_first_leaf(root);
    for (std::size_t marks = branches_.size(); marks-- > 0;) try_others(marks);
    return std::move(group_);
  }

 private:
  /// The result of marking a symbol of a cell: it and its twins become a cell before the rest of their cell.
  struct Child {
    std::size_t symbol;
    std::uint64_t hash;  // of the refinement
    Cells cells;
  };
  /// A node on the way to the first leaf with alike symbols: those that look like the first, which was marked.
  using Branch = std::vector<Child>;

  bool is_leaf(const Cells& cells) const { return cells.count == kinds_; }

  /// Distinguishes symbols by the numbers of columns that they share with the others, then refines.
  Cells first_cells() {
    Cells cells;
    Hashes hashes{};
    constexpr std::uint64_t low_bits = 0x1111111111111111U;
    const std::uint64_t used = boxes_ == 16 ? low_bits : low_bits & ((std::uint64_t{1} << (4U * boxes_)) - 1);
    kinds_ = symbols_;
    for (std::size_t a = 0; a < symbols_; ++a) {
      cells.order[a] = static_cast<std::uint8_t>(a);
      bool is_new = true;
      for (std::size_t b = 0; b < a; ++b) {
        const std::uint64_t difference = packed_[a] ^ packed_[b];
        const std::uint64_t differs = difference | difference >> 1U;
        const auto shared = static_cast<std::size_t>(std::popcount(~(differs | differs >> 2U) & used));
        hashes[a] += hash_of_number[shared];
        hashes[b] += hash_of_number[shared];
        is_new = is_new && shared != boxes_;
      }
      if (!is_new) --kinds_;
    }
    split(cells, hashes);
    refine(cells);
    return cells;
  }

  /// Splits every cell by the hashes of its symbols, in ascending order.
  void split(Cells& cells, const Hashes& hashes) const {
    cells.count = 0;
    for (std::size_t begin = 0; begin < symbols_;) {
      const std::uint8_t cell = cells.start[cells.order[begin]];
      std::size_t end = begin + 1;
      for (; end < symbols_ && cells.start[cells.order[end]] == cell; ++end) {
        const std::uint8_t symbol = cells.order[end];
        std::size_t place = end;
        for (; place > begin && hashes[cells.order[place - 1]] > hashes[symbol]; --place) {
          cells.order[place] = cells.order[place - 1];
        }
        cells.order[place] = symbol;
      }
      std::size_t start = begin;
      for (std::size_t place = begin; place < end; ++place) {
        if (place == begin || hashes[cells.order[place]] != hashes[cells.order[place - 1]]) {
          start = place;
          ++cells.count;
        }
        cells.start[cells.order[place]] = static_cast<std::uint8_t>(start);
      }
      begin = end;
    }
  }

  /// Splits cells until the symbols of each cell have columns that look alike, in boxes that look alike.
  ///
  /// @return  a hash of the refinement
  std::uint64_t refine(Cells& cells) const {
    std::uint64_t trace = cells.count;
    while (!is_leaf(cells)) {
      Hashes columns{};
      for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
        const std::uint64_t hash = hash_of_number[cells.start[symbol]];
        for (std::size_t box = 0; box < boxes_; ++box) columns[column_of_[symbol][box]] += hash;
      }
      for (std::size_t box = 0; box < boxes_; ++box) {
        std::uint64_t whole = 0;
        for (std::size_t column = box * columns_; column < (box + 1) * columns_; ++column) {
          whole += columns[column] = mixed(columns[column]);
        }
        for (std::size_t column = box * columns_; column < (box + 1) * columns_; ++column) {
          columns[column] = mixed(columns[column] + 3 * whole + (order_ == BoxOrder::fixed ? box : 0));
        }
      }
      Hashes hashes{};
      for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
        for (std::size_t box = 0; box < boxes_; ++box) hashes[symbol] += columns[column_of_[symbol][box]];
        trace += mixed(hashes[symbol] + hash_of_number[cells.start[symbol]]);
      }
      const std::size_t before = cells.count;
      split(cells, hashes);
      trace = mixed(trace + cells.count);
      if (cells.count == before) break;
    }
    return trace;
  }

  /// Returns the place of the first of the smallest cells that contain more than twins.
  std::size_t cell_to_mark(const Cells& cells) const {
    std::size_t best = 0;
    std::size_t best_size = symbols_ + 1;
    for (std::size_t begin = 0; begin < symbols_;) {
      const std::size_t end = end_of_cell(cells, begin);
      const auto is_twin = [&](std::uint8_t symbol) { return packed_[symbol] == packed_[cells.order[begin]]; };
      if (end - begin < best_size && !std::all_of(&cells.order[begin], cells.order.data() + end, is_twin)) {
        best = begin;
        best_size = end - begin;
      }
      begin = end;
    }
    return best;
  }

  std::size_t end_of_cell(const Cells& cells, std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < symbols_ && cells.start[cells.order[end]] == begin) ++end;
    return end;
  }

  /// Calls `use` with each symbol of the cell, but only with the first of twins, until it returns true.
  template <class Use>
  bool any_to_mark(const Cells& cells, std::size_t begin, const Use& use) const {
    const std::size_t end = end_of_cell(cells, begin);
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t symbol = cells.order[place];
      const auto is_twin = [&](std::uint8_t other) { return packed_[other] == packed_[symbol]; };
      if (std::any_of(&cells.order[begin], &cells.order[place], is_twin)) continue;
      if (use(symbol)) return true;
    }
    return false;
  }

  Child marked(const Cells& parent, std::size_t begin, std::size_t symbol) const {
    Child child{symbol, 0, parent};
    const std::size_t end = end_of_cell(parent, begin);
    const auto is_twin = [&](std::uint8_t other) { return packed_[other] == packed_[symbol]; };
    std::size_t place = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (is_twin(parent.order[i])) child.cells.order[place++] = parent.order[i];
    }
    const auto rest = static_cast<std::uint8_t>(place);
    for (std::size_t i = begin; i < end; ++i) {
      if (is_twin(parent.order[i])) continue;
      child.cells.order[place++] = parent.order[i];
      child.cells.start[parent.order[i]] = rest;
    }
    ++child.cells.count;
    child.hash = refine(child.cells);
    return child;
  }

  void mark_to_first_leaf(Cells cells) {
    while (!is_leaf(cells)) {
      Branch branch;
      const std::size_t begin = cell_to_mark(cells);
      any_to_mark(cells, begin, [&](std::size_t symbol) {
        Child child = marked(cells, begin, symbol);
        if (branch.empty() || child.hash == branch.front().hash) branch.push_back(child);
        return false;
      });
      cells = branch.front().cells;
      branches_.push_back(std::move(branch));
    }
    first_ = leaf(cells);
  }

  Leaf leaf(const Cells& cells) const {
    Leaf leaf{{}, cells.order};
    std::array<SymbolSet, max_symbols> columns{};
    for (std::size_t place = 0; place < symbols_; ++place) {
      const SymbolSet symbol = mathematics::singleton(static_cast<int>(place));
      for (std::size_t box = 0; box < boxes_; ++box) {
        SymbolSet& column = columns[column_of_[cells.order[place]][box]];
        column = static_cast<SymbolSet>(column | symbol);
      }
    }
    for (std::size_t box = 0; box < boxes_; ++box) {
      const BoxCode code = codes_->code_of({&columns[box * columns_], columns_});
      std::size_t place = box;
      if (order_ == BoxOrder::free) {
        for (; place > 0 && leaf.boxes[place - 1] > code; --place) leaf.boxes[place] = leaf.boxes[place - 1];
      }
      leaf.boxes[place] = code;
    }
    return leaf;
  }

  /// Tries the other children of a branch after all branches behind it are done.
  ///
  /// @param marks  number of symbols marked before
  void try_others(std::size_t marks) {
    const Branch& branch = branches_[marks];
    std::vector<std::size_t> tried;
    for (const Child& child : branch) {
      const auto is_image = [&](std::size_t other) { return orbit_[other] == orbit_[child.symbol]; };
      if (std::any_of(tried.begin(), tried.end(), is_image)) continue;
      if (!tried.empty()) search(child.cells, marks + 1);
      tried.push_back(child.symbol);
    }
    // The automorphisms found so far fix all marks before this one: orbit and stabiliser.
    const auto is_image_of_first = [&](const Child& child) {
      return orbit_[child.symbol] == orbit_[branch.front().symbol];
    };
    group_.count *= static_cast<std::uint64_t>(std::count_if(branch.begin(), branch.end(), is_image_of_first));
  }

  /// Searches for a leaf that looks like the first.
  bool search(const Cells& cells, std::size_t marks) {
    if (marks == branches_.size()) return is_leaf(cells) && compare(leaf(cells));
    if (is_leaf(cells)) return false;
    const std::size_t begin = cell_to_mark(cells);
    return any_to_mark(cells, begin, [&](std::size_t symbol) {
      const Child child = marked(cells, begin, symbol);
      return child.hash == branches_[marks].front().hash && search(child.cells, marks + 1);
    });
  }

  bool compare(const Leaf& leaf) {
    if (leaf.boxes != first_.boxes) return false;
    Relabelling automorphism = mathematics::identity_relabelling();
    for (std::size_t place = 0; place < symbols_; ++place) automorphism[first_.order[place]] = leaf.order[place];
    add_generator(automorphism);
    return true;
  }

  void add_generator(const Relabelling& automorphism) {
    group_.generators.push_back(automorphism);
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      const std::uint8_t from = orbit_[symbol];
      const std::uint8_t to = orbit_[automorphism[symbol]];
      if (from != to) std::replace(orbit_.begin(), orbit_.end(), std::max(from, to), std::min(from, to));
    }
  }

  /// Twins can be exchanged freely.
  void add_twins() {
    if (kinds_ == symbols_) return;
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      std::uint64_t twins = 1;
      std::optional<std::size_t> before;
      for (std::size_t other = 0; other < symbol; ++other) {
        if (packed_[other] != packed_[symbol]) continue;
        before = other;
        ++twins;
      }
      group_.count *= twins;
      if (!before) continue;
      Relabelling exchange = mathematics::identity_relabelling();
      std::swap(exchange[*before], exchange[symbol]);
      add_generator(exchange);
    }
  }

  const BoxCodes* codes_;
  std::size_t symbols_;
  std::size_t boxes_;
  std::size_t columns_;  // per box
  BoxOrder order_;
  std::size_t kinds_ = 0;                                                       // symbols, twins counted once
  std::array<std::array<std::uint8_t, max_symbols>, max_symbols> column_of_{};  // [symbol][box]: box * C + column
  Hashes packed_{};                                                             // per symbol: four bits per box
  Relabelling orbit_ = mathematics::identity_relabelling();  // per symbol: the least symbol known to be an image of it
  std::vector<Branch> branches_;
  Leaf first_;
  Automorphisms group_;
};

}  // namespace

Automorphisms automorphisms(const BoxCodes& codes, std::span<const BoxCode> boxes, BoxOrder order) {
  return AutomorphismSearch{codes, boxes, order}.run();
}

}  // namespace gridcensus::band_signatures
