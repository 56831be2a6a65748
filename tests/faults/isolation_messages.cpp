#include "host/catalog/library.hpp"
#include "host/fields/values.hpp"
#include "host/isolation/isolated_strategy.hpp"
#include "host/workers/calls.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace gridcensus::host {
namespace {

/// Returns the message as it is read at the other end of the connection.
Message sent(const Message& message) {
  MessageLines lines;
  lines.add(line_of(message));
  return lines.next().value();
}

TEST(MessageLines, ReadMessagesInPiecesOfAnySize) {
  const Message long_one{{"call", "count"}, {"text", std::string(100'000, 'x')}, {"odd", std::string("\0\n\"", 3)}};
  const std::string bytes = line_of(long_one) + line_of(Message::object());
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, bytes.size()}) {
    MessageLines lines;
    std::vector<Message> read;
    for (std::size_t place = 0; place < bytes.size(); place += step) {
      lines.add(std::string_view{bytes}.substr(place, step));
      while (auto message = lines.next()) read.push_back(*std::move(message));
    }
    EXPECT_EQ(read, (std::vector{long_one, Message::object()}));
  }
}

TEST(MessageLines, RejectMalformedBytes) {
  const auto reads = [](const std::string& bytes) {
    MessageLines lines;
    lines.add(bytes);
    return lines.next();
  };
  EXPECT_TRUE(reads("{\"id\":\"1\"}\n"));
  EXPECT_FALSE(reads("{\"id\":\"1\"}"));
  EXPECT_THROW(reads("2"), MalformedMessage);
  EXPECT_THROW(reads("288 grids\n"), MalformedMessage);
  EXPECT_THROW(reads("[1]\n"), MalformedMessage);
  EXPECT_THROW(reads("{\"id\":\n"), MalformedMessage);
  std::string deep = "{\"a\":";
  for (int i = 0; i < 1000; ++i) deep += "[";
  EXPECT_THROW(reads(deep + "\n"), MalformedMessage);
}

TEST(MessageLines, RejectTextThatIsNotUtf8) { EXPECT_THROW(line_of({{"text", "\xff"}}), std::invalid_argument); }

TEST(IsolationMessage, PreservesPrepareRequests) {
  Plugin plugin = open_plugin(testing::fault_file("slow_units"));
  plugin.file = testing::fault_file("slow_units");
  plugin.sha256 = "0123";
  const Request request{{{2, 5}}, {Quantity::grids, Quantity::bands}, {{Quantity::grids, power(10, 400)}}, {}};
  const auto prepare = [&](const ParameterValues& values) {
    return sent(isolated_prepare_request(plugin, with_defaults(plugin.parameters, values), request));
  };
  const Message message = prepare({{"unit_ms", std::int64_t{250}}});
  EXPECT_EQ(message["plugin"], plugin.file.string());
  EXPECT_EQ(message["sha256"], "0123");
  EXPECT_EQ(message["parameters"], (Message{{"unit_ms", "250"}}));
  EXPECT_TRUE(prepare({})["parameters"].empty());
  const auto read = value_from<Request>(message);
  EXPECT_EQ(read.problem, request.problem);
  EXPECT_EQ(read.quantities, request.quantities);
  EXPECT_EQ(read.inputs, request.inputs);
}

TEST(IsolationMessage, PreservesEveryBitOfATrait) {
  const std::vector<UnitTraits> traits{
      {1.0 / 3, {}, {}},
      {std::numeric_limits<double>::denorm_min(), std::set<std::string>{}, {{"grids", 72}, {"pairs", 2}}},
      {std::numeric_limits<double>::max(), std::set<std::string>{"grids", "-"}, {{"grids", power(2, 300)}}}};
  const auto read = value_from<std::vector<UnitTraits>>(sent({{"result", json_of(traits)}})["result"]);
  ASSERT_EQ(read.size(), traits.size());
  for (std::size_t i = 0; i < traits.size(); ++i) {
    EXPECT_EQ(read[i].weight, traits[i].weight);
    EXPECT_EQ(read[i].sums, traits[i].sums);
    EXPECT_EQ(read[i].divisors, traits[i].divisors);
  }
  EXPECT_THROW(value_from<std::vector<UnitTraits>>(Message::parse(R"([{"weight": 1, "divisors": {"grids": "many"}}])")),
               std::invalid_argument);
}

TEST(IsolationMessage, PreservesPreparedJobs) {
  for (const PreparedJob& prepared :
       {PreparedJob{std::numeric_limits<std::uint64_t>::max(), {}}, PreparedJob{7, 0.1}}) {
    EXPECT_EQ(value_from<PreparedJob>(sent(json_of(prepared))), prepared);
  }
}

TEST(IsolationMessage, PreservesReports) {
  Report report;
  report.outcomes = {{Quantity::grids, Exact{power(7, 200)}}, {Quantity::bands, Estimate{1.5L, 0.25L, 1, 2, 0.95, 10}}};
  report.findings = {{"rows", {Table{"row", {"count"}, {{"a", {3}}}}, "how many"}}};
  const Report read = report_in(sent(json_of(report)), {});
  EXPECT_EQ(read.outcomes, report.outcomes);
  ASSERT_EQ(read.findings.size(), 1);
  EXPECT_EQ(read.findings.at("rows").value, report.findings.at("rows").value);
  EXPECT_EQ(read.findings.at("rows").help, "how many");
  EXPECT_THROW(report_in(Message::parse(R"({"outcomes": {"no quantity": {}}, "findings": {}})"), {}), WrongForm);
}

}  // namespace
}  // namespace gridcensus::host
