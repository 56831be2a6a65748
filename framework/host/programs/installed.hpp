#pragma once

#include "host/process/child.hpp"
#include "host/process/scratch_folder.hpp"
#include "host/programs/description.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridcensus::host {

/// Thrown when a program may not be used or does not say what it is; the message gives the reason.
class UnusableProgram : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A described program as it is installed on this machine.
class InstalledProgram {
 public:
  /// Finds the program and its files, and hashes them.
  ///
  /// @param allow_insecure  accept files and folders that others can write
  /// @throws UnusableProgram  a file is missing or can be written by others.
  InstalledProgram(const Description& description, bool allow_insecure);

  /// Returns why the program is not installed, for users; nullopt if it is.
  const std::optional<std::string>& why_missing() const { return why_missing_; }
  /// Returns the file that is executed, with symbolic links resolved; empty if it is not installed.
  const std::filesystem::path& executable() const { return executable_; }
  /// Returns the file of a program under the name by which it is called, because some programs examine it; empty if
  /// there is none.
  ///
  /// @param word  the first of a command
  std::filesystem::path find_executable(const std::string& word) const;
  /// Returns the hash of all its files: the description, the executable, those next to the description, and our package
  /// in Python if it has a part in the answer. It does not depend on the folders.
  std::string hash() const;
  /// Returns labels of the files next to the description. Two descriptions that run the same files have them in common:
  /// "script 3f2a91c0".
  std::vector<std::string> scripts() const;

  /// Returns the options to start a process of it, in a scratch folder.
  ///
  /// @param words  its command with values filled in; words that begin with "./" are files next to the description
  /// @throws std::runtime_error  one of its files has changed since it was found.
  ChildOptions start(const std::vector<std::string>& words, const ScratchFolder& folder) const;
  /// Checks that its files have not changed since they were found.
  ///
  /// @throws std::runtime_error  a file has changed.
  void check_unchanged() const;

 private:
  /// The attributes that identify a file without reading it.
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t changed_seconds = 0;
    std::int64_t changed_nanoseconds = 0;

    bool operator==(const Stamp&) const = default;
  };
  struct File {
    std::string sha256;
    Stamp stamp;
  };

  static Stamp stamp_of(const std::filesystem::path& file);
  std::filesystem::path add_file(const std::filesystem::path& file, bool allow_insecure);
  void add_package(const std::filesystem::path& folder, bool allow_insecure);
  std::string resolved(const std::string& word) const;
  std::filesystem::path folder_;
  std::vector<std::string> environment_;
  std::optional<std::string> why_missing_;
  std::filesystem::path executable_;
  std::map<std::filesystem::path, File> files_;
  std::set<std::filesystem::path> not_scripts_;  ///< the description, and our Python package
};

/// Returns the limits, with a limit of memory if there is none: the memory of the machine divided by its cores.
ProcessLimits with_memory_limit(ProcessLimits limits);

}  // namespace gridcensus::host
