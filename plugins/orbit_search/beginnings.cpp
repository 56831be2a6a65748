#include "orbit_search/beginnings.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::orbit_search {

Beginnings::Beginnings(const Constraints& constraints, std::vector<CellSet> templates, const Poll& poll)
    : constraints_{constraints}, templates_{std::move(templates)} {
  orbits_ = orbits_of(templates_, constraints.generators, poll);
  // Large orbits first: most grids have a template of one of them, and its size is what is gained.
  std::vector<std::uint32_t> order(orbits_.orbits.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t orbit) { return orbits_.orbits[orbit].size; });
  rank_.resize(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) rank_[order[rank]] = rank;
  for (const std::uint32_t orbit : order) {
    poll();
    add_orbit(orbit);
  }
}

void Beginnings::add_orbit(std::uint32_t orbit) {
  const CellSet& first = templates_[orbits_.orbits[orbit].representative];
  OrbitBeginnings& here = by_orbit_.emplace_back();
  here.orbit = orbit;
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    if (rank_[orbits_.orbit_of[number]] >= rank_[orbit] && first.is_disjoint_from(templates_[number])) {
      here.candidates.push_back(number);
    }
  }
  if (constraints_.side == 1) return;
  const auto cells = static_cast<std::size_t>(constraints_.side) * static_cast<std::size_t>(constraints_.side);
  const auto stabiliser = stabiliser_of(first, constraints_.generators, constraints_.group_order, cells);
  // The free cell that most of them keep.
  const Integer order = constraints_.group_order / orbits_.orbits[orbit].size;
  std::vector<PointImages> best;
  Integer best_order = 0;
  int best_cell = 0;
  for (int cell = 0; cell < std::ssize(constraints_.seen); ++cell) {
    if (first.contains(cell)) continue;
    CellSet point;
    point.insert(cell);
    auto keeping = order == 1 ? std::vector<PointImages>{} : stabiliser_of(point, stabiliser, order, cells);
    PermutationGroup subgroup{cells};
    for (const PointImages& element : keeping) subgroup.insert(element);
    if (subgroup.order() <= best_order) continue;
    best_order = subgroup.order();
    best = std::move(keeping);
    best_cell = cell;
    if (best_order == order) break;
  }
  std::vector<std::uint32_t> numbers;
  std::vector<CellSet> through;
  for (const std::uint32_t number : here.candidates) {
    if (!templates_[number].contains(best_cell)) continue;
    numbers.push_back(number);
    through.push_back(templates_[number]);
  }
  const Orbits seconds = orbits_of(through, best);
  std::size_t weights = 0;
  for (const auto& [representative, size] : seconds.orbits) {
    here.beginnings.push_back({numbers[representative], size});
    weights += size;
  }
  if (weights != through.size()) throw BrokenInvariant{"the weights of the beginnings are not their number"};
}

Completions Beginnings::completions(const OrbitBeginnings& orbit, const Beginning& beginning, const Share& share,
                                    const Poll& poll) const {
  const CellSet& first = templates_[orbits_.orbits[orbit.orbit].representative];
  const CellSet& second = templates_[beginning.second];
  std::vector<Candidate> candidates;
  for (const std::uint32_t number : orbit.candidates) {
    if (!templates_[number].is_disjoint_from(second)) continue;
    candidates.push_back({templates_[number], orbits_.orbit_of[number] == orbit.orbit});
  }
  const auto rest =
      completions_of(constraints_, first.united_with(second), candidates, constraints_.side - 2, share, poll);
  Completions all{};
  const std::size_t marks = orbits_.orbit_of[beginning.second] == orbit.orbit ? 2 : 1;
  for (std::size_t m = marks; m < all.size(); ++m) all[m] = rest[m - marks];
  return all;
}

}  // namespace gridcensus::orbit_search
