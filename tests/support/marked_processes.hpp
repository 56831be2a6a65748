#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace gridcensus::test_support {

/// Returns all bytes of a file; empty if it cannot be read.
inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// Returns the number and command of each process whose environment has the mark, "NAME=value". Processes that a test
/// starts inherit it, and so do their own children.
inline std::vector<std::string> processes_with(const std::string& mark) {
  std::vector<std::string> commands;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
    if (contents(entry.path() / "environ").find(mark) == std::string::npos) continue;
    commands.push_back(entry.path().filename().string() + " " + contents(entry.path() / "cmdline"));
  }
  return commands;
}

/// Returns whether the condition comes true within half a minute.
inline bool comes_true(const std::function<bool()>& is_so) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  while (std::chrono::steady_clock::now() < until) {
    if (is_so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  return is_so();
}

}  // namespace gridcensus::test_support
