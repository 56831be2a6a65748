#include "host/graph/run_journal.hpp"

#include "support/full_disk.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::test_support::FullDisk;
using gridcensus::test_support::TemporaryFolder;

/// Returns a tally with this many sums.
Tally tally_of(int sums) {
  Tally tally;
  for (int i = 0; i < sums; ++i) tally.add("sum_" + std::to_string(i), 1);
  return tally;
}

// A conclusion is small: it may still fit after a write of units failed, and would then be one without its units.
TEST(RunJournal, StoresNothingAfterItLostUnits) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "x.ledger";
  Provenance provenance;
  provenance.identity = "a";
  std::vector<std::string> errors;
  {
    Ledger ledger{file};
    RunEnd end;
    const std::function<void(const std::string&)> on_error = [&](const std::string& text) { errors.push_back(text); };
    RunJournal journal{&ledger, false, end, on_error};
    journal.open(provenance, false);
    journal.set_size({.units = 2, .weight = 2}, std::nullopt);
    journal.add(0, tally_of(100'000), 0.1, 1);
    {
      const FullDisk full{std::filesystem::file_size(file) + 100'000};
      journal.conclude(nullptr, 0.1);
    }
    ASSERT_EQ(errors.size(), 1U);

    journal.add(1, tally_of(1), 0.1, 1);
    Conclusion conclusion;
    conclusion.units = 2;
    conclusion.outcomes.emplace(Quantity::grids, Exact{2});
    journal.conclude(&conclusion, 0.2);
    journal.fail(1, "failed", "too late");
    EXPECT_EQ(ledger.find_run("a"), std::nullopt);
  }
  EXPECT_EQ(errors.size(), 1U);
  EXPECT_NO_THROW(Ledger{file}) << "it has a conclusion without all of its units";
}

TEST(RunJournal, RefusesUnitsThatTheJobLacks) {
  const TemporaryFolder folder;
  Ledger ledger{folder.path() / "x.ledger"};
  Provenance provenance;
  provenance.identity = "a";
  ledger.store_units(ledger.open_run(provenance), std::vector<UnitRecord>{{0, {}, 0.1, 1}, {1, {}, 0.1, 1}}, 0.1);
  RunEnd end;
  std::vector<std::string> errors;
  const std::function<void(const std::string&)> on_error = [&](const std::string& text) { errors.push_back(text); };
  RunJournal journal{&ledger, false, end, on_error};
  journal.open(provenance, false);
  int calls = 0;
  const auto count = [&](const UnitRecord&) { ++calls; };
  journal.for_each_stored_unit("a", 2, count);
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(errors.empty());
  journal.for_each_stored_unit("a", 1, count);
  EXPECT_EQ(errors.size(), 1U);
}

}  // namespace
