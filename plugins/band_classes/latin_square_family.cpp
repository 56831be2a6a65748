#include "band_classes/latin_square_family.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gridcensus::band_classes {

using band_signatures::BoxCode;
using band_signatures::BoxCodes;
using mathematics::SymbolSet;

std::vector<std::size_t> latin_square_family(const SignatureClasses& classes) {
  const BoxCodes& codes = classes.codes();
  const int rows = codes.box_rows();
  const auto code_with = [&](SymbolSet column) {
    const std::array columns{column, mathematics::without(mathematics::first_symbols(2 * rows), column)};
    return codes.code_of(columns);
  };
  const SymbolSet first = mathematics::first_symbols(rows);
  const auto exchanged =
      static_cast<SymbolSet>(first ^ mathematics::singleton(rows - 1) ^ mathematics::singleton(rows));
  std::vector<std::size_t> places;
  for (int t = 0; t <= rows / 2; ++t) {
    std::vector<BoxCode> boxes(static_cast<std::size_t>(rows), code_with(exchanged));
    std::fill_n(boxes.begin(), t, code_with(first));
    places.push_back(classes.index_of(classes.canonical(boxes)));
  }
  return places;
}

Table latin_square_table(int box_rows, std::span<const Integer> bands) {
  Table table{.key = "t", .columns = {"bands_each", "times_binomial"}, .rows = {}};
  Integer binomial = 1;
  int t = 0;
  for (const Integer& bands_each : bands) {
    const Integer product = bands_each * binomial;
    if (product != bands.front()) {
      throw BrokenInvariant{"the Latin-square family of " + std::to_string(box_rows) +
                            "x2 is uneven: " + to_decimal(bands.front()) + " for t = 0, but " + to_decimal(product) +
                            " for t = " + std::to_string(t)};
    }
    table.add(std::to_string(t), {bands_each, product});
    binomial = binomial * (box_rows - t) / (t + 1);
    ++t;
  }
  return table;
}

}  // namespace gridcensus::band_classes
