#include "gridcensus/parameters.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/quantity.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/tally.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace gridcensus {
namespace {

/// Generates integers of any sign and up to about 600 bits.
rc::Gen<Integer> any_integer() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::arbitrary<bool>(), rc::gen::resize(10, rc::gen::container<std::vector<std::uint64_t>>(
                                                                        rc::gen::arbitrary<std::uint64_t>()))),
      [](const std::pair<bool, std::vector<std::uint64_t>>& parts) {
        Integer value = 0;
        for (const std::uint64_t limb : parts.second) value = (value << 64U) + limb;
        return parts.first ? Integer{-value} : value;
      });
}

rc::Gen<Shape> any_shape() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(1, 9), rc::gen::inRange(1, 9)),
                      [](const std::pair<int, int>& sizes) { return make_shape(sizes.first, sizes.second); });
}

rc::Gen<std::vector<double>> any_samples() {
  return rc::gen::container<std::vector<double>>(
      rc::gen::map(rc::gen::inRange(-1'000'000, 1'000'000), [](int value) { return value / 128.0; }));
}

Moments moments_of(const std::vector<double>& samples) {
  Moments moments;
  for (const double sample : samples) moments.add(sample);
  return moments;
}

/// Expects equality up to rounding, relative to the size of the samples.
void expect_close(const Moments& left, const Moments& right) {
  RC_ASSERT(left.count == right.count);
  const Real size = std::fabs(right.mean) + std::sqrt(right.variance()) + 1;
  RC_ASSERT(std::fabs(left.mean - right.mean) <= size * 1e-15L);
  RC_ASSERT(std::fabs(left.squares - right.squares) <= (right.squares + size * size) * 1e-14L);
}

RC_GTEST_PROP(IntegerLaw, PrintedFormReadsBack, ()) {
  const Integer value = *any_integer();
  const auto text = to_decimal(value);
  RC_ASSERT(parse_integer(text) == value);
}

RC_GTEST_PROP(IntegerLaw, ReadsOnlyPrintedForms, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"0123456789-+ .e,"}));
  const auto value = parse_integer(text);
  RC_CLASSIFY(value.has_value());
  if (value) RC_ASSERT(to_decimal(*value) == text);
}

RC_GTEST_PROP(IntegerLaw, GroupingOnlyAddsCommas, ()) {
  const auto text = to_decimal(*any_integer());
  auto grouped = group_digits(text);
  std::size_t digits_in_group = 0;
  for (const char c : std::string{grouped.rbegin(), grouped.rend()}) {
    if (c == ',') {
      RC_ASSERT(digits_in_group == 3U);
      digits_in_group = 0;
    } else if (c != '-') {
      RC_ASSERT(++digits_in_group <= 3U);
    }
  }
  std::erase(grouped, ',');
  RC_ASSERT(grouped == text);
}

RC_GTEST_PROP(RealLaw, PrintedFormReadsBackBitForBit, (std::int64_t significand, std::int16_t exponent)) {
  const Real value = std::ldexp(static_cast<Real>(significand), exponent / 4);
  const auto back = parse_real(to_decimal(value));
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == value);
}

RC_GTEST_PROP(ShapeLaw, PrintedFormReadsBack, ()) {
  const Shape shape = *any_shape();
  RC_ASSERT(parse_shape(to_string(shape)) == shape);
  RC_ASSERT(shape.transposed().transposed() == shape);
  RC_ASSERT(shape.bands() * shape.box_rows == shape.side());
  RC_ASSERT(shape.stacks() * shape.box_cols == shape.side());
}

RC_GTEST_PROP(ShapeLaw, AnyTextParsesOrThrowsInvalidShape, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"0123456789xX- "}));
  try {
    RC_ASSERT(to_string(parse_shape(text)) == text);
  } catch (const InvalidShape&) {
  }
}

RC_GTEST_PROP(ProblemLaw, RegionsAreDistinctAndCoverEveryCell, ()) {
  const Problem problem{*any_shape()};
  const int side = problem.shape.side();
  std::vector<int> covered(static_cast<std::size_t>(problem.shape.cells()));
  const auto regions = problem.regions();
  for (const Region& region : regions) {
    const std::set<int> cells(region.begin(), region.end());
    RC_ASSERT(cells.size() == static_cast<std::size_t>(side));
    RC_ASSERT(*cells.begin() >= 0);
    RC_ASSERT(*cells.rbegin() < problem.shape.cells());
    for (const int cell : region) ++covered[static_cast<std::size_t>(cell)];
  }
  const bool has_boxes = problem.shape.box_rows > 1 && problem.shape.box_cols > 1;
  for (const int times : covered) RC_ASSERT(times == (has_boxes ? 3 : 2));
}

