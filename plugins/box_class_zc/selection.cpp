#include "box_class_zc/selection.hpp"

#include <algorithm>
#include <cstdint>

namespace gridcensus::box_class_zc {

namespace {

/// Returns the partners of every class for which `is_chosen(class, partner)` is true, with the copies of the pair.
/// Pairs that are chosen in one order only count twice.
template <class IsChosen>
std::vector<std::vector<Selection::Partner>> chosen_partners(const Border& border, const IsChosen& is_chosen) {
  std::vector<std::vector<Selection::Partner>> partners(border.size());
  for (std::size_t i = 0; i < border.size(); ++i) {
    const auto code = static_cast<Code>(i);
    for (const Code partner : border.partners(code)) {
      if (!is_chosen(code, partner)) continue;
      const int orders = is_chosen(partner, code) ? 1 : 2;
      partners[i].push_back({partner, static_cast<std::uint16_t>(orders * border.copies(code, partner))});
    }
  }
  return partners;
}

/// Returns the orbits of classes under the symmetries of box 1, numbered in the order of their least class.
std::vector<int> orbits_of_classes(const std::vector<Border::Symmetry>& symmetries, std::size_t classes) {
  std::vector<int> orbits(classes, -1);
  int next = 0;
  for (std::size_t code = 0; code < classes; ++code) {
    if (orbits[code] >= 0) continue;
    for (const auto& symmetry : symmetries) orbits[symmetry.columns[code]] = next;
    ++next;
  }
  return orbits;
}

}  // namespace

Selection selection_by_number(const Border& border, First first) {
  const auto goes_first = [first](Code left, Code right) {
    return first == First::greater ? left >= right : left <= right;
  };
  Selection selection;
  selection.box_3 = chosen_partners(border, goes_first);
  selection.box_7 = selection.box_3;
  for (std::size_t i = 0; i < border.size(); ++i) {
    for (std::size_t j = 0; j < border.size(); ++j) {
      const auto box_2 = static_cast<Code>(i);
      const auto box_4 = static_cast<Code>(j);
      if (goes_first(box_2, box_4)) selection.pairs.push_back({box_2, box_4, box_2 == box_4 ? 1U : 2U});
    }
  }
  return selection;
}

Selection selection_by_orbit(const Border& border) {
  const std::vector<Border::Symmetry> symmetries = border.symmetries();
  const std::vector<int> orbits = orbits_of_classes(symmetries, border.size());
  Selection selection;
  selection.box_3 = chosen_partners(border, [&](Code left, Code right) { return orbits[left] >= orbits[right]; });
  selection.box_7 = selection.box_3;

  std::vector<bool> is_seen(border.size() * border.size());
  for (std::size_t i = 0; i < border.size(); ++i) {
    for (std::size_t j = 0; j < border.size(); ++j) {
      if (is_seen[i * border.size() + j]) continue;
      std::uint32_t orbit = 0;
      const auto see = [&](Code box_2, Code box_4) {
        const std::size_t place = box_2 * border.size() + box_4;
        if (!is_seen[place]) ++orbit;
        is_seen[place] = true;
      };
      for (const auto& symmetry : symmetries) {
        const Code columns = symmetry.columns[i];
        const Code rows = symmetry.rows[j];
        see(columns, rows);
        see(rows, columns);  // the mirror
      }
      // Of the pair and its mirror image: the one with fewer classes of box 3, because tables are built for these.
      const bool as_seen = selection.box_3[i].size() <= selection.box_3[j].size();
      selection.pairs.push_back({static_cast<Code>(as_seen ? i : j), static_cast<Code>(as_seen ? j : i), orbit});
    }
  }
  return selection;
}

}  // namespace gridcensus::box_class_zc
