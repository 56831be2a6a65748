#include "host/base/text.hpp"
#include "host/conformance/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::host::conformance {

namespace {

constexpr std::size_t result_width = 9;
constexpr std::size_t name_width = 14;

}  // namespace

std::string to_string(const CheckResult& result, std::size_t width) {
  constexpr std::size_t indent = result_width + name_width;
  constexpr std::size_t least = 20;
  std::string head = padded(name_of(result.result), result_width) + padded(result.check, name_width);
  std::string text;
  for (const auto& line : wrapped(printable(result.text), std::max(width, indent + least) - indent)) {
    text += std::exchange(head, std::string(indent, ' ')) + line + "\n";
  }
  return text;
}

std::string verdict_of(const Suite& suite) {
  const auto failed = suite.count(Result::fails);
  const std::string failing = failed == 0 ? "" : fmt::format("{} failed, ", pluralise(failed, "check"));
  return fmt::format("{} {}: {}{} ok, {} skipped\n",
                     printable(suite.id.empty() ? suite.plugin.filename().string() : suite.id + " " + suite.version),
                     failed == 0 ? "conforms" : "DOES NOT CONFORM", failing, suite.count(Result::holds),
                     suite.count(Result::skipped));
}

Json to_json(const Suite& suite) {
  Json json{{"plugin", printable(suite.plugin.string())}};
  if (!suite.id.empty()) {
    json["strategy"] = suite.id;
    json["version"] = printable(suite.version);
    json["sha256"] = suite.sha256;
  }
  json["seed"] = suite.seed;
  json["threads"] = suite.threads;
  json["conforms"] = suite.count(Result::fails) == 0;
  json["checks"] = Json::array();
  for (const auto& check : suite.checks) {
    json["checks"].push_back(
        {{"check", check.check}, {"result", name_of(check.result)}, {"text", printable(check.text)}});
  }
  return json;
}

}  // namespace gridcensus::host::conformance
