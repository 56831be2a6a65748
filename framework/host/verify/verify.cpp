#include "host/verify/verify.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

Verified verify(const Tables& tables, const Catalog* catalog, const PublishedValues& published) {
  Verified verified;
  Checks& checks = verified.checks;
  check_records(tables, checks);
  // What cannot be read as a row at all is no subject of the checks that believe the rows.
  for (const RunRow& run : tables.runs()) {
    const Text identity = Text::parse(run.text("identity"), nullptr, false);
    if (identity.is_object()) {
      if (auto answers = check_sums(tables, run, checks)) verified.answers.push_back(*std::move(answers));
    }
  }
  for (const Answers& answers : verified.answers) {
    if (catalog == nullptr) {
      checks.not_made(answers.run->name(), "divisors of units, and the conclusion: no strategy was asked");
    } else if (auto told = check_with_strategy(*catalog, tables, answers, checks)) {
      verified.told.emplace(answers.run->integer("id"), *std::move(told));
    }
    check_tables(answers, checks);
  }
  check_values(verified.answers, published, checks);
  check_documents(tables, verified.answers, published, checks);
  return verified;
}

std::vector<std::string> strategies_of(const Tables& tables) {
  std::set<std::string> ids;
  for (const RunRow& run : tables.runs()) ids.insert(run.text("strategy"));
  return {ids.begin(), ids.end()};
}

}  // namespace gridcensus::host::verify
