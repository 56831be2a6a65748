#pragma once

#include "host/catalog/catalog.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace gridcensus::host {

/// Where the build put the plugin of that name, alone.
inline std::filesystem::path fault_folder(const std::string& name) {
  return std::filesystem::path{FAULT_PLUGINS_DIR} / name;
}

inline std::filesystem::path fault_file(const std::string& name) { return fault_folder(name) / (name + ".so"); }

using test_support::TemporaryFolder;

}  // namespace gridcensus::host
