#include "host/fields/values.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

/// Generates short lists, because RapidCheck keeps all ways to shrink a value, and long lists of lists have too many.
template <class T>
rc::Gen<std::vector<T>> few(const rc::Gen<T>& gen) {
  return rc::gen::resize(6, rc::gen::container<std::vector<T>>(gen));
}

rc::Gen<std::string> any_name() {
  // Characters that JSON must escape, and characters of several bytes.
  return rc::gen::map(few(rc::gen::element<std::string>("a", "Z", "_", "0", " ", "\"", "\\", "\n", "\t",
                                                        std::string(1, '\0'), "\x1b", "/", "é", "\U0001F600")),
                      [](const std::vector<std::string>& letters) {
                        std::string name;
                        for (const auto& letter : letters) name += letter;
                        return name;
                      });
}

/// Generates up to 2048 bits: more than the number of 5x5 grids, which has 1026.
rc::Gen<Integer> any_integer() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange(0, 33), rc::gen::arbitrary<bool>()),
      [](const auto& parts) {
        std::mt19937_64 words{std::get<0>(parts)};
        Integer value = 0;
        for (int i = 0; i < std::get<1>(parts); ++i) value = (value << 64U) + words();
        return std::get<2>(parts) ? Integer{-value} : value;
      });
}

/// Generates every exponent of a Real with every mantissa; the ends of its range are as likely as all the rest.
rc::Gen<Real> any_real() {
  using Limits = std::numeric_limits<Real>;
  return rc::gen::oneOf(
      rc::gen::map(
          rc::gen::tuple(rc::gen::arbitrary<std::int64_t>(),
                         rc::gen::inRange(Limits::min_exponent - Limits::digits, Limits::max_exponent - 63)),
          [](const auto& parts) { return std::ldexp(static_cast<Real>(std::get<0>(parts)), std::get<1>(parts)); }),
      rc::gen::element<Real>(0.0L, -0.0L, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(),
                             Limits::infinity(), -Limits::infinity(), 1.0L / 3));
}

rc::Gen<Moments> any_moments() {
  return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<std::uint64_t>(), any_real(), any_real(), any_real(),
                                     any_real(), any_real(), any_real()),
                      [](const auto& parts) {
                        // No samples have no mean: a tally would not keep one.
                        return Moments{std::max<std::uint64_t>(1, std::get<0>(parts)),
                                       std::get<1>(parts),
                                       std::get<2>(parts),
                                       std::get<3>(parts),
                                       std::get<4>(parts),
                                       std::get<5>(parts),
                                       std::get<6>(parts)};
                      });
}

Table draw_table() {
  Table table{*any_name(), *few(any_name()), {}};
  for (const auto& row : *few(any_name())) {
    table.add(row, *rc::gen::container<std::vector<Integer>>(table.columns.size(), any_integer()));
  }
  return table;
}

Estimate draw_estimate() {
  Estimate estimate{*any_real(),
                    *any_real(),
                    *any_real(),
                    *any_real(),
                    *rc::gen::arbitrary<double>(),
                    *rc::gen::arbitrary<std::uint64_t>()};
  for (int points = *rc::gen::inRange(0, 3); points > 0; --points) {
    estimate.convergence.push_back({*rc::gen::arbitrary<std::uint64_t>(), *any_real(), *any_real()});
  }
  if (*rc::gen::arbitrary<bool>()) estimate.tail = {*any_real(), *any_real(), *any_real(), *any_real()};
  return estimate;
}

RC_GTEST_PROP(RecordsLaws, TallyReadsBackAsWritten, ()) {
  Tally tally;
  for (const auto& name : *few(any_name())) tally.add(name, *any_integer());
  // Each once, because moments of one name would be merged, and tables of one name must have the same columns.
  for (const char* const name : {"", "weight"}) tally.add(name, *any_moments());
  for (const char* const name : {"", "classes"}) tally.add(name, draw_table());
  RC_ASSERT(decode<Tally>(encode(tally)) == tally);
}

RC_GTEST_PROP(RecordsLaws, OutcomeReadsBackAsWritten, ()) {
  const std::vector<Outcome> outcomes{Exact{*any_integer()}, draw_estimate(), Approximation{*any_real()},
                                      Unfinished{*any_name()}};
  for (const auto& outcome : outcomes) RC_ASSERT(decode<Outcome>(encode(outcome)) == outcome);
}

RC_GTEST_PROP(RecordsLaws, FindingReadsBackAsWritten, ()) {
  for (const FindingValue& value :
       {FindingValue{Exact{*any_integer()}}, FindingValue{draw_estimate()}, FindingValue{draw_table()}}) {
    const Finding finding{value, *any_name()};
    const auto read = decode<Finding>(encode(finding));
    RC_ASSERT(read.value == finding.value);
    RC_ASSERT(read.help == finding.help);
  }
}

RC_GTEST_PROP(RecordsLaws, DamagedTextIsRefusedOrReadsDifferently, ()) {
  Tally tally;
  tally.add("grids", *any_integer()).add("weight", *any_moments()).add("classes", draw_table());
  const std::string text = encode(tally);
  std::string damaged = text;
  const auto place = *rc::gen::inRange<std::size_t>(0, text.size());
  damaged[place] = static_cast<char>(*rc::gen::arbitrary<std::uint8_t>());
  try {
    // Each value has exactly one text, so a text that reads back equal was not damaged.
    RC_ASSERT((decode<Tally>(damaged) == tally) == (damaged == text));
  } catch (const std::invalid_argument&) {
    RC_ASSERT(damaged != text);
  }
}

}  // namespace
}  // namespace gridcensus::host
