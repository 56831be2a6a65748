#include "host/catalog/catalog.hpp"
#include "plugin_folder.hpp"
#include "support/catalogs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace gridcensus::host {
namespace {

using gridcensus::testing::load_catalog;

constexpr int copies = 60;

/// The sound plugin with some bytes changed, or cut short.
std::string mutated(std::string bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  if (below(6) == 0) {
    bytes.resize(below(bytes.size()));
    return bytes;
  }
  // Every second copy is hit in the first pages, where the loader reads its tables.
  const std::size_t range = below(2) == 0 ? std::min<std::size_t>(bytes.size(), 4096) : bytes.size();
  for (std::size_t hits = 1 + below(16); hits > 0; --hits) bytes[below(range)] = static_cast<char>(random());
  return bytes;
}

// Such files, loaded without a probe, end the process by SIGSEGV or SIGBUS in about one case of three.
TEST(MutatedPlugins, AreRefusedOrAcceptedAndTheHostLivesOn) {
  std::ifstream stream{fault_file("sound"), std::ios::binary};
  const std::string sound{std::istreambuf_iterator<char>{stream}, {}};
  ASSERT_GT(sound.size(), 4096U);
  std::mt19937_64 random{20250101};
  int refused = 0;
  int accepted = 0;
  for (int i = 0; i < copies; ++i) {
    // One folder each: two that are accepted would have one id.
    const TemporaryFolder folder;
    std::ofstream{folder.path() / "mutated.so", std::ios::binary} << mutated(sound, random);
    CatalogOptions options;
    options.directories = {folder.path()};
    const Catalog catalog = load_catalog(options);
    ASSERT_EQ(catalog.plugins().size() + catalog.refusals().size(), 1U) << "copy " << i;
    if (catalog.refusals().empty()) {
      ++accepted;
    } else {
      ++refused;
      EXPECT_FALSE(catalog.refusals()[0].reason.empty());
    }
  }
  RecordProperty("accepted", accepted);
  // Some bytes matter to nobody (padding, symbol names for debuggers), most do.
  EXPECT_GE(refused, copies / 3);
}

}  // namespace
}  // namespace gridcensus::host
