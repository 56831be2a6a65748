#pragma once

#include <filesystem>
#include <string>

namespace gridcensus::app {

/// A file that appears whole or not at all: written beside its place, synchronised, then renamed. Until it is whole it
/// has no name, where the file system can do that, so that a killed process leaves nothing behind.
///
/// Opening happens at once, so that a place that cannot be written is found before hours of work. A place that is no
/// regular file (a pipe, /dev/null) is written directly.
class OutputFile {
 public:
  /// @throws StorageError  the place cannot be written.
  /// @throws BadInput      a ledger lies there.
  explicit OutputFile(std::filesystem::path place);
  /// Leaves no trace unless `commit` was called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile(OutputFile&&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  /// @throws StorageError  the content could not be written wholly; the place is as it was before.
  void commit(const std::string& content);

 private:
  void open_under_a_name();
  void link_under_a_name();
  [[noreturn]] void fail(const std::string& action) const;

  std::filesystem::path place_;
  bool is_beside_ = false;           ///< else it is written directly
  std::filesystem::path temporary_;  ///< its name until it is in its place; empty while it has none
  int descriptor_ = -1;
};

}  // namespace gridcensus::app
