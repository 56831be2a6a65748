#include "band_classes/shared_counts.hpp"

#include "band_classes/closing_count_file.hpp"
#include "band_signatures/factorisation_counter.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace gridcensus::band_classes;
using gridcensus::band_signatures::FactorisationCounter;
using gridcensus::band_signatures::OpenGraphKey;

TEST(SharedCounts, EqualTheCountsOfSingleClasses) {
  for (int rows = 2; rows <= 5; ++rows) {
    const SignatureClasses classes{rows, 2};
    const SharedCounts lines{classes, {}, {}};
    std::vector<std::uint64_t> bands(classes.classes().size());
    for (std::size_t unit = 0; unit < lines.units(); ++unit) {
      for (const auto& [place, part] : lines.count(unit, {})) bands[place] += part;
    }
    const FactorisationCounter counter;
    for (std::size_t place = 0; place < bands.size(); ++place) {
      EXPECT_TRUE(bands[place] == counter.count(classes.columns(classes.classes()[place]))) << rows << ' ' << place;
    }
  }
}

TEST(SharedCounts, StopOnRequest) {
  struct Stopped {};
  const SignatureClasses classes{5, 2};
  const auto stop = [] { throw Stopped{}; };
  EXPECT_THROW((SharedCounts{classes, {}, stop}), Stopped);
  const SharedCounts lines{classes, {}, {}};
  EXPECT_THROW(lines.count(0, stop), Stopped);
}

/// A file of closing counts in its own folder, and independent tables.
class LinesOnDisk : public ::testing::Test {
 protected:
  static constexpr std::uint64_t max_entries = 200'000;
  static constexpr std::uint64_t in_a_batch = 65'536;

  static OpenGraphKey key_of(std::uint64_t number) { return {{number, number * number}}; }

  /// Creates the file with this many entries.
  void keep(std::uint64_t lines) const {
    ClosingCountTable table{1, max_entries};
    ClosingCountFile file{path_, table};
    for (std::uint64_t number = table.size(); number < lines; ++number) {
      const OpenGraphKey key = key_of(number);
      table.add(key, ClosingCountTable::hash_of(key), std::array{static_cast<std::uint32_t>(3 * number)});
    }
    file.save();
  }

  /// Returns the number of entries in the file, which must be the first of those that were saved.
  std::uint64_t found() const {
    ClosingCountTable table{1, max_entries};
    const ClosingCountFile file{path_, table};
    for (std::uint64_t number = 0; number < file.found(); ++number) {
      const OpenGraphKey key = key_of(number);
      const std::uint32_t* const line = table.find(key, ClosingCountTable::hash_of(key));
      EXPECT_TRUE(line != nullptr && *line == 3 * number) << number;
    }
    return file.found();
  }

  gridcensus::test_support::TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "lines").string();
};

TEST_F(LinesOnDisk, AreReadBack) {
  keep(10);
  EXPECT_EQ(found(), 10U);
  keep(in_a_batch + 100);  // ten batches are left
  EXPECT_EQ(found(), in_a_batch + 100);
}

TEST_F(LinesOnDisk, AreReadUpToTheDamageOfAFile) {
  keep(10);
  keep(30);
  const auto whole = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, whole - 1);
  EXPECT_EQ(found(), 10U);
  keep(30);
  EXPECT_EQ(std::filesystem::file_size(path_), whole);
  std::fstream file{path_, std::ios::in | std::ios::out | std::ios::binary};
  file.seekp(static_cast<std::streamoff>(whole - 20));
  file.put('x');
  file.close();
  EXPECT_EQ(found(), 10U);
}

TEST_F(LinesOnDisk, AreLockedByOneProcess) {
  ClosingCountTable table{1, 1};
  const ClosingCountFile file{path_, table};
  EXPECT_THROW((ClosingCountFile{path_, table}), std::runtime_error);
}

TEST_F(LinesOnDisk, DoNotOverwriteOtherFiles) {
  const std::string text = "what somebody else has written, of more than thirty-two bytes";
  std::ofstream{path_} << text;
  EXPECT_THROW(found(), std::runtime_error);
  EXPECT_EQ(std::filesystem::file_size(path_), text.size());
  std::filesystem::remove(path_);
  keep(3);
  ClosingCountTable wider{2, 1};
  EXPECT_THROW((ClosingCountFile{path_, wider}), std::runtime_error);
  EXPECT_THROW((ClosingCountFile{(folder_.path() / "no" / "folder").string(), wider}), std::runtime_error);
}

}  // namespace
