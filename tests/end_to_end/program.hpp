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
    std::optional<std::filesystem::path> to_file;   ///< receives stdout instead
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
  /// Returns the child in which the program counts, or 0 if it does not exist yet.
  pid_t counting_process() const;
  /// Waits until the program handles this signal itself, which it does once it counts, or has ended.
  void wait_until_it_catches(int signal) const;
  /// Checks whether the program has ended; `wait` returns at once then.
  bool has_ended() const;
  /// Waits until a file exists, which a strategy makes in some call, or the program has ended.
  void wait_for_file(const std::filesystem::path& file) const;
  /// Waits until stderr contains a text, or the program has ended.
  void wait_for_error_text(const std::string& text) const;
  /// Waits until the program ends.
  Ended wait();

  static Ended run(const std::vector<std::string>& arguments) { return run(arguments, Options{}); }
  static Ended run(const std::vector<std::string>& arguments, const Options& options) {
    return Program{arguments, options}.wait();
  }

 private:
  test_support::TemporaryFolder folder_;  ///< holds stdout and stderr of the program
  pid_t child_ = -1;
};

std::vector<std::string> lines_of(const std::string& text);

}  // namespace gridcensus::testing
