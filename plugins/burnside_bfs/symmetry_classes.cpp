#include "burnside_bfs/symmetry_classes.hpp"

#include "burnside_bfs/conjugacy.hpp"
#include "burnside_bfs/fixed_grids.hpp"
#include "burnside_bfs/fixed_grids_search.hpp"
#include "burnside_bfs/listed_classes.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "gridcensus/symmetries.hpp"
#include "symmetry_names/symmetry_names.hpp"

#include <cstddef>
#include <map>

namespace gridcensus::burnside_bfs {

namespace {

/// Groups with more elements are refused. Classic rules: a step for each of them and each generator, and 2.7 bytes; the
/// shapes that this leaves have few enough fixed grids to be filled in. Other rules: each element is written down.
constexpr std::int64_t most_of_classic = 200'000'000;
constexpr std::int64_t most_of_others = 2'000'000;

std::vector<SymmetryClass> classic_classes(Shape shape, const Poll& poll) {
  const Symmetries symmetries{shape, poll};
  const ConjugacyClasses classes{symmetries, poll};
  std::vector<SymmetryClass> found;
  for (const auto& [map, size] : classes.classes()) {
    found.push_back({mathematics::class_name(shape, map), mathematics::cell_images(shape, map), size, map});
  }
  return found;
}

/// "1^9 2^36".
std::string type_name(const CellImages& images) {
  std::string name;
  for (const auto& [length, number] : cell_cycles(images)) {
    if (!name.empty()) name += ' ';
    name += std::to_string(length) + '^' + std::to_string(number);
  }
  return name;
}

std::vector<SymmetryClass> other_classes(const Problem& problem, const Integer& order, const Poll& poll) {
  std::vector<SymmetryClass> found;
  std::map<std::string, int> alike;
  const auto cells = static_cast<std::size_t>(problem.shape.cells());
  for (const auto& [representative, size] :
       listed_classes(symmetry_generators(problem), cells, order.convert_to<std::uint64_t>(), poll)) {
    std::string name = type_name(representative);
    if (const int number = ++alike[name]; number > 1) name += " (" + std::to_string(number) + ')';
    found.push_back({name, representative, size, std::nullopt});
  }
  return found;
}

}  // namespace

std::optional<std::string> why_not_listed(const Problem& problem) {
  const bool is_classic = problem.rules.are_classic();
  const auto most = is_classic ? most_of_classic : most_of_others;
  if ((is_classic ? code_limit(problem.shape) : group_order(problem)) > most) {
    return "the group has too many elements to be listed; the limit is " + group_digits(std::to_string(most));
  }
  return std::nullopt;
}

std::optional<std::uint64_t> listing_bytes(const Problem& problem) {
  if (why_not_listed(problem)) return std::nullopt;
  // Classic: a bit for each element in the search, then another and the number of its class, and what the queue holds.
  // Others: the images of the cells, the table in which they are found, and the members of a class.
  const bool is_classic = problem.rules.are_classic();
  const Integer elements = is_classic ? code_limit(problem.shape) : group_order(problem);
  const std::uint64_t each = is_classic ? 3 : 2 * static_cast<std::uint64_t>(problem.shape.cells()) + 20;
  return each * elements.convert_to<std::uint64_t>();
}

Integer group_order(const Problem& problem) { return symmetry_group(problem).order(); }

std::vector<SymmetryClass> symmetry_classes(const Problem& problem, const Poll& poll) {
  const Integer order = group_order(problem);
  auto found = problem.rules.are_classic() ? classic_classes(problem.shape, poll) : other_classes(problem, order, poll);
  Integer members = 0;
  for (const SymmetryClass& symmetry_class : found) members += symmetry_class.size;
  if (members != order) {
    throw BrokenInvariant{"the conjugacy classes have " + members.str() + " members, and the rules " + order.str() +
                          " symmetries"};
  }
  return found;
}

std::unique_ptr<FixedCount> fixed_count(const Problem& problem, const SymmetryClass& symmetry_class) {
  const auto& [name, cells, size, map] = symmetry_class;
  if (!map) return std::make_unique<FixedGridsSearch>(problem, cells);
  return std::make_unique<FixedGrids>(problem.shape, *map, commuting_exchanges(problem.shape, *map));
}

}  // namespace gridcensus::burnside_bfs
