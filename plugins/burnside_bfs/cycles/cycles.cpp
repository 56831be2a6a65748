#include "burnside_bfs/cycles/cycles.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace gridcensus::burnside_bfs {

namespace {

using mathematics::Images;

/// Returns the type of p^m for a type of p: a cycle of length l becomes gcd(l, m) cycles.
std::vector<int> type_of_power(const std::vector<int>& type, int exponent) {
  std::vector<int> power;
  for (const int length : type) {
    const int parts = std::gcd(length, exponent);
    power.insert(power.end(), static_cast<std::size_t>(parts), length / parts);
  }
  std::sort(power.begin(), power.end());
  return power;
}

/// Adds all ascending lists of numbers with this sum, each number at least `least`.
void add_partitions(int sum, int least, std::vector<int>& parts, std::vector<std::vector<int>>& found) {
  if (sum == 0) found.push_back(parts);
  for (int part = least; part <= sum; ++part) {
    if (part != sum && sum - part < part) continue;  // nothing can follow
    parts.push_back(part);
    add_partitions(sum - part, part, parts, found);
    parts.pop_back();
  }
}

/// Returns the exchanges of two of the lines of a block, and of two blocks in every order of lines.
std::vector<Images> exchanges(std::size_t blocks, std::size_t block_size) {
  std::vector<Images> found;
  const auto exchange = [](Images& images, std::size_t a, std::size_t b) { std::swap(images[a], images[b]); };
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t b = 1; b < block_size; ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        found.push_back(mathematics::unmoved());
        exchange(found.back(), block * block_size + a, block * block_size + b);
      }
    }
  }
  // More than 24 orders of lines are not worth their time.
  constexpr std::size_t max_lines = 4;
  for (std::size_t b = 1; b < blocks; ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      std::vector<std::size_t> order(block_size);
      std::iota(order.begin(), order.end(), std::size_t{0});
      do {
        found.push_back(mathematics::unmoved());
        for (std::size_t i = 0; i < block_size; ++i)
          exchange(found.back(), a * block_size + i, b * block_size + order[i]);
      } while (block_size <= max_lines && std::next_permutation(order.begin(), order.end()));
    }
  }
  return found;
}

/// Returns the parts of a permutation of lines: its action on each cycle of blocks alone.
std::vector<Images> parts(const Images& images, std::size_t blocks, std::size_t block_size) {
  std::vector<Images> found;
  std::vector<bool> is_seen(blocks, false);
  for (std::size_t first = 0; first < blocks; ++first) {
    if (is_seen[first]) continue;
    found.push_back(mathematics::unmoved());
    for (std::size_t block = first; !is_seen[block]; block = images[block * block_size] / block_size) {
      is_seen[block] = true;
      for (std::size_t i = 0; i < block_size; ++i)
        found.back()[block * block_size + i] = images[block * block_size + i];
    }
  }
  return found;
}

bool commute(const GridMap& a, const GridMap& b) { return composed(a, b) == composed(b, a); }

/// Returns the product of a map's conjugates under `map`, in the order in which they follow. If the conjugates commute
/// with each other, the product commutes with `map`.
GridMap product_of_conjugates(const GridMap& factor, const GridMap& map, const GridMap& back) {
  GridMap product;
  GridMap conjugate = factor;
  do {
    product = composed(product, conjugate);
    conjugate = composed(composed(back, conjugate), map);
  } while (conjugate != factor);
  return product;
}

}  // namespace

std::vector<std::vector<int>> label_cycle_types(int side, const std::vector<PowerType>& powers) {
  std::vector<std::vector<int>> types;
  std::vector<int> parts;
  add_partitions(side, 1, parts, types);
  std::erase_if(types, [&](const std::vector<int>& labels) {
    return std::ranges::any_of(
        powers, [&](const PowerType& power) { return type_of_power(labels, power.exponent) != power.type; });
  });
  return types;
}

CellMap::CellMap(Shape shape, const GridMap& map)
    : rows_{static_cast<std::size_t>(shape.box_rows)},
      cols_{static_cast<std::size_t>(shape.box_cols)},
      side_{static_cast<std::size_t>(shape.side())},
      cells_{mathematics::cell_images(shape, map)} {
  // The image of a line is the line of that kind (a transposition exchanges rows and columns) to which its cells go.
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    CellLines to = lines_of(cells_[cell]);
    if (map.is_transposed) std::swap(to[0], to[1]);
    for (std::size_t kind = 0; kind < to.size(); ++kind) lines_[lines_of(cell)[kind]] = to[kind];
  }
}

CellLines CellMap::lines_of(std::size_t cell) const {
  const std::size_t row = cell / side_;
  const std::size_t col = cell % side_;
  const std::size_t box = row / rows_ * rows_ + col / cols_;
  return {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(side_ + col),
          static_cast<std::uint8_t>(2 * side_ + box)};
}

LineSet CellMap::image(LineSet lines) const {
  LineSet images = 0;
  for (; lines != 0; lines &= lines - 1) {
    images |= LineSet{1} << lines_[static_cast<std::size_t>(std::countr_zero(lines))];
  }
  return images;
}

