#pragma once

#include "support/temporary_folder.hpp"

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::testing {

/// The built program, started as a user starts it.
class Program {
 public:
  struct Options {
    std::filesystem::path folder;                   ///< current directory; empty: the caller's
    std::vector<std::string> environment;           ///< added to the caller's: "NO_COLOR=1"
    std::optional<std::filesystem::path> to_file;   ///< stdout goes here instead
    std::filesystem::path from_file = "/dev/null";  ///< stdin
  };

  struct Ended {
    int status = 0;  ///< exit code, or 128 + signal
    std::string out;
    std::string err;
    nlohmann::json json() const { return nlohmann::json::parse(out); }
  };

  Program(const std::vector<std::string>& arguments, const Options& options);
  explicit Program(const std::vector<std::string>& arguments) : Program{arguments, Options{}} {}
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = delete;
  Program& operator=(Program&&) = delete;

  void send(int signal) const;
  /// The child in which the program counts; 0 while there is none.
  pid_t counting_process() const;
  /// Waits until the program would handle this signal itself, as it does once it counts; or has ended.
  void wait_until_it_catches(int signal) const;
  /// Waits for the end.
  Ended wait();

  static Ended run(const std::vector<std::string>& arguments) { return run(arguments, Options{}); }
  static Ended run(const std::vector<std::string>& arguments, const Options& options) {
    return Program{arguments, options}.wait();
  }

 private:
  test_support::TemporaryFolder folder_;  ///< of what it writes on stdout and stderr
  pid_t child_ = -1;
};

std::vector<std::string> lines_of(const std::string& text);

}  // namespace gridcensus::testing
