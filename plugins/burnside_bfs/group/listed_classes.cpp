#include "burnside_bfs/group/listed_classes.hpp"

#include "burnside_bfs/ticks.hpp"
#include "gridcensus/broken_invariant.hpp"
#include "numbered_keys/numbered_keys.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>

namespace gridcensus::burnside_bfs {

namespace {

/// An element: the image of each point. A text, because texts can be hashed and stored contiguously.
using Text = std::u16string;
using Element = std::u16string_view;

Text text_of(const PointImages& images) { return {images.begin(), images.end()}; }

Text inverse_of(Element element) {
  Text inverse(element.size(), 0);
  for (std::size_t point = 0; point < element.size(); ++point) inverse[element[point]] = static_cast<char16_t>(point);
  return inverse;
}

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
  mathematics::NumberedKeys<char16_t> elements{points};
  elements.reserve(static_cast<std::size_t>(order) + 1);
  const auto element_at = [&elements](std::size_t number) {
    const auto key = elements.key(number);
    return Element{key.data(), key.size()};
  };
  Text image(points, 0);
  std::iota(image.begin(), image.end(), char16_t{0});
  elements.add(image);
  for (std::size_t number = 0; number < elements.size(); ++number) {
    ticks.tick();
    for (const Text& step : steps) {
      const Element element = element_at(number);
      for (std::size_t point = 0; point < points; ++point) image[point] = step[element[point]];
      elements.add(image);
      if (elements.size() > order) throw BrokenInvariant{"the search finds more symmetries than the group has"};
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
    Element least = element_at(first);
    for (std::size_t i = 0; i < members.size(); ++i) {
      ticks.tick();
      const Element member = element_at(members[i]);
      least = std::min(least, member);
      for (std::size_t h = 0; h < steps.size(); ++h) {
        for (std::size_t point = 0; point < points; ++point) {
          image[point] = steps[h][member[steps_back[h][point]]];
        }
        const std::size_t next = *elements.find(image);
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
