#include "burnside_bfs/listed_classes.hpp"

#include "burnside_bfs/ticks.hpp"
#include "gridcensus/broken_invariant.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>

namespace gridcensus::burnside_bfs {

namespace {

/// An element: the image of each cell. A text, since texts can be hashed and many laid end to end.
using Text = std::u16string;
using Element = std::u16string_view;

Text text_of(const PointImages& images) { return {images.begin(), images.end()}; }

Text inverse_of(Element element) {
  Text inverse(element.size(), 0);
  for (std::size_t cell = 0; cell < element.size(); ++cell) inverse[element[cell]] = static_cast<char16_t>(cell);
  return inverse;
}

/// The elements of a group, numbered in the order in which they come.
class Elements {
 public:
  Elements(std::size_t cells, std::uint64_t order)
      : cells_{cells}, slots_(std::bit_ceil(2 * static_cast<std::size_t>(order) + 2)) {
    texts_.reserve(cells * static_cast<std::size_t>(order));
  }

  std::size_t size() const { return texts_.size() / cells_; }
  /// Valid until the next element comes.
  Element at(std::size_t number) const { return Element{texts_}.substr(number * cells_, cells_); }
  bool contains(Element element) const { return slots_[slot_of(element)] != 0; }
  std::size_t number_of(Element element) const { return slots_[slot_of(element)] - 1; }

  void add(Element element) {
    texts_.append(element);
    // The slot is free: it was asked for before.
    slots_[slot_of(element)] = static_cast<std::uint32_t>(size());
  }

 private:
  /// Where the element stands, or would stand.
  std::size_t slot_of(Element element) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = std::hash<Element>{}(element)&last;
    while (slots_[slot] != 0 && at(slots_[slot] - 1) != element) slot = (slot + 1) & last;
    return slot;
  }

  std::size_t cells_;
  Text texts_;                        // of all elements
  std::vector<std::uint32_t> slots_;  // open addressing: the number of an element + 1, or 0; at most half full
};

}  // namespace

std::vector<ListedClass> listed_classes(const std::vector<PointImages>& generators, std::size_t cells,
                                        std::uint64_t order, const Poll& poll) {
  std::vector<Text> steps;
  std::vector<Text> steps_back;
  for (const PointImages& generator : generators) {
    steps.push_back(text_of(generator));
    steps_back.push_back(inverse_of(steps.back()));
  }

  Ticks ticks{poll};
  Elements elements{cells, order};
  Text image(cells, 0);
  std::iota(image.begin(), image.end(), char16_t{0});
  elements.add(image);
  for (std::size_t number = 0; number < elements.size(); ++number) {
    ticks.tick();
    for (const Text& step : steps) {
      const Element element = elements.at(number);
      for (std::size_t cell = 0; cell < cells; ++cell) image[cell] = step[element[cell]];
      if (elements.contains(image)) continue;
      if (elements.size() == order) throw BrokenInvariant{"the search finds more symmetries than the group has"};
      elements.add(image);
    }
  }
  if (elements.size() != order) throw BrokenInvariant{"the search finds fewer symmetries than the group has"};

  std::vector<ListedClass> classes;
  std::vector<bool> has_class(elements.size(), false);
  std::vector<std::size_t> members;
  for (std::size_t first = 0; first < elements.size(); ++first) {
    if (has_class[first]) continue;
    has_class[first] = true;
    members.assign(1, first);
    Element least = elements.at(first);
    for (std::size_t i = 0; i < members.size(); ++i) {
      ticks.tick();
      const Element member = elements.at(members[i]);
      least = std::min(least, member);
      for (std::size_t h = 0; h < steps.size(); ++h) {
        for (std::size_t cell = 0; cell < cells; ++cell) {
          image[cell] = steps[h][member[steps_back[h][cell]]];
        }
        const std::size_t next = elements.number_of(image);
        if (has_class[next]) continue;
        has_class[next] = true;
        members.push_back(next);
      }
    }
    classes.push_back({CellImages(least.begin(), least.end()), members.size()});
  }
  std::ranges::sort(classes, {}, &ListedClass::representative);
  return classes;
}

}  // namespace gridcensus::burnside_bfs
