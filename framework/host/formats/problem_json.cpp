#include "host/formats/problem_json.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace gridcensus::host {

std::vector<int> values_of(SymbolBits symbols) {
  std::vector<int> values;
  for (; symbols != 0; symbols &= symbols - 1) values.push_back(std::countr_zero(symbols) + 1);
  return values;
}

Json allowed_pairs(const RelatedCells& related) {
  Json pairs = Json::array();
  for (std::size_t symbol = 0; symbol < related.goes_with.size(); ++symbol) {
    for (const int value : values_of(related.goes_with[symbol])) pairs.push_back({symbol + 1, value});
  }
  return pairs;
}

Json problem_json(const Problem& problem) {
  const Shape shape = problem.shape;
  Json json{{"shape", to_string(shape)},
            {"box_rows", shape.box_rows},
            {"box_cols", shape.box_cols},
            {"side", shape.side()},
            {"rules", problem.rules.text()},
            {"classic", problem.rules.are_classic()},
            {"symbols_are_alike", problem.symbols_are_alike()},
            {"regions", problem.regions()},
            {"pairs", problem.pairs()}};
  const auto allowed = problem.allowed();
  const auto is_restricted = [&](SymbolBits symbols) { return std::popcount(symbols) < shape.side(); };
  if (std::ranges::any_of(allowed, is_restricted)) {
    Json& cells = json["allowed"] = Json::array();
    for (const SymbolBits symbols : allowed) cells.push_back(values_of(symbols));
  }
  for (const RelatedCells& related : problem.related()) {
    json["relations"].push_back({{"cells", related.cells}, {"allowed", allowed_pairs(related)}});
  }
  return json;
}

}  // namespace gridcensus::host
