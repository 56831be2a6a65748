#include "russell_jarvis/automorphisms_centraliser.hpp"

#include "cycle_types/cycle_types.hpp"
#include "permutations/permutations.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <set>
#include <utility>

namespace gridcensus::russell_jarvis {

using mathematics::all_permutations;
using mathematics::GridMap;
using mathematics::Images;

namespace {

/// Returns members of a group that generate it.
std::vector<Images> generators_of(const std::vector<Images>& group) {
  std::vector<Images> generators;
  std::set<Images> generated{mathematics::unmoved()};
  for (const Images& member : group) {
    if (generated.contains(member)) continue;
    generators.push_back(member);
    std::deque<Images> open{generated.begin(), generated.end()};
    for (; !open.empty(); open.pop_front()) {
      for (const Images& generator : generators) {
        const Images product = mathematics::composed(open.front(), generator);
        if (generated.insert(product).second) open.push_back(product);
      }
    }
  }
  return generators;
}

/// Returns the permutations x of lines with xa = bx.
std::vector<Images> carrying(const std::vector<Images>& lines, const Images& a, const Images& b) {
  std::vector<Images> found;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(found),
               [&](const Images& x) { return mathematics::composed(a, x) == mathematics::composed(x, b); });
  return found;
}

}  // namespace

std::vector<Images> all_line_permutations(int blocks, int block_size) {
  const auto size = static_cast<std::size_t>(block_size);
  const std::vector<std::vector<int>> insides = all_permutations(block_size);
  std::vector<Images> all;
  for (const std::vector<int>& places : all_permutations(blocks)) {
    std::vector<Images> longer{mathematics::unmoved()};
    for (std::size_t block = 0; block < places.size(); ++block) {
      const std::vector<Images> shorter = std::exchange(longer, {});
      for (Images images : shorter) {
        for (const std::vector<int>& inside : insides) {
          for (std::size_t line = 0; line < size; ++line) {
            images[block * size + line] = static_cast<std::uint8_t>(places[block] * block_size + inside[line]);
          }
          longer.push_back(images);
        }
      }
    }
    all.insert(all.end(), longer.begin(), longer.end());
  }
  return all;
}

// Let h take cell (r, c) to (x(r), y(c)). It commutes
// - with the map of (r, c) to (a(r), b(c)) if xa = ax and yb = by;
// - with the map of (r, c) to (a(c), b(r)) if xa = ay and yb = bx. Then x commutes with ab, and with y = a^-1 x a
//   the second equation is true: b x = a^-1 (ab) x = a^-1 x (ab) = y b.
// Each transposing map h is the product of one that does not transpose and of one fixed transposing map:
// - in the first case, of (r, c) to (u(c), u^-1(r)), where ub = au;
// - in the second case, of the given map.
std::vector<GridMap> centraliser_generators(Shape shape, const GridMap& map) {
  const std::vector<Images> rows = all_line_permutations(shape.bands(), shape.box_rows);
  std::vector<GridMap> generators;
  if (map.is_transposed) {
    const Images square = mathematics::composed(map.columns, map.rows);
    const Images inverse = mathematics::inverse(map.rows);
    for (const Images& x : generators_of(carrying(rows, square, square))) {
      const Images y = mathematics::composed(mathematics::composed(map.rows, x), inverse);
      generators.push_back({.rows = x, .columns = y});
    }
    generators.push_back(map);
    return generators;
  }
  const std::vector<Images> columns = all_line_permutations(shape.stacks(), shape.box_cols);
  for (const Images& x : generators_of(carrying(rows, map.rows, map.rows))) generators.push_back({.rows = x});
  for (const Images& y : generators_of(carrying(columns, map.columns, map.columns)))
    generators.push_back({.columns = y});
  if (shape.box_rows != shape.box_cols) return generators;
  const std::vector<Images> turns = carrying(rows, map.columns, map.rows);
  if (!turns.empty()) {
    generators.push_back(
        {.rows = turns.front(), .columns = mathematics::inverse(turns.front()), .is_transposed = true});
  }
  return generators;
}

}  // namespace gridcensus::russell_jarvis
