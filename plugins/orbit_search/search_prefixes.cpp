#include "orbit_search/search_prefixes.hpp"

#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gridcensus::orbit_search {

SearchPrefixes::SearchPrefixes(const Constraints& constraints, std::vector<CellSet> templates, const Poll& poll)
    : constraints_{constraints},
      begins_at_one_point_{constraints.are_told_apart || constraints.group_order == 1},
      templates_{std::move(templates)} {
  orbits_ = orbits_of(templates_, constraints.generators, poll);
  // Large orbits first: most grids have a template of one of them, and the size of the orbit is the saving.
  std::vector<std::uint32_t> order(orbits_.orbits.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t orbit) { return orbits_.orbits[orbit].size; });
  rank_.resize(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) rank_[order[rank]] = rank;
  if (begins_at_one_point_) order = orbits_through_one_point(order);
  for (const std::uint32_t orbit : order) {
    poll();
    add_orbit(orbit);
  }
}

std::vector<std::uint32_t> SearchPrefixes::orbits_through_one_point(const std::vector<std::uint32_t>& order) {
  std::vector<std::vector<bool>> meets(static_cast<std::size_t>(constraints_.points),
                                       std::vector<bool>(order.size(), false));
  for (std::size_t number = 0; number < templates_.size(); ++number) {
    templates_[number].for_each(
        [&](int point) { meets[static_cast<std::size_t>(point)][orbits_.orbit_of[number]] = true; });
  }
  const auto count = [](const std::vector<bool>& orbits) { return std::ranges::count(orbits, true); };
  const std::vector<bool>& fewest = *std::ranges::min_element(meets, {}, count);
  std::vector<std::uint32_t> through;
  std::ranges::copy_if(order, std::back_inserter(through), [&](std::uint32_t orbit) { return fewest[orbit]; });
  std::vector<std::uint32_t> ranked = through;
  std::ranges::copy_if(order, std::back_inserter(ranked), [&](std::uint32_t orbit) { return !fewest[orbit]; });
  for (std::uint32_t rank = 0; rank < ranked.size(); ++rank) rank_[ranked[rank]] = rank;
  return through;
}

void SearchPrefixes::add_orbit(std::uint32_t orbit) {
  const CellSet& first = templates_[orbits_.orbits[orbit].representative];
  OrbitPrefixes& here = by_orbit_.emplace_back();
  here.orbit = orbit;
  const Beside is_beside{constraints_, first};
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    if (rank_[orbits_.orbit_of[number]] >= rank_[orbit] && is_beside(templates_[number])) {
      here.candidates.push_back(number);
    }
  }
  if (constraints_.side == 1) return;
  const auto points = static_cast<std::size_t>(constraints_.points);
  const auto stabiliser = stabiliser_of(first, constraints_.generators, constraints_.group_order, points);
  // The free point that most of them fix; without large orbits, the one with the fewest candidates among several.
  std::vector<std::size_t> through_point(points, 0);
  for (const std::uint32_t number : here.candidates) {
    if (!begins_at_one_point_) break;
    templates_[number].for_each([&](int point) { ++through_point[static_cast<std::size_t>(point)]; });
  }
  const Integer order = constraints_.group_order / orbits_.orbits[orbit].size;
  std::vector<PointImages> best;
  Integer best_order = 0;
  std::size_t best_point = 0;
  for (std::size_t point = 0; point < points; ++point) {
    if (first.contains(static_cast<int>(point))) continue;
    CellSet alone;
    alone.insert(static_cast<int>(point));
    auto keeping = order == 1 ? std::vector<PointImages>{} : stabiliser_of(alone, stabiliser, order, points);
    PermutationGroup subgroup{points};
    for (const PointImages& element : keeping) subgroup.insert(element);
    const bool is_better = subgroup.order() > best_order ||
                           (subgroup.order() == best_order && through_point[point] < through_point[best_point]);
    if (!is_better) continue;
    best_order = subgroup.order();
    best = std::move(keeping);
    best_point = point;
    if (best_order == order && !begins_at_one_point_) break;
  }
  std::vector<std::uint32_t> numbers;
  std::vector<CellSet> through;
  for (const std::uint32_t number : here.candidates) {
    if (!templates_[number].contains(static_cast<int>(best_point))) continue;
    numbers.push_back(number);
    through.push_back(templates_[number]);
  }
  const Orbits seconds = orbits_of(through, best);
  std::size_t weights = 0;
  for (const auto& [representative, size] : seconds.orbits) {
    here.prefixes.push_back({numbers[representative], size});
    weights += size;
  }
  if (weights != through.size()) {
    throw BrokenInvariant{"the weights of the prefixes do not add up to the number of candidates"};
  }
}

Completions SearchPrefixes::completions(const OrbitPrefixes& orbit, const SearchPrefix& prefix, const Share& share,
                                        const Poll& poll) const {
  const CellSet& first = templates_[orbits_.orbits[orbit.orbit].representative];
  const CellSet& second = templates_[prefix.second];
  const Beside is_beside{constraints_, second};
  std::vector<Candidate> candidates;
  for (const std::uint32_t number : orbit.candidates) {
    if (!is_beside(templates_[number])) continue;
    candidates.push_back({templates_[number], orbits_.orbit_of[number] == orbit.orbit});
  }
  const auto rest =
      completions_of(constraints_, first.united_with(second), candidates, constraints_.side - 2, share, poll);
  Completions all{};
  const std::size_t marks = orbits_.orbit_of[prefix.second] == orbit.orbit ? 2 : 1;
  for (std::size_t m = marks; m < all.size(); ++m) all[m] = rest[m - marks];
  return all;
}

}  // namespace gridcensus::orbit_search
