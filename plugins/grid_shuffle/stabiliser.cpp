#include "grid_shuffle/stabiliser.hpp"

#include "grid_shuffle/matching.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gridcensus::grid_shuffle {

namespace {

/// Returns some complete map that extends the matching, or nullopt.
std::optional<GridMap> complete(const Matching& matching, const Poll& poll) {
  const auto place = matching.next_place();
  if (!place) return matching.map();
  for (const int image : matching.candidates(*place)) {
    poll();
    Matching longer = matching;
    if (!longer.assign(*place, image)) continue;
    if (auto map = complete(longer, poll)) return map;
  }
  return std::nullopt;
}

/// Maps labels to themselves if they cannot move, and lines of a kind that cannot move.
bool assign_unmoved(Matching& matching, Shape shape, const Moves& moves) {
  for (int index = 0; index < shape.side(); ++index) {
    if (!moves.labels && !matching.assign({Line::label, index}, index)) return false;
    if (!moves.rows && !moves.bands && !matching.assign({Line::row, index}, index)) return false;
    if (!moves.columns && !moves.stacks && !matching.assign({Line::column, index}, index)) return false;
  }
  return true;
}

std::uint8_t image_under(const GridMap& map, Place place) {
  return (place.kind == Line::row ? map.rows : map.columns)[static_cast<std::size_t>(place.index)];
}

/// Returns the images of the place under the group of the generators, each with one map of the group that leads there.
std::map<int, GridMap> orbit_of(Place place, const std::vector<GridMap>& generators) {
  std::map<int, GridMap> reached{{place.index, GridMap{}}};
  std::deque<int> open{place.index};
  for (; !open.empty(); open.pop_front()) {
    const GridMap way = reached.at(open.front());
    for (const GridMap& generator : generators) {
      const GridMap longer = composed(way, generator);
      if (reached.emplace(image_under(longer, place), longer).second) open.push_back(image_under(longer, place));
    }
  }
  return reached;
}

/// Does one level, from the bottom up. `generators` generate the maps that also fix the base line, and at the end those
/// that fix only the lines in `fixed`.
std::map<int, GridMap> images_of(Place base, const Matching& fixed, std::vector<GridMap>& generators,
                                 const Poll& poll) {
  auto reached = orbit_of(base, generators);
  std::set<int> unreachable;
  for (const int image : fixed.candidates(base)) {
    if (reached.contains(image) || unreachable.contains(image)) continue;
    Matching moved = fixed;
    std::optional<GridMap> found;
    if (moved.assign(base, image)) found = complete(moved, poll);
    if (found) {
      generators.push_back(*found);
      reached = orbit_of(base, generators);
    } else {
      // The images of this image under the known maps are unreachable, too: otherwise their inverses would lead back to
      // it.
      for (const auto& [other, way] : orbit_of({base.kind, image}, generators)) unreachable.insert(other);
    }
  }
  return reached;
}

}  // namespace

StabiliserChain::StabiliserChain(const Grid& grid, const Moves& moves, const Poll& poll) {
  const Triples triples{grid};
  Matching fixed{triples, triples, grid.shape, moves};
  assign_unmoved(fixed, grid.shape, moves);
  std::vector<std::pair<Place, Matching>> bases;
  while (const auto base = fixed.next_place()) {
    bases.emplace_back(*base, fixed);
    fixed.assign(*base, base->index);
  }
  for (; !bases.empty(); bases.pop_back()) {
    const auto& [line, others_fixed] = bases.back();
    Representatives representatives{GridMap{}};
    for (const auto& [image, map] : images_of(line, others_fixed, generators_, poll)) {
      if (image != line.index) representatives.push_back(map);
    }
    levels_.push_back(std::move(representatives));
  }

  if (!moves.transposition) return;
  const Triples other_way{transposed(grid)};
  Matching matching{triples, other_way, grid.shape, moves};
  if (!assign_unmoved(matching, grid.shape, moves)) return;
  if (auto map = complete(matching, poll)) {
    // The search maps rows of the grid to rows of the transposed one, which are columns of the grid.
    std::swap(map->rows, map->columns);
    map->is_transposed = true;
    generators_.push_back(*map);
    has_transposing_map_ = true;
  }
}

Integer StabiliserChain::order() const {
  Integer order = has_transposing_map_ ? 2 : 1;
  for (const Representatives& representatives : levels_) order *= representatives.size();
  return order;
}

void StabiliserChain::for_each_untransposed(const std::function<void(const GridMap&)>& visit) const {
  // From the top level down: the maps of the deeper levels are applied before that of this one.
  const std::function<void(std::size_t, const GridMap&)> descend = [&](std::size_t levels_left, const GridMap& after) {
    if (levels_left == 0) return visit(after);
    for (const GridMap& representative : levels_[levels_left - 1]) {
      descend(levels_left - 1, composed(representative, after));
    }
  };
  descend(levels_.size(), GridMap{});
}

}  // namespace gridcensus::grid_shuffle
