#pragma once

#include <filesystem>
#include <string>

namespace gridcensus::app {

/// A file that appears whole or not at all: written beside its place, synchronised, then renamed.
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

  /// Writes a part of the content.
  ///
  /// @throws StorageError  it could not be written wholly; the place is as it was before.
  void write(const std::string& content);

  /// Writes the last part of the content, and puts the file in its place.
  ///
  /// @throws StorageError  it could not be written wholly; the place is as it was before.
  void commit(const std::string& content = {});

 private:
  [[noreturn]] void fail(const std::string& action) const;

  std::filesystem::path place_;
  std::filesystem::path temporary_;  ///< what is to be renamed; empty while it has no name
  bool replaces_ = false;            ///< else written directly
  int descriptor_ = -1;
};

}  // namespace gridcensus::app
