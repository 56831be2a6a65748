#include "band_monte_carlo/band_list.hpp"

#include "band_monte_carlo/structures.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

namespace gridcensus::band_monte_carlo {

namespace {

/// Returns the symbols of a row by box, N bits a box.
std::uint64_t box_mask(const std::uint8_t* row, Shape shape) {
  std::uint64_t mask = 0;
  for (int col = 0; col < shape.side(); ++col) {
    mask |= std::uint64_t{1} << static_cast<unsigned>(col / shape.box_cols * shape.side() + row[col]);
  }
  return mask;
}

}  // namespace

Rows::Rows(int side) : side_{side} {
  if (side < 1 || side > max_listed_side) throw std::invalid_argument{"rows of " + std::to_string(side) + " symbols"};
  std::array<std::uint8_t, max_listed_side> row{};
  auto* const end = row.data() + side;
  std::iota(row.data(), end, std::uint8_t{0});
  std::size_t count = 1;
  for (int i = 2; i <= side; ++i) count *= static_cast<std::size_t>(i);
  symbols_.reserve(count * static_cast<std::size_t>(side));
  do symbols_.insert(symbols_.end(), row.data(), end);
  while (std::next_permutation(row.data(), end));
}

BandList::BandList(Shape shape, const Rows& rows, const Poll& poll) : side_{shape.side()} {
  if (side_ * shape.stacks() > 64) throw std::invalid_argument{"a row's boxes do not fit 64 bits"};
  add_bands(shape, rows, poll);
}

void BandList::add_bands(Shape shape, const Rows& rows, const Poll& poll) {
  struct Candidate {
    std::uint64_t mask = 0;
    const std::uint8_t* row = nullptr;
  };
  // candidates[d]: the rows compatible with the first row and d chosen ones, and after the last of these.
  std::vector<std::vector<Candidate>> candidates(static_cast<std::size_t>(shape.box_rows));
  const std::uint64_t first = box_mask(rows[0], shape);
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    const std::uint64_t mask = box_mask(rows[row], shape);
    if ((mask & first) == 0) candidates[0].push_back({mask, rows[row]});
  }

  std::vector<const std::uint8_t*> chosen{rows[0]};
  const auto store = [&] {
    const std::size_t begin = columns_.size();
    columns_.resize(begin + static_cast<std::size_t>(side_));
    for (const std::uint8_t* row : chosen) {
      for (int col = 0; col < side_; ++col) {
        ColumnSet& set = columns_[begin + row[col]];
        set = static_cast<ColumnSet>(set | (1U << static_cast<unsigned>(col)));
      }
    }
  };
  const std::function<void(std::size_t)> choose = [&](std::size_t depth) {
    if (chosen.size() == static_cast<std::size_t>(shape.box_rows)) return store();
    for (std::size_t i = 0; i < candidates[depth].size(); ++i) {
      if (depth == 0) poll();
      const auto [mask, row] = candidates[depth][i];
      chosen.push_back(row);
      if (chosen.size() < static_cast<std::size_t>(shape.box_rows)) {
        auto& next = candidates[depth + 1];
        next.clear();
        for (std::size_t j = i + 1; j < candidates[depth].size(); ++j) {
          if ((candidates[depth][j].mask & mask) == 0) next.push_back(candidates[depth][j]);
        }
      }
      choose(depth + 1);
      chosen.pop_back();
    }
  };
  choose(0);
}

Integer listed_bands(Shape shape) {
  const Structures rows{shape.box_rows, shape.box_cols};
  return bands_with_given_first_row(shape, rows) / factorial(shape.box_rows - 1);
}

std::uint64_t list_memory_bytes(Shape shape) {
  const auto side = static_cast<std::uint64_t>(shape.side());
  const auto rows = static_cast<std::uint64_t>(factorial(shape.side()));
  const auto bands = static_cast<std::uint64_t>(listed_bands(shape));
  // A growing table exists twice while it is copied.
  return rows * side * sizeof(std::uint8_t) + 3 * bands * side * sizeof(ColumnSet);
}

std::uint64_t scan(const BandList& bands, int side, const ColumnsOfSymbols& taken, const Poll& poll) {
  const auto symbols = static_cast<std::size_t>(side);
  // takers[c]: the symbols for which the column set c is free.
  std::vector<std::uint16_t> takers(std::size_t{1} << symbols);
  for (std::size_t set = 0; set < takers.size(); ++set) {
    for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
      if ((set & taken[symbol]) == 0) takers[set] = static_cast<std::uint16_t>(takers[set] | (1U << symbol));
    }
  }
  // ways[m]: relabellings of the first popcount(m) listed symbols onto the symbols of m. The sets m of a size are
  // visited together; most stay empty and are skipped.
  std::vector<std::uint32_t> ways(takers.size());
  std::vector<std::uint16_t> reached;
  std::vector<std::uint16_t> next;
  std::array<std::uint16_t, max_listed_side> choices{};
  std::uint64_t count = 0;
  for (std::uint64_t band = 0; band < bands.size(); ++band) {
    if (band % 65536 == 0) poll();
    const ColumnSet* const listed = bands[band];
    bool is_dead = false;
    for (std::size_t symbol = 0; symbol < symbols && !is_dead; ++symbol) {
      choices[symbol] = takers[listed[symbol]];
      is_dead = choices[symbol] == 0;
    }
    if (is_dead) continue;
    reached.assign(1, 0);
    ways[0] = 1;
    for (std::size_t symbol = 0; symbol < symbols && !reached.empty(); ++symbol) {
      next.clear();
      for (const std::uint16_t set : reached) {
        const std::uint32_t here = ways[set];
        ways[set] = 0;
        for (unsigned left = choices[symbol] & ~unsigned{set}; left != 0; left &= left - 1) {
          const auto more = static_cast<std::uint16_t>(set | (1U << static_cast<unsigned>(std::countr_zero(left))));
          if (ways[more] == 0) next.push_back(more);
          ways[more] += here;
        }
      }
      reached.swap(next);
    }
    for (const std::uint16_t set : reached) {
      count += ways[set];
      ways[set] = 0;
    }
  }
  return count;
}

}  // namespace gridcensus::band_monte_carlo
