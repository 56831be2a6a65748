#pragma once

#include "host/judge/evidence.hpp"
#include "host/results/results_document.hpp"
#include "host/results/values.hpp"

#include <string>
#include <utility>

namespace gridcensus::test_support {

/// A results document, built entry by entry.
class MadeDocument {
 public:
  explicit MadeDocument(std::string date = "2026-11-22T23:10:00Z") {
    json = {{"gridcensus", "0.1.0"},
            {"format_version", 7},
            {"produced", {{"date", std::move(date)}, {"host", "node7"}}},
            {"experiment", {{"title", "?"}, {"file", "q.yaml"}, {"sha256", "cd"}, {"seed", 1}, {"confidence", 0.99}}},
            {"runs", host::Json::array()},
            {"outcomes", host::Json::array()},
            {"findings", host::Json::array()},
            {"verdicts", host::Json::array()},
            {"not_applicable", host::Json::array()},
            {"exit", 0}};
  }

  static host::Json who(const std::string& shape, const std::string& configuration) {
    return {{"problem", {{"shape", shape}, {"rules", "classic"}}},
            {"strategy", configuration},
            {"configuration", configuration}};
  }

  MadeDocument& run(const std::string& shape, const std::string& configuration, double seconds = 1) {
    host::Json entry = who(shape, configuration);
    entry.update({{"version", "1.0.0"},
                  {"plugin_sha256", "ab"},
                  {"parameters", {{"samples", "1000"}}},
                  {"question", host::Json::object()},
                  {"inputs", host::Json::object()},
                  {"state", "concluded"},
                  {"units", 7},
                  {"reused", false},
                  {"seconds", seconds}});
    json["runs"].push_back(std::move(entry));
    return *this;
  }

  MadeDocument& outcome(const std::string& shape, const std::string& configuration, const Outcome& outcome,
                        const std::string& quantity = "grids") {
    host::Json entry = who(shape, configuration);
    entry["quantity"] = quantity;
    entry.update(host::to_json(outcome));
    entry.update({{"standing", "computed"}, {"witnesses", 1}, {"recounted_units", 0}, {"seconds", 0.5}});
    json["outcomes"].push_back(std::move(entry));
    return *this;
  }

  MadeDocument& finding(const std::string& shape, const std::string& configuration, const std::string& name,
                        const FindingValue& value) {
    host::Json entry = who(shape, configuration);
    entry.update({{"name", name}, {"help", "for a test"}});
    entry.update(host::to_json(value));
    json["findings"].push_back(std::move(entry));
    return *this;
  }

  host::ResultsDocument read(const std::string& origin = "made.json") const {
    auto document = host::read_results_document(json, origin);
    host::add_evidence(document);
    return document;
  }

  host::Json json;
};

}  // namespace gridcensus::test_support