RC_GTEST_PROP(ProblemLaw, TransposingAGridTransposesItsRegions, ()) {
  const Problem problem{*any_shape()};
  const int side = problem.shape.side();
  std::set<std::set<int>> images;
  for (const Region& region : problem.regions()) {
    std::set<int> cells;
    for (const int cell : region) cells.insert(cell % side * side + cell / side);
    images.insert(cells);
  }
  std::set<std::set<int>> expected;
  for (const Region& region : Problem{problem.shape.transposed()}.regions())
    expected.emplace(region.begin(), region.end());
  RC_ASSERT(images == expected);
}

RC_GTEST_PROP(QuantityLaw, TransposedShapeHasTheSameDivisor, ()) {
  const Problem problem{*any_shape()};
  const Integer divisor = known_divisor(Quantity::grids, problem);
  RC_ASSERT(divisor == known_divisor(Quantity::grids, {problem.shape.transposed()}));
  RC_ASSERT(divisor == known_divisor(Quantity::relabelling_classes, problem) * factorial(problem.shape.side()));
}

RC_GTEST_PROP(MomentsLaw, MergedPartsEqualTheWhole, ()) {
  const auto samples = *any_samples();
  const auto cut = *rc::gen::inRange<std::size_t>(0, samples.size() + 1);
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(cut);
  Moments merged = moments_of({samples.begin(), middle});
  merged.add(moments_of({middle, samples.end()}));
  expect_close(merged, moments_of(samples));
}

RC_GTEST_PROP(MomentsLaw, MergingIsAssociativeUpToRounding, ()) {
  const Moments a = moments_of(*any_samples());
  const Moments b = moments_of(*any_samples());
  const Moments c = moments_of(*any_samples());
  Moments left = a;
  left.add(b);
  left.add(c);
  Moments tail = b;
  tail.add(c);
  Moments right = a;
  right.add(tail);
  expect_close(left, right);
}

RC_GTEST_PROP(MomentsLaw, AgreeWithTheDefinition, ()) {
  const auto samples = *any_samples();
  RC_PRE(samples.size() >= 2U);
  Real sum = 0;
  for (const double sample : samples) sum += sample;
  const Real mean = sum / static_cast<Real>(samples.size());
  Real squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  expect_close(moments_of(samples), {.count = samples.size(), .mean = mean, .squares = squares});
}

Tally any_tally() {
  Tally tally;
  for (const int name : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 4))) {
    Table table{.key = "row", .columns = {"value"}, .rows = {}};
    table.add(std::to_string(name), {*any_integer()});
    tally.add("sum" + std::to_string(name), *any_integer()).add("table", table);
  }
  return tally;
}

RC_GTEST_PROP(TallyLaw, IntegersAndTablesDoNotDependOnTheOrder, ()) {
  const Tally a = any_tally();
  const Tally b = any_tally();
  const Tally c = any_tally();
  Tally forward = a;
  forward.add(b).add(c);
  Tally tail = c;
  tail.add(b);
  Tally backward = tail;
  backward.add(a);
  RC_ASSERT(forward == backward);
}

RC_GTEST_PROP(RandomLaw, StaysBelowItsBound, (std::uint64_t seed, std::uint64_t unit)) {
  const auto bound =
      *rc::gen::suchThat(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t value) { return value > 0; });
  Random random{seed, 0, unit};
  for (int i = 0; i < 20; ++i) RC_ASSERT(random.below(bound) < bound);
}

RC_GTEST_PROP(RandomLaw, DependsOnSeedStreamAndUnitAlone,
              (std::uint64_t seed, std::uint64_t stream, std::uint64_t unit)) {
  Random once{seed, stream, unit};
  Random again{seed, stream, unit};
  for (int i = 0; i < 9; ++i) RC_ASSERT(once() == again());
}

RC_GTEST_PROP(ParameterLaw, ShownFormReadsBack, (std::int64_t integer, bool flag)) {
  ParameterSpec spec;
  spec.type = ParameterType::integer;
  RC_ASSERT(parse_parameter(spec, to_string(ParameterValue{integer})) == ParameterValue{integer});
  spec.type = ParameterType::boolean;
  RC_ASSERT(parse_parameter(spec, to_string(ParameterValue{flag})) == ParameterValue{flag});
  spec.type = ParameterType::real;
  const double real = std::ldexp(static_cast<double>(integer), *rc::gen::inRange(-1000, 900));
  RC_ASSERT(parse_parameter(spec, to_string(ParameterValue{real})) == ParameterValue{real});
}

}  // namespace
}  // namespace gridcensus
