// The sums: kernels compared with each other and with plain loops, combinations with the source's loops as it describes
// them.
#include "box_class_zc/combinations.hpp"
#include "box_class_zc/tests/source_lines.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus::box_class_zc;
using gridcensus::testing::border;
using gridcensus::testing::interior;

std::size_t below(std::mt19937& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random);
}

/// Rows with minimum, maximum and random values in their lanes.
struct KernelInput {
  static constexpr std::size_t classes = 280;
  std::vector<Row> windows{classes + 1};
  std::vector<Row> masks{classes};
  std::vector<OctetRows> octets{classes};
  std::vector<SplitsRows> splits{classes};
  std::vector<Selection::Partner> visits;

  KernelInput(std::mt19937& random, bool is_full) {
    for (std::size_t code = 0; code < classes; ++code) {
      std::uint8_t existing = 0;
      for (std::size_t lane = 0; lane < triplets; ++lane) {
        windows[code].lanes[lane] = static_cast<std::uint8_t>(is_full ? 8 : below(random, 9));
        masks[code].lanes[lane] = static_cast<std::uint8_t>(is_full || below(random, 8) == 0 ? 0xFF : 0);
        existing = static_cast<std::uint8_t>(existing + (masks[code].lanes[lane] != 0 ? 1 : 0));
      }
      windows[code].lanes[tally_lane] = 1;
      masks[code].lanes[tally_lane] = static_cast<std::uint8_t>(-existing);
      const bool exists = is_full || below(random, 10) != 0;
      for (auto& row : octets[code]) {
        row = row_offset(static_cast<Code>(exists ? below(random, classes) : classes));
      }
      for (auto& split : splits[code]) {
        split = {row_offset(static_cast<Code>(below(random, classes))),
                 row_offset(static_cast<Code>(below(random, classes)))};
      }
      // The maximum weight of one call.
      const auto weight = is_full ? max_weight_of_visits / classes : 1 + below(random, 16);
      visits.push_back({static_cast<Code>(code), static_cast<std::uint16_t>(weight)});
    }
  }
};

const Row& row_of(const std::vector<Row>& rows, RowOffset offset) { return rows.at(offset / sizeof(Row)); }

TEST(Kernels, EqualPlainLoops) {
  std::mt19937 random{7};
  for (const bool is_full : {false, true}) {
    const KernelInput input{random, is_full};
    std::vector<Row> expected_counts(KernelInput::classes);
    for (std::size_t code = 0; code < KernelInput::classes; ++code) {
      for (const RowOffset offset : input.octets[code]) {
        for (std::size_t lane = 0; lane < sizeof(Row); ++lane) {
          auto& sum = expected_counts[code].lanes[lane];
          sum = static_cast<std::uint8_t>(sum + row_of(input.windows, offset).lanes[lane]);
        }
      }
    }
    Sums expected{.combinations = input.visits.size()};
    for (const auto& visit : input.visits) {
      std::uint64_t solutions = 0;
      for (const SplitRows& split : input.splits[visit.code]) {
        for (std::size_t lane = 0; lane < triplets; ++lane) {
          if (row_of(input.masks, split.mask).lanes[lane] == 0) continue;
          solutions += row_of(expected_counts, split.count).lanes[lane];
          // 64 steps of the source if the row exists, as its tally lane shows.
          expected.inner_iterations += row_of(expected_counts, split.count).lanes[tally_lane] * std::uint64_t{8};
        }
      }
      expected.solutions += solutions;
      expected.weighted += solutions * visit.weight;
    }

    int tried = 0;
    for (const Kernel& kernel : kernels()) {
      if (!kernel.is_supported()) continue;
      std::vector<Row> counts(KernelInput::classes);
      kernel.add_octets(input.windows.data(), input.octets.data(), counts.size(), counts.data());
      for (std::size_t code = 0; code < counts.size(); ++code) {
        ASSERT_EQ(counts[code].lanes, expected_counts[code].lanes) << kernel.name;
      }
      const std::vector<Row> none(KernelInput::classes);
      const auto sums =
          kernel.visit({counts.data(), none.data()}, input.masks.data(), input.splits.data(), input.visits);
      EXPECT_EQ(sums[0], expected) << kernel.name;
      EXPECT_EQ(sums[1], Sums{.combinations = input.visits.size()}) << kernel.name;
      const auto exchanged =
          kernel.visit({none.data(), counts.data()}, input.masks.data(), input.splits.data(), input.visits);
      EXPECT_EQ(exchanged[1], expected) << kernel.name;
      ++tried;
    }
    EXPECT_GE(tried, 1);
  }
}

TEST(Kernels, AlwaysIncludeThePortableOne) {
  EXPECT_EQ(kernels().back().name, "portable");
  EXPECT_TRUE(kernels().back().is_supported());
  EXPECT_TRUE(fastest_kernel().is_supported());
}

/// One of the lists that the source makes for two classes: a fitting box, by the sets that it leaves for the boxes
/// beyond.
struct Leaving {
  Lines along;                ///< to the box beyond in the direction whose triplet is fixed
  std::vector<Lines> across;  ///< to the box beyond in the other direction, for each box that fits
};

std::vector<Lines> orders_beside(const Lines& taken) {
  static const std::vector<Lines> classes = all_classes(9, 3);
  std::vector<Lines> orders;
  for (const Lines& box_class : classes) {
    for (const Lines& order : fitting_orders(box_class, complement(taken, 9))) orders.push_back(order);
  }
  return orders;
}

