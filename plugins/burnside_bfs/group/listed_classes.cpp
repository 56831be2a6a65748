#include "burnside_bfs/group/listed_classes.hpp"

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

/// An element: the image of each point. A text, since texts can be hashed and many laid end to end.
using Text = std::u16string;
using Element = std::u16string_view;

Text text_of(const PointImages& images) { return {images.begin(), images.end()}; }

Text inverse_of(Element element) {
  Text inverse(element.size(), 0);
  for (std::size_t point = 0; point < element.size(); ++point) inverse[element[point]] = static_cast<char16_t>(point);
  return inverse;
}

/// The elements of a group, numbered in the order in which they come.
class Elements {
 public:
  Elements(std::size_t points, std::uint64_t order)
      : points_{points}, slots_(std::bit_ceil(2 * static_cast<std::size_t>(order) + 2)) {
    texts_.reserve(points * static_cast<std::size_t>(order));
  }

  std::size_t size() const { return texts_.size() / points_; }
  /// Valid until the next element comes.
  Element at(std::size_t number) const { return Element{texts_}.substr(number * points_, points_); }
  bool contains(Element element) const { return slots_[slot_of(element)] != 0; }
  std::size_t number_of(Element element) const { return slots_[slot_of(element)] - 1; }

  void add(Element element) {
    texts_.append(element);
    // The slot is free: it was asked for before.
    slots_[slot_of(element)] = static_cast<std::uint32_t>(size());
  }

 private:
  /// Returns the slot of the element, or the free one where it belongs.
  std::size_t slot_of(Element element) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = std::hash<Element>{}(element)&last;
    while (slots_[slot] != 0 && at(slots_[slot] - 1) != element) slot = (slot + 1) & last;
    return slot;
  }

  std::size_t points_;
  Text texts_;                        // of all elements
  std::vector<std::uint32_t> slots_;  // open addressing: the number of an element + 1, or 0; at most half full
};

}  // namespace

std::vector<ListedClass> listed_classes(const std::vector<PointImages>& generators, std::size_t points,
                                        std::uint64_t order, const Poll& poll) {
  std::vector<Text> steps;
  std::vector<Text> steps_back;
  for (const PointImages& generator : generators) {
    steps.push_back(text_of(generator));
    steps_back.push_back(inverse_of(steps.back()));
  }

  Ticks ticks{poll};
  Elements elements{points, order};
  Text image(points, 0);
  std::iota(image.begin(), image.end(), char16_t{0});
  elements.add(image);
  for (std::size_t number = 0; number < elements.size(); ++number) {
    ticks.tick();
    for (const Text& step : steps) {
      const Element element = elements.at(number);
      for (std::size_t point = 0; point < points; ++point) image[point] = step[element[point]];
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
        for (std::size_t point = 0; point < points; ++point) {
          image[point] = steps[h][member[steps_back[h][point]]];
        }
        const std::size_t next = elements.number_of(image);
        if (has_class[next]) continue;
        has_class[next] = true;
        members.push_back(next);
      }
    }
    classes.push_back({PointImages(least.begin(), least.end()), members.size()});
  }
  std::ranges::sort(classes, {}, &ListedClass::representative);
  return classes;
}

}  // namespace gridcensus::burnside_bfs
