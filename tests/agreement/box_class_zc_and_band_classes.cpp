// Two exact methods that share no counting code, compared class by class: the completions of a band whose boxes 2 and 3
// have given columns, summed by one method over the row classes of boxes 4 and 7, by the other over the signatures of
// the second band.
#include "box_class_zc/combinations.hpp"
#include "box_class_zc/tests/source_lines.hpp"
#include "support/loaded_plugin.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace gridcensus;
using namespace gridcensus::testing;
using namespace gridcensus::box_class_zc;

const PluginEntry& band_classes() {
  static const PluginEntry& plugin = load(plugin_file("band_classes"));
  return plugin;
}

TEST(BoxClassZcAndBandClasses, HaveTheSameCompletionsOfEveryClassOfBands) {
  const Report report = count(*create(band_classes()), {.shape = {3, 3}}, {Quantity::grids});
  const auto& table = std::get<Table>(report.findings.at("signature_class_table").value);
  ASSERT_EQ(table.columns, (std::vector<std::string>{"size", "completions"}));
  ASSERT_EQ(table.rows.size(), 44U);

  for (const auto& [name, values] : table.rows) {
    // Box 1 has the columns 147 258 369 in both methods; the name gives those of boxes 2 and 3.
    const std::size_t bar = name.find(" | ");
    ASSERT_NE(bar, std::string::npos);
    const Code box_2 = border().classes().code_of(lines(name.substr(0, bar)));
    const Code box_3 = border().classes().code_of(lines(name.substr(bar + 3)));
    Selection selection;
    selection.box_3.resize(border().size());
    selection.box_7.resize(border().size());
    selection.box_3[box_2] = {{box_3, 1}};
    for (Code box_4 = 0; box_4 < static_cast<Code>(border().size()); ++box_4) {
      selection.pairs.push_back({box_2, box_4, 1});
      for (const Code box_7 : border().partners(box_4)) {
        selection.box_7[box_4].push_back({box_7, static_cast<std::uint16_t>(border().copies(box_4, box_7))});
      }
    }
    const Combinations combinations{interior(), selection, 1};
    // Boxes 4 and 7 have their rows in 3! orders each; the table omits these, and the order of the two bands.
    EXPECT_EQ(Integer{combinations.count(0, fastest_kernel(), [] {}).weighted}, 2 * values[1]) << name;
  }
}

}  // namespace
