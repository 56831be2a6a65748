#include "host/isolation/message.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

const Message any_message{"count", "", std::string("\0\xff\n", 3), std::string(100'000, 'x')};

TEST(IsolationMessage, IsReadHoweverItComes) {
  const std::string bytes = packed(7, any_message) + packed(8, {});
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, bytes.size()}) {
    Unpacker unpacker;
    std::vector<Unpacker::Numbered> read;
    for (std::size_t place = 0; place < bytes.size(); place += step) {
      unpacker.add(std::string_view{bytes}.substr(place, step));
      while (auto message = unpacker.next()) read.push_back(*std::move(message));
    }
    ASSERT_EQ(read.size(), 2);
    EXPECT_EQ(read[0].number, 7);
    EXPECT_EQ(read[0].message, any_message);
    EXPECT_EQ(read[1].number, 8);
    EXPECT_EQ(read[1].message, Message{});
  }
}

TEST(IsolationMessage, IsNotTakenForWhatItIsNot) {
  const auto reads = [](const std::string& bytes) {
    Unpacker unpacker;
    unpacker.add(bytes);
    return unpacker.next();
  };
  const std::string good = packed(1, {"a field"});
  EXPECT_TRUE(reads(good));
  EXPECT_FALSE(reads(good.substr(0, good.size() - 1)));
  EXPECT_THROW(reads("2"), NoMessage);
  EXPECT_THROW(reads("288 grids\n"), NoMessage);
  EXPECT_THROW(reads("x" + good), NoMessage);
  std::string too_long = good;
  too_long[16 + 7] = '\x7f';  // the highest byte of its length
  EXPECT_THROW(reads(too_long), NoMessage);
  std::string cut_field = good;
  cut_field[24] = '\x7f';  // the lowest byte of the field's length
  EXPECT_THROW(reads(cut_field), NoMessage);
}

TEST(IsolationMessage, KeepsAssignmentsWhole) {
  const Assignment assignment{.plugin = "/a folder/b.so",
                              .sha256 = "0123",
                              .parameters = {{"mode", "two words"}, {"text", ""}},
                              .problem = {{2, 5}},
                              .quantities = {Quantity::grids, Quantity::bands},
                              .inputs = {{Quantity::grids, power(10, 400)}}};
  const Assignment read = assignment_in(message_of(assignment));
  EXPECT_EQ(read.plugin, assignment.plugin);
  EXPECT_EQ(read.sha256, assignment.sha256);
  EXPECT_EQ(read.parameters, assignment.parameters);
  EXPECT_EQ(read.problem, assignment.problem);
  EXPECT_EQ(read.quantities, assignment.quantities);
  EXPECT_EQ(read.inputs, assignment.inputs);
}

TEST(IsolationMessage, KeepsEveryBitOfATrait) {
  const std::vector<UnitTraits> traits{
      {1.0 / 3, {}, {}},
      {std::numeric_limits<double>::denorm_min(), std::set<std::string>{}, {{"grids", 72}, {"pairs", 2}}},
      {std::numeric_limits<double>::max(), std::set<std::string>{"grids", "-"}, {{"grids", power(2, 300)}}}};
  const auto read = traits_in(message_of(traits));
  ASSERT_EQ(read.size(), traits.size());
  for (std::size_t i = 0; i < traits.size(); ++i) {
    EXPECT_EQ(read[i].weight, traits[i].weight);
    EXPECT_EQ(read[i].sums, traits[i].sums);
    EXPECT_EQ(read[i].divisors, traits[i].divisors);
  }
  EXPECT_THROW(traits_in({"1", "-", "1", "grids"}), NoMessage);
}

TEST(IsolationMessage, KeepsReportsWhole) {
  Report report;
  report.outcomes = {{Quantity::grids, Exact{power(7, 200)}}, {Quantity::bands, Estimate{1.5L, 0.25L, 1, 2, 0.95, 10}}};
  report.findings = {{"rows", {Table{"row", {"count"}, {{"a", {3}}}}, "how many"}}};
  const Report read = report_in(message_of(report));
  EXPECT_EQ(read.outcomes, report.outcomes);
  ASSERT_EQ(read.findings.size(), 1);
  EXPECT_EQ(read.findings.at("rows").value, report.findings.at("rows").value);
  EXPECT_EQ(read.findings.at("rows").help, "how many");
  EXPECT_THROW(report_in({"1", "no quantity", "{}"}), NoMessage);
  EXPECT_THROW(report_in({"1", "grids"}), NoMessage);
}

}  // namespace
}  // namespace gridcensus::host
