#include "host/base/text.hpp"
#include "host/conformance/suite.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::host::conformance {

namespace {

constexpr std::size_t result_width = 9;
constexpr std::size_t name_width = 14;

std::string lines_of(const std::string& head, const std::string& text, std::size_t width) {
  std::string all;
  for (const auto& line : wrapped(head + printable(text), width, result_width + name_width)) all += line + "\n";
  return all;
}

}  // namespace

std::string to_string(const CheckResult& result, std::size_t width) {
  const auto head = [](std::string_view first, std::string_view second) {
    return padded(first, result_width) + padded(second, name_width);
  };
  std::string text = lines_of(head(name_of(result.result), result.check), result.text, width);
  for (const auto& note : result.notes) text += lines_of(head("", ""), "note: " + note, width);
  return text;
}

std::string verdict_of(const Suite& suite) {
  const auto failed = suite.count(Result::fails);
  const std::string failing = failed == 0 ? "" : fmt::format("{} failed, ", counted(failed, "check"));
  return fmt::format("{} {}: {}{} ok, {} skipped\n",
                     printable(suite.id.empty() ? suite.plugin.string() : suite.id + " " + suite.version),
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
    Json notes = Json::array();
    for (const auto& note : check.notes) notes.push_back(printable(note));
    json["checks"].push_back({{"check", check.check},
                              {"result", name_of(check.result)},
                              {"text", printable(check.text)},
                              {"notes", std::move(notes)}});
  }
  return json;
}

}  // namespace gridcensus::host::conformance
