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

/// A program that may not be used, or gives no version: the message says why.
class UnusableProgram : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A described program as this machine has it.
class InstalledProgram {
 public:
  /// Looks for the program and its files, hashes them, and asks for the version.
  ///
  /// @param allow_insecure  accept files and folders that others can write
  /// @param seconds         that the command of the version may take
  /// @throws UnusableProgram  a file is missing or can be written by others, or the version is not told.
  InstalledProgram(const Description& description, bool allow_insecure, double seconds);

  /// Returns why the program is not here, for users; nullopt if it is.
  const std::optional<std::string>& why_missing() const { return why_missing_; }
  /// Returns the file that is run, without symbolic links; empty if it is not here.
  const std::filesystem::path& executable() const { return executable_; }
  /// Returns its version in one line; empty if the description says none.
  const std::string& version() const { return version_; }
  /// Returns the hash of all files of it: the description, the executable, and those beside the description. It does
  /// not depend on the folders that they are in.
  std::string hash() const;
  /// Returns what two descriptions that run the same files beside them have in common: "script 3f2a91c0".
  std::vector<std::string> scripts() const;

  /// Returns how a process of it is started, in a scratch folder.
  ///
  /// @param words  its command, filled in; words that begin with "./" are files beside the description
  /// @throws std::runtime_error  a file of it is another one than when it was found.
  ChildStart start(const std::vector<std::string>& words, const ScratchFolder& folder,
                   std::uint64_t memory_bytes) const;
  /// Checks that its files are those that were found.
  ///
  /// @throws std::runtime_error  a file is another one.
  void check_unchanged() const;

 private:
  /// What is known of a file without reading it.
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
  /// Returns the file of a program, as it is called, since some look at their name; empty if there is none.
  std::filesystem::path find_executable(const std::string& word) const;
  std::string told_version(const VersionCommand& command, double seconds) const;

  std::filesystem::path folder_;
  std::vector<std::string> environment_;
  std::optional<std::string> why_missing_;
  std::filesystem::path executable_;
  std::map<std::filesystem::path, File> files_;
  std::set<std::filesystem::path> not_scripts_;  ///< the description, and our Python package
  std::string version_;
};

/// Returns the memory that one process may have if nothing else is said: that of the machine divided by its cores
/// [bytes].
std::uint64_t usual_memory();

}  // namespace gridcensus::host
