#pragma once

#include "host/catalog/catalog.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace gridcensus::host {

/// Where the build put the plugin of that name, alone.
inline std::filesystem::path fault_folder(const std::string& name) {
  return std::filesystem::path{FAULT_PLUGINS_DIR} / name;
}

inline std::filesystem::path fault_file(const std::string& name) { return fault_folder(name) / (name + ".so"); }

/// A folder of one test's own, gone when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = testing::TempDir() + "gridcensus_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
    path_ = std::filesystem::canonical(name);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gridcensus::host
