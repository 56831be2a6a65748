#include "grid_shuffle/exchange_words.hpp"

#include "closed_formulas/closed_formulas.hpp"

#include <algorithm>
#include <functional>

namespace gridcensus::grid_shuffle {

namespace {

CycleType replaced(CycleType type, std::size_t place, std::initializer_list<int> by) {
  type.erase(type.begin() + static_cast<std::ptrdiff_t>(place));
  type.insert(type.end(), by);
  std::ranges::sort(type, std::greater<>{});
  return type;
}

/// Returns the least number of transpositions whose product is a permutation of this type.
int min_transpositions(const CycleType& type) {
  int fewest = 0;
  for (const int cycle : type) fewest += cycle - 1;
  return fewest;
}

std::vector<CycleType> types_in_blocks(const mathematics::Images& images, int blocks, int block_size) {
  const auto size = static_cast<std::size_t>(block_size);
  std::vector<CycleType> types;
  for (std::size_t block = 0; block < static_cast<std::size_t>(blocks); ++block) {
    types.push_back(mathematics::cycle_type_of(images, block * size, size));
  }
  std::ranges::sort(types);
  return types;
}

}  // namespace

std::optional<std::string> why_no_exchange(Shape shape, const Exchanges& exchanges) {
  const auto text = [](const std::string& what, const std::string& parameter) {
    return what + ", so that nothing can be exchanged there; set " + parameter + " to 0";
  };
  if (exchanges.labels > 0 && shape.side() == 1) return text("there is one label", "label_exchanges");
  if (exchanges.rows > 0 && shape.box_rows == 1) return text("a band has one row", "row_exchanges");
  if (exchanges.columns > 0 && shape.box_cols == 1) return text("a stack has one column", "column_exchanges");
  return std::nullopt;
}

Integer exchange_sequences(Shape shape, const Exchanges& exchanges) {
  const auto [rows, cols] = shape;
  const int side = shape.side();
  return power(side * (side - 1) / 2, exchanges.labels) * power(side * (rows - 1) / 2, exchanges.rows) *
         power(side * (cols - 1) / 2, exchanges.columns);
}

Integer TranspositionWords::words(const CycleType& type, int length) {
  const int least = min_transpositions(type);  // and every other number of the same parity from there on
  if (least > length || (length - least) % 2 != 0) return 0;
  if (length == 0) return 1;
  if (const auto found = known_.find({type, length}); found != known_.end()) return found->second;

  Integer total = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    // Two things of one cycle, k steps apart, cut it into k and the rest: each k once up to exchanging the two parts.
    for (int part = 1; 2 * part <= type[i]; ++part) {
      const int pairs = 2 * part == type[i] ? part : type[i];
      total += pairs * words(replaced(type, i, {part, type[i] - part}), length - 1);
    }
    for (std::size_t j = 0; j < i; ++j) {
      CycleType joined = replaced(type, i, {});
      joined = replaced(joined, j, {type[i] + type[j]});
      total += Integer{type[i]} * type[j] * words(joined, length - 1);
    }
  }
  known_.emplace(std::pair{type, length}, total);
  return total;
}

Integer TranspositionWords::words_in_blocks(const std::vector<CycleType>& types, int length) {
  // sums[k]: the words of k transpositions within the blocks so far
  std::vector<Integer> sums(static_cast<std::size_t>(length) + 1);
  sums[0] = 1;
  for (const CycleType& type : types) {
    std::vector<Integer> longer(sums.size());
    for (int total = 0; total <= length; ++total) {
      for (int here = 0; here <= total; ++here) {
        longer[static_cast<std::size_t>(total)] += Integer{mathematics::binomial(total, here)} *
                                                   sums[static_cast<std::size_t>(total - here)] * words(type, here);
      }
    }
    sums = std::move(longer);
  }
  return sums.back();
}

std::optional<ReturningMaps> ReturningMaps::of(const Grid& grid, const Poll& poll) {
  const StabiliserChain chain{grid, {.labels = true, .rows = true, .columns = true}, poll};
  if (chain.order() > most) return std::nullopt;
  ReturningMaps found;
  const Shape shape = grid.shape;
  chain.for_each_untransposed([&](const GridMap& map) {
    poll();
    ++found.maps_[{mathematics::cycle_type_of(map.labels, static_cast<std::size_t>(shape.side())),
                   types_in_blocks(map.rows, shape.bands(), shape.box_rows),
                   types_in_blocks(map.columns, shape.stacks(), shape.box_cols)}];
  });
  return found;
}

Integer ReturningMaps::sequences(const Exchanges& exchanges) const {
  TranspositionWords transpositions;
  Integer total = 0;
  for (const auto& [types, count] : maps_) {
    total += count * transpositions.words(types.labels, exchanges.labels) *
             transpositions.words_in_blocks(types.rows, exchanges.rows) *
             transpositions.words_in_blocks(types.columns, exchanges.columns);
  }
  return total;
}

std::map<std::string, Integer> ReturningMaps::signs() const {
  const auto sign = [](const std::vector<CycleType>& types) {
    int transpositions = 0;
    for (const CycleType& type : types) transpositions += min_transpositions(type);
    return std::string{transpositions % 2 == 0 ? "even" : "odd"};
  };
  std::map<std::string, Integer> maps;
  for (const auto& [types, count] : maps_) {
    maps[sign(types.rows) + " " + sign(types.columns) + " " + sign({types.labels})] += count;
  }
  return maps;
}

}  // namespace gridcensus::grid_shuffle
