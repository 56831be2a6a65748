#include "host/graph/run_journal.hpp"

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;

/// Limits the size of files while it exists: writing fails, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::uintmax_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    ::getrlimit(RLIMIT_FSIZE, &earlier_);
    const rlimit limit{bytes, earlier_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &earlier_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  FullDisk(FullDisk&&) = delete;
  FullDisk& operator=(FullDisk&&) = delete;

 private:
  void (*handler_)(int);
  rlimit earlier_{};
};

/// Returns a tally with this many sums.
Tally tally_of(int sums) {
  Tally tally;
  for (int i = 0; i < sums; ++i) tally.add("sum_" + std::to_string(i), 1);
  return tally;
}

// A conclusion is small: it may still fit after a write of units failed, and would then be one without its units.
TEST(RunJournal, StoresNothingAfterItLostUnits) {
  const gridcensus::test_support::TemporaryFolder folder;
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

}  // namespace
