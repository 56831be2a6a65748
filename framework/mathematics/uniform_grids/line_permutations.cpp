#include "uniform_grids/line_permutations.hpp"

#include "permutations/permutations.hpp"

#include <algorithm>

namespace gridcensus::uniform_grids {

std::vector<mathematics::Images> line_permutations(int blocks, int block_size) {
  const auto size = static_cast<std::size_t>(block_size);
  const auto insides = mathematics::all_permutations(block_size);
  std::vector<mathematics::Images> all;
  for (const auto& places : mathematics::all_permutations(blocks)) {
    std::vector<mathematics::Images> some{mathematics::unmoved()};
    for (std::size_t block = 0; block < places.size(); ++block) {
      std::vector<mathematics::Images> more;
      for (const mathematics::Images& images : some) {
        for (const auto& inside : insides) {
          mathematics::Images next = images;
          for (std::size_t line = 0; line < size; ++line) {
            next[block * size + line] = static_cast<std::uint8_t>(places[block] * block_size + inside[line]);
          }
          more.push_back(next);
        }
      }
      some = std::move(more);
    }
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace gridcensus::uniform_grids