std::vector<Leaving> leaving(const Lines& along, const Lines& across) {
  std::vector<Leaving> found;
  for (const Lines& mine : orders_beside(along)) {
    Leaving leaves{.along = class_of(complement(along | mine, 9)), .across = {}};
    for (const Lines& other : orders_beside(across)) {
      if (zero_crossings(mine, other) == 0) leaves.across.push_back(class_of(complement(across | other, 9)));
    }
    if (!leaves.across.empty()) found.push_back(leaves);
  }
  return found;
}

/// Runs the loops of the source over one combination, without any of our tables.
Sums source_loops(const Lines& c2, const Lines& c3, const Lines& r4, const Lines& r7) {
  Sums sums{.combinations = 1};
  const auto box_9 = leaving(r7, c3);
  for (const auto& [c8, r6_of_5] : leaving(c2, r4)) {
    for (const auto& [r8, c6_of_9] : box_9) {
      if (zero_crossings(r8, c8) != 0) continue;
      for (const Lines& r6 : r6_of_5) {
        for (const Lines& c6 : c6_of_9) {
          ++sums.inner_iterations;
          sums.solutions += zero_crossings(r6, c6) == 0 ? 1U : 0U;
        }
      }
    }
  }
  sums.weighted = sums.solutions;
  return sums;
}

Selection selection_of_one(Code box_2, Code box_3, Code box_4, Code box_7) {
  Selection selection;
  selection.pairs = {{box_2, box_4, 1}};
  selection.box_3.resize(border().size());
  selection.box_7.resize(border().size());
  selection.box_3[box_2] = {{box_3, 1}};
  selection.box_7[box_4] = {{box_7, 1}};
  return selection;
}

TEST(Combinations, AreCountedAsTheSourceCountsThem) {
  std::mt19937 random{3};
  for (int round = 0; round < 60; ++round) {
    const auto box_2 = static_cast<Code>(below(random, border().size()));
    const auto box_4 = static_cast<Code>(below(random, border().size()));
    const auto beside_2 = border().partners(box_2);
    const auto below_4 = border().partners(box_4);
    const Code box_3 = beside_2[below(random, beside_2.size())];
    const Code box_7 = below_4[below(random, below_4.size())];
    const Combinations one{interior(), selection_of_one(box_2, box_3, box_4, box_7), 1};
    const auto& classes = border().classes();
    const Sums expected = source_loops(classes[box_2], classes[box_3], mirror(classes[box_4]), mirror(classes[box_7]));
    for (const Kernel& kernel : kernels()) {
      if (!kernel.is_supported()) continue;
      EXPECT_EQ(one.count(0, kernel, [] {}), expected) << kernel.name;
    }
  }
}

TEST(Combinations, AreAsManyAsTheSourceReports) {
  const auto combinations = [](const Selection& selection) {
    std::uint64_t sum = 0;
    for (const auto& pair : selection.pairs) {
      sum += selection.box_3[pair.box_2].size() * selection.box_7[pair.box_4].size();
    }
    return sum;
  };
  // PatmaxDaddy's two variants.
  EXPECT_EQ(combinations(selection_by_number(border(), First::lesser)), 249184342U);
  EXPECT_EQ(combinations(selection_by_number(border(), First::greater)), 249292522U);
}

TEST(Combinations, HaveWeightsThatAddUpToAll) {
  for (const Selection& selection : {selection_by_number(border(), First::lesser),
                                     selection_by_number(border(), First::greater), selection_by_orbit(border())}) {
    std::uint64_t weight = 0;
    for (const auto& pair : selection.pairs) {
      std::uint64_t boxes_3 = 0;
      std::uint64_t boxes_7 = 0;
      for (const auto& partner : selection.box_3[pair.box_2]) boxes_3 += partner.weight;
      for (const auto& partner : selection.box_7[pair.box_4]) boxes_7 += partner.weight;
      weight += pair.weight * boxes_3 * boxes_7;
    }
    EXPECT_EQ(weight, std::uint64_t{72576} * 72576);
  }
}

TEST(Combinations, AddUpToTheSameInAnySlices) {
  // The last five pairs of the reduced selection.
  Selection few = selection_by_orbit(border());
  few.pairs.erase(few.pairs.begin(), few.pairs.end() - 5);
  const auto total = [&](std::size_t slices) {
    const Combinations combinations{interior(), few, slices};
    EXPECT_EQ(combinations.slices(), slices);
    Sums sum;
    for (std::size_t slice = 0; slice < combinations.slices(); ++slice) {
      const Sums part = combinations.count(slice, fastest_kernel(), [] {});
      EXPECT_EQ(part.weighted % combinations.divisor(slice), 0U);
      EXPECT_GT(combinations.cost(slice), 0);
      sum += part;
    }
    return sum;
  };
  const Sums whole = total(1);
  EXPECT_GT(whole.weighted, 0U);
  EXPECT_EQ(total(7), whole);
  EXPECT_EQ(total(100), whole);
}

TEST(Combinations, StopOnRequest) {
  const Combinations combinations{interior(), selection_by_orbit(border()), 1};
  struct Stop {};
  int polls = 0;
  EXPECT_THROW(combinations.count(0, fastest_kernel(),
                                  [&polls] {
                                    if (++polls == 10) throw Stop{};
                                  }),
               Stop);
}

TEST(Combinations, RefuseWeightsThatDoNotFit) {
  Selection selection = selection_of_one(0, 1, 2, 3);
  selection.box_7[2] = {{3, 65535}, {4, 65535}};
  EXPECT_THROW((Combinations{interior(), selection, 1}), std::invalid_argument);
}

}  // namespace