std::vector<Region> CellMap::regions() const {
  // If g maps a band to others, a row determines a row of each of them; the first regions should be of this kind.
  const auto bands_met = [&](std::size_t row) {
    LineSet met = 0;
    std::size_t line = row;
    do {
      met |= LineSet{1} << (line < side_ ? line / rows_ : side_ + (line - side_) / cols_);
      line = lines_[line];
    } while (line != row);
    return std::popcount(met);
  };
  std::vector<std::size_t> rows(side_);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return bands_met(a) > bands_met(b); });

  std::vector<bool> is_filled(cells_.size(), false);
  std::vector<Region> regions;
  for (const std::size_t row : rows) {
    Region region;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (is_filled[cell]) continue;
      for (const std::size_t line : lines_of(cell)) region.open |= LineSet{1} << line;
    }
    for (std::size_t col = 0; col < side_; ++col) {
      CellCycle cycle;
      for (std::size_t cell = row * side_ + col; !is_filled[cell]; cell = cells_[cell]) {
        is_filled[cell] = true;
        cycle.push_back(lines_of(cell));
      }
      if (!cycle.empty()) region.cycles.push_back(std::move(cycle));
    }
    if (!region.cycles.empty()) regions.push_back(std::move(region));
  }
  return regions;
}

std::vector<int> CellMap::type_on_line(std::size_t line, int images) const {
  std::vector<int> type;
  std::vector<bool> is_seen(cells_.size(), false);
  for (std::size_t first = 0; first < cells_.size(); ++first) {
    const CellLines lines = lines_of(first);
    if (is_seen[first] || std::find(lines.begin(), lines.end(), line) == lines.end()) continue;
    int length = 0;
    for (std::size_t cell = first; !is_seen[cell]; ++length) {
      is_seen[cell] = true;
      for (int i = 0; i < images; ++i) cell = cells_[cell];
    }
    type.push_back(length);
  }
  std::sort(type.begin(), type.end());
  return type;
}

std::vector<std::vector<int>> CellMap::label_cycle_types() const {
  std::vector<PowerType> powers;
  LineSet seen = 0;
  for (std::size_t line = 0; line < 3 * side_; ++line) {
    int images = 0;
    for (std::size_t image = line; (seen >> image & 1U) == 0; image = lines_[image], ++images) {
      seen |= LineSet{1} << image;
    }
    if (images > 0) powers.push_back({images, type_on_line(line, images)});
  }
  return burnside_bfs::label_cycle_types(static_cast<int>(side_), powers);
}

LabelCycles::LabelCycles(const std::vector<int>& lengths) {
  std::size_t first = 0;
  for (const int length : lengths) {
    cycles_.push_back({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(length)});
    first += static_cast<std::size_t>(length);
    cycle_of_.resize(first, cycles_.back());
  }
}

SymbolSet LabelCycles::cycle_at(std::size_t label) const {
  const Cycle& cycle = cycle_of_[label];
  return static_cast<SymbolSet>(((1U << cycle.length) - 1U) << cycle.first);
}

std::size_t LabelCycles::image(std::size_t label, std::size_t times) const {
  const Cycle& cycle = cycle_of_[label];
  return cycle.first + (label - cycle.first + times) % cycle.length;
}

SymbolSet LabelCycles::fitting_labels(const CellCycle& cycle) const {
  // The first cell and those that share a line with it: their places in the cycle.
  std::vector<std::size_t> sharing;
  for (std::size_t i = 1; i < cycle.size(); ++i) {
    for (std::size_t kind = 0; kind < 3; ++kind) {
      if (cycle[i][kind] == cycle[0][kind]) sharing.push_back(i);
    }
  }
  SymbolSet labels = 0;
  for (std::size_t label = 0; label < cycle_of_.size(); ++label) {
    const std::size_t length = cycle_of_[label].length;
    const bool is_bad = cycle.size() % length != 0 ||
                        std::any_of(sharing.begin(), sharing.end(), [&](std::size_t i) { return i % length == 0; });
    if (!is_bad) labels = static_cast<SymbolSet>(labels | mathematics::singleton(static_cast<int>(label)));
  }
  return labels;
}

std::vector<GridMap> commuting_exchanges(Shape shape, const GridMap& map) {
  const auto bands = static_cast<std::size_t>(shape.bands());
  const auto stacks = static_cast<std::size_t>(shape.stacks());
  const auto rows = static_cast<std::size_t>(shape.box_rows);
  const auto cols = static_cast<std::size_t>(shape.box_cols);
  std::vector<GridMap> factors;
  const auto add = [&](const std::vector<Images>& row_maps, const std::vector<Images>& column_maps) {
    for (const Images& images : row_maps) factors.push_back({.rows = images});
    for (const Images& images : column_maps) factors.push_back({.columns = images});
  };
  add(exchanges(bands, rows), exchanges(stacks, cols));
  if (!map.is_transposed) add(parts(map.rows, bands, rows), parts(map.columns, stacks, cols));

  const GridMap back = inverse(map);
  std::vector<GridMap> found;
  for (const GridMap& factor : factors) {
    const GridMap product = product_of_conjugates(factor, map, back);
    if (product == GridMap{} || product == map || !commute(product, map)) continue;
    if (std::find(found.begin(), found.end(), product) == found.end()) found.push_back(product);
  }
  return found;
}

}  // namespace gridcensus::burnside_bfs
