#include "burnside_bfs/group/conjugacy.hpp"

#include <functional>
#include <limits>
#include <stdexcept>

namespace gridcensus::burnside_bfs {

ConjugacyClasses::ConjugacyClasses(const Symmetries& symmetries, const Poll& poll)
    : symmetries_{&symmetries}, class_of_(symmetries.codes()) {
  std::vector<std::function<GridMap(const GridMap&)>> steps;
  for (const GridMap& generator : symmetries.generators()) {
    steps.emplace_back([&generator, undone = inverse(generator)](const GridMap& element) {
      return composed(composed(undone, element), generator);
    });
  }
  const StepGraph graph = symmetries.graph(steps);
  Reached reached{num_vertices(graph)};
  for (auto [code, end] = vertices(graph); code != end; ++code) {
    if (reached.contains(*code) || !symmetries.contains(*code)) continue;
    if (classes_.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw std::length_error{"more conjugacy classes than 16 bits can tell apart"};
    }
    const auto number = static_cast<std::uint16_t>(classes_.size());
    const std::uint64_t size = reach(graph, *code, reached, poll, [&](Code member) { class_of_[member] = number; });
    classes_.push_back({symmetries.map_of(*code), size});
  }
}

std::size_t ConjugacyClasses::class_of(Code code) const {
  if (!symmetries_->contains(code)) throw std::out_of_range{"a code that belongs to no symmetry"};
  return class_of_[code];
}

}  // namespace gridcensus::burnside_bfs
