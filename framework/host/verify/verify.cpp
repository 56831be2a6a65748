#include "host/verify/verify.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

Verified verify(const Tables& tables, const Catalog* catalog, const PublishedValues& published) {
  Verified verified;
  Checks& checks = verified.checks;
  check_records(tables, checks);
  // Rows that cannot be read are excluded from the checks that trust rows.
  for (const RunRow& run : tables.runs()) {
    const Text identity = Text::parse(run.text("identity"), nullptr, false);
    if (identity.is_object()) {
      if (auto concluded = check_sums(tables, run, checks)) verified.runs.push_back(*std::move(concluded));
    }
  }
  for (const ConcludedRun& concluded : verified.runs) {
    if (catalog == nullptr) {
      checks.not_made(concluded.run->name(), "divisors of units, and the conclusion: no strategy was asked");
    } else if (auto replies = check_with_strategy(*catalog, tables, concluded, checks)) {
      verified.replies.emplace(concluded.run->integer("id"), *std::move(replies));
    }
    check_theorems(concluded, checks);
  }
  check_values(verified.runs, published, checks);
  check_documents(tables, verified.runs, published, checks);
  return verified;
}

std::vector<std::string> strategies_of(const Tables& tables) {
  std::set<std::string> ids;
  for (const RunRow& run : tables.runs()) ids.insert(run.text("strategy"));
  return {ids.begin(), ids.end()};
}

}  // namespace gridcensus::host::verify
