#include "orbit_search/templates.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridcensus::orbit_search {

Constraints::Constraints(const Problem& problem) : side{problem.shape.side()}, regions{problem.regions()} {
  if (side > max_side_of_search) throw std::invalid_argument{"a grid has too many cells for a set of 128"};
  for (const auto& cells : cells_seen(problem)) {
    CellSet& set = seen.emplace_back();
    for (const int cell : cells) set.insert(cell);
  }
}

namespace {

/// Chooses a cell in each row that none of the cells above sees.
class TemplateSearch {
 public:
  TemplateSearch(const Constraints& constraints, std::size_t most) : constraints_{constraints}, most_{most} {
    for (const Region& region : constraints.regions) {
      CellSet& set = regions_.emplace_back();
      for (const int cell : region) set.insert(cell);
    }
  }

  /// @return  false: there are too many
  bool descend(int row, const CellSet& chosen, const CellSet& forbidden) {
    if (row == constraints_.side) {
      const auto is_met = [&](const CellSet& region) { return !region.is_disjoint_from(chosen); };
      if (!std::ranges::all_of(regions_, is_met)) return true;
      if (found.size() == most_) return false;
      found.push_back(chosen);
      return true;
    }
    for (int cell = row * constraints_.side; cell < (row + 1) * constraints_.side; ++cell) {
      if (forbidden.contains(cell)) continue;
      CellSet more = chosen;
      more.insert(cell);
      if (!descend(row + 1, more, forbidden.united_with(constraints_.seen[static_cast<std::size_t>(cell)]))) {
        return false;
      }
    }
    return true;
  }

  std::vector<CellSet> found;

 private:
  const Constraints& constraints_;
  std::size_t most_;
  std::vector<CellSet> regions_;
};

}  // namespace

std::optional<std::vector<CellSet>> all_templates(const Constraints& constraints, std::size_t most) {
  TemplateSearch search{constraints, most};
  if (!search.descend(0, {}, {})) return std::nullopt;
  std::ranges::sort(search.found);
  return std::move(search.found);
}

}  // namespace gridcensus::orbit_search
