#include "burnside_bfs/line_classes.hpp"

#include "burnside_bfs/symmetries.hpp"
#include "burnside_bfs/ticks.hpp"
#include "gridcensus/permutation_group.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <unordered_map>

namespace gridcensus::burnside_bfs {

namespace {

using mathematics::composed;
using mathematics::Images;

struct HashOfImages {
  std::size_t operator()(const Images& images) const {
    // The last line follows from the others.
    // NOLINTNEXTLINE(bugprone-sizeof-expression): what is left over need not be hashed
    std::array<std::uint64_t, sizeof(Images) / sizeof(std::uint64_t)> parts{};
    std::memcpy(parts.data(), images.data(), sizeof(parts));
    std::uint64_t hash = 0;
    for (const std::uint64_t part : parts) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
      hash ^= hash >> 29U;
    }
    return hash;
  }
};

}  // namespace

std::optional<LineMoves> line_moves(Shape shape) {
  PermutationGroup generated{2 * static_cast<std::size_t>(shape.side())};
  LineMoves parts;
  for (const CellImages& move : moves(shape)) {
    const GridMap map = map_of_cells(shape, move);
    const bool moves_rows = map.rows != mathematics::unmoved();
    if (map.is_transposed || (moves_rows && map.columns != mathematics::unmoved())) return std::nullopt;
    if (generated.insert(line_images(shape, map))) {
      (moves_rows ? parts.rows : parts.columns).push_back(moves_rows ? map.rows : map.columns);
    }
  }
  return parts;
}

std::vector<LineClass> line_classes(const std::vector<Images>& generators, const Poll& poll) {
  Ticks ticks{poll};
  std::vector<Images> elements{mathematics::unmoved()};
  std::unordered_map<Images, std::size_t, HashOfImages> numbers{{mathematics::unmoved(), 0}};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ticks.tick();
    for (const Images& generator : generators) {
      const Images product = composed(elements[i], generator);
      if (numbers.emplace(product, elements.size()).second) elements.push_back(product);
    }
  }
  std::vector<LineClass> classes;
  std::vector<bool> has_class(elements.size(), false);
  std::vector<std::size_t> members;
  for (std::size_t first = 0; first < elements.size(); ++first) {
    if (has_class[first]) continue;
    has_class[first] = true;
    members.assign(1, first);
    Images least = elements[first];
    for (std::size_t i = 0; i < members.size(); ++i) {
      ticks.tick();
      const Images& member = elements[members[i]];
      least = std::min(least, member);
      for (const Images& generator : generators) {
        const std::size_t next = numbers.at(composed(composed(mathematics::inverse(generator), member), generator));
        if (has_class[next]) continue;
        has_class[next] = true;
        members.push_back(next);
      }
    }
    classes.push_back({least, members.size()});
  }
  std::ranges::sort(classes, {}, &LineClass::representative);
  return classes;
}

}  // namespace gridcensus::burnside_bfs
