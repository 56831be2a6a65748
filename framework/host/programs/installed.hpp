#pragma once

#include "host/process/child.hpp"
#include "host/process/scratch_folder.hpp"
#include "host/programs/asking.hpp"
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

/// Thrown when a program may not be used or prints no version; the message gives the reason.
class UnusableProgram : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A described program as it is installed on this machine.
class InstalledProgram {
 public:
  /// Finds the program and its files, hashes them, and asks for the version if it is to be asked.
  ///
  /// @param allow_insecure  accept files and folders that others can write
  /// @param seconds         time limit for the command that prints the version
  /// @throws UnusableProgram  a file is missing or can be written by others, or the version is not printed.
  InstalledProgram(const Description& description, bool allow_insecure, double seconds,
                   Asking asking = Asking::version);

  /// Returns why the program is not installed, for users; nullopt if it is.
  const std::optional<std::string>& why_missing() const { return why_missing_; }
  /// Returns the file that is executed, with symbolic links resolved; empty if it is not installed.
  const std::filesystem::path& executable() const { return executable_; }
  /// Returns its version in one line; empty if the description names none; "installed" if it was not asked.
  const std::string& version() const { return version_; }
  /// Returns the hash of all its files: the description, the executable, and those next to the description. It does not
  /// depend on the folders.
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
  void add_python_package(bool allow_insecure);
  std::string resolved(const std::string& word) const;
  /// Returns the file of a program under the name by which it is called, because some programs examine it; empty if
  /// there is none.
  std::filesystem::path find_executable(const std::string& word) const;
  std::string printed_version(const VersionCommand& command, double seconds) const;

  std::filesystem::path folder_;
  std::vector<std::string> environment_;
  std::optional<std::string> why_missing_;
  std::filesystem::path executable_;
  std::map<std::filesystem::path, File> files_;
  std::set<std::filesystem::path> not_scripts_;  ///< the description, and our Python package
  std::string version_;
};

/// Returns the limits, with a limit of memory if there is none: the memory of the machine divided by its cores.
ProcessLimits with_memory_limit(ProcessLimits limits);

}  // namespace gridcensus::host
