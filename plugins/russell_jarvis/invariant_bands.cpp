#include "russell_jarvis/invariant_bands.hpp"

#include "cycle_types/cycle_types.hpp"
#include "uint128/uint128.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::centraliser_order;
using mathematics::permutation_of;

namespace {

using mathematics::checked_add;
using mathematics::checked_multiply;

std::vector<int> power_of(const std::vector<int>& permutation, int exponent) {
  std::vector<int> result(permutation.size());
  std::iota(result.begin(), result.end(), 0);
  for (int i = 0; i < exponent; ++i) {
    for (int& image : result) image = permutation[static_cast<std::size_t>(image)];
  }
  return result;
}

bool is_identity(const std::vector<int>& permutation) { return std::is_sorted(permutation.begin(), permutation.end()); }

}  // namespace

/// A cycle of bands, by its first band.
struct InvariantBands::BandCycle {
  int band = 0;
  std::vector<int> columns;  ///< the action on columns until the band is back
  std::vector<int> symbols;  ///< the same on symbols
  std::vector<CycleType> products;
  OrbitPartitions partitions;
  std::vector<std::uint32_t> symbols_of;  ///< by column, a bit each
  std::vector<std::uint64_t> ways;        ///< by product
};

InvariantBands::InvariantBands(Shape shape, const LineType& columns, CycleType band_cycles,
                               const CycleType& relabelling, std::vector<RowProducts> rows)
    : shape_{shape},
      structures_{shape, columns, band_cycles, relabelling},
      band_cycles_{std::move(band_cycles)},
      rows_{std::move(rows)} {
  for (const BlockCycle& cycle : structures_.cycles()) {
    const auto base = static_cast<int>(column_images_.size());
    for (int i = shape.box_cols; i < cycle.length * shape.box_cols; ++i) column_images_.push_back(base + i);
    for (const int image : permutation_of(cycle.product)) column_images_.push_back(base + image);
  }
}

std::vector<InvariantBands::BandCycle> InvariantBands::band_cycles() const {
  std::vector<BandCycle> cycles;
  int band = 0;
  for (std::size_t i = 0; i < band_cycles_.size(); ++i) {
    std::set<CycleType> different;
    for (const RowProducts& row : rows_) different.insert(row[i]);
    const std::vector<CycleType> products{different.begin(), different.end()};
    const int length = band_cycles_[i];
    cycles.push_back({band, power_of(column_images_, length), power_of(structures_.relabelling(), length), products,
                      OrbitPartitions{products}, std::vector<std::uint32_t>(column_images_.size()),
                      std::vector<std::uint64_t>(products.size())});
    band += length;
  }
  return cycles;
}

void InvariantBands::set_columns(BandCycle& bands, const StackStructures::Combination& combination) const {
  std::fill(bands.symbols_of.begin(), bands.symbols_of.end(), 0);
  const auto cols = static_cast<std::size_t>(shape_.box_cols);
  std::size_t first_column = 0;
  for (std::size_t cycle = 0; cycle < structures_.cycles().size(); ++cycle) {
    for (std::size_t v = 0; v < combination.size() && v < bands.symbols.size(); ++v) {
      std::uint8_t structure = StackStructures::structure_of(combination[v], cycle);
      std::size_t symbol = v;
      std::size_t column = first_column;
      for (int stack = 0; stack < structures_.cycles()[cycle].length; ++stack, column += cols) {
        const int inside = structures_.permutations()[structure][static_cast<std::size_t>(bands.band)];
        bands.symbols_of[column + static_cast<std::size_t>(inside)] |= 1U << symbol;
        symbol = static_cast<std::size_t>(structures_.relabelling()[symbol]);
        structure = structures_.next(structure);
      }
    }
    first_column += cols * static_cast<std::size_t>(structures_.cycles()[cycle].length);
  }
}

