#include "layouts/layouts.hpp"

#include "gridcensus/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::mathematics;

std::uint64_t layouts_in(const std::map<std::string, std::uint64_t>& classes) {
  std::uint64_t layouts = 0;
  for (const auto& [letters, number] : classes) layouts += number;
  return layouts;
}

TEST(LayoutClasses, CoverAllLayouts) {
  // OEIS A172477; recounted up to side 5 by tests/end_to_end/layouts.py, which finds every layout itself.
  constexpr std::array<std::uint64_t, 6> layouts{1, 2, 10, 117, 4006, 451206};
  for (int side = 1; side <= max_side_of_all_layouts; ++side) {
    EXPECT_EQ(layouts_in(layout_classes(side, square_symmetries(side))),
              layouts.at(static_cast<std::size_t>(side - 1)));
  }
}

TEST(LayoutClasses, AreTheOrbitsOfTheLayouts) {
  for (int side = 2; side <= 4; ++side) {
    const auto symmetries = square_symmetries(side);
    const std::vector<PointImages> identity{symmetries.front()};
    ASSERT_TRUE(std::ranges::is_sorted(identity.front()));
    std::multiset<std::string> all;
    for (const auto& [letters, layouts] : layout_classes(side, identity)) all.insert(letters);
    for (const auto& [letters, layouts] : layout_classes(side, symmetries)) {
      std::set<std::string> orbit;
      for (const auto& images : symmetries) {
        std::string image;
        for (std::size_t cell = 0; cell < letters.size(); ++cell) image += letters[images[cell]];
        orbit.insert(with_ordered_letters(image));
      }
      EXPECT_EQ(orbit.size(), layouts) << letters;
      EXPECT_EQ(*orbit.begin(), letters);
      for (const auto& layout : orbit) EXPECT_EQ(all.erase(layout), 1U) << layout;
    }
    EXPECT_TRUE(all.empty()) << side;
  }
}

TEST(LayoutClasses, AreLayouts) {
  const Shape shape{1, 5};
  for (const auto& [letters, layouts] : layout_classes(5, square_symmetries(5))) {
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < 5; ++row) lines.push_back(letters.substr(row * 5, 5));
    EXPECT_TRUE(layout_mistakes(shape, lines).empty()) << letters;
  }
}

TEST(LayoutClasses, AreTheLayoutsUnderTheTrivialGroup) {
  EXPECT_EQ(layout_classes(4, {square_symmetries(4).front()}).size(), 117U);
}

TEST(SquareSymmetries, AreDistinct) {
  EXPECT_EQ(square_symmetries(1).size(), 1U);
  EXPECT_EQ(square_symmetries(2).size(), 8U);
  EXPECT_EQ(square_symmetries(6).size(), 8U);
}

TEST(SquareSymmetries, LeaveTheSymbols) {
  for (const PointImages& images : square_symmetries(2))
    EXPECT_EQ((std::vector<Point>{images.begin() + 4, images.end()}), (std::vector<Point>{4, 5}));
}

TEST(OrderedLetters, FollowTheFirstCells) {
  EXPECT_EQ(with_ordered_letters("1.1.7"), "ababc");
  EXPECT_EQ(with_ordered_letters(""), "");
  std::string all;
  for (int letter = 0; letter < 64; ++letter) all += static_cast<char>(letter + 32);
  EXPECT_EQ(with_ordered_letters(with_ordered_letters(all)), with_ordered_letters(all));
  EXPECT_THROW(with_ordered_letters(all + "~"), std::out_of_range);
}

}  // namespace