void InvariantBands::count_rows(BandCycle& bands, const Poll& poll) {
  const auto side = bands.symbols_of.size();
  PlaceSystem edges;
  edges.lines = static_cast<int>(2 * side);
  std::vector<std::uint16_t> edge_at(side * side);
  std::vector<std::pair<std::size_t, std::size_t>> ends;
  for (std::size_t column = 0; column < side; ++column) {
    for (std::uint32_t left = bands.symbols_of[column]; left != 0; left &= left - 1) {
      const auto symbol = static_cast<std::size_t>(std::countr_zero(left));
      edge_at[column * side + symbol] = static_cast<std::uint16_t>(ends.size());
      ends.emplace_back(column, symbol);
      edges.lines_of.push_back((std::uint64_t{1} << column) | (std::uint64_t{1} << (side + symbol)));
    }
  }
  Motion motion;
  for (const auto& [column, symbol] : ends) {
    motion.push_back(edge_at[static_cast<std::size_t>(bands.columns[column]) * side +
                             static_cast<std::size_t>(bands.symbols[symbol])]);
  }
  bands.ways = bands.partitions.count(edges, motion, {}, poll);
}

namespace {

/// From this side on, finding the rows of a band takes longer than joining all structures that are alike.
constexpr int side_of_long_counts = 12;

}  // namespace

// A relabelling that moves every symbol in cycles of at most two has the most structures and rows.
std::size_t InvariantBands::parts() const {
  constexpr std::size_t parts_of_long_counts = 8;
  const bool is_long = shape_.side() >= side_of_long_counts && structures_.relabelling().size() > 2 &&
                       is_identity(power_of(structures_.relabelling(), 2)) && band_cycles_.size() == 2;
  return is_long ? parts_of_long_counts : 1;
}

double InvariantBands::weight() const {
  constexpr double weight_of_long_counts = 10;
  return parts() > 1 ? weight_of_long_counts : 1;
}

/// Finds the combinations once for all parts.
const std::vector<std::pair<StackStructures::Combination, UInt128>>& InvariantBands::combinations(
    const Poll& poll) const {
  std::call_once(are_combinations_known_, [&] {
    const auto found = structures_.combinations(shape_.side() >= side_of_long_counts, poll);
    combinations_.assign(found.begin(), found.end());
  });
  return combinations_;
}

std::vector<UInt128> InvariantBands::count(std::size_t part, const Poll& poll) const {
  std::vector<BandCycle> cycles = band_cycles();
  std::vector<std::vector<std::size_t>> product_of;  // by map and cycle of bands: its number
  for (const RowProducts& row : rows_) {
    std::vector<std::size_t>& numbers = product_of.emplace_back();
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const auto& products = cycles[i].products;
      numbers.push_back(
          static_cast<std::size_t>(std::find(products.begin(), products.end(), row[i]) - products.begin()));
    }
  }
  // Exchanging the two columns of every stack commutes with every map, and exchanges two bands.
  const bool are_alike = shape_.box_cols == 2 && cycles.size() == 2 && cycles[0].products == cycles[1].products;

  std::vector<UInt128> totals(rows_.size(), 0);
  const std::size_t all_parts = parts();
  std::size_t number = 0;
  for (const auto& [combination, weight] : combinations(poll)) {
    if (number++ % all_parts != part) continue;
    bool has_rows = true;
    for (std::size_t i = 0; i < cycles.size() && has_rows; ++i) {
      if (are_alike && i == 1) {
        cycles[1].ways = cycles[0].ways;
      } else {
        set_columns(cycles[i], combination);
        count_rows(cycles[i], poll);
      }
      has_rows = std::any_of(cycles[i].ways.begin(), cycles[i].ways.end(), [](std::uint64_t ways) { return ways > 0; });
    }
    if (!has_rows) continue;
    for (std::size_t row = 0; row < totals.size(); ++row) {
      UInt128 ways = weight;
      for (std::size_t i = 0; i < cycles.size(); ++i) ways = checked_multiply(ways, cycles[i].ways[product_of[row][i]]);
      totals[row] = checked_add(totals[row], ways);
    }
  }
  for (std::size_t row = 0; row < totals.size(); ++row) {
    for (const CycleType& product : rows_[row]) {
      totals[row] = checked_multiply(totals[row], centraliser_order(product));
    }
  }
  return totals;
}

}  // namespace gridcensus::russell_jarvis
